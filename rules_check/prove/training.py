"""Fitting experts to a card set by self-play: styles of play, with odds for each, against which no
best response wins much.

In: rules whose expert has WEIGHTS, a card set, a number of players, a budget of games. Out:
weights, and how often the best response found against them wins. Knows no game.

A round of training searches for the weights that win most among experts who draw their styles by
the current odds (a best response, by CMA-ES: Hansen and Ostermeier, Evolutionary Computation 9,
2001), adds it as a style if it wins more than its share, and shifts the odds of all styles until
none wins much more than the others. This is double oracle (McMahan, Gordon and Blum, ICML 2003)
with approximate steps. It stops after a number of rounds, and keeps the styles against which the
best of all responses wins least.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rules_check.engine.game import SHARES, Rules
from rules_check.engine.players import EXPERT, Player
from rules_check.play.run import Run
from rules_check.play.simulate import simulate_each
from rules_check.toolkit.weights import Weights
from rules_check.verdict.statistics import Rate, wins_of

SPREAD = 0.15
"""Standard deviation of the first candidates, as a part of each weight's range."""
ROUNDED = 3
"""The number of decimals with which weights are kept."""

MOST_STYLES = 10
ENTRY = 0.2
"""The odds of a new style before they are balanced."""
RARE = 0.03
"""Odds below which a style is left out."""
PULL = 0.5
"""How far one step moves the odds of a style that wins twice its share: a factor of e to this
power.
"""

Row = dict[str, float]


def _quiet() -> None:
    """Report no progress."""


def expert_of(row: Row) -> Player:
    """Create the expert with the weights in a row."""
    return Player(
        ":".join(("expert", *(f"{name}={number:g}" for name, number in row.items()))),
        EXPERT,
        weights=tuple(row.items()),
    )


def row_of(weights: type[Weights], point: Any) -> Row:
    """Convert a point of the unit cube to weights by name, each within its range."""
    return {
        weight.word: round(
            float(weight.least + (weight.most - weight.least) * min(1.0, max(0.0, part))), ROUNDED
        )
        for weight, part in zip(weights, point, strict=True)
    }


def point_of(weights: type[Weights], row: Row) -> Any:
    """Convert weights by name to a point of the unit cube."""
    return np.array(
        [(row[weight.word] - weight.least) / (weight.most - weight.least) for weight in weights]
    )


@dataclass(frozen=True)
class Styles:
    """Several ways to play, each with its odds: each seat draws one for each game."""

    rows: tuple[Row, ...]
    odds: tuple[float, ...]

    @property
    def shares(self) -> list[int]:
        """Give each style one of the SHARES, and distribute the rest by the odds: by the largest
        remainders.
        """
        over, total = SHARES - len(self.odds), sum(self.odds)
        parts = [over * odds / total for odds in self.odds]
        whole = list(map(math.floor, parts))
        order = sorted(range(len(parts)), key=lambda n: whole[n] - parts[n])
        for n in order[: over - sum(whole)]:
            whole[n] += 1
        return [1 + number for number in whole]

    def as_data(self) -> list[dict[str, float]]:
        """Return the styles in the form of the file of weights, most likely first."""
        rows = [
            {"shares": shares, **row} for shares, row in zip(self.shares, self.rows, strict=True)
        ]
        return sorted(rows, key=lambda row: -row["shares"])

    def kept(self, most: int) -> Styles:
        """Drop styles that are hardly ever drawn, and all but the most likely."""
        chosen = sorted(sorted(range(len(self.rows)), key=lambda n: -self.odds[n])[:most])
        chosen = [n for n in chosen if self.odds[n] >= RARE] or chosen[:1]
        total = sum(self.odds[n] for n in chosen)
        return Styles(
            tuple(self.rows[n] for n in chosen), tuple(self.odds[n] / total for n in chosen)
        )


