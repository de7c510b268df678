"""Tuning: which few numbers in cards.yaml to change so that a game reaches its goals, found by
playing. The only module that uses optuna.

In: a game, its rules, goals, the numbers that may change and their ranges. Out: `Found`, the best
changes, and `Measurement` values of any candidate. Knows no game; writes no file but the study.

**Measuring.** Each candidate is played with the same games (seed and numbers), so luck affects all
equally. A few games are enough to distinguish most candidates; if they leave open whether the goals
are reached, more are played, up to STAGES times as many. The shortfall of a candidate is its
violation: how far each number is outside the allowed range, in units of the limit, added up; 0 if
all goals are reached.

**Searching.** Fewest changes first, then smallest: all single changes by size; then two changes
together, three and so on. The best known changes are combined first; then optuna's TPE sampler
chooses among all changes, based on the measurements so far (Bergstra et al., NeurIPS 2011). It gets
a separate seed for each trial, so a search that was interrupted and is resumed from its study finds
the same result as an uninterrupted one.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from generator.data.findings import limits_of
from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.opening import MIB, open_file
from generator.data.problems import Place, Problem, ProblemError, counted
from generator.data.saying import Said
from rules_check.engine.game import Rules
from rules_check.engine.players import parse_line_up
from rules_check.play.simulate import Played, joined, simulate
from rules_check.prove import messages as say
from rules_check.prove.balance import dead_card_measurements, seat_measurements
from rules_check.prove.checking import promised_minutes
from rules_check.prove.numbers import NamingError, Number, Range, fixed_numbers, numbers_of, patched
from rules_check.prove.soundness import ENDLESS, length_measurement
from rules_check.verdict.findings import LIMITS, Measurement
from rules_check.verdict.statistics import Rate, points

GOALS = {
    "seats": "every seat wins its share, within the limit `seat`",
    "length": "a game takes the minutes that the box promises",
    "cards": (
        "every card is used at least as often as the limits `dead_card` and `passed_over` require"
    ),
    "stalls": "games come to an end, except the few that the limit `stall` allows",
}
STAGES = (1, 4, 16)
"""Multiples of the number of games asked for: the second and third stages are played if the earlier
ones leave a candidate open.
"""
CROSSED = 4
"""How many of the best candidates, and of the numbers that help most, are combined before the
sampler chooses.
"""
DRAWN = 1
"""How many proposals the sampler draws to choose from. With several it would keep taking the same
best one among these few changes; and between equal ones rounding decides, which is not always the
same.
"""
IN_VAIN = 60
"""The number of consecutive choices of the sampler that were already known; after that there is
nothing new to find.
"""
REFUSED = 1e9
"""The violation of candidates that the data check refuses."""
NONE = "-"
_FIRST = b'{"op_code":'
_LONGEST_LINE = 16 * 1024 * 1024
MORE = 200
"""The most candidates with several changes that are played, besides every single change, if no
number is given.
"""
_OF_THE_RULES = re.compile(r"rules\..+")
_OF_A_CARD = re.compile(r"kinds\.[^.]+\.cards\.[^.]+\.(?!copies).+")

Candidate = tuple[tuple[str, int], ...]
"""Names with their new values, in the order of the file; empty for the file as it is."""


class GoalError(ValueError):
    """A goal that cannot be measured for this game; the message explains why."""


class StudyError(ValueError):
    """A file that is not one of optuna's studies."""


@dataclass(frozen=True)
class Task:
    """The settings of a search; they and the file determine the result."""

    goals: tuple[str, ...]
    players: tuple[int, ...]
    line_up: str
    games: int
    """For each candidate and number of players, initially."""
    seed: int


@dataclass(frozen=True)
class Measured:
    """The result of a candidate: its violation, and the games played for each number of players."""

    violation: float
    games: int

    @property
    def is_refused(self) -> bool:
        return self.violation >= REFUSED


@dataclass(frozen=True)
class Found:
    """The best candidate of a search. `evaluated` counts those played, `refused` those that the
    data check refuses.
    """

    candidate: Candidate
    measured: Measured
    before: Measured
    evaluated: int
    refused: int
    refusal: str | None = None
    """The reason for the first refusal."""
    untried: int = 0
    """The number of single changes that the trials did not reach."""
    several: int = 0
    """The number of candidates with more than one change that were played."""

    @property
    def is_reached(self) -> bool:
        return self.measured.violation == 0


