"""Players in numbers, as compiled code takes them: the moves that they may make, their weights, and
the memory in which they think.

In: a `Player`, a card set. Out: rows of moves, styles, scratch memory. Knows no game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from generator.data.problems import did_you_mean
from rules_check.engine.attributes import record_of
from rules_check.engine.game import SHARES, Rules, new_state
from rules_check.engine.kept import read_learned
from rules_check.engine.kernel import jit_within, mix
from rules_check.engine.learned import Thought, thought_of
from rules_check.engine.players import EXPERT, GREEDY, LEARNED, SEARCH, LineUpError, Player
from rules_check.engine.verbs import Reals, RealTable, States, Table, VerbOf, Wholes, verb_of

ROOM = 3
"""The states that a decision uses: what the seat can know, a copy, and that copy after a move. One
more is for whole games.
"""


class Deciding(NamedTuple):
    """The verbs that deciding needs."""

    apply: VerbOf
    legal_moves: VerbOf
    current_player: VerbOf
    hide: VerbOf
    value: VerbOf
    advise: VerbOf
    card_of: VerbOf
    blank: VerbOf
    weigh: VerbOf
    at_once: VerbOf
    scores: VerbOf
    is_advised: int
    """Whether `advise` belongs to the game."""


class Mind(NamedTuple):
    """A `Player` in numbers.

    `ranges` are the moves that its restriction names: rows of first and last; `shifts` are moves
    with a shifted amount: rows of first, last, the difference that one more makes, and how many
    more.
    """

    kind: int
    budget: int
    limit: int
    ranges: Table
    shifts: Table
    styles: RealTable
    """The possible weights of every seat: SHARES rows per seat; empty if experts have no named
    weights.
    """
    net: int
    """The row of its net, if it has learned."""
    thought: Thought | None
    """The memory in which it thinks, if it has learned."""


class Minds(NamedTuple):
    """A line-up in numbers, with one entry per seat; `ranges` and `shifts` have the same number of
    rows for each.
    """

    kinds: Wholes
    budgets: Wholes
    limits: Wholes
    ranges: Table
    shifts: Table
    styles: RealTable
    drawn: Table
    """The style in which each seat plays: one row per game; empty if experts have no named weights.
    """
    thought: Thought | None
    """The memory of the learned players, whose nets are rows by seat. None if there are none."""


class Scratch(NamedTuple):
    """The memory for a decision: two lists of moves, an order of them, two ratings of each, ROOM
    states.

    `raw` is the same states as rows of integers, so that their contents can be read by position.
    """

    moves: Wholes
    room: Wholes
    order: Wholes
    ratings: Reals
    batch: States
    raw: Table


def deciding_of(rules: Rules, spared: Collection[str] = ()) -> Deciding:
    """Gather the verbs that deciding needs; `spared` are those that are never called."""
    verbs = (verb_of(rules, name, spared) for name in Deciding._fields if name != "is_advised")
    return Deciding._make([*verbs, int(hasattr(rules, "advise"))])


def shifts_of(rules: Rules, cards: Any, player: Player) -> Any:
    """Find the moves for which a player shifts the amount.

    Returns int64, rows of first, last, the difference that one more makes, how many more. Raises
    LineUpError.
    """
    if player.shifts and not hasattr(rules, "move_steps"):
        raise LineUpError(f"the moves of {rules.name} have no amounts that could be shifted")
    rows = list[tuple[int, ...]]()
    with _blaming(player):
        for word, more in player.shifts:
            rows += [(*steps, more) for steps in rules.move_steps(cards, word)]
    return np.array(rows, np.int64).reshape(len(rows), 4)


@contextmanager
def _blaming(player: Player) -> Iterator[None]:
    """Raise LineUpError with a player's word, if the rules know no move by a word in it."""
    try:
        yield
    except ValueError as fault:
        raise LineUpError(f"'{player.text}': {fault}") from None


def styles_of(rules: Rules, cards: Any, line_up: Sequence[Player]) -> Any:
    """Lay out the possible weights of each seat's player: float64 of shape (seats * SHARES,
    WEIGHTS).

    An expert has all styles fitted for this number of players, with the changes in its word; greedy
    players judge positions by the weights that fitting begins with. The shape is (0, 0) if the
    rules have no weights. Raises LineUpError if a weight does not exist, or is outside its range.
    """
    weights = {weight.word: weight for weight in getattr(rules, "WEIGHTS", None) or ()}
    for player in line_up:
        _look_over_weights(rules, player, weights)
    if not weights:
        return np.zeros((0, 0))
    fitted = cards.fitted[min(len(line_up), len(cards.fitted) - 1)]
    styles = np.tile(fitted, (len(line_up), 1))
    for seat, player in enumerate(line_up):
        rows = styles[seat * SHARES : (seat + 1) * SHARES]
        if player.kind == GREEDY:
            rows[:] = [weight.start for weight in weights.values()]
        for name, number in player.weights:
            rows[:, weights[name]] = number
    return styles


def _look_over_weights(rules: Rules, player: Player, weights: Mapping[str, Any]) -> None:
    """Raise LineUpError for a player's weight that the rules do not have, or that is outside its
    range.
    """
    for name, number in player.weights:
        if name not in weights:
            choices = f"it weighs {', '.join(weights)}" if weights else "it has no weights"
            hint = did_you_mean(name, weights) or choices
            raise LineUpError(f"the expert of {rules.name} does not weigh '{name}'; {hint}")
        least, most = weights[name].least, weights[name].most
        if not least <= number <= most:
            raise LineUpError(
                f"'{name}' is from {least:g} to {most:g}, found {number:g} in '{player.text}'"
            )


