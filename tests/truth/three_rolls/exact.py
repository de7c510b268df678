"""The exact mean scores of some rolls of a die of which the last counts. Uses no part of the
tool.
"""

from __future__ import annotations

from fractions import Fraction

FACES = range(1, 7)


def best(rolls: int) -> Fraction:
    """Roll again whenever that is worth more than the face: of three rolls, 14/3."""
    worth = Fraction(0)
    for _ in range(rolls):
        worth = sum((max(Fraction(face), worth) for face in FACES), Fraction(0)) / len(FACES)
    return worth


def by_chance(rolls: int) -> Fraction:
    """Whoever keeps or rolls without looking scores any face as often as any other."""
    return Fraction(sum(FACES), len(FACES)) * (rolls > 0)
