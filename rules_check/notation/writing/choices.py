"""Decisions of a program: the phases that list moves, the moves with their words, and the effect of
each.

In: a `Choose`, and the continuation of each of its options according to `flow`. Out: source of
phases and moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from rules_check.notation import program as p
from rules_check.notation.writing.bounds import most_of
from rules_check.notation.writing.hearing import Hearing
from rules_check.notation.writing.lists import Lists
from rules_check.notation.writing.scopes import Lines, Scope, at_line, under

MOST_MOVES = 4_000
"""The largest number of moves in one decision; moves beyond it are not offered."""


@dataclass(frozen=True)
class Chosen:
    """One phase: its name in the source, and whether all decide in it simultaneously, unseen."""

    name: str
    number: int
    is_secret: bool


@dataclass
class Choices:
    """Writes decisions."""

    lists: Lists
    phases: list[Lines] = field(default_factory=list)
    doing: list[Lines] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    rooms: int = 0
    options: list[p.Option] = field(default_factory=list)
    """The options in the order of their types of moves, which are numbered from 1."""
    asked: list[p.Choose] = field(default_factory=list)
    """The choices in the order of their phases, which are numbered from 1."""
    _chosen: dict[str, Chosen] = field(default_factory=dict)
    _names: dict[int, str] = field(default_factory=dict)
    _is_secret: bool = False

    def __post_init__(self) -> None:
        self.values, self.shape = self.lists.values, self.lists.shape

    @property
    def phase_names(self) -> list[str]:
        return list(self._chosen)

    @contextmanager
    def in_secret(self) -> Iterator[None]:
        """Let the choices inside be made together, unseen."""
        before, self._is_secret = self._is_secret, True
        yield
        self._is_secret = before

    # ---------------------------------------------------------------------------------- the phases
    def phase(self, step: p.Choose, scope: Scope, or_else: int) -> Chosen:
        """Write the function that lists the moves of a choice."""
        number = len(self._chosen) + 1
        self.asked.append(step)
        name = self.shape.of_module.fresh(f"choice {number}", is_constant=True)
        chosen = self._chosen[name] = Chosen(name, number, self._is_secret)
        facts = ["secret=True"] if self._is_secret else []
        head = ", ".join([name, f"or_else={or_else}", *facts])
        body, hearing = Lines(), Hearing(step.options, self.shape.program)
        for option in step.options:
            self._names[id(option)] = self._move(option, hearing)
        last = Lines()
        for option in sorted(step.options, key=lambda option: option.is_last_resort):
            offered = self._slots(option, 0, self._names[id(option)], (), scope)
            if option.is_last_resort:
                last += offered
            else:
                body += offered
        body += under("if out[-1] == 0:", last) if last else []
        function = f"def list_{name.lower()}(cards, state, seat, out):"
        docstring = f'"""A choice, {at_line(step.place)}."""'
        self.phases.append([f"@rules.phase({head})", *under(function, [docstring, *body])])
        return chosen

    def _slots(
        self, option: p.Option, at: int, name: str, given: tuple[str, ...], scope: Scope
    ) -> Lines:
        """Write how an option is offered, for each possible value of its slots from one on."""
        if at == len(option.slots):
            is_twice = any(map(self._are_alike, option.slots)) and not self._is_first_alike(option)
            offer = "offer_once" if is_twice else "offer"
            line = f"{offer}({', '.join(['out', name, *given])})"
            if option.condition is None:
                return [line]
            return under(f"if {self.values.text(option.condition, scope)}:", [line])
        slot = option.slots[at]

        def member(text: str, inner: Scope) -> Lines:
            bound = inner.binding(slot.variable, text)
            lines = self._slots(option, at + 1, name, (*given, text), bound)
            if at == 0 and self._is_first_alike(option):
                lines = under(f"if is_first({', '.join(self.lists.positions[text])}):", lines)
            limit = self._limit(slot, text)
            return under(f"if {limit}:", lines) if limit else lines

        return self.lists.each(slot.list, scope, member)

    def _limit(self, slot: p.Slot, text: str) -> str:
        """Write the condition for a value to fit into a move: numbers have limits."""
        if slot.variable.type.sort == "number":
            return f"0 <= {text} <= {most_of(slot.list, self.shape)}"
        is_certain = isinstance(slot.list, p.Players | p.Every | p.CardsIn | p.PileRead | p.Where)
        return "" if is_certain else f"{text} >= 0"

    def _are_alike(self, slot: p.Slot) -> bool:
        """Return whether two members of a slot's list can be equal."""
        some: Any = slot.list
        while isinstance(some, p.Where | p.Otherwise):
            some = some.list if isinstance(some, p.Where) else some.first
        if isinstance(some, p.CardsIn):
            return self.shape.are_alike(some.type.name)
        return not isinstance(some, p.Players | p.Every | p.Span | p.PileRead)

    def _is_first_alike(self, option: p.Option) -> bool:
        """Return whether only the first of two slots can have equal members, which are cards of a
        pile: these are compared once, rather than each move with all others.
        """
        if len(option.slots) < 2 or self._are_alike(option.slots[1]):
            return False
        return self._are_alike(option.slots[0]) and _is_of_pile(option.slots[0].list)

    # ----------------------------------------------------------------------------------- the moves
    def _move(self, option: p.Option, hearing: Hearing) -> str:
        """Declare a move with its words; return its name."""
        said = " ".join(" ".join(option.words).split()) or option.slots[0].variable.name
        name = self.shape.of_module.fresh(said, is_constant=True)
        words, rooms = list[str](), 1
        pattern = option.words[0]
        for slot, text in zip(option.slots, option.words[1:], strict=True):
            before, word, room = self._word(slot)
            pattern, rooms = f"{pattern}{before}{{}}{text}", rooms * room
            zones = hearing.zones_of(option, slot)
            words.append(word if zones is None else self._unheard(word, zones))
        self.rooms += rooms
        self.options.append(option)
        pattern = " ".join(pattern.split())
        if hearing.is_unheard(option):
            words.append("unheard=True")
        self.moves.append(f"{name} = moves({', '.join([repr(pattern), *words])})")
        return name

    def _unheard(self, word: str, zones: tuple[str, ...]) -> str:
        """Write a word that others hear only if they see the card in one of some zones."""
        fields = [repr(self.shape.zone(zone)) for zone in zones]
        return f"unheard({', '.join([word, *fields])})"

    def _word(self, slot: p.Slot) -> tuple[str, str, int]:
        """Write the word for a slot: the text before it, its declaration, and the number of its
        values.
        """
        type_ = slot.variable.type
        match type_.sort:
            case "card" | "row":
                room = self.shape.room_of(type_.name)
                return "", f"named({type_.name!r}, {room})", room
            case "player":
                return "seat ", "seat(SEATS)", self.shape.seats
            case "word":
                return (
                    "",
                    f"one_of('a word', {', '.join(map(repr, type_.words))})",
                    len(type_.words),
                )
            case "pile":
                return self._pile_word(type_)
        most = most_of(slot.list, self.shape)
        return "", f"numbered({slot.variable.name!r}, {most})", most + 1

    def _pile_word(self, type_: p.Type) -> tuple[str, str, int]:
        zone = self.shape.zone_of(type_.name)
        owners = list(map(str, range(1, self.shape.seats + 1))) if zone.is_own else [""]
        names = ["-".join(filter(None, pair)) for pair in product(owners, zone.keys or ("",))]
        joined = ", ".join(repr(name or zone.name) for name in names)
        return f"{zone.name} ", f"one_of('a pile', {joined})", len(names)

    # ------------------------------------------------------------------------------ what they do
    def bound(self, option: p.Option, scope: Scope) -> Scope:
        """Return the scope in which the slots of an option are the numbers of its move."""
        for slot in option.slots:
            scope = scope.binding(slot.variable, scope.local.fresh(slot.variable.name))
        return scope

    def does(self, phase: Chosen, option: p.Option, scope: Scope, lines: Lines, then: int) -> None:
        """Write the effect of a move, and the step with which the game continues."""
        move = self._names[id(option)]
        name = self.shape.of_module.fresh(move.lower())
        given = ", ".join(["cards", "state", "seat", *(scope.of(s.variable) for s in option.slots)])
        docstring = f'"""{at_line(option.place).capitalize()}."""'
        function = under(f"def {name}({given}):", [docstring, *lines])
        self.doing.append([f"@rules.does({move}, then={then})", *function])


def _is_of_pile(some: object) -> bool:
    """Return whether the members of a list are cards of one pile."""
    return _is_of_pile(some.list) if isinstance(some, p.Where) else isinstance(some, p.CardsIn)
