"""Moves declared with their words: one line, `SELL = move("sell", item="item", at=PRICES)`, defines
how a move is written, read and numbered.

In: declarations. Out: numbers for compiled rules; texts from moves and moves from texts. Knows no
game.

A `Move` is a whole number that identifies one type of move. A legal move is a single number too:
its type, and up to two numbers that belong to it (which item, what price), each from 0 to MOST.
`coded` combines them, `parts_of` separates them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, product
from typing import Any

import numpy as np

from generator.data.game import Game
from rules_check.engine.kernel import jit_lean, jit_within
from rules_check.engine.words import known, no_more, whole
from rules_check.toolkit.records import EMPTY
from rules_check.toolkit.things import spoken_names
from rules_check.toolkit.zones import is_first, size

BITS = 20
MOST = (1 << BITS) - 1
"""The largest number that a move can contain."""
_SORT = 2 * BITS


@jit_within
def coded(sort: int, first: int, second: int) -> int:
    """Combine a type and two numbers into one move."""
    return np.int64(sort) << _SORT | np.int64(first) << BITS | second  # type: ignore[return-value]


@jit_within
def parts_of(move: int) -> tuple[int, int, int]:
    """Split a move into its type and its two numbers."""
    return move >> _SORT, move >> BITS & MOST, move & MOST


@jit_within
def write(moves: Any, n: int, sort: int, first: int = 0, second: int = 0) -> int:
    """Write a legal move after n others, if there is room for it; return the new number of moves.
    The last entry stays free.
    """
    if n == moves.size - 1:
        return n
    moves[n] = coded(sort, first, second)
    return n + 1


@jit_within
def offer(out: Any, sort: int, first: int = 0, second: int = 0) -> None:
    """Add a legal move to those of a phase, if there is room for it; the last entry of `out` counts
    them.
    """
    out[-1] = write(out, int(out[-1]), sort, first, second)


@jit_lean
def offer_once(out: Any, sort: int, first: int = 0, second: int = 0) -> None:
    """Add a legal move unless the same move has been offered already, as for one of several equal
    cards.
    """
    move, is_offered = coded(sort, first, second), False
    for i in range(out[-1]):
        is_offered |= out[i] == move
    if not is_offered:
        out[-1] = write(out, int(out[-1]), sort, first, second)


@jit_within
def offer_if(is_legal: bool, out: Any, sort: int, first: int = 0, second: int = 0) -> None:
    """Add a move if it is legal. This is faster than a condition if the answer is unpredictable."""
    if out[-1] < out.size - 1:
        out[out[-1]] = coded(sort, first, second)
        out[-1] += is_legal


@jit_within
def offer_each(out: Any, sort: int, least: int, most: int, first: int = EMPTY) -> None:
    """Offer a move with each number from `least` to `most`, after `first` if it is given. This is
    faster than offering them one by one.
    """
    at = int(out[-1])
    count = max(0, min(most - least + 1, out.size - 1 - at))
    move, step = (
        (coded(sort, least, 0), 1 << BITS) if first == EMPTY else (coded(sort, first, least), 1)
    )
    if at + count + 8 < out.size:
        # eight at a time: anything written beyond them does not count
        for n in range(0, max(1, count), 8):
            for k in range(n, n + 8):
                out[at + k] = move + k * step
    else:
        for n in range(count):
            out[at + n] = move + n * step
    out[-1] = at + count


@jit_lean
def offer_cards(out: Any, sort: int, zone: Any) -> None:
    """Offer a move with each card of a zone, equal cards once."""
    at, seen = int(out[-1]), np.int64(0)
    for i in range(size(zone)):
        bit = np.int64(1) << (zone[i] & 63)
        if not seen & bit or is_first(zone, i):  # a different card may share its bit
            at = write(out, at, sort, zone[i])
        seen |= bit
    out[-1] = at


@jit_lean
def offer_again(out: Any, sort: int) -> None:
    """Offer everything that has been offered so far again, as another type of move."""
    count = int(out[-1])
    out[-1] += min(count, out.size - 1 - count)
    for i in range(count, out[-1]):
        out[i] = coded(sort, 0, 0) | out[i - count] & (1 << _SORT) - 1


Names = Callable[[Any], Sequence[str]]
"""A function from a card set to the words for the numbers of a move."""
Text = Callable[[Any, Any, int, int], str]
"""A function from a card set, a state and both numbers of a move to a word."""


@dataclass(frozen=True)
class Word:
    """One word of a move's text: a number of the move, and how it is written."""

    what: str
    """What it stands for, as people say it: "a card", "gold"."""
    room: int
    """The number of possible numbers, from 0."""
    names: Names | None = None
    """The words by their numbers, for one card set; without `names`, numbers are written as they
    are.
    """
    written: Text | None = None
    """How the word is written if that also depends on the state."""
    least: int = 0
    """The smallest number that a text can mean if it leaves the word out."""
    is_partly_named: bool = False
    """Whether only the first numbers have names, and the words of the others depend on
    the state.
    """
    seen_in: tuple[str, ...] | None = None
    """The zone that the named card leaves, and those to which it may go: seats that see it there
    hear which card it is.

    Without zones, only the seat that moves hears it; None if all hear it.
    """
    kind: str = ""
    """The kind or table whose cards or rows it names."""
    is_seat: bool = False

    @property
    def masked(self) -> str:
        """Return how the word reads for seats that do not hear it."""
        return f"{self.what} face down" if self.seen_in and self.kind else "something"

    def text(self, cards: Any, state: Any, numbers: tuple[int, int], at: int) -> str:
        if self.written:
            return self.written(cards, state, *numbers)
        return self.names(cards)[numbers[at]] if self.names else str(numbers[at])

    def said(
        self, cards: Any, state: Any, numbers: tuple[int, int], at: int, game: Game | None
    ) -> str:
        """Write it for people: a card by its name in the game."""
        text = self.text(cards, state, numbers, at)
        return spoken_names(game, self.kind).get(text, text) if self.names and self.kind else text

    @property
    def is_amount(self) -> bool:
        """Return whether it is a number written as it is."""
        return self.names is None and self.written is None

    @property
    def is_open(self) -> bool:
        """Return whether its text depends on a state."""
        return self.written is not None and self.names is None

    def numbers(self, cards: Any, word: str) -> list[int]:
        """Find the numbers that a word means. Raises ValueError, with what is possible, if there
        are none.
        """
        if self.names is None:
            return [whole(word, self.what, self.room - 1)]
        names = list(self.names(cards))
        known(word, list(dict.fromkeys(names)))
        return [number for number, name in enumerate(names) if name == word]

    def spelt(self, cards: Any) -> list[str]:
        """List the possible words; none if they are numbers, or depend on the state."""
        return list(self.names(cards)) if self.names else []

    def every(self, cards: Any) -> list[int]:
        """List the numbers that are possible with a card set."""
        return list(
            range(len(self.names(cards)) if self.names and not self.is_partly_named else self.room)
        )


