"""Rulings played both ways: which answer to a question that the rules leave open would change a verdict.

In: a game, its rules, the games played by the rulings of cards.yaml. Out: findings of the section rulings. Knows no game. Each alternative
plays the first of those games again, on the same luck; what it measures is what they measure, plus the difference of the pairs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from generator.data.findings import Finding, Shown
from generator.data.game import Game
from generator.data.problems import counted
from rules_check.engine.game import Rules
from rules_check.engine.players import parse_line_up
from rules_check.play.simulate import Played, Run, simulate_each
from rules_check.prove.balance import wins
from rules_check.prove.soundness import minutes_of
from rules_check.verdict.findings import DOUBT, p_outside
from rules_check.verdict.statistics import Z_95, holm, mean_of


@dataclass(frozen=True)
class Criterion:
    """A number for each game, whose mean decides a verdict."""

    name: str
    unit: str
    values: Any
    """float64, one a game."""
    allowed: tuple[float, float]


def figures(rules: Rules, played: Played, limits: dict[str, float], promise: tuple[float, float] | None) -> list[Criterion]:
    """Return the figures whose verdict a ruling may change: stalls, length, seats."""
    shares, fair = 100 * wins(played), 100 / played.players
    found = [
        Criterion("games that stall", "%", 100.0 * np.isin(played.ends, getattr(rules, "BAD_ENDS", ())), (-np.inf, limits["stall"]))
    ]
    if promise:
        found.append(Criterion("a game's length", "minutes", minutes_of(played, limits), promise))
    for seat in range(played.players if played.players > 1 else 0):
        allowed = fair - limits["seat"], fair + limits["seat"]
        found.append(Criterion(f"wins of seat {seat + 1}", "%", shares[:, seat], allowed))
    return found


@dataclass(frozen=True)
class Answer:
    """One figure under an alternative: what it is by the choice and by the alternative, with standard errors."""

    ruling: str
    option: str
    figure: Criterion
    now: float
    now_error: float
    then: float
    then_error: float

    @property
    def words(self) -> str:
        half = Z_95 * self.then_error
        unit = self.figure.unit
        return f"{self.figure.name}, {self.then:.1f} {unit} ({self.then - half:.1f} to {self.then + half:.1f}) instead of {self.now:.1f} {unit}"

    @property
    def doubts(self) -> tuple[float, float]:
        """The highest chance of such numbers while the true values are allowed: now, then."""
        return p_outside(self.now, self.now_error, *self.figure.allowed), p_outside(
            self.then, self.then_error, *self.figure.allowed
        )

    def is_inside(self, number: float, error: float) -> bool:
        least, most = self.figure.allowed
        return least <= number - Z_95 * error and number + Z_95 * error <= most


def ruling_findings(
    rules: Rules,
    game: Game,
    cards: Any,
    played: Played,
    word: str,
    games: int,
    limits: dict[str, float],
    promise: tuple[float, float] | None,
) -> Iterator[Finding]:
    """Play each alternative, and report whether it would surely change a verdict."""
    games = min(games, played.games)
    line_up, base = parse_line_up(word, played.players), figures(rules, played, limits, promise)
    answers = list[Answer]()
    alternatives = [
        (name, option)
        for name in (game.root["rulings"].items if "rulings" in game.root.items else ())
        for option in game.context["rulings"][name].options
        if option != game.context["rulings"][name].choice
    ]
    runs = [Run(rules.with_ruling(cards, *alternative), line_up, games, played.first) for alternative in alternatives]
    for (name, option), other in zip(alternatives, simulate_each(rules, runs, played.seed), strict=True):
        for now, then in zip(base, figures(rules, other, limits, promise), strict=True):
            usual, change = mean_of(now.values), mean_of(then.values - now.values[:games])
            error = math.hypot(usual.standard_error, change.standard_error)
            answers.append(Answer(name, option, now, usual.number, usual.standard_error, usual.number + change.number, error))
    now_doubts, then_doubts = (
        (holm(list(column)) for column in zip(*(answer.doubts for answer in answers), strict=True)) if answers else ([], [])
    )
    rows = list(zip(answers, now_doubts, then_doubts, strict=True))
    for ruling, option in dict.fromkeys((answer.ruling, answer.option) for answer in answers):
        yield _finding(game, [row for row in rows if (row[0].ruling, row[0].option) == (ruling, option)], played, word, games)


def _finding(game: Game, rows: list[tuple[Answer, float, float]], played: Played, word: str, games: int) -> Finding:
    """Report what one alternative would change."""
    ruling, option = rows[0][0].ruling, rows[0][0].option
    mended = [a for a, now, _ in rows if now < DOUBT and a.is_inside(a.then, a.then_error)]
    broken = [a for a, now, then in rows if then < DOUBT and now >= DOUBT]
    about, place = f"{ruling}: {option}", game.root["rulings"][ruling]["choice"].place
    if mended:
        said, verdict = "would fix " + "; ".join(answer.words for answer in mended), "warning"
    elif broken:
        said, verdict = "would break " + "; ".join(answer.words for answer in broken), "ok"
    else:
        said, verdict = f"changes no verdict in {games:,} pairs of games with {counted(played.players, f'{word} player')}", "ok"
    shown = Shown(played.players, word, played.seed, played.first)
    return Finding(
        "ruling-matters",
        about,
        "rulings",
        "warning" if verdict == "warning" else "ok",
        f"{about} {said}",
        None,
        None,
        "",
        place,
        shown if mended else None,
        "the ruling is yours to make" if mended else None,
    )
