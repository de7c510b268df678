"""The result of a finished game: each seat's place, its score and the parts of the score.

In: rules, cards, the last state. Out: `ScoreTable`. Knows no page.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.game import Rules, of_seats, unit_of
from rules_check.engine.words import end_in_words
from studio.protocol.played import ScoreRow, ScoreTable


def score_table(rules: Rules, cards: Any, state: Any) -> ScoreTable | None:
    """Report the result of each seat, the winner first; None while the game goes on."""
    if not rules.is_over(cards, state):
        return None
    places, scores = of_seats(rules.places, cards, state), of_seats(rules.scores, cards, state)
    names, parts = _parts(rules, cards, state, len(scores))
    order = sorted(range(len(scores)), key=lambda seat: (places[seat], seat))
    rows = [ScoreRow(seat, places[seat], scores[seat], parts[seat]) for seat in order]
    unit = unit_of(rules) if hasattr(rules, "UNIT") else "score"
    end = end_in_words(str(rules.ENDS[int(state.end)]))
    return ScoreTable(end, unit, names, rows)


def _parts(rules: Rules, cards: Any, state: Any, players: int) -> tuple[list[str], list[list[int]]]:
    """Return the parts that scores add up from, if the rules distinguish more than one.

    Returns names, and a list for each seat.
    """
    names = list(map(str, getattr(rules, "LEDGER", ())))
    if len(names) < 2 or not hasattr(rules, "account"):
        return [], [[] for _ in range(players)]
    counts = len(getattr(rules, "COUNTS", ()))
    out = np.zeros(counts + players * len(names), np.int64)
    rules.account(cards, state, out)
    rows = out[counts:].reshape(players, len(names))
    return names, [list(map(int, row)) for row in rows]
