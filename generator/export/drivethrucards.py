"""PDF files for DriveThruCards: one per deck, with one page per side, in the four inks of a press.

In: a game, a press, which cards. Out: `Ordered`. Page 1 is the back of the first card, page 2 its
front, and so on, every copy on its own pages. A page is the finished card with an eighth of an inch
around it; its TrimBox marks the cut. Text and shapes are kept as such. Transparent parts become
pictures (`flattening`), because the service does not accept transparency.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from generator.data.game import Card, Game
from generator.data.geometry import Box
from generator.data.problems import Problems
from generator.data.saying import agreeing, first_of
from generator.data.units import MM_PER_INCH, PT_PER_MM
from generator.export import messages as say
from generator.export.services import (
    DPI,
    Deck,
    ListingRow,
    Product,
    Service,
    deck_folder,
    ends_at_cut,
    inches,
    say_ended,
)
from generator.export.stacks import card_name
from generator.face.paint.rasters import RASTER_DPI
from generator.face.press import Press
from generator.face.stamp import Stamp
from generator.pdf.document import Document
from generator.pdf.flattening import Flat, flatten
from generator.pdf.inks import CMYK
from generator.pdf.raster import Progress, face_pdf, render_page

TITLE = "DriveThruCards"
BLEED_MM = 0.125 * MM_PER_INCH  # Source: the service's "Common Card Prep Issues & Solutions"
_LOOK_DPI = 60  # enough to see whether a face goes on past the cut


def _product(name: str, width: float, height: float, is_stated: bool = False) -> Product:
    across, down = (round((side + 0.25) * DPI) for side in (width, height))
    return Product(name, inches(width, height), (across, down), is_stated=is_stated)


PRODUCTS = (
    _product(
        "US Poker", 2.5, 3.5, is_stated=True
    ),  # Source: the same page, 2.75 x 3.75 in with bleed
    _product("US Bridge", 2.25, 3.5),
    _product("Tarot", 2.75, 4.75),
    _product("Mini", 1.75, 2.5),
    _product("Micro", 1.25, 1.75),
    _product("Domino", 1.75, 3.5),
    _product("Square", 3.5, 3.5),
    _product("Jumbo", 3.5, 5.5),
)

STEPS = (
    (
        "On the service's publisher page, set up a title for each deck below, with the product "
        "named there, and upload its PDF."
    ),
    "Pages come in pairs: the back of a card, then its front, each copy on its own pages.",
    "Their checks ask for PDF/X-1a:2003. These files meet its requirements for pages (four inks or "
    "black, no transparency, fonts embedded,"
    " TrimBox and BleedBox) but do not name a printing condition. If they are refused, convert "
    "them to PDF/X-1a with Acrobat's Preflight.",
    (
        "Order one printed proof before you sell anything: inks are computed without a profile, "
        "so colours on screens differ."
    ),
)


def _make(
    game: Game, press: Press, decks: list[Deck], problems: Problems, step: Progress
) -> tuple[dict[PurePosixPath, bytes], list[ListingRow]]:
    """Make the files of decks, and the rows of the listing."""
    files: dict[PurePosixPath, bytes] = {}
    rows: list[ListingRow] = []
    stamps: dict[str, Stamp | None] = {}
    flats: dict[str, Flat] = {}
    for number, deck in enumerate(decks, 1):
        name = PurePosixPath(f"{deck_folder(number, deck)}.pdf")
        ended = []
        bare = [card.id for card in deck.cards if deck.back(game, card) is None]
        if bare:
            which = ""
            if len(bare) < len(deck.cards):
                which = f" behind {first_of(bare, 4)}"
            problems.warn(
                say.NO_BACKS_IN_PAGES(id_=deck.component.id, which=which), deck.component.place
            )
        for card in [*deck.cards, *deck.backs(game)]:
            step(0, 0, card.id)
            if card.id not in stamps:
                stamp = stamps[card.id] = press.stamp(card)
                flat = flatten(stamp, press.fonts) if stamp is not None else None
                if flat is not None:
                    stamps[card.id], flats[card.id] = flat.stamp, flat
            if _ends(card, deck, press):
                ended.append(card.id)
        say_ended(deck, ended, problems)
        files[name], own = _pdf(game, press, deck, stamps, name)
        rows += own
    _say_flat(flats, problems)
    return files, rows


def _say_flat(flats: dict[str, Flat], problems: Problems) -> None:
    """Report which faces have partly become pictures."""
    if flats:
        texts = sum(flat.texts for flat in flats.values())
        which = first_of(flats, 4)
        problems.note(
            say.FLATTENED(count=len(flats), service=TITLE, dpi=RASTER_DPI, texts=texts, which=which)
        )


def _ends(card: Card, deck: Deck, press: Press) -> bool:
    """Check whether a face ends at the cut."""
    pdf = face_pdf(press, card, BLEED_MM)
    if pdf is None:
        return False
    picture = render_page(pdf, 0, _LOOK_DPI)
    look = Product("", deck.size_mm, picture.size, deck.product.shape)
    return ends_at_cut(picture, look, _LOOK_DPI)


def _pdf(
    game: Game, press: Press, deck: Deck, stamps: dict[str, Stamp | None], name: PurePosixPath
) -> tuple[bytes, list[ListingRow]]:
    """Write one deck: one page for the back and one for the front of every copy."""
    width, height = deck.product.size_mm
    designers = ", ".join(game.info.designers) if game.info.designers else ""
    document = Document(
        press.fonts,
        f"{game.title} {game.version}: {deck.name}",
        designers,
        f"For {TITLE}, {deck.product.name}",
        game.title,
        colours=CMYK,
    )
    rows = []
    page = 1
    for card in deck.cards:
        back = deck.back(game, card)
        for _ in range(card.copies):
            for side, is_back in ((back, True), (card, False)):
                document.page(
                    width + 2 * BLEED_MM,
                    height + 2 * BLEED_MM,
                    Box(BLEED_MM, BLEED_MM, width, height),
                )
                stamp = stamps[side.id] if side is not None else None
                if stamp is not None:
                    _place(document, stamp, deck, is_back)
        behind = _every_other(page, card.copies) if back else ""
        rows.append(
            ListingRow(
                deck.name,
                deck.product.name,
                card.id,
                card_name(card),
                card.copies,
                f"{name}, {_every_other(page + 1, card.copies)}",
                behind,
                deck.product.size_px,
                deck.scale,
            )
        )
        page += 2 * card.copies
    return document.close(), rows


def _place(document: Document, stamp: Stamp, deck: Deck, is_back: bool) -> None:
    """Draw a face over the whole page; a wide one is rotated by 90 degrees, and its back the other
    way, as on a turned card.
    """
    width, height = deck.product.size_mm
    across, down = (side + 2 * BLEED_MM for side in (width, height))
    if not deck.is_turned:
        document.stamp(stamp, Box(BLEED_MM, BLEED_MM, width, height), Box(0.0, 0.0, across, down))
        return
    k = PT_PER_MM  # the stamp is placed as on a wide page whose top is that of this one
    if is_back:
        matrix = f"0 -1 1 0 {(across - down) * k:.4f} {down * k:.4f}"
    else:
        matrix = f"0 1 -1 0 {down * k:.4f} 0"
    document.canvas.addLiteral(f"q {matrix} cm")
    document.stamp(stamp, Box(BLEED_MM, BLEED_MM, height, width), Box(0.0, 0.0, down, across))
    document.canvas.addLiteral("Q")


def _every_other(first: int, number: int) -> str:
    """Name every second page from one on: 'page 7' or 'pages 7, 9, 11'."""
    pages = [str(first + 2 * step) for step in range(number)]
    return f"{agreeing(number, 'page|pages')} {', '.join(pages)}"


SERVICE = Service("drivethrucards", TITLE, PRODUCTS, STEPS, _make, zips=False)
