"""The text of a problem: a message with a place for each value, and the message with its values.

In: a code, a text and a hint, then values. Out: a `Said`, whose words are for people and whose
values are for programs. Knows nothing else. Each room lists its own messages in `messages.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from string import Formatter
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Said:
    """A problem in words: its code, its message, its hint, and its values by name."""

    code: str
    message: str
    hint: str | None = None
    values: tuple[tuple[str, object], ...] = ()

    def __getitem__(self, name: str) -> object:
        """Return the value of a name. Raises KeyError if the message has no such value."""
        return dict(self.values)[name]

    def under(self, code: str) -> Said:
        """Return the same problem with another code."""
        return replace(self, code=code)


class Message(NamedTuple):
    """One possible fault: the code of its problem, its text, and what to do about it.

    Both texts have values in braces, as in `str.format`, with four more forms: `{names:list}`
    joins words with commas, `{names:one of}` lists the accepted ones, `{count:n card}` writes a
    number with its noun, and `{count:is|are}` the words that agree with a number.
    """

    code: str
    text: str
    hint: str | None = None

    def __call__(self, **values: object) -> Said:
        """Fill in the values. Raises KeyError if one is missing."""
        hint = None if self.hint is None else _WORDS.vformat(self.hint, (), values)
        return Said(self.code, _WORDS.vformat(self.text, (), values), hint, tuple(values.items()))


class _Words(Formatter):
    """Formats values as words."""

    def format_field(self, value: object, spec: str) -> str:
        if spec == "list" and isinstance(value, Iterable):
            return ", ".join(map(str, value))
        if spec == "one of" and isinstance(value, Iterable):
            return one_of(map(str, value))
        if spec.startswith("n ") and isinstance(value, int):
            return counted(value, spec.removeprefix("n "))
        if "|" in spec and isinstance(value, int):
            return agreeing(value, spec)
        return format(value, spec)


_WORDS = _Words()


def one_of(words: Iterable[str], most: int = 12) -> str:
    """List accepted words for a message, cut after `most`."""
    names = list(words)
    if not names:
        return "one that exists (there is none yet)"
    if len(names) == 1:
        return f"'{names[0]}'"
    shown = ", ".join(names[:most])
    return f"one of {shown}" + (f" … ({len(names)} in all)" if len(names) > most else "")


def counted(number: int, word: str) -> str:
    """Write a number with its noun: '1 file', '3 files'."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def agreeing(number: int, forms: str) -> str:
    """Return the words that agree with a number: of 'is|are', 'is' for 1 and 'are' otherwise."""
    one, many = forms.split("|")
    return one if number == 1 else many


def hinted(text: str, hint: str | None) -> str:
    """Write a hint, if there is one, in brackets after a text."""
    return f"{text} ({hint})" if hint else text


def shortened(text: str, most: int = 60) -> str:
    """Return a text of at most `most` letters: its beginning and an ellipsis if it is longer."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def first_of(words: Iterable[str], most: int) -> str:
    """Name the first `most` things, with an ellipsis if there are others: 'a, b …'."""
    names = list(words)
    return ", ".join(names[:most]) + (" …" if len(names) > most else "")


def from_to(least: object, most: object) -> str:
    """Write a range: '2 to 4', or '4' if both ends are the same."""
    return str(most) if least == most else f"{least} to {most}"


def some_of(words: Iterable[str], most: int, between: str = ", ") -> str:
    """Name the first `most` things, and say how many others there are: 'a, b and 3 more'."""
    names = list(words)
    left = f" and {len(names) - most} more" if len(names) > most else ""
    return between.join(names[:most]) + left
