"""Exact values of small games of two players, by a walk over all of a game. Uses no part of the
tool.

A game is a `Tree`: nodes that can be dictionary keys, what each leads to, and what whoever is due
can tell apart. Values are those of the first player; what one wins the other loses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol

import numpy as np

OVER, CHANCE = -2, -1
Chances = dict[Any, float]
"""The chance of each move that is possible."""
Strategy = Callable[[Hashable, Sequence[Any]], Chances]
"""Gives the chances of moves, by what is seen and what is possible."""


class Tree(Protocol):
    """A game of two players who remember what they saw and did."""

    def root(self) -> Hashable: ...

    def due(self, node: Any) -> int:
        """Return which player chooses, 0 or 1, or CHANCE, or OVER."""

    def branches(self, node: Any) -> list[tuple[Any, float, Hashable]]:
        """List moves, each with its chance, which counts where chance chooses, and its node."""

    def seen(self, node: Any) -> Hashable:
        """Return what the player who is due knows."""

    def gain(self, node: Any) -> float:
        """Return what the first player has won at the end."""


def by_chance(seen: Hashable, moves: Sequence[Any]) -> Chances:
    """Choose each move with the same chance."""
    return dict.fromkeys(moves, 1 / len(moves))


def value(tree: Tree, first: Strategy, second: Strategy) -> float:
    """Return what the first player wins on average."""
    return mean(tree, first, second, tree.gain)


def mean(tree: Tree, first: Strategy, second: Strategy, of: Callable[[Any], float]) -> float:
    """Return the mean of a number that each end has."""
    known = dict[Hashable, float]()

    def worth(node: Any) -> float:
        if node not in known:
            due = tree.due(node)
            if due == OVER:
                known[node] = of(node)
            else:
                parts = _weighed(tree, node, (first, second)[due] if due >= 0 else None)
                known[node] = sum(chance * worth(then) for _, chance, then in parts if chance > 0)
        return known[node]

    return worth(tree.root())


def _weighed(tree: Tree, node: Any, strategy: Strategy | None) -> list[tuple[Any, float, Any]]:
    """List moves with the chance that a player takes them; without one, those of chance."""
    branches = tree.branches(node)
    if strategy is None:
        return branches
    chances = strategy(tree.seen(node), [move for move, _, _ in branches])
    return [(move, chances.get(move, 0.0), then) for move, _, then in branches]


def best_response(tree: Tree, player: int, other: Strategy) -> float:
    """Return what a player wins on average who answers the other's strategy as well as can be."""
    alike = defaultdict[Hashable, list[tuple[Any, float]]](list)
    sign = 1.0 if player == 0 else -1.0
    left = [(tree.root(), 1.0)]
    while left:
        node, reach = left.pop()
        due = tree.due(node)
        if due == player:
            alike[tree.seen(node)].append((node, reach))
            left += [(then, reach) for _, _, then in tree.branches(node)]
        elif due != OVER:
            parts = _weighed(tree, node, None if due == CHANCE else other)
            left += [(then, reach * chance) for _, chance, then in parts if chance > 0]
    chosen, known = dict[Hashable, int](), dict[Hashable, float]()

    def choose(seen: Hashable) -> int:
        if seen not in chosen:
            worths = defaultdict[int, float](float)
            for node, reach in alike[seen]:
                for at, (_, _, then) in enumerate(tree.branches(node)):
                    worths[at] += reach * worth(then)
            chosen[seen] = max(worths, key=lambda at: worths[at])
        return chosen[seen]

    def worth(node: Any) -> float:
        if node not in known:
            due = tree.due(node)
            if due == OVER:
                known[node] = sign * tree.gain(node)
            elif due == player:
                known[node] = worth(tree.branches(node)[choose(tree.seen(node))][2])
            else:
                parts = _weighed(tree, node, None if due == CHANCE else other)
                known[node] = sum(chance * worth(then) for _, chance, then in parts if chance > 0)
        return known[node]

    return worth(tree.root())


