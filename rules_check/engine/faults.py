"""The faults that playing itself finds, in addition to those a game's rules know, and the meaning
of their numbers.

In: a state, or a number in the column of faults. Out: a number, or words. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rules_check.engine.game import BY_CARD, MOST_DECISIONS, Rules, of_seats
from rules_check.engine.kernel import jit_lean

ASKED_IN_VAIN = -1
MOVES_AFTER_END = -2
NO_END = -3
NOBODY_FIRST = -4
NO_SUCH_SEAT = -5
TOO_MANY_MOVES = -6
PLAY_FAULTS = {
    ASKED_IN_VAIN: "a player with nothing to decide is asked for a decision",
    MOVES_AFTER_END: "there are legal moves after the end",
    NO_END: f"the game never ends: it goes on after {MOST_DECISIONS:,} moves",
    NOBODY_FIRST: "no seat is in first place at the end",
    NO_SUCH_SEAT: "a seat without a player is asked for a decision",
    TOO_MANY_MOVES: "there are more legal moves than `max_moves` has room for",
}
"""Faults that playing itself finds, in addition to a game's own FAULTS."""


@jit_lean
def asked_wrongly(due: int, players: int, count: int, room: int) -> int:
    """Find the fault in a pending decision: a number of PLAY_FAULTS, 0 for none."""
    if due >= players:
        return NO_SUCH_SEAT
    if count > room:
        return TOO_MANY_MOVES
    return ASKED_IN_VAIN if count < 2 else 0


def fault_words(rules: Rules, cards: Any, number: int, state: Any = None) -> str:
    """Return the meaning of a number in a game's column of faults, with the card that it concerns
    and the card's number.
    """
    words = fault_said(number, rules.FAULTS, lambda sort: fault_ids(rules, cards, sort))
    if state is None or number in PLAY_FAULTS or not hasattr(rules, "fault_lies"):
        return words
    place = rules.fault_lies(cards, state, number)
    if not place:
        return words
    if words.endswith(")"):
        return f"{words[:-1]}, {place})"
    return f"{words} ({place})"


def fault_said(number: int, faults: Sequence[str], ids_of: Callable[[int], Sequence[str]]) -> str:
    """Return the meaning of a number in a game's column of faults, in words.

    `ids_of` returns the ids of the cards that a fault may concern.
    """
    if number in PLAY_FAULTS:
        return PLAY_FAULTS[number]
    card, sort = divmod(number, BY_CARD)
    if card == 0:
        return faults[sort]
    return f"{faults[sort]} ({ids_of(sort)[card - 1]})"


def fault_ids(rules: Rules, cards: Any, number: int) -> list[str]:
    """List the ids of the cards that a fault may concern, in the order in which it numbers them."""
    # only rules written with the toolkit separate their kinds of cards
    if hasattr(rules, "fault_ids"):
        return list(rules.fault_ids(cards, number))
    if hasattr(rules, "card_ids"):
        return list(rules.card_ids(cards))
    return []


def fault_of(rules: Rules, cards: Any, state: Any) -> int:
    """Check one state, as in games that are checked: 0, or a number of the game's FAULTS or of
    PLAY_FAULTS.
    """
    moves = np.empty(rules.max_moves, np.int64)
    fault, due = int(rules.fault(cards, state)), int(rules.current_player(cards, state))
    if fault:
        return fault
    if due >= int(state.players):
        return NO_SUCH_SEAT
    count = int(rules.legal_moves(cards, state, moves))
    if due >= 0:
        plain = getattr(asked_wrongly, "py_func", asked_wrongly)
        return int(plain(due, int(state.players), count, moves.size))
    if int(state.end) == 0:
        return NO_END
    if count > 0:
        return MOVES_AFTER_END
    if 1 not in of_seats(rules.places, cards, state):
        return NOBODY_FIRST
    return 0
