"""What a move's cards have in common with the cards on the table: counts by value, and which of
them are shown with a move.

In: the values of cards, zones, and counters with a number for each row of a table. Out: tables of
`Senses`. Knows no game.

A count can be shown with a card if both are about the same things: the cards of a hand by their
suit, and the suit of the card to be played; what one owns of each gem, and the gem to be taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules_check.engine.senses import ABSENT

MOST_VALUES = 64
"""A field with more values is not counted."""
MOST_COUNTED = 6
"""Higher counts are shown alike."""
MOST_SHOWN = 24
"""The number of counts that are shown with a card."""


class Values(NamedTuple):
    """A value for each card of a kind, or for each row of a table."""

    name: str
    of: str
    """What the values are: rows of a table, cards of a kind, or words of a field."""
    starts: Sequence[int]
    """Where the values of all cards begin; several times if each card has a list of them."""


class Tally(NamedTuple):
    """Counts, one for each value."""

    name: str
    of: str
    start: int
    knots: Sequence[float]


@dataclass
class Tallies:
    """The tallies of `Senses`, and their links, while they are built: all values first, then the
    tallies, which have a count for each value that anything has, and then the links.
    """

    tallies: list[tuple[int, int, int, int]] = field(default_factory=list)
    links: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    values: list[int] = field(default_factory=list)
    counts: int = 0
    """The number of counts in all tallies."""
    widths: dict[str, int] = field(default_factory=dict)
    """For each sort of values, a number above all of them."""
    of_kind: dict[str, list[Values]] = field(default_factory=dict)
    taken: list[Tally] = field(default_factory=list)

    def take_values(self, kind: str, name: str, of: str, columns: Sequence[Sequence[int]]) -> None:
        """Take the value of each card of a kind, below 0 for none; or the columns of their lists of
        values.
        """
        width = max((max(numbers, default=-1) for numbers in columns), default=-1) + 1
        if not 0 < width <= MOST_VALUES:
            return
        starts = list[int]()
        for numbers in columns:
            starts.append(len(self.values))
            self.values += numbers
        self.widths[of] = max(width, self.widths.get(of, 0))
        self.of_kind.setdefault(kind, []).append(Values(name, of, starts))

    def count_cards(self, reading: int, name: str, kind: str, room: int, has_copies: bool) -> None:
        """Count the cards of a reading with room for some of a kind, by each of their values; equal
        cards only if there are any.
        """
        knots = list(map(float, range(min(MOST_COUNTED, room) + 1)))
        for values in self.of_kind.get(kind, ()):
            if values.of == kind and not has_copies:
                continue
            tally = Tally(f"{name} by {values.name}", values.of, self.counts, knots)
            self._add(reading, values.starts, tally)

    def copy_numbers(
        self, reading: int, name: str, of: str, count: int, knots: Sequence[float]
    ) -> None:
        """Take the numbers of consecutive readings, one for each value, as counts; unless there are
        fewer than values.
        """
        if 0 < self.widths.get(of, 0) <= count:
            self._add(reading, [ABSENT], Tally(name, of, self.counts, knots))

    def _add(self, reading: int, starts: Sequence[int], tally: Tally) -> None:
        width = self.widths[tally.of]
        self.tallies += [(reading, start, self.counts, width) for start in starts]
        self.taken.append(tally)
        self.counts += width

    def link(
        self,
        name: str,
        kind: str,
        add_knots: Callable[[str, Sequence[float]], tuple[int, int, int]],
    ) -> tuple[int, int]:
        """Show the counts of the values that a move's card of a kind has, up to a number of them;
        return where their rows in `links` begin and end.
        """
        first = len(self.links)
        wanted = [
            (values, tally)
            for values in self.of_kind.get(kind, ())
            for tally in self.taken
            if tally.of == values.of and len(values.starts) == 1
        ]
        for values, tally in wanted[:MOST_SHOWN]:
            shown = add_knots(f"{name} {values.name} in {tally.name}", tally.knots)
            self.links.append((values.starts[0], tally.start, *shown))
        return first, len(self.links)
