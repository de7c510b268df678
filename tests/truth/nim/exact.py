"""The exact values of Nim with one heap, by recursion over what is left. Uses no part of the tool.

Each function returns the chance that whoever is due wins.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache


@cache
def best(left: int, most: int) -> Fraction:
    """Both play as well as can be: whoever is due loses if what is left is a multiple of `most` +
    1.
    """
    if left == 0:
        return Fraction(0)
    return max(1 - best(left - number, most) for number in range(1, min(most, left) + 1))


@cache
def by_chance(left: int, most: int) -> Fraction:
    """Both take any number with the same chance."""
    if left == 0:
        return Fraction(0)
    numbers = range(1, min(most, left) + 1)
    return sum((1 - by_chance(left - number, most) for number in numbers), Fraction(0)) / len(
        numbers
    )


@cache
def best_against_chance(left: int, most: int) -> Fraction:
    """Whoever is due plays as well as can be against one who takes any number with the same
    chance.
    """
    if left == 0:
        return Fraction(0)
    return max(
        1 - chance_against_best(left - number, most) for number in range(1, min(most, left) + 1)
    )


@cache
def chance_against_best(left: int, most: int) -> Fraction:
    """Whoever is due takes any number with the same chance, against the best answer to that."""
    if left == 0:
        return Fraction(0)
    numbers = range(1, min(most, left) + 1)
    return sum(
        (1 - best_against_chance(left - number, most) for number in numbers), Fraction(0)
    ) / len(numbers)
