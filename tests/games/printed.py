"""What faces that are printed say. Factories only, no tests."""

from __future__ import annotations

import re

from generator.book.rulebook import render_rulebook
from generator.data.game import Game
from generator.face.press import Press
from generator.face.stamp import Stamp

BOOK = "rulebook"


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
    return re.sub(
        r"\s+", " ", re.sub("[\u2019\u2018]", "'", re.sub("[\u202f\u00a0]", " ", text))
    ).replace("\u00ad", "")


def said(game: Game, where: str) -> str:
    """Return the text of the rulebook, or of a face."""
    press = Press(game)
    if where != BOOK:
        return words_of(stamp(press, where))
    rendered = render_rulebook(game, press)
    assert rendered is not None
    assert not press.problems.has_errors, list(press.problems)
    return plain(rendered[0].replace("**", ""))
