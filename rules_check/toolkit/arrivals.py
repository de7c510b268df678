"""The cards that entered zones without a move naming them, as a viewer sees them: turned up,
refilled, dealt or gathered; and those that left the sight of all.

In: a step of a game. Out: sentences. Knows no game.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

import numpy as np

from rules_check.engine.view import NOBODY
from rules_check.toolkit.moves import ids_of
from rules_check.toolkit.prose import joined, sentence, who_is
from rules_check.toolkit.records import ALL, OWNER, Field
from rules_check.toolkit.tableau import is_seen, place_name
from rules_check.toolkit.things import spoken_names
from rules_check.toolkit.watching import Watched


def arrivals(step: Watched, named: set[str]) -> tuple[list[str], set[str]]:
    """Write which cards left the zones that all see for one that the viewer does not see, and which
    entered the zones that the viewer sees: one sentence per zone, those of seats first, except for
    the ids that moves `named`. Returns these ids, too, as far as such a card entered a zone.
    """
    later, entered = list[str](), set[str]()
    lines = _departures(step, named)
    for name, field, kind in _zones(step):
        ids, names = ids_of(step.cards, kind), spoken_names(step.game, kind)
        for part in _parts(step, name, step.now):
            new = _held(step.now[name][part]) - _held(step.was[name][part])
            told = []
            for n, count in new.items():
                if ids[n] in named:
                    entered.add(ids[n])
                else:
                    told.append((names.get(ids[n], ids[n]), count))
            if told:
                arrival = _sentence(told, "comes to", "come to", _place(step, name, part))
                (lines if _has_seats(step, field) else later).append(arrival)
    return lines + later, entered


def _departures(step: Watched, named: set[str]) -> list[str]:
    """Write which cards left a zone that all see and are out of the viewer's sight: those of a pile
    that was shuffled, or a card that went through such a pile.
    """
    gone = Tally[tuple[str, int]]()
    for name, _, kind in _zones(step):
        for state, sign in ((step.was, 1), (step.now, -1)):
            for part in _parts(step, name, state):
                for n, count in _held(state[name][part]).items():
                    gone[kind, n] += sign * count
    lines = list[str]()
    for name, field, kind in _zones(step):
        if field.seen_by != ALL:
            continue
        ids, names = ids_of(step.cards, kind), spoken_names(step.game, kind)
        for part in _parts(step, name, step.was):
            told = []
            for n, count in (_held(step.was[name][part]) - _held(step.now[name][part])).items():
                left = min(count, gone[kind, n])
                gone[kind, n] -= max(0, left)
                if left > 0 and ids[n] not in named:
                    told.append((names.get(ids[n], ids[n]), left))
            if told:
                lines.append(_sentence(told, "leaves", "leave", _place(step, name, part)))
    return lines


def _zones(step: Watched) -> Iterator[tuple[str, Field, str]]:
    """Yield the fields that hold cards, with the kind of these."""
    for name, field in step.fields.items():
        if field.zone_of:
            yield name, field, field.zone_of


def _parts(step: Watched, name: str, state: Any) -> Iterator[tuple[int, ...]]:
    """Yield the parts of a zone that all players see, or that belong to the viewer."""
    field, viewer = step.fields[name], step.viewer
    if field.seen_by == ALL or (field.seen_by == OWNER and viewer != NOBODY):
        for part in np.ndindex(field.shape[:-1]):
            if is_seen(step.fields, name, state, part, viewer):
                yield part


def _held(zone: Any) -> Tally[int]:
    return Tally(map(int, zone[: int(zone[-1])]))


def _has_seats(step: Watched, field: Field) -> bool:
    return field.has_seats(len(step.now.rng) - 1)


def _place(step: Watched, name: str, part: tuple[int, ...]) -> str:
    field = step.fields[name]
    if _has_seats(step, field):
        own = who_is(part[0], step.viewer).own
        return f"{own} {place_name(name, field, part[1:], step.cards)}"
    return place_name(name, field, part, step.cards)


def _sentence(told: list[tuple[str, int]], of_one: str, of_more: str, place: str) -> str:
    names = [id_ if count == 1 else f"{count} x {id_}" for id_, count in told]
    is_one = len(told) == 1 and told[0][1] == 1
    return sentence(f"{joined(names)} {of_one if is_one else of_more} {place}")
