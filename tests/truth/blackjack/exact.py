"""The exact values of a blackjack of one card for two players, as a tree. Uses no part of the tool.

Each card from 1 to `most` is there once. Both have one that only they see; the first player takes
another or stands, and then the second, who sees which. Totals above `limit` count nothing; the
higher wins, and equal ones share.
"""

from __future__ import annotations

from typing import Any

from tests.truth.trees import CHANCE, OVER

HIT, STAND = "hit", "stand"


class Blackjack:
    """Nodes are the cards of both and what was done."""

    def __init__(self, most: int, limit: int) -> None:
        self.cards, self.limit = range(1, most + 1), limit

    def root(self) -> Any:
        return (), (), ()

    def due(self, node: Any) -> int:
        first, second, done = node
        if not first or len(first) + len(second) < 2 + done.count(HIT):
            return CHANCE
        return OVER if len(done) == 2 else len(done)

    def branches(self, node: Any) -> list[tuple[Any, float, Any]]:
        first, second, done = node
        if not first:
            pairs = [(a, b) for a in self.cards for b in self.cards if a != b]
            return [(pair, 1 / len(pairs), ((pair[0],), (pair[1],), ())) for pair in pairs]
        if self.due(node) == CHANCE:
            left = [card for card in self.cards if card not in first + second]
            is_first = len(done) == 1
            thens = [
                ((*first, card), second, done) if is_first else (first, (*second, card), done)
                for card in left
            ]
            return [(None, 1 / len(left), then) for then in thens]
        return [(move, 1.0, (first, second, (*done, move))) for move in (HIT, STAND)]

    def seen(self, node: Any) -> Any:
        first, second, done = node
        return (first, second)[len(done)], done

    def gain(self, node: Any) -> float:
        first, second = self.totals(node)
        return float((first > second) - (first < second))

    def totals(self, node: Any) -> tuple[int, int]:
        """Return what both have in their hands, or 0 if that is above the limit."""
        first, second, _ = node
        return self._total(first), self._total(second)

    def _total(self, hand: tuple[int, ...]) -> int:
        return sum(hand) if sum(hand) <= self.limit else 0
