"""The places of the zones of a `setup:` on a table: common zones in the middle, those of each
player before their seat.

In: a game, its `TableSetup`, and the same as `Laid`. Out: an `Arrangement` without overlaps.
Lengths are in millimetres from the middle of the table, with x to the right and y towards the first
player. Pure geometry; knows no pictures and no virtual table.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from generator.data.dealing import Laid, LaidPiece
from generator.data.game import Game
from generator.data.setting import TableSetup, Zone, cards_of
from generator.data.wording import phrase

COUNTER_MM, DIE_MM, PIECE_MM = (30.0, 22.0), 16.0, 14.0
MOST_IN_A_ROW = 8
"""The number of cards that are side by side; more form a pile."""
MOST_FANNED = 7
FANNED = 0.3  # the visible part of a card in a fanned hand
GAP_MM = 8.0
Size = tuple[float, float]
Sort = Literal["board", "pile", "row", "hand", "counter", "dice"]


@dataclass(frozen=True)
class Thing:
    """Something with a place: the card that is the table's surface, a pile of a zone, a row of
    single cards, a hand, a counter or dice. `seat` is None in the middle.

    `cells` pieces are side by side or fanned, each at most `cell_mm` large.
    """

    sort: Sort
    name: str
    seat: int | None
    cell_mm: Size
    pile: str = ""
    cells: int = 1

    @property
    def spot(self) -> tuple[str, int | None, str]:
        """Name the pile as `Laid` does."""
        return self.name, self.seat, self.pile

    @property
    def step_mm(self) -> float:
        """Return the distance between the middles of its pieces."""
        width = self.cell_mm[0]
        if self.sort != "hand":
            return width * 1.06
        return width * FANNED * min(1.0, (MOST_FANNED - 1) / max(self.cells - 1, 1))

    @property
    def size_mm(self) -> Size:
        return self.cell_mm[0] + self.step_mm * (self.cells - 1), self.cell_mm[1]

    def middles(self) -> list[float]:
        """Return the middles of its pieces, measured to the right from the thing's own middle."""
        return [(number - (self.cells - 1) / 2) * self.step_mm for number in range(self.cells)]


@dataclass(frozen=True)
class Placed:
    """A thing, its middle, and the middle of its label below it. `is_turned` means that it faces
    the players at the far side.
    """

    thing: Thing
    x: float
    y: float
    label: tuple[float, float]
    is_turned: bool = False


@dataclass(frozen=True)
class SeatArea:
    """The area before one player, and the middle of the player's name."""

    seat: int
    x: float
    y: float
    size_mm: Size
    title: tuple[float, float]
    is_turned: bool


@dataclass(frozen=True)
class Arrangement:
    """A whole table: everything with its place, the players' areas, and the total size."""

    placed: tuple[Placed, ...]
    seats: tuple[SeatArea, ...]
    size_mm: Size


@dataclass(frozen=True)
class Spacing:
    """The space around things: the sizes of labels, a player's title, and the maximum width of rows
    in the middle and before a seat.

    `turns` means that things at the far side face away from us, as on a table; in a picture
    everything is upright.
    """

    label: Callable[[Thing], Size]
    title_mm: Size
    middle_mm: float
    seat_mm: float
    gap_mm: float = GAP_MM
    turns: bool = True


# ---------------------------------------------------------------- what is placed


def things_of(game: Game, setting: TableSetup, laid: Laid) -> list[Thing]:
    """List everything with a place on a table, in the order of the file."""
    found: list[Thing] = []
    seats: dict[bool, Sequence[int | None]] = {True: range(laid.players), False: [None]}
    if (board := surface_of(game, setting, laid)) is not None:
        found.append(Thing("board", board.id, None, piece_size(game, board.id)))
    for zone in setting.zones.values():
        size = _cell(game, zone, laid)
        for seat in seats[zone.is_own]:
            for pile in zone.pile_names:
                found.append(_thing(zone, seat, pile, laid.piles[(zone.name, seat, pile)], size))
    for counter in setting.counters.values():
        found += [
            Thing("counter", counter.name, seat, COUNTER_MM) for seat in seats[counter.is_own]
        ]
    for dice in setting.dice.values():
        for seat in seats[dice.is_own]:
            found.append(
                Thing(
                    "dice", dice.name, seat, (DIE_MM, DIE_MM), cells=min(dice.count, MOST_IN_A_ROW)
                )
            )
    return found


