"""Random draws, deals and rolls, for questions with too many combinations to count.

In: cards by class, or dice, and formulas about them. Out: outcomes like those that are counted
exactly, each with an equal chance; the same for the same seed. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from random import Random

from generator.data.formulas import Slot, Tally
from generator.odds.chances import Shares, mean_of, merged, nothing_of, sides_of

MOST_SAMPLES, FEWEST_SAMPLES = 20_000, 500
MOST_WORK = 4_000_000
"""The number of shares that are merged for one question, which takes a few seconds."""
Z_95 = 1.96


def samples_for(cards: int, slots: Sequence[Slot]) -> int:
    """Return how many random draws of so many cards a question can afford."""
    return max(FEWEST_SAMPLES, min(MOST_SAMPLES, MOST_WORK // max(1, cards * len(slots))))


def shuffled_hands(
    classes: Sequence[tuple[Shares, int]], cards: int, luck: Random
) -> Iterator[list[Shares]]:
    """Yield random draws of some cards without end: the shares of each card, in order."""
    deck = [shares for shares, copies in classes for _ in range(copies)]
    while True:
        yield luck.sample(deck, cards)


def rolled_dice(
    dice: Mapping[int, int], slots: Sequence[Slot], luck: Random
) -> Iterator[list[Shares]]:
    """Yield random rolls without end: the shares of each die."""
    sides = []
    for faces, count in dice.items():
        sides += [sides_of(faces, slots)] * count
    while True:
        yield [luck.choice(shares) for shares in sides]


def tallied(hand: Iterable[Shares], slots: Sequence[Slot]) -> Tally:
    """Combine the shares of some cards."""
    found = nothing_of(slots)
    for shares in hand:
        found = merged(found, shares, slots)
    return Tally(found)


def margin(chance: Fraction, size: int) -> float:
    """Return by how much a chance that was estimated from so many draws may be off, 95 times in
    100: the farther end of its interval (Wilson, 1927).
    """
    share, z2 = float(chance), Z_95 * Z_95
    middle = (share + z2 / (2 * size)) / (1 + z2 / size)
    half = Z_95 * sqrt(share * (1 - share) / size + z2 / (4 * size * size)) / (1 + z2 / size)
    return abs(middle - share) + half


def margin_of_mean(distribution: Mapping[int, Fraction], size: int) -> float:
    """Return by how much an estimated average may be off, 95 times in 100."""
    mean = float(mean_of(distribution))
    spread = sum(float(chance) * (value - mean) ** 2 for value, chance in distribution.items())
    return Z_95 * sqrt(spread / size)
