"""The export `tabletop-simulator`: a saved object with every deck, piece and die of the box, and the pictures that it shows.

In: a Game, its Press, where the pictures will be found. Out: a folder to drop into Tabletop Simulator's Saved Objects.
Everything that tells one export from another is made from the game: the same game gives the same file.

Source: the format as Berserk Games' knowledge base documents it (custom decks, custom tiles, the save file format), and
files that Tabletop Simulator itself writes; for a PDF the declarations of the npm package @typed-tabletop-simulator/declaration
(objectData.d.ts, CustomPDF). Lengths on its table are units of about an inch.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from generator.book.rulebook import write_rulebook
from generator.data.files import writing_files
from generator.data.game import Card, Component, Dial, Game
from generator.data.problems import Problem, ProblemError, Problems
from generator.data.units import MM_PER_INCH
from generator.data.wording import phrase
from generator.export.card_sheets import CardSheet, SheetPlan, content_hash, draw_sheets, plan_sheets, warn_of_plain_backs
from generator.export.grids import Limits
from generator.export.stacks import Stack, card_name, card_text, stacks_of
from generator.face.press import Press
from generator.job.planning import refuse
from generator.pdf.png import blank, shrunk, write_png
from generator.pdf.raster import Progress, no_progress

if TYPE_CHECKING:
    from generator.pdf.png import Picture

UNIT_MM = 28.5  # a unit of its table: a card of scale 1 is about 3.1 units high. Source: bounds that modders print
CARD_MM = 88.0  # the height of a card of scale 1
TILE_UNITS = 2.0  # the depth of a tile of scale 1; its width follows the picture
ROW_UNITS = 36.0  # as wide as the laid-out box gets; a usual table is some 60 across
# Source: kb.tabletopsimulator.com/game-tools/drawing-tools, "write on the table and any locked object"; what is drawn stays when it is unlocked.
TO_WRITE_ON = "Lock it (L) and write on it with the drawing tool."
GAP_UNITS = 1.2
LEAST_PX = 512  # of the longer side of a coin's picture, for it is looked at closely
DICE_LOOSE = 12  # more dice than these come in a bag
PIECES_LOOSE = 12  # more sorts of a small piece than these come in a bag
SMALL_MM = 40.0  # the longer side of what goes into a bag
BOOK_UNITS = 6.0  # the room that the rulebook takes
_DECK_LIMITS = Limits(4096, 10, 7, most=69)  # the seventieth slot is where older decks keep the hidden face
_CARD_SHAPES = {"hex": 3, "round": 4}  # 0 is a rectangle with round corners
_TILE_SHAPES = {"hex": 1, "round": 2}  # 0 is a box
_THUMBNAIL_PX = 256
Urls = dict[tuple[str, int], str]
"""Where the picture of each sheet is found, by the sheet's key."""


@dataclass(frozen=True)
class SavedTable:
    """What was written: the saved object, the pictures, and what it says of each deck and piece."""

    saved: Path
    files: tuple[Path, ...]
    plans: tuple[SheetPlan, ...]
    dice: tuple[Component, ...]
    left_out: tuple[Component, ...]
    address: str


def check_base_url(base: str) -> str:
    """Return an address to which file names can be appended. Raises ProblemError if it is not one."""
    parts = urlsplit(base)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment or re.search(r"[\s\"<>\\]", base):
        hint = "the address of the folder that holds the pictures; no ? or # in it"
        raise ProblemError(
            Problem(
                "bad-base-url", f"--base-url expected an address such as https://example.org/my-game/, found '{base}'", hint=hint
            )
        )
    return base if base.endswith("/") else base + "/"


def local_address(folder: str | Path) -> str:
    """Return the file:/// address of a folder on this machine, or on a Windows machine if the path is a Windows one."""
    text = str(folder)
    if re.match(r"[A-Za-z]:[\\/]|\\\\", text):
        path = PureWindowsPath(text).as_posix()
        address = f"file:{quote(path)}" if path.startswith("//") else f"file:///{path[:2]}{quote(path[2:])}"
    else:
        address = Path(text).expanduser().resolve().as_uri()
    return address.rstrip("/") + "/"


