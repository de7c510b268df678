"""Moves declared with their words: `SELL = move("sell", item="item", at=PRICES)` is written, read
and numbered from that one line.

In: declarations. Out: numbers that compiled rules take, texts both ways. Knows no game.

A `Move` is a whole number that tells one sort of move from the others. A legal move is one number
too: its sort, and up to two numbers that go with it (which item, what price), each from 0 to MOST.
`coded` puts them together, `parts_of` takes them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from rules_check.engine.kernel import jit_lean, jit_within
from rules_check.engine.words import known, no_more, whole
from rules_check.toolkit.records import EMPTY
from rules_check.toolkit.zones import is_first, size

BITS = 20
MOST = (1 << BITS) - 1
"""The largest number that can go with a move."""
_SORT = 2 * BITS


@jit_within
def coded(sort: int, first: int, second: int) -> int:
    """Write a move as one number."""
    return np.int64(sort) << _SORT | np.int64(first) << BITS | second  # type: ignore[return-value]


@jit_within
def parts_of(move: int) -> tuple[int, int, int]:
    """Take a move apart: its sort, and both numbers."""
    return move >> _SORT, move >> BITS & MOST, move & MOST


@jit_within
def write(moves: Any, n: int, sort: int, first: int = 0, second: int = 0) -> int:
    """Write a legal move behind n others, if there is room for it; returns how many they are
    now. The last entry stays free.
    """
    if n == moves.size - 1:
        return n
    moves[n] = coded(sort, first, second)
    return n + 1


@jit_within
def offer(out: Any, sort: int, first: int = 0, second: int = 0) -> None:
    """Add a legal move to those of a phase, if there is room for it; the last entry of `out`
    counts them.
    """
    out[-1] = write(out, int(out[-1]), sort, first, second)


@jit_lean
def offer_once(out: Any, sort: int, first: int = 0, second: int = 0) -> None:
    """Add a legal move unless it has been offered already, as one with a card that is like
    another.
    """
    move, is_offered = coded(sort, first, second), False
    for i in range(out[-1]):
        is_offered |= out[i] == move
    if not is_offered:
        out[-1] = write(out, int(out[-1]), sort, first, second)


@jit_within
def offer_if(is_legal: bool, out: Any, sort: int, first: int = 0, second: int = 0) -> None:
    """Add a move that may be legal or not: faster than to ask first, if no one foresees the
    answer.
    """
    if out[-1] < out.size - 1:
        out[out[-1]] = coded(sort, first, second)
        out[-1] += is_legal


@jit_within
def offer_each(out: Any, sort: int, least: int, most: int, first: int = EMPTY) -> None:
    """Offer a move with each number from `least` to `most`, behind `first` where that is given:
    faster than one by one.
    """
    at = int(out[-1])
    count = max(0, min(most - least + 1, out.size - 1 - at))
    move, step = (
        (coded(sort, least, 0), 1 << BITS) if first == EMPTY else (coded(sort, first, least), 1)
    )
    if at + count + 8 < out.size:
        for n in range(
            0, max(1, count), 8
        ):  # eight at a time: what is written beyond them counts for nothing
            for k in range(n, n + 8):
                out[at + k] = move + k * step
    else:
        for n in range(count):
            out[at + n] = move + n * step
    out[-1] = at + count


@jit_lean
def offer_cards(out: Any, sort: int, zone: Any) -> None:
    """Offer a move with each card of a zone, with those that are alike once."""
    at, seen = int(out[-1]), np.int64(0)
    for i in range(size(zone)):
        bit = np.int64(1) << (zone[i] & 63)
        if not seen & bit or is_first(zone, i):  # who shares its bit may be another card
            at = write(out, at, sort, zone[i])
        seen |= bit
    out[-1] = at


@jit_lean
def offer_again(out: Any, sort: int) -> None:
    """Offer with another sort what has been offered so far."""
    count = int(out[-1])
    out[-1] += min(count, out.size - 1 - count)
    for i in range(count, out[-1]):
        out[i] = coded(sort, 0, 0) | out[i - count] & (1 << _SORT) - 1


Names = Callable[[Any], Sequence[str]]
"""From a card set, the word for each number that can go with a move."""
Text = Callable[[Any, Any, int, int], str]
"""From a card set, a state and both numbers of a move, a word."""


@dataclass(frozen=True)
class Word:
    """One word of a move's text: a number in the move, and what it is called."""

    what: str
    room: int
    """How many numbers there are, from 0 up."""
    names: Names | None = None
    """The words by their numbers, for one card set; without them numbers are written as they are.
    """
    written: Text | None = None
    """How the word is written where that follows from the state too."""
    least: int = 0
    """The least number meant where a text leaves the word out."""
    is_partly_named: bool = False
    """Whether only the first numbers have names, and the words of all others follow from the state.
    """
    seen_in: tuple[str, ...] | None = None
    """The zone from which the card comes that it names, and those to which it goes: who sees it
    there hears which it is.

    Without zones only who moves hears it; None if all hear it.
    """

    @property
    def masked(self) -> str:
        """How it reads for those who do not hear it."""
        is_card = self.seen_in and self.what.startswith(("a ", "an "))
        return f"{self.what} face down" if is_card else "something"

    def text(self, cards: Any, state: Any, numbers: tuple[int, int], at: int) -> str:
        if self.written:
            return self.written(cards, state, *numbers)
        return self.names(cards)[numbers[at]] if self.names else str(numbers[at])

    @property
    def is_amount(self) -> bool:
        """Whether it is a number written as it is."""
        return self.names is None and self.written is None

    @property
    def is_open(self) -> bool:
        """Whether it can be written, but says nothing without a state."""
        return self.written is not None and self.names is None

    def numbers(self, cards: Any, word: str) -> list[int]:
        """Find the numbers that a word means. Raises ValueError with what is possible where there
        are none.
        """
        if self.names is None:
            return [whole(word, self.what, self.room - 1)]
        names = list(self.names(cards))
        known(word, list(dict.fromkeys(names)))
        return [number for number, name in enumerate(names) if name == word]

    def spelt(self, cards: Any) -> list[str]:
        """List the words that there are; none where they are numbers, or follow from the state."""
        return list(self.names(cards)) if self.names else []

    def every(self, cards: Any) -> list[int]:
        """List the numbers that can be meant with a card set."""
        return list(
            range(len(self.names(cards)) if self.names and not self.is_partly_named else self.room)
        )