def numbered(what: str, most: int) -> Word:
    """Make a word that is written as its number: "3"."""
    return Word(what, most + 1)


def unheard(word: Word, *seen_in: str) -> Word:
    """Hide a word from all seats except the one that moves; a card's name also reaches seats that
    see the card in one of some zones.

    `seen_in` are fields of the state: first the zone that the card leaves, then those to which it
    may go.
    """
    return replace(word, seen_in=seen_in)


def seat(seats: int) -> Word:
    """Make a word for a seat, counted from 1 as people do."""
    return Word("a seat", seats, lambda _: [str(n + 1) for n in range(seats)], is_seat=True)


def one_of(what: str, *names: str) -> Word:
    """Make a word from a list of names: "rock"."""
    return Word(what, len(names), lambda _: names)


def named(kind: str, room: int) -> Word:
    """Make a word from the ids of a kind of card, or of the rows of a table, as in the card set's
    record.
    """
    return Word(f"a {kind}", room, lambda cards: ids_of(cards, kind), kind=kind)


def ids_of(cards: Any, kind: str) -> list[str]:
    """List the ids of a kind of card, or of a table's rows, from a declared card set."""
    names = cards[f"{kind}_name"]
    return list(_read_ids(names.tobytes(), names.shape[1]))


@lru_cache(maxsize=256)
def _read_ids(names: bytes, room: int) -> tuple[str, ...]:
    """Read ids with room for so many bytes each, once for all texts with one of them."""
    ids = (names[at : at + room].rstrip(b"\0") for at in range(0, len(names), room))
    return tuple(id_.decode() for id_ in ids if id_)


