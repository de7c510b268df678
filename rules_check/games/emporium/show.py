"""Emporium for people: cards by their printed names, a move as a menu line, the cards it touches,
the table as a seat sees it.

In: a checked `Game` for the names, a card set's record for the numbers (which may be tuned), and a
state. Out: texts and a `View`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from generator.data.game import Game
from rules_check.games.emporium import game as do
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.course import is_match, strength_of
from rules_check.games.emporium.state import HERO, MONSTER, Phase
from rules_check.rules import EMPTY
from rules_check.telling import (
    NOBODY,
    Naming,
    Pile,
    Printed,
    View,
    Zone,
    counters,
    held,
    leave_uncompiled,
    listed,
    name_of,
    numbers_of,
    texts,
)
from rules_check.toolkit.prose import inside, joined, spoken, who_is, with_article

words = texts(__file__, "show")
TOUCHED = {
    "sell": "item",
    "place": "item heroes",
    "add": "item heroes",
    "swap": "item out heroes",
    "fight": "heroes monster",
}
TOUCHED |= dict.fromkeys(("decline", "upgrade", "discard"), "item") | dict.fromkeys(
    ("hero", "keep", "pass", "banish"), "heroes"
)
"""The cards that a move picks up, lays or points at, by the first word of the move, as `Deed.known`
names them.
"""


# -------------------------------------------------------------------------------------------- names
class Names(Naming):
    """The names of one game's cards and tables, by their numbers in the records."""

    def __init__(self, game: Game, cards: Any) -> None:
        super().__init__(game, cards)
        self.guilds, sorts = (
            self.names_of("guild"),
            map(self.names_of, ("tier", "slot", "monster_type")),
        )
        self.tiers, self.slots, self.types = ([label.lower() for label in sort] for sort in sorts)
        self.plurals = [
            str(row.plural) if "plural" in row else f"{row.id}s"
            for row in self.tables["monster_type"]
        ]

    def item(self, item: int) -> Printed:
        cards, tier = self.cards, self.tiers[self.cards.item_tier[item]]
        guild, slot = self.guilds[cards.item_guild[item]], self.slots[cards.item_slot[item]]
        return self._card(
            "item", item, "the ", tier, cards.item_strength[item], guild=guild, slot=slot
        )

    def hero(self, hero: int) -> Printed:
        slots = ", ".join(
            self.slots[slot] for slot in self.cards.hero_slots[hero] if slot != EMPTY
        ) or words("no-slots")
        return self._card(
            "hero",
            hero,
            "",
            self.guilds[self.cards.hero_guild[hero]],
            self.cards.strength[HERO, hero],
            slots=slots,
        )

    def monster(self, monster: int) -> Printed:
        type_ = self.types[self.cards.monster_type[monster]]
        strength = self.cards.strength
        reward = self.cards.reward[monster]
        return self._card(
            "monster", monster, "the ", type_, strength[MONSTER, monster], reward=reward
        )

    def _card(
        self, kind: str, number: int, article: str, sort: str, strength: int, **facts: object
    ) -> Printed:
        id_ = self.id(kind, number)
        name = name_of(self.game.cards[id_].record) if id_ in self.game.cards else id_
        printed = words.of({"sort": sort, "strength": strength, **facts}, "facts", kind)
        return Printed(id_, name, inside(name, article), sort, int(strength), printed)

    def slots_of(self, hero: int) -> list[str]:
        """List the slots of a hero; a second one of the same type has a number."""
        slots = [self.slots[slot] for slot in self.cards.hero_slots[hero] if slot != EMPTY]
        return [
            f"{slot} {slots[:k].count(slot) + 1}" if slot in slots[:k] else slot
            for k, slot in enumerate(slots)
        ]

    def items(self, items: Iterable[int]) -> str:
        """List items, with equal ones grouped."""
        counts = Counter(map(int, items)).items()
        return joined(
            [
                str(self.item(i)) if n == 1 else words("copies", count=spoken(n), item=self.item(i))
                for i, n in counts
            ]
        )

    def backs(self, items: Iterable[int]) -> str:
        """List what the backs of items show: "a leather card and 2 steel cards"."""
        tiers = Counter(self.tiers[self.cards.item_tier[item]] for item in items).items()
        return joined(
            [
                words("backs", n=n, count=n if n > 1 else with_article(tier).split()[0], tier=tier)
                for tier, n in tiers
            ]
        )

    def trophies(self, kind: int, sort: int, count: int = 2) -> str:
        """Name trophies of a type as the bonus counts them: "trolls", "Tide heroes" or, by ruling,
        "heroes of level 1".
        """
        if kind == MONSTER:
            return self.types[sort] if count == 1 else self.plurals[sort]
        by_level = self.cards.hero_type == ruled.HeroType.LEVEL
        if by_level:
            return words("of-level", n=count, level=sort + 1)
        return words("of-guild", n=count, guild=self.guilds[sort])

    def at_places(self, state: Any, mask: int) -> list[Printed]:
        """Name the heroes at the places given as bits, as in a vote."""
        heroes = []
        for h, hero in enumerate(state.heroes):
            if mask >> h & 1 and hero != EMPTY:
                heroes.append(self.hero(hero))
        return heroes