@dataclass(frozen=True)
class Arena:
    """Where candidates are measured: each plays every seat in turn, and the other seats belong to
    experts who draw from some styles.

    In a solo game, a candidate wins if it scores more than a style did with the same luck.
    """

    rules: Rules
    cards: Any
    players: int
    styles: Styles

    @property
    def fair(self) -> float:
        return 1 / max(2, self.players)

    def shares(self, candidates: Sequence[Row], games: int, seed: int) -> list[Rate]:
        """Measure how often each of several candidates wins, all with the same luck against the
        same others, in about the given number of games each.
        """
        if self.players == 1:
            return self._shares_alone(candidates, games, seed)
        seats, each, other = range(self.players), max(1, games // self.players), expert_of({})
        boards = list(map(self._among_styles, np.random.default_rng(seed).random(self.players)))
        runs = []
        for row in candidates:
            for board in seats:
                line_up = [expert_of(row) if seat == board else other for seat in seats]
                runs.append(Run(self.rules, boards[board], line_up, seed, each, board * each))
        played = simulate_each(runs)
        wins = [wins_of(games.places, n % self.players) for n, games in enumerate(played)]
        return [
            Rate(sum(wins[n * self.players : (n + 1) * self.players]), each * self.players)
            for n in range(len(candidates))
        ]

    def _among_styles(self, luck: float) -> Any:
        """Copy the card set, with experts who draw their styles by the odds, as closely as SHARES
        can represent them; `luck` from 0 to 1 determines the rounding.
        """
        table = np.array(
            [[row[weight.word] for weight in self.rules.WEIGHTS] for row in self.styles.rows]
        )
        upto = np.cumsum(self.styles.odds) / sum(self.styles.odds)
        drawn = np.searchsorted(upto, (luck + np.arange(SHARES)) / SHARES, side="right")
        cards = self.cards.copy()
        cards.fitted[min(self.players, len(cards.fitted) - 1)] = table[
            np.minimum(drawn, len(table) - 1)
        ]
        return cards

    def _shares_alone(self, candidates: Sequence[Row], games: int, seed: int) -> list[Rate]:
        """Measure how often each of several candidates scores more than the styles, weighted by
        their odds; an equal score is half a win.
        """
        runs = [
            Run(self.rules, self.cards, [expert_of(row)], seed, games)
            for row in (*candidates, *self.styles.rows)
        ]
        scores = [games.scores[:, 0] for games in simulate_each(runs)]
        own, theirs = scores[: len(candidates)], scores[len(candidates) :]
        wins = [
            [float((one > other).sum() + (one == other).sum() / 2) for other in theirs]
            for one in own
        ]
        return [Rate(float(np.dot(row, self.styles.odds)), games) for row in wins]


def balanced(arena: Arena, games: int, steps: int, seed: int) -> Styles:
    """Shift the odds of styles towards those that win among them, until none wins much more than
    the others.

    These are multiplicative weights that count the last change twice, which keeps them from
    circling around an equilibrium (optimistic mirror descent: Rakhlin and Sridharan, COLT 2013).
    The result is the mean of the odds along the way.
    """
    odds, total = np.array(arena.styles.odds), np.zeros(len(arena.styles.odds))
    before: Any = None
    for step in range(steps):
        now = replace(arena, styles=Styles(arena.styles.rows, tuple(odds / odds.sum())))
        shares = np.array(
            [rate.share for rate in now.shares(arena.styles.rows, games, seed + step)]
        )
        gain = shares if before is None else 2 * shares - before
        odds, before = odds * np.exp(PULL * (gain / arena.fair - 1.0)), shares
        odds = np.maximum(odds / odds.sum(), RARE / 4)  # none dies out while others change
        if step >= steps // 2:
            total += odds / odds.sum()
    return Styles(arena.styles.rows, tuple(total / total.sum()))


def best_response(
    arena: Arena,
    weights: type[Weights],
    start: Row,
    games: int,
    generations: int,
    seed: int,
    progress: Callable[[], None] = _quiet,
) -> Row:
    """Search for the weights that win most in an arena, from a start, with about `games` games per
    candidate.
    """
    import cmaes  # here, since it takes a second if SciPy is there, and checks rarely train

    search: Any = cmaes.CMA(
        mean=np.clip(point_of(weights, start), 0.02, 0.98),
        sigma=SPREAD,
        bounds=np.array([[0.0, 1.0]] * len(weights)),
        seed=seed,
    )
    for generation in range(generations):
        points = [search.ask() for _ in range(search.population_size)]
        rates = arena.shares(
            [row_of(weights, point) for point in points], games, seed + 1000 * generation
        )
        search.tell([(point, -rate.share) for point, rate in zip(points, rates, strict=True)])
        progress()
    return row_of(weights, search.mean)


@dataclass(frozen=True)
class Effort:
    """How long training continues. The approximate number of games for each candidate."""

    rounds: int = 6
    generations: int = 12
    games: int = 300
    steps: int = 14
    """The number of steps for balancing the odds, in each round."""
    fresh: int = 3000
    """The number of games to measure how often a best response wins, with luck that it was not
    found with; 0 if this is not wanted.
    """


SURE = 8
"""How many times as many games as in the search show that a best response wins more than its share,
if there are no fresh games for that.
"""
QUICK = Effort(rounds=1, generations=3, games=80, steps=5, fresh=0)
"""What `check` does if numbers have changed: a second or two for each number of players."""


@dataclass(frozen=True)
class Trained:
    """Styles for one number of players, and how often the best response found wins against them, if
    that was measured.
    """

    players: int
    styles: Styles
    response: Rate | None

    def as_data(self) -> dict[str, Any]:
        if self.response is None:
            return {"styles": self.styles.as_data()}
        low, high = self.response.interval
        return {
            "response": [round(100 * share, 1) for share in (self.response.share, low, high)],
            "styles": self.styles.as_data(),
        }


def train(
    rules: Rules,
    cards: Any,
    players: int,
    effort: Effort,
    seed: int,
    progress: Callable[[float], None] = lambda part: None,
) -> Trained:
    """Train experts for one number of players, starting from the styles in `cards.fitted`.

    `progress` is called with the part of the work that is done. Each round searches for a best
    response, adds it as a style if it wins more than its share, and balances the odds. If
    `effort.fresh` asks how much the styles can still be exploited, one more response is searched
    for but not added. The styles kept are then those, of all rounds, against which the best of all
    responses wins least, because a round may make them easier to beat. Otherwise a best response
    must certainly win more than its share.
    """
    weights: type[Weights] = rules.WEIGHTS
    styles = fitted_styles(weights, cards, players)
    tried, answers = list[Styles](), list[Row]()
    searches = effort.rounds + (1 if effort.fresh else 0)
    steps, done = searches * effort.generations, 0

    def step() -> None:
        nonlocal done
        done += 1
        progress(done / steps)

    for number in range(searches):
        arena = Arena(rules, cards, players, styles)
        likeliest = styles.rows[int(np.argmax(styles.odds))]
        response = best_response(
            arena, weights, likeliest, effort.games, effort.generations, seed + 100 * number, step
        )
        tried.append(styles)
        answers.append(response)
        if number == effort.rounds:
            break
        rate = arena.shares([response], effort.fresh or SURE * effort.games, seed + 900 + number)[0]
        # Styles that won by luck are dropped at the end, but not in a quick fit.
        least = rate.share if effort.fresh else rate.interval[0]
        if least > arena.fair:
            styles = Styles(
                (*styles.rows, response), (*(odds * (1 - ENTRY) for odds in styles.odds), ENTRY)
            )
        if len(styles.rows) > 1:
            styles = balanced(
                replace(arena, styles=styles), effort.games, effort.steps, seed + 5000 + number
            ).kept(MOST_STYLES)
    if not effort.fresh:
        return Trained(players, styles, None)
    best = [
        max(
            Arena(rules, cards, players, styles).shares(answers, effort.fresh, seed + 999),
            key=lambda rate: rate.share,
        )
        for styles in tried
    ]
    least = min(range(len(tried)), key=lambda number: best[number].share)
    return Trained(players, tried[least], best[least])


def fitted_styles(weights: type[Weights], cards: Any, players: int) -> Styles:
    """Read the styles in a card set's record for a number of players."""
    rows, times = np.unique(
        cards.fitted[min(players, len(cards.fitted) - 1)], axis=0, return_counts=True
    )
    named = tuple({weight.word: float(row[weight]) for weight in weights} for row in rows)
    return Styles(named, tuple(float(n) / SHARES for n in times))
