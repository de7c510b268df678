"""What a learning player may be shown of a game, based on its declarations: fields of the state,
fields of cards, words of moves.

In: rules, a card set, a number of players. Out: `Senses`, once the range of each number is known.
Knows no game.

Rules that were not assembled by a `Ruleset` are represented only by the numbers of their records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
    NUMBER,
    ONE,
    PLACES,
    SEAT,
    THING,
    ZONE,
    Basis,
    Senses,
    SignNames,
)
from rules_check.toolkit.cardsets import OF_EACH
from rules_check.toolkit.moves import BITS as MOVE_BITS
from rules_check.toolkit.moves import MOST, Word, ids_of
from rules_check.toolkit.records import ALL, EMPTY, OWNER, SPARE, Field, is_shown_by_card
from rules_check.toolkit.tallies import Tallies

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
    name: str = ""
    """The field, and the part of it."""
    by: str = ""
    """The kind or table for whose cards or rows it and the following ones are the numbers."""
    rows: int = 0
    """How many of these there are."""

    def of_seat(self, players: int) -> str:
        """Name it with the seat that it belongs to: that on one's left is the next with any number of
        players, and that on one's right the last.
        """
        if not self.stride:
            return self.name
        return f"{self.name} of {'the last' if self.rel == players - 1 > 0 else self.rel}"


@dataclass
class Things:
    """The fields of all cards, in the form of the tables of `Senses`."""

    at: list[int] = field(default_factory=list)
    things: list[int] = field(default_factory=list)
    worth: list[float] = field(default_factory=list)
    first: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    fields: dict[str, list[str]] = field(default_factory=dict)
    """For each kind: the index of its first card in `at`, the number of its cards, and the names of
    the signs of their fields.
    """


def readings_of(rules: Any, players: int) -> list[Reading]:
    """List the possible readings of a game's states."""
    state = getattr(rules, "State", None)
    fields: dict[str, Field] = dict(state.fields) if state else {}
    known = {zone.shown_to for zone in fields.values() if is_shown_by_card(fields, zone)}
    seats = state.seats if state else 0
    readings = list[Reading]()
    for name in rules.state_dtype.names:
        dtype, at = rules.state_dtype.fields[name][:2]
        is_book = name.removesuffix("_shown") in known  # of who knows which card
        if name not in UNSHOWN and not is_book and dtype.base.kind == "i":
            field = fields.get(name) or Field(dtype.shape, dtype.base)
            readings += _readings(name, field, dtype, at, seats, players)
    return readings


def _readings(
    name: str, field: Field, dtype: Any, at: int, seats: int, players: int
) -> Iterator[Reading]:
    """List the possible readings of one field: the parts of seats relative to the deciding one,
    everything else in its fixed place.
    """
    width, shape = dtype.base.itemsize, dtype.shape
    inner = 1 if field.zone_of is not None or field.is_count else 0
    is_each = len(shape) > inner and bool(seats) and shape[0] == seats and not field.is_shared
    if not is_each:
        is_seen = field.seen_by == ALL
        yield from _parts(field, Reading(NUMBER, at, width, is_seen=is_seen, name=name), shape)
        return
    stride = width * int(np.prod(shape[1:]))
    for rel in range(players):
        is_seen = field.seen_by == ALL or (field.seen_by == OWNER and rel == 0)
        usual = Reading(NUMBER, at, width, stride, rel, is_seen=is_seen, name=name)
        yield from _parts(field, usual, shape[1:])


def _parts(field: Field, usual: Reading, parts: tuple[int, ...]) -> Iterator[Reading]:
    """List the possible readings of one seat's part of a field, or of the whole of one that is not
    divided by seats.
    """
    size = 1
    if field.zone_of is not None:
        size = parts[-1]
        usual = replace(usual, what=ZONE, room=size - 1, kind=field.cards_of)
    elif field.is_count:
        size = parts[-1]
        usual = replace(usual, what=COUNTS, room=size, kind=field.cards_of)
    elif field.cards_of:
        yield replace(usual, what=PLACES, room=int(np.prod(parts)), kind=field.cards_of)
        return
    elif usual.width == 8:
        usual = replace(usual, what=BITS, room=62)
    elif np.prod(parts) > MOST_NUMBERS:
        return
    count = int(np.prod(parts)) // size
    for i in range(count):
        one = replace(usual, at=usual.at + i * size * usual.width, name=f"{usual.name}.{i}")
        is_first = i == 0 and usual.what == NUMBER
        yield replace(one, by=field.by, rows=count) if is_first else one


