"""The course of Merchants of Magick: the setup, what each decision allows, what a move does, how a
round and the game end.

A round: dice are rolled for all; every seat marks circles until it stops or has no result left;
then orders are claimed, masteries are scored, and orders move on. An order fulfilled while its
owner is marking is claimed once all have finished: this makes no difference to any sheet, because
its replacement is face down until then.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.kernel import shuffle
from rules_check.games.merchants_of_magick import rulings as ruled
from rules_check.games.merchants_of_magick import state as room
from rules_check.games.merchants_of_magick.game import FREE, MARK, STOP, rules
from rules_check.games.merchants_of_magick.state import (
    ADVENTURERS,
    DICE,
    SEATS,
    WISHES,
    Box,
    Cards,
    Phase,
    Side,
    State,
)
from rules_check.rules import (
    EMPTY,
    below,
    count_of,
    draw,
    fill_copies,
    first_of,
    jit_within,
    local_empty,
    mix_up,
    put,
    put_under,
)
from rules_check.toolkit.moves import BITS, coded, write
from rules_check.toolkit.zones import size

BOXES, SPACES = len(Box), room.LINE + 1  # in the last is the length of a line
MOST_REDEALS = 50
"""The number of times one line is dealt again; if it fails, nearly all orders in the deck have two
enchantments.
"""


# -------------------------------------------------------------------------------------------- setup
def deal_line(cards: Cards, state: State, seat: int) -> None:
    """Deal a line. A line with too many orders that have two enchantments goes under the deck, and
    another is dealt.

    In the solo game, some more orders wait; only by ruling are they checked as well.
    """
    line, shop = state.line[seat], cards.orders_by_players[state.players]
    count = shop + (cards.solo_waiting if state.players == 1 else 0)
    for redeals in range(MOST_REDEALS + 1):
        doubles = 0
        while (
            size(line) < (count if cards.solo_redeal == ruled.SoloRedeal.ALL_SIX else shop)
            and size(state.deck) > 0
        ):
            order = draw(state.deck)
            put(line, order)
            doubles += cards.order_prefix[order] != EMPTY and cards.order_suffix[order] != EMPTY
        if doubles < cards.redeal_from or redeals == MOST_REDEALS:
            break
        state.redeals += 1
        put_under(line, state.deck)
        if cards.redeal == ruled.Redeal.SHUFFLED_IN:
            mix_up(state, state.deck)
    while size(line) < count and size(state.deck) > 0:
        put(line, draw(state.deck))
    state.spaces[seat] = size(line)


@rules.setup
def set_up(cards: Cards, state: State) -> None:
    """Shuffle the orders, give every seat an adventurer and a line, and lay out a mastery of
    materials and one of energies.
    """
    fill_copies(state.deck, cards.order_copies)
    mix_up(state, state.deck)
    adventurers = local_empty(ADVENTURERS, np.int64)
    for n in range(cards.adventurers):
        adventurers[n] = n
    shuffle(state.rng, 0, adventurers, cards.adventurers)
    for seat in range(state.players):
        state.adventurer[seat] = adventurers[seat]
        deal_line(cards, state, seat)
    for side in range(2):
        left = 0
        for n in range(cards.masteries):
            left += cards.side[cards.mastery_column[n]] == side
        chosen = below(state.rng, 0, left)
        for n in range(cards.masteries):
            if cards.side[cards.mastery_column[n]] == side:
                if chosen == 0:
                    state.mastery[side] = n
                chosen -= 1
        state.turned[side] = state.players == 1
    state.phase = Phase.OPEN if cards.sheets_seen == ruled.SheetsSeen.OPEN else Phase.UNSEEN
    roll(cards, state)


def roll(cards: Cards, state: State) -> None:
    """Roll all dice, for all seats."""
    for die in range(cards.dice):
        state.result[die] = 1 + below(state.rng, 0, cards.faces[die])
    state.used[:] = 0


# ------------------------------------------------------------------------------- the end of a round
def shop_of(cards: Cards, state: State) -> int:
    """Return how many spaces of a line, from the left, are in the shop: in the solo game, the
    rightmost orders only wait.
    """
    return cards.orders_by_players[1] if state.players == 1 else room.LINE


def is_fulfilled(cards: Cards, state: State, seat: int, order: int) -> bool:
    """Return whether a seat has completed all that an order requires."""
    return bool(state.rows[seat] & cards.order_needs[order] == cards.order_needs[order])


def lay_out(state: State, spaces: Any) -> None:
    """Write the contents of each space of each line, EMPTY if it is empty, and last the number of
    spaces; this empties the lines.
    """
    for seat in range(state.players):
        spaces[seat, -1], i = state.spaces[seat], 0
        for n in range(state.spaces[seat]):
            spaces[seat, n] = EMPTY
            if not state.gaps[seat] >> n & 1:
                spaces[seat, n], state.line[seat, i] = state.line[seat, i], EMPTY
                i += 1
        state.line[seat, -1], state.gaps[seat] = 0, 0


def take_up(state: State, spaces: Any) -> None:
    """Put the contents of their spaces back into the lines."""
    for seat in range(state.players):
        state.spaces[seat] = spaces[seat, -1]
        for n in range(state.spaces[seat]):
            if spaces[seat, n] == EMPTY:
                state.gaps[seat] |= 1 << n
            else:
                put(state.line[seat], spaces[seat, n])


def claim_orders(cards: Cards, state: State, spaces: Any) -> bool:
    """Let every seat claim the orders in its spaces that it has fulfilled; return whether there was
    any.
    """
    is_any, shop = False, shop_of(cards, state)
    for seat in range(state.players):
        for n in range(min(spaces[seat, -1], shop)):
            order = spaces[seat, n]
            if order != EMPTY and is_fulfilled(cards, state, seat, order):
                is_any, spaces[seat, n] = True, EMPTY
                let_go(state, order, seat)
                state.sold[seat, cards.item_category[cards.order_item[order]]] += 1
                state.earned[seat] += cards.order_coins[order]
    return is_any


def let_go(state: State, order: int, seat: int) -> None:
    """Set an order aside, for a seat or for none."""
    state.owner[size(state.gone)] = seat
    put(state.gone, order)


def fill_spaces(cards: Cards, state: State, spaces: Any) -> None:
    """Draw an order for each empty space, clockwise from seat 1. If the deck is empty, the space is
    removed or, by ruling, stays empty.
    """
    for seat in range(state.players):
        kept = 0
        for n in range(spaces[seat, -1]):
            order = spaces[seat, n] if spaces[seat, n] != EMPTY else draw(state.deck)
            if order != EMPTY or cards.gaps == ruled.Gaps.TRAVEL:
                spaces[seat, kept] = order
                kept += 1
        spaces[seat, -1] = kept


def push(spaces: Any, seat: int, coming: int) -> int:
    """Move a line's orders one space to the left, and put another at its right end; return the
    leftmost.
    """
    leaving, last = spaces[seat, 0], spaces[seat, -1] - 1
    for n in range(last):
        spaces[seat, n] = spaces[seat, n + 1]
    spaces[seat, last] = coming
    return int(leaving)


def move_orders(cards: Cards, state: State, spaces: Any) -> None:
    """Move orders clockwise: the leftmost of each line to the right end of the left neighbour's
    line or, by ruling, whole lines.

    In the solo game, the leftmost is discarded and a new one is put at the far right.
    """
    coming = EMPTY
    if cards.order_move == ruled.OrderMove.WHOLE_LINE and state.players > 1:
        for n in range(SPACES):
            coming = spaces[state.players - 1, n]
            for seat in range(state.players):
                spaces[seat, n], coming = coming, spaces[seat, n]
        return
    if state.players > 1:
        for seat in range(state.players):
            coming = spaces[seat, 0] if spaces[seat, -1] > 0 else coming
    for seat in range(state.players):
        coming = push(spaces, seat, coming) if spaces[seat, -1] > 0 else coming
    if state.players == 1 and spaces[0, -1] > 0:
        if coming != EMPTY:
            let_go(state, coming, EMPTY)
        fill_spaces(cards, state, spaces)


def score_masteries(cards: Cards, state: State) -> None:
    """Score each mastery for all seats that have its circles and have not scored it yet; then turn
    it over.
    """
    for which in range(2):
        card, is_scored = state.mastery[which], False
        for seat in range(state.players):
            marked = count_of(state.marks[seat] & cards.column_circles[cards.mastery_column[card]])
            if state.scored[seat, which] == 0 and marked >= cards.mastery_circles[card]:
                state.scored[seat, which] = cards.mastery_coins[card, state.turned[which]]
                is_scored = True
        if is_scored:
            state.turned[which] = 1


def end_round(cards: Cards, state: State) -> None:
    """Claim orders, score masteries, move orders on, and roll for the next round, if any."""
    spaces = local_empty((SEATS, SPACES), np.int64)
    lay_out(state, spaces)
    claim_orders(cards, state, spaces)
    score_masteries(cards, state)
    if state.rounds == cards.rounds_due:
        state.end = 1
    else:
        fill_spaces(cards, state, spaces)
        move_orders(cards, state, spaces)
        while cards.claim_arriving == ruled.ClaimArriving.AT_ONCE and claim_orders(
            cards, state, spaces
        ):
            fill_spaces(cards, state, spaces)
        state.rounds += 1
        roll(cards, state)
    take_up(state, spaces)


# ------------------------------------------------------------------------------------------ marking
def next_slot(cards: Cards, state: State, seat: int) -> int:
    """Find the Extra Dice circle that the next further result takes: the first or, by ruling, the
    cheapest; EMPTY if none is left.
    """
    best = EMPTY
    for slot in range(cards.slots):
        if not state.extra[seat] >> slot & 1 and (
            best == EMPTY or cards.slot_potions[slot] < cards.slot_potions[best]
        ):
            best = slot
            if cards.extra_dice == ruled.ExtraDice.IN_ORDER:
                break
    return best


def purse_of(cards: Cards, state: State, seat: int) -> int:
    """Return how many potions a seat has for its next result after paying for it, if it is a
    further one; below 0 if it cannot have one.
    """
    if count_of(state.used[seat]) < cards.results_a_round:
        return int(state.potions[seat])
    slot = next_slot(cards, state, seat)
    return state.potions[seat] - cards.slot_potions[slot] if slot != EMPTY else -1


@jit_within
def write_circles(moves: Any, n: int, limit: int, move: int, shift: int, circles: int) -> int:
    """Write a move for each circle in a set, with its number shifted by `shift` bits, after the
    first n moves; return the new number of moves.
    """
    for _ in range(min(count_of(circles), limit - n)):
        moves[n] = move + (first_of(circles) << shift)
        circles &= circles - 1
        n += 1
    return n


@rules.phase(Phase.OPEN, together=True, then=end_round)
@rules.phase(Phase.UNSEEN, secret=True, then=end_round)
def list_marks(cards: Cards, state: State, seat: int, moves: Any, limit: int) -> int:
    """List free marks if any are due; otherwise every circle that each remaining result can mark,
    and stopping.
    """
    n, blank, used = 0, ~state.marks[seat], state.used[seat]
    if state.free[seat] > 0:
        return write_circles(
            moves, n, limit, coded(FREE, 0, 0), BITS, blank & (np.int64(1) << cards.circles) - 1
        )
    purse = min(purse_of(cards, state, seat), room.POTIONS) if used >> DICE == 0 else -1
    if purse < 0:
        return 0
    for die in range(cards.dice):
        if not used >> die & 1:
            left = cards.reach[die, state.result[die], purse] & blank
            n = write_circles(moves, n, limit, coded(MARK, die, 0), 0, left)
    if 0 < n < limit and (
        cards.mark_duty == ruled.MarkDuty.FREE or count_of(used) >= cards.results_a_round
    ):
        return write(moves, n, STOP, 0, 0)
    return n


@jit_within
def potions_for(cards: Cards, state: State, die: int, circle: int) -> int:
    """Return how many potions a result needs for a circle: crafting needs at least the circle's
    number, research at most.
    """
    lacking = cards.circle_number[circle] - state.result[die]
    return int(
        max(0, lacking if cards.side[cards.circle_column[circle]] == Side.CRAFTING else -lacking)
    )


@rules.does(MARK)
def mark(cards: Cards, state: State, seat: int, die: int, circle: int) -> None:
    """Use a result: pay for it if it is a further one, and spend the potions it needs."""
    if count_of(state.used[seat]) >= cards.results_a_round:
        slot = next_slot(cards, state, seat)
        state.extra[seat] |= 1 << slot
        state.potions[seat] -= cards.slot_potions[slot]
    state.potions[seat] -= potions_for(cards, state, die, circle)
    state.used[seat] |= 1 << die
    mark_circle(cards, state, seat, circle)


@rules.does(FREE)
def mark_free(cards: Cards, state: State, seat: int, circle: int) -> None:
    state.free[seat] -= 1
    mark_circle(cards, state, seat, circle)


@rules.does(STOP)
def stop(state: State, seat: int) -> None:
    state.used[seat] |= 1 << DICE


def mark_circle(cards: Cards, state: State, seat: int, circle: int) -> None:
    """Mark a circle. A row that this completes gives its potions immediately, and may fulfil wishes
    of the adventurer.
    """
    state.marks[seat] |= np.int64(1) << circle
    row = cards.circle_row[circle]
    if state.marks[seat] & cards.row_circles[row] == cards.row_circles[row]:
        state.rows[seat] |= np.int64(1) << row
        state.potions[seat] += cards.row_potions
        if row >= cards.items:
            spell = row - cards.items
            state.potions[seat] += cards.spell_potions[spell]
            if cards.favours[spell] != EMPTY and cards.charm_past == ruled.CharmPast.FROM_THEN_ON:
                state.unpaid[seat] += cards.charm_coins[spell] * orders_of(
                    cards, state, seat, cards.favours[spell]
                )
        grant_wishes(cards, state, seat)
    if state.free[seat] > 0 and count_of(state.marks[seat]) == cards.circles:
        state.free[seat] = 0


def grant_wishes(cards: Cards, state: State, seat: int) -> None:
    """Reward the adventurer's fulfilled wishes: potions for the first, a mark in any circle for
    each of the others.
    """
    for wish in range(WISHES):
        needs = cards.wish_needs[state.adventurer[seat], wish]
        if not state.wishes[seat] >> wish & 1 and state.rows[seat] & needs == needs:
            if state.wishes[seat] == 0:
                state.potions[seat] += cards.adventurer_potions
            else:
                state.free[seat] += 1
            state.wishes[seat] |= 1 << wish


# ------------------------------------------------------------------------------------------ scoring
def orders_in_shop(cards: Cards, state: State, seat: int) -> int:
    """Count the orders of a line, from the left, that are in the shop."""
    shop = shop_of(cards, state)
    return min(size(state.line[seat]), shop - count_of(state.gaps[seat] & (1 << shop) - 1))


def orders_of(cards: Cards, state: State, seat: int, category: int) -> int:
    """Count the orders of a category that a seat has fulfilled, including those it will claim at
    the end of the round and wishes.
    """
    count = state.sold[seat, category]
    for i in range(orders_in_shop(cards, state, seat)):
        order = state.line[seat, i]
        if cards.item_category[cards.order_item[order]] == category:
            count += is_fulfilled(cards, state, seat, order)
    if cards.adventurer_counts != ruled.AdventurerCounts.NOWHERE:
        for wish in range(WISHES):
            if cards.wish_category[state.adventurer[seat], wish] == category:
                count += state.wishes[seat] >> wish & 1
    return int(count)


@rules.verb
def part_of(cards: Cards, state: State, seat: int, box: int) -> int:
    """Return the value of one of a seat's score boxes, listed in `Box`, including orders that it
    will claim at the end of the round.
    """
    coins = 0
    if box in (Box.CRAFTING, Box.RESEARCH):
        first = 0 if box == Box.CRAFTING else cards.items
        for row in range(first, cards.items if box == Box.CRAFTING else cards.items + cards.spells):
            coins += cards.row_coins[row] if state.rows[seat] >> row & 1 else 0
    elif box in (Box.MATERIAL_MASTERY, Box.ENERGY_MASTERY):
        coins += state.scored[seat, 0 if box == Box.MATERIAL_MASTERY else 1]
    elif box == Box.ORDERS:
        coins += state.earned[seat]
        for i in range(orders_in_shop(cards, state, seat)):
            order = state.line[seat, i]
            coins += cards.order_coins[order] if is_fulfilled(cards, state, seat, order) else 0
    elif box == Box.ADVENTURER:
        coins += (
            cards.adventurer_coins[state.adventurer[seat]]
            if state.wishes[seat] == (1 << WISHES) - 1
            else 0
        )
    else:
        for spell in range(cards.spells):
            if cards.favours[spell] != EMPTY and state.rows[seat] >> cards.items + spell & 1:
                coins += cards.charm_coins[spell] * orders_of(
                    cards, state, seat, cards.favours[spell]
                )
        coins -= state.unpaid[seat]
    return coins


@rules.verb
def score_of(cards: Cards, state: State, seat: int) -> int:
    """Add up a seat's score boxes."""
    coins = 0
    for box in range(BOXES):
        coins += part_of(cards, state, seat, box)
    return coins


@rules.verb
def standing_of(cards: Cards, state: State, seat: int) -> int:
    """Rank by coins, then by orders fulfilled, then by potions left."""
    count = (
        -count_of(state.wishes[seat])
        if cards.adventurer_counts == ruled.AdventurerCounts.CHARMS_ONLY
        else 0
    )
    for category in range(cards.categories):
        count += orders_of(cards, state, seat, category)
    return (int(score_of(cards, state, seat)) << 40) + (int(count) << 20) + int(state.potions[seat])


rules.compile(__name__)
