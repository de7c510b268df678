"""Empire's words for people: cards by the names of their ranks and suits, counted and listed.

In: a checked `Game` for the names, a card set's record for the numbers (which may be tuned). Knows no state.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from generator.data.game import Game
from rules_check.games.empire.state import Power
from rules_check.rules import EMPTY
from rules_check.toolkit.prose import counted, joined, spoken, with_article
from rules_check.toolkit.reading import name_of
from rules_check.toolkit.texts import texts

words = texts(__file__, "names")


class Names:
    """The names of one game's cards and empires, by their numbers in the records; ranks and suits inside a sentence are small.

    `groups` has the empire that a type is of, EMPTY for none. Lists are kept: a record is slow to ask.
    """

    def __init__(self, game: Game, cards: Any) -> None:
        tables, types, self.game, self.cards = game.context["tables"], range(int(cards.types)), game, cards
        self.ranks, self.plurals = ([str(row[name]).lower() for row in tables["rank"]] for name in ("name", "plural"))
        self.empires = [str(row.name) for row in tables["empire"]]
        ranks: list[int] = cards.type_rank.tolist()
        suits: list[int] = cards.type_suit.tolist()
        of = [words("of-suit", suit=str(row.name).lower()) for row in tables["suit"]] + [""]  # the last is that of EMPTY
        self.groups: list[int] = [int(cards.rank_empire[ranks[type_]]) for type_ in types]
        self._one, self._many = ([names[ranks[t]] + of[suits[t]] for t in types] for names in (self.ranks, self.plurals))
        self._order = sorted(types, key=lambda type_: (ranks[type_], suits[type_]))

    @cached_property
    def _faces(self) -> dict[tuple[str, str], str]:
        """Find a card for each rank and suit, and one for the rank alone."""
        found = dict[tuple[str, str], str]()
        for id_, card in self.game.cards.items():
            if card.kind == "card":
                rank, suit = str(card.record.rank), str(card.record.suit or "")
                for key in ((rank, suit), (rank, "")):
                    found.setdefault(key, id_)
        return found

    def face(self, type_: int) -> str:
        """Find the id of a card to draw for a type."""
        suit = int(self.cards.type_suit[type_])
        rank = name_of(self.cards.rank_name, self.cards.type_rank[type_])
        return self._faces[rank, "" if suit == EMPTY else name_of(self.cards.suit_name, suit)]

    def is_skipping(self, type_: int) -> bool:
        return bool(self.cards.rank_power[self.cards.type_rank[type_]] == Power.SKIP)

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

    def won(self, state: Any, seat: int) -> list[str]:
        """List the empires that a seat has won games of a match with."""
        return [name for number, name in enumerate(self.empires) if state.overlord[seat] >> number & 1]
