"""Simulation of a card set while it is edited: paired games in short batches, kept once they are
played.

In: a game's rules, two card sets, the number of players and the line-up. Out: `Odds` and `Worth`,
as far as they are known. Knows no page and no process.

Games are numbered from 0 under one seed, so both card sets are played with the same luck. Games are
kept by a card set's bytes, and count again if a number returns to its earlier value. Win rates of
seats have Wilson's interval; intervals of differences from the base stay valid however often they
are looked at.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from operator import attrgetter
from types import MappingProxyType
from typing import Any

import numpy as np

from generator.data.game import Game
from rules_check.engine.game import Rules, usual_count
from rules_check.engine.parts import Part
from rules_check.engine.players import Player, best_word, parse_line_up
from rules_check.play.own import play_any
from rules_check.play.run import Run
from rules_check.play.simulate import Played, joined
from rules_check.prove.balance import BLIND_PER_MILLE, worths
from rules_check.prove.comparing import PairTally, measured, measures_of
from rules_check.verdict.statistics import FEWEST, Rate, points
from studio.protocol.played import Measured, Odds, Ruling, Setting, Worth

SEED = 1
SECONDS = 0.025
"""The target time of a batch; batches that can be cut short take at most 0.04 s."""
MOST_PAIRS, MOST_BLIND = 10_000, 40_000
"""The number of games of each card set for the odds, and (MOST_BLIND) further ones for the worth of
cards.
"""
BEFORE_WORTH = 3_000
"""The number of pairs after which both take turns."""
MOST_KEPT = 12
"""The number of card sets whose games are kept."""
GROWTH = 3
"""The factor by which a batch may be larger than the last."""


@dataclass
class Rows:
    """The games played so far with one card set and line-up."""

    cards: Any
    line_up: Sequence[Player]
    values: list[Any] = field(default_factory=list)
    """Batches of the values that `measured` returns for games."""
    games: int = 0
    blind: int = 0
    """Games in which seats are blind to cards, to measure the cards' worth."""
    worth: Any = 0
    used: Any = 0

    def between(self, first: int, last: int) -> Any:
        """Return the values of games number `first` to `last` - 1."""
        if len(self.values) > 1:
            self.values = [np.concatenate(self.values)]
        return self.values[0][first:last]


@dataclass
class Version:
    """A card set that has been read, with its game, for players and rulings."""

    game: Game
    cards: Any


