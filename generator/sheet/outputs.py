"""Stage 5, write: Sheets become the bytes of PDF files, with marks, footers and rules.

In: Sheets and a Press. Out: bytes. Knows nothing of where files are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from generator.data.game import Card, Game
from generator.data.geometry import IDENTITY, Box, Matrix, Point
from generator.data.problems import Place
from generator.data.silhouettes import Silhouette
from generator.data.units import MM_PER_PT
from generator.data.wording import phrase
from generator.face.pictograms import Pictogram
from generator.face.press import Press
from generator.face.shaping import Refusal
from generator.face.stamp import Stamp
from generator.face.svg import SvgFault
from generator.pdf.document import Document, Sides
from generator.pdf.inks import colours_for
from generator.sheet import messages as say
from generator.sheet.cutting import inner_cuts
from generator.sheet.printers import Profile
from generator.sheet.sheets import PRINTABLE_MARGIN_MM, Flip, Label, Placement, Sheet, are_two_sided
from generator.sheet.tiling import CROSS_MM

RULE_MM = 100.0
FOOTER_PT, LABEL_PT = 6.5, 5.5
_DUPLEX: dict[Flip, Sides] = {
    Flip.LONG_EDGE: "DuplexFlipLongEdge",
    Flip.SHORT_EDGE: "DuplexFlipShortEdge",
}


def document_for(game: Game, press: Press, what: str) -> Document:
    """Open a PDF with the game's title and version in it."""
    designers = ", ".join(game.info.designers) if game.info.designers else ""

    def lack(text: str, found: Refusal) -> None:
        said = say.LETTER_BESIDE_CARDS(fault=found.said.message, text=text).under(found.said.code)
        # an icon does nothing there
        hint = found.hint.partition("; or draw an icon")[0] if found.hint else None
        press.problems.error(said, _place_of(game, found.of or text), hint)

    def picture(pictogram: Pictogram) -> Stamp | None:
        try:
            return press.pictogram(pictogram)
        except SvgFault as fault:
            press.problems.error(fault.said, _place_of(game, pictogram.text), fault.hint)
            return None

    return Document(
        press.fonts,
        f"{game.title} {game.version}: {what}",
        designers,
        phrase(game.language, "edition", version=game.version),
        game.title,
        press.finished.packed,
        colours_for(press.colour, press.icc),
        game.language,
        picture,
        lack,
    )


_OF_TITLES = ("title", "version")


def _place_of(game: Game, said: str) -> Place | None:
    """Return the place in the game of a word printed beside its cards: its title, its version, or
    the name of a component or card.
    """
    info = game.root.below("game")
    named = [(str(info.below(name).value or ""), info.below(name).place) for name in _OF_TITLES]
    named += [(component.name, component.place) for component in game.components]
    for card in game.cards.values():
        if "name" in card.record:
            named.append((str(card.record.name), card.places.get("name", card.place)))
    for words, place in named:
        if words and (said in words or words in said):
            return place
    return None


def write_sheets(
    game: Game,
    press: Press,
    sheets: Sequence[Sheet],
    what: str,
    progress: Callable[[str], None] = lambda label: None,
    printer: Profile | None = None,
    before: Callable[[Document], None] = lambda document: None,
    flip: Flip = Flip.LONG_EDGE,
    backs_last: bool = False,
) -> bytes:
    """Draw sheets into one PDF. Faces that could not be drawn are left out; the press knows why.
    `before` may add pages in front.

    If there are backs, the file asks for both sides of the paper, turned about the edge that
    `flip` names. With `backs_last` it is printed twice: all fronts, then the backs, that of the
    last sheet first, since it is on top of the stack.

    For a printer that misses, back pages are moved so that they land behind their fronts, and all
    pages are upright.
    """
    document = document_for(game, press, what)
    is_double = are_two_sided(sheets)
    document.prints_on(_DUPLEX[flip] if is_double and not backs_last else "Simplex")
    if backs_last:
        backs = [sheet for sheet in sheets if sheet.side == "back"]
        sheets = [*(sheet for sheet in sheets if sheet.side != "back"), *reversed(backs)]
    before(document)
    for sheet in sheets:
        _open(document, sheet, printer)
        for placement in sheet.placements:
            stamp = press.stamp(game.cards[placement.key])
            if stamp is not None:
                _place(document, sheet, placement, stamp)
        for line in sheet.marks:
            document.line(line.x1, line.y1, line.x2, line.y2)
        for solid in sheet.solids:
            document.polygon(solid.corners, "#000000")
        for line in sheet.seams:
            _on_a_face(document, [(Point(line.x1, line.y1), Point(line.x2, line.y2))], 0.3)
        for x, y in sheet.crosses:
            across = Point(x - CROSS_MM, y), Point(x + CROSS_MM, y)
            down = Point(x, y - CROSS_MM), Point(x, y + CROSS_MM)
            _on_a_face(document, [across, down], 0.12)
        for label in sheet.labels:
            _write(document, label)
        for line in sheet.folds:
            document.line(line.x1, line.y1, line.x2, line.y2, 0.2, "[2 2] 0")
        if sheet.footer != "none":
            footer(document, game, sheet)
        progress(what)
    return document.close()


def _on_a_face(document: Document, lines: Sequence[Sequence[Point]], width_mm: float) -> None:
    """Draw lines that show on light faces and on dark ones."""
    document.lines(lines, width_mm + 0.4, grey=1.0)
    document.lines(lines, width_mm)


