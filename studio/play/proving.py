"""Long work on request: a check of the current cards, and a search for numbers that reach a goal.

In: a game as its file would be, and the request. Out: findings, or a proposal with its effects.
Runs in a separate process and ends with it. Knows no page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal, Protocol

from generator.data.game import Game
from generator.data.patching import difference
from rules_check.engine.game import counts_of
from rules_check.engine.players import best_word
from rules_check.prove.checking import LEVELS, Examination
from rules_check.prove.fitting import fit
from rules_check.prove.lessons import lessons_for
from rules_check.prove.numbers import parse_ranges
from rules_check.prove.tuning import Judge, Search, Task, usual_ranges, verdict, worst
from rules_check.verdict.findings import Measurement
from rules_check.verdict.ranking import weight_of
from studio.protocol.played import (
    Change,
    CheckGame,
    Data,
    Goal,
    Progress,
    Proof,
    Proposal,
    TuneGame,
)

SEED = 1
TRIALS = 120
"""The maximum number of candidates with several changes that are played."""
FRESH = 20
"""The number of fresh games that test a proposal, as a multiple of the games of the search."""


class Shop(Protocol):
    """Where games come from."""

    rules: Any

    def read(self, data: Data) -> tuple[Game, Any]: ...


def check(shop: Shop, data: Data, asked: CheckGame, tell: Callable[[Any], None]) -> Proof:
    """Check a game as `emporium-pnp check` does, but without the problems of a build and of `lint`.
    Raises ProblemError.
    """
    game, cards = shop.read(data)
    level = replace(LEVELS[asked.level], trial=0.0)  # a trial would need a separate process
    fitted = fit(
        shop.rules,
        cards,
        SEED,
        level.is_balance,
        lambda players, part: tell(Progress(f"fitting experts for {players} players", part)),
    )
    lessons = None
    if level.is_balance:
        lessons = lessons_for(shop.rules, game, cards, counts_of(shop.rules, cards))
    if lessons:
        lessons.take(lambda part: tell(Progress("players learn the game", part)))
    examination = Examination(
        shop.rules, game, fitted.cards, level, SEED, lambda what, part: tell(Progress(what, part))
    )
    findings = sorted(examination.run().findings, key=weight_of)
    judges = examination.judges_in_words(fitted.words) if level.is_balance else ""
    return Proof(data, asked.level, judges, findings)


def tune(shop: Shop, data: Data, asked: TuneGame, tell: Callable[[Any], None]) -> Proposal:
    """Find the fewest changes of numbers that reach a goal, and play the proposal on fresh games.

    Raises ProblemError; ValueError for a goal that cannot be measured, or for unknown numbers;
    ModuleNotFoundError without optuna.
    """
    game, cards = shop.read(data)
    players = (asked.players,) if asked.players else tuple(counts_of(shop.rules, cards))
    judge = Judge(
        shop.rules,
        game,
        data.text,
        Task((asked.goal,), players, best_word(shop.rules), asked.games, SEED),
    )
    ranges = []
    for text in asked.vary.split():
        ranges.extend(parse_ranges(text, judge.numbers, judge.fixed))
    ranges = ranges or usual_ranges(judge.numbers, judge.fixed)
    singles = sum(range_.high - range_.low for range_ in ranges)
    search = Search(
        judge,
        list({range_.number.name: range_ for range_ in ranges}.values()),
        asked.most_changes,
        singles + TRIALS,
        None,
        lambda done, total, label: tell(Progress(label, 0.8 * done / max(1, total))),
    )
    outcome = search.run()
    if outcome.before.is_refused:
        raise ValueError("the game cannot be played as it is")
    changes = outcome.candidate if outcome.measured.violation < outcome.before.violation else ()
    content = judge.patch(changes)
    tell(Progress("fresh games", 0.8))
    after = judge.measurements(judge.play(changes, SEED + 1, FRESH * asked.games))
    tell(Progress("fresh games", 0.9))
    before = judge.measurements(judge.play((), SEED + 1, FRESH * asked.games)) if changes else after
    goals = [
        Goal(goal, _verdict(listed), worst(before[goal]).words, worst(listed).words)
        for goal, listed in after.items()
    ]
    return Proposal(
        data,
        content,
        [Change(name, judge.numbers[name].value, value) for name, value in changes],
        difference(data.text, content, game.file),
        outcome.before.violation > 0,
        outcome.is_reached,
        outcome.evaluated,
        goals,
    )


def _verdict(listed: Sequence[Measurement]) -> Literal["holds", "fails", "unsure"]:
    match verdict(listed):
        case "holds":
            return "holds"
        case "fails":
            return "fails"
    return "unsure"
