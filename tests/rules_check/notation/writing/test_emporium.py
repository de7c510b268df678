"""Emporium by rules as data, on the shipped cards: it is laid out, played to its end, and never
goes wrong on the way.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules_check.engine.kernel import below
from tests.rules_check.notation.games import text_of
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled


def whole_game(players: int) -> list[Any]:
    """Play a game by chance; return how it ends, its rounds, how many scores there are and the
    fault that it ends with.
    """
    with np.errstate(over="ignore"):
        played = Played(text_of("emporium"), players)
        state = played.state
        while legal := played.legal():
            played.rules.apply(
                played.cards, state, legal[int(below(state.rng, 1 + int(state.seat), len(legal)))]
            )
        return [
            played.end,
            int(state.rounds) > 1,
            len(played.scores()),
            int(played.rules.fault(played.cards, state)),
        ]


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
def test_a_game_by_chance_ends_as_the_rules_say(players: int) -> None:
    end, is_long, scores, fault = uncompiled(whole_game, players)
    assert end not in ("not over", "stalled", "bound")
    assert (is_long, scores, fault) == (True, players, 0)


def in_lockstep(players: int, games: int) -> int:
    """Play games by both rules; return how many decisions were the same. Raises Differs."""
    from tests.rules_check.notation.writing.lockstep import Pair, rules_as_data

    with np.errstate(over="ignore"):
        pair = Pair(rules_as_data())
        for number in range(games):
            pair.play(players, number)
    return pair.decisions


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
def test_rules_as_data_go_in_lockstep_with_those_in_python(players: int) -> None:
    assert uncompiled(in_lockstep, players, 3) > 100
