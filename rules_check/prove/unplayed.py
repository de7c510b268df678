"""The check of a game that has no rules: what its cards show, without a game being played.

In: a game. Out: an `Unplayed`, which prints and is written as what a whole check found is. Imports nothing that plays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Any

from generator.data.findings import Finding, silence
from generator.data.game import Game
from generator.data.problems import Problem
from rules_check.toolkit.outliers import outlier_findings
from rules_check.toolkit.slips import slip_findings
from rules_check.verdict.ranking import as_json

GROUP = "emporium_pnp.games"


def has_rules(game: Game) -> bool:
    """Return whether an installed package plays a game, or the game names rules that should."""
    return game.root["game"].get("plays") is not None or any(entry.name == game.plays for entry in entry_points(group=GROUP))


@dataclass(frozen=True)
class UnplayedLevel:
    """How closely a game without rules is looked at: not at all by playing."""

    name: str = "unplayed"
    is_balance: bool = False


@dataclass
class Unplayed:
    """All that a check without rules found."""

    game: Game
    data: str
    seed: int
    level: UnplayedLevel = UnplayedLevel()
    judged_by: str = ""
    findings: list[Finding] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    among: str = ""

    @property
    def is_passed(self) -> bool:
        is_sound = not any(problem.severity == "error" for problem in self.problems)
        return is_sound and not any(finding.counts for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data, in the form of every check."""
        return {
            "game": {"title": self.game.title, "version": self.game.version, "data": self.data},
            "seed": self.seed,
            "level": self.level.name,
            "passed": self.is_passed,
            "judged_by": self.judged_by,
            "findings": [as_json(finding) for finding in self.findings],
            "measured": {},
        }


def examine_unplayed(game: Game, seed: int) -> Unplayed:
    """Look over the cards of a game without playing it."""
    found, idle = silence(game.root.get("check"), [*outlier_findings(game), *slip_findings(game)])
    return Unplayed(game, game.data_hash, seed, findings=found, problems=idle)
