"""How players stand to each other: one among others, and a round-robin.

In: players and numbers of games. Out: rates that say how sure they are. Knows no game, and leaves statistics to `statistics`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rules_check.engine.game import Rules
from rules_check.engine.players import SEARCH, Player
from rules_check.play.simulate import Run, simulate_each
from rules_check.verdict.statistics import Rate, wins_of


def each_among(rules: Rules, cards: Any, ones: Sequence[Player], others: Player, players: int, games: int, seed: int) -> list[Rate]:
    """Measure how often each of some players wins, alone among others of one kind.

    Each plays as many games in each seat (`games` in all, rounded up). Where it is as good as they are, it wins one in `players`.
    """
    each, seats = math.ceil(games / players), range(players)
    runs = [Run(cards, [one if other == seat else others for other in seats], each, seat * each) for one in ones for seat in seats]
    played = simulate_each(rules, runs, seed)
    wins = [wins_of(run.places, seat) for run, seat in zip(played, [*seats] * len(ones), strict=True)]
    return [Rate(sum(wins[i * players : (i + 1) * players]), each * players) for i in range(len(ones))]


def one_among(rules: Rules, cards: Any, player: Player, others: Player, players: int, games: int, seed: int) -> Rate:
    """Measure how often one player wins among others, as `each_among` does."""
    return each_among(rules, cards, [player], others, players, games, seed)[0]


def round_robin(
    rules: Rules, cards: Any, kinds: Sequence[Player], players: int, games: int, seed: int, fewer: int = 1
) -> dict[tuple[str, str], Rate]:
    """Measure each player alone among each of the others; return the rate of games won by (who, among whom).

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
