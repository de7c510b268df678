"""Brick & Mortar in words: what is read where there is nothing to tell of."""

from __future__ import annotations

from generator.data.loading import load_game
from rules_check.games import brick_and_mortar as rules
from tests.rules_check.games.scripted_brick_and_mortar import FILE, Table


def told(table: Table, text: str) -> list[str]:
    """Make a move, and write what all see of it."""
    move = rules.parse_move(table.cards, table.state, text)
    lines = rules.tell(load_game(FILE), table.cards, table.state, move, -1)
    table.play(text)
    return lines


def test_offers_of_nothing_are_said_so() -> None:
    table = Table().shop(0, "bakery", food=[0, 4]).shop(1, "food-bank", food=[0, 3]).boxes("food", food=4)
    texts = [
        rules.describe(load_game(FILE), table.cards, table.state, rules.parse_move(table.cards, table.state, text))
        for text in table.legal()
    ]
    assert texts[0] == "Offer no food"
    assert told(table, "offer 0 at 0")[0] == "Seat 1 offered no food."
    assert "Nobody offered anything." in told(table, "offer 0 at 0")
