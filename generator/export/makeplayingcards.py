"""Pictures for MakePlayingCards: one folder per deck with the fronts and the backs in the order of
the slots.

In: a game, a press, which cards. Out: `Ordered`. The service gives every card a slot, so each copy
is a separate file. Pictures have 36 pixels of bleed on each side of the finished card, at 300 dpi.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import TypeVar

from generator.data.game import Card, Game
from generator.data.problems import Problems
from generator.data.units import MM_PER_INCH
from generator.export import messages as say
from generator.export.services import (
    DPI,
    Deck,
    ListingRow,
    Product,
    Service,
    deck_folder,
    file_name,
    inches,
    pngs_of,
)
from generator.export.stacks import card_name
from generator.face.press import Press
from generator.pdf.raster import Progress

Slot = TypeVar("Slot")

TITLE = "MakePlayingCards"
BLEED_PX = 36  # Source: the service's FAQ, as quoted in mpc-autofill's constants
MOST_CARDS = 612  # in one project; Source: mpc-autofill, which orders there


def _product(name: str, size_mm: tuple[float, float], is_stated: bool = False) -> Product:
    width, height = (round(side / MM_PER_INCH * DPI) + 2 * BLEED_PX for side in size_mm)
    return Product(name, size_mm, (width, height), is_stated=is_stated)


PRODUCTS = (
    _product("Poker Cards", inches(2.5, 3.5), is_stated=True),
    _product("Game Cards 63 x 88 mm", (63.0, 88.0)),
    _product("Bridge Cards", inches(2.25, 3.5)),
    _product("Tarot Cards", inches(2.75, 4.75)),
    _product("Mini Cards", inches(1.75, 2.5)),
    _product("Domino Cards", inches(1.75, 3.5)),
    _product("Large Cards", inches(3.5, 5.75)),
    _product("Square Cards 2.5 in", inches(2.5, 2.5)),
    _product("Square Cards 3.5 in", inches(3.5, 3.5)),
)

STEPS = (
    (
        "On makeplayingcards.com, choose the product named below for each deck, with the deck's "
        "number of cards."
    ),
    (
        "Choose different images for the fronts, and upload the files of 'fronts' in the order "
        "of their names: one file per slot."
    ),
    (
        "With one back for all, choose the same image for the backs and upload 'back.png'; "
        "otherwise choose different images, and upload the files of 'backs' in order."
    ),
    "Let the site fill the slots, and compare the first and the last with the list below.",
    (
        f"A project can have at most {MOST_CARDS} cards; a larger deck is split into several "
        "folders, one project each."
    ),
)


def _make(
    game: Game, press: Press, decks: list[Deck], problems: Problems, step: Progress
) -> tuple[dict[PurePosixPath, bytes], list[ListingRow]]:
    """Make the files of decks, and the rows of the listing."""
    files: dict[PurePosixPath, bytes] = {}
    rows: list[ListingRow] = []
    for number, deck in enumerate(decks, 1):
        drawn = pngs_of(deck, game, press, problems, step)
        slots = [card for card in deck.cards for _ in range(card.copies)]
        parts = projects(slots)
        for part, cards in enumerate(parts, 1):
            folder = PurePosixPath(
                deck_folder(number, deck)
                + (f"-part-{part}-of-{len(parts)}" if len(parts) > 1 else "")
            )
            fronts, backs = _placed(deck, game, cards)
            for is_back, named in ((False, fronts), (True, backs)):
                for name, card in named.items():
                    if (card.id, is_back) in drawn:
                        files[folder / name] = drawn[card.id, is_back]
            rows += _rows(deck, game, folder, fronts, backs)
        if len(parts) > 1:
            problems.warn(
                say.TOO_MANY_CARDS(
                    name=deck.name,
                    count=len(slots),
                    title=TITLE,
                    most=MOST_CARDS,
                    count_2=len(parts),
                ),
                deck.component.place,
            )
    return files, rows


def projects(slots: Sequence[Slot], most: int = MOST_CARDS) -> list[Sequence[Slot]]:
    """Divide slots into projects that are not too large, in their order."""
    return [slots[start : start + most] for start in range(0, len(slots), most)]


def _placed(
    deck: Deck, game: Game, slots: Sequence[Card]
) -> tuple[dict[str, Card], dict[str, Card]]:
    """Name the files of a project, in the order of its slots: the fronts, and the backs or the
    single common back.
    """
    fronts = {
        f"fronts/{slot:03}-{file_name(card.id)}.png": card for slot, card in enumerate(slots, 1)
    }
    behind, backs = [deck.back(game, card) for card in slots], dict[str, Card]()
    for slot, back in enumerate(behind, 1):
        if back is not None:
            backs[f"backs/{slot:03}-{file_name(back.id)}.png"] = back
    distinct = {back.id: back for back in backs.values()}
    if len(distinct) == 1 and None not in behind:
        return fronts, {"back.png": next(iter(distinct.values()))}
    return fronts, backs


def _rows(
    deck: Deck, game: Game, folder: PurePosixPath, fronts: dict[str, Card], backs: dict[str, Card]
) -> list[ListingRow]:
    """List every slot of a project."""
    rows = []
    for slot, (name, card) in enumerate(fronts.items(), 1):
        back = deck.back(game, card)
        if back is None:
            behind = ""
        else:
            behind = next(n for n in backs if n == "back.png" or n.startswith(f"backs/{slot:03}-"))
        rows.append(
            ListingRow(
                deck.name,
                deck.product.name,
                card.id,
                card_name(card),
                1,
                str(folder / name),
                str(folder / behind) if behind else "",
                deck.product.size_px,
                deck.scale,
            )
        )
    return rows


SERVICE = Service("makeplayingcards", TITLE, PRODUCTS, STEPS, _make)
