"""Emporium's words for people: cards by the names printed on them, and a story with these names.

In: a checked `Game` for the names, a card set's record for the numbers (which may be tuned). Knows no state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from generator.data.game import Game
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.state import EMPTY, HERO, MONSTER, SLOTS, State
from rules_check.toolkit.prose import Story, joined, spoken, with_article
from rules_check.toolkit.reading import name_of


def the(name: str) -> str:
    """Put an article before a name, unless it brings its own: "the Hazel Wand", "the Bone Baron" from "The Bone Baron"."""
    return own_article(name) if name.startswith(("The ", "A ", "An ")) else f"the {name}"


def own_article(name: str) -> str:
    """Write a name inside a sentence: its own article, if any, without a capital."""
    return name[0].lower() + name[1:] if name.startswith(("The ", "A ", "An ")) else name


def _labels(table: Any) -> list[str]:
    return [str(row.name) if "name" in row else str(row.id) for row in table]


class Names:
    """The names of one game's cards and tables, by their numbers in the records."""

    def __init__(self, game: Game, cards: Any) -> None:
        tables = game.context["tables"]
        self.game, self.cards = game, cards
        self.tiers = [label.lower() for label in _labels(tables["tier"])]
        self.slots = [label.lower() for label in _labels(tables["slot"])]
        self.guilds = _labels(tables["guild"])
        self.types = [label.lower() for label in _labels(tables["monster_type"])]
        self.plurals = [str(row.plural) if "plural" in row else f"{row.id}s" for row in tables["monster_type"]]

    # --------------------------------------------------------------- as printed
    def printed(self, kind: str, number: int) -> str:
        """Find the name printed on a card; its id where it has none."""
        id_ = name_of(self.cards[f"{kind}_name"], number)
        card = self.game.cards.get(id_)
        return str(card.record.name) if card is not None and "name" in card.record else id_

    def tier_of(self, item: int) -> str:
        return self.tiers[int(self.cards.item_tier[item])]

    def slot_of(self, item: int) -> str:
        return self.slots[int(self.cards.item_slot[item])]

    def guild_of(self, hero: int) -> str:
        return self.guilds[int(self.cards.hero_guild[hero])]

    def slots_of(self, hero: int) -> list[str]:
        """List the slots of a hero, a second one of a sort with its number."""
        slots = [self.slots[slot] for slot in self.cards.hero_slots[hero] if slot != EMPTY]
        return [f"{slot} {slots[:k].count(slot) + 1}" if slot in slots[:k] else slot for k, slot in enumerate(slots)]

    # ------------------------------------------------------------- in a sentence
    def item(self, item: int) -> str:
        return the(self.printed("item", item))

    def hero(self, hero: int) -> str:
        return own_article(self.printed("hero", hero))

    def monster(self, monster: int) -> str:
        return the(self.printed("monster", monster))

    def items(self, items: Iterable[int]) -> str:
        """List items, equal ones once."""
        counts = Counter(int(item) for item in items)
        return joined([self.item(i) if n == 1 else f"{spoken(n)} copies of {self.item(i)}" for i, n in counts.items()])

    def backs(self, items: Iterable[int]) -> str:
        """List what the backs of items show: "a leather card and 2 steel cards"."""
        counts = Counter(int(self.cards.item_tier[item]) for item in items)
        return joined([f"{n} {self.tiers[t]} cards" if n > 1 else f"{with_article(self.tiers[t])} card" for t, n in counts.items()])

    def item_facts(self, item: int) -> str:
        cards = self.cards
        facts = (
            self.guilds[cards.item_guild[item]],
            self.tier_of(item),
            self.slot_of(item),
            f"strength {cards.item_strength[item]}",
        )
        return ", ".join(facts)

    def monster_facts(self, monster: int) -> str:
        cards = self.cards
        kind = self.types[cards.monster_type[monster]]
        return f"{kind}, strength {cards.strength[MONSTER, monster]}, reward {cards.reward[monster]}"

    def hero_facts(self, hero: int) -> str:
        slots = [self.slots[slot] for slot in self.cards.hero_slots[hero] if slot != EMPTY]
        return f"{self.guild_of(hero)}, strength {self.cards.strength[HERO, hero]}, slots: {', '.join(slots) or 'none'}"

    def hero_sort(self, type_: int, count: int = 2) -> str:
        """Name heroes of one type as the bonus counts them: "Tide heroes", or by ruling "heroes of level 1"."""
        noun = "hero" if count == 1 else "heroes"
        return f"{noun} of level {type_ + 1}" if self.cards.hero_type == ruled.HeroType.LEVEL else f"{self.guilds[type_]} {noun}"


def held(state: State, seat: int) -> list[int]:
    """List the items in a hand, in the order of the card set."""
    return sorted(int(item) for item in state.hand[seat, : state.hand_size[seat]])


def worn(state: State, h: int) -> list[int]:
    """List the items beside the hero at a place."""
    return [int(state.worn[h, k]) for k in range(SLOTS) if state.worn[h, k] != EMPTY]


class Teller(Story):
    """A story with Emporium's names."""

    def __init__(self, names: Names, viewer: int) -> None:
        super().__init__(viewer)
        self.names = names

    def round_from_marker(self, state: Any) -> list[int]:
        """List the seats in turn, from the holder of the first-player marker on."""
        return [(int(state.first) + i) % int(state.players) for i in range(int(state.players))]
