"""What a person's own player is given for each decision: a `View`, and the cards and numbers behind
it, by their names in cards.yaml.

In: a game's rules and a state. Out: an `OwnView`. Knows no game.

It is read from the state after `hide`, without what others have decided unseen, so it says nothing
that its seat cannot know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from typing import Any

import numpy as np

from generator.data.game import Game, Record
from generator.data.saying import some_of
from rules_check.engine.view import DEALS, NOBODY, View, view_of
from rules_check.toolkit.layout import written
from rules_check.toolkit.moves import ids_of
from rules_check.toolkit.records import DICE, EMPTY, MARK, SEAT, Field
from rules_check.toolkit.tableau import (
    as_known,
    called,
    ids_by,
    is_told,
    known_places,
    owner_of,
    seats_numbers,
    seats_seen,
    without_copies,
)

Value = int | bool | str | None
"""A number, a mark, or what a number stands for: a seat, counted from 0, or the id of a row or a
card; None if it stands for none.
"""
MOST_NAMES = 12
"""The number of names that a message lists."""


@dataclass(frozen=True)
class OwnView(View):
    """The view that a function gets; printed, it reads like the table in `play`."""

    _game: Game | None = field(default=None, repr=False, compare=False)
    _cards: Any = field(default=None, repr=False, compare=False)
    _deal: Callable[[int], Any] | None = field(default=None, repr=False, compare=False)
    """Makes the state as far as the seat knows it: the rest is made up, in another way for each
    number.
    """
    _fields: dict[str, Field] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, rules: Any, game: Game, cards: Any, state: Any, seat: int) -> OwnView:
        view = view_of(rules, game, cards, state, seat)
        seen = {part.name: getattr(view, part.name) for part in fields(View)}
        if not (declared := getattr(getattr(rules, "State", None), "fields", {})):
            return cls(**seen, _game=game)
        return cls(
            **seen,
            _game=game,
            _cards=cards.copy(),
            _deal=partial(_dealt, rules, cards, state.copy(), seat),
            _fields=without_copies(declared),
        )

    def __str__(self) -> str:
        moves = [f"  {move.word:<24} {move.text}".rstrip() for move in self.moves]
        if moves:
            moves.insert(0, "Moves:")
        return "\n".join([*written(self), *moves])

    @cached_property
    def _known(self) -> Any:
        assert self._deal is not None
        return self._deal(0)

    def card(self, id_: str) -> Record:
        """Return a card's fields, by its id or its name: `view.card("oak-3").rank`. Raises
        ProblemError if there is no such card.
        """
        assert self._game is not None
        return self._game.card(id_).record

    def cards(self, zone: str, seat: int | None = None, row: str = "") -> list[Record]:
        """List the cards in a zone that your seat knows, from the bottom up, as `card` returns them.

        A zone that each player has is your own, or that of another `seat`, counted from 0. If there
        is a zone for each row of a table, only that of one `row` is listed, if you name it. Raises
        LookupError for a zone that does not exist.
        """
        place, owner = self._field_named(zone, self._zones(), "zone"), self._owner(seat)
        whole = self._fields[place]
        ids, rows = ids_of(self._cards, str(whole.zone_of)), ids_by(whole, self._cards)
        if row and row not in rows:
            raise LookupError(f"there is no '{row}' in '{zone}'")
        listed = []
        for part in np.ndindex(whole.shape[:-1]):
            if owner_of(whole, self._known, part) not in (NOBODY, owner):
                continue
            if row and rows[part[-1]] != row:
                continue
            held = self._known[place][part]
            for at in known_places(self._fields, place, self._known, part, self.seat):
                listed.append(self.card(ids[held[at]]))
        return listed

    def value(self, name: str, seat: int | None = None) -> Value | dict[str, Value] | list[Value]:
        """Return a number by its name: `view.value("coins")`; for a number for each row of a table,
        all of them by the ids of the rows; for several dice, a list.

        A number that each player has is your own, or that of another `seat`, counted from 0. Raises
        LookupError for a number that does not exist, or that your seat cannot know.
        """
        place, owner = self._field_named(name, self._numbers(), "number"), self._owner(seat)
        whole, numbers = self._fields[place], np.asarray(self._known[place])
        if self._is_of_seats(whole):
            if owner not in seats_seen(whole, self._known, self.seat) or self._is_guess(
                place, owner
            ):
                raise LookupError(f"you cannot know '{name}' of seat {owner}")
            numbers = numbers[owner]
        values = [self._meant(whole, int(number)) for number in np.atleast_1d(numbers)]
        if rows := ids_by(whole, self._cards):
            return dict(zip(rows, values, strict=False))
        return values if whole.by == DICE and len(values) > 1 else values[0]

    def _is_guess(self, place: str, owner: int) -> bool:
        """Return whether a number that a ruling may hide differs with what is made up."""
        if not self._fields[place].is_inferred or owner == self.seat or self._deal is None:
            return False
        dealt = [self._deal(deal)[place][owner] for deal in range(DEALS)]
        return any(not np.array_equal(dealt[0], other) for other in dealt)

    def _meant(self, whole: Field, number: int) -> Value:
        """Return what a number of a field stands for."""
        if whole.of == MARK:
            return bool(number)
        if not whole.of:
            return number
        if number == EMPTY:
            return None
        return number if whole.of == SEAT else ids_of(self._cards, whole.of)[number]

    def _owner(self, seat: int | None) -> int:
        """Return the seat that is meant. Raises LookupError for one that does not play."""
        if seat is None:
            return self.seat
        if seat not in range(int(self._known.players)):
            raise LookupError(f"there is no seat {seat}; seats count from 0")
        return seat

    def _is_of_seats(self, whole: Field) -> bool:
        return seats_numbers(whole, len(self._known.rng) - 1)

    def _zones(self) -> list[str]:
        return [name for name, whole in self._fields.items() if whole.zone_of]

    def _numbers(self) -> list[str]:
        """List the fields with numbers that people are shown."""
        return [name for name, whole in self._fields.items() if is_told(name, whole)]

    def _field_named(self, name: str, names: list[str], what: str) -> str:
        """Find a field by its own name or by what people call it. Raises LookupError."""
        for one in names:
            if name in (one, called(one, self._fields[one])):
                return one
        known = some_of(names, MOST_NAMES) if names else "none"
        raise LookupError(f"there is no {what} '{name}'; there is {known}")


def _dealt(rules: Any, cards: Any, state: Any, seat: int, deal: int) -> Any:
    """Return a state as far as a seat knows it, with the rest made up by a number."""
    known = state.copy()
    rules.hide(cards, known, seat, deal)
    return as_known(rules, cards, known, seat)
