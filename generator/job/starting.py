"""Starting a new game: a small one that builds at once.

In: a path. Out: a folder with cards.yaml, templates and a JSON Schema for the editor; with rules in
Python, a rules.py too.
"""

from __future__ import annotations

import json
import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from generator.data.editors import SCHEMA_FILE, editor_schema
from generator.data.fieldtypes import slug
from generator.data.files import write_files
from generator.data.loading import GAME_FILE, bundled_games
from generator.data.source import peek
from generator.face.fonts import FontBook, script_not_set

_TITLE = "My Game"
_RULES = "rules.py"
_BEGUN = {None: "starter", "data": "rules", "python": "rules_python"}
"""The folder of templates for a new game, by the type of its rules."""
_ICONS = "templates/icons/"
_FONT = re.compile(r"fonts/((\w+)-\w+\.ttf)")


def title_of(folder: Path, name: str | None = None) -> tuple[str, list[str]]:
    """Make a title from a name, by default the folder's, and list the letters left out of it
    because the starter's fonts lack them.

    If no letter is left, the title is that of the starter. Raises ValueError if the name makes no
    title.
    """
    words = re.split(r"[-_\s]+", name or folder.name)
    whole = " ".join(word[:1].upper() + word[1:] for word in words if word)
    if not whole or not whole.isprintable():
        raise ValueError(f"expected a name such as 'my-game', found '{name or folder}'")
    fonts = FontBook()
    missing = {*fonts.find("sans-serif").missing(whole), *fonts.find("serif").missing(whole)}
    letters = dict.fromkeys(whole.replace(" ", ""))
    lacking = [letter for letter in letters if letter in missing or script_not_set(letter)]
    left = whole.translate(dict.fromkeys(map(ord, lacking)))
    title = " ".join(left.split())
    if lacking and not any(map(str.isalnum, title)):
        title = _TITLE
    return title, lacking


def layout_names() -> list[str]:
    """List the layouts that a game can begin with, by name."""
    return sorted(
        folder.name
        for folder in (resources.files("generator.job") / "layouts").iterdir()
        if folder.is_dir()
    )


def start_game(
    folder: Path,
    layout: str | None = None,
    rules: Literal["data", "python"] | None = None,
    name: str | None = None,
) -> list[Path]:
    """Write a small game into a new folder, and return the paths written; with `layout` that one of
    `layout_names`.

    Its title is made of `name`, by default of the folder's.

    With `rules` the game can be played: by `play:` in its cards.yaml, or by Python in a file beside
    it.

    Raises FileExistsError if the folder is not empty, ValueError if its name makes no title,
    KeyError for an unknown layout.
    """
    if layout is not None and layout not in layout_names():
        raise KeyError(layout)
    title, _ = title_of(folder, name)
    _refuse_used(folder)
    begun = f"layouts/{layout}" if layout else _BEGUN[rules]
    texts = dict(_files(resources.files("generator.job") / begun))
    if rules == "python":
        texts = _with_names(texts, title)
    contents = _fonts(texts[GAME_FILE])
    texts[GAME_FILE] = texts[GAME_FILE].replace(
        f'"{_TITLE}"', json.dumps(title, ensure_ascii=False)
    )
    return _write(folder, contents | {name: text.encode() for name, text in texts.items()})


def write_deck(folder: Path, contents: dict[str, bytes]) -> list[Path]:
    """Write a game made from a spreadsheet into a new folder, and return the paths written.

    Raises FileExistsError if the folder is not empty.
    """
    _refuse_used(folder)
    return _write(folder, contents)


