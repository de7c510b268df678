"""Colours as tests see them."""

from __future__ import annotations

from generator.face.press import Press
from generator.face.stamp import UseColour

PALETTE = {"dark": "#102030", "light": "#fff8e8"}
BAND = (
    '<rect x="-4" y="-4" width="71" height="20" fill="{{ palette.dark }}"/><text x="8" y="10" '
    'font-size="12pt" fill="#ffffff">One</text>'
)


def fills_of(press: Press, id_: str) -> list[tuple[float, float, float]]:
    """Return the fill colours of a card's stamp, in the order of drawing."""
    stamp = press.stamp(press.game.card(id_))
    assert stamp
    return [one.rgb for one in stamp.operations if isinstance(one, UseColour) and not one.is_stroke]
