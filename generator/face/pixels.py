"""SVG beyond what is printed as shapes becomes pixels: the one home of resvg.

In: an SVG tree. Out: a PNG, or what went wrong. resvg works in its own process, since a filter
can take hours. It opens whatever file an SVG names, so each goes through a gate first: it holds all
that it shows, written again by us, or it is refused.
"""

from __future__ import annotations

import zlib

from generator.data.budget import OutOfTime, said_of
from generator.data.saying import Said
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
"""What a length with a unit counts by, as in browsers."""


class PixelFault(Exception):
    """A picture that cannot be drawn; the message says why, and `is_excess` whether it takes too
    much.
    """

    is_excess = False


def pixels_of(root: Element, width: int, fonts: list[str], family: str, serif: str) -> bytes:
    """Draw an SVG as a PNG so many pixels wide. Raises SvgFault where it shows what it does not
    hold or what would be missing, PixelFault where it cannot be drawn.
    """
    # With much of Python's library, which a game without such pictures does not need.
    from generator.data.apart import Crashed, apart

    root = enclosed(root)
    refuse_undrawn(root)
    text = write_svg(root)
    try:
        return bytes(apart(f"{__name__}:draw", text, width, fonts, family, serif))
    except (OutOfTime, MemoryError) as fault:
        excess = PixelFault(f"it {said_of(fault)}")
        excess.is_excess = True
        raise excess from None
    except Crashed as fault:
        raise PixelFault(str(fault)) from None


def enclosed(root: Element) -> Element:
    """Copy an SVG that is to be drawn by itself: its pictures are written again. Raises SvgFault
    where it refers to anything outside.
    """
    return _Gate().copy(root, 0)


class _Gate:
    """Lets through what an SVG holds itself. `left` is how many bytes the SVGs within it may have
    together.
    """

    def __init__(self) -> None:
        self.left = MOST_BYTES

    def copy(self, element: Element, inside: int) -> Element:
        """Copy an element that is `inside` so many other SVGs."""
        attributes, tag = element.attributes, element.tag
        refuse_outside(tag, attributes, element.at)
        if tag == "style":
            refuse_outside_sheet(element)
        elif tag == "a":
            attributes = {name: value for name, value in attributes.items() if name != "href"}
        elif tag in ("image", "feImage", "use") and "href" in attributes:
            attributes = {**attributes, "href": self.held(element, inside)}
        children = [
            child if isinstance(child, str) else self.copy(child, inside)
            for child in element.children
        ]
        return Element(tag, attributes, children, element.at)

    def held(self, element: Element, inside: int) -> str:
        """Return what an element shows: another element of its document, or a picture written into
        it.
        """
        href = element.get("href").strip()
        if href.startswith("#") and element.tag != "image":
            return href
        if not href[:5].lower() == "data:" or element.tag == "use":
            raise SvgFault(say.SHOWS_OTHER_FILE(tag=element.tag, href=href[:60]), element.at)
        try:
            raw = written_in(href)
        except ValueError as fault:
            raise SvgFault(Said("bad-svg", str(fault)), element.at) from None
        if sort_of(raw) is None:
            return self.drawing(raw, element, inside + 1)
        raw = for_renderer(raw)
        return written_as(raw, sort_of(raw) or "image/png")

    def drawing(self, raw: bytes, element: Element, inside: int) -> str:
        """Write an SVG that is in another again."""
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
    """Draw an SVG here and now."""
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
