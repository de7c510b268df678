"""What odds are asked of: the cards of a game as piles, and the names that formulas may use.

In: a game, and words such as `deck` or `item where tier = steel`. Out: a `Pile`, its cards with
their copies; the types of their fields. Knows no chances.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.data import naming
from generator.data.dealing import lay
from generator.data.fieldtypes import is_number
from generator.data.formulas import TEXT, Name, Scope, ValueType, field_of, list_of, read_formula
from generator.data.game import Card, Game, Record, values_in
from generator.data.naming import CARD, card_type
from generator.data.problems import ProblemError, Problems, did_you_mean
from generator.data.setting import SECTION, player_counts, read_setting
from generator.odds import messages as say

MOST_VALUES = 24
"""A field with more different values than this is not counted by itself: names and texts have one a
card.
"""


@dataclass(frozen=True)
class Pile:
    """Cards that are together: what the pile is called, and each distinct card with its copies."""

    name: str
    cards: tuple[tuple[Card, int], ...]

    @property
    def size(self) -> int:
        return sum(copies for _, copies in self.cards)

    @property
    def members(self) -> list[tuple[Record, int]]:
        return [(card.record, copies) for card, copies in self.cards]


class _Heap:
    """Cards that are put together, copies of one card added up."""

    def __init__(self) -> None:
        self.cards: dict[str, Card] = {}
        self.copies: Counter[str] = Counter()

    def add(self, card: Card, copies: int) -> None:
        if copies:
            self.cards.setdefault(card.id, card)
            self.copies[card.id] += copies

    def pile(self, name: str) -> Pile:
        return Pile(name, tuple((card, self.copies[card.id]) for card in self.cards.values()))


def piles_of(game: Game) -> dict[str, Pile]:
    """List the piles of a game by name: what each component of cards holds, all cards of each
    kind, and what begins in each zone of `setup:`, in one player's if each has one.
    """
    piles: dict[str, Pile] = {}
    kinds: dict[str, _Heap] = {}
    for component in game.components:
        if component.cards and not component.pad:
            heap = _Heap()
            for card in component.cards:
                heap.add(card, card.copies)
                kinds.setdefault(card.kind, _Heap()).add(card, card.copies)
            piles[component.id] = heap.pile(component.id)
    for kind, heap in kinds.items():
        piles.setdefault(kind, heap.pile(kind))
    for zone, heap in _zones(game).items():
        piles.setdefault(zone, heap.pile(zone))
    return piles


def _zones(game: Game) -> dict[str, _Heap]:
    """Return the cards that begin in each zone of `setup:`, before anything is dealt."""
    if game.root.get(SECTION) is None:
        return {}
    whole = game.for_all
    setting = replace(read_setting(whole, Problems()), steps=())
    laid = lay(whole, setting, game.players or max(player_counts(whole)))
    found = dict[str, _Heap]()
    for zone in setting.zones.values():
        heap = _Heap()
        for piece in laid.cards_in(zone.name, 0 if zone.is_own else None):
            if piece.id in game.cards:
                heap.add(game.cards[piece.id], 1)
        if heap.cards:
            found[zone.name] = heap
    return found


def deck_names(game: Game, piles: Mapping[str, Pile]) -> list[str]:
    """Name the piles that are decks: components of cards with a common back, of more than one card;
    else every pile there is.
    """
    decks = []
    for component in game.components:
        pile = piles.get(component.id)
        if pile is not None and component.back and len(pile.cards) > 1:
            decks.append(component.id)
    return decks or list(piles)


def scope_of(game: Game) -> Scope:
    """Return what every formula about a game's cards may name: fields, and the numbers of
    `rules:`.
    """
    return naming.scope_of(game.root, game.context, game.players)


def with_cards(scope: Scope, pile: Pile, **lists: Name) -> Scope:
    """Return a scope in which cards of a pile are looked at. Raises ProblemError as
    `naming.with_cards` does.
    """
    return naming.with_cards(scope, (card.kind for card, _ in pile.cards), **lists)


def _held_in(game: Game, zone: str) -> str | None:
    """Name what a zone of `setup:` holds, or is filled from; None if there is no such zone."""
    if game.root.get(SECTION) is None:
        return None
    found = read_setting(game, Problems()).zones.get(zone)
    if found is None:
        return None
    return found.refilled_from or ", ".join(found.holds) or "a component or a kind"


def pile_of(game: Game, words: str) -> Pile:
    """Find the pile that is meant: the name of one, several with commas, or `deck where cost > 2`.

    Raises ProblemError with code `unknown-pile` if there is none of that name, and FormulaFault for
    a condition that is none.
    """
    piles = piles_of(game)
    named, where, _ = words.partition(" where ")
    heap = _Heap()
    for name in filter(None, (one.strip() for one in named.split(","))):
        if name not in piles:
            known = f"the piles are {', '.join(piles)}" if piles else f"{game.file} has no cards"
            message = say.NOT_A_PILE(found=name)
            hint = did_you_mean(name, piles) or known
            if (holds := _held_in(game, name)) is not None:
                message = say.EMPTY_ZONE(name=name)
                hint = f"ask about what comes there: {holds}"
            raise ProblemError.of(message, hint=hint)
        for card, copies in piles[name].cards:
            heap.add(card, copies)
    pile = heap.pile(words.strip())
    if not where:
        return pile
    cards = list_of(card_type(with_cards(scope_of(game), pile)))
    listed = {one: Name(cards, lambda names: names["cards"]) for one in named.split(",")[:1]}
    condition = read_formula(words, with_cards(scope_of(game), pile, **listed))
    kept = set(map(id, condition.value({"cards": [record for record, _ in pile.members]})))
    return Pile(
        words.strip(),
        tuple((card, copies) for card, copies in pile.cards if id(card.record) in kept),
    )


@dataclass(frozen=True)
class FieldCount:
    """How many cards of a pile have each value of a field; `mean` is of numbers, else None. A card
    whose field is a list counts for each of its different values.
    """

    field: str
    cards: tuple[tuple[str, int], ...]
    mean: float | None


def counts_of(game: Game, pile: Pile, only: str | None = None) -> list[FieldCount]:
    """Count a pile's cards by the values of their fields: by each field with few values, or by
    `only` one.

    Raises ProblemError with code `unknown-field` if no card has that one.
    """
    fields = with_cards(scope_of(game), pile).fields[CARD]
    if only is None:
        counts = []
        for name, type_ in fields.items():
            if name != "id" and type_ != TEXT:
                counts.append(_count_of(pile, name, type_))
        return [count for count in counts if 1 < len(count.cards) <= MOST_VALUES]
    if only not in fields:
        known = f"fields are {', '.join(fields)}"
        message = say.PILE_WITHOUT_FIELD(name=pile.name, field=only)
        raise ProblemError.of(message, hint=did_you_mean(only, fields) or known)
    return [_count_of(pile, only, fields[only])]


def _count_of(pile: Pile, name: str, type_: ValueType) -> FieldCount:
    """Count a pile's cards by the values of one field."""
    counted = _counted(pile, name)
    ordered = _in_order(list(counted), type_)
    return FieldCount(
        name, tuple((_word(value), counted[value]) for value in ordered), _mean(counted)
    )


def _counted(pile: Pile, name: str) -> Counter[Any]:
    counted: Counter[Any] = Counter()
    for record, copies in pile.members:
        for one in set(values_in(field_of(record, name))):  # a card counts once for a value
            counted[one] += copies
    return counted


def _in_order(values: list[Any], type_: ValueType) -> list[Any]:
    """Sort values as people expect them: numbers by size, words and rows as their type lists them,
    nothing last.
    """
    element = type_.of or type_
    order = {word: number for number, word in enumerate(element.words)}

    def key(value: Any) -> tuple[bool, Any]:
        if value is None:
            return True, 0
        return False, value if isinstance(value, int | float) else (
            order.get(str(value), len(order)),
            str(value),
        )

    return sorted(values, key=key)


def _word(value: Any) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _mean(counted: Counter[Any]) -> float | None:
    numbers = {value: count for value, count in counted.items() if is_number(value)}
    total = sum(numbers.values())
    return sum(value * count for value, count in numbers.items()) / total if total else None
