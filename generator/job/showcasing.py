"""Pictures of a game to share: the choice of cards, and their picture.

In: a game and its Press. Out: cards and the backs behind them; a Pillow image of a fanned hand or
of a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from generator.book.composing import Composer
from generator.book.layouts import setup_picture
from generator.book.strips import Pen
from generator.data.colours import Rgb, hex_of
from generator.data.game import Card, Chosen, Game
from generator.data.geometry import Box
from generator.data.setting import player_counts
from generator.face.press import Press
from generator.pdf.raster import render_faces, render_page
from generator.pdf.showing import hand, table
from generator.sheet.outputs import document_for

if TYPE_CHECKING:
    from generator.pdf.png import Picture

CORNER_MM = 3.0
GROUND = "#DDD6C8"
"""The default background of cards."""
LAID_MM = 200.0
"""The width of the picture of a setup, in millimetres."""
Way = Literal["hand", "table"]

MOST: dict[Way, int] = {"hand": 5, "table": 8}
"""The most cards of the usual size that are shown, unless some are chosen."""


def showcase(
    press: Press,
    fronts: Sequence[Card],
    backs: Sequence[Card],
    way: Way,
    dpi: float,
    ground: Rgb | None,
) -> Picture | None:
    """Draw cards as a hand or on a table, at `dpi` dots per inch; None if no front can be drawn,
    and the press has the reasons.

    `ground` is the background colour, None for transparent.
    """
    drawn = {
        card.id: picture
        for card, picture in render_faces(press, [*backs, *fronts], dpi, corner_mm=CORNER_MM)
    }
    faces, decks = (
        [drawn[card.id] for card in cards if card.id in drawn] for cards in (fronts, backs)
    )
    if not faces:
        return None
    if ground is None:
        colour = None
    else:
        colour = (round(ground[0] * 255), round(ground[1] * 255), round(ground[2] * 255))
    return hand(faces, colour) if way == "hand" else table(decks, faces, colour)


def laid_showcase(press: Press, dpi: float, ground: Rgb | None) -> Picture:
    """Draw the table as in `setup:`, for the largest number of players. Without a ground it is on
    white. Raises ProblemError as `setup_picture` does.
    """
    game = press.game
    players = game.players or max(player_counts(game.for_all))
    composer = Composer(game, press, [])
    reported = set[str]()
    picture = setup_picture(
        game,
        press,
        players,
        (LAID_MM, LAID_MM),
        lambda text, size, is_bold, most: composer.lettering(
            text, size, is_bold, most, 0, reported
        ),
        ground=None,
    )
    document = document_for(game, press, "set-up")
    document.page(picture.width, picture.height)
    pen = Pen(document, picture.height, composer.colours, has_outline=False)
    if ground is not None:
        pen.fill(Box(0.0, 0.0, picture.width, picture.height), hex_of(ground))
    picture.draw(pen, 0.0, 0.0)
    return render_page(document.close(), 0, dpi)


def shown(game: Game, chosen: Chosen, way: Way) -> tuple[list[Card], list[Card]]:
    """Return the cards to show, and the backs behind them: those chosen, or some of each kind, far
    apart in the file.
    """
    cards, backs = game.cards, set(game.backs.values())
    fronts = [card for id_, card in cards.items() if id_ in chosen and id_ not in backs]
    if chosen.is_all:
        usual = [card for card in fronts if card.size_mm is None]
        extra = {card.id for component, card in game.in_box() if component.is_extra}
        needed = [card for card in usual if card.id not in extra]
        fronts = _some_of_each_kind(needed or usual, MOST[way])
    if way == "hand":
        return fronts, []
    behind = {game.backs.get(card.id) for card in fronts}
    return fronts, [cards[id_] for id_ in cards if id_ in behind]


def _some_of_each_kind(cards: Sequence[Card], most: int) -> list[Card]:
    """Choose at most a number of cards, evenly among their kinds and far apart within each."""
    kinds: dict[str, list[Card]] = {}
    for card in cards:
        kinds.setdefault(card.kind, []).append(card)
    shares = _shares(list(map(len, kinds.values())), most)
    chosen: list[Card] = []
    for kind, share in zip(kinds.values(), shares, strict=True):
        chosen += [kind[(2 * n + 1) * len(kind) // (2 * share)] for n in range(share)]
    return chosen


def _shares(sizes: Sequence[int], most: int) -> list[int]:
    """Divide a number among kinds of these sizes, evenly; what a small kind leaves goes to the
    others.
    """
    shares = [0] * len(sizes)
    for _ in range(min(most, sum(sizes))):
        shares[
            min((n for n, size in enumerate(sizes) if shares[n] < size), key=lambda n: shares[n])
        ] += 1
    return shares
