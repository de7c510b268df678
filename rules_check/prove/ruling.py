"""Rulings played both ways: which answer to a question that the rules leave open would change a
verdict.

In: a game, its rules, and the games played by the rulings of cards.yaml with each number of
players. Out: findings of the section rulings. Knows no game.

Each alternative replays the first of those games with the same luck, with every number of players:
a first look at all alternatives, then more games if that leaves doubt, as far as the effort allows.
Differences explained by common luck are removed: the many games played by the choice show, for
example, that a few games happened to begin well for seat 1. The players are fitted to the choice,
not to the alternative.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import starmap
from typing import Any

import numpy as np

from generator.data.findings import Finding, Shown, silence
from generator.data.game import Game
from generator.data.problems import Place, counted
from generator.data.saying import some_of
from rules_check.engine.game import Rules, players_in_words
from rules_check.engine.players import parse_line_up
from rules_check.play.run import Run
from rules_check.play.simulate import Played, simulate_each
from rules_check.prove.balance import wins
from rules_check.prove.soundness import minutes_of
from rules_check.verdict.findings import DOUBT, Z_OK, Measurement, p_outside, standing_out
from rules_check.verdict.statistics import Z_95, Estimate, Rate, holm, mean_of, points

FEWEST = 100
"""The minimum number of games before an alternative is judged."""
NAMED = 3
"""The most numbers that are named because games cannot judge them."""
SUSPICIOUS = {"stall": 0.03, "length": 0.03, "seat-advantage": 0.001}
"""The chance of a first look's result, if nothing were wrong, below which it is worth a second; a
first look shows too little about seats.
"""


@dataclass(frozen=True)
class Effort:
    """How many games each alternative plays with each number of players: a first look, the maximum,
    and the total beyond the first look.

    A further game counts by how much longer it takes than one by the choice, because one that never
    ends takes ten times as long.
    """

    first: int
    most: int
    further: int

    def fewer(self) -> Effort:
        """Return an effort with fewer games, for players who take far longer."""
        return Effort(max(1, self.first // 4), self.most // 4, self.further // 16)

    @property
    def is_judging(self) -> bool:
        """Whether a first look is enough to see what is settled; a smaller one only shows large
        changes.
        """
        return self.first >= FEWEST


@dataclass(frozen=True)
class Criterion:
    """A number for each game whose mean decides a verdict: that of the finding `code` about
    `about`.
    """

    code: str
    about: str
    name: str
    unit: str
    values: Any
    """float64, one per game."""
    allowed: tuple[float, float]

    @cached_property
    def mean(self) -> Estimate:
        return mean_of(self.values)


def figures(
    rules: Rules, played: Played, limits: dict[str, float], promise: tuple[float, float] | None
) -> list[Criterion]:
    """Return the figures whose verdict a ruling may change: stalls, length, seats."""
    shares = 100 * wins(played)
    fair = 100 / played.players
    among = counted(played.players, "player")
    stalls = 100.0 * np.isin(played.ends, getattr(rules, "BAD_ENDS", ()))
    figures = [
        Criterion(
            "stall", among, f"games of {among} that stall", "%", stalls, (-np.inf, limits["stall"])
        )
    ]
    if promise:
        figures.append(
            Criterion(
                "length",
                among,
                f"the length of a game of {among}",
                "minutes",
                minutes_of(played, limits),
                promise,
            )
        )
    if played.players > 1:
        for seat in range(played.players):
            allowed = fair - limits["seat"], fair + limits["seat"]
            name = f"wins of seat {seat + 1} of {played.players}"
            figures.append(
                Criterion(
                    "seat-advantage",
                    f"{played.players} players, seat {seat + 1}",
                    name,
                    "%",
                    shares[:, seat],
                    allowed,
                )
            )
    return figures


@dataclass(frozen=True)
class Under:
    """A figure under an alternative: the measurement, and its difference from the choice's."""

    then: Measurement
    change: float
    change_error: float

    @property
    def is_same(self) -> bool:
        """Whether the difference is certainly no larger than a value may be beyond its limit
        unnoticed.
        """
        return abs(self.change) + Z_OK * self.change_error <= self.then.leeway


