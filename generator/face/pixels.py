"""SVG that cannot be printed as shapes becomes pixels: the only module that uses resvg.

In: an SVG tree. Out: a PNG, or the fault. resvg works in a separate process, since a filter can
take hours. It opens any file that an SVG names, so each SVG goes through a gate first: it is either
rewritten by us with all its content embedded, or refused.
"""

from __future__ import annotations

import zlib
from pathlib import Path

from generator.data.budget import OutOfTime, said_of
from generator.face import messages as say
from generator.face.artwork import refuse_undrawn
from generator.face.images import for_renderer
from generator.face.references import (
    MOST_INSIDE,
    SVG_SORT,
    sort_of,
    unpacked,
    written_as,
    written_in,
)
from generator.face.svg import (
    MOST_BYTES,
    Element,
    SvgFault,
    parse_svg,
    refuse_outside,
    refuse_outside_sheet,
    write_svg,
)

DOTS_PER_INCH = 96.0
"""The resolution for lengths with a unit, as in browsers."""


class PixelFault(Exception):
    """A picture that cannot be drawn; the message gives the reason, and `is_excess` means that it
    exceeds limits.
    """

    is_excess = False


def pixels_of(root: Element, width: int, fonts: list[str], family: str, serif: str) -> bytes:
    """Draw an SVG as a PNG of a given width in pixels. Raises SvgFault if it shows external content
    or something would be missing, PixelFault if it cannot be drawn.
    """
    # It needs much of Python's library, which a game without such pictures does not use.
    from generator.data.apart import Crashed, apart

    root = enclosed(root)
    refuse_undrawn(root)
    text, fonts = write_svg(root), [str(Path(font).absolute()) for font in fonts]
    try:
        return bytes(apart(f"{__name__}:draw", text, width, fonts, family, serif))
    except (OutOfTime, MemoryError) as fault:
        excess = PixelFault(f"it {said_of(fault)}")
        excess.is_excess = True
        raise excess from None
    except Crashed as fault:
        raise PixelFault(str(fault)) from None


def enclosed(root: Element) -> Element:
    """Copy an SVG to be drawn separately, with its pictures rewritten. Raises SvgFault if it refers
    to anything outside.
    """
    return _Gate().copy(root, 0)


class _Gate:
    """Allows only what is embedded in the SVG. `left` is the number of bytes that nested SVGs may
    still use in total.
    """

    def __init__(self) -> None:
        self.left = MOST_BYTES

    def copy(self, element: Element, inside: int) -> Element:
        """Copy an element nested `inside` levels deep in other SVGs."""
        attributes, tag = element.attributes, element.tag
        refuse_outside(tag, attributes, element.at)
        if tag == "style":
            refuse_outside_sheet(element)
        elif tag == "a":
            attributes = element.without("href")
        elif tag in ("image", "feImage", "use") and "href" in attributes:
            attributes = {**attributes, "href": self.held(element, inside)}
        return element.copied(attributes, lambda child: self.copy(child, inside))

    def held(self, element: Element, inside: int) -> str:
        """Return what an element shows: another element of its document, or an embedded picture."""
        href = element.get("href").strip()
        if href.startswith("#") and element.tag != "image":
            return href
        if not href[:5].lower() == "data:" or element.tag == "use":
            raise SvgFault(say.SHOWS_OTHER_FILE(tag=element.tag, href=href[:60]), element.at)
        try:
            raw = written_in(href)
        except ValueError:
            raise SvgFault(say.BAD_DATA_URL(), element.at) from None
        if sort_of(raw) is None:
            return self.drawing(raw, element, inside + 1)
        raw = for_renderer(raw)
        return written_as(raw, sort_of(raw) or "image/png")

    def drawing(self, raw: bytes, element: Element, inside: int) -> str:
        """Rewrite an SVG that is nested in another."""
        if inside > MOST_INSIDE:
            raise SvgFault(say.SVGS_TOO_DEEP(most=MOST_INSIDE), element.at)
        try:
            raw = unpacked(raw, self.left)
        except zlib.error:
            raise SvgFault(say.BAD_DATA_URL(), element.at) from None
        self.left -= len(raw)
        if self.left < 0:
            raise SvgFault(say.SVGS_TOO_LARGE(most=MOST_BYTES), element.at)
        try:
            root = self.copy(parse_svg(raw), inside)
            refuse_undrawn(root)
        except SvgFault as fault:
            line = fault.at.rpartition(":")[2]
            said = say.IN_WRITTEN_PICTURE(tag=element.tag, line=line, fault=fault)
            raise SvgFault(said.under(fault.said.code), element.at, fault.hint) from None
        return written_as(write_svg(root).encode(), SVG_SORT)


def draw(text: str, width: int, fonts: list[str], family: str, serif: str) -> bytes:
    """Draw an SVG in this process."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=text,
            width=width,
            dpi=DOTS_PER_INCH,
            skip_system_fonts=True,
            font_files=fonts,
            font_family=family,
            sans_serif_family=family,
            serif_family=serif,
        )
    )
