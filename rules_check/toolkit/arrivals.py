"""The cards that entered zones without a move naming them, as a viewer sees them: turned up,
refilled, dealt or gathered; and those that left the sight of all.

In: a ruleset, the game before a move and after it. Out: sentences. Knows no game.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

import numpy as np

from generator.data.game import Game
from rules_check.engine.view import NOBODY
from rules_check.toolkit.moves import ids_of
from rules_check.toolkit.prose import joined, sentence, who_is
from rules_check.toolkit.records import ALL, OWNER, Field
from rules_check.toolkit.tableau import as_known, is_seen, place_name
from rules_check.toolkit.things import spoken_names


def arrivals(
    rules: Any, game: Game | None, cards: Any, before: Any, after: Any, viewer: int, named: set[str]
) -> tuple[list[str], set[str]]:
    """Write which cards left the zones that all see for one that the viewer does not see, and which
    entered the zones that the viewer sees: one sentence per zone, those of seats first, except for
    the ids that moves `named`. Returns these ids, too, as far as such a card entered a zone.
    """
    later, entered = list[str](), set[str]()
    was = as_known(rules, cards, before, viewer)
    now = as_known(rules, cards, after, viewer)
    lines = _departures(rules, game, cards, was, now, viewer, named)
    for name, field in rules.State.fields.items():
        if not field.zone_of:
            continue
        ids, names = ids_of(cards, field.zone_of), spoken_names(game, field.zone_of)
        for part in _parts(rules.State.fields, name, now, viewer):
            new = _held(now[name][part]) - _held(was[name][part])
            told = []
            for n, count in new.items():
                if ids[n] not in named:
                    told.append((names.get(ids[n], ids[n]), count))
            entered.update(ids[n] for n in new if ids[n] in named)
            if told:
                is_own = field.has_seats(len(now.rng) - 1)
                place = _place(name, field, part, cards, now, viewer)
                (lines if is_own else later).append(_sentence(told, "comes to", "come to", place))
    return lines + later, entered


def _departures(
    rules: Any, game: Game | None, cards: Any, was: Any, now: Any, viewer: int, named: set[str]
) -> list[str]:
    """Write which cards left a zone that all see and are out of the viewer's sight: those of a pile
    that was shuffled, or a card that went through such a pile.
    """
    fields, gone = rules.State.fields, Tally[tuple[str, int]]()
    zones = [(name, field) for name, field in fields.items() if field.zone_of]
    for name, field in zones:
        for state, sign in ((was, 1), (now, -1)):
            for part in _parts(fields, name, state, viewer):
                for n, count in _held(state[name][part]).items():
                    gone[field.zone_of, n] += sign * count
    lines = list[str]()
    for name, field in zones:
        if field.seen_by != ALL:
            continue
        ids, names = ids_of(cards, field.zone_of), spoken_names(game, field.zone_of)
        for part in _parts(fields, name, was, viewer):
            told = []
            for n, count in (_held(was[name][part]) - _held(now[name][part])).items():
                left = min(count, gone[field.zone_of, n])
                gone[field.zone_of, n] -= max(0, left)
                if left > 0 and ids[n] not in named:
                    told.append((names.get(ids[n], ids[n]), left))
            if told:
                place = _place(name, field, part, cards, was, viewer)
                lines.append(_sentence(told, "leaves", "leave", place))
    return lines


def _parts(
    fields: dict[str, Field], name: str, state: Any, viewer: int
) -> Iterator[tuple[int, ...]]:
    """Yield the parts of a zone that all players see, or that belong to the viewer."""
    field = fields[name]
    for part in np.ndindex(field.shape[:-1]):
        is_mine = field.seen_by == OWNER and viewer != NOBODY
        if (field.seen_by == ALL or is_mine) and is_seen(fields, name, state, part, viewer):
            yield part


def _held(zone: Any) -> Tally[int]:
    return Tally(map(int, zone[: int(zone[-1])]))


def _place(
    name: str, field: Field, part: tuple[int, ...], cards: Any, state: Any, viewer: int
) -> str:
    has_seats = field.has_seats(len(state.rng) - 1)
    if has_seats:
        return f"{who_is(part[0], viewer).own} {place_name(name, field, part[1:], cards)}"
    return place_name(name, field, part, cards)


def _sentence(told: list[tuple[str, int]], of_one: str, of_more: str, place: str) -> str:
    names = [id_ if count == 1 else f"{count} x {id_}" for id_, count in told]
    is_one = len(told) == 1 and told[0][1] == 1
    return sentence(f"{joined(names)} {of_one if is_one else of_more} {place}")