def measured(now: Criterion, values: Any) -> Under:
    """Measure a figure under an alternative. A figure already beyond its limit under the choice may
    stay there, but hardly any further.

    The part of a game's luck that shows in both is known from all games of the choice (a regression
    estimator: Cochran, 1977, chapter 7).
    """
    games, same, usual = len(values), now.values[: len(values)], now.mean
    spread = float(((same - same.mean()) ** 2).sum())
    if spread:
        slope = float(((same - same.mean()) * (values - values.mean())).sum()) / spread
    else:
        slope = 0.0
    rest = values - slope * same
    number = float(rest.mean() + slope * usual.number)
    noise = float(rest.std()) / math.sqrt(max(1, games - 2))
    if not spread and now.unit == "%":  # never occurred, or always
        noise = max(noise, 100 / games)
    error = math.hypot(noise, slope * usual.standard_error)
    change = number - usual.number
    change_error = noise
    low, high = number - Z_95 * error, number + Z_95 * error
    if now.code == "stall":  # too rare for a normal interval
        number, low, high, error = points(Rate(float(values.sum()) / 100, games))
        change_error = max(noise, 100 / games)
    what = f"{now.name}, {{}} instead of {usual.number:.1f} {now.unit}"
    then = Measurement(
        now.code, now.about, "rulings", what, number, low, high, error, games, now.allowed, now.unit
    )
    least, most = now.allowed
    if not least <= usual.number <= most:
        allowed = min(least, usual.number - then.leeway), max(most, usual.number + then.leeway)
        then = replace(then, allowed=allowed, error=math.hypot(error, usual.standard_error))
    return Under(then, change, change_error)


@dataclass
class Trial:
    """One alternative with one number of players: the games played, and how its figures compare
    with those of the choice.
    """

    ruling: str
    option: str
    base: Played
    usual: list[Criterion]
    parts: list[list[Criterion]] = field(default_factory=list)
    decisions: int = 0

    @property
    def longer(self) -> float:
        """How much longer a game takes than one by the choice."""
        return max(
            1.0, self.decisions / max(1, self.games) / max(1.0, float(self.base.decisions.mean()))
        )

    @property
    def games(self) -> int:
        return sum(len(part[0].values) for part in self.parts)

    @property
    def measurements(self) -> list[Under]:
        together = [
            np.concatenate([part.values for part in ones]) for ones in zip(*self.parts, strict=True)
        ]
        return list(starmap(measured, zip(self.usual, together, strict=True)))


@dataclass(frozen=True)
class Answer:
    """One figure under an alternative, and its certainty: the doubts with which it is allowed under
    the choice, and under the alternative.
    """

    trial: Trial
    now: Criterion
    under: Under
    now_doubt: float
    then_doubt: float
    surely: float
    """The number of standard errors a number must be within its limits to be certain, among all
    those judged.
    """

    @property
    def then(self) -> Measurement:
        return self.under.then

    @property
    def is_mended(self) -> bool:
        least, most = self.now.allowed
        reach = self.surely * self.then.error
        is_inside = least <= self.then.number - reach and self.then.number + reach <= most
        return self.now_doubt < DOUBT and is_inside and self.then.games >= FEWEST

    @property
    def is_broken(self) -> bool:
        return self.then_doubt < DOUBT and self.then.games >= FEWEST

    @property
    def is_settled(self) -> bool:
        return self.is_broken or (
            (self.then.is_ok or self.under.is_same) and self.then.games >= FEWEST
        )

    @property
    def chance(self) -> float:
        """The highest chance of such a number if the true one is allowed."""
        return p_outside(self.then.number, self.then.error, *self.then.allowed)


