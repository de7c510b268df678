"""Saved games: which there are, when they were saved, by whom, and their current state.

In: the game's folder. Out: `SavedGame` for each, the newest first; the deletion of one. Knows no
rules: a record itself holds all this.
"""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from generator.data.files import path_within, refuse_way_out
from generator.data.opening import MIB, read_file
from studio.protocol.played import SavedGame

FOLDER = "playtests"
ENDING = ".record"
MOST_RECORD = 8 * MIB
NAME = re.compile(r"[0-9]{1,6}\.record")
_FIELD = re.compile(r"^(players|line-up|end|scores): (.{1,400})$", re.MULTILINE)
_MOVE = re.compile(r"^\d+ \S", re.MULTILINE)
DATA = re.compile(r"^data: ([0-9a-f]{16})$", re.MULTILINE)
"""The name, in a record, of the cards played with: they are beside it, as a .yaml file."""


def saved_games(folder: Path, known: dict[tuple[str, int], SavedGame]) -> list[SavedGame]:
    """List the games saved in a game's folder.

    `known` holds the games that were read before; the others are added to it.
    """
    place = path_within(folder, FOLDER)
    paths = [path for path in place.glob(f"*{ENDING}") if path.stem.isdigit()] if place else []
    games = list[SavedGame]()
    for path in sorted(paths, key=lambda path: -int(path.stem)):
        try:
            key = path.name, path.lstat().st_mtime_ns
        except OSError:  # it has just been deleted
            continue
        if key not in known:
            known[key] = _read(folder, path, key[1])
        games.append(known[key])
    return games


def _read(folder: Path, path: Path, written_ns: int) -> SavedGame:
    date = datetime.datetime.fromtimestamp(written_ns / 1e9).strftime("%Y-%m-%d %H:%M")
    try:
        text = read_file(path, folder, MOST_RECORD).decode()
    except (OSError, UnicodeDecodeError):
        return SavedGame(path.name, date, [], 0, "", [])
    fields = dict(_FIELD.findall(text))
    players = int(fields["players"]) if fields.get("players", "").isdigit() else 0
    line_up = fields.get("line-up", "").split(",")
    if len(line_up) == 1:
        line_up *= min(players, 100)
    scores = [
        int(score) for score in fields.get("scores", "").split() if score.lstrip("-").isdigit()
    ]
    return SavedGame(
        path.name, date, line_up, len(_MOVE.findall(text)), fields.get("end", ""), scores
    )


def drop_game(folder: Path, name: str) -> bool:
    """Delete a saved game, and its cards unless another record names them; returns whether there
    was one. Raises OSError.
    """
    if not NAME.fullmatch(name):
        return False
    place = folder / FOLDER
    refuse_way_out(place, folder)
    path = place / name
    if path.is_symlink() or not path.is_file():
        return False
    cards = _cards_of(folder, path)
    path.unlink()
    others = place.glob(f"*{ENDING}")
    if cards and not any(_cards_of(folder, other) in ("", cards) for other in others):
        (place / cards).unlink(missing_ok=True)
    return True


def _cards_of(folder: Path, record: Path) -> str:
    """Return the name of the file with a record's cards; empty if it cannot be found."""
    try:
        match = DATA.search(read_file(record, folder, MOST_RECORD).decode())
    except (OSError, UnicodeDecodeError):
        return ""
    return f"{match[1]}.yaml" if match else ""