class Deed:
    """A move as texts describe it: its word, its numbers, its seat, the place of its hero and its
    item, and what is known of it.
    """

    def __init__(self, names: Names, state: Any, move: int) -> None:
        cards, strengths, (a, b) = names.cards, names.cards.item_strength, numbers_of(move)
        self.word, self.a, self.b, self.seat = do.moves.word(move), a, b, int(state.seat)
        self.h = a if self.word in ("place", "hero") else int(state.chosen)
        self.item = int(state.choice_item[self.seat]) if self.word in ("place", "decline") else a
        price = {"sell": b, "bid": a}.get(self.word, state.choice_price[self.seat])
        self.known: dict[str, Any] = {
            "price": price,
            "more": cards.colour_bonus,
            "limit": cards.hand_limit,
        }
        self.known |= {
            "tier": lambda: names.tiers[cards.starting_tier],
            "item": lambda: names.item(self.item),
            "hero": lambda: names.hero(state.heroes[self.h]),
            "out": lambda: names.item(state.worn[self.h, b]),
            "monster": lambda: names.monster(state.monsters[a]),
            "reward": lambda: cards.reward[state.monsters[a]],
            "heroes": lambda: names.at_places(state, self._places(a)),
            "strength": lambda: strength_of(cards, state, self.h),
            "raised": lambda: strength_of(cards, state, self.h) + strengths[self.item],
            "changed": lambda: (
                strength_of(cards, state, self.h) + strengths[a] - strengths[state.worn[self.h, b]]
            ),
            "slot": lambda: names.slots_of(state.heroes[self.h])[b],
            "goal": lambda: with_article(names.tiers[cards.item_tier[a] + 1]),
            "cost": lambda: cards.upgrade_price[cards.item_tier[a] + 1],
            "fee": lambda: cards.banish_price * a.bit_count(),
        }

    def _places(self, a: int) -> int:
        """Return the places of the heroes that the move concerns, as bits."""
        if self.word == "banish":
            return a
        return 1 << self.h if self.h != EMPTY else 0


def worn(state: Any, h: int) -> list[int]:
    """List the items beside the hero at a place."""
    return [int(item) for item in state.worn[h] if item != EMPTY]


def from_marker(state: Any) -> list[int]:
    """List the seats in turn order, starting with the holder of the first-player marker."""
    return [(int(state.first) + i) % int(state.players) for i in range(int(state.players))]


# ------------------------------------------------------------------------------------------- a move
def describe(game: Game, cards: Any, state: Any, move: int) -> str:
    """Write a move of the current decision for people, with the names and numbers that help to
    choose.
    """
    names = Names(game, cards)
    deed = Deed(names, state, move)
    return words.of(deed.known, "move", deed.word + _variant(deed, names, state))


