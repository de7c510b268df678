"""Lint: backs whose names belong to other cards, for example because two were swapped.

In: a `Workshop`. Out: a `Look`. Uses only names: ids of components, kinds, rows and cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from generator.data.findings import Finding
from generator.data.game import Card, Component
from generator.data.problems import Place
from generator.data.source import Node
from generator.lint.workshop import PAPER, Look, Workshop, items_of, names_in


class _Labelled(NamedTuple):
    """A component with a back, and all names that may be in that of its back: its id, its kind, and
    the words of its `where`.
    """

    id: str
    kind: str
    back: str
    place: Place
    names: set[str]


def check_backs(workshop: Workshop) -> Iterator[Look]:
    """Find components and cards whose back contains the name of another, but not their own."""
    game = workshop.game
    components = []
    for id_, node in items_of(game.root, "components"):
        if "back" in node.items:
            components.append(_labelled(id_, node))
    odd = list(_crossed(components)) or list(_among_others(components))
    findings = [_finding(one.id, one.back, one.place, other) for one, other in odd]
    cards = []
    for card in game.cards.values():
        if card.back and "back" in card.places and card.id == card.entry:
            cards.append(card)
    findings += [
        _finding(card.id, str(card.back), card.places["back"], other)
        for card, other in _of_other_cards(workshop, cards)
    ]
    yield Look("names of backs", len(components) + len(cards), findings=tuple(findings))


def _labelled(id_: str, node: Node) -> _Labelled:
    kind, back = str(node.below("of").value or ""), node["back"]
    words = [str(value.value) for value in node.below("where").items.values()]
    names = set(map(_stem, filter(None, (id_, kind, *words))))
    return _Labelled(id_, kind, str(back.value), back.place, names)


def _crossed(components: Sequence[_Labelled]) -> Iterator[tuple[_Labelled, str]]:
    """Find the components with the back of another that in turn has a different one: several may
    share one back.
    """
    for one in components:
        others = _names_of(other for other in components if other.back != one.back)
        if other := _other_in(one.back, one.names, others - one.names):
            yield one, other


def _names_of(components: Iterable[_Labelled]) -> set[str]:
    return set(chain.from_iterable(component.names for component in components))


def _of_other_cards(workshop: Workshop, cards: list[Card]) -> Iterator[tuple[Card, str]]:
    """Find the cards whose own back has the name of another card of their kind, or belongs to a
    component of other kinds while theirs has another.
    """
    like: dict[str, dict[str, Card]] = {}
    for card in cards:
        like.setdefault(card.kind, {})[_stem(card.id)] = card
    components = [component for component in workshop.game.components if component.back]
    for card in cards:
        alike = like[card.kind]
        named = [alike[name] for name in _named(str(card.back), alike)]
        if card in named:
            continue
        others = [other.id for other in named if other.back != card.back]
        if not others and _has_other_back(card, components):
            others = list(_of_other_kinds(card, components))
        if others:
            yield card, others[0]


def _has_other_back(card: Card, components: Iterable[Component]) -> bool:
    """Return whether a component gives its cards, this one among them, another back."""
    return any(
        component.back != card.back and card.id in component.rows() for component in components
    )


def _of_other_kinds(card: Card, components: Iterable[Component]) -> Iterator[str]:
    """Yield the components that have the back of a card, and no card of its kind."""
    for component in components:
        kinds = {other.kind for other in component.cards}
        if component.back == card.back and card.kind not in kinds:
            yield component.id


def _among_others(components: Sequence[_Labelled]) -> Iterator[tuple[_Labelled, str]]:
    """Find the components whose back belongs to, and is named after, another kind of cards, while
    all other components of their own kind have a different back.
    """
    count_of = Counter(one.kind for one in components)
    for one in components:
        alike = [other for other in components if other.back == one.back and other != one]
        is_alone = one.kind not in (other.kind for other in alike)
        if not one.kind or count_of[one.kind] < 2 or not is_alone:
            continue
        if other := _other_in(one.back, one.names, _names_of(alike)):
            yield one, other


def _other_in(back: str, own: set[str], others: Container[str]) -> str | None:
    """Find one of several names in that of a back; None if the back has its own name, or none."""
    return None if _named(back, own) else next(iter(_named(back, others)), None)


def _named(back: str, names: Container[str]) -> list[str]:
    """List the names that a back has in its own, whatever the number: "hero" in "back-heroes"."""
    return names_in("-".join(map(_stem, back.replace("_", "-").split("-"))), names)


def _stem(name: str) -> str:
    return name[:-1] if name.endswith("s") and len(name) > 3 else name


def _finding(id_: str, back: str, place: Place, other: str) -> Finding:
    return Finding(
        "back-of-another",
        id_,
        PAPER,
        "warning",
        f"'{id_}' has the back '{back}', which is named after '{other}'",
        place=place,
        hint="were two backs swapped?",
    )
