"""The automatic table of a game that has no `view`, from its declarations: where cards are, and the
numbers of each seat.

In: a ruleset and a state in which everything that the viewer cannot know is made up. Out: a `View`.
Knows no game; fields and zones have their declared names, cards their ids.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

import numpy as np

from rules_check.engine.plain import view as plain_view
from rules_check.engine.view import NOBODY, Counter, Pile, View, Zone
from rules_check.toolkit.moves import ids_of
from rules_check.toolkit.records import ALL, EMPTY, OWNER, SPARE, Field, GameState, is_shown_by_card

MANY = 12
"""The number of cards in the middle beyond which only the top one is named."""


def view(rules: Any, game: Any, cards: Any, state: Any, seat: int) -> View:
    """Lay out the scores, each number of the seats, and each zone of cards; face-down cards by
    their number.
    """
    plain, fields = plain_view(rules, game, cards, state, seat), rules.State.fields
    known = as_known(rules, cards, state, seat)
    zones = [
        zone
        for name, field in fields.items()
        if field.zone_of
        for zone in _zones(fields, name, field, cards, known, seat)
    ]
    zones += [
        zone
        for name, field in fields.items()
        if name not in GameState.fields
        for zone in _shared(name, field, state)
    ]
    zones.sort(key=lambda zone: zone.seat != NOBODY)
    is_secret = bool(rules.is_secret(cards, state))
    counters = [
        one
        for name, field in fields.items()
        for one in _counters(fields, name, field, state, seat, is_secret)
    ]
    return View(plain.heading, tuple(zones), (*plain.counters, *counters))


def _zones(
    fields: dict[str, Field], name: str, field: Field, cards: Any, state: Any, viewer: int
) -> Iterator[Zone]:
    """Lay out a zone, or each of its parts by seat or place."""
    ids, has_seats = (
        ids_of(cards, str(field.zone_of)),
        len(field.shape) > 1 and field.shape[0] == len(state.rng) - 1,
    )
    for part in np.ndindex(field.shape[:-1]):
        owner = part[0] if has_seats else NOBODY
        if owner >= state.players:
            continue
        whole = state[name][part]
        held = [ids[card] for card in whole[: int(whole[-1])]]
        if not held:
            continue
        said = _zone_name(name, part[1:] if has_seats else part)
        if not is_seen(fields, name, state, part, viewer):
            knows = _known_places(fields, field, state, part, viewer)
            yield Zone(said, _partly([held[i] for i in knows], len(held)), owner)
        elif owner == NOBODY and len(held) > MANY:
            yield Zone(said, (Pile(f"{len(held)}, {held[-1]} on top", held[-1], len(held)),), owner)
        else:
            yield Zone(said, _piles(held), owner)


def _piles(held: list[str]) -> tuple[Pile, ...]:
    counted = Tally(held).items()
    return tuple(Pile(one if n == 1 else f"{one} {n}", one, n) for one, n in counted)


def _partly(known: list[str], count: int) -> tuple[Pile, ...]:
    """Lay out cards of which the viewer knows some."""
    unknown = count - len(known)
    return (*_piles(known), Pile(f"{unknown} face down", count=unknown))


def is_seen(
    fields: dict[str, Field], name: str, state: Any, part: tuple[int, ...], viewer: int
) -> bool:
    """Return whether a viewer sees all cards in a part of a zone; -1 sees what any seat does."""
    field = fields[name]
    has_seats = len(field.shape) > 1 and field.shape[0] == len(state.rng) - 1
    if field.seen_by == ALL:
        return True
    if field.seen_by == OWNER and viewer in (NOBODY, part[0] if has_seats else NOBODY):
        return True
    if not field.shown_to or viewer == NOBODY:
        return False
    if is_shown_by_card(fields, field):
        count = int(state[name][part][-1])
        return len(_known_places(fields, field, state, part, viewer)) == count
    bits = state[field.shown_to]
    return bool((int(bits[part]) if np.ndim(bits) else int(bits)) >> viewer & 1)


def _known_places(
    fields: dict[str, Field], field: Field, state: Any, part: tuple[int, ...], viewer: int
) -> list[int]:
    """List the positions in a part of a zone at which a viewer who does not see the zone knows the
    card.
    """
    if not is_shown_by_card(fields, field) or viewer == NOBODY:
        return []
    return [int(i) for i in np.flatnonzero(state[field.shown_to][part] >> viewer & 1)]


def _shared(name: str, field: Field, state: Any) -> Iterator[Zone]:
    """Lay out the numbers of the whole game: in the middle, as text."""
    is_seats = field.shape == (len(state.rng) - 1,) and not field.is_shared
    is_number = (
        field.zone_of is None and not field.cards_of and np.issubdtype(field.dtype, np.number)
    )
    if (
        is_number
        and field.is_shown
        and len(field.shape) < 2
        and field.blank != EMPTY
        and not is_seats
        and name not in (SPARE, "step")
    ):
        yield Zone(
            name.replace("_", " "),
            words=", ".join(f"{number:g}" for number in np.atleast_1d(state[name])),
        )


def _zone_name(name: str, part: tuple[int, ...]) -> str:
    return " ".join([*name.split("_"), *(str(n + 1) for n in part)])


def place_name(name: str, part: tuple[int, ...], has_seats: bool) -> str:
    """Name a zone or a part of one: "deck", "hand of seat 2"."""
    return _zone_name(name, part[1:] if has_seats else part) + (
        f" of seat {part[0] + 1}" if has_seats else ""
    )


def zone_names(fields: dict[str, Field]) -> list[str]:
    """List the names of zones: each field's and, if it belongs to seats, those of its parts."""
    parts = ((name, field.shape[:-1]) for name, field in fields.items() if field.zone_of)
    return [
        _zone_name(name, part)
        for name, shape in parts
        for tail in (shape, shape[1:])
        for part in np.ndindex(tail)
    ]


def _counters(
    fields: dict[str, Field], name: str, field: Field, state: Any, viewer: int, is_secret: bool
) -> Iterator[Counter]:
    """Count each seat's value of a field with one number per seat, as far as the viewer can know
    it.
    """
    is_double = name.endswith("_shown") and name.removesuffix("_shown") in fields
    if (
        field.zone_of is not None
        or is_double
        or name == "rng"
        or field.is_shared
        or field.shape != (len(state.rng) - 1,)
    ):
        return
    for seat in range(int(state.players)):
        if field.seen_by == OWNER and viewer not in (NOBODY, seat):
            continue
        is_unseen = is_secret and field.is_secret and viewer not in (NOBODY, seat)
        number = int(state[f"{name}_shown" if is_unseen else name][seat])
        if field.blank == 0 or number != field.blank:
            yield Counter(seat, name, number, f"{name.replace('_', ' ')} {number}")


def as_known(rules: Any, cards: Any, state: Any, seat: int) -> Any:
    """Copy a state without the decisions that others have made unseen; -1 sees everything."""
    known = state.copy()
    if seat != NOBODY and rules.is_secret(cards, state):
        for name in (name for name, field in rules.State.fields.items() if field.is_secret):
            for other in (other for other in range(int(state.players)) if other != seat):
                known[name][other] = state[f"{name}_shown"][other]
    return known