def _variant(deed: Deed, names: Names, state: Any) -> str:
    """Return what is added to a move's word for the text that fits the state; often nothing."""
    cards, a = names.cards, deed.a
    match deed.word:
        case "place" if cards.colour_bonus and is_match(cards, state, deed.h, deed.item):
            return "-match"
        case "upgrade" if state.upgrades > 0 and cards.upgrade_price[cards.item_tier[a] + 1]:
            return "-paid"
        case "keep" if state.phase == Phase.ADD:
            return "-add"
        case "swap" if names.slots_of(state.heroes[deed.h])[deed.b] not in names.slots:
            return "-second"  # may hold an equal item
        case "pass" if cards.failed_changes == ruled.FailedChanges.UNDONE:
            is_changed = state.added != EMPTY or state.swapped != EMPTY
            return "-undone" if is_changed and state.phase == Phase.FIGHT else ""
        case "banish" if a == 0:
            return "-none"
        case "banish" if cards.banish_payers == ruled.BanishPayers.EVERYONE:
            return "-all"
    return ""


def touched(game: Game, cards: Any, state: Any, move: int) -> list[str]:
    """List the cards, by their ids in cards.yaml, that a move picks up, lays or points at."""
    deed = Deed(Names(game, cards), state, move)
    touched = [deed.known[name]() for name in TOUCHED.get(deed.word, "").split()]
    return [card.id for some in touched for card in (some if isinstance(some, list) else [some])]


# ---------------------------------------------------------------------------------------- the table
def view(game: Game, cards: Any, state: Any, seat: int) -> View:
    """Lay out the table as a seat sees it; -1 sees everything."""
    names = Names(game, cards)
    zones = [
        Zone(
            words("zone.heroes"),
            tuple(_hero(names, state, h) for h in range(cards.heroes_on_table[state.players])),
        ),
        Zone(
            words("zone.monsters"),
            tuple(_monster(names, monster) for monster in state.monsters[: cards.monsters_in_row]),
        ),
    ]
    for owner in range(state.players):
        zones += [
            _hand(names, state, owner, seat),
            _choice(names, state, owner, seat),
            _trophies(names, state, owner),
        ]
    decks = [(words("heroes"), state.deck[HERO, -1]), (words("monsters"), state.deck[MONSTER, -1])]
    decks += zip(names.tiers, state.draw[:, -1], strict=False)
    discards = []
    for tier, size in zip(names.tiers, state.discard[:, -1], strict=False):
        if size:
            discards.append((tier, size))
    zones += [
        Zone(words("zone.decks"), _backs(decks)),
        Zone(words("zone.discards"), _backs(discards)),
    ]
    gold = counters(words, state.players, gold=state.gold)
    return View(tuple(_heading(names, state, seat)), tuple(zones), gold, int(state.first))


def _heading(names: Names, state: Any, viewer: int) -> Iterator[str]:
    yield words("round", round=state.rounds, who=who_is(state.first, viewer))
    if state.phase == Phase.OVER:
        yield words("over")
    elif viewer >= 0:  # spectators are asked nothing
        known: dict[str, object] = {"price": state.choice_price[state.seat], "needed": state.needed}
        known |= {
            "item": lambda: names.item(state.choice_item[state.seat]),
            "hero": lambda: names.hero(state.heroes[state.chosen]),
        }
        doing = words.of(known, "doing", Phase(state.phase).name.lower())
        yield words("to-decide", who=who_is(state.seat, viewer), doing=doing)


def _hero(names: Names, state: Any, h: int) -> Pile:
    """Lay out a place with its hero: name, guild, strength with gear, slots."""
    if state.heroes[h] == EMPTY:
        return Pile(words("nobody"), facts=("",))
    hero = names.hero(state.heroes[h])
    total = strength_of(names.cards, state, h)
    slots = names.slots_of(state.heroes[h])
    if worn(state, h):
        gear = words("geared", own=hero.strength, gear=total - hero.strength, total=total)
    else:
        gear = str(total)
    beside = [_item(names, item, slot) for slot, item in zip(slots, state.worn[h], strict=False)]
    return Pile(
        hero.name,
        hero.id,
        facts=(hero.sort, words("strength", strength=gear)),
        beside=tuple(beside),
    )


