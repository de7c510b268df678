"""Lint: lines too thin to print, and texts that something is drawn over.

In: a `Workshop`. Out: a `Look` a check. Knows where things are drawn and in which order, not what they say.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from generator.data.findings import Finding
from generator.data.units import MM_PER_INCH
from generator.face.fingerprints import unmarked
from generator.face.images import differing
from generator.face.stamp import Lettering, reach, without_text
from generator.lint.text import UNREADABLE, contrast_on, worst_of_each
from generator.lint.workshop import PAPER, Look, Workshop
from generator.pdf.raster import render_stamps

if TYPE_CHECKING:
    from generator.pdf.png import Picture

DPI = 75
SEEN = 10  # of 255: a dot that is changed by less shows nothing of a text
DEEP_MM = 0.5  # how far capitals may reach into those of another text: brackets and outlines do
LEAST_HIDDEN = 2  # pairs of letters in a row that are not seen

Corners = Sequence[tuple[float, float]]


def check_hairlines(workshop: Workshop) -> Iterator[Look]:
    """Find lines so thin that a printer breaks them up."""
    least = workshop.limits["line_mm"]
    widths, findings = [], []
    for card, stamp in workshop.faces:
        for at, drawn in stamp.strokes:
            width = drawn * workshop.scale(card, stamp)
            widths.append(width)
            if width < least - 0.002:
                findings.append(
                    Finding(
                        "hairline",
                        card.id,
                        PAPER,
                        "warning",
                        f"a line is printed {width:.3f} mm wide, and {least:g} mm hold",
                        width,
                        unit="mm",
                        place=workshop.template_place(at),
                        hint="give it a wider stroke, or draw its picture larger",
                        limit=least,
                        wider=(card.kind,),
                        also=(("card", card.place),),
                        card=card.id,
                    )
                )
    yield Look(
        "lines, their width", len(widths), f"{min(widths):.2f} mm" if widths else "", f"{least:g} mm", worst_of_each(findings)
    )


def check_overlaps(workshop: Workshop) -> Iterator[Look]:
    """Find texts that run into each other."""
    pairs, findings = 0, []
    for card, stamp in workshop.faces:
        for one, other in combinations(stamp.letterings, 2):
            pairs += 1
            deep = depth(one.corners, other.corners) if one.text != other.text and _may_meet(one, other) else 0.0
            if deep > DEEP_MM:
                findings.append(
                    Finding(
                        "text-over-text",
                        verdict="warning",
                        claim=f"'{other.text[:40]}' is printed over '{one.text[:40]}'",
                        number=-deep,
                        unit="mm",
                        hint="move one of them, or give both an area of their own",
                        **workshop.about_text(card, other, True),
                    )
                )
    yield Look("pairs of texts, whether they meet", pairs, findings=worst_of_each(findings))


def _may_meet(one: Lettering, other: Lettering) -> bool:
    """Tell, fast, whether two texts can overlap."""
    left, top, right, bottom = reach(one)
    from_, upper, to, lower = reach(other)
    return left < to and from_ < right and top < lower and upper < bottom


def depth(one: Corners, other: Corners) -> float:
    """Measure how far two convex shapes reach into each other: the least they must be moved to part. 0 where they do not touch."""
    least = math.inf
    for shape in (one, other):
        for (x, y), (to_x, to_y) in pairwise((*shape, shape[0])):
            long = math.hypot(to_x - x, to_y - y)
            if long > 1e-9:
                across, down = (to_y - y) / long, (x - to_x) / long
                first, second = ([px * across + py * down for px, py in corners] for corners in (one, other))
                least = min(least, max(first) - min(second), max(second) - min(first))
    return max(0.0, least) if least < math.inf else 0.0


def check_covered(workshop: Workshop) -> Iterator[Look]:
    """Find texts that a later shape or picture hides, in whole or in part."""
    faces = [(card, unmarked(stamp)) for card, stamp in workshop.faces if stamp.letterings]
    grounds = render_stamps(workshop.press, [without_text(stamp) for _, stamp in faces], DPI)
    wholes = render_stamps(workshop.press, [stamp for _, stamp in faces], DPI)
    count, findings = 0, []
    for (card, stamp), ground, whole in zip(faces, grounds, wholes, strict=True):
        shown = differing(ground, whole, SEEN)  # white where text shows
        for lettering in stamp.letterings:
            count += 1
            if lettering.may_be_cut or (hidden := hidden_of(lettering, shown)) is None:
                continue
            if contrast_on(lettering, ground)[0] < UNREADABLE:  # it is told of as that
                continue
            findings.append(
                Finding(
                    "text-covered",
                    verdict="fault",
                    claim=f"of '{lettering.text[:40]}' {hidden} is seen: something is drawn over it",
                    hint="draw it later in the template than what covers it",
                    **workshop.about_text(card, lettering, False),
                )
            )
    yield Look("texts, what is drawn over them", count, findings=worst_of_each(findings))


def hidden_of(lettering: Lettering, shown: Picture) -> str | None:
    """Say how little of a text is seen where letters of it are not: "nothing" or "a part only". None where all is.

    An upright text is looked at by pairs of letters, as wide as each other; another as a whole.
    """
    k = DPI / MM_PER_INCH
    left, top, right, bottom = (mm * k for mm in reach(lettering))
    if right <= 0 or bottom <= 0 or left >= shown.width or top >= shown.height:
        return None
    if shown.crop((int(left), int(top), math.ceil(right) + 1, math.ceil(bottom) + 1)).getbbox() is None:
        return "nothing"
    (x, y), (to_x, to_y), *_ = lettering.corners
    if (abs(y - to_y) > 0.01 and abs(x - to_x) > 0.01) or right - left < bottom - top:
        return None
    pairs, row = len(lettering.text) // 2, 0
    for n in range(pairs):
        at, to = left + (right - left) * n / pairs, left + (right - left) * (n + 1) / pairs
        around = lettering.text[max(0, 2 * n - 1) : 2 * n + 3]
        box = (int(at), int(top) - 1, math.ceil(to), math.ceil(bottom) + 2)
        row = row + 1 if around.isalnum() and shown.crop(box).getbbox() is None else 0
        if row >= LEAST_HIDDEN:
            return "a part only"
    return None
