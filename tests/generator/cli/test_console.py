"""What commands share: a look at a game as those who print it do; and what the machine refuses,
told in one sentence.
"""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from generator.cli import console
from generator.cli.console import CannotPrint, Printer, look_over, refusal
from generator.data.files import CannotGoOn, reading, writing_files
from generator.data.opening import CannotRead
from generator.data.problems import Place, Problem, Problems, Severity
from tests.conftest import make_game
from tests.generator.lint.conftest import face


def test_a_look_tells_what_lint_finds_and_what_a_build_refuses_and_writes_nothing(
    tmp_path: Path,
) -> None:
    area = (
        '<textArea x="8" y="40" width="2" height="2" font-size="9pt">{{ card.name * 50 '
        "}}</textArea>"
    )
    game = make_game(tmp_path, face("#b0b0b0") + area)
    before = sorted(tmp_path.rglob("*"))
    findings, problems = look_over(game, Problems(), with_lint=True)
    assert sorted(tmp_path.rglob("*")) == before
    assert [(one.code, one.section, one.verdict) for one in findings if one.counts] == [
        ("low-contrast", "paper", "warning")
    ]
    assert "size of texts" in {one.about for one in findings if one.verdict == "ok"}
    assert [(one.code, one.severity, one.card) for one in problems] == [
        ("text-overflow", "error", "one")
    ]
    assert look_over(game, Problems(), with_lint=False) == ([], problems)


def test_what_a_build_and_lint_both_tell_is_told_once(tmp_path: Path) -> None:
    area = (
        '<textArea x="8" y="40" width="20" height="10" font-size="9pt" min-font-size="4pt" '
        'max-lines="1">A name much too long</textArea>'
    )
    game = make_game(tmp_path, area)
    findings, problems = look_over(game, Problems(), with_lint=True)
    assert [one.code for one in findings if one.counts] == ["text-small"]
    assert problems == []
    assert [problem.code for problem in look_over(game, Problems(), with_lint=False)[1]] == [
        "text-small"
    ]


def test_what_cannot_be_read_is_told_from_what_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "LANDED", [])
    with pytest.raises(CannotRead) as caught, reading():
        (tmp_path / "none.csv").read_bytes()
    assert (
        refusal(caught.value) == f"cannot read {tmp_path / 'none.csv'}: {os.strerror(errno.ENOENT)}"
    )
    denied = PermissionError(errno.EACCES, "no", "a.pdf")
    assert refusal(denied).startswith(
        "cannot write a.pdf: permission denied; close the file if a viewer holds it open"
    )
    assert refusal(denied).endswith(". The old files are unchanged.")


def test_files_that_are_written_by_then_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "LANDED", [Path("new/cards.pdf")])
    said = refusal(PermissionError(errno.EACCES, "no", "a.pdf"))
    assert said.endswith(". Already replaced: cards.pdf; the other files are unchanged.")


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="only Linux has a disk that is always full"
)
def test_what_cannot_be_printed_is_told_from_what_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with open("/dev/full", "wb", buffering=0) as full:
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(full, write_through=True))
        with pytest.raises(CannotPrint) as caught:
            Printer(is_json=False).say("all is well")
    assert refusal(caught.value).startswith(
        f"cannot print the results: {os.strerror(errno.ENOSPC)}. "
    )