def write_table(
    game: Game,
    press: Press,
    output: Path,
    address: str | None = None,
    chosen: Collection[str] | None = None,
    problems: Problems | None = None,
    is_strict: bool = False,
    workers: int | None = None,
    progress: Progress = no_progress,
    named: Collection[str] = (),
) -> SavedTable:
    """Write the saved object, its thumbnail and its pictures into a folder.

    `address` is what comes before a picture's file name; by default the pictures where they are written. Where only some cards are
    `chosen`, the dice `named` by the ids of their components go along. Warnings go to `problems`: a deck without back. Raises
    ProblemError, before a file is touched, where warnings count.
    """
    problems = Problems() if problems is None else problems
    name = game.name[:60]
    folder = f"{name}-pictures"
    address = local_address(output / folder) if address is None else address
    plans = plan_sheets(stacks_of(game, chosen), _limits)
    dice, left_out = dice_of(game, None if chosen is None else named)
    warn_of_plain_backs(plans, problems)
    refuse(problems, is_strict)
    urls: Urls = {}
    thumbnail = Thumbnail()
    paths: dict[Path, None] = {}
    saved = output / f"{name}.json"
    with writing_files(within=output) as add:
        for sheet, content in draw_sheets(press, plans, workers, progress, thumbnail.see):
            part = f"-{sheet.number}" if sheet.number else "-back"
            picture = f"{sheet.stack.id}{part}-{content_hash(content)}.png"
            urls[sheet.key] = address + quote(picture)
            paths[output / folder / picture] = None
            add(output / folder / picture, content)
        add(saved.with_suffix(".png"), thumbnail.png())
        rulebook = write_rulebook(game, press) if chosen is None else None
        book = None
        if rulebook is not None:
            named_pdf = f"rulebook-{content_hash(rulebook)}.pdf"
            book = address + quote(named_pdf)
            paths[output / folder / named_pdf] = None
            add(output / folder / named_pdf, rulebook)
        add(saved, (json.dumps(saved_object(game, plans, dice, urls, book), indent=1, ensure_ascii=False) + "\n").encode())
    return SavedTable(saved, (saved, saved.with_suffix(".png"), *paths), tuple(plans), tuple(dice), tuple(left_out), address)


def _limits(stack: Stack) -> Limits:
    """A deck's sheets may hold many; a piece has a picture of its own, a small one finer than it is printed."""
    if stack.is_deck:
        return _DECK_LIMITS
    finest = LEAST_PX * MM_PER_INCH / max(stack.size_mm)
    return Limits(4096, 1, 1, most_dpi=max(300.0, finest))


def dice_of(game: Game, named: Collection[str] | None = None) -> tuple[list[Component], list[Component]]:
    """Sort what is no cards into dice and dials, which the table has in its own way, and what cannot lie on it.

    `named` are the ids of the components wanted; None means all.
    """
    others = [component for component in game.components if not component.cards and (named is None or component.id in named)]
    is_thing = [bool(component.dice or component.dial) for component in others]
    both = list(zip(others, is_thing, strict=True))
    return [component for component, lies in both if lies], [component for component, lies in both if not lies]


# ---------------------------------------------------------------- the saved object


