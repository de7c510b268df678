"""Saved games: which there are, when they were saved, by whom, and their current state.

In: the game's folder. Out: `SavedGame` for each, the newest first; the deletion of one. Knows no
rules: a record itself holds all this.
"""

from __future__ import annotations

import re
from pathlib import Path

from generator.data.files import refuse_way_out
from generator.data.opening import MIB, read_file
from rules_check.log.lines import FOLDER
from studio.draft.numbered import date_of, numbered
from studio.protocol.played import SavedGame

ENDING = ".record"
MOST_RECORD = 8 * MIB
NAME = re.compile(r"[0-9]{1,6}\.record")
_FIELD = re.compile(r"^(players|line-up|end|scores): (.{1,400})$", re.MULTILINE)
_MOVE = re.compile(r"^\d+ \S", re.MULTILINE)
_DATA = re.compile(r"^data: ([0-9a-f]{16})$", re.MULTILINE)
_UNNAMED = ".yaml"
"""The file of the cards of a record that names none."""


def saved_games(folder: Path, known: dict[tuple[str, int], SavedGame]) -> list[SavedGame]:
    """List the games saved in a game's folder.

    `known` holds the games that were read before; the others are added to it.
    """
    games = list[SavedGame]()
    for path in numbered(folder, ENDING).values():
        try:
            key = path.name, path.lstat().st_mtime_ns
        except OSError:  # it has just been deleted
            continue
        if key not in known:
            known[key] = _read(folder, path, key[1])
        games.append(known[key])
    return games


def _read(folder: Path, path: Path, written_ns: int) -> SavedGame:
    date = date_of(written_ns)
    try:
        text = read_file(path, folder, MOST_RECORD).decode()
    except (OSError, UnicodeDecodeError):
        return SavedGame(path.name, date, [], 0, "", [])
    fields = dict(_FIELD.findall(text))
    players, *_ = [*_numbers_in(fields.get("players", "")), 0]
    line_up = fields.get("line-up", "").split(",")
    if len(line_up) == 1:
        line_up *= min(players, 100)
    scores = _numbers_in(fields.get("scores", ""))
    return SavedGame(
        path.name, date, line_up, len(_MOVE.findall(text)), fields.get("end", ""), scores
    )


def _numbers_in(words: str) -> list[int]:
    return list(map(int, re.findall(r"(?<!\S)-?\d+(?!\S)", words)))


def cards_named(record: str) -> str:
    """Return the name of the file with the cards of a record: it is beside it."""
    match = _DATA.search(record)
    return f"{match[1]}.yaml" if match else _UNNAMED


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
    others = {_cards_of(folder, other) for other in place.glob(f"*{ENDING}")}
    if others.isdisjoint({_UNNAMED, cards}) and cards != _UNNAMED:
        (place / cards).unlink(missing_ok=True)
    return True


def _cards_of(folder: Path, record: Path) -> str:
    """Return the name of the file with a record's cards, as far as the record can be read."""
    try:
        return cards_named(read_file(record, folder, MOST_RECORD).decode())
    except (OSError, UnicodeDecodeError):
        return _UNNAMED
