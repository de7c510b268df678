"""What parts of a program read and change: zones, counters, who is out, the clock.

In: steps and expressions. Out: sets of `Matter`. Knows no grammar.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeVar

from rules_check.notation.program import (
    AllIn,
    Call,
    Clock,
    CounterRead,
    Deal,
    DoPower,
    Each,
    Gather,
    GoOut,
    IsOut,
    Move,
    Pass,
    PileRead,
    Players,
    Program,
    Refill,
    Roll,
    SetCounter,
    SetFirst,
    SetNext,
    Shuffle,
    Swap,
    Turns,
    Who,
)
from rules_check.notation.walking import nodes, nodes_of

Matter = tuple[str, str]
"""Something that can change: `("zone", "hand")`, `("counter", "gold")`, `("out", "")`, `("who",
"me")`, `("clock", "round")`.
"""
Told = TypeVar("Told", bound=Hashable)


OUT: Matter = ("out", "")
ME: Matter = ("who", "me")
FIRST: Matter = ("who", "first")
TURN: set[Matter] = {ME, ("who", "active"), ("clock", "turn")}

_READ: dict[type, Callable[[Any], set[Matter]]] = {
    PileRead: lambda pile: {("zone", pile.zone)},
    CounterRead: lambda counter: {("counter", counter.counter)},
    IsOut: lambda test: {OUT},
    Players: lambda players: set() if players.which == "everyone" else {OUT},
    Who: lambda who: {("who", who.who)},
    Clock: lambda clock: {("clock", clock.what)},
}
"""What expressions read."""
_FILLED: dict[type, Callable[[Any], Iterable[str]]] = {
    Move: lambda move: {move.to.type.name},
    Gather: lambda gather: {gather.to.type.name},
    Deal: lambda deal: {deal.zone},
    Refill: lambda refill: {refill.piles.type.name},
    Swap: lambda swap: {swap.first.type.name, swap.second.type.name},
    Call: lambda call: call.touches,
}
"""The zones that receive cards."""
_EMPTIED: dict[type, Callable[[Any], Iterable[str]]] = {
    Move: lambda move: {
        move.taken.source.type.name,
        *(pile.zone for pile in nodes_of(PileRead, move.taken.source)),
    },
    Deal: lambda deal: {deal.source.type.name},
    Refill: lambda refill: {refill.source.type.name},
    Shuffle: lambda shuffle: {shuffle.pile.type.name},
    Pass: lambda passing: {passing.zone},
}
"""The zones that cards are taken from, or that the steps use in some other way."""
_CHANGED: dict[type, Callable[[Any], Iterable[Matter]]] = {
    SetCounter: lambda step: {("counter", step.counter.counter)},
    Roll: lambda roll: {("counter", roll.dice.counter)},
    GoOut: lambda step: {OUT},
    AllIn: lambda step: {OUT},
    Call: lambda call: {OUT, FIRST, *(("counter", name) for name in call.touches)},
    SetFirst: lambda step: {FIRST},
    SetNext: lambda step: TURN,
    Turns: lambda turns: TURN,
    Each: lambda each: {ME},
}
"""What steps change, other than zones."""


def _told(facts: Mapping[type, Callable[[Any], Iterable[Told]]], parts: object) -> set[Told]:
    """Return what the nodes in some parts come to, by their types."""
    return {
        told for node in nodes(parts) if type(node) in facts for told in facts[type(node)](node)
    }


def read_by(parts: object) -> set[Matter]:
    return _told(_READ, parts)


def zones_filled_by(parts: object) -> set[str]:
    return _told(_FILLED, parts)


def zones_emptied_by(parts: object) -> set[str]:
    return _told(_EMPTIED, parts)


def changed_by(parts: object, program: Program) -> set[Matter]:
    """Return what steps change, including the powers they may trigger."""
    matters = _changed(parts, program)
    if any(nodes_of(DoPower, parts)):
        matters |= _changed(program.powers, program)
    return matters


def _changed(parts: object, program: Program) -> set[Matter]:
    zones = zones_filled_by(parts) | zones_emptied_by(parts)
    kinds = {gather.kind for gather in nodes_of(Gather, parts)}
    zones |= {name for name, zone in program.zones.items() if zone.kind in kinds}
    zones |= _behind(zones, program)
    matters = _told(_CHANGED, parts) | {("zone", name) for name in zones}
    return matters | (_anew("turn", program) if matters >= TURN else set())


def _behind(zones: Iterable[str], program: Program) -> set[str]:
    """Return the zones that others are refilled from."""
    refills = [program.zones[name].refilled_from for name in zones if name in program.zones]
    return {name for name in refills if name is not None}


def _anew(when: str, program: Program) -> set[Matter]:
    """Return the counters that are reset each turn, or each round."""
    counters = program.counters.items()
    return {("counter", name) for name, counter in counters if counter.again == when}


def changed_by_play(program: Program) -> set[Matter]:
    """Return what can change between two checks of `until:`."""
    matters = changed_by(program.steps, program)
    if program.is_by_turns:
        return matters | TURN | _anew("turn", program)
    return matters | {("clock", "round"), *_anew("round", program)}
