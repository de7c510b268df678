"""The objects of a saved object for Tabletop Simulator: cards, decks, tiles, dice, counters, bags
and the rulebook, as plain data for JSON.

In: what a game has, where pictures are found, `Guids`. Out: dictionaries as Tabletop Simulator
saves them. Their places on the table are decided elsewhere. Source: see `tabletop_simulator`.
"""

from __future__ import annotations

import hashlib
from typing import Any

from generator.data.game import Card, Component, Dial, Game
from generator.data.saying import agreeing
from generator.data.silhouettes import Silhouette
from generator.data.wording import phrase
from generator.export.card_sheets import CardSheet, SheetPlan
from generator.export.stacks import Stack, card_name, card_text, plain_name

# a unit of its table: a card of scale 1 is about 3.1 units high. Source: bounds that modders print
UNIT_MM = 28.5
CARD_MM = 88.0  # the height of a card of scale 1
TILE_UNITS = 2.0  # the depth of a tile of scale 1; its width follows the picture
# Source: kb.tabletopsimulator.com/game-tools/drawing-tools, "write on the table and any locked
# object"; what is drawn stays when it is unlocked.
TO_WRITE_ON = "Lock it (L) and write on it with the drawing tool."
DICE_LOOSE = 12  # more dice than these come in a bag
_CARD_SHAPES = {"hex": 3, "round": 4}  # 0 is a rectangle with round corners
_TILE_SHAPES = {"hex": 1, "round": 2}  # 0 is a box
Urls = dict[tuple[str, int], str]
"""Where the picture of each sheet is found, by the sheet's key."""


class Guids:
    """Six signs that tell objects apart, made from the game's name and the object's own, no two
    alike.
    """

    def __init__(self, game: str) -> None:
        self.game, self.taken = game, set[str]()

    def guid(self, name: str) -> str:
        for number in range(1_000_000):
            mark = hashlib.sha256(f"{self.game}/{name}/{number}".encode()).hexdigest()[:6]
            if mark not in self.taken:
                self.taken.add(mark)
                return mark
        raise AssertionError("more objects than marks")


