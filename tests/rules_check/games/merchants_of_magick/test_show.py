"""Merchants of Magick in words: what the table shows to decide by, and what a game ends with."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from generator.data.loading import load_game
from generator.face.press import Press
from rules_check.engine.game import moves_of, new_state, of_seats
from rules_check.engine.view import NOBODY, view_of
from rules_check.games import merchants_of_magick as rules
from rules_check.play.telling import Teller
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
        " Leather, Elemental and Arcane d8 ",
        (
            "Items (that or more) coins Leather Wood Steel Backpack 2 2 4 Accessory Scroll 2 3 3 "
            "Accessory "
        ),
        "Haggling 4 5 5 2 potions more ",
        "Fine Weapons 3 3 4 1 for each Weapon order ",
        "0 of 6 Extra Dice used, the next one free",
    ):
        assert said in table
    assert re.search(r"toward masteries: \w+( \w+)? 0 of \d, \w+( \w+)? 0 of \d", table)
    assert re.search(r"adventurer: [\w ]+ \(\d+ coins\): ", table)
    assert "waiting" not in table
    assert "Items (" not in shown(dealt(2), -1)
    assert "Round 1 of 10. Everybody marks." in shown(dealt(2), 1)


def test_what_is_marked_is_crossed_out_and_leaves_with_its_row() -> None:
    state, seen = dealt(1), list[str]()
    while not state.rows[0] >> int(CARDS.items) + 4 & 1:  # type: ignore[attr-defined]
        seen += re.findall(
            r"^  of the Elves .*", "\n".join(layout.shown(rules, GAME, CARDS, state, 0)), re.M
        )
        moves = {
            rules.move_text(CARDS, state, move): move for move in moves_of(rules, CARDS, state)
        }
        rules.apply(
            CARDS,
            state,
            next((move for text, move in moves.items() if "elves" in text), max(moves.values())),
        )
    assert [*dict.fromkeys(line.split()[-2:][-1] + line.split()[-2] for line in seen)] in (
        ["35", "3x"],
        ["35", "x5"],
    )
    assert "of the Elves 3" not in shown(state)


def follow(state: object, *words: str) -> list[str]:
    """Make the first move that has all of some words; returns what its seat is told."""
    move = next(
        one
        for one in moves_of(rules, CARDS, state)
        if all(word in rules.describe(GAME, CARDS, state, one) for word in words)
    )
    lines = Teller(rules, GAME, CARDS).told(state, move, 0)
    rules.apply(CARDS, state, move)
    return lines


def test_a_move_says_how_far_its_row_is_and_what_it_costs() -> None:
    state = dealt(1)
    state.result[:4], state.potions[0] = (6, 2, 8, 6), 2  # type: ignore[attr-defined]
    texts = [rules.describe(GAME, CARDS, state, move) for move in moves_of(rules, CARDS, state)]
    assert "Mark with the 6 of the d6: Pendant (Leather 3)" in texts
    assert "Mark with the 2 of the d8: Pendant (Leather 3), for 1 potion" in texts
    assert texts[-1] == "Stop for this round, 2 results unused"
    follow(state, "6 of the d6", "Pendant")
    assert follow(state, "8 of the d10", "Pendant 1/2 (Steel 5), its last") == [
        "You: Mark with the 8 of the d10: Pendant 1/2 (Steel 5), its last.",
        "Finished: Pendant, for 3 coins and 1 potion.",
    ]
    texts = [rules.describe(GAME, CARDS, state, move) for move in moves_of(rules, CARDS, state)]
    assert "Mark with the 6 of the d12, an Extra Die: Ring (Steel 6)" in texts
    assert texts[-1] == "Stop for this round"


def test_each_wish_of_the_adventurer_says_what_it_brings() -> None:
    state = dealt(1)
    state.adventurer[0] = 0  # type: ignore[attr-defined]
    needs = [int(needs) for needs in CARDS.wish_needs[0]]
    found = list[str]()
    for wish in range(3):
        before = state.copy()  # type: ignore[attr-defined]
        state.rows[0] |= needs[wish]  # type: ignore[attr-defined]
        state.wishes[0] |= 1 << wish  # type: ignore[attr-defined]
        found += rules.outcome(GAME, CARDS, before, moves_of(rules, CARDS, before)[0], state, 0)
    assert [line.split(", which ")[1] for line in found if ", which " in line] == [
        "brings 3 potions",
        "brings a free mark in any circle",
        "brings a free mark in any circle, and 10 coins",
    ]


def test_what_becomes_of_orders_is_told() -> None:
    for players, gone in ((1, r"^.* left the shop\.$"), (3, r"^.* moved on to seat 2\.$")):
        state, lines = dealt(players), list[str]()
        for seat in range(players):
            state.seat = seat  # type: ignore[attr-defined]
            lines += follow(state, "Stop")
        assert any(re.match(gone, line) for line in lines)
        assert any(re.match(r"^New above your sheet: .* to mark\)\.$", line) for line in lines)


def test_orders_that_wait_alone_are_not_in_the_shop() -> None:
    table = shown(dealt(1))
    shop, waiting = re.search(r"orders: (.*?) waiting: (.*?) adventurer:", table).groups()  # type: ignore[union-attr]
    assert (shop.count(" to mark)"), waiting.count(" to mark)")) == (4, 2)


@pytest.mark.parametrize("players", [1, 3])
def test_a_game_ends_with_what_each_sheet_adds_up_to(players: int) -> None:
    state, luck, lines = dealt(players), random.Random(players), list[str]()
    while not rules.is_over(CARDS, state):
        move = luck.choice(moves_of(rules, CARDS, state))
        lines = Teller(rules, GAME, CARDS).told(state, move, 0)
        rules.apply(CARDS, state, move)
    scores = of_seats(rules.scores, CARDS, state)
    sums = [line for line in lines if ", which makes " in line]
    assert len(sums) == players
    assert sums[0].startswith("You: ")
    for line, score in zip(sums, scores, strict=True):
        parts, total = line.split(", which makes ")
        assert total == f"{score} coins."
        assert sum(int(n) for n in re.findall(r"[a-z] (\d+)", parts.partition(": ")[2])) == score
    if players == 1:
        assert scores[0] < 60
        assert f"No rating, and {60 - scores[0]} more coins would have made it Apprentice." in lines
    assert any(re.fullmatch(rf"\d\. you with {scores[0]} coins", line) for line in lines)


def test_a_sheet_is_laid_out_with_what_is_crossed_off() -> None:
    state, face = dealt(2), Press(GAME).svg(GAME.cards["player-sheet"])
    places = set(re.findall(r'data-tick="([^"]*)"', face))
    for _ in range(30):
        rules.apply(CARDS, state, min(moves_of(rules, CARDS, state)))
    table = view_of(rules, GAME, CARDS, state, NOBODY)
    sheets = [zone.piles[0] for zone in table.zones if zone.name == "sheet"]
    assert [sheet.card for sheet in sheets] == ["player-sheet"] * 2
    for seat, sheet in enumerate(sheets):
        assert set(sheet.crossed) <= places
        marked = [one for one in sheet.crossed if re.fullmatch(r".*-[0-9]", one)]
        assert len([one for one in marked if not one.startswith("extra")]) == (
            int(state.marks[seat]).bit_count()
        )
        assert len(marked) > 5
    dice = table.zones[0].piles
    assert [die.die for die in dice] == [6, 8, 10, 12]
    assert [int(die.facts[0]) for die in dice] == state.result[:4].tolist()
    assert all("sheet" not in line for line in layout.written(table))


def test_a_game_that_prints_no_sheets_lays_out_none() -> None:
    cards = {id_: card for id_, card in GAME.cards.items() if card.kind != "sheet"}
    table = view_of(rules, replace(GAME, cards=cards), CARDS, dealt(1), 0)
    assert "sheet" not in [zone.name for zone in table.zones]
    assert not any(zone.is_on_sheet for zone in table.zones)
