"""The check of a game without rules: what its cards show when nothing is played.

In: a game. Out: an `Examined`, as for every check. Imports nothing that plays.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.data.findings import silence
from generator.data.game import Game
from rules_check.prove.examined import Examined
from rules_check.toolkit.outliers import outlier_findings
from rules_check.toolkit.slips import slip_findings


@dataclass(frozen=True)
class UnplayedLevel:
    """The level of a check of a game without rules: nothing is played."""

    name: str = "unplayed"
    is_balance: bool = False


def examine_unplayed(game: Game, seed: int) -> Examined:
    """Check the cards of a game without playing it."""
    findings, idle = silence(
        game.root.below("check"), [*outlier_findings(game), *slip_findings(game)]
    )
    return Examined(game, UnplayedLevel(), seed, game.data_hash, findings=findings, problems=idle)
