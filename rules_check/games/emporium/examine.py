"""Emporium's card set under the lens: what can be said of it for certain, without playing a single game.

In: a checked `Game`, for the words and places of cards.yaml, and its record, for the numbers and rulings. Out: findings of three
sections: **census** (is there enough of everything?), **reach** (who can beat what, and with which gear?) and the fixed part of
**balance** (cards that are worse than their neighbours in every respect). Each check gives what it found wrong, or one `fine`
finding with its numbers. Nothing here is a guess or a sample; what takes playing is measured elsewhere. Needs no compiled rule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement, product
from statistics import mean
from typing import Any

from generator.data.findings import Finding
from generator.data.game import Card, Game
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.state import HERO, LEVELS, MONSTER, SEATS, TYPES, Cards
from rules_check.toolkit.examining import Check, LaidOut, check_pieces, check_players, counted, in_order, listed, words_of
from rules_check.toolkit.things import name_of

CODES = (
    "card-dominated",
    "card-twin",
    "cap-beyond-die",
    "cap-not-rising",
    "coins-short",
    "copies-uneven",
    "deck-short",
    "die-mismatch",
    "gear-not-needed",
    "hand-short",
    "hero-beats-nothing",
    "item-without-hero",
    "level-not-stronger",
    "level-short",
    "level-unused",
    "monster-one-hero",
    "monster-unbeatable",
    "pieces-short",
    "players-unpromised",
    "players-without-setup",
    "reward-below-bid",
    "slot-without-item",
    "stock-short",
    "tier-unreachable",
    "type-without-card",
    "types-uneven",
    "upgrade-weaker",
)
"""Every code that `examine` can give."""

_FOR_EACH_PLAYER = {"die", "dice", "screen", "screens", "mat", "mats", "aid", "aids"}
_DICE = {"die", "dice"}
_SIDES = {"four": 4, "six": 6, "eight": 8, "ten": 10, "twelve": 12, "twenty": 20}
_LOWEST_BID = 1


@dataclass(frozen=True)
class _Item:
    card: Card
    tier: int
    slot: int
    guild: int
    strength: int
    copies: int


@dataclass(frozen=True)
class _Hero:
    card: Card
    guild: int
    level: int
    strength: int
    slots: tuple[int, ...]
    """Upwards, so that heroes with the same slots have the same tuple."""


@dataclass(frozen=True)
class _Monster:
    card: Card
    type: int
    level: int
    strength: int
    reward: int


Gear = tuple[_Item, ...]
_Cost = tuple[int, ...]


@dataclass(frozen=True)
class CardSet(LaidOut):
    """A card set laid out for the checks: its cards with names and places, and what its decks come to."""

    items: list[_Item] = field(default_factory=list)
    heroes: list[_Hero] = field(default_factory=list)
    monsters: list[_Monster] = field(default_factory=list)

    @classmethod
    def of(cls, game: Game, cards: Any) -> CardSet:
        by_kind = {kind: [card for card in game.cards.values() if card.kind == kind] for kind in ("item", "hero", "monster")}
        items = [
            _Item(
                card,
                int(cards.item_tier[i]),
                int(cards.item_slot[i]),
                int(cards.item_guild[i]),
                int(cards.item_strength[i]),
                int(cards.item_copies[i]),
            )
            for i, card in enumerate(by_kind["item"])
        ]
        heroes = [
            _Hero(
                card,
                int(cards.hero_guild[i]),
                int(cards.level[HERO, i]),
                int(cards.strength[HERO, i]),
                tuple(sorted(int(slot) for slot in cards.hero_slots[i] if slot >= 0)),
            )
            for i, card in enumerate(by_kind["hero"])
        ]
        monsters = [
            _Monster(
                card,
                int(cards.monster_type[i]),
                int(cards.level[MONSTER, i]),
                int(cards.strength[MONSTER, i]),
                int(cards.reward[i]),
            )
            for i, card in enumerate(by_kind["monster"])
        ]
        return cls(game, cards, items, heroes, monsters)

    # ---- what the numbers come to

    @cached_property
    def counts(self) -> list[int]:
        """The numbers of players that the rules set a table for."""
        return [players for players in range(2, SEATS + 1) if self.cards.heroes_on_table[players] > 0]

    def levels_of(self, kind: int) -> list[int]:
        return [card.level for card in (self.heroes if kind == HERO else self.monsters)]

    @cached_property
    def decks(self) -> tuple[list[int], list[int]]:
        """The levels of the hero deck and the monster deck, from the top; which card it is, luck says."""
        return self._deck(HERO), self._deck(MONSTER)

    def _deck(self, kind: int) -> list[int]:
        spare, deck = Counter(self.levels_of(kind)), list[int]()
        for level in range(1, LEVELS + 1):
            wanted, source = int(self.cards.deck_levels[level]), level
            while wanted > 0 and source <= LEVELS:
                if spare[source] > 0:
                    spare[source] -= 1
                    deck.append(source)
                    wanted -= 1
                elif self.cards.short_level == ruled.ShortLevel.NEXT_LEVEL:
                    source += 1
                else:
                    break
        return deck

    @cached_property
    def reachable(self) -> list[int]:
        """The tiers whose cards can come into play: the starting tier, and what upgrades lead to."""
        tiers = [int(self.cards.starting_tier)]
        while self.cards.upgrades_most > 0 and any(item.tier == tiers[-1] + 1 for item in self.items):
            tiers.append(tiers[-1] + 1)
        return tiers

    @cached_property
    def _best_gear(self) -> dict[tuple[tuple[int, ...], int], int]:
        """The strength of the best gear that slots can hold, by the slots and the highest tier in it."""
        best = {}
        for slots, tier in product(dict.fromkeys(hero.slots for hero in self.heroes), self.reachable):
            total = 0
            for slot, count in Counter(slots).items():
                fitting = [item for item in self.items if item.slot == slot and item.tier in self.reachable and item.tier <= tier]
                total += sum(sorted((item.strength for item in fitting for _ in range(item.copies)), reverse=True)[:count])
            best[slots, tier] = total
        return best

    def armed(self, hero: _Hero, tier: int | None = None) -> int:
        """Add up a hero's strength with the best gear of the tiers in play, up to `tier`."""
        return hero.strength + self._best_gear[hero.slots, self.reachable[-1] if tier is None else tier]

    def met(self, players: int) -> set[tuple[int, int]]:
        """Find which levels of hero and of monster can lie on the table together, as pairs.

        Both decks go upwards. Each fight takes a hero and a monster, each banishing a hero. A hero who is alone on the table has to
        go before the next comes, and so has a monster; one of several can stay to the end.
        """
        heroes, monsters = self.decks
        places, row = int(self.cards.heroes_on_table[players]), int(self.cards.monsters_in_row)
        pairs = set()
        for fights in range(max(len(monsters) - row, 0) + 1):
            for gone in range(fights, max(len(heroes) - places, 0) + 1):
                out = heroes[gone : gone + 1] if places == 1 else heroes[: places + gone]
                against = monsters[fights : fights + 1] if row == 1 else monsters[: row + fights]
                pairs |= set(product(out, against))
        return pairs

    @cached_property
    def meetings(self) -> dict[int, set[tuple[int, int]]]:
        return {players: self.met(players) for players in self.counts}

    def beaters(self, monster: _Monster, players: int | None = None) -> list[_Hero]:
        """List the heroes who can come to a monster, with so many players or any, and beat it with the best gear."""
        pairs = self.meetings[players] if players else {pair for pairs in self.meetings.values() for pair in pairs}
        return [hero for hero in self.heroes if (hero.level, monster.level) in pairs and self.armed(hero) >= monster.strength]

    @cached_property
    def gear_by_slots(self) -> dict[tuple[int, ...], list[tuple[int, _Cost, Gear]]]:
        """All gear that heroes with the same slots can wear: of each strength the cheapest, as (strength, cost, items).

        Cheapest is what takes the fewest upgrades, then the lowest tiers, then the least strength, then the fewest items.
        """
        return {slots: self._gear(slots) for slots in dict.fromkeys(hero.slots for hero in self.heroes)}

    def _gear(self, slots: tuple[int, ...]) -> list[tuple[int, _Cost, Gear]]:
        in_play = [(number, item) for number, item in enumerate(self.items) if item.tier in self.reachable]
        choices = []
        for slot, count in Counter(slots).items():
            fitting = [number for number, item in in_play if item.slot == slot]
            choices.append(
                [
                    chosen
                    for worn in range(count + 1)
                    for chosen in combinations_with_replacement(fitting, worn)
                    if all(chosen.count(number) <= self.items[number].copies for number in set(chosen))
                ]
            )
        cheapest: dict[int, tuple[_Cost, Gear]] = {}
        for parts in product(*choices):
            numbers = [number for part in parts for number in part]
            items = tuple(self.items[number] for number in numbers)
            tiers = [item.tier - self.reachable[0] for item in items]
            strength = sum(item.strength for item in items)
            cost = (sum(tiers), max(tiers, default=0), strength, len(items), *numbers)
            if strength not in cheapest or cost < cheapest[strength][0]:
                cheapest[strength] = cost, items
        return [(strength, *found) for strength, found in sorted(cheapest.items())]

    def cheapest_gear(self, hero: _Hero, monster: _Monster) -> tuple[_Cost, Gear] | None:
        """Find the cheapest gear with which a hero beats a monster; None where there is none."""
        fitting = [
            (cost, gear) for strength, cost, gear in self.gear_by_slots[hero.slots] if hero.strength + strength >= monster.strength
        ]
        return min(fitting, key=lambda one: one[0]) if fitting else None


