"""What an Emporium seat's position is worth at a glance."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.kernel import jit_lean
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.end import scores
from rules_check.games.emporium.state import EMPTY, HERO_PLACES, MONSTER_PLACES, SEATS, TIERS, Cards, Choice, Phase, State
from rules_check.games.emporium.table import strength_of
from rules_check.games.emporium.weights import Weight
from rules_check.games.emporium.words import rules
from rules_check.games.emporium.worth import (
    banish_gain,
    best_of,
    count_open,
    count_tiers,
    expected_bonus,
    has_bonus,
    note_fights,
    price_of,
    rounds_left,
    stock_worth,
    table_worth,
    use_of,
    weigh_all,
    weigh_gear,
    weigh_swaps,
)


@rules.verb
@jit_lean
def value(cards: Cards, state: State, seat: int) -> float:
    """Say what a seat's position is worth in gold: the score once the game is over, before that the sum of

    - its gold, and its bonuses by the chance to have them in the end;
    - its hand: what the cards could be sold for, one a round, and a little for those that a slot is open for;
    - the table: open slots to sell into, and its part of the best fight of every hero;
    - what it laid behind its screen, by a rough chance that it comes off; the hero it is just changing as a patron, by the best
      fight still to be had; the votes it cast.
    """
    if state.phase == Phase.OVER:
        out = local_zeros(SEATS, np.int64)
        scores(cards, state, out)
        return float(out[seat])
    tiers, prizes, fights = (
        local_empty(TIERS, np.float64),
        local_empty((2, MONSTER_PLACES), np.float64),
        local_empty((2, HERO_PLACES, MONSTER_PLACES), np.float64),
    )
    weigh_all(cards, state, seat, 0.0, tiers, prizes, fights)
    worth = state.gold[seat] + expected_bonus(cards, state, seat) + hand_worth(cards, state, seat)
    worth += table_worth(cards, state, seat, count_open(cards, state, EMPTY), EMPTY, fights)
    if state.phase == Phase.BANISH:
        return float(worth + vote_worth(cards, state, seat, fights))
    if state.choice[seat] == Choice.SALE:
        return float(worth + sale_worth(cards, state, seat, tiers))
    if state.choice[seat] == Choice.BID:
        return float(worth + bid_worth(cards, state, seat, tiers, prizes, fights))
    return float(worth)


@jit_lean
def hand_worth(cards: Cards, state: State, seat: int) -> float:
    """Weigh a hand, with the cards of upgrades already paid for."""
    counts = local_empty(TIERS, np.int64)
    count_tiers(cards, state, seat, counts)
    for tier in range(cards.tiers):
        counts[tier] += state.pending[tier] if state.seat == seat else 0
    worth = stock_worth(cards, counts, rounds_left(cards, state, seat), cards.weights[seat, Weight.KEEP])
    for i in range(state.hand_size[seat]):
        worth += 0.1 * use_of(cards, state, state.hand[seat, i])
    return worth


@jit_lean
def sale_worth(cards: Cards, state: State, seat: int, tiers: Any) -> float:
    """Weigh a sale that is still to come: the surer, the more slots are open and the lower the price is."""
    item, price = state.choice_item[seat], state.choice_price[seat]
    is_due = state.phase == Phase.PLACE and state.seat == seat
    if not is_due and (state.resolved[seat] or state.phase > Phase.PLACE):
        return 0.0
    slots = count_open(cards, state, cards.item_slot[item])
    ahead = (state.players - 1) * price / price_of(cards, cards.item_tier[item]) / cards.tiers
    chance = 1.0 if is_due else min(1.0, slots / (1.0 + ahead))
    return float(chance * (price + cards.colour_bonus * has_bonus(cards, state, item) - tiers[cards.item_tier[item]]))


@jit_lean
def bid_worth(cards: Cards, state: State, seat: int, tiers: Any, prizes: Any, fights: Any) -> float:
    """Weigh a bid: the best fight, surely if it is this patron's turn, else the surer the less gold others have to bid more."""
    bid, h, phase = state.choice_price[seat], state.chosen, state.phase
    is_due = state.seat == seat and Phase.PATRON <= phase <= Phase.FIGHT
    if not is_due and (state.resolved[seat] or phase > Phase.PATRON):
        return 0.0
    best, chance = 0.0, 1.0
    if is_due and phase != Phase.PATRON:
        fights[:] = 0.0
        if phase == Phase.ADD:
            weigh_gear(cards, state, seat, h, 0.0, tiers, prizes, fights)
        elif phase == Phase.SWAP:
            weigh_swaps(cards, state, seat, h, EMPTY, EMPTY, 0.0, 0.0, tiers, prizes, fights)
        else:
            note_fights(cards, state, h, strength_of(cards, state, h), 0.0, 0.0, prizes, fights)
    for place in range(HERO_PLACES):
        best = max(best, best_of(fights, place))
    if not is_due:
        for other in range(state.players):
            if other != seat and state.gold[other] > bid:
                chance *= 1.0 - 1.0 / (1.0 + bid)
    return float(chance * max(0.0, best - bid))


@jit_lean
def vote_worth(cards: Cards, state: State, seat: int, fights: Any) -> float:
    """Weigh the votes to banish by what is gained and paid where there is, or by an even chance will be, a majority."""
    worth = 0.0
    still = state.players - (1 if cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN else state.turn)
    for h in range(cards.heroes_on_table[state.players]):
        votes = 0
        for other in range(state.players):
            if other == seat or cards.banish_votes != ruled.BanishVotes.EACH_HIDDEN:
                votes += state.votes[other] >> h & 1
        chance = 1.0 if votes >= state.needed else 0.5 if votes + still >= state.needed else 0.0
        if state.heroes[h] != EMPTY and votes > 0:
            worth += chance * (banish_gain(cards, state, seat, h, fights) - cards.banish_price * (state.votes[seat] >> h & 1))
    return worth
