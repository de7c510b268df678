"""Names for the things of a game, by their numbers in its rules, for every game's texts and tables.

In: a checked `Game`, and a card set's record, whose ids map numbers to cards. Out: cards, names,
piles, counters. Knows no game.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from typing import Any

from generator.data.game import Card, Game
from rules_check.engine.view import Counter, Pile
from rules_check.toolkit.moves import ids_of
from rules_check.toolkit.texts import Texts
from rules_check.toolkit.things import name_of


class Naming:
    """The names of one game's cards and rows, by their numbers in the record. A game's subclass
    words them.
    """

    def __init__(self, game: Game, cards: Any) -> None:
        self.game, self.cards, self.tables = game, cards, game.context["tables"]

    def id(self, kind: str, number: int) -> str:
        """Find the id, in cards.yaml, of a card of a kind or of a table's row."""
        return ids_of(self.cards, kind)[number]

    def card_at(self, kind: str, number: int) -> Card:
        """Find a card by its number. Raises IndexError if there is none, KeyError if the kind is a
        table.
        """
        return self.game.cards[self.id(kind, number)]

    def names_of(self, *tables: str) -> list[str]:
        """List the names of all rows of some tables, in their order; a row without a name is listed
        by its id.
        """
        return [name_of(row) for table in tables for row in self.tables[table]]

    def piles(self, kind: str, numbers: Iterable[int], texts: Iterable[str]) -> tuple[Pile, ...]:
        """List the visible cards of a kind as piles, each with its text."""
        return tuple(
            Pile(text, self.id(kind, number)) for number, text in zip(numbers, texts, strict=True)
        )


def held(zone: Any) -> list[int]:
    """List the cards of a zone, or of all parts of a field such as `state.hand`, each from the
    bottom up.
    """
    return [card for part in zone.reshape(-1, zone.shape[-1]).tolist() for card in part[: part[-1]]]


def beyond(some: Iterable[int], others: Iterable[int]) -> list[int]:
    """List the cards that the first has more of than the second, each as often as it is in excess:
    the arrivals, or the departures.
    """
    return list((Tally(some) - Tally(others)).elements())


def counters(words: Texts, players: int, **numbers: Sequence[int | None]) -> tuple[Counter, ...]:
    """Make counters, seat by seat, from numbers of each seat: `gold=state.gold` is named by the
    text `counter.gold`, and worded by `count.gold`.

    Seats with None are left out.
    """
    counters_of_seats = [
        (seat, name, number[seat]) for seat in range(players) for name, number in numbers.items()
    ]
    labels = {name: (words(f"counter.{name}"), f"count.{name}") for name in numbers}
    counters = []
    for seat, name, n in counters_of_seats:
        if n is not None:
            counters.append(
                Counter(seat, labels[name][0], int(n), words(labels[name][1], n=int(n)))
            )
    return tuple(counters)
