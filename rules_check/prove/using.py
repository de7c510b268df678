"""What the players who judge use: the options that they choose, and the cards and rows that their
moves name.

In: rules, a card set, players. Out: `Uses`, and from them measurements of what is offered or shown
often, and hardly ever chosen. Knows no game.

Games are followed decision by decision. Of rules as data it is known which line a move comes from,
and from which zones it takes cards: so a card counts as shown if it is in one of these. A card
that play itself gives to a player, such as one that everybody begins with, counts as used. A card
that is thrown away, because a hand is too large, does not. Of rules in code only those cards and
rows are followed that they do not count by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from generator.data.findings import Finding
from generator.data.game import Game
from generator.data.problems import counted
from rules_check.engine.game import Rules, copy_of, new_state, of_seats, pass_to_moves
from rules_check.engine.noting import GAMES, NUMBER, PART, SUMS
from rules_check.engine.players import Player
from rules_check.engine.seating import Seat
from rules_check.notation.reading import has_rules_as_data, read_program
from rules_check.notation.writing.marks import Mark, Marks, marks_of
from rules_check.prove.exploiting import untested_words
from rules_check.prove.holding import Holding
from rules_check.toolkit.moves import ids_of, parts_of
from rules_check.toolkit.things import thing_of
from rules_check.verdict.findings import Measurement, judge
from rules_check.verdict.statistics import Rate, points, ratio_from

MOST_FOLLOWED = 30_000
"""The number of decisions after which no further game is followed."""
FEWEST_OF_A_SORT = 4
"""Of fewer cards of a kind than this, and of kinds of which half are hardly used, it is the players
or the option that do not use them.
"""
FEW = 4
"""One card in this many may be unused among players who were not trained; if more are, these
players know no better.
"""

Thing = tuple[str, int]
"""A card or a row: the kind or the table, and its number."""


@dataclass
class Uses:
    """What games have shown of options, by their lines, and of cards and rows."""

    games: int = 0
    decisions: int = 0
    options: dict[Mark, list[int]] = field(default_factory=dict)
    """For each option the sums over games that `ratio_from` reads: decisions that offered it beside
    another option, and those that chose it.
    """
    things: dict[Thing, tuple[int, int]] = field(default_factory=dict)
    """In how many games each was shown, and used."""
    forced: Counter[Thing] = field(default_factory=Counter)
    """In how many games each was named only by moves without an alternative."""


class Watch:
    """Games among some players, followed for what they use; of rules in code, for what comes to
    players without a choice.
    """

    def __init__(self, rules: Rules, cards: Any, game: Game) -> None:
        self.rules, self.cards, self.game = rules, cards, game
        self.marks: Marks | None = None
        if has_rules_as_data(game):
            self.marks = marks_of(read_program(game), game)
        self.kinds = _kinds_of(rules)
        known = {kind for kinds in self.kinds.values() for kind in kinds if kind}
        self.ids = {kind: ids_of(cards, kind) for kind in sorted(known)}
        self.uses, self._names = Uses(), dict[int, list[Thing]]()
        self.holding = Holding(rules, cards)

    def play(self, line_up: Sequence[Player], seed: int, games: int) -> Uses:
        """Follow games until there are this many, or enough decisions."""
        seats = [Seat(self.rules, self.cards, player, seed) for player in line_up]
        room = np.empty(self.rules.max_moves, np.int64)
        while self.uses.games < games and self.uses.decisions < MOST_FOLLOWED:
            self._play_one(seats, seed, room)
        return self.uses

    def _play_one(self, seats: Sequence[Seat], seed: int, room: Any) -> None:
        rules, cards, state = self.rules, self.cards, new_state(self.rules)
        seen = _Seen()
        rules.new_game(cards, state, len(seats), seed, self.uses.games)
        self.holding.begin(state)
        while (due := rules.current_player(cards, state)) >= 0:
            moves = room[: rules.legal_moves(cards, state, room)].tolist()
            move = seats[due].choose(state)
            if len(moves) > 1 and self.marks is not None:
                self._see(self.marks, state, moves, move, seen)
            forced = self._make(state, move, room)
            seen.forced.update(forced)
            self.holding.step(due, self._named(move), forced)
            self.uses.decisions += 1
        self.holding.close(of_seats(rules.places, cards, state))
        self._close(seen)

    def _make(self, state: Any, move: int, room: Any) -> list[Thing]:
        """Make a move, and those after it that are the only ones possible; return what these name."""
        rules: Any = self.rules
        cards, named = self.cards, list[Thing]()
        now = copy_of(rules, state)
        rules.apply(cards, state, move)
        for _ in range(MOST_FOLLOWED if hasattr(rules, "perform") else 0):
            rules.perform(cards, now, move)
            if pass_to_moves(rules, cards, now, room) != 1:
                break
            move = int(room[0])
            named += self._named(move)
        return named

    def _see(self, marks: Marks, state: Any, moves: Sequence[int], move: int, seen: _Seen) -> None:
        """Note what a decision offers and shows, and what is chosen."""
        chosen, sorts = parts_of(move)[0], {parts_of(move)[0] for move in moves}
        for sort in sorts:
            mark = marks.options[sort]
            if len(sorts) > 1:
                sums = seen.options.setdefault(mark, [0, 0])
                sums[NUMBER] += 1
                if sort == chosen:
                    sums[PART] += 1
            self._show(marks, state, self.kinds[sort], mark.zones, seen)
        named = list(map(self._named, moves))
        for things in named:
            seen.shown.update(things)
        every = set[Thing].intersection(*map(set, named)) if named else set[Thing]()
        if not marks.options[chosen].is_throwing:
            seen.used.update(set(self._named(move)) - every)

    def _show(
        self,
        marks: Marks,
        state: Any,
        kinds: Sequence[str],
        zones_by_slot: Sequence[Sequence[str]],
        seen: _Seen,
    ) -> None:
        """Note the cards in the zones of an option, and those that players have already."""
        for kind, zones in zip(kinds, zones_by_slot, strict=False):
            if not kind or not zones:
                continue
            own = set(marks.own.get(kind, ()))
            for name in zones:
                seen.shown.update((kind, card) for card in _cards_in(state, marks.fields[name]))
            if not own & set(zones):
                for name in own:
                    seen.used.update((kind, card) for card in _cards_in(state, marks.fields[name]))

    def _named(self, move: int) -> list[Thing]:
        """List what a move names."""
        if move not in self._names:
            self._names[move] = self._names_of(move)
        return self._names[move]

    def _names_of(self, move: int) -> list[Thing]:
        sort, *numbers = parts_of(move)
        named = []
        for kind, number in zip(self.kinds.get(int(sort), ()), numbers, strict=False):
            if kind and number < len(self.ids[kind]):
                named.append((kind, int(number)))
        return named

    def _close(self, seen: _Seen) -> None:
        """Add one game to the sums of all."""
        uses = self.uses
        uses.games += 1
        for mark, (number, part) in seen.options.items():
            sums = uses.options.setdefault(mark, [0] * SUMS)
            more = (number, part, number * number, number * part, part * part, 1)
            for n, amount in enumerate(more):
                sums[n] += amount
        uses.forced.update(seen.forced - seen.used)
        for thing in seen.shown | seen.used:
            shown, used = uses.things.get(thing, (0, 0))
            if thing in seen.used:
                used += 1
            uses.things[thing] = shown + 1, used


def _cards_in(state: Any, field: str) -> set[int]:
    """Return the cards in a zone, or in all of its parts."""
    array = state[field]
    flat = array.reshape(-1, array.shape[-1])
    return {int(card) for row in flat for card in row[: row[-1]]}


@dataclass
class _Seen:
    """What one game has shown."""

    options: dict[Mark, list[int]] = field(default_factory=dict)
    shown: set[Thing] = field(default_factory=set)
    used: set[Thing] = field(default_factory=set)
    forced: set[Thing] = field(default_factory=set)


def _kinds_of(rules: Rules) -> dict[int, tuple[str, ...]]:
    """List for each type of move what its words name: kinds of cards and tables, "" for others."""
    declared = getattr(rules, "Cards", None)
    known = set(declared._counts) if declared is not None else set()
    moves = rules.moves.by_sort if hasattr(rules, "moves") else {}
    kinds = dict[int, tuple[str, ...]]()
    for sort, move in moves.items():
        kinds[int(sort)] = tuple(word.kind if word.kind in known else "" for word in move.words)
    return kinds


def option_measurements(
    uses: Uses, players: int, limits: dict[str, float]
) -> Iterator[Measurement]:
    """Measure how often each option of rules as data is chosen where another is allowed too."""
    about = counted(players, "player")
    for mark, sums in uses.options.items():
        yield Measurement(
            "action-unused",
            f"{mark.words}, {about}",
            "actions",
            f"with {about}, '{mark.words}' is chosen in {{}} of the decisions that allow it",
            *points(ratio_from(sums)),
            sums[GAMES],
            (limits["chosen"], float("inf")),
            standard=f"at least {limits['chosen']:g} % is expected",
            too_little="with these numbers it is hardly ever the right move",
            place=mark.place,
        )


def thing_measurements(
    watch: Watch, players: int, limits: dict[str, float]
) -> Iterator[Measurement]:
    """Measure in how many of the games that show a card, or a row, players choose it. Kinds of
    which half are hardly chosen are left out: then it is not one card's fault.
    """
    for kind, ids in watch.ids.items():
        rates = {}
        for number in range(len(ids)):
            if (kind, number) in watch.uses.things:
                shown, used = watch.uses.things[kind, number]
                rates[number] = Rate(used, shown)
        alive = sum(100 * rate.share > limits["dead_card"] for rate in rates.values())
        if len(ids) < FEWEST_OF_A_SORT or 2 * alive < len(rates):
            continue
        for number, rate in rates.items():
            thing, forced = thing_of(watch.game, ids[number]), watch.uses.forced[kind, number]
            wanting, hint = "no player wants it, or can have it", None
            if forced and 100 * rate.share <= limits["dead_card"]:
                wanting = (
                    f"in {counted(forced, 'game')}, it is played only if there is no other "
                    "choice, and that does not count"
                )
                hint = "make it cheaper or stronger if players should choose it"
            yield Measurement(
                "dead-card",
                ids[number],
                "balance",
                f"with {counted(players, 'player')}, '{thing.name}' is chosen in {{}} of the "
                "games that show it",
                *points(rate),
                rate.games,
                (limits["dead_card"], float("inf")),
                standard=f"at least {limits['dead_card']:g} % is expected",
                too_little=wanting,
                hint=hint,
                place=thing.place,
            )


def unused_untested(
    watch: Watch, measured: Sequence[Measurement], judges: str
) -> Iterator[Finding]:
    """Report what untested players hardly use. It fails nothing, because better players may use it;
    if they leave much unused, that follows from who they are.
    """
    for code in dict.fromkeys(measurement.code for measurement in measured):
        family = [measurement for measurement in measured if measurement.code == code]
        judged = judge(family)
        idle = [finding for finding in judged if finding.verdict == "warning"]
        follows = "exploitable" if FEW * len(idle) > len(family) else ""
        untested = untested_words(watch.rules)
        for finding in idle:
            yield replace(
                finding,
                verdict="unsure",
                claim=f"among {judges}, {finding.claim}; {untested}",
                untested=untested,
                follows=follows,
            )
