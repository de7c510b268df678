"""What a learning player sees of a game: numbers derived from what its rules declare.

In: readings (the meaning of each field of a state), card numbers, moves; a state that hides what
its seat cannot know. Out: signs, as pairs of a position and a number; all other positions are 0.
Knows no game: a state is read as integers in memory, so nothing here is recompiled for a game.

A number is represented by its distances to knots on its range, so that a net can bend at each of
them, and on a scale. Cards are represented one by one, and by the sums of their fields, so that a
card with other numbers is another card. Seats are numbered from the deciding one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rules_check.engine.kernel import jit_lean
from rules_check.engine.verbs import Reals, Table, Wholes

NUMBER, ZONE, PLACES, COUNTS, BITS = range(5)
"""The kinds of readings: a number; a zone whose last entry is its size; one entry per card; the
number of each card; a set of bits.
"""
WHAT, AT, WIDTH, STRIDE, REL, ROOM, SEEN, THINGS, KNOT, KNOTS, BASE, IDS, FIELDS, ENDS = range(14)
"""The columns of a reading. AT, WIDTH and STRIDE are in bytes; REL is the seat, relative to the
deciding one; THINGS is the start of its cards in `things_at`, and ROOM the number of entries.
"""
NOTHING, THING, AMOUNT, SEAT, ONE = range(5)
"""The kinds of numbers that belong to a move."""
SORT_BASE, FIRST_PART, PART = 0, 1, 9
KIND, PART_BASE, PART_COUNT, PART_KNOT, PART_KNOTS, PART_FIELDS, PART_THINGS, LINKS, LINKS_END = (
    range(PART)
)
"""The columns of a type of moves: where it is shown; then the same for each of its two numbers. Rows
in `links` from LINKS to LINKS_END belong to a number that is a card.
"""
SORT_COLUMNS = FIRST_PART + 2 * PART
TALLY_COLUMNS = TALLIED, TALLY_VALUES, TALLY_START, TALLY_WIDTH = range(4)
"""The columns of a tally: the reading that is counted; where the values of its cards begin in
`values`, ABSENT if it is the first of some numbers that are the counts; where the counts begin, and
their number.
"""
LINK_COLUMNS = LINK_VALUES, LINK_TALLY, LINK_KNOT, LINK_KNOTS, LINK_BASE = range(5)
"""The columns of a link: where the values of a move's cards begin in `values`, where the counts of
these values begin, and how a count is shown.
"""
ABSENT = -1
FULL = 24
"""Larger zones are not represented by the sums of their fields."""
GAINS = 3
"""The number of scales on which a change of the score is shown: up to 4, 16 and 64 points, since games
count in few points or in many.
"""
AHEAD = 3 + GAINS
"""Signs of a move's consequences, besides the changes in readings: the deciding seat, the end,
scores.
"""
SHARE = 0.5
"""The contribution of one card among several to a sum of fields."""


class Senses(NamedTuple):
    """How a state and its moves are represented."""

    readings: Table
    sorts: Table
    """One row per type of move; rules without words for moves have one."""
    coding: Wholes
    """The shift of a move's type, the shift of its first number, and the mask of both."""
    knots: Reals
    things_at: Wholes
    """The start of each card's fields in the next two arrays, with one more entry after those of a
    kind.
    """
    things: Wholes
    worth: Reals
    tallies: Table
    """What is counted by value, such as the cards of a zone by their suit."""
    links: Table
    """Which counts are shown with a move, such as those of the suit of its card."""
    values: Wholes
    """The value of each card, for all fields with values that are counted; below 0 for none."""
    sizes: Wholes
    """The number of signs a state can have, and a move; where in the latter changes begin; 1 if
    moves are tried, to see what they change; the number of counts in all tallies.
    """


class Basis(NamedTuple):
    """The numbers from which senses are built. With the same basis, a card set with other numbers is
    shown by the same signs, so that a net that learned one can go on with the other.
    """

    lows: Wholes
    highs: Wholes
    """The range of the number of each reading, in games that were played."""
    starts: Wholes
    """The start of each card field in `known`, by its number, and the end of the last."""
    known: Wholes
    """The different numbers of each card field, in ascending order."""

    def of_field(self, number: int) -> list[int]:
        """Return the numbers of the nth card field."""
        return list(map(int, self.known[self.starts[number] : self.starts[number + 1]]))


def no_basis() -> Basis:
    """Return the basis of senses that are not to be built again."""
    return Basis(*np.zeros((4, 0), np.int64))


class SignNames(NamedTuple):
    """The names of the signs of a state, and of a move: the same for the same sign of two versions of
    a game, or with two numbers of players. Arrays of str.
    """

    state: Any
    moves: Any


