"""Check Emporium's card set for what is certain without playing a single game.

In: a checked `Game`, for the words and places of cards.yaml, and its record, for the numbers and
rulings. Out: findings in three sections: **census** (is there enough of everything?), **reach**
(who can beat what, and with which gear?) and the fixed part of **balance** (cards that are worse
than their neighbours in every respect). Each check reports each problem it found, or one `fine`
finding with its numbers. Nothing here is a guess or a sample; anything that takes playing is
measured elsewhere. No compiled rule is needed.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import combinations_with_replacement, pairwise, product
from operator import itemgetter
from statistics import mean, median
from typing import Any, NamedTuple

import numpy as np

from generator.data.game import Game
from rules_check.games.emporium.room import COPIES, LEVELS
from rules_check.games.emporium.rulings import LargeHand, ShortLevel, WinnerItems
from rules_check.games.emporium.state import HERO, MONSTER, Cards
from rules_check.telling import pieces, spanned, texts
from rules_check.toolkit import examining
from rules_check.toolkit.examining import (
    Entry,
    Findings,
    LaidOut,
    check_dominated,
    checks_in,
    examiner,
    none_dominated,
    sections,
)

SECTIONS = sections(
    census="players-without-setup players-unpromised level-short level-unused deck-short hand-short "
    "stock-short copies-uneven "
    "pieces-short box-watched die-mismatch coins-short",
    reach="tier-unreachable slot-without-item item-without-hero type-without-card cap-beyond-die "
    "reward-below-bid upgrade-unpriced "
    "monster-unbeatable monster-one-hero hero-beats-nothing gear-not-needed",
    balance=(
        "types-uneven cap-not-rising sales-outpaid fights-outpaid card-dominated card-twin "
        "upgrade-weaker level-not-stronger"
    ),
)
CODES = tuple(SECTIONS)
"""Every code that `examine` can give."""

PIECES = pieces("""
    hero          deck-short, level-short
    monster       deck-short, level-short
    item          hand-short, stock-short
    screen        1 a player
    mat           1 a player
    die dice      1 a player
    aid           1 a player
    marker        1
    coin          sum of starting gold, sales, colour bonus, rewards, bids paid, upgrades paid, banishing paid
    """)
"""The pieces that play needs from the box; bonuses at the end are added up, not paid out."""

_SAY = texts(__file__, "examine")
_LOWEST_BID = 1


class _Gear(NamedTuple):
    """Gear of a hero; its fields are in the order in which gear is cheaper."""

    tiers: int
    """The sum of its tiers."""
    highest: int
    """Its highest tier."""
    strength: int
    worn: int
    """The number of its items."""
    numbers: tuple[int, ...]
    """The numbers of its items."""


class _Worth(NamedTuple):
    """What gear is sorted by, and the cheapest is looked for."""

    strength: int
    highest: int
    worn: int


_Ways = dict[_Worth, tuple[int, tuple[int, ...]]]
"""Gear by its worth: the sum of the tiers, and the item numbers."""
_BARE: _Ways = {_Worth(0, 0, 0): (0, ())}


class CardSet(LaidOut):
    """A card set prepared for the checks: its cards with names and places, and the totals of its
    decks.
    """

    by_players = "heroes_on_table"

    @cached_property
    def items(self) -> list[Entry]:
        return self.entries("item", "tier slot guild strength copies")

    @cached_property
    def heroes(self) -> list[Entry]:
        """The heroes, with their slots in ascending order so that heroes with the same slots have
        equal tuples.
        """
        slots = [
            tuple(sorted(slot for slot in slots if slot >= 0))
            for slots in self.cards.hero_slots.tolist()
        ]
        slot_words = [
            ", ".join(self.id("slot", slot) for slot in some) or _SAY("no-slot") for some in slots
        ]
        level, strength = self.cards.level[HERO], self.cards.strength[HERO]
        return self.entries(
            "hero", "guild", level=level, strength=strength, slots=slots, said=slot_words
        )

    @cached_property
    def monsters(self) -> list[Entry]:
        return self.entries(
            "monster",
            "type reward",
            level=self.cards.level[MONSTER],
            strength=self.cards.strength[MONSTER],
        )

    # ---- what the numbers come to

    @cached_property
    def decks(self) -> tuple[list[int], list[int]]:
        """The levels of the hero deck and the monster deck, from the top; the cards within a level
        are random.
        """
        return self._deck(self.heroes), self._deck(self.monsters)

    def _deck(self, group: list[Entry]) -> list[int]:
        spare, deck = Counter(card.level for card in group), list[int]()
        for level in range(1, LEVELS + 1):
            sources = range(
                level, (LEVELS if self.cards.short_level == ShortLevel.NEXT_LEVEL else level) + 1
            )
            there = [source for source in sources for _ in range(spare[source])][
                : self.cards.deck_levels[level]
            ]
            deck += there
            spare -= Counter(there)
        return deck

    @property
    def kinds(self) -> list[tuple[str, str, list[Entry], list[int]]]:
        """Heroes and monsters: singular, plural, the cards, and the levels in their deck."""
        return [
            ("hero", "heroes", self.heroes, self.decks[HERO]),
            ("monster", "monsters", self.monsters, self.decks[MONSTER]),
        ]

    def copies(self, tier: int) -> int:
        return sum(item.copies for item in self.items if item.tier == tier)

    @cached_property
    def reachable(self) -> list[int]:
        """The tiers whose cards can come into play: the starting tier, and those that upgrades lead
        to.
        """
        tiers = [int(self.cards.starting_tier)]
        while self.cards.upgrades_most > 0 and any(
            item.tier == tiers[-1] + 1 for item in self.items
        ):
            tiers.append(tiers[-1] + 1)
        return tiers

    @cached_property
    def _best_gear(self) -> dict[tuple[tuple[int, ...], int], int]:
        """The strength of the best gear for a set of slots, by the slots and the highest tier in
        it.
        """
        best = Counter[tuple[tuple[int, ...], int]]()
        for slots, tier in product({hero.slots for hero in self.heroes}, self.reachable):
            for slot, count in Counter(slots).items():
                fitting = [
                    item
                    for item in self.items
                    if item.slot == slot and self.reachable[0] <= item.tier <= tier
                ]
                strengths = list[int]()
                for item in fitting:
                    strengths += [item.strength] * item.copies
                strengths.sort(reverse=True)
                best[slots, tier] += sum(strengths[:count])
        return best

    def armed(self, hero: Entry, tier: int | None = None) -> int:
        """Return a hero's strength with the best gear of the tiers in play, up to `tier`."""
        return (
            int(hero.strength)
            + self._best_gear[hero.slots, self.reachable[-1] if tier is None else tier]
        )

    def met(self, players: int) -> set[tuple[int, int]]:
        """Return the pairs of a hero level and a monster level that can be on the table together.

        Both decks ascend by level. Each fight uses up a hero and a monster, each banishing a hero.
        If only one hero is on the table it has to leave before the next comes, and the same goes
        for monsters; with several places, one can stay to the end.
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

    def beaters(self, monster: Entry, players: int | None = None) -> list[Entry]:
        """List the heroes that can meet a monster, with a number of players or any, and beat it
        with the best gear.
        """
        if players:
            pairs = self.meetings[players]
        else:
            pairs = set[tuple[int, int]]().union(*self.meetings.values())
        heroes = []
        for hero in self.heroes:
            if (hero.level, monster.level) in pairs and self.armed(hero) >= monster.strength:
                heroes.append(hero)
        return heroes

    @cached_property
    def gear(self) -> dict[tuple[int, ...], list[_Gear]]:
        """All gear that heroes can wear, by their slots: for each strength and number of items,
        only the gear with the fewest tiers.
        """
        return {slots: self._gear(slots) for slots in {hero.slots for hero in self.heroes}}

    def _gear(self, slots: tuple[int, ...]) -> list[_Gear]:
        gear = _BARE
        for slot, count in Counter(slots).items():
            gear = _joined(gear, self._worn(slot, count))
        return [
            _Gear(tiers, worth.highest, worth.strength, worth.worn, numbers)
            for worth, (tiers, numbers) in gear.items()
        ]

    def _worn(self, slot: int, count: int) -> _Ways:
        """Find the ways of filling some or all of a number of slots of one type."""
        gear = _BARE
        for number, item in enumerate(self.items):
            if item.slot == slot and item.tier in self.reachable:
                tier = item.tier - self.reachable[0]
                alike = dict(_BARE)
                for n in range(1, min(item.copies, count) + 1):
                    alike[_Worth(n * item.strength, tier, n)] = n * tier, (number,) * n
                gear = _joined(gear, alike, count)
        return gear

    def cheapest_gear(self, hero: Entry, monster: Entry) -> _Gear | None:
        """Find the cheapest gear with which a hero beats a monster; None if it cannot.

        The cheapest gear takes the fewest upgrades, then has the lowest tiers, then the least
        strength, then the fewest items.
        """
        needed = monster.strength - hero.strength
        return min(
            (gear for gear in self.gear[hero.slots] if gear.strength >= needed), default=None
        )


def _joined(some: _Ways, others: _Ways, most_worn: int = COPIES) -> _Ways:
    """Combine two sets of gear, if they have at most a given number of items together."""
    gear, fewest = dict(_BARE), dict[tuple[int, int], int]()
    for (one, (tiers, numbers)), (other, (more_tiers, more_numbers)) in product(
        some.items(), others.items()
    ):
        worn, strength = one.worn + other.worn, one.strength + other.strength
        if worn > most_worn:
            continue
        worth = _Worth(strength, max(one.highest, other.highest), worn)
        way = tiers + more_tiers, numbers + more_numbers
        gear[worth] = min(gear.get(worth, way), way)
        fewest[strength, worn] = min(way[0], fewest.get((strength, worn), way[0]))
    return {
        worth: (tiers, numbers)
        for worth, (tiers, numbers) in gear.items()
        if tiers == fewest[worth.strength, worth.worn]
    }


# ------------------------------------------------------------------------------------------- census


def _check_box(cards: CardSet, findings: Findings) -> None:
    """Check that dice have the faces the rules use, and that there are enough coins."""
    place = cards.at("rules.die_faces")
    examining.check_dice(cards, findings, [cards.cards.die_faces], place, [place])
    examining.check_coins(cards, findings, cards.cards.starting_gold)


def _check_levels(cards: CardSet, findings: Findings) -> None:
    """[Setup] Check that there are enough cards of each level for each deck."""
    ruling = Cards.rulings()["short_level"][cards.cards.short_level]
    for word, many, group, deck in cards.kinds:
        there, parts = Counter(card.level for card in group), list[str]()
        for level, wanted in enumerate(cards.cards.deck_levels.tolist()):
            count, taken, names = there[level], deck.count(level), {"many": many, "level": level}
            if count < wanted:
                place = cards.place("rules", "deck_levels", str(level))
                more = {"wanted": wanted, "word": word, "size": len(deck)}
                findings.add(
                    "warning",
                    "level-short",
                    f"{word} level {level}",
                    count,
                    place,
                    ruling=ruling,
                    **more,
                    **names,
                )
            if count and not taken:
                place = next(card for card in group if card.level == level).place("level")
                findings.add(
                    "warning", "level-unused", f"{word} level {level}", count, place, **names
                )
            if wanted:
                parts.append(_SAY("level-part", taken=taken, count=count, level=level))
        left = len(group) - len(deck)
        findings.fine(
            "level-short fine",
            word,
            len(deck),
            "rules.deck_levels",
            word=word,
            parts=parts,
            left=left,
        )
    findings.fine("level-unused fine", "", 0, "rules.deck_levels")


def _check_decks(cards: CardSet, findings: Findings) -> None:
    """[Setup, Game End] Check that the decks fill the table, and that the game ends when they
    cannot refill it.
    """
    heroes, monsters = map(len, cards.decks)
    row = cards.cards.monsters_in_row
    where = "rules.deck_levels"
    places = {players: cards.cards.heroes_on_table[players] for players in cards.counts}
    needs = {
        f"{n} players": ("hero", heroes, count, _SAY("heroes-lie", count=count, players=n))
        for n, count in places.items()
    }
    needs["monsters"] = "monster", monsters, row, _SAY("monsters-lie", count=row)
    for about, (word, there, count, lie) in needs.items():
        if there < count:
            findings.add("fault", "deck-short", about, there, where, word=word, lie=lie)
        elif there == count:
            findings.add("warning", "deck-short dry", about, there, where, word=word, lie=lie)
    left = [heroes - count for count in places.values()] or [heroes]
    fights, spare = [1 + min(heroes_left, monsters - row) for heroes_left in left], monsters - row
    findings.fine(
        "deck-short fine",
        "",
        min(fights),
        where,
        heroes=spanned(left),
        monsters=spare,
        fights=spanned(fights),
    )


def _check_hands(cards: CardSet, findings: Findings) -> None:
    """[Setup] Check that every seat gets a hand of the starting tier."""
    tier = cards.cards.starting_tier
    hand = cards.cards.hand_limit
    most = max(cards.counts, default=0)
    name = cards.id("tier", tier)
    there = cards.copies(tier)
    needs = {players: players * hand for players in cards.counts}
    examining.check_enough(
        findings, "hand-short", there, needs, "rules.hand_size", hand=hand, name=name
    )
    findings.fine(
        "hand-short fine", "", there, "rules.hand_size", players=most, need=most * hand, name=name
    )


def _most_docked(cards: CardSet, tier: int, places: int) -> int:
    """Return the largest number of items of a tier that heroes of a full table can have."""
    sorts = range(cards.cards.slots)
    room = [0 for _ in sorts]
    for item in cards.items:
        if item.tier == tier and item.slot in sorts:
            room[item.slot] += item.copies
    shapes = Counter(hero.slots for hero in cards.heroes if hero.level in cards.decks[HERO])
    slots = np.array([list(map(shape.count, sorts)) for shape in shapes], np.int64)
    there = list(shapes.values())
    tables = []
    for table in combinations_with_replacement(range(len(there)), min(places, shapes.total())):
        is_mixed = len(set(table)) == len(table)
        if is_mixed or all(table.count(shape) <= there[shape] for shape in table):
            tables.append(table)
    if not any(tables):
        return 0
    return int(np.minimum(slots[np.array(tables)].sum(axis=1), room).sum(axis=1).max())


def _check_stock(cards: CardSet, findings: Findings) -> None:
    """[Restocking Phase] Check how many cards of a tier can be out of its deck and discards when
    one has to be drawn.

    With the default rulings no hand exceeds its size: an item swapped out replaces the one that
    went in. If the winning hero's items go to the patron and hands keep their cards, there is no
    limit.
    """
    rules, at_once = cards.cards, cards.cards.upgrades_most
    ruling = Cards.rulings()["items_run_out"][rules.items_run_out]
    is_open = rules.winner_items == WinnerItems.TO_PATRON and rules.large_hand != LargeHand.DISCARD
    for tier in cards.reachable:
        there = cards.copies(tier)
        name = cards.id("tier", tier)
        where = cards.row_place("tier", tier)
        worst = [
            (n * rules.hand_limit, _most_docked(cards, tier, rules.heroes_on_table[n]), n)
            for n in cards.counts
        ]
        held, docked, players = max(
            worst, key=lambda way: (way[0] + way[1], way[2]), default=(0, 0, 0)
        )
        dry = [n for n in cards.counts if n * at_once > there] if tier > cards.reachable[0] else []
        if dry:
            names = {"players": min(dry), "need": min(dry) * at_once, "most": max(dry) * at_once}
            findings.add(
                "warning",
                "stock-short",
                name,
                there,
                where,
                at_once=at_once,
                ruling=ruling,
                **names,
            )
        elif is_open:
            findings.fine("stock-short open", name, there, where, ruling=ruling)
        else:
            if there >= held + docked:
                so = _SAY("stock-enough")
            else:
                so = _SAY("stock-unusual", ruling=ruling)
            findings.fine(
                "stock-short fine",
                name,
                there,
                where,
                players=players,
                held=held,
                docked=docked,
                so=so,
            )


def _check_copies(cards: CardSet, findings: Findings) -> None:
    """Check that within a tier every slot, and every guild, has the same number of cards."""
    tiers = sorted({item.tier for item in cards.items})
    for tier, table in product(tiers, ("slot", "guild")):
        items, name = [item for item in cards.items if item.tier == tier], cards.id("tier", tier)
        sums = dict.fromkeys((row.id for row in cards.rows(table)), 0)
        for item in items:
            row = getattr(item, table)
            if row >= 0:
                sums[cards.id(table, row)] += item.copies
        usual = Counter(item.copies for item in items).most_common(1)[0][0]
        unusual = [item.place("copies") for item in items if item.copies != usual]
        place = unusual[0] if unusual else cards.row_place("tier", tier)
        examining.check_even(
            findings, "copies-uneven", f"{name} by {table}", sums, place, name=name, table=table
        )
    each = [f"{cards.copies(tier)} {cards.id('tier', tier)}" for tier in tiers]
    findings.fine(
        "copies-uneven fine", "", sum(item.copies for item in cards.items), "kinds.item", each=each
    )


# -------------------------------------------------------------------------------------------- reach


def _check_tiers(cards: CardSet, findings: Findings) -> None:
    first = cards.reachable[0]
    start = cards.id("tier", first)
    above = "tier-dear" if cards.cards.upgrades_most == 0 else "tier-above"
    for tier, row in enumerate(cards.rows("tier")):
        if tier not in cards.reachable:
            why = "tier-below" if tier < first else above
            if not cards.copies(tier):
                why = "tier-empty"
            reason = _SAY.of({"start": lambda: start}, why)
            findings.add(
                "warning",
                "tier-unreachable",
                row.id,
                cards.copies(tier),
                cards.row_place("tier", tier),
                why=reason,
            )
    findings.fine(
        "tier-unreachable fine", "", len(cards.reachable), "rules.starting_tier", start=start
    )


def _check_slots(cards: CardSet, findings: Findings) -> None:
    in_play = {item.slot for item in cards.items if item.tier in cards.reachable}
    on_heroes, parts = Counter(slot for hero in cards.heroes for slot in set(hero.slots)), []
    for number, row in enumerate(cards.rows("slot")):
        count, idle = on_heroes[number], [item for item in cards.items if item.slot == number]
        parts.append(_SAY("with", count=count, name=row.id))
        if number not in in_play:
            findings.add(
                "warning", "slot-without-item", row.id, count, cards.row_place("slot", number)
            )
        if idle and not count:
            if len(idle) < 4:
                names = [item.name for item in idle]
            else:
                names = [idle[0].name, _SAY("others")]
            findings.add(
                "warning",
                "item-without-hero",
                row.id,
                len(idle),
                idle[0].place("slot"),
                names=names,
            )
    findings.fine(
        "slot-without-item fine",
        "",
        len(in_play),
        "tables.slot",
        heroes=len(cards.heroes),
        parts=parts,
    )
    findings.fine("item-without-hero fine", "", len(cards.items), "tables.slot")


def _check_types(cards: CardSet, findings: Findings) -> None:
    """[End of Game Bonuses] Check that each type has the cards for sets and for the bonus for the
    most.
    """
    guilds = Counter(hero.guild for hero in cards.heroes if hero.level in cards.decks[HERO])
    types = Counter(
        monster.type for monster in cards.monsters if monster.level in cards.decks[MONSTER]
    )
    for table, many, there in (("guild", "heroes", guilds), ("monster_type", "monsters", types)):
        sums = {row.id: there[number] for number, row in enumerate(cards.rows(table))}
        lost = _SAY.of({}, "lost", table)
        for number, (id_, count) in enumerate(sums.items()):
            if count == 0:
                findings.add(
                    "warning",
                    "type-without-card",
                    id_,
                    0,
                    cards.row_place(table, number),
                    many=many,
                    lost=lost,
                )
        if min(sums.values()) > 0:
            examining.check_even(findings, "types-uneven", many, sums, f"tables.{table}")
            findings.fine(
                "types-uneven fine",
                many,
                sum(sums.values()),
                f"tables.{table}",
                parts=examining.parts_of(sums),
            )
    findings.fine(
        "type-without-card fine",
        "",
        len(cards.rows("guild")) + len(cards.rows("monster_type")),
        "tables.guild",
    )


def _check_prices(cards: CardSet, findings: Findings) -> None:
    """[Sell an Item, Become a Patron] Compare the die's numbers with price caps and rewards."""
    faces, rows = cards.cards.die_faces, cards.rows("tier")
    caps = cards.cards.price_cap.tolist()[: len(rows)]
    for tier, (row, cap) in enumerate(zip(rows, caps, strict=True)):
        where = cards.row_place("tier", tier, "price_cap")
        most = min(cap, faces)
        before = min(caps[tier - 1], faces)
        if cap > faces:
            findings.add(
                "warning", "cap-beyond-die", row.id, cap, where, name=row.name, faces=faces
            )
        if tier > 0 and most <= before:
            lower = rows[tier - 1].name
            findings.add(
                "warning",
                "cap-not-rising",
                row.id,
                cap,
                where,
                name=row.name,
                most=most,
                lower=lower,
                before=before,
            )
    caps_of_rows = [f"{row.id} {cap}" for row, cap in zip(rows, caps, strict=True)]
    findings.fine("cap-beyond-die fine", "", faces, "rules.die_faces", caps=caps_of_rows)
    findings.fine("cap-not-rising fine", "", max(caps), "tables.tier", caps=caps_of_rows)
    for monster in cards.monsters:
        if monster.reward <= _LOWEST_BID:
            names = {"bid": _LOWEST_BID, "more": _LOWEST_BID + 1}
            findings.add(
                "warning",
                "reward-below-bid",
                monster.id,
                monster.reward,
                monster.place("reward"),
                monster=monster,
                **names,
            )
    rewards = [monster.reward for monster in cards.monsters]
    findings.fine(
        "reward-below-bid fine",
        "",
        min(rewards),
        "kinds.monster",
        most=max(rewards),
        bid=_LOWEST_BID,
        faces=faces,
    )


