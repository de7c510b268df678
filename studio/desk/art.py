"""Pictures dropped on a card or a cell: they are copied into the game's folder, into `art` or among
the icons, and a cell names them.

In: a file's name and its bytes, checked to be a picture. Out: its path within the game's folder.
Knows no page.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from generator.data.fieldtypes import slug
from generator.data.files import ChangedMeanwhile, holds, replace_file
from generator.data.loading import IMAGE_ENDINGS
from generator.face.images import read_image
from studio.desk.refusal import CannotDo

FOLDER, ICONS = "art", "templates/icons"
MOST_ART = 32 * 1024 * 1024
"""The maximum size of a picture, in bytes."""
MOST_ALIKE = 1000
_SVG_STARTS = (b"<svg", b"<?xml", b"<!doctype svg", b"<!--")
_MARK = b"\xef\xbb\xbf"


class Art(NamedTuple):
    """A picture that has been checked: its name, its ending, its bytes."""

    stem: str
    ending: str
    content: bytes


def check_art(name: str, content: bytes) -> Art:
    """Accept a file as a picture. Raises CannotDo if it is not one."""
    ending = Path(name).suffix.lower()
    if ending not in IMAGE_ENDINGS:
        raise CannotDo(f"expected a picture ({', '.join(IMAGE_ENDINGS)}), found '{name[:60]}'")
    if not 0 < len(content) <= MOST_ART:
        raise CannotDo(
            f"expected a picture of at most {MOST_ART // 1024 // 1024} MB, found "
            f"{len(content):,} bytes"
        )
    if not _is_picture(ending, content):
        raise CannotDo(f"'{name[:60]}' cannot be read as a picture")
    return Art(slug(Path(name).stem)[:60] or "picture", ending, content)


def _is_picture(ending: str, content: bytes) -> bool:
    if ending == ".svg":
        return content.removeprefix(_MARK).lstrip().lower().startswith(_SVG_STARTS)
    try:
        read_image(content)
    except Exception:  # a damaged picture can make its decoder fail in any way
        return False
    return True


def keep_art(folder: Path, art: Art, place: str = FOLDER) -> str:
    """Write a picture into `art`, or another place in a game's folder, and return its path. Never
    overwrites another picture.

    Raises CannotDo, OSError.
    """
    for number in range(1, MOST_ALIKE):
        last = "" if number == 1 else f"-{number}"
        path = folder / place / f"{art.stem}{last}{art.ending}"
        if holds(path, art.content):
            return f"{place}/{path.name}"
        try:
            replace_file(path, art.content, None, within=folder)
        except ChangedMeanwhile:  # another picture has this name
            continue
        return f"{place}/{path.name}"
    raise CannotDo(f"there are already {MOST_ALIKE} pictures called '{art.stem}': rename yours")
