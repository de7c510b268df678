"""Two writings of one game side by side: the compiled rules and the slow ones, compared in
everything that both can tell.

Knows no game. What is a game's own is its `Twins`: see alike_emporium.py and alike_empire.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from generator.data.loading import load_game
from rules_check.engine.game import moves_of, new_state


class Twins(NamedTuple):
    """One game's rules, compiled and slow, and how each of them is told."""

    rules: Any
    set_up: Callable[..., None]
    """Deal into a record, as `rules.new_game`, but let nothing happen by itself yet."""
    box: Callable[..., Any]
    """Read a cards.yaml for the slow game: a path, and rulings changed by name."""
    slow: Any
    """The slow game's class: `dealt(box, cards, state)`, `legal`, `play`, `copy`, `end`."""
    told_by_record: Callable[[Any, Any], dict[str, Any]]
    told_by_slow: Callable[[Any], dict[str, Any]]


@cache
def _cards(rules: Any, path: Path) -> Any:
    return rules.cards_record(load_game(path))


def cards_of(rules: Any, path: Path, **changes: Any) -> Any:
    """Read a card set from its file, with some rulings or numbers changed."""
    cards = _cards(rules, path).copy()
    for name, value in changes.items():
        if name in rules.RULINGS:
            cards = rules.with_ruling(cards, name, value)
        else:
            cards[name] = value
    return cards


def read(verb: Any, cards: Any, state: Any) -> list[int]:
    out = np.zeros(int(state.players), np.int64)
    verb(cards, state, out)
    return list(map(int, out))


def texts_of(rules: Any, cards: Any, state: Any) -> dict[str, int]:
    """Write the legal moves, each text once."""
    moves = moves_of(rules, cards, state)
    texts = {rules.move_text(cards, state, move): move for move in moves}
    assert len(texts) == len(moves)
    return texts


def dealt(
    twins: Twins, box: Any, cards: Any, players: int, seed: int, number: int
) -> tuple[Any, Any]:
    """Deal one game to both: the record at its first decision, and the slow game from what setup
    laid down.
    """
    state, start = new_state(twins.rules), new_state(twins.rules)
    twins.set_up(cards, start, players, seed, number)
    twins.rules.new_game(cards, state, players, seed, number)
    return state, twins.slow.dealt(box, cards, start)


def difference(twins: Twins, cards: Any, state: Any, game: Any, *, whole: bool) -> str:
    """Say what the two tell differently: the legal moves, and with `whole` all else."""
    texts, legal = sorted(texts_of(twins.rules, cards, state)), sorted(game.legal())
    if texts != legal:
        return f"compiled allows {texts}, slow {legal}"
    if not whole:
        return ""
    mine, other = twins.told_by_record(cards, state), twins.told_by_slow(game)
    return "; ".join(
        f"{name}: compiled {mine[name]}, slow {other[name]}"
        for name in mine
        if mine[name] != other[name]
    )


def first_difference(
    twins: Twins,
    box: Any,
    cards: Any,
    players: int,
    seed: int,
    number: int,
    *,
    whole: bool = True,
    most: int = 10**9,
) -> str:
    """Play one random game in both, move by move; say where they first differ, or nothing.

    `whole` compares all of each state, else only the end's. `most` is how many moves are made at
    most.
    """
    (state, game), luck, played = (
        dealt(twins, box, cards, players, seed, number),
        random.Random(seed * 1000 + number),
        list[str](),
    )
    while True:
        texts = texts_of(twins.rules, cards, state)
        if found := difference(twins, cards, state, game, whole=whole or not texts):
            return (
                f"{players} players, seed {seed}, game {number}, after {len(played)} moves "
                f"({', '.join(played[-6:])}): {found}"
            )
        if not texts or len(played) == most:
            return ""
        kinds = sorted({text.split()[0] for text in texts})
        kind = (
            luck.choice(kinds) if number % 2 else ""
        )  # every other game by kinds of moves, so that the rare ones come up
        text = luck.choice([text for text in sorted(texts) if text.startswith(kind)])
        played.append(text)
        twins.rules.apply(cards, state, texts[text])
        game.play(text)


def compiled_positions(rules: Any, cards: Any, state: Any, depth: int) -> list[int]:
    """Count the positions at each depth below a state; a game that is over has none below."""
    counts = [0] * depth
    moves = moves_of(rules, cards, state)
    counts[0] = len(moves)
    if depth > 1:
        batch = new_state(rules, 1)
        for move in moves:
            batch[0] = state
            rules.apply(cards, batch[0], move)
            counts[1:] = [
                a + b
                for a, b in zip(
                    counts[1:], compiled_positions(rules, cards, batch[0], depth - 1), strict=True
                )
            ]
    return counts


def slow_positions(game: Any, depth: int) -> list[int]:
    counts = [0] * depth
    moves = [] if game.end else game.legal()
    counts[0] = len(moves)
    if depth > 1:
        for move in moves:
            after = game.copy()
            after.play(move)
            counts[1:] = [
                a + b for a, b in zip(counts[1:], slow_positions(after, depth - 1), strict=True)
            ]
    return counts
