"""Whole games, compiled: from a line-up and game numbers to a `Part`, in one thread, without the
interpreter's lock. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import get_ident
from typing import Any, NamedTuple

import numpy as np

from rules_check.engine.arrays import local_empty
from rules_check.engine.attributes import record_of
from rules_check.engine.deciding import decide, decider
from rules_check.engine.faults import (
    MOVES_AFTER_END,
    NO_END,
    NO_SUCH_SEAT,
    NOBODY_FIRST,
    asked_wrongly,
)
from rules_check.engine.game import MOST_DECISIONS, Rules, counts_of, players_in_words
from rules_check.engine.generic import jit_over_verbs
from rules_check.engine.kernel import jit_lean
from rules_check.engine.minds import (
    ROOM,
    Deciding,
    Minds,
    Scratch,
    deciding_of,
    mind_of,
    minds_of,
    scratch_for,
)
from rules_check.engine.noting import (
    CARDS,
    COUNTING,
    MOST_LEADERS,
    NOTED_EVERY,
    NOTHING,
    SORT,
    STREAMS,
    SUMS,
    count_first,
    draw_blanks,
    fold_choices,
    note_cards,
    note_choice,
    note_leaders,
    note_taken,
    note_worth,
)
from rules_check.engine.parts import ROW, Columns, GameRows, Part
from rules_check.engine.players import EXPERT, FREE, OWN, RANDOM, SEARCH, LineUpError, Player
from rules_check.engine.translating import BRIEFLY, WIDELY
from rules_check.engine.verbs import Cards, Table, VerbOf, Wholes, verb_of


class Counting(NamedTuple):
    """The verbs that begin a game and count its results."""

    new_game: VerbOf
    scores: VerbOf
    places: VerbOf
    account: VerbOf
    usage: VerbOf
    at_once: VerbOf


class Games(NamedTuple):
    """The games to play: `size` of them under a seed, from number `first` on."""

    players: int
    seed: int
    first: int
    size: int


class Results(NamedTuple):
    """The results: one row per game in each of the first four; what cards were used for, and their
    worth.

    If `sorts` has rows, the types of moves chosen, and who used which card, are recorded.
    """

    games: GameRows
    places: Table
    """One column per seat, as in `scores`."""
    scores: Table
    accounts: Table
    """The output of the verb `account`."""
    used: Table
    worth: Table
    sorts: Table
    """Rows of first and last move, and their type."""
    chosen: Table
    """One row per type: the decisions that allowed it among others and those that chose it, as
    added up by `fold`; then those of this game, and a column for counting.
    """
    is_taken: Wholes
    """For each seat and card, whether the seat used the card in this game."""
    taken: Table
    """One row per card: the seats that used it in a game and their wins in parts of WIN, as added
    up by `fold`.
    """


@jit_lean
def take_styles(verbs: Deciding, cards: Any, minds: Minds, game: int) -> None:
    """Give each seat the weights of its style for a game."""
    for seat in range(minds.drawn.shape[1]):
        verbs.weigh(cards, seat, minds.styles[minds.drawn[game, seat]])


def _play(
    deciding: Deciding,
    counting: Counting,
    fault: VerbOf,
    cards: Cards,
    games: Games,
    minds: Minds,
    is_checked: int,
    per_mille: int,
    is_blank: Wholes,
    scratch: Scratch,
    results: Results,
) -> int:
    """Play games, write a row for each, and add up what cards were used for. Return the number of
    decisions.

    With `is_checked`, `fault` checks every state, and a game stops at the first fault. With
    `per_mille`, each seat is blind to each card with that chance in a game.
    """
    players = games.players
    blanks, users = is_blank.size // players, results.taken.shape[0]
    state, moves = scratch.batch[ROOM], scratch.moves
    rng, leaders = local_empty(STREAMS, np.uint64), local_empty(MOST_LEADERS, np.int64)
    decisions = 0
    for game in range(games.size):
        row, standing, number = results.games[game], results.scores[game], games.first + game
        counting.new_game(cards, state, players, games.seed, number)
        take_styles(deciding, cards, minds, game)
        if is_blank.size > 0:
            draw_blanks(rng, games.seed, number, per_mille, is_blank)
        is_noted = results.sorts.shape[0] > 0 and number % NOTED_EVERY == 0
        due = deciding.current_player(cards, state)
        asked = 0
        wrong = 0
        rounds = 0
        at_once = 0
        row.leader = -1
        while due >= 0:
            if rounds < state.rounds:
                rounds = note_leaders(counting.scores, cards, state, standing, leaders, rounds, row)
            wrong = wrong_before(deciding, fault, cards, state, due, moves, is_checked)
            if wrong != 0:
                break
            mind = mind_of(minds, due, players)
            move = decide(
                deciding, cards, state, mind, is_blank[due * blanks : (due + 1) * blanks], scratch
            )
            if mind.kind == SEARCH:  # which tries other players
                take_styles(deciding, cards, minds, game)
            at_once += counting.at_once(cards, state) != 0
            if is_noted:
                note_choice(
                    moves,
                    deciding.legal_moves(cards, state, moves),
                    move,
                    results.sorts,
                    results.chosen,
                )
            if users > 0:
                note_cards(
                    deciding.card_of, cards, state, move, results.is_taken, due * users, users
                )
            deciding.apply(cards, state, move)
            due = deciding.current_player(cards, state)
            asked += 1
            row.decisions = asked  # read from outside: does it continue?
            if asked == MOST_DECISIONS:
                wrong = NO_END
                break
        count_game(counting, cards, state, game, results)
        places = results.places[game]
        if wrong == 0:
            wrong = wrong_after(deciding, fault, cards, state, moves, places, is_checked)
        if is_blank.size > 0:
            note_worth(is_blank, places, players, results.worth)
        note_taken(results.is_taken, places, players, results.taken)
        fold_choices(results.chosen)
        row.end, row.rounds, row.fault, row.at_once = state.end, state.rounds, wrong, at_once
        row.leader = leaders[rounds // 2] if rounds > 0 else -1
        decisions += asked
    return decisions


@jit_lean
def wrong_before(
    verbs: Deciding, fault: Any, cards: Any, state: Any, due: int, moves: Any, is_checked: int
) -> Any:
    """Find the fault in a state in which a seat has to decide: a number of the game's FAULTS or of
    PLAY_FAULTS, 0 for none.
    """
    if not is_checked:
        return NO_SUCH_SEAT if due >= state.players else 0
    wrong = fault(cards, state)
    if wrong != 0:
        return wrong
    count = verbs.legal_moves(cards, state, moves)
    return asked_wrongly(due, state.players, count, moves.size)


@jit_lean
def wrong_after(
    verbs: Deciding, fault: Any, cards: Any, state: Any, moves: Any, places: Any, is_checked: int
) -> Any:
    """Find the fault in a game that is over: a number of the game's FAULTS or of PLAY_FAULTS, 0 for
    none.
    """
    if state.end == 0:
        return NO_END
    if not is_checked:
        return 0
    wrong = fault(cards, state)
    if wrong != 0:
        return wrong
    if verbs.legal_moves(cards, state, moves) > 0:
        return MOVES_AFTER_END
    return NOBODY_FIRST if count_first(places) == 0 else 0


@jit_lean
def count_game(counting: Counting, cards: Any, state: Any, game: int, results: Results) -> None:
    """Write the results of a game for its seats, and add up what cards were used for."""
    results.scores[game, :] = 0
    counting.places(cards, state, results.places[game])
    counting.scores(cards, state, results.scores[game])
    counting.account(cards, state, results.accounts[game])
    counting.usage(cards, state, results.used[0], results.used[1])


def _play_randomly(
    counting: Counting,
    playout: VerbOf,
    cards: Cards,
    games: Games,
    scratch: Scratch,
    results: Results,
) -> int:
    """Do the same as `_play` if all seats are random and nothing is checked: with `playout`, which
    is equivalent and faster.

    It is separate because it loads in a fraction of the time that all other players need.
    """
    state, decisions = scratch.batch[ROOM], 0
    for game in range(games.size):
        counting.new_game(cards, state, games.players, games.seed, games.first + game)
        asked = playout(cards, state, scratch.moves)
        row = results.games[game]
        row.decisions, row.at_once, row.leader = asked, scratch.moves[-1], -1
        row.end, row.rounds, row.fault = state.end, state.rounds, NO_END if state.end == 0 else 0
        count_game(counting, cards, state, game, results)
        decisions += asked
    return decisions


def counting_of(rules: Rules) -> Counting:
    """Gather the verbs that counting needs."""
    return Counting(*(verb_of(rules, name) for name in Counting._fields))


@cache
def game_player(rules: Rules, has_learned: bool = False) -> Any:
    """Compile the loop of whole games, for line-ups with or without players who learned the game."""
    level = WIDELY if has_learned else BRIEFLY
    return jit_over_verbs(_play, rules.cards_dtype, rules.state_dtype, has_learned, level)


@cache
def _random_player(rules: Rules) -> Any:
    return jit_over_verbs(_play_randomly, rules.cards_dtype, rules.state_dtype)


def spared_by(line_up: Sequence[Player], is_checked: bool) -> frozenset[str]:
    """Name the verbs that whole games of this line-up never call: those of searching, of forgetting
    what a seat cannot know, and of looking for faults.
    """
    kinds = {player.kind for player in line_up}
    is_spared = {
        "hide": kinds <= {RANDOM, EXPERT},
        "playout": kinds.isdisjoint({RANDOM, SEARCH}),
        "fault": not is_checked,
    }
    return frozenset(name for name, is_so in is_spared.items() if is_so)


def compile_player(rules: Rules, name: str) -> None:
    """Compile one of `PLAYERS`, which turn a game's verbs into players."""
    _PLAYERS[name](rules)


