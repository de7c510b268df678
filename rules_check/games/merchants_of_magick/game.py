"""Merchants of Magick as it is played: its moves with their words, and its rules, completed by what
the other modules know.

Moves read "mark d8 greaves-3", "free plate-armor-1", "stop"; the circles of a row are numbered from
1, from the left. A mark spends the fewest potions that it needs: more never help.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rules_check.games.merchants_of_magick.state import (
    ADVENTURERS,
    CIRCLES,
    DICE,
    SEATS,
    Cards,
    State,
)
from rules_check.rules import Moves, Ruleset, Word, ids_of, jit_lean, named


def rows_of(cards: Any) -> list[str]:
    """List the ids of all rows, items before spells."""
    return [*ids_of(cards, "item"), *ids_of(cards, "spell")]


def circles_of(cards: Any) -> list[str]:
    """Name all circles by their rows and their positions in them."""
    return _circles_of(tuple(rows_of(cards)), tuple(cards.circle_row[: cards.circles].tolist()))


@lru_cache(8)
def _circles_of(names: tuple[str, ...], rows: tuple[int, ...]) -> list[str]:
    return [f"{names[row]}-{circle - rows.index(row) + 1}" for circle, row in enumerate(rows)]


CIRCLE = Word("a circle", CIRCLES, circles_of)
moves = Moves()
MARK = moves(
    "mark {} {}",
    named("die", DICE),
    CIRCLE,
    when=lambda cards, die, circle: cards.serves[die, cards.circle_column[circle]],
)
FREE = moves("free {}", CIRCLE)
STOP = moves("stop")

rules = Ruleset(
    "merchants-of-magick",
    Cards,
    State,
    moves,
    ends=("not over", "all rounds played"),
    compiler=jit_lean,
    max_moves=DICE * CIRCLES + 1,
    card_kinds=("item", "spell", "order", "adventurer", "mastery"),
    UNIT="coins",
)


@rules.verb
def player_counts(cards: Any) -> list[int]:
    """Return the possible numbers of players: enough lines set up, orders to fill them, and
    adventurers.
    """
    total = int(cards.order_copies[: cards.orders].sum())
    lines = {n: int(cards.orders_by_players[n]) for n in range(1, SEATS + 1)}
    counts = []
    for count, line in lines.items():
        if line and count <= min(ADVENTURERS, cards.adventurers) and count * line <= total:
            counts.append(count)
    return counts