def answers_of(trials: Sequence[Trial]) -> list[Answer]:
    """Compare all figures of all trials, which are judged together."""
    rows = []
    for trial in trials:
        for now, under in zip(trial.usual, trial.measurements, strict=True):
            rows.append((trial, now, under))
    before = holm(
        [p_outside(now.mean.number, now.mean.standard_error, *now.allowed) for _, now, _ in rows]
    )
    after = holm(
        [
            p_outside(measured.then.number, measured.then.error, *measured.then.allowed)
            for _, _, measured in rows
        ]
    )
    surely = standing_out(len(rows))
    return [
        Answer(*row, now, then, surely) for row, now, then in zip(rows, before, after, strict=True)
    ]


def alternatives_of(game: Game) -> list[tuple[str, str]]:
    """List the answers to open questions that were not chosen."""
    names = game.root["rulings"].items if "rulings" in game.root.items else ()
    rulings = {name: game.context["rulings"][name] for name in names}
    alternatives = []
    for name, ruling in rulings.items():
        for option in ruling.options:
            if option != ruling.choice:
                alternatives.append((name, option))
    return alternatives


def ruling_findings(
    rules: Rules,
    game: Game,
    cards: Any,
    played: dict[int, Played],
    word: str,
    effort: Effort,
    limits: dict[str, float],
    promise: tuple[float, float] | None,
) -> Iterator[Finding]:
    """Play each alternative with every number of players, and report whether it would certainly
    change a verdict.
    """
    alternatives, trials = alternatives_of(game), list[Trial]()
    playable = {
        alternative: rules.player_counts(rules.with_ruling(cards, *alternative))
        for alternative in alternatives
    }
    for base in played.values():
        usual = figures(rules, base, limits, promise)
        for alternative in alternatives:
            if base.players in playable[alternative]:
                trials.append(Trial(*alternative, base, usual))
    if not alternatives:
        return

    def play(wanted: Sequence[tuple[Trial, int]]) -> list[Answer]:
        """Continue until each of those trials has this number of games."""
        asked, runs = list[Trial](), list[Run]()
        for trial, games in wanted:
            base, had = trial.base, trial.games
            if (more := min(games, base.games) - had) > 0:
                asked.append(trial)
                line_up = parse_line_up(word, base.players, game)
                changed = rules.with_ruling(cards, trial.ruling, trial.option)
                runs.append(Run(rules, changed, line_up, base.seed, more, base.first + had))
        for trial, other in zip(asked, simulate_each(runs), strict=True):
            trial.parts.append(figures(rules, other, limits, promise))
            trial.decisions += int(other.decisions.sum())
        return answers_of(trials)

    answers = play([(trial, effort.first) for trial in trials])
    answers = play(worth_more(trials, answers, effort))
    silenced = silenced_figures(game, answers)
    for ruling, option in alternatives:
        alike = []
        for answer in answers:
            if (answer.trial.ruling, answer.trial.option) == (ruling, option):
                alike.append(answer)
        if alike:
            yield _finding(game, alike, word, effort, silenced)
        else:
            claim = f"{_asked(game, ruling, option)} cannot be played with these cards"
            yield Finding(
                "ruling-matters",
                f"{ruling}: {option}",
                "rulings",
                "ok",
                claim,
                place=_place(game, ruling),
            )
    if trials:
        yield _summary(rules, trials, answers, word, effort)


def worth_more(
    trials: Sequence[Trial], answers: Sequence[Answer], effort: Effort
) -> list[tuple[Trial, int]]:
    """Choose which trials continue, and up to how many games: the worst first, as far as the effort
    allows.
    """
    wanted, left = list[tuple[float, int, Trial]](), float(effort.further)
    for trial in trials:
        own = [answer for answer in answers if answer.trial is trial]
        if effort.is_judging:
            games = []
            for answer in own:
                if not answer.is_settled:
                    games.append(answer.then.games_to_settle(len(answers)) or effort.most)
        else:
            games = [effort.most for answer in own if answer.chance < SUSPICIOUS[answer.now.code]]
        if games:
            wanted.append(
                (min(answer.chance for answer in own), min(max(games), effort.most), trial)
            )
    wanted_games = list[tuple[Trial, int]]()
    for _, most, trial in sorted(wanted, key=lambda row: row[0]):
        work = (most - trial.games) * trial.longer
        if 0 < work <= left:
            wanted_games.append((trial, most))
            left -= work
    return wanted_games


