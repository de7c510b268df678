"""Emporium's rules, compiled: records of a card set and of a game go in, the game moves on by one decision.

rules_check/engine/game.py says what each verb promises. The parts: `emporium_data` what every field means; `emporium_table` cards in
motion; `emporium_moves` what is legal; `emporium_course` what a move does; `emporium_end` the reckoning; `emporium_view` what a
seat can know; `emporium_words` how a move reads, `emporium_show` and `emporium_story` how the table and a game do, with
`emporium_names` and `emporium_closing`; `emporium_account` what a game
came to; `emporium_examine` what can be said without playing; `emporium_faults` whether a state is sound; `emporium_space` all moves there can be;
`emporium_worth` what things are worth, by which `emporium_value`, `emporium_choice` and `emporium_expert` judge and play. Titles in
brackets, as [Sell an Item], are those of the rulebook; rulings are those of cards.yaml.

A round: every seat CHOOSEs, from the holder of the first-player marker on, unseen until all have; sales (PLACE), then patrons
(PATRON, ADD, SWAP, FIGHT); RESTOCK, MORE, DISCARD; monsters are refilled; BANISH; heroes are refilled; the marker passes.
A decision is only ever due where there are two moves to choose from; what has one answer happens by itself.

Public: gold, choices once revealed, everything on the table, discards, trophies, how many cards each deck has and of which
level they are, how many cards of which tier each seat holds (their backs show), and every card of a hand that was once
shown (`shown`: an item for sale, swapped out, won with a hero or taken back). Hidden: the other cards of other hands, the order
of decks, which heroes and monsters stayed in the box, choices not yet revealed, votes where they are hidden.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.kernel import below, index, jit_lean
from rules_check.games.emporium.account import (
    BAD_ENDS,
    COUNTS,
    LEDGER,
    NEVER,
    PLACES,
    SECRET_A_ROUND,
    STRATEGIES,
    UNIT,
    WANTED,
    account,
    blank,
    card_groups,
    card_ids,
    card_of,
    usage,
)
from rules_check.games.emporium.course import perform, set_up
from rules_check.games.emporium.data import (
    BANISH,
    CHOOSE,
    EACH_HIDDEN,
    EMPTY,
    ENDS,
    MAX_MOVES,
    OVER,
    SEATS,
    cards_dtype,
    cards_record,
    state_dtype,
    with_ruling,
)
from rules_check.games.emporium.end import places, scores
from rules_check.games.emporium.examine import CODES, examine, reach
from rules_check.games.emporium.expert import advise
from rules_check.games.emporium.faults import FAULTS, fault
from rules_check.games.emporium.moves import list_moves
from rules_check.games.emporium.show import describe, show
from rules_check.games.emporium.space import move_space
from rules_check.games.emporium.story import tell
from rules_check.games.emporium.value import value
from rules_check.games.emporium.view import hide
from rules_check.games.emporium.words import move_ranges, move_text, parse_move

__all__ = [
    "BAD_ENDS",
    "CODES",
    "COUNTS",
    "ENDS",
    "FAULTS",
    "LEDGER",
    "NEVER",
    "PLACES",
    "SECRET_A_ROUND",
    "STRATEGIES",
    "UNIT",
    "WANTED",
    "account",
    "advise",
    "apply",
    "blank",
    "card_groups",
    "card_ids",
    "card_of",
    "cards_dtype",
    "cards_record",
    "current_player",
    "describe",
    "examine",
    "fault",
    "hide",
    "is_over",
    "is_secret",
    "legal_moves",
    "max_moves",
    "move_ranges",
    "move_space",
    "move_text",
    "name",
    "new_game",
    "parse_move",
    "places",
    "player_counts",
    "playout",
    "reach",
    "scores",
    "show",
    "state_dtype",
    "tell",
    "usage",
    "value",
    "with_ruling",
]

name = "emporium"
max_moves = MAX_MOVES


@jit_lean
def new_game(cards: Any, state: Any, players: int, seed: int, number: int) -> None:
    set_up(cards, state, players, seed, number)
    apply(cards, state, EMPTY)


@jit_lean
def current_player(cards: Any, state: Any) -> int:
    return np.int64(state.seat)  # type: ignore[return-value]


@jit_lean
def legal_moves(cards: Any, state: Any, moves: Any) -> int:
    return list_moves(cards, state, moves, moves.size)


@jit_lean
def apply(cards: Any, state: Any, move: int) -> None:
    # The move, EMPTY where the game begins; then all that has one answer only, until there is a choice or the game is over.
    moves = state.scratch[:]
    moves[0], count = move, 1
    while count == 1:
        if moves[0] != EMPTY:
            perform(cards, state, moves[0])
        count = list_moves(cards, state, moves, moves.size)
    state.scratch[0] = state.scratch[1] = 0


@jit_lean
def is_over(cards: Any, state: Any) -> bool:
    return bool(state.phase == OVER)


def player_counts(cards: Any) -> list[int]:
    return [players for players in range(2, SEATS + 1) if cards.heroes_on_table[players] > 0]


def is_secret(cards: Any, state: Any) -> bool:
    return bool(state.phase == CHOOSE or (state.phase == BANISH and cards.banish_votes == EACH_HIDDEN))


@jit_lean
def playout(cards: Any, state: Any, moves: Any) -> int:
    """Play on to the end, each seat uniformly at random by its own stream; returns the number of decisions.

    What has one answer is done on the way, as `apply` would, but listed once only and in full: a third faster. Every game states
    such lines itself: compiled functions that are passed as arguments miss the cache.
    """
    decisions = 0
    while state.phase != OVER:
        count = list_moves(cards, state, moves, moves.size)
        chosen = 0
        if count > 1:
            chosen = below(state.rng, 1 + index(state.seat), count)
            decisions += 1
        perform(cards, state, moves[chosen])
    return decisions
