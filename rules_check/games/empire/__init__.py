"""Empire's rules, compiled: records of a card set and of a game go in, the game moves on by one decision.

rules_check/engine/game.py says what each verb promises. The parts: `empire_data` what every field means; `empire_table` cards in motion;
`empire_moves` what is legal; `empire_course` what a move does; `empire_end` the reckoning; `empire_view` what a seat can know;
`empire_words` how a move reads, `empire_show` and `empire_story` how the table and a game do, with `empire_names` and
`empire_closing`; `empire_account` what a game came to; `empire_examine` what can be said without playing; `empire_faults`
whether a state is sound; `empire_space` all moves there can be; `empire_worth` what things are worth, by which `empire_value`
and `empire_expert` judge and play.
Titles in brackets, as [Battle], are those of the rulebook; rulings are those of cards.yaml.

A turn: draw; ACT (TABLE, OFFER of every other seat, PICK; DEMAND, FIST of both); with two pillars the bonus action; LAY; with the second
pillar just laid the bonus action and LAY again; DISCARD, SKIP. In the opening round only the draw and the discard. Who begins was
found before the game and sits in seat 1. A decision is only ever due where there are two moves to choose from.

Public: discards, pillars, pending skips, how many cards each hand and the resources pile have, what was stolen, tabled, traded,
fought for, and that a card demanded was not there. Hidden: the other cards of other hands, the order of the resources pile, a card
tabled in a trade until all are, what a fighter is about to show.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.kernel import below, jit_lean
from rules_check.games.empire.account import (
    COUNTS,
    LEDGER,
    NEVER,
    PLACES,
    STRATEGIES,
    TOLD,
    UNIT,
    WANTED,
    account,
    blank,
    card_groups,
    card_ids,
    card_of,
    possible_ends,
    usage,
)
from rules_check.games.empire.course import advance, perform, set_up
from rules_check.games.empire.data import (
    AT_ONCE,
    BOUND,
    ENDS,
    FIST,
    MAX_MOVES,
    OFFER,
    OVER,
    SEATS,
    STALLED,
    cards_dtype,
    cards_record,
    state_dtype,
    with_ruling,
)
from rules_check.games.empire.end import places, scores
from rules_check.games.empire.examine import CODES, examine, reach
from rules_check.games.empire.expert import advise
from rules_check.games.empire.faults import FAULTS, fault
from rules_check.games.empire.moves import list_moves
from rules_check.games.empire.show import describe, show
from rules_check.games.empire.space import move_space
from rules_check.games.empire.story import tell
from rules_check.games.empire.value import value
from rules_check.games.empire.view import hide
from rules_check.games.empire.words import move_ranges, move_text, parse_move

__all__ = [
    "BAD_ENDS",
    "CODES",
    "COUNTS",
    "ENDS",
    "FAULTS",
    "LEDGER",
    "NEVER",
    "PLACES",
    "STRATEGIES",
    "TOLD",
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
    "possible_ends",
    "reach",
    "scores",
    "show",
    "state_dtype",
    "tell",
    "usage",
    "value",
    "with_ruling",
]

name = "empire"
max_moves = MAX_MOVES
BAD_ENDS = (STALLED, BOUND)


@jit_lean
def new_game(cards: Any, state: Any, players: int, seed: int, number: int) -> None:
    set_up(cards, state, players, seed, number)
    advance(cards, state)


@jit_lean
def current_player(cards: Any, state: Any) -> int:
    return np.int64(state.seat)  # type: ignore[return-value]


@jit_lean
def legal_moves(cards: Any, state: Any, moves: Any) -> int:
    return list_moves(cards, state, moves, moves.size)


@jit_lean
def apply(cards: Any, state: Any, move: int) -> None:
    perform(cards, state, move)
    advance(cards, state)


@jit_lean
def is_over(cards: Any, state: Any) -> bool:
    return bool(state.phase == OVER)


def player_counts(cards: Any) -> list[int]:
    return [players for players in range(2, SEATS + 1) if cards.packs[players] > 0]


def is_secret(cards: Any, state: Any) -> bool:
    return bool((state.phase == OFFER and cards.trade_offers == AT_ONCE) or state.phase == FIST)


@jit_lean
def playout(cards: Any, state: Any, moves: Any) -> int:
    """Play on to the end, each seat uniformly at random by its own stream; returns the number of decisions."""
    decisions = 0
    while state.phase != OVER:
        count = list_moves(cards, state, moves, moves.size)
        chosen = 0
        if count > 1:
            chosen = below(state.rng, 1 + state.seat, count)
            decisions += 1
        perform(cards, state, moves[chosen])
    return decisions
