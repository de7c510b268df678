"""The expert of Merchants of Magick, and what positions are worth to those who only look one move
ahead.

In: what is open to all, and the own sheet. Out: an index into moves; numbers, by the weights of the
seat that judges.

A circle is worth its part of what its row brings: coins, potions, and what the row opens, which are
orders in sight, the adventurer and orders to come. The fewer circles a row lacks the more of its
worth a mark brings near. Circles of a mastery's column count beside.
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
BEGUN, POTION = 0.3, 0.9  # to those who look one move ahead: a row begun, a potion


@rules.verb
def value(cards: Cards, state: State, seat: int) -> float:
    """Return a seat's coins, and what its potions and the circles of rows begun come to."""
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
    """Count the circles that a seat lacks in a set of rows."""
    total = 0
    while rows != 0:
        total += count_of(cards.row_circles[first_of(rows)] & ~state.marks[seat])
        rows &= rows - 1
    return total


def share_out(cards: Cards, state: State, seat: int, needs: Any, worth: float, out: Any) -> None:
    """Add a worth to the rows that are needed for it and not complete, each its part by the circles
    that it lacks.
    """
    rows = needs & ~state.rows[seat]
    total = lacking_of(cards, state, seat, rows)
    while rows != 0:
        row = first_of(rows)
        out[row] += worth * count_of(cards.row_circles[row] & ~state.marks[seat]) / total
        rows &= rows - 1


def weigh_rows(cards: Cards, state: State, seat: int, out: Any) -> None:
    """Write what each row would bring to a seat that completes it, into an array of zeros."""
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
    """Add what the adventurer's wishes bring to the rows that they lack, as far as there is time
    for them.
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
    """Add the coins of orders in the own line, and of the one that comes next, to the rows that
    they lack.
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
    """Find the marks of another seat that can be seen: where sheets are not, those of the last
    round.
    """
    return int(state.marks[seat] if state.phase == Phase.OPEN else state.marks_shown[seat])


def weigh_masteries(cards: Cards, state: State, seat: int, marks: int, out: Any) -> None:
    """Add what masteries bring to all circles of their columns, into an array of circles."""
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
    """Write what a mark in each blank circle is worth to a seat."""
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
    """Find the circles that some result left can mark without potions."""
    circles = 0
    for die in range(cards.dice):
        if not state.used[seat] >> die & 1:
            circles |= cards.reach[die, state.result[die], 0]
    return circles


@rules.verb
def advise(cards: Cards, state: State, moves: Any, count: int) -> int:
    """Choose the mark that brings most beside its potions; stop if none brings enough."""
    seat, worth = state.seat, local_zeros(CIRCLES, np.float64)
    weights, rounds = cards.weights[seat], cards.rounds_due - state.rounds
    weigh_circles(cards, state, seat, worth)
    potion, bar = (
        weights[Weight.POTION] if rounds > 0 else 0.01,
        weights[Weight.LEAST] if rounds > 0 else 0.0,
    )
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