class Pace:
    """The number of games in a batch, learned from the duration of the last one."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = ThreadPoolExecutor(workers, "games")
        self._size = 1.0

    def play(
        self, rules: Rules, rows: Rows, first: int, most: int, per_mille: int = 0
    ) -> tuple[int, Played]:
        """Play a batch of games from number `first` on, with at most `most` games."""
        each = max(1, min(int(self._size), -(-most // self.workers)))
        starts = [first + each * n for n in range(self.workers) if each * n < most]
        run = Run(rules, rows.cards, rows.line_up, SEED, most, per_mille=per_mille)
        started = time.perf_counter()
        asked = [self._pool.submit(play_any, run.part(start, each)) for start in starts]
        parts: list[Part] = [future.result() for future in asked]
        seconds = max(1e-6, time.perf_counter() - started)
        self._size = max(1.0, min(each * GROWTH, each * SECONDS / seconds))
        played = [
            Played(run.columns, SEED, start, part)
            for start, part in zip(starts, parts, strict=True)
        ]
        return each * len(starts), joined(played)

    def slow_down(self) -> None:
        """Begin with small batches again: other players may take longer."""
        self._size = 1.0


class Weighing:
    """Two card sets played side by side, a batch at a time. `set_out` raises LineUpError if the
    players cannot play.
    """

    def __init__(self, rules: Rules, workers: int | None = None) -> None:
        self.rules, self.pace = rules, Pace(workers or os.cpu_count() or 1)
        self._kept = dict[tuple[bytes, int, str], Rows]()
        self.players, self.words = 0, ""
        self.counts = list[int]()

    def set_out(
        self,
        new: Version,
        base: Version,
        players: int | None = None,
        words: str | None = None,
        rulings: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Switch to other card sets or players; games that were played before are still there."""
        self.counts, self._game = self.rules.player_counts(new.cards), new.game
        count = players if players in self.counts else usual_count(self.counts)
        words = words or best_word(self.rules)
        if (count, words) != (self.players, self.words):
            self.pace.slow_down()
        cards = new.cards
        for name, option in rulings.items():
            cards = self.rules.with_ruling(cards, name, option)
        self.new = self._rows(Version(new.game, cards), count, words)
        if count in self.rules.player_counts(base.cards):
            self.base = self._rows(base, count, words)
        else:
            self.base = self.new
        self.players, self.words = count, words
        self.tally = PairTally(measures_of(self.rules, count))

    def _rows(self, version: Version, players: int, words: str) -> Rows:
        line_up = parse_line_up(words, players, version.game)
        play_any(Run(self.rules, version.cards, line_up, SEED, 0))  # refuses impossible players
        key = hashlib.sha256(version.cards.tobytes()).digest(), players, words
        rows = self._kept.pop(key, None) or Rows(version.cards, line_up)
        self._kept[key] = rows
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return rows

    # -------------------------------------------------------------------------------------- playing
    @property
    def pairs(self) -> int:
        return min(self.new.games, self.base.games)

    @property
    def is_done(self) -> bool:
        return self.pairs >= MOST_PAIRS and (
            not self.has_worth or min(self.new.blind, self.base.blind) >= MOST_BLIND
        )

    @property
    def has_worth(self) -> bool:
        """Whether cards can be told apart, and there is an opponent to beat."""
        return self.players > 1 and hasattr(self.rules, "card_ids") and hasattr(self.rules, "blank")

    def play(self) -> None:
        """Play one batch of the card set that has fewer games; once there are enough, alternate
        with games for the worth of cards.
        """
        blind = min(self.new.blind, self.base.blind)
        most_blind = MOST_BLIND if self.pairs >= MOST_PAIRS else self.pairs
        if self.has_worth and self.pairs >= BEFORE_WORTH and blind < most_blind:
            rows = min(self.new, self.base, key=attrgetter("blind"))
            games, played = self.pace.play(
                self.rules, rows, rows.blind, MOST_BLIND, BLIND_PER_MILLE
            )
            rows.blind += games
            rows.worth = rows.worth + played.part.worth
        elif self.pairs < MOST_PAIRS:
            rows = min(self.new, self.base, key=attrgetter("games"))
            ahead = max(self.new.games, self.base.games) - rows.games
            games, played = self.pace.play(self.rules, rows, rows.games, ahead or MOST_PAIRS)
            rows.games += games
            rows.values.append(measured(self.rules, played))
            rows.used = rows.used + played.part.used

    # --------------------------------------------------------------------------------- what it says
    @property
    def setting(self) -> Setting:
        """Return the games that can be requested."""
        game = self._game
        names = game.root["rulings"].items if "rulings" in game.root.items else ()
        rulings = []
        for name in names:
            ruling = game.context["rulings"][name]
            options = dict(ruling.options._values)
            rulings.append(Ruling(name, ruling.question, ruling.choice, options))
        return Setting(list(self.counts), best_word(self.rules), rulings)

    @property
    def is_telling(self) -> bool:
        """Whether there are enough games for a verdict."""
        return self.pairs >= FEWEST

    def odds(self, seq: int) -> Odds:
        """Return the results of at least one pair."""
        if self.pairs > self.tally.pairs:
            self.tally.add(
                *(rows.between(self.tally.pairs, self.pairs) for rows in (self.base, self.new))
            )
        is_equal = self.new is self.base
        figures = []
        for figure in self.tally.figures(is_equal):
            if not figure.is_unseen:
                figures.append(
                    Measured(
                        figure.name,
                        figure.unit,
                        figure.new,
                        figure.old,
                        *figure.interval,
                        figure.verdict,
                    )
                )
        seats, base = self._seats(self.new), self._seats(self.base)
        half = max(((high - low) / 2 for _, low, high in seats), default=0.0)
        figures = list(map(_finite, figures))
        return Odds(
            seq,
            self.new.games,
            self.players,
            self.words,
            seats,
            base,
            half,
            self.pairs,
            figures,
            is_equal,
            self.is_done,
        )

    def _seats(self, rows: Rows) -> list[tuple[float, float, float]]:
        """Return each seat's share of wins."""
        names = [measure.name for measure in measures_of(self.rules, self.players)]
        seats = range(1, self.players + 1) if self.players > 1 else ()
        columns = [names.index(f"seat {seat} wins") for seat in seats]
        values = rows.between(0, rows.games)
        return [points(Rate(float(values[:, column].sum()), rows.games))[:3] for column in columns]

    def worth(self, seq: int) -> Worth:
        """Return the worth of cards, from at least one game."""
        ids = self.rules.card_ids(self.new.cards)
        seen, used = self.new.used
        share = {id_: int(used[i]) / int(seen[i]) for i, id_ in enumerate(ids) if seen[i]}
        return Worth(seq, self.new.blind, self._worths(self.new), self._worths(self.base), share)

    def _worths(self, rows: Rows) -> dict[str, tuple[float, float, float]]:
        if not rows.blind:
            return {}
        return {
            id_: points(worth)[:3]
            for id_, worth in zip(self.rules.card_ids(rows.cards), worths(rows.worth), strict=True)
            if worth.games
        }


def _finite(measured: Measured) -> Measured:
    """Replace an unknown interval by the widest possible one, because JSON has no infinity."""
    if np.isfinite([measured.low, measured.high]).all():
        return measured
    return replace(measured, low=-1e9, high=1e9)
