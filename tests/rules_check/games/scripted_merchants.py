"""A scripted game of Merchants of Magick: states built by names, moves played by their texts.
Factories only, no tests.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from rules_check.engine.game import moves_of, new_state
from rules_check.games import merchants_of_magick as rules
from rules_check.games.merchants_of_magick.course import part_of
from rules_check.games.merchants_of_magick.game import circles_of, rows_of
from rules_check.games.merchants_of_magick.state import LINE, Box
from rules_check.rules import EMPTY, ids_of
from tests.rules_check.games.alike import cards_of

FILE = Path(__file__).resolve().parent / "merchantsgame" / "cards.yaml"


make_cards = partial(cards_of, rules, FILE)
"""Copy the card set of the scripts, with rulings or numbers changed."""


class Table:
    """A game under way: `d6=4` rolls, rows, lines and adventurers by name, all else blank."""

    def __init__(self, players: int = 2, cards: Any = None, **rulings: Any) -> None:
        self.cards = make_cards(**rulings) if cards is None else cards
        self.state = new_state(rules)
        rules.set_up(self.cards, self.state, players, 1, 0)
        self.rows, self.circles = rows_of(self.cards), circles_of(self.cards)
        self.orders, self.dice = ids_of(self.cards, "order"), ids_of(self.cards, "die")
        self.roll(d6=1, d8=1, d10=1, d12=1)
        self.masteries("carpenter", "druid")

    def roll(self, **results: int) -> Table:
        for die, result in results.items():
            self.state.result[self.dice.index(die)] = result
        return self

    def masteries(self, *names: str) -> Table:
        self.state.mastery[:] = [ids_of(self.cards, "mastery").index(name) for name in names]
        return self

    def adventurer(self, seat: int, name: str) -> Table:
        self.state.adventurer[seat] = ids_of(self.cards, "adventurer").index(name)
        return self

    def mark(self, seat: int, *names: str) -> Table:
        """Mark circles, or all of a row, without what that brings."""
        for name in names:
            for n, circle in enumerate(self.circles):
                if circle == name or circle.rpartition("-")[0] == name:
                    self.state.marks[seat] |= 1 << n
        for n, circles in enumerate(self.cards.row_circles[: len(self.rows)].tolist()):
            if int(self.state.marks[seat]) & circles == circles:
                self.state.rows[seat] |= 1 << n
        return self

    def line(self, seat: int, *names: str) -> Table:
        """Lay orders into a line, exchanged with those in the deck or in other lines."""
        for n, name in enumerate(names):
            order = self.orders.index(name)
            mine = int(self.state.line[seat, n])
            for zone in (self.state.deck, *self.state.line):
                for at in np.flatnonzero(zone[:-1] == order):
                    zone[at] = mine
            self.state.line[seat, n] = order
        return self

    def deck(self, count: int) -> Table:
        """Leave so many orders in the deck."""
        while self.state.deck[-1] > count:
            size = int(self.state.deck[-1])
            self.state.gone[self.state.gone[-1]] = self.state.deck[size - 1]
            self.state.gone[-1] += 1
            self.state.deck[size - 1], self.state.deck[-1] = EMPTY, size - 1
        return self

    def play(self, *texts: str) -> Table:
        for text in texts:
            rules.apply(self.cards, self.state, rules.parse_move(self.cards, self.state, text))
        return self

    def legal(self) -> list[str]:
        return [
            rules.move_text(self.cards, self.state, move)
            for move in moves_of(rules, self.cards, self.state)
        ]

    def circles_for(self, die: str) -> set[str]:
        return {text.split()[2] for text in self.legal() if text.startswith(f"mark {die} ")}

    def line_of(self, seat: int) -> list[str]:
        return [self.orders[n] for n in self.state.line[seat][:LINE] if n != EMPTY]

    def claimed(self, seat: int) -> list[str]:
        pairs = zip(self.state.gone.tolist()[:-1], self.state.owner.tolist(), strict=False)
        return [self.orders[order] for order, owner in pairs if owner == seat]

    def boxes(self, seat: int) -> dict[str, int]:
        return {box.name.lower(): int(part_of(self.cards, self.state, seat, box)) for box in Box}

    def scores(self) -> list[int]:
        return self._read(rules.scores)

    def places(self) -> list[int]:
        return self._read(rules.places)

    def _read(self, verb: Any) -> list[int]:
        out = np.zeros(int(self.state.players), np.int64)
        verb(self.cards, self.state, out)
        return [int(n) for n in out]

    def stop_all(self) -> Table:
        """Let everybody stop until the round is over."""
        begun = int(self.state.rounds)
        while self.state.rounds == begun and not self.state.end:
            self.play("stop" if "stop" in self.legal() else self.legal()[0])
        return self