class CardField(NamedTuple):
    """A field of the cards of a kind, with the value of each card."""

    kind: str
    name: str
    numbers: list[int]
    is_word: bool
    of: str
    """What its words are: rows of a table, cards of a kind, or words of this field."""

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
                if source.section == "entries":
                    sizes = cards[f"{key}_count"][: int(cards[name]), None]
                    table = np.where(np.arange(table.shape[1]) < sizes, table, EMPTY)
                for n, column in enumerate(table.T.tolist()):
                    fields.append(
                        CardField(
                            kind,
                            f"{key}.{n}",
                            column,
                            is_word=source.section != "value",
                            of=source.table or f"{kind}.{key}",
                        )
                    )
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
        signs, rows = list[str](), [list[tuple[int, float]]() for _ in range(count)]
        for number, values in written:
            if values.kind == kind:
                signs += _write_field(rows, values, basis.of_field(number), len(signs))
        things.first[kind], things.counts[kind], things.fields[kind] = len(things.at), count, signs
        for row in rows:
            things.at.append(len(things.things))
            things.things += [place for place, _ in row]
            things.worth += [number for _, number in row]
        things.at.append(len(things.things))
    return things


def _write_field(
    rows: Sequence[list[tuple[int, float]]], values: CardField, known: list[int], base: int
) -> list[str]:
    """Add the signs of one field to each card; return their names. Words are represented one by
    one, numbers on a scale too.
    """
    if values.is_word or len(known) <= 2:
        for row, number in zip(rows, values.numbers, strict=True):
            if number in known:
                row.append((base + known.index(number), 1.0))
        return [f"{values.name} = {number}" for number in known]
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
    return [values.name, *(f"{values.name} = {knot}" for knot in knots)]


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
    signs: list[str] = field(default_factory=list)
    """The names of the signs."""

    def take(self, name: str, whiches: Iterable[object]) -> int:
        """Reserve a sign for each thing of a sort; return the first."""
        first = len(self.signs)
        self.signs += [f"{name}: {which}" for which in whiches]
        return first

    def add_knots(self, name: str, knots: Sequence[float]) -> tuple[int, int, int]:
        """Add the knots of a number; return their start, their number, and the first sign of the
        number: its scale, in place of a sign for the first knot.
        """
        first = len(self.knots)
        self.knots += knots
        return first, len(knots), self.take(name, ["scale", *knots[1:]])


def senses_of(rules: Any, cards: Any, players: int, basis: Basis, is_ahead: bool) -> Senses:
    """Build the senses of a game with a card set, on the basis of this one or of another."""
    return named_senses(rules, cards, players, basis, is_ahead)[0]


def named_senses(
    rules: Any, cards: Any, players: int, basis: Basis, is_ahead: bool
) -> tuple[Senses, SignNames]:
    """Build senses as `senses_of` does, and name their signs."""
    readings, tables = readings_of(rules, players), _Tables()
    things = things_of(rules, cards, basis)
    tables.take("seat", range(players))
    tallies = _tallies_of(rules, cards, readings, things, basis, players)
    rows = []
    for reading, low, high in zip(readings, basis.lows, basis.highs, strict=True):
        name, ids = reading.of_seat(players), _ids_of(things, cards, reading.kind)
        rows.append(_row_of(reading, name, ids, things, tables, int(low), int(high)))
    state, tables.signs = tables.signs, []
    sorts = _sorts_of(rules, cards, things, tables, tallies)
    changes = tables.take("change", [reading.of_seat(players) for reading in readings])
    tables.take("ahead", range(senses.AHEAD))
    is_worded = hasattr(rules, "moves")
    built = Senses(
        readings=np.array(rows, np.int64).reshape(len(rows), senses.ENDS + 1),
        sorts=sorts,
        coding=np.array([2 * MOVE_BITS, MOVE_BITS, MOST] if is_worded else [62, 0, MOST], np.int64),
        knots=np.array(tables.knots, np.float64),
        things_at=np.array(things.at, np.int64),
        things=np.array(things.things, np.int64),
        worth=np.array(things.worth, np.float64),
        tallies=np.array(tallies.tallies, np.int64).reshape(-1, len(senses.TALLY_COLUMNS)),
        links=np.array(tallies.links, np.int64).reshape(-1, len(senses.LINK_COLUMNS)),
        values=np.array(tallies.values, np.int64),
        sizes=np.array(
            [len(state), len(tables.signs), changes, int(is_ahead), tallies.counts], np.int64
        ),
    )
    return built, SignNames(np.array(state), np.array(tables.signs))


