"""Problems: faults in a user's files, with their place, what was expected, and what to do.

In: facts found by any stage. Out: `Problem` values and their text. Knows nothing of YAML, PDF or
the terminal.
"""

from __future__ import annotations

import difflib
import io
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path

from generator.data.faults import Place, Problem, ProblemError, Severity
from generator.data.opening import MIB, open_file
from generator.data.saying import Said, counted, one_of
from generator.data.visible import visible

__all__ = [
    "Place",
    "Problem",
    "ProblemError",
    "Problems",
    "Said",
    "Severity",
    "closest",
    "counted",
    "did_you_mean",
    "format_problem",
    "line_at",
    "one_of",
]

MOST_SHOWN = 64 * MIB
"""The maximum size of a file from which a line is shown."""


@dataclass(slots=True)
class Problems:
    """A collector of problems, in the order found. It keeps the same problem at the same place
    once, even if it comes from several cards.
    """

    items: list[Problem] = field(default_factory=list)
    _seen: set[Problem] = field(default_factory=set)

    def add(self, problem: Problem) -> None:
        same = replace(problem, card=None) if problem.place else problem
        if same not in self._seen:
            self._seen.add(same)
            self.items.append(problem)

    def extend(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.add(problem)

    def error(
        self,
        said: Said,
        place: Place | None = None,
        hint: str | None = None,
        also: tuple[tuple[str, Place], ...] = (),
        card: str | None = None,
    ) -> None:
        self.add(Problem.of(said, place, hint, "error", also, card))

    def warn(
        self,
        said: Said,
        place: Place | None = None,
        hint: str | None = None,
        also: tuple[tuple[str, Place], ...] = (),
        card: str | None = None,
    ) -> None:
        self.add(Problem.of(said, place, hint, "warning", also, card))

    def note(self, said: Said, place: Place | None = None, hint: str | None = None) -> None:
        self.add(Problem.of(said, place, hint, "note"))

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Add the problems with which work ends early."""
        try:
            yield
        except ProblemError as fault:
            self.extend(fault.problems)

    @contextmanager
    def completing(self) -> Iterator[None]:
        """Add the problems with which work ends early, and raise ProblemError with all."""
        try:
            yield
        except ProblemError as fault:
            self.extend(fault.problems)
            raise ProblemError(*self) from None

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def has_errors(self) -> bool:
        return any(p.severity == "error" for p in self.items)

    def count(self, severity: Severity) -> int:
        return sum(p.severity == severity for p in self.items)

    def are_refused(self, is_strict: bool) -> bool:
        """Return whether there is an error or, if `is_strict`, a warning."""
        return self.has_errors or (is_strict and self.count("warning") > 0)

    def raise_errors(self) -> None:
        """Raise ProblemError with everything collected, if that includes an error."""
        if self.has_errors:
            raise ProblemError(*self.items)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Suggest the closest of the known words in a hint; None if nothing is close."""
    near = closest(word, known)
    return f"did you mean '{near}'?" if near is not None else None


def meant_among(word: str, known: Collection[str], begin: str) -> str:
    """Suggest the closest of the known words; if nothing is close, list them all: `begin` a, b."""
    return did_you_mean(word, known) or f"{begin} {', '.join(known)}"


_LONGEST, _MOST_COMPARED = 200, 200


def closest(word: str, known: Iterable[str]) -> str | None:
    """Find the known word that is closest to a word, ignoring capitals; None if nothing
    is close.
    """
    return None if len(word) > _LONGEST else _closest(word, tuple(known))


@lru_cache(maxsize=64)  # requests for hints come soon after each other
def _closest(word: str, known: tuple[str, ...]) -> str | None:
    names = _alike(word, known) if len(known) > _MOST_COMPARED else sorted(set(map(str, known)))
    same = [name for name in names if name.casefold() == word.casefold()]
    if same:
        return same[-1]
    others = [name for name in names[:_MOST_COMPARED] if len(name) <= _LONGEST]
    stem, dot, _ = word.partition(".")
    if dot:  # names of files: the ending that all share has no significance
        ending = word.removeprefix(stem)
        stems = {name.removesuffix(ending): name for name in others if name.endswith(ending)}
        near = difflib.get_close_matches(stem, stems, n=1, cutoff=0.65)
        if near:
            return stems[near[0]]
        others = [name for name in others if not name.endswith(ending)]
    return next(iter(difflib.get_close_matches(word, others, n=1, cutoff=0.6)), None)


def _alike(word: str, known: tuple[str, ...]) -> list[str]:
    """Select those of many words that begin like a word and are about as long, because comparing
    with all is slow if many are wrong.
    """
    alike = []
    for name in _by_initial(known).get(word[:1].casefold(), ()):
        if abs(len(name) - len(word)) <= 2:
            alike.append(name)
    return alike


@lru_cache(maxsize=8)
def _by_initial(known: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in sorted(set(map(str, known))):
        found.setdefault(name[:1].casefold(), []).append(name)
    return found


def format_problem(problem: Problem, folder: Path | None = None) -> str:
    """Write a problem as text, with the line that it concerns if that can be read.

    File names in places are relative to `folder`.
    """
    where = f"{problem.place}: " if problem.place else ""
    who = ""
    if problem.card and f"'{problem.card}'" not in problem.message:
        who = f" (card '{problem.card}')"
    lines = [f"{where}{problem.severity}[{problem.code}]: {problem.message}{who}"]
    excerpt = _excerpt(problem.place, folder) if problem.place.line else None
    gutter = " " * (len(str(problem.place.line)) if excerpt else 1)
    if excerpt:
        text, start, length = excerpt
        lines.append(f" {gutter} |")
        lines.append(f" {problem.place.line} | {text}")
        lines.append(f" {gutter} | {' ' * start}{'^' * length}")
    lines += [f" {gutter} = {what}: {place}" for what, place in problem.also]
    if problem.hint:
        lines.append(f" {gutter} = hint: {problem.hint}")
    return "\n".join(map(visible, lines))


def line_at(place: Place, folder: Path | None) -> str | None:
    """Read the line of a place, in a folder or the current one; None if there is none, or it cannot
    be read.
    """
    path = Path(place.file)
    is_of_game = (
        folder is not None and not path.is_absolute() and ".." not in path.parts
    )  # otherwise a person named it
    try:
        if folder and is_of_game:
            opened = open_file(folder / path, folder, MOST_SHOWN)
        else:
            opened = open_file(path, None, MOST_SHOWN)
        with io.TextIOWrapper(opened, encoding="utf-8-sig", errors="replace") as lines:
            return next(islice(lines, place.line - 1, None), None)
    except OSError:
        return None


def _excerpt(place: Place, folder: Path | None) -> tuple[str, int, int] | None:
    """Read the line of a place: its text cut to a window, where the marked part starts in it, how
    long that is.
    """
    line = line_at(place, folder)
    if line is None:
        return None
    text = visible(line.rstrip("\n").replace("\t", " "))
    start = max(place.column - 1, 0)
    left = max(0, start - 60)
    window = text[left : left + 110]
    if left:
        window = "…" + window[1:]
    if len(text) > left + 110:
        window = window[:-1] + "…"
    begin = min(start - left, len(window))
    return window, begin, max(1, min(place.length, len(window) - begin))
