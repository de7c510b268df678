"""One fault in a user's files: what is wrong, where, what was expected, and what to do. `problems`
has these, and the rest.

In: facts. Out: `Problem` values, and the exception that carries them. Knows nothing else, so that
whatever opens files can raise it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from generator.data.saying import Said

Severity = Literal["error", "warning", "note"]
MOST_SAID = 1000
"""The most letters of a message."""


@dataclass(frozen=True, slots=True)
class Place:
    """A part of one line in a file; `line` and `column` count from 1, in characters. In a
    spreadsheet it is a `cell`, such as B7.
    """

    file: str
    line: int = 0
    column: int = 0
    length: int = 1
    cell: str = ""

    @classmethod
    def read(cls, text: str) -> Place:
        """Return the place FILE:LINE; its line is 0 if the text has no number."""
        file, _, line = text.rpartition(":")
        return cls(file, int(line) if line.isdigit() else 0)

    def __str__(self) -> str:
        return ":".join(filter(None, map(str, [self.file, *self.parts.values()])))

    def __bool__(self) -> bool:
        """Return whether it is anywhere."""
        return bool(self.file or self.line)

    @property
    def parts(self) -> dict[str, int | str]:
        """Its line, column and cell, as far as they are known."""
        parts: dict[str, int | str] = {"line": self.line, "column": self.column, "cell": self.cell}
        return {name: part for name, part in parts.items() if part}


NOWHERE = Place("", length=0)


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault or remark. `also` names related places, each with a word or two."""

    code: str
    message: str
    place: Place = NOWHERE
    hint: str | None = None
    severity: Severity = "error"
    also: tuple[tuple[str, Place], ...] = ()
    card: str | None = None
    values: tuple[tuple[str, object], ...] = field(default=(), compare=False)
    """The values in the message, by their names in `messages.py`."""

    @classmethod
    def of(
        cls,
        said: Said,
        place: Place | None = None,
        hint: str | None = None,
        severity: Severity = "error",
        also: tuple[tuple[str, Place], ...] = (),
        card: str | None = None,
    ) -> Problem:
        """Make a problem at a place; `hint` replaces the hint of the message."""
        hint = hint or said.hint
        return cls(
            said.code, said.message, place or NOWHERE, hint, severity, also, card, said.values
        )

    @property
    def said(self) -> Said:
        """The message, without its place."""
        return Said(self.code, self.message, self.hint, self.values)

    def __getitem__(self, name: str) -> object:
        """Return a value in the message. Raises KeyError if it has none with that name."""
        return self.said[name]

    def __post_init__(self) -> None:
        if len(self.message) > MOST_SAID:  # it quotes what it found, and that may be a whole file
            object.__setattr__(
                self,
                "message",
                f"{self.message[: MOST_SAID // 2]} … {self.message[-(MOST_SAID // 2) :]}",
            )
        if self.hint and len(self.hint) > MOST_SAID:
            object.__setattr__(self, "hint", None)

    def as_json(self) -> dict[str, object]:
        """Return the problem as plain data; keys without a value are left out."""
        values: dict[str, object] = {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "file": self.place.file,
            **self.place.parts,
            "length": self.place.length if self.place.column else 0,
            "card": self.card,
            "hint": self.hint,
            "also": [{"what": what, "place": str(place)} for what, place in self.also],
        }
        return {name: value for name, value in values.items() if value}


class ProblemError(Exception):
    """Raised when a stage cannot continue; carries everything found up to that point.

    `rest` is the sound part of a faulty game, for finding further faults; None if it cannot be
    determined.
    """

    def __init__(self, *problems: Problem, rest: Any = None) -> None:
        super().__init__("; ".join(p.message for p in problems))
        self.problems = problems
        self.rest = rest

    @classmethod
    def of(
        cls,
        said: Said,
        place: Place | None = None,
        hint: str | None = None,
        also: tuple[tuple[str, Place], ...] = (),
        card: str | None = None,
    ) -> ProblemError:
        """Make the exception that carries a single error."""
        return cls(Problem.of(said, place, hint, "error", also, card))

    @property
    def first(self) -> Problem:
        """The first error."""
        return next(problem for problem in self.problems if problem.severity == "error")
