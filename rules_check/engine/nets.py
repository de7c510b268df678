"""The net with which a learning player chooses: one hidden layer, compiled, and its gradient.

In: signs of a state and of each legal move. Out: odds of the moves, and the seat's expected result.
Knows no game. Nothing here depends on how a machine's library computes exp and log.

A net is one array. For each sign of a state it has a row of 2 * HIDDEN numbers (the first half for
the moves, the second for the expected result); for each sign of a move, a row of HIDDEN, and then
one number each; then the biases; and for each hidden number its weights for a move and the one for
the expected result. A move's first weight is for what state and move add up to, if that is above
zero; the second is for their product, so that what a move is worth can rise and fall with a number
of the state, as that of a bid does with a hand.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rules_check.engine.arrays import local_empty
from rules_check.engine.kernel import jit_lean
from rules_check.engine.senses import SignNames, Signs

HIDDEN = 32
BOTH = 2 * HIDDEN
SQUARINGS = 10
"""The number of squarings of (1 + x / 1024) that approximate exp(x)."""


class Layout(NamedTuple):
    """The positions of the parts of a net."""

    moves: int
    plain: int
    always: int
    counts: int
    products: int
    expects: int
    size: int


def layout_of(state_signs: int, move_signs: int) -> Layout:
    """Lay out a net for a number of signs of a state, and of a move."""
    moves = state_signs * BOTH
    plain = moves + move_signs * HIDDEN
    always = plain + move_signs
    counts = always + BOTH
    products, expects = counts + HIDDEN, counts + 2 * HIDDEN
    return Layout(moves, plain, always, counts, products, expects, expects + HIDDEN + 1)


def new_net(layout: Layout, shown: float, seed: int) -> Any:
    """Create an untrained net; about `shown` signs are shown together. float64."""
    luck, net = np.random.default_rng(seed), np.zeros(layout.size)
    net[: layout.moves] = luck.uniform(-1.0, 1.0, layout.moves) / np.sqrt(shown)
    net[layout.moves : layout.plain] = luck.uniform(
        -1.0, 1.0, layout.plain - layout.moves
    ) / np.sqrt(shown)
    return net


def inherited(elder: Any, theirs: SignNames, ours: SignNames) -> Any:
    """Make a net for other signs that knows what another net has learned of the same ones, by their
    names; of the others it knows nothing.
    """
    before = layout_of(len(theirs.state), len(theirs.moves))
    layout = layout_of(len(ours.state), len(ours.moves))
    net = np.zeros(layout.size)
    for old, new, then, now, width in (
        (theirs.state, ours.state, 0, 0, BOTH),
        (theirs.moves, ours.moves, before.moves, layout.moves, HIDDEN),
        (theirs.moves, ours.moves, before.plain, layout.plain, 1),
    ):
        at = {name: then + width * n for n, name in enumerate(old.tolist())}
        for n, name in enumerate(new.tolist()):
            if name in at:
                first = now + width * n
                net[first : first + width] = elder[at[name] : at[name] + width]
    net[layout.always :] = elder[before.always :]
    return net


def sharpen(net: Any, layout: Layout, factor: float) -> None:
    """Move the ratings of moves apart by a factor, which leaves the order of the moves."""
    net[layout.plain : layout.always] *= factor
    net[layout.counts : layout.expects] *= factor


@jit_lean
def exp_of(x: float) -> float:
    """Return an approximation of exp(x), for x at most 0."""
    y = max(0.0, 1.0 + x / 1024.0)
    for _ in range(SQUARINGS):
        y *= y
    return y


@jit_lean
def log_of(x: float) -> float:
    """Return log(x) for x above 0 and up to some thousands."""
    x, whole = max(x, 1e-12), 0.0
    while x > 1.5:
        x, whole = x / 2.0, whole + 0.6931471805599453
    while x < 0.75:
        x, whole = x * 2.0, whole - 0.6931471805599453
    y = (x - 1.0) / (x + 1.0)
    square = y * y
    return whole + 2.0 * y * (
        1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0 + square / 9.0)))
    )


@jit_lean
def hide_state(layout: Layout, net: Any, signs: Signs, first: int, end: int, hidden: Any) -> None:
    """Add up the hidden numbers of a state, from the signs in a range."""
    for j in range(BOTH):
        hidden[j] = net[layout.always + j]
    for k in range(first, end):
        at, number = signs.places[k] * BOTH, signs.numbers[k]
        for j in range(BOTH):
            hidden[j] += number * net[at + j]


@jit_lean
def hide_move(
    layout: Layout, net: Any, signs: Signs, first: int, end: int, hidden: Any, own: Any
) -> Any:
    """Add up the hidden numbers of a move in a state, and return the rating of the move."""
    for j in range(HIDDEN):
        own[j] = hidden[j]
    total = 0.0
    for k in range(first, end):
        place, number = signs.places[k], signs.numbers[k]
        at = layout.moves + place * HIDDEN
        total += number * net[layout.plain + place]
        for j in range(HIDDEN):
            own[j] += number * net[at + j]
    for j in range(HIDDEN):
        total += max(0.0, own[j]) * net[layout.counts + j]
        total += hidden[j] * (own[j] - hidden[j]) * net[layout.products + j]
    return total


@jit_lean
def expected(layout: Layout, net: Any, hidden: Any) -> Any:
    """Return a seat's expected result in a state."""
    total = net[layout.expects + HIDDEN]
    for j in range(HIDDEN):
        total += max(0.0, hidden[HIDDEN + j]) * net[layout.expects + j]
    return total