def saved_object(game: Game, plans: list[SheetPlan], dice: list[Component], urls: Urls, book: str | None = None) -> dict[str, Any]:
    """Put the saved object together, as plain data for JSON. `book` is the address of the rulebook, where it lies there too."""
    marks = _Guids(game.name)
    decks: list[tuple[float, float, Any]] = []  # width, depth, and the object that stands there
    pieces: list[tuple[float, float, Any]] = []
    first_key = 1
    for plan in plans:
        if plan.stack.is_deck:
            decks.append((*_units(plan.stack), _deck(game, plan, urls, first_key, marks)))
            first_key += len(plan.sheets)
        else:
            tiles = []
            for sheet in plan.sheets:
                (card,) = sheet.cards
                alone = card.copies if plan.stack.component.pad else 1  # what people write on lies side by side
                tiles += [_tile(game, plan.stack, sheet, plan.back, urls, marks, card.copies // alone) for _ in range(alone)]
            if len(tiles) > PIECES_LOOSE and max(plan.stack.size_mm) <= SMALL_MM:
                pieces.append((2.5, 2.5, _bag(plan.stack.id, plan.stack.name, plan.stack.copies, tiles, marks)))
            else:
                pieces += [(*_units(plan.stack), tile) for tile in tiles]
    rolled = [thing for component in dice for thing in _dice_of(component, marks)]
    books = [(BOOK_UNITS, BOOK_UNITS, _book(game, book, marks))] if book else []
    places = [*decks, *pieces, *rolled, *books]
    new_rows = {len(decks), len(decks) + len(pieces), len(decks) + len(pieces) + len(rolled)}
    middles = lay_out([(width, depth) for width, depth, _ in places], new_rows)
    for (x, z), (_, _, thing) in zip(middles, places, strict=True):
        thing["Transform"] |= {"posX": round(x, 3), "posZ": round(z, 3)}
    return {
        "SaveName": game.edition,
        "GameMode": "",
        "Date": "",
        "VersionNumber": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": [thing for _, _, thing in places],
    }


def lay_out(sizes: list[tuple[float, float]], new_rows: Collection[int] = ()) -> list[tuple[float, float]]:
    """Find a place for each of these rectangles (width, depth): in rows, centred, none on another, their middles given.

    A row ends where it would get too wide, and before the numbers in `new_rows`.
    """
    rows: list[list[int]] = []
    across = 0.0
    for number, (width, _) in enumerate(sizes):
        if not rows or number in new_rows or across + GAP_UNITS + width > ROW_UNITS:
            rows.append([])
            across = -GAP_UNITS
        rows[-1].append(number)
        across += GAP_UNITS + width
    whole = math.fsum(max(sizes[number][1] for number in row) + GAP_UNITS for row in rows) - GAP_UNITS
    places: dict[int, tuple[float, float]] = {}
    z = whole / 2
    for row in rows:
        depth = max(sizes[number][1] for number in row)
        x = -(math.fsum(sizes[number][0] for number in row) + GAP_UNITS * (len(row) - 1)) / 2
        for number in row:
            places[number] = (x + sizes[number][0] / 2, z - depth / 2)
            x += sizes[number][0] + GAP_UNITS
        z -= depth + GAP_UNITS
    return [places[number] for number in range(len(sizes))]


class _Guids:
    """Six signs that tell objects apart, made from the game's name and the object's own, no two alike."""

    def __init__(self, game: str) -> None:
        self.game, self.taken = game, set[str]()

    def guid(self, name: str) -> str:
        for number in range(1_000_000):
            mark = hashlib.sha256(f"{self.game}/{name}/{number}".encode()).hexdigest()[:6]
            if mark not in self.taken:
                self.taken.add(mark)
                return mark
        raise AssertionError("more objects than marks")


def _thing(kind: str, nickname: str, description: str, guid: str, scale: float = 1.0, is_face_down: bool = False) -> dict[str, Any]:
    """Return the fields that every object has. A half turn about the vertical axis makes it face the players at the near side."""
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


def _units(stack: Stack) -> tuple[float, float]:
    return stack.size_mm[0] / UNIT_MM, stack.size_mm[1] / UNIT_MM


def _deck(game: Game, plan: SheetPlan, urls: Urls, first_key: int, marks: _Guids) -> dict[str, Any]:
    """Make a deck, or a single card, face down. A card's number is its sheet's key and its slot there."""
    stack = plan.stack
    assert plan.back is not None
    entries = {
        str(key): {
            "FaceURL": urls[sheet.key],
            "BackURL": urls[plan.back.key],
            "NumWidth": sheet.grid.columns,
            "NumHeight": sheet.grid.rows,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": _CARD_SHAPES.get(stack.shape, 0),
        }
        for key, sheet in enumerate(plan.sheets, first_key)
    }
    scale = stack.size_mm[1] / CARD_MM
    cards = []
    for key, sheet in enumerate(plan.sheets, first_key):
        for slot, card in enumerate(sheet.cards):
            for copy in range(card.copies):
                guid = marks.guid(f"{stack.id}/{card.id}/{copy}")
                thing = _thing("Card", card_name(card), card_text(game, card), guid, scale, is_face_down=True)
                cards.append(
                    {
                        **thing,
                        "HideWhenFaceDown": True,
                        "Hands": True,
                        "SidewaysCard": False,
                        "CardID": 100 * key + slot,
                        "CustomDeck": {str(key): entries[str(key)]},
                    }
                )
    if len(cards) == 1:
        return cards[0]
    thing = _thing("DeckCustom", stack.name, _description(stack), marks.guid(stack.id), scale, is_face_down=True)
    return {
        **thing,
        "HideWhenFaceDown": True,
        "SidewaysCard": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": entries,
        "ContainedObjects": cards,
    }


def _tile(
    game: Game, stack: Stack, sheet: CardSheet, back: CardSheet | None, urls: Urls, marks: _Guids, copies: int
) -> dict[str, Any]:
    """Make a piece, or a stack of so many equal ones: a tile as thick as board, with the shape of the piece."""
    (card,) = sheet.cards
    scale = stack.size_mm[1] / UNIT_MM / TILE_UNITS
    kind = "Custom_Tile_Stack" if copies > 1 else "Custom_Tile"
    about = TO_WRITE_ON if stack.component.pad else card_text(game, card) or _description(stack)
    thing = _thing(kind, _piece_name(stack, card), about, marks.guid(f"{stack.id}/{card.id}"), scale)
    thing |= {
        "CustomImage": {
            "ImageURL": urls[sheet.key],
            "ImageSecondaryURL": urls[back.key] if back else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {"Type": _TILE_SHAPES.get(stack.shape, 0), "Thickness": 0.1, "Stackable": copies > 1, "Stretch": True},
        }
    }
    return {**thing, "Number": copies} if copies > 1 else thing


def _piece_name(stack: Stack, card: Card) -> str:
    """Call a piece by its name if it has one, else as the box does."""
    return card_name(card) if "name" in card.record or len(stack.component.cards) > 1 else stack.component.name


def _description(stack: Stack) -> str:
    return f"{stack.copies} in the box"


def _dice_of(component: Component, marks: _Guids) -> list[tuple[float, float, Any]]:
    """Make a component's dice, each with the room it takes, many of them in a bag; or a counter for each wheel of its dials."""
    if component.dial:
        return [(2.5, 2.5, _counter(component, dial, n, marks)) for n in range(component.count) for dial in component.dial]
    loose = [_die(component, number, marks) for number in range(component.count)]
    if component.count <= DICE_LOOSE:
        return [(1.2, 1.2, die) for die in loose]
    return [(2.5, 2.5, _bag(component.id, component.name, component.count, loose, marks))]


def _die(component: Component, number: int, marks: _Guids) -> dict[str, Any]:
    thing = _thing(f"Die_{component.dice}", component.name, "", marks.guid(f"{component.id}/{number}"))
    return {**thing, "MaterialIndex": 0}


def _counter(component: Component, dial: Dial, number: int, marks: _Guids) -> dict[str, Any]:
    """Make a counter in place of a wheel, set to its least number; its name says which it is."""
    numbers = f"{dial.numbers[0]}-{dial.numbers[-1]}"
    thing = _thing("Counter", f"{component.name}: {dial.id}", numbers, marks.guid(f"{component.id}/{dial.id}/{number}"))
    return {**thing, "Counter": {"value": dial.numbers[0]}}


def _bag(id_: str, name: str, count: int, contents: list[dict[str, Any]], marks: _Guids) -> dict[str, Any]:
    """Make a bag, out of which one takes what is searched for or what comes."""
    thing = _thing("Bag", name, f"{count} in the box", marks.guid(id_))
    return {**thing, "MaterialIndex": -1, "MeshIndex": -1, "ContainedObjects": contents}


def _book(game: Game, address: str, marks: _Guids) -> dict[str, Any]:
    """Make the rulebook: a PDF that all at the table can leaf through."""
    thing = _thing("Custom_PDF", f"{game.title}: {phrase(game.language, 'rulebook')}", "", marks.guid("the rulebook"), 2.0)
    return {**thing, "CustomPDF": {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}}


# ---------------------------------------------------------------- thumbnail


class Thumbnail:
    """The little picture beside the saved object: the first card of the first three stacks, fanned out."""

    def __init__(self) -> None:
        self.faces: list[Picture] = []

    def see(self, sheet: CardSheet, picture: Picture) -> None:
        """Take the first face of a sheet, while there is room."""
        if sheet.number == 1 and len(self.faces) < 3:
            width, height = sheet.grid.cell_px
            self.faces.append(shrunk(picture.crop((0, 0, width, height)), 150))

    def png(self) -> bytes:
        """Return the thumbnail as PNG."""
        sheet = blank((_THUMBNAIL_PX, _THUMBNAIL_PX), (46, 58, 70))
        for face, x, y in zip(self.faces, _around(self.faces), (66, 53, 40), strict=False):
            sheet.paste((20, 26, 32), (x + 2, y + 2, x + face.width + 3, y + face.height + 3))
            sheet.paste(face, (x, y))
        return write_png(sheet)


def _around(faces: list[Picture]) -> Iterator[int]:
    """Return the left edges of overlapping faces, centred as a group."""
    step = 52
    left = (_THUMBNAIL_PX - step * (len(faces) - 1) - max((face.width for face in faces), default=0)) // 2
    return (left + step * number for number in range(len(faces)))