def _check_upgrade_prices(cards: CardSet, findings: Findings) -> None:
    """[Restocking Phase] Check that a second upgrade into a tier has a price; a missing price is
    zero.
    """
    if cards.cards.upgrades_most > 1:
        for tier in cards.reachable[1:]:
            row = cards.row("tier", tier)
            if "upgrade" not in row or row.upgrade is None:
                findings.add(
                    "warning",
                    "upgrade-unpriced",
                    row.id,
                    0,
                    cards.row_place("tier", tier),
                    name=row.name,
                )
    findings.fine("upgrade-unpriced fine", "", len(cards.reachable) - 1, "tables.tier")


def _check_actions(cards: CardSet, findings: Findings) -> None:
    """[Sell an Item, Become a Patron] Compare the most that a sale can bring with the most from a
    fight, each with its smallest extras.

    The best sale includes the guild's bonus; a fight costs the lowest bid, and its monster is worth
    its share of a set at the end.
    """
    rules = cards.cards
    monsters = [monster for monster in cards.monsters if monster.level in cards.decks[MONSTER]]
    if not monsters:
        return
    caps = [min(int(rules.price_cap[tier]), int(rules.die_faces)) for tier in cards.reachable]
    share = rules.monster_set_bonus / max(1, len(cards.rows("monster_type")))
    fight = median(monster.reward for monster in monsters) - _LOWEST_BID
    best = max(caps) + rules.colour_bonus
    place = cards.row_place("tier", cards.reachable[-1], "price_cap")
    if best < fight:
        findings.add("warning", "sales-outpaid", "", best, place, fight=fight)
    findings.fine("sales-outpaid fine", "", best, place, fight=fight)
    for level in sorted({monster.level for monster in monsters}):
        dearest = max(
            (monster for monster in monsters if monster.level == level), key=lambda one: one.reward
        )
        brings = dearest.reward - _LOWEST_BID + share
        names = {"level": level, "reward": dearest.reward, "cheapest": caps[0]}
        if brings < caps[0]:
            findings.add(
                "warning",
                "fights-outpaid",
                f"level {level}",
                round(brings, 1),
                dearest.place("reward"),
                **names,
            )
    findings.fine("fights-outpaid fine", "", caps[0], "kinds.monster")


