"""Empire's moves as one token words joined by spaces: "steal 2", "demand seven", "lay seven with 1". Seats count from 1."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.words import known, meant, no_more, whole
from rules_check.games.empire.data import (
    BATTLE_MOVE,
    BEGIN,
    DEMAND_MOVE,
    DISCARD_MOVE,
    EMPTY,
    FIST_MOVE,
    HOLD,
    LAY_MOVE,
    MAX_MOVES,
    NO_CARD,
    OFFER_MOVE,
    PICK_MOVE,
    REST,
    SEATS,
    SKIP_MOVE,
    SPARE,
    STEAL_MOVE,
    TABLE_MOVE,
    TRADE_MOVE,
)
from rules_check.games.empire.moves import list_moves
from rules_check.toolkit.reading import name_of

FIST_NAMES = ("rock", "paper", "scissors")
_PLAIN = {TRADE_MOVE: "trade", REST: "rest", HOLD: "hold", SPARE: "spare", BEGIN: "begin", NO_CARD: "end"}
_OF_SEAT = {STEAL_MOVE: "steal", BATTLE_MOVE: "battle", PICK_MOVE: "take", SKIP_MOVE: "skip"}
_OF_TYPE = {TABLE_MOVE: "table", OFFER_MOVE: "offer", DEMAND_MOVE: "demand", DISCARD_MOVE: "discard"}


def type_text(cards: Any, type_: int) -> str:
    """Name a type by its rank's id in cards.yaml, "seven"; where suits matter by both ids, "seven-hearts"."""
    rank, suit = name_of(cards.rank_name, cards.type_rank[type_]), int(cards.type_suit[type_])
    return rank if suit == EMPTY else f"{rank}-{name_of(cards.suit_name, suit)}"


def move_text(cards: Any, state: Any, move: int) -> str:
    """Write a move of the decision that is due. Raises ValueError where no move has that number."""
    kind, a, b = int(move) // 10000, int(move) // 100 % 100, int(move) % 100
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in _OF_SEAT:
        return f"{_OF_SEAT[kind]} {a + 1}"
    if kind in _OF_TYPE:
        return f"{_OF_TYPE[kind]} {type_text(cards, a)}"
    if kind == FIST_MOVE:
        return FIST_NAMES[a]
    if kind == LAY_MOVE:
        return f"lay {name_of(cards.rank_name, a)}" + (f" with {b}" if b else "")
    raise ValueError(f"no move has the number {move}")


def parse_move(cards: Any, state: Any, text: str) -> int:
    """Find the legal move that a text names. Raises ValueError, with the texts of legal ones, where none does."""
    moves = np.empty(MAX_MOVES, np.int64)
    legal = moves[: list_moves(cards, state, moves, MAX_MOVES)]
    return meant(text, {move_text(cards, state, move): int(move) for move in legal})


def move_ranges(cards: Any, text: str) -> list[tuple[int, int]]:
    """Find all moves that begin as `text` does, as ranges of their numbers, both ends included.

    So "steal", "steal 2", "demand seven", "discard two", "lay", "lay seven" (with any jokers), "rest", "rock". "discard seven" are
    all sevens where suits matter. Raises ValueError, with the words known, where there are none.
    """
    words = text.split() or [""]
    word, *rest = words
    kinds = {word: kind for names in (_PLAIN, _OF_SEAT, _OF_TYPE) for kind, word in names.items()}
    if known(word, [*kinds, "lay", *FIST_NAMES]) in FIST_NAMES:
        no_more(rest, words)
        base = FIST_MOVE * 10000 + FIST_NAMES.index(word) * 100
        return [(base, base)]
    kind = kinds.get(word, LAY_MOVE)
    base, chosen = kind * 10000, list[int]()
    if kind in _OF_SEAT and rest:
        chosen = [max(0, whole(rest.pop(0), "a seat", SEATS) - 1)]
    elif kind == LAY_MOVE and rest:
        names = [name_of(cards.rank_name, rank) for rank in range(cards.ranks)]
        chosen = [names.index(known(rest.pop(0), names))]
    elif kind in _OF_TYPE and rest:
        chosen = _types(cards, rest.pop(0))
    no_more(rest, words)
    return [(base + a * 100, base + a * 100 + 99) for a in chosen] if chosen else [(base, base + 9999)]


def _types(cards: Any, word: str) -> list[int]:
    """Find the types that a word names, which may be all of a rank."""
    names = [type_text(cards, type_) for type_ in range(cards.types)]
    ranks = [name_of(cards.rank_name, cards.type_rank[type_]) for type_ in range(cards.types)]
    known(word, list(dict.fromkeys([*ranks, *names])))
    return [type_ for type_ in range(cards.types) if word in (names[type_], ranks[type_])]