class Judge:
    """Measures candidates of one file.

    Raises GoalError if a goal cannot be measured, LineUpError for an invalid line-up, ProblemError
    for faults in the limits.
    """

    def __init__(self, rules: Rules, game: Game, content: bytes, task: Task) -> None:
        self.rules, self.game, self.content, self.task = rules, game, content, task
        self.numbers = numbers_of(content, game.root)
        self.order = {name: place for place, name in enumerate(self.numbers)}
        self.fixed = fixed_numbers(game.root.below("check"), self.numbers)
        self.limits, problems = limits_of(
            game.root.below("check"), LIMITS | getattr(rules, "LIMITS", {})
        )
        if problems:
            raise ProblemError(*problems)
        for players in task.players:
            parse_line_up(task.line_up, players)  # refuses an invalid line-up
        self.promise = promised_minutes(game)
        if self.promise and self.promise[0] == self.promise[1]:
            self.promise = 0.0, self.promise[1]
        possible = {
            "seats": (set(task.players) != {1}, ": a single player has no opponents"),
            "length": (
                self.promise is not None,
                " needs a promise to keep: write `minutes: 30-40` under `game:`",
            ),
            "cards": (
                hasattr(rules, "card_ids"),
                f": the rules of '{rules.name}' do not say which cards are used",
            ),
            "stalls": (
                bool(getattr(rules, "BAD_ENDS", ())),
                f": in the rules of '{rules.name}' no game ends without a result",
            ),
        }
        for goal, (is_possible, why) in possible.items():
            if goal in task.goals and not is_possible:
                raise GoalError(f"--goal {goal}{why}")
        self._cards = dict[Candidate, Any]()

    def patch(self, candidate: Candidate) -> bytes:
        """Write a candidate's cards.yaml."""
        return patched(self.content, {self.numbers[name]: value for name, value in candidate})

    def cards(self, candidate: Candidate) -> Any:
        """Read a candidate's card set, from exactly what would be written. Raises ProblemError
        where the data check refuses it.
        """
        if candidate not in self._cards:
            try:
                game = load_game(self.game.folder / self.game.file, content=self.patch(candidate))
                self._cards[candidate] = self.rules.cards_record(game)
            except ProblemError as fault:
                self._cards[candidate] = fault
        cards = self._cards[candidate]
        if isinstance(cards, ProblemError):
            raise cards
        return cards

    def refusal(self, candidate: Candidate) -> str | None:
        """Explain why the data check refuses a candidate; None if it does not."""
        try:
            self.cards(candidate)
        except ProblemError as fault:
            changes = ", ".join(f"{name}: {value}" for name, value in candidate)
            return f"{changes}: {fault.problems[0].message}"
        return None

    def is_refused(self, candidate: Candidate) -> bool:
        return self.refusal(candidate) is not None

    def play(
        self, candidate: Candidate, seed: int, games: int, before: dict[int, Played] | None = None
    ) -> dict[int, Played]:
        """Play games 0 to `games` - 1 with each number of players; those in `before` are not played
        again. Raises ProblemError.
        """
        cards, all_played = self.cards(candidate), dict[int, Played]()
        for players in self.task.players:
            had = [before[players]] if before else []
            first = had[0].games if had else 0
            line_up = parse_line_up(self.task.line_up, players)
            all_played[players] = joined(
                [*had, simulate(self.rules, cards, line_up, seed, games - first, first)]
            )
        return all_played

    def measurements(self, all_played: dict[int, Played]) -> dict[str, list[Measurement]]:
        """Measure games against each goal."""
        return {goal: list(self._measure(goal, all_played)) for goal in self.task.goals}

    def _measure(self, goal: str, all_played: dict[int, Played]) -> Iterator[Measurement]:
        if goal == "cards":
            yield from dead_card_measurements(
                self.rules, self.cards(()), all_played, self.limits, self.game
            )
            return
        for players, played in all_played.items():
            if goal == "seats":
                if players > 1:
                    yield from seat_measurements(played, self.task.line_up, self.limits, self.game)
            elif goal == "length":
                yield length_measurement(self.rules, played, self.limits, self.promise, self.game)
            else:
                stalled = int(np.isin(played.ends, self.rules.BAD_ENDS).sum())
                yield Measurement(
                    "stall",
                    counted(players, "player"),
                    "games",
                    f"with {counted(players, 'player')}, {{}} of games {ENDLESS}",
                    *points(Rate(stalled, played.games)),
                    played.games,
                    (0.0, self.limits["stall"]),
                    standard=f"limit {self.limits['stall']:g} %",
                )

    def measure(self, candidate: Candidate) -> Measured:
        """Play a candidate for as long as it is unclear whether it reaches the goals."""
        all_played, measured = None, Measured(REFUSED, 0)
        if self.is_refused(candidate) or not self._seats(self.cards(candidate)):
            return measured
        for times in STAGES:
            all_played = self.play(candidate, self.task.seed, self.task.games * times, all_played)
            listed = [
                measurement
                for ones in self.measurements(all_played).values()
                for measurement in ones
            ]
            measured = Measured(round(sum(map(violation, listed)), 9), self.task.games * times)
            if any(map(is_outside, listed)):
                break
        return measured

    def _seats(self, cards: Any) -> bool:
        """Return whether a card set can still be played with every number of players asked for."""
        return set(self.task.players) <= set(self.rules.player_counts(cards))

    def key(self, candidate: Candidate, measured: Measured) -> tuple[Any, ...]:
        """Return the sort key of a candidate: its violation, then how many changes, how large they
        are, and where they are in the file.
        """
        return (
            measured.violation,
            len(candidate),
            self.size(candidate),
            [self.order[name] for name, _ in candidate],
            candidate,
        )

    def size(self, candidate: Candidate) -> int:
        """Count the steps of all changes."""
        return sum(abs(value - self.numbers[name].value) for name, value in candidate)

    def sorted(self, changes: Iterable[tuple[str, int]]) -> Candidate:
        return tuple(sorted(changes, key=lambda change: self.order[change[0]]))


