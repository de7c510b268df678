"""Fast conversion of a draft's text into faces and problems: faces that an edit does not affect are
not drawn again.

In: the text of a cards.yaml; values being typed. Out: messages for the page. Draws on the calling
thread, gives up when a newer text is waiting, and knows neither the draft nor the page.
"""

from __future__ import annotations

import json
import re
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, product
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from generator.cells.tables import field_types
from generator.data.fieldtypes import FieldType
from generator.data.files import path_within
from generator.data.game import Card, Game, icon_names, with_field
from generator.data.loading import load_game
from generator.data.patching import GONE, NewValue, text_of
from generator.data.pieces import Rereader
from generator.data.problems import Problem, ProblemError, Problems
from generator.data.relaying import read_layout_after
from generator.data.source import Node, Written, read_layout
from generator.face.facerun import Proof
from generator.face.fonts import BUNDLED, FontBook
from generator.face.press import Press
from rules_check.notation.reading import problems_of_rules
from studio.draft.grid import ENTRIES, UNREADABLE, grids_of, rows_of
from studio.draft.mending import cell_at, entries_in, mended
from studio.draft.styling import called, fonts_there
from studio.draw import messages as say
from studio.draw.cutouts import cutout, cutout_behind
from studio.protocol.messages import (
    Faces,
    Fault,
    Fitted,
    Grid,
    Origins,
    Picture,
    ProblemList,
    Row,
    Rows,
    Shelf,
    Shelves,
    Wall,
)

BATCH_SECONDS = 0.1
"""How long faces are drawn before the finished ones are sent."""


MOST_TOLD = 200
"""The maximum number of problems sent to a page at once."""
MOST_WHOLE = 100
"""The number of cards of a wall, or rows of a grid, up to which it is sent whole if one changes."""


_Known = TypeVar("_Known", Shelf, Row)
_ID = attrgetter("id")


class Newer(Exception):
    """A signal that there is a newer text, so what is being drawn is no longer needed."""


class Drawn(NamedTuple):
    """A game, and the press that draws its cards."""

    game: Game
    press: Press


@dataclass
class _Begun:
    """A text that is being drawn: its game, and the remaining cards."""

    content: bytes
    drawn: Drawn
    problems: Problems
    left: dict[str, Card]
    started: float
    pale: list[str] | None = None
    """The cards with a fault, which look as before; None if the text is a game."""


