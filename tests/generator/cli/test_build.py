"""`build` on the command line: files, faults with their places, exit codes; a full disk, Ctrl-C and
a closed pipe leave all whole.
"""

from __future__ import annotations

import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest

from generator.cli import console
from generator.cli.main import run
from generator.face.press import Press
from tests.conftest import make_game
from tests.generator.cli.calling import edit

ROOT = Path(__file__).resolve().parents[3]


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "generator", *arguments]


ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def test_a_build_says_that_decks_share_sheets(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["build"]) == 0
    assert "several decks" not in capsys.readouterr().out
    edit(game / "cards.yaml", "cards: 14", "cards: 15")
    edit(
        game / "cards.yaml",
        "components:\n",
        "components:\n  rears: {name: Rears, of: back, count: 1}\n",
    )
    assert run(["build"]) == 0
    assert (
        "1 sheet has cards from several decks and is counted for each of them."
        in capsys.readouterr().out
    )


def test_a_deck_with_faults_is_not_drawn_whole(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Counter[str]()
    monkeypatch.setattr(console, "MOST_DRAWN", 2)
    monkeypatch.setattr(Press, "stamp", lambda press, card: drawn.update([card.kind]))
    edit(game / "cards.yaml", "cost: 3", "cost: many")
    assert run(["build"]) == 1
    assert max(drawn.values()) == 2


def test_all_faults_go_to_stderr_with_their_places_and_the_exit_code_is_1(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(game / "cards.yaml", "cost: 3", "cost: 33")
    edit(game / "cards.yaml", "suit: sea, cost: 4", "suit: see, cost: 4")
    assert run(["build"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert re.search(r"^cards\.yaml:\d+:\d+: error\[out-of-range\]: 'cost' expected", err, re.M)
    assert re.search(
        (
            r"^cards\.yaml:\d+:\d+: error\[unknown-suit\]: 'suit' expected one of sun, sea, found "
            r"'see'$"
        ),
        err,
        re.M,
    )
    assert "= hint: did you mean 'sea'?" in err
    assert err.rstrip().endswith("2 errors")
    assert not (game / "output").exists()


def test_json_is_one_object_on_stdout_for_success_and_for_faults(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["build", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert answer["problems"] == []
    assert answer["results"]["decks"] == [
        {"name": "Action cards", "cards": 14, "faces": 7, "sheets": 2}
    ]
    assert err == ""
    edit(game / "cards.yaml", "name: Dusk", "nam: Dusk")
    assert run(["build", "--format", "json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert {p["code"] for p in answer["problems"]} == {"unknown-key"}
    assert all(p["line"] for p in answer["problems"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "--only", "actoin"], "did you mean 'action'?"),
        (["build", "nowhere"], "found 'nowhere'"),
        (["build", "--gutter", "3"], "write '3 mm'"),
        (["build", "--gutter", "3mn"], "expected mm, cm, in or pt as the unit"),
        (["build", "--card-size", "tarrot"], "did you mean 'tarot'?"),
        (["build", "--paper", "a9"], "found 'a9'"),
        (["build", "--paper", "us-letter"], "did you mean 'letter'?"),
        (
            ["build", "--backs", "folded"],
            "expected one of duplex, last, fold, none, found 'folded'; did you mean 'fold'?",
        ),
        (["preview", "sunrse"], "did you mean 'sunrise'?"),
        (["contact", "--only", "nothing"], "found 'nothing'"),
        (["bild"], "there is no command 'bild' (did you mean 'build'?)"),
        (["export", "TTS"], "did you mean 'tabletop-simulator'?"),
        (["contact", "--dpi", "100"], "Did you mean '--width'?"),
        (["contact", "--nothing"], "--nothing"),
        (["build", "--only", "action", "tide"], "separate several with commas: --only action,tide"),
        (["preview", "sunrise", "tide"], "emporium-pnp contact --only sunrise,tide"),
        (["languages", "--start", "PT_BR"], "(write pt-br)"),
    ],
)
def test_wrong_usage_is_2_with_a_word_on_what_to_do(
    game: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert said in err
    assert out == ""


def test_a_card_larger_than_the_paper_is_a_problem(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["build", "--card-size", "300 x 300 mm"]) == 1
    assert "too-large-for-paper" in capsys.readouterr().err


def test_strict_takes_warnings_for_errors_and_writes_nothing(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["build", "--paper", "letter", "--gutter", "3 mm", "--card-size", "poker"]
    edit(game / "templates" / "action.svg.j2", 'min-font-size="7pt"', 'min-font-size="5pt"')
    edit(
        game / "cards.yaml", 'text: "Nothing happens.', 'text: "' + "Nothing at all happens. " * 22
    )
    assert run([*arguments, "--strict"]) == 1
    err = capsys.readouterr().err
    assert "warning[text-small]" in err
    assert not (game / "output").exists()
    assert run(arguments) == 0
    assert (game / "output").exists()


def test_a_dry_run_says_what_a_build_would_and_writes_nothing(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["build", "--dry-run"]) == 0
    dry = capsys.readouterr().out
    assert not (game / "output").exists()
    assert run(["build"]) == 0
    wet = capsys.readouterr().out
    assert dry.splitlines()[:-2] == wet.splitlines()[:-1]
    assert dry.endswith("A dry run: nothing was written.\n")
    edit(
        game / "cards.yaml", 'text: "Nothing happens.', 'text: "' + "Nothing at all happens. " * 60
    )
    before = {path: path.read_bytes() for path in (game / "output").iterdir()}
    assert run(["build", "--dry-run"]) == 1
    assert "error[text-overflow]" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in (game / "output").iterdir()} == before


def test_overflow_names_card_field_and_line_of_cards_yaml(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(
        game / "cards.yaml", 'text: "Nothing happens.', 'text: "' + "Nothing at all happens. " * 60
    )
    line = next(
        n
        for n, text in enumerate((game / "cards.yaml").read_text().split("\n"), 1)
        if "Nothing at all" in text
    )
    assert run(["build"]) == 1
    err = capsys.readouterr().err
    assert re.search(
        rf"^cards\.yaml:{line}:\d+: error\[text-overflow\]: 'text' does not fit: .*\(card 'calm'\)",
        err,
        re.M,
    )


def test_undefined_names_tell_the_templates_line_and_the_cards_place(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(game / "templates" / "action.svg.j2", "{{ card.cost }}", "{{ card.cots }}")
    lines = (game / "templates/action.svg.j2").read_text().split("\n")
    line, column = next(
        (n, text.index("cots") + 1) for n, text in enumerate(lines, 1) if "cots" in text
    )
    assert run(["build"]) == 1
    err = capsys.readouterr().err
    assert (
        f"templates/action.svg.j2:{line}:{column}: error[undefined-name]: 'sunrise' has no 'cots'"
        in err
    )
    assert re.search(r"= card: cards\.yaml:\d+:\d+", err)
    assert "did you mean 'cost'?" in err


@pytest.mark.parametrize(
    ("wrong", "code", "hint"),
    [
        ("{{ cost }}", "undefined-name", "a field of the card is written card.cost"),
        ("{{ pallete }}", "undefined-name", "did you mean 'palette'?"),
        ("{{ card.cost }", "template-syntax", "write {{ card.cost }}"),
        ("{% if card.cost = 3 %}", "template-syntax", "a comparison has two equals signs: =="),
    ],
)
def test_slips_in_a_template_get_a_hint(
    wrong: str, code: str, hint: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(game / "templates" / "action.svg.j2", "{{ card.cost }}", wrong)
    assert run(["build", "--dry-run", "--only", "tide"]) == 1
    err = capsys.readouterr().err
    assert f"error[{code}]" in err
    assert f"hint: {hint}" in err


def test_a_field_that_is_empty_is_named_with_what_to_write(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(game / "cards.yaml", "text: text", "text: text?")
    edit(game / "cards.yaml", ', text: "Nothing happens. **Enjoy it.**"', "")
    assert run(["build", "--dry-run"]) == 1
    err = capsys.readouterr().err
    line = (game / "templates/action.svg.j2").read_text().split("\n")[18]
    at = f"19:{line.index('card.text') + 1}"
    assert f"action.svg.j2:{at}: error[undefined-name]: card.text is empty (card 'calm')\n" in err
    assert "hint: write {{ card.text or '' }} to print nothing" in err


def test_a_value_that_is_empty_and_no_plain_field_gets_a_hint(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(game / "templates" / "action.svg.j2", "{{ card.cost }}", "{{ card.art or none }}")
    assert run(["build", "--dry-run", "--only", "tide"]) == 1
    err = capsys.readouterr().err
    assert "the value printed here is empty (card 'tide')\n" in err
    assert "hint: to leave it out, put {% if … %} around it" in err


def test_a_name_with_a_dash_is_told_as_a_template_writes_it(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (game / "cards.yaml").open("a") as file:
        file.write("\nwords: {your-turn: Yours}\n")
    edit(game / "templates" / "action.svg.j2", "{{ card.cost }}", "{{ words.your-turn }}")
    assert run(["build", "--dry-run", "--only", "tide"]) == 1
    assert (
        "hint: a name with a dash is written in brackets: words['your-turn']"
        in capsys.readouterr().err
    )


def test_a_template_that_is_not_utf_8_says_how_to_save_it(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    template = game / "templates" / "action.svg.j2"
    template.write_bytes(template.read_bytes().replace(b"{{ card.cost }}", b"Gr\xfc\xdfe"))
    assert run(["build", "--dry-run", "--only", "tide"]) == 1
    assert (
        "hint: save the file as UTF-8 (in Notepad: Save as, Encoding: UTF-8)"
        in capsys.readouterr().err
    )


def test_an_icon_that_is_a_png_says_so(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "templates/icons/star.svg").rename(game / "templates/icons/star.png")
    assert run(["build", "--dry-run", "--only", "noon"]) == 1
    assert (
        "hint: icons are SVG files, and star.png is not one: save it as star.svg"
        in capsys.readouterr().err
    )


def test_the_bundled_game_is_built_in_an_empty_folder_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["build", "--only", "tib"]) == 0
    out, err = capsys.readouterr()
    assert "using the Emporium that comes with" in err
    assert "Emporium" in out
    assert [p.name for p in (tmp_path / "output").iterdir()] == ["emporium-tib-a4.pdf"]
    assert run(["build", "emporium", "--only", "tib"]) == 0
    assert capsys.readouterr().err == ""


def test_an_output_that_cannot_be_written_is_74_and_says_what_to_do(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (game / "taken").write_text("a file")
    assert run(["build", "--output", "taken/there"]) == 74
    err = capsys.readouterr().err
    assert "name another folder, with --output" in err
    assert run(["build", "--output", "taken/there", "--format", "json"]) == 74
    assert json.loads(capsys.readouterr().out)["problems"][0]["code"] == "machine-refused"


def test_a_full_disk_leaves_the_old_file_whole(game: Path) -> None:
    assert run(["build"]) == 0
    pdf = game / "output" / "pond-cards-a4.pdf"
    before = pdf.read_bytes()
    edit(game / "cards.yaml", "name: Dusk", "name: Dawn")

    def small_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

    done = subprocess.run(
        command("build"),
        cwd=game,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        preexec_fn=small_files,
    )
    assert done.returncode == 74, done.stderr
    assert "does not accept files of that size" in done.stderr
    assert pdf.read_bytes() == before
    assert sorted(p.name for p in pdf.parent.iterdir()) == ["pond-cards-a4.pdf"]


@pytest.mark.slow
def test_ctrl_c_is_130_and_leaves_the_old_file_whole(game: Path) -> None:
    assert run(["build"]) == 0
    pdf = game / "output" / "pond-cards-a4.pdf"
    before = pdf.read_bytes()
    cards = "".join(
        f"      c{n}: {{name: Card {n}, suit: sun, cost: 1, text: x}}\n" for n in range(4000)
    )
    edit(game / "cards.yaml", "  back:\n", cards + "  back:\n")
    edit(game / "cards.yaml", "action-back, count: 14", "action-back, count: 8014")
    edit(game / "cards.yaml", "  cards: 14\n", "")
    process = subprocess.Popen(
        command("build"), cwd=game, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert pdf.read_bytes() == before
    assert sorted(p.name for p in pdf.parent.iterdir()) == ["pond-cards-a4.pdf"]


SWALLOWED = """
import signal
from reportlab.pdfbase.ttfonts import TTFontParser
from generator.cli.main import main

real = TTFontParser.read_ulong

def interrupted(self):  # reportlab calls it within `except:`, and takes what comes for a broken font
    TTFontParser.read_ulong = real
    signal.raise_signal(signal.SIGINT)
    return real(self)

TTFontParser.read_ulong = interrupted
main(["build"])
"""


def test_ctrl_c_that_a_library_takes_for_a_broken_font_is_130_too(game: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SWALLOWED], cwd=game, env=ENVIRONMENT, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr.strip()) == (130, "interrupted; nothing was changed")
    assert not (game / "output").exists()


def test_a_closed_pipe_is_no_fault(game: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} -m generator schema | head -c 10",
        shell=True,
        cwd=game,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""


@pytest.mark.slow
def test_progress_shows_on_a_terminal_and_not_in_a_pipe(game: Path) -> None:
    done = subprocess.run(
        command("build"), cwd=game, env=ENVIRONMENT, capture_output=True, text=True
    )
    assert "█" not in done.stderr
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        command("build"), cwd=game, env=ENVIRONMENT, stderr=follower, stdout=subprocess.DEVNULL
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            part = os.read(leader, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    process.wait()
    os.close(leader)
    assert "█" in shown.decode()


@pytest.mark.slow
def test_watch_builds_again_after_an_edit_and_survives_a_fault(game: Path) -> None:
    process = subprocess.Popen(
        command("build", "--watch"),
        cwd=game,
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    pdf = game / "output" / "pond-cards-a4.pdf"
    try:
        wait_for(pdf.exists)
        time.sleep(0.6)
        edit(game / "cards.yaml", "name: Dusk", "nme: Dusk")
        time.sleep(1.0)
        edit(game / "cards.yaml", "nme: Dusk", "name: Twilight")
        wait_for(lambda: "Twilight" in text_of(pdf))
    finally:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "unknown-key" in err
    assert "Traceback" not in err


def wait_for(claim: object, seconds: float = 15) -> None:
    assert callable(claim)
    end = time.monotonic() + seconds
    while not claim():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def text_of(pdf: Path) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return "".join(page.get_textpage().get_text_range() for page in document)


def test_a_font_that_is_not_declared_is_marked_in_the_template(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(game / "cards.yaml", "  display: Source Serif Pro\n", "")
    assert run(["build", "--dry-run"]) == 1
    err = capsys.readouterr().err
    template = (game / "templates/action.svg.j2").read_text(encoding="utf-8").splitlines()
    line = next(n for n, text in enumerate(template, 1) if 'font-family="display"' in text)
    column = template[line - 1].index("display") + 1
    assert f"action.svg.j2:{line}:{column}: error[unknown-font]: there is no font family" in err
    assert "`display: Source Serif Pro`, or `display: {regular: fonts/My.ttf}`" in err


def test_a_font_that_is_not_there_is_one_mistake(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(game / "cards.yaml", "display: Source Serif Pro", "display: Georgia")
    assert run(["build", "--dry-run"]) == 1
    err = capsys.readouterr().err
    assert err.count("error[unknown-font]") == 1
    assert re.search(r"= it shows on \d+ cards: \w+", err)
    assert re.search(r"\n1 error \(on \d+ cards\)\n$", err)


def test_a_mark_that_no_template_fills_in_is_told_where_the_text_stands(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (game / "cards.yaml").open("a") as file:
        file.write('\nwords: {aid: "Down to {Hand}."}\n')
    area = (
        '<textArea id="aid" x="5" y="5" width="40" height="20" font-size="3">{{ '
        "words.aid|fill(hand=5) }}</textArea></svg>"
    )
    edit(game / "templates" / "action.svg.j2", "</svg>", area)
    assert run(["build", "--dry-run", "--only", "tide"]) == 1
    err = capsys.readouterr().err
    assert re.search(
        r"^cards.yaml:\d+:14: error\[unknown-icon\]: expected an icon in braces, found '{Hand}'",
        err,
    )
    assert "hint: did you mean '{hand}'?" in err


def test_the_same_mistake_of_a_template_is_told_once(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(game / "templates" / "action.svg.j2", "{{ card.cost }}", "{{ card.cots }}")
    assert run(["build"]) == 1
    err = capsys.readouterr().err
    assert err.count("error[undefined-name]") == 1
    assert "the same on 6 more cards: noon, dusk, ripple, tide, whirlpool, calm" in err
    assert err.endswith("\n1 error (on 7 cards)\n")
    assert run(["build", "--format", "json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["problems"]) == 7


@pytest.mark.slow_cases('{{ card.name }}-{% include "action.svg.j2" %}-in a circle')
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "{{ card.name }}",
            "{% for x in (1, 2) %}{{ card.name }}",
            "'{% for %}' is opened here and never closed",
        ),
        ("{{ card.name }}", '{% include "action.svg.j2" %}', "in a circle"),
        ("{{ card.name }}", "{# a remark", "templates/action.svg.j2:"),
    ],
)
def test_faults_of_templates_point_at_their_line(
    game: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    template = game / "templates" / "action.svg.j2"
    edit(template, old, new)
    line = next(n for n, text in enumerate(template.read_text().split("\n"), 1) if new in text)
    assert run(["build"]) == 1
    err = capsys.readouterr().err
    assert said in err
    assert f"templates/action.svg.j2:{line}" in err
    assert "templates/templates" not in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["preview", "noon", "--output", "x.pdf"],
        ["contact", "--output", "x.jpg"],
        ["build", "--paper", "card", "--backs", "fold"],
        ["build", "--dry-run", "--watch"],
        ["build", "--dry-run", "--mark-printed"],
        ["build", "--copies", "30"],
        ["build", "--copies", "30", "--only", "noon", "--changed"],
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(game: Path, arguments: list[str]) -> None:
    assert run(arguments) == 2
    assert not list(game.glob("x.*"))


def test_no_gutter_needs_no_unit_and_a_booklet_needs_a_rulebook(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["build", "--gutter", "0", "--booklet"]) == 0
    assert "warning[no-rulebook]" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_errors_are_errors_to_who_stops_reading_too(game: Path) -> None:
    path = game / "cards.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("name:", "nmae:", 2), encoding="utf-8")
    words = (
        f"{sys.executable} -m generator build --format json | head -c 1 > /dev/null; exit "
        f"${{PIPESTATUS[0]}}"
    )
    assert (
        subprocess.run(["bash", "-c", words], cwd=game, env=ENVIRONMENT, check=False).returncode
        == 1
    )


def test_a_game_without_questions_is_told_to_have_no_form(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["build", "--all", "--dry-run"]) == 0
    assert "No playtest form" in capsys.readouterr().err
    assert run(["build", "--dry-run"]) == 0
    assert not capsys.readouterr().err


def test_a_draft_names_the_cards_that_it_marks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    area = (
        '<textArea id="name" x="5" y="10" width="20" height="5" font-size="10pt">{{ card.name '
        "}}</textArea>"
    )
    make_game(tmp_path, area, {"ant": {"name": "Ant"}, "bee": {"name": "Bee " * 20}})
    words = ["build", str(tmp_path), "--output", str(tmp_path / "out")]
    assert run(words) == 1
    assert capsys.readouterr().out == ""
    assert run([*words, "--draft"]) == 0
    said = capsys.readouterr()
    assert "A draft: 1 face is printed in spite of errors, and marked: bee" in said.out
    assert "warning[text-overflow]" in said.err
    assert run([*words, "--draft", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["results"]["drafts"] == ["bee"]
    for more in ("--strict", "--changed", "--mark-printed"):
        assert run([*words, "--draft", more]) == 2
