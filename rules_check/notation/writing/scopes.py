"""The spelling of names at a place in the source, and the helpers written along the way.

In: what a rule needs. Out: a `Scope`; `Helpers`, functions of the module by their sources. Knows no
expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from generator.data.problems import Place
from rules_check.notation.program import Variable
from rules_check.notation.writing.names import OF_RULE, Names

Lines = list[str]


def indented(lines: Iterable[str]) -> Lines:
    """Return lines indented one level further."""
    return [f"    {line}" for line in lines]


def under(head: str, lines: Iterable[str]) -> Lines:
    """Return lines below a header, such as `if …:`; an empty body becomes `pass`."""
    return [head, *(indented(lines) or ["    pass"])]


def indexed(array: str, at: Sequence[str]) -> str:
    """Write the entry of an array, or of a part of one, at some indices."""
    if not at:
        return array
    indices = ", ".join(at)
    return f"{array[:-1]}, {indices}]" if array.endswith("]") else f"{array}[{indices}]"


def guarding(guards: Iterable[str], lines: Lines) -> Lines:
    """Return lines guarded by the conditions for something to exist."""
    conditions = " and ".join(dict.fromkeys(guards))
    return under(f"if {conditions}:", lines) if conditions else lines


def holding(facts: Mapping[str, object]) -> list[str]:
    """List the texts of the facts that hold."""
    return [text for text, holds in facts.items() if holds]


def at_line(place: Place) -> str:
    """Write a place in cards.yaml, for a comment."""
    return f"line {place.line}"


@dataclass(frozen=True)
class Scope:
    """The spelling of names in one function. `me` is the acting player, `turn` the number of the
    turn; empty if there is none.
    """

    me: str = ""
    turn: str = ""
    spelt: Mapping[int, str] = field(default_factory=dict)
    local: Names = field(default_factory=lambda: Names(OF_RULE))

    def of(self, variable: Variable) -> str:
        """Return the spelling of a variable."""
        return self.spelt[variable.number]

    def binding(self, variable: Variable, text: str) -> Scope:
        """Return the scope in which a variable has the given spelling."""
        return replace(self, spelt={**self.spelt, variable.number: text})

    def acting(self, me: str) -> Scope:
        """Return the scope in which another player acts."""
        return replace(self, me=me)


@dataclass
class Helpers:
    """The functions that rules call, without duplicates: functions with the same source are one."""

    module: Names
    written: list[Lines] = field(default_factory=list)
    _by_body: dict[tuple[str, ...], str] = field(default_factory=dict)

    def add(self, word: str, parameters: list[str], body: Callable[[], Lines]) -> str:
        """Add a function, unless an identical one exists; return its name."""
        head = ", ".join(["cards", "state", *parameters])
        lines = body()
        key = (head, *lines)
        if key not in self._by_body:
            name = self.module.fresh(word, is_ours=True)
            self._by_body[key] = name
            self.written.append(["@jit", *under(f"def {name}({head}):", lines)])
        return self._by_body[key]
