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
    matters: set[Matter] = set()
    for node in nodes(parts):
        if isinstance(node, PileRead):
            matters.add(("zone", node.zone))
        elif isinstance(node, CounterRead):
            matters.add(("counter", node.counter))
        elif isinstance(node, IsOut) or (isinstance(node, Players) and node.which != "everyone"):
            matters.add(("out", ""))
        elif isinstance(node, Who):
            matters.add(("who", node.who))
        elif isinstance(node, Clock):
            matters.add(("clock", node.what))
    return matters


def zones_filled_by(parts: object) -> set[str]:
    """Return the zones that receive cards."""
    zones: set[str] = set()
    for node in nodes(parts):
        if isinstance(node, Move | Gather):
            zones.add(node.to.type.name)
        elif isinstance(node, Deal):
            zones.add(node.zone)
        elif isinstance(node, Refill):
            zones.add(node.piles.type.name)
        elif isinstance(node, Swap):
            zones |= {node.first.type.name, node.second.type.name}
        elif isinstance(node, Call):
            zones |= node.touches
    return zones


def zones_emptied_by(parts: object) -> set[str]:
    """Return the zones that cards are taken from, or that the steps use in some other way."""
    zones: set[str] = set()
    for node in nodes(parts):
        if isinstance(node, Move):
            zones |= {pile.zone for pile in nodes_of(PileRead, node.taken.source)}
            zones.add(node.taken.source.type.name)
        elif isinstance(node, Deal | Refill):
            zones.add(node.source.type.name)
        elif isinstance(node, Shuffle):
            zones.add(node.pile.type.name)
        elif isinstance(node, Pass):
            zones.add(node.zone)
    return zones


def changed_by(parts: object, program: Program) -> set[Matter]:
    """Return what steps change, including the powers they may trigger."""
    matters = _changed(parts, program)
    if any(isinstance(node, DoPower) for node in nodes(parts)):
        matters |= _changed(program.powers, program)
    return matters


def _changed(parts: object, program: Program) -> set[Matter]:
    zones = zones_filled_by(parts) | zones_emptied_by(parts)
    kinds = {gather.kind for gather in nodes_of(Gather, parts)}
    zones |= {name for name, zone in program.zones.items() if zone.kind in kinds}
    zones |= _behind(zones, program)
    matters: set[Matter] = {("zone", name) for name in zones}
    for node in nodes(parts):
        if isinstance(node, SetCounter):
            matters.add(("counter", node.counter.counter))
        elif isinstance(node, Roll):
            matters.add(("counter", node.dice.counter))
        elif isinstance(node, GoOut | AllIn):
            matters.add(("out", ""))
        elif isinstance(node, Call):
            matters |= {("counter", name) for name in node.touches} | {
                ("out", ""),
                ("who", "first"),
            }
        elif isinstance(node, SetFirst):
            matters.add(("who", "first"))
        elif isinstance(node, Turns | SetNext):
            matters |= {
                ("who", "active"),
                ("who", "me"),
                ("clock", "turn"),
                *_anew("turn", program),
            }
        elif isinstance(node, Each):
            matters.add(("who", "me"))
    return matters


def _behind(zones: Iterable[str], program: Program) -> set[str]:
    """Return the zones that others are refilled from."""
    refills = [program.zones[name].refilled_from for name in zones if name in program.zones]
    return {name for name in refills if name is not None}


def _anew(when: str, program: Program) -> set[Matter]:
    """Return the counters that are reset each turn, or each round."""
    counters = set()
    for name, counter in program.counters.items():
        if counter.again == when:
            counters.add(("counter", name))
    return counters


def changed_by_play(program: Program) -> set[Matter]:
    """Return what can change between two checks of `until:`."""
    matters = changed_by(program.steps, program)
    if program.is_by_turns:
        return matters | {
            ("who", "me"),
            ("who", "active"),
            ("clock", "turn"),
            *_anew("turn", program),
        }
    return matters | {("clock", "round"), *_anew("round", program)}
