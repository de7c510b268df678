"""What the conformance suite has to be told about Empire: seats and moves turned, and what a seat
cannot know changed.

Written from the rule text and the fields' comments, not from the rules' code, which it is there to
check.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np

from rules_check.games import empire as rules
from rules_check.games.empire import game as do
from rules_check.games.empire.course import MAX_MATCH, MAX_ROUNDS
from rules_check.games.empire.state import SEATS, Phase, State
from rules_check.toolkit.moves import coded, parts_of
from rules_check.toolkit.records import EMPTY
from tests.rules_check.games.scripted_empire import make_cards

BY_SEAT = (
    "hand_size",
    "empire",
    "ranks",
    "laid",
    "pillar",
    "skip",
    "missed",
    "tabled",
    "overlord",
    "earned",
    "pile",
    "hand",
    "known",
    "most",
)
assert set(BY_SEAT) == {name for name, field in State.fields.items() if field.shape[:1] == (SEATS,)}


SHORT = {"pillar_size": 2, "pillars_to_win": 3, "hand_cards": 6, "packs": [0, 0, 0, 1, 1, 1, 1]}
"""A game that is over soon even among random players, and reshuffles on the way."""


@cache
def short_cards() -> Any:
    return make_cards(**SHORT)


@cache
def match_cards() -> Any:
    """Make a match of such games, in which partners have to offer what the trader wants."""
    return make_cards(
        **{**SHORT, "pillars_to_win": 2, "packs": [0, 0, 0, 1, 0, 0, 0]},
        match="overlord",
        trade_partner="same_empire",
    )


def hurry(state: Any) -> None:
    """Who always does the same may never lay a pillar: only the bounds on the rounds of a game and
    a match end that.
    """
    state.rounds = MAX_MATCH - 20
    state.opening = state.rounds - MAX_ROUNDS + 20


def turn_seats(state: Any) -> None:
    """Let each seat, in place, be the next one clockwise, with all that is its own."""
    players = int(state.players)
    for name in BY_SEAT:
        state[name][:players] = np.roll(state[name][:players], 1, axis=0)
    state.rng[1 : 1 + players] = np.roll(state.rng[1 : 1 + players], 1)
    for name in ("first", "seat", "turn", "target"):
        if state[name] != EMPTY:
            state[name] = (state[name] + 1) % players


def turn_move(move: int, players: int) -> int:
    """Turn the seat that a move names."""
    sort, seat, _ = parts_of(move)
    return (
        int(coded(sort, (seat + 1) % players, 0))
        if sort in (do.STEAL, do.BATTLE, do.PICK, do.SKIP)
        else move
    )


def change_unknown(cards: Any, state: Any, seat: int, luck: random.Random) -> None:
    """Change, in place, what a seat cannot know into what it could also be: unseen cards, the
    resources pile, hidden choices, luck.

    Unseen cards change places two by two, as long as nobody comes by more of a card than all know
    to be the most.
    """
    others = [other for other in range(int(state.players)) if other != seat]
    hands, most = state.hand.tolist(), state.most.tolist()
    spots = [(EMPTY, int(card)) for card in state.deck[: state.deck[-1]]]
    for other in others:
        for type_ in range(int(cards.types)):
            spots += [(other, type_)] * int(state.hand[other, type_] - state.known[other, type_])

    def has_room(holder: int, card: int) -> bool:
        return holder == EMPTY or hands[holder][card] < most[holder][card]

    for _ in range(3 * len(spots)):
        i, j = luck.randrange(len(spots)), luck.randrange(len(spots))
        (one, card), (two, other_card) = spots[i], spots[j]
        if card == other_card or (
            one != two and not (has_room(one, other_card) and has_room(two, card))
        ):
            continue
        spots[i], spots[j] = (one, other_card), (two, card)
        for holder, gone, come in ((one, card, other_card), (two, other_card, card)):
            if holder != EMPTY:
                hands[holder][gone] -= 1
                hands[holder][come] += 1
    state.hand[:] = hands
    state.deck[: state.deck[-1]] = [card for holder, card in spots if holder == EMPTY]
    for other in others:
        if (
            state.phase == Phase.OFFER
            and other != state.turn
            and state.tabled[other] != EMPTY
            and not is_open(cards)
        ):
            state.tabled[other] = luck.choice(offers(cards, state, other))
    if state.phase == Phase.FIST and state.seat == state.target and seat == state.target:
        state.fist = luck.randrange(3)
    state.rng[:] = [luck.getrandbits(64) for _ in state.rng]


def is_open(cards: Any) -> bool:
    return rules.RULINGS["trade_offers"][cards.trade_offers] == "in_turn"


def offers(cards: Any, state: Any, seat: int) -> list[int]:
    """List what a seat may table in the trade under way."""
    held = [type_ for type_ in range(int(cards.types)) if state.hand[seat, type_]]

    def empire(type_: int) -> int:
        return int(cards.rank_empire[cards.type_rank[type_]])

    wanted = empire(int(state.tabled[state.turn]))
    fits = [type_ for type_ in held if empire(type_) == wanted != EMPTY]
    return (
        fits
        if fits and rules.RULINGS["trade_partner"][cards.trade_partner] == "same_empire"
        else held
    )
