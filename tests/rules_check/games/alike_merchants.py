"""The twins of Merchants of Magick: how a record and a slow game of it are told, so that the two
can be compared.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np

from rules_check.engine.game import moves_of
from rules_check.games import merchants_of_magick as rules
from rules_check.games.merchants_of_magick.course import BOXES, part_of
from rules_check.games.merchants_of_magick.game import circles_of, rows_of
from rules_check.rules import ids_of
from tests.rules_check.engine.hooks_merchants import FILE as FILE
from tests.rules_check.games.alike import Twins, cards_of, dealt, difference, read
from tests.rules_check.games.slow_merchants import FACE_DOWN, Box, Slow

WISHES = ("accessory", "weapon", "armor")


def told_by_record(cards: Any, state: Any) -> dict[str, Any]:
    """Tell a record as the slow game is told: an order that is fulfilled is as good as claimed."""
    circles, rows, orders, dice = (
        circles_of(cards),
        rows_of(cards),
        ids_of(cards, "order"),
        ids_of(cards, "die"),
    )
    seats, shop = (
        range(state.players),
        int(cards.orders_by_players[1]) if state.players == 1 else 99,
    )
    lines, claimed = [], []
    for seat in seats:
        places: list[str | None] = [None] * int(state.spaces[seat])
        left = iter(state.line[seat].tolist())
        own = [
            orders[one]
            for one, who in zip(state.gone.tolist()[:-1], state.owner.tolist(), strict=False)
            if who == seat
        ]
        for n in range(len(places)):
            if not int(state.gaps[seat]) >> n & 1:
                order = next(left)
                needs = int(cards.order_needs[order])
                is_fulfilled = n < shop and int(state.rows[seat]) & needs == needs
                places[n] = FACE_DOWN if is_fulfilled else orders[order]
                own += [orders[order]] * is_fulfilled
        lines.append(places)
        claimed.append(sorted(own))

    def each(field: str, names: Any) -> list[list[Any]]:
        return [
            sorted(name for n, name in enumerate(names) if int(state[field][seat]) >> n & 1)
            for seat in seats
        ]

    return {
        "deck": [orders[n] for n in state.deck[: state.deck[-1]]],
        "lines": [
            [one for one in line if one not in (None, FACE_DOWN)] if state.end else line
            for line in lines
        ],
        "claimed": claimed,
        "marked": each("marks", circles),
        "rows": each("rows", rows),
        "potions": state.potions[: state.players].tolist(),
        "slots": each("extra", range(99)),
        "wishes": each("wishes", WISHES),
        "free": state.free[: state.players].tolist(),
        "used": [] if state.end else each("used", [*dice, *[""] * 9]),
        "scored": state.scored[: state.players].tolist(),
        "turned": state.turned.tolist(),
        "result": state.result[: len(dice)].tolist(),
        "seat": int(state.seat),
        "round": int(state.rounds),
        "end": rules.ENDS[state.end] if state.end else "",
        "scores": read(rules.scores, cards, state),
        "places": read(rules.places, cards, state),
        "boxes": boxes_of(cards, state),
    }


def boxes_of(cards: Any, state: Any) -> list[list[int]]:
    return [
        [int(part_of(cards, state, seat, box)) for box in range(BOXES)]
        for seat in range(state.players)
    ]


def told_by_slow(game: Slow) -> dict[str, Any]:
    sheets = game.sheets
    dice = list(game.result)
    return {
        "deck": game.deck,
        "lines": [
            [one for one in line if one not in (None, FACE_DOWN)] if game.end else line
            for line in game.lines
        ],
        "claimed": [sorted(sheet.of("order")) for sheet in sheets],
        "marked": [sorted(sheet.marked) for sheet in sheets],
        "rows": [sorted(sheet.of("row")) for sheet in sheets],
        "potions": [sheet.potions for sheet in sheets],
        "slots": [sorted(sheet.used_slots) for sheet in sheets],
        "wishes": [sorted(sheet.of("wish")) for sheet in sheets],
        "free": [sheet.free for sheet in sheets],
        "used": []
        if game.end
        else [
            sorted([*([""] if sheet.is_done else []), *(d for d in dice if d not in sheet.unused)])
            for sheet in sheets
        ],
        "scored": [[sheet.scored.get(which, 0) for which in range(2)] for sheet in sheets],
        "turned": [int(is_turned) for is_turned in game.is_turned],
        "result": list(game.result.values()),
        "seat": game.seat,
        "round": game.round,
        "end": game.end,
        "scores": game.scores(),
        "places": game.places(),
        "boxes": [game.boxes(seat) for seat in range(game.seats)],
    }


MERCHANTS = Twins(rules, rules.set_up, Box, Slow, told_by_record, told_by_slow)


def first_difference(
    players: int,
    seed: int,
    number: int,
    deck: int = 0,
    changes: dict[str, Any] | None = None,
    in_slow: dict[str, str] | None = None,
    path: Path = FILE,
    **rulings: str,
) -> str:
    """Play one game in both, mostly as the expert would, so that orders are claimed and wishes
    fulfilled; say where they first differ.

    `deck` is how many sorts of orders there are, else all; `changes` are numbers of `rules:`, in
    both; `in_slow` are other rulings there. All is compared when a round begins and at the end, the
    legal moves before each move.
    """
    box, cards = Box(path, **{**rulings, **(in_slow or {})}), cards_of(rules, path, **rulings)
    if deck:
        cards.order_copies[deck:] = 0
    for name, value in (changes or {}).items():
        box.rules[name] = value
        if name == "extra_dice_potions":
            cards.slots, cards.slot_potions[: len(value)] = len(value), value
        else:
            cards["rounds_due" if name == "rounds" else name] = value
    (state, game), luck, played, told = (
        dealt(MERCHANTS, box, cards, players, seed, number),
        random.Random(seed),
        list[str](),
        0,
    )
    while True:
        moves = np.array(moves_of(rules, cards, state), np.int64)
        is_new, told = told != state.rounds or not len(moves), int(state.rounds)
        if found := difference(MERCHANTS, cards, state, game, whole=is_new):
            return (
                f"{players} players, seed {seed}, game {number}, after {', '.join(played[-6:])}: "
                f"{found}"
            )
        if not len(moves):
            return ""
        expert = int(moves[rules.advise(cards, state, moves, len(moves))])
        move = expert if luck.random() < 0.9 else luck.choice(moves.tolist())
        played.append(rules.move_text(cards, state, move))
        rules.apply(cards, state, move)
        game.play(played[-1])
