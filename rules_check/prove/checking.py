"""The check of a whole game: cheap parts before expensive ones, every section in order, all
measurements judged together at the end.

In: a game, its rules and card set, a level that says how many games to play. Out: `Examined`:
findings, and tables for the report. Knows no game.

The same seed plays the same games; each part of a check numbers its games from 0. A check evaluates
its games at most LOOKS times: after those that its level asks for, and after each lot of the
further games needed to settle findings that were unsure.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from generator.data.findings import Finding, limits_of, silence, unknown_silences
from generator.data.game import Game
from generator.data.problems import ProblemError, counted
from rules_check.engine.game import (
    Rules,
    counts_of,
    is_contest,
    is_team,
    players_in_words,
    usual_count,
)
from rules_check.engine.kept import read_learned, standing_in
from rules_check.engine.noting import CARDS, CHOICES, NOTHING
from rules_check.engine.players import (
    EXPERT,
    GREEDY,
    LEARNED,
    OWN,
    RANDOM,
    Player,
    parse_line_up,
    parse_player,
)
from rules_check.engine.sources import data_hash
from rules_check.notation.reading import has_rules_as_data
from rules_check.play.run import Run
from rules_check.play.simulate import GameStuck, Played, joined, play_parts, simulate
from rules_check.prove import balance, soundness
from rules_check.prove.actions import (
    FRESH,
    action_measurements,
    action_table,
    choice_measurements,
    habits_of,
    idle_options,
    option_of,
    settled,
    try_habits,
)
from rules_check.prove.examined import Examined
from rules_check.prove.exploiting import (
    UNTESTED,
    exploit_measurements,
    faced_words,
    fresh_games,
    is_faced,
    judged_by,
    learned_words,
    response_measurements,
    strongest,
    untested_judges,
    untested_words,
    untrained,
)
from rules_check.prove.holding import holding_measurements, is_recorded, standing_out
from rules_check.prove.outdone import outdone_findings
from rules_check.prove.prices import Prices
from rules_check.prove.reaching import reached_findings
from rules_check.prove.ruling import Effort, alternatives_of, ruling_findings
from rules_check.prove.supply import scarce_measurements, supply_measurements
from rules_check.prove.teaching import is_learned, judging_word, stand_in
from rules_check.prove.using import Watch, option_measurements, thing_measurements, unused_untested
from rules_check.toolkit.outliers import outlier_findings
from rules_check.toolkit.slips import slip_findings
from rules_check.verdict.findings import LIMITS, LOOKS, Measurement, judge, place_at
from rules_check.verdict.ranking import OF_USE
from rules_check.verdict.statistics import Z_95, Rate, games_to_add, mean_of

CODES = (
    "rule-broken",
    "players-differ",
    "stall",
    "should-not-happen",
    "game-end",
    "happens",
    "end-never-comes",
    "end-rare",
    "never-offered",
    "never-asked",
    "never-filled",
    "never-changes",
    "length",
    "supply-short",
    "runs-out",
    "card-outlier",
    "card-outdone",
    "odds-promise",
    "setup-short",
    "setup-step",
    "setup-lasts",
    "card-twice",
    "seat-advantage",
    "ties",
    "runaway-leader",
    "skill",
    "luck",
    "plays-alone",
    "plays-together",
    "score-reached",
    "money-source",
    "card-worth",
    "strategy",
    "action-unused",
    "source-decides",
    "card-taken",
    "exploitable",
    "underpriced",
    "dead-card",
    "rule-unused",
    "ruling-matters",
    "rulings-judged",
    "players-unchecked",
)
"""The codes of findings from playing; a game's rules add their own."""


