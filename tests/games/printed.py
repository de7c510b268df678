"""What faces that are printed say. Factories only, no tests."""

from __future__ import annotations

import re

from generator.face.press import Press
from generator.face.stamp import Stamp


def stamp(press: Press, card: str) -> Stamp:
    """Draw one card; nothing may be wrong with it."""
    drawn = press.stamp(press.game.cards[card])
    assert drawn is not None
    assert not press.problems.has_errors, list(press.problems)
    return drawn


def words_of(drawn: Stamp) -> str:
    """Return the text of a face."""
    return plain(" ".join(lettering.text for lettering in drawn.letterings))


def plain(text: str) -> str:
    """Return a text with its breaks, odd spaces and curved apostrophes gone."""
    return re.sub(r"\s+", " ", re.sub("[\u2019\u2018]", "'", re.sub("[\u202f\u00a0]", " ", text))).replace("\u00ad", "")