def draw_shares(seed: int, numbers: Any, players: int) -> Any:
    """Draw one of the SHARES for each seat of each game, from the seed and the game numbers alone.

    Returns int64 of shape (games, players), rows of `styles_of`. SHARES games with consecutive
    numbers, starting at a multiple of SHARES, form a block in which each seat has every share once,
    in a separate random order. Therefore no seat has better styles than another, and seats meet at
    random.
    """
    scattered = getattr(mix, "py_func", mix)  # the compiled version takes one number
    numbers = np.asarray(numbers, np.uint64)
    blocks, block_of = np.unique(numbers // np.uint64(SHARES), return_inverse=True)
    lots = np.arange(players * SHARES, dtype=np.uint64).reshape(players, SHARES)
    with np.errstate(over="ignore"):
        begun = scattered(scattered(np.asarray([seed], np.uint64) + np.uint64(1)) + blocks)
        orders = scattered(begun[:, None, None] + lots).argsort(axis=2)
    shares = orders[block_of, :, (numbers % np.uint64(SHARES)).astype(np.int64)]
    return shares.astype(np.int64) + SHARES * np.arange(players)


def ranges_of(rules: Rules, cards: Any, player: Player) -> Any:
    """Find the moves that a player's restriction names: int64, rows of first and last. Raises
    LineUpError.
    """
    _look_over_kind(rules, player)
    rows = list[tuple[int, int]]()
    with _blaming(player):
        for word in player.words:
            rows += rules.move_ranges(cards, word)
    if rows and hasattr(rules, "move_space"):
        space = _space(rules, cards.tobytes())
        firsts, lasts = np.array(rows).T
        counts = np.searchsorted(space, lasts, "right") - np.searchsorted(space, firsts)
        if not (counts > 0).any():
            raise LineUpError(f"'{player.text}' names a move that never comes up in this game")
    return np.array(rows, np.int64).reshape(len(rows), 2)


def _look_over_kind(rules: Rules, player: Player) -> None:
    """Raise LineUpError for a player that asks for a verb which the rules do not have."""
    if player.kind in (GREEDY, SEARCH) and not hasattr(rules, "value"):
        reason = "cannot judge a position, so players cannot look ahead; choose random"
        raise LineUpError(f"the rules of {rules.name} {reason}")
    if player.kind == EXPERT and not hasattr(rules, "advise"):
        raise LineUpError(f"{rules.name} has no expert; choose random, greedy or search")


@lru_cache(maxsize=8)
def _space(rules: Rules, cards: bytes) -> Any:
    """List every move of a game with these cards, cached because a habit needs it for each part of
    its games.
    """
    return rules.move_space(record_of(rules.cards_dtype, cards))


def minds_of(rules: Rules, cards: Any, line_up: Sequence[Player], seed: int, numbers: Any) -> Minds:
    """Convert a line-up to numbers, for numbered games under a seed. Raises LineUpError."""
    styles = styles_of(rules, cards, line_up)
    nothing = np.zeros((len(numbers), 0), np.int64)
    return Minds(
        kinds=np.array([player.kind for player in line_up], np.int64),
        budgets=np.array([player.budget for player in line_up], np.int64),
        limits=np.array([player.limit for player in line_up], np.int64),
        ranges=evened([ranges_of(rules, cards, player) for player in line_up]),
        shifts=evened([shifts_of(rules, cards, player) for player in line_up]),
        styles=styles,
        drawn=draw_shares(seed, numbers, len(line_up)) if len(styles) else nothing,
        thought=thought_for(rules, cards, line_up),
    )


@jit_within
def mind_of(minds: Minds, seat: int, players: int) -> Mind:
    """Return the player in one seat of a line-up."""
    ranges, shifts = minds.ranges.shape[0] // players, minds.shifts.shape[0] // players
    return Mind(
        minds.kinds[seat],
        minds.budgets[seat],
        minds.limits[seat],
        minds.ranges[seat * ranges : (seat + 1) * ranges],
        minds.shifts[seat * shifts : (seat + 1) * shifts],
        minds.styles,
        seat,
        minds.thought,
    )


def thought_for(rules: Rules, cards: Any, line_up: Sequence[Player]) -> Thought | None:
    """Create the memory of the learned players in a line-up; None if there are none. Raises
    LineUpError if no player has been trained for it.
    """
    players = len(line_up)
    if all(player.kind != LEARNED for player in line_up):
        return None
    learned = read_learned(rules, cards, players)
    if learned is None:
        raise LineUpError(
            f"no player has been trained for {rules.name} with these cards and {players} players; "
            "run "
            "`emporium-pnp train` first"
        )
    nets = np.tile(learned.net, (players, 1))
    return thought_of(learned.senses, nets, rules.max_moves, players, learned.known)


def evened(tables: Sequence[Any]) -> Any:
    """Stack tables of moves, whose rows begin with first and last, after padding them to the same
    number of rows.
    """
    rows, width = max(map(len, tables)), tables[0].shape[1]
    even = np.zeros((len(tables) * rows, width), np.int64)
    even[:, 0] = 1  # no move is between 1 and 0
    for seat, table in enumerate(tables):
        even[seat * rows : seat * rows + len(table)] = table
    return even


def scratch_for(rules: Rules, states: int) -> Scratch:
    """Allocate the memory that deciding needs."""
    moves, room, order = np.empty((3, rules.max_moves), np.int64)
    words, rest = divmod(rules.state_dtype.itemsize, 8)
    raw = np.zeros((states, words), np.int64)
    batch: Any = (
        new_state(rules, states)
        if rest
        else raw.view(rules.state_dtype).reshape(states).view(np.recarray)
    )
    return Scratch(moves, room, order, np.empty(2 * rules.max_moves), batch, raw)
