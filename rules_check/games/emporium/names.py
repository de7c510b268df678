"""Emporium's words for people: cards by the names printed on them, and a story with these names.

In: a checked `Game` for the names, a card set's record for the numbers (which may be tuned). Knows no state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from generator.data.game import Game
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.game import rules
from rules_check.games.emporium.terms import HERO, MONSTER
from rules_check.rules import EMPTY
from rules_check.toolkit.moves import numbers_of
from rules_check.toolkit.prose import inside, joined, spoken, with_article
from rules_check.toolkit.reading import name_of
from rules_check.toolkit.texts import texts
from rules_check.toolkit.things import Printed
from rules_check.toolkit.things import name_of as named

words = texts(__file__, "names")


class Names:
    """The names of one game's cards and tables, by their numbers in the records."""

    def __init__(self, game: Game, cards: Any) -> None:
        tables = game.context["tables"]
        self.game, self.cards, self.guilds = game, cards, [named(row) for row in tables["guild"]]
        sorts = ([named(row) for row in tables[name]] for name in ("tier", "slot", "monster_type"))
        self.tiers, self.slots, self.types = ([label.lower() for label in sort] for sort in sorts)
        self.plurals = [str(row.plural) if "plural" in row else f"{row.id}s" for row in tables["monster_type"]]

    def item(self, item: int) -> Printed:
        cards, sort = self.cards, self.tiers[self.cards.item_tier[item]]
        guild, slot = self.guilds[cards.item_guild[item]], self.slots[cards.item_slot[item]]
        return self._card("item", item, "the ", sort, guild=guild, tier=sort, slot=slot, strength=int(cards.item_strength[item]))

    def hero(self, hero: int) -> Printed:
        sort, strength = self.guilds[self.cards.hero_guild[hero]], int(self.cards.strength[HERO, hero])
        slots = [self.slots[slot] for slot in self.cards.hero_slots[hero] if slot != EMPTY]
        return self._card("hero", hero, "", sort, guild=sort, strength=strength, slots=", ".join(slots) or words("none"))

    def monster(self, monster: int) -> Printed:
        sort, strength = self.types[self.cards.monster_type[monster]], int(self.cards.strength[MONSTER, monster])
        return self._card("monster", monster, "the ", sort, type=sort, strength=strength, reward=self.cards.reward[monster])

    def _card(self, kind: str, number: int, article: str, sort: str, **facts: Any) -> Printed:
        id_ = name_of(self.cards[f"{kind}_name"], number)
        name = named(self.game.cards[id_].record) if id_ in self.game.cards else id_
        return Printed(id_, name, inside(name, article), sort, facts["strength"], words(kind, **facts))

    def slots_of(self, hero: int) -> list[str]:
        """List the slots of a hero, a second one of a sort with its number."""
        slots = [self.slots[slot] for slot in self.cards.hero_slots[hero] if slot != EMPTY]
        return [f"{slot} {slots[:k].count(slot) + 1}" if slot in slots[:k] else slot for k, slot in enumerate(slots)]

    def items(self, items: Iterable[int]) -> str:
        """List items, equal ones once."""
        counts = Counter(int(item) for item in items).items()
        return joined([str(self.item(i)) if n == 1 else words("copies", count=spoken(n), item=self.item(i)) for i, n in counts])

    def backs(self, items: Iterable[int]) -> str:
        """List what the backs of items show: "a leather card and 2 steel cards"."""
        tiers = Counter(self.tiers[self.cards.item_tier[item]] for item in items).items()
        return joined([words("backs", n=n, count=n if n > 1 else with_article(tier).split()[0], tier=tier) for tier, n in tiers])

    def trophies(self, kind: int, sort: int, count: int = 2) -> str:
        """Name trophies of a sort as the bonus counts them: "trolls", "Tide heroes", or by ruling "heroes of level 1"."""
        if kind == MONSTER:
            return self.types[sort] if count == 1 else self.plurals[sort]
        by_level = self.cards.hero_type == ruled.HeroType.LEVEL
        return words("of-level", n=count, level=sort + 1) if by_level else words("of-guild", n=count, guild=self.guilds[sort])

    def banned(self, state: Any, mask: int) -> list[Printed]:
        """Name the heroes at the places of a vote."""
        return [self.hero(hero) for h, hero in enumerate(state.heroes) if mask >> h & 1 and hero != EMPTY]


class Deed:
    """A move as texts speak of it: its word, its numbers, whose it is, at which hero's place and with which item; and what is known of it."""

    def __init__(self, names: Names, state: Any, move: int) -> None:
        cards, (a, b) = names.cards, numbers_of(move)
        self.word, self.a, self.b, self.seat = rules.move_text(cards, state, move).split()[0], a, b, int(state.seat)
        self.h = a if self.word in ("place", "hero") else int(state.chosen)
        self.item = int(state.choice_item[self.seat]) if self.word in ("place", "decline") else a
        price = {"sell": b, "bid": a}.get(self.word, state.choice_price[self.seat])
        self.known: dict[str, Callable[[], object]] = {
            "item": lambda: names.item(self.item),
            "hero": lambda: names.hero(state.heroes[self.h]),
            "price": lambda: price,
            "more": lambda: cards.colour_bonus,
            "out": lambda: names.item(state.worn[self.h, b]),
            "monster": lambda: names.monster(state.monsters[a]),
            "reward": lambda: cards.reward[state.monsters[a]],
            "cost": lambda: cards.upgrade_price[cards.item_tier[a] + 1],
        }


def worn(state: Any, h: int) -> list[int]:
    """List the items beside the hero at a place."""
    return [int(item) for item in state.worn[h] if item != EMPTY]


def from_marker(state: Any) -> list[int]:
    """List the seats in turn, from the holder of the first-player marker on."""
    return [(int(state.first) + i) % int(state.players) for i in range(int(state.players))]
