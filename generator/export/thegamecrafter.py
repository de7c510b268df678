"""Pictures for The Game Crafter: one folder per deck, one file per face, with its back beside it.

In: a game, a press, which cards. Out: `Ordered`. Every picture has exactly the pixels of its
product: 300 dpi, with an eighth of an inch of bleed around the finished piece, or slightly more if
that is not a whole number of pixels.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from generator.data.game import Game
from generator.data.problems import Problems
from generator.export.services import (
    Deck,
    ListingRow,
    Product,
    Service,
    back_names,
    deck_folder,
    file_name,
    inches,
    pngs_of,
)
from generator.export.stacks import card_name
from generator.face.press import Press
from generator.pdf.raster import Progress

TITLE = "The Game Crafter"

# Source: finished inches and pixels of the products as Templative, which uploads to the service,
# states them (componentInfo.js, 2024). Where two products are of one size, the plain one. Width and
# height as the service has them.
_PRODUCTS: tuple[tuple[str, float, float, int, int], ...] = (
    ("Euro Poker Deck", 63 / 25.4, 88 / 25.4, 825, 1125),
    ("Poker Deck", 2.5, 3.5, 825, 1125),
    ("Bridge Deck", 2.25, 3.5, 750, 1125),
    ("US Game Deck", 56 / 25.4, 87 / 25.4, 750, 1125),
    ("Mint Tin Deck", 52 / 25.4, 87 / 25.4, 750, 1125),
    ("Tarot Deck", 2.75, 4.75, 900, 1500),
    ("Mini Deck", 1.75, 2.5, 600, 825),
    ("Micro Deck", 1.25, 1.75, 450, 600),
    ("Domino Deck", 1.75, 3.5, 600, 1125),
    ("Business Deck", 2.0, 3.5, 675, 1125),
    ("Divider Deck", 3.0, 3.5, 975, 1125),
    ("Jumbo Deck", 3.5, 5.5, 1125, 1725),
    ("Square Deck", 3.5, 3.5, 1125, 1125),
    ("Small Square Deck", 2.5, 2.5, 825, 825),
    ("Euro Square Deck", 70 / 25.4, 70 / 25.4, 900, 900),
    ("Small Square Chit", 0.5, 0.5, 225, 225),
    ("Medium Square Chit", 0.75, 0.75, 300, 300),
    ("Large Square Chit", 1.0, 1.0, 375, 375),
    ("Domino Chit", 1.0, 2.0, 375, 675),
    ("Mini Square Tile", 1.25, 1.25, 450, 450),
    ("Small Square Tile", 2.0, 2.0, 675, 675),
    ("Domino Tile", 2.0, 4.0, 675, 1275),
    ("Placard Mat", 4.0, 3.0, 1275, 975),
    ("Invader Mat", 4.0, 3.5, 1275, 1125),
    ("Postcard Mat", 6.0, 4.0, 1875, 1275),
    ("Domino Mat", 4.0, 8.0, 1275, 2475),
    ("Sliver Mat", 2.0, 8.0, 675, 2475),
    ("Skinny Mat", 4.0, 10.0, 1275, 3075),
    ("Half Mat", 5.0, 10.0, 1575, 3075),
    ("Quarter Mat", 5.0, 5.0, 1575, 1575),
    ("Large Square Mat", 10.0, 10.0, 3075, 3075),
    ("Big Mat", 10.0, 16.0, 3075, 4875),
    ("Small Bi-Fold Mat", 5.5, 7.0, 1725, 2175),
    ("Bi-Fold Mat", 8.0, 8.0, 2475, 2475),
    ("Small Quad-Fold Mat", 7.0, 11.0, 2175, 3375),
    ("Quad-Fold Mat", 11.0, 17.0, 3375, 5175),
)
_ROUND: tuple[tuple[str, float, int], ...] = (
    ("Small Circle Chit", 0.5, 225),
    ("Medium Circle Chit", 0.75, 300),
    ("Large Circle Chit", 1.0, 375),
    ("Mini Circle Tile", 1.25, 450),
    ("Circle Deck", 3.5, 1125),
)
_HEX: tuple[tuple[str, float, float, int, int], ...] = (
    ("Hex Deck", 3.75, 3.25, 1200, 1050),
    ("Mini Hex Tile", 1.25, 1.08, 450, 450),
    ("Small Hex Tile", 2.0, 1.75, 675, 600),
    ("Medium Hex Tile", 2.5, 2.2, 825, 750),
    ("Large Hex Tile", 3.75, 3.25, 1200, 1050),
    ("Hex Mat", 5.25, 4.5, 1650, 1425),
    ("Large Hex Mat", 9.5, 8.25, 2925, 2550),
)
PRODUCTS = (
    *(
        Product(name, inches(width, height), (across, down))
        for name, width, height, across, down in _PRODUCTS
    ),
    *(
        Product(name, inches(width, width), (across, across), "round")
        for name, width, across in _ROUND
    ),
    *(
        Product(name, inches(width, height), (across, down), "hex")
        for name, width, height, across, down in _HEX
    ),
)

STEPS = (
    (
        "Make a game on thegamecrafter.com and add a component for each deck below, using the "
        "product named there."
    ),
    (
        "Upload the files of the deck's folder to it: those that begin with a number are faces, "
        "those that begin with 'back' are backs."
    ),
    "Set the back of the deck, or of each card if there are several backs.",
    (
        "If there is a folder for the rulebook, add a booklet of the product in its name, and "
        "upload the pages in order."
    ),
    "Set the quantity of each card to the number below, which is also in its file's name (x3).",
    (
        "Look at every card in the proofing tool; nothing may extend outside the safe zone, an "
        "eighth "
        "of an inch inside the cut."
    ),
)


def _make(
    game: Game, press: Press, decks: list[Deck], problems: Problems, step: Progress
) -> tuple[dict[PurePosixPath, bytes], list[ListingRow]]:
    """Make the files of decks, and the rows of the listing."""
    files: dict[PurePosixPath, bytes] = {}
    rows: list[ListingRow] = []
    for number, deck in enumerate(decks, 1):
        folder = PurePosixPath(deck_folder(number, deck))
        digits = max(2, len(str(len(deck.cards))))
        faces = {
            c.id: f"{place:0{digits}}-{file_name(c.id)}-x{c.copies}.png"
            for place, c in enumerate(deck.cards, 1)
        }
        backs = back_names(deck, game)
        for (id_, is_back), png in pngs_of(deck, game, press, problems, step).items():
            files[folder / (backs if is_back else faces)[id_]] = png
        for card in deck.cards:
            back = deck.back(game, card)
            rows.append(
                ListingRow(
                    deck.name,
                    deck.product.name,
                    card.id,
                    card_name(card),
                    card.copies,
                    str(folder / faces[card.id]),
                    str(folder / backs[back.id]) if back else "",
                    deck.product.size_px,
                    deck.scale,
                )
            )
    return files, rows


# Source: as for the products above; that pages come in fours and are 40 at most, an agent's profile
# of the service's own data (LargeBooklet, read from its product interface in 2026).
BOOKLET = Product("Large Booklet", inches(5, 8), (1575, 2475))
MOST_PAGES = 40

SERVICE = Service(
    "the-game-crafter", TITLE, PRODUCTS, STEPS, _make, booklet=BOOKLET, most_pages=MOST_PAGES
)
