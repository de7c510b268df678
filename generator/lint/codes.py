"""Lint: QR codes that a phone may not be able to read: too small, too faint, or lighter than their
background.

In: a `Workshop`. Out: a `Look` per check. Knows the places of codes on faces, not their content.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.data.colours import Rgb, contrast, luminance, rgb_of_levels
from generator.data.units import MM_PER_INCH
from generator.face.codes import MARK, PlacedCode, codes_in
from generator.face.images import colours_in
from generator.face.stylesheets import read_svg
from generator.lint.workshop import Gauge, Look, Workshop, below
from generator.pdf.raster import render_stamps

DPI = 400
MOST_COLOURS = 2000  # that are told apart: of a code in two colours, all
WORST_SHARE = 0.35  # of the ground of a code: less of it is the edges of modules


def check_codes(workshop: Workshop) -> Iterator[Look]:
    """Measure the modules of every QR code, and their contrast with the ground."""
    faces = []
    for card, stamp in workshop.faces:
        if MARK in workshop.press.maker.written[card.id]:
            faces.append((card, stamp))
    if not faces:
        return
    sizes = Gauge("size of QR codes", workshop.limits["code_mm"], " mm", digits=2, slack=0.002)
    ratios = Gauge("contrast of QR codes", workshop.limits["code_contrast"])
    pictures = render_stamps(workshop.press, [stamp for _, stamp in faces], DPI)
    for (card, stamp), picture in zip(faces, pictures, strict=True):
        for code in codes_in(read_svg(workshop.press.maker.written[card.id], card.template)):
            size = code.module * workshop.scale(card, stamp)
            if sizes.is_low(size):
                said = (
                    f"the modules of a QR code are {size:.2f} mm wide, expected at least "
                    f"{sizes.least:g} mm"
                )
                hint = "make the code larger, its text shorter, or its error level lower"
                sizes.findings.append(
                    workshop.warning("code-small", card, code.at, said, size, sizes.least, hint)
                )
            ground = _ground(code, picture)
            ratio = contrast(code.colour, ground)
            is_faint = ratios.is_low(ratio)
            if luminance(code.colour) > luminance(ground):
                said = "a QR code is lighter than its background, and many phones cannot read that"
                hint = "make it dark on light"
            elif is_faint:
                said = (
                    f"a QR code has a contrast of {below(ratio, ratios.least)} with its "
                    f"background, expected at least {ratios.least:g}"
                )
                hint = "make it darker, or its background paler"
            else:
                continue
            ratios.findings.append(
                workshop.warning("code-faint", card, code.at, said, ratio, ratios.least, hint)
            )
    yield from (sizes.look, ratios.look)


def _ground(code: PlacedCode, picture: Any) -> Rgb:
    """Return the background colour of a code with the lowest contrast to its modules, ignoring the
    worst part.
    """
    found = colours_in(picture, code.box.scaled(DPI / MM_PER_INCH), MOST_COLOURS)
    total, seen = sum(count for count, _ in found), 0
    colours = sorted(
        (contrast(code.colour, rgb), count, rgb)
        for count, levels in found
        for rgb in [rgb_of_levels(levels)]
    )
    for _, count, rgb in colours:
        seen += count
        if seen >= total * (code.dark + (1 - code.dark) * WORST_SHARE):
            return rgb
    return colours[-1][2]
