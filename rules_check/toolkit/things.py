"""The things that a game's rules count as cards, found in cards.yaml: a card, or a row of a table
if the rules distinguish no more.

In: a game and an id as `card_ids` returns it. Out: its name, its type and its place. Knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from generator.data.game import Game, Record, named
from generator.data.problems import Place


@dataclass(frozen=True)
class Thing:
    """A card, or a row of a table."""

    id: str
    name: str
    sort: str
    """The kind of a card; of a row, the table's name."""
    place: Place


def thing_of(game: Game, id_: str) -> Thing:
    """Find a card by its id, or a row of a table: the first in the order of cards.yaml. Raises
    KeyError if there is none.
    """
    if id_ in game.cards:
        card = game.cards[id_]
        return Thing(id_, card.title, card.kind, card.place)
    for table, node in game.root.below("tables").items.items():
        rows = node["rows"]
        if id_ in rows.items:
            name = name_of(game.context["tables"][table][id_])
            return Thing(id_, name, table, rows.keys[id_])
    raise KeyError(f"no card and no row of a table is called '{id_}'")


def name_of(record: Record) -> str:
    """Return the name of a card or a row, or its id if it has none."""
    return named(record) or str(record.id)


@lru_cache(maxsize=64)
def spoken_names(game: Game | None, kind: str) -> dict[str, str]:
    """Return the names of a kind's cards by their ids, with those of their rows if that tells them
    apart; none if they have no names, or two cards share one even so.
    """
    if game is None:
        return {}
    cards = game.of_kind(kind)
    names = {card.id: name_of(card.record) for card in cards}
    if not any(named(card.record) for card in cards) or not _are_distinct(names):
        names = {card.id: card.title_by_row for card in cards}
    return names if _are_distinct(names) and all(names.values()) else {}


def _are_distinct(names: dict[str, str]) -> bool:
    return len(set(names.values())) == len(names)


@dataclass(frozen=True)
class Printed:
    """A card as texts need it: by itself within a sentence, its printed name, its type, its
    strength and other known values.
    """

    id: str
    name: str
    text: str
    sort: str
    strength: int
    facts: str

    def __str__(self) -> str:
        return self.text
