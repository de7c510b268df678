"""Lint: whether places to write on are large enough for a pencil, and whether pencil marks are
visible there.

In: a `Workshop`. Out: a `Look` per check. Knows the places that templates name by `data-tick` and
`data-write`, not their purpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import starmap
from typing import Any

from generator.data.colours import Rgb, contrast, hex_of, rgb_of_levels
from generator.data.findings import Finding
from generator.data.game import Card
from generator.data.units import MM_PER_INCH
from generator.face.images import colours_in
from generator.face.stamp import Blank, Lettering, without_text
from generator.lint.workshop import Gauge, Look, Workshop, below
from generator.pdf.raster import render_stamps

PENCIL: Rgb = (0.35, 0.35, 0.35)  # graphite of medium hardness
# of a place's width and height at each side: its outline, and the corners of a circle's box
INSIDE = 0.25
GROUND_DPI = 150
WORST_SHARE = 0.1  # of the ground in a place: a smaller part is a line or a letter


def check_blanks(workshop: Workshop) -> Iterator[Look]:
    """Measure every place to write on: its size, its ground, and the text that a cross would
    cover.
    """
    faces = [(card, stamp) for card, stamp in workshop.faces if stamp.blanks]
    if not faces:
        return
    limits, rolls, never = workshop.limits, 0, list[Finding]()
    sizes = Gauge("size of places to tick", limits["mark_mm"])
    grounds = Gauge("contrast of a pencil with places to write on", limits["mark_contrast"])
    texts = Gauge("size of texts in places to tick", limits["mark_pt"], slack=0.05)
    scales = list(starmap(workshop.scale, faces))
    pictures = render_stamps(
        workshop.press, [without_text(stamp) for _, stamp in faces], GROUND_DPI, scales
    )
    for (card, stamp), scale, picture in zip(faces, scales, pictures, strict=True):
        for blank in stamp.blanks:
            if blank.dice and (blank.least is not None or blank.most is not None):
                rolls += 1
                never += _never(workshop, card, blank)
            dark, under = _darkest(blank, picture, GROUND_DPI / MM_PER_INCH * scale)
            if grounds.is_low(dark):
                said = (
                    f"a pencil mark in '{blank.name}' has a contrast of "
                    f"{below(dark, grounds.least)} with {hex_of(under)}, expected at least "
                    f"{grounds.least:g}"
                )
                grounds.findings.append(
                    _finding(workshop, card, blank, "mark-dark", said, dark, grounds.least)
                )
            if not blank.is_tick:
                continue
            across = min(blank.box.width, blank.box.height) * scale
            if sizes.is_low(across):
                said = (
                    f"'{blank.name}' is {across:.1f} mm across, expected at least "
                    f"{sizes.least:g} mm for a pencil"
                )
                sizes.findings.append(
                    _finding(workshop, card, blank, "mark-small", said, across, sizes.least)
                )
            for lettering in stamp.letterings:
                size = lettering.size_pt * scale
                if _is_within(lettering, blank) and texts.is_low(size):
                    said = (
                        f"'{lettering.text}' in '{blank.name}' is {size:.1f} pt, expected at "
                        f"least {texts.least:g} pt under a cross"
                    )
                    texts.findings.append(
                        _finding(workshop, card, blank, "mark-text", said, size, texts.least)
                    )
    yield from (sizes.look, grounds.look, texts.look)
    if rolls:
        yield Look("rolls for places to tick", rolls, findings=tuple(never))


def _never(workshop: Workshop, card: Card, blank: Blank) -> Iterator[Finding]:
    """Find a place that no roll of its dice can tick."""
    faces = max(blank.dice)
    least, most = max(1, blank.least or 1), faces if blank.most is None else blank.most
    if least > min(most, faces):
        wanted = f"{least} to {most}"
        if blank.most is None:
            wanted = f"{blank.least} or more"
        elif blank.least is None:
            wanted = f"{blank.most} or less"
        said = (
            f"'{blank.name}' needs {wanted}, but no die of {' or '.join(map(str, blank.dice))} "
            "faces shows that"
        )
        yield _finding(
            workshop,
            card,
            blank,
            "mark-never",
            said,
            least if blank.most is None else most,
            faces if blank.most is None else 1,
        )


def _darkest(blank: Blank, ground: Any, k: float) -> tuple[float, Rgb]:
    """Return the contrast of a pencil with the darkest part of the ground in a place, and that
    part's colour. `k` is the number of pixels per drawn mm.
    """
    box = blank.box.scaled(k)
    x, y = box.width * INSIDE, box.height * INSIDE
    found = colours_in(ground, box.grown(-x, -y, -x, -y))
    total, seen = sum(count for count, _ in found), 0
    ratios = sorted(
        (contrast(PENCIL, rgb), count, rgb)
        for count, levels in found
        for rgb in [rgb_of_levels(levels)]
    )
    for ratio, count, under in ratios:
        seen += count
        if seen >= total * WORST_SHARE:
            return ratio, under
    raise AssertionError("a box has at least one pixel")


def _is_within(lettering: Lettering, blank: Blank) -> bool:
    x, y = lettering.box.centre
    left, top, right, bottom = blank.box.edges
    return left <= x <= right and top <= y <= bottom


def _finding(
    workshop: Workshop, card: Card, blank: Blank, code: str, claim: str, number: float, limit: float
) -> Finding:
    hints = {
        "mark-small": "make the circle larger, or the sheet",
        "mark-dark": "make the background there pale",
        "mark-never": "correct the number, or name other dice",
        "mark-text": "make the text larger, or move it beside the circle",
    }
    return workshop.warning(code, card, blank.at, claim, number, limit, hints[code])
