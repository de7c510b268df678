"""Emporium by its rules in Python and by its rules as data, in lockstep: the same deal, the same
choices, the same gold, scores and places.

Decks are shuffled into the order of cards.yaml in both, and both are dealt the same. A vote names
heroes at once in Python, and goes hero by hero as data: Python votes first, and the data answers
accordingly.

Run as `python -m tests.rules_check.notation.writing.lockstep GAMES [PLAYERS …]`.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from types import ModuleType
from typing import Any

import numpy as np

from generator.data.loading import load_game
from rules_check.engine.game import new_state, of_seats
from rules_check.engine.kernel import jit_lean
from rules_check.games.emporium import course
from rules_check.games.emporium.game import rules as by_hand
from rules_check.games.emporium.state import HERO, MONSTER, Owner, Phase, Tally
from rules_check.rules import EMPTY
from rules_check.toolkit.moves import ids_of, numbers_of
from tests.rules_check.notation.games import ROOT, game_named, rules_source

APART = "LOCKSTEP_APART"
LIKE_THEIRS = "from tests.rules_check.notation.writing.lockstep import in_order as mix_up\n"
DECKS = ((HERO, "hero_deck", "heroes"), (MONSTER, "monster_deck", "monsters"))


@jit_lean
def in_order(state: Any, zone: Any) -> None:
    """Lay a zone in the order of cards.yaml, in the place of shuffling it."""
    for n in range(1, zone[-1]):
        card, at = zone[n], n
        while at > 0 and zone[at - 1] > card:
            zone[at] = zone[at - 1]
            at -= 1
        zone[at] = card


def rules_as_data() -> Any:
    """Load Emporium's rules as data, with decks laid in order."""
    source = rules_source(game_named("emporium"))
    head = "from rules_check.rules import *\n"
    assert head in source
    module = ModuleType("emporium_as_data")
    module.__file__ = __file__
    sys.modules[module.__name__] = module
    exec(compile(source.replace(head, head + LIKE_THEIRS), __file__, "exec"), module.__dict__)
    return module.rules


class Differs(AssertionError):
    """The two have gone different ways."""