def surface_of(game: Game, setting: TableSetup, laid: Laid) -> LaidPiece | None:
    """Return the card that is the table's surface; None if there is none, or it is in a zone."""
    card = game.cards.get(setting.surface or "")
    in_zones = {piece.id for pieces in laid.piles.values() for piece in pieces}
    if card is None or card.id in in_zones:
        return None
    return LaidPiece(card.id, 0, card.record)


def _thing(
    zone: Zone, seat: int | None, pile: str, pieces: Sequence[LaidPiece], size: Size
) -> Thing:
    count = len(pieces)
    if zone.seen == "owner":
        return Thing("hand", zone.name, seat, size, pile, max(count, 1))
    differ = not zone.is_full or len({piece.id for piece in pieces}) > 1
    if zone.seen == "all" and not zone.is_face_down and differ and 2 <= count <= MOST_IN_A_ROW:
        return Thing("row", zone.name, seat, size, pile, count)
    return Thing("pile", zone.name, seat, size, pile)


def _cell(game: Game, zone: Zone, laid: Laid) -> Size:
    """Return the room for one piece: the largest in a zone or, if it is empty, the largest that it
    may hold.
    """
    ids = set[str]()
    for (name, _, _), pieces in laid.piles.items():
        if name == zone.name:
            ids |= {piece.id for piece in pieces}
    ids = ids or set(cards_of(game.for_all, zone))
    if not ids:
        return game.card_size_mm
    widths, heights = zip(*(piece_size(game, id_) for id_ in ids), strict=True)
    return max(widths), max(heights)


def piece_size(game: Game, id_: str) -> Size:
    """Return the size of a card, or of a piece without a face, such as a cube."""
    card = game.cards.get(id_)
    return (PIECE_MM, PIECE_MM) if card is None else game.size_of(card)


def label_of(game: Game, thing: Thing) -> str:
    """Name something on the table: a board by its title, everything else as `name_of` does."""
    if thing.sort == "board":
        return game.cards[thing.name].title
    return name_of(game, thing.name, thing.pile)


def name_of(game: Game, name: str, pile: str = "") -> str:
    """Name a zone, a counter or dice: by `setup_NAME` of `words:` if it exists, by the component
    with that name, otherwise by the name itself.
    """
    words = game.context["words"]
    key = "setup_" + name.replace("-", "_")
    own = {component.id: component.name for component in game.components}
    plain = name.replace("-", " ").replace("_", " ").capitalize()
    called = str(words[key]) if key in words else own.get(name, plain)
    return f"{called} {_pile_name(game, pile)}" if pile else called


def _pile_name(game: Game, pile: str) -> str:
    """Name one of several piles: by the name of its row if it has one."""
    for table in game.context["tables"]._values.values():
        rows = table._values
        if pile in rows and "name" in rows[pile]:
            return str(rows[pile].name)
    return pile


def player_name(game: Game, seat: int) -> str:
    """Name a player by their number, from 1."""
    return f"{phrase(game.language, 'player')} {seat + 1}"


# ---------------------------------------------------------------- arranging


def arrange(game: Game, things: Sequence[Thing], players: int, spacing: Spacing) -> Arrangement:
    """Place everything: the middle in rows, the players' areas below and above it, clockwise
    from the first at the lower left.
    """
    of_seat = defaultdict[int | None, list[Thing]](list)
    for thing in things:
        of_seat[thing.seat].append(thing)
    middle = _Block(_middle_rows(game, of_seat[None], spacing), spacing)
    blocks = [_Block(_seat_rows(of_seat[seat], spacing), spacing) for seat in range(players)]
    far_count = (players + 1) // 2 if players > 1 else 0
    near = [0, *range(players - 1, far_count, -1)]
    far = list(range(1, far_count + 1))
    pad = spacing.gap_mm
    width = max([block.size[0] for block in blocks] + [spacing.title_mm[0]]) + 2 * pad
    depth = max([block.size[1] for block in blocks]) + spacing.title_mm[1] + 2 * pad
    across = max(len(near), len(far)) * (width + pad) - pad
    table_width = max(across, middle.size[0])
    bands = [middle.size[1] + 2 * pad, depth]
    if far:
        bands.insert(0, depth + 2 * pad)
    table_depth = math.fsum(bands) - 2 * pad * (not middle.rows)
    placed: list[Placed] = []
    seats: list[SeatArea] = []
    top = -table_depth / 2
    for members, y, is_far in ((far, top + depth / 2, True), (near, -top - depth / 2, False)):
        for number, seat in enumerate(members):
            x = (number - (len(members) - 1) / 2) * (width + pad)
            is_turned = is_far and spacing.turns
            sign = -1 if is_turned else 1
            title = (x, y - sign * (depth / 2 - pad - spacing.title_mm[1] / 2))
            seats.append(SeatArea(seat, x, y, (width, depth), title, is_turned))
            below = sign * spacing.title_mm[1] / 2
            placed += blocks[seat].placed(x, y + below, is_turned, is_far and not spacing.turns)
    middle_y = top + (bands[0] if far else 0.0) + middle.size[1] / 2
    placed += middle.placed(0.0, middle_y, False, False)
    seats.sort(key=lambda area: area.seat)
    placed.sort(key=lambda one: -1 if one.thing.seat is None else one.thing.seat)
    return Arrangement(tuple(placed), tuple(seats), (table_width, table_depth))


