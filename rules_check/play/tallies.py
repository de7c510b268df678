"""Running totals of played games: exact, of fixed size for any number of games, and independent of
how the games were divided.

In: `Played` parts, or totals of other games. Out: a `Tally`, as plain data and as a table.
Everything added up is an integer (wins in parts of `WIN`), so the order of addition does not
matter, and a remote worker can add up its own games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

import numpy as np

from rules_check.engine.faults import fault_ids, fault_said
from rules_check.engine.game import Rules, is_team, lost_ends
from rules_check.engine.noting import WIN
from rules_check.engine.parts import Columns
from rules_check.engine.players import Player
from rules_check.engine.words import end_in_words
from rules_check.play.own import play_any
from rules_check.play.run import Run
from rules_check.play.simulate import Played, shared_out
from rules_check.verdict.statistics import Rate

MOST_TALLIED = 200_000
"""The number of games in one part of which only the totals are returned."""
MOST_AT_ONCE = 25_000
"""The number of games whose rows are held while they are added up."""
MOST_SHOWN = 3
"""How many games with each type of fault are remembered: the first ones."""
SCORES = np.iinfo(np.int32)
"""The smallest and the largest possible score."""
SIXTIETHS, MOST_IN_SIXTIETHS = 60, 6
"""The parts of a win in plain data, and the largest number of players they suffice for."""
WIDTH = 96
"""The width of a table in characters."""
QUANTILES = (5, 50, 95)
FEWEST_SEEN = 0.01
"""The share of games that must have shown a card before it is named as little or much used."""
FEW = 5


@dataclass(frozen=True)
class Labels:
    """The names of a tally's numbers."""

    ends: tuple[str, ...]
    faults: tuple[str, ...]
    fault_ids: tuple[tuple[str, ...], ...]
    """The cards that each of the faults may concern."""
    cards: tuple[str, ...]
    is_team: bool = False
    """Whether all players win or lose together."""
    lost: tuple[int, ...] = ()
    """The ends with which a team loses."""
    bad: tuple[int, ...] = ()
    """The ends of games that came to none."""

    @classmethod
    def of(cls, rules: Rules, cards: Any) -> Labels:
        ids = rules.card_ids(cards) if hasattr(rules, "card_ids") else []
        faults = tuple(rules.FAULTS)
        return cls(
            tuple(rules.ENDS),
            faults,
            tuple(tuple(fault_ids(rules, cards, n)) for n in range(len(faults))),
            tuple(ids),
            is_team(rules),
            lost_ends(rules),
            tuple(getattr(rules, "BAD_ENDS", ())),
        )

    def fault(self, code: int) -> str:
        return fault_said(code, self.faults, self.fault_ids.__getitem__)


