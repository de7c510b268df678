"""Emporium for people who choose: a move as a line of a menu, the cards it touches, and the table as one seat sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from generator.data.game import Game
from rules_check.engine import view as seen
from rules_check.engine.view import Pile, View, Zone
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.names import Names, parts_of, worn
from rules_check.games.emporium.state import EMPTY, HERO, HERO_PLACES, MONSTER, Choice, Phase
from rules_check.games.emporium.table import strength_of
from rules_check.toolkit.layout import listed
from rules_check.toolkit.prose import counted, who_is, with_article
from rules_check.toolkit.reading import name_of
from rules_check.toolkit.texts import texts

words = texts(__file__, "show")


# ------------------------------------------------------------------------------------------------------ a move
def describe(game: Game, cards: Any, state: Any, move: int) -> str:
    """Write a move of the decision that is due for people, with the names and numbers that help to choose."""
    names, seat, (word, a, b) = Names(game, cards), int(state.seat), parts_of(cards, state, move)
    h = a if word in ("place", "hero") else int(state.chosen)
    item = int(state.choice_item[seat]) if word in ("place", "decline") else a
    known: dict[str, Callable[[], object]] = {
        "tier": lambda: names.tiers[cards.starting_tier],
        "limit": lambda: cards.hand_limit,
        "item": lambda: names.item(item),
        "hero": lambda: names.hero(state.heroes[h]),
        "monster": lambda: names.monster(state.monsters[a]),
        "reward": lambda: cards.reward[state.monsters[a]],
        "price": lambda: b,
        "bid": lambda: state.choice_price[seat],
        "more": lambda: cards.colour_bonus,
        "strength": lambda: strength_of(cards, state, h),
        "raised": lambda: strength_of(cards, state, h) + cards.item_strength[item],
        "changed": lambda: strength_of(cards, state, h) + cards.item_strength[item] - cards.item_strength[state.worn[h, b]],
        "out": lambda: names.item(state.worn[h, b]),
        "slot": lambda: names.slots_of(state.heroes[h])[b],
        "goal": lambda: with_article(names.tiers[cards.item_tier[a] + 1]),
        "cost": lambda: cards.upgrade_price[cards.item_tier[a] + 1],
        "heroes": lambda: names.banned(state, b),
        "fee": lambda: cards.banish_price * b.bit_count(),
    }
    return words.of(known, "move", word + _variant(names, state, word, a, b))


def _variant(names: Names, state: Any, word: str, a: int, b: int) -> str:
    """Find which of several texts for a move says what is so."""
    cards, is_changed = names.cards, state.added != EMPTY or state.swapped != EMPTY
    if (
        word == "place"
        and cards.colour_bonus
        and cards.hero_guild[state.heroes[a]] == cards.item_guild[state.choice_item[state.seat]]
    ):
        return "-match"
    if word == "upgrade" and state.upgrades > 0 and cards.upgrade_price[cards.item_tier[a] + 1]:
        return "-paid"
    if word == "keep" and state.phase == Phase.ADD:
        return "-add"
    if word == "swap" and names.slots_of(state.heroes[state.chosen])[b] not in names.slots:
        return "-second"  # a second slot of its sort may hold an equal item
    if word == "pass" and cards.failed_changes == ruled.FailedChanges.UNDONE and state.phase == Phase.FIGHT and is_changed:
        return "-undone"
    if word == "banish":
        return "-none" if b == 0 else "-all" if cards.banish_payers == ruled.BanishPayers.EVERYONE else ""
    return ""


def touched(game: Game, cards: Any, state: Any, move: int) -> list[str]:
    """List the cards, by their ids in cards.yaml, that a move picks up, lays or points at."""
    word, a, b = parts_of(cards, state, move)
    items = [a] if word in ("sell", "add", "swap", "upgrade", "discard") else []
    items += [state.choice_item[state.seat]] if word in ("place", "decline") else []
    place = a if word in ("place", "hero") else int(state.chosen) if word in ("add", "swap", "fight", "keep", "pass") else EMPTY
    places = [h for h in range(HERO_PLACES) if h == place or (word == "banish" and b >> h & 1)]
    monsters = [state.monsters[a]] if word == "fight" else []
    items += [state.worn[place, b]] if word == "swap" else []
    found = [name_of(cards.item_name, item) for item in items] + [name_of(cards.hero_name, state.heroes[h]) for h in places]
    return found + [name_of(cards.monster_name, monster) for monster in monsters]


# ------------------------------------------------------------------------------------------------------ the table
def view(game: Game, cards: Any, state: Any, seat: int) -> View:
    """Lay out the table as a seat sees it; -1 sees all."""
    names = Names(game, cards)
    zones = [
        Zone(words("zone.heroes"), tuple(_hero(names, state, h) for h in range(cards.heroes_on_table[state.players]))),
        Zone(words("zone.monsters"), tuple(_monster(names, monster) for monster in state.monsters[: cards.monsters_in_row])),
    ]
    for one in range(state.players):
        zones += [_hand(names, state, one, seat), _choice(names, state, one, seat), _trophies(names, state, one)]
    decks = [(words("heroes"), state.deck_size[HERO]), (words("monsters"), state.deck_size[MONSTER])]
    decks += zip(names.tiers, state.draw_size, strict=False)
    discards = [(tier, size) for tier, size in zip(names.tiers, state.discard_size, strict=False) if size]
    zones += [Zone(words("zone.decks"), _backs(decks)), Zone(words("zone.discards"), _backs(discards))]
    gold = [seen.Counter(one, words("gold"), int(n), f"{n} {words('gold')}") for one, n in enumerate(state.gold[: state.players])]
    return View(tuple(_heading(names, state, seat)), tuple(zones), tuple(gold), int(state.first))


def _heading(names: Names, state: Any, viewer: int) -> Iterator[str]:
    yield words("round", round=state.rounds, who=who_is(state.first, viewer))
    if state.phase == Phase.OVER:
        yield words("over")
    elif viewer >= 0:  # who only watches is asked nothing
        known: dict[str, Callable[[], object]] = {
            "item": lambda: names.item(state.choice_item[state.seat]),
            "bid": lambda: state.choice_price[state.seat],
            "needed": lambda: state.needed,
            "hero": lambda: names.hero(state.heroes[state.chosen]),
        }
        phases = ["choose", "place", "patron", "add", "swap", "fight", "restock", "more", "discard", "banish"]
        yield words("to-decide", who=who_is(state.seat, viewer), doing=words.of(known, "doing", phases[state.phase - Phase.CHOOSE]))


def _hero(names: Names, state: Any, h: int) -> Pile:
    """Lay out a place with its hero: name, guild, strength with gear, slots."""
    if state.heroes[h] == EMPTY:
        return Pile(words("nobody"), facts=("",))
    hero, total, slots = names.hero(state.heroes[h]), strength_of(names.cards, state, h), names.slots_of(state.heroes[h])
    gear = words("geared", own=hero.strength, gear=total - hero.strength, total=total) if worn(state, h) else str(total)
    beside = [_item(names, item, slot) for slot, item in zip(slots, state.worn[h], strict=False)]
    return Pile(hero.name, hero.id, facts=(hero.sort, words("strength", strength=gear)), beside=tuple(beside))


def _item(names: Names, number: int, group: str, count: int = 1) -> Pile:
    """Lay out equal items, or an open slot."""
    if number == EMPTY:
        return Pile(words("open"), group=group)
    item = names.item(number)
    text = words("item", item=item) if count == 1 else words("items", item=item, n=count)
    return Pile(text, item.id, count, group=group)


def _monster(names: Names, number: int) -> Pile:
    if number == EMPTY:
        return Pile(words("none"), facts=("",))
    monster, reward = names.monster(number), names.cards.reward[number]
    return Pile(
        monster.name,
        monster.id,
        facts=(monster.sort, words("strength", strength=f"{monster.strength:>2}"), words("reward", reward=reward)),
    )


def _backs(decks: Iterable[tuple[str, int]]) -> tuple[Pile, ...]:
    """Lay out piles that lie face down."""
    return tuple(Pile(f"{size} {back}", count=int(size), back=back) for back, size in decks)


def _hand(names: Names, state: Any, seat: int, viewer: int) -> Zone:
    """Lay out a hand by tiers: whole where it may be seen, else the backs and what all have seen."""
    tier_of = names.cards.item_tier
    held = sorted((int(tier_of[item]), int(item)) for item in state.hand[seat, : state.hand_size[seat]])
    piles = [_item(names, item, names.tiers[tier], count) for (tier, item), count in Counter(held).items()]
    if viewer not in (seen.NOBODY, seat):
        piles = list(_backs((names.tiers[tier], count) for tier, count in Counter(tier for tier, _ in held).items()))
        piles += [_item(names, item, words("seen"), int(count)) for item, count in enumerate(state.shown[seat]) if count]
    return Zone(words("zone.hand"), tuple(piles), seat, listed(piles) or words("no-cards"))


def _choice(names: Names, state: Any, seat: int, viewer: int) -> Zone:
    """Lay out what a seat laid behind its screen, or voted, while that matters; nothing that is not yet revealed."""
    phase, cards, name = int(state.phase), names.cards, words("zone.choice")
    has_decided, may_see = (seat - state.first) % state.players < state.turn, viewer in (seen.NOBODY, seat)
    if phase == Phase.BANISH and has_decided:
        if cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN and not may_see:
            return Zone(name, (), seat, words("has-voted"))
        return Zone(name, (), seat, words("voted", heroes=names.banned(state, int(state.votes[seat])) or words("nobody-banished")))
    if (phase == Phase.CHOOSE and not has_decided) or not Phase.CHOOSE <= phase <= Phase.FIGHT:
        return Zone(name, (), seat)
    if phase == Phase.CHOOSE and not may_see:
        return Zone(name, (), seat, words("has-chosen"))
    price, is_done = state.choice_price[seat], bool(state.resolved[seat])
    if state.choice[seat] == Choice.SALE:
        item, is_back = names.item(state.choice_item[seat]), is_done and not (phase == Phase.PLACE and state.seat == seat)
        return Zone(name, (Pile(item.name, item.id),), seat, words("offered" if is_back else "offers", item=item, price=price))
    is_bid, is_done = state.choice[seat] == Choice.BID, is_done and state.seat != seat
    return Zone(name, (), seat, words("bid" if is_done else "bids", price=price) if is_bid else words("sits-out"))


def _trophies(names: Names, state: Any, seat: int) -> Zone:
    """Lay out what a seat has won, counted by type."""
    cards = names.cards
    monsters = [card for card, owner in enumerate(state.monster_owner[: cards.counts[MONSTER]].tolist()) if owner == seat]
    heroes = [card for card, owner in enumerate(state.hero_owner[: cards.counts[HERO]].tolist()) if owner == seat]
    types = sorted(Counter(int(cards.monster_type[card]) for card in monsters).items())
    sorts = sorted(Counter(names.hero_type(card) for card in heroes).items())
    counts = [counted(n, names.types[type_], names.plurals[type_]) for type_, n in types]
    counts += [f"{n} {names.hero_sort(type_, n)}" for type_, n in sorts]
    won = [names.monster(card) for card in monsters] + [names.hero(card) for card in heroes]
    piles = tuple(Pile(card.name, card.id) for card in won)
    return Zone(words("zone.trophies"), piles, seat, words("won", trophies=", ".join(counts)) if won else "")
