"""Faces without problems, cached for the next press of the same game.

In: everything that a face depends on. Out: its stamp and the fit of its texts, or its SVG, from the
previous run.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from generator.face.drawing import PlacedPicture
from generator.face.making import Drawn
from generator.face.text.notes import Fit


class FaceKey(NamedTuple):
    """What a face depends on: the card's id, its template's output, the version in its mark."""

    card: str
    text: str
    version: str


class CleanFace(NamedTuple):
    """A face without problems."""

    drawn: Drawn
    fits: tuple[Fit, ...]
    placed: list[PlacedPicture]


@dataclass
class FaceCache:
    """The faces of one press, and those of the previous one, each of which is kept if it is
    requested.
    """

    _faces: dict[FaceKey, CleanFace] = field(default_factory=dict)
    _svgs: dict[FaceKey, str] = field(default_factory=dict)
    _faces_before: dict[FaceKey, CleanFace] = field(default_factory=dict)
    _svgs_before: dict[FaceKey, str] = field(default_factory=dict)

    def next(self) -> FaceCache:
        """Return the cache of the next press."""
        return FaceCache(_faces_before=self._faces, _svgs_before=self._svgs)

    def keep_before(self) -> None:
        """Keep the faces of the previous press too, because not all of them will be requested."""
        self._faces = self._faces_before | self._faces
        self._svgs = self._svgs_before | self._svgs

    @property
    def has_faces_before(self) -> bool:
        return bool(self._faces_before)

    def find(self, key: FaceKey) -> CleanFace | None:
        """Return the earlier result for the same key; None if there is none."""
        face = self._faces_before.get(key)
        if face is not None:
            self._faces[key] = face
        return face

    def keep(self, key: FaceKey, face: CleanFace) -> None:
        self._faces[key] = face

    def find_svg(self, key: FaceKey) -> str | None:
        """Return the SVG written earlier for the same key; None if there is none."""
        return self._svgs_before.get(key)

    def keep_svg(self, key: FaceKey, svg: str) -> None:
        """Keep an SVG, if its face has no problems."""
        if key in self._faces:
            self._svgs[key] = svg
