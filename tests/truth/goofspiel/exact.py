"""The exact values of Goofspiel, by dynamic programming over what both still hold. Uses no part of
the tool.

Each of two players has cards from 1 to `most`; prizes of the same values are turned up one by one.
Both lay a card at once, the higher takes the prize, and nobody does if they are equal. A position
is the cards that both hold, the prizes that are left, and by how much the first player leads; what
was laid is known to both, so nothing else matters.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import numpy as np

Cards = tuple[int, ...]
Lay = Callable[[int, Cards, Cards], dict[int, float]]
"""Gives the chance of each card, by the prize, the cards that are held, and those of the other."""


def at_random(prize: int, held: Cards, others: Cards) -> dict[int, float]:
    return dict.fromkeys(held, 1 / len(held))


def match(prize: int, held: Cards, others: Cards) -> dict[int, float]:
    """Lay the card that is worth as much as the prize: Ross, Goofspiel, the game of pure strategy,
    1971.
    """
    return {prize: 1.0}


def without(cards: Cards, card: int) -> Cards:
    return tuple(other for other in cards if other != card)


def after(lead: int, prize: int, own: int, other: int) -> int:
    """Return the lead after a prize."""
    return lead + prize * ((own > other) - (own < other))


def is_won(lead: int) -> float:
    """Return the first player's part of a win."""
    return 0.5 + 0.5 * ((lead > 0) - (lead < 0))


def mean(most: int, first: Lay, second: Lay, of: Callable[[int], float]) -> float:
    """Return the mean of a number that depends on the lead at the end."""

    @cache
    def worth(own: Cards, other: Cards, prizes: Cards, lead: int) -> float:
        if not prizes:
            return of(lead)
        total = 0.0
        for prize in prizes:
            both = product(first(prize, own, other).items(), second(prize, other, own).items())
            for (a, chance), (b, odds) in both:
                then = after(lead, prize, a, b)
                rest = without(own, a), without(other, b), without(prizes, prize)
                total += chance * odds * worth(*rest, then) / len(prizes)
        return total

    cards = tuple(range(1, most + 1))
    return worth(cards, cards, cards, 0)


def best_response(most: int, other: Lay, of: Callable[[int], float]) -> float:
    """Return what the best answer to a strategy has on average, of a number of the lead."""

    @cache
    def worth(own: Cards, theirs: Cards, prizes: Cards, lead: int) -> float:
        if not prizes:
            return of(lead)
        total = 0.0
        for prize in prizes:
            chances, left = other(prize, theirs, own), without(prizes, prize)
            total += max(
                sum(
                    chance
                    * worth(without(own, a), without(theirs, b), left, after(lead, prize, a, b))
                    for b, chance in chances.items()
                )
                for a in own
            )
        return total / len(prizes)

    cards = tuple(range(1, most + 1))
    return worth(cards, cards, cards, 0)


def best(most: int, of: Callable[[int], float], first: Cards = ()) -> float:
    """Return what the first player has if both play as well as can be, by a linear program for each
    position; the first player may hold other cards than the second.
    """

    @cache
    def worth(own: Cards, theirs: Cards, prizes: Cards, lead: int) -> float:
        if not prizes:
            return of(lead)
        total = 0.0
        for prize in prizes:
            left = without(prizes, prize)
            total += matrix_value(
                [
                    [
                        worth(without(own, a), without(theirs, b), left, after(lead, prize, a, b))
                        for b in theirs
                    ]
                    for a in own
                ]
            )
        return total / len(prizes)

    cards = tuple(range(1, most + 1))
    return worth(first or cards, cards, cards, 0)


def matrix_value(gains: list[list[float]]) -> float:
    """Return the value of a game in which both choose at once: rows are the first player's."""
    from scipy.optimize import linprog  # a second, which the other tests do not wait for

    table = np.array(gains)
    if 1 in table.shape:
        return float(table.max(axis=0).min())
    rows, columns = table.shape
    wanted = np.append(np.zeros(rows), -1.0)
    at_most = np.hstack([-table.T, np.ones((columns, 1))])
    sums = np.append(np.ones(rows), 0.0).reshape(1, -1)
    bounds = [(0, None)] * rows + [(None, None)]
    return -float(linprog(wanted, at_most, np.zeros(columns), sums, [1.0], bounds).fun)