# ---------------------------------------------------------------------------------------------------------------------- census


def _check_players(cards: CardSet) -> Iterator[Check]:
    yield from check_players(cards, cards.counts, SEATS, "heroes_on_table", ("a table", "no table"))


def _check_levels(cards: CardSet) -> Iterator[Check]:
    """[Setup] So many cards of each level go into each deck."""
    short, unused = Check("level-short", "census"), Check("level-unused", "census")
    ruling = Cards.rulings()["short_level"][int(cards.cards.short_level)]
    for kind, word in ((HERO, "hero"), (MONSTER, "monster")):
        there = Counter(cards.levels_of(kind))
        in_deck = Counter(cards.decks[kind])
        plural = {"hero": "heroes", "monster": "monsters"}[word]
        for level in range(1, LEVELS + 1):
            wanted = int(cards.cards.deck_levels[level])
            if there[level] < wanted:
                short.add(
                    "warning",
                    f"{word} level {level}",
                    f"The {word} deck takes {wanted} {plural} of level {level}, and there are "
                    f"{there[level]}; by the ruling short_level ({ruling}) the deck has {in_deck.total()} cards.",
                    there[level],
                    "cards",
                    cards.place("rules", "deck_levels", str(level)),
                    f"add {plural} of level {level}, or take fewer into the deck",
                )
            if there[level] > 0 and in_deck[level] == 0:
                first = next(c.card for c in (cards.heroes if kind == HERO else cards.monsters) if c.level == level)
                unused.add(
                    "warning",
                    f"{word} level {level}",
                    f"The {there[level]} {plural} of level {level} never enter the deck.",
                    there[level],
                    "cards",
                    cards.field_place(first, "level"),
                    f"give level {level} a number in deck_levels, or change the level of the cards",
                )
        if not any(one.about.startswith(word) for one in short.found):
            levels = [level for level in range(1, LEVELS + 1) if cards.cards.deck_levels[level] > 0]
            parts = listed(f"{in_deck[level]} of the {there[level]} of level {level}" for level in levels) if levels else "none"
            short.fine(
                word,
                f"The {word} deck takes {parts}: {in_deck.total()} cards; {sum(there.values()) - in_deck.total()} stay in the box.",
                in_deck.total(),
                "cards",
                cards.key_place("rules", "deck_levels"),
            )
    if not unused.found:
        unused.fine("", "Every hero and every monster can come into a deck.", 0, "cards", cards.key_place("rules", "deck_levels"))
    yield short
    yield unused


