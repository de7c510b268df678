"""Emporium's twins: how a record and a slow game of it are told, so that the two can be
compared.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from rules_check.engine.kernel import seed_streams
from rules_check.games import emporium as rules
from rules_check.games.emporium import course
from rules_check.games.emporium.game import rules as emporium_rules
from tests.rules_check.games.alike import Twins, read
from tests.rules_check.games.scripted import ROOT, names_of
from tests.rules_check.games.slow_emporium import Box, Slow

REAL, TINY = ROOT / "cards.yaml", Path(__file__).resolve().parent / "tinygame" / "cards.yaml"


@cache
def _names(raw: bytes) -> dict[str, list[str]]:
    cards: Any = np.rec.array(np.frombuffer(raw, rules.cards_dtype))[0]
    return {kind: names_of(cards, kind) for kind in ("item", "hero", "monster")}


def told_by_record(cards: Any, state: Any) -> dict[str, Any]:
    """Tell a record as the slow game is told: by ids, hands and gear sorted, decks and piles in
    their order.
    """
    names = _names(cards.tobytes())

    def named(kind: str, numbers: Any) -> list[str]:
        return [names[kind][n] if n >= 0 else "-" for n in numbers.tolist()]

    players, tiers = int(state.players), range(int(cards.tiers))
    owners = list(zip(("hero", "monster"), state.owner, cards.counts, strict=True))
    return {
        "gold": [int(n) for n in state.gold[:players]],
        "hands": [
            sorted(named("item", state.hand[seat, : state.hand[seat, -1]]))
            for seat in range(players)
        ],
        "decks": [named("item", state.draw[tier, : state.draw[tier, -1]]) for tier in tiers],
        "piles": [named("item", state.discard[tier, : state.discard[tier, -1]]) for tier in tiers],
        "rest": [
            named("hero", state.deck[0, : state.deck[0, -1]]),
            named("monster", state.deck[1, : state.deck[1, -1]]),
        ],
        "heroes": [
            (hero, sorted(one for one in named("item", state.worn[h]) if one != "-"))
            for h, hero in enumerate(named("hero", state.heroes[: cards.heroes_on_table[players]]))
        ],
        "row": named("monster", state.monsters[: cards.monsters_in_row]),
        "won": [
            [
                sorted(
                    names[kind][n]
                    for n, where in enumerate(owner[:count].tolist())
                    if where == seat
                )
                for kind, owner, count in owners
            ]
            for seat in range(players)
        ],
        "seat": rules.current_player(cards, state),
        "marker": int(state.first),
        "round": int(state.rounds),
        "end": emporium_rules.ENDS[state.end] if state.end else "",
        "scores": read(rules.scores, cards, state),
        "places": read(rules.places, cards, state),
    }


def told_by_slow(game: Slow) -> dict[str, Any]:
    return {
        "gold": game.gold,
        "hands": [sorted(hand) for hand in game.hands],
        "decks": [game.decks[tier] for tier in game.box.tiers],
        "piles": [game.piles[tier] for tier in game.box.tiers],
        "rest": [game.hero_deck, game.monster_deck],
        "heroes": [(place.hero or "-", sorted(place.items())) for place in game.table],
        "row": [monster or "-" for monster in game.row],
        "won": [
            [sorted(heroes), sorted(monsters)]
            for heroes, monsters in zip(game.won_heroes, game.won_monsters, strict=True)
        ],
        "seat": game.seat,
        "marker": game.marker,
        "round": game.round,
        "end": game.end,
        "scores": game.scores(),
        "places": game.places(),
    }


def set_up(cards: Any, state: Any, players: int, seed: int, number: int) -> None:
    """Deal a game, before anything happens by itself."""
    emporium_rules.clear(state)
    state.players, state.number = players, number
    seed_streams(state.rng, seed, number)
    course.set_up(cards, state)


EMPORIUM = Twins(rules, set_up, Box, Slow, told_by_record, told_by_slow)
