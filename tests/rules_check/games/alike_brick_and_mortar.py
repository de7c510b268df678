"""The twins of Brick & Mortar: how a record and a slow game of it are told, so that the two can be
compared.
"""

from __future__ import annotations

from typing import Any

from rules_check.games import brick_and_mortar as rules
from rules_check.rules import ids_of
from tests.rules_check.games.alike import Twins, read
from tests.rules_check.games.scripted import ROOT
from tests.rules_check.games.slow_brick_and_mortar import Box, Slow

FILE = ROOT / "tests" / "rules_check" / "games" / "brickgame" / "cards.yaml"


def told_by_record(cards: Any, state: Any) -> dict[str, Any]:
    stores, market, seats = (
        ids_of(cards, "store"),
        ids_of(cards, "market"),
        range(int(state.players)),
    )
    types = ids_of(cards, "type")

    def lying(zone: Any, names: list[str]) -> list[str]:
        return [names[n] for n in zone[: zone[-1]]]

    def shop(seat: int, slot: int) -> tuple[str, dict[str, list[int]]]:
        store = int(state.building[seat, slot])
        shelves = {
            type_: int(cards.shelves[store, t])
            for t, type_ in enumerate(types)
            if cards.shelves[store, t]
        }
        return stores[store], {
            type_: state["items"][seat, slot, types.index(type_), :n].tolist()
            for type_, n in shelves.items()
        }

    return {
        "points": state.points[: state.players].tolist(),
        "money": state.money[: state.players].tolist(),
        "debt": state.debt[: state.players].tolist(),
        "order": state.order[: state.players].tolist(),
        "shops": [[shop(seat, slot) for slot in range(state.building[seat, -1])] for seat in seats],
        "hands": [
            [name for zone in state.hand[seat] for name in lying(zone, stores)] for seat in seats
        ],
        "cards": [sorted(lying(state.holds[seat], market)) for seat in seats],
        "row": lying(state.row, stores),
        "next": lying(state.next_up, stores),
        "dock": dict(zip(types, state.dock.tolist(), strict=False)),
        "seat": int(state.seat),
        "month": int(state.rounds),
        "end": rules.ENDS[int(state.end)] if state.end else "",
        "scores": read(rules.scores, cards, state),
        "places": read(rules.places, cards, state),
    }


def told_by_slow(game: Slow) -> dict[str, Any]:
    return {
        "points": [one.points for one in game.seats],
        "money": [one.money for one in game.seats],
        "debt": [one.debt for one in game.seats],
        "order": game.order,
        "shops": [[(shop.id, shop.items) for shop in one.shops] for one in game.seats],
        "hands": [one.hand for one in game.seats],
        "cards": [sorted(one.cards) for one in game.seats],
        "row": game.row,
        "next": game.next_up,
        "dock": game.dock,
        "seat": game.seat,
        "month": game.month,
        "end": game.end,
        "scores": game.scores(),
        "places": game.places(),
    }


BRICK = Twins(rules, rules.set_up, Box, Slow, told_by_record, told_by_slow)
