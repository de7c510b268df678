"""The exact values of Leduc poker, by a walk over all deals and lines. Uses no part of the tool.

A line is a text: "f", "c" and "r" for fold, call and raise, "/" between the rounds. A strategy
gives, for own rank (0 to 2), the rank on the table (-1 before it is turned up) and the line, the
chances of the legal moves, as a dict. Values are net chips of the first player.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from itertools import permutations
from typing import Any

from tests.truth.trees import CHANCE, OVER

Place = tuple[int, int, str]
Chances = dict[str, float]
Strategy = Callable[[Place], Chances]
RANKS = (0, 0, 1, 1, 2, 2)
DEALS = [tuple(RANKS[card] for card in cards) for cards in permutations(range(6), 3)]
"""Ranks of both hands and of the card on the table, each of 120 deals."""


def by_chance(place: Place) -> Chances:
    """Choose each legal move with the same chance."""
    moves = legal(place[2])
    return dict.fromkeys(moves, 1 / len(moves))


@cache
def legal(line: str) -> str:
    """List the legal moves after a line; none after its end."""
    now = line.rpartition("/")[2]
    if is_over(line):
        return ""
    return ("f" if now.endswith("r") else "") + "c" + ("r" if now.count("r") < 2 else "")


@cache
def is_over(line: str) -> bool:
    return line.endswith("f") or ("/" in line and is_closed(line.rpartition("/")[2]))


@cache
def is_closed(now: str) -> bool:
    """Return whether a round is over without a fold."""
    return now.endswith("c") and (len(now) > 1)


@cache
def after(line: str, move: str) -> str:
    """Return the line after a move, with the next round begun where this one is over."""
    line += move
    return f"{line}/" if "/" not in line and is_closed(line) else line


@cache
def due(line: str) -> int:
    return len(line.rpartition("/")[2]) % 2


@cache
def paid(line: str) -> tuple[int, int]:
    """Return what both have in the pot."""
    pot, bet = [1, 1], 2
    for now in line.split("/"):
        for at, move in enumerate(now):
            if move != "f":
                pot[at % 2] = pot[1 - at % 2] + (bet if move == "r" else 0)
        bet = 4
    return pot[0], pot[1]


def gain(deal: tuple[int, ...], line: str) -> float:
    """Return what the first player wins at the end of a line."""
    first, second = paid(line)
    if line.endswith("f"):
        return -first if due(line[:-1]) == 0 else second
    strengths = [rank + (3 if rank == deal[2] else 0) for rank in deal[:2]]
    gap = strengths[0] - strengths[1]
    return 0.0 if gap == 0 else float(second if gap > 0 else -first)


def seen(deal: tuple[int, ...], line: str) -> Place:
    """Return what whoever is due sees."""
    return deal[due(line)], deal[2] if "/" in line else -1, line


def value(first: Strategy, second: Strategy) -> float:
    """Return what the first player wins on average."""

    def from_here(deal: tuple[int, ...], line: str) -> float:
        if is_over(line):
            return gain(deal, line)
        chances = (first, second)[due(line)](seen(deal, line))
        return sum(
            chance * from_here(deal, after(line, move))
            for move, chance in chances.items()
            if chance > 0
        )

    return sum(from_here(deal, "") for deal in DEALS) / len(DEALS)


def best_response(player: int, other: Strategy) -> float:
    """Return what a player wins on average who answers the other's strategy as well as can be."""
    sign = 1.0 if player == 0 else -1.0

    def from_here(deals: dict[tuple[int, ...], float], line: str) -> float:
        """Sum over deals that look the same to the player, each with the chance that the other
        plays so far.
        """
        if is_over(line):
            return sum(weight * sign * gain(deal, line) for deal, weight in deals.items())
        if line.endswith("/") and len({deal[2] for deal in deals}) > 1:
            parts = defaultdict[int, dict[tuple[int, ...], float]](dict)
            for deal, weight in deals.items():
                parts[deal[2]][deal] = weight
            return sum(from_here(part, line) for part in parts.values())
        if due(line) == player:
            return max(from_here(deals, after(line, move)) for move in legal(line))
        total = 0.0
        for move in legal(line):
            left = {
                deal: weight * other(seen(deal, line)).get(move, 0.0)
                for deal, weight in deals.items()
            }
            left = {deal: weight for deal, weight in left.items() if weight > 0}
            total += from_here(left, after(line, move)) if left else 0.0
        return total

    total = 0.0
    for own in range(3):
        deals = defaultdict[tuple[int, ...], float](float)
        for deal in DEALS:
            if deal[player] == own:
                deals[deal] += 1 / len(DEALS)
        total += from_here(deals, "")
    return total