def open_response(tree: Tree, player: int, other: Strategy) -> float:
    """Return the same for a game in which both see all: equal nodes are one."""
    known, sign = dict[Hashable, float](), 1.0 if player == 0 else -1.0

    def worth(node: Any) -> float:
        if node not in known:
            due = tree.due(node)
            if due == OVER:
                known[node] = sign * tree.gain(node)
            elif due == player:
                known[node] = max(worth(then) for _, _, then in tree.branches(node))
            else:
                parts = _weighed(tree, node, None if due == CHANCE else other)
                known[node] = sum(chance * worth(then) for _, chance, then in parts if chance > 0)
        return known[node]

    return worth(tree.root())


class Signed:
    """A game in which only who wins counts, and not by how much."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.root, self.due, self.branches = tree.root, tree.due, tree.branches
        self.seen = tree.seen

    def gain(self, node: Any) -> float:
        return float(np.sign(self.tree.gain(node)))


def exploitability(tree: Tree, first: Strategy, second: Strategy) -> float:
    """Return what best responses win against two strategies, on the average of both seats."""
    return (best_response(tree, 0, second) + best_response(tree, 1, first)) / 2


def best(tree: Tree) -> float:
    """Return what the first player wins if both play as well as can be, by linear programming.

    Koller, Megiddo and von Stengel, Fast algorithms for finding randomized strategies in game
    trees, 1994: a player's plan is a weight for each of its sequences of moves.
    """
    from scipy.optimize import linprog  # a second, which the other tests do not wait for
    from scipy.sparse import coo_matrix, hstack

    sequences: tuple[dict[Any, int], dict[Any, int]] = ({(): 0}, {(): 0})
    parents: tuple[dict[Any, int], dict[Any, int]] = ({}, {})
    moves: tuple[dict[Any, list[int]], dict[Any, list[int]]] = ({}, {})
    gains = defaultdict[tuple[int, int], float](float)
    left: list[tuple[Any, float, tuple[int, int]]] = [(tree.root(), 1.0, (0, 0))]
    while left:
        node, chance, last = left.pop()
        due = tree.due(node)
        if due == OVER:
            gains[last] += chance * tree.gain(node)
            continue
        if due == CHANCE:
            left += [(then, chance * odds, last) for _, odds, then in tree.branches(node)]
            continue
        seen, own = tree.seen(node), sequences[due]
        is_new = seen not in moves[due]
        if is_new:
            parents[due][seen], moves[due][seen] = last[due], []
        for move, _, then in tree.branches(node):
            number = own.setdefault((seen, move), len(own))
            if is_new:
                moves[due][seen].append(number)
            reached = (number, last[1]) if due == 0 else (last[0], number)
            left.append((then, chance, reached))
    flows = [_flow(len(sequences[n]), parents[n], moves[n]) for n in range(2)]
    sizes = len(sequences[0]), len(sequences[1])
    rows, columns = zip(*gains, strict=True)
    payoff = coo_matrix((list(gains.values()), (rows, columns)), shape=sizes)
    plans, answers = sizes[0], flows[1].shape[0]
    wanted = np.zeros(plans + answers)
    wanted[plans] = -1.0
    start = np.zeros(flows[0].shape[0])
    start[0] = 1.0
    found = linprog(
        wanted,
        A_ub=hstack([-payoff.T, flows[1].T]).tocsr(),
        b_ub=np.zeros(sizes[1]),
        A_eq=hstack([flows[0], coo_matrix((flows[0].shape[0], answers))]).tocsr(),
        b_eq=start,
        bounds=[(0, None)] * plans + [(None, None)] * answers,
        method="highs",
    )
    return -float(found.fun)


def _flow(count: int, parents: dict[Any, int], moves: dict[Any, list[int]]) -> Any:
    """Write down that what flows into each place flows on by its moves."""
    from scipy.sparse import coo_matrix

    rows, columns, numbers = [0], [0], [1.0]
    for row, (seen, own) in enumerate(moves.items(), 1):
        rows += [row] * (len(own) + 1)
        columns += [parents[seen], *own]
        numbers += [-1.0] + [1.0] * len(own)
    return coo_matrix((numbers, (rows, columns)), shape=(len(moves) + 1, count))
