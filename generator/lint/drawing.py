"""Lint: lines too thin to print, texts with something drawn over them, invisible icons and
pictures.

In: a `Workshop`. Out: a `Look` per check. Knows where and in what order things are drawn, not their
content.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from generator.data.findings import Finding, Verdict
from generator.face.stamp import Showing
from generator.lint.text import UNREADABLE
from generator.lint.workshop import PAPER, Gauge, Look, Workshop, worst_of_each

DEEP_MM = 0.5  # how far capitals may overlap those of another text, as brackets and outlines do

# an icon is small if its longer side is at most this part of the face's shorter side; larger ones
# are scenery
SMALL = 3
CUT = 0.1  # of its side: less of an icon than that is the margin it was drawn with

Corners = Sequence[tuple[float, float]]


def check_hairlines(workshop: Workshop) -> Iterator[Look]:
    """Find lines so thin that a printer breaks them up."""
    gauge = Gauge("width of lines", workshop.limits["line_mm"], " mm", digits=2, slack=0.002)
    for card, stamp in workshop.faces:
        for at, drawn in stamp.strokes:
            width = drawn * workshop.scale(card, stamp)
            if gauge.is_low(width):
                gauge.findings.append(
                    Finding(
                        "hairline",
                        card.id,
                        PAPER,
                        "warning",
                        f"a line is {width:.3f} mm wide, expected at least {gauge.least:g} mm",
                        width,
                        unit="mm",
                        place=workshop.template_place(at),
                        hint="give it a wider stroke, or draw its picture larger",
                        limit=gauge.least,
                        wider=(card.kind,),
                        also=(("card", card.place),),
                        card=card.id,
                    )
                )
    yield gauge.look


def check_overlaps(workshop: Workshop) -> Iterator[Look]:
    """Find texts that overlap."""
    pairs, findings = 0, []
    for card, stamp in workshop.faces:
        for one, other in combinations(stamp.letterings, 2):
            pairs += 1
            deep = 0.0
            if one.text != other.text and one.box.overlaps(other.box):
                deep = depth(one.corners, other.corners)
            if deep > DEEP_MM:
                findings.append(
                    Finding(
                        "text-over-text",
                        verdict="warning",
                        claim=f"'{other.text[:40]}' is printed over '{one.text[:40]}'",
                        number=-deep,
                        unit="mm",
                        hint="move one of them, or give each a separate area",
                        **workshop.about_text(card, other, True),
                    )
                )
    yield Look("overlap of texts", pairs, findings=worst_of_each(findings))


def depth(one: Corners, other: Corners) -> float:
    """Measure how far two convex shapes overlap: the smallest move that separates them; 0 if they
    do not touch.
    """
    least = math.inf
    for shape in (one, other):
        for (x, y), (to_x, to_y) in pairwise((*shape, shape[0])):
            long = math.hypot(to_x - x, to_y - y)
            if long > 1e-9:
                across, down = (to_y - y) / long, (x - to_x) / long
                first, second = (
                    [px * across + py * down for px, py in corners] for corners in (one, other)
                )
                least = min(least, max(first) - min(second), max(second) - min(first))
    return max(0.0, least) if least < math.inf else 0.0


def check_covered(workshop: Workshop) -> Iterator[Look]:
    """Find texts that a later shape or picture hides, in whole or in part."""
    count, findings = 0, []
    for card, stamp, sight in workshop.seen:
        for lettering, hidden, (ratio, _) in zip(
            stamp.letterings, sight.hidden, sight.contrasts, strict=True
        ):
            count += 1
            if (
                hidden is None or lettering.may_be_cut or ratio < UNREADABLE
            ):  # which is reported as unreadable
                continue
            findings.append(
                Finding(
                    "text-covered",
                    verdict="fault",
                    claim=f"'{lettering.text[:40]}' is {hidden} hidden by something drawn after it",
                    hint="draw it after what covers it",
                    **workshop.about_text(card, lettering, False),
                )
            )
    yield Look("visibility of texts", count, findings=worst_of_each(findings))


def check_unseen(workshop: Workshop) -> Iterator[Look]:
    """Find icons and pictures of which nothing is visible wherever a line of the template places
    them on a card, and clipped icons.
    """
    count, findings = 0, []
    verdict: Verdict
    for card, stamp, sight in workshop.seen:
        placed: dict[tuple[str, str], list[tuple[Showing, bool]]] = {}
        for one, is_seen in zip(stamp.pictures, sight.pictures, strict=True):
            placed.setdefault((one.at, one.href), []).append((one, is_seen))
        count += len(placed)
        for ones in placed.values():
            if not any(is_seen for _, is_seen in ones):
                code, verdict = "picture-unseen", "fault"
                why, hint = _why_unseen(ones[0][0], stamp.size_mm)
            elif len(ones) == 1 and (why := _cut_off(ones[0][0], stamp.size_mm)):
                code = "icon-cut"
                verdict = "ok"
                hint = "move it inward, unless it is meant to be cut"
            else:
                continue
            findings.append(
                Finding(
                    code,
                    card.id,
                    PAPER,
                    verdict,
                    why,
                    place=workshop.template_place(ones[0][0].at),
                    hint=hint,
                    wider=(card.kind,),
                    also=(("card", card.place),),
                    card=card.id,
                )
            )
    yield Look("visibility of icons and pictures", count, findings=tuple(findings))


def _why_unseen(picture: Showing, size_mm: tuple[float, float]) -> tuple[str, str]:
    """Explain why nothing of a picture is visible, and suggest a remedy."""
    (left, top, right, bottom), (width, height) = picture.box.edges, size_mm
    if left == right or top == bottom:
        why, hint = "its width or its height is 0", "write its size, in millimetres"
    elif right <= 0 or bottom <= 0 or left >= width or top >= height:
        across = f"{left:g} to {right:g} mm of {width:g} across"
        down = f"{top:g} to {bottom:g} of {height:g} down"
        why, hint = f"it is off the card, at {across} and {down}", "move it onto the card"
    else:
        why = "it is transparent, covered, or in the colour of its background"
        hint = "draw it later than what covers it, or give it another colour"
    return f"cannot see '{picture.href[:60]}': {why}", hint


def _cut_off(picture: Showing, size_mm: tuple[float, float]) -> str:
    """Describe how much of a small icon is past an edge; empty if it is not, or hardly."""
    (left, top, right, bottom), (width, height) = picture.box.edges, size_mm
    side = min(right - left, bottom - top)
    past = {"left": -left, "top": -top, "right": right - width, "bottom": bottom - height}
    edge = max(past, key=past.__getitem__)
    if max(right - left, bottom - top) > min(width, height) / SMALL or past[edge] <= side * CUT:
        return ""
    return f"'{picture.href[:60]}' is cut off: {past[edge]:.1f} mm of it are past the {edge} edge"