def _item(names: Names, number: int, group: str, count: int = 1) -> Pile:
    """Lay out equal items, or an open slot."""
    if number == EMPTY:
        return Pile(words("open"), group=group)
    item = names.item(number)
    text = words("card", item=item) if count == 1 else words("cards", item=item, n=count)
    return Pile(text, item.id, count, group=group)


def _monster(names: Names, number: int) -> Pile:
    if number == EMPTY:
        return Pile(words("none"), facts=("",))
    monster, reward = names.monster(number), names.cards.reward[number]
    facts = (
        monster.sort,
        words("strength", strength=f"{monster.strength:>2}"),
        words("reward", reward=reward),
    )
    return Pile(monster.name, monster.id, facts=facts)


def _backs(decks: Iterable[tuple[str, int]]) -> tuple[Pile, ...]:
    """Lay out piles that are face down."""
    return tuple(Pile(f"{size} {back}", count=int(size), back=back) for back, size in decks)


def _hand(names: Names, state: Any, seat: int, viewer: int) -> Zone:
    """Lay out a hand by tiers: the cards if the viewer may see them, otherwise the backs and the
    cards that all have seen.
    """
    tier_of = names.cards.item_tier
    own = sorted((int(tier_of[item]), int(item)) for item in held(state.hand[seat]))
    piles = [
        _item(names, item, names.tiers[tier], count) for (tier, item), count in Counter(own).items()
    ]
    if viewer not in (NOBODY, seat):
        piles = list(
            _backs(
                (names.tiers[tier], count)
                for tier, count in Counter(tier for tier, _ in own).items()
            )
        )
        for item, count in enumerate(state.shown[seat]):
            if count:
                piles.append(_item(names, item, words("seen"), int(count)))
    return Zone(words("zone.hand"), tuple(piles), seat, listed(piles) or words("no-cards"))


def _choice(names: Names, state: Any, seat: int, viewer: int) -> Zone:
    """Lay out what a seat put behind its screen, or voted, while that matters; nothing that has not
    been revealed.
    """
    phase, name = int(state.phase), words("zone.choice")
    has_decided = (seat - state.first) % state.players < state.turn
    may_see = viewer in (NOBODY, seat)
    if phase == Phase.BANISH and has_decided:
        is_hidden = names.cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN
        if is_hidden and not may_see:
            return Zone(name, (), seat, words("has-voted"))
        heroes = names.at_places(state, int(state.votes[seat]))
        return Zone(name, (), seat, words("voted", heroes=heroes))
    if not Phase.CHOOSE <= phase <= Phase.FIGHT or (phase == Phase.CHOOSE and not has_decided):
        return Zone(name, (), seat)
    if phase == Phase.CHOOSE and not may_see:
        return Zone(name, (), seat, words("has-chosen"))
    price, is_due = state.choice_price[seat], state.seat == seat
    is_done = bool(state.resolved[seat])
    if state.choice[seat] == do.SELL:
        item = names.item(state.choice_item[seat])
        is_back = is_done and not (phase == Phase.PLACE and is_due)
        text = words("offered" if is_back else "offers", item=item, price=price)
        return Zone(name, (Pile(item.name, item.id),), seat, text)
    if state.choice[seat] == do.BID:
        text = words("bid" if is_done and not is_due else "bids", price=price)
        return Zone(name, (), seat, text)
    return Zone(name, (), seat, words("sits-out"))


def _trophies(names: Names, state: Any, seat: int) -> Zone:
    """Lay out what a seat has won, counted by type."""
    cards, piles, counts = names.cards, list[Pile](), list[str]()
    for kind, name in ((MONSTER, names.monster), (HERO, names.hero)):
        won = [card for card in range(cards.counts[kind]) if state.owner[kind, card] == seat]
        piles += [Pile(name(card).name, name(card).id) for card in won]
        sorts = sorted(Counter(int(cards.trophy[kind, card]) for card in won).items())
        counts += [f"{n} {names.trophies(kind, sort, n)}" for sort, n in sorts]
    return Zone(
        words("zone.trophies"),
        tuple(piles),
        seat,
        words("won", trophies=", ".join(counts)) if piles else "",
    )


leave_uncompiled(globals())  # each is asked seldom, and would be compiled for the first answer
