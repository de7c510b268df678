"""The table of a saved object for Tabletop Simulator, laid as `setup:` says: piles, rows, hands,
counters and dice at their places.

In: a `LaidTable`, the sheets of its cards and where they are found. Out: objects with their places,
and what of the box is left over. Source: as in `tabletop_simulator`; hand zones are objects called
HandTrigger, whose FogColor names the player, and labels are 3DText.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from generator.data import placing
from generator.data.dealing import LaidPiece
from generator.data.game import Game
from generator.data.placing import Placed, player_name
from generator.export.card_sheets import CardSheet, SheetPlan
from generator.export.laid_tables import LaidTable, is_face_down, label_of, pieces_of
from generator.export.simulator_objects import (
    UNIT_MM,
    Guids,
    Urls,
    cards_of_plan,
    deck_of,
    object_of,
    tile,
)
from generator.export.stacks import Stack

SEATS = ("White", "Brown", "Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Purple", "Pink")
"""The colours of its seats, clockwise; there are ten."""
DICE = (4, 6, 8, 10, 12, 20)
_FONT, _TITLE_FONT = 28, 44
_STACKED = 0.12  # units between the heights of pieces on one place
# A deck whose script has no state was never loaded before: it shuffles itself once, and says so
# when it is saved.
SHUFFLES = (
    'function onLoad(state)\n  if state == "" then self.shuffle() end\nend\n\nfunction onSave()\n  '
    'return "shuffled"\nend\n'
)
Object = dict[str, Any]


class Supply:
    """The cards and tiles of a game, each to be taken once."""

    def __init__(self, game: Game, plans: Sequence[SheetPlan], urls: Urls, marks: Guids) -> None:
        self.game, self.urls, self.marks = game, urls, marks
        self.decks: list[dict[tuple[str, int], Object]] = []
        self.tiles: dict[str, tuple[SheetPlan, CardSheet]] = {}
        self.left = Counter[str]()
        first_key = 1
        for plan in plans:
            if plan.stack.is_deck:
                self.decks.append(cards_of_plan(game, plan, urls, first_key, marks))
                first_key += len(plan.sheets)
                continue
            for sheet in plan.sheets:
                (card,) = sheet.cards
                self.tiles[card.id] = plan, sheet
                self.left[card.id] = card.copies

    def card(self, piece: LaidPiece) -> Object | None:
        """Take a card; None if the piece is none."""
        return next(
            (
                deck.pop((piece.id, piece.copy))
                for deck in self.decks
                if (piece.id, piece.copy) in deck
            ),
            None,
        )

    def taken(self, pieces: Sequence[LaidPiece]) -> list[Object]:
        """Take tiles: those with one face as a stack."""
        counts = Counter(piece.id for piece in pieces if piece.id in self.tiles)
        found = []
        for id_, count in counts.items():
            plan, sheet = self.tiles[id_]
            self.left[id_] -= count
            found.append(
                tile(
                    self.game, plan.stack, sheet, plan.back_of(sheet), self.urls, self.marks, count
                )
            )
        return found

    def left_of(self, stack: Stack) -> int:
        """Count the pieces of a stack that no one has taken."""
        return Counter({card.id: self.left[card.id] for card in stack.cards}).total()


def laid_objects(table: LaidTable, supply: Supply, marks: Guids) -> list[Object]:
    """List the objects of a laid table at their places: everything but what stays in the box."""
    found: list[Object] = []
    for placed in table.arrangement.placed:
        found += _objects(table, placed, supply, marks)
        if placed.thing.sort not in ("counter", "dice"):
            text = placing.label_of(table.game, placed.thing)
            found.append(
                _text(
                    text,
                    placed.label,
                    placed.is_turned,
                    _FONT,
                    marks,
                    label_of(table, placed.thing),
                )
            )
    for area in table.arrangement.seats:
        name = player_name(table.game, area.seat)
        found.append(_text(name, area.title, area.is_turned, _TITLE_FONT, marks, name))
    if table.instructions:
        found.append(_note(table, marks))
    return found


def half_width(table: LaidTable) -> float:
    """Return how far the table reaches to either side, in units."""
    return table.arrangement.size_mm[0] / 2 / UNIT_MM


def _put(thing: Object, x: float, y: float, is_turned: bool, layer: int = 0) -> Object:
    """Put an object down at a place in millimetres."""
    turn = (thing["Transform"]["rotY"] + (180.0 if is_turned else 0.0)) % 360.0
    place = {
        "posX": _units(x),
        "posY": round(1.5 + layer * _STACKED, 3),
        "posZ": _units(-y),
        "rotY": turn,
    }
    return {**thing, "Transform": {**thing["Transform"], **place}}


def _units(length: float) -> float:
    return round(length / UNIT_MM, 3) + 0.0


def _objects(table: LaidTable, placed: Placed, supply: Supply, marks: Guids) -> Iterator[Object]:
    thing = placed.thing
    if thing.sort == "counter":
        named = object_of(
            "Counter", label_of(table, thing), "", marks.guid(f"counter/{thing.name}/{thing.seat}")
        )
        value = table.laid.counters[(thing.name, thing.seat)]
        yield _put({**named, "Counter": {"value": value}}, placed.x, placed.y, placed.is_turned)
    elif thing.sort == "dice":
        yield from _dice(table, placed, marks)
    else:
        yield from _pieces(table, placed, supply, marks)


def _dice(table: LaidTable, placed: Placed, marks: Guids) -> Iterator[Object]:
    thing = placed.thing
    pool = table.setting.dice[thing.name]
    middles = thing.middles()
    for number in range(pool.count):
        guid = marks.guid(f"dice/{thing.name}/{thing.seat}/{number}")
        faces, about = pool.faces, ""
        if faces not in DICE:
            faces = min([n for n in DICE if n >= pool.faces] or DICE[-1:])
            about = f"stands for a die with {pool.faces} faces: roll again if it shows more"
        kind = f"Die_{faces}"
        die = {**object_of(kind, label_of(table, thing), about, guid), "MaterialIndex": 0}
        x = placed.x + middles[number % len(middles)]
        yield _put(die, x, placed.y, placed.is_turned, number // len(middles))


def _pieces(table: LaidTable, placed: Placed, supply: Supply, marks: Guids) -> Iterator[Object]:
    thing = placed.thing
    pieces = pieces_of(table, thing)
    cards: list[Object] = []
    for piece in reversed(pieces):  # from the top
        card = supply.card(piece)
        if card is not None:
            cards.append(card if is_face_down(table, thing) else _face_up(card))
    key = f"zone/{thing.name}/{thing.seat}/{thing.pile}"
    if thing.sort == "hand" and thing.seat is not None and thing.seat < len(SEATS):
        yield _hand_zone(table, placed, SEATS[thing.seat], marks.guid(key))
    if thing.sort == "pile" and cards:
        yield _deck(table, placed, cards, key, marks)
    elif cards:
        cards.reverse()
        yield from _side_by_side(placed, cards, 0, is_stacked=thing.sort == "hand")
    tiles = supply.taken(pieces)
    lowest = 1 if cards else 0
    if thing.sort == "row":
        yield from _side_by_side(placed, tiles, lowest, is_stacked=False)
    else:
        for layer, tile in enumerate(tiles, lowest):
            yield _put(tile, placed.x, placed.y, placed.is_turned, layer)


def _deck(table: LaidTable, placed: Placed, cards: list[Object], key: str, marks: Guids) -> Object:
    """Make a pile of cards, shuffled if the setup says so."""
    thing = placed.thing
    whole = deck_of(cards, label_of(table, thing), key, marks)
    if len(cards) > 1:
        if thing.name in table.to_shuffle:
            whole = {**whole, "LuaScript": SHUFFLES}
        if not is_face_down(table, thing):
            whole = _face_up(whole)
    return _put(whole, placed.x, placed.y, placed.is_turned)


def _side_by_side(
    placed: Placed, objects: Sequence[Object], lowest: int, *, is_stacked: bool
) -> Iterator[Object]:
    """Put objects at the places of a thing, in one layer or, `is_stacked`, each above the last."""
    sign = -1 if placed.is_turned else 1
    places = _spread(placed.thing.middles(), len(objects))
    for number, (thing, x) in enumerate(zip(objects, places, strict=True)):
        layer = lowest + number if is_stacked else lowest
        yield _put(thing, placed.x + sign * x, placed.y, placed.is_turned, layer)


def _spread(middles: list[float], count: int) -> list[float]:
    """Return as many places as there are pieces: those of the thing, the last one again if there
    are too few.
    """
    return [middles[min(number, len(middles) - 1)] for number in range(count)]


def _face_up(card: Object) -> Object:
    turned = {**card, "Transform": {**card["Transform"], "rotZ": 0.0}}
    if "ContainedObjects" in card:
        turned["ContainedObjects"] = list(map(_face_up, card["ContainedObjects"]))
    return turned


def _hand_zone(table: LaidTable, placed: Placed, colour: str, guid: str) -> Object:
    """Make the zone in which only its player sees cards; it faces the middle of the table."""
    zone = object_of("HandTrigger", label_of(table, placed.thing), "", guid)
    width, depth = placed.thing.size_mm
    size = {
        "scaleX": max(_units(width) + 1.0, 6.0),
        "scaleY": 5.0,
        "scaleZ": _units(depth) + 1.0,
        "rotY": 0.0,
    }
    zone = {**zone, "Transform": {**zone["Transform"], **size}, "Locked": True, "FogColor": colour}
    return _put(zone, placed.x, placed.y, placed.is_turned)


def _text(
    text: str, middle: tuple[float, float], is_turned: bool, font: int, marks: Guids, guid_of: str
) -> Object:
    """Write on the table, flat, to be read from the side of those who sit there."""
    thing = object_of("3DText", text, "", marks.guid(f"label/{guid_of}"))
    thing["Transform"] |= {"rotX": 90.0, "rotY": 0.0}
    white = {"r": 1.0, "g": 1.0, "b": 1.0}
    label = {
        **thing,
        "Locked": True,
        "Tooltip": False,
        "Text": {"Text": text, "colorstate": white, "fontSize": font},
    }
    placed = _put(label, *middle, is_turned)
    placed["Transform"]["posY"] = 1.0
    return placed


def _note(table: LaidTable, marks: Guids) -> Object:
    """Make a card of notes that says what is left to do before play begins."""
    about = "\n".join(f"{number}. {text}" for number, text in enumerate(table.instructions, 1))
    note = object_of(
        "Notecard",
        f"{table.game.title}: {table.players} players",
        about,
        marks.guid("the set-up"),
        1.4,
    )
    return _put(note, -table.arrangement.size_mm[0] / 2 - 110, 0.0, is_turned=False)
