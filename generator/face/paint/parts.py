"""Parts of faces that are drawn once for all faces: the icons of a game, which are shapes alone.

In: an element whose children several faces share, and the style around them. Out: their stamp, as
it was drawn before in this run or an earlier one.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from generator.face.keeping import KeptStamps, key_of
from generator.face.paint.styles import Style
from generator.face.stamp import Stamp
from generator.face.svg import Element

MOST_SHARED = 1_000
_OF_OTHERS = ("text", "image")
"""Elements that show what an SVG has not in itself, so that its file does not say how it looks."""

_Key = tuple[Hashable, ...]


@dataclass(frozen=True)
class SharedPart:
    """What came out when shared children were drawn: None where that is more than shapes.
    `children` keeps them from being forgotten.
    """

    children: list[Element | str]
    stamp: Stamp | None
    elements: int


class SharedParts:
    """The parts of faces of one game, in colours or in greys; `kept` are those of earlier runs."""

    def __init__(self, kept: KeptStamps, is_grey: bool) -> None:
        self.kept = kept
        self._is_grey = is_grey
        self._parts: dict[_Key, SharedPart] = {}

    def find(self, element: Element, style: Style, scale: float) -> SharedPart | None:
        """Return what came out of an element's children in a style, `scale` times as large; None if
        they were not drawn before.
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
        """Let what came out serve other faces, and later runs if nothing else shows in it."""
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
