"""Emporium's accounts: what happened in a game, where each seat's gold came from, what became of every card.

Read from a game that is over, for those that measure many; no rule reads it. Cards are numbered here items first, then heroes,
then monsters, each in the order of cards.yaml; copies of an item are one card.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.emporium import game as do
from rules_check.games.emporium.game import rules
from rules_check.games.emporium.room import DECK_KINDS, HERO_PLACES, MONSTER_PLACES, SEATS
from rules_check.games.emporium.state import Cards, State
from rules_check.games.emporium.terms import HERO, MONSTER, Owner, Phase, Tally
from rules_check.rules import EMPTY, parts_of, size, take


@rules.verb
def count_up(cards: Cards, state: State, out: Any) -> None:
    """Write what is counted only at the end."""
    out[Tally.HEROES_LEFT], out[Tally.MONSTERS_LEFT] = size(state.deck[HERO]), size(state.deck[MONSTER])


@rules.verb
def card_groups(cards: Cards) -> list[str]:
    """Name, for each card of `card_ids`, those that it can be compared with."""
    groups = [f"items of tier {tier + 1}" for tier in cards.item_tier[: cards.items]]
    for kind, name in ((HERO, "heroes"), (MONSTER, "monsters")):
        groups += [f"{name} of level {level}" for level in cards.level[kind, : cards.counts[kind]]]
    return groups


@rules.verb
def usage(cards: Cards, state: State, seen: Any, used: Any) -> None:
    """Add, card by card, 1 where a game had it, and 1 where it was used, to int64 arrays.

    A game has all items; one is used when it is laid beside a hero. It has the heroes and monsters that came to the table; one is
    used when it is won.
    """
    card = cards.items
    for item in range(cards.items):
        seen[item] += 1
        used[item] += state.used[item] > 0
    for kind in range(DECK_KINDS):
        for number in range(cards.counts[kind]):
            owner = state.owner[kind, number]
            seen[card] += owner != Owner.IN_BOX and owner != Owner.IN_DECK
            used[card] += owner < SEATS
            card += 1


@rules.verb
def card_of(cards: Cards, state: State, move: int, n: int) -> int:
    """Find the card that a legal move uses: the item sold, added or swapped in, the hero served or sent, the monster fought; else -1.

    No move uses a second.
    """
    kind, a, _ = parts_of(move)
    if n == 0 and (kind == do.SELL or kind == do.ADD or kind == do.SWAP):
        return a
    if n == 0 and (kind == do.DOCK or kind == do.SEND):
        return int(cards.items + state.heroes[a])
    return int(cards.items + cards.counts[HERO] + state.monsters[a]) if n == 0 and kind == do.ATTACK else EMPTY


@rules.verb
def blank(cards: Cards, state: State, seat: int, is_blank: Any) -> None:
    """Take out of a seat's sight, in place, the cards that `is_blank` marks: in its hand and on the table, but not a patron's hero."""
    hand, sent = state.hand[seat], state.chosen if Phase.ADD <= state.phase <= Phase.FIGHT else EMPTY
    for i in range(size(hand) - 1, -1, -1):
        if is_blank[hand[i]]:
            item = take(hand, hand[i])
            state.shown[seat, item] = max(0, state.shown[seat, item] - 1)
    for h in range(HERO_PLACES):
        if state.heroes[h] != EMPTY and is_blank[cards.items + state.heroes[h]] and h != sent:
            state.owner[HERO, state.heroes[h]] = Owner.BANISHED
            state.heroes[h] = state.worn[h, :] = EMPTY
    for m in range(MONSTER_PLACES):
        if state.monsters[m] != EMPTY and is_blank[cards.items + cards.counts[HERO] + state.monsters[m]]:
            state.owner[MONSTER, state.monsters[m]] = Owner.BANISHED
            state.monsters[m] = EMPTY
