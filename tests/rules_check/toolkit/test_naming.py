"""Things by the numbers that the record has for them; what seats have a number of; what went and
what came.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.engine.view import Counter, Pile
from rules_check.games import merchants_of_magick as rules
from rules_check.toolkit.naming import Naming, beyond, counters, held
from rules_check.toolkit.texts import texts
from tests.rules_check.games.scripted import ROOT

GAME = load_game(ROOT / "games" / "merchants-of-magick")
NAMES = Naming(GAME, rules.cards_record(GAME))


def test_cards_and_rows_go_by_their_numbers() -> None:
    orders = [card for card in GAME.cards.values() if card.kind == "order"]
    assert [NAMES.card_at("order", n) for n in range(len(orders))] == orders
    assert NAMES.id("die", 1) == "d8"
    assert NAMES.names_of("column")[:2] == ["Leather", "Wood"]
    assert NAMES.names_of("item", "spell")[0] == "Backpack"
    assert len(NAMES.names_of("item", "spell")) == int(NAMES.cards.items + NAMES.cards.spells)
    assert NAMES.piles("order", [2, 0], ["b", "a"]) == (
        Pile("b", orders[2].id),
        Pile("a", orders[0].id),
    )


def test_what_is_no_card_is_refused() -> None:
    with pytest.raises(IndexError):
        NAMES.card_at("order", 500)
    with pytest.raises(KeyError):
        NAMES.card_at("die", 0)


def test_cards_are_held_by_a_zone_and_by_all_its_parts() -> None:
    assert held(np.array([4, 2, -1, 2])) == [4, 2]
    assert held(np.array([[4, -1, 1], [-1, -1, 0], [7, 5, 2]])) == [4, 7, 5]


def test_what_went_and_what_came_is_counted() -> None:
    assert beyond([3, 3, 1, 5], [3, 5, 5]) == [3, 1]
    assert beyond([], [3]) == []


def test_counters_are_called_and_told_by_the_words(tmp_path: Path) -> None:
    said = (
        'show: {counter: {gold: gold, debt: debts}, count: {gold: "{n} gold", debt: "{n} '
        '{n:debt|debts}"}}'
    )
    (tmp_path / "words.en.yaml").write_text(said, encoding="utf-8")
    found = counters(
        texts(str(tmp_path / "show.py"), "show"), 2, gold=np.array([3, 0, 9]), debt=[None, 1]
    )
    assert found == (
        Counter(0, "gold", 3, "3 gold"),
        Counter(1, "gold", 0, "0 gold"),
        Counter(1, "debts", 1, "1 debt"),
    )