def _check_monsters(cards: CardSet, findings: Findings) -> None:
    """[Become a Patron] Check that every monster can be beaten by some hero that can meet it, with
    available gear.
    """
    monsters = []
    if cards.counts:
        monsters = [monster for monster in cards.monsters if monster.level in cards.decks[MONSTER]]
    best = max(cards.heroes, key=cards.armed)
    comes_to = cards.armed(best)
    for monster in monsters:
        heroes = cards.beaters(monster)
        strength = monster.strength
        place = monster.place("strength")
        without = [players for players in cards.counts if not cards.beaters(monster, players)]
        if not heroes:
            if comes_to < strength:
                why = _SAY("too-weak", best=best, comes_to=comes_to)
            else:
                why = _SAY("never-met")
            findings.add(
                "fault",
                "monster-unbeatable",
                monster.id,
                strength,
                place,
                monster=monster,
                why=why,
                comes_to=comes_to,
            )
        elif without:
            findings.add(
                "warning",
                "monster-unbeatable unmet",
                monster.id,
                strength,
                place,
                players=without,
                monster=monster,
            )
        elif len(heroes) == 1:
            level = heroes[0].level
            out = 100 * (
                1
                - cards.decks[HERO].count(level) / sum(hero.level == level for hero in cards.heroes)
            )
            findings.add(
                "warning",
                "monster-one-hero",
                monster.id,
                round(out, 1),
                place,
                hero=heroes[0],
                monster=monster,
                out=out,
            )
    if monsters:
        names = {
            "least": min(map(cards.armed, cards.heroes)),
            "strongest": max(monster.strength for monster in monsters),
        }
        findings.fine(
            "monster-unbeatable fine",
            "",
            len(monsters),
            "kinds.monster",
            comes_to=comes_to,
            **names,
        )
        count, name = min((len(cards.beaters(monster)), monster.name) for monster in monsters)
        findings.fine(
            "monster-one-hero fine", "", count, "kinds.monster", heroes=len(cards.heroes), name=name
        )


