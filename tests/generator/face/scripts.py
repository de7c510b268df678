"""Fonts and letters of other scripts for tests."""

from __future__ import annotations

from pathlib import Path

from generator.face.fonts import Font, FontBook

SHALOM, OLAM = "שלום", "עולם"


def open_font(path: Path, content: bytes) -> Font:
    path.write_bytes(content)
    return FontBook()._font(path, "Boxes", "Boxes", None)
