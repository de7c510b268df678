"""The exact length of a race over chutes and ladders, as a Markov chain over the squares. Uses no
part of the tool.

A player begins before the board, and moves by one of two dice of its choice; who would go beyond
the last square stays. At the foot of a ladder it goes up, at the top of a chute down. Alone, the
fewest turns are best.
"""

from __future__ import annotations

import numpy as np

LAST = 30
JUMPS = {3: 22, 5: 8, 11: 26, 20: 29, 17: 4, 19: 7, 21: 9, 27: 1}
SIDES = 6, 3


def moves_to(square: int, face: int) -> int:
    """Return where a roll leads."""
    onto = square + face
    return square if onto > LAST else JUMPS.get(onto, onto)


def chances(sides: int) -> np.ndarray:
    """Return the chance to come from each square to each other with one die, as a square array."""
    table = np.zeros((LAST + 1, LAST + 1))
    for square in range(LAST):
        for face in range(1, sides + 1):
            table[square, moves_to(square, face)] += 1 / sides
    return table


def by_chance() -> np.ndarray:
    """Return the mean number of turns from each square, taking either die with the same chance."""
    table = (chances(SIDES[0]) + chances(SIDES[1])) / 2
    return _turns(table)


def _turns(table: np.ndarray) -> np.ndarray:
    turns = np.linalg.solve(np.eye(LAST) - table[:LAST, :LAST], np.ones(LAST))
    return np.append(turns, 0.0)


def best() -> np.ndarray:
    """Return the mean number of turns from each square, by the die that is better."""
    large, small = chances(SIDES[0]), chances(SIDES[1])
    turns, change = by_chance(), 1.0
    while change > 0:
        takes_large = large @ turns <= small @ turns
        then = _turns(np.where(takes_large[:, None], large, small))
        change, turns = float(np.abs(then - turns).max()), then
    return turns


def over_by(turns: int) -> np.ndarray:
    """Return the chances that the race is over after 0 to `turns` turns, taking either die."""
    at, over = np.zeros(LAST + 1), [0.0]
    at[0] = 1.0
    table = (chances(SIDES[0]) + chances(SIDES[1])) / 2
    table[LAST, LAST] = 1.0
    for _ in range(turns):
        at = at @ table
        over.append(float(at[LAST]))
    return np.array(over)
