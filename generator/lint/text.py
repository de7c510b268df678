"""Lint: whether every text can be read and stays clear of the knife, and every picture is sharp.

In: a `Workshop`. Out: a `Look` a check. Knows where a text lies, its size and its colours, not what it says.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from generator.data.colours import Rgb, contrast, hex_of
from generator.data.findings import Finding
from generator.data.units import MM_PER_INCH
from generator.face.fingerprints import covered, unmarked
from generator.face.images import colours_in
from generator.face.stamp import Lettering, reach, without_text
from generator.lint.workshop import PAPER, Look, Workshop
from generator.pdf.raster import render_stamps

UNREADABLE = 1.5  # contrast below which text is as good as not there: an error
LARGE_PT, LARGE_BOLD_PT = 18.0, 14.0
WORST_SHARE = 0.05  # of the ground under a text: less of it is the edge of a line or a dot
GROUND_DPI = 75
UNEVEN = 40  # of 255: how far a colour may be from the one around it, as a paper's grain is


def check_contrast(workshop: Workshop) -> Iterator[Look]:
    """Compare every text with the worst part of the ground drawn under it."""
    faces = [(card, stamp) for card, stamp in workshop.faces if stamp.letterings]
    grounds = render_stamps(workshop.press, [without_text(stamp) for _, stamp in faces], GROUND_DPI)
    sorts = {"contrast": "texts, their contrast", "contrast_large": "large texts, their contrast"}
    measured: dict[str, list[float]] = {name: [] for name in sorts}
    findings: dict[str, list[Finding]] = {name: [] for name in sorts}
    for (card, stamp), ground in zip(faces, grounds, strict=True):
        for lettering in stamp.letterings:
            size_pt = lettering.size_pt * workshop.scale(card, stamp)
            is_large = size_pt >= LARGE_PT or (lettering.is_bold and size_pt >= LARGE_BOLD_PT)
            sort = "contrast_large" if is_large else "contrast"
            least = workshop.limits[sort]
            ratio, under = contrast_on(lettering, ground)
            measured[sort].append(ratio)
            if ratio < least - 0.005:
                colour = hex_of(lettering.fill or lettering.stroke or (0, 0, 0))
                message = f"'{lettering.text[:40]}' in {colour} on {hex_of(under)} has a contrast of {ratio:.1f}, and {least:g} can be read"
                findings[sort].append(
                    Finding(
                        "low-contrast",
                        verdict="fault" if ratio < UNREADABLE else "warning",
                        claim=message,
                        number=ratio,
                        limit=least,
                        hint="make the text darker or the ground lighter (or the other way round)",
                        **workshop.about_text(card, lettering, False),
                    )
                )
    for sort, what in sorts.items():
        worst = f"{min(measured[sort]):.1f}" if measured[sort] else ""
        yield Look(what, len(measured[sort]), worst, f"{workshop.limits[sort]:g}", worst_of_each(findings[sort]))


def contrast_on(lettering: Lettering, ground: Any) -> tuple[float, Rgb]:
    """Return the contrast of a text with the worst part of the ground under it (a picture at GROUND_DPI), and that part's colour."""
    k = GROUND_DPI / MM_PER_INCH
    first, upper, last, lower = reach(lettering)
    (left, right), (top, bottom) = (
        _inset(first * k, last * k),
        _inset(upper * k, lower * k),
    )  # an icon beside a full stop is not under it
    found = colours_in(ground, (left, top, right, bottom))
    total = sum(count for count, _ in found)
    ratios = []
    for count, levels in found:
        under = levels[0] / 255, levels[1] / 255, levels[2] / 255
        ratios.append((_contrast_of(lettering, under), count, under))
    sum_ = 0
    for ratio, count, under in sorted(ratios):
        sum_ += count
        if sum_ >= total * WORST_SHARE:
            return ratio, under
    raise AssertionError("a box has at least one pixel")


def _inset(first: float, last: float) -> tuple[float, float]:
    """Return the ends of a text in pixels, less the pixel at each that it shares with its neighbour."""
    by = min(1.0, (last - first) * 0.4)
    return first + by, last - by


def _contrast_of(lettering: Lettering, under: Rgb) -> float:
    """Return the contrast of a text with one colour. An outline counts if the fill stands out against it, or if there is no fill."""
    fill, stroke = (_over(colour, under, lettering.opacity) for colour in (lettering.fill, lettering.stroke))
    if fill is None or stroke is None:
        return contrast(fill or stroke or under, under)
    return max(contrast(fill, under), min(contrast(fill, stroke), contrast(stroke, under)))


def _over(colour: Rgb | None, under: Rgb, opacity: float) -> Rgb | None:
    if colour is None or opacity >= 1:
        return colour
    red, green, blue = (a * opacity + b * (1 - opacity) for a, b in zip(colour, under, strict=True))
    return red, green, blue


def check_version_mark(workshop: Workshop) -> Iterator[Look]:
    """Find version marks that are printed over a picture or a line. Those over a text were found when the face was drawn."""
    faces = [(card, stamp, stamp.mark.letterings[0]) for card, stamp in workshop.faces if stamp.mark and stamp.mark.letterings]
    grounds = render_stamps(workshop.press, [unmarked(stamp) for _, stamp, _ in faces], GROUND_DPI)
    findings = []
    for (card, stamp, mark), ground in zip(faces, grounds, strict=True):
        if covered(stamp) is None and not _is_even(mark, ground):
            findings.append(
                Finding(
                    "mark-over-art",
                    verdict="warning",
                    claim=f"the version mark '{mark.text}' is printed over what is drawn there",
                    hint='give it a place in the template where there is nothing: <text id="version-mark" x="…" y="…" font-size="4.25pt"/>',
                    **workshop.about_text(card, mark, False),
                )
            )
    yield Look("version marks", len(faces), findings=worst_of_each(findings))


