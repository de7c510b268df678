"""What the conformance suite has to be told about Emporium: seats turned, coins counted, and what a
seat cannot know changed.

Written from the rule text and the fields' comments, not from the rules' code, which it is there to
check.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from rules_check.engine.game import new_state
from rules_check.games import emporium as rules
from rules_check.games.emporium import game as do
from rules_check.games.emporium.game import rules as emporium_rules
from rules_check.games.emporium.room import LEVELS, SEATS
from rules_check.games.emporium.state import Owner, Phase
from rules_check.toolkit.moves import parts_of
from rules_check.toolkit.records import EMPTY

BY_SEAT = (
    "gold",
    "hand",
    "shown",
    "choice",
    "choice_item",
    "choice_price",
    "resolved",
    "votes",
    "earned",
)
assert set(BY_SEAT) == {
    name
    for name in emporium_rules.state_dtype.names or ()
    if emporium_rules.state_dtype[name].shape[:1] == (SEATS,)
}


def turn_seats(state: Any) -> None:
    """Let each seat, in place, be the next one clockwise, with all that is its own."""
    players = int(state.players)
    for name in BY_SEAT:
        state[name][:players] = np.roll(state[name][:players], 1, axis=0)
    state.rng[1 : 1 + players] = np.roll(state.rng[1 : 1 + players], 1)
    is_seat = state.owner < SEATS
    state.owner[is_seat] = (state.owner[is_seat] + 1) % players
    state.first = (state.first + 1) % players
    if state.seat != EMPTY:
        state.seat = (state.seat + 1) % players


def gold_of(cards: Any, state: Any) -> list[int]:
    return [int(n) for n in state.gold[: state.players]]


def gold_after(cards: Any, state: Any, move: int) -> list[int]:
    """Predict every seat's gold after a move and what follows by itself: prices, bonus, reward, bid
    and fees, from the cards.
    """
    for name, option in (
        ("banish_majority", "of_all"),
        ("banish_payers", "majority"),
        ("banish_poor", "no_vote"),
    ):
        assert emporium_rules.RULINGS[name][cards[name]] == option
    step, moves, gold = (
        new_state(rules, 1),
        np.empty(rules.max_moves, np.int64),
        gold_of(cards, state),
    )
    step[0] = state
    now = step[0]
    while True:
        (kind, a, _), seat = parts_of(move), int(now.seat)
        if kind == do.DOCK:
            item = now.choice_item[seat]
            is_match = cards.item_guild[item] == cards.hero_guild[now.heroes[a]]
            gold[seat] += int(now.choice_price[seat]) + (int(cards.colour_bonus) if is_match else 0)
        elif kind == do.ATTACK:
            gold[seat] += int(cards.reward[now.monsters[a]]) - int(now.choice_price[seat])
        elif kind == do.UPGRADE and now.upgrades > 0:
            gold[seat] -= int(cards.upgrade_price[cards.item_tier[a] + 1])
        votes = [int(n) for n in now.votes[: now.players]]
        is_voting = now.phase == Phase.BANISH
        emporium_rules.perform(cards, now, move)
        if kind == do.VOTE and is_voting and now.phase != Phase.BANISH:
            votes[seat] = parts_of(move)[1]
            for h in range(3):
                voters = [other for other, vote in enumerate(votes) if vote >> h & 1]
                if 2 * len(voters) > len(votes):
                    for other in voters:
                        gold[other] -= int(cards.banish_price)
        if now.phase == Phase.OVER or rules.legal_moves(cards, now, moves) != 1:
            return gold
        move = int(moves[0])


def change_unknown(cards: Any, state: Any, seat: int, luck: random.Random) -> None:
    """Change, in place, what a seat cannot know into what it could also be: unseen items, decks,
    choices behind screens, luck.
    """
    others = [other for other in range(int(state.players)) if other != seat]
    for tier in range(int(cards.tiers)):
        spots: list[tuple[Any, int]] = [
            (state.draw[tier], i) for i in range(int(state.draw[tier, -1]))
        ]
        for other in others:
            seen = state.shown[other].copy()
            for i in range(int(state.hand[other, -1])):
                item = state.hand[other, i]
                if cards.item_tier[item] == tier and seen[item] == 0:
                    spots.append((state.hand[other], i))
                seen[item] = max(0, seen[item] - 1)
        items = [int(pile[i]) for pile, i in spots]
        luck.shuffle(items)
        for (pile, i), item in zip(spots, items, strict=True):
            pile[i] = item
    for kind, owner in enumerate(state.owner):
        for level in range(1, LEVELS + 1):
            spots = [
                (state.deck[kind], i)
                for i in range(int(state.deck[kind, -1]))
                if cards.level[kind, state.deck[kind, i]] == level
            ]
            unseen = [
                c
                for c in range(int(cards.counts[kind]))
                if cards.level[kind, c] == level and owner[c] in (Owner.IN_DECK, Owner.IN_BOX)
            ]
            luck.shuffle(unseen)
            for card in unseen:
                owner[card] = Owner.IN_BOX
            for (pile, i), card in zip(spots, unseen, strict=False):
                pile[i], owner[card] = card, Owner.IN_DECK
    for other in others:
        if state.phase == Phase.CHOOSE and state.choice[other] == do.SELL:
            item = int(luck.choice(list(state.hand[other, : state.hand[other, -1]])))
            state.choice_item[other] = item
            state.choice_price[other] = luck.randint(
                1, min(int(cards.price_cap[cards.item_tier[item]]), int(cards.die_faces))
            )
    state.rng[:] = [luck.getrandbits(64) for _ in state.rng]
