"""Starting a game in the page: from a small example, a layout, a copy, or a spreadsheet.

In: a folder without a game, and the user's choice. Out: the game's files in it, or in a new folder
there if it has other files. Knows no page.
"""

from __future__ import annotations

import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from generator.data.fieldtypes import slug
from generator.data.game import Game
from generator.data.loading import GAME_FILE, bundled_games, load_game
from generator.data.problems import ProblemError
from generator.data.source import peek
from generator.data.units import MM_PER_INCH
from generator.face.press import Press
from generator.job.decks import deck_of, sheets_of
from generator.job.starting import copy_game, is_used, start_game, title_of, write_deck
from generator.pdf.raster import preview
from studio.desk.refusal import CannotDo, first_error

MOST_NAME = 80
"""The maximum number of letters in the name of a game."""
SAMPLE_PIXELS = 260
"""The longer side of the picture of a sample card."""


class Begun(NamedTuple):
    """A game that was begun: its cards.yaml, and remarks about it."""

    path: Path
    remarks: list[str]


class Start:
    """The choices for a folder without a game; `layouts` describes each layout by name. The folder
    may not exist yet.
    """

    def __init__(self, folder: Path, layouts: dict[str, str]) -> None:
        self.folder, self.layouts = folder.resolve(), layouts
        self.begun: Begun | None = None
        self._samples = dict[tuple[str, str], bytes]()
        self._drawing = threading.Lock()

    def sample(self, way: str, which: str) -> bytes:
        """Draw a sample card of a beginning: starter, rules, layout or copy, as in `begin`. Returns
        a PNG; draws each once. May be called on any thread. Raises KeyError if there is none.
        """
        with self._drawing:
            if (way, which) not in self._samples:
                self._samples[way, which] = self._sample(way, which)
            return self._samples[way, which]

    def _sample(self, way: str, which: str) -> bytes:
        if way == "copy":
            return _picture_of(load_game(bundled_games()[which]))
        start = _STARTS[way]
        with tempfile.TemporaryDirectory() as beside:
            home = Path(beside) / "sample"
            start(home, which, "Sample")
            return _picture_of(load_game(home))

    def offer(self) -> dict[str, object]:
        """Return what the page shows: where the game will be, and the choices for it."""
        is_empty = not is_used(self.folder)
        games = [
            (name, peek(path, ("game", "title")) or name) for name, path in bundled_games().items()
        ]
        return {
            "folder": str(self.folder),
            "is_empty": is_empty,
            "name": _name_for(self.folder) if is_empty else "My Game",
            "layouts": list(self.layouts.items()),
            "games": games,
        }

    def home(self, name: str) -> Path:
        """Return the folder for a game with this name."""
        return self.folder / (slug(name) or "my-game") if is_used(self.folder) else self.folder

    def begin(self, way: str, which: str, name: str, content: bytes = b"") -> Begun:
        """Create a game: `way` is starter, rules, layout, copy or sheet; `which` names the layout,
        the game or the spreadsheet.

        Raises CannotDo if that is impossible, OSError if the system refuses.
        """
        if self.begun is not None:
            raise CannotDo("a game has already been started: reload the page")
        name = name.strip()
        if not 0 < len(name) <= MOST_NAME or not name.isprintable():
            raise CannotDo(
                f"expected a name of 1 to {MOST_NAME} characters, found '{name[:MOST_NAME]}'"
            )
        home, remarks = self.home(name), list[str]()
        try:
            if way == "sheet":
                remarks = _deck(home, which, name, content)
            else:
                {**_STARTS, "copy": copy_game}[way](home, which, name)
        except KeyError:
            raise CannotDo(f"there is no '{which or way}' to start from") from None
        except FileExistsError:
            raise CannotDo(f"'{home.name}' exists and is not empty: choose another name") from None
        except ValueError as fault:
            raise CannotDo(str(fault)) from None
        except ProblemError as fault:
            raise CannotDo(first_error(fault)) from None
        _, lacking = title_of(home, name)
        if lacking:
            remarks.append(
                f"The title leaves out {' '.join(lacking)}, which the fonts that come with the "
                "tool lack."
            )
        self.begun = Begun(home / GAME_FILE, remarks)
        return self.begun


_STARTS: dict[str, Callable[[Path, str, str], object]] = {
    "starter": lambda home, which, name: start_game(home, None, None, name),
    "rules": lambda home, which, name: start_game(home, None, "data", name),
    "layout": lambda home, which, name: start_game(home, which, None, name),
}
"""The ways to begin that create a small game. They raise the same as `start_game`."""


def _picture_of(game: Game) -> bytes:
    """Draw a card of the kind with the most cards, as PNG."""
    counts = Counter(card.kind for card in game.cards.values())
    card = max(game.cards.values(), key=lambda card: counts[card.kind])
    longer_mm = max(game.size_of(card))
    drawn = preview(Press(game), card, SAMPLE_PIXELS * MM_PER_INCH / longer_mm, 0.0)
    if drawn is None:
        raise KeyError(card.id)
    return drawn


def _name_for(folder: Path) -> str:
    """Propose a name for the game of a folder."""
    try:
        return title_of(folder)[0]
    except ValueError:
        return "My Game"


def _deck(home: Path, file_name: str, name: str, content: bytes) -> list[str]:
    """Make a game from a spreadsheet, and return remarks about it."""
    plain = PurePosixPath(file_name.replace("\\", "/")).name
    is_short = 0 < len(plain.encode(errors="replace")) <= 200
    if not (is_short and plain.isprintable()) or plain == "..":
        raise CannotDo("expected a spreadsheet: CSV, XLSX, ODS or JSON")
    with tempfile.TemporaryDirectory() as beside:
        file = Path(beside) / plain
        file.write_bytes(content)
        try:
            sheets = sheets_of(file)
        except ProblemError as fault:
            raise CannotDo(first_error(fault).replace(str(file), plain)) from None
        deck = deck_of(home, file, sheets, name)
    if is_used(home):
        raise FileExistsError(home)
    write_deck(home, deck.files)
    remarks = [f"{plain} was read as {one.encoding}." for one in sheets if one.read_as]
    remarks += [f"{remark[:1].upper()}{remark[1:]}." for remark in deck.remarks]
    for problem in deck.problems:
        if problem.severity != "note":
            remarks.append(problem.message)
    return remarks
