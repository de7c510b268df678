"""What a learning player may be shown of a game, based on its declarations: fields of the state,
fields of cards, words of moves.

In: rules, a card set, a number of players. Out: `Senses`, once the range of each number is known.
Knows no game.

Rules that were not assembled by a `Ruleset` are represented only by the numbers of their records.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from rules_check.engine import senses
from rules_check.engine.senses import (
    ABSENT,
    AMOUNT,
    BITS,
    COUNTS,
    FULL,
    NOTHING,
    NUMBER,
    ONE,
    PLACES,
    SEAT,
    THING,
    ZONE,
    Basis,
    Senses,
)
from rules_check.toolkit.cardsets import OF_EACH
from rules_check.toolkit.moves import BITS as MOVE_BITS
from rules_check.toolkit.moves import MOST, Word
from rules_check.toolkit.records import ALL, OWNER, SPARE, Field

UNSHOWN = ("rng", "players", "number", "seat", SPARE)
MOST_NUMBERS = 128
"""A field with more numbers per seat is not represented."""
MOST_ENDS = 12
"""A zone with room for more cards is not represented by its first card."""
MOST_EACH = 12
"""The number of consecutive values up to which each of them is a knot."""
USUAL_KNOTS = 10
CARD_KNOTS = 6
MOST_ONES = 256
AMOUNTS = (
    *range(9),
    10,
    12,
    14,
    16,
    20,
    24,
    32,
    48,
    64,
    96,
    128,
    256,
    512,
    1024,
    4096,
    65_536,
    1_048_576,
)


@dataclass(frozen=True)
class Reading:
    """A field of a state, or one seat's part of it, or one number of that."""

    what: int
    at: int
    width: int
    stride: int = 0
    rel: int = 0
    room: int = 1
    kind: str = ""
    is_seen: bool = False


@dataclass
class Things:
    """The fields of all cards, in the form of the tables of `Senses`."""

    at: list[int] = field(default_factory=list)
    things: list[int] = field(default_factory=list)
    worth: list[float] = field(default_factory=list)
    first: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    fields: dict[str, int] = field(default_factory=dict)
    """For each kind: the index of its first card in `at`, the number of its cards, and the number
    of signs of their fields.
    """


def readings_of(rules: Any, players: int) -> list[Reading]:
    """List the possible readings of a game's states."""
    state = getattr(rules, "State", None)
    fields: dict[str, Field] = dict(state.fields) if state else {}
    seats = state.seats if state else 0
    readings = list[Reading]()
    for name in rules.state_dtype.names:
        dtype, at = rules.state_dtype.fields[name][:2]
        if name not in UNSHOWN and dtype.base.kind == "i":
            field = fields.get(name) or Field(dtype.shape, dtype.base)
            readings += _readings(field, dtype, at, seats, players)
    return readings


def _readings(field: Field, dtype: Any, at: int, seats: int, players: int) -> Iterator[Reading]:
    """List the possible readings of one field: the parts of seats relative to the deciding one,
    everything else in its fixed place.
    """
    width, shape = dtype.base.itemsize, dtype.shape
    inner = 1 if field.zone_of is not None or field.is_count else 0
    is_each = len(shape) > inner and bool(seats) and shape[0] == seats and not field.is_shared
    if not is_each:
        yield from _parts(
            field, Reading(NUMBER, at, width, 0, 0, is_seen=field.seen_by == ALL), shape
        )
        return
    stride = width * int(np.prod(shape[1:]))
    for rel in range(players):
        is_seen = field.seen_by == ALL or (field.seen_by == OWNER and rel == 0)
        yield from _parts(
            field, Reading(NUMBER, at, width, stride, rel, is_seen=is_seen), shape[1:]
        )


def _parts(field: Field, usual: Reading, parts: tuple[int, ...]) -> Iterator[Reading]:
    """List the possible readings of one seat's part of a field, or of the whole of one that is not
    divided by seats.
    """
    if field.zone_of is not None:
        room = parts[-1]
        for i in range(int(np.prod(parts[:-1]))):
            at = usual.at + i * room * usual.width
            yield replace(usual, what=ZONE, at=at, room=room - 1, kind=field.cards_of)
    elif field.is_count:
        for i in range(int(np.prod(parts[:-1]))):
            yield replace(
                usual,
                what=COUNTS,
                at=usual.at + i * parts[-1] * usual.width,
                room=parts[-1],
                kind=field.cards_of,
            )
    elif field.cards_of:
        yield replace(usual, what=PLACES, room=int(np.prod(parts)), kind=field.cards_of)
    elif usual.width == 8:
        for i in range(int(np.prod(parts))):
            yield replace(usual, what=BITS, at=usual.at + 8 * i, room=62)
    elif np.prod(parts) <= MOST_NUMBERS:
        for i in range(int(np.prod(parts))):
            yield replace(usual, at=usual.at + i * usual.width)


