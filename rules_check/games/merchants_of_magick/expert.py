"""The expert of Merchants of Magick, and the value of positions for players that look only one move
ahead.

In: the public information and the seat's own sheet. Out: an index into moves, or numbers, by the
weights of the seat that judges.

A circle is worth its share of what its row brings: coins, potions, and what the row makes possible,
which are visible orders, the adventurer and orders to come. The fewer circles a row still needs,
the more of its worth a mark gains. Circles of a mastery's column count extra.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.games.merchants_of_magick.course import (
    is_fulfilled,
    next_slot,
    potions_for,
    score_of,
    shop_of,
)
from rules_check.games.merchants_of_magick.game import FREE, STOP, rules
from rules_check.games.merchants_of_magick.state import CIRCLES, ROWS, WISHES, Cards, Phase, State
from rules_check.games.merchants_of_magick.weights import Weight
from rules_check.rules import EMPTY, count_of, first_of, local_zeros, parts_of, size

WHOLE = 100.0
BEGUN, POTION = 0.3, 0.9  # for players that look one move ahead: a row begun, a potion


@rules.verb
def value(cards: Cards, state: State, seat: int) -> float:
    """Return a seat's coins plus the value of its potions and of the circles in rows begun."""
    worth = float(score_of(cards, state, seat))
    if state.end != 0:
        return worth
    worth += POTION * state.potions[seat]
    for row in range(cards.items + cards.spells):
        lacking = count_of(cards.row_circles[row] & ~state.marks[seat])
        if lacking > 0:
            worth += BEGUN * cards.row_coins[row] * (count_of(cards.row_circles[row]) - lacking)
    return float(worth)


def lacking_of(cards: Cards, state: State, seat: int, rows: int) -> int:
    """Count the circles that a seat still needs in a set of rows."""
    total = 0
    while rows != 0:
        total += count_of(cards.row_circles[first_of(rows)] & ~state.marks[seat])
        rows &= rows - 1
    return total


def share_out(cards: Cards, state: State, seat: int, needs: Any, worth: float, out: Any) -> None:
    """Divide a worth among the incomplete rows that it requires, in proportion to the circles they
    still need.
    """
    rows = needs & ~state.rows[seat]
    total = lacking_of(cards, state, seat, rows)
    while rows != 0:
        row = first_of(rows)
        out[row] += worth * count_of(cards.row_circles[row] & ~state.marks[seat]) / total
        rows &= rows - 1


def weigh_rows(cards: Cards, state: State, seat: int, out: Any) -> None:
    """Write the worth of completing each row to a seat, into an array of zeros."""
    weights, rows = cards.weights[seat], state.rows[seat]
    rounds = cards.rounds_due - state.rounds  # after this one
    marks = (rounds + 1) * cards.results_a_round
    potion = weights[Weight.POTION] if rounds > 0 else 0.0
    for row in range(cards.items + cards.spells):
        out[row] = cards.row_coins[row] + potion * cards.row_potions
        if row >= cards.items:
            spell = row - cards.items
            out[row] += potion * cards.spell_potions[spell]
            if cards.favours[spell] != EMPTY:
                out[row] += cards.charm_coins[spell] * (
                    state.sold[seat, cards.favours[spell]] + weights[Weight.CHARM] * rounds
                )
    weigh_wishes(cards, state, seat, potion, marks, out)
    weigh_orders(cards, state, seat, out)
    if rounds > 0:
        demand = weights[Weight.DEMAND] * rounds / WHOLE
        for order in range(cards.orders):
            rest = cards.order_needs[order] & ~rows
            if rest != 0 and rest & (rest - 1) == 0:
                out[first_of(rest)] += demand * cards.order_coins[order] * cards.order_copies[order]


def weigh_wishes(
    cards: Cards, state: State, seat: int, potion: float, marks: int, out: Any
) -> None:
    """Add the rewards for the adventurer's wishes to the rows that they still require, as far as
    there is time.
    """
    weights, one, needs = cards.weights[seat], state.adventurer[seat], np.int64(0)
    for wish in range(WISHES):
        if not state.wishes[seat] >> wish & 1:
            needs |= cards.wish_needs[one, wish]
            reward = (
                weights[Weight.MARK]
                if state.wishes[seat] != 0
                else potion * cards.adventurer_potions
            )
            share_out(
                cards,
                state,
                seat,
                cards.wish_needs[one, wish],
                weights[Weight.ADVENTURER] * reward,
                out,
            )
    lacking = lacking_of(cards, state, seat, needs & ~state.rows[seat])
    if 0 < lacking <= marks:
        share_out(
            cards, state, seat, needs, weights[Weight.ADVENTURER] * cards.adventurer_coins[one], out
        )


