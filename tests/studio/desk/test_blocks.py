"""Blocks of cells, an order and CSV: each one step that is taken back at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.desk.desk import Desk
from studio.protocol.messages import AskCsv, Block, BlockRow, TakeCsv, Undo
from tests.studio.conftest import make_small_game, until
from tests.studio.desk.test_desk import Reader

COMPONENTS = {
    "tides": {"name": "cards", "of": "card", "where": {"guild": "tide"}, "count": 2},
    "embers": {"name": "cards", "of": "card", "where": {"guild": "ember"}, "count": 2},
}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(make_small_game(tmp_path, components=COMPONENTS))
    opened.start(watches=False)
    yield opened
    opened.stop()


@pytest.fixture
def reader(desk: Desk) -> Reader:
    found = Reader(desk)
    until(lambda: desk.is_drawn and found.all("faces"), "all is drawn")
    return found


def block(seq: int, rows: list[BlockRow], **more: Any) -> Block:
    return Block(seq, "kinds", "card", rows, **more)


def test_a_block_fills_cells_adds_cards_and_is_taken_back_at_once(
    reader: Reader, desk: Desk
) -> None:
    first = desk.draft.text
    rows = [
        BlockRow("tib", {"name": "Tom", "cost": "7"}),
        BlockRow("pike", {"cost": "8", "note": ""}),
        BlockRow("eel", {"name": "Eel", "cost": "1", "guild": "ember"}, is_new=True),
        BlockRow("cod", {"name": "Cod"}, is_new=True, like="wick"),
    ]
    reader.say(block(1, rows))
    assert reader.wait(1)["problems"] == []
    cards = desk.workshop.game.cards  # type: ignore[union-attr]
    assert [(card.record["name"], card.record["cost"]) for card in cards.values()] == [
        ("Tom", 7),
        ("Pike", 8),
        ("Wick", 2),
        ("Eel", 1),
        ("Cod", 2),
    ]
    assert "count: 5" in desk.draft.text
    reader.say(Undo(2))
    reader.wait(2)
    assert desk.draft.text == first


def test_rows_are_deleted_and_put_in_order(reader: Reader, desk: Desk) -> None:
    reader.say(block(1, [], removed=["tib", "wick"]))
    reader.wait(1)
    assert [
        row["id"]
        for row in [one for one in reader.all("grid") if one["name"] == "card"][-1]["rows"]
    ] == ["pike"]
    reader.say(Undo(2))
    reader.wait(2)
    reader.say(block(3, [], order=["wick", "pike", "tib"]))
    reader.wait(3)
    assert list(desk.workshop.game.cards) == ["wick", "pike", "tib"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (block(1, [BlockRow("nobody", {"cost": "1"})]), "does not exist"),
        (block(1, [BlockRow("tib", {"colour": "1"})]), "no field 'colour'"),
        (block(1, [BlockRow("tib", {}, is_new=True)]), "there is already a 'tib'"),
        (block(1, [BlockRow("No Good", {}, is_new=True)]), "an id must be a short name"),
        (block(1, [BlockRow("eel", {}, is_new=True, like="nobody")]), "there is no 'nobody'"),
        (block(1, [], removed=["nobody"]), "does not exist"),
        (Block(1, "kinds", "monster", []), "the fields of 'monster' cannot be read"),
        (block(1, [BlockRow("tib", {"cost": "1"})] * 20_001), "to change more, import CSV"),
        (AskCsv("monster"), "no cards of 'monster'"),
        (TakeCsv(1, "card", "x.csv", "id,cost\ntib,many\n"), "x.csv cannot be imported"),
        (TakeCsv(1, "card", "x.csv", 'id,cost\n"tib'), "x.csv cannot be imported"),
        (TakeCsv(1, "card", "x.csv", ""), "x.csv cannot be imported"),
    ],
)
def test_what_cannot_be_done_changes_nothing(
    reader: Reader, desk: Desk, asked: object, said: str
) -> None:
    before = desk.draft.text
    reader.say(asked)
    assert said in reader.remark()
    assert desk.draft.text == before


def test_csv_goes_out_and_comes_back(reader: Reader, desk: Desk) -> None:
    reader.say(AskCsv("card"))
    (csv,) = until(lambda: reader.all("csv"), "the CSV")
    assert csv["file"] == "trial-card.csv"
    assert csv["text"].splitlines()[0].lstrip("\ufeff").startswith("id,name,cost,guild")
    before = desk.draft.text
    reader.say(TakeCsv(1, "card", csv["file"], csv["text"]))
    until(lambda: "0 cards changed, 0 added" in reader.remark(), "nothing is other")
    assert desk.draft.text == before
    text = csv["text"].replace("Tib,4", "Tom,5") + "eel,Eel,1,ember\n"
    reader.say(TakeCsv(2, "card", csv["file"], text))
    assert reader.wait(2)["problems"] == []
    assert "1 card changed, 1 added" in reader.remark()
    assert ("name: Tom" in desk.draft.text, "eel:" in desk.draft.text) == (True, True)


def test_csv_keeps_formulas_from_spreadsheets(reader: Reader, desk: Desk) -> None:
    reader.say(block(1, [BlockRow("tib", {"name": "=HYPERLINK(1)"})]))
    reader.wait(1)
    reader.say(AskCsv("card"))
    (csv,) = until(lambda: reader.all("csv"), "the CSV")
    assert "'=HYPERLINK(1)" in csv["text"]