def _check_decks(cards: CardSet) -> Iterator[Check]:
    """[Setup, Game End] The table is filled from the decks, and the game ends when they cannot refill it."""
    check = Check("deck-short", "census")
    heroes, monsters = (len(deck) for deck in cards.decks)
    row, where = int(cards.cards.monsters_in_row), cards.key_place("rules", "deck_levels")
    needs = [(f"{players} players", "hero", heroes, int(cards.cards.heroes_on_table[players])) for players in cards.counts]
    for about, word, there, places in [*needs, ("monsters", "monster", monsters, row)]:
        lie = f"{counted(places, word) if word == 'monster' or places == 1 else f'{places} heroes'} on the table" + (
            f" with {about}" if word == "hero" else ""
        )
        if there < places:
            check.add(
                "error",
                about,
                f"The rules want {lie}, and the {word} deck has {there} cards.",
                there,
                "cards",
                where,
                "take more cards into the deck, or lay out fewer",
            )
        elif there == places:
            check.add(
                "warning",
                about,
                f"The {word} deck has {there} cards, and the rules want {lie}: none is left to refill, so the "
                "first fight ends the game.",
                there,
                "cards",
                where,
                "take more cards into the deck, or lay out fewer",
            )
    if not check.found:
        left = sorted({heroes - places for _, _, _, places in needs}) or [heroes]
        last = [1 + min(one, monsters - row) for one in left]
        span = [
            f"{least}" if least == most else f"{least} to {most}" for least, most in ((left[0], left[-1]), (min(last), max(last)))
        ]
        check.fine(
            "",
            f"When the table is set {span[0]} heroes, by the number of players, and {monsters - row} monsters are left to refill "
            f"it: the game ends in the round of fight {span[1]}, sooner if heroes are banished.",
            min(last),
            "fights",
            where,
        )
    yield check


def _check_hands(cards: CardSet) -> Iterator[Check]:
    """[Setup] Everybody begins with a hand of the starting tier."""
    check = Check("hand-short", "census")
    tier, hand = int(cards.cards.starting_tier), int(cards.cards.hand_limit)
    name = str(cards.row("tier", tier).id)
    there, where = _copies(cards, tier), cards.place("rules", "hand_size")
    for players in cards.counts:
        if players * hand > there:
            check.add(
                "warning",
                f"{players} players",
                f"The opening hands of {players} players take {players * hand} {name} cards, and "
                f"there are {there}: not everybody begins with {hand}.",
                there,
                "cards",
                where,
                f"deal fewer, or raise the copies of {name} items to {players * hand} in all",
            )
    if not check.found:
        most = max(cards.counts, default=0)
        check.fine(
            "", f"The opening hands of {most} players take {most * hand} of the {there} {name} cards.", there, "cards", where
        )
    yield check


def _copies(cards: CardSet, tier: int) -> int:
    return sum(item.copies for item in cards.items if item.tier == tier)


def _most_docked(cards: CardSet, tier: int, places: int) -> int:
    """Count how many items of a tier can lie beside the heroes of a full table."""
    room = Counter({slot: sum(i.copies for i in cards.items if (i.tier, i.slot) == (tier, slot)) for slot in range(TYPES)})
    in_deck = set(cards.decks[HERO])
    shapes = Counter(hero.slots for hero in cards.heroes if hero.level in in_deck)
    tables = [
        Counter(slot for slots in table for slot in slots)
        for table in combinations_with_replacement(shapes, min(places, shapes.total()))
        if all(table.count(slots) <= shapes[slots] for slots in table)
    ]
    return max(((slots & room).total() for slots in tables), default=0)


def _check_stock(cards: CardSet) -> Iterator[Check]:
    """[Restocking Phase] How many cards of a tier can be out of its deck and discards when one is to be drawn.

    By the default rulings no hand grows beyond its size: what is swapped out takes the place of what went in. If winners' items go
    to the patron and hands keep what they have, there is no bound.
    """
    check = Check("stock-short", "census")
    hand, at_once = int(cards.cards.hand_limit), int(cards.cards.upgrades_most)
    ruling = Cards.rulings()["items_run_out"][int(cards.cards.items_run_out)]
    is_open = cards.cards.winner_items == ruled.WinnerItems.TO_PATRON and cards.cards.large_hand != ruled.LargeHand.DISCARD
    for tier in cards.reachable:
        there, name = _copies(cards, tier), str(cards.row("tier", tier).id)
        worst = [
            (players * hand, _most_docked(cards, tier, int(cards.cards.heroes_on_table[players])), players)
            for players in cards.counts
        ]
        held, docked, players = max(worst, key=lambda one: (one[0] + one[1], one[2]), default=(0, 0, 0))
        dry = [n * at_once for n in cards.counts if n * at_once > there] if tier > cards.reachable[0] else []
        if dry:
            first = min(dry) // at_once
            check.add(
                "warning",
                name,
                f"If {first} players upgrade {counted(at_once, 'card')} each in one round they draw {min(dry)} "
                f"{name} cards, and there are {there}; the ruling items_run_out ({ruling}) then holds in ordinary play.",
                there,
                "cards",
                cards.row_place("tier", tier),
                f"raise the copies of {name} items to {max(dry)} in all",
            )
            continue
        reach = f"With {players} players up to {held} {name} cards can be in hands and {docked} beside heroes"
        if is_open:
            said = (
                f"Hands have no limit (winner_items: to_patron, large_hand: keep), so all {there} {name} cards can be out; then the "
                f"ruling items_run_out ({ruling}) holds."
            )
        elif there >= held + docked:
            said = f"{reach}, and there are {there}: whoever draws one finds one."
        else:
            said = f"{reach}, and there are {there}: it takes unusual play, and then the ruling items_run_out ({ruling}) holds."
        check.fine(name, said, there, "cards", cards.row_place("tier", tier))
    yield check


