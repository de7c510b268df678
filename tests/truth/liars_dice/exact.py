"""The exact values of Liar's dice with one die each, as a tree. Uses no part of the tool.

A bid, from 1 on, says that so many dice show a face: first one of each face, from the lowest, then
two of each. The last face is wild. Each bid is higher than the last; who doubts it wins if it does
not hold, and else loses. As in Dudo, the first to bid may not doubt.
"""

from __future__ import annotations

from typing import Any

from tests.truth.trees import CHANCE, OVER

DOUBT = 0


class LiarsDice:
    """Nodes are the two faces and the bids so far."""

    def __init__(self, sides: int, is_wild: bool) -> None:
        self.sides, self.is_wild = sides, is_wild

    def root(self) -> Any:
        return (), ()

    def due(self, node: Any) -> int:
        faces, bids = node
        if not faces:
            return CHANCE
        return OVER if bids and bids[-1] == DOUBT else len(bids) % 2

    def branches(self, node: Any) -> list[tuple[Any, float, Any]]:
        faces, bids = node
        if not faces:
            rolls = range(1, self.sides + 1)
            pairs = [(a, b) for a in rolls for b in rolls]
            return [(pair, 1 / len(pairs), (pair, ())) for pair in pairs]
        higher = range((bids[-1] if bids else 0) + 1, 2 * self.sides + 1)
        moves = [*higher] + ([DOUBT] if bids else [])
        return [(move, 1.0, (faces, (*bids, move))) for move in moves]

    def seen(self, node: Any) -> Any:
        faces, bids = node
        return faces[len(bids) % 2], bids

    def gain(self, node: Any) -> float:
        faces, bids = node
        many, face = divmod(bids[-2] - 1, self.sides)
        wanted = {face + 1, self.sides} if self.is_wild else {face + 1}
        holds = sum(one in wanted for one in faces) > many
        doubter = (len(bids) - 1) % 2
        return -1.0 if holds == (doubter == 0) else 1.0
