"""Whatever PDF cannot express, as pixels: whole pictures, and single elements of a face.

In: an SVG tree, and its size on paper. Out: an `Image`, drawn once by the outside renderer.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

from generator.data.geometry import Box
from generator.data.units import MM_PER_INCH
from generator.face import messages as say
from generator.face.artwork import Lettered
from generator.face.fonts import DEFAULT_FAMILY
from generator.face.images import Image, ImageFault, cropped, read_image, seen_of
from generator.face.paint.artfonts import ArtFonts
from generator.face.paint.pictures import in_picture, line_of, place_in
from generator.face.pixels import PixelFault, pixels_of
from generator.face.stamp import BLEED_MM
from generator.face.svg import Element, SvgFault, picture_box, write_svg

RASTER_DPI = 300
ROUGH_DPI = 40
MOST_PIXELS = 40_000_000
MOST_PARTS = 1_000
"""The number of parts of faces that are kept as pixels for others."""
_PART = "part of the face"

Seen = tuple[Image, Box] | None
"""The visible part of an element, with its box in millimetres; None for nothing."""


class Rasters:
    """The pictures and parts of faces of one game that are printed as pixels."""

    def __init__(self, fonts: ArtFonts) -> None:
        self._fonts = fonts
        self._pictures: dict[tuple[str, str], Image] = {}
        self._parts: dict[str, Seen] = {}

    def __len__(self) -> int:
        """Count the parts of faces."""
        return len(self._parts)

    def picture(self, picture: Element, href: str, width_mm: float, at: str) -> Image:
        """Turn a picture outside the subset into pixels. Raises SvgFault."""
        key = href, f"{width_mm:.2f}"
        image = self._pictures.get(key)
        if image is None:
            image = self._pictures[key] = self._picture(picture, href, width_mm, at)
        return image

    def _picture(self, picture: Element, href: str, width_mm: float, at: str) -> Image:
        width_px, box = _pixels_in(width_mm), picture_box(picture)
        if _is_too_large(width_px, box):
            raise SvgFault(say.PICTURE_TOO_LARGE(href=href[:60]), at, None, href)
        lettered = Lettered(self._fonts.find)
        try:
            ready = lettered.copy(picture)
        except SvgFault as fault:
            raise in_picture(fault, href, at) from None
        # resvg cannot scale lengths in mm or % on the <svg>.
        png = drawn_pixels(ready, box, width_px, sorted(map(str, lettered.fonts)), href, at)
        try:
            return read_image(png)
        except ImageFault as fault:
            raise SvgFault(
                say.PICTURE_NOT_DRAWN(href=href[:60], fault=fault), at, None, href
            ) from None

    def part(
        self,
        children: list[Element | str],
        size_mm: tuple[float, float],
        fonts: Sequence[str],
        at: str,
    ) -> Seen:
        """Draw a part of a face as pixels. Raises SvgFault.

        It is first located roughly on the whole face, so that no more than necessary is drawn.
        """
        written = f"{size_mm} {fonts} {write_svg(Element('g', {}, children))}"
        key = hashlib.sha256(written.encode()).hexdigest()[:16]
        if key not in self._parts:
            if len(self._parts) >= MOST_PARTS:
                del self._parts[next(iter(self._parts))]
            self._parts[key] = _part(children, size_mm, fonts, at)
        return self._parts[key]


def _part(
    children: list[Element | str], size_mm: tuple[float, float], fonts: Sequence[str], at: str
) -> Seen:
    face = Box(0.0, 0.0, *size_mm).widened(BLEED_MM)
    rough_px = max(1, round(ROUGH_DPI / MM_PER_INCH * face.width))
    seen = _seen(children, face, rough_px, fonts, at)
    if seen is None:
        return None
    by = 2 * face.width / rough_px
    near = seen[1].widened(by)
    fine_px = max(1, math.ceil(near.width / MM_PER_INCH * RASTER_DPI))
    return _seen(children, near, fine_px, fonts, at)


def _seen(
    children: list[Element | str], box: Box, width_px: int, fonts: Sequence[str], at: str
) -> Seen:
    """Draw children inside a box of a given width in pixels, and return the visible part."""
    if _is_too_large(width_px, box):
        raise SvgFault(say.PART_TOO_LARGE(), at)
    raw = drawn_pixels(Element("svg", {}, children), box, width_px, fonts, _PART, at)
    seen = seen_of(raw)
    if seen is None:
        return None
    return cropped(raw, seen), seen.scaled(box.width / width_px).moved(box.x, box.y)


def _pixels_in(width_mm: float) -> int:
    return max(1, round(width_mm / MM_PER_INCH * RASTER_DPI))


def _is_too_large(width_px: int, box: Box) -> bool:
    return width_px * width_px * box.height / box.width > MOST_PIXELS


def drawn_pixels(
    picture: Element, box: Box, width_px: int, fonts: Sequence[str], name: str, at: str
) -> bytes:
    """Draw the content of a box of an SVG as a PNG with the outside renderer. Raises SvgFault."""
    # the renderer rounds sizes before it scales
    height_px = max(1, math.ceil(width_px * box.height / box.width - 1e-6))
    box = box._replace(height=box.width * height_px / width_px)
    size = {"viewBox": " ".join(map(repr, box)), "width": str(width_px), "height": str(height_px)}
    root = Element("svg", {**picture.attributes, **size}, picture.children)
    try:
        return pixels_of(root, width_px, list(fonts), DEFAULT_FAMILY, "Source Serif Pro")
    except PixelFault as fault:
        code = "face-too-much" if fault.is_excess else "bad-image"
        raise SvgFault(
            say.PICTURE_NOT_DRAWN(href=name[:60], fault=fault).under(code),
            at,
            "save it as PNG",
            name,
        ) from None
    except SvgFault as fault:
        if name == _PART:
            raise
        line = f", line {line_of(fault.at)}" if line_of(fault.at) else ""
        said = say.PICTURE_NOT_DRAWN_AT(href=name[:60], line=line, fault=fault)
        inside = place_in(name, fault)
        raise SvgFault(said.under(fault.said.code), at, fault.hint, name, inside) from None
