"""Empire's cards in motion: hands, what all know of them, the resources pile and the discard piles. No decision is made here."""

from __future__ import annotations

from typing import Any

from rules_check.engine.kernel import jit_lean, shuffle
from rules_check.games.empire.data import ANY_NUMBER, EMPTY, NO_DRAWS, PLAY_ON, RESHUFFLES, SKIPS


@jit_lean
def gain(cards: Any, state: Any, seat: int, type_: int, is_seen: int) -> None:
    """Take a card into a hand; `is_seen` is 1 where all see which. One that is not may be of any type."""
    state.hand[seat, type_] += 1
    state.hand_size[seat] += 1
    if is_seen:
        state.known[seat, type_] += 1
        if state.most[seat, type_] < ANY_NUMBER:
            state.most[seat, type_] += 1
        return
    for any_type in range(cards.types):
        if state.most[seat, any_type] < ANY_NUMBER:
            state.most[seat, any_type] += 1


@jit_lean
def lose(state: Any, seat: int, type_: int) -> None:
    """Take a card out of a hand, openly."""
    state.hand[seat, type_] -= 1
    state.hand_size[seat] -= 1
    if state.known[seat, type_] > 0:
        state.known[seat, type_] -= 1
    if state.most[seat, type_] < ANY_NUMBER:
        state.most[seat, type_] -= 1


@jit_lean
def show_card(state: Any, seat: int, type_: int) -> None:
    """Let all see that a hand has a card of a type; it may be one that they knew of."""
    if state.known[seat, type_] == 0:
        state.known[seat, type_] = 1


@jit_lean
def show_none(state: Any, seat: int, type_: int) -> None:
    """Let all see that a hand has no card of a type."""
    state.most[seat, type_] = 0


@jit_lean
def top_of(state: Any, seat: int) -> int:
    """Find the type on top of a seat's discards; EMPTY where there are none."""
    size = state.pile_size[seat]
    return int(state.pile[seat, size - 1]) if size > 0 else EMPTY


@jit_lean
def can_steal(cards: Any, state: Any, seat: int) -> bool:
    """Say whether the top of a seat's discards may be stolen: a two protects itself and all below."""
    top = top_of(state, seat)
    return bool(top != EMPTY and cards.rank_power[cards.type_rank[top]] != SKIPS)


@jit_lean
def reshuffle(state: Any) -> None:
    """Shuffle all discards but the tops into the resources pile, which has run out. Who began comes first: no seat's number counts."""
    size = 0
    for k in range(state.players):
        seat = (state.first + k) % state.players
        below = state.pile_size[seat] - 1
        for i in range(below):
            state.deck[size] = state.pile[seat, i]
            size += 1
        if below > 0:
            state.pile[seat, 0] = state.pile[seat, below]
            state.pile_size[seat] = 1
    state.deck_size = size
    if size > 0:
        state.tally[RESHUFFLES] += 1
        shuffle(state.rng, 0, state.deck, size)


@jit_lean
def draw(cards: Any, state: Any, seat: int) -> bool:
    """Draw a card unseen; False where there is none, and the rulings bring none."""
    if state.deck_size == 0 and cards.pile_runs_out < PLAY_ON:
        reshuffle(state)
    if state.deck_size == 0:
        state.tally[NO_DRAWS] += 1
        return False
    state.deck_size -= 1
    gain(cards, state, seat, state.deck[state.deck_size], 0)
    return True


@jit_lean
def jokers_of(cards: Any, state: Any, seat: int) -> int:
    """Count the jokers of a hand."""
    return int(state.hand[seat, cards.joker]) if cards.joker != EMPTY else 0
