"""Fonts of texts in pictures and icons, which may name a font that no one has.

In: what such a text names. Out: a font that the game has, and what is to be said of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.face.fonts import Font, FontBook


@dataclass(frozen=True)
class Replaced:
    """A font that a picture names and no one has: which family, which is in its place, and
    FILE:LINE of the first such text.
    """

    wanted: str
    shown: str
    at: str


class ArtFonts:
    """The fonts of a game's pictures, and those that others stand for, each once a file."""

    def __init__(self, fonts: FontBook) -> None:
        self.fonts = fonts
        self._replaced: dict[tuple[str, str], Replaced] = {}

    @property
    def replaced(self) -> tuple[Replaced, ...]:
        """Return what was replaced so far, in the order in which it was found."""
        return tuple(self._replaced.values())

    def find(self, families: str, weight: int, is_italic: bool, text: str, at: str) -> Font:
        """Find the font of a text, and note it if another stands for the one that it names. Raises
        ProblemError if no font has the letters.
        """
        font, wanted = self.fonts.of_art(families, weight, is_italic, text)
        if wanted and text.strip():
            file = at.rpartition(":")[0]
            self._replaced.setdefault((file, wanted), Replaced(wanted, font.family, at))
        return font

    def forget_after(self, number: int) -> None:
        """Forget replaced fonts beyond the first `number`."""
        for key in list(self._replaced)[number:]:
            del self._replaced[key]
