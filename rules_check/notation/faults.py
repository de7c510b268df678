"""Faults in the notation, and the places of words within a text of cards.yaml.

In: texts with their places. Out: `Phrase`, which knows the place of each of its letters;
`RuleFault`, a problem that is raised. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from generator.data.formulas import FormulaFault
from generator.data.problems import Place, Problem, Problems, did_you_mean
from generator.data.saying import Said, first_of
from generator.data.source import Node
from rules_check.notation import messages as say


class RuleFault(Exception):
    """A fault at its place, to be reported by the code that reads the step or line around it."""

    def __init__(self, said: Said, place: Place, hint: str | None = None) -> None:
        super().__init__(said.message)
        self.problem = Problem.of(said, place, hint)


class TooMuch(RuleFault):
    """The limit of what is read is exceeded; nothing after it is read either."""


class Follows(Exception):
    """A consequence of another fault, which is already reported."""


@dataclass(frozen=True)
class Phrase:
    """A text of cards.yaml and the place of its first letter.

    If `is_as_written` is false, the text spans several lines or contains escapes: its words have
    the place of the whole.
    """

    text: str
    start: Place
    is_as_written: bool = True

    def at(self, column: int, length: int = 1) -> Place:
        """Return the place of a span of letters, counted from 0."""
        start = self.start
        if not start.column or not self.is_as_written:
            return start
        return Place(start.file, start.line, start.column + column, max(length, 1), start.cell)

    def part(self, start: int, end: int) -> Phrase:
        return Phrase(self.text[start:end], self.at(start, end - start), self.is_as_written)

    @property
    def whole(self) -> Place:
        return self.at(0, len(self.text))


def phrase_at(text: str, place: Place) -> Phrase:
    """Return the text at a place, with or without quotes around it."""
    is_quoted = place.length == len(text) + 2
    start = replace(place, column=place.column + 1) if is_quoted and place.column else place
    return Phrase(text, start, is_quoted or place.length == len(text))


def phrase_of(node: Node, expected: str, hint: str | None = None) -> Phrase:
    """Return the text of a node. Raises RuleFault if it has none."""
    if node.type in ("map", "list", "nothing"):
        raise RuleFault(say.NOT_A_TEXT(expected=expected, found=node.describe()), node.place, hint)
    text = str(node.value).lower() if node.type == "boolean" else str(node.value)
    return phrase_at(text, node.place)


@contextmanager
def within(phrase: Phrase) -> Iterator[None]:
    """Turn a fault in a formula's grammar into one at its place."""
    try:
        yield
    except FormulaFault as fault:
        place = phrase.at(fault.column, fault.length)
        raise RuleFault(fault.said.under("bad-play"), place, fault.hint) from None


@contextmanager
def reported(problems: Problems) -> Iterator[None]:
    """Report a fault raised within, and continue after it. Raises TooMuch."""
    try:
        yield
    except TooMuch:
        raise
    except RuleFault as fault:
        problems.add(fault.problem)
    except Follows:
        pass


def nearest(word: str, known: Iterable[str], what: str = "") -> str | None:
    """Suggest the closest known word; if none is close, list a few of them, called `what`."""
    names = list(filter(None, known))
    near = did_you_mean(word, names)
    if near is not None or not names or not what:
        return near
    return f"{what} {first_of(names, 12)}"