_PLAYERS: dict[str, Callable[[Rules], Any]] = {
    "deciding": decider,
    "random players": _random_player,
    "whole games": game_player,
}
PLAYERS = tuple(_PLAYERS)
"""The parts that `compile_player` compiles."""


def _sorts(rules: Rules, cards: Any) -> Any:
    """List the moves of each type that a game names: int64, rows of first, last, and the number of
    the type.
    """
    sorts = rules.move_sorts() if hasattr(rules, "move_sorts") else []
    rows = []
    for number, sort in enumerate(sorts):
        for row in rules.move_ranges(cards, sort):
            rows.append((*row, number))
    return np.array(rows, np.int64).reshape(len(rows), 3)


@dataclass(frozen=True)
class AtWork:
    """The games that a thread is playing, to be inspected from another while compiled code does not
    return.
    """

    line_up: Sequence[Player]
    seed: int
    first: int
    results: Results
    """The results of its games: a game that has begun has decisions, and one that is over has a
    place for each seat.
    """

    @property
    def at(self) -> tuple[int, int]:
        """Return the number of the game being played, and its decisions so far."""
        game = int((self.results.places[:, 0] != 0).sum())
        return self.first + game, int(
            self.results.games.decisions[min(game, len(self.results.games) - 1)]
        )


