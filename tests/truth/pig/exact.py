"""The exact values of Pig, by recursion over what both players have. Uses no part of the tool.

A position is (own, other): the points of the seat whose turn begins, and of the other. `best` and
`by_chance` return for each the probability that this seat wins, as float64 of shape (target,
target).
"""

from __future__ import annotations

from typing import Any

import numpy as np

FACES = range(2, 7)
CLOSE = 1e-12


def best(target: int) -> Any:
    """Solve Pig where both play as well as can be, by value iteration, a turn at a time."""
    wins, change = np.zeros((target, target)), 1.0
    while change > CLOSE:
        lost_turn = 1 - wins.T
        after = [np.ones_like(wins)] * (target + max(FACES))
        for turn in range(target - 1, -1, -1):
            now = (lost_turn + sum(after[turn + face] for face in FACES)) / 6
            left = target - turn  # own points below this do not win yet with what the turn has
            if turn > 0:
                now[:left] = np.maximum(now[:left], 1 - wins.T[turn:])
            now[left:] = 1.0
            after[turn] = now
        change = float(np.abs(after[0] - wins).max())
        wins = after[0]
    return wins


def by_chance(target: int) -> Any:
    """Solve Pig where both, after the first roll of a turn, roll or hold with a chance of 1/2.

    The turns of such players do not depend on the position, and two positions, (a, b) and (b, a),
    lead to each other, else only to higher sums: each pair is a system of two linear equations.
    """
    wins = np.zeros((target, target))
    for total in range(2 * target - 2, -1, -1):
        for a in range(max(0, total - target + 1), total // 2 + 1):
            b = total - a
            gain, stay = _chance_turn(wins, a, b)
            other_gain, other_stay = _chance_turn(wins, b, a)
            first = gain + stay * (1 - other_gain - other_stay)
            wins[a, b] = first / (1 - stay * other_stay)
            wins[b, a] = other_gain + other_stay * (1 - wins[a, b])
    return wins


def _chance_turn(wins: Any, own: int, other: int) -> tuple[float, float]:
    """Return the chance to win by a turn that adds something, and the chance that it adds
    nothing.
    """
    need = len(wins) - own
    gain, nothing, reached = 0.0, 0.0, np.zeros(need)
    reached[0] = 1.0
    for turn in range(need):
        rolls = float(reached[turn]) * (0.5 if turn > 0 else 1.0)
        if turn > 0:
            gain += float(reached[turn]) * 0.5 * float(1 - wins[other, own + turn])
        nothing += rolls / 6
        for face in FACES:
            if turn + face >= need:
                gain += rolls / 6
            else:
                reached[turn + face] += rolls / 6
    return gain, nothing


def best_against(holds: Any) -> float:
    """Return how often the best response wins, in each seat by turns, against a player who holds by
    given chances.

    `holds`: float64 of shape (target, target, target), by own points, the other's, and those of the
    turn.
    """
    target = len(holds)
    wins, theirs, change = np.zeros((target, target)), np.zeros((target, target)), 1.0
    while change > CLOSE:
        now = _turn(target, wins, theirs, None)
        change = float(np.abs(now - wins).max())
        wins = now
        theirs = _turn(target, theirs, wins, holds)
    return (float(wins[0, 0]) + 1 - float(theirs[0, 0])) / 2


def mean_of(holds: Any, others: Any) -> float:
    """Return how often a player wins, in each seat by turns; both hold by given chances."""
    target = len(holds)
    wins, theirs, change = np.zeros((target, target)), np.zeros((target, target)), 1.0
    while change > CLOSE:
        now = _turn(target, wins, theirs, holds)
        change = float(np.abs(now - wins).max())
        wins = now
        theirs = _turn(target, theirs, wins, others)
    return (float(wins[0, 0]) + 1 - float(theirs[0, 0])) / 2


def _turn(target: int, own: Any, other: Any, holds: Any) -> Any:
    """Return the chances to win for who has a turn, from those at the beginning of its turns and of
    the other's.

    Without `holds`, it rolls or holds as is best.
    """
    lost_turn = 1 - other.T
    after = [np.ones_like(own)] * (target + max(FACES))
    for turn in range(target - 1, -1, -1):
        now = (lost_turn + sum(after[turn + face] for face in FACES)) / 6
        left = target - turn
        if turn > 0:
            held = 1 - other.T[turn:]
            if holds is None:
                now[:left] = np.maximum(now[:left], held)
            else:
                chance = holds[:left, :, turn]
                now[:left] = chance * held + (1 - chance) * now[:left]
        now[left:] = 1.0
        after[turn] = now
    return after[0]
