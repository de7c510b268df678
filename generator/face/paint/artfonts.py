"""The fonts of texts in pictures and icons, which may name unavailable fonts.

In: the fonts that such a text names. Out: an available font, and remarks about it.
"""

from __future__ import annotations

from typing import NamedTuple

from generator.face.fonts import Font, FontBook


class Replaced(NamedTuple):
    """A font named by a picture that is not available: its family, its replacement, and FILE:LINE
    of the first such text.
    """

    wanted: str
    shown: str
    at: str


class ArtFonts:
    """The fonts of a game's pictures, and replacements, each once per file."""

    def __init__(self, fonts: FontBook) -> None:
        self.fonts = fonts
        self._replaced: dict[tuple[str, str], Replaced] = {}

    @property
    def replaced(self) -> tuple[Replaced, ...]:
        """Return the replacements so far, in the order in which they were found."""
        return tuple(self._replaced.values())

    def find(self, families: str, weight: int, is_italic: bool, text: str, at: str) -> Font:
        """Find the font of a text, and record a replacement of the one it names. Raises
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
