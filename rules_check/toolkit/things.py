"""The things that a game's rules count as cards, found in cards.yaml: a card, or a row of a table
if the rules distinguish no more.

In: a game and an id as `card_ids` returns it. Out: its name, its type and its place. Knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from generator.data.game import Game
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
        return Thing(id_, name_of(card.record), card.kind, card.place)
    if "tables" in game.root.items:
        for table, node in game.root["tables"].items.items():
            rows = node["rows"]
            if id_ in rows.items:
                return Thing(
                    id_, name_of(game.context["tables"][table][id_]), table, rows.keys[id_]
                )
    raise KeyError(f"no card and no row of a table is called '{id_}'")


def name_of(record: Any) -> str:
    """Return the name of a card or a row, or its id if it has none."""
    return str(record.name) if "name" in record else str(record.id)


def spoken_names(game: Game | None, kind: str) -> dict[str, str]:
    """Return the names of a kind's cards by their ids; none if they have no names, or two cards
    share one, as people could not tell them apart.
    """
    if game is None:
        return {}
    names = {card.id: name_of(card.record) for card in game.cards.values() if card.kind == kind}
    are_distinct = len(set(names.values())) == len(names)
    has_names = any("name" in game.cards[id_].record for id_ in names)
    return names if has_names and are_distinct and all(names.values()) else {}


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
