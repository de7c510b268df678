"""The check of a whole game: cheap parts before expensive ones, every section in order, all measurements judged together at the end.

In: a game, its rules and card set, a level that says how many games to play. Out: `Examined`: findings, and tables for the report.
Knows no game.

With the same seed the same games are played; each part of a check numbers its games from 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from generator.data.findings import Finding, limits_of, silence, unknown_silences
from generator.data.game import Game
from generator.data.problems import Problem, ProblemError, counted
from rules_check.engine.game import Rules, counts_of, usual_count
from rules_check.engine.players import EXPERT, RANDOM, Player, best_word, parse_line_up, parse_player
from rules_check.play.record import data_hash
from rules_check.play.simulate import Played, joined, simulate
from rules_check.prove import balance, soundness
from rules_check.prove.actions import action_measurements, action_table, settled, try_habits
from rules_check.prove.exploiting import exploit_measurements
from rules_check.prove.ruling import ruling_findings
from rules_check.prove.supply import supply_measurements
from rules_check.verdict.findings import LIMITS, Measurement, as_json, judge
from rules_check.verdict.statistics import Z_95, games_to_add, mean_of

CODES = (
    "rule-broken",
    "stall",
    "should-not-happen",
    "game-end",
    "happens",
    "end-never-comes",
    "length",
    "supply-short",
    "seat-advantage",
    "ties",
    "runaway-leader",
    "skill",
    "luck",
    "plays-alone",
    "money-source",
    "card-worth",
    "strategy",
    "action-unused",
    "source-decides",
    "card-taken",
    "exploitable",
    "dead-card",
    "rule-unused",
    "ruling-matters",
)
"""The sorts of findings that come from playing; a game's rules add their own."""