def no_names() -> SignNames:
    """Return no names, for signs that are never compared."""
    return SignNames(np.zeros(0, "U1"), np.zeros(0, "U1"))


class Signs(NamedTuple):
    """Memory for signs: positions and numbers."""

    places: Wholes
    numbers: Reals


@jit_lean
def word_at(words: Any, at: int, width: int) -> Any:
    """Read an integer of `width` bytes at a byte of a state."""
    word = words[at >> 3]
    if width == 8:
        return word
    left = 64 - 8 * width - 8 * (at & 7)
    return (word << left) >> (64 - 8 * width)


@jit_lean
def place_of(row: Any, seat: int, players: int) -> Any:
    """Find the byte at which a reading begins for a seat."""
    return row[AT] + (row[STRIDE] * ((seat + row[REL]) % players) if row[STRIDE] > 0 else 0)


@jit_lean
def number_of(row: Any, words: Any, seat: int, players: int) -> Any:
    """Read the number of a reading: itself, or the number of cards."""
    at, width = place_of(row, seat, players), row[WIDTH]
    if row[WHAT] == NUMBER:
        return word_at(words, at, width)
    if row[WHAT] == ZONE:
        return word_at(words, at + width * row[ROOM], width)
    total = 0
    if row[WHAT] == BITS:
        bits = word_at(words, at, width)
        for bit in range(row[ROOM]):
            total += (bits >> bit) & 1
        return total
    for i in range(row[ROOM]):
        number = word_at(words, at + width * i, width)
        total += number if row[WHAT] == COUNTS else int(number >= 0)
    return total


@jit_lean
def read_numbers(senses: Senses, words: Any, seat: int, players: int, out: Any) -> None:
    """Read the numbers of all readings."""
    for r in range(senses.readings.shape[0]):
        out[r] = number_of(senses.readings[r], words, seat, players)


@jit_lean
def show(signs: Signs, n: int, place: int, number: float) -> int:
    """Write a sign after n others; return their new number."""
    signs.places[n], signs.numbers[n] = place, number
    return n + 1


@jit_lean
def show_number(
    senses: Senses, signs: Signs, n: int, number: int, knot: int, knots: int, base: int
) -> int:
    """Represent a number by the two knots around it, and on the scale of all knots. The first knot
    is shown by no sign, since most numbers are there most of the time; two knots need only the
    scale.
    """
    if knots == 0:
        return n
    first, last = senses.knots[knot], senses.knots[knot + knots - 1]
    if number == first:
        return n
    if knots == 1:
        return show(signs, n, base, min(1.0, max(-1.0, number - first)))
    n = show(signs, n, base, min(2.0, max(-1.0, (number - first) / (last - first))))
    if number < first or knots == 2:
        return n
    if number >= last:
        return show(signs, n, base + knots - 1, 1.0)
    k = 1
    while senses.knots[knot + k] < number:
        k += 1
    low, high = senses.knots[knot + k - 1], senses.knots[knot + k]
    part = (number - low) / (high - low)
    n = show(signs, n, base + k, part)
    return show(signs, n, base + k - 1, 1.0 - part) if part < 1.0 and k > 1 else n


@jit_lean
def show_fields(senses: Senses, signs: Signs, n: int, thing: int, base: int, share: float) -> int:
    """Represent the fields of a card."""
    for k in range(senses.things_at[thing], senses.things_at[thing + 1]):
        n = show(signs, n, base + senses.things[k], share * senses.worth[k])
    return n


@jit_lean
def show_cards(
    senses: Senses, signs: Signs, n: int, row: Any, words: Any, at: int, size: int, cards: int
) -> int:
    """Represent the cards in a zone: sums of their fields, and the first and the last card."""
    for i in range(size):
        card = word_at(words, at + row[WIDTH] * i, row[WIDTH])
        if 0 <= card < cards:
            n = show(signs, n, row[IDS] + card, 1.0)
            if row[FIELDS] != ABSENT:
                n = show_fields(senses, signs, n, row[THINGS] + card, row[FIELDS], SHARE)
            if row[ENDS] != ABSENT and i == 0:
                n = show_fields(senses, signs, n, row[THINGS] + card, row[ENDS], 1.0)
    return n