def weigh_orders(cards: Cards, state: State, seat: int, out: Any) -> None:
    """Add the coins of orders in the own line, and of the next one to come, to the rows that they
    still require.
    """
    weights, shop, line = cards.weights[seat], shop_of(cards, state), state.line[seat]
    left = cards.rounds_due - state.rounds + 1
    for i in range(size(line)):
        if not is_fulfilled(cards, state, seat, line[i]):
            stays = min(i + 1, left)
            lacking = lacking_of(cards, state, seat, cards.order_needs[line[i]] & ~state.rows[seat])
            part = weights[
                Weight.ORDER if lacking <= stays * cards.results_a_round else Weight.FLEETING
            ]
            if i >= shop:
                part *= weights[Weight.COMING]
            share_out(
                cards,
                state,
                seat,
                cards.order_needs[line[i]],
                part * cards.order_coins[line[i]],
                out,
            )
    if state.players > 1 and left > 1:
        coming = state.line[(seat + state.players - 1) % state.players]
        if size(coming) > 0 and not is_fulfilled(cards, state, seat, coming[0]):
            worth = weights[Weight.COMING] * cards.order_coins[coming[0]]
            share_out(cards, state, seat, cards.order_needs[coming[0]], worth, out)


def marks_of(state: Any, seat: int) -> int:
    """Find the visible marks of another seat: if sheets are hidden, those of the last round."""
    return int(state.marks[seat] if state.phase == Phase.OPEN else state.marks_shown[seat])


def weigh_masteries(cards: Cards, state: State, seat: int, marks: int, out: Any) -> None:
    """Add the worth of masteries to all circles of their columns, into an array of circles."""
    weights = cards.weights[seat]
    for which in range(2):
        card = state.mastery[which]
        circles = cards.column_circles[cards.mastery_column[card]]
        lacking = cards.mastery_circles[card] - count_of(circles & state.marks[seat])
        if state.scored[seat, which] != 0 or lacking <= 0 or lacking > marks:
            continue
        worth = weights[Weight.MASTERY] * cards.mastery_coins[card, state.turned[which]]
        for other in range(state.players):
            nearer = (
                cards.mastery_circles[card] - count_of(circles & marks_of(state, other)) < lacking
            )
            if other != seat and state.turned[which] == 0 and nearer:
                worth *= weights[Weight.NEARER]
                break
        part = weights[Weight.COLUMN]
        worth *= (1.0 - part) * part ** (lacking - 1)
        left = circles & ~state.marks[seat]
        while left != 0:
            out[first_of(left)] += worth
            left &= left - 1


def weigh_circles(cards: Cards, state: State, seat: int, out: Any) -> None:
    """Write the worth to a seat of a mark in each blank circle."""
    weights, rows = cards.weights[seat], local_zeros(ROWS, np.float64)
    marks = (cards.rounds_due - state.rounds + 1) * cards.results_a_round - count_of(
        state.used[seat]
    )
    weigh_rows(cards, state, seat, rows)
    within = reach_now(cards, state, seat)
    for row in range(cards.items + cards.spells):
        left = cards.row_circles[row] & ~state.marks[seat]
        lacking = count_of(left)
        if lacking == 0 or lacking > max(1, marks) + count_of(state.free[seat]):
            continue
        begun = weights[Weight.BEGUN]
        near = (1.0 - begun) * begun ** (lacking - 1)
        if (
            lacking > 1
            and lacking <= cards.results_a_round - count_of(state.used[seat])
            and left & ~within == 0
        ):
            near = (1.0 - begun**lacking) / lacking  # it can be completed in this round
        while left != 0:
            circle = first_of(left)
            out[circle] = (
                rows[row] * near * (1.0 + weights[Weight.HARD] * (1.0 - cards.ease[circle] / 1000))
                + weights[Weight.SPARED]
            )
            left &= left - 1
    weigh_masteries(cards, state, seat, marks, out)


def reach_now(cards: Cards, state: State, seat: int) -> int:
    """Find the circles that some remaining result can mark without potions."""
    circles = 0
    for die in range(cards.dice):
        if not state.used[seat] >> die & 1:
            circles |= cards.reach[die, state.result[die], 0]
    return circles


@rules.verb
def advise(cards: Cards, state: State, moves: Any, count: int) -> int:
    """Choose the mark that brings the most after its potions; stop if none brings enough."""
    seat, worth = state.seat, local_zeros(CIRCLES, np.float64)
    weights, rounds = cards.weights[seat], cards.rounds_due - state.rounds
    weigh_circles(cards, state, seat, worth)
    potion = weights[Weight.POTION] if rounds > 0 else 0.01
    bar = weights[Weight.LEAST] if rounds > 0 else 0.0
    if count_of(state.used[seat]) >= cards.results_a_round:
        slot = next_slot(cards, state, seat)
        bar += weights[Weight.FURTHER] * rounds / cards.rounds_due + (
            potion * cards.slot_potions[slot] if slot != EMPTY else 0.0
        )
    best, most = 0, -1e9
    for i in range(count):
        sort, first, second = parts_of(moves[i])
        if sort == STOP:
            gain = 0.0
        elif sort == FREE:
            gain = worth[first] * (2.0 - cards.ease[first] / 1000)
        else:
            gain = worth[second] - potion * potions_for(cards, state, first, second) - bar
        if gain > most:
            best, most = i, gain
    return best


rules.compile(__name__)