def numbered(what: str, most: int) -> Word:
    """Word a number as itself: "3"."""
    return Word(what, most + 1)


def unheard(word: Word, *seen_in: str) -> Word:
    """Let only the seat that moves hear a word, and of a card those who see it in one of some
    zones.

    `seen_in` are fields of the state: first the zone from which the card comes, then those to which
    it goes.
    """
    return replace(word, seen_in=seen_in)


def seat(seats: int) -> Word:
    """Word a seat as people count them, from 1."""
    return Word("a seat", seats, lambda _: [str(n + 1) for n in range(seats)])


def one_of(what: str, *names: str) -> Word:
    """Word a number by a list of names: "rock"."""
    return Word(what, len(names), lambda _: names)


def named(kind: str, room: int) -> Word:
    """Word a number by the ids of a kind of cards, or of the rows of a table, as the card set's
    record has them.
    """
    return Word(f"a {kind}", room, lambda cards: ids_of(cards, kind))


def ids_of(cards: Any, kind: str) -> list[str]:
    """List the ids of a kind of cards, or of a table's rows, that a declared card set has read."""
    names = cards[f"{kind}_name"]
    return [id_.decode() for id_ in names.view(f"S{names.shape[1]}")[:, 0].tolist() if id_]


class Move(int):
    """A sort of move, as a number for compiled rules, with its words.

    `pattern` is the text with {} for each word: "sell {} at {}". A word beyond these goes with the
    move and is not written.
    """

    pattern: str
    words: tuple[Word, ...]
    when: Callable[..., object]
    """Whether it can be one of several at a decision: from a card set, and the number of each word.
    """
    is_unheard: bool
    """Whether the others do not hear which of such moves it was."""

    def __new__(cls, sort: int, pattern: str, *words: Word) -> Move:
        if pattern.count("{}") > len(words) or len(words) > 2:
            raise ValueError(
                f"the move '{pattern}' has {pattern.count('{}')} places for words, and "
                f"{len(words)} words; at most 2 fit"
            )
        if any(word.room - 1 > MOST for word in words):
            raise ValueError(
                f"the move '{pattern}' has a word with room for more than {MOST:,} numbers"
            )
        made = super().__new__(cls, sort)
        made.pattern, made.words, made.when = pattern, words, lambda *_: True
        made.is_unheard = False
        return made

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        """Pickle as a plain number: that is all that compiled code keeps of it."""
        return int, (int(self),)

    @property
    def step(self) -> int:
        """What one more of the amount that such a move names adds to its number; 0 where it names
        none. Of two, the last is meant.
        """
        written = self.words[: self.pattern.count("{}")]
        amounts = [1 if at else 1 << BITS for at, word in enumerate(written) if word.is_amount]
        return amounts[-1] if amounts else 0

    def text(self, cards: Any, state: Any, move: int) -> str:
        """Write a legal move of this sort."""
        numbers = numbers_of(move)
        return self.pattern.format(
            *(word.text(cards, state, numbers, at) for at, word in enumerate(self.words))
        )

    def heard(
        self, cards: Any, state: Any, move: int, is_heard: Callable[[Word, int], bool]
    ) -> str:
        """Write a move of this sort for who hears some of its words: those for which `is_heard`
        holds, of a word and its number.
        """
        numbers = numbers_of(move)
        texts = [
            word.text(cards, state, numbers, at) if is_heard(word, numbers[at]) else word.masked
            for at, word in enumerate(self.words)
        ]
        return self.pattern.format(*texts)

    def begun(self, cards: Any, text: str) -> list[tuple[int, int]] | None:
        """Find the moves of this sort that begin as a text does, as ranges of numbers; None where
        none does by its first word.

        A word may be left out where the text goes on with what comes after it: "sell at 3". Raises
        ValueError, with what is possible.
        """
        said, chosen = text.split(), list[list[int] | None]([None] * len(self.words))
        pattern, at = self.pattern.split(), 0
        if (
            (said[:1] != pattern[:1])
            if pattern[0] != "{}"
            else (said and said[0] not in self.words[0].spelt(cards))
        ):
            return None
        rest = list(said)
        for place, part in enumerate(pattern):
            if not rest:
                break
            if part != "{}":
                known(rest.pop(0), [part])
                continue
            if self.words[at].is_open:
                break
            is_left_out = rest[0] in pattern[place + 1 : place + 2] and rest[0] not in self.words[
                at
            ].spelt(cards)
            chosen[at] = None if is_left_out else self.words[at].numbers(cards, rest.pop(0))
            at += 1
        no_more(rest, said)
        first, second = (*chosen, None, None)[:2]
        if second is not None:
            return [
                (_code(self, a, b), _code(self, a, b))
                for a in first or self.words[0].every(cards)
                for b in second
            ]
        if first is not None:
            last = MOST if len(self.words) == 2 else 0
            return [(_code(self, a, 0), _code(self, a, last)) for a in first]
        return [(_code(self, self.words[0].least if self.words else 0, 0), _code(self, MOST, MOST))]

    def every(self, cards: Any) -> Iterator[tuple[int, int]]:
        """Yield the pairs of numbers that a card set allows."""
        first, second = [*(word.every(cards) for word in self.words), [0], [0]][:2]
        return (
            pair for pair in product(first, second) if self.when(cards, *pair[: len(self.words)])
        )