class Workshop:
    """One game being edited. `drawn` is the last text that was a game."""

    def __init__(self, path: Path, tell: Callable[[object], None]) -> None:
        self.path, self.tell = path, tell
        self.drawn: Drawn | None = None
        self.latest: Drawn | None = None
        """The same if it is the latest text."""
        self._good: Node | None = None
        """The tree of the last text that was a game, whether or not it has been drawn."""
        self.fonts: FontBook | None = None
        self.root: Node | None = None
        self.read = ""
        """The text that was read last; `root` and `layout` belong to it, and are None if it is not
        YAML.
        """
        self._laid_out: tuple[str, Written] | None = None
        """The layout that was read last, and its text."""
        self._pieces = Rereader()
        self._content: bytes | None = None
        self.wall: Wall | None = None
        self._icons = list[str]()
        self.grids: dict[tuple[str, str], Grid] = {}
        self.shown: dict[str, Picture] = {}
        self.problems = ProblemList(0, [], False)
        self.first = ""
        self.unsaved: dict[str, str] = {}
        """The texts of templates being edited, by their names."""
        self.close = ""
        """The card for which pages learn which template line drew which element."""
        self.origins: Origins | None = None
        self._begun: _Begun | None = None
        self._left_off: _Begun | None = None
        """The text before this one, if it was not drawn completely."""

    @property
    def game(self) -> Game | None:
        """The game of the last text that was one."""
        return self.drawn.game if self.drawn else None

    @property
    def _newest(self) -> Drawn | None:
        """The last game, even if not all of its cards are drawn."""
        begun = self._begun or self._left_off
        return begun.drawn if begun else self.drawn

    def moved(self, path: Path) -> None:
        """Continue in a copy of the game."""
        self.path = path

    def welcome(self) -> Iterator[object]:
        """List everything that a newly opened page must know."""
        yield from self.grids.values()
        if self.wall is not None:
            yield self.wall
            yield Faces(0, list(self.shown.values()))
        yield self.problems

    def has_on_a_face(self, name: str) -> bool:
        """Return whether a face shows this picture of the game's folder."""
        return has_picture(list(self.shown.values()), name)

    def address(self, href: str) -> str:
        """Return where the page finds a picture of the game's folder."""
        return address(self.path.parent, href)

    def try_value(self, seq: int, kind: str, entry: str, field: str, value: NewValue) -> None:
        """Draw the cards of an entry with another value, ahead of its other consequences; draws
        nothing if it is not a value.
        """
        newest = self._newest
        if newest is None or value is GONE:
            return
        game, press = newest
        try:
            types = field_types(game.root, kind)
            values = self._typed_since(game, kind, entry) | {field: value}
            tried = [card for card in game.made_of(entry) if field in card.record]
            for name, typed in values.items():
                checked, refers_to = checked_value(types[name], typed), types[name].refers_to
                tried = [with_field(game, card, name, checked, refers_to) for card in tried]
        except UNREADABLE:
            return
        pictures = list[Picture]()
        for card in tried:
            shown = press.tried(card, self.address)
            if shown.svg is not None:
                self.shown[card.id] = picture_of(card, shown)
                pictures.append(self.shown[card.id])
        self._tell_faces(seq, pictures, is_quick=True)

    def _typed_since(self, game: Game, kind: str, entry: str) -> dict[str, object]:
        """List the values of an entry in the text read last that differ from those of a game.

        Raises KeyError if it no longer states one of them.
        """
        place = (*rows_of("kinds", kind), entry)
        if self.root is None:
            return {}
        (then, _), (now, steps) = game.root.at(place), self.root.at(place)
        if steps < len(place):
            raise KeyError(entry)
        typed = {}
        for name in then.items.keys() | now.items.keys():
            value = now[name].data()
            if value != then.below(name).data():
                typed[name] = value
        return typed

    def redraw(
        self, seq: int, content: bytes, is_newer: Callable[[], bool], may_reuse: bool = True
    ) -> None:
        """Read a text, draw what has changed, and send all changes.

        Raises Newer if other work is waiting. The next call with the same text continues from
        there, unless `start_over` was called.
        """
        if self._begun is not None and self._begun.content != content:
            self.start_over()
        begun, self._begun = self._begun, None
        if begun is None:
            begun = self._begin(seq, content, is_newer, may_reuse)
        if begun is None:
            return
        self._draw(seq, begun, is_newer)
        problems = begun.problems
        self.drawn = self.latest = begun.drawn
        self._left_off = None
        if self.origins is None:  # requested while it was drawn
            self.look_closely(self.close)
        if begun.pale is None:
            problems.extend(begun.drawn.press.problems)
            problems.extend(problems_of_rules(begun.drawn.game))
        self._tell_problems(seq, problems, begun.pale is not None, begun.started, begun.pale)
        self._tell_grids()
        if not is_newer():
            self.get_ready()

    def get_ready(self) -> None:
        """Do work in advance for the next edit and the next start, at a moment when no
        one waits.
        """
        _ = self.layout
        if self.drawn is None:
            return
        game, press = self.drawn
        press.drawer.supplies.parts.kept.keep()
        icons = icon_names(game.icons)
        if icons != self._icons:  # those just written into a new folder may not have been reported
            self._icons = icons
            self._tell_wall(game)

    def look_closely(self, card: str) -> None:
        """From now on, report for this card which template line drew which element; for none if
        `card` is empty.
        """
        self.close, self.origins = card, None
        if self.drawn and card in self.drawn.game.cards:
            self._tell_origins(self.drawn.press, self.drawn.game.cards[card])
        if self._begun is not None:  # it may look otherwise there: sent again once that is drawn
            self.origins = None

    def _tell_origins(self, press: Press, card: Card) -> None:
        svg = press.with_origins(card, self.address)
        if svg is not None and self.origins != Origins(card.id, svg):
            self.origins = Origins(card.id, svg)
            self.tell(self.origins)

    def start_over(self) -> None:
        """Begin to draw from the first card again: those that still look the same are reused."""
        if self._begun is not None:
            self._begun.drawn.press.leave_off()
            self._left_off, self._begun = self._begun, None

    def _previous(self, may_reuse: bool) -> Press | None:
        """Return the press whose faces can be reused."""
        newest = self._newest
        return newest.press if newest and may_reuse else None

    def _begin(
        self, seq: int, content: bytes, is_newer: Callable[[], bool], may_reuse: bool
    ) -> _Begun | None:
        """Read a text and prepare to draw it; None if it is not a game, which is reported."""
        started = time.perf_counter()
        problems = Problems()
        self.latest = None
        try:
            game = self._load(content, problems)
        except ProblemError as fault:
            self.look_at(content)
            self._tell_grids()
            begun = self._begin_mended(content, fault.problems, may_reuse, started)
            if begun is None:
                self._tell_problems(seq, fault.problems, True, started, None)
            return begun
        self._good = game.root
        self.look_at(content, game.root)
        if not self.grids:  # later they can wait until the faces are there
            self._tell_grids()
        if is_newer():
            raise Newer
        press = Press(game, self._previous(may_reuse))
        self.fonts = press.fonts
        if self.wall is None or not may_reuse:
            self._icons = icon_names(game.icons)
        self._tell_wall(game)
        return _Begun(content, Drawn(game, press), problems, dict(game.cards), started)

    def _begin_mended(
        self, content: bytes, found: Sequence[Problem], may_reuse: bool, started: float
    ) -> _Begun | None:
        """Prepare to draw the cards that some faulty cells do not affect; None if the text is wrong
        as a whole.
        """
        if self.root is None:
            return None
        text = mended(self.read, self.path.name, found, self._good)
        if text is None:
            return None
        try:
            game = self._load(text.text.encode(), Problems())
        except ProblemError:
            return None
        self._good = game.root
        press, problems = Press(game, self._previous(may_reuse)), Problems()
        problems.extend(found)
        self.fonts = press.fonts
        self._tell_wall(game)
        pale = entries_in(game.root, text.entries)
        return _Begun(content, Drawn(game, press), problems, dict(game.cards), started, pale)

    def _load(self, content: bytes, problems: Problems) -> Game:
        """Read a text as the game, with its unsaved templates. Raises ProblemError."""
        try:
            game = load_game(self.path, problems, content, read=self._pieces.read)
        except RecursionError:
            raise ProblemError(Problem.of(say.TOO_DEEP())) from None
        return replace(game, unsaved=self.unsaved)

    def look_at(self, content: bytes, root: Node | None = None) -> None:
        """Parse a text as YAML, unless it was the last one read; `root` is the result if it has
        been parsed already.
        """
        if content == self._content:
            return
        self._content, self.root = content, root
        try:
            self.read = text_of(content)[1]
            if root is None:
                self.root = self._pieces.read(self.path, self.path.name, Problems(), content)
        except (ProblemError, UnicodeDecodeError, RecursionError):
            self.root = None

    @property
    def layout(self) -> Written | None:
        """The layout of the text read last in its file; None if it is not YAML. It is read on first
        use, and only where it differs from the one before.
        """
        if self.root is None:
            return None
        if self._laid_out is None:
            self._laid_out = self.read, read_layout(self.read)
        before, layout = self._laid_out
        if before != self.read:
            self._laid_out = None  # it changes while it is read
            layout = read_layout_after(layout, before, self.read)
            self._laid_out = self.read, layout
        return layout

    def _draw(self, seq: int, begun: _Begun, is_newer: Callable[[], bool]) -> None:
        """Draw all remaining cards, starting with the one the user is looking at."""
        game, press = begun.drawn
        cards = sorted(
            begun.left.values(), key=lambda card: self.first not in (card.id, card.entry)
        )
        waiting: list[Picture] = []
        then = time.perf_counter()
        for card in cards:
            shown = press.shown(card, self.address)
            del begun.left[card.id]
            if card.id == self.close:
                self._tell_origins(press, card)
            if shown.svg is not None:
                picture = picture_of(card, shown)
                if self.shown.get(card.id) != picture:
                    self.shown[card.id] = picture
                    waiting.append(picture)
            if waiting and time.perf_counter() - then > BATCH_SECONDS:
                self._tell_faces(seq, waiting)
                waiting, then = [], time.perf_counter()
            if is_newer():
                self._tell_faces(seq, waiting)
                self._begun = begun
                raise Newer
        for gone in self.shown.keys() - game.cards.keys():
            del self.shown[gone]
        self._tell_faces(seq, waiting)

    def _tell_faces(self, seq: int, pictures: list[Picture], is_quick: bool = False) -> None:
        if pictures:
            self.tell(Faces(seq, pictures, is_quick=is_quick))

    def _tell_grids(self) -> None:
        """Send the kinds and tables that have changed; if the text cannot be read, all are left as
        they were.
        """
        if self.root is None:
            return
        grids: dict[tuple[str, str], Grid] = {
            (grid.section, grid.name): grid for grid in grids_of(self.root)
        }
        if not grids and self.grids:
            return
        for key, grid in grids.items():
            if (known := self.grids.get(key)) != grid:
                self.tell(_news_of_grid(known, grid))
        named = set[tuple[str, str]]()
        for section in ENTRIES:
            named.update(product([section], self.root.below(section).items))
        for key in self.grids.keys() - grids.keys() - named:
            self.tell(Grid(self.grids[key].section, key[1], [], []))
        self.grids = {key: grid for key, grid in self.grids.items() if key in named} | grids

    def _tell_wall(self, game: Game) -> None:
        wall = _wall_of(game, self._icons)
        if wall != self.wall:
            known, self.wall = self.wall, wall
            self.tell(_news_of_wall(known, wall))

    def _tell_problems(
        self,
        seq: int,
        found: Iterable[Problem],
        is_stale: bool,
        started: float,
        pale: list[str] | None,
    ) -> None:
        ms = round((time.perf_counter() - started) * 1000, 1)
        self.problems = ProblemList(
            seq, list(map(self.fault, islice(found, MOST_TOLD))), is_stale, ms, pale
        )
        self.tell(self.problems)

    def fault(self, problem: Problem) -> Fault:
        """Convert a problem for the page, with its cell."""
        place = problem.place
        is_elsewhere = place.file not in ("", self.path.name)
        at = list[str]()
        if self.layout is not None and not is_elsewhere:
            at = list(cell_at(self.layout, self.read, place))
        severity = problem.severity
        if problem.code == "unknown-icon" and is_elsewhere:
            severity = "warning"  # its template shows a frame in the icon's place
        return Fault(
            severity,
            problem.code,
            problem.message,
            problem.hint,
            place.file or None,
            place.line,
            place.column,
            place.length,
            problem.card,
            at,
        )