THREADS: dict[int, AtWork] = {}
"""What each thread of this process is playing."""


@contextmanager
def at_work(work: AtWork) -> Iterator[None]:
    """Register what this thread is playing."""
    THREADS[get_ident()] = work
    try:
        yield
    finally:
        del THREADS[get_ident()]


@lru_cache(maxsize=8)
def _counts(rules: Rules, cards: bytes) -> list[int]:
    """List the possible numbers of players, cached because each part of many short runs asks."""
    return counts_of(rules, record_of(rules.cards_dtype, cards))


def play_games(
    rules: Rules,
    cards: Any,
    line_up: Sequence[Player],
    seed: int,
    first: int,
    count: int,
    is_checked: bool = False,
    per_mille: int = 0,
    noting: int = NOTHING,
    is_compiling: bool = False,
) -> Part:
    """Play games number `first` to `first + count - 1` in one thread, without the interpreter's
    lock.

    `is_checked` looks for faults after every move; `per_mille` makes each seat blind to each card
    with that chance in a game; `noting` says what is recorded: NOTHING, CHOICES or CARDS.
    `is_compiling`: players are compiled even if no game is to be played.
    """
    if ours := [player.text for player in line_up if player.kind == OWN]:
        raise LineUpError(f"'{ours[0]}': your own players can play only in `simulate` and `play`")
    players, counts = len(line_up), _counts(rules, cards.tobytes())
    if players not in counts:  # the rules trust us, and would write to missing seats
        raise LineUpError(f"the game is for {players_in_words(counts, ' or ')}, found {players}")
    columns = Columns.of(rules, players)
    minds = minds_of(rules, cards, line_up, seed, np.arange(first, first + count))
    cards = cards.copy()  # the weights are written into it
    results = blank_results(rules, cards, columns, count, noting)
    games = Games(players, seed, first, count)
    scratch = scratch_for(rules, ROOM + 1)
    counting = counting_of(rules)
    is_plain = not is_checked and not noting and per_mille == 0
    # interpreted, streams count modulo 2^64
    with np.errstate(over="ignore"), at_work(AtWork(line_up, seed, first, results)):
        if count == 0 and not is_compiling:
            pass  # a question about a line-up does not wait until its players are compiled
        elif is_plain and all(player.kind == RANDOM and player.limit == FREE for player in line_up):
            _random_player(rules)(counting, rules.playout, cards, games, scratch, results)
        else:
            is_blank = np.zeros(players * len(results.worth) if per_mille > 0 else 0, np.int64)
            spared = spared_by(line_up, is_checked)
            verbs = deciding_of(rules, spared), counting, verb_of(rules, "fault", spared)
            game_player(rules, minds.thought is not None)(
                *verbs, cards, games, minds, int(is_checked), per_mille, is_blank, scratch, results
            )
    if not hasattr(rules, "at_once"):  # in that case `playout` leaves another value there
        results.games.at_once = 0
    rows = columns.rows_of(results.games, results.places, results.scores, results.accounts)
    return Part(rows, results.used, results.worth, results.chosen[:, :SUMS], results.taken)


def blank_results(rules: Rules, cards: Any, columns: Columns, count: int, noting: int) -> Results:
    """Allocate the results of a number of games; `noting` is NOTHING, CHOICES or CARDS."""
    ids = rules.card_ids(cards) if hasattr(rules, "card_ids") else ()
    sorts = _sorts(rules, cards) if noting else np.zeros((0, 3), np.int64)
    users = len(ids) if noting == CARDS else 0
    return Results(
        games=np.rec.array(np.zeros(count, ROW)),
        places=np.zeros((count, columns.players), np.int64),
        scores=np.zeros((count, columns.players), np.int64),
        accounts=np.zeros((count, columns.account_size), np.int64),
        used=np.zeros((2, len(ids)), np.int64),
        worth=np.zeros((len(ids), 4), np.int64),
        sorts=sorts,
        chosen=np.zeros((int(sorts[:, SORT].max(initial=-1)) + 1, COUNTING + 1), np.int64),
        is_taken=np.zeros(columns.players * users, np.int64),
        taken=np.zeros((users, SUMS), np.int64),
    )