def violation(measurement: Measurement) -> float:
    """Return how far a measured number is outside the allowed range, in units of the range's width;
    0 if it is inside.
    """
    number, (least, most) = measurement.number, measurement.allowed
    outside = max(least - number, number - most, 0.0)
    if not np.isfinite(least):
        room = most
    elif not np.isfinite(most):
        room = least
    else:
        room = (most - least) / 2
    return float(outside / (room or 1.0))


def is_outside(measurement: Measurement) -> bool:
    """Return whether the whole interval is outside the allowed range."""
    return measurement.high < measurement.allowed[0] or measurement.low > measurement.allowed[1]


def verdict(listed: Sequence[Measurement]) -> str:
    """Sum up a goal: "fails" if a number is outside the allowed range, "holds" if all intervals are
    inside, otherwise "unsure".
    """
    if any(map(violation, listed)):
        return "fails"
    return "holds" if all(measurement.is_inside for measurement in listed) else "unsure"


def worst(listed: Sequence[Measurement]) -> Measurement:
    """Find the measurement furthest outside, or otherwise closest to a limit."""
    return max(
        listed,
        key=lambda measurement: (
            violation(measurement),
            -min(abs(measurement.number - limit) for limit in measurement.allowed),
        ),
    )


def usual_ranges(numbers: Mapping[str, Number], fixed: Collection[str] = ()) -> list[Range]:
    """Return a range of two up and two down for each whole number under `rules:` that is not fixed;
    if all are fixed, one up and one down for each number on the cards, except copies. Raises
    NamingError if those are fixed as well.
    """
    for names, by in ((_OF_THE_RULES, 2), (_OF_A_CARD, 1)):
        free = filter(names.fullmatch, [name for name in numbers if name not in fixed])
        ranges = [
            Range(number, number.value - by, number.value + by)
            for number in map(numbers.__getitem__, free)
        ]
        if ranges:
            return ranges
    raise NamingError(
        "every number is fixed, by `check: fixed:`; name those that may change with --vary"
    )


