"""Whole random games written down from the verbs, against recorded ones.
`python -m tests.rules_check.games.playthrough` records them anew, on purpose.

Played with `fixed_cards`, which has nothing but its ids from cards.yaml, so that tuning changes no
record; a change of the rules, of the streams or of a text does.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from rules_check.engine.game import moves_of, new_state
from rules_check.engine.kernel import below
from rules_check.games import emporium as rules
from rules_check.games.emporium.game import rules as emporium_rules
from tests.rules_check.games.scripted import NUMBERS, names_of, put, real_cards

FOLDER = Path(__file__).resolve().parent / "playthroughs" / "emporium"
PLAYERS, SEED, NUMBER = range(2, 7), 7, 1


def fixed_cards(base: Any = None, **changes: Any) -> Any:
    """Lay down every card by its number, 3 guilds or types x 3 levels or slots x 3; of `base`, or
    cards.yaml, only the ids are left.

    The rules' numbers are those of the scripts, each ruling is its first option, but for `changes`.
    """
    cards = (real_cards() if base is None else base).copy()
    for name in cards.dtype.names:
        if not name.endswith("_name"):
            cards[name] = 0
    for name, number in NUMBERS.items():
        put(cards, name, number)
    cards.items, cards.heroes, cards.monsters, cards.counts[:] = 27, 27, 27, 27
    cards.tiers, cards.slots, cards.guilds, cards.monster_types = 3, 3, 3, 3
    for n in range(27):
        group, level, third = n // 9, n % 9 // 3, n % 3
        cards.item_tier[n], cards.item_slot[n], cards.item_guild[n], cards.item_copies[n] = (
            group,
            level,
            third,
            4 - group,
        )
        cards.item_strength[n] = 1 + 2 * group + (level == third)
        cards.level[:, n] = cards.hero_level[n] = cards.monster_level[n] = level + 1
        cards.hero_guild[n], cards.monster_type[n] = group, group
        cards.hero_slots[n] = [(0, 2, -1, -1), (0, 1, 2, -1), (0, 1, 2, third)][level]
        cards.hero_strength[n], cards.monster_strength[n] = (
            2 + 2 * level + third,
            4 + 5 * level + third,
        )
        cards.strength[:, n] = cards.hero_strength[n], cards.monster_strength[n]
        cards.reward[n] = 3 + 4 * level + third
    emporium_rules.Cards.derive(cards)
    for name, value in changes.items():
        put(cards, name, value)
    return cards


def table_lines(cards: Any, state: Any) -> list[str]:
    """Write how the table lies: what each seat has, and what lies open."""
    items, heroes, monsters = (names_of(cards, kind) for kind in ("item", "hero", "monster"))
    seats = [
        (
            f"{seat}: {int(state.gold[seat])} gold, "
            f"{' '.join(sorted(items[i] for i in state.hand[seat, : state.hand[seat, -1]])) or 'no item'}"
        )
        for seat in range(state.players)
    ]
    table = [
        " ".join([heroes[hero], *(items[i] for i in state.worn[h] if i >= 0)])
        for h, hero in enumerate(state.heroes)
        if hero >= 0
    ]
    row = " ".join(monsters[m] for m in state.monsters if m >= 0)
    tiers = range(int(cards.tiers))
    decks = " ".join(
        f"{int(state.draw[tier, -1])}+{int(state.discard[tier, -1])}" for tier in tiers
    )
    return [
        f"   seats  {'; '.join(seats)}",
        (
            f"   table  {', '.join(table) or 'nobody'} | {row or 'no monster'} | items {decks}, "
            f"heroes {int(state.deck[0, -1])}, monsters {int(state.deck[1, -1])}"
        ),
    ]


def read(verb: Any, cards: Any, state: Any) -> str:
    out = np.zeros(int(state.players), np.int64)
    verb(cards, state, out)
    return " ".join(map(str, out))


def written(
    rules: Any,
    cards: Any,
    title: str,
    table_lines: Callable[[Any, Any], list[str]],
    players: int,
    seed: int,
    number: int,
) -> str:
    """Play one game at random, each seat by its own stream, and write it down; seat 0 is first
    where the state does not say who is.

    A decision is a line: its number, the seat, how many moves were legal, the move made.
    """
    state = new_state(rules)
    rules.new_game(cards, state, players, seed, number)
    lines = [
        f"{title}: {players} players, seed {seed}, game {number}, all at random by their streams"
    ]
    decisions, told = 0, 0
    while not rules.is_over(cards, state):
        if state.rounds > told:
            told = int(state.rounds)
            first = int(state.first) if "first" in state.dtype.names else 0
            lines += [f"round {told}, seat {first} first", *table_lines(cards, state)]
        seat, legal = rules.current_player(cards, state), moves_of(rules, cards, state)
        move = legal[below(state.rng, 1 + seat, len(legal))]
        decisions += 1
        lines.append(f"{decisions:4} {seat} {len(legal):3}  {rules.move_text(cards, state, move)}")
        rules.apply(cards, state, move)
    lines += [
        f"the end after {decisions} decisions: {rules.ENDS[state.end]}",
        *table_lines(cards, state),
    ]
    return "\n".join(
        [
            *lines,
            f"scores {read(rules.scores, cards, state)}",
            f"places {read(rules.places, cards, state)}",
            "",
        ]
    )


def playthrough(players: int, cards: Any = None, seed: int = SEED, number: int = NUMBER) -> str:
    """Write down one game of Emporium."""
    return written(
        rules,
        fixed_cards() if cards is None else cards,
        "emporium, fixed cards",
        table_lines,
        players,
        seed,
        number,
    )


def record(folder: Path, games: dict[str, str]) -> None:
    """Write games into a folder, each under its name, in place of those that were there."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, text in games.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    record(FOLDER, {str(count): playthrough(count) for count in PLAYERS})