def _check_copies(cards: CardSet) -> Iterator[Check]:
    """Within a tier every slot, and every guild, has as many cards as the others."""
    check = Check("copies-uneven", "census")
    for tier in sorted({item.tier for item in cards.items}):
        row = cards.row("tier", tier)
        items = [item for item in cards.items if item.tier == tier]
        for table, of in (("slot", [item.slot for item in items]), ("guild", [item.guild for item in items])):
            sums = Counter(dict.fromkeys(range(len(cards.rows(table))), 0))
            for number, item in zip(of, items, strict=True):
                sums[number] += item.copies
            if len(set(sums.values())) > 1:
                usual = Counter(item.copies for item in items).most_common(1)[0][0]
                odd = next((item.card for item in items if item.copies != usual), None)
                parts = listed(f"{count} of {cards.row(table, number).id}" for number, count in sorted(sums.items()))
                check.add(
                    "warning",
                    f"{row.id} by {table}",
                    f"The {row.id} cards are not spread evenly by {table}: {parts}.",
                    max(sums.values()) - min(sums.values()),
                    "cards",
                    cards.field_place(odd, "copies") if odd else cards.row_place("tier", tier),
                    "even out `copies`, or silence this",
                )
    if not check.found:
        each = listed(
            f"{_copies(cards, tier)} {cards.row('tier', tier).id}" for tier in sorted({item.tier for item in cards.items})
        )
        check.fine(
            "",
            f"There are {each} cards, spread evenly over slots and over guilds.",
            sum(i.copies for i in cards.items),
            "cards",
            cards.key_place("kinds", "item"),
        )
    yield check


def _check_pieces(cards: CardSet) -> Iterator[Check]:
    """Dice, screens, mats and aids: one for each player that the box promises; and dice with the faces that the rules use."""
    other, faces = Check("die-mismatch", "census"), int(cards.cards.die_faces)
    for component in cards.game.components:
        sides = _sides(component.name) if words_of(component) & _DICE else None
        if sides is not None and sides != faces:
            other.add(
                "warning",
                component.id,
                f"The box has dice with {sides} faces, and the rules use {faces} (`die_faces`).",
                sides,
                "faces",
                cards.place("components", component.id, "name"),
                "make the two agree",
            )
    if not other.found:
        other.fine("", f"Prices and bids are set on a die with {faces} faces.", faces, "faces", cards.place("rules", "die_faces"))
    yield check_pieces(cards, cards.counts, _FOR_EACH_PLAYER, "dice, screens, mats or aids")
    yield other


def _sides(name: str) -> int | None:
    """Read how many faces dice have from what they are called: "Eight-sided dice", "8-sided", "d8"."""
    match = re.search(r"\b(?:d(\d+)|(\w+)[- ]sided)\b", name.lower())
    if not match:
        return None
    word = match[1] or match[2]
    return int(word) if word.isdigit() else _SIDES.get(word)


def _check_coins(cards: CardSet) -> Iterator[Check]:
    """Coins, where there are any, for the gold that the game begins with, and for every price."""
    check = Check("coins-short", "census")
    for component in cards.game.components:
        if (
            not words_of(component) & {"coin", "coins"}
            or not component.cards
            or any("value" not in c.record for c in component.cards)
        ):
            continue
        total = sum(card.copies * int(card.record.value) for card in component.cards)
        least = min(component.cards, key=lambda card: int(card.record.value))
        need = max(cards.counts, default=0) * int(cards.cards.starting_gold)
        ones = sum(card.copies for card in component.cards if card.record.value == 1)
        if total < need:
            check.add(
                "warning",
                component.id,
                f"The coins make {total} gold, and {max(cards.counts)} players begin with {need}.",
                total,
                "gold",
                component.place,
                "add coins",
            )
        elif ones == 0:
            check.add(
                "warning",
                component.id,
                f"The smallest coin is {least.record.value} gold, so that prices cannot be paid exactly.",
                int(least.record.value),
                "gold",
                cards.field_place(least, "value"),
                "make coins of 1",
            )
        else:
            check.fine(
                component.id,
                f"The coins make {total} gold, of which the game begins with up to {need}; {ones} of them are of 1.",
                total,
                "gold",
                component.place,
            )
    yield check


# ----------------------------------------------------------------------------------------------------------------------- reach