class Pair:
    """One game by both rules."""

    def __init__(self, of_data: Any) -> None:
        vars(course)["mix_up"] = in_order
        self.of_data, game = of_data, game_named("emporium")
        self.by_hand: Any = by_hand
        self.data_cards = of_data.cards_record(game)
        self.hand_cards = by_hand.cards_record(load_game(ROOT / "cards.yaml"))
        kinds = ("item", "hero", "monster")
        self.items, self.heroes, self.monsters = (ids_of(self.hand_cards, kind) for kind in kinds)
        self.data, self.hand = new_state(of_data), new_state(self.by_hand)
        self.room = np.zeros(by_hand.max_moves, np.int64)
        self.texts = dict[int, str]()
        self.decisions = self.votes = self.banished = 0

    def play(self, players: int, number: int) -> None:
        """Play one game by chance. Raises Differs."""
        self.players, self.luck = players, random.Random(1000 * number + players)
        self.of_data.new_game(self.data_cards, self.data, players, 1, number)
        by_hand.new_game(self.hand_cards, self.hand, players, 1, number)
        self._deal_alike()
        while not by_hand.is_over(self.hand_cards, self.hand):
            if int(self.hand.phase) == Phase.BANISH:
                self._vote()
            else:
                self._decide()
        self._answer(self._none_wanted())
        self._same("over", True, self.of_data.is_over(self.data_cards, self.data))
        for verb in ("scores", "places"):
            pairs = ((by_hand, self.hand_cards, self.hand), self._by_data)
            hand, data = (of_seats(getattr(one, verb), cards, now) for one, cards, now in pairs)
            self._same(verb, hand, data)

    @property
    def _by_data(self) -> tuple[Any, Any, Any]:
        return self.of_data, self.data_cards, self.data

    def _deal_alike(self) -> None:
        """Give the rules by hand the deal of those as data."""
        data, hand = self.data, self.hand
        for tier in range(len(data.stock)):
            _lay(hand.draw[tier], data.stock[tier])
        for seat in range(self.players):
            _lay(hand.hand[seat], data.hand[seat])
        for kind, deck, row in DECKS:
            lying = hand.heroes if kind == HERO else hand.monsters
            turned = _cards(data[row])
            _lay(hand.deck[kind], data[deck])
            lying[:] = EMPTY
            lying[: len(turned)] = turned
            hand.owner[kind, :] = Owner.IN_BOX
            hand.owner[kind, _cards(data[deck])] = Owner.IN_DECK
            hand.owner[kind, turned] = Owner.ON_TABLE

    def _decide(self) -> None:
        self._answer(self._none_wanted())  # what by hand nobody is asked, as it would not count
        hand, data = self._by_hand_moves(), self._by_data_moves()
        self._same("seat", int(self.hand.seat), int(self.data.seat))
        self._same("moves", sorted(hand), sorted(data))
        self._same("gold", self._gold(self.hand), self._gold(self.data))
        choice = self.luck.choice(sorted(hand))
        self.decisions += 1
        by_hand.apply(self.hand_cards, self.hand, hand[choice])
        self.of_data.apply(self.data_cards, self.data, data[choice])

    def _gold(self, state: Any) -> list[int]:
        return [int(gold) for gold in state.gold[: self.players]]

    def _none_wanted(self) -> Any:
        return np.zeros((self.players, len(self.heroes)), bool)

    def _vote(self) -> None:
        """Vote by hand for some heroes, and answer for each hero as data in the same way."""
        wanted = self._none_wanted()
        while int(self.hand.phase) == Phase.BANISH:
            moves = self.room[: by_hand.legal_moves(self.hand_cards, self.hand, self.room)]
            move = int(self.luck.choice(moves))
            mask = numbers_of(move)[0]
            for place, hero in enumerate(self.hand.heroes):
                if mask >> place & 1:
                    wanted[int(self.hand.seat), int(hero)] = True
            self.votes += mask > 0
            before = int(self.hand.tally[Tally.BANISHINGS])
            by_hand.apply(self.hand_cards, self.hand, move)
            self.banished += int(self.hand.tally[Tally.BANISHINGS]) - before
        self._answer(wanted)

    def _answer(self, wanted: Any) -> None:
        """Answer votes as data, hero by hero: those of `wanted`, by seat and hero."""
        while sorted(data := self._by_data_moves()) == ["banish", "spare"]:
            voted = wanted[int(self.data.seat), int(self.data.hero_2)]
            move = data["banish" if voted else "spare"]
            self.of_data.apply(self.data_cards, self.data, move)

    def _by_data_moves(self) -> dict[str, int]:
        found = {}
        count = self.of_data.legal_moves(self.data_cards, self.data, self.room)
        for move in map(int, self.room[:count]):
            if move not in self.texts:
                self.texts[move] = self.of_data.move_text(self.data_cards, self.data, move)
            found[self.texts[move]] = move
        return found

    def _by_hand_moves(self) -> dict[str, int]:
        count = by_hand.legal_moves(self.hand_cards, self.hand, self.room)
        return {self._words(move): move for move in map(int, self.room[:count])}

    def _words(self, move: int) -> str:
        """Write a move by hand in the words of the rules as data."""
        state, phase = self.hand, int(self.hand.phase)
        first, second = numbers_of(move)
        word = by_hand.moves.sort_of(move).pattern.split()[0]
        item = self.items[first] if first < len(self.items) else ""
        match word:
            case "sell":
                return f"sell {item} at {second}"
            case "bid":
                return f"bid {first}"
            case "place":
                return f"place on {self.heroes[state.heroes[first]]}"
            case "hero":
                return f"send {self.heroes[state.heroes[first]]}"
            case "add":
                return f"add {item}"
            case "swap":
                return f"swap {item} for {self.items[state.worn[state.chosen, second]]}"
            case "fight":
                return f"fight {self.monsters[state.monsters[first]]}"
            case "keep":
                return "add nothing" if phase == Phase.ADD else "swap nothing"
            case "upgrade":
                return f"also {item}" if phase == Phase.MORE else f"upgrade {item}"
            case "done":
                return "no more"
        return word

    def _same(self, what: str, hand: Any, data: Any) -> None:
        if hand != data:
            at = f"{what} at decision {self.decisions}, phase {int(self.hand.phase)}"
            raise Differs(f"{at}: {hand} by hand, {data} as data")


def _cards(zone: Any) -> list[int]:
    return [int(card) for card in zone[: zone[-1]]]


def _lay(zone: Any, other: Any) -> None:
    cards = _cards(other)
    zone[:] = EMPTY
    zone[: len(cards)], zone[-1] = cards, len(cards)


def main() -> None:
    games, *counts = map(int, sys.argv[1:])
    pair, begun = Pair(rules_as_data()), time.process_time()
    for players in counts or range(2, 7):
        for number in range(games):
            try:
                pair.play(players, number)
            except Differs as differs:
                sys.exit(f"{players} players, game {number}: {differs}")
            if (number + 1) % 500 == 0 or number + 1 == games:
                print(
                    f"{players} players, {number + 1:,} games alike; in all {pair.decisions:,} "
                    f"decisions, {pair.votes:,} votes, {pair.banished:,} heroes banished, "
                    f"{time.process_time() - begun:.0f} s",
                    flush=True,
                )


def apart() -> int:
    """Run this in a process that keeps its compiled code to itself: in that code decks are not
    shuffled, and no other process may find it.
    """
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "tests.rules_check.notation.writing.lockstep", *sys.argv[1:]]
        env = {**os.environ, "NUMBA_CACHE_DIR": folder, APART: "1"}
        return subprocess.run(words, env=env, check=False).returncode


if __name__ == "__main__":
    if APART not in os.environ:
        sys.exit(apart())
    sys.modules["tests.rules_check.notation.writing.lockstep"] = sys.modules["__main__"]
    with np.errstate(over="ignore"):
        main()
