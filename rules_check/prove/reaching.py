"""The parts of rules as data that play reaches: options offered, choices asked, zones that receive
cards, numbers and dice that change.

In: a game with `play:`, its rules and cards. Out: a warning at the line of each part that no game
reached. Random games are played until everything is reached, or until there have been enough of
them to say that something never is. The way from one decision to the next is followed only for
parts that cannot be observed at decisions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from generator.data.findings import Finding
from generator.data.game import Game
from generator.data.problems import Place, counted
from rules_check.engine.game import copy_of, new_state
from rules_check.engine.kernel import IS_COMPILED
from rules_check.notation.reading import has_rules_as_data, read_program
from rules_check.notation.writing.marks import Marks, marks_of
from rules_check.toolkit.moves import parts_of
from rules_check.toolkit.passing import done, going_on, set_out

FEWEST = 20
"""The minimum number of games, per number of players, before anything is reported as out of reach.
"""
MOST_A_GAME = 1_000 if IS_COMPILED else 40
"""The average number of decisions per game; longer games would be too few to call something out of
reach.
"""


@dataclass
class Reach:
    """What games have reached, by place, because named steps occur in a program several times."""

    marks: Marks
    options: set[Place] = field(default_factory=set)
    choices: set[Place] = field(default_factory=set)
    zones: set[str] = field(default_factory=set)
    changed: set[tuple[str, int]] = field(default_factory=set)
    """Counters that have had two values, with the number of each of their keys."""
    values: dict[str, Any] = field(default_factory=dict)
    """The values that counters had first, one for each key."""

    def is_all(self) -> bool:
        """Return whether nothing is left to be reached."""
        return not any(self.missing()) and not self.unchanged()

    def missing(self) -> tuple[list[Place], list[Place], list[str]]:
        """Return the options, the choices and the zones that no game has reached."""
        marks = self.marks
        options = [place for place in marks.places_of_options() if place not in self.options]
        choices = [place for place in marks.places_of_choices() if place not in self.choices]
        return options, choices, [name for name in marks.zones if name not in self.zones]

    def unchanged(self) -> list[tuple[str, int]]:
        """List the counters that had one value only: a number for each key, or -1 for all."""
        counters = list[tuple[str, int]]()
        for name in self.marks.counters:
            keys = range(max(1, len(self.marks.keys[name])))
            left = [key for key in keys if (name, key) not in self.changed]
            counters += [(name, -1)] if len(left) == len(keys) else [(name, key) for key in left]
        return counters

    def see_moves(self, phase: int, moves: Sequence[int]) -> None:
        """Record what a decision offers, or the single move that is made automatically."""
        self.options.update(self.marks.options[parts_of(move)[0]].place for move in moves)
        if len(moves) > 1:
            self.choices.add(self.marks.choices[phase])

    def see_zones(self, state: Any) -> None:
        for name, field_ in self.marks.zones.items():
            if name not in self.zones and (state[field_][..., -1] > 0).any():
                self.zones.add(name)
        for name, field_ in self.marks.counters.items():
            self._see_counter(name, state[field_], int(state.players))

    def _see_counter(self, name: str, values: Any, players: int) -> None:
        """Record which numbers of a counter differ from what they were first."""
        keys = max(1, len(self.marks.keys[name]))
        if all((name, key) in self.changed for key in range(keys)):
            return
        now = np.asarray(values).reshape(-1, keys)
        now = now[:players] if name in self.marks.own_counters else now[:1]
        first = self.values.setdefault(name, now[0].copy())
        self.changed.update((name, int(key)) for key in np.flatnonzero((now != first).any(axis=0)))


@dataclass
class Games:
    """Random games, watched for what they reach."""

    rules: Any
    cards: Any
    reach: Reach
    is_followed: bool = False
    """Whether games are followed from one decision to the next."""
    left: int = 0
    """How many decisions may still be made."""

    def play(self, players: int, games: int) -> int:
        """Play games until everything is reached; return their number, which is lower if they are
        too long.
        """
        self.left = games * MOST_A_GAME
        for number in range(games):
            if self.reach.is_all():
                return games
            self._play_one(players, number)
            if self.left < 0:
                return number
        return games

    def _play_one(self, players: int, number: int) -> None:
        rules, cards, state = self.rules, self.cards, new_state(self.rules)
        luck, room = random.Random(1000 * number + players), np.empty(rules.max_moves, np.int64)
        rules.new_game(cards, state, players, 1, number)
        if self.is_followed:
            self._follow(set_out(rules, cards, players, 1, number))
        while not rules.is_over(cards, state) and self.left >= 0:
            moves = room[: rules.legal_moves(cards, state, room)].tolist()
            self.reach.see_zones(state)
            self.reach.see_moves(int(state.phase), moves)
            move = luck.choice(moves)
            if self.is_followed:
                self.reach.see_zones(done(rules, cards, state, move))
                now = copy_of(rules, state)
                rules.perform(cards, now, move)
                self._follow(now)
            rules.apply(cards, state, move)
            self.left -= 1
        self.reach.see_zones(state)

    def _follow(self, now: Any) -> None:
        """Advance a game to its next decision, and record what it reaches on the way."""
        self.reach.see_zones(now)
        for passing in going_on(self.rules, self.cards, now):
            self.reach.see_zones(passing.state)
            if passing.move is not None:
                self.reach.see_moves(passing.phase, [passing.move])


def reached_findings(
    game: Game,
    rules: Any,
    cards: Any,
    counts: Sequence[int],
    games: int,
    which: str = "for each number of players",
) -> Iterator[Finding]:
    """Play up to a number of games for each number of players; report what none of them reached.
    `which` names these numbers: "for each number of players".
    """
    if not has_rules_as_data(game):
        return
    program = read_program(game)
    reach = Reach(marks_of(program, game))
    played = games = max(games, FEWEST)
    for is_followed in (False, True):
        watched = Games(rules, cards, reach, is_followed)
        for players in counts:
            played = min(played, watched.play(players, games))
        if reach.is_all() or played < FEWEST:
            return
    yield from _findings(reach, played, which)


def _findings(reach: Reach, games: int, which: str) -> Iterator[Finding]:
    """Report choices that are never asked, unless one of their options explains why; options that
    are never offered in choices that do come up; zones that stay empty; and counters that keep one
    value.
    """
    options, choices, zones = reach.missing()
    marks = reach.marks
    among = f"in {counted(games, 'game')} played at random {which}"
    for choice in marks.places_of_choices():
        within = {mark.place: mark for mark in marks.options_at(choice)}
        missed = [mark for place, mark in within.items() if place in options]
        if len(missed) == len(within):
            hint = (
                "check whether the game ever reaches this choice, and whether any option is allowed"
            )
            claim = f"no player is asked, {among}"
            yield _warning("never-asked", f"the choice at line {choice.line}", claim, choice, hint)
            continue
        for option in missed:
            claim = f"'{option.words}' is never offered, {among}"
            hint = (
                "check whether its condition can be true, and whether the things that it names "
                "ever exist"
            )
            yield _warning("never-offered", option.words, claim, option.place, hint)
        if choice in choices and not missed:
            hint = "add another move to choose from: a single move is made without asking"
            claim = f"no player has two moves to choose from here, {among}"
            yield _warning("never-asked", f"the choice at line {choice.line}", claim, choice, hint)
    for name in marks.zones:
        if name in zones:
            claim = f"no card enters '{name}', {among}"
            hint = (
                "if no step moves cards to it, add one or remove the zone; otherwise check whether "
                "that step ever has cards to move"
            )
            yield _warning("never-filled", name, claim, marks.declared[name], hint)
    for name, key in reach.unchanged():
        words = name if key < 0 else f"{name}[{marks.keys[name][key]}]"
        claim = f"'{words}' never changes, {among}"
        hint = (
            "if no step changes it, add one or remove it; otherwise check whether that step is "
            "ever reached, and changes it by more than 0"
        )
        yield _warning("never-changes", words, claim, marks.declared[name], hint)


def _warning(code: str, about: str, claim: str, place: Place, hint: str) -> Finding:
    return Finding(code, about, "games", "warning", claim, 0, place=place, hint=hint)
