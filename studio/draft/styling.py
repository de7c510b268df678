"""The look of a game: its palette, and the fonts that it uses.

In: a text, the name of a colour or a font, and its new value. Out: the new text, with everything
else unchanged, byte for byte; the available fonts. Knows no page.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.data.entries import lines_below, written_at
from generator.data.patching import (
    GONE,
    Edit,
    NewValue,
    PatchError,
    entry_edits,
    format_key,
    format_value,
    replaced,
    value_edits,
)
from generator.data.source import Written, read_layout
from generator.face.fonts import BUNDLED

FONT_FOLDERS = ("fonts", "templates/fonts")
"""The folders that are searched for the font files of a game."""
_ENDINGS = (".ttf", ".otf")
_STYLES = {
    "regular": "Regular",
    "bold": "Bold",
    "italic": "Italic",
    "bold_italic": "BoldItalic",
    "black": "Black",
}
"""The endings of the files of a font, by its styles in `fonts:`."""
_Font = str | Mapping[str, str]


def with_colour(text: str, name: str, colour: str) -> str:
    """Write another value for a colour of the palette. Raises PatchError if the colour is not
    there.
    """
    written = written_at(read_layout(text), ("palette", name))
    old = text[written.start : written.end]
    return replaced(
        text,
        value_edits(text, written, colour.upper() if old == old.upper() else colour, in_flow=True),
    )


def with_new_colour(text: str, name: str, colour: str) -> str:
    """Write a new colour after the others; in a game without a palette, below `game:`. Raises
    PatchError.
    """
    layout = read_layout(text)
    if "palette" not in layout.items:
        lines = ("", "palette:", f"  {format_key(name)}: {format_value(colour)}")
        return replaced(text, [lines_below(text, written_at(layout, ("game",)), lines)])
    palette = written_at(layout, ("palette",))
    if not palette.is_open or not palette.items:
        raise PatchError("'palette' lists no colours: add the colour in the text")
    if name in palette.items:
        raise PatchError(f"there is already a colour '{name}'")
    return replaced(text, entry_edits(text, palette, {name: colour}, [*palette.items, name]))


def with_font(text: str, name: str, font: _Font) -> str:
    """Write another font under a name: a family that comes with the tool, or files by style. Raises
    PatchError.
    """
    fonts = written_at(read_layout(text), ("fonts",))
    written = written_at(fonts, (name,))
    is_map, is_plain = bool(written.items), written.style not in ("flow", "block", "alias")
    if written.is_marked or not (is_map or is_plain):
        raise PatchError(f"'{name}' is a list of fonts or a YAML alias (*…): change it in the text")
    if isinstance(font, str) and is_map:
        edits = _edits_to_family(text, fonts.keys[name], written, font)
    elif isinstance(font, str):
        edits = value_edits(text, written, font, in_flow=True)
    elif is_map:
        changes: dict[str, NewValue] = {**dict.fromkeys(_STYLES, GONE), **font}
        edits = entry_edits(text, written, changes, list(_STYLES))
    else:
        files = ", ".join(f"{key}: {format_value(path)}" for key, path in font.items())
        edits = [Edit(written.start, written.end, f"{{{files}}}")]
    return replaced(text, edits)


def _edits_to_family(text: str, key: tuple[int, int], written: Written, family: str) -> list[Edit]:
    """Put the name of a font family in the place of files."""
    if written.style == "flow":
        return [Edit(written.start, written.end, format_value(family))]
    end = max(item.end for item in written.items.values())
    return [Edit(key[1], end, f": {format_value(family)}")]


def fonts_there(folder: Path) -> dict[str, _Font]:
    """Find the fonts that a game can use, by the page's names for them: a built-in family, or a
    file with those of its other styles.
    """
    fonts: dict[str, _Font] = {name: name for name in BUNDLED}
    files = []
    for part in FONT_FOLDERS:
        for path in sorted((folder / part).glob("*")):
            if path.suffix.lower() in _ENDINGS:
                files.append(path)
    names = [path.relative_to(folder).as_posix() for path in files]
    for name in names:
        stem, joint, style = name.rpartition("-")
        style, _, ending = style.rpartition(".")
        font = {"regular": name}
        if joint and style == "Regular":
            for key, other in _STYLES.items():
                if f"{stem}-{other}.{ending}" in names:
                    font[key] = f"{stem}-{other}.{ending}"
        fonts[name] = font
    return fonts


def called(spec: Any) -> str:
    """Return the page's name for a font of `fonts:`; for a list, all its names."""
    if isinstance(spec, Mapping):
        return str(spec.get("regular", ""))
    return ", ".join(map(str, spec)) if isinstance(spec, list) else str(spec)
