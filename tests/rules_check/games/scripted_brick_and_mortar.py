"""A scripted game of Brick & Mortar: states built by names, moves played by their texts. Factories
only, no tests.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from rules_check.engine.game import moves_of, new_state
from rules_check.games import brick_and_mortar as rules
from rules_check.games.brick_and_mortar.holdings import note_powers
from rules_check.games.brick_and_mortar.state import Phase, Step
from rules_check.rules import EMPTY, ids_of
from tests.rules_check.games.alike import cards_of
from tests.rules_check.games.scripted import ROOT

FILE = ROOT / "tests" / "rules_check" / "games" / "brickgame" / "cards.yaml"


make_cards = partial(cards_of, rules, FILE)
"""Copy the card set of the scripts, with rulings or numbers changed."""


class Table:
    """A game under way: no stores open, nothing in the market, everybody with 10 points and the
    money given.
    """

    def __init__(
        self, players: int = 2, money: int = 50, has_bills: bool = False, **changes: Any
    ) -> None:
        """A month goes on by itself while nobody decides anything: items move down a shelf, and
        without `has_bills` utilities are free.
        """
        self.cards = make_cards(**changes)
        if not has_bills:
            self.cards.utility[:], self.cards.slot_utility[:] = 0, 0
        self.state = new_state(rules)
        rules.set_up(self.cards, self.state, players, 1, 0)
        self.stores, self.market, self.types = (
            ids_of(self.cards, kind) for kind in ("store", "market", "type")
        )
        self.state.money[:players] = money
        self.state.rounds = 2

    # ---------------------------------------------------------------------------------- building up
    def _take(self, kind: str, name: str) -> int:
        """Take a card out of whatever zone it lies in."""
        number = (self.stores if kind == "store" else self.market).index(name)
        for zone in (field for field, one in rules.State.fields.items() if one.zone_of == kind):
            parts = self.state[zone].reshape(-1, self.state[zone].shape[-1])
            for part in parts:
                held = part[: part[-1]].tolist()
                if number in held:
                    held.remove(number)
                    part[:] = EMPTY
                    part[: len(held)], part[-1] = held, len(held)
                    return int(number)
        raise AssertionError(name)

    def _put(self, zone: Any, number: int) -> None:
        zone[zone[-1]] = number
        zone[-1] += 1

    def shop(self, seat: int, name: str, **items: list[int]) -> Table:
        """Open a store, with items on its shelves, from the top."""
        slot, number = int(self.state.building[seat, -1]), self._take("store", name)
        self._put(self.state.building[seat], number)
        note_powers(self.cards, self.state, seat)
        self.state.space[seat] += self.cards.capacity[number]
        for type_, shelves in items.items():
            t = self.types.index(type_)
            self.state["items"][seat, slot, t, : len(shelves)] = shelves
            self.state.held[seat, t] += sum(shelves)
            self.state.crates[t] -= sum(shelves)
        return self

    def dock(self, **items: int) -> Table:
        for type_, count in items.items():
            t = self.types.index(type_)
            self.state.crates[t] -= count - self.state.dock[t]
            self.state.dock[t] = count
        return self

    def hold(self, seat: int, *names: str) -> Table:
        """Give a seat just these market cards."""
        zone = self.state.holds[seat]
        for number in zone[: zone[-1]].tolist():
            self._put(self.state.used, number)
        zone[:], zone[-1] = EMPTY, 0
        for name in names:
            self._put(zone, self._take("market", name))
        return self

    def hand(self, seat: int, *names: str) -> Table:
        """Give a seat these stores, as if it had kept one after the other."""
        for name in names:
            free = int(self.state.hand[seat, :, -1].sum())
            self._put(self.state.hand[seat, free], self._take("store", name))
        return self

    def demand(self, *names: str) -> Table:
        """Lay Demand Cards face down."""
        for name in names:
            self._put(self.state.demanded[0], self._take("market", name))
        return self

    def row(self, *names: str) -> Table:
        zone = self.state.row
        for number in zone[: zone[-1]].tolist():
            self._put(self.state.gone, number)
        zone[:], zone[-1] = EMPTY, 0
        for name in names:
            self._put(zone, self._take("store", name))
        return self

    def points(self, *points: int) -> Table:
        for seat, count in enumerate(points):
            self.state.points[seat] = count
        order = sorted(range(len(points)), key=lambda seat: -points[seat])
        self.state.order[: len(points)] = order
        return self

    # -------------------------------------------------------------------------------------- playing
    def go(self, step: Step, type_: str = "food") -> Table:
        """Go on from a step of the month."""
        self.state.phase, self.state.seat, self.state.step = (
            Phase.FLOW,
            self.state.players - 1,
            step,
        )
        self.state.type, self.state.seats_done, self.state.stores_done = (
            self.types.index(type_),
            0,
            0,
        )
        rules.advance(self.cards, self.state)
        return self

    def boxes(self, type_: str, **boxes: int) -> Table:
        """Go on with the sale of a type, with so many boxes of each."""
        for name, count in boxes.items():
            self.state.boxes[self.types.index(name)] = count
        return self.go(Step.MARKET, type_)

    def play(self, *texts: str) -> Table:
        for text in texts:
            rules.apply(self.cards, self.state, rules.parse_move(self.cards, self.state, text))
            assert rules.fault(self.cards, self.state) == 0, rules.FAULTS[
                rules.fault(self.cards, self.state)
            ]
        return self

    def legal(self) -> list[str]:
        return [
            rules.move_text(self.cards, self.state, move)
            for move in moves_of(rules, self.cards, self.state)
        ]

    # -------------------------------------------------------------------------------------- looking
    @property
    def phase(self) -> str:
        return Phase(int(self.state.phase)).name.lower()

    @property
    def money(self) -> list[int]:
        return [int(n) for n in self.state.money[: self.state.players]]

    @property
    def track(self) -> list[int]:
        return [int(n) for n in self.state.points[: self.state.players]]

    @property
    def debt(self) -> list[int]:
        return [int(n) for n in self.state.debt[: self.state.players]]

    @property
    def order(self) -> list[int]:
        return [int(n) for n in self.state.order[: self.state.players]]

    def building(self, seat: int) -> list[str]:
        return [self.stores[n] for n in self.state.building[seat, : self.state.building[seat, -1]]]

    def items(self, seat: int, slot: int, type_: str) -> list[int]:
        store, t = self.state.building[seat, slot], self.types.index(type_)
        return [int(n) for n in self.state["items"][seat, slot, t, : self.cards.shelves[store, t]]]

    def docked(self, type_: str) -> int:
        return int(self.state.dock[self.types.index(type_)])

    def scores(self) -> list[int]:
        out = np.zeros(int(self.state.players), np.int64)
        rules.scores(self.cards, self.state, out)
        return [int(n) for n in out]

    def places(self) -> list[int]:
        out = np.zeros(int(self.state.players), np.int64)
        rules.places(self.cards, self.state, out)
        return [int(n) for n in out]
