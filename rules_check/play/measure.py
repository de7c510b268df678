"""The strength of players: one among others of one kind.

In: players and numbers of games. Out: rates with their uncertainty. Knows no game, and leaves
statistics to `statistics`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from rules_check.engine.game import Rules
from rules_check.engine.players import Player
from rules_check.play.run import Run
from rules_check.play.simulate import Played, simulate_each
from rules_check.verdict.statistics import Rate, wins_of

FIRST = 3
"""The divisor of its games after which a first look at a player may be enough."""


def each_among(
    rules: Rules,
    cards: Any,
    ones: Sequence[Player],
    others: Player,
    players: int,
    games: int,
    seed: int,
) -> list[Rate]:
    """Measure how often each of some players wins, alone among others of one kind.

    Each plays the same number of games in each seat (`games` in all, rounded up). A player as good
    as the others wins one game in `players`.
    """
    return list(map(_rate_of, _alone_among(rules, cards, ones, others, players, games, seed)))


def each_first_among(
    rules: Rules,
    cards: Any,
    ones: Sequence[Player],
    others: Player,
    players: int,
    games: int,
    seed: int,
) -> list[Rate | None]:
    """Measure players as `each_among` does, but in a third of the games if that says enough.

    A player that by then certainly wins less than its share stops playing. So does one that changes
    nothing in all those games: it gets no rate.
    """
    each = math.ceil(games / players)
    first = math.ceil(each / FIRST)
    usual, *looks = _alone_among(
        rules, cards, [others, *ones], others, players, games, seed, (0, first)
    )
    rates = [None if _is_same(look, usual) else _rate_of(look) for look in looks]
    going = [n for n, rate in enumerate(rates) if rate and rate.interval[1] >= 1 / players]
    more = _alone_among(
        rules, cards, [ones[n] for n in going], others, players, games, seed, (first, each)
    )
    for n, played in zip(going, more, strict=True):
        rates[n] = _rate_of([*looks[n], *played])
    return rates


def _alone_among(
    rules: Rules,
    cards: Any,
    ones: Sequence[Player],
    others: Player,
    players: int,
    games: int,
    seed: int,
    part: tuple[int, int] | None = None,
) -> list[list[Played]]:
    """Play each of some players in each seat, seat by seat, among others; of the games in each seat
    all, or those from one number to another.
    """
    each, seats = math.ceil(games / players), range(players)
    start, end = part or (0, each)
    line_ups = []
    for player in ones:
        for seat in seats:
            line_ups.append([player if other == seat else others for other in seats])
    runs = [
        Run(rules, cards, line_up, seed, end - start, n % players * each + start)
        for n, line_up in enumerate(line_ups)
    ]
    played = simulate_each(runs)
    return [played[n : n + players] for n in range(0, len(played), players)]


def _rate_of(played: Sequence[Played]) -> Rate:
    """Count the games won by a player who sat in each seat in turn, once or several times."""
    wins = (wins_of(part.places, n % part.players) for n, part in enumerate(played))
    return Rate(sum(wins), sum(part.games for part in played))


def _is_same(some: Sequence[Played], others: Sequence[Played]) -> bool:
    """Return whether all games went the same way."""
    return all(np.array_equal(a.part.rows, b.part.rows) for a, b in zip(some, others, strict=True))


def one_among(
    rules: Rules, cards: Any, player: Player, others: Player, players: int, games: int, seed: int
) -> Rate:
    """Measure how often one player wins among others, as `each_among` does."""
    return each_among(rules, cards, [player], others, players, games, seed)[0]
