"""How players stand to each other: one among others, and a round-robin.

In: players and numbers of games. Out: rates that say how sure they are. Knows no game, and leaves statistics to `statistics`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rules_check.game import Rules
from rules_check.players import SEARCH, Player
from rules_check.simulate import simulate
from rules_check.statistics import Rate, wins_of


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
