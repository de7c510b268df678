"""Messages of the free table: the actions of seats, and their views.

In: nothing. Out: the dataclasses that pages and the server send each other (`ACTIONS` and `SHOWN`
by their "t"). Knows no state and no sockets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

SPECTATOR = 100
"""The seat of all spectators: it sees what is open, and does nothing."""
TABLE = -1
"""The owner of what belongs to no seat, but to the whole table."""
At = Literal["top", "under", "random"]
Side = Literal["as it is", "up", "down"]

# ------------------------------------------------------------ of the table, by the studio's owner


@dataclass(frozen=True)
class LayTable:
    """Set up the cards as drawn now, for some players."""

    players: int


@dataclass(frozen=True)
class GoOnTable:
    """Continue with a saved table, by its file's name."""

    saved: str


@dataclass(frozen=True)
class SaveTable:
    """Save the table, to continue on another day."""


@dataclass(frozen=True)
class PutAway:
    """Clear the table."""


@dataclass(frozen=True)
class EndTable:
    """Log the play at the table, and open all cards to anyone who replays it afterwards.

    `names` and `scores` are by seat, `winners` are seats; `minutes` is 0 for the time on the clock.
    """

    names: list[str]
    winners: list[int]
    minutes: int = 0
    scores: list[int] | None = None
    note: str = ""


@dataclass(frozen=True)
class WatchTable:
    """Replay a saved table step by step; "" returns to the current table."""

    saved: str
    step: int = 0


@dataclass(frozen=True)
class DropTable:
    """Delete a saved table."""

    saved: str


@dataclass(frozen=True)
class SitAt:
    """Look at the table from a seat."""

    seat: int


# ---------------------------------------------------------------- of a seat


@dataclass(frozen=True)
class Action:
    """An action of a seat. Pieces are named by the ids that this seat was sent for them."""

    seat: int


@dataclass(frozen=True)
class Move(Action):
    """Move a piece to a place, or for place 0 to a point of the mat, in hundredths of it."""

    piece: str
    place: int
    x: float = 0.0
    y: float = 0.0
    at: At = "top"
    side: Literal["", "as it is", "up", "down"] = ""
    """How it is turned there; "" for the usual way of that place."""


@dataclass(frozen=True)
class MovePile(Action):
    """Move everything at a place to another, or for place 0 to a point of the mat."""

    source: int
    place: int
    x: float = 0.0
    y: float = 0.0
    at: At = "top"


@dataclass(frozen=True)
class Gather(Action):
    """Move several pieces to one place, or for place 0 onto one pile at a point of the mat."""

    pieces: list[str]
    place: int
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True)
class Copy(Action):
    """Make another piece like one that this seat sees."""

    piece: str


@dataclass(frozen=True)
class Remove(Action):
    """Remove a piece from the game; it can be fetched back."""

    piece: str


@dataclass(frozen=True)
class Flip(Action):
    """Turn a piece over."""

    piece: str


@dataclass(frozen=True)
class FlipPile(Action):
    """Turn a whole pile over, so that the lowest piece is on top."""

    place: int


@dataclass(frozen=True)
class Rotate(Action):
    """Turn a piece clockwise by a number of degrees, in quarter turns."""

    piece: str
    by: int = 90


@dataclass(frozen=True)
class Mark(Action):
    """Put a number of counters on a piece, or take them off."""

    piece: str
    by: int


@dataclass(frozen=True)
class Shuffle(Action):
    """Shuffle everything at a place."""

    place: int


@dataclass(frozen=True)
class Cut(Action):
    """Cut a pile somewhere in its middle."""

    place: int


@dataclass(frozen=True)
class Draw(Action):
    """Take a number of pieces from the top of a pile into the hand."""

    place: int
    count: int = 1


@dataclass(frozen=True)
class Deal(Action):
    """Deal a number of pieces from a pile to each player's hand, one at a time."""

    place: int
    count: int = 1


@dataclass(frozen=True)
class TakeAny(Action):
    """Take a random piece into the hand."""

    place: int


@dataclass(frozen=True)
class LookAt(Action):
    """Look at a number of pieces from the top of a pile; 0 looks through all of it, in no order."""

    place: int
    count: int = 0


@dataclass(frozen=True)
class LookAway(Action):
    """Stop looking at a pile."""


@dataclass(frozen=True)
class Show(Action):
    """Show a piece to another seat; -1 shows it to all, -2 stops showing it."""

    piece: str
    to: int = -1


@dataclass(frozen=True)
class Fan(Action):
    """Spread the pieces at a place side by side, or stack them."""

    place: int
    is_spread: bool


@dataclass(frozen=True)
class Tally(Action):
    """Change a counter; `owner` is the seat that it is before, -1 for the table's own."""

    name: str
    owner: int
    by: int


@dataclass(frozen=True)
class Roll(Action):
    """Roll dice; `owner` as for counters."""

    name: str
    owner: int


