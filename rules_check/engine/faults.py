"""Faults that playing itself finds, beside those that a game's rules know; and what a number of either means.

In: a state, or a number in the column of faults. Out: a number, or words. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rules_check.engine.game import BY_CARD, MOST_DECISIONS, Rules, of_seats
from rules_check.engine.kernel import jit_lean

ASKED_IN_VAIN, MOVES_AFTER_END, NO_END, NOBODY_FIRST, NO_SUCH_SEAT, TOO_MANY_MOVES = -1, -2, -3, -4, -5, -6
PLAY_FAULTS = {
    ASKED_IN_VAIN: "a player with nothing to decide is asked for a decision",
    MOVES_AFTER_END: "there are legal moves after the end",
    NO_END: f"the game never ends: it goes on after {MOST_DECISIONS:,} moves",
    NOBODY_FIRST: "nobody is in first place at the end",
    NO_SUCH_SEAT: "a seat is asked for a decision that nobody sits in",
    TOO_MANY_MOVES: "there are more legal moves than `max_moves` has room for",
}
"""Faults that playing itself finds, beside a game's own FAULTS."""


@jit_lean
def asked_wrongly(due: int, players: int, count: int, room: int) -> int:
    """Find what is wrong with a decision that is due: a number of PLAY_FAULTS, 0 for nothing."""
    if due >= players:
        return NO_SUCH_SEAT
    if count > room:
        return TOO_MANY_MOVES
    return ASKED_IN_VAIN if count < 2 else 0


def fault_words(rules: Rules, cards: Any, number: int, state: Any = None) -> str:
    """Say what a number in a game's column of faults means, with the card where it is about one, and where in the state that is."""
    said, lies = fault_said(number, rules.FAULTS, lambda sort: fault_ids(rules, cards, sort)), getattr(rules, "fault_lies", None)
    where = lies(cards, state, number) if lies and state is not None and number not in PLAY_FAULTS else ""
    if not where:
        return said
    return f"{said[:-1]}, {where})" if said.endswith(")") else f"{said} ({where})"


def fault_said(number: int, faults: Sequence[str], ids_of: Callable[[int], Sequence[str]]) -> str:
    """Say what a number in a game's column of faults means; `ids_of` gives the ids of the cards that a fault may be about."""
    if number in PLAY_FAULTS:
        return PLAY_FAULTS[number]
    card, sort = divmod(number, BY_CARD)
    return f"{faults[sort]} ({ids_of(sort)[card - 1]})" if card else faults[sort]


def fault_ids(rules: Rules, cards: Any, number: int) -> list[str]:
    """List the ids of the cards that a fault may be about, in the order in which it counts them."""
    listed: Any = getattr(rules, "fault_ids", None)  # only rules written with the toolkit know their kinds of cards apart
    return list(listed(cards, number)) if listed else list(rules.card_ids(cards)) if hasattr(rules, "card_ids") else []


def fault_of(rules: Rules, cards: Any, state: Any) -> int:
    """Look one state over, as games do that are checked: 0, or a number of the game's FAULTS or of PLAY_FAULTS."""
    moves = np.empty(rules.max_moves, np.int64)
    found, due = int(rules.fault(cards, state)), int(rules.current_player(cards, state))
    if found:
        return found
    if due >= int(state.players):
        return NO_SUCH_SEAT
    count = int(rules.legal_moves(cards, state, moves))
    if due >= 0:
        return int(getattr(asked_wrongly, "py_func", asked_wrongly)(due, int(state.players), count, moves.size))
    if int(state.end) == 0:
        return NO_END
    if count > 0:
        return MOVES_AFTER_END
    return 0 if 1 in of_seats(rules.places, cards, state) else NOBODY_FIRST
