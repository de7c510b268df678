"""How a game gets from one decision to the next, step by step: it comes to where it comes in one
go.
"""

from __future__ import annotations

import pytest

from generator.data.setting import player_counts
from rules_check.engine.game import copy_of
from rules_check.engine.kernel import below
from rules_check.toolkit.passing import going_on, set_out
from tests.rules_check.notation.games import NAMES, game_named, text_of
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

MOST = 12
COUNTED = ("idle", "decisions")
"""Fields that count decisions, and steps without one."""


def ways_that_part(name: str) -> list[int]:
    """Play the beginning of a game in both ways; list the decisions after which they differ."""
    played = Played(text_of(name), player_counts(game_named(name))[0])
    rules, cards, state = played.rules, played.cards, played.state
    now, found = set_out(rules, cards, int(state.players), 1, 0), []
    for number in range(MOST):
        list(going_on(rules, cards, now))
        if _without_counts(now) != _without_counts(state):
            found.append(number)
        if not (legal := played.legal()):
            break
        move = legal[int(below(state.rng, 1 + int(state.seat), len(legal)))]
        now = copy_of(rules, state)
        rules.perform(cards, now, move)
        rules.apply(cards, state, move)
    return found


def _without_counts(state: object) -> bytes:
    plain = state.copy()  # type: ignore[attr-defined]
    for name in COUNTED:
        plain[name] = 0
    if plain.end != 0:
        plain.seat = -1
    return bytes(plain.tobytes())


FAST = ("night_catch", "goofspiel", "six_bells")


@pytest.mark.slow_cases(*(name for name in NAMES if name not in FAST))
@pytest.mark.parametrize("name", NAMES)
def test_step_by_step_a_game_comes_to_the_same_decision(name: str) -> None:
    assert uncompiled(ways_that_part, name) == []


def end_of_one_that_stalls() -> list[str]:
    """Follow a game that asks no one, step by step; return the end it comes to
    so, and in one go."""
    text = text_of("bramble").replace("hand where suit = leader.laid.suit else hand", "won")
    text = text.replace("hand on {card in hand}", "hand on {card in won}")
    played = Played(text, 4)
    now = set_out(played.rules, played.cards, 4, 1, 0)
    list(going_on(played.rules, played.cards, now))
    return [str(played.rules.ENDS[now.end]), played.end]


@pytest.mark.slow
def test_step_by_step_a_game_that_asks_no_one_stalls_too() -> None:
    assert uncompiled(end_of_one_that_stalls) == ["stalled", "stalled"]
