"""Plain versions of verbs that a game's rules may leave out: those that produce texts for people,
and with_ruling.

In: a game's rules. Out: the result of a verb. Each has the meaning and the parameters given in
rules_check/engine/game.py, after the rules themselves; rules_check/engine/verbs.py lists the
replacements. Knows no game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.view import SCORE, Counter, View
from rules_check.engine.words import meant


def is_over(rules: Any, cards: Any, state: Any) -> bool:
    return bool(state.end != 0)


def is_secret(rules: Any, cards: Any, state: Any) -> bool:
    return False


def parse_move(rules: Any, cards: Any, state: Any, text: str) -> int:
    """Find the legal move that a text names. Raises ValueError, listing the legal moves, if there
    is none.
    """
    moves = np.empty(rules.max_moves, np.int64)
    legal = moves[: rules.legal_moves(cards, state, moves)]
    return meant(text, {rules.move_text(cards, state, int(move)): int(move) for move in legal})


def move_ranges(rules: Any, cards: Any, text: str) -> list[tuple[int, int]]:
    """Refuse: the moves that a word means cannot be known without the rules. Raises ValueError."""
    raise ValueError(
        f"the rules of {rules.name} cannot name moves in words, so players cannot be restricted"
    )


def describe(rules: Any, game: Any, cards: Any, state: Any, move: int) -> str:
    return str(rules.move_text(cards, state, move))


def heard(rules: Any, game: Any, cards: Any, before: Any, move: int, after: Any, seat: int) -> str:
    return str(rules.describe(game, cards, before, move))


def touched(rules: Any, game: Any, cards: Any, state: Any, move: int) -> list[str]:
    """List the cards that a move uses: as the rules can tell, or those that its word names."""
    if not hasattr(rules, "card_of"):
        named = rules.move_text(cards, state, move).split()
        return [] if game is None else [word for word in named if word in game.cards]
    touched, ids = list[str](), rules.card_ids(cards)
    while ids and (card := int(rules.card_of(cards, state, move, len(touched)))) >= 0:
        touched.append(ids[card])
    return touched


def view(rules: Any, game: Any, cards: Any, state: Any, seat: int) -> View:
    """Lay out the round, the deciding seat, and the scores."""
    due = int(rules.current_player(cards, state))
    if due < 0:
        who = "The game is over."
    elif due == seat:
        who = "You decide."
    else:
        who = f"Seat {due + 1} decides."
    counters = [
        Counter(n, SCORE, score, f"score {score}")
        for n, score in enumerate(_numbers(rules.scores, cards, state))
    ]
    return View((f"Round {int(state.rounds)}. {who}",), counters=tuple(counters))


def _numbers(verb: Any, cards: Any, state: Any) -> list[int]:
    out = np.zeros(int(state.players), np.int64)
    verb(cards, state, out)
    return list(map(int, out))


def with_ruling(rules: Any, cards: Any, name: str, option: str) -> Any:
    """Copy a card set, with the field of a ruling set to the index of the option in the rules'
    RULINGS.
    """
    changed = cards.copy()
    changed[name] = rules.RULINGS[name].index(option)
    return changed