def _write(document: Document, label: Label) -> None:
    """Write a label, on a plate if it is on a face."""
    if label.is_plated:
        em = label.size_pt * MM_PER_PT
        width = (document.width(label.text) + 0.5) * em
        plate = Box(label.x - width / 2, label.y - em * 0.9, width, em * 1.15)
        document.polygon(plate.corners, "#FFFFFF")
        document.outline(plate, width_mm=0.3)
    document.text(label.text, label.x, label.y, label.size_pt, align="center")


def write_fillable(game: Game, press: Press, cards: Iterable[Card]) -> bytes | None:
    """Draw faces with places to write on into one PDF to be filled in on a screen, a page each;
    None if none has such places.
    """
    document = document_for(game, press, phrase(game.language, "fillable"))
    is_empty = True
    for card in cards:
        stamp = press.stamp(card)
        if stamp is None or not stamp.blanks:
            continue
        is_empty, (width, height) = False, stamp.size_mm
        document.page(width, height)
        document.stamp(stamp, Box(0.0, 0.0, width, height))
        for blank in stamp.blanks:
            place = document.tick if blank.is_tick else document.entry
            place(f"{card.id}/{blank.name}", blank.box)
    return None if is_empty else document.close()


def _place(document: Document, sheet: Sheet, placement: Placement, stamp: Stamp) -> None:
    """Put a face onto a page, with its outline and its inner cuts."""
    outline = placement.shape
    if placement.is_turned and isinstance(outline, Silhouette):
        outline = outline.turned()
    shape = "rectangle" if sheet.trim else outline
    document.stamp(stamp, placement.trim, placement.clip, placement.is_turned, shape)
    if sheet.has_outlines:
        document.outline(placement.trim, outline)
    if sheet.side == "back":
        return
    inside = []
    for cut in inner_cuts(placement, stamp):
        end = () if cut.is_open else cut.corners[:1]
        inside.append([*cut.corners, *end])
    if inside:
        document.lines(inside, 0.12, grey=0.55)


def _open(document: Document, sheet: Sheet, printer: Profile | None) -> None:
    """Open a page; for one printer, moved if it is a back, and upright, since a profile knows the
    paper as it is in the tray.

    Drivers turn landscape pages one way or the other; a page that is upright already leaves them no
    choice.
    """
    width, height, trim = sheet.width_mm, sheet.height_mm, sheet.trim
    is_moved = printer is not None and sheet.side == "back"
    is_turned = width > height and (printer is not None or sheet.is_upright)
    if not is_moved and not is_turned:
        document.page(width, height, trim)
        return
    matrix = IDENTITY
    if is_turned:
        matrix = Matrix(
            0.0, 1.0, -1.0, 0.0, height, 0.0
        )  # a quarter turn clockwise, fronts and backs alike
        width, height = height, width
        trim = Box(width - trim.bottom, trim.x, trim.height, trim.width) if trim else None
    if printer and is_moved:
        matrix = printer.correction(width, height) @ matrix
    document.page(width, height, trim, (sheet.width_mm, sheet.height_mm), matrix)


def footer(document: Document, game: Game, sheet: Sheet) -> None:
    """Write the description of this sheet and a 100 mm ruler, outside everything that is cut."""
    decks = sheet.says or (
        ", ".join(sheet.decks) if len(sheet.decks) <= 4 else f"{', '.join(sheet.decks[:3])} …"
    )
    side = phrase(game.language, sheet.side)
    text = (
        f"{game.title} {game.version}  ·  {decks}  ·  "
        f"{phrase(game.language, 'sheet', number=sheet.number, total=sheet.total, side=side)}"
    )
    if sheet.footer == "text":
        edge = (
            max(
                (solid.right for solid in sheet.solids if solid.x < sheet.width_mm / 2),
                default=PRINTABLE_MARGIN_MM,
            )
            + 3
        )
        size = min(FOOTER_PT, (sheet.width_mm - 2 * edge) / (document.width(text) * MM_PER_PT))
        document.text(
            text,
            sheet.width_mm / 2,
            sheet.height_mm - PRINTABLE_MARGIN_MM - 0.8,
            size,
            align="center",
        )
        return
    is_side = sheet.footer == "side"
    along = sheet.height_mm if is_side else sheet.width_mm
    start = max(PRINTABLE_MARGIN_MM + 1, (along - 190) / 2)
    label = phrase(game.language, "rule")
    room = along - 2 * start - RULE_MM - 2 - document.width(label) * LABEL_PT * MM_PER_PT - 4
    size = min(FOOTER_PT, room / (document.width(text) * MM_PER_PT))
    if is_side:
        x, far = sheet.width_mm - PRINTABLE_MARGIN_MM - 0.8, sheet.height_mm - start
        document.text(
            text, x, start + document.width(text) * size * MM_PER_PT, size, is_upward=True
        )
        document.line(x, far - RULE_MM, x, far, 0.15)
        for step in range(0, 101, 10):
            document.line(x - (2.0 if step % 50 == 0 else 1.2), far - step, x, far - step, 0.15)
        document.text(label, x, far - RULE_MM - 2, LABEL_PT, is_upward=True)
    else:
        y = sheet.height_mm - PRINTABLE_MARGIN_MM - 0.8
        document.line(start, y, start + RULE_MM, y, 0.15)
        for step in range(0, 101, 10):
            document.line(start + step, y - (2.0 if step % 50 == 0 else 1.2), start + step, y, 0.15)
        document.text(label, start + RULE_MM + 2, y, LABEL_PT)
        document.text(text, along - start, y, size, align="right")