@dataclass(frozen=True)
class Level:
    """The number of games for each part of a check."""

    name: str
    checked: int
    """The number of random games, per number of players, whose state is checked after every move;
    of experts' games, a tenth of that.
    """
    seats: float
    """Half the width of the interval of a seat's win rate, in points, for every number of players;
    it determines the number of games among experts.
    """
    blind: int
    """Games for the worth of cards; 0 leaves this out. The same goes for the fields below."""
    skill: int
    rulings: Effort | None
    further: int = 0
    """The total number of further games for findings that are still unsure."""
    habits: tuple[int, int] = (0, 0)
    """Games for a first look at each habit that could beat the players who judge, and fresh games
    for the best.
    """
    ladder: tuple[tuple[str, str], ...] = (("expert", "random"),)
    trial: float = 0.0
    """Seconds for which the rules are also tried uncompiled."""

    def for_players(self, kind: int) -> Level:
        """Return a level with fewer games for slower players: fewer for players who look ahead, and
        far fewer for a person's own player.

        A person's own players take no habits and are never blind to cards; other answers to rulings
        are not tried.
        """
        if kind == OWN:
            return replace(self.fewer(), seats=6 * self.seats, blind=0, habits=(0, 0), rulings=None)
        return self if kind in QUICK else self.fewer()

    def fewer(self) -> Level:
        """Return a level with fewer games, which gives less certain results."""
        parts = {name: getattr(self, name) // 10 for name in ("checked", "blind")}
        return replace(
            self,
            seats=3 * self.seats,
            skill=self.skill // 4,
            rulings=self.rulings.fewer() if self.rulings else None,
            further=0,
            habits=(self.habits[0] // 10, self.habits[1] // 10),
            **parts,
        )

    @property
    def is_balance(self) -> bool:
        """Whether enough games are played to judge balance."""
        return self.blind > 0 or self.skill > 0


QUICK = (RANDOM, EXPERT)
"""Players who do not look ahead, so their games are quick."""
LEVELS = {
    "glance": Level("glance", 20, 12.0, 0, 0, None),
    "uncompiled": Level("quick", 4, 40.0, 0, 0, None, trial=1.5),
    "quick": Level("quick", 60, 10.0, 0, 0, None, trial=1.5),
    "usual": Level(
        "usual", 200, 1.0, 5000, 400, Effort(16, 120, 2000), 40_000, (240, 2000), trial=4.0
    ),
    "deep": Level(
        "deep",
        2000,
        0.5,
        24_000,
        400,
        Effort(200, 2000, 120_000),
        200_000,
        (480, 8000),
        (("expert", "random"), ("expert", "greedy"), ("search", "expert")),
        trial=20.0,
    ),
}


@dataclass
class Lot:
    """Games that establish some facts, and a function to play more of them."""

    what: str
    """A description of the games, for people."""
    games: int
    measure: Callable[[int], Iterable[Finding | Measurement]]
    """A function that plays until there are this many games, and returns their facts."""
    costs: float = 1.0
    """The duration of a game, as a multiple of one among experts."""
    facts: list[Finding | Measurement] = field(default_factory=list)
    looks: int = 0

    def play(self, games: int) -> None:
        self.facts, self.games = list(self.measure(games)), games
        if self.looks:
            self.facts = [
                fact.seen_again() if isinstance(fact, Measurement) else fact for fact in self.facts
            ]
        self.looks += 1

    @property
    def work(self) -> float:
        return self.games * self.costs


@dataclass(frozen=True)
class Continuation:
    """A lot to be played on until it has so many games; `work` is what that takes, in games among
    experts.
    """

    lot: Lot
    games: int
    work: float


SPARE, GROWTH = 1.25, 3.0
"""The factor for further games, because the number of games that would settle a finding is an
estimate; and how many times as many there are at most in the next look, if it is not the last.
"""
BRIEFLY, BRIEF_LOOK, FEWEST_TRIED = 6, 3, 20
"""The divisors of games for habits with other numbers of players than the usual one, and of those
of the first look at each and of the first round, also of a look at each habit that only shifts an
amount; a look has at least FEWEST_TRIED games.
"""
CONTEST, MOST_FRESH = 33, 3
"""The divisor of games for a habit in the first of the rounds in which the best is looked for; and
how many times as many fresh games the best one may play at once if these rounds leave it near the
limit.
"""
LADDER_COSTS = {"search": 240.0, "greedy": 25.0}
"""The duration of a game with a player who looks ahead, as a multiple of one among experts."""
FOLLOWED = 20.0
"""The duration of a game followed decision by decision, as a multiple of one that is not."""
SHORT = 120
"""The number of decisions up to which a game takes greedy players no longer than a long one takes
experts, so as many are played.
"""
SEARCHED = 4
"""The divisor of the number of games if a player searches."""


def promised_minutes(game: Game) -> tuple[float, float] | None:
    """Read the minutes promised on the box: "30-40", or one number."""
    if "minutes" not in game.info or game.info.minutes is None:
        return None
    minutes = game.info.minutes
    least, most = minutes if isinstance(minutes, tuple) else (minutes, minutes)
    return float(least), float(most)


class Examination:
    """One check in progress. Call `run`.

    `word` names the players who judge. Raises ProblemError for unknown limits or silences,
    LineUpError for an unknown player.
    """

    def __init__(
        self,
        rules: Rules,
        game: Game,
        cards: Any,
        level: Level,
        seed: int,
        progress: Callable[[str, float], None] = lambda what, part: None,
        word: str | None = None,
        counts: Sequence[int] | None = None,
    ) -> None:
        """Prepare a check; `progress` is called with what is being done, and which part of all that
        is behind it, from 0 to 1.

        `word` names the players that judge. `counts` are the numbers of players to look at, which
        the game allows; by default all. Raises ProblemError for unknown limits or silences,
        LineUpError for an unknown player.
        """
        self.allowed = counts_of(rules, cards)
        self.counts = sorted(counts) if counts else self.allowed
        self.unchecked = [players for players in self.allowed if players not in self.counts]
        self.word = word or judging_word(rules, cards, self.counts)
        self.kind = parse_player(self.word).kind
        self.rules, self.game, self.cards, self.asked, self.seed = rules, game, cards, level, seed
        self.level = level.for_players(self.kind)
        self.progress = progress
        self.work = self.done = self.doing = 0.0
        usual = usual_count(self.allowed)
        self.usual = usual if usual in self.counts else usual_count(self.counts)
        self.limits, problems = limits_of(
            game.root.below("check"), LIMITS | getattr(rules, "LIMITS", {})
        )
        more = [
            *unknown_silences(game.root.below("check"), sorted(self.codes)),
            *balance.unknown_scores(game),
        ]
        if problems or more:
            raise ProblemError(*problems, *more)
        self.result = Examined(game, level, seed, data_hash(cards))
        self.result.among = untested_judges(rules, cards, self.word, self.counts)
        self.played = dict[int, Played]()
        self.random = dict[int, Played]()
        self.facts = list[Finding | Measurement]()
        self.lots = list[Lot]()
        self.blind: Played | None = None
        self.uses_measured = list[Measurement]()
        """What comes to players, and what players who were not trained use: not to be judged, for
        it proves little.
        """
        self.is_clueless = False
        """Whether the players who judge are, with the usual number of players, no better than players
        who choose at random.
        """
        self.first_look = dict[int, dict[str, Rate]]()
        self.strongest = dict[int, str]()
        """The best habit found, by the number of players."""
        self.brief = set[int]()
        """Numbers of players with which habits are tried in few games."""
        self.actions = dict[int, dict[str, Rate]]()

    @property
    def codes(self) -> tuple[str, ...]:
        return CODES + tuple(getattr(self.rules, "CODES", ()))

    def run(self) -> Examined:
        """Play everything that the level asks for, then more of the games whose findings are
        unsure.
        """
        if hasattr(self.rules, "examine"):
            self.tell("counts and reach")
            self.facts += self.rules.examine(self.game, self.cards, self.limits)
        self.facts += [*outlier_findings(self.game), *slip_findings(self.game)]
        self.facts += outdone_findings(self.game)
        self.facts += self.promised_players()
        self.facts += self.unchecked_players()
        with ExitStack() as stack:
            stack.enter_context(self.judging())
            trial = soundness.trial_of(self.rules, self.cards, self.level.trial)
            if trial:
                stack.enter_context(trial)
            try:
                if self.look_over():
                    self.facts += self.reached()
                    self.play_all()
                    self.facts += soundness.telling_findings(self.rules, self.game, self.cards)
            except GameStuck as stuck:
                self.facts.append(soundness.stuck_finding(self.rules, stuck))
            if trial:
                self.tell("the rules, uncompiled")
                self.facts.insert(
                    0,
                    soundness.trial_finding(
                        self.rules, self.game, self.cards, self.level.trial, trial.told()
                    ),
                )
        self.close()
        return self.result

    @property
    def shortsighted(self) -> str:
        """Name the players who judge if they were not trained, even if they are hard to beat: what
        they leave unused may be worth using later.
        """
        return self.result.among or untrained(self.word)

    def judging(self) -> AbstractContextManager[None]:
        """Let players who learned the game judge it with other numbers too, which they are shown."""
        if self.kind != LEARNED:
            return nullcontext()
        return standing_in(
            partial(stand_in, {n: read_learned(self.rules, self.cards, n) for n in self.counts})
        )

    def judges_in_words(self, words: str) -> str:
        """Say who judges, following "Judged by": in these words, unless they learned the game by
        themselves.
        """
        if self.kind == LEARNED:
            words = learned_words(self.rules, self.cards, self.counts)
        if is_faced(self.rules, self.cards, self.word, self.counts):
            return faced_words(self.rules, self.cards, words, self.counts)
        others = is_learned(self.rules, self.cards, self.counts)
        return judged_by(self.rules, self.word, words, self.is_clueless, others)

    def unchecked_players(self) -> Iterator[Finding]:
        """Report the numbers of players that the check leaves out, so that no game was played."""
        if self.unchecked:
            others = players_in_words(self.unchecked, " or ")
            untested = f"only {self.checked} were asked for"
            yield Finding(
                "players-unchecked",
                others,
                "games",
                "unsure",
                f"no game was played by {others}, because {untested}",
                hint="leave out --players to check them too",
                untested=untested,
            )

    @property
    def checked(self) -> str:
        """The numbers of players that are looked at: "2 or 3 players"."""
        return players_in_words(self.counts, " or ")

    def promised_players(self) -> Iterator[Finding]:
        """Find the numbers of players that the box promises but the rules do not allow."""
        promise = self.game.info.players if "players" in self.game.info else (1, 0)
        refused = [n for n in range(promise[0], promise[-1] + 1) if n not in self.allowed]
        # which reports more about it
        if refused and "players-without-setup" not in self.codes:
            yield Finding(
                "players-differ",
                "game.players",
                "census",
                "warning",
                f"the box says {promise[0]} to {promise[-1]} players, but with these cards the "
                "game can be played by "
                f"{players_in_words(self.allowed, ' or ')}",
                place=place_at(self.game, "game.players"),
                hint=(
                    "add cards for the missing numbers of players, or promise fewer on the box; "
                    "`player_counts` of the rules decides which are possible"
                ),
            )

    def reached(self) -> Iterator[Finding]:
        """Find the parts of rules as data that no game reaches."""
        self.tell("what no game reaches")
        which = f"with {self.checked}" if self.unchecked else "for each number of players"
        yield from reached_findings(
            self.game, self.rules, self.cards, self.counts, self.asked.checked, which
        )

    def play_all(self) -> None:
        """Play all the games by which sound rules are measured."""
        self.lots = [*self.expert_lots(), *self.use_lots(), *self.lots_of_their_own()]
        self.work = sum(lot.work for lot in self.lots) + self.level.further + self.rulings_work
        for lot in self.lots:
            self.tell(lot.what, lot.work)
            lot.play(lot.games)
        left = float(self.level.further)
        for look in range(1, LOOKS):
            left = self.play_on(left, GROWTH if look + 1 < LOOKS else math.inf)
        self.facts += [fact for lot in self.lots for fact in lot.facts]
        self.sum_up()
        if self.level.rulings:
            self.tell("rulings", self.rulings_work)
            self.facts += ruling_findings(
                self.rules,
                self.game,
                self.cards,
                self.played,
                self.word,
                self.level.rulings,
                self.limits,
                promised_minutes(self.game),
            )

    @property
    def rulings_work(self) -> float:
        """Return the maximum number of games for the answers to rulings that are not chosen."""
        effort = self.level.rulings
        if effort:
            return (
                len(alternatives_of(self.game)) * len(self.counts) * effort.first + effort.further
            )
        return 0.0

    def line_up(self, word: str, players: int) -> list[Player]:
        """Seat players of one sort, with a view of this game."""
        return parse_line_up(word, players, self.game)

    def tell(self, what: str, work: float = 0.0) -> None:
        """Report which work begins, and its share of all work."""
        self.done, self.doing = self.done + self.doing, work
        self.progress(what, min(1.0, self.done / self.work) if self.work else 0.0)

    def look_over(self) -> bool:
        """Play games in which every state is checked for faults. Return whether it makes sense to
        continue.
        """
        words = {"random": self.level.checked}
        words.setdefault(self.word, self.level.checked // 10)
        for players in self.counts:
            for word, games in words.items():
                self.tell(f"{counted(players, 'player')}, {word}, checking every move")
                line_up = self.line_up(word, players)
                parts = list[Played]()
                run = Run(self.rules, self.cards, line_up, self.seed, games, is_checked=True)
                for part in play_parts(run):
                    parts.append(part)
                    if soundness.is_hopeless(part):
                        break
                if parts:
                    played = joined(parts)
                    if word == "random":
                        self.random[players] = played
                    if (
                        word == self.word
                        and self.kind in (GREEDY, LEARNED)
                        and players == self.usual
                        and played.decisions.mean() <= SHORT
                    ):
                        self.level = self.asked
                    self.facts += soundness.fault_findings(
                        self.rules, self.cards, played, line_up, self.game
                    )
                    if soundness.is_hopeless(played):
                        return False
        return True

    def expert_lots(self) -> Iterator[Lot]:
        """List the games that most measurements use: for each number of players, as many as the
        level's interval needs for fair seats.
        """
        for players in self.counts:
            fair, width = 1 / max(2, players), self.level.seats / 100
            games = math.ceil(fair * (1 - fair) * (Z_95 / width) ** 2)
            yield Lot(
                f"{counted(players, 'player')}, {self.word}",
                games,
                partial(self.expert_facts, players),
            )

    def expert_facts(self, players: int, games: int) -> Iterator[Finding | Measurement]:
        """Play games among the players who judge, and return their facts."""
        line_up, promise = self.line_up(self.word, players), promised_minutes(self.game)
        played = self.played[players] = self.enough(line_up, games, self.played.get(players))
        yield from soundness.end_measurements(
            self.rules,
            self.cards,
            played,
            line_up,
            self.limits,
            self.game,
            self.random.get(players),
        )
        yield from soundness.told_findings(self.rules, played)
        yield soundness.length_measurement(self.rules, played, self.limits, promise, self.game)
        if not self.level.is_balance:
            return
        if is_contest(self.rules, players):
            yield from balance.seat_measurements(played, self.word, self.limits, self.game)
            yield from balance.game_measurements(played, self.limits, self.game)
        else:
            if players == 1:
                yield balance.alone_finding(self.rules, played, self.word, self.usual == 1)
            else:
                yield balance.team_finding(self.rules, played, self.word, players == self.usual)
            yield from response_measurements(
                self.rules, self.cards, self.word, players, self.limits, self.game
            )
        yield from balance.reached_measurements(
            self.rules, played, self.random.get(players), self.word, self.game
        )
        yield from balance.money_measurements(self.rules, played, self.limits, self.game)
        yield from supply_measurements(self.rules, played, self.word, self.limits, self.game)
        yield from scarce_measurements(self.rules, played, self.limits, self.game)
        yield from choice_measurements(self.rules, played, self.limits, self.game)
        if self.is_looked_at(players) and not is_team(self.rules):
            yield from balance.source_measurements(self.rules, played, self.limits, self.game)
            yield from balance.taken_measurements(
                self.rules, self.cards, played, self.limits, self.game
            )

    def is_looked_at(self, players: int) -> bool:
        """Return whether games with this number of players also measure the use of cards, and the
        differences between scores.
        """
        return self.is_noting and (self.level.name == "deep" or players == self.usual)

    @property
    def is_noting(self) -> bool:
        """Return whether games record choices and the use of cards."""
        return self.level.is_balance and self.kind != OWN

    def enough(self, line_up: Sequence[Player], games: int, played: Played | None) -> Played:
        """Play this number of games, then what the widest interval of a seat requires."""
        if played is None:
            noting = NOTHING
            if self.is_noting:
                noting = CARDS if self.is_looked_at(len(line_up)) else CHOICES
            played = simulate(self.rules, self.cards, line_up, self.seed, games, noting=noting)
        else:
            played = self.joined_by(line_up, played, games - played.games)
        while self.level.is_balance and (
            more := games_to_add(balance.seat_rates(played), self.level.seats / 100)
        ):
            played = self.joined_by(line_up, played, more)
        return played

    def joined_by(
        self, line_up: Sequence[Player], played: Played, more: int, per_mille: int = 0
    ) -> Played:
        """Play more games of the same type, and add them to those played."""
        if more <= 0:
            return played
        first, noting = played.first + played.games, played.part.noted
        return joined(
            [
                played,
                simulate(
                    self.rules,
                    self.cards,
                    line_up,
                    self.seed,
                    more,
                    first,
                    per_mille=per_mille,
                    noting=noting,
                ),
            ]
        )

    @cached_property
    def watch(self) -> Watch:
        return Watch(self.rules, self.cards, self.game)

    def use_lots(self) -> Iterator[Lot]:
        """List the games that are followed for what their players use."""
        is_followed = has_rules_as_data(self.game) or not is_recorded(self.rules)
        if self.is_noting and self.level.skill and is_followed:
            yield Lot(
                f"what {self.word} players use", self.level.skill, self.use_facts, costs=FOLLOWED
            )

    def use_facts(self, games: int) -> Iterator[Finding | Measurement]:
        """Follow games with the usual number of players, and measure what is used in them."""
        self.watch.play(self.line_up(self.word, self.usual), self.seed, games)
        facts = [
            *option_measurements(self.watch.uses, self.usual, self.limits),
            *thing_measurements(self.watch, self.usual, self.limits),
        ]
        if self.usual > 1 and not is_team(self.rules):
            self.uses_measured = [
                *holding_measurements(self.watch.holding, self.usual, self.limits, self.game)
            ]
            yield from standing_out(self.uses_measured)
        if not self.shortsighted:
            yield from facts
            return
        self.uses_measured += facts
        yield from unused_untested(self.watch, facts, self.shortsighted)

    def lots_of_their_own(self) -> Iterator[Lot]:
        """List the measurements that need separate games: cards, skill, habits, strategies. All
        depend on who wins, so a single player or a team has none of them.
        """
        if self.usual == 1 or is_team(self.rules):
            return
        level, word, usual, is_deep = self.level, self.word, self.usual, self.level.name == "deep"
        several = [n for n in self.counts if n > 1] if is_deep else [usual]
        if level.blind and hasattr(self.rules, "card_ids"):
            yield Lot("the worth of every card", level.blind, self.card_facts)
        ladder: Sequence[tuple[str, str]] = ()
        if word == "expert":
            ladder = level.ladder
        elif self.kind in (GREEDY, LEARNED):
            ladder = ((word, "random"),)
        if level.skill:
            for better, worse in ladder:
                costs = LADDER_COSTS.get(better, LADDER_COSTS.get(worse, 1.0))
                games = level.skill // (SEARCHED if better == "search" else 1)
                for players in several:
                    what = f"{better} among {worse}, {counted(players, 'player')}"
                    yield Lot(
                        what, games, partial(self.skill_facts, better, worse, players), costs=costs
                    )
        if level.habits[1]:
            for players in self.counts:
                if players > 1 and players not in several:
                    self.brief.add(players)
                    yield from self.habit_lots(players, level.habits[1] // BRIEFLY, ", briefly")
            for players in several:
                first, habits = level.habits[0], level.habits[0] * len(self.habits)
                what = f"what each action is worth, {players} players"
                yield Lot(
                    what,
                    FRESH * first,
                    partial(self.action_facts, players),
                    costs=habits / first / FRESH,
                )
                yield from self.habit_lots(players, level.habits[1])

    def habit_lots(self, players: int, games: int, how: str = "") -> Iterator[Lot]:
        """List the games in which the best habit is looked for, and its fresh ones: `games`, or
        more if the first say so.
        """
        what = f"habits that beat {self.word}, {players} players{how}"
        fresh = Lot(what, games, partial(self.habit_facts, players))
        first = max(1, self.level.habits[1] // CONTEST)
        if players in self.brief:
            first = max(1, first // BRIEF_LOOK)
        contest = partial(self.contest, players, fresh)
        yield Lot(f"the best of the {what}", first, contest, costs=len(self.habits))
        yield fresh

    @cached_property
    def habits(self) -> list[Player]:
        return habits_of(self.rules, self.cards, self.word)

    def tried(self, players: int) -> dict[str, Rate]:
        """Take a first look at every habit, once for each number of players."""
        if players not in self.first_look:
            usual = self.level.habits[0]
            brief = max(FEWEST_TRIED, usual // BRIEF_LOOK)
            idle = idle_options(self.rules, self.played[players], usual)
            looks = dict[str, Rate]()
            games_of = {False: brief if players in self.brief else usual, True: brief}
            for shifts, games in games_of.items():
                habits = [
                    habit
                    for habit in self.habits
                    if bool(habit.shifts) == shifts and option_of(habit) not in idle
                ]
                looks |= try_habits(
                    self.rules, self.cards, self.word, habits, players, games, self.seed
                )
            self.first_look[players] = looks
        return self.first_look[players]

    def card_facts(self, games: int) -> Iterator[Measurement]:
        line_up = self.line_up(self.word, self.usual)
        if self.blind is None:
            self.blind = simulate(
                self.rules, self.cards, line_up, self.seed, games, per_mille=balance.BLIND_PER_MILLE
            )
        self.blind = self.joined_by(
            line_up, self.blind, games - self.blind.games, balance.BLIND_PER_MILLE
        )
        table = balance.card_table(self.rules, self.cards, self.game, self.blind, self.played)
        self.result.measured["cards"] = table
        return balance.card_measurements(
            table, self.blind.games, self.usual, self.limits, self.game
        )

    def skill_facts(
        self, better: str, worse: str, players: int, games: int
    ) -> Iterator[Measurement]:
        measured = balance.skill_measurement(
            self.rules, self.cards, better, worse, players, games, self.seed, self.limits, self.game
        )
        if players == self.usual:
            self.is_clueless = bool(measured.untested)
        yield measured

    def action_facts(self, players: int, games: int) -> Iterator[Measurement]:
        """Measure the worth of each action; for those that the first look left in doubt, only
        `games` fresh games count.
        """
        rules, word, tried = self.rules, self.word, self.tried(players)
        most = 100 / players + self.limits["strategy"]
        self.actions[players] = rates = settled(
            rules, self.cards, word, players, tried, most, games, self.seed
        )
        return action_measurements(rules, word, players, rates, self.limits, self.game)

    def contest(self, players: int, fresh: Lot, games: int) -> Iterator[Measurement]:
        """Find the best habit, and let it play as many `fresh` games as will tell."""
        tried = self.tried(players)
        if tried:
            most = 100 / players + self.limits["exploit"]
            self.strongest[players], rate = strongest(
                self.rules, self.cards, self.word, players, tried, games, most, self.seed
            )
            number = sum(len(lot.facts) for lot in self.lots)
            planned = math.ceil(SPARE * fresh_games(rate, players, self.limits, number))
            fresh.games = max(fresh.games, min(planned, MOST_FRESH * self.level.habits[1]))
        return iter(())

    def habit_facts(self, players: int, games: int) -> Iterator[Measurement | Finding]:
        tried = self.tried(players)
        return exploit_measurements(
            self.rules,
            self.cards,
            self.word,
            players,
            tried,
            games,
            self.seed,
            self.limits,
            self.game,
            self.strongest.get(players, ""),
        )

    def play_on(self, left: float, growth: float) -> float:
        """Play more of the games that would settle unsure findings, those that need the fewest
        first, while any of the further games are left; return how many are left then.

        Games of a sort become at most `growth` times as many: few games tell badly how many more
        are needed.
        """
        family = []
        for lot in self.lots:
            for fact in lot.facts:
                if isinstance(fact, Measurement):
                    family.append(fact)
        findings, _ = silence(self.game.root.below("check"), judge(family))
        unsure = set()
        for one, finding in zip(family, findings, strict=True):
            if finding.verdict == "unsure" and not finding.silenced:
                unsure.add(id(one))
        wanted = list[Continuation]()
        for lot in self.lots:
            for fact in lot.facts:
                if not isinstance(fact, Measurement) or id(fact) not in unsure:
                    continue
                games = fact.games_to_settle(len(family))
                if games is not None:
                    times = min(growth, SPARE * games / max(1, fact.games))
                    games = max(lot.games, math.ceil(lot.games * times))
                    wanted.append(Continuation(lot, games, (games - lot.games) * lot.costs))
        planned = dict[int, Continuation]()
        for step in sorted(wanted, key=lambda step: step.work):
            before = planned.get(id(step.lot))
            more = step.work - (before.work if before else 0.0)
            if more <= left:
                left -= more
                planned[id(step.lot)] = step
        for step in planned.values():
            self.tell(f"{step.lot.what}, still unsure", step.work)
            step.lot.play(step.games)
        return left

    def sum_up(self) -> None:
        """Add the facts that only all games together show, and keep the tables for the report."""
        ends = {
            players: soundness.ends_of(self.rules, played)
            for players, played in self.played.items()
        }
        which = self.checked if self.unchecked else "any number of players"
        self.facts += soundness.end_findings(self.rules, self.cards, ends, self.game, which)
        for players, played in self.played.items():
            self.note(players, played, ends[players], promised_minutes(self.game))
        if self.level.is_balance:
            self.facts += soundness.rare_end_measurements(
                self.rules, self.cards, ends, self.limits, self.game
            )
            self.facts += balance.unused_measurements(
                self.rules, self.played, self.limits, self.game
            )
            self.facts += balance.dead_card_measurements(
                self.rules, self.cards, self.played, self.limits, self.game
            )
            self.facts += self.price_facts()
        for fact in self.facts:
            match fact:
                case Measurement(code="skill", rivals=(better, worse)):
                    self.keep("ladder", share_row(fact) | {"player": better, "among": worse})
                case Measurement(code="exploitable") if is_contest(self.rules, fact.players):
                    told = {"claim": fact.what, "habit": fact.subject, "about": fact.about}
                    self.keep("exploit", share_row(fact) | told)
        for players, rates in self.actions.items():
            for row in action_table(self.rules, players, rates, self.played[players]):
                self.keep("actions", row)
        self.facts += balance.luck_finding(self.result.measured.get("ladder", []))

    def price_facts(self) -> Iterator[Measurement]:
        """Measure prices that are far below those of similar cards."""
        played = self.played.get(self.usual)
        if played is None or not self.level.further or not hasattr(self.rules, "card_ids"):
            return
        self.tell("prices")
        prices = Prices(
            self.rules, self.game, self.cards, played, self.line_up(self.word, self.usual)
        )
        yield from prices.measured(self.limits)

    def note(
        self,
        players: int,
        played: Played,
        ends: dict[str, int],
        promise: tuple[float, float] | None,
    ) -> None:
        """Keep data for the report's charts."""
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

    def keep(self, table: str, row: dict[str, Any]) -> None:
        self.result.measured.setdefault(table, []).append(row)

    def close(self) -> None:
        """Judge all measurements together, and put the findings into the order in which they were
        made.
        """
        if self.unchecked:
            self.facts = [with_players(fact, self.checked) for fact in self.facts]
        measured = [fact for fact in self.facts if isinstance(fact, Measurement)]
        words = untested_words(self.rules)
        said = []
        for measurement in measured:
            judges = self.shortsighted if measurement.code in OF_USE else self.result.among
            said.append(said_among(measurement, judges, words))
        judged: Iterator[Finding] = iter(judge(said))
        findings = [next(judged) if isinstance(fact, Measurement) else fact for fact in self.facts]
        self.result.findings, idle = silence(self.game.root.below("check"), findings)
        # a silence may be about numbers of players that were not checked
        self.result.problems += idle if not self.unchecked else []
        for fact in self.facts:
            if isinstance(fact, Measurement) and fact.code == "seat-advantage":
                row = {"seat": fact.seat, "limit": self.limits["seat"]}
                self.keep("seats", share_row(fact) | row)
        if hasattr(self.rules, "reach"):
            self.keep("reach", self.rules.reach(self.game, self.cards))


OF_ALL_GAMES = ("rule-unused", "dead-card")
"""What is measured over games with all numbers of players, whose words do not tell them."""


def with_players(fact: Finding | Measurement, checked: str) -> Finding | Measurement:
    """Say with how many players something holds if only some numbers of players were checked."""
    if isinstance(fact, Measurement) and fact.code in OF_ALL_GAMES:
        return replace(fact, what=f"with {checked}, {fact.what}")
    return fact


def said_among(measurement: Measurement, judges: str, words: str = UNTESTED) -> Measurement:
    """Add the type of players to a measurement if they are untested and it names no players yet.
    What depends on how well they play is then untested too, in these words.
    """
    if not judges:
        return measurement
    judged = measurement.section in ("balance", "actions") and not measurement.is_anyones
    if judged and not measurement.untested:
        measurement = replace(measurement, untested=words, follows="exploitable")
    if measurement.names_players:
        return measurement
    return replace(measurement, what=f"among {judges}, {measurement.what}")


def share_row(measurement: Measurement) -> dict[str, Any]:
    """Return a share of wins as the report draws it: from 0 to 1, with its interval and the fair
    share.
    """
    return {
        "players": measurement.players,
        "share": measurement.number / 100,
        "low": measurement.low / 100,
        "high": measurement.high / 100,
        "fair": 1 / measurement.players,
    }