def _check_tiers(cards: CardSet) -> Iterator[Check]:
    check = Check("tier-unreachable", "reach")
    start = cards.row("tier", cards.reachable[0]).id
    for tier, row in enumerate(cards.rows("tier")):
        if tier in cards.reachable:
            continue
        why = (
            "has no item"
            if not _copies(cards, tier)
            else f"lies below the tier that hands are drawn from ({start})"
            if tier < cards.reachable[0]
            else "can only be had by upgrading, and `upgrades_most` is 0"
            if cards.cards.upgrades_most == 0
            else "lies above a tier that has no item, and upgrades go one tier up"
        )
        check.add(
            "warning",
            row.id,
            f"No {row.id} card ever comes into play: the tier {why}.",
            _copies(cards, tier),
            "cards",
            cards.row_place("tier", tier),
            "leave the tier out, or open a way to it",
        )
    if not check.found:
        check.fine(
            "",
            f"Hands begin with {start}, and upgrades lead to every tier above.",
            len(cards.reachable),
            "tiers",
            cards.place("rules", "starting_tier"),
        )
    yield check


def _check_slots(cards: CardSet) -> Iterator[Check]:
    bare, idle = Check("slot-without-item", "reach"), Check("item-without-hero", "reach")
    in_play = {item.slot for item in cards.items if item.tier in cards.reachable}
    on_heroes = Counter(slot for hero in cards.heroes for slot in set(hero.slots))
    for number, row in enumerate(cards.rows("slot")):
        if number not in in_play:
            bare.add(
                "warning",
                row.id,
                f"No item that can come into play fits the slot '{row.id}', and {on_heroes[number]} heroes have it.",
                on_heroes[number],
                "heroes",
                cards.row_place("slot", number),
                f"make items with `slot: {row.id}`, or take the slot off the heroes",
            )
        idlers = [item for item in cards.items if item.slot == number]
        if idlers and not on_heroes[number]:
            names = (
                listed(name_of(item.card.record) for item in idlers[:3])
                if len(idlers) < 4
                else f"{name_of(idlers[0].card.record)} and others"
            )
            idle.add(
                "warning",
                row.id,
                f"No hero has the slot '{row.id}', so that {counted(len(idlers), 'item')} can never be sold: {names}.",
                len(idlers),
                "items",
                cards.field_place(idlers[0].card, "slot"),
                "give heroes this slot, or the items another",
            )
    where = cards.key_place("tables", "slot")
    parts = listed(f"{on_heroes[number]} with {row.id}" for number, row in enumerate(cards.rows("slot")))
    if not bare.found:
        bare.fine(
            "", f"Every slot has items that fit. Of {len(cards.heroes)} heroes there are {parts}.", len(in_play), "slots", where
        )
    if not idle.found:
        idle.fine("", f"Each of the {len(cards.items)} items fits some hero.", len(cards.items), "items", where)
    yield bare
    yield idle


def _check_types(cards: CardSet) -> Iterator[Check]:
    """[End of Game Bonuses] Sets and most of each type need cards of each type."""
    missing, uneven = Check("type-without-card", "reach"), Check("types-uneven", "balance")
    monsters = [monster for monster in cards.monsters if monster.level in set(cards.decks[MONSTER])]
    heroes = [hero for hero in cards.heroes if hero.level in set(cards.decks[HERO])]
    for table, plural, types, lost in (
        (
            "guild",
            "heroes",
            [hero.guild for hero in heroes],
            "its items never earn the colour bonus, and nobody can have most of it",
        ),
        ("monster_type", "monsters", [monster.type for monster in monsters], "a set of all types of monster cannot be had"),
    ):
        counts = Counter(types)
        sums = {number: counts[number] for number in range(len(cards.rows(table)))}
        for number, count in sums.items():
            if count == 0:
                id_ = cards.row(table, number).id
                missing.add(
                    "warning",
                    id_,
                    f"There are no {plural} of '{id_}': {lost}.",
                    0,
                    "cards",
                    cards.row_place(table, number),
                    f"make {plural} of '{id_}', or leave it out",
                )
        parts = listed(f"{count} of {cards.row(table, number).id}" for number, count in sums.items())
        if len(set(sums.values())) > 1 and min(sums.values()) > 0:
            uneven.add(
                "warning",
                plural,
                f"The {plural} are not spread evenly: {parts}.",
                max(sums.values()) - min(sums.values()),
                "cards",
                cards.key_place("tables", table),
                "even them out, or silence this",
            )
        elif min(sums.values()) > 0:
            uneven.fine(
                plural, f"The {plural} are spread evenly: {parts}.", sum(sums.values()), "cards", cards.key_place("tables", table)
            )
    if not missing.found:
        missing.fine(
            "",
            "There are heroes of every guild and monsters of every type.",
            len(cards.rows("guild")) + len(cards.rows("monster_type")),
            "types",
            cards.key_place("tables", "guild"),
        )
    yield missing
    yield uneven