def _check_heroes(cards: CardSet, findings: Findings) -> None:
    # The last of a level is its weakest.
    weakest = {
        monster.level: monster.strength
        for monster in sorted(cards.monsters, key=lambda one: -one.strength)
    }
    looked = [hero for hero in cards.heroes if hero.level in weakest]
    for hero in looked:
        comes_to, least, place = cards.armed(hero), weakest[hero.level], hero.place("strength")
        if comes_to < least:
            findings.add(
                "warning", "hero-beats-nothing", hero.id, comes_to, place, hero=hero, weakest=least
            )
    findings.fine("hero-beats-nothing fine", "", len(looked), "kinds.hero")


def _check_gear(cards: CardSet, findings: Findings) -> None:
    """Report the use of gear: how many fights of a level can be won without, and with each tier."""
    for level in sorted(
        {hero.level for hero in cards.heroes} & {monster.level for monster in cards.monsters}
    ):
        fights = []
        for hero, other in product(cards.heroes, cards.monsters):
            if hero.level == other.level == level:
                fights.append((hero, other))
        bare = sum(hero.strength >= monster.strength for hero, monster in fights)
        won = {
            tier: sum(cards.armed(hero, tier) >= monster.strength for hero, monster in fights)
            for tier in cards.reachable
        }
        parts = [
            _SAY("with", count=count, name=cards.id("tier", tier)) for tier, count in won.items()
        ]
        about, where = f"level {level}", cards.key_place("rules", "deck_levels", str(level))
        if bare == len(fights):
            findings.add("warning", "gear-not-needed", about, bare, where)
        findings.fine("gear-not-needed fine", about, bare, where, fights=len(fights), parts=parts)


