"""Emporium's moves as one token words joined by spaces: "sell hand-axe at 3", "fight troll", "banish tib+oona"."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.games.emporium_data import (
    ADD_MOVE,
    ATTACK,
    BID_MOVE,
    DECLINE,
    DOCK,
    DONE,
    DRAW,
    KEEP,
    MAX_MOVES,
    PASS,
    SELL,
    SEND,
    SIT,
    STAY,
    SWAP_MOVE,
    THROW,
    UPGRADE,
    VOTE,
)
from rules_check.games.emporium_moves import list_moves

_PLAIN = {SIT: "sit", DECLINE: "decline", KEEP: "keep", PASS: "pass", DRAW: "draw", STAY: "stay", DONE: "done"}


def name_of(names: Any, number: int) -> str:
    """Read an id from a card set's record."""
    return bytes(names[int(number)]).rstrip(b"\0").decode()


def slot_text(cards: Any, hero: int, k: int) -> str:
    """Name a slot of a hero: "weapon", and "weapon-2" for the second of its sort."""
    slots = [int(slot) for slot in cards.hero_slots[hero]]
    earlier = slots[:k].count(slots[k])
    return name_of(cards.slot_name, slots[k]) + (f"-{earlier + 1}" if earlier else "")


def move_text(cards: Any, state: Any, move: int) -> str:
    """Write a move of the decision that is due; heroes, monsters and items go by their ids in cards.yaml.

    Raises ValueError where no move has that number.
    """
    kind, a, b = int(move) // 10000, int(move) // 100 % 100, int(move) % 100
    item = name_of(cards.item_name, a) if kind in (SELL, ADD_MOVE, SWAP_MOVE, UPGRADE, THROW) else ""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind == SELL:
        return f"sell {item} at {b}"
    if kind == BID_MOVE:
        return f"bid {b}"
    if kind == DOCK:
        return f"place {name_of(cards.hero_name, state.heroes[a])} {slot_text(cards, state.heroes[a], b)}"
    if kind == SEND:
        return f"hero {name_of(cards.hero_name, state.heroes[a])}"
    if kind == ADD_MOVE:
        return f"add {item}"
    if kind == SWAP_MOVE:
        return f"swap {item} at {slot_text(cards, state.heroes[state.chosen], b)}"
    if kind == ATTACK:
        return f"fight {name_of(cards.monster_name, state.monsters[a])}"
    if kind == UPGRADE:
        return f"upgrade {item}"
    if kind == THROW:
        return f"discard {item}"
    if kind == VOTE:
        named = [name_of(cards.hero_name, hero) for h, hero in enumerate(state.heroes) if b >> h & 1]
        return f"banish {'+'.join(named) or 'none'}"
    raise ValueError(f"no move has the number {move}")


def parse_move(cards: Any, state: Any, text: str) -> int:
    """Find the legal move that a text names. Raises ValueError, with the texts of all legal moves, where none does."""
    moves = np.empty(MAX_MOVES, np.int64)
    legal = [int(move) for move in moves[: list_moves(cards, state, moves, MAX_MOVES)]]
    by_text = {move_text(cards, state, move): move for move in legal}
    wanted = " ".join(text.split())
    if wanted not in by_text:
        raise ValueError(f"expected one of {', '.join(by_text) or 'no move: the game is over'}; found '{wanted}'")
    return by_text[wanted]
