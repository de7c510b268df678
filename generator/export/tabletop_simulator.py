"""The export `tabletop-simulator`: a saved object with every deck, piece and die of the box, and
the pictures that it shows.

In: a Game, its Press, where the pictures will be found. Out: a folder to drop into Tabletop
Simulator's Saved Objects. All identities are derived from the game: the same game gives the same
file.

Source: the format as Berserk Games' knowledge base documents it (custom decks, custom tiles, the
save file format), and files that Tabletop Simulator itself writes; for a PDF the declarations of
the npm package @typed-tabletop-simulator/declaration (objectData.d.ts, CustomPDF). Lengths on its
table are units of about an inch.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from generator.book.rulebook import write_rulebook
from generator.data.files import writing_files
from generator.data.game import EVERYTHING, Chosen, Component, Game
from generator.data.problems import ProblemError, Problems
from generator.data.units import MM_PER_INCH
from generator.export import messages as say
from generator.export.card_sheets import (
    CardSheet,
    SheetPlan,
    content_hash,
    draw_sheets,
    plan_sheets,
    warn_of_plain_backs,
)
from generator.export.grids import Limits
from generator.export.laid_tables import LaidTable, laid_table
from generator.export.simulator_objects import (
    Guids,
    Urls,
    bag,
    book_object,
    deck_of,
    loose_dice,
    tile,
    units_of,
)
from generator.export.simulator_tables import Supply, half_width, laid_objects
from generator.export.stacks import Stack, stacks_of
from generator.face.press import Press
from generator.job.planning import refuse
from generator.pdf.png import blank, shrunk, write_png
from generator.pdf.raster import Progress, no_progress

if TYPE_CHECKING:
    from generator.pdf.png import Picture

ROW_UNITS = 36.0  # as wide as the laid-out box gets; a usual table is some 60 across
GAP_UNITS = 1.2
LEAST_PX = 512  # of the longer side of a coin's picture, for it is looked at closely
PIECES_LOOSE = 12  # more sorts of a small piece than these come in a bag
SMALL_MM = 40.0  # the longer side of what goes into a bag
BOOK_UNITS = 6.0  # the room that the rulebook takes
_DECK_LIMITS = Limits(
    4096, 10, 7, most=69
)  # the seventieth slot is where older decks keep the hidden face
_THUMBNAIL_PX = 256


@dataclass(frozen=True)
class SavedTable:
    """The files that were written: the saved object, the pictures, and the entry for each deck and
    piece.
    """

    saved: Path
    files: tuple[Path, ...]
    plans: tuple[SheetPlan, ...]
    dice: tuple[Component, ...]
    left_out: tuple[Component, ...]
    address: str
    laid: LaidTable | None = None


def check_base_url(base: str) -> str:
    """Return an address to which file names can be appended. Raises ProblemError if it is not
    one.
    """
    parts = urlsplit(base)
    if (
        parts.scheme not in ("http", "https")
        or not parts.netloc
        or parts.query
        or parts.fragment
        or re.search(r"[\s\"<>\\]", base)
    ):
        hint = "the address of the folder that holds the pictures; no ? or # in it"
        raise ProblemError.of(say.NOT_A_BASE_URL(found=base), hint=hint)
    return base if base.endswith("/") else base + "/"


def local_address(folder: str | Path) -> str:
    """Return the file:/// address of a folder on this machine, or on a Windows machine if the path
    is a Windows one.
    """
    text = str(folder)
    if re.match(r"[A-Za-z]:[\\/]|\\\\", text):
        path = PureWindowsPath(text).as_posix()
        if path.startswith("//"):
            address = f"file:{quote(path)}"
        else:
            address = f"file:///{path[:2]}{quote(path[2:])}"
    else:
        address = Path(text).expanduser().resolve().as_uri()
    return address.rstrip("/") + "/"


def write_table(
    game: Game,
    press: Press,
    output: Path,
    problems: Problems,
    address: str | None = None,
    chosen: Chosen = EVERYTHING,
    is_strict: bool = False,
    progress: Progress = no_progress,
    named: Collection[str] = (),
    seed: int | None = None,
) -> SavedTable:
    """Write the saved object, its thumbnail and its pictures into a folder.

    `address` is the prefix of a picture's file name; by default, pictures are where they are
    written. If only some cards are `chosen`, the dice `named` by the ids of their components are
    included. Warnings go to `problems`: a deck without a back. Raises ProblemError, before a file
    is touched, if warnings count as errors. A game with `setup:` is laid out as described there,
    and dealt if there is a `seed`.
    """
    laid = laid_table(game, seed=seed) if chosen.is_all else None
    name = game.name[:60]
    folder = f"{name}-pictures"
    address = local_address(output / folder) if address is None else address
    plans = plan_sheets(stacks_of(game, chosen, with_own_backs=True), _limits)
    dice, left_out = dice_of(game, None if chosen.is_all else named)
    warn_of_plain_backs(plans, problems)
    refuse(problems, is_strict)
    urls: Urls = {}
    thumbnail = Thumbnail()
    paths: dict[Path, None] = {}
    saved = output / f"{name}.json"
    with writing_files(within=output) as add:
        for sheet, content in draw_sheets(press, plans, progress, thumbnail.see):
            picture = f"{sheet.stack.id}-{sheet.part}-{content_hash(content)}.png"
            urls[sheet.key] = address + quote(picture)
            paths[output / folder / picture] = None
            add(output / folder / picture, content)
        add(saved.with_suffix(".png"), thumbnail.png())
        rulebook = write_rulebook(game, press) if chosen.is_all else None
        book = None
        if rulebook is not None:
            named_pdf = f"rulebook-{content_hash(rulebook)}.pdf"
            book = address + quote(named_pdf)
            paths[output / folder / named_pdf] = None
            add(output / folder / named_pdf, rulebook)
        whole = saved_object(game, plans, dice, urls, book, laid)
        add(saved, (json.dumps(whole, indent=1, ensure_ascii=False) + "\n").encode())
    files = (saved, saved.with_suffix(".png"), *paths)
    return SavedTable(saved, files, tuple(plans), tuple(dice), tuple(left_out), address, laid)


def _limits(stack: Stack) -> Limits:
    """A deck's sheets may hold many; a piece has its own picture, a small one finer than it is
    printed.
    """
    if stack.is_deck:
        return _DECK_LIMITS
    finest = LEAST_PX * MM_PER_INCH / max(stack.size_mm)
    return Limits(4096, 1, 1, most_dpi=max(300.0, finest))


def dice_of(
    game: Game, named: Collection[str] | None = None
) -> tuple[list[Component], list[Component]]:
    """Sort components other than cards into dice and dials, for which the table has its own
    objects, and those that cannot be on it.

    `named` are the ids of the components wanted; None means all.
    """
    dice, others = list[Component](), list[Component]()
    for component in game.components:
        if not component.cards and (named is None or component.id in named):
            (dice if component.dice or component.dial else others).append(component)
    return dice, others


# ---------------------------------------------------------------- the saved object


def saved_object(
    game: Game,
    plans: list[SheetPlan],
    dice: list[Component],
    urls: Urls,
    book: str | None = None,
    table: LaidTable | None = None,
) -> dict[str, Any]:
    """Assemble the saved object, as plain data for JSON. `book` is the address of the rulebook, if
    it is included.

    With a `table`, things are placed accordingly, and the rest of the box is to its right.
    """
    marks = Guids(game.name)
    supply = Supply(game, plans, urls, marks)
    laid = laid_objects(table, supply, marks) if table is not None else []
    decks: list[tuple[float, float, Any]] = []  # width, depth, and the object that is there
    pieces: list[tuple[float, float, Any]] = []
    left = iter(supply.decks)
    for plan in plans:
        stack = plan.stack
        if stack.is_deck:
            if cards := list(next(left).values()):
                decks.append((*units_of(stack), deck_of(cards, stack.name, stack.id, marks)))
            continue
        tiles = []
        for sheet in plan.sheets:
            (card,) = sheet.cards
            count = supply.left[card.id]
            alone = (
                count if stack.component.pad else min(count, 1)
            )  # what people write on is side by side
            tiles += [
                tile(game, stack, sheet, plan.back_of(sheet), urls, marks, count // alone)
                for _ in range(alone)
            ]
        if len(tiles) > PIECES_LOOSE and max(stack.size_mm) <= SMALL_MM:
            pieces.append(
                (2.5, 2.5, bag(stack.id, stack.name, supply.left_of(stack), tiles, marks))
            )
        else:
            pieces += [(*units_of(stack), one) for one in tiles]
    rolled = []
    for component in _undeclared(dice, table):
        rolled += loose_dice(component, marks)
    books = [(BOOK_UNITS, BOOK_UNITS, book_object(game, book, marks))] if book else []
    places = [*decks, *pieces, *rolled, *books]
    new_rows = {len(decks), len(decks) + len(pieces), len(decks) + len(pieces) + len(rolled)}
    middles = lay_out([(width, depth) for width, depth, _ in places], new_rows)
    right = 0.0
    if table is not None and places:
        widest = max(size[0] / 2 - x for (x, _), size in zip(middles, places, strict=True))
        right = half_width(table) + 2 * GAP_UNITS + widest
    for (x, z), (_, _, thing) in zip(middles, places, strict=True):
        thing["Transform"] |= {"posX": round(x + right, 3), "posZ": round(z, 3)}
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
        "ObjectStates": [*laid, *(thing for _, _, thing in places)],
    }


def _undeclared(dice: list[Component], table: LaidTable | None) -> list[Component]:
    """List the components of dice and dials, less the dice that are on the table."""
    if table is None:
        return dice
    on_table = Counter[int]()
    for pool in table.setting.dice.values():
        on_table[pool.faces] += pool.count * (table.players if pool.is_own else 1)
    found = []
    for component in dice:
        used = min(on_table[component.dice], component.count) if component.dice else 0
        on_table[component.dice or 0] -= used
        if used < component.count:
            found.append(replace(component, count=component.count - used))
    return found


def lay_out(
    sizes: list[tuple[float, float]], new_rows: Collection[int] = ()
) -> list[tuple[float, float]]:
    """Find a place for each of these rectangles (width, depth): in rows, centred, without overlaps;
    return their middles.

    A row ends before it gets too wide, and before the numbers in `new_rows`.
    """
    rows: list[list[int]] = []
    across = 0.0
    for number, (width, _) in enumerate(sizes):
        if not rows or number in new_rows or across + GAP_UNITS + width > ROW_UNITS:
            rows.append([])
            across = -GAP_UNITS
        rows[-1].append(number)
        across += GAP_UNITS + width
    whole = (
        math.fsum(max(sizes[number][1] for number in row) + GAP_UNITS for row in rows) - GAP_UNITS
    )
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


# ---------------------------------------------------------------- thumbnail


class Thumbnail:
    """The small picture beside the saved object: the first card of the first three stacks, fanned
    out.
    """

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
    left = (
        _THUMBNAIL_PX - step * (len(faces) - 1) - max((face.width for face in faces), default=0)
    ) // 2
    return (left + step * number for number in range(len(faces)))
