"""What the checks of all games share: findings in words and in order, and checks of numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.data.problems import Place
from rules_check.engine.attributes import record_of
from rules_check.toolkit.examining import (
    Findings,
    LaidOut,
    check_dominated,
    check_enough,
    check_even,
    examined,
    examiner,
    sections,
)
from rules_check.toolkit.texts import WORDS, texts
from tests.conftest import make_game

HERE = Place("cards.yaml", 1, 1)


@pytest.fixture
def found(tmp_path: Path) -> Findings:
    (tmp_path / WORDS).write_text(
        """
examine:
  few: {claim: "{number} {number:card|cards} for {about}, {need} needed.", hint: add some, unit: cards}
  few fine: {claim: Enough., unit: cards}
  odd: {claim: "The {what} are {parts}.", unit: cards}
  odd fine: {claim: Even., unit: cards}
  die-mismatch fine: {claim: Our own words., unit: faces}
  card sort: "{card.sort}"
  card how: "{one.strength}"
""",
        encoding="utf-8",
    )
    return Findings(
        texts(str(tmp_path / "examine.py"), "examine"),
        sections(census="odd few die-mismatch", reach="card-dominated card-twin"),
    )


def test_a_finding_has_its_words_its_section_and_a_plain_number(found: Findings) -> None:
    check_enough(found, "few", 5, {2: 4, 3: np.int32(6)}, HERE)
    (one,) = found.found
    assert (one.name, one.section, one.verdict) == ("few (3 players)", "census", "warning")
    assert (one.claim, one.hint, one.unit, one.place) == (
        "5 cards for 3 players, 6 needed.",
        "add some",
        "cards",
        HERE,
    )
    found.fine("die-mismatch fine", "", np.int32(8), HERE)
    assert (found.found[-1].claim, type(found.found[-1].number)) == ("Our own words.", int)


def test_nothing_is_fine_where_something_was_found(found: Findings) -> None:
    found.add("fault", "few", "hero level 1", 1, HERE, need=2)
    for about in ("", "hero", "hero level 1"):
        found.fine("few fine", about, 1, HERE)
    assert len(found.found) == 1
    for about in ("hero level 10", "her", "level"):
        found.fine("few fine", about, 1, HERE)
    assert [one.about for one in found.found[1:]] == ["hero level 10", "her", "level"]


def test_what_was_found_is_told_in_the_order_of_the_codes(found: Findings, tmp_path: Path) -> None:
    def check(cards: LaidOut, found: Findings) -> None:
        found.fine("few fine", "b", 1, HERE)
        check_even(found, "odd", "", {"red": 1, "blue": 2}, HERE, what="suits")
        found.fine("few fine", "a", 1, HERE)

    told = examined(LaidOut(make_game(tmp_path / "game"), None), found, check)
    assert [one.name for one in told] == ["odd", "few (b)", "few (a)"]
    assert (told[0].claim, told[0].number) == ("The suits are 1 of red and 2 of blue.", 1)


def test_as_many_of_each_are_even(found: Findings) -> None:
    check_even(found, "odd", "", {"red": 2, "blue": 2}, HERE, what="suits")
    assert found.found == []


@pytest.mark.parametrize(
    ("prices", "names"),
    [
        ((1, 2, 3), ["card-dominated (a)", "card-dominated (b)"]),
        ((1, 1), ["card-twin (b)"]),
        ((2,), []),
    ],
)
def test_a_card_that_another_outdoes_is_named_once(
    found: Findings, tmp_path: Path, prices: tuple[int, ...], names: list[str]
) -> None:
    cards: dict[str, Any] = {
        id_: {"name": id_.upper(), "price": price, "sort": "a"}
        for id_, price in zip("abc", prices, strict=False)
    }
    cards["d"] = {"name": "D", "price": 9, "sort": "b"}
    game = make_game(
        tmp_path / "game", cards=cards, fields={"name": "line", "price": "integer", "sort": "line"}
    )
    found.cards = LaidOut(game, None)
    entries = found.cards.entries("card", strength=[*prices, 9])
    check_dominated(found, "card", entries, lambda a, b: a.strength <= b.strength, "price")
    assert [one.name for one in found.found] == names
    assert all(one.place and one.place.line > 1 for one in found.found)


def test_entries_take_columns_of_the_record_by_their_names(tmp_path: Path) -> None:
    game = make_game(
        tmp_path / "game",
        cards={id_: {"name": id_.upper()} for id_ in "ab"},
        fields={"name": "line"},
    )
    record = record_of(
        np.dtype([("price", "i4", (3,)), ("card_price", "i4", (3,)), ("level", "i4", (3,))])
    )
    record.card_price[:2], record.level[:2] = (5, 6), (1, 2)
    found = LaidOut(game, record).entries("card", "price level", more=["x", "y"])
    assert [(one.id, one.price, one.level, one.more) for one in found] == [
        ("a", 5, 1, "x"),
        ("b", 6, 2, "y"),
    ]


def test_an_examiner_puts_each_card_set_through_its_checks(tmp_path: Path, found: Findings) -> None:
    def check(cards: LaidOut, found: Findings) -> None:
        found.add("warning", "few", "all", cards.cards, HERE, need=9)

    examine = examiner(LaidOut, found.texts, found.sections, check)
    game = make_game(tmp_path / "game")
    assert [[one.number for one in examine(game, number, {})] for number in (3, 4)] == [[3], [4]]