class CardField(NamedTuple):
    """A field of the cards of a kind, with the value of each card."""

    kind: str
    numbers: list[int]
    is_word: bool

    @property
    def known(self) -> list[int]:
        """Return the different values in ascending order; a card without a word has none."""
        return sorted({number for number in self.numbers if number >= 0 or not self.is_word})


def fields_of(rules: Any, cards: Any) -> list[CardField]:
    """List the fields of all cards, kind by kind; a field of several numbers is several fields."""
    declared, fields = getattr(rules, "Cards", None), list[CardField]()
    if declared is None:
        return fields
    for kind, name in declared._counts.items():
        for key, source in declared.sources().items():
            if source.section in OF_EACH and source.of == kind:
                table = np.reshape(cards[key], (len(cards[key]), -1))[: int(cards[name])]
                for column in table.T.tolist():
                    fields.append(CardField(kind, column, source.section != "value"))
    return fields


def basis_of(rules: Any, cards: Any, lows: Any, highs: Any) -> Basis:
    """Take the numbers of a card set, and the ranges seen in games with it, as the basis of
    senses.
    """
    known = [values.known for values in fields_of(rules, cards)]
    starts = np.cumsum([0, *map(len, known)], dtype=np.int64)
    return Basis(
        np.array(lows, np.int64),
        np.array(highs, np.int64),
        starts,
        np.array([number for numbers in known for number in numbers], np.int64),
    )


def things_of(rules: Any, cards: Any, basis: Basis) -> Things:
    """Write out the fields of all cards of all kinds."""
    things, declared = Things(), getattr(rules, "Cards", None)
    if declared is None:
        return things
    written = list(enumerate(fields_of(rules, cards)))
    for kind, name in declared._counts.items():
        count = int(cards[name])
        signs, rows = 0, [list[tuple[int, float]]() for _ in range(count)]
        for number, values in written:
            if values.kind == kind:
                signs += _write_field(rows, values, basis.of_field(number), signs)
        things.first[kind], things.counts[kind], things.fields[kind] = len(things.at), count, signs
        for row in rows:
            things.at.append(len(things.things))
            things.things += [place for place, _ in row]
            things.worth += [number for _, number in row]
        things.at.append(len(things.things))
    return things


def _write_field(
    rows: Sequence[list[tuple[int, float]]], values: CardField, known: list[int], base: int
) -> int:
    """Add the signs of one field to each card; return their number. Words are represented one by
    one, numbers on a scale too.
    """
    if values.is_word or len(known) <= 2:
        for row, number in zip(rows, values.numbers, strict=True):
            if number in known:
                row.append((base + known.index(number), 1.0))
        return len(known)
    low, high = known[0], known[-1]
    knots = known if len(known) <= MOST_EACH else list(np.linspace(low, high, CARD_KNOTS))
    for row, number in zip(rows, values.numbers, strict=True):
        if number != low:
            row.append((base, (number - low) / (high - low)))
        weights = np.interp(number, knots, np.arange(len(knots)))
        below = int(weights)
        part = float(weights) - below
        row.append((base + 1 + below, 1.0 - part))
        if part > 0:
            row.append((base + 2 + below, part))
    return 1 + len(knots)


def knots_between(low: int, high: int) -> list[float]:
    """Choose knots for a range of numbers: each number if there are few, otherwise some at equal
    distances, and two beyond the range.
    """
    if high - low < MOST_EACH:
        return list(map(float, range(low, high + 1)))
    step = (high - low) / (USUAL_KNOTS - 1)
    return [low + step * n for n in range(USUAL_KNOTS)] + [high + 2 * step, high + 5 * step]


@dataclass
class _Tables:
    """The tables of `Senses` while they are built."""

    knots: list[float] = field(default_factory=list)
    signs: int = 0

    def take(self, count: int) -> int:
        """Reserve a number of signs; return the first."""
        first = self.signs
        self.signs += count
        return first

    def add_knots(self, knots: Sequence[float]) -> tuple[int, int, int]:
        """Add the knots of a number; return their start, their number, and the first sign of the
        number.
        """
        first = len(self.knots)
        self.knots += knots
        return first, len(knots), self.take(len(knots))


