"""The exact length of War, as a Markov chain over all orders of both piles. Uses no part of the
tool.

Both turn up the top cards of their piles; the higher takes both, and puts them below its pile, one
first by chance. Whoever has all cards wins.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

Piles = tuple[tuple[int, ...], tuple[int, ...]]


def lengths(cards: int, rounds: int) -> tuple[list[float], list[float]]:
    """Return the chances that a game is over after each number of rounds, from 0 to `rounds`, and
    that the first player has won it by then. Every card is dealt, half to each.
    """
    half = cards // 2
    deals = list(permutations(range(cards)))
    now: dict[Piles, float] = {}
    for deal in deals:
        now[deal[:half], deal[half:]] = 1 / len(deals)
    over, won = [0.0], [0.0]
    for _ in range(rounds):
        then: dict[Piles, float] = {}
        ended, first = over[-1], won[-1]
        for (a, b), chance in now.items():
            for piles in _after(a, b):
                if piles[0] and piles[1]:
                    then[piles] = then.get(piles, 0.0) + chance / 2
                else:
                    ended += chance / 2
                    first += chance / 2 * bool(piles[0])
        over.append(ended)
        won.append(first)
        now = then
    return over, won


def _after(a: tuple[int, ...], b: tuple[int, ...]) -> list[Piles]:
    """List both orders in which the two cards can be taken."""
    orders = [(a[0], b[0]), (b[0], a[0])]
    if a[0] > b[0]:
        return [((*a[1:], *order), b[1:]) for order in orders]
    return [(a[1:], (*b[1:], *order)) for order in orders]


def mean_length(cards: int, close: float = 1e-9) -> float:
    """Return the mean number of rounds, to within a billionth or so."""
    rounds = 64
    while True:
        over, _ = lengths(cards, rounds)
        if over[-1] > 1 - close:
            return float(np.sum(1 - np.array(over)))
        rounds *= 2
