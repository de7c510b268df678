"""`export spreadsheet` and `import` on the command line: out and back, asked at a terminal, in
JSON, as the document shows.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PIL import Image

from generator.cells.spreadsheets import write_xlsx
from generator.cells.tables import Table
from generator.cli import main as cli
from generator.cli import spreadsheets as cli_spreadsheets
from generator.data.loading import load_game
from tests.conftest import meanwhile
from tests.generator.cells.workbook import BLOCK
from tests.test_docs import blocks, example, face_of_passengers, write_example


def test_the_commands_go_out_and_back(trial: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["export", "xlsx"]) == 0
    assert cli.run(["export", "csv", "--only", "card"]) == 0
    assert sorted(path.name for path in (trial / "output").rglob("*.*")) == [
        "trial-card.csv",
        "trial.xlsx",
    ]
    capsys.readouterr()
    assert cli.run(["import", "output/trial.xlsx", "--yes"]) == 0
    assert cli.run(["import", "output/csv/trial-card.csv"]) == 0
    assert capsys.readouterr().out.count("Nothing to change.") == 2
    path = trial / "output" / "csv" / "trial-card.csv"
    path.write_text(path.read_text("utf-8").replace("b,B,4", "b,Bee,9"), "utf-8")
    for words, code, is_changed in (
        (["--dry-run"], 0, False),
        ([], 2, False),
        (["--output", "new.yaml"], 0, False),
        (["--yes"], 0, True),
    ):
        assert cli.run(["import", str(path), *words]) == code
        assert ((trial / "cards.yaml").read_bytes() != BLOCK.encode()) == is_changed
    said = capsys.readouterr()
    assert "  b: name B -> Bee" in said.out
    assert "nothing was changed: import asks first, but there is no terminal; add --yes" in said.err
    assert (
        (trial / "new.yaml").read_bytes()
        == (trial / "cards.yaml").read_bytes()
        == BLOCK.replace("'B'", "'Bee'\n        level: 9").encode()
    )


@pytest.mark.parametrize("output", [[], ["--output", "cards.yaml"], ["--output", "new.yaml"]])
def test_what_is_written_at_the_same_moment_is_not_written_over(
    output: list[str],
    trial: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (trial / "card.csv").write_text("id,level\nb,9\n")
    target = trial / (output or ["cards.yaml"])[-1]
    meanwhile(monkeypatch, lambda: target.write_text("mine\n"))
    assert (
        cli.run(["import", "card.csv", *output, *([] if output[1:] == ["new.yaml"] else ["--yes"])])
        == 1
    )
    assert f"{target.name}: error[changed-meanwhile]" in capsys.readouterr().err
    assert target.read_text() == "mine\n"


def test_import_asks_at_a_terminal(trial: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (trial / "card.csv").write_text("id,level\nb,9\n")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    for answer, is_changed in ((False, False), (True, True)):
        monkeypatch.setattr(
            cli_spreadsheets.click, "confirm", lambda *_, answer=answer, **__: answer
        )
        assert cli.run(["import", "card.csv"]) == 0
        assert ((trial / "cards.yaml").read_bytes() != BLOCK.encode()) == is_changed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["card.csv", "--format", "json"], "add --yes or --dry-run"),
        (["notes.csv"], "which kind of card, or which table, is in notes.csv? Use --kind"),
        (["card.csv", "--encoding", "latin-99"], "--encoding expected one such as utf-8"),
        (["card.csv", "--encoding", "rot13"], "--encoding expected one such as utf-8"),
        (["card.csv", "--encoding", ""], "--encoding expected one such as utf-8"),
        (["card.csv", "emporium"], "does not change the game that comes with the tool"),
        (["book.xlsx", "--sheet", "cord"], "did you mean 'card'?"),
        (["card.csv", "--output", "cards.yaml"], "this file exists"),
        (
            ["card.csv", "notes.csv"],
            "one file at a time, but 'notes.csv' is a second one; a workbook can hold a sheet for "
            "each kind",
        ),
        (
            ["card.csv", "notes.csv", "card.csv"],
            "one file at a time, but 'notes.csv' is a second one",
        ),
        (["card.csv", ".", "aside"], "unexpected extra argument (aside)"),
        (["templates"], "one file at a time, and 'templates' is a folder"),
        (["trial-components.csv"], "it is for reading only, and the import ignores it"),
    ],
)
def test_wrong_words_are_wrong_usage(
    words: list[str], said: str, trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("card.csv", "notes.csv", "trial-components.csv"):
        (trial / name).write_text("id,level\nb,9\n")
    (trial / "book.xlsx").write_bytes(
        write_xlsx(
            [Table("card", ("id",), (None,), ()), Table("x", ("id",), (None,), ())], "A", "a"
        )
    )
    assert cli.run(["import", *words]) == 2
    assert said in capsys.readouterr().err
    assert (trial / "cards.yaml").read_bytes() == BLOCK.encode()


TEXT_FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
    '<textArea id="text" x="5" y="5" width="53" height="12" font-size="8pt">{{ card.text '
    "}}</textArea></svg>"
)


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (
            "Take {coins}.",
            1,
            "card.csv:B2: error[unknown-icon]: expected an icon in braces, found '{coins}'",
        ),
        ("Take *2.", 1, "card.csv:B2: error[open-mark]: '*' is opened and never closed"),
        ("Take it all. " * 40, 0, "card.csv:B2: warning[text-overflow]"),
    ],
)
def test_the_texts_that_are_written_are_read_as_a_build_reads_them(
    text: str, code: int, said: str, trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (trial / "templates" / "card.svg.j2").write_text(TEXT_FACE)
    (trial / "card.csv").write_text(f"id,text\nb,{text}\n")
    assert cli.run(["import", "card.csv", "--yes"]) == code
    assert said in capsys.readouterr().err
    assert ((trial / "cards.yaml").read_bytes() == BLOCK.encode()) == (code == 1)
    (trial / "cards.yaml").write_bytes(
        BLOCK.replace("name: 'B'", "name: 'B'\n        text: Take * 3.").encode()
    )
    (trial / "card.csv").write_text("id,level,text\nb,9,Take * 3.\n")
    assert (
        cli.run(["import", "card.csv", "--yes"]) == 0
    )  # a fault that is there already holds up no number


PLAIN_FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><text x="5" y="9" '
    'font-size="8pt">{{ card.name }}</text>'
    '<image href="{{ card.shown }}" x="5" y="20" width="50" height="50"/></svg>'
)


def test_what_is_wrong_with_the_look_of_the_cards_that_change_is_told_at_their_cells(
    trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (trial / "templates" / "card.svg.j2").write_text(PLAIN_FACE)
    for name, side in (("sharp.png", 900), ("soft.png", 60)):
        Image.new("RGB", (side, side), "red").save(trial / name)
    game = BLOCK.replace("text?}", "text?, shown: image}").replace(
        "{level: 4}", "{level: 4, shown: sharp.png}"
    )
    (trial / "cards.yaml").write_bytes(game.encode())
    long = "A name that is much too long to stand in one line of a card"
    (trial / "card.csv").write_text(f"id,name,shown\nb,{long},sharp.png\n")
    for word in ("--dry-run", "--yes"):
        assert cli.run(["import", "card.csv", word]) == 0
        assert "card.csv:B2: warning[text-outside]" in capsys.readouterr().err
    (trial / "card.csv").write_text(f"id,name,shown\nb,{long},soft.png\n")
    assert cli.run(["import", "card.csv", "--dry-run"]) == 0
    said = capsys.readouterr().err
    assert "card.csv:C2: warning[soft-picture]" in said
    assert "text-outside" not in said  # it was so before
    (trial / "card.csv").write_text(f"id,name,shown\nnew,{long},soft.png\n")
    assert cli.run(["import", "card.csv", "--dry-run"]) == 0
    said = capsys.readouterr().err
    assert "card.csv:A2: warning[text-outside]" in said
    assert "card.csv:C2: warning[soft-picture]" in said


def test_the_csv_of_excel_on_windows_is_read_and_that_is_noted(
    trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (trial / "card.csv").write_bytes("id;name\r\nb;Bête à cornes\r\n".encode("windows-1252"))
    assert cli.run(["import", "card.csv", "--yes"]) == 0
    assert "card.csv: note[not-utf8]: this file is not in UTF-8" in capsys.readouterr().err
    assert "Bête à cornes" in (trial / "cards.yaml").read_text(encoding="utf-8")
    assert cli.run(["import", "card.csv", "--yes", "--encoding", "utf-8"]) == 1
    assert "error[not-utf8]: expected utf-8, found the byte 0xea" in capsys.readouterr().err


def workbook(trial: Path, *names: str) -> None:
    """Write a workbook whose sheets all hold another level of b."""
    tables = [Table(name, ("id", "name", "level"), (None,) * 3, (("b", "B", 9),)) for name in names]
    (trial / "book.xlsx").write_bytes(write_xlsx(tables, "A", "a"))


@pytest.mark.parametrize("name", ["Old cards", "crad", "Sheet2", "My card", "hero card!"])
def test_a_sheet_of_another_name_that_seems_to_be_of_a_kind_is_warned_of(
    name: str, trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = BLOCK.replace("# end", "  other: {template: card.svg.j2, cards: {o: {}}}")
    (trial / "cards.yaml").write_bytes(other.encode())
    tables = [Table("other", ("id",), (None,), (("o",),))]
    tables += [
        Table(one, ("id", "name", "level"), (None,) * 3, (("b", "B", 9),))
        for one in (name, "components")
    ]
    (trial / "book.xlsx").write_bytes(write_xlsx(tables, "A", "a"))
    capsys.readouterr()
    assert cli.run(["import", "book.xlsx", "--dry-run"]) == 0
    said = capsys.readouterr().err
    assert f"not read: {name}, components (read only)" in said
    assert (
        f"book.xlsx: warning[sheet-not-read]: the sheet '{name}' is not read, because no kind "
        "or table has that name"
    ) in said
    assert "did you mean the kind 'card'? Rename the sheet, or use --kind card --sheet" in said


def test_a_sheet_is_of_a_kind_whatever_the_spaces_and_a_copy_of_it_is_left_alone(
    trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workbook(trial, "Card ")
    assert cli.run(["import", "book.xlsx", "--dry-run"]) == 0
    workbook(trial, "Old card", "card ", "card", "Notes")
    assert cli.run(["import", "book.xlsx", "--dry-run"]) == 0
    said = capsys.readouterr()
    assert said.out.count("b: level 4 -> 9") == 2
    assert "sheet-not-read" not in said.err
    assert "not read: Old card, card , Notes" in said.err


@pytest.mark.parametrize(
    ("kind", "hint"),
    [("cart", "did you mean 'card'? If it is a new one, write"), ("monster", "hint: write")],
)
def test_a_kind_is_begun_whatever_its_name(
    kind: str, hint: str, trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (trial / "beasts.csv").write_text("Name,Bite\nShark,5\n")
    assert cli.run(["import", "beasts.csv", "--kind", kind]) == 1
    said = capsys.readouterr()
    assert f"  {kind}:\n    template: {kind}.svg.j2" in said.out
    assert (
        "beasts.csv: error[unknown-kind]: expected a kind or table of the game (card), found "
        f"'{kind}'"
    ) in said.err
    assert hint in said.err


def test_a_table_goes_out_and_back_as_a_kind_does(
    trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = (trial / "cards.yaml").read_text("utf-8")
    (trial / "cards.yaml").write_text(
        cards + "tables:\n  tide: {fields: {name: line}, rows: {ebb: {name: Ebb}}}\n", "utf-8"
    )
    for command in (["csv", "--only", "tide"], ["xlsx"], ["json"]):
        assert cli.run(["export", *command]) == 0
    files = ["output/csv/trial-tide.csv", "output/trial.xlsx", "output/trial.json"]
    capsys.readouterr()
    for file in files:
        assert cli.run(["import", file]) == 0
        said = capsys.readouterr()
        assert "tide: 1 row, 0 changed, 0 added" in said.out
        assert "Nothing to change." in said.out
    (trial / "tide.csv").write_text("id,name,Mine\nebb,Low Tide,x\nflood,Flood,y\n")
    for code in (2, 0):
        assert (
            cli.run(["import", "tide.csv", *([] if code else ["--yes"]), "--ignore", "Mine"])
            == code
        )
        said = capsys.readouterr()
        assert "  ebb: name Ebb -> Low Tide\n  + flood\n" in said.out
    text = (trial / "cards.yaml").read_text("utf-8")
    assert "import: {ignore: [Mine]}, rows: {ebb: {name: Low Tide}, flood: {name: Flood}}" in text
    assert cli.run(["import", "tide.csv"]) == 0
    assert "Nothing to change." in capsys.readouterr().out


def test_a_row_of_a_table_that_spoils_a_card_is_a_warning_of_that_card(
    trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    template = trial / "templates" / "card.svg.j2"
    text = (
        '<textArea x="5" y="20" width="20" height="6" font-size="10pt">{{ tables.tide.ebb.name '
        "}}</textArea>"
    )
    template.write_text(template.read_text("utf-8").replace("</svg>", f"{text}</svg>"), "utf-8")
    cards = (trial / "cards.yaml").read_text("utf-8")
    (trial / "cards.yaml").write_text(
        cards + "tables:\n  tide: {fields: {name: line}, rows: {ebb: {name: Ebb}}}\n", "utf-8"
    )
    (trial / "tide.csv").write_text(f"id,name\nebb,{'Ebb ' * 20}\n")
    assert cli.run(["import", "tide.csv", "--dry-run"]) == 0
    assert "warning[text-overflow]" in capsys.readouterr().err


def test_json_says_what_would_change(trial: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (trial / "card.csv").write_text("id,level\nb,9\n")
    assert cli.run(["import", "card.csv", "--dry-run", "--format", "json"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert results["kinds"][0]["changed"] == [
        {"card": "b", "field": "level", "before": 4, "after": 9}
    ]
    assert results["files"] == []
    (trial / "card.csv").write_text("id,level\nb,x\n")
    assert cli.run(["import", "card.csv", "--dry-run", "--format", "json"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert (problem["file"], problem["cell"]) == ("card.csv", "B2")


def test_the_example_of_the_document_is_what_happens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_example(tmp_path / "ferry", example(), face_of_passengers())
    monkeypatch.chdir(folder)
    assert cli.run(["export", "csv", "--only", "passenger", "--output", "."]) == 0
    assert (folder / "ferry-night-passenger.csv").read_text("utf-8-sig").splitlines() == blocks(
        "how-to/spreadsheets.md", "csv"
    )[0].splitlines()
    (folder / "passenger.csv").write_text(blocks("how-to/spreadsheets.md", "csv after")[0], "utf-8")
    capsys.readouterr()
    assert cli.run(["import", "passenger.csv", "--counts", "--yes"]) == 0
    said = capsys.readouterr().out.splitlines()
    shown = blocks("how-to/spreadsheets.md", "diff")[0].splitlines()
    for line in shown:
        assert line == "@@" or line.removeprefix(" ") in said, line
    assert [line for line in said if re.match(r"[-+](?![-+])", line)] == [
        line for line in shown if line[0] in "-+"
    ]
    load_game(folder)


def test_a_dry_run_shows_the_diff_though_a_count_would_be_broken(
    trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = BLOCK.replace("# end", "components:\n  all: {name: All, of: card, count: 2}\n")
    (trial / "cards.yaml").write_bytes(content.encode())
    (trial / "card.csv").write_text("name\nC\n")
    for word in ("--dry-run", "--yes"):
        assert cli.run(["import", "card.csv", word]) == 1
        said = capsys.readouterr()
        assert "+        name: 'C'" in said.out
        assert "broken-promise" in said.err
        assert "--counts updates the count" in said.err
    assert (trial / "cards.yaml").read_bytes() == content.encode()


def test_a_column_is_ignored_or_renamed_now_and_the_next_time(
    trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (trial / "card.csv").write_text("Headline,Thoughts,level\nA,?,7\n")
    assert cli.run(["import", "card.csv", "--yes"]) == 1
    said = capsys.readouterr().err
    assert "--ignore Thoughts skips it, --rename Thoughts=FIELD says which field it is" in said
    for words, hint in (
        (
            ["--ignore", "Thougts"],
            "--ignore: the sheet has no column 'Thougts'; did you mean 'Thoughts'?",
        ),
        (["--rename", "Headline"], "--rename expected HEADING=FIELD"),
        (["--rename", "Headline=nam"], "did you mean 'name'?"),
    ):
        assert cli.run(["import", "card.csv", *words]) == 2
        assert hint in capsys.readouterr().err
    assert (
        cli.run(
            ["import", "card.csv", "--yes", "--ignore", "Thoughts", "--rename", "Headline=name"]
        )
        == 0
    )
    assert "    import: {ignore: [Thoughts], rename: {Headline: name}}\n" in (
        trial / "cards.yaml"
    ).read_text("utf-8")
    assert cli.run(["import", "card.csv"]) == 0
    assert "Nothing to change." in capsys.readouterr().out


def test_the_order_of_the_sheet_is_offered_and_taken(
    trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (trial / "card.csv").write_text("name\nB\nA\n")
    assert cli.run(["import", "card.csv"]) == 0
    assert "cards in another order in the sheet (--order applies it)" in capsys.readouterr().out
    assert cli.run(["import", "card.csv", "--order", "--yes"]) == 0
    assert list(load_game(trial).cards) == ["b", "a"]


def test_a_picture_beside_the_sheet_is_told_where_it_is(
    trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (trial / "cards.yaml").write_bytes(
        BLOCK.replace("      level:", "      art: image?\n      level:", 1).encode()
    )
    for folder in ("../sheets/art", "own/art"):
        (trial / folder).mkdir(parents=True)
        Image.new("RGB", (9, 9)).save(trial / folder / "wolf.png")
    Image.new("RGB", (9, 9)).save(trial.parent / "out.png")
    rows = "id,name,art\na,A,wolf.png\nb,B,art/wolf.png\nc,C,none.png\n"
    for folder in ("../sheets", "own"):
        (trial / folder / "card.csv").write_text(rows, encoding="utf-8")
    capsys.readouterr()
    assert cli.run(["import", "../sheets/card.csv", "--dry-run"]) == 1
    hints = re.findall("hint: (.*)", capsys.readouterr().err)
    assert hints == [
        "copy ../sheets/art/wolf.png into the game's folder, as wolf.png",
        "copy ../sheets/art/wolf.png into the game's folder, as art/wolf.png",
        "put the picture there, or give its path from the folder of cards.yaml",
    ]
    assert cli.run(["import", "own/card.csv", "--dry-run"]) == 1
    assert "copy " not in capsys.readouterr().err  # it is in the game's folder already
