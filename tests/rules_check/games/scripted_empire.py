"""A scripted game of Empire: states built by name of card, moves played by their texts. Factories
only, no tests.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from generator.data.game import Game
from generator.data.loading import load_game
from rules_check.engine.faults import fault_words
from rules_check.engine.game import moves_of, new_state
from rules_check.games import empire as rules
from rules_check.games.empire.game import types_of
from rules_check.games.empire.state import ANY_NUMBER, Pillars
from rules_check.toolkit import layout
from rules_check.toolkit.records import EMPTY
from tests.rules_check.games.scripted import ROOT

REAL = ROOT / "games" / "empire" / "cards.yaml"
SMALL = Path(__file__).resolve().parent / "empiregame" / "cards.yaml"
"""The same shape, a line a row: what tests of faults break."""
# What the scripts count on, whatever cards.yaml is tuned to.
NUMBERS = {
    "hand_cards": 10,
    "packs": [0, 0, 0, 2, 2, 3, 3],
    "pillar_size": 4,
    "pillars_to_win": 4,
    "first_pillar_cards": 6,
    "bonus_from": 2,
}


@cache
def empire_game() -> Game:
    """Read the game of this checkout, as it is."""
    return load_game(REAL)


@cache
def empire_cards() -> Any:
    """Read Empire's card set, as it is."""
    return rules.cards_record(empire_game())


def make_cards(**changes: Any) -> Any:
    """Copy the card set of the scripts: each ruling by its first option, but for `changes` of
    numbers or rulings.
    """
    cards = empire_cards().copy()
    for name, number in NUMBERS.items():
        cards[name] = number
    for name, options in rules.RULINGS.items():
        cards = rules.with_ruling(cards, name, changes.pop(name, options[0]))
    for name, value in changes.items():
        cards[name] = value
    return cards


def type_text(cards: Any, type_: int) -> str:
    """Name a type as moves do."""
    return types_of(cards)[type_]