def _middle_rows(game: Game, things: Sequence[Thing], spacing: Spacing) -> list[list[Thing]]:
    """Arrange common things in rows: the board, the zones in `table: middle:`, then the others in
    order.
    """
    boards, others, by_name = list[Thing](), list[Thing](), defaultdict[str, list[Thing]](list)
    rows = [list(map(by_name.__getitem__, row)) for row in game.table.get("middle", ())]
    for thing in things:
        if thing.sort == "board":
            boards.append(thing)
        else:
            by_name.get(thing.name, others).append(thing)
    broken = list[list[Thing]]()
    for row in (boards, *(list(chain(*row)) for row in rows), others):
        broken += _broken(row, spacing.middle_mm, spacing)
    return broken


def _seat_rows(things: Sequence[Thing], spacing: Spacing) -> list[list[Thing]]:
    """Arrange a player's things in rows, in order, hands last."""
    return _broken(sorted(things, key=lambda one: one.sort == "hand"), spacing.seat_mm, spacing)


def _broken(row: Iterable[Thing], most_mm: float, spacing: Spacing) -> list[list[Thing]]:
    found: list[list[Thing]] = []
    across = 0.0
    for thing in row:
        width = _outer(thing, spacing)[0]
        if not found or across + spacing.gap_mm + width > most_mm:
            found.append([])
            across = -spacing.gap_mm
        found[-1].append(thing)
        across += spacing.gap_mm + width
    return found


def _outer(thing: Thing, spacing: Spacing) -> Size:
    """Return the room that a thing needs, with its label below it."""
    width, height = spacing.label(thing)
    return max(thing.size_mm[0], width), thing.size_mm[1] + height


class _Block:
    """Rows of things, one below the other, each centred; within a row, things are aligned at the
    bottom, where their labels begin.
    """

    def __init__(self, rows: list[list[Thing]], spacing: Spacing) -> None:
        self.rows, self.spacing = rows, spacing
        self.outer = [[_outer(thing, spacing) for thing in row] for row in rows]
        self.tallest, self.heights, self.widths = list[float](), list[float](), list[float]()
        for row, outer in zip(rows, self.outer, strict=True):
            tallest = max(thing.size_mm[1] for thing in row)
            label = max(spacing.label(thing)[1] for thing in row)
            gaps = spacing.gap_mm * (len(row) - 1)
            self.tallest.append(tallest)
            self.heights.append(tallest + label)
            self.widths.append(math.fsum(width for width, _ in outer) + gaps)
        depth = math.fsum(self.heights) + spacing.gap_mm * max(len(rows) - 1, 0)
        self.size: Size = (max(self.widths, default=0.0), depth)

    def placed(
        self, middle_x: float, middle_y: float, is_turned: bool, is_reversed: bool
    ) -> list[Placed]:
        """Place the block around a middle, turned by 180 degrees or with its rows reversed if
        required.
        """
        found = []
        order = range(len(self.rows))
        sign = -1 if is_turned else 1
        top = -self.size[1] / 2
        for number in reversed(order) if is_reversed else order:
            left = -self.widths[number] / 2
            bottom = top + self.tallest[number]
            for thing, (width, height) in zip(self.rows[number], self.outer[number], strict=True):
                x, y = left + width / 2, bottom - thing.size_mm[1] / 2
                label_y = bottom + (height - thing.size_mm[1]) / 2
                label = (middle_x + sign * x, middle_y + sign * label_y)
                found.append(
                    Placed(thing, middle_x + sign * x, middle_y + sign * y, label, is_turned)
                )
                left += width + self.spacing.gap_mm
            top += self.heights[number] + self.spacing.gap_mm
        return found