@jit_lean
def show_state(
    senses: Senses, signs: Signs, n: int, words: Any, numbers: Any, seat: int, players: int
) -> int:
    """Represent a state for a seat; `numbers` are those of the readings. Return the number of
    signs.
    """
    n = show(signs, n, seat, 1.0)
    for r in range(senses.readings.shape[0]):
        row = senses.readings[r]
        n = show_number(senses, signs, n, numbers[r], row[KNOT], row[KNOTS], row[BASE])
        if row[SEEN] == 0 or row[IDS] == ABSENT:
            continue
        at, width = place_of(row, seat, players), row[WIDTH]
        if row[WHAT] == ZONE:
            n = show_cards(senses, signs, n, row, words, at, numbers[r], row[SEEN])
        elif row[WHAT] == PLACES:
            for i in range(row[ROOM]):
                card = word_at(words, at + width * i, width)
                if 0 <= card < row[SEEN]:
                    n = show(signs, n, row[IDS] + i * row[SEEN] + card, 1.0)
                    n = show_fields(senses, signs, n, row[THINGS] + card, row[FIELDS], SHARE)
        elif row[WHAT] == COUNTS:
            for card in range(min(row[ROOM], row[SEEN])):
                count = word_at(words, at + width * card, width)
                if count != 0:
                    n = show(signs, n, row[IDS] + card, SHARE * (1 + count))
                    n = show_fields(
                        senses, signs, n, row[THINGS] + card, row[FIELDS], SHARE * count
                    )
        else:
            bits = word_at(words, at, width)
            for bit in range(row[ROOM]):
                if (bits >> bit) & 1:
                    n = show(signs, n, row[IDS] + bit, 1.0)
    return n


@jit_lean
def count_all(
    senses: Senses, words: Any, numbers: Any, seat: int, players: int, counts: Any
) -> None:
    """Fill all tallies: the cards of zones by their values, and the numbers by their rows."""
    counts[:] = 0
    for tally in range(senses.tallies.shape[0]):
        own = senses.tallies[tally]
        row, values, first = senses.readings[own[TALLIED]], own[TALLY_VALUES], own[TALLY_START]
        if values == ABSENT:
            for i in range(own[TALLY_WIDTH]):
                counts[first + i] = numbers[own[TALLIED] + i]
            continue
        at, width = place_of(row, seat, players), row[WIDTH]
        for i in range(numbers[own[TALLIED]] if row[WHAT] == ZONE else row[ROOM]):
            card, count = word_at(words, at + width * i, width), 1
            if row[WHAT] == COUNTS:
                card, count = i, card
            if 0 <= card < row[SEEN] and senses.values[values + card] >= 0:
                counts[first + senses.values[values + card]] += count


@jit_lean
def show_counts(senses: Senses, signs: Signs, n: int, part: Any, card: int, counts: Any) -> int:
    """Represent the counts of the values that a move's card has. Return the number of signs."""
    for link in range(part[LINKS], part[LINKS_END]):
        own = senses.links[link]
        value = senses.values[own[LINK_VALUES] + card]
        if value >= 0:
            count = counts[own[LINK_TALLY] + value]
            n = show_number(
                senses, signs, n, count, own[LINK_KNOT], own[LINK_KNOTS], own[LINK_BASE]
            )
    return n


@jit_lean
def show_move(
    senses: Senses, signs: Signs, n: int, move: int, seat: int, players: int, counts: Any
) -> int:
    """Represent a move: its type, and the numbers that belong to it. Return the number of signs."""
    shift, mask = senses.coding[1], senses.coding[2]
    sort = min(move >> senses.coding[0], senses.sorts.shape[0] - 1)
    row = senses.sorts[max(0, sort)]
    n = show(signs, n, row[SORT_BASE], 1.0)
    for part in range(2):
        number = move >> shift & mask if part == 0 else move & mask
        own = row[FIRST_PART + part * PART : FIRST_PART + (part + 1) * PART]
        if own[KIND] == THING and number < own[PART_COUNT]:
            n = show(signs, n, own[PART_BASE] + number, 1.0)
            n = show_fields(senses, signs, n, own[PART_THINGS] + number, own[PART_FIELDS], 1.0)
            n = show_counts(senses, signs, n, own, number, counts)
        elif own[KIND] == AMOUNT:
            n = show_number(
                senses, signs, n, number, own[PART_KNOT], own[PART_KNOTS], own[PART_BASE]
            )
        elif own[KIND] == SEAT:
            n = show(signs, n, own[PART_BASE] + (number - seat) % players, 1.0)
        elif own[KIND] == ONE:
            n = show(signs, n, own[PART_BASE] + number % own[PART_COUNT], 1.0)
    return n


@jit_lean
def show_changes(senses: Senses, signs: Signs, n: int, before: Any, after: Any) -> int:
    """Represent the changes that a move makes to the readings. Return the number of signs."""
    base = senses.sizes[2]
    for r in range(senses.readings.shape[0]):
        if after[r] != before[r]:
            row = senses.readings[r]
            knot, knots = row[KNOT], row[KNOTS]
            span = senses.knots[knot + knots - 1] - senses.knots[knot] if knots > 1 else 1.0
            n = show(signs, n, base + r, min(1.0, max(-1.0, 2.0 * (after[r] - before[r]) / span)))
    return n
