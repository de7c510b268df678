"""The exact values of Kuhn poker, by fractions over all deals and lines. Uses no part of the tool.

A strategy says for each card from 0 and each line so far ("", "p", "b", "pb") with which chance
whoever is due bets; to bet after a bet is to call. Values are net chips of the first player.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

Strategy = dict[tuple[int, str], Fraction]
DEALS = list(permutations(range(3), 2))
LINES = (("", "pb"), ("p", "b"))
"""Where each player is due."""
GAINS = {"pp": 1, "bb": 2, "pbb": 2}
"""What whoever has the higher card wins, by the line."""
FOLDS = {"bp": 1, "pbp": -1}
"""What the first player wins when one folds, by the line."""


def by_chance() -> Strategy:
    """Bet and pass with a chance of 1/2 each, in all that both players meet."""
    return {(card, line): Fraction(1, 2) for card in range(3) for own in LINES for line in own}


def best() -> tuple[Strategy, Strategy]:
    """Return one of the equilibria that Kuhn found in 1950: the first player never bets at once."""
    third = Fraction(1, 3)
    first = {(0, ""): 0, (1, ""): 0, (2, ""): 0, (0, "pb"): 0, (1, "pb"): third, (2, "pb"): 1}
    second = {(0, "p"): third, (1, "p"): 0, (2, "p"): 1, (0, "b"): 0, (1, "b"): third, (2, "b"): 1}
    return _fractions(first), _fractions(second)


def _fractions(chances: dict[tuple[int, str], int | Fraction]) -> Strategy:
    return {at: Fraction(chance) for at, chance in chances.items()}


def value(first: Strategy, second: Strategy) -> Fraction:
    """Return what the first player wins on average."""
    return sum((gain * chance for gain, chance in outcomes(first, second)), Fraction(0))


def outcomes(first: Strategy, second: Strategy) -> list[tuple[int, Fraction]]:
    """List what the first player wins at each end of each deal, and the chance of that."""
    found = list[tuple[int, Fraction]]()
    for cards in DEALS:
        open_lines = [("", Fraction(1, len(DEALS)))]
        while open_lines:
            line, chance = open_lines.pop()
            if line in FOLDS:
                found.append((FOLDS[line], chance))
            elif line in GAINS:
                found.append((GAINS[line] if cards[0] > cards[1] else -GAINS[line], chance))
            else:
                due = len(line) % 2
                bets = (first, second)[due][cards[due], line]
                open_lines += [(line + "b", chance * bets), (line + "p", chance * (1 - bets))]
    return found


def pure_strategies(player: int) -> list[Strategy]:
    """List all that a player can do without luck."""
    places = [(card, line) for card in range(3) for line in LINES[player]]
    chosen = product((Fraction(0), Fraction(1)), repeat=len(places))
    return [dict(zip(places, bets, strict=True)) for bets in chosen]