class Table:
    """A game under way, in its second round, seat 0 to act. Cards that a script lays somewhere come
    out of the resources pile.

    Hands are empty until laid, so a script sees only what it has named. Seats are counted from 0,
    but in the texts of moves from 1.
    """

    def __init__(self, players: int = 3, **changes: Any) -> None:
        self.cards, self.state = make_cards(**changes), new_state(rules)
        rules.new_game(self.cards, self.state, players, 1, 0)
        while self.state.rounds == 1:
            rules.apply(self.cards, self.state, moves_of(rules, self.cards, self.state)[0])
        self.hands().piles()

    # ------------------------------------------------------------ to build
    def types(self, names: str) -> list[int]:
        texts = [type_text(self.cards, type_) for type_ in range(self.cards.types)]
        return [texts.index(name) for name in names.split()]

    def _return(self, type_: int, count: int = 1) -> None:
        """Put cards at the bottom of the resources pile."""
        state = self.state
        rest = state.deck[: state.deck[-1]].copy()
        state.deck[:count] = type_
        state.deck[count : count + len(rest)] = rest
        state.deck[-1] += count

    def _take(self, type_: int) -> int:
        state = self.state
        deck = state.deck[: state.deck[-1]].tolist()
        deck.remove(type_)  # the lowest
        state.deck[: len(deck)] = deck
        state.deck[-1] -= 1
        return type_

    def hands(self, *hands: str) -> Table:
        """Give each seat, from 0 on, exactly the cards named, of which nobody knows anything."""
        state = self.state
        for seat in range(state.players):
            for type_ in range(self.cards.types):
                self._return(type_, int(state.hand[seat, type_]))
            state.hand[seat], state.known[seat], state.most[seat], state.hand_size[seat] = (
                0,
                0,
                ANY_NUMBER,
                0,
            )
        for seat, names in enumerate(hands):
            for type_ in self.types(names):
                state.hand[seat, self._take(type_)] += 1
                state.hand_size[seat] += 1
        return self

    def piles(self, *piles: str) -> Table:
        """Make each seat's discards exactly the cards named, the last on top."""
        state = self.state
        for seat in range(state.players):
            for type_ in state.pile[seat, : state.pile[seat, -1]].tolist():
                self._return(type_)
            state.pile[seat, -1] = 0
        for seat, names in enumerate(piles):
            for type_ in self.types(names):
                state.pile[seat, state.pile[seat, -1]] = self._take(type_)
                state.pile[seat, -1] += 1
        return self

    def pillars(self, seat: int, *pillars: str) -> Table:
        """Stand pillars before a seat, each of a rank without jokers or, as "seven 1", with
        some.
        """
        state, cards = self.state, self.cards
        for text in pillars:
            name, wild = [*text.split(), "0"][:2]
            (type_,) = self.types(name)
            for one, count in ((type_, cards.pillar_size - int(wild)), (cards.joker, int(wild))):
                for _ in range(count):
                    state.buried[self._take(int(one))] += 1
            rank = int(cards.type_rank[type_])
            state.pillar[seat, state.laid[seat]] = rank * 8 + int(wild)
            state.laid[seat] += 1
            state.earned[seat, Pillars.PURE if wild == "0" else Pillars.WITH_JOKERS] += 1
            state.ranks[seat] |= 1 << rank
            state.empire[seat] = cards.rank_empire[rank]
        return self

    def top(self, names: str) -> Table:
        """Let these be drawn next, the first named first."""
        state = self.state
        for type_ in reversed(self.types(names)):
            state.deck[state.deck[-1]] = self._take(type_)
            state.deck[-1] += 1
        return self

    def only(self, names: str) -> Table:
        """Let the resources pile hold just these, the first named drawn first; the others leave the
        card set.
        """
        state, cards, count = self.state, self.cards, len(names.split())
        self.top(names)
        cards.type_copies[:] *= cards.packs[state.players]
        cards.packs[state.players] = 1
        for type_ in state.deck[: state.deck[-1] - count].tolist():
            cards.type_copies[type_] -= 1
        state.deck[:count] = state.deck[state.deck[-1] - count : state.deck[-1]].copy()
        state.deck[-1] = count
        return self

    def spend(self) -> Table:
        """Lay the whole resources pile under the discards of seat 0."""
        state = self.state
        size, own = int(state.deck[-1]), self.state.pile[0, : self.state.pile[0, -1]].copy()
        state.pile[0, :size] = state.deck[:size]
        state.pile[0, size : size + len(own)] = own
        state.pile[0, -1], state.deck[-1] = size + len(own), 0
        return self

    def skips(self, *seats: int) -> Table:
        self.state.skip[list(seats)] = 1
        return self

    # ------------------------------------------------------------- to play
    def play(self, *texts: str) -> Table:
        """Play moves, several with commas between them. Each must be legal, and the state sound
        after it.
        """
        for text in ",".join(texts).split(","):
            rules.apply(self.cards, self.state, rules.parse_move(self.cards, self.state, text))
            assert self.fault() == "sound", text
        return self

    # ------------------------------------------------------------- to look
    def fault(self) -> str:
        return fault_words(rules, self.cards, rules.fault(self.cards, self.state))

    def legal(self) -> list[str]:
        return [
            rules.move_text(self.cards, self.state, move)
            for move in moves_of(rules, self.cards, self.state)
        ]

    def seat(self) -> int:
        return int(rules.current_player(self.cards, self.state))

    def _counted(self, row: Any, blank: int) -> dict[str, int]:
        return {
            type_text(self.cards, type_): int(row[type_])
            for type_ in range(self.cards.types)
            if row[type_] != blank
        }

    def hand(self, seat: int) -> dict[str, int]:
        return self._counted(self.state.hand[seat], 0)

    def known(self, seat: int) -> dict[str, int]:
        return self._counted(self.state.known[seat], 0)

    def most(self, seat: int) -> dict[str, int]:
        return self._counted(self.state.most[seat], ANY_NUMBER)

    def pile(self, seat: int) -> list[str]:
        return [
            type_text(self.cards, type_)
            for type_ in self.state.pile[seat, : self.state.pile[seat, -1]]
        ]

    def empire(self, seat: int) -> int | None:
        empire = int(self.state.empire[seat])
        return None if empire == EMPTY else empire

    def end(self) -> str:
        return rules.ENDS[self.state.end]

    def _read(self, verb: Any) -> list[int]:
        out = np.zeros(int(self.state.players), np.int64)
        verb(self.cards, self.state, out)
        return [int(n) for n in out]

    def scores(self) -> list[int]:
        return self._read(rules.scores)

    def places(self) -> list[int]:
        return self._read(rules.places)

    # ----------------------------------------------------- to be told
    def told(self, texts: str, seat: int = EMPTY) -> list[str]:
        """Play moves, and give what a seat is told of the last; EMPTY is told everything."""
        *before, last = texts.split(",")
        if before:
            self.play(",".join(before))
        lines = rules.tell(
            empire_game(),
            self.cards,
            self.state,
            rules.parse_move(self.cards, self.state, last),
            seat,
        )
        self.play(last)
        return lines

    def shown(self, seat: int) -> list[str]:
        return layout.shown(rules, empire_game(), self.cards, self.state, seat)

    def menu(self) -> list[str]:
        """Describe the legal moves."""
        return [
            rules.describe(empire_game(), self.cards, self.state, move)
            for move in moves_of(rules, self.cards, self.state)
        ]


def laid_out(
    players: int,
    hands: tuple[str, ...] = (),
    piles: tuple[str, ...] = (),
    pillars: tuple[str, ...] = (),
    deck: str = "",
    rest: int = EMPTY,
    rounds: int = 2,
    **changes: Any,
) -> Table:
    """Lay a table in one go: hands and discards as "seven*3 joker", the last discard on top.

    `pillars` are each seat's, as "seven+1" for one with a joker; `deck` is on top of the resources
    pile, its last drawn first. All other cards lie below in the pile, or with `rest` in that seat's
    hand.
    """

    def spelled(text: str) -> str:
        words = (word.partition("*") for word in text.split())
        return " ".join(name for name, _, times in words for _ in range(int(times or 1)))

    table = Table(players, **changes).hands(*map(spelled, hands)).piles(*map(spelled, piles))
    for seat, text in enumerate(pillars):
        table.pillars(seat, *(word.replace("+", " ") for word in text.split()))
    table.top(" ".join(reversed(spelled(deck).split())))
    state = table.state
    if rest != EMPTY:
        tops = len(spelled(deck).split())
        below = state.deck[: state.deck[-1] - tops].tolist()
        for type_ in below:
            state.hand[rest, type_] += 1
        state.deck[:tops] = state.deck[len(below) : state.deck[-1]].copy()
        state.hand_size[rest], state.deck[-1] = state.hand_size[rest] + len(below), tops
    state.rounds = state.stirred = rounds
    return table
