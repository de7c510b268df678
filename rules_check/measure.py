"""What played games say: rates with their intervals, and how players stand to each other.

In: places of many games. Out: numbers that say how sure they are. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules_check.game import Rules
from rules_check.players import SEARCH, Player
from rules_check.simulate import simulate

Z_95 = 1.959964
"""Standard deviations within which 95 % of a normal distribution lies."""


@dataclass(frozen=True)
class Rate:
    """A share of games, from 0 to 1. A win that k seats share counts as 1/k for each."""

    wins: float
    games: int

    @property
    def share(self) -> float:
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval. Source: Wilson (1927), score interval."""
        n, p, zz = self.games, self.share, Z_95**2
        middle = (p + zz / (2 * n)) / (1 + zz / n)
        half = Z_95 / (1 + zz / n) * math.sqrt(p * (1 - p) / n + zz / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def wins_of(places: Any, seat: int) -> float:
    """Count a seat's wins in an array of places, of shape (games, players)."""
    won = places[places[:, seat] == 1]
    return float((1 / (won == 1).sum(axis=1)).sum())


def one_among(rules: Rules, cards: Any, player: Player, others: Player, players: int, games: int, seed: int) -> Rate:
    """Measure how often one player wins among others of one kind, as many games in each seat (`games` in all, rounded up).

    Where it is as good as they are, it wins one game in `players`.
    """
    each = math.ceil(games / players)
    wins = 0.0
    for seat in range(players):
        line_up = [player if other == seat else others for other in range(players)]
        wins += wins_of(simulate(rules, cards, line_up, seed, each, first=seat * each).places, seat)
    return Rate(wins, each * players)


def round_robin(
    rules: Rules, cards: Any, kinds: Sequence[Player], players: int, games: int, seed: int, fewer: int = 1
) -> dict[tuple[str, str], Rate]:
    """Let each player sit alone among each of the others: (who, among whom) to the rate of games won.

    Where somebody searches, `games` is divided by `fewer`, for that takes long.
    """
    return {
        (one.text, other.text): one_among(
            rules, cards, one, other, players, games // fewer if SEARCH in (one.kind, other.kind) else games, seed
        )
        for one in kinds
        for other in kinds
        if one != other
    }
