"""The result of a check, of a game that was played or of one without rules. Does not need the
packages for playing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from generator.data.findings import Finding
from generator.data.game import Game
from generator.data.problems import Place, Problem
from rules_check.verdict.ranking import as_json

JUST_LEARNED = "players who learned the game"
"""Judges who learned a game, as long as no adversary has learned for long to beat them."""


class Closeness(Protocol):
    """How thoroughly a game is examined."""

    @property
    def name(self) -> str:
        """The word for it in JSON."""

    @property
    def is_balance(self) -> bool:
        """Whether enough games are played to judge balance."""


@dataclass(frozen=True)
class Cause:
    """The likeliest common cause of several findings of a check."""

    said: str
    """The cause and how it is known, as a clause."""
    place: Place | None
    findings: tuple[str, ...]
    """The names of the findings that it explains."""
    lines: tuple[int, ...]
    """The lines of cards.yaml that it concerns."""
    is_measured: bool
    """Whether games were played with another number, which proves more than a resemblance."""

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data, without a place if it has none."""
        place = {"place": str(self.place)} if self.place else {}
        return {
            "cause": self.said,
            **place,
            "findings": list(self.findings),
            "measured": self.is_measured,
        }


@dataclass
class Examined:
    """Everything that a check found."""

    game: Game
    level: Closeness
    seed: int
    data: str
    judged_by: str = ""
    """The players who judge, in words."""
    findings: list[Finding] = field(default_factory=list)
    measured: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    causes: list[Cause] = field(default_factory=list)
    among: str = ""
    """The players who judge as a noun, "greedy players", if no trained adversary has faced them."""
    asked: str = ""
    """The numbers of players, as an option of `check`, if only some were asked for."""

    @property
    def is_passed(self) -> bool:
        return (
            not any(finding.counts for finding in self.findings)
            and not self.errors
            and not self.warnings
        )

    @property
    def errors(self) -> int:
        """The number of problems that prevent a build."""
        return sum(problem.severity == "error" for problem in self.problems)

    @property
    def warnings(self) -> int:
        """The number of warnings that are not findings, such as a translation that says the
        opposite.
        """
        return sum(problem.severity == "warning" for problem in self.problems)

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data, which `report` can also read."""
        return {
            "game": {"title": self.game.title, "version": self.game.version, "data": self.data},
            "seed": self.seed,
            "level": self.level.name,
            "passed": self.is_passed,
            "judged_by": self.judged_by,
            "causes": [cause.as_json() for cause in self.causes],
            "findings": list(map(as_json, self.findings)),
            "measured": self.measured,
        }