def copy_game(folder: Path, game: str, name: str | None = None) -> list[Path]:
    """Copy a bundled game into a new folder, and return the paths written. The copy still uses the
    game's rules.

    Its title is made from `name`, by default that of the folder. Files that building, printing and
    playing left beside the game are not copied. Raises FileExistsError and ValueError as
    `start_game` does, KeyError for an unknown game.
    """
    source, (title, _) = bundled_games()[game], title_of(folder, name)
    _refuse_used(folder)
    home, was = source.parent, peek(source, ("game", "title")) or ""
    contents = {
        path.relative_to(home).as_posix(): path.read_bytes() for path in files_of_game(source)
    }
    quoted = json.dumps(title, ensure_ascii=False)
    own = f"  title: {quoted}" + (
        "" if peek(source, ("game", "plays")) else f"\n  plays: {slug(was)}"
    )
    for name in [name for name in contents if name.endswith(".yaml") and "/" not in name]:
        text = contents[name].decode()
        if name == GAME_FILE:
            text = re.sub(r"(?m)^  title: .*$", lambda _: own, text, count=1)
        else:  # a translation, with what it was translated from above it
            old = r"(?m)^(  # \w+: )" + re.escape(was) + r"\n  title: .*$"
            text = re.sub(old, lambda found: f"{found[1]}{title}\n  title: {quoted}", text, count=1)
        contents[name] = text.encode()
    return _write(folder, contents)


def files_of_game(source: Path) -> list[Path]:
    """List the files of the game of a cards.yaml, which comes first, then its translations,
    templates, fonts and art.

    Other things in the folder, such as a checkout's history, do not belong to the game.
    """
    home = source.parent
    files = [source, *(path for path in sorted(home.glob("cards.*.yaml")) if path != source)]
    for part in _PARTS:
        files += filter(Path.is_file, sorted((home / part).rglob("*")))
    return files


_PARTS = ("templates", "fonts", "art")
"""The folders of a game."""


def is_used(folder: Path) -> bool:
    """Return whether a folder has something in it already. Hidden files, such as a checkout's
    history, do not count.
    """
    return folder.exists() and (
        not folder.is_dir() or any(not path.name.startswith(".") for path in folder.iterdir())
    )


def _refuse_used(folder: Path) -> None:
    if is_used(folder):
        raise FileExistsError(folder)


def _write(folder: Path, contents: dict[str, bytes]) -> list[Path]:
    """Write a new game, with a schema for the editor."""
    icons = []
    for name in contents:
        if name.startswith(_ICONS):
            icons.append(name.removeprefix(_ICONS).removesuffix(".svg"))
    schema = editor_schema(folder / GAME_FILE, contents[GAME_FILE], icons)
    placed = {folder / name: content for name, content in contents.items()}
    placed[folder / SCHEMA_FILE] = (json.dumps(schema, indent=2) + "\n").encode()
    write_files(placed, within=folder)
    return list(placed)


def _with_names(texts: dict[str, str], title: str) -> dict[str, str]:
    """Insert a game's title and name into its rules, which are kept here as text because they are
    not a module of ours.
    """
    name, quoted = slug(title) or "my-game", json.dumps(title, ensure_ascii=False)
    rules = texts.pop(_RULES + ".txt")
    return {**texts, _RULES: rules.replace('"TITLE"', quoted).replace("NAME", name)}


def _fonts(text: str) -> dict[str, bytes]:
    """Read the font files that a cards.yaml names, and their licences, from the games that come
    with the tool.
    """
    there: dict[str, Path] = {}
    for path in bundled_games().values():
        for folder in (path.parent / "templates" / "fonts", path.parent / "fonts"):
            there = {file.name: file for file in folder.glob("*")} | there
    wanted = set[str]()
    for file, family in _FONT.findall(text):
        wanted |= {file, f"OFL-{family}.txt"}
    return {f"fonts/{name}": there[name].read_bytes() for name in sorted(wanted)}


def _files(folder: Traversable, prefix: str = "") -> list[tuple[str, str]]:
    """List a folder's files with their texts, by name."""
    found: list[tuple[str, str]] = []
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            found += _files(item, f"{prefix}{item.name}/")
        elif item.name.endswith((".yaml", ".j2", ".svg", ".txt")):
            found.append((prefix + item.name, item.read_text(encoding="utf-8")))
    return found
