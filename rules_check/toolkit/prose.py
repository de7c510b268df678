"""Helpers for every game's texts for people: lists and numbers as spoken, lines that fit, and a
story for one viewer.

In: words, numbers, seats. Out: text. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.data.saying import agreeing, from_to

WIDTH = 100
"""The maximum width of a line in which a table is shown."""

RANKINGS = ("won", "came second", "came third", "came fourth", "came fifth", "came sixth")
"""Phrases for a seat's rank, from place 1 on."""
_SMALL = ("no", "one", "two", "three", "four", "five", "six")


def joined(parts: Sequence[str], word: str = "and") -> str:
    """Write a list as spoken: "a, b and c"."""
    return f" {word} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def spanned(numbers: Sequence[int]) -> str:
    """Write the range of some numbers: "3 to 5", or "3" if they are all equal."""
    return from_to(min(numbers), max(numbers))


def inside(name: str, article: str = "") -> str:
    """Write a name within a sentence, "the Hazel Wand"; if it has its own article, that loses its
    capital, "the Bone Baron".
    """
    return name[0].lower() + name[1:] if name.startswith(("The ", "A ", "An ")) else article + name


def verb_of(who: str) -> str:
    """Return the verb that agrees with a seat as a viewer names it."""
    return "are" if who == "you" else "is"


def with_article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def counted(count: int, noun: str, plural: str = "") -> str:
    """Count things: "1 beast", "2 beasts"."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def spoken(count: int) -> str:
    """Write a small number as a word."""
    return _SMALL[count] if count < len(_SMALL) else str(count)


def sentence(text: str) -> str:
    """Write a text as a sentence, with a full stop unless it has one."""
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


class Who(str):
    """A seat as a viewer names it, "you" or "seat 3"; a text may use `{who.own}`, "your" or "seat
    3's".
    """

    __slots__ = ()

    @property
    def own(self) -> str:
        return "your" if self == "you" else f"{self}'s"


def who_is(seat: int, viewer: int) -> Who:
    """Name a seat for a viewer: "you" or "seat 3"."""
    return Who("you" if seat == viewer else f"seat {seat + 1}")


def wrapped(head: str, text: str) -> list[str]:
    """Write a text after a head. If it does not fit, continue on the next lines, broken only after
    commas and semicolons.
    """
    lines, line = list[str](), head
    for part in re.split(r"(?<=[,;]) ", text):
        if line != head and len(line) + 1 + len(part) > WIDTH:
            lines.append(line)
            line = " " * len(head)
        line += part if not line.strip() or line == head else f" {part}"
    return [row.rstrip() for row in (*lines, line)]


class Story:
    """A collector of the lines of a story for one viewer: a seat, which is "you" in it, or -1,
    which sees everything.
    """

    def __init__(self, viewer: int) -> None:
        self.viewer, self.lines = viewer, list[str]()

    def say(self, text: str) -> None:
        self.lines.append(sentence(text))

    def sees(self, seat: int) -> bool:
        """Return whether the viewer knows what only that seat knows."""
        return self.viewer in (-1, seat)

    def who(self, seat: int) -> Who:
        return who_is(int(seat), self.viewer)

    def all_of(self, seats: Sequence[int]) -> str:
        """Name several seats: "you and seats 2 and 3"."""
        you = ["you"] if self.viewer in seats else []
        numbers = [str(seat + 1) for seat in seats if seat != self.viewer]
        others = [f"{agreeing(len(numbers), 'seat|seats')} {joined(numbers)}"] if numbers else []
        return joined([*you, *others])