def exploitability(strategy: Strategy) -> float:
    """Return what best responses win against a strategy, on the average of both seats."""
    return (best_response(0, strategy) + best_response(1, strategy)) / 2


def solve(rounds: int) -> Strategy:
    """Come near an equilibrium, by counterfactual regret minimisation (Zinkevich and others, 2007).

    Regrets never fall below 0, and later rounds count more in the mean.
    """
    regrets = defaultdict[Place, dict[str, float]](dict)
    sums = defaultdict[Place, dict[str, float]](dict)

    def now(place: Place) -> Chances:
        own = {move: regrets[place].get(move, 0.0) for move in legal(place[2])}
        total = sum(own.values())
        return {
            move: (regret / total if total > 0 else 1 / len(own)) for move, regret in own.items()
        }

    def walk(
        deal: tuple[int, ...],
        line: str,
        reach: tuple[float, float],
        found: dict[Place, dict[str, float]],
        turn: int,
    ) -> float:
        if is_over(line):
            return gain(deal, line)
        seat, place = due(line), seen(deal, line)
        chances = now(place)
        values = dict[str, float]()
        for move, chance in chances.items():
            then = (reach[0] * chance, reach[1]) if seat == 0 else (reach[0], reach[1] * chance)
            values[move] = walk(deal, after(line, move), then, found, turn)
        mean = sum(chances[move] * values[move] for move in values)
        sign, others = (1.0, reach[1]) if seat == 0 else (-1.0, reach[0])
        for move in values:
            found[place][move] = found[place].get(move, 0.0) + sign * others * (values[move] - mean)
            sums[place][move] = sums[place].get(move, 0.0) + turn * reach[seat] * chances[move]
        return mean

    for turn in range(1, rounds + 1):
        found = defaultdict[Place, dict[str, float]](dict)
        for deal, times in _different_deals():
            walk(deal, "", (times, times), found, turn)
        for place, changes in found.items():
            for move, change in changes.items():
                regrets[place][move] = max(0.0, regrets[place].get(move, 0.0) + change)

    def mean_of(place: Place) -> Chances:
        own, total = sums[place], sum(sums[place].values())
        return {move: own[move] / total for move in own} if total > 0 else by_chance(place)

    return mean_of


def _different_deals() -> list[tuple[tuple[int, ...], float]]:
    """List the deals that differ in ranks, with how often each comes."""
    return [(deal, DEALS.count(deal) / 8) for deal in sorted(set(DEALS))]


class Leduc:
    """The same game as a tree, with six different cards: who tells cards of one rank apart may play
    them differently. Nodes are both hands with the card on the table, and the line.
    """

    def root(self) -> Any:
        return (), ""

    def due(self, node: Any) -> int:
        cards, line = node
        if not cards:
            return CHANCE
        return OVER if is_over(line) else due(line)

    def branches(self, node: Any) -> list[tuple[Any, float, Any]]:
        cards, line = node
        if not cards:
            deals = list(permutations(range(6), 3))
            return [(deal, 1 / len(deals), (deal, "")) for deal in deals]
        return [(move, 1.0, (cards, after(line, move))) for move in legal(line)]

    def seen(self, node: Any) -> Any:
        return seen(*node)

    def gain(self, node: Any) -> float:
        cards, line = node
        return gain(tuple(RANKS[card] for card in cards), line)