def _news_of_wall(known: Wall | None, wall: Wall) -> Wall | Shelves:
    """Return what a page that knows a wall must learn to know another."""
    if known is None or wall != replace(known, cards=wall.cards):
        return wall
    changed = _changed(known.cards, wall.cards)
    return wall if changed is None else Shelves(changed)


def _news_of_grid(known: Grid | None, grid: Grid) -> Grid | Rows:
    """Return what a page that knows a grid must learn to know another."""
    if known is None or grid.columns != known.columns:
        return grid
    changed = _changed(known.rows, grid.rows)
    return grid if changed is None else Rows(grid.section, grid.name, changed)


def _changed(known: Sequence[_Known], now: Sequence[_Known]) -> list[_Known] | None:
    """List those that differ from before; None if there are few, others or in another order."""
    if len(now) <= MOST_WHOLE or list(map(_ID, known)) != list(map(_ID, now)):
        return None
    return [one for one, before in zip(now, known, strict=True) if one != before]


def checked_value(type_: FieldType, value: object) -> object:
    """Check a value of a field, or each of a list. Raises FieldFault, also if there are too many or
    too few.
    """
    if not type_.is_list:
        return type_.check(value)
    values = value if isinstance(value, list) else [value]
    type_.check_count(len(values))
    return list(map(type_.check, values))


