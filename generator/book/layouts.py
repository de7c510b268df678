"""The picture of a set-up for the rulebook: the cards' faces and backs in their zones, counts,
names, and what each player has.

In: a game and its Press, a number of players, the room there is, and how a text is set. Out: a
`SetupPicture` with its height, which a `Pen` draws. Where things are is worked out in
`data.placing`; here it is scaled to paper, on which names keep their size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from generator.book import messages as say
from generator.book.strips import THIN_MM, Pen, SetWords
from generator.data.dealing import Laid, LaidPiece, lay
from generator.data.game import Card, Game
from generator.data.geometry import Box, sides_of
from generator.data.placing import (
    Arrangement,
    Placed,
    SeatArea,
    Size,
    Spacing,
    Thing,
    arrange,
    label_of,
    piece_size,
    player_name,
    things_of,
)
from generator.data.problems import ProblemError
from generator.data.saying import from_to
from generator.data.setting import TableSetup, player_counts, read_setting
from generator.data.silhouettes import polygon_in, seen_behind
from generator.face.press import Press
from generator.face.stamp import Stamp

LABEL_PT, TITLE_PT, NUMBER_PT = 6.6, 7.8, 7.2
LARGEST, SMALLEST = 0.42, 0.025  # scales of the picture
_STEP = 0.95  # from one scale that is tried to the next
_GAP, _EDGE = 2.6, 2.0  # millimetres on paper, as all below
_LABEL_MM = 15.0  # a name breaks into lines if it is longer, and wider than its zone
_COUNTER_HIGH, _BADGE_HIGH, _DIE = 4.8, 3.5, 4.4
_ABOVE_LABEL = 1.0
_HIGH = 1.15  # of its width
_DASH = "[1.6 1.6] 0 d"


Letters = Callable[[str, float, bool, float], SetWords]
"""Set a text: its size in points, whether it is bold, and the width in millimetres at which it
breaks.
"""


@dataclass(frozen=True)
class SetupPicture:
    """A table that is laid out on paper. Millimetres."""

    width: float
    height: float
    draw: Callable[[Pen, float, float], None]


def setup_picture(
    game: Game,
    press: Press,
    players: int,
    room_mm: Size,
    letters: Letters,
    ground: str | None = "panel",
) -> SetupPicture:
    """Draw the set-up for a number of players as large as fits into the room, which it fills in
    width, on a background if there is one.

    Raises ProblemError: `unknown-players` if the game is not for that number, `rulebook-overflow`
    if names do not fit.
    """
    whole = game.for_all
    counts = player_counts(whole)
    if players not in counts:
        can = from_to(counts[0], counts[-1])
        message = say.PLAYERS_NOT_POSSIBLE(can=can, found=players)
        raise ProblemError.of(message)
    setting = read_setting(whole)
    return _TablePicture(
        whole, press, setting, lay(whole, setting, players), room_mm, letters, ground
    ).picture()


class _TablePicture:
    def __init__(
        self,
        game: Game,
        press: Press,
        setting: TableSetup,
        laid: Laid,
        room_mm: Size,
        letters: Letters,
        ground: str | None,
    ) -> None:
        self.game, self.press, self.setting = game, press, setting
        self.laid, self.room_mm = laid, room_mm
        self._letters, self.ground = letters, ground
        self._set: dict[tuple[str, float, bool, int], SetWords] = {}
        self.things = things_of(game, setting, laid)

    # -------------------------------------------------------------------------------------- fitting

    def picture(self) -> SetupPicture:
        """Draw it as large as fits, at most a bit higher than wide; on the whole height only if
        it fits in no other way.
        """
        width, most = self.room_mm
        found = self._fitted(min(width * _HIGH, most)) or self._fitted(most)
        if found is not None:
            return found
        message = say.SETUP_DOES_NOT_FIT(players=self.laid.players, width=width, height=most)
        raise ProblemError.of(message)

    def _fitted(self, most: float) -> SetupPicture | None:
        scale, width = LARGEST, self.room_mm[0]
        while scale >= SMALLEST:
            table = self._arranged(scale)
            if (
                table.size_mm[0] * scale <= width - 2 * _EDGE
                and table.size_mm[1] * scale <= most - 2 * _EDGE
            ):
                return self._picture_of(table, scale)
            scale *= _STEP
        return None

    def _picture_of(self, table: Arrangement, scale: float) -> SetupPicture:
        height = table.size_mm[1] * scale + 2 * _EDGE
        return SetupPicture(
            self.room_mm[0], height, lambda pen, x, y: self._draw(pen, x, y, table, scale)
        )

    def _arranged(self, scale: float) -> Arrangement:
        sides = (self.laid.players + 1) // 2 if self.laid.players > 2 else 1
        across = (self.room_mm[0] - 2 * _EDGE) / scale
        gap = _GAP / scale
        title = self._title(0)
        spacing = Spacing(
            label=lambda thing: self._label_size(thing, scale),
            title_mm=(title.width / scale, (title.height + 1.6) / scale),
            middle_mm=across,
            seat_mm=(across + gap) / sides - 3 * gap,
            gap_mm=gap,
            turns=False,
        )
        return arrange(
            self.game,
            [self._on_paper(thing, scale) for thing in self.things],
            self.laid.players,
            spacing,
        )

    def _on_paper(self, thing: Thing, scale: float) -> Thing:
        """Return a thing with its size on paper, where anything with a number stays legible."""
        if thing.sort == "counter":
            width = max(self._number(self._value(thing)).width + 3.4, 7.0)
            return replace(thing, cell_mm=(width / scale, _COUNTER_HIGH / scale))
        if thing.sort == "dice":
            return replace(thing, cell_mm=(_DIE / scale, _DIE / scale))
        return thing

    # ---------------------------------------------------------------------------------------- texts

    def _set_text(self, text: str, size_pt: float, is_bold: bool, most_mm: float) -> SetWords:
        key = (text, size_pt, is_bold, round(most_mm))
        if key not in self._set:
            self._set[key] = self._letters(text, size_pt, is_bold, float(round(most_mm)))
        return self._set[key]

    def _label(self, thing: Thing, scale: float) -> SetWords:
        most = max(thing.size_mm[0] * scale + 1.0, _LABEL_MM)
        return self._set_text(label_of(self.game, thing), LABEL_PT, False, most)

    def _label_size(self, thing: Thing, scale: float) -> Size:
        label = self._label(thing, scale)
        return label.width / scale, (label.height + _ABOVE_LABEL) / scale

    def _title(self, seat: int) -> SetWords:
        return self._set_text(player_name(self.game, seat), TITLE_PT, True, 60.0)

    def _number(self, number: int, size_pt: float = NUMBER_PT) -> SetWords:
        return self._set_text(str(number).replace("-", "\u2212"), size_pt, True, 60.0)

    def _value(self, thing: Thing) -> int:
        return self.laid.counters[(thing.name, thing.seat)]

    # -------------------------------------------------------------------------------------- drawing

    def _draw(self, pen: Pen, x: float, y: float, table: Arrangement, scale: float) -> None:
        box = Box(x, y, self.room_mm[0], table.size_mm[1] * scale + 2 * _EDGE)
        if self.ground is not None:
            pen.fill(box, self.ground, 3.0)
        middle = box.centre
        for area in table.seats:
            self._draw_seat(pen, middle, area, scale)
        for placed in table.placed:
            self._draw_thing(pen, middle, placed, scale)

    def _draw_seat(self, pen: Pen, middle: Size, area: SeatArea, scale: float) -> None:
        x, y = middle[0] + area.x * scale, middle[1] + area.y * scale
        pen.fill(Box.about(x, y, area.size_mm[0] * scale, area.size_mm[1] * scale), "card", 2.0)
        title = self._title(area.seat)
        x, y = middle[0] + area.title[0] * scale, middle[1] + area.title[1] * scale
        title.draw_about(pen, x, y)

    def _draw_thing(self, pen: Pen, middle: Size, placed: Placed, scale: float) -> None:
        thing = placed.thing
        x, y = middle[0] + placed.x * scale, middle[1] + placed.y * scale
        draw = _DRAWN.get(thing.sort, _TablePicture._draw_pieces)
        draw(self, pen, x, y, thing, scale)
        label = self._label(thing, scale)
        label_x, label_y = middle[0] + placed.label[0] * scale, middle[1] + placed.label[1] * scale
        label.draw(pen, label_x - label.width / 2, label_y + (_ABOVE_LABEL - label.height) / 2)

    def _draw_board(self, pen: Pen, x: float, y: float, thing: Thing, scale: float) -> None:
        self._draw_piece(pen, x, y, LaidPiece(thing.name, 0), False, scale)

    def _draw_counter(self, pen: Pen, x: float, y: float, thing: Thing, scale: float) -> None:
        width, height = thing.size_mm[0] * scale, thing.size_mm[1] * scale
        pen.tag(Box.about(x, y, width, height), 0.3, height / 2)
        number = self._number(self._value(thing))
        number.draw_about(pen, x, y)

    def _draw_dice(self, pen: Pen, x: float, y: float, thing: Thing, scale: float) -> None:
        pool = self.setting.dice[thing.name]
        number = self._number(pool.faces)
        for shift in thing.middles():
            die_x = x + shift * scale
            pen.tag(Box.about(die_x, y, _DIE, _DIE), 0.3, 0.8)
            number.draw_about(pen, die_x, y)
        if pool.count > thing.cells:
            self._draw_badge(pen, x, y + _DIE / 2, pool.count)

    def _draw_pieces(self, pen: Pen, x: float, y: float, thing: Thing, scale: float) -> None:
        pieces = self.laid.piles[thing.spot]
        zone = self.setting.zones[thing.name]
        if not pieces:  # the outline of its place
            cell = Box.about(x, y, thing.cell_mm[0] * scale, thing.cell_mm[1] * scale)
            for start, end in sides_of(cell.corners):
                pen.rule(*start, *end, 0.2, "ink", _DASH)
            return
        is_hidden = zone.is_face_down or zone.seen == "owner"
        if thing.sort == "pile":
            for layer in range(min(len(pieces) - 1, 2), -1, -1):
                self._draw_piece(
                    pen, x + 0.35 * layer, y + 0.35 * layer, pieces[-1], is_hidden, scale
                )
        else:
            for piece, shift in zip(pieces, thing.middles(), strict=False):
                self._draw_piece(pen, x + shift * scale, y, piece, is_hidden, scale)
        if thing.sort != "row" and len(pieces) > 1:
            low = max(
                y + piece_size(self.game, pieces[-1].id)[1] * scale / 2 - _BADGE_HIGH / 2 - 0.5, y
            )
            self._draw_badge(pen, x, low, len(pieces))

    def _draw_badge(self, pen: Pen, x: float, y: float, count: int) -> None:
        number = self._number(count, LABEL_PT)
        width = max(number.width + 1.8, _BADGE_HIGH)
        pen.tag(Box.about(x, y, width, _BADGE_HIGH), 0.25, _BADGE_HIGH / 2)
        number.draw_about(pen, x, y)

    def _draw_piece(
        self, pen: Pen, x: float, y: float, piece: LaidPiece, is_hidden: bool, scale: float
    ) -> None:
        width, height = (side * scale for side in piece_size(self.game, piece.id))
        box = Box.about(x, y, width, height)
        card = self.game.cards.get(piece.id)
        if card is None:
            pen.fill(box, "gold", width / 2)
            pen.frame(box, THIN_MM, "ink", width / 2)
            return
        stamp = self._stamp(card, is_hidden)
        if corners := polygon_in(seen_behind(card.shape) if is_hidden else card.shape, box):
            pen.polygon(stamp, box, corners)
            return
        radius = width / 2 if card.shape == "round" else 3.0 * scale
        if stamp is not None:
            pen.stamp(stamp, box, radius)
        else:
            pen.fill(box, "shade", radius)
        pen.frame(box, THIN_MM, "ink", radius)

    def _stamp(self, card: Card, is_hidden: bool) -> Stamp | None:
        shown = self.game.backs.get(card.id) if is_hidden else card.id
        return self.press.stamp(self.game.cards[shown]) if shown else None


_DRAWN: Mapping[str, Callable[[_TablePicture, Pen, float, float, Thing, float], None]] = {
    "counter": _TablePicture._draw_counter,
    "dice": _TablePicture._draw_dice,
    "board": _TablePicture._draw_board,
}
"""How things on the table are drawn; all others are places for pieces."""
