"""Merchants of Magick in words: what the table shows to decide by, and what a game ends with."""

from __future__ import annotations

import random
import re

import pytest

from generator.data.loading import load_game
from rules_check.engine.game import moves_of, new_state, of_seats
from rules_check.games import merchants_of_magick as rules
from rules_check.play.telling import told
from rules_check.toolkit import layout
from tests.rules_check.games.scripted import ROOT

GAME = load_game(ROOT / "games" / "merchants-of-magick")
CARDS = rules.cards_record(GAME)


def dealt(players: int, seed: int = 1) -> object:
    state = new_state(rules)
    rules.new_game(CARDS, state, players, seed, 0)
    return state


def shown(state: object, seat: int = 0) -> str:
    """Write the table in one line, with a blank for each gap."""
    return " ".join(" ".join(layout.shown(rules, GAME, CARDS, state, seat)).split())


def test_the_table_has_the_sheet_and_what_is_on_the_way() -> None:
    table = shown(dealt(2))
    for said in (
        "Round 1 of 10. You to mark, with 2 results left.",
        " for Leather, Elemental and Arcane; d8: ",
        "Items (that or more): Backpack (Accessory, 2 coins) Leather 2, Leather 4; Scroll (Accessory, 2 coins) Leather 3, Wood 3;",
        "Haggling (4 coins, 2 potions more) Elemental 5, Arcane 5;",
        "Fine Weapons (3 coins, 1 for each Weapon order) ",
        "0 of 6 Extra Dice used, the next for 0 potions",
    ):
        assert said in table
    assert re.search(r"toward masteries: \w+( \w+)? 0 of \d and \w+( \w+)? 0 of \d", table)
    assert re.search(r"adventurer: [\w ]+ \(\d+ coins\): ", table)
    assert "not in the shop yet" not in table
    assert "Items (" not in shown(dealt(2), -1)


def test_what_is_marked_leaves_the_list() -> None:
    state = dealt(1)
    while "of the Elves (3 coins) Wild 5, Wild 3" in shown(state):
        moves = {rules.move_text(CARDS, state, move): move for move in moves_of(rules, CARDS, state)}
        rules.apply(CARDS, state, next((move for text, move in moves.items() if "elves" in text), max(moves.values())))
    assert re.search(r"of the Elves \(3 coins\) Wild \d[.;]", shown(state))


def test_orders_that_wait_alone_are_not_in_the_shop() -> None:
    table = shown(dealt(1))
    shop, waiting = re.search(r"orders: (.*?) not in the shop yet: (.*?) adventurer:", table).groups()  # type: ignore[union-attr]
    assert (shop.count(" to mark)"), waiting.count(" to mark)")) == (4, 2)


def test_a_row_that_begins_with_a_small_letter_is_quoted_in_a_move() -> None:
    texts = [rules.describe(GAME, CARDS, dealt(1), move) for move in moves_of(rules, CARDS, dealt(1))]
    assert any(text.startswith("Mark “of the ") for text in texts)
    assert not any(text.startswith("Mark of the") for text in texts)


@pytest.mark.parametrize("players", [1, 3])
def test_a_game_ends_with_what_each_sheet_adds_up_to(players: int) -> None:
    state, luck, lines = dealt(players), random.Random(players), list[str]()
    while not rules.is_over(CARDS, state):
        move = luck.choice(moves_of(rules, CARDS, state))
        lines = told(rules, GAME, CARDS, state, move, 0)
        rules.apply(CARDS, state, move)
    scores = of_seats(rules.scores, CARDS, state)
    sums = [line for line in lines if ", which makes " in line]
    assert len(sums) == players
    assert sums[0].startswith("You: ")
    for line, score in zip(sums, scores, strict=True):
        parts, total = line.split(", which makes ")
        assert total == f"{score} coins."
        assert sum(int(n) for n in re.findall(r"(\d+) for", parts)) == score
    assert ("No rating." in lines) == (players == 1 and scores[0] < 60)
    assert any(re.fullmatch(rf"\d\. you with {scores[0]} coins", line) for line in lines)
