"""Zones that no card enters, and steps that take cards from a zone before any are in it.

In: a `Program`. Out: problems at their places. Knows only what is certain from reading.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.data.problems import Problems
from rules_check.notation import messages as say
from rules_check.notation.effects import read_by, zones_filled_by
from rules_check.notation.program import (
    Call,
    Deal,
    DoPower,
    Expression,
    Gather,
    Move,
    Program,
    Refill,
    Taken,
    ZoneDeclared,
)
from rules_check.notation.walking import nodes, nodes_of


def check_filling(program: Program, problems: Problems) -> None:
    """Report zones that are read and stay empty, and steps of the beginning that take from a zone
    that is still empty.
    """
    parts = program.parts
    full = {name for name, zone in program.zones.items() if zone.is_full}
    filled = _with_refilled(full | zones_filled_by(parts), program)
    read = {name for sort, name in read_by(parts) if sort == "zone"}
    empty_kinds = set[str]()
    for name, zone in program.zones.items():
        if name in read - filled:
            empty_kinds.add(zone.kind)
            hint = f"write 'all {zone.kind}' in its declaration, or move cards to it"
            problems.error(say.NEVER_FILLED(name=zone.name), zone.place, hint)
    if any(nodes_of(Call, program.course)):
        return
    used = {zone.kind for name, zone in program.zones.items() if name in read}
    absent = used & _kinds_of_none(program) - empty_kinds
    for kind in sorted(absent):
        problems.error(say.NONE_IN_PLAY(kind=kind), _first_zone(kind, program).place)
    if not empty_kinds and not absent:
        _check_beginning(program, _with_refilled(full, program), problems)


def _with_refilled(filled: set[str], program: Program) -> set[str]:
    return filled | {name for name, zone in program.zones.items() if zone.refilled_from in filled}


def _kinds_of_none(program: Program) -> set[str]:
    """Return the kinds of which no zone begins with cards."""
    zones = program.zones.values()
    return {zone.kind for zone in zones} - {zone.kind for zone in zones if zone.is_full}


def _first_zone(kind: str, program: Program) -> ZoneDeclared:
    """Return the zone into which all of a kind are shuffled, or else its first zone."""
    zones = {name: zone for name, zone in program.zones.items() if zone.kind == kind}
    course = (program.beginning, program.steps)
    gathered = [gather.to.type.name for gather in nodes_of(Gather, course)]
    return next(zones[name] for name in [*gathered, *zones] if name in zones)


def _check_beginning(program: Program, filled: set[str], problems: Problems) -> None:
    for step in program.beginning:
        if any(nodes_of(DoPower, step)):
            return
        filled = _with_refilled(filled | zones_filled_by(step), program)
        for source in _sources(step):
            name = source.type.name
            if name in program.zones and name not in filled:
                problems.error(say.STILL_EMPTY(name=name), source.place)


def _sources(step: object) -> Iterator[Expression]:
    """Yield the piles from which a step takes cards."""
    for node in nodes(step):
        match node:
            case Move(taken=Taken(source=source)) | Deal(source=source) | Refill(source=source):
                yield source