def _check_prices(cards: CardSet) -> Iterator[Check]:
    """[Sell an Item, Become a Patron] What the die can show against price caps and rewards."""
    beyond, flat, poor = Check("cap-beyond-die", "reach"), Check("cap-not-rising", "balance"), Check("reward-below-bid", "reach")
    faces, rows = int(cards.cards.die_faces), cards.rows("tier")
    caps = [int(cards.cards.price_cap[tier]) for tier in range(len(rows))]
    for tier, row in enumerate(rows):
        where = cards.row_place("tier", tier, "price_cap")
        if caps[tier] > faces:
            beyond.add(
                "warning",
                row.id,
                f"{row.name} may cost up to {caps[tier]} gold, but the die shows at most {faces}.",
                caps[tier],
                "gold",
                where,
                f"lower the cap to {faces}, or take a larger die",
            )
        if tier > 0 and min(caps[tier], faces) <= min(caps[tier - 1], faces):
            flat.add(
                "warning",
                row.id,
                f"{row.name} sells for at most {min(caps[tier], faces)} gold, no more than {rows[tier - 1].name} "
                f"({min(caps[tier - 1], faces)}).",
                caps[tier],
                "gold",
                where,
                "let the caps rise with the tiers",
            )
    said = listed(f"{row.id} {cap}" for row, cap in zip(rows, caps, strict=True))
    where = cards.key_place("tables", "tier")
    if not beyond.found:
        beyond.fine(
            "", f"The die shows 1 to {faces}, enough for every price cap: {said}.", faces, "gold", cards.place("rules", "die_faces")
        )
    if not flat.found:
        flat.fine("", f"Price caps rise with the tiers: {said}.", max(caps), "gold", where)
    for monster in cards.monsters:
        if monster.reward <= _LOWEST_BID:
            poor.add(
                "warning",
                monster.card.id,
                f"{name_of(monster.card.record)} brings {monster.reward} gold, and a patron bids at least {_LOWEST_BID}: "
                "beating it never earns anything.",
                monster.reward,
                "gold",
                cards.field_place(monster.card, "reward"),
                f"raise the reward to {_LOWEST_BID + 1} or more",
            )
    if not poor.found:
        rewards = [monster.reward for monster in cards.monsters]
        poor.fine(
            "",
            f"Monsters bring {min(rewards)} to {max(rewards)} gold; bids go from {_LOWEST_BID} to {faces}.",
            min(rewards),
            "gold",
            cards.key_place("kinds", "monster"),
        )
    yield beyond
    yield flat
    yield poor


def _check_monsters(cards: CardSet) -> Iterator[Check]:
    """[Become a Patron] Every monster can be beaten, by some hero who can meet it, with gear that there is."""
    never, one = Check("monster-unbeatable", "reach"), Check("monster-one-hero", "reach")
    in_deck = set(cards.decks[MONSTER])
    monsters = [monster for monster in cards.monsters if monster.level in in_deck] if cards.counts else []
    fewest: list[tuple[int, str]] = []
    for monster in monsters:
        name, where = name_of(monster.card.record), cards.field_place(monster.card, "strength")
        heroes = cards.beaters(monster)
        without = [players for players in cards.counts if not cards.beaters(monster, players)]
        fewest.append((len(heroes), name))
        best = max(cards.heroes, key=cards.armed)
        if not heroes:
            said = f"the strongest hero with the best gear, {name_of(best.card.record)}, comes to {cards.armed(best)}"
            if cards.armed(best) >= monster.strength:
                said = "no hero who is strong enough can meet it"
            never.add(
                "error",
                monster.card.id,
                f"Nobody can beat {name} ({monster.strength}): {said}.",
                monster.strength,
                "strength",
                where,
                f"lower the strength to {cards.armed(best)} or less, or make gear or heroes stronger",
            )
        elif without:
            never.add(
                "warning",
                monster.card.id,
                f"With {listed(without)} players nobody can beat {name} ({monster.strength}): no hero who is "
                "strong enough comes to the table while it lies there.",
                monster.strength,
                "strength",
                where,
                "lower the strength, or make weaker heroes stronger",
            )
        elif len(heroes) == 1:
            there, taken = cards.levels_of(HERO).count(heroes[0].level), cards.decks[HERO].count(heroes[0].level)
            missing = 100 * (1 - taken / there)
            one.add(
                "warning",
                monster.card.id,
                f"Only {name_of(heroes[0].card.record)} can beat {name} ({monster.strength}), and is not in the deck in "
                f"{missing:.0f} % of games.",
                round(missing, 1),
                "%",
                where,
                "lower the strength, or make another hero stronger",
            )
    if monsters and not never.found:
        least = min(cards.armed(hero) for hero in cards.heroes)
        never.fine(
            "",
            f"Each of the {len(monsters)} monsters can be beaten, with every number of players. With the best gear the weakest "
            f"hero comes to {least}, the strongest to {max(map(cards.armed, cards.heroes))}; the strongest monster has "
            f"{max(monster.strength for monster in monsters)}.",
            len(monsters),
            "monsters",
            cards.key_place("kinds", "monster"),
        )
    if monsters and not one.found:
        count, name = min(fewest)
        one.fine(
            "",
            f"No monster hangs on one hero: the fewest heroes, {count} of {len(cards.heroes)}, can beat {name}.",
            count,
            "heroes",
            cards.key_place("kinds", "monster"),
        )
    yield never
    yield one


def _check_heroes(cards: CardSet) -> Iterator[Check]:
    check = Check("hero-beats-nothing", "reach")
    looked = 0
    for hero in cards.heroes:
        strengths = [monster.strength for monster in cards.monsters if monster.level == hero.level]
        looked += bool(strengths)
        if strengths and cards.armed(hero) < min(strengths):
            check.add(
                "warning",
                hero.card.id,
                f"{name_of(hero.card.record)} comes to {cards.armed(hero)} with the best gear, and the weakest monster of "
                f"level {hero.level} has {min(strengths)}.",
                cards.armed(hero),
                "strength",
                cards.field_place(hero.card, "strength"),
                "make the hero stronger, or add a slot",
            )
    if not check.found:
        check.fine(
            "",
            f"Each of {looked} heroes can beat some monster of the same level.",
            looked,
            "heroes",
            cards.key_place("kinds", "hero"),
        )
    yield check


