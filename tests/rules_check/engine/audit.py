"""A game played on at random with an eye on every state. A factory of verdicts, no tests."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from rules_check.engine.faults import ASKED_IN_VAIN, MOVES_AFTER_END, PLAY_FAULTS, fault_words
from rules_check.engine.game import new_state
from rules_check.engine.kernel import below
from rules_check.engine.players import parse_line_up
from rules_check.engine.playing import play_games


def audit(rules: Any, cards: Any, state: Any) -> str:
    """Play on to the end, each seat by its own stream, looking for faults after every decision: the
    first in words, or "sound".
    """
    moves = np.empty(rules.max_moves, np.int64)
    while True:
        found = int(rules.fault(cards, state))
        if found:
            return fault_words(rules, cards, found)
        count = int(rules.legal_moves(cards, state, moves))
        if rules.is_over(cards, state):
            return PLAY_FAULTS[MOVES_AFTER_END] if count else "sound"
        if count < 2:
            return PLAY_FAULTS[ASKED_IN_VAIN]
        seat = int(rules.current_player(cards, state))
        rules.apply(cards, state, int(moves[below(state.rng, 1 + seat, count)]))


def audited(rules: Any, cards: Any, players: int, seed: int, games: int) -> set[str]:
    """Say, of many random games, what any of them showed: compiled, with an eye on every state,
    where the rules are.
    """
    if not isinstance(rules, ModuleType):
        state, found = new_state(rules), set()
        for number in range(games):
            rules.new_game(cards, state, players, seed, number)
            found.add(audit(rules, cards, state))
        return found
    rows = play_games(
        rules, cards, parse_line_up("random", players), seed, 0, games, is_checked=True
    ).rows
    return {fault_words(rules, cards, number) for number in rows["fault"].tolist()}
