"""The automatic table of a game that has no `view`, from its declarations: where cards are, and the
numbers of each seat.

In: a ruleset and a state in which everything that the viewer cannot know is made up. Out: a `View`.
Knows no game; fields and zones have their declared names, cards those in cards.yaml, or their ids.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from rules_check.engine.plain import view as plain_view
from rules_check.engine.view import NOBODY, Counter, Pile, View, Zone
from rules_check.toolkit.moves import ids_of
from rules_check.toolkit.records import (
    ALL,
    DICE,
    EMPTY,
    MARK,
    OWNER,
    SEAT,
    SPARE,
    Field,
    GameState,
    is_shown_by_card,
)
from rules_check.toolkit.things import spoken_names

MANY = 14
"""The number of different cards in a zone in the middle beyond which only the top one is named."""


def view(rules: Any, game: Any, cards: Any, state: Any, seat: int) -> View:
    """Lay out the scores, each number of the seats, and each zone of cards; face-down cards by
    their number.
    """
    plain, fields = plain_view(rules, game, cards, state, seat), rules.State.fields
    known = as_known(rules, cards, state, seat)
    zones, shared, counters = list[Zone](), list[Zone](), list(plain.counters)
    for name, field in without_copies(fields).items():
        if field.zone_of:
            zones.extend(_zones(game, fields, name, field, cards, known, seat))
        elif field.zone_of is None:  # a stack is not laid out
            shared.extend(_shared(name, field, cards, state))
            counters.extend(_counters(name, field, cards, known, seat))
    zones.extend(shared)
    zones.sort(key=lambda zone: zone.seat != NOBODY)
    return View(plain.heading, tuple(zones), tuple(counters))


def without_copies(fields: dict[str, Field]) -> dict[str, Field]:
    """Return the fields of a state without the public copies of secret ones."""
    copies = {f"{name}_shown" for name in fields}
    return {name: field for name, field in fields.items() if name not in copies}


def _zones(
    game: Any,
    fields: dict[str, Field],
    name: str,
    field: Field,
    cards: Any,
    state: Any,
    viewer: int,
) -> Iterator[Zone]:
    """Lay out a zone, or each of its parts by seat or place."""
    kind = str(field.zone_of)
    names = spoken_names(game, kind)
    ids = ids_of(cards, kind)
    for part in np.ndindex(field.shape[:-1]):
        owner = owner_of(field, state, part)
        if owner >= state.players:
            continue
        whole = state[name][part]
        held = [ids[card] for card in whole[: int(whole[-1])]]
        if not held:
            continue
        label = place_name(name, field, part if owner == NOBODY else part[1:], cards)
        if not is_seen(fields, name, state, part, viewer):
            knows = _shown_places(fields, field, state, part, viewer)
            yield Zone(label, _partly([held[i] for i in knows], len(held), kind, names), owner)
        elif owner == NOBODY and len(set(held)) > MANY:
            top = names.get(held[-1], held[-1])
            yield Zone(label, (Pile(f"{len(held)}, {top} on top", held[-1], len(held)),), owner)
        else:
            yield Zone(label, _piles(held, names), owner)


def owner_of(field: Field, state: Any, part: tuple[int, ...]) -> int:
    """Return the seat of a part of a zone; -1 if it is common."""
    return part[0] if field.has_seats(len(state.rng) - 1) else NOBODY


def _piles(held: list[str], names: dict[str, str]) -> tuple[Pile, ...]:
    piles = []
    for id_, count in Tally(held).items():
        name = names.get(id_, id_)
        piles.append(Pile(name if count == 1 else f"{count} x {name}", id_, count))
    return tuple(piles)


def _partly(known: list[str], count: int, kind: str, names: dict[str, str]) -> tuple[Pile, ...]:
    """Lay out cards of a kind of which the viewer knows some."""
    unknown = count - len(known)
    return (*_piles(known, names), Pile(f"{unknown} face down", count=unknown, back=kind))


def is_seen(
    fields: dict[str, Field], name: str, state: Any, part: tuple[int, ...], viewer: int
) -> bool:
    """Return whether a viewer sees all cards in a part of a zone; -1 sees what any seat does."""
    field = fields[name]
    if field.seen_by == ALL:
        return True
    if field.seen_by == OWNER and viewer in (NOBODY, owner_of(field, state, part)):
        return True
    if not field.shown_to or viewer == NOBODY:
        return False
    if is_shown_by_card(fields, field):
        count = int(state[name][part][-1])
        return len(_shown_places(fields, field, state, part, viewer)) == count
    bits = np.asarray(state[field.shown_to])
    return bool(int(bits[part[: bits.ndim]]) >> viewer & 1)


def known_places(
    fields: dict[str, Field], name: str, state: Any, part: tuple[int, ...], viewer: int
) -> list[int]:
    """List the positions in a part of a zone at which a viewer knows the card."""
    if is_seen(fields, name, state, part, viewer):
        return list(range(int(state[name][part][-1])))
    return _shown_places(fields, fields[name], state, part, viewer)


def _shown_places(
    fields: dict[str, Field], field: Field, state: Any, part: tuple[int, ...], viewer: int
) -> list[int]:
    """List the positions in a part of a zone at which a viewer who does not see the zone knows the
    card.
    """
    if not is_shown_by_card(fields, field) or viewer == NOBODY:
        return []
    return list(map(int, np.flatnonzero(state[field.shown_to][part] >> viewer & 1)))


def _shared(name: str, field: Field, cards: Any, state: Any) -> Iterator[Zone]:
    """Lay out the numbers of the whole game: in the middle, as text."""
    is_of_seats = seats_numbers(field, len(state.rng) - 1)
    if is_of_seats or len(field.shape) > 1 or not is_told(name, field):
        return
    words = _numbers(field, np.atleast_1d(state[name]), cards)
    if words or not (field.of or field.blank == EMPTY):
        yield Zone(called(name, field), words=words)


def is_told(name: str, field: Field) -> bool:
    """Return whether a field has numbers that people are shown, other than those of every game."""
    is_held = field.zone_of is not None or bool(field.cards_of)
    is_number = not is_held and bool(np.issubdtype(field.dtype, np.number))
    return is_number and field.is_shown and name not in (SPARE, "step", *GameState.fields)


def _numbers(field: Field, numbers: Any, cards: Any) -> str:
    """Write the numbers of a field: what they stand for, each with the row that it belongs to."""
    texts = [number_words(field, number, cards) for number in numbers]
    if ids := ids_by(field, cards):
        texts = [f"{id_} {text}" if text else "" for id_, text in zip(ids, texts, strict=False)]
    return ", ".join(filter(None, texts))


def ids_by(field: Field, cards: Any) -> list[str]:
    """List the rows that a field has a number or a zone for; dice have none."""
    return ids_of(cards, field.by) if field.by not in ("", DICE) else []


def number_words(field: Field, number: Any, cards: Any) -> str:
    """Write a number, or the seat, the card, the row or the mark that it stands for; empty for
    none.
    """
    if not field.of:
        return f"{number:g}"
    if field.of == MARK:
        return "yes" if number else "no"
    if number == EMPTY:
        return ""
    return f"seat {number + 1}" if field.of == SEAT else ids_of(cards, field.of)[number]


def called(name: str, field: Field) -> str:
    """Return what people call a field."""
    return field.named or name.replace("_", " ")


def place_name(
    name: str, field: Field, part: tuple[int, ...], cards: Any, has_seats: bool = False
) -> str:
    """Name a zone or a part of one: "deck", "row 2", "route red", "hand of seat 2"."""
    places, owner = part, list[str]()
    if has_seats:
        places, owner = part[1:], [f"of seat {part[0] + 1}"]
    ids = dict(enumerate(ids_by(field, cards)))
    return " ".join([called(name, field), *(ids.get(n, str(n + 1)) for n in places), *owner])


def zone_names(fields: dict[str, Field]) -> list[str]:
    """List the names of zones: each field's and, if it belongs to seats, those of its parts."""
    names = []
    for name, field in fields.items():
        if not field.zone_of or field.by:
            continue
        shape = field.shape[:-1]
        for part in chain(np.ndindex(shape), np.ndindex(shape[1:])):
            names.append(" ".join([called(name, field), *(str(n + 1) for n in part)]))
    return names