# ------------------------------------------------------------------------------------------ balance


def _check_dominated(cards: CardSet, findings: Findings) -> None:
    """Find cards that are beaten by another of the same sort in some respect and equalled in all
    others, and equal cards.
    """
    check_dominated(findings, "item", cards.items, lambda a, b: a.strength <= b.strength)
    check_dominated(
        findings,
        "hero",
        cards.heroes,
        lambda a, b: a.strength <= b.strength and Counter(a.slots) <= Counter(b.slots),
    )
    check_dominated(
        findings,
        "monster",
        cards.monsters,
        lambda a, b: a.strength >= b.strength and a.reward <= b.reward,
        "reward",
    )
    none_dominated(findings, cards.items, cards.heroes, cards.monsters)


def _check_upgrades(cards: CardSet, findings: Findings) -> None:
    """Check that an upgrade is an improvement: a card is stronger than those of the same slot and
    guild in lower tiers.
    """
    for item in cards.items:
        lower = [
            o
            for o in cards.items
            if (o.slot, o.guild) == (item.slot, item.guild) and o.tier < item.tier
        ]
        best = max(lower, key=lambda o: o.strength, default=None)
        if best and best.strength >= item.strength:
            names = {
                "best": best,
                "tier": cards.id("tier", item.tier),
                "under": cards.id("tier", best.tier),
            }
            findings.add(
                "warning",
                "upgrade-weaker",
                item.id,
                item.strength,
                item.place("strength"),
                item=item,
                **names,
            )
    findings.fine("upgrade-weaker fine", "", len(cards.items), "kinds.item")