class Search:
    """One search in progress.

    Raises StudyError if the study's file is not one, ProblemError if it is damaged,
    ModuleNotFoundError without optuna.
    """

    def __init__(
        self,
        judge: Judge,
        ranges: Sequence[Range],
        most_changes: int,
        trials: int | None,
        study: Path | None = None,
        progress: Callable[[int, int, str], None] = lambda done, total, label: None,
    ) -> None:
        """Prepare a search that plays at most `trials` candidates; by default, each single change
        and `MORE` others.
        """
        import optuna

        self.optuna, self.judge, self.tell = optuna, judge, progress
        singles = set()
        for range_ in ranges:
            for value in range(range_.low, range_.high + 1):
                if value != range_.number.value:
                    singles.add((range_.number.name, value))
        self.singles = sorted(
            (judge.sorted([single]) for single in singles),
            key=lambda candidate: judge.key(candidate, Measured(0, 0)),
        )
        self.trials = len(self.singles) + MORE if trials is None else trials
        self.most = min(most_changes, len({name for ((name, _),) in self.singles}))
        self.words = {f"{name}={value}": (name, value) for ((name, value),) in self.singles}
        self.slots = [f"change {number}" for number in range(1, max(self.most, 1) + 1)]
        self.distribution = optuna.distributions.CategoricalDistribution([NONE, *self.words])
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.known = dict[Candidate, Measured]()
        self.level_of = dict[Candidate, int]()
        """The number of simultaneous changes being tried when a candidate was played."""
        self.is_resumed = self.has_others = self.is_interrupted = False
        self.half_line = 0
        """The number of the study's last line, from 1, if it was incomplete and was left out;
        otherwise 0.
        """
        self.study = self._open(study)

    @property
    def fingerprint(self) -> str:
        """Hash everything that the course of a search depends on."""
        task, judge = self.judge.task, self.judge
        ingredients = [
            judge.rules.name,
            judge.content.hex(),
            judge.cards(()).tobytes().hex(),
            task.goals,
            task.players,
            task.line_up,
            task.games,
            task.seed,
            list(self.words),
            self.most,
        ]
        return hashlib.sha256(json.dumps(ingredients).encode()).hexdigest()[:16]

    def _open(self, path: Path | None) -> Any:
        optuna, storage = self.optuna, None
        if path is not None:
            storage = self._storage(path)
            names = optuna.get_all_study_names(storage)
            self.is_resumed, self.has_others = (
                self.fingerprint in names,
                bool(set(names) - {self.fingerprint}),
            )
        study = optuna.create_study(
            storage=storage, study_name=self.fingerprint, load_if_exists=True
        )
        for trial in study.get_trials(deepcopy=False, states=[optuna.trial.TrialState.COMPLETE]):
            try:
                candidate = self._read(trial.params)
                measured = Measured(float(trial.value), int(trial.user_attrs["games"]))
                level = int(trial.user_attrs["level"])
            except (KeyError, TypeError, ValueError):
                if path is None:
                    raise
                raise _damaged(path, 0, say.TRIAL_OF_OTHERS(number=trial.number)) from None
            self.known[candidate] = measured
            self.level_of.setdefault(candidate, level)
        return study

    def _storage(self, path: Path) -> Any:
        """Open the file of a study, without an incomplete last line, as left by a run that was
        killed.

        Raises StudyError for a file that is not a study, ProblemError for one with a damaged line.
        """
        storages: Any = self.optuna.storages
        journal = storages.journal
        # a lock file, which works on every system; the other lock needs links
        lock = journal.JournalFileOpenLock(str(path))
        if os.path.lexists(path) and _check_lines(path)[0]:
            lock.acquire()
            try:  # no other process is writing the line at this moment
                self.half_line, end = _check_lines(path)
                if self.half_line:
                    os.truncate(path, end)
            finally:
                lock.release()
        path.parent.mkdir(parents=True, exist_ok=True)
        backend = journal.JournalFileBackend(str(path), lock_obj=lock)
        read, line = backend.read_logs, 0

        def read_logs(start: int) -> Iterator[Any]:
            nonlocal line
            for operation in read(start):
                line += 1
                yield operation

        backend.read_logs = read_logs
        try:
            return storages.JournalStorage(backend)
        except (OSError, MemoryError):
            raise
        except Exception as fault:  # optuna assumes that its file is complete
            message = say.LINE_DOES_NOT_FOLLOW(fault=f"{type(fault).__name__}: {fault}")
            raise _damaged(path, line, message) from None
        finally:
            backend.read_logs = read

    def _read(self, params: Mapping[str, Any]) -> Candidate:
        return self.judge.sorted({self.words[word] for word in params.values() if word != NONE})

    @property
    def best(self) -> Found | None:
        """The best candidate so far; None before the file itself has been played."""
        if () not in self.known:
            return None
        candidate, measured = min(self.known.items(), key=lambda item: self.judge.key(*item))
        refused = sum(measured.is_refused for measured in self.known.values())
        why = next(
            (
                self.judge.refusal(one)
                for one, measured in self.known.items()
                if measured.is_refused
            ),
            None,
        )
        if self._is_reached:
            untried = 0
        else:
            untried = sum(single not in self.known for single in self.singles)
        several = sum(
            len(one) > 1 and not measured.is_refused for one, measured in self.known.items()
        )
        return Found(
            candidate,
            measured,
            self.known[()],
            len(self.known) - refused,
            refused,
            why,
            untried,
            several,
        )

    def run(self) -> Found:
        """Search. If it is interrupted, `best` holds what was found, and the study what was
        measured.
        """
        if self._value((), 0).violation and self.singles:
            self._try_singles()
            for level in range(2, self.most + 1):
                if self._is_reached or self._is_spent(self.trials):
                    break
                self._try_crossed(level)
                if not self._is_reached:
                    self._sample(level)
            self._shrink()
        best = self.best
        assert best
        return best

    @property
    def _is_reached(self) -> bool:
        return any(measured.violation == 0 for measured in self.known.values())

    def _is_spent(self, most: int) -> bool:
        # not counting the file itself
        return sum(not measured.is_refused for measured in self.known.values()) >= most + 1

    def _value(self, candidate: Candidate, level: int) -> Measured:
        """Look a candidate up, or play it and add it to the study."""
        if candidate not in self.known:
            measured = self._play(candidate, level)
            words = [f"{name}={value}" for name, value in candidate]
            self._add([*words, *[NONE] * (min(level, self.most) - len(words))], measured, level)
        return self.known[candidate]

    def _play(self, candidate: Candidate, level: int) -> Measured:
        played = sum(not measured.is_refused for measured in self.known.values())
        self.tell(
            min(played, self.trials),
            self.trials,
            f"{counted(len(candidate), 'change')}, {played} played",
        )
        self.known[candidate], self.level_of[candidate] = self.judge.measure(candidate), level
        return self.known[candidate]

    def _add(self, words: Sequence[str], measured: Measured, level: int) -> None:
        params = dict(zip(self.slots, words, strict=False))
        trial = self.optuna.trial.create_trial(
            params=params,
            distributions=dict.fromkeys(params, self.distribution),
            value=measured.violation,
            user_attrs={"games": measured.games, "level": level},
        )
        self.study.add_trial(trial)

    def _try_singles(self) -> None:
        """Try every single change, smallest first; when one reaches the goals, try the others of
        the same size as well.
        """
        for single in self.singles:
            reached = []
            for other in self.singles:
                measured = self.known.get(other)
                if measured and measured.violation == 0:
                    reached.append(self.judge.size(other))
            if (reached and self.judge.size(single) > min(reached)) or (
                single not in self.known and self._is_spent(self.trials)
            ):
                return
            self._value(single, 1)

    def _ranked(self, changes: int, level: int) -> list[Candidate]:
        """List the candidates with a number of changes, played before this level, that beat the
        unchanged file, best first.
        """
        before = self.known[()].violation
        listed = []
        for candidate, measured in self.known.items():
            if len(candidate) != changes or self.level_of[candidate] >= level:
                continue
            if measured.violation < before or measured.is_refused:
                listed.append(candidate)
        listed.sort(key=lambda candidate: self.judge.key(candidate, self.known[candidate]))
        helpful = [candidate for candidate in listed if not self.known[candidate].is_refused]
        return helpful or listed

    def _try_crossed(self, level: int) -> None:
        """Combine the best single changes with the best candidates that have one change fewer."""
        singles = list(
            {change[0][0]: change for change in reversed(self._ranked(1, level))}.values()
        )
        singles.reverse()
        for most, (single,) in product(self._ranked(level - 1, level)[:CROSSED], singles[:CROSSED]):
            if single[0] in {name for name, _ in most}:
                continue
            candidate = self.judge.sorted([*most, single])
            if candidate not in self.known and self._is_spent(self.trials):
                return
            self._value(candidate, level)

    def _sample(self, level: int) -> None:
        """Let the sampler choose up to `level` changes together, until the goals are reached or
        this level's share of trials is spent.
        """
        optuna, state = self.optuna, self.optuna.trial.TrialState
        self._teach(level)
        finished = (state.COMPLETE, state.FAIL)
        left = max(0, self.trials - len(self.singles))
        most = self.trials - left * (self.most - level) // (self.most - 1)
        asked, in_vain = dict.fromkeys(self.slots[:level], self.distribution), 0
        while not self._is_reached and not self._is_spent(most) and in_vain < IN_VAIN:
            number = len(self.study.get_trials(deepcopy=False, states=finished))
            self.study.sampler = optuna.samplers.TPESampler(
                n_ei_candidates=DRAWN, seed=(self.judge.task.seed + 7919 * number) % 2**32
            )
            trial = self.study.ask(asked)
            candidate = self._read(trial.params)
            is_double = len({name for name, _ in candidate}) < len(candidate)
            if is_double or candidate in self.known:
                in_vain += 1
                self.study.tell(trial, state=state.FAIL)
                continue
            measured = self._play(candidate, level)
            in_vain = in_vain + 1 if measured.is_refused else 0
            trial.set_user_attr("games", measured.games)
            trial.set_user_attr("level", level)
            self.study.tell(trial, measured.violation)

    def _teach(self, level: int) -> None:
        """Teach the sampler the results of single changes in the last slot too, about which it
        knows nothing yet.
        """
        slot = self.slots[level - 1]
        trials = self.study.get_trials(
            deepcopy=False, states=[self.optuna.trial.TrialState.COMPLETE]
        )
        taught = set()
        for trial in trials:
            if sum(word != NONE for word in trial.params.values()) == 1:
                taught.add(trial.params.get(slot))
        for single in self.singles:
            ((name, value),) = single
            word = f"{name}={value}"
            if single in self.known and word not in taught:
                self._add([*[NONE] * (level - 1), word], self.known[single], 1)

    def _shrink(self) -> None:
        """Undo parts of the best candidate that are not needed, whole changes first, then steps, as
        long as the goals are still reached.
        """
        while (best := self.best) and best.is_reached and len(best.candidate) > 1:
            fewer = [self.judge.sorted(set(best.candidate) - {change}) for change in best.candidate]
            smaller = []
            for name, value in best.candidate:
                nearer = value + 1 if value < self.judge.numbers[name].value else value - 1
                if f"{name}={nearer}" in self.words:
                    changes = {*best.candidate, (name, nearer)} - {(name, value)}
                    smaller.append(self.judge.sorted(changes))
            for candidate in [*fewer, *smaller]:
                if self._value(candidate, self.most + 1).violation == 0:
                    break
            else:
                return


