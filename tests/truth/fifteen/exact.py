"""The exact values of Fifteen, by recursion over what both have taken. Uses no part of the tool.

Players take numbers from 1 to 9 by turns; whoever first has three that add up to 15 wins. In a
magic square these are the rows of noughts and crosses.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

NUMBERS = frozenset(range(1, 10))
Taken = frozenset[int]


@cache
def has_row(taken: Taken) -> bool:
    return any(sum(three) == 15 for three in combinations(taken, 3))


@cache
def by_chance(own: Taken, other: Taken) -> tuple[Fraction, Fraction]:
    """Return the chances that whoever is due wins, and that the other does; both choose by
    chance.
    """
    if has_row(other):
        return Fraction(0), Fraction(1)
    left = NUMBERS - own - other
    if not left:
        return Fraction(0), Fraction(0)
    ends = [by_chance(other, own | {number}) for number in left]
    return sum(b for _, b in ends) / Fraction(len(left)), sum(a for a, _ in ends) / Fraction(
        len(left)
    )


@cache
def best(own: Taken, other: Taken) -> int:
    """Return 1, 0 or -1: whoever is due wins, draws or loses if both play as well as can be."""
    if has_row(other):
        return -1
    left = NUMBERS - own - other
    return max((-best(other, own | {number}) for number in left), default=0)


@cache
def against_chance(own: Taken, other: Taken, is_own_turn: bool) -> Fraction:
    """Return the part of a win, a draw being half, of the best answer to one who chooses by
    chance.
    """
    if has_row(own) or has_row(other):
        return Fraction(int(has_row(own)))
    left = NUMBERS - own - other
    if not left:
        return Fraction(1, 2)
    if is_own_turn:
        return max(against_chance(own | {number}, other, False) for number in left)
    total = sum((against_chance(own, other | {number}, True) for number in left), Fraction(0))
    return total / len(left)
