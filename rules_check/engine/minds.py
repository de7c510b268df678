"""Players in numbers, as compiled code takes them: the moves that they may make, what they weigh, and the memory they think in.

In: a `Player`, a card set. Out: rows of moves, styles, scratch memory. Knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from generator.data.problems import did_you_mean
from rules_check.engine.game import SHARES, Rules, new_state
from rules_check.engine.kernel import mix
from rules_check.engine.players import EXPERT, GREEDY, SEARCH, LineUpError, Player
from rules_check.engine.verbs import Reals, RealTable, States, Table, VerbOf, Wholes, verb_of

ROOM = 3
"""States a decision works on: what the seat can know, a copy of it, and the same moved on. Whole games are played on one more."""


class Deciding(NamedTuple):
    """The verbs that deciding takes."""

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
    is_advised: int
    """Whether `advise` is the game's own."""


class Mind(NamedTuple):
    """A `Player` in numbers.

    `ranges` are the moves that its restriction names: rows of first and last; `shifts` those whose amount it names otherwise: rows of
    first, last, what one more adds, and how many more.
    """

    kind: int
    budget: int
    limit: int
    ranges: Table
    shifts: Table
    styles: RealTable
    """What every seat may weigh: SHARES rows a seat; none where experts weigh nothing that has a name."""


class Minds(NamedTuple):
    """A line-up in numbers, an entry a seat; `ranges` and `shifts` have equally many rows for each."""

    kinds: Wholes
    budgets: Wholes
    limits: Wholes
    ranges: Table
    shifts: Table
    styles: RealTable
    drawn: Table
    """Which of the styles each seat plays in: a row a game; none where experts weigh nothing that has a name."""


class Scratch(NamedTuple):
    """The memory that a decision works in: two lists of moves, an order of them, two ratings of each, ROOM states."""

    moves: Wholes
    room: Wholes
    order: Wholes
    ratings: Reals
    batch: States


def deciding_of(rules: Rules) -> Deciding:
    """Gather the verbs that deciding takes."""
    verbs = (verb_of(rules, name) for name in Deciding._fields if name != "is_advised")
    return Deciding._make([*verbs, int(hasattr(rules, "advise"))])


def shifts_of(rules: Rules, cards: Any, player: Player) -> Any:
    """Find the moves whose amount a player names otherwise: int64, rows of first, last, what one more adds, how many more.

    Raises LineUpError.
    """
    if player.shifts and not hasattr(rules, "move_steps"):
        raise LineUpError(f"the rules of {rules.name} know no amounts in moves, so none can be shifted")
    try:
        rows = [(*steps, more) for word, more in player.shifts for steps in rules.move_steps(cards, word)]
    except ValueError as fault:
        raise LineUpError(f"'{player.text}': {fault}") from None
    return np.array(rows, np.int64).reshape(len(rows), 4)


def styles_of(rules: Rules, cards: Any, line_up: Sequence[Player]) -> Any:
    """Lay out what each seat's player may weigh: float64 of shape (seats * SHARES, WEIGHTS), or (0, 0) where nothing has a name.

    An expert has all styles that are fitted for so many players, with what its word says otherwise; greedy players judge positions by the
    weights that fitting begins with.
    Raises LineUpError where a weight has no such name, or lies outside its range.
    """
    known = {one.word: one for one in getattr(rules, "WEIGHTS", None) or ()}
    for player in line_up:
        for name, number in player.weights:
            if name not in known:
                hint = did_you_mean(name, known)
                names = f"it weighs {', '.join(known)}" if known else "it has no weights"
                raise LineUpError(f"the expert of {rules.name} does not weigh '{name}'; {hint or names}")
            if not known[name].least <= number <= known[name].most:
                raise LineUpError(
                    f"'{name}' is from {known[name].least:g} to {known[name].most:g}, found {number:g} in '{player.text}'"
                )
    if not known:
        return np.zeros((0, 0))
    fitted = cards.fitted[min(len(line_up), len(cards.fitted) - 1)]
    styles = np.tile(fitted, (len(line_up), 1))
    for seat, player in enumerate(line_up):
        own = styles[seat * SHARES : (seat + 1) * SHARES]
        if player.kind == GREEDY:
            own[:] = [one.start for one in known.values()]
        for name, number in player.weights:
            own[:, known[name]] = number
    return styles


