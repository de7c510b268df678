"""Sheets: many faces in one PNG, as virtual tables use them. Drawn in parallel, named by purpose or
by content.

In: stacks and the distribution of their faces over sheets. Out: `CardSheet` values with the bytes
of their PNG, one after another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from generator.data.game import Card
from generator.data.problems import Problems
from generator.data.silhouettes import Silhouette
from generator.export import messages as say
from generator.export.grids import Limits, PictureGrid, plan_grids
from generator.export.stacks import Stack
from generator.face.press import Press
from generator.pdf.png import blank, cores, in_parallel, widened, write_png
from generator.pdf.raster import Progress, no_progress, render_faces, resized

if TYPE_CHECKING:
    from generator.pdf.png import Picture

EMPTY = (32, 32, 32)  # the colour of cells without a card
PLAIN = (92, 92, 96)  # the back of a deck without one


@dataclass(frozen=True)
class CardSheet:
    """One picture: cards of a stack in a grid, in order; numbered from 1, with 0 for the back alone
    (without a card if it is plain).

    The other sides of the cards of sheet 1 have number -1, in the same grid.
    """

    stack: Stack
    number: int
    cards: tuple[Card, ...]
    grid: PictureGrid

    @property
    def key(self) -> tuple[str, int]:
        """A key that distinguishes the sheet from all others."""
        return self.stack.id, self.number

    @property
    def part(self) -> str:
        """Return the part of its file name that distinguishes it from the stack's other sheets:
        `1`, `back`, or `1-back`.
        """
        if self.number > 0:
            return str(self.number)
        return f"{-self.number}-back" if self.number else "back"

    @property
    def faces(self) -> list[Card]:
        """List the distinct cards on it, in order."""
        return list({card.id: card for card in self.cards}.values())


@dataclass(frozen=True)
class SheetPlan:
    """The sheets of one stack; `back` is a separate picture, None if the stack has no back or it is
    on the sheets.
    """

    stack: Stack
    sheets: tuple[CardSheet, ...]
    back: CardSheet | None
    backs: tuple[CardSheet, ...] = ()
    """The other sides, one sheet for each of the sheets, if each card has its own."""

    def back_of(self, sheet: CardSheet) -> CardSheet | None:
        """Return the picture behind the cards of a sheet."""
        return self.backs[sheet.number - 1] if self.backs else self.back


def plan_sheets(
    stacks: list[Stack],
    limits: Callable[[Stack], Limits],
    is_each: bool = False,
    with_back_on_sheet: bool = False,
) -> list[SheetPlan]:
    """Distribute the faces of stacks over sheets. `is_each` shows every copy; a back may be the
    last picture of each sheet.

    If backs are separate pictures, a deck without one gets a plain one.
    """
    plans = []
    for stack in stacks:
        cards = [card for card in stack.cards for _ in range(card.copies if is_each else 1)]
        on_sheet = [stack.back] if stack.back and with_back_on_sheet else []
        sheets, grids = [], _grids(len(cards), len(on_sheet), stack, limits(stack))
        for number, grid in enumerate(grids, 1):
            count = grid.count - len(on_sheet)
            sheets.append(CardSheet(stack, number, (*cards[:count], *on_sheet), grid))
            cards = cards[count:]
        back, backs = None, tuple[CardSheet, ...]()
        if stack.backs:
            backs = tuple(map(_other_sides, sheets))
        elif not with_back_on_sheet and (stack.back or stack.is_deck):
            alone = PictureGrid(1, 1, 1, grids[0].dpi, grids[0].cell_px)
            back = CardSheet(stack, 0, (stack.back,) if stack.back else (), alone)
        plans.append(SheetPlan(stack, tuple(sheets), back, backs))
    return plans


def _other_sides(sheet: CardSheet) -> CardSheet:
    """Return the sheet of the other sides of a sheet's cards, each in the place of its front."""
    behind = {
        card.id: back for card, back in zip(sheet.stack.cards, sheet.stack.backs, strict=True)
    }
    return replace(
        sheet, number=-sheet.number, cards=tuple(behind[card.id] for card in sheet.cards)
    )


def warn_of_plain_backs(plans: list[SheetPlan], problems: Problems) -> None:
    """Warn about decks that have no back, and so get a plain one."""
    for plan in plans:
        if plan.back and not plan.stack.back:
            component = plan.stack.component
            problems.warn(say.NO_BACK(id_=component.id), component.place)


def _grids(count: int, more: int, stack: Stack, limits: Limits) -> list[PictureGrid]:
    """Plan grids for `count` cards, each with room for `more` others."""
    grids = plan_grids(count + more, stack.size_mm, limits)
    while sum(grid.count - more for grid in grids) < count:
        grids = plan_grids(count + more * (len(grids) + 1), stack.size_mm, limits)
    return grids


def draw_sheets(
    press: Press,
    plans: list[SheetPlan],
    progress: Progress = no_progress,
    seen: Callable[[CardSheet, Picture], None] = lambda sheet, picture: None,
) -> Iterator[tuple[CardSheet, bytes]]:
    """Draw all sheets, and yield each with its PNG. `seen` gets every sheet's picture before it is
    packed.
    """
    sheets = [
        sheet
        for plan in plans
        for sheet in (*plan.sheets, *plan.backs, *([plan.back] if plan.back else []))
    ]
    total = sum(len(sheet.faces) for sheet in sheets)

    def pictures() -> Iterator[tuple[CardSheet, Picture]]:
        done = 0
        for sheet in sheets:
            picture = _drawn(
                press,
                sheet,
                lambda at, _, label, before=done: progress(  # type: ignore[misc]
                    before + at, total, label
                ),
            )
            done += len(sheet.faces)
            seen(sheet, picture)
            yield sheet, picture

    few = min(cores(), 2)  # a sheet is up to 50 MB while it is packed
    yield from in_parallel(pictures(), lambda picture: write_png(picture), few)


def _drawn(press: Press, sheet: CardSheet, progress: Progress) -> Picture:
    """Draw one sheet, each distinct face once."""
    grid = sheet.grid
    is_clear = bool(sheet.cards) and isinstance(sheet.stack.shape, Silhouette)
    picture = blank(grid.size_px, EMPTY if sheet.cards else PLAIN, is_clear)
    places: dict[str, list[int]] = {}
    for number, card in enumerate(sheet.cards):
        places.setdefault(card.id, []).append(number)
    flat = [_rectangular(resized(card, sheet.stack.size_mm)) for card in sheet.faces]
    for card, face in render_faces(press, flat, grid.dpi, progress=progress):
        face = widened(face, sheet.stack.shape)
        for number in places[card.id]:
            picture.paste(face, grid.corner_px(number))
    return picture


def _rectangular(card: Card) -> Card:
    """Return the whole rectangle of a round face: virtual tables cut it themselves, without
    transparency. Only the shape of a path is shown to them by transparency.
    """
    return card if isinstance(card.shape, Silhouette) else replace(card, shape="rectangle")


def content_hash(content: bytes) -> str:
    """Identify content by ten characters, so that a changed picture has another address and no
    table shows the old one.
    """
    return hashlib.sha256(content).hexdigest()[:10]