def _tallies_of(
    rules: Any, cards: Any, readings: Sequence[Reading], things: Things, basis: Basis, players: int
) -> Tallies:
    """Count the cards that are seen by what they are and by their words, and take the numbers that
    belong to cards and rows; those of other seats last.
    """
    tallies = Tallies()
    for kind, count in things.counts.items():
        tallies.take_values(kind, "", kind, [range(count)])
    lists = dict[tuple[str, str, str], list[list[int]]]()
    for values in fields_of(rules, cards):
        if values.is_word:
            key, _, _ = values.name.rpartition(".")
            lists.setdefault((values.kind, key, values.of), []).append(values.numbers)
    for (kind, key, of), columns in lists.items():
        tallies.take_values(kind, key, of, columns)
    for number, reading in sorted(enumerate(readings), key=lambda one: one[1].rel):
        name = reading.of_seat(players)
        if reading.by in things.counts:
            own = slice(number, number + min(reading.rows, things.counts[reading.by]))
            knots = knots_between(int(basis.lows[own].min()), int(basis.highs[own].max()))
            tallies.copy_numbers(number, name, reading.by, reading.rows, knots)
        elif reading.is_seen:
            has_copies = int(_copies_of(cards, reading.kind).max(initial=1)) > 1
            tallies.count_cards(number, name, reading.kind, reading.room, has_copies)
    return tallies


def _copies_of(cards: Any, kind: str) -> Any:
    """Return how many copies each card of a kind has; nothing if none has more than one."""
    name = f"{kind}_copies"
    return cards[name] if name in cards.dtype.names else np.zeros(0, np.int64)


def _ids_of(things: Things, cards: Any, kind: str) -> list[str]:
    """Name the cards of a kind, as far as there are any."""
    return ids_of(cards, kind)[: things.counts[kind]] if kind in things.counts else []


def _row_of(
    reading: Reading,
    name: str,
    cards: Sequence[str],
    things: Things,
    tables: _Tables,
    low: int,
    high: int,
) -> list[int]:
    """Write a reading as a row; `name` and `cards` name it and the cards that it may hold."""
    knot, knots, base = tables.add_knots(name, knots_between(low, high))
    first = things.first.get(reading.kind, 0)
    ids = fields = ends = ABSENT
    seen = len(cards) if reading.is_seen else 0
    if reading.what == BITS:
        ids, seen = tables.take(name, range(reading.room)), 1
    elif seen:
        rooms = range(reading.room if reading.what == PLACES else 1)
        ids = tables.take(f"{name} holds", [f"{card} {n}" for n in rooms for card in cards])
        if reading.what != ZONE or reading.room <= FULL:
            fields = tables.take(f"{name} sums", things.fields[reading.kind])
        if reading.what == ZONE and reading.room <= MOST_ENDS:
            ends = tables.take(f"{name} begins with", things.fields[reading.kind])
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


def _sorts_of(rules: Any, cards: Any, things: Things, tables: _Tables, tallies: Tallies) -> Any:
    """Write the types of moves as rows, by their numbers; the rows of missing ones stay unused."""
    by_sort = rules.moves.by_sort if hasattr(rules, "moves") else {}
    rows = np.zeros((max(by_sort, default=0) + 1, senses.SORT_COLUMNS), np.int64)
    names = dict[str, int]()
    for sort in range(len(rows)):
        move = by_sort.get(sort)
        words, name = (move.words, move.pattern) if move is not None else ((), "")
        again = names[name] = names.get(name, 0) + 1
        name = f"move {name} {again}"
        rows[sort, senses.SORT_BASE] = tables.take(name, [""])
        for part, word in enumerate(words):
            start = senses.FIRST_PART + part * senses.PART
            own = _part_of(f"{name}, {part}", word, cards, things, tables, tallies)
            rows[sort, start : start + len(own)] = own
    if not by_sort:
        ones = tables.take("move", range(MOST_ONES))
        rows[0, senses.FIRST_PART + senses.PART :][:3] = ONE, ones, MOST_ONES
    return rows


def _part_of(
    name: str, word: Word, cards: Any, things: Things, tables: _Tables, tallies: Tallies
) -> list[int]:
    """Write the numbers that belong to a move, as the first columns of a part of a row; the others
    are 0.
    """
    if word.is_seat:
        return [SEAT, tables.take(name, range(word.room)), word.room]
    if word.kind in things.counts:
        ids = tables.take(name, _ids_of(things, cards, word.kind))
        fields = tables.take(name, things.fields[word.kind])
        links = tallies.link(name, word.kind, tables.add_knots)
        first = things.first[word.kind]
        return [THING, ids, things.counts[word.kind], 0, 0, fields, first, *links]
    if word.is_amount or word.room > MOST_ONES:
        amounts = [float(n) for n in AMOUNTS if n < word.room] or [0.0]
        knot, knots, base = tables.add_knots(name, amounts)
        return [AMOUNT, base, word.room, knot, knots]
    if word.room > 1:
        return [ONE, tables.take(name, range(word.room)), word.room]
    return []