def test_what_lies_in_the_home_of_the_user_is_not_run(tmp_path: Path) -> None:
    for name in (".reportlab_mods", ".reportlab_settings"):
        (tmp_path / name).write_text("print('it was run')", encoding="utf-8")
    for home in (tmp_path, tmp_path / ".reportlab_mods"):
        words = [sys.executable, "-c", "import generator.pdf.document"]
        done = subprocess.run(
            words,
            env={**os.environ, "HOME": str(home)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_what_is_refused_in_the_middle_says_what_is_left(tmp_path: Path) -> None:
    files = writing_files()
    add = files.__enter__()
    add(tmp_path / "one.pdf", b"1")
    add(tmp_path / "two.pdf", b"2")
    (tmp_path / "two.pdf").mkdir()  # after it was looked at
    with pytest.raises(CannotGoOn) as caught:
        files.__exit__(None, None, None)
    assert refusal(caught.value) == (
        f"cannot write {tmp_path / 'two.pdf'}: there is a folder of that name; move it away. "
        "Already replaced: one.pdf; the other files are unchanged."
    )
    assert (tmp_path / "one.pdf").read_bytes() == b"1"


def test_what_has_no_file_says_why() -> None:
    assert refusal(CannotGoOn("the workers died", left="Nothing was played.")) == (
        "the machine refused: the workers died. Nothing was played."
    )


def report(
    problems: list[Problem], capsys: pytest.CaptureFixture[str], annotates: bool = False
) -> list[str]:
    """Report problems, and return the lines that are printed."""
    Printer(False, annotates).report(problems)
    said = capsys.readouterr()
    return (said.out + said.err).splitlines()


def many(
    number: int, severity: Severity, code: str = "odd", hint: str | None = None
) -> list[Problem]:
    """Make problems of which no two are alike but for their code and hint."""
    words = (
        f"{chr(97 + n // 676 % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n % 26)}"
        for n in range(number)
    )
    return [
        Problem(code, f"this is {word}", Place("none.yaml", n), hint, severity)
        for n, word in enumerate(words, 1)
    ]


@pytest.mark.parametrize("annotates", [False, True])
def test_errors_come_first_and_none_is_left_out(
    annotates: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    problems = [*many(130, "note"), *many(244, "warning"), *many(152, "error")]
    lines = report(problems, capsys, annotates)
    heads = [line for line in lines if "this is" in line]
    words = ("notice", "warning", "error") if annotates else ("note", "warning", "error")
    counts = {word: sum(word in line for line in heads) for word in words}
    assert counts == {"error": 152, "warning": 244, words[0]: 0}
    first = next(n for n, line in enumerate(heads) if "warning" in line)
    assert not any("error" in line for line in heads[first:])
    assert lines[-2:] == [
        "… and 130 more notes; --format json lists them all",
        "152 errors, 244 warnings, 130 notes",
    ]


def test_what_is_shown_in_brief_still_says_where_it_is_and_of_which_cards(
    capsys: pytest.CaptureFixture[str],
) -> None:
    problems = many(100, "error")
    for line in (1, 2, 3, 4):
        problems += [
            Problem(
                "soft", "too few dots", Place("cards.yaml", line), "enlarge", "warning", card=card
            )
            for card in "ab"
        ]
    lines = report(problems, capsys)
    assert lines[-2] == (
        "cards.yaml:1: warning[soft]: too few dots (card 'a'); the same on 1 more card: b; "
        "4 alike: cards.yaml:1 (card 'a'), cards.yaml:2 (card 'a'), cards.yaml:3 (card 'a') …"
    )


def test_warnings_alike_are_one_with_their_count_and_first_places(
    capsys: pytest.CaptureFixture[str],
) -> None:
    soft = [
        Problem(
            "soft-picture",
            f"'{n}.png' is printed at {n} dots",
            Place("x.yaml", n),
            "use a picture with more pixels",
            "warning",
            card=f"c{n}",
        )
        for n in range(1, 39)
    ]
    assert report(soft, capsys) == [
        "x.yaml:1: warning[soft-picture]: '1.png' is printed at 1 dots (card 'c1')",
        "   = hint: use a picture with more pixels",
        "   = 38 alike: x.yaml:1 (card 'c1'), x.yaml:2 (card 'c2'), x.yaml:3 (card 'c3') …",
        "38 warnings",
    ]


STEERING = "\x1b[31m\x07\r\x7f\x9b2J\u202e\u2066\udc9b\ud800\nerror[fake]: x"
SHOWN = "�[31m����2J�����error[fake]: x"


def test_what_is_printed_steers_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda stream=None, color=None: False)
    printer = Printer(False)
    printer.say(STEERING, "", "a\tb")
    printer.remark(STEERING)
    printer.report(
        [
            Problem(
                "code",
                STEERING,
                Place(STEERING, 1),
                STEERING,
                also=((STEERING, Place(STEERING)),),
                card=STEERING,
            )
        ]
    )
    console.echo_usage(click.UsageError(STEERING.replace("\n", "")))
    console.Status().show(STEERING)
    console.echo_fault(ValueError(STEERING.replace("\n", "")))
    said = capsys.readouterr()
    assert said.out == f"{SHOWN}\n\na\tb\n"
    ours = said.err.replace("\x1b[31m\x1b[1m", "").replace("\x1b[0m", "").replace("\r\x1b[K", "")
    assert not set(ours) & set(
        STEERING.replace("\n", "")[:1] + "\x07\r\x7f\x9b\u202e\u2066\ud800\udc9b"
    )
    assert ours.count("�[31m") >= 8
    assert not [line for line in ours.split("\n") if line.startswith("error[fake]")]


def test_only_our_colours_are_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda stream=None, color=None: False)
    console.echo(console.styled("\x1b[8mA", "red") + " \x1b[32mB\x1b[0m")
    assert capsys.readouterr().out == "\x1b[31m�[8mA\x1b[0m �[32mB�[0m\n"


def test_json_holds_nothing_raw_and_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    console.echo_json({STEERING: [STEERING, "Zoë"]})
    said = capsys.readouterr().out
    assert json.loads(said) == {STEERING: [STEERING, "Zoë"]}
    assert "Zoë" in said
    assert not set(said) & set("\x1b\x07\r\x7f\x9b\u202e\u2066\ud800\udc9b")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_a_stream_that_takes_few_letters_gets_what_it_takes(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = io.BytesIO()
    stream = io.TextIOWrapper(content, encoding=encoding, newline="\n")
    monkeypatch.setattr("sys.stdout", stream)
    console.echo("Zoë 木 \ud800")
    console.echo_json({"Zoë": "木"})
    stream.flush()
    first, _, rest = content.getvalue().decode(encoding).partition("\n")
    assert first == "Zoë 木 ?".encode(encoding, "replace").decode(encoding)
    assert json.loads(rest) == {"Zoë": "木"}


def test_questions_show_no_control_characters(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = list[str]()

    def answer(question: str) -> str:
        asked.append(question)
        return "y"

    monkeypatch.setattr("click.termui.visible_prompt_func", answer)
    assert console.agreed(f"Change {STEERING}?")
    assert console.asked(f"{STEERING}> ") == "y"
    printed = "".join((*asked, *capsys.readouterr()))
    assert printed.count("�[31m") == 2
    assert "\x1b" not in printed
