"""Translations as spreadsheets: out, changed, and back into the files of their languages."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from generator.cli import main as cli
from tests.conftest import make_game
from tests.shapes import check_shape

CARDS = {
    "owl": {"name": "Owl", "tags": ["wise", "grey"], "text": "One line.\nAnother."},
    "hen": {"name": "Hen", "tags": ["red"]},
}
OWL, TAGS, TEXT = (f"kinds.card.cards.owl.{name}" for name in ("name", "tags", "text"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_game(tmp_path, cards=CARDS, fields={"name": "line", "tags": "[line]", "text": "text?"})
    return tmp_path


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def write_rows(path: Path, rows: list[list[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def test_texts_go_out_are_translated_and_come_back(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = folder / "texts.csv"
    assert cli.run(["languages", str(folder), "--export", str(sheet)]) == 0
    rows = rows_of(sheet)
    assert rows[0] == ["text", "en"]
    assert [TAGS, "wise\ngrey"] in rows
    translations = {OWL: 'Die "Eule"', TAGS: "weise\ngrau", TEXT: "Eine Zeile.\nNoch eine."}
    write_rows(
        sheet, [[*rows[0], "de"], *([*row, translations.get(row[0], "")] for row in rows[1:])]
    )
    assert cli.run(["languages", str(folder), "--import", str(sheet), "--dry-run"]) == 0
    assert not (folder / "cards.de.yaml").exists()
    assert cli.run(["languages", str(folder), "--import", str(sheet)]) == 2
    assert cli.run(["languages", str(folder), "--import", str(sheet), "--yes"]) == 0
    capsys.readouterr()
    assert cli.run(["languages", str(folder), "--format", "json"]) == 0
    (german,) = json.loads(capsys.readouterr().out)["results"]["translations"]
    assert (german["translated"], german["stale"]) == (3, 0)
    assert cli.run(["languages", str(folder), "--export", str(sheet)]) == 0
    assert {row[0]: row[2] for row in rows_of(sheet)[1:] if row[2]} == translations
    assert cli.run(["languages", str(folder), "--import", str(sheet), "--yes"]) == 0
    assert "de: nothing to change" in capsys.readouterr().out


@pytest.mark.parametrize("ending", ["xlsx", "json"])
def test_workbooks_and_json_hold_translations_too(
    folder: Path, ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "cards.fr.yaml").write_text("kinds: {card: {cards: {owl: {name: Hibou}}}}\n")
    sheet = folder / f"texts.{ending}"
    assert cli.run(["languages", str(folder), "--export", str(sheet)]) == 0
    (folder / "cards.fr.yaml").unlink()
    capsys.readouterr()
    assert (
        cli.run(["languages", str(folder), "--import", str(sheet), "--yes", "--format", "json"])
        == 0
    )
    printed = json.loads(capsys.readouterr().out)
    check_shape("languages", printed)
    assert printed["results"]["changed"] == {"fr": 1}
    assert 'name: "Hibou"' in (folder / "cards.fr.yaml").read_text()
    capsys.readouterr()


def test_a_text_that_changed_since_the_export_is_stale(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_rows(folder / "texts.csv", [["text", "en", "de"], [OWL, "Old owl", "Alte Eule"]])
    assert cli.run(["languages", str(folder), "--import", str(folder / "texts.csv"), "--yes"]) == 0
    capsys.readouterr()
    assert cli.run(["languages", str(folder), "--missing"]) == 0
    assert f"stale: {OWL}\n    was Old owl\n    is  Owl" in capsys.readouterr().out


def test_what_a_sheet_has_wrong_is_reported_at_its_cell(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = folder / "texts.csv"
    write_rows(
        sheet,
        [
            ["text", "en", "de", "remark"],
            ["kinds.card.cards.elk.name", "Elk", "Elch", ""],
            [OWL, "Owl", "Eule", ""],
        ],
    )
    assert cli.run(["languages", str(folder), "--import", str(sheet), "--yes"]) == 0
    said = capsys.readouterr().err
    assert "texts.csv:A2: warning[unknown-entry]" in said
    assert "texts.csv:D1: warning[unknown-column]" in said
    before = (folder / "cards.de.yaml").read_bytes()
    write_rows(sheet, [["text", "en", "de"], [OWL, "Owl", "Zwei\nZeilen"], [TAGS, "", "nur eines"]])
    assert cli.run(["languages", str(folder), "--import", str(sheet), "--yes"]) == 1
    said = capsys.readouterr().err
    assert "texts.csv:C2: error[" in said
    assert "texts.csv:C3: error[wrong-type]" in said
    assert (folder / "cards.de.yaml").read_bytes() == before
    write_rows(
        sheet, [["text", "en", "de"], [TAGS, "", "weise\ngrau"], [TEXT, "", "{gold} Zeilen."]]
    )
    assert cli.run(["languages", str(folder), "--import", str(sheet), "--yes"]) == 0
    assert "texts.csv:C3: warning[" in capsys.readouterr().err
    write_rows(sheet, [["name", "en"], ["Owl", "x"]])
    assert cli.run(["languages", str(folder), "--import", str(sheet), "--yes"]) == 1
    assert "expected the columns 'text', 'en'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["--yes"],
        ["--export", "a.ods"],
        ["--export", "a.csv", "--import", "b.csv"],
        ["--import", "b.csv", "--format", "json"],
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(
    folder: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["languages", str(folder), *words]) == 2
    capsys.readouterr()
