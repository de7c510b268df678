"""Lint: whether every text is readable and far enough from the cut, and every picture is sharp.

In: a `Workshop`. Out: a `Look` per check. Knows the place, size and colours of a text, not its
content.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from generator.data.colours import hex_of
from generator.data.findings import Finding
from generator.data.geometry import Box, Point
from generator.data.silhouettes import corners_in, gap_to
from generator.face.fingerprints import covered
from generator.face.stamp import Lettering
from generator.lint.workshop import PAPER, Gauge, Look, Workshop, below, worst_of_each

UNREADABLE = 1.5  # contrast below which a text is effectively missing: an error
FAINT = 0.05  # opacity below which nothing is seen
LARGE_PT, LARGE_BOLD_PT = 18.0, 14.0


def check_contrast(workshop: Workshop) -> Iterator[Look]:
    """Compare every text with the worst part of the ground drawn under it."""
    small = Gauge("contrast of texts", workshop.limits["contrast"])
    large = Gauge("contrast of large texts", workshop.limits["contrast_large"])
    for card, stamp, sight in workshop.seen:
        for lettering, (ratio, under) in zip(stamp.letterings, sight.contrasts, strict=True):
            size_pt = lettering.size_pt * workshop.scale(card, stamp)
            is_large = size_pt >= LARGE_PT or (lettering.is_bold and size_pt >= LARGE_BOLD_PT)
            gauge = large if is_large else small
            if gauge.is_low(ratio):
                colour = hex_of(lettering.fill or lettering.stroke or (0, 0, 0))
                unseen = _unseen(lettering)
                message = unseen or (
                    f"'{lettering.text[:40]}' in {colour} on {hex_of(under)} has a contrast of "
                    f"{below(ratio, gauge.least)}, expected at least {gauge.least:g}"
                )
                gauge.findings.append(
                    Finding(
                        "low-contrast",
                        verdict="fault" if ratio < UNREADABLE else "warning",
                        claim=message,
                        number=ratio,
                        limit=gauge.least,
                        hint=(
                            "make the text darker or the background lighter (or the other way "
                            "round)"
                        )
                        if unseen is None
                        else "give it a `fill`, or leave it out",
                        **workshop.about_text(card, lettering, False),
                    )
                )
    yield from (small.look, large.look)


def _unseen(lettering: Lettering) -> str | None:
    """Explain why a text without paint is invisible; None for one with paint."""
    if lettering.fill is None and lettering.stroke is None:
        return f"'{lettering.text[:40]}' cannot be seen: it has neither a fill nor a stroke"
    if lettering.opacity < FAINT:
        return f"'{lettering.text[:40]}' cannot be seen: it is transparent"
    return None


def check_mirrored(workshop: Workshop) -> Iterator[Look]:
    """Find texts that are drawn mirrored."""
    count, findings = 0, []
    for card, stamp in workshop.faces:
        for lettering in stamp.letterings:
            count += 1
            (left, top), (left_below, below), (right, right_top), _ = lettering.corners
            if (right - left) * (below - top) - (right_top - top) * (left_below - left) < 0:
                findings.append(
                    Finding(
                        "text-mirrored",
                        verdict="fault",
                        claim=f"'{lettering.text[:40]}' is printed mirrored",
                        hint=(
                            "correct its `transform`: scale(-1 1) mirrors, also in a group around "
                            "it"
                        ),
                        **workshop.about_text(card, lettering, False),
                    )
                )
    yield Look("orientation of texts", count, findings=worst_of_each(findings))


def check_version_mark(workshop: Workshop) -> Iterator[Look]:
    """Find version marks that are printed over a picture or a line. Those over a text were found
    when the face was drawn.
    """
    count, findings = 0, []
    for card, stamp, sight in workshop.seen:
        mark = stamp.mark.letterings[0] if stamp.mark and stamp.mark.letterings else None
        if mark is None:
            continue
        count += 1
        if covered(stamp) is None and not sight.is_mark_clear:
            findings.append(
                Finding(
                    "mark-over-art",
                    verdict="warning",
                    claim=f"the version mark '{mark.text}' is printed over part of the drawing",
                    hint=(
                        'give it an empty place in the template: <text id="version-mark" x="…" '
                        'y="…" font-size="4.25pt"/>'
                    ),
                    **workshop.about_text(card, mark, False),
                )
            )
    yield Look("version marks", count, findings=worst_of_each(findings))


def check_text_size(workshop: Workshop) -> Iterator[Look]:
    """Find texts that are printed too small to read."""
    gauge = Gauge("size of texts", workshop.limits["text_pt"], " pt", slack=0.05)
    for card, stamp in workshop.faces:
        for lettering in stamp.letterings:
            size = lettering.size_pt * workshop.scale(card, stamp)
            if gauge.is_low(size):
                message = (
                    f"'{lettering.text[:40]}' is printed at {size:.1f} pt, expected at least "
                    f"{gauge.least:g} pt"
                )
                gauge.findings.append(
                    Finding(
                        "text-small",
                        verdict="warning",
                        claim=message,
                        number=size,
                        limit=gauge.least,
                        unit="pt",
                        hint="shorten the text, or give it more room",
                        **workshop.about_text(card, lettering, True),
                    )
                )
    yield gauge.look


def check_safe_area(workshop: Workshop) -> Iterator[Look]:
    """Find texts so close to the cut that a slip of the knife would cut them, except those meant to
    be cut.
    """
    gauge = Gauge("distance of texts from the cut", workshop.limits["safe_mm"], " mm", slack=0.05)
    for card, stamp in workshop.faces:
        for lettering in (*stamp.letterings, *(stamp.mark.letterings if stamp.mark else ())):
            if lettering.may_be_cut:
                continue
            gap = gap_to_cut_mm(lettering, stamp.size_mm, workshop.game.size_of(card), card.shape)
            if gauge.is_low(gap):
                message = (
                    f"'{lettering.text[:40]}' is {max(gap, 0):.1f} mm from the cut, expected at "
                    f"least {gauge.least:g} mm"
                )
                gauge.findings.append(
                    Finding(
                        "text-near-cut",
                        verdict="warning",
                        claim=message,
                        number=gap,
                        limit=gauge.least,
                        unit="mm",
                        hint="move it inward: knives slip, and printers are not exact",
                        **workshop.about_text(card, lettering, False),
                    )
                )
    yield gauge.look


def gap_to_cut_mm(
    lettering: Lettering, drawn_mm: tuple[float, float], size_mm: tuple[float, float], shape: str
) -> float:
    """Measure the distance from a text to the nearest cut of a face that is drawn in one size and
    printed in another.
    """
    (width, height), scale = size_mm, min(size_mm[0] / drawn_mm[0], size_mm[1] / drawn_mm[1])
    left, top = (width - drawn_mm[0] * scale) / 2, (height - drawn_mm[1] * scale) / 2
    corners = [Point(left + x * scale, top + y * scale) for x, y in lettering.corners]
    outline = corners_in(shape, Box(0.0, 0.0, width, height))
    if outline is not None:
        return gap_to(outline, corners)
    if shape == "round":
        return min(width, height) / 2 - max(
            math.hypot(x - width / 2, y - height / 2) for x, y in corners
        )
    return min(min(x, y, width - x, height - y) for x, y in corners)


def check_pictures(workshop: Workshop) -> Iterator[Look]:
    """Find pictures with too low a resolution."""
    gauge = Gauge("pictures", workshop.limits["picture_dpi"], " dpi", digits=0, slack=0)
    placed = []
    for card, _ in workshop.faces:
        for one in workshop.press.placed.get(card.id, ()):
            if one.dpi < math.inf:  # shapes are sharp at any size
                placed.append((card, one))
    for card, one in placed:
        if gauge.is_low(one.dpi):
            field = card.field_naming(one.href)
            place = card.places[field] if field else card.place
            message = (
                f"'{one.href[:60]}' is printed at {one.dpi:.0f} dpi, which looks soft (300 dpi "
                "is good)"
            )
            gauge.findings.append(
                Finding(
                    "soft-picture",
                    f"{card.id}, {field}" if field else card.id,
                    PAPER,
                    "warning",
                    message,
                    one.dpi,
                    unit="dpi",
                    place=place,
                    hint="use a larger picture",
                    limit=gauge.least,
                    wider=(card.id, card.kind) if field else (card.kind,),
                    also=(("template", workshop.template_place(one.at)),),
                    card=card.id,
                    field=field,
                )
            )
    yield gauge.look
