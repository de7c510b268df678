"""What is wrong with a state: by its fault, with the card and the zones where it is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.loading import load_game
from rules_check.engine.faults import fault_words
from rules_check.engine.game import new_state
from rules_check.games.empire.game import rules as empire
from rules_check.games.emporium.game import rules as emporium
from rules_check.toolkit.rulesets import Ruleset
from tests.rules_check.toolkit.test_rulesets import ROOT, dealt, declared


@pytest.mark.parametrize(
    ("rules", "path", "field", "at", "card", "fault", "where"),
    [
        (
            emporium,
            "cards.yaml",
            "worn",
            (0, 0),
            99,
            "a zone of item has a number that is not one of its cards",
            "in worn 1",
        ),
        (
            emporium,
            "cards.yaml",
            "hand",
            (5, -1),
            1,
            "a zone of item has a number that is not one of its cards",
            "in hand of seat 6",
        ),
        (
            empire,
            "games/empire/cards.yaml",
            "buried",
            (0,),
            -1,
            "a zone of card has a number that is not one of its cards",
            "in buried",
        ),
        (
            empire,
            "games/empire/cards.yaml",
            "buried",
            (3,),
            1,
            "a card is in two zones or in none (five)",
            "1 in buried, 7 in deck and 1 in hand of seat 1",
        ),
        (
            empire,
            "games/empire/cards.yaml",
            "hand",
            (5, 0),
            1,
            "a seat without a player has a card",
            "in hand of seat 6",
        ),
    ],
)
def test_a_card_is_looked_for_wherever_it_may_lie(
    rules: Ruleset, path: str, field: str, at: tuple[int, ...], card: int, fault: str, where: str
) -> None:
    """In places for one card each, in stacks, and where cards are counted; where it was found is
    told only of the state at hand.
    """
    cards, state = rules.cards_record(load_game(ROOT / path)), new_state(rules)
    rules.new_game(cards, state, 3, 1, 0)
    assert rules.fault(cards, state) == 0
    state[field][at] = card
    number = rules.fault(cards, state)
    assert fault_words(rules, cards, number) == fault
    told = f"{fault[:-1]}, {where})" if fault.endswith(")") else f"{fault} ({where})"
    assert fault_words(rules, cards, number, state) == told


def test_a_number_below_the_least_is_a_fault(tmp_path: Path) -> None:
    owed = ("    sharks = whole()\n", "    sharks = whole()\n    owed = each(SEATS, least=-2)\n")
    rules = declared(tmp_path, owed)
    _, cards, state = dealt(rules)
    assert rules.fault(cards, state) == 0
    state.owed[2] = -2
    assert rules.fault(cards, state) == 0
    state.owed[2] = -3
    assert (
        fault_words(rules, cards, int(rules.fault(cards, state)), state)
        == "owed below -2 (-3 of seat 3)"
    )


@pytest.mark.slow
def test_money_is_never_below_nought(tmp_path: Path) -> None:
    rules = declared(tmp_path, ('UNIT="pearls"', 'UNIT="banked"'))
    _, cards, state = dealt(rules)
    state.banked[0] = -1
    assert (
        fault_words(rules, cards, int(rules.fault(cards, state)), state)
        == "banked below 0 (-1 of seat 1)"
    )
