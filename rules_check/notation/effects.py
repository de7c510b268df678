"""What parts of a program read and change: zones, counters, who is out, the clock.

In: steps and expressions. Out: sets of `Matter`. Knows no grammar.
"""

from __future__ import annotations

from collections.abc import Iterable

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


def read_by(parts: object) -> set[Matter]:
    """Return what expressions read."""
    found: set[Matter] = set()
    for one in nodes(parts):
        if isinstance(one, PileRead):
            found.add(("zone", one.zone))
        elif isinstance(one, CounterRead):
            found.add(("counter", one.counter))
        elif isinstance(one, IsOut) or (isinstance(one, Players) and one.which != "everyone"):
            found.add(("out", ""))
        elif isinstance(one, Who):
            found.add(("who", one.who))
        elif isinstance(one, Clock):
            found.add(("clock", one.what))
    return found


def zones_filled_by(parts: object) -> set[str]:
    """Return the zones that receive cards."""
    found: set[str] = set()
    for one in nodes(parts):
        if isinstance(one, Move | Gather):
            found.add(one.to.type.name)
        elif isinstance(one, Deal):
            found.add(one.zone)
        elif isinstance(one, Refill):
            found.add(one.piles.type.name)
        elif isinstance(one, Swap):
            found |= {one.first.type.name, one.second.type.name}
        elif isinstance(one, Call):
            found |= one.touches
    return found


def zones_emptied_by(parts: object) -> set[str]:
    """Return the zones that cards are taken from, or that the steps use in some other way."""
    found: set[str] = set()
    for one in nodes(parts):
        if isinstance(one, Move):
            found |= {pile.zone for pile in nodes_of(PileRead, one.taken.source)}
            found.add(one.taken.source.type.name)
        elif isinstance(one, Deal | Refill):
            found.add(one.source.type.name)
        elif isinstance(one, Shuffle):
            found.add(one.pile.type.name)
        elif isinstance(one, Pass):
            found.add(one.zone)
    return found


def changed_by(parts: object, program: Program) -> set[Matter]:
    """Return what steps change, including the powers they may trigger."""
    matters = _changed(parts, program)
    if any(isinstance(one, DoPower) for one in nodes(parts)):
        matters |= _changed(program.powers, program)
    return matters


def _changed(parts: object, program: Program) -> set[Matter]:
    zones = zones_filled_by(parts) | zones_emptied_by(parts)
    kinds = {gather.kind for gather in nodes_of(Gather, parts)}
    zones |= {name for name, zone in program.zones.items() if zone.kind in kinds}
    zones |= _behind(zones, program)
    found: set[Matter] = {("zone", name) for name in zones}
    for one in nodes(parts):
        if isinstance(one, SetCounter):
            found.add(("counter", one.counter.counter))
        elif isinstance(one, Roll):
            found.add(("counter", one.dice.counter))
        elif isinstance(one, GoOut | AllIn):
            found.add(("out", ""))
        elif isinstance(one, Call):
            found |= {("counter", name) for name in one.touches} | {("out", ""), ("who", "first")}
        elif isinstance(one, SetFirst):
            found.add(("who", "first"))
        elif isinstance(one, Turns | SetNext):
            found |= {("who", "active"), ("who", "me"), ("clock", "turn"), *_anew("turn", program)}
        elif isinstance(one, Each):
            found.add(("who", "me"))
    return found


def _behind(zones: Iterable[str], program: Program) -> set[str]:
    """Return the zones that others are refilled from."""
    refills = [program.zones[name].refilled_from for name in zones if name in program.zones]
    return {name for name in refills if name is not None}


def _anew(when: str, program: Program) -> set[Matter]:
    """Return the counters that are reset each turn, or each round."""
    return {
        ("counter", name) for name, counter in program.counters.items() if counter.again == when
    }


def changed_by_play(program: Program) -> set[Matter]:
    """Return what can change between two checks of `until:`."""
    found = changed_by(program.steps, program)
    if program.is_by_turns:
        return found | {
            ("who", "me"),
            ("who", "active"),
            ("clock", "turn"),
            *_anew("turn", program),
        }
    return found | {("clock", "round"), *_anew("round", program)}
