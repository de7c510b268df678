"""Empire's words for people: cards by the names of their ranks and suits, counted and listed, and a story with these names.

In: a checked `Game` for the names, a card set's record for the numbers (which may be tuned). Knows no state.
"""

from __future__ import annotations

from typing import Any

from generator.data.game import Game
from rules_check.games.empire.state import Power
from rules_check.rules import EMPTY
from rules_check.toolkit.prose import Story, counted, joined, spoken, with_article

ACTIONS = ("steal", "trade", "battle")


class Names:
    """The names of one game's cards and empires, by their numbers in the records; ranks and suits inside a sentence are small.

    `groups` has the empire that a type is of, EMPTY for none. Lists are kept: a record is slow to ask.
    """

    def __init__(self, game: Game, cards: Any) -> None:
        tables, types = game.context["tables"], int(cards.types)
        self.cards = cards
        self.ranks = [str(row.name).lower() for row in tables["rank"]]
        self.plurals = [str(row.plural).lower() for row in tables["rank"]]
        self.empires = [str(row.name) for row in tables["empire"]]
        suits = [f" of {str(row.name).lower()}" for row in tables["suit"]]
        ranks: list[int] = cards.type_rank[:types].tolist()
        of: list[int] = cards.type_suit[:types].tolist()
        self.groups: list[int] = [int(cards.rank_empire[rank]) for rank in ranks]
        self._one: list[str] = [
            self.ranks[rank] + ("" if suit == EMPTY else suits[suit]) for rank, suit in zip(ranks, of, strict=True)
        ]
        self._many: list[str] = [
            self.plurals[rank] + ("" if suit == EMPTY else suits[suit]) for rank, suit in zip(ranks, of, strict=True)
        ]
        self._order = sorted(range(types), key=lambda type_: (ranks[type_], of[type_]))

    def empire(self, empire: int) -> str:
        return f"Empire of the {self.empires[int(empire)]}"

    def bonus(self, empire: int) -> str:
        """Name the action that an empire has on top: "steal"."""
        return ACTIONS[int(self.cards.bonus[int(empire)])]

    def is_skipping(self, type_: int) -> bool:
        return bool(self.cards.rank_power[self.cards.type_rank[type_]] == Power.SKIP)

    # ---------------------------------------------------------------------- cards
    def card(self, type_: int) -> str:
        """Name a card: "seven", or where suits matter "seven of hearts"."""
        return self._one[type_]

    def several(self, type_: int) -> str:
        """Name cards of a type: "sevens", "sevens of hearts"."""
        return self._many[type_]

    def a_card(self, type_: int) -> str:
        return with_article(self.card(type_))

    def some(self, type_: int, count: int) -> str:
        """Count cards of a type as spoken: "a seven", "three sevens"."""
        return self.a_card(type_) if count == 1 else f"{spoken(count)} {self.several(type_)}"

    def counted(self, type_: int, count: int) -> str:
        """Count cards of a type in figures: "1 seven", "3 sevens"."""
        return counted(count, self.card(type_), self.several(type_))

    def listed(self, counts: Any) -> str:
        """List cards, given how many there are of each type, as spoken: "three sevens and a joker"."""
        return joined([self.some(type_, count) for type_, count in self.sorted(counts)])

    def sorted(self, counts: Any) -> list[tuple[int, int]]:
        """List the types that there are with their counts: by rank, then by suit."""
        found = counts.tolist()
        return [(type_, found[type_]) for type_ in self._order if found[type_]]

    def pillar(self, rank: int, wild: int) -> str:
        """Say what lies in a pillar by ranks: "two sevens and two jokers"."""
        natural = int(self.cards.pillar_size) - wild
        parts = []
        if natural:
            parts.append(with_article(self.ranks[rank]) if natural == 1 else f"{spoken(natural)} {self.plurals[rank]}")
        if wild:
            parts.append(self.some(int(self.cards.joker), wild))
        return joined(parts)


class Teller(Story):
    """A story with Empire's names."""

    def __init__(self, names: Names, viewer: int) -> None:
        super().__init__(viewer)
        self.names = names