def _check_gear(cards: CardSet) -> Iterator[Check]:
    """What gear is for: how many fights of a level can be won with none, and with each tier."""
    check = Check("gear-not-needed", "reach")
    rows = _level_rows(cards)
    for level in dict.fromkeys(row["level"] for row in rows):
        of_level = [row for row in rows if row["level"] == level]
        fights, bare = of_level[0]["fights"], of_level[0]["won"]
        where = cards.key_place("rules", "deck_levels", str(level))
        if bare == fights:
            check.add(
                "warning",
                f"level {level}",
                f"Every hero of level {level} beats every monster of level {level} without any gear.",
                bare,
                "fights",
                where,
                "make the monsters stronger, or the heroes weaker",
            )
            continue
        parts = listed(f"{row['won']} with {row['tier']}" for row in of_level[1:])
        check.fine(
            f"level {level}",
            f"Of the {fights} pairs of a hero and a monster of level {level} the hero wins {bare} bare, {parts} at most.",
            bare,
            "fights",
            where,
        )
    yield check


# --------------------------------------------------------------------------------------------------------------------- balance


def _is_within(some: tuple[int, ...], others: tuple[int, ...]) -> bool:
    return not Counter(some) - Counter(others)


def _check_dominated(cards: CardSet) -> Iterator[Check]:
    """Cards that another of the same sort beats in some respect and equals in all others, and cards that are equal."""
    worse, equal = Check("card-dominated", "balance"), Check("card-twin", "balance")

    def compare(
        a: Any, b: Any, sort: str, is_no_better: Callable[[Any, Any], bool], how: Callable[[Any], str], column: str
    ) -> bool:
        """Compare a card with another; tells whether it is dominated."""
        if not is_no_better(a, b):
            return False
        if not is_no_better(b, a):
            worse.add(
                "warning",
                a.card.id,
                f"{name_of(a.card.record)} ({how(a)}) is nowhere better than {name_of(b.card.record)} ({how(b)}); both are {sort}.",
                a.strength,
                "strength",
                cards.field_place(a.card, column),
                "give it an edge in something, or silence this",
            )
            return True
        if a.card.place.line > b.card.place.line or (
            a.card.place.line == b.card.place.line and a.card.place.column > b.card.place.column
        ):
            equal.add(
                "warning",
                a.card.id,
                f"{name_of(a.card.record)} and {name_of(b.card.record)} are the same card under two names: {sort}, {how(a)}.",
                a.strength,
                "strength",
                a.card.place,
                "change one, merge them with `copies`, or silence this",
            )
            return True
        return False

    def slots(hero: _Hero) -> str:
        return ", ".join(str(cards.row("slot", slot).id) for slot in hero.slots) or "no slot"

    for item in cards.items:
        sort = f"{cards.row('tier', item.tier).id} {cards.row('slot', item.slot).id} of {cards.row('guild', item.guild).id}"
        rivals = [o for o in cards.items if o is not item and (o.tier, o.slot, o.guild) == (item.tier, item.slot, item.guild)]
        any(
            compare(item, o, sort, lambda a, b: a.strength <= b.strength, lambda i: f"strength {i.strength}", "strength")
            for o in rivals
        )
    for hero in cards.heroes:
        sort = f"{cards.row('guild', hero.guild).id} heroes of level {hero.level}"
        any(
            compare(
                hero,
                o,
                sort,
                lambda a, b: a.strength <= b.strength and _is_within(a.slots, b.slots),
                lambda h: f"strength {h.strength}; {slots(h)}",
                "strength",
            )
            for o in cards.heroes
            if o is not hero and (o.guild, o.level) == (hero.guild, hero.level)
        )
    for monster in cards.monsters:
        sort = f"{cards.row('monster_type', monster.type).id} of level {monster.level}"
        any(
            compare(
                monster,
                o,
                sort,
                lambda a, b: a.strength >= b.strength and a.reward <= b.reward,
                lambda m: f"strength {m.strength}, reward {m.reward}",
                "reward",
            )
            for o in cards.monsters
            if o is not monster and (o.type, o.level) == (monster.type, monster.level)
        )
    total = len(cards.items) + len(cards.heroes) + len(cards.monsters)
    if not worse.found:
        worse.fine(
            "",
            f"None of {total} cards is outdone in every respect by another of its sort.",
            total,
            "cards",
            cards.key_place("kinds"),
        )
    if not equal.found:
        equal.fine("", f"No two of {total} cards are the same under two names.", total, "cards", cards.key_place("kinds"))
    yield worse
    yield equal


def _check_upgrades(cards: CardSet) -> Iterator[Check]:
    """An upgrade should be one: of its slot and guild, a card is stronger than those of lower tiers."""
    check = Check("upgrade-weaker", "balance")
    for item in cards.items:
        lower = [o for o in cards.items if (o.slot, o.guild) == (item.slot, item.guild) and o.tier < item.tier]
        best = max(lower, key=lambda o: o.strength, default=None)
        if best and best.strength >= item.strength:
            tier, under = cards.row("tier", item.tier).id, cards.row("tier", best.tier).id
            check.add(
                "warning",
                item.card.id,
                f"{name_of(item.card.record)} ({tier}, strength {item.strength}) is no stronger than {name_of(best.card.record)} "
                f"({under}, {best.strength}), of the same slot and guild.",
                item.strength,
                "strength",
                cards.field_place(item.card, "strength"),
                "let strength rise with the tiers",
            )
    if not check.found:
        check.fine(
            "",
            f"Of each slot and guild, items of higher tiers are stronger: {len(cards.items)} items.",
            len(cards.items),
            "items",
            cards.key_place("kinds", "item"),
        )
    yield check