def _counters(name: str, field: Field, cards: Any, known: Any, viewer: int) -> Iterator[Counter]:
    """Count each seat's values of a field with one number per seat, or one for each row of a table,
    as far as the viewer can know them.
    """
    if not (field.is_shown and seats_numbers(field, len(known.rng) - 1)):
        return
    for seat in seats_seen(field, known, viewer):
        numbers = np.atleast_1d(known[name][seat])
        words = _counter_words(called(name, field), field, numbers, cards)
        if words:
            yield Counter(seat, name, int(numbers.sum()), words)


def seats_seen(field: Field, state: Any, viewer: int) -> list[int]:
    """List the seats whose numbers of a field a viewer sees."""
    seats = range(int(state.players))
    if field.seen_by != OWNER or viewer == NOBODY:
        return list(seats)
    return [viewer] if viewer in seats else []


def _counter_words(label: str, field: Field, numbers: Any, cards: Any) -> str:
    """Write a seat's numbers after a label; empty for none, or for a mark that it does not have."""
    if len(field.shape) == 2:
        words = _numbers(field, numbers, cards)
        return f"{label} ({words})" if words else ""
    number = int(numbers[0])
    if field.of == MARK:
        return label if number else ""
    if number == field.blank != 0:
        return ""
    return f"{label} {number_words(field, number, cards)}"


def seats_numbers(field: Field, seats: int) -> bool:
    """Return whether each of so many seats has a number in a field, or one for each row of a
    table.
    """
    is_several = bool(field.by) and len(field.shape) == 2
    return not field.is_shared and (field.shape == (seats,) or is_several)


def as_known(rules: Any, cards: Any, state: Any, seat: int) -> Any:
    """Copy a state without the decisions that others have made unseen; -1 sees everything."""
    known = state.copy()
    if seat == NOBODY or not rules.is_secret(cards, state):
        return known
    players = int(state.players)
    for name, field in rules.State.fields.items():
        if field.is_secret:
            known[name][:players] = state[f"{name}_shown"][:players]
            known[name][seat] = state[name][seat]
    return known