@dataclass
class Tally:
    """Totals of games of one line-up. Arrays are int64; seats are numbered from 0."""

    names: Labels
    columns: Columns
    games: int
    wins: Any
    """By seat, in parts of WIN."""
    shared: int
    """The number of games that several seats won together."""
    scores: Any
    """The sum by seat; followed by the minimum and the maximum."""
    least: Any
    most: Any
    decisions: int
    ends: Any
    """Games by their end."""
    counts: Any
    """Sums of COUNTS; followed by the number of games with any."""
    games_with: Any
    ledger: Any
    """Sums of shape (seats, LEDGER)."""
    winners: Any
    """LEDGER of the winners, in parts of WIN: for a shared win, each winner's share."""
    led: int
    """The number of games with a single leader half-way, and how often that seat won, in parts of
    WIN.
    """
    led_wins: int
    lead_changes: int
    used: Any
    """Of shape (2, cards): the number of games in which each card was seen, and how often it was
    used.
    """
    rounds: Counter[int] = field(default_factory=Counter)
    """Games by their number of rounds."""
    faults: Counter[int] = field(default_factory=Counter)
    """Games by their fault, if there was one."""
    faulty: dict[int, list[int]] = field(default_factory=dict)
    """The numbers of the first games with each fault."""

    @classmethod
    def of(cls, names: Labels, played: Played) -> Tally:
        """Add up some games."""
        scores, ledger, won = played.scores, played.ledger, played.places == 1
        winners = won.sum(axis=1)
        parts = np.where(won, WIN // np.maximum(winners, 1)[:, None], 0)
        leads = np.flatnonzero(played.leaders >= 0)
        faults = played.faults
        wrong = np.unique(faults[faults != 0]).tolist()
        return cls(
            names,
            played.columns,
            played.games,
            wins=parts.sum(axis=0, dtype=np.int64),
            shared=int((winners > played.columns.members).sum()),
            scores=scores.sum(axis=0, dtype=np.int64),
            least=scores.min(axis=0, initial=SCORES.max).astype(np.int64),
            most=scores.max(axis=0, initial=SCORES.min).astype(np.int64),
            decisions=int(played.decisions.sum(dtype=np.int64)),
            ends=np.bincount(played.ends, minlength=len(names.ends)).astype(np.int64),
            counts=played.counts.sum(axis=0, dtype=np.int64),
            games_with=np.count_nonzero(played.counts, axis=0).astype(np.int64),
            ledger=ledger.sum(axis=0, dtype=np.int64),
            winners=(ledger[won] * parts[won][:, None]).sum(axis=0, dtype=np.int64),
            led=len(leads),
            led_wins=int(parts[leads, played.leaders[leads]].sum()),
            lead_changes=int(played.lead_changes.sum(dtype=np.int64)),
            used=played.part.used.copy(),
            rounds=Counter(
                dict(
                    zip(
                        *map(np.ndarray.tolist, np.unique(played.rounds, return_counts=True)),
                        strict=True,
                    )
                )
            ),
            faults=Counter({code: int((faults == code).sum()) for code in wrong}),
            faulty={
                code: (played.first + np.flatnonzero(faults == code)[:MOST_SHOWN]).tolist()
                for code in wrong
            },
        )

    @classmethod
    def none(cls, rules: Rules, cards: Any, line_up: Sequence[Player], seed: int) -> Tally:
        """Return an empty tally. Raises LineUpError for a line-up that cannot play."""
        run = Run(rules, cards, line_up, seed, 0)
        return cls.of(Labels.of(rules, cards), Played(run.columns, seed, 0, play_any(run)))

    def add(self, other: Tally) -> None:
        """Add the totals of other games of the same line-up."""
        self.games += other.games
        self.shared += other.shared
        self.decisions += other.decisions
        self.led += other.led
        self.led_wins += other.led_wins
        self.lead_changes += other.lead_changes
        for name in ("wins", "scores", "ends", "counts", "games_with", "ledger", "winners", "used"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.least, self.most = (
            np.minimum(self.least, other.least),
            np.maximum(self.most, other.most),
        )
        self.rounds.update(other.rounds)
        self.faults.update(other.faults)
        for code, numbers in other.faulty.items():
            self.faulty[code] = sorted([*self.faulty.get(code, []), *numbers])[:MOST_SHOWN]

    # --------------------------------------------------------------------------------- what it says
    def rate(self, wins: int, games: int | None = None) -> Rate:
        """Return the rate of wins counted in parts of WIN, as a share of the games with a leader,
        or of all.
        """
        return Rate(wins / WIN, self.games if games is None else games)

    def rounds_at(self, per_cent: int) -> int:
        """Return the number of rounds that this percentage of the games does not exceed; 0 without
        games.
        """
        due, below = self.games * per_cent, 0
        for rounds in sorted(self.rounds):
            below += self.rounds[rounds]
            if below * 100 >= due:
                return rounds
        return 0

    @property
    def mean_rounds(self) -> float:
        return sum(rounds * games for rounds, games in self.rounds.items()) / max(1, self.games)

    @property
    def is_contest(self) -> bool:
        """Whether seats play against each other."""
        return self.columns.players > 1 and not self.names.is_team

    def as_json(self) -> dict[str, Any]:
        """Return the tallies as plain data; equal for equal games, regardless of workers
        and parts.
        """
        n, columns, players = max(1, self.games), self.columns, self.columns.players
        parts = SIXTIETHS if players <= MOST_IN_SIXTIETHS else WIN
        seats = []
        for seat in range(players):
            rate = self.rate(int(self.wins[seat]))
            rated: dict[str, Any] = {"share": None, "interval": None}
            score: dict[str, Any] = {"mean": None, "least": None, "most": None}
            if self.games:
                mean = int(self.scores[seat]) / n
                least, most = int(self.least[seat]), int(self.most[seat])
                score = {"mean": mean, "least": least, "most": most}
                if self.is_contest:
                    rated = {"share": rate.share, "interval": list(rate.interval)}
            seats.append(
                {
                    "seat": seat + 1,
                    f"wins_in_{parts}ths": int(self.wins[seat]) * parts // WIN,
                    **rated,
                    "score": score,
                    "ledger": {
                        name: int(amount) / n
                        for name, amount in zip(columns.ledger, self.ledger[seat], strict=True)
                    },
                }
            )
        return {
            "games": self.games,
            "seats": seats,
            "wins_shared": self.shared,
            "winners_ledger": {
                name: int(amount) / (WIN * n)
                for name, amount in zip(columns.ledger, self.winners, strict=True)
            },
            "rounds": {
                "mean": self.mean_rounds,
                "games": {str(rounds): self.rounds[rounds] for rounds in sorted(self.rounds)},
            },
            "decisions": {"mean": self.decisions / n, "all": self.decisions},
            "ends": {
                end: int(games)
                for end, games in zip(self.names.ends, self.ends, strict=True)
                if games
            },
            "faults": [
                {
                    "fault": self.names.fault(code),
                    "games": self.faults[code],
                    "first": self.faulty[code],
                }
                for code in sorted(self.faults)
            ],
            "lead": {
                "changes": self.lead_changes,
                "games_led_half_way": self.led,
                f"won_by_leader_in_{parts}ths": self.led_wins * parts // WIN,
            },
            "counts": {
                name: {"mean": int(number) / n, "all": int(number), "games_with_any": int(games)}
                for name, number, games in zip(
                    columns.counts, self.counts, self.games_with, strict=True
                )
            },
            "cards": {
                card: {"seen_in_games": int(seen), "used": int(used)}
                for card, seen, used in zip(self.names.cards, *self.used, strict=True)
            },
        }

    def as_text(self, line_up: Sequence[str], is_checked: bool = False) -> list[str]:
        """Write the tallies as tables for people, one line each; `line_up` gives the words for the
        player in each seat.
        """
        if not self.games:
            return ["no games"]
        return [
            *self._standings(line_up),
            "",
            *self._course(is_checked),
            *self._ledgers(),
            *self._happenings(),
            *self._cards(),
        ]

    def _standings(self, line_up: Sequence[str]) -> list[str]:
        if len(line_up) == 1:
            mean = int(self.scores[0]) / self.games
            alone = "alone, without opponents"
            if self.names.lost:
                alone = f"alone and wins {self._won_by_team()} of games"
            return [
                (
                    f"score      {mean:.1f} on average, {self.least[0]} to {self.most[0]}, of one "
                    f"{line_up[0]} player"
                ),
                f"One player plays {alone}.",
            ]
        if self.names.is_team:
            return self._team(line_up)
        width = min(40, max(6, *map(len, line_up)))
        lines = [f"seat  {'player':<{width}}    wins  95 % interval  mean score  least   most"]
        for seat, word in enumerate(line_up):
            rate = self.rate(int(self.wins[seat]))
            low, high = rate.interval
            lines.append(
                f"{seat + 1:<4}  {word[:width]:<{width}}  {100 * rate.share:4.1f} %  "
                f"{100 * low:5.1f} to {100 * high:5.1f}"
                f"  {int(self.scores[seat]) / self.games:10.1f}  {self.least[seat]:5}  "
                f"{self.most[seat]:5}"
            )
        are_teams = self.columns.members > 1
        even = "Seats of a team share each win, so an even share" if are_teams else "An even share"
        several = "several teams" if are_teams else "several seats"
        return [
            *lines,
            (
                f"{even} is {100 / len(line_up):.1f} %; {_per_cent(self.shared, self.games)} of the "
                f"games were won by {several} together."
            ),
        ]

    def _team(self, line_up: Sequence[str]) -> list[str]:
        """Write what the players of a team scored, and how often it won, if it can lose."""
        width = min(40, max(6, *map(len, line_up)))
        lines = [f"seat  {'player':<{width}}  mean score  least   most"]
        for seat, word in enumerate(line_up):
            lines.append(
                f"{seat + 1:<4}  {word[:width]:<{width}}  "
                f"{int(self.scores[seat]) / self.games:10.1f}  {self.least[seat]:5}  "
                f"{self.most[seat]:5}"
            )
        won = f"; they won {self._won_by_team()} of games" if self.names.lost else ""
        return [*lines, f"All players win or lose together{won}."]

    def _won_by_team(self) -> Rate:
        """Return the share of games that did not end in one of the ways in which a team loses."""
        lost = sum(int(self.ends[end]) for end in self.names.lost)
        return Rate(self.games - lost, self.games)

    def _course(self, is_checked: bool) -> list[str]:
        spread = ", ".join(
            f"{per_cent} % have up to {self.rounds_at(per_cent)}" for per_cent in QUANTILES
        )
        rounds = (
            f"{self.mean_rounds:.1f} on average, {min(self.rounds)} to {max(self.rounds)}; {spread}"
        )
        lines = [
            f"rounds     {rounds}",
            f"decisions  {self.decisions / self.games:.1f} per game, of all seats together",
        ]
        ends = []
        for games, end in zip(self.ends, self.names.ends, strict=True):
            if games:
                ends.append((int(games), end))
        ends.sort(reverse=True)
        lines += [
            f"{'end' if not i else '':<9}  {_per_cent(games, self.games):>7}  {end_in_words(end)}"
            for i, (games, end) in enumerate(ends)
        ]
        if unended := sum(int(self.ends[end]) for end in self.names.bad):
            lines.append(
                f"no end     {_per_cent(unended, self.games):>7}  of games, which count in every "
                "figure; `emporium-pnp check --quick` says more"
            )
        if self.led and not self.names.is_team:
            won = self.rate(self.led_wins, self.led)
            lines.append(
                f"lead       changed {self.lead_changes / self.games:.1f} times per game; the "
                f"leader half-way won {won} of {self.led:,}"
            )
        if self.faults:
            lines += [
                f"{'faults' if not i else '':<9}  {self.faults[code]:7,}  {self.names.fault(code)}"
                for i, code in enumerate(sorted(self.faults))
            ]
        elif is_checked:
            lines.append("faults     none; every state was checked")
        return lines

    def _ledgers(self) -> list[str]:
        names = self.columns.ledger
        if not names:
            return []
        width, players, is_contest = max(map(len, names)), self.columns.players, self.is_contest
        lines = [
            "",
            f"{'score, on average':<{max(width, 17)}}"
            + "".join(f"  seat {seat + 1:<2}" for seat in range(players))
            + ("  winners" if is_contest else ""),
        ]
        for i, name in enumerate(names):
            seats = "".join(
                f"  {int(self.ledger[seat, i]) / self.games:7.1f}" for seat in range(players)
            )
            winners = f"  {int(self.winners[i]) / self.games / WIN:7.1f}" if is_contest else ""
            lines.append(f"{name:<{max(width, 17)}}{seats}{winners}")
        return lines

    def _happenings(self) -> list[str]:
        names = self.columns.counts
        if not names:
            return []
        width = max(map(len, names))
        lines = ["", f"{'in a game':<{width}}  on average  games with any"]
        for name, number, games in zip(names, self.counts, self.games_with, strict=True):
            lines.append(
                f"{name:<{width}}  {int(number) / self.games:10.2f}  "
                f"{_per_cent(int(games), self.games):>14}"
            )
        return lines

    def _cards(self) -> list[str]:
        seen, used = self.used
        enough = [
            card for card in range(len(seen)) if seen[card] >= max(1, FEWEST_SEEN * self.games)
        ]
        if not enough:
            return []
        order = sorted(enough, key=lambda card: (used[card] / seen[card], card))
        lines = [""]
        for what, some in (("least", order[:FEW]), ("most", order[: -FEW - 1 : -1])):
            words = ", ".join(
                f"{self.names.cards[card]} {used[card] / seen[card]:.2f}" for card in some
            )
            lines += wrap(
                f"used {what} when seen, times per game: {words}",
                WIDTH,
                subsequent_indent="  ",
                break_on_hyphens=False,
            )
        return lines


def _per_cent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def tally_games(run: Run) -> Tally:
    """Play games in one thread; return only totals."""
    tally = Tally.none(run.rules, run.cards, run.line_up, run.seed)
    end = run.first + run.count
    for start in range(run.first, end, MOST_AT_ONCE):
        part = run.part(start, min(MOST_AT_ONCE, end - start))
        tally.add(Tally.of(tally.names, Played(run.columns, run.seed, start, play_any(part))))
    return tally


def play_tallies(
    run: Run, executor: Executor | None = None, workers: Callable[[], int] | None = None
) -> Iterator[Tally]:
    """Play like `simulate.play_parts`, but let the workers add up: yield the totals of each part,
    in order; no rows are transferred.
    """
    for _, _, tally in shared_out(tally_games, [run], executor, workers, MOST_TALLIED):
        yield tally