def _check_rising(cards: CardSet, findings: Findings) -> None:
    for word, many, group, _ in cards.kinds:
        levels = sorted({card.level for card in group})
        means = {
            level: mean(card.strength for card in group if card.level == level) for level in levels
        }
        for below, level in pairwise(levels):
            if means[level] <= means[below]:
                place = next(card for card in group if card.level == level).place("strength")
                names = {
                    "many": many,
                    "level": level,
                    "mean": means[level],
                    "below": below,
                    "before": means[below],
                }
                findings.add(
                    "warning",
                    "level-not-stronger",
                    f"{word} level {level}",
                    round(means[level], 1),
                    place,
                    **names,
                )
        figures = [f"{mean:.1f}" for mean in means.values()]
        findings.fine(
            "level-not-stronger fine",
            word,
            round(means[levels[-1]], 1),
            f"kinds.{word}",
            many=many,
            means=figures,
        )


examine = examiner(CardSet, _SAY, SECTIONS, *checks_in(globals()), pieces=PIECES)


def reach_table(game: Game, cards: Any) -> list[dict[str, Any]]:
    """Find, for each monster, the weakest hero that beats it and the cheapest gear needed, for
    reports.

    The weakest hero has the lowest strength without gear; the cheapest gear takes the fewest
    upgrades, then has the lowest tiers, then the least strength. Only heroes that can meet the
    monster count, `heroes` of them; if there is none, `hero` is None and `gear` is empty.
    `own_level` gives the same for the heroes of the monster's own level only; None if none of them
    beats it.
    """
    laid_out, rows = CardSet(game, cards), []
    nobody: dict[str, Any] = {
        "hero": None,
        "hero_name": None,
        "hero_strength": None,
        "gear": [],
        "upgrades": None,
        "total": None,
    }
    for monster in laid_out.monsters:
        able = laid_out.beaters(monster)
        peers = [hero for hero in able if hero.level == monster.level]
        row = {
            "monster": monster.id,
            "name": monster.name,
            "level": monster.level,
            "strength": monster.strength,
        }
        row |= {"reward": monster.reward, "heroes": len(able)} | (
            _weakest(laid_out, monster, able) or nobody
        )
        rows.append(row | {"own_level": _weakest(laid_out, monster, peers)})
    return rows


