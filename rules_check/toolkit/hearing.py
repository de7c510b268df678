"""What a seat hears of another seat's move: its words, without those about things that the seat
does not see.

In: a ruleset, the game before a move and after it. Out: the text of the move. Knows no game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.view import NOBODY
from rules_check.toolkit.moves import Word
from rules_check.toolkit.records import Field, is_shown_by_card
from rules_check.toolkit.tableau import is_seen


def heard(rules: Any, game: Any, cards: Any, before: Any, move: int, after: Any, seat: int) -> str:
    """Write a move that was made, as a seat hears it; empty if the others do not hear which one it
    was.

    A seat that knows the cards of a zone without seeing it knows which one left if it still knows
    the rest.
    """
    made = rules.moves.sort_of(move)
    if seat in (NOBODY, int(before.seat)):
        return str(rules.describe(game, cards, before, move))
    if made.is_unheard:
        return ""
    if all(word.seen_in is None for word in made.words):
        return str(rules.describe(game, cards, before, move))

    def is_heard(word: Word, number: int) -> bool:
        if word.seen_in is None:
            return True
        left, came = word.seen_in[:1], word.seen_in[1:]
        fields, states = rules.State.fields, (before, after)
        return any(_sees_change(fields, name, states, number, seat, -1) for name in left) or any(
            _sees_change(fields, name, states, number, seat, 1) for name in came
        )

    return str(made.heard(cards, before, move, game, is_heard))


def _sees_change(
    fields: dict[str, Field], name: str, states: tuple[Any, Any], card: int, seat: int, sign: int
) -> bool:
    """Return whether a seat sees a card leave a part of a zone (-1), or come into one (1).

    A seat that knows the cards of a zone without seeing it knows which one left if it still knows
    the rest.
    """
    field = fields[name]
    is_by_card = is_shown_by_card(fields, field)
    before, after = states
    seen: tuple[Any, ...] = (after,)
    if sign < 0:
        seen = states if is_by_card else (before,)
    for part in np.ndindex(field.shape[:-1]):
        was, now = (_count(state[name][part], card) for state in states)
        is_changed = (now - was) * sign > 0
        if is_changed and all(is_seen(fields, name, state, part, seat) for state in seen):
            return True
    return False


def _count(zone: Any, card: int) -> int:
    return int(np.sum(zone[: int(zone[-1])] == card))
