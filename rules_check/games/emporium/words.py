"""Emporium's moves as one token words joined by spaces: "sell hand-axe at 3", "fight troll", "banish tib+oona"."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.words import known, meant, no_more, whole
from rules_check.games.emporium.data import (
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
from rules_check.games.emporium.moves import list_moves
from rules_check.toolkit.reading import name_of

_PLAIN = {SIT: "sit", DECLINE: "decline", KEEP: "keep", PASS: "pass", DRAW: "draw", STAY: "stay", DONE: "done"}


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
    """Find the legal move that a text names. Raises ValueError, with the texts of legal ones, where none does."""
    moves = np.empty(MAX_MOVES, np.int64)
    legal = moves[: list_moves(cards, state, moves, MAX_MOVES)]
    return meant(text, {move_text(cards, state, move): int(move) for move in legal})


_KINDS = {
    "sell": SELL,
    "bid": BID_MOVE,
    "place": DOCK,
    "hero": SEND,
    "add": ADD_MOVE,
    "swap": SWAP_MOVE,
    "fight": ATTACK,
    "upgrade": UPGRADE,
    "discard": THROW,
    "banish": VOTE,
    **{word: kind for kind, word in _PLAIN.items()},
}
_OF_ITEMS = ("sell", "add", "swap", "upgrade", "discard")


def move_ranges(cards: Any, text: str) -> list[tuple[int, int]]:
    """Find all moves that begin as `text` does, as ranges of their numbers, both ends included.

    So "sell", "sell hand-axe", "sell hand-axe at 3", "sell at 3"; "bid 5"; "upgrade hand-axe"; "banish" (any vote but none) and
    "banish none". Which hero, monster or slot a move means depends on the state: of those there is only "place", "hero", "fight".
    Raises ValueError, with the words known, where there are none.
    """
    words = text.split() or [""]
    word, *rest = words
    base = _KINDS[known(word, list(_KINDS))] * 10000
    items, least, most = list(range(cards.items)), 0, 99
    if word == "banish":
        least = 0 if rest else 1
        most = 0 if rest and known(rest.pop(0), ["none"]) else 9999
    elif word == "bid" and rest:
        least = most = whole(rest.pop(0), "gold", 99)
    elif word in _OF_ITEMS and rest:
        names = [name_of(cards.item_name, item) for item in items]
        if word != "sell" or rest[0] != "at":
            items = [names.index(known(rest.pop(0), names))]
        if word == "sell" and rest and known(rest.pop(0), ["at"]) and rest:
            least = most = whole(rest.pop(0), "gold", 99)
    no_more(rest, words)
    if word not in _OF_ITEMS:
        return [(base + least, base + (9999 if most == 99 else most))]
    if len(items) > 1 and least != most:
        return [(base, base + 9999)]
    return [(base + item * 100 + least, base + item * 100 + most) for item in items]
