"""Emporium's accounts: what happened in a game, what became of every card, what a seat can know,
and whether a state is sound.

No rule reads them. Cards are numbered here as items, then heroes, then monsters, each in the order
of cards.yaml; all copies of an item share a number.

Public: gold, choices once revealed, everything on the table, discards, trophies, the size of each
deck and the levels of its cards, how many cards of which tier each seat holds (the backs show it),
and every card in a hand that was once shown (`shown`: an item for sale, swapped out, won with a
hero or taken back). Hidden: the other cards in other hands, the order of decks, the heroes and
monsters that stayed in the box, choices not yet revealed, and votes if they are secret.

This is coarser than a player with a perfect memory in two respects: which cards were in a pile
before it was shuffled into a deck is forgotten (all unseen cards of a tier may be anywhere), and so
are the cards that a ruling put under a deck.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.emporium import game as do
from rules_check.games.emporium.course import clockwise, fits
from rules_check.games.emporium.game import rules
from rules_check.games.emporium.room import (
    DECK_KINDS,
    DECK_ZONE,
    HERO_PLACES,
    ITEM_ZONE,
    ITEMS,
    LEVELS,
    SEATS,
    SLOTS,
    TIERS,
)
from rules_check.games.emporium.state import HERO, MONSTER, Cards, Owner, Phase, State, Tally
from rules_check.rules import (
    BY_CARD,
    EMPTY,
    INT,
    count,
    draw,
    fill_copies,
    local_zeros,
    mix_up,
    parts_of,
    put,
    size,
    take,
)


@rules.verb
def count_up(cards: Cards, state: State, out: Any) -> None:
    """Fill in the values that are not counted until the end."""
    out[Tally.HEROES_LEFT] = size(state.deck[HERO])
    out[Tally.MONSTERS_LEFT] = size(state.deck[MONSTER])


@rules.verb
def card_groups(cards: Cards) -> list[str]:
    """For each card of `card_ids`, name the group it can be compared within."""
    groups = [f"items of tier {tier + 1}" for tier in cards.item_tier[: cards.items]]
    for kind, name in ((HERO, "heroes"), (MONSTER, "monsters")):
        groups += [f"{name} of level {level}" for level in cards.level[kind, : cards.counts[kind]]]
    return groups


@rules.verb
def usage(cards: Cards, state: State, seen: Any, used: Any) -> None:
    """For each card, add 1 if a game had it and 1 if it was used, to int64 arrays.

    A game has all items; an item is used when it is placed beside a hero. A game has the heroes and
    monsters that came to the table; these are used when they are won.
    """
    card = cards.items
    for item in range(cards.items):
        seen[item] += 1
        used[item] += state.used[item] > 0
    for kind in range(DECK_KINDS):
        for number in range(cards.counts[kind]):
            owner = state.owner[kind, number]
            seen[card] += owner not in (Owner.IN_BOX, Owner.IN_DECK)
            used[card] += owner < SEATS
            card += 1


@rules.verb
def card_of(cards: Cards, state: State, move: int, n: int) -> int:
    """Find the card that a legal move uses: the item sold, added or swapped in, the hero served or
    sent, the monster fought; otherwise -1.

    No move uses two cards.
    """
    kind, a, _ = parts_of(move)
    if n == 0 and kind in (do.SELL, do.ADD, do.SWAP):
        return a
    if n == 0 and kind in (do.DOCK, do.SEND):
        return int(cards.items + state.heroes[a])
    if n == 0 and kind == do.ATTACK:
        return int(cards.items + cards.counts[HERO] + state.monsters[a])
    return EMPTY


@rules.verb
def blank(cards: Cards, state: State, seat: int, is_blank: Any) -> None:
    """Hide from a seat, in place, the cards that `is_blank` marks, in its hand and on the table,
    except a patron's hero.
    """
    hand = state.hand[seat]
    sent = state.chosen if Phase.ADD <= state.phase <= Phase.FIGHT else EMPTY
    for i in range(size(hand) - 1, -1, -1):
        if is_blank[hand[i]]:
            item = take(hand, hand[i])
            state.shown[seat, item] = max(0, state.shown[seat, item] - 1)
    for h in range(HERO_PLACES):
        if state.heroes[h] != EMPTY and is_blank[cards.items + state.heroes[h]] and h != sent:
            state.owner[HERO, state.heroes[h]] = Owner.BANISHED
            state.heroes[h] = state.worn[h, :] = EMPTY
    for m in range(state.monsters.size):
        if (
            state.monsters[m] != EMPTY
            and is_blank[cards.items + cards.counts[HERO] + state.monsters[m]]
        ):
            state.owner[MONSTER, state.monsters[m]] = Owner.BANISHED
            state.monsters[m] = EMPTY


# --------------------------------------------------------------------------------------------- hide
@rules.verb
def infer(cards: Cards, state: State, seat: int) -> None:
    """Replace, in place, everything that a seat cannot know by something possible."""
    hide_items(cards, state, seat)
    for kind in range(DECK_KINDS):
        hide_deck(cards, state, kind)


def hide_items(cards: Cards, state: State, seat: int) -> None:
    """Deal again, tier by tier, the cards of the deck and those in other hands that were never
    shown.
    """
    pool = local_zeros(ITEM_ZONE, INT)  # count all before dealing any
    unseen = local_zeros(ITEMS, INT)
    unknown = local_zeros((SEATS, TIERS), INT)
    for tier in range(cards.tiers):
        for i in range(size(state.draw[tier])):
            unseen[state.draw[tier, i]] += 1
    for other in range(state.players):
        while other != seat and size(state.hand[other]) > 0:
            item = draw(state.hand[other])
            unseen[item] += 1
            unknown[other, cards.item_tier[item]] += 1
        if other != seat:
            for item in range(cards.items):
                unseen[item] -= state.shown[other, item]
                unknown[other, cards.item_tier[item]] -= state.shown[other, item]
    for tier in range(cards.tiers):
        for item in range(cards.items):
            if cards.item_tier[item] == tier:
                for _ in range(unseen[item]):
                    put(pool, item)
        mix_up(state, pool)
        for i in range(size(state.draw[tier])):
            state.draw[tier, i] = draw(pool)
        for other in range(state.players):
            for _ in range(unknown[other, tier]):
                put(state.hand[other], draw(pool))
    for other in range(state.players):
        if other != seat:
            fill_copies(state.hand[other], state.shown[other])


def hide_deck(cards: Cards, state: State, kind: int) -> None:
    """Deal again, level by level, the heroes or monsters that may be in the deck or in the box."""
    deck, owner, pool = state.deck[kind], state.owner[kind], local_zeros(DECK_ZONE, INT)
    for level in range(1, LEVELS + 1):
        for card in range(cards.counts[kind]):
            if cards.level[kind, card] == level and (
                owner[card] == Owner.IN_DECK or owner[card] == Owner.IN_BOX
            ):
                owner[card] = Owner.IN_BOX
                put(pool, card)
        mix_up(state, pool)
        for i in range(size(deck)):
            if cards.level[kind, deck[i]] == level:
                deck[i] = draw(pool)
                owner[deck[i]] = Owner.IN_DECK
        pool[-1] = 0


@rules.verb
def decided(cards: Cards, state: State, n: int) -> int:
    """Find the n-th seat that has put a choice behind its screen, or voted; EMPTY if it has not
    done so yet.
    """
    return clockwise(state, n) if n < state.turn else EMPTY


# ------------------------------------------------------------------------------------------- faults
@rules.sound(
    "a seat has shown a card it does not hold",
    "a hand or deck holds another tier's card",
    "an item is beside no hero or in a slot it does not fit",
    "a hero is in two places or in none",
    "a monster is in two places or in none",
)
def find_fault(cards: Cards, state: State) -> int:
    """Compare where things are with where they may be. A fault of one card is numbered by it: items
    first, then heroes, then monsters.
    """
    for seat in range(state.players):
        for item in range(cards.items):
            if (
                not 0
                <= state.shown[seat, item]
                <= count(state.hand[seat, : size(state.hand[seat])], item)
            ):
                return 1 + BY_CARD * (item + 1)
    for tier in range(cards.tiers):
        for pile in (state.draw[tier], state.discard[tier]):
            for i in range(size(pile)):
                if cards.item_tier[pile[i]] != tier:
                    return 2 + BY_CARD * (int(pile[i]) + 1)
    for h in range(HERO_PLACES):
        for k in range(SLOTS):
            item = state.worn[h, k]
            if item != EMPTY and (state.heroes[h] == EMPTY or not fits(cards, state, h, k, item)):
                return 3 + BY_CARD * (int(item) + 1)
    return deck_fault(cards, state, HERO) or deck_fault(cards, state, MONSTER)


def deck_fault(cards: Cards, state: State, kind: int) -> int:
    """Compare the recorded place of each hero or monster with the table."""
    row, deck = state.heroes if kind == HERO else state.monsters, state.deck[kind]
    for card in range(cards.counts[kind]):
        owner = state.owner[kind, card]
        is_somewhere = 0 <= owner < state.players or Owner.ON_TABLE <= owner <= Owner.IN_BOX
        is_there = count(row, card) == (owner == Owner.ON_TABLE) and count(
            deck[: size(deck)], card
        ) == (owner == Owner.IN_DECK)
        if not is_somewhere or not is_there:
            before = cards.items + (cards.counts[HERO] if kind == MONSTER else 0)
            return 4 + kind + BY_CARD * (before + card + 1)
    return 0


rules.compile(__name__)
