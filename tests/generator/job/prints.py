"""Prints and their fingerprints, for tests."""

from __future__ import annotations

import pypdfium2

from generator.job.printed import Entry

FACE = '<rect width="63" height="88" fill="#fff"/><text x="5" y="20">{{ card.name }}</text>'


def shown(pdf: bytes | None) -> str:
    """Read the text of a one-page PDF."""
    assert pdf is not None
    with pypdfium2.PdfDocument(pdf) as document:
        return str(document[0].get_textpage().get_text_range())


# ---------------------------------------------------------------- comparing


def entry(
    id_: str = "a",
    copies: int = 1,
    face: str = "face0001",
    back: str = "back0001",
    version: str = "1",
) -> Entry:
    return Entry(id_, id_.upper(), "Deck", copies, face, back, version)