@dataclass(frozen=True)
class Level:
    """How many games each part of a check plays."""

    name: str
    checked: int
    """Games by random players looked over after every move, for each number of players; the expert's are a tenth of them."""
    seats: float
    """Half the width of a seat's interval, in points, whatever the number of players; it makes the number of games among experts."""
    blind: int
    """Games for the worth of cards; 0 leaves it out, and so on."""
    skill: int
    rulings: int
    """Games for each alternative."""
    habits: tuple[int, int] = (0, 0)
    """Games for a first look at each habit that could beat the players who judge, and fresh ones for the best."""
    ladder: tuple[tuple[str, str], ...] = (("expert", "random"),)

    def fewer(self) -> Level:
        """Play fewer games, for players who look ahead and take far longer; what they show is then less sure."""
        parts = {name: getattr(self, name) // 10 for name in ("checked", "blind")}
        more = {name: getattr(self, name) // 4 for name in ("skill", "rulings")}
        return replace(self, seats=3 * self.seats, habits=(self.habits[0] // 10, self.habits[1] // 10), **parts, **more)

    @property
    def is_balance(self) -> bool:
        """Whether enough games are played to speak of balance."""
        return self.blind > 0


QUICK = (RANDOM, EXPERT)
"""Players whose games cost no looking ahead."""
LEVELS = {
    "glance": Level("glance", 20, 12.0, 0, 0, 0),
    "quick": Level("quick", 60, 10.0, 0, 0, 0),
    "usual": Level("usual", 200, 1.0, 5000, 400, 40, (240, 2000)),
    "deep": Level(
        "deep", 2000, 0.5, 60_000, 400, 2000, (1000, 8000), (("expert", "random"), ("expert", "greedy"), ("search", "expert"))
    ),
}


@dataclass
class Examined:
    """All that a check found."""

    game: Game
    level: Level
    seed: int
    data: str
    judged_by: str = ""
    """By which players, in words."""
    findings: list[Finding] = field(default_factory=list)
    measured: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def is_passed(self) -> bool:
        return not any(finding.counts for finding in self.findings) and not any(p.severity == "error" for p in self.problems)

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data, which `report` reads too."""
        return {
            "game": {"title": self.game.title, "version": self.game.version, "data": self.data},
            "seed": self.seed,
            "level": self.level.name,
            "passed": self.is_passed,
            "judged_by": self.judged_by,
            "findings": [as_json(finding) for finding in self.findings],
            "measured": self.measured,
        }


def promised_minutes(game: Game) -> tuple[float, float] | None:
    """Read the minutes that the box promises: "30-40", or one number."""
    if "minutes" not in game.info or game.info.minutes is None:
        return None
    minutes = game.info.minutes
    least, most = minutes if isinstance(minutes, tuple) else (minutes, minutes)
    return float(least), float(most)


class Examination:
    """One check in progress. Call `run`."""

    def __init__(
        self,
        rules: Rules,
        game: Game,
        cards: Any,
        level: Level,
        seed: int,
        progress: Callable[[str], None] | None = None,
        word: str | None = None,
    ) -> None:
        """Prepare a check; `progress` is called with what is being done.

        `word` names the players that judge. Raises ProblemError for unknown limits or silences, LineUpError for an unknown player.
        """
        self.word = word or best_word(rules)
        kind = parse_player(self.word).kind
        self.rules, self.game, self.cards, self.level, self.seed = (
            rules,
            game,
            cards,
            level if kind in QUICK else level.fewer(),
            seed,
        )
        self.tell = progress or (lambda what: None)
        self.counts = counts_of(rules, cards)
        self.usual = usual_count(self.counts)
        self.limits, problems = limits_of(game.root.get("check"), LIMITS | getattr(rules, "LIMITS", {}))
        more = unknown_silences(game.root.get("check"), sorted(self.codes))
        if problems or more:
            raise ProblemError(*problems, *more)
        self.result = Examined(game, level, seed, data_hash(cards))
        self.played = dict[int, Played]()
        self.facts = list[Finding | Measurement]()

    @property
    def codes(self) -> tuple[str, ...]:
        return CODES + tuple(getattr(self.rules, "CODES", ()))

    def run(self) -> Examined:
        """Play everything that the level asks for."""
        if hasattr(self.rules, "examine"):
            self.tell("counts and reach")
            self.facts += self.rules.examine(self.game, self.cards, self.limits)
        self.look_over()
        self.play_experts()
        self.weigh()
        if self.level.rulings:
            self.tell("rulings")
            self.facts += ruling_findings(
                self.rules,
                self.game,
                self.cards,
                self.played[self.usual],
                self.word,
                self.level.rulings,
                self.limits,
                promised_minutes(self.game),
            )
        self.close()
        return self.result

    def look_over(self) -> None:
        """Play games in which every state is checked for faults."""
        words = {"random": self.level.checked}
        words.setdefault(self.word, self.level.checked // 10)
        for players in self.counts:
            for word, games in words.items():
                self.tell(f"{counted(players, 'player')}, {word}, every move looked over")
                line_up = parse_line_up(word, players)
                played = simulate(self.rules, self.cards, line_up, self.seed, games, is_checked=True)
                self.facts += soundness.fault_findings(self.rules, self.cards, played, line_up)

    def play_experts(self) -> None:
        """Play the games that most measurements use, enough to make a seat's interval as narrow as the level asks."""
        ends, promise = dict[int, dict[str, int]](), promised_minutes(self.game)
        for players in self.counts:
            self.tell(f"{counted(players, 'player')}, {self.word}")
            line_up = parse_line_up(self.word, players)
            played = self.played[players] = self.enough(line_up)
            ends[players] = soundness.ends_of(self.rules, played)
            self.facts += soundness.end_measurements(self.rules, self.cards, played, line_up, self.limits, self.game)
            self.facts += soundness.told_findings(self.rules, played)
            self.facts.append(soundness.length_measurement(played, self.limits, promise, self.game))
            if self.level.is_balance and players == 1:
                self.facts.append(balance.alone_finding(played, self.word, self.usual == 1, unit=balance.unit_of(self.rules)))
            elif self.level.is_balance:
                self.facts += balance.seat_measurements(played, self.word, self.limits, self.game)
                self.facts += balance.game_measurements(played, self.limits, self.game)
            if self.level.is_balance:
                self.facts += balance.money_measurements(self.rules, played, self.limits, self.game)
                self.facts += supply_measurements(self.rules, played, self.word, self.limits, self.game)
            if self.level.is_balance and (players == self.usual or self.level.name == "deep"):
                self.facts += balance.source_measurements(self.rules, played, self.limits, self.game)
            self.note(players, played, ends[players], promise)
        self.facts += soundness.end_findings(self.rules, self.cards, ends, self.game)
        if not self.level.is_balance:
            return
        self.facts += balance.unused_measurements(self.rules, self.played, self.limits, self.game)
        self.facts += balance.dead_card_measurements(self.rules, self.cards, self.played, self.limits, self.game)

    def enough(self, line_up: Sequence[Player]) -> Played:
        """Play as many games as fair seats would need, then those that the widest interval still needs."""
        fair, width = 1 / max(2, len(line_up)), self.level.seats / 100
        games = math.ceil(fair * (1 - fair) * (Z_95 / width) ** 2)
        is_noting = self.level.is_balance and (self.level.name == "deep" or len(line_up) == self.usual)
        played = simulate(self.rules, self.cards, line_up, self.seed, games, is_noting=is_noting)
        while self.level.is_balance and (more := games_to_add(balance.seat_rates(played), width)):
            played = joined([played, simulate(self.rules, self.cards, line_up, self.seed, more, played.games, is_noting=is_noting)])
        return played

    def note(self, players: int, played: Played, ends: dict[str, int], promise: tuple[float, float] | None) -> None:
        """Keep what the report draws."""
        minutes = soundness.minutes_of(played, self.limits)
        mean, (least, most) = mean_of(minutes), np.percentile(minutes, (5, 95))
        values, times = np.unique(played.rounds, return_counts=True)
        rounds = {str(value): int(count) for value, count in zip(values, times, strict=True)}
        common = {"players": players, "line_up": self.word, "games": played.games}
        self.keep(
            "lengths",
            {
                **common,
                "rounds": rounds,
                "minutes": {
                    "mean": mean.number,
                    "low": float(least),
                    "high": float(most),
                    "mean_low": mean.low,
                    "mean_high": mean.high,
                },
                "decisions": float(played.decisions.mean()),
                "promise": list(promise) if promise else None,
            },
        )
        self.keep("ends", {**common, "ends": ends})
        for row in balance.money_table(self.rules, played):
            self.keep("money", row)
        for row in balance.count_table(played):
            self.keep("counts", row)

    def weigh(self) -> None:
        """Measure what needs games of its own: cards, skill, strategies. All are told by who wins, so one alone tells nothing of them."""
        if self.usual == 1:
            return
        level, rules, cards, seed = self.level, self.rules, self.cards, self.seed
        if level.blind and hasattr(rules, "card_ids"):
            self.tell("the worth of every card")
            line_up = parse_line_up(self.word, self.usual)
            blind = simulate(rules, cards, line_up, seed, level.blind, per_mille=balance.BLIND_PER_MILLE)
            table = balance.card_table(rules, cards, self.game, blind, self.played)
            self.facts += balance.card_measurements(table, level.blind, self.usual, self.limits, self.game)
            self.facts += balance.taken_measurements(rules, cards, self.played[self.usual], self.limits, self.game)
            for row in table:
                self.keep("cards", row)
        if level.skill:
            for better, worse in level.ladder if self.word == "expert" else ():
                for players in [n for n in self.counts if n > 1] if level.name == "deep" else (self.usual,):
                    self.tell(f"{better} among {worse}, {counted(players, 'player')}")
                    one = balance.skill_measurement(rules, cards, better, worse, players, level.skill, seed, self.limits, self.game)
                    self.facts.append(one)
                    self.keep("ladder", share_row(one, players) | {"player": better, "among": worse})
            self.facts += balance.luck_finding(self.result.measured.get("ladder", []))
        if level.habits[1]:
            for players in self.counts if level.name == "deep" else (self.usual,):
                if players > 1:
                    self.try_actions(players)

    def try_actions(self, players: int) -> None:
        """Measure what each action is worth, and how much the best habit wins among those who judge."""
        rules, cards, word, seed = self.rules, self.cards, self.word, self.seed
        self.tell(f"what each action is worth, {players} players")
        tried = try_habits(rules, cards, word, players, self.level.habits[0], seed)
        most = 100 / players + self.limits["strategy"]
        rates = settled(rules, cards, word, players, tried, most, seed, [option for option in tried if option.startswith("never=")])
        played = self.played[players]
        self.facts += action_measurements(rules, word, players, rates, played, self.limits, self.game)
        for row in action_table(rules, players, rates, played):
            self.keep("actions", row)
        self.tell(f"habits that beat {word}, {players} players")
        for one in exploit_measurements(rules, cards, word, players, tried, self.level.habits[1], seed, self.limits, self.game):
            self.facts.append(one)
            self.keep("exploit", share_row(one, players) | {"claim": one.what})

    def keep(self, table: str, row: dict[str, Any]) -> None:
        self.result.measured.setdefault(table, []).append(row)

    def close(self) -> None:
        """Judge all measurements together, and put the findings in the order they came in."""
        judged: Iterator[Finding] = iter(judge([fact for fact in self.facts if isinstance(fact, Measurement)]))
        findings = [next(judged) if isinstance(fact, Measurement) else fact for fact in self.facts]
        self.result.findings, idle = silence(self.game.root.get("check"), findings)
        self.result.problems += idle
        for fact in self.facts:
            if isinstance(fact, Measurement) and fact.code == "seat-advantage":
                players, seat = (int("".join(filter(str.isdigit, part))) for part in fact.about.split(","))
                self.keep("seats", share_row(fact, players) | {"seat": seat, "limit": self.limits["seat"]})
        if hasattr(self.rules, "reach"):
            self.keep("reach", self.rules.reach(self.game, self.cards))


def share_row(one: Measurement, players: int) -> dict[str, Any]:
    """Return a share of wins as the report draws it: from 0 to 1, with its interval and the fair share."""
    return {"players": players, "share": one.number / 100, "low": one.low / 100, "high": one.high / 100, "fair": 1 / players}
