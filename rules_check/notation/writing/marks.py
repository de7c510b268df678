"""The meaning of the numbers and fields of generated rules: which option is a type of move, which
choice a phase, which zone a field.

In: a program and its game. Out: `Marks`, with which a player program finds the lines of cards.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, groupby
from typing import get_args

from generator.data.game import Game
from generator.data.problems import Place
from rules_check.notation import program as p
from rules_check.notation.effects import zones_emptied_by, zones_filled_by
from rules_check.notation.walking import nodes_of, within
from rules_check.notation.writing.actions import is_inline
from rules_check.notation.writing.flow import flow_of
from rules_check.notation.writing.scopes import Helpers
from rules_check.notation.writing.shape import shape_of

STEPS = get_args(p.Step)


@dataclass(frozen=True)
class Mark:
    """An option of a program: its words, and its place in cards.yaml."""

    words: str
    place: Place
    zones: tuple[tuple[str, ...], ...] = ()
    """For each of its slots, the zones with the cards that it offers."""
    is_throwing: bool = False
    """Whether its card is only got rid of, where another option makes something of such a card."""


@dataclass(frozen=True)
class Marks:
    """The meaning of the numbers and fields of generated rules within a program."""

    options: dict[int, Mark]
    """By the types of moves."""
    choices: dict[int, Place]
    """By the numbers of phases."""
    within: dict[int, list[int]]
    """The options of each choice, by the number of its phase."""
    zones: dict[str, str]
    """The fields of zones that cards can be seen to enter during play, by name."""
    declared: dict[str, Place]
    fields: dict[str, str]
    """The fields of all zones, by name."""
    own: dict[str, list[str]]
    """The zones that each player has, by the kind of their cards."""
    counters: dict[str, str]
    """The fields of numbers, marks and dice that steps may change, by name."""
    own_counters: set[str]
    """The counters that each player has."""
    keys: dict[str, tuple[str, ...]]
    """The names of the single numbers of a counter that has several."""

    def places_of_options(self) -> list[Place]:
        return list(dict.fromkeys(option.place for option in self.options.values()))

    def places_of_choices(self) -> list[Place]:
        return list(dict.fromkeys(self.choices.values()))

    def options_at(self, choice: Place) -> list[Mark]:
        """List the options of a choice."""
        phases = [number for number, place in self.choices.items() if place == choice]
        return [self.options[sort] for number in phases for sort in self.within[number]]


def marks_of(program: p.Program, game: Game) -> Marks:
    """Return what the generated rules of a program have numbers and fields for."""
    shape = shape_of(program, game)
    flow = flow_of(shape, Helpers(shape.of_module))
    flow.course()
    choices = flow.choices
    options, sorts = dict[int, Mark](), dict[int, int]()
    thrown = set(map(id, _throwing(program, choices.options)))
    for sort, option in enumerate(choices.options, 1):
        sorts[id(option)] = sort
        options[sort] = Mark(_said(option), option.place, _zones_of(option), id(option) in thrown)
    places, offered = dict[int, Place](), dict[int, list[int]]()
    for number, choice in enumerate(choices.asked, 1):
        places[number] = choice.place
        offered[number] = [sorts[id(option)] for option in choice.options]
    zones = {name: shape.zone(name) for name in program.zones}
    passing = zones_passed_through(program)
    return Marks(
        options,
        places,
        offered,
        {name: field for name, field in zones.items() if name not in passing},
        {name: declaration.place for name, declaration in program.declared.items()},
        zones,
        {kind: [zone.name for zone in shape.zones_of(kind) if zone.is_own] for kind in shape.kinds},
        {name: shape.counter(name) for name in program.counters},
        {name for name, counter in program.counters.items() if counter.is_own},
        {name: counter.keys for name, counter in program.counters.items()},
    )


def _zones_of(option: p.Option) -> tuple[tuple[str, ...], ...]:
    """Name the zones from which each slot of an option takes cards."""
    return tuple(
        tuple(dict.fromkeys(source.zone for source in _sources(slot.list))) for slot in option.slots
    )


def _throwing(program: p.Program, options: Sequence[p.Option]) -> list[p.Option]:
    """List the options that do nothing but move their card to a zone that nothing reads, where
    another option makes something of a card from the same zone.
    """
    read = _zones_read(program)
    more, throwing = set[str](), list[p.Option]()
    for option in options:
        zones = set(chain.from_iterable(_zones_of(option)))
        match option.steps:
            case (p.Move(taken=p.Taken(cards=p.VariableRead()), to=to),):
                if to.type.name not in read:
                    throwing.append(option)
            case _:
                more |= zones
    return [one for one in throwing if more & set(chain.from_iterable(_zones_of(one)))]


def _zones_read(program: p.Program) -> set[str]:
    """Return the zones whose cards anything depends on, except that a deck is refilled from one."""
    every = [pile.zone for pile in nodes_of(p.PileRead, program)]
    goals = tuple(move.to for move in nodes_of(p.Move, program))
    filled = [pile.zone for pile in nodes_of(p.PileRead, goals)]
    touched = set[str]().union(*(call.touches for call in nodes_of(p.Call, program)))
    return touched | {zone for zone in every if every.count(zone) > filled.count(zone)}


def _sources(part: object) -> Iterator[p.PileRead]:
    """Yield the piles whose cards a list has, and not those that its conditions read."""
    match part:
        case p.PileRead():
            yield part
        case p.Where(list=inner) | p.Mapped(value=inner):
            yield from _sources(inner)
        case _:
            for one in within(part):
                yield from _sources(one)


def _said(option: p.Option) -> str:
    """Write an option as in cards.yaml, with the names of its values."""
    names = [f"{{{slot.variable.name}}}" for slot in option.slots]
    return "".join(
        word + name for word, name in zip(option.words, [*names, ""], strict=True)
    ).strip()


def zones_passed_through(program: p.Program) -> set[str]:
    """Return the zones that a step fills and another empties before the game can be observed: all
    of it is lines of one function.
    """
    zones = set[str]()
    for run in _runs(program):
        for before, after in combinations(run, 2):
            zones |= zones_filled_by(before) & zones_emptied_by(after)
    return zones


def _runs(parts: object) -> Iterator[list[p.Step]]:
    """Yield runs of steps without a decision between them."""
    if isinstance(parts, tuple) and all(isinstance(part, STEPS) for part in parts):
        for are_lines, run in groupby(parts, is_inline):
            if are_lines:
                yield list(run)
    for part in within(parts):
        yield from _runs(part)
