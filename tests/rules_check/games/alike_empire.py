"""Empire's twins: how a record and a slow game of it are told, so that the two can be compared."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rules_check.games import empire as rules
from rules_check.games.empire.game import types_of
from rules_check.games.empire.state import ANY_NUMBER, RANKS
from rules_check.toolkit.reading import name_of
from tests.rules_check.games.alike import Twins, read
from tests.rules_check.games.scripted_empire import REAL as REAL
from tests.rules_check.games.slow_empire import Box, Slow

TINY = Path(__file__).resolve().parent / "tinyempire" / "cards.yaml"


class Names(NamedTuple):
    """The texts that a card set has for what a record numbers."""

    types: list[str]
    ranks: list[str]
    empires: list[str]


@cache
def _names(raw: bytes) -> Names:
    cards: Any = np.rec.array(np.frombuffer(raw, rules.cards_dtype))[0]
    return Names(
        types_of(cards),
        [name_of(cards.rank_name, rank) for rank in range(cards.ranks)],
        [name_of(cards.empire_name, empire) for empire in range(cards.empires)],
    )


def told_by_record(cards: Any, state: Any) -> dict[str, Any]:
    """Tell a record as the slow game is told: by the texts of cards, hands sorted, deck and piles
    in their order.
    """
    names, now = _names(cards.tobytes()), dict(zip(state.dtype.names, state.item(), strict=True))
    seats = range(now["players"])

    def pillar(code: int) -> tuple[str | None, int]:
        return (None if code // 8 == RANKS else names.ranks[code // 8], code % 8)

    def texts(pile: Any, size: int) -> list[str]:
        return [names.types[n] for n in pile[:size].tolist()]

    def counted(row: Any, blank: int) -> dict[str, int]:
        return {text: n for text, n in zip(names.types, row.tolist(), strict=False) if n != blank}

    def each(field: str, blank: int) -> list[dict[str, int]]:
        return [counted(now[field][seat], blank) for seat in seats]

    return {
        "deck": texts(now["deck"], now["deck"][-1]),
        "piles": [texts(now["pile"][seat], now["pile"][seat][-1]) for seat in seats],
        "hands": each("hand", 0),
        "low": each("known", 0),
        "high": each("most", ANY_NUMBER),
        "buried": counted(now["buried"], 0),
        "pillars": [
            [pillar(code) for code in now["pillar"][seat].tolist()[: now["laid"][seat]]]
            for seat in seats
        ],
        "empires": [
            names.empires[n] if n >= 0 else None for n in now["empire"].tolist()[: len(seats)]
        ],
        "pending": [seat for seat in seats if now["skip"][seat]],
        "missed": [seat for seat in seats if now["missed"][seat]],
        "built": [
            {name for n, name in enumerate(names.empires) if int(now["overlord"][seat]) >> n & 1}
            for seat in seats
        ],
        **{name: now[name] for name in ("seat", "turn", "first", "opening", "stirred")},
        "round": now["rounds"],
        "end": rules.ENDS[now["end"]] if now["end"] else "",
        "scores": read(rules.scores, cards, state),
        "places": read(rules.places, cards, state),
    }


def told_by_slow(game: Slow) -> dict[str, Any]:
    def counted(cards: list[str]) -> dict[str, int]:
        return {card: cards.count(card) for card in sorted(set(cards))}

    return {
        "deck": game.deck,
        "piles": game.piles,
        "hands": [counted(hand) for hand in game.hands],
        "low": [{card: n for card, n in low.items() if n} for low in game.low],
        "high": game.high,
        "pillars": game.pillars,
        "buried": counted(game.buried),
        "empires": game.empires,
        "pending": sorted(game.pending),
        "missed": sorted(game.missed),
        "built": game.built,
        "seat": game.seat,
        "turn": game.turn,
        "first": game.first,
        "round": game.round,
        "opening": game.opening,
        "stirred": game.stirred,
        "end": game.end,
        "scores": game.scores(),
        "places": game.places(),
    }


EMPIRE = Twins(rules, rules.set_up, Box, Slow, told_by_record, told_by_slow)