def reach(game: Game, cards: Any) -> dict[str, Any]:
    """Write `reach_table` as a table for the report; `data` is the table itself."""
    data, rows = reach_table(game, cards), []
    for row in data:
        gear = ", ".join(f"{item['name']} {item['strength']}" for item in row["gear"]) or _SAY(
            "nothing"
        )
        rows.append([row["name"], str(row["strength"]), row["hero_name"] or _SAY("nobody"), gear])
    return examining.reach_of(_SAY, rows, left=4, data=data)


def _weakest(cards: CardSet, monster: Entry, heroes: list[Entry]) -> dict[str, Any] | None:
    """Describe the weakest of some heroes that beats a monster, and the cheapest gear for it."""
    for strength in sorted({hero.strength for hero in heroes}):
        able = [hero for hero in heroes if hero.strength == strength]
        gears = [cards.cheapest_gear(hero, monster) for hero in able]
        ways = [(gear, hero) for gear, hero in zip(gears, able, strict=True) if gear is not None]
        if ways:
            break
    else:
        return None
    cheapest, hero = min(ways, key=itemgetter(0))
    items = [cards.items[number] for number in cheapest.numbers]
    gear = [
        {
            "item": item.id,
            "name": item.name,
            "tier": cards.id("tier", item.tier),
            "strength": item.strength,
        }
        for item in items
    ]
    row = {"hero": hero.id, "hero_name": hero.name, "hero_strength": hero.strength, "gear": gear}
    return row | {"upgrades": cheapest.tiers, "total": hero.strength + cheapest.strength}