def _check_rising(cards: CardSet) -> Iterator[Check]:
    check = Check("level-not-stronger", "balance")
    for word, plural, sort in (("hero", "heroes", cards.heroes), ("monster", "monsters", cards.monsters)):
        group: list[Any] = list(sort)
        levels = sorted({card.level for card in group})
        means = [mean(card.strength for card in group if card.level == level) for level in levels]
        for n in range(1, len(levels)):
            if means[n] <= means[n - 1]:
                first = next(card.card for card in group if card.level == levels[n])
                check.add(
                    "warning",
                    f"{word} level {levels[n]}",
                    f"The {plural} of level {levels[n]} have a strength of {means[n]:.1f} on average, "
                    f"no more than those of level {levels[n - 1]} ({means[n - 1]:.1f}).",
                    round(means[n], 1),
                    "strength",
                    cards.field_place(first, "strength"),
                    "let strength rise with the levels",
                )
        if not any(one.about.startswith(word) for one in check.found):
            check.fine(
                word,
                f"The {plural} grow with their level: {listed(f'{m:.1f}' for m in means)} strength on average.",
                round(means[-1], 1),
                "strength",
                cards.key_place("kinds", word),
            )
    yield check


_CHECKS: tuple[Callable[[CardSet], Iterator[Check]], ...] = (
    _check_players,
    _check_levels,
    _check_decks,
    _check_hands,
    _check_stock,
    _check_copies,
    _check_pieces,
    _check_coins,
    _check_tiers,
    _check_slots,
    _check_types,
    _check_prices,
    _check_monsters,
    _check_heroes,
    _check_gear,
    _check_dominated,
    _check_upgrades,
    _check_rising,
)


def examine(game: Game, cards: Any, limits: dict[str, float]) -> list[Finding]:
    """Check a card set without playing: census, reach and the fixed part of balance, in this order, each with its place.

    `cards` is the record of `game`, perhaps with other rulings. None of `limits` is needed: what is found here is certain.
    """
    laid_out = CardSet.of(game, cards)
    found = [finding for check in _CHECKS for part in check(laid_out) for finding in part.found]
    return in_order(found)


def reach_table(game: Game, cards: Any) -> list[dict[str, Any]]:
    """Say, monster by monster, who is the weakest hero that beats it, and with which gear at the least; for reports.

    Weakest is who has the least own strength; cheapest the gear that takes the fewest upgrades, then of the lowest tiers, then of the
    least strength. Only heroes who can meet the monster count, `heroes` of them; `hero` is None, and `gear` empty, where there is none.
    `own_level` says the same of the heroes of the monster's own level alone; None where none of them beats it.
    """
    laid_out = CardSet.of(game, cards)
    rows = []
    for monster in laid_out.monsters:
        able = laid_out.beaters(monster)
        peers = [hero for hero in able if hero.level == monster.level]
        rows.append(
            {
                "monster": monster.card.id,
                "name": name_of(monster.card.record),
                "level": monster.level,
                "strength": monster.strength,
                "reward": monster.reward,
                "heroes": len(able),
                **(_weakest(laid_out, monster, able) or _NOBODY),
                "own_level": _weakest(laid_out, monster, peers),
            }
        )
    return rows


def reach(game: Game, cards: Any) -> dict[str, Any]:
    """Write `reach_table` as a table for the report; `data` is that table itself."""
    rows = reach_table(game, cards)
    texts = [
        [
            row["name"],
            str(row["strength"]),
            row["hero_name"] or "nobody",
            ", ".join(f"{item['name']} {item['strength']}" for item in row["gear"]) or "nothing",
        ]
        for row in rows
    ]
    return {
        "title": "What beats each monster",
        "reading": "For each monster one hero, and what that hero needs.",
        "columns": ["Monster", "strength", "hero", "with"],
        "rows": texts,
        "left": 4,
        "data": rows,
    }


_NOBODY: dict[str, Any] = {"hero": None, "hero_name": None, "hero_strength": None, "gear": [], "upgrades": None, "total": None}


def _weakest(cards: CardSet, monster: _Monster, heroes: list[_Hero]) -> dict[str, Any] | None:
    """Describe the weakest of some heroes who beats a monster, and the cheapest gear for that."""
    found = [(hero.strength, *fitting, hero) for hero in heroes if (fitting := cards.cheapest_gear(hero, monster))]
    if not found:
        return None
    _, cost, gear, hero = min(found, key=lambda one: one[:2])
    return {
        "hero": hero.card.id,
        "hero_name": name_of(hero.card.record),
        "hero_strength": hero.strength,
        "gear": [
            {
                "item": one.card.id,
                "name": name_of(one.card.record),
                "tier": cards.row("tier", one.tier).id,
                "strength": one.strength,
            }
            for one in gear
        ],
        "upgrades": cost[0],
        "total": hero.strength + sum(one.strength for one in gear),
    }


def _level_rows(cards: CardSet) -> list[dict[str, Any]]:
    rows = []
    for level in sorted({hero.level for hero in cards.heroes} & {monster.level for monster in cards.monsters}):
        heroes = [hero for hero in cards.heroes if hero.level == level]
        monsters = [monster.strength for monster in cards.monsters if monster.level == level]
        for tier in (None, *cards.reachable):
            armed = [hero.strength if tier is None else cards.armed(hero, tier) for hero in heroes]
            rows.append(
                {
                    "level": level,
                    "tier": None if tier is None else cards.row("tier", tier).id,
                    "least": min(armed),
                    "most": max(armed),
                    "weakest_monster": min(monsters),
                    "strongest_monster": max(monsters),
                    "fights": len(armed) * len(monsters),
                    "won": sum(one >= strength for one in armed for strength in monsters),
                }
            )
    return rows


def level_table(game: Game, cards: Any) -> list[dict[str, Any]]:
    """Say, level by level, how strong its heroes are bare (`tier` None) and with the best gear up to each tier; for reports.

    `won` counts the pairs of a hero and a monster of the level that the hero wins, of `fights` in all.
    """
    return _level_rows(CardSet.of(game, cards))