def _is_even(lettering: Lettering, ground: Any) -> bool:
    """Tell whether what lies under a text is of one colour, but for WORST_SHARE of it."""
    k = GROUND_DPI / MM_PER_INCH
    left, top, right, bottom = reach(lettering)
    found = colours_in(ground, (left * k, top * k, right * k, bottom * k))
    _, most = max(found)
    far = sum(count for count, levels in found if max(abs(a - b) for a, b in zip(levels, most, strict=True)) > UNEVEN)
    return far <= WORST_SHARE * sum(count for count, _ in found)


def check_text_size(workshop: Workshop) -> Iterator[Look]:
    """Find texts that are printed too small to read."""
    least = workshop.limits["text_pt"]
    sizes, findings = [], []
    for card, stamp in workshop.faces:
        for lettering in stamp.letterings:
            size = lettering.size_pt * workshop.scale(card, stamp)
            sizes.append(size)
            if size < least - 0.05:
                message = f"'{lettering.text[:40]}' is printed at {size:.1f} pt, below the {least:g} pt that is readable"
                findings.append(
                    Finding(
                        "text-small",
                        verdict="warning",
                        claim=message,
                        number=size,
                        limit=least,
                        unit="pt",
                        hint="shorten the text, or give it more room",
                        **workshop.about_text(card, lettering, True),
                    )
                )
    yield Look("texts, their size", len(sizes), f"{min(sizes):.1f} pt" if sizes else "", f"{least:g} pt", worst_of_each(findings))


def check_safe_area(workshop: Workshop) -> Iterator[Look]:
    """Find texts so near the cut that a slip of the knife takes them, leaving out those that are meant to be cut."""
    least = workshop.limits["safe_mm"]
    gaps, findings = [], []
    for card, stamp in workshop.faces:
        for lettering in (*stamp.letterings, *(stamp.mark.letterings if stamp.mark else ())):
            if lettering.may_be_cut:
                continue
            gap = gap_to_cut_mm(lettering, stamp.size_mm, workshop.size_mm(card), card.shape == "round")
            gaps.append(gap)
            if gap < least - 0.05:
                message = f"'{lettering.text[:40]}' comes within {max(gap, 0):.1f} mm of the cut, and {least:g} mm are safe"
                findings.append(
                    Finding(
                        "text-near-cut",
                        verdict="warning",
                        claim=message,
                        number=gap,
                        limit=least,
                        unit="mm",
                        hint="move it inward: a knife slips, and a printer prints beside the mark",
                        **workshop.about_text(card, lettering, False),
                    )
                )
    yield Look(
        "texts, how near to the cut", len(gaps), f"{min(gaps):.1f} mm" if gaps else "", f"{least:g} mm", worst_of_each(findings)
    )


def gap_to_cut_mm(lettering: Lettering, drawn_mm: tuple[float, float], size_mm: tuple[float, float], is_round: bool) -> float:
    """Measure from a text to the nearest cut of a face that is drawn in one size and printed in another."""
    (width, height), scale = size_mm, min(size_mm[0] / drawn_mm[0], size_mm[1] / drawn_mm[1])
    left, top = (width - drawn_mm[0] * scale) / 2, (height - drawn_mm[1] * scale) / 2
    corners = [(left + x * scale, top + y * scale) for x, y in lettering.corners]
    if is_round:
        return min(width, height) / 2 - max(math.hypot(x - width / 2, y - height / 2) for x, y in corners)
    return min(min(x, y, width - x, height - y) for x, y in corners)


def check_pictures(workshop: Workshop) -> Iterator[Look]:
    """Find pictures with too few dots per inch."""
    least = workshop.limits["picture_dpi"]
    placed = [(card, one) for card, _ in workshop.faces for one in workshop.press.placed.get(card.id, ())]
    findings = []
    for card, one in placed:
        if one.dpi < least:
            is_art = "art" in card.record and one.href == card.record.art and "art" in card.places
            place = card.places["art"] if is_art else card.place
            message = f"'{one.href[:60]}' is printed at {one.dpi:.0f} dots per inch, which looks soft (300 is good)"
            findings.append(
                Finding(
                    "soft-picture",
                    f"{card.id}, art" if is_art else card.id,
                    PAPER,
                    "warning",
                    message,
                    one.dpi,
                    unit="dpi",
                    place=place,
                    hint="use a larger picture",
                    limit=least,
                    wider=(card.id, card.kind) if is_art else (card.kind,),
                    also=(("template", workshop.template_place(one.at)),),
                    card=card.id,
                    field="art" if is_art else None,
                )
            )
    worst = f"{min(one.dpi for _, one in placed):.0f} dpi" if placed else ""
    yield Look("pictures", len(placed), worst, f"{least:g} dpi", worst_of_each(findings))


def worst_of_each(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Keep, of what one template line does to one card, the finding with the lowest number."""
    kept: dict[object, Finding] = {}
    for finding in findings:
        key = (finding.card, finding.place, finding.verdict)
        if key not in kept or (finding.number or 0) < (kept[key].number or 0):
            kept[key] = finding
    return tuple(kept.values())