def silenced_figures(game: Game, answers: Sequence[Answer]) -> set[tuple[str, str]]:
    """Find the figures whose verdict is known and intended, by code and about."""
    named = sorted({(answer.now.code, answer.now.about) for answer in answers})
    marked, _ = silence(
        game.root.below("check"),
        [Finding(code, about, "rulings", "warning", "") for code, about in named],
    )
    return {finding.key for finding in marked if finding.silenced is not None}


def _finding(
    game: Game, rows: list[Answer], word: str, effort: Effort, silenced: set[tuple[str, str]]
) -> Finding:
    """Report what one alternative would change. A correction that breaks nothing is a warning."""
    ruling, option = rows[0].trial.ruling, rows[0].trial.option
    mended, broken = [row for row in rows if row.is_mended], [row for row in rows if row.is_broken]
    clauses = list[str]()
    if mended:
        clauses.append(f"would fix {'; '.join(row.then.words for row in mended)}")
    if broken:
        clauses.append(f"would break {'; '.join(row.then.words for row in broken)}")
    consequence = ", but ".join(clauses) or _unchanged(rows, effort)
    heard = [row for row in mended if (row.now.code, row.now.about) not in silenced]
    finding = Finding(
        "ruling-matters",
        f"{ruling}: {option}",
        "rulings",
        "ok",
        f"{_asked(game, ruling, option)} {consequence}",
        None,
        None,
        "",
        _place(game, ruling),
    )
    if broken or not heard:
        return finding
    base = mended[0].trial.base
    return replace(
        finding,
        verdict="warning",
        shown=Shown(base.players, word, base.seed, base.first),
        hint="the ruling is yours to make; choose it and check again, because these players were "
        "fitted to the current one",
    )


def _place(game: Game, ruling: str) -> Place:
    return game.root["rulings"][ruling]["choice"].place


def _asked(game: Game, ruling: str, option: str) -> str:
    """Name an answer in the words of its question."""
    question = str(game.root["rulings"][ruling]["question"].value).strip()
    return f"“{question}”, answered with '{option}',"


def _unchanged(rows: Sequence[Answer], effort: Effort) -> str:
    """For an alternative that changes no verdict, report what was examined, and what these games
    cannot show.
    """
    among = players_in_words(list(dict.fromkeys(row.trial.base.players for row in rows)))
    if not effort.is_judging:
        return f"changes nothing in a brief trial with {among}"
    open_ = [row.now.name for row in rows if not row.is_settled]
    games = max(row.then.games for row in rows)
    if not open_:
        return f"changes no verdict with {among}"
    named = some_of(open_, NAMED)
    return f"changed no verdict with {among}; {games:,} games are too few to tell for {named}"


def _summary(
    rules: Rules, trials: Sequence[Trial], answers: Sequence[Answer], word: str, effort: Effort
) -> Finding:
    """Report how the answers that were not chosen were judged, or that they were not."""
    among = players_in_words(list(dict.fromkeys(trial.base.players for trial in trials)))
    about = counted(len({(trial.ruling, trial.option) for trial in trials}), "other answer")
    unsure = sum(not answer.is_settled for answer in answers)
    least, most = min(trial.games for trial in trials), max(trial.games for trial in trials)
    claim = f"{about} to open questions: "
    if effort.is_judging:
        claim += f"judged with {among}, in {least:,} to {most:,} games each"
        if unsure:
            claim += f", which are too few to tell for {unsure:,} of {len(answers):,} numbers"
    else:
        claim += (
            f"each had only a brief trial: {least:,} games with {among}, or {effort.most:,} if "
            "a problem appeared. Such a trial reveals a table that gets stuck in one game in "
            "five, or games that are minutes too long, but not who wins more often; `--deep` "
            "judges that too"
        )
    if word == "expert" and getattr(rules, "WEIGHTS", None):
        claim += ". The players were fitted to the current answers, and may play badly with others"
    return Finding("rulings-judged", about, "rulings", "ok", claim)
