"""Parts of faces that are drawn once for all faces: a game's icons that are only shapes.

In: an element whose children several faces share, and the surrounding style. Out: their stamp, as
drawn earlier in this run or in a previous one.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from generator.face.keeping import KeptStamps, key_of
from generator.face.paint.styles import Style
from generator.face.stamp import Stamp
from generator.face.svg import Element

MOST_SHARED = 1_000
_OF_OTHERS = ("text", "image")
"""Elements that show external content, so the file of an SVG does not determine its look."""

_Key = tuple[Hashable, ...]


class SharedPart(NamedTuple):
    """The drawing of shared children: None if it is more than shapes. `children` keeps them
    alive.
    """

    children: list[Element | str]
    stamp: Stamp | None
    elements: int


class SharedParts:
    """The shared parts of one game's faces, in colours or in greys; `kept` are those of earlier
    runs.
    """

    def __init__(self, kept: KeptStamps, is_grey: bool) -> None:
        self.kept = kept
        self._is_grey = is_grey
        self._parts: dict[_Key, SharedPart] = {}

    def find(self, element: Element, style: Style, scale: float) -> SharedPart | None:
        """Return the drawing of an element's children in a style, at a `scale`; None if they were
        not drawn before.
        """
        key = _key(element, style, scale)
        part = self._parts.get(key)
        if part is None and element.source:
            kept = self.kept.find(self._name(element, key))
            if kept is not None:
                part = SharedPart(element.children, *kept)
                self._share(key, part)
        return part

    def add(
        self, element: Element, style: Style, scale: float, stamp: Stamp | None, elements: int
    ) -> None:
        """Share a drawing with other faces, and with later runs if it shows nothing external."""
        key = _key(element, style, scale)
        self._share(key, SharedPart(element.children, stamp, 0 if stamp is None else elements))
        if stamp is None or not element.source:
            return
        if not any(child.tag in _OF_OTHERS for child in element.walk()):
            self.kept.add(self._name(element, key), stamp, elements)

    def _share(self, key: _Key, part: SharedPart) -> None:
        if len(self._parts) >= MOST_SHARED:
            del self._parts[next(iter(self._parts))]
        self._parts[key] = part

    def _name(self, element: Element, key: _Key) -> str:
        return key_of(element.source, self._is_grey, *key[1:])


def _key(element: Element, style: Style, scale: float) -> _Key:
    return (id(element.children), scale, *sorted(style.items()))
