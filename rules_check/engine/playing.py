"""Whole games, compiled: a line-up and game numbers go in, a `Part` comes out. In one thread, without the interpreter's lock. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from threading import get_ident
from typing import Any, NamedTuple

import numpy as np

from rules_check.engine.arrays import local_empty
from rules_check.engine.deciding import decide, decider
from rules_check.engine.faults import MOVES_AFTER_END, NO_END, NO_SUCH_SEAT, NOBODY_FIRST, asked_wrongly
from rules_check.engine.game import MOST_DECISIONS, Rules, counts_of, players_in_words
from rules_check.engine.generic import jit_over_verbs
from rules_check.engine.kernel import jit_lean
from rules_check.engine.minds import (
    ROOM,
    Deciding,
    Mind,
    Minds,
    Scratch,
    deciding_of,
    draw_shares,
    evened,
    ranges_of,
    scratch_for,
    shifts_of,
    styles_of,
)
from rules_check.engine.noting import (
    CARDS,
    COUNTING,
    MOST_LEADERS,
    NOTED_EVERY,
    NOTHING,
    STREAMS,
    SUMS,
    count_first,
    draw_blanks,
    find_leader,
    fold_choices,
    note_cards,
    note_choice,
    note_taken,
    note_worth,
)
from rules_check.engine.parts import FIXED, Columns, Part
from rules_check.engine.players import FREE, OWN, RANDOM, SEARCH, LineUpError, Player
from rules_check.engine.verbs import Cards, Table, VerbOf, Wholes, verb_of


class Counting(NamedTuple):
    """The verbs that begin a game and count what came of it."""

    new_game: VerbOf
    scores: VerbOf
    places: VerbOf
    account: VerbOf
    usage: VerbOf
    at_once: VerbOf


class Games(NamedTuple):
    """Which games are played: `size` of them under a seed, from number `first` on."""

    players: int
    seed: int
    first: int
    size: int


class Results(NamedTuple):
    """What is counted: a row a game, as `Columns` says, and then its decisions made at once; what cards were used for, and are worth.

    Where `sorts` has rows, it is noted which sorts of moves were chosen, and who used which card.
    """

    played: Table
    used: Table
    worth: Table
    sorts: Table
    """Rows of first and last move, and the sort that they are of."""
    chosen: Table
    """A row a sort, of decisions that allowed it among others and those that chose it, as `fold` adds them up; then those of this game, and
    a column for counting."""
    is_taken: Wholes
    """For each seat, each card: whether it used it in this game."""
    taken: Table
    """A row a card, of seats that used it in a game and their wins in parts of WIN, as `fold` adds them up."""


@jit_lean
def take_styles(verbs: Deciding, cards: Any, minds: Minds, game: int) -> None:
    """Let each seat weigh what its style for a game does."""
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
    """Play games, write a row for each, and add up what cards were used for. Returns the number of decisions.

    With `is_checked` every state is looked over by `fault`, and a game stops at the first. With `per_mille`, seats are blind to cards,
    each to each with that chance in a game.
    """
    players, per_seat, own_blanks = games.players, minds.ranges.shape[0] // games.players, is_blank.size // games.players
    shifts = minds.shifts.shape[0] // games.players
    state, moves = scratch.batch[ROOM], scratch.moves
    rng, leaders = local_empty(STREAMS, np.uint64), local_empty(MOST_LEADERS, np.int64)
    decisions, number = 0, results.taken.shape[0]
    for game in range(games.size):
        row = results.played[game]
        standing = row[FIXED + players : FIXED + 2 * players]
        counting.new_game(cards, state, players, games.seed, games.first + game)
        take_styles(deciding, cards, minds, game)
        if is_blank.size > 0:
            draw_blanks(rng, games.seed, games.first + game, per_mille, is_blank)
        due, asked, found, noted, changes, leader = deciding.current_player(cards, state), 0, 0, 0, 0, -1
        at_once, is_noted = 0, results.sorts.shape[0] > 0 and (games.first + game) % NOTED_EVERY == 0
        while due >= 0:
            while noted < state.rounds and noted < MOST_LEADERS:  # how the seats stand as each round begins
                counting.scores(cards, state, standing)
                leaders[noted] = find_leader(standing, players)
                if leaders[noted] >= 0:
                    changes += leader >= 0 and leaders[noted] != leader
                    leader = leaders[noted]
                noted += 1
            if is_checked:
                found = fault(cards, state)
                if found == 0:
                    found = asked_wrongly(due, players, deciding.legal_moves(cards, state, moves), moves.size)
            elif due >= players:
                found = NO_SUCH_SEAT
            if found != 0:
                break
            named = minds.ranges[due * per_seat : (due + 1) * per_seat]
            shifted = minds.shifts[due * shifts : (due + 1) * shifts]
            mind = Mind(minds.kinds[due], minds.budgets[due], minds.limits[due], named, shifted, minds.styles)
            move = decide(deciding, cards, state, mind, is_blank[due * own_blanks : (due + 1) * own_blanks], scratch)
            if mind.kind == SEARCH:  # which tries others
                take_styles(deciding, cards, minds, game)
            at_once += counting.at_once(cards, state)
            if is_noted:
                note_choice(moves, deciding.legal_moves(cards, state, moves), move, results.sorts, results.chosen)
            if number > 0:
                note_cards(deciding.card_of, cards, state, move, results.is_taken, due * number, number)
            deciding.apply(cards, state, move)
            due = deciding.current_player(cards, state)
            asked += 1
            row[2] = asked  # which is looked at from outside: does it go on?
            if asked == MOST_DECISIONS:
                found = NO_END
                break
        if found == 0 and state.end == 0:
            found = NO_END
        if is_checked and found == 0:
            found = fault(cards, state)
            if found == 0 and deciding.legal_moves(cards, state, moves) > 0:
                found = MOVES_AFTER_END
        counting.places(cards, state, row[FIXED : FIXED + players])
        if is_checked and found == 0 and count_first(row[FIXED : FIXED + players]) == 0:
            found = NOBODY_FIRST
        standing[:] = 0
        counting.scores(cards, state, standing)
        counting.account(cards, state, row[FIXED + 2 * players : -1])
        counting.usage(cards, state, results.used[0], results.used[1])
        if is_blank.size > 0:
            note_worth(is_blank, row[FIXED : FIXED + players], players, results.worth)
        note_taken(results.is_taken, row[FIXED : FIXED + players], players, results.taken)
        fold_choices(results.chosen)
        row[0], row[1], row[2], row[3] = state.end, state.rounds, asked, found
        row[4] = leaders[min(noted, MOST_LEADERS) // 2] if noted > 0 else -1
        row[5], row[-1] = changes, at_once
        decisions += asked
    return decisions


def _play_randomly(counting: Counting, playout: VerbOf, cards: Cards, games: Games, scratch: Scratch, results: Results) -> int:
    """Do as `_play` does where all seats are random and nothing is looked over: with `playout`, which is the same and quicker.

    Apart, since it is loaded in a fraction of the time that all that other players need takes.
    """
    state, players, decisions = scratch.batch[ROOM], games.players, 0
    for game in range(games.size):
        counting.new_game(cards, state, players, games.seed, games.first + game)
        asked = playout(cards, state, scratch.moves)
        row = results.played[game]
        counting.places(cards, state, row[FIXED : FIXED + players])
        counting.scores(cards, state, row[FIXED + players : FIXED + 2 * players])
        counting.account(cards, state, row[FIXED + 2 * players : -1])
        counting.usage(cards, state, results.used[0], results.used[1])
        found = NO_END if state.end == 0 else 0
        row[0], row[1], row[2], row[3], row[4], row[5] = state.end, state.rounds, asked, found, -1, 0
        row[-1] = scratch.moves[-1]
        decisions += asked
    return decisions


def _counting(rules: Rules) -> Counting:
    """Gather the verbs that counting takes."""
    return Counting(*(verb_of(rules, name) for name in Counting._fields))


@cache
def _game_player(rules: Rules) -> Any:
    return jit_over_verbs(_play, rules.cards_dtype, rules.state_dtype)


@cache
def _random_player(rules: Rules) -> Any:
    return jit_over_verbs(_play_randomly, rules.cards_dtype, rules.state_dtype)


def compile_playing(rules: Rules) -> None:
    """Compile what makes players of a game's verbs, and those verbs where they are not yet."""
    _random_player(rules)
    _game_player(rules)
    decider(rules)


