"""Lint: the visible parts of a face's texts, icons and pictures, the background under them and
under the version mark, and the ink of the face.

In: a Press and drawn faces. Out: a `Sight` per face. For all checks together, each face is
rasterised with its texts, without them, and without pictures too. Judges nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.data.colours import Rgb, contrast
from generator.data.geometry import Box
from generator.data.units import MM_PER_INCH
from generator.face.fingerprints import mark_box, unmarked
from generator.face.images import colours_in, differing, differing_in_colour, ink_of
from generator.face.press import Press
from generator.face.stamp import Lettering, Showing, Stamp, without_pictures, without_text
from generator.pdf.raster import render_stamps

if TYPE_CHECKING:
    from generator.pdf.png import Picture

DPI = 75
WORST_SHARE = 0.05  # of the ground under a text: less of it is the edge of a line or a dot
UNEVEN = 40  # of 255: how far a colour may be from the one around it, as a paper's grain is
SEEN = 10  # of 255: a dot that is changed by less shows nothing of a text
NOTHING = 3  # of 255: a dot that is changed by no more shows nothing of a picture
LEAST_HIDDEN = 2  # pairs of letters in a row that are not seen


@dataclass(frozen=True)
class Sight:
    """The visible parts of a face. The lists correspond to its letterings, `pictures` to its
    pictures: whether anything is visible of each.

    `contrasts` are those with the worst part of the background under a text, and that part's
    colour; `hidden` says how much of a text is covered. `is_mark_clear` means that the background
    under the version mark is uniform. `ink` is the result of `ink_of` without that mark.
    """

    contrasts: tuple[tuple[float, Rgb], ...]
    hidden: tuple[str | None, ...]
    is_mark_clear: bool
    pictures: tuple[bool, ...]
    ink: tuple[float, float]


def sights(press: Press, stamps: Sequence[Stamp], scales: Sequence[float]) -> Iterator[Sight]:
    """Examine faces one after the other; each scale is the factor by which a face is printed larger
    than drawn.
    """
    plain = list(map(unmarked, stamps))
    silent = list(map(without_text, plain))
    pictured = []
    for stamp, scale in zip(silent, scales, strict=True):
        if stamp.pictures:
            pictured.append((stamp, scale))
    bare = render_stamps(
        press,
        [without_pictures(stamp) for stamp, _ in pictured],
        DPI,
        [scale for _, scale in pictured],
    )
    grounds, wholes = (render_stamps(press, faces, DPI, scales) for faces in (silent, plain))
    for stamp, scale, ground, whole in zip(stamps, scales, grounds, wholes, strict=True):
        shown, k = (
            differing(ground, whole, SEEN),
            DPI / MM_PER_INCH * scale,
        )  # white where text shows
        yield Sight(
            tuple(contrast_on(lettering, ground, k) for lettering in stamp.letterings),
            tuple(hidden_of(lettering, shown, k) for lettering in stamp.letterings),
            (box := mark_box(stamp)) is None or _is_even(box, whole, k),
            _are_seen(stamp.pictures, differing_in_colour(next(bare), ground, NOTHING), k)
            if stamp.pictures
            else (),
            ink_of(whole),
        )


def _are_seen(pictures: Sequence[Showing], shown: Picture, k: float) -> tuple[bool, ...]:
    """Return for each picture whether any pixel in its place is changed by pictures, shown white.
    `k` is the number of pixels per drawn mm.
    """
    seen = []
    for left, top, right, bottom in (picture.box.edges for picture in pictures):
        box = (
            max(0, int(left * k)),
            max(0, int(top * k)),
            min(shown.width, math.ceil(right * k)),
            min(shown.height, math.ceil(bottom * k)),
        )
        seen.append(box[0] < box[2] and box[1] < box[3] and shown.crop(box).getbbox() is not None)
    return tuple(seen)


def contrast_on(lettering: Lettering, ground: Picture, k: float) -> tuple[float, Rgb]:
    """Return the contrast of a text with the worst part of the background under it, and that part's
    colour. `k` is the number of pixels per drawn mm.
    """
    first, upper, last, lower = lettering.box.edges
    left, right = _inset(first * k, last * k)  # an icon beside a full stop is not under it
    top, bottom = _inset(upper * k, lower * k)
    found = colours_in(ground, Box.between(left, top, right, bottom))
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
    """Return the ends of a text in pixels, less the pixel at each that it shares with its
    neighbour.
    """
    by = min(1.0, (last - first) * 0.4)
    return first + by, last - by


def _contrast_of(lettering: Lettering, under: Rgb) -> float:
    """Return the contrast of a text with one colour. An outline counts if the fill stands out
    against it, or if there is no fill.
    """
    fill, stroke = (
        _over(colour, under, lettering.opacity) for colour in (lettering.fill, lettering.stroke)
    )
    if fill is None or stroke is None:
        return contrast(fill or stroke or under, under)
    return max(contrast(fill, under), min(contrast(fill, stroke), contrast(stroke, under)))


def _over(colour: Rgb | None, under: Rgb, opacity: float) -> Rgb | None:
    if colour is None or opacity >= 1:
        return colour
    red, green, blue = (a * opacity + b * (1 - opacity) for a, b in zip(colour, under, strict=True))
    return red, green, blue


def _is_even(box: Box, ground: Picture, k: float) -> bool:
    """Return whether a box, in drawn mm of `k` pixels, is uniform, except for WORST_SHARE of it."""
    found = colours_in(ground, box.scaled(k))
    _, most = max(found)
    far = sum(
        count
        for count, levels in found
        if max(abs(a - b) for a, b in zip(levels, most, strict=True)) > UNEVEN
    )
    return far <= WORST_SHARE * sum(count for count, _ in found)


def hidden_of(lettering: Lettering, shown: Picture, k: float) -> str | None:
    """Return how much of a text is covered: "fully" or "partly". None if all of it is visible.

    An upright text is examined by pairs of letters of equal width, any other as a whole. `k` is the
    number of pixels per drawn mm.
    """
    left, top, right, bottom = lettering.box.scaled(k).edges
    if right <= 0 or bottom <= 0 or left >= shown.width or top >= shown.height:
        return None
    if (
        shown.crop((int(left), int(top), math.ceil(right) + 1, math.ceil(bottom) + 1)).getbbox()
        is None
    ):
        return "fully"
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
            return "partly"
    return None