def draw_shares(numbers: Any, players: int) -> Any:
    """Draw one of SHARES for each seat of games, by their numbers alone: int64 of shape (games, players), rows of `styles_of`."""
    seats, scattered = np.arange(players, dtype=np.uint64), getattr(mix, "py_func", mix)  # compiled, it is for one number
    with np.errstate(over="ignore"):
        mixed = scattered(scattered(np.asarray(numbers, np.uint64)[:, None] + np.uint64(1)) + seats)
    return (mixed % np.uint64(SHARES)).astype(np.int64) + SHARES * np.arange(players)


def ranges_of(rules: Rules, cards: Any, player: Player) -> Any:
    """Find the moves that a player's restriction names: int64, rows of first and last. Raises LineUpError."""
    if player.kind in (GREEDY, SEARCH) and not hasattr(rules, "value"):
        raise LineUpError(f"the rules of {rules.name} cannot judge a position, so nobody can look ahead; choose random")
    if player.kind == EXPERT and not hasattr(rules, "advise"):
        raise LineUpError(f"{rules.name} has no expert; choose random, greedy or search")
    try:
        rows = [row for word in player.words for row in rules.move_ranges(cards, word)]
    except ValueError as fault:
        raise LineUpError(f"'{player.text}': {fault}") from None
    if hasattr(rules, "move_space") and rows:
        space = _space(rules, cards.tobytes())
        if not any(((space >= first) & (space <= last)).any() for first, last in rows):
            raise LineUpError(f"'{player.text}' names a move that never comes up in this game")
    return np.array(rows, np.int64).reshape(len(rows), 2)


@lru_cache(maxsize=8)
def _space(rules: Rules, cards: bytes) -> Any:
    """List every move of a game with these cards, once: a habit is asked of for each part of its games."""
    return rules.move_space(np.rec.array(np.frombuffer(cards, rules.cards_dtype).copy())[0])


def minds_of(rules: Rules, cards: Any, line_up: Sequence[Player], numbers: Any) -> Minds:
    """Put a line-up into numbers, for games of some numbers. Raises LineUpError."""
    styles = styles_of(rules, cards, line_up)
    nothing = np.zeros((len(numbers), 0), np.int64)
    return Minds(
        kinds=np.array([player.kind for player in line_up], np.int64),
        budgets=np.array([player.budget for player in line_up], np.int64),
        limits=np.array([player.limit for player in line_up], np.int64),
        ranges=evened([ranges_of(rules, cards, player) for player in line_up]),
        shifts=evened([shifts_of(rules, cards, player) for player in line_up]),
        styles=styles,
        drawn=draw_shares(numbers, len(line_up)) if len(styles) else nothing,
    )


def evened(tables: Sequence[Any]) -> Any:
    """Put tables of moves, rows that begin with first and last, one below the other, with equally many rows each."""
    rows, width = max(len(own) for own in tables), tables[0].shape[1]
    even = np.zeros((len(tables) * rows, width), np.int64)
    even[:, 0] = 1  # no move lies between 1 and 0
    for seat, own in enumerate(tables):
        even[seat * rows : seat * rows + len(own)] = own
    return even


def scratch_for(rules: Rules, states: int) -> Scratch:
    """Make the memory that deciding needs."""
    moves, room, order = np.empty((3, rules.max_moves), np.int64)
    return Scratch(moves, room, order, np.empty(2 * rules.max_moves), new_state(rules, states))