def picture_of(card: Card, shown: Proof) -> Picture:
    """Convert a face to the form that pages need, with the texts that had to shrink."""
    fits = []
    for fit in shown.fits:
        if fit.overflows or fit.used_pt < fit.wanted_pt - 0.01:
            fits.append(
                Fitted(fit.field, round(fit.wanted_pt, 2), round(fit.used_pt, 2), fit.overflows)
            )
    return Picture(card.id, shown.svg or "", fits)


def has_picture(faces: Iterable[Picture], name: str) -> bool:
    """Return whether one of some faces shows this picture of the game's folder."""
    word = re.compile(re.escape(quoteattr(f"picture:{name}#")[:-1]) + r"[0-9a-f]+\"")
    return any(word.search(face.svg) for face in faces)


def address(folder: Path, href: str) -> str:
    """Return the address of a picture of a game's folder for the page, which fetches it itself
    because a browser would send no token.

    The address identifies the state of the file, so that a new picture with the same name makes a
    new face.
    """
    if href.startswith("data:"):
        return href
    stamp, path = 0, path_within(folder, href)
    with suppress(OSError):
        if path is not None:
            stamp = path.stat().st_mtime_ns
    return f"picture:{href}#{stamp:x}"


@cache
def font_rules(families: tuple[tuple[str, str], ...]) -> str:
    """Write CSS with which the browser finds the fonts that print, once a face uses them.

    `families` maps names to values that become part of the address, so a browser loads a font again
    when its value changes.
    """
    rules, meant = [], dict(families)
    for family in dict.fromkeys([*meant, *BUNDLED]):
        state = f"?{zlib.crc32(meant[family].encode()):x}" if family in meant else ""
        quoted = json.dumps(family)
        for weight, style in product((400, 600, 700, 900), ("normal", "italic")):
            url = f"/font/{quote(family, safe='')}/{weight}/{style}{state}"
            rules.append(
                f'@font-face{{font-family:{quoted};font-weight:{weight};font-style:{style};src:url("{url}")}}'
            )
    return "\n".join(rules)


def _wall_of(game: Game, icons: list[str]) -> Wall:
    """Put all cards in the order of the file, with what grids need to edit them."""
    palette = game.context["palette"]
    colours = {name: str(palette[name]) for name in palette}
    rules = font_rules(tuple((name, repr(spec)) for name, spec in game.fonts.items()))
    families = {name: called(spec) for name, spec in game.fonts.items()}
    return Wall(
        game.title,
        shelves_of(game),
        colours,
        icons,
        rules,
        families,
        list(fonts_there(game.folder)),
    )


def shelves_of(game: Game) -> list[Shelf]:
    """List all cards in the order of the file."""
    return [
        Shelf(
            card.id,
            card.kind_said,
            card.entry,
            card.title,
            card.copies,
            game.backs.get(card.id) or card.back,
            *(size := game.size_of(card)),
            card.shape,
            cutout(card.shape, size),
            cutout_behind(card.shape, size),
        )
        for card in game.cards.values()
    ]
