"""Starting a game of one's own: a small one that builds at once.

In: a path. Out: a folder with cards.yaml, templates and a JSON Schema for the editor.
"""

from __future__ import annotations

import json
import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from generator.data.files import write_files
from generator.data.loading import GAME_FILE
from generator.data.schema import json_schema
from generator.data.source import read_source
from generator.face.fonts import FontBook, script_not_set

_TITLE = "My Game"


def title_of(folder: Path) -> tuple[str, list[str]]:
    """Make a title of a folder's name, and list the letters left out of it, which the starter's fonts lack.

    Where no letter is left, the title is that of the starter. Raises ValueError where the name makes no title.
    """
    words = [word[:1].upper() + word[1:] for word in re.split(r"[-_\s]+", folder.name) if word]
    if not words or not " ".join(words).isprintable():
        raise ValueError(f"expected a name such as 'my-game', found '{folder}'")
    fonts = [FontBook().find(family) for family in ("sans-serif", "serif")]
    lacking = [c for c in dict.fromkeys("".join(words)) if script_not_set(c) or any(font.missing(c) for font in fonts)]
    kept = ["".join(c for c in word if c not in lacking) for word in words]
    title = " ".join(filter(None, kept))
    return (title if any(map(str.isalnum, title)) or not lacking else _TITLE), lacking


def start_game(folder: Path) -> list[Path]:
    """Write a small game into a new folder, titled after it, and return the paths written.

    Raises FileExistsError where the folder has something in it, ValueError where its name makes no title.
    """
    title, _ = title_of(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(folder)
    starter = resources.files("generator.job") / "starter"
    contents = {
        folder / name: text.replace(f'"{_TITLE}"', json.dumps(title, ensure_ascii=False)) if name == GAME_FILE else text
        for name, text in _files(starter)
    }
    write_files({path: text.encode() for path, text in contents.items()})
    schema = json_schema(read_source(folder / GAME_FILE))
    write_files({folder / "cards.schema.json": (json.dumps(schema, indent=2) + "\n").encode()})
    return [*contents, folder / "cards.schema.json"]


def _files(folder: Traversable, prefix: str = "") -> list[tuple[str, str]]:
    """List a folder's files with their texts, by name."""
    found: list[tuple[str, str]] = []
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            found += _files(item, f"{prefix}{item.name}/")
        elif item.name.endswith((".yaml", ".j2", ".svg")):
            found.append((prefix + item.name, item.read_text(encoding="utf-8")))
    return found