def senses_of(rules: Any, cards: Any, players: int, basis: Basis, is_ahead: bool) -> Senses:
    """Build the senses of a game with a card set, on the basis of this one or of another."""
    readings, tables = readings_of(rules, players), _Tables()
    things = things_of(rules, cards, basis)
    tables.take(players)  # the seats of the players
    rows = [
        _row_of(reading, things, tables, int(low), int(high))
        for reading, low, high in zip(readings, basis.lows, basis.highs, strict=True)
    ]
    state_signs, tables.signs = tables.signs, 0
    sorts = _sorts_of(rules, things, tables)
    changes = tables.take(len(rows) + senses.AHEAD)
    is_worded = hasattr(rules, "moves")
    return Senses(
        readings=np.array(rows, np.int64).reshape(len(rows), senses.ENDS + 1),
        sorts=sorts,
        coding=np.array([2 * MOVE_BITS, MOVE_BITS, MOST] if is_worded else [62, 0, MOST], np.int64),
        knots=np.array(tables.knots, np.float64),
        things_at=np.array(things.at, np.int64),
        things=np.array(things.things, np.int64),
        worth=np.array(things.worth, np.float64),
        sizes=np.array([state_signs, tables.signs, changes, int(is_ahead)], np.int64),
    )


def _row_of(reading: Reading, things: Things, tables: _Tables, low: int, high: int) -> list[int]:
    """Write a reading as a row."""
    knot, knots, base = tables.add_knots(knots_between(low, high))
    cards, first = things.counts.get(reading.kind, 0), things.first.get(reading.kind, 0)
    ids = fields = ends = ABSENT
    seen = cards if reading.is_seen else 0
    if reading.what == BITS:
        ids, seen = tables.take(reading.room), 1
    elif seen:
        ids = tables.take(cards * (reading.room if reading.what == PLACES else 1))
        if reading.what != ZONE or reading.room <= FULL:
            fields = tables.take(things.fields[reading.kind])
        if reading.what == ZONE and reading.room <= MOST_ENDS:
            ends = tables.take(things.fields[reading.kind])
    return [
        reading.what,
        reading.at,
        reading.width,
        reading.stride,
        reading.rel,
        reading.room,
        seen,
        first,
        knot,
        knots,
        base,
        ids,
        fields,
        ends,
    ]


def _sorts_of(rules: Any, things: Things, tables: _Tables) -> Any:
    """Write the types of moves as rows, by their numbers; the rows of missing ones stay unused."""
    by_sort = rules.moves.by_sort if hasattr(rules, "moves") else {}
    rows = np.zeros((max(by_sort, default=0) + 1, senses.SORT_COLUMNS), np.int64)
    for sort in range(len(rows)):
        rows[sort, senses.SORT_BASE] = tables.take(1)
        words = by_sort[sort].words if sort in by_sort else ()
        for part, word in enumerate(words):
            start = senses.FIRST_PART + part * senses.PART
            rows[sort, start : start + senses.PART] = _part_of(word, things, tables)
    if not by_sort:
        rows[0, senses.FIRST_PART + senses.PART :][: senses.PART] = [
            ONE,
            tables.take(MOST_ONES),
            MOST_ONES,
            0,
            0,
            0,
            0,
        ]
    return rows


def _part_of(word: Word, things: Things, tables: _Tables) -> list[int]:
    """Write the numbers that belong to a move, as a part of a row."""
    if word.is_seat:
        return [SEAT, tables.take(word.room), word.room, 0, 0, 0, 0]
    if word.kind in things.counts:
        count, first = things.counts[word.kind], things.first[word.kind]
        ids, fields = tables.take(count), tables.take(things.fields[word.kind])
        return [THING, ids, count, 0, 0, fields, first]
    if word.is_amount or word.room > MOST_ONES:
        knot, knots, base = tables.add_knots([float(n) for n in AMOUNTS if n < word.room] or [0.0])
        return [AMOUNT, base, word.room, knot, knots, 0, 0]
    if word.room > 1:
        return [ONE, tables.take(word.room), word.room, 0, 0, 0, 0]
    return [NOTHING] * senses.PART
