"""From one decision of a game to the next: step by step, with the moves that are made
automatically.

In: rules whose flow proceeds by steps, and a state. Out: the events, one at a time. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from rules_check.engine.game import MOST_DECISIONS, copy_of, new_state
from rules_check.toolkit.moves import parts_of

GIVEN = ("cards", "state", "seat")
"""The arguments of a function that does a move, before the numbers of the move."""
MOST_MOMENTS = 200
"""How many steps of a game, between two decisions, a story follows."""


class Passing(NamedTuple):
    """One automatic event: the game after it and, if its phase had a single move, that move."""

    state: Any
    phase: int = 0
    move: int | None = None


def set_out(rules: Any, cards: Any, players: int, seed: int, number: int) -> Any:
    """Return a game as it is before its first step; None if its rules do not go by steps."""
    flow = getattr(getattr(rules, "declared", None), "flow", None)
    if flow is None or not flow.stalled:
        return None
    state = new_state(rules)
    _verb(rules, "set_up")(cards, state, players, seed, number)
    return state


def done(rules: Any, cards: Any, state: Any, move: int) -> Any:
    """Return a copy of a game after the effect of a move, before the game continues."""
    now = copy_of(rules, state)
    sort, *numbers = parts_of(move)
    function = rules.declared.doing[sort]
    count = getattr(function, "py_func", function).__code__.co_argcount
    function(cards, now, int(now.seat), *numbers[: count - len(GIVEN)])
    return now


def going_on(rules: Any, cards: Any, state: Any) -> Iterator[Passing]:
    """Continue a game in place until someone has to decide; yield the events on the way."""
    flow = rules.declared.flow
    go_one = _verb(rules, "go_one")
    list_moves = _verb(rules, "list_moves")
    after = {phase.number: phase.or_else for phase in rules.declared.phases}
    moves = np.empty(rules.max_moves, np.int64)
    for _ in range(MOST_DECISIONS):
        phase = int(state.phase)
        if state.end != 0:
            return
        if phase == flow.phase:
            if flow.stalled:
                state.idle += 1
                if state.idle > flow.most_idle:
                    state.end = flow.stalled
                    return
            go_one(cards, state)
        else:
            count = int(list_moves(cards, state, moves))
            if count > 1:
                return
            if count == 1:
                move = int(moves[0])
                yield Passing(done(rules, cards, state, move), phase, move)
                rules.perform(cards, state, move)
            else:
                state.phase, state.step = flow.phase, after[phase]
        yield Passing(state)


def moments(rules: Any, cards: Any, state: Any) -> list[Any]:
    """List the states of a game after each step that it takes by itself, up to the next decision,
    for stories; none if something is decided in secret on the way. Leaves the state unchanged.

    Compiled rules go on to the next phase at once, unless they have taken too many steps: a game
    that is at that limit takes a single one.
    """
    flow = getattr(getattr(rules, "declared", None), "flow", None)
    if flow is None or not flow.stalled:
        return []
    now, moments, moves = copy_of(rules, state), list[Any](), np.empty(rules.max_moves, np.int64)
    while len(moments) < MOST_MOMENTS and int(now.end) == 0:
        if int(rules.legal_moves(cards, now, moves)) > 0:
            break
        if rules.is_secret(cards, now):
            return []
        now.idle = flow.most_idle - 1
        if not rules.pass_on(cards, now):
            break
        if int(now.end) == flow.stalled:
            now.end = 0
        moments.append(copy_of(rules, now))
    return moments


def _verb(rules: Any, name: str) -> Any:
    """Return a function that is generated beside the verbs."""
    perform = rules.perform
    return getattr(perform, "py_func", perform).__globals__[name]
