"""A scripted game of Empire: the game's data, states built by name of card, moves played by their texts. Factories only, no tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from generator.game import Game, load_game
from rules_check.game import apply_checked, moves_of, new_state
from rules_check.games import empire as rules
from rules_check.games.empire_data import ACT, ANY_NUMBER, EMPTY, RULINGS, set_types
from rules_check.games.empire_words import type_text

ROOT = Path(__file__).resolve().parents[2]

# What the scripts count on, whatever cards.yaml is tuned to.
NUMBERS = {
    "hand_cards": 10,
    "pillar_size": 4,
    "pillars_to_win": 4,
    "first_pillar_cards": 6,
    "bonus_from": 2,
    "packs": [0, 0, 0, 2, 2, 3, 3],
}
RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace", "joker"]
EMPIRES = {"thief": "steal", "merchant": "trade", "warlord": "battle"}
SUITS = ("spades", "hearts", "diamonds", "clubs")


@cache
def empire_game() -> Game:
    """Read the game of this checkout, as it is."""
    return load_game(ROOT / "games" / "empire" / "cards.yaml")


@cache
def _cards() -> Any:
    cards = rules.cards_record(empire_game()).copy()
    for name, number in NUMBERS.items():
        cards[name] = number
    for name in RULINGS:
        cards[name] = 0
    set_types(cards)
    return cards


def make_cards(**changes: Any) -> Any:
    """Copy the card set of the scripts: each ruling by its first option, but for `changes` of numbers or rulings."""
    cards = _cards().copy()
    for name, value in changes.items():
        cards[name] = RULINGS[name].index(value) if name in RULINGS else value
    set_types(cards)
    return cards


class Table:
    """A game of which every card lies where the script says: hands and discards as "seven*3 joker", the last discard on top.

    `pillars` are each seat's, as "sevens+1" for one with a joker; `deck` is on top of the resources pile, its last drawn first. All
    other cards lie below in the pile, or with `rest` in that seat's hand. It is round 2 (`rounds`), and seat 0 is to act.
    """

    def __init__(self, players: int, hands: tuple[str, ...] = (), piles: tuple[str, ...] = (), pillars: tuple[str, ...] = (),
                 deck: str = "", rest: int = EMPTY, rounds: int = 2, **changes: Any) -> None:  # fmt: skip
        self.cards, self.state = make_cards(**changes), new_state(rules)
        cards, state = self.cards, self.state
        rules.new_game(cards, state, players, 1, 0)
        self.types = {type_text(cards, type_): type_ for type_ in range(cards.types)}
        left = cards.type_copies.astype(np.int64) * int(cards.packs[players])
        state.hand[:], state.pile_size[:], state.deck_size, state.known[:], state.most[:] = 0, 0, 0, 0, ANY_NUMBER
        for seat, text in enumerate(hands):
            for type_ in self._named(text):
                state.hand[seat, type_] += 1
                left[type_] -= 1
        for seat, text in enumerate(piles):
            for type_ in self._named(text):
                state.pile[seat, state.pile_size[seat]] = type_
                state.pile_size[seat] += 1
                left[type_] -= 1
        for seat, text in enumerate(pillars):
            for word in text.split():
                self._lay(seat, *word.partition("+")[::2], left)
        tops = self._named(deck)
        for type_ in tops:
            left[type_] -= 1
        assert (left >= 0).all(), "more cards than there are"
        if rest != EMPTY:
            state.hand[rest] += left.astype(np.int8)
        below = [] if rest != EMPTY else [type_ for type_ in range(cards.types) for _ in range(left[type_])]
        state.deck[: len(below) + len(tops)], state.deck_size = [*below, *tops], len(below) + len(tops)
        state.hand_size[:] = state.hand.sum(axis=1)
        state.rounds, state.stirred, state.phase, state.seat, state.turn = rounds, rounds, ACT, 0, 0

    def _named(self, text: str) -> list[int]:
        return [self.types[word.partition("*")[0]] for word in text.split() for _ in range(int(word.partition("*")[2] or 1))]

    def _lay(self, seat: int, name: str, wild: str, left: Any) -> None:
        cards, state, jokers = self.cards, self.state, int(wild or 0)
        type_ = self.types[name]
        rank = int(cards.type_rank[type_])
        state.pillar[seat, state.laid[seat]] = rank * 8 + jokers
        state.laid[seat] += 1
        state.ranks[seat] |= 1 << rank
        state.empire[seat] = cards.rank_empire[rank]
        for one, count in ((type_, int(cards.pillar_size) - jokers), (int(cards.joker), jokers)):
            state.buried[one] += count
            left[one] -= count

    def play(self, *texts: str) -> Table:
        """Play moves, several with commas between them. Each must be legal, and the state sound after it."""
        for text in ",".join(texts).split(","):
            apply_checked(rules, self.cards, self.state, rules.parse_move(self.cards, self.state, text))
            assert rules.FAULTS[rules.fault(self.cards, self.state)] == "sound", text
        return self

    def told(self, texts: str, seat: int = EMPTY) -> list[str]:
        """Play moves, and give what a seat is told of the last; EMPTY is told everything."""
        *before, last = texts.split(",")
        if before:
            self.play(",".join(before))
        lines = rules.tell(empire_game(), self.cards, self.state, rules.parse_move(self.cards, self.state, last), seat)
        self.play(last)
        return lines

    def shown(self, seat: int) -> list[str]:
        return rules.show(empire_game(), self.cards, self.state, seat)

    def menu(self) -> list[str]:
        """Describe the legal moves."""
        return [rules.describe(empire_game(), self.cards, self.state, move) for move in moves_of(rules, self.cards, self.state)]