def object_of(
    kind: str,
    nickname: str,
    description: str,
    guid: str,
    scale: float = 1.0,
    is_face_down: bool = False,
) -> dict[str, Any]:
    """Return the fields that every object has. A half turn about the vertical axis makes it face
    the players at the near side.
    """
    return {
        "GUID": guid,
        "Name": kind,
        "Transform": {
            "posX": 0.0,
            "posY": 1.5,
            "posZ": 0.0,
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": 180.0 if is_face_down else 0.0,
            "scaleX": round(scale, 4),
            "scaleY": 1.0,
            "scaleZ": round(scale, 4),
        },
        "Nickname": nickname,
        "Description": description,
        "GMNotes": "",
        "ColorDiffuse": {"r": 0.7132352, "g": 0.7132352, "b": 0.7132352},
        "Tags": [],
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "HideWhenFaceDown": False,
        "Hands": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def units_of(stack: Stack) -> tuple[float, float]:
    return stack.size_mm[0] / UNIT_MM, stack.size_mm[1] / UNIT_MM


def cards_of_plan(
    game: Game, plan: SheetPlan, urls: Urls, first_key: int, marks: Guids
) -> dict[tuple[str, int], dict[str, Any]]:
    """Make a deck's cards, face down, by their ids and copies. A card's number is its sheet's key
    and its slot there.
    """
    stack = plan.stack
    entries = {
        str(key): {
            "FaceURL": urls[sheet.key],
            "BackURL": urls[back.key],
            "NumWidth": sheet.grid.columns,
            "NumHeight": sheet.grid.rows,
            "BackIsHidden": True,
            "UniqueBack": bool(plan.backs),
            "Type": _CARD_SHAPES.get(stack.shape, 0),
        }
        for key, sheet in enumerate(plan.sheets, first_key)
        if (back := plan.back_of(sheet)) is not None
    }
    scale = stack.size_mm[1] / CARD_MM
    cards = {}
    for key, sheet in enumerate(plan.sheets, first_key):
        for slot, card in enumerate(sheet.cards):
            for copy in range(card.copies):
                guid = marks.guid(f"{stack.id}/{card.id}/{copy}")
                thing = object_of(
                    "Card", card_name(card), card_text(game, card), guid, scale, is_face_down=True
                )
                cards[(card.id, copy)] = {
                    **thing,
                    "HideWhenFaceDown": True,
                    "Hands": True,
                    "SidewaysCard": False,
                    "CardID": 100 * key + slot,
                    "CustomDeck": {str(key): entries[str(key)]},
                }
    return cards


def deck_of(cards: list[dict[str, Any]], name: str, guid_of: str, marks: Guids) -> dict[str, Any]:
    """Put cards together, the first on top: a deck, or the card itself if there is one alone."""
    if len(cards) == 1:
        return cards[0]
    scale = cards[0]["Transform"]["scaleX"]
    about = counted_in_box(len(cards))
    thing = object_of("DeckCustom", name, about, marks.guid(guid_of), scale, is_face_down=True)
    entries = {key: entry for card in cards for key, entry in card["CustomDeck"].items()}
    return {
        **thing,
        "HideWhenFaceDown": True,
        "SidewaysCard": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": entries,
        "ContainedObjects": cards,
    }


def tile(
    game: Game,
    stack: Stack,
    sheet: CardSheet,
    back: CardSheet | None,
    urls: Urls,
    marks: Guids,
    copies: int,
) -> dict[str, Any]:
    """Make a piece, or a stack of so many equal ones: a tile as thick as board, with the shape of
    the piece.
    """
    (card,) = sheet.cards
    is_stack = copies > 1
    kind, about = "Custom_Tile", card_text(game, card) or description(stack)
    custom: dict[str, Any] = {
        "Type": _TILE_SHAPES.get(stack.shape, 0),
        "Thickness": 0.1,
        "Stackable": is_stack,
        "Stretch": True,
    }
    if isinstance(stack.shape, Silhouette) and back is None:
        # the table takes the outline from what is transparent in the picture
        kind = "Custom_Token"
        custom = {
            "Thickness": 0.1,
            "MergeDistancePixels": 5.0,
            "StandUp": False,
            "Stackable": is_stack,
        }
    elif stack.component.pad:
        about = TO_WRITE_ON
    thing = object_of(
        agreeing(copies, f"{kind}|{kind}_Stack"),
        piece_name(stack, card),
        about,
        marks.guid(f"{stack.id}/{card.id}"),
        stack.size_mm[1] / UNIT_MM / TILE_UNITS,
    )
    thing["CustomImage"] = {
        "ImageURL": urls[sheet.key],
        "ImageSecondaryURL": urls[back.key] if back else "",
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        kind.replace("_", ""): custom,
    }
    return {**thing, "Number": copies} if is_stack else thing


def piece_name(stack: Stack, card: Card) -> str:
    """Call a piece by its name if it has one, else as the box does."""
    if "name" in card.record or len(stack.component.cards) > 1:
        return card_name(card)
    return plain_name(stack.component.name)


def description(stack: Stack) -> str:
    """Say how many a stack has."""
    return counted_in_box(stack.copies)


def counted_in_box(count: int) -> str:
    """Say how many there are."""
    return f"{count} in the box"


def loose_dice(component: Component, marks: Guids) -> list[tuple[float, float, Any]]:
    """Make a component's dice, each with the room it takes, many of them in a bag; or a counter for
    each wheel of its dials.
    """
    if component.dial:
        objects = []
        for n in range(component.count):
            for dial in component.dial:
                objects.append((2.5, 2.5, dial_counter(component, dial, n, marks)))
        return objects
    loose = [die(component, number, marks) for number in range(component.count)]
    if component.count <= DICE_LOOSE:
        return [(1.2, 1.2, one) for one in loose]
    return [
        (2.5, 2.5, bag(component.id, plain_name(component.name), component.count, loose, marks))
    ]


def die(component: Component, number: int, marks: Guids) -> dict[str, Any]:
    """Make one die of a component."""
    thing = object_of(
        f"Die_{component.dice}",
        plain_name(component.name),
        "",
        marks.guid(f"{component.id}/{number}"),
    )
    return {**thing, "MaterialIndex": 0}


def dial_counter(component: Component, dial: Dial, number: int, marks: Guids) -> dict[str, Any]:
    """Make a counter in place of a wheel, set to its least number; its name says which it is."""
    numbers = f"{dial.numbers[0]}-{dial.numbers[-1]}"
    thing = object_of(
        "Counter",
        f"{plain_name(component.name)}: {dial.id}",
        numbers,
        marks.guid(f"{component.id}/{dial.id}/{number}"),
    )
    return {**thing, "Counter": {"value": dial.numbers[0]}}


def bag(
    id_: str, name: str, count: int, contents: list[dict[str, Any]], marks: Guids
) -> dict[str, Any]:
    """Make a bag, out of which one takes what is searched for or what comes."""
    thing = object_of("Bag", name, f"{count} in the box", marks.guid(id_))
    return {**thing, "MaterialIndex": -1, "MeshIndex": -1, "ContainedObjects": contents}


def book_object(game: Game, address: str, marks: Guids) -> dict[str, Any]:
    """Make the rulebook: a PDF that all at the table can leaf through."""
    thing = object_of(
        "Custom_PDF",
        f"{game.title}: {phrase(game.language, 'rulebook')}",
        "",
        marks.guid("the rulebook"),
        2.0,
    )
    return {
        **thing,
        "CustomPDF": {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0},
    }