def _code(sort: int, first: int, second: int) -> int:
    return int(sort) << _SORT | first << BITS | second


def numbers_of(move: int) -> tuple[int, int]:
    """Take the two numbers out of a move."""
    return int(move) >> BITS & MOST, int(move) & MOST


class Moves:
    """The moves of one game, by their sorts."""

    def __init__(self) -> None:
        self.by_sort: dict[int, Move] = {}

    def __call__(
        self,
        pattern: str,
        *words: Word,
        when: Callable[..., object] | None = None,
        unheard: bool = False,
    ) -> Move:
        """Declare a move; `when` says, of a card set and the number of each word, whether it can be
        one of several at a decision.

        Of several moves that are `unheard` the others do not hear which it was.
        """
        made = Move(len(self.by_sort) + 1, pattern, *words)
        made.when, made.is_unheard = when or made.when, unheard
        self.by_sort[int(made)] = made
        return made

    @property
    def room(self) -> int:
        """The most moves that one decision can have."""
        return sum(
            int(np.prod([word.room for word in move.words])) for move in self.by_sort.values()
        )

    def word(self, move: int) -> str:
        """Find the first word of a move; of one that begins with a name or a number what that is:
        "fist" of "a fist".
        """
        made = self.by_sort[int(move) >> _SORT]
        return (
            made.words[0].what.split()[-1]
            if made.pattern.startswith("{}")
            else made.pattern.split()[0]
        )

    def sort_of(self, move: int) -> Move:
        """Return the sort of a move."""
        return self.by_sort[int(move) >> _SORT]

    def text(self, cards: Any, state: Any, move: int) -> str:
        """Write a move of the decision that is due. Raises ValueError if no move has that
        number.
        """
        if int(move) >> _SORT not in self.by_sort:
            raise ValueError(f"no move has the number {move}")
        return self.by_sort[int(move) >> _SORT].text(cards, state, move)

    def ranges(self, cards: Any, text: str) -> list[tuple[int, int]]:
        """Find all moves that begin as `text` does, as ranges of their numbers, both ends included.

        Raises ValueError, with the words known, if there are none.
        """
        found = [
            ranges
            for move in self.by_sort.values()
            if (ranges := move.begun(cards, text)) is not None
        ]
        if not found:
            firsts = [move.pattern.split()[0] for move in self.by_sort.values()]
            spelt = [
                name
                for move in self.by_sort.values()
                if move.pattern == "{}"
                for name in move.words[0].spelt(cards)
            ]
            known((text.split() or [""])[0], [*(word for word in firsts if word != "{}"), *spelt])
        return [one for ranges in found for one in ranges]

    def steps(self, cards: Any, text: str) -> list[tuple[int, int, int]]:
        """Find all moves that begin as `text` does and name an amount, as ranges of their numbers
        and what one more of it adds.

        Raises ValueError if none does.
        """
        found = [
            (first, last, self.by_sort[first >> _SORT].step)
            for first, last in self.ranges(cards, text)
        ]
        if not any(step for *_, step in found):
            raise ValueError(f"'{text}' names no amount that could be shifted")
        return [one for one in found if one[2]]

    def space(
        self, cards: Any, is_possible: Callable[[int, int, int], bool] = lambda *_: True
    ) -> Any:
        """List every move that its words, and `is_possible` of a sort and two numbers, allow, as a
        sorted int64 array.
        """
        pairs = ((int(sort), a, b) for sort in self.by_sort.values() for a, b in sort.every(cards))
        return np.array(sorted(_code(*one) for one in pairs if is_possible(*one)), np.int64)