_MOST_STUDY = 1024 * MIB


# ---------------------------------------------------------------- the file of a study


def _check_lines(path: Path) -> tuple[int, int]:
    """Return the number of an incomplete last line, and its start in bytes; (0, 0) if there is
    none.

    Raises StudyError for a file that is not a study, ProblemError for one with a damaged line.
    """
    if path.is_symlink():
        raise StudyError(f"--study {path}: this is a link; name the file that it points to")
    if not path.is_file():
        raise _no_study(path)
    start = 0
    with open_file(path, None, _MOST_STUDY) as lines:
        for number, line in enumerate(iter(lambda: lines.readline(_LONGEST_LINE), b""), 1):
            if number == 1 and line[: len(_FIRST)] != _FIRST[: len(line)]:
                raise _no_study(path)
            if not line.endswith(b"\n") and len(line) < _LONGEST_LINE:
                return number, start
            if not _is_operation(line):
                raise _damaged(path, number, say.NOT_AN_OPERATION())
            start += len(line)
    return 0, 0


def _is_operation(line: bytes) -> bool:
    try:
        operation = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(operation, dict) and "op_code" in operation


def _no_study(path: Path) -> StudyError:
    return StudyError(f"--study {path}: this file exists and is not a study; choose another name")


def _damaged(path: Path, line: int, said: Said) -> ProblemError:
    return ProblemError(Problem.of(said, Place(str(path), line, 1 if line else 0, 1)))