@jit_lean
def odds_of(ratings: Any) -> Any:
    """Convert ratings to odds that add up to 1, in place; return the logarithm of the divisor."""
    most, total = ratings[0], 0.0
    for i in range(1, ratings.size):
        most = max(most, ratings[i])
    for i in range(ratings.size):
        ratings[i] = exp_of(ratings[i] - most)
        total += ratings[i]
    for i in range(ratings.size):
        ratings[i] /= total
    return most + log_of(total)


@jit_lean
def rate_moves(
    layout: Layout,
    net: Any,
    signs: Signs,
    first: int,
    starts: Any,
    end: int,
    ratings: Any,
    hidden: Any,
    owns: Any,
) -> Any:
    """Write the odds of each move, and return the seat's expected result.

    The signs of the state begin at `first`, and those of each move at its entry of `starts`, up to
    `end`. The hidden numbers of the state (BOTH) and of each move (a row of HIDDEN) stay in
    `hidden` and `owns`, for `add_slopes`.
    """
    hide_state(layout, net, signs, first, starts[0], hidden)
    for i in range(ratings.size):
        behind = starts[i + 1] if i + 1 < ratings.size else end
        ratings[i] = hide_move(layout, net, signs, starts[i], behind, hidden, owns[i])
    odds_of(ratings)
    return expected(layout, net, hidden)


@jit_lean
def add_slopes(
    layout: Layout,
    net: Any,
    signs: Signs,
    first: int,
    starts: Any,
    end: int,
    slopes: Any,
    expects: float,
    hidden: Any,
    owns: Any,
    out: Any,
) -> None:
    """Add to `out` the gradient of a loss for every number of a net, from the hidden numbers that
    `rate_moves` left, and overwrite these.

    `slopes` are the derivatives by the rating of each move, `expects` the derivative by the
    expected result.
    """
    back = local_empty(BOTH, np.float64)
    for j in range(HIDDEN):
        back[j] = 0.0
        is_on = hidden[HIDDEN + j] > 0.0
        back[HIDDEN + j] = expects * net[layout.expects + j] if is_on else 0.0
        out[layout.expects + j] += expects * max(0.0, hidden[HIDDEN + j])
    out[layout.expects + HIDDEN] += expects
    for i in range(slopes.size):
        slope, own = slopes[i], owns[i]
        if slope == 0.0:
            continue
        behind = starts[i + 1] if i + 1 < slopes.size else end
        for j in range(HIDDEN):
            of_state, of_move = hidden[j], own[j] - hidden[j]
            product = slope * net[layout.products + j]
            above = slope * net[layout.counts + j] if own[j] > 0.0 else 0.0
            out[layout.counts + j] += slope * max(0.0, own[j])
            out[layout.products + j] += slope * of_state * of_move
            back[j] += above + product * of_move
            own[j] = above + product * of_state
        for k in range(starts[i], behind):
            place, number = signs.places[k], signs.numbers[k]
            at = layout.moves + place * HIDDEN
            out[layout.plain + place] += slope * number
            for j in range(HIDDEN):
                out[at + j] += number * own[j]
    for j in range(BOTH):
        out[layout.always + j] += back[j]
    for k in range(first, starts[0]):
        at, number = signs.places[k] * BOTH, signs.numbers[k]
        for j in range(BOTH):
            out[at + j] += number * back[j]