class Move(int):
    """A type of move, as a number for compiled rules, with its words.

    `pattern` is the text with {} for each word: "sell {} at {}". Further words are part of the move
    but are not written.
    """

    pattern: str
    words: tuple[Word, ...]
    when: Callable[..., object]
    """Whether the move can be one of several in a decision, given a card set and the number of each
    word.
    """
    is_unheard: bool
    """Whether the others do not hear which of such moves was made."""
    word: str
    """Its first word, or one for what that stands for, by which stories know it."""

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
        made.is_unheard, made.word = False, pattern.split()[0]
        return made

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        """Pickle as a plain number, which is all that compiled code keeps."""
        return int, (int(self),)

    @property
    def step(self) -> int:
        """Return how much a move's number grows if its amount grows by one; 0 if it has no amount.
        If it has two, the last one counts.
        """
        written = self.words[: self.pattern.count("{}")]
        amounts = [1 if at else 1 << BITS for at, word in enumerate(written) if word.is_amount]
        return amounts[-1] if amounts else 0

    def text(self, cards: Any, state: Any, move: int) -> str:
        """Write a legal move of this type."""
        numbers = numbers_of(move)
        return self.pattern.format(
            *(word.text(cards, state, numbers, at) for at, word in enumerate(self.words))
        )

    def heard(
        self,
        cards: Any,
        state: Any,
        move: int,
        game: Game | None,
        is_heard: Callable[[Word, int], bool] = lambda word, number: True,
    ) -> str:
        """Write a move of this type for people, with the names of cards in a game, and for a seat
        that hears only the words for which `is_heard` is true, given a word and its number.
        """
        numbers = numbers_of(move)
        texts = [
            word.said(cards, state, numbers, at, game)
            if is_heard(word, numbers[at])
            else word.masked
            for at, word in enumerate(self.words)
        ]
        return self.pattern.format(*texts)

    def begun(self, cards: Any, text: str) -> list[tuple[int, int]] | None:
        """Find the moves of this type that begin as a text does, as ranges of numbers; None if the
        first word does not fit.

        A word may be left out if the text continues with what follows it: "sell at 3". Raises
        ValueError, with what is possible.
        """
        words, chosen = text.split(), list[list[int] | None]([None] * len(self.words))
        pattern, at = self.pattern.split(), 0
        fits = words[:1] == pattern[:1]
        if pattern[0] == "{}":
            fits = not words or words[0] in self.words[0].spelt(cards)
        if not fits:
            return None
        rest = list(words)
        for place, part in enumerate(pattern):
            if not rest:
                break
            if part != "{}":
                known(rest.pop(0), [part])
                continue
            word = self.words[at]
            if word.is_open:
                break
            is_left_out = rest[0] in pattern[place + 1 : place + 2]
            if not is_left_out or rest[0] in word.spelt(cards):
                chosen[at] = word.numbers(cards, rest.pop(0))
            at += 1
        no_more(rest, words)
        first, second = (*chosen, None, None)[:2]
        if second is not None:
            ranges = []
            for a, b in product(first or self.words[0].every(cards), second):
                ranges.append((_code(self, a, b), _code(self, a, b)))
            return ranges
        if first is not None:
            last = MOST if len(self.words) == 2 else 0
            return [(_code(self, a, 0), _code(self, a, last)) for a in first]
        least = self.words[0].least if self.words else 0
        return [(_code(self, least, 0), _code(self, MOST, MOST))]

    def every(self, cards: Any) -> Iterator[tuple[int, int]]:
        """Yield the pairs of numbers that a card set allows."""
        first, second = [*(word.every(cards) for word in self.words), [0], [0]][:2]
        return (
            pair for pair in product(first, second) if self.when(cards, *pair[: len(self.words)])
        )


