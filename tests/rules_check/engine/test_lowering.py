"""Rules that are written for LLVM in few instructions do the same as in Python."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_check.engine.attributes import record_of
from rules_check.engine.kernel import IS_COMPILED, jit_lean

SEATS, SLOTS = 3, 4
STATE = np.dtype(
    [
        ("round", "i4"),
        ("is_over", "i1"),
        ("hands", "i2", (SEATS, SLOTS + 1)),
        ("gold", "i4", (SEATS,)),
        ("map", "u1", (2, SEATS, SLOTS)),
        ("share", "f8", (SLOTS,)),
        ("turn", "i4"),
    ],
    align=True,
)


@jit_lean
def total(numbers: Any, first: int, last: int) -> int:
    found = 0
    for i in range(first, last):
        found += numbers[i]
    return found


@jit_lean
def richest(state: Any) -> int:
    best, most = -1, -1
    for seat in range(SEATS):
        if state.gold[seat] < 0:
            continue
        if state.gold[seat] > most:
            best, most = seat, state.gold[seat]
        if most > 90:
            break
    return best


@jit_lean
def refused(state: Any, seat: int) -> int:
    if state.gold[seat] > 50:
        raise ValueError("too rich")
    return int(state.gold[seat])


@jit_lean
def refused_below(state: Any, seat: int) -> int:
    return 2 * refused(state, seat) + 1


@jit_lean
def blank(state: Any) -> None:
    state.gold[:] = -7
    state.share[:] = 0.5
    state.hands[:] = -1
    state.hands[..., -1] = 0
    state.map[:] = 255
    state.map[..., 1] = 3


@jit_lean
def halved(state: Any, seat: int) -> None:
    state.gold[: seat + 1] = 1
    state.hands[seat, 1:] = 2
    state.hands[1:3, 0] = 5
    state.map[1] = 9
    state.map[0, :, 2] = 8


@jit_lean
def played(state: Any, seat: int, slot: int, out: Any) -> None:
    hand, column = state.hands[seat], np.uint8(slot)
    hand[slot] += 3
    hand[-1] = hand[slot] - hand[0]
    state.hands[-1, 1] -= 1
    state.map[1, seat, column] += 2
    level = state.map[1, seat]
    level[0] = level[slot]
    state.round = state.round + 1 if state.turn > 2 else 7
    state.share[slot] += hand[slot] / 2
    out[0] = total(hand, 0, SLOTS)
    out[1] = total(state.gold, seat, SEATS)
    out[2] = richest(state)
    out[3] = total(level, slot, slot)
    counted = 0
    for i in range(SLOTS - 1, -1, -1):
        for j in range(i):
            counted += i * j + hand[i]
    for i in range(0, 9, 4):
        counted += i
    for i in range(slot, seat):
        counted -= i
    out[4] = counted
    low, high = min(hand[0], hand[1]), max(hand[2], state.turn)
    low, high = high, low
    out[5], out[6] = low, high
    out[7] = state.map.shape[1] * 100 + hand.size * 10 + len(state.gold)


def a_state(seed: int) -> Any:
    """Draw a state."""
    content = np.random.default_rng(seed).integers(0, 100, STATE.itemsize, np.uint8)
    state: Any = record_of(STATE, bytearray(content.tobytes()))
    state.share[:] = np.arange(SLOTS)
    for name in ("gold", "hands"):
        getattr(state, name)[...] = getattr(state, name) % 100
    return state


def both(rule: Any, seed: int, *numbers: Any) -> list[tuple[str, list[int]]]:
    """Return the states and results of a rule, compiled and in Python."""
    found = []
    for way in (rule, getattr(rule, "py_func", rule)):
        state, out = a_state(seed), np.zeros(8, np.int64)
        given_out = (out,) if rule is played else ()
        way(state, *numbers, *given_out)
        fields = {name: np.asarray(getattr(state, name)).tolist() for name in STATE.names or ()}
        found.append((str(fields), out.tolist()))
    return found


@given(st.integers(0, 10**6), st.integers(0, SEATS - 1), st.integers(0, SLOTS - 1))
def test_items_views_and_loops_are_as_in_python(seed: int, seat: int, slot: int) -> None:
    compiled, in_python = both(played, seed, seat, slot)
    assert compiled == in_python


@given(st.integers(0, 10**6), st.integers(0, SEATS - 1))
def test_many_items_are_written_as_in_python(seed: int, seat: int) -> None:
    for rule, numbers in ((blank, ()), (halved, (seat,))):
        compiled, in_python = both(rule, seed, *numbers)
        assert compiled == in_python


def test_an_error_comes_through_all_callers() -> None:
    state = a_state(1)
    state.gold[:] = (50, 51, 0)
    assert refused_below(state, 0) == 101
    with pytest.raises(ValueError, match="too rich"):
        refused_below(state, 1)
    assert refused_below(state, 2) == 1


@pytest.mark.skipif(not IS_COMPILED, reason="only compiled rules are written for LLVM")
def test_what_is_addressed_needs_few_instructions() -> None:
    """A game of 200 rules is compiled in seconds only because of this."""
    from llvmlite import ir

    written = list[str]()
    insert = ir.IRBuilder._insert

    def note(builder: Any, instruction: Any) -> None:
        written.append(instruction.opname)
        insert(builder, instruction)

    def rule(state: Any, seat: int, slot: int) -> None:
        state.hands[seat, slot] = state.map[1, seat, slot]

    ir.IRBuilder._insert = note
    try:
        lean: Any = {"_nrt": False}
        numba.njit(**lean)(rule)(a_state(1), 1, 2)  # not kept, hence written each time
    finally:
        ir.IRBuilder._insert = insert
    assert 0 < written.count("insertvalue") <= 10
    assert written.count("mul") == 2  # by the length of a row each
