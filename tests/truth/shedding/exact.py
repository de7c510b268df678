"""The exact values of a shedding game with open hands, by recursion. Uses no part of the tool.

Each card from 1 to twice `held` is there once, half for each of two players, who see both hands. By
turns they lay a card that is higher than the last, or pass, and then the other begins anew. Whoever
first has no card left wins.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations

Hand = frozenset[int]
PASS = 0


def moves(own: Hand, last: int) -> list[int]:
    """List the cards that can be laid; to pass is 0, which is possible only after a card."""
    return sorted(card for card in own if card > last) + ([PASS] if last else [])


@cache
def best(own: Hand, other: Hand, last: int = 0) -> Fraction:
    """Return the chance that whoever is due wins if both play as well as can be."""
    if not other:
        return Fraction(0)
    return max(1 - best(other, own - {card}, card) for card in moves(own, last))


@cache
def by_chance(own: Hand, other: Hand, last: int = 0) -> Fraction:
    """Return the chance that whoever is due wins if both make any move with the same chance."""
    if not other:
        return Fraction(0)
    legal = moves(own, last)
    total = sum((1 - by_chance(other, own - {card}, card) for card in legal), Fraction(0))
    return total / len(legal)


@cache
def best_against_chance(own: Hand, other: Hand, last: int = 0) -> Fraction:
    """Return the chance that whoever is due wins by the best answer to one who plays by chance."""
    if not other:
        return Fraction(0)
    legal = moves(own, last)
    return max(1 - chance_against_best(other, own - {card}, card) for card in legal)


@cache
def chance_against_best(own: Hand, other: Hand, last: int = 0) -> Fraction:
    """Return the chance that whoever is due wins by chance against the best answer to that."""
    if not other:
        return Fraction(0)
    legal = moves(own, last)
    total = sum((1 - best_against_chance(other, own - {card}, card) for card in legal), Fraction(0))
    return total / len(legal)


def over_deals(held: int, of: Callable[[Hand, Hand], Fraction]) -> Fraction:
    """Return the mean over all deals of a chance of the first player."""
    cards = frozenset(range(1, 2 * held + 1))
    deals = [frozenset(hand) for hand in combinations(sorted(cards), held)]
    return sum((of(hand, cards - hand) for hand in deals), Fraction(0)) / len(deals)