def _code(sort: int, first: int, second: int) -> int:
    return int(sort) << _SORT | first << BITS | second


def numbers_of(move: int) -> tuple[int, int]:
    """Return the two numbers of a move."""
    return int(move) >> BITS & MOST, int(move) & MOST


class Moves:
    """The moves of one game, by their types."""

    def __init__(self) -> None:
        self.by_sort: dict[int, Move] = {}

    def __call__(
        self,
        pattern: str,
        *words: Word,
        when: Callable[..., object] | None = None,
        unheard: bool = False,
        known_as: str = "",
    ) -> Move:
        """Declare a move; given a card set and the number of each word, `when` returns whether it
        can be one of several in a decision.

        If several moves are `unheard`, the others do not hear which one was made. Stories know a
        move by its first word unless they are told what it is `known_as`.
        """
        made = Move(len(self.by_sort) + 1, pattern, *words)
        made.when, made.is_unheard, made.word = when or made.when, unheard, known_as or made.word
        self.by_sort[int(made)] = made
        return made

    @property
    def room(self) -> int:
        """Return the largest number of moves in one decision."""
        return sum(
            int(np.prod([word.room for word in move.words])) for move in self.by_sort.values()
        )

    def word(self, move: int) -> str:
        """Return the word by which stories know a move."""
        return self.sort_of(move).word

    def sort_of(self, move: int) -> Move:
        """Return the type of a move."""
        return self.by_sort[int(move) >> _SORT]

    def text(self, cards: Any, state: Any, move: int) -> str:
        """Write a move of the current decision. Raises ValueError if no move has that number."""
        if int(move) >> _SORT not in self.by_sort:
            raise ValueError(f"no move has the number {move}")
        return self.by_sort[int(move) >> _SORT].text(cards, state, move)

    def ranges(self, cards: Any, text: str) -> list[tuple[int, int]]:
        """Find all moves that begin as `text` does, as ranges of their numbers, both ends included.

        Raises ValueError, with the known words, if there are none.
        """
        begun = [move.begun(cards, text) for move in self.by_sort.values()]
        fitting = [ranges for ranges in begun if ranges is not None]
        if not fitting:
            firsts, spelt = list[str](), list[str]()
            for move in self.by_sort.values():
                first = move.pattern.split()[0]
                if first != "{}":
                    firsts.append(first)
                elif move.pattern == "{}":
                    spelt += move.words[0].spelt(cards)
            known((text.split() or [""])[0], [*firsts, *spelt])
        return list(chain.from_iterable(fitting))

    def steps(self, cards: Any, text: str) -> list[tuple[int, int, int]]:
        """Find all moves that begin as `text` does and name an amount: ranges of their numbers,
        with the difference that one more of it makes.

        Raises ValueError if there are none.
        """
        matches = [
            (first, last, self.by_sort[first >> _SORT].step)
            for first, last in self.ranges(cards, text)
        ]
        if not any(step for *_, step in matches):
            raise ValueError(f"'{text}' names no amount that could be shifted")
        return [match for match in matches if match[2]]

    def space(
        self, cards: Any, is_possible: Callable[[int, int, int], bool] = lambda *_: True
    ) -> Any:
        """List every move that its words, and `is_possible` for a type and two numbers, allow, as a
        sorted int64 array.
        """
        pairs = ((int(sort), a, b) for sort in self.by_sort.values() for a, b in sort.every(cards))
        return np.array(sorted(_code(*pair) for pair in pairs if is_possible(*pair)), np.int64)
