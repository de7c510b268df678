"""Faces that came out without anything to say, for the next press of the same game.

In: what a face depends on. Out: its stamp and how its texts fit, or its SVG, as they came out
before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from generator.face.making import Drawn
from generator.face.text.notes import Fit


class FaceKey(NamedTuple):
    """What a face depends on: the card's id, what its template wrote, the version in its mark."""

    card: str
    text: str
    version: str


@dataclass(frozen=True)
class CleanFace:
    """A face about which there was nothing to say."""

    drawn: Drawn
    fits: tuple[Fit, ...]


@dataclass
class FaceCache:
    """The faces of one press, and those of the one before it, each kept on if it is asked for."""

    _faces: dict[FaceKey, CleanFace] = field(default_factory=dict)
    _svgs: dict[FaceKey, str] = field(default_factory=dict)
    _faces_before: dict[FaceKey, CleanFace] = field(default_factory=dict)
    _svgs_before: dict[FaceKey, str] = field(default_factory=dict)

    def next(self) -> FaceCache:
        """Return the cache of the next press."""
        return FaceCache(_faces_before=self._faces, _svgs_before=self._svgs)

    @property
    def has_faces_before(self) -> bool:
        return bool(self._faces_before)

    def find(self, key: FaceKey) -> CleanFace | None:
        """Return what came out of the same before; None if nothing did."""
        face = self._faces_before.get(key)
        if face is not None:
            self._faces[key] = face
        return face

    def keep(self, key: FaceKey, face: CleanFace) -> None:
        self._faces[key] = face

    def find_svg(self, key: FaceKey) -> str | None:
        """Return the SVG that was written of the same before; None if none was."""
        return self._svgs_before.get(key)

    def keep_svg(self, key: FaceKey, svg: str) -> None:
        """Keep an SVG, if there was nothing to say about its face."""
        if key in self._faces:
            self._svgs[key] = svg