@dataclass(frozen=True)
class Point(Action):
    """Point at a place, or for place 0 at a point of the mat."""

    place: int
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True)
class Pass(Action):
    """Say whose turn it is."""

    to: int


@dataclass(frozen=True)
class Retract(Action):
    """Take back the last action, unless a seat has seen something new because of it."""


# ---------------------------------------------------------------- to the page


class Part:
    """A part of messages that is sent repeatedly: it is written once, and keeps its JSON."""

    __slots__ = ("json",)
    json: str


@dataclass(frozen=True)
class SavedTable:
    """A saved table: its file, its time, the number of players, the number of steps."""

    name: str
    date: str
    players: int
    steps: int
    is_over: bool


@dataclass(frozen=True)
class TableOffer:
    """The numbers of players for which the game can be set up, and the saved tables, the newest
    first.
    """

    counts: list[int]
    saved: list[SavedTable]
    is_laid: bool = False


@dataclass(frozen=True)
class Look:
    """The look of a sort of piece from behind: the card that is its back, if any, its size in mm,
    and its outline as CSS.

    `outline` is seen from the front, `behind` from behind; both are "" for a rectangle.
    """

    back: str
    name: str
    width: float
    height: float
    shape: str
    has_face: bool
    outline: str = ""
    behind: str = ""


@dataclass(frozen=True)
class SeenPiece:
    """A piece as one seat sees it. `face` is the card that it shows to this seat, "" for none.

    `is_own` means that this seat knows the face of a face-down piece.
    """

    id: str
    face: str
    look: int
    turn: int
    marks: int
    is_own: bool


@dataclass(frozen=True)
class SeenPlace(Part):
    """A place as one seat sees it; `seat` is -1 for the table's own, `backs` counts hidden pieces
    by look.

    For a pile, `pieces` has only the top; for another player's hand, the pieces that are shown. A
    place without a name is on the mat, at `x` and `y` in hundredths.
    """

    key: int
    name: str
    seat: int
    count: int
    is_spread: bool
    is_hand: bool
    pieces: list[SeenPiece]
    backs: list[tuple[int, int]]
    x: float
    y: float


@dataclass(frozen=True)
class SeenLook(Part):
    """The pieces at which a seat looks, from the top of a pile; `is_all` means all of it, in no
    order.
    """

    place: int
    name: str
    is_all: bool
    pieces: list[SeenPiece]


@dataclass(frozen=True)
class SeenTally:
    """A counter; `owner` is -1 for the table's own."""

    name: str
    owner: int
    value: int


@dataclass(frozen=True)
class SeenDice:
    """Dice, with the numbers that they show; 0 before they are rolled."""

    name: str
    owner: int
    faces: int
    values: list[int]


@dataclass(frozen=True)
class TableView:
    """A seat's whole view of the free table. `made` counts the actions."""

    seat: int
    players: int
    made: int
    turn: int
    looks: list[Look]
    places: list[SeenPlace]
    tallies: list[SeenTally]
    dice: list[SeenDice]
    journal: list[str]
    can_retract: bool
    looking: SeenLook | None = None
    surface: str = ""


@dataclass(frozen=True)
class TableScene:
    """A saved table after a step, and the number of steps; `at_s` is the time of the step, in
    seconds since the table was set up.
    """

    saved: str
    step: int
    steps: int
    at_s: int
    view: TableView


@dataclass(frozen=True)
class Pointed:
    """A player points at a place, or at a point of the mat. `seat` is the recipient."""

    seat: int
    by: int
    place: int
    x: float
    y: float


@dataclass(frozen=True)
class TableGone:
    """The free table is put away."""

    seat: int = field(default=-1)


ACTIONS: dict[str, type] = {
    "table_move": Move,
    "table_move_pile": MovePile,
    "table_gather": Gather,
    "table_copy": Copy,
    "table_remove": Remove,
    "table_flip": Flip,
    "table_flip_pile": FlipPile,
    "table_rotate": Rotate,
    "table_mark": Mark,
    "table_shuffle": Shuffle,
    "table_cut": Cut,
    "table_draw": Draw,
    "table_deal": Deal,
    "table_take_any": TakeAny,
    "table_look": LookAt,
    "table_look_away": LookAway,
    "table_show": Show,
    "table_fan": Fan,
    "table_tally": Tally,
    "table_roll": Roll,
    "table_point": Point,
    "table_pass": Pass,
    "table_retract": Retract,
}
"""The actions of a seat, by their "t"."""
SHOWN: dict[str, type] = {
    "table_lay": LayTable,
    "table_go_on": GoOnTable,
    "table_save": SaveTable,
    "table_put_away": PutAway,
    "table_end": EndTable,
    "table_watch": WatchTable,
    "table_drop": DropTable,
    "table_scene": TableScene,
    "table_sit": SitAt,
    "table_offer": TableOffer,
    "table_view": TableView,
    "table_pointed": Pointed,
    "table_gone": TableGone,
}
"""All other messages of the free table, by their "t"."""
