"""Lint: QR codes that a phone may not be able to read: too small, too faint, or lighter than their
background.

In: a `Workshop`. Out: a `Look` per check. Knows the places of codes on faces, not their content.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.data.colours import Rgb, contrast, luminance, rgb_of_levels
from generator.data.findings import Finding
from generator.data.units import MM_PER_INCH
from generator.face.codes import MARK, PlacedCode, codes_in
from generator.face.images import colours_in
from generator.face.stylesheets import read_svg
from generator.lint.text import worst_of_each
from generator.lint.workshop import Look, Workshop, below
from generator.pdf.raster import render_stamps

DPI = 400
MOST_COLOURS = 2000  # that are told apart: of a code in two colours, all
WORST_SHARE = 0.35  # of the ground of a code: less of it is the edges of modules


def check_codes(workshop: Workshop) -> Iterator[Look]:
    """Measure the modules of every QR code, and their contrast with the ground."""
    faces = [
        (card, stamp)
        for card, stamp in workshop.faces
        if MARK in workshop.press.maker.written[card.id]
    ]
    if not faces:
        return
    limits, sizes, ratios = workshop.limits, list[float](), list[float]()
    small, faint = list[Finding](), list[Finding]()
    pictures = render_stamps(workshop.press, [stamp for _, stamp in faces], DPI)
    for (card, stamp), picture in zip(faces, pictures, strict=True):
        for code in codes_in(read_svg(workshop.press.maker.written[card.id], card.template)):
            size = code.module * workshop.scale(card, stamp)
            sizes.append(size)
            if size < limits["code_mm"] - 0.002:
                said = (
                    f"the modules of a QR code are {size:.2f} mm wide, expected at least "
                    f"{limits['code_mm']:g} mm"
                )
                hint = "make the code larger, its text shorter, or its error level lower"
                small.append(
                    workshop.warning(
                        "code-small", card, code.at, said, size, limits["code_mm"], hint
                    )
                )
            ground = _ground(code, picture)
            ratio = contrast(code.colour, ground)
            ratios.append(ratio)
            if luminance(code.colour) > luminance(ground):
                said = "a QR code is lighter than its background, and many phones cannot read that"
                hint = "make it dark on light"
            elif ratio < limits["code_contrast"] - 0.005:
                said = (
                    f"a QR code has a contrast of {below(ratio, limits['code_contrast'])} with "
                    f"its background, expected at least {limits['code_contrast']:g}"
                )
                hint = "make it darker, or its background paler"
            else:
                continue
            faint.append(
                workshop.warning(
                    "code-faint", card, code.at, said, ratio, limits["code_contrast"], hint
                )
            )
    yield Look(
        "size of QR codes",
        len(sizes),
        f"{min(sizes):.2f} mm",
        f"{limits['code_mm']:g} mm",
        worst_of_each(small),
    )
    worst = f"{min(ratios):.1f}"
    yield Look(
        "contrast of QR codes",
        len(ratios),
        worst,
        f"{limits['code_contrast']:g}",
        worst_of_each(faint),
    )


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
