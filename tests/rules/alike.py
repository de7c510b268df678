"""Two writings of one game side by side: the compiled Emporium and the slow one, compared in everything that both can tell."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from scripted import ROOT, names_of
from slow_emporium import Box, Slow

from generator.game import load_game
from rules_check.game import apply_checked, moves_of, new_state
from rules_check.games import emporium as rules
from rules_check.games.emporium_course import set_up
from rules_check.games.emporium_data import ENDS, RULINGS

REAL, TINY = ROOT / "cards.yaml", Path(__file__).resolve().parent / "tinygame" / "cards.yaml"


@cache
def _cards(path: Path) -> Any:
    return rules.cards_record(load_game(path))


def cards_of(path: Path, **rulings: str) -> Any:
    """Read a card set from its file, with some rulings changed."""
    cards = _cards(path).copy()
    for name, option in rulings.items():
        cards[name] = RULINGS[name].index(option)
    return cards


def told_by_record(cards: Any, state: Any, names: dict[str, list[str]]) -> dict[str, Any]:
    """Tell a record as the slow game is told: by ids, hands and gear sorted, decks and piles in their order."""

    def named(kind: str, numbers: Any) -> list[str]:
        return [names[kind][n] if n >= 0 else "-" for n in numbers.tolist()]

    players, tiers = int(state.players), range(int(cards.tiers))
    owners = (("hero", state.hero_owner, cards.counts[0]), ("monster", state.monster_owner, cards.counts[1]))
    return {
        "gold": [int(n) for n in state.gold[:players]],
        "hands": [sorted(named("item", state.hand[seat, : state.hand_size[seat]])) for seat in range(players)],
        "decks": [named("item", state.draw[tier, : state.draw_size[tier]]) for tier in tiers],
        "piles": [named("item", state.discard[tier, : state.discard_size[tier]]) for tier in tiers],
        "rest": [named("hero", state.deck[0, : state.deck_size[0]]), named("monster", state.deck[1, : state.deck_size[1]])],
        "heroes": [
            (hero, sorted(one for one in named("item", state.worn[h]) if one != "-"))
            for h, hero in enumerate(named("hero", state.heroes[: cards.heroes_on_table[players]]))
        ],
        "row": named("monster", state.monsters[: cards.monsters_in_row]),
        "won": [[sorted(names[kind][n] for n, where in enumerate(owner[:count].tolist()) if where == seat) for kind, owner, count in owners]
                for seat in range(players)],
        "seat": rules.current_player(cards, state), "marker": int(state.first), "round": int(state.rounds),
        "end": ENDS[state.end] if state.end else "",
        "scores": read(rules.scores, cards, state), "places": read(rules.places, cards, state),
    }  # fmt: skip


def told_by_slow(game: Slow) -> dict[str, Any]:
    return {
        "gold": game.gold, "hands": [sorted(hand) for hand in game.hands],
        "decks": [game.decks[tier] for tier in game.box.tiers], "piles": [game.piles[tier] for tier in game.box.tiers],
        "rest": [game.hero_deck, game.monster_deck],
        "heroes": [(place.hero or "-", sorted(place.items())) for place in game.table],
        "row": [monster or "-" for monster in game.row],
        "won": [[sorted(heroes), sorted(monsters)] for heroes, monsters in zip(game.won_heroes, game.won_monsters, strict=True)],
        "seat": game.seat, "marker": game.marker, "round": game.round, "end": game.end,
        "scores": game.scores(), "places": game.places(),
    }  # fmt: skip


def read(verb: Any, cards: Any, state: Any) -> list[int]:
    out = np.zeros(int(state.players), np.int64)
    verb(cards, state, out)
    return [int(n) for n in out]


def texts_of(cards: Any, state: Any) -> dict[str, int]:
    """Write the legal moves, each text once."""
    moves = moves_of(rules, cards, state)
    texts = {rules.move_text(cards, state, move): move for move in moves}
    assert len(texts) == len(moves)
    return texts


def first_difference(box: Box, cards: Any, players: int, seed: int, number: int, *, whole: bool = True) -> str:
    """Play one random game in both, move by move; say where they first differ, or nothing. `whole` compares all of each state."""
    state, luck, played = new_state(rules), random.Random(seed * 1000 + number), list[str]()
    names = {kind: names_of(cards, kind) for kind in ("item", "hero", "monster")}
    set_up(cards, state, players, seed, number)  # as it lies before what happens by itself
    game = Slow.dealt(box, cards, state)
    rules.new_game(cards, state, players, seed, number)
    while True:
        texts, legal = texts_of(cards, state), game.legal()
        at = f"{players} players, seed {seed}, game {number}, after {len(played)} moves ({', '.join(played[-6:])})"
        if sorted(texts) != sorted(legal):
            return f"{at}: compiled allows {sorted(texts)}, slow {sorted(legal)}"
        if whole or not texts:
            mine, other = told_by_record(cards, state, names), told_by_slow(game)
            differing = [f"{name}: compiled {mine[name]}, slow {other[name]}" for name in mine if mine[name] != other[name]]
            if differing:
                return f"{at}: {'; '.join(differing)}"
        if not texts:
            return ""
        kinds = sorted({text.split()[0] for text in texts})
        kind = luck.choice(kinds) if number % 2 else ""  # every other game by kinds of moves: more patrons, more votes
        text = luck.choice([text for text in sorted(texts) if text.startswith(kind)])
        played.append(text)
        apply_checked(rules, cards, state, texts[text])
        game.play(text)
