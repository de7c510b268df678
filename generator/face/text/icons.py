"""Icons of a game, each read once.

In: the name of an icon: a file of templates/icons without its ending, or NAME.svg#ID for one
element of it. Out: `Icon`, ready to be put into a face.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from generator.data.files import path_within
from generator.data.game import icon_names
from generator.data.opening import RefusedFile, read_file
from generator.data.problems import did_you_mean
from generator.face import messages as say
from generator.face.artwork import ids_of, read_art
from generator.face.fragments import fragment, ids_hint
from generator.face.svg import MOST_BYTES, Element, SvgFault

MOST_ICONS = 200
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)")
_URL = re.compile(r"url\(#([^)]+)\)")
_OF_ROOT = frozenset(
    {"id", "x", "y", "width", "height", "viewBox", "preserveAspectRatio", "version", "class"}
)


class Icon(NamedTuple):
    """An icon as it was read. `inside` is its content, the same list on all faces; `reads` are the
    variables that it uses.
    """

    root: Element
    inside: list[Element | str]
    reads: frozenset[str]
    source: str


class Icons:
    """The icons in a folder of a game."""

    def __init__(self, folder: Path, game: Path) -> None:
        self.folder, self._game = folder, game
        self._icons: dict[str, Icon] = {}

    @property
    def names(self) -> list[str]:
        """List the names of all icons, for hints."""
        return icon_names(self.folder)

    def find(self, name: str) -> Icon | None:
        """Read an icon by its name; None if there is none. Raises SvgFault if it is unusable."""
        icon = self._icons.get(name)
        if icon is None:
            icon = self._read(name)
            if icon is None:
                return None
            if len(self._icons) >= MOST_ICONS:  # a large deck has a portrait for every card
                del self._icons[next(iter(self._icons))]
            self._icons[name] = icon
        return icon

    def _read(self, name: str) -> Icon | None:
        file, _, part = name.partition(".svg#")
        path = path_within(self.folder, file + ".svg", self._game)
        if path is None or not path.is_file():
            return None
        at = f"icons/{file}.svg:1"
        try:
            raw = read_file(path, self._game, MOST_BYTES)
        except RefusedFile as fault:
            hint = fault.problems[0].hint
            raise SvgFault(say.ICON_NOT_READ(fault=fault), at, hint) from None
        art = read_art(raw, f"icons/{file}.svg")
        alone = fragment(art, part) if part else art
        if alone is None:
            ids = list(ids_of(art))
            message = say.ICON_WITHOUT_ID(id_=part[:40])
            raise SvgFault(message, at, did_you_mean(part, ids) or ids_hint(ids))
        root = _with_own_ids(alone, name.replace(".svg#", "-"))
        values = (value for element in root.walk() for value in element.attributes.values())
        reads = frozenset(variable for value in values for variable in _VARIABLE.findall(value))
        source = f"{name} {hashlib.sha256(raw).hexdigest()}"
        return Icon(root, _inside(root), reads, source)


def _with_own_ids(icon: Element, name: str) -> Element:
    """Prefix an icon's ids with its name, so that icons on one face do not use each other's."""
    ids = {}
    for e in icon.walk():
        if "id" in e.attributes:
            ids[e.attributes["id"]] = f"{name.replace('/', '-')}-{e.attributes['id']}"
    for element in icon.walk() if ids else ():
        for key, value in element.attributes.items():
            if key == "id":
                element.attributes[key] = ids[value]
            elif key == "href" and value[1:] in ids:
                element.attributes[key] = "#" + ids[value[1:]]
            elif "url(#" in value:
                element.attributes[key] = _URL.sub(
                    lambda match: f"url(#{ids.get(match[1], match[1])})", value
                )
    return icon


def _inside(icon: Element) -> list[Element | str]:
    """Return the content of an icon's svg, in a group with the svg's own paint if it has any."""
    paint = icon.without(*_OF_ROOT)
    return [Element("g", paint, icon.children, icon.at)] if paint else icon.children


def placeholder(element: Element) -> Element:
    """Show the place of a missing icon that a `<use>` names: a dashed frame, for faces being
    edited.
    """
    placed = {}
    for key in ("x", "y", "width", "height", "transform"):
        if element.get(key):
            placed[key] = element.get(key)
    frame = {"width": "8", "height": "8", **placed}
    line = {
        "fill": "none",
        "stroke": "#8a8a8a",
        "stroke-width": "0.4",
        "stroke-dasharray": "1.2 0.8",
    }
    return Element("rect", {**frame, **line}, [], element.at)


@lru_cache(maxsize=1024)
def variable_slips(given: frozenset[str], read: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Find unused variables with a name similar to a used one; each with a hint."""
    found = ((name, did_you_mean(name, read - given)) for name in sorted(given - read))
    return tuple((name, hint) for name, hint in found if hint)