def _sorts(rules: Rules, cards: Any) -> Any:
    """List the moves of each sort that a game names: int64, rows of first, last, and the number of the sort."""
    sorts = rules.move_sorts() if hasattr(rules, "move_sorts") else []
    rows = [(*row, number) for number, sort in enumerate(sorts) for row in rules.move_ranges(cards, sort)]
    return np.array(rows, np.int64).reshape(len(rows), 3)


@dataclass(frozen=True)
class AtWork:
    """What a thread is playing, to be looked at from another while compiled code gives no answer."""

    line_up: Sequence[Player]
    seed: int
    first: int
    played: Any
    """The rows of its games: one that has begun has decisions, one that is over has a place for each seat."""

    @property
    def at(self) -> tuple[int, int]:
        """Return the number of the game that is played, and its decisions so far."""
        game = int((self.played[:, FIXED] != 0).sum())
        return self.first + game, int(self.played[min(game, len(self.played) - 1), 2])


THREADS: dict[int, AtWork] = {}
"""What each thread of this process plays just now."""


@contextmanager
def at_work(work: AtWork) -> Iterator[None]:
    """Note what this thread is playing."""
    THREADS[get_ident()] = work
    try:
        yield
    finally:
        del THREADS[get_ident()]


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
) -> Part:
    """Play games number `first` to `first + count - 1` in one thread, without the interpreter's lock.

    `is_checked` looks for faults after every move; `per_mille` makes seats blind to cards, each to each with that chance in a game;
    `noting` is what is noted: NOTHING, CHOICES or CARDS.
    """
    if own := [player.text for player in line_up if player.kind == OWN]:
        raise LineUpError(f"'{own[0]}': players of your own play in `simulate` and in `play`")
    players, counts = len(line_up), counts_of(rules, cards)
    if players not in counts:  # the rules trust us, and would write where there is no seat
        raise LineUpError(f"the game is for {players_in_words(counts, ' or ')}, found {players}")
    styles = styles_of(rules, cards, line_up)
    drawn = draw_shares(np.arange(first, first + count), players) if len(styles) else np.zeros((count, 0), np.int64)
    cards = cards.copy()  # what is weighed is written into it
    ranges, shifts = (evened([find(rules, cards, player) for player in line_up]) for find in (ranges_of, shifts_of))
    kinds, budgets, limits = (np.array([getattr(p, name) for p in line_up], np.int64) for name in ("kind", "budget", "limit"))
    number = len(rules.card_ids(cards)) if hasattr(rules, "card_ids") else 0
    played = np.zeros((count, Columns.of(rules, players).width + 1), np.int64)
    sorts = _sorts(rules, cards) if noting else np.zeros((0, 3), np.int64)
    chosen = np.zeros((int(sorts[:, 2].max(initial=-1)) + 1, COUNTING + 1), np.int64)
    users = number if noting == CARDS else 0
    is_taken, taken = np.zeros(players * users, np.int64), np.zeros((users, SUMS), np.int64)
    used, worth = np.zeros((2, number), np.int64), np.zeros((number, 4), np.int64)
    results = Results(played, used, worth, sorts, chosen, is_taken, taken)
    games, scratch, counting = Games(players, seed, first, count), scratch_for(rules, ROOM + 1), _counting(rules)
    with np.errstate(over="ignore"), at_work(AtWork(line_up, seed, first, played)):  # interpreted, the streams count modulo 2^64
        if not is_checked and not noting and per_mille == 0 and all(p.kind == RANDOM and p.limit == FREE for p in line_up):
            _random_player(rules)(counting, rules.playout, cards, games, scratch, results)
        else:
            minds = Minds(kinds, budgets, limits, ranges, shifts, styles, drawn)
            is_blank = np.zeros(players * number if per_mille > 0 else 0, np.int64)
            known = deciding_of(rules), counting, rules.fault, cards, games, minds
            _game_player(rules)(*known, int(is_checked), per_mille, is_blank, scratch, results)
    at_once = played[:, -1] if hasattr(rules, "at_once") else np.zeros(count)
    return Part(played[:, :-1].astype(np.int32), used, worth, at_once.astype(np.int32), chosen[:, :SUMS], taken)
