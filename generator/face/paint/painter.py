"""The elements of a face, one after the other, each drawn in its style and place.

In: an SVG tree in the subset listed in `subset`. Out: a `Drawing`, with every fault at its line of
the template. Knows no document.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from generator.data.budget import OutOfTime, note_place
from generator.data.geometry import Box, Matrix
from generator.data.problems import ProblemError, did_you_mean
from generator.data.units import MM_PER_INCH
from generator.face import beyond
from generator.face import messages as say
from generator.face.artwork import HOLDERS, UNDRAWN, ids_of, switched
from generator.face.bidi import turns
from generator.face.drawing import AsPixels, Drawing, PlacedPicture
from generator.face.fonts import DEFAULT_FAMILY, Font, WeightError, parse_weight
from generator.face.images import Image, ImageFault, read_image
from generator.face.lightening import Kept
from generator.face.paint.canvas import UNKNOWN_STATE, Canvas
from generator.face.paint.clips import clip
from generator.face.paint.letters import show_letters
from generator.face.paint.operators import clip_operators, number, place_operator
from generator.face.paint.pictures import in_picture
from generator.face.paint.places import note_places
from generator.face.paint.rasters import drawn_pixels
from generator.face.paint.shapes import paint_shape
from generator.face.paint.spans import (
    Span,
    collapse_spaces,
    collapsed,
    in_visual_order,
    lines_of,
    pictured,
)
from generator.face.paint.styles import (
    Style,
    clipping,
    keeps_spaces,
    opacity,
    own,
    own_opacity,
    styled,
    unsupported,
)
from generator.face.paint.work import Emoji, FaceWork, TooMuchError
from generator.face.pictograms import Bitmap, Pictogram
from generator.face.stamp import (
    Operation,
    Showing,
    Stamp,
    TextRun,
    UseAlpha,
    UseImage,
    UseStamp,
    joined,
)
from generator.face.stylesheets import check_sheet
from generator.face.subset import SHAPES, START, is_neutral
from generator.face.svg import (
    OUTSIDE,
    Element,
    SvgFault,
    box_of,
    fit_box,
    parse_number,
    parse_spacing,
    parse_transform,
    picture_box,
    shape_path,
    variables_of,
    view_box,
)

EMOJI_PX = 768
"""The size in pixels of an emoji that is turned into pixels, two em."""
MOST_NESTED_ART = 8
MOST_NESTED_USE = 50
PAST_TRIM_MM = 0.2
"""How far text may extend past the cut without an error."""
ICONS = "icons/"
"""The beginning of places in icons."""
NO_PIXELS = ("missing-glyph", "bad-image", "face-too-much", OUTSIDE, UNDRAWN)
"""Codes of faults in pictures and icons that pixels would not fix."""

_FLAT = 1e-12  # part of an area's size that a transform must leave
_UNSEEN_TAGS = beyond.DEFINITIONS | HOLDERS | {"flowRoot"}
_EMOJI_BOX = Box(-0.5, -1.5, 2.0, 2.0)
_SHARES = {"middle": 0.5, "end": 1.0}
"""The share of a line before its anchor."""

Handler = Callable[["Painter", Element, Style], None]


class PaintScope(NamedTuple):
    """The context of an element and everything in it.

    `trim_mm` is the size of the card; None if text may be clipped: inside a clip-path, in art.
    `keeps` is what low ink leaves unchanged, `opacity` that of the surrounding groups, `depth` the
    number of surrounding pictures. `is_placed` means that its place on the face is known,
    `viewport` is what an <svg> without a size fills; None in templates, if it is that of its
    viewBox. `view` is the viewBox of the innermost svg; None for the face.
    """

    trim_mm: tuple[float, float] | None = None
    keeps: Kept = ""
    opacity: float = 1.0
    depth: int = 0
    is_placed: bool = True
    viewport: Box | None = None
    view: Box | None = None
    used: tuple[str, ...] = ()
    """The ids of the elements that <use> is showing."""


class Painter:
    """Draws elements on a canvas. `root` contains them all; ids are looked up there unless `ids`
    has them.
    """

    def __init__(
        self,
        work: FaceWork,
        root: Element,
        canvas: Canvas,
        scope: PaintScope,
        ids: dict[str, Element] | None = None,
    ) -> None:
        self.work, self.root, self.canvas, self.scope = work, root, canvas, scope
        self._ids = ids

    @property
    def drawing(self) -> Drawing:
        return self.canvas.drawing

    @property
    def ids(self) -> dict[str, Element]:
        """The elements with an id, gathered on first use, because most faces and icons refer to
        none.
        """
        if self._ids is None:
            self._ids = ids_of(self.root)
        return self._ids

    # -- elements

    def children(self, element: Element, style: Style) -> None:
        for child in element.elements:
            self.element(child, style)

    def element(self, element: Element, inherited: Style) -> None:
        """Draw an element; a fault in it is recorded, and the others are still drawn."""
        self.work.count(1, element)
        if element.tag in _UNSEEN_TAGS and _is_unseen(element):
            self.check_unseen(element)
            return
        scope, depth = self.scope, self.canvas.depth
        try:
            self.drawn(element, inherited)
        except SvgFault as fault:
            self.drawing.faults.append(replace(fault, at=fault.at or element.at))
        except (OutOfTime, MemoryError) as fault:
            if not scope.depth:  # lines of art are not part of the template
                note_place(fault, element.at)
            raise
        finally:
            self.scope = scope
            self.canvas.back_to(depth)

    def check_unseen(self, element: Element) -> None:
        """Report the requests of scripts and style sheets that are not carried out."""
        if element.tag == "script" and element.text().strip():
            self.drawing.faults.append(unsupported("<script>", element, "script"))
        elif element.tag == "style":
            try:
                check_sheet(element)
            except SvgFault as fault:
                self.drawing.faults.append(fault)

    def drawn(self, element: Element, inherited: Style) -> None:
        """Draw an element in its own style. Raises SvgFault."""
        self.keep_ink(element)
        if why := beyond.reason(element):
            self.as_pixels(element, inherited, why)
            return
        style = styled(element, inherited, self.drawing.faults)
        if own(element, "display", "") == "none":
            return
        handler = HANDLERS.get(element.tag)
        if handler is None:
            self.drawing.faults.append(unsupported(f"<{element.tag}>", element, element.tag))
            return
        if "data-overflows" in element.attributes or clipping(element) != "none":
            self.scope = self.scope._replace(trim_mm=None)
        alpha = own_opacity(element, "opacity", style)
        if alpha >= 1:
            self.within(element, style, handler)
        elif _is_single_paint(element, style):
            self.within(element, _faded(style, element, alpha), handler)
        else:
            self.group(element, style, alpha)

    def keep_ink(self, element: Element) -> None:
        """Record what low ink leaves unchanged in an element: the areas of icons, or everything if
        `data-ink` says so.
        """
        word = element.attributes.get("data-ink")
        if word not in (None, "keep", "outline"):
            raise SvgFault(say.NOT_AN_INK(found=word), element.at)
        if word:
            self.scope = self.scope._replace(keeps="all" if word == "keep" else "")
        elif element.tag == "svg" and not self.scope.keeps:
            self.scope = self.scope._replace(keeps="areas")

    def within(self, element: Element, style: Style, handler: Handler) -> None:
        """Draw an element with its own transform and clip."""
        transform = element.attributes.get("transform")
        clip_path = clipping(element)
        if not transform and clip_path == "none" and element.tag != "use":
            handler(self, element, style)
            return
        matrix = parse_transform(transform or "", element.at)
        if element.tag == "use":
            matrix @= Matrix.shift(element.number("x"), element.number("y"))  # before it is clipped
        if matrix.area < _FLAT:  # flattened to a line: nothing of it is visible
            if words := element.text().strip():
                raise SvgFault(say.TEXT_COLLAPSED(text=words[:40]), element.at)
            return
        self.canvas.push()
        self.canvas.transform(matrix)
        if clip_path != "none":
            clip(self.canvas, clip_path, element, style, self.ids, self.work.count)
        handler(self, element, style)
        self.canvas.pop()

    def group(self, element: Element, style: Style, alpha: float) -> None:
        """Draw an element as a whole and show that with an opacity, so that its parts do not show
        through each other.
        """
        scope = self.scope._replace(opacity=self.scope.opacity * alpha)
        inner = Painter(self.work, element, self.canvas.inner(), scope, self.ids)
        inner.within(element, style, HANDLERS[element.tag])
        self.drawing.note(inner.drawing)
        self.canvas.push()
        self.canvas.draw(
            UseAlpha(alpha, alpha), UseStamp(self.canvas.group(inner.drawing.operations))
        )
        self.canvas.pop()

    def use(self, element: Element, style: Style) -> None:
        href, used = element.get("href"), self.scope.used
        target = self.ids.get(href[1:]) if href.startswith("#") else None
        if target is None:
            raise SvgFault(
                say.USE_FINDS_NOTHING(href=href), element.at, did_you_mean(href[1:], self.ids)
            )
        if href in used:
            raise SvgFault(say.USE_OF_ITSELF(), element.at)
        if len(used) > MOST_NESTED_USE:
            raise SvgFault(say.USE_TOO_DEEP(most=MOST_NESTED_USE), element.at)
        if target.tag in ("symbol", "svg"):
            attributes = dict(target.attributes)
            for side in ("width", "height"):
                if side in element.attributes:
                    attributes[side] = element.attributes[side]
            target = Element("svg", attributes, target.children, target.at)
        scope, self.scope = self.scope, self.scope._replace(used=(*used, href))
        self.element(target, style)
        self.scope = scope

    def switch(self, element: Element, style: Style) -> None:
        """Draw the version that requires only SVG, of several written by Illustrator."""
        chosen = switched(element)
        if chosen is not None:
            self.element(chosen, style)

    # -- shapes

    def shape(self, element: Element, style: Style) -> None:
        if style["visibility"] != "visible":
            return
        note_places(element, self.canvas.ctm, self.drawing)
        segments = shape_path(element)
        if segments:
            self.work.count(len(segments) // 4, element)
            paint_shape(
                self.canvas, self.work.ink, segments, element, style, self.ids, self.scope.keeps
            )

    # -- texts

    def text(self, element: Element, style: Style) -> None:
        """Draw a text element; a tspan continues where the text before it ended. Each `x` begins a
        line with its own anchor.
        """
        if style["visibility"] != "visible":
            return
        faults_before = len(self.drawing.faults)
        spans = self.spans_of(element, style)
        is_forced = own(element, "unicode-bidi", "normal") == "bidi-override"
        past: list[tuple[float, str]] = []
        words = "".join(span.text for span in spans)
        x = y = 0.0
        for line in lines_of(spans):
            for moved in line[0].moved:
                x, y = _moved_to(moved, x, y)
            shown = in_visual_order(line, is_forced, element)
            share = _SHARES.get(line[0].style["text-anchor"], 0.0)
            is_leftward = line[0].style["direction"] == "rtl"
            if is_leftward:
                share = 1.0 - share
            left = x = x - math.fsum(span.width for span in shown) * share
            for place, span in enumerate(shown):
                for moved in span.moved if place else ():
                    x, y = _moved_to(moved, x, y)
                right, down = span.shift
                self.span(span, x + right, y + down, element)
                past += self.past_trim(span, x + right, y + down)
                x += span.width
            if is_leftward:
                x = left
        if past and len(self.drawing.faults) == faults_before:
            self.drawing.faults.append(_text_outside(words, *max(past), element))

    def spans_of(self, element: Element, style: Style) -> list[Span]:
        """Divide a text element into spans of one style, in reading order."""
        has_kept_spaces = self.keeps_spaces(element)
        spans = list(self.spans_in(element, style, (), has_kept_spaces))
        if not has_kept_spaces:
            collapse_spaces(spans)
        return [part for span in spans for part in pictured(span)]

    def keeps_spaces(self, element: Element) -> bool:
        """Return whether a text shows all its spaces: one in art that requests it."""
        return self.scope.depth > 0 and keeps_spaces(element)

    def spans_in(
        self, element: Element, style: Style, moved: tuple[Element, ...], has_kept_spaces: bool
    ) -> Iterator[Span]:
        """Yield the spans of an element; `moved` are the elements beginning here that may set a
        position.
        """
        moved = (*moved, element)
        is_moved = not element.attributes.keys().isdisjoint(("x", "y", "dx", "dy"))
        for child in element.children:
            if isinstance(child, str):
                self.work.count(len(child) // 10, element)
                text = collapsed(child, has_kept_spaces)
                if text.strip(" ") or not is_moved:
                    yield self.span_of(text, element, style, moved)
                    moved = ()
            elif child.tag == "tspan":
                own_style = styled(child, style, self.drawing.faults)
                keeps = has_kept_spaces or self.keeps_spaces(child)
                yield from self.spans_in(child, own_style, moved, keeps)
                moved = ()
            else:
                fault = unsupported(f"<{child.tag}> in <text>", child, child.tag)
                self.drawing.faults.append(fault)

    def span_of(
        self, text: str, element: Element, style: Style, moved: tuple[Element, ...]
    ) -> Span:
        size = parse_number(style["font-size"], "font-size", element.at)
        spacing = 0.0
        if not is_neutral(style["letter-spacing"]):
            spacing = parse_spacing(style["letter-spacing"], size, element.at)
        return Span(text, self.font(style, element, text), size, spacing, style, moved)

    def font(self, style: Style, element: Element, text: str = "") -> Font:
        """Find the font of a text. Raises SvgFault."""
        supplies, family = self.work.supplies, style["font-family"]
        is_italic = style["font-style"] in ("italic", "oblique")
        try:
            weight = parse_weight(style["font-weight"])
            if self.scope.depth or element.at.startswith(ICONS):
                return supplies.art_fonts.find(family, weight, is_italic, text, element.at)
            variant = "" if style["font-variant"] == "normal" else style["font-variant"]
            return supplies.fonts.find(family, weight, is_italic, variant)
        except WeightError as fault:
            raise SvgFault(fault.said, element.at) from None
        except ProblemError as fault:
            problem = fault.problems[0]
            raise SvgFault(problem.said, element.at) from None

    def span(self, span: Span, x: float, y: float, element: Element) -> None:
        """Show a span of text, or the picture that replaces it."""
        if span.pictogram is not None:
            self.pictogram(span, span.pictogram, x, y, element)
            return
        show_letters(
            self.canvas,
            self.work.ink,
            span,
            x,
            y,
            element,
            keeps=self.scope.keeps,
            opacity_around=self.scope.opacity,
            may_be_cut=self.scope.trim_mm is None,
        )

    def past_trim(self, span: Span, x: float, y: float) -> Iterator[tuple[float, str]]:
        """Yield how far a span extends past the cut, in millimetres, for every side on which it
        does.
        """
        is_seen = span.shown_text and {span.style["fill"], span.style["stroke"]} != {"none"}
        if self.scope.trim_mm is None or not is_seen:
            return
        corners = Box.around(span.corners(x, y, self.canvas.ctm))
        width, height = self.scope.trim_mm
        left, top, right, bottom = corners.edges
        sides = {"left": -left, "right": right - width, "top": -top, "bottom": bottom - height}
        yield from ((past, side) for side, past in sides.items() if past > PAST_TRIM_MM)

    def pictogram(
        self, span: Span, pictogram: Pictogram, x: float, y: float, element: Element
    ) -> None:
        """Show an emoji as a picture, with an invisible letter in it that PDF readers take for the
        emoji.
        """
        emoji = emoji_of(pictogram, self.work, element.at)
        if emoji.why_pixels:
            self.drawing.rasterised.append(AsPixels(pictogram.font.file, emoji.why_pixels))
        if span.text:
            character, wider = span.font.behind(pictogram)
            run = TextRun(span.font, span.size, x, y, character)
            self.canvas.draw(f"3 Tr {number(100 * wider)} Tz", run, "100 Tz 0 Tr")
        side = f"{span.size:.4f}"
        place = {"x": f"{x:.4f}", "y": f"{y - span.size:.4f}", "width": side, "height": side}
        root = emoji.root
        picture = Element(
            "svg", {**root.attributes, **place}, root.children, element.at, is_shared=True
        )
        self.nested(picture, span.style)

    # -- icons and pictures

    def nested(self, element: Element, style: Style) -> None:
        """Draw an inner svg: its viewBox mapped to its rectangle and clipped there."""
        if "viewBox" not in element.attributes:
            self.nested_plain(element, style)
            return
        inner = view_box(element)
        place = _with_sides(element, self.scope.viewport or inner)
        if place.width < 0 or place.height < 0:
            raise SvgFault(say.NO_SIZE(width=place.width, height=place.height), element.at)
        on_face = self.canvas.ctm.around(place)
        if not place.width or not place.height:
            self.note_shown(element, style, on_face)
            return
        fit = fit_box(inner, place, element.get("preserveAspectRatio", "xMidYMid meet"))
        if not element.is_shared:
            self.framed(element, style, place, fit)
            return
        part = self.part(element, style, self.canvas.scale * fit.scale)
        if part is not None:
            self.framed(element, style, place, fit, part)
        elif not self.has_to_be_pixels(element, style, place, fit):
            return
        self.note_shown(element, style, on_face)

    def nested_plain(self, element: Element, style: Style) -> None:
        """Draw an inner svg without a viewBox, in the surrounding units."""
        viewport, canvas = self.scope.viewport, self.canvas
        has_size = viewport is not None or element.attributes.keys() >= _SIDES
        place = _with_sides(element, viewport or box_of(element))
        canvas.push()
        canvas.transform(Matrix.shift(place.x, place.y))
        if has_size and own(element, "overflow", "hidden") != "visible":
            canvas.draw(clip_operators(Box(0.0, 0.0, place.width, place.height)))
        self.children(element, style)
        canvas.pop()

    def framed(
        self, element: Element, style: Style, place: Box, fit: Matrix, part: Stamp | None = None
    ) -> None:
        """Draw the content of an svg, or the part that shows it, mapped to its rectangle and
        clipped there.
        """
        canvas = self.canvas
        canvas.push()
        if own(element, "overflow", "hidden") != "visible":
            canvas.draw(clip_operators(place))
        canvas.transform(fit)
        if part is not None:
            canvas.draw(UseStamp(part))
            self.drawing.note_strokes(part.strokes)
        else:
            scope = self.scope
            has_own, view = scope.viewport is not None or element.is_shared, view_box(element)
            self.scope = scope._replace(viewport=view if has_own else None, view=view)
            self.children(element, style)
            self.scope = scope
        canvas.pop()

    def part(self, element: Element, style: Style, scale: float) -> Stamp | None:
        """Return the content of an element with shared children, drawn once for all faces; None if
        it is more than shapes.
        """
        work, parts = self.work, self.work.supplies.parts
        if work.ink.is_light:  # which depends on what is beneath
            return None
        known = parts.find(element, style, scale)
        if known is not None:
            work.count(known.elements, element)
            return known.stamp
        before = work.elements
        scope = PaintScope(is_placed=False, viewport=view_box(element))
        inner = Painter(work, element, Canvas(UNKNOWN_STATE, scale=scale), scope)
        inner.children(element, style)
        elements = work.elements - before
        stamp = None
        if inner.drawing.is_plain:
            strokes = tuple(inner.drawing.strokes.items())
            stamp = Stamp((0, 0), joined(inner.drawing.operations), strokes=strokes)
        else:
            work.count(-elements, element)
        parts.add(element, style, scale, stamp, elements)
        return stamp

    def has_to_be_pixels(self, element: Element, style: Style, place: Box, fit: Matrix) -> bool:
        """Draw an icon that is more than shapes; return whether it had to become pixels, which
        fixes its faults.
        """
        art_fonts = self.work.supplies.art_fonts
        replaced = len(art_fonts.replaced)
        inner = Painter(self.work, self.root, self.canvas.inner(), self.scope, self._ids)
        inner.framed(element, style, place, fit)
        faults = inner.drawing.faults
        helps = faults and not any(fault.said.code in NO_PIXELS for fault in faults)
        if not helps or not self.scope.is_placed:
            self.drawing.add(inner.drawing)
            return False
        art_fonts.forget_after(replaced)
        why = faults[0].said.message
        file = element.href or element.at.rpartition(":")[0]
        self.as_pixels(element, style, why, AsPixels(file, why))
        return True

    def note_shown(self, element: Element, style: Style, box: Box) -> None:
        """Record an icon or a picture that a template places, unless it declares itself hidden."""
        href = element.href or element.get("href")
        if href and self.scope.is_placed and style["visibility"] == "visible":
            self.drawing.showings.append(Showing(href, box, element.at))

    def image(self, element: Element, style: Style) -> None:
        if style["visibility"] != "visible":
            return
        href, place = element.get("href"), box_of(element)
        if place.width <= 0 or place.height <= 0:
            raise SvgFault(say.IMAGE_WITHOUT_SIZE(), element.at)
        picture = self.work.supplies.pictures.find(href, element.at)
        if isinstance(picture, Element):
            pixels = self.svg_image(picture, element, style)
            if pixels is None:
                return
            picture = pixels
        how, canvas = element.get("preserveAspectRatio", "xMidYMid meet"), self.canvas
        matrix = fit_box(Box(0.0, 0.0, picture.width_px, picture.height_px), place, how)
        dpi = MM_PER_INCH / (matrix.a * canvas.scale)
        lost = self.lost(picture.width_px * matrix.a, picture.height_px * matrix.d, place)
        self.drawing.placed.append(PlacedPicture(href, dpi, element.at, lost))
        canvas.push()
        if "slice" in how:
            canvas.draw(clip_operators(place))
        unit = Matrix(picture.width_px, 0.0, 0.0, -picture.height_px, 0.0, picture.height_px)
        canvas.draw(place_operator(matrix @ unit), self.dots(picture))
        canvas.pop()
        self.note_shown(element, style, canvas.ctm.around(place))

    def lost(self, width: float, height: float, frame: Box) -> float:
        """Return the share of a picture of this size that a template's frame cuts off; what a
        picture does to those in it is its own affair.
        """
        if self.scope.depth:
            return 0.0
        shown = min(1.0, frame.width / width) * min(1.0, frame.height / height)
        return round(1 - shown, 3)

    def dots(self, picture: Image) -> UseImage:
        """Show a pixel picture in the unit square, in the printed colours."""
        supplies = self.work.supplies
        return UseImage(supplies.pictures.grey(picture) if supplies.is_grey else picture)

    def svg_image(self, picture: Element, element: Element, style: Style) -> Image | None:
        """Draw an SVG picture as shapes; return its pixels instead if it is outside the subset.
        Raises SvgFault for faults that pixels do not fix.
        """
        supplies, href = self.work.supplies, element.get("href")
        replaced = len(supplies.art_fonts.replaced)
        try:
            self.as_shapes(picture, element, style)
        except SvgFault as fault:
            if fault.said.code in NO_PIXELS:
                if fault.at == element.at:
                    raise
                raise in_picture(fault, href, element.at) from None
            supplies.art_fonts.forget_after(replaced)  # the pixels are checked again
            width_mm = box_of(element).width * self.canvas.scale
            image = supplies.rasters.picture(picture, href, width_mm, element.at)
            self.drawing.rasterised.append(AsPixels(href, fault.said.message))
            return image
        return None

    def as_shapes(self, picture: Element, element: Element, style: Style) -> None:
        """Draw an SVG picture with separate ids and a fresh style. Raises SvgFault if it is outside
        the subset.
        """
        if self.scope.depth >= MOST_NESTED_ART:
            raise SvgFault(say.PICTURES_IN_CIRCLE(), element.at)
        start = {**START, "color": style["color"], **variables_of(style)}
        place, box = box_of(element), picture_box(picture)
        scope = PaintScope(
            keeps=self.scope.keeps or "areas",
            depth=self.scope.depth + 1,
            is_placed=self.scope.is_placed,
            viewport=box,
            view=box,
        )
        inner = Painter(self.work, picture, self.canvas.inner(), scope)
        matrix = fit_box(box, place, element.get("preserveAspectRatio", "xMidYMid meet"))
        inner.canvas.draw(clip_operators(place))
        inner.canvas.transform(matrix)
        try:
            inner.children(picture, styled(picture, start, inner.drawing.faults))
        except TooMuchError as fault:  # its own lines are not part of the template
            raise TooMuchError(element.at, fault.most) from None
        if inner.drawing.faults:
            raise inner.drawing.faults[0]
        if not any(map(_paints, inner.drawing.operations)):  # only hidden layers, for example
            self.note_shown(element, style, self.canvas.ctm.around(place))
        elif lost := self.lost(box.width * matrix.a, box.height * matrix.d, place):
            shapes = PlacedPicture(element.get("href"), math.inf, element.at, lost)
            self.drawing.placed.append(shapes)
        self.canvas.push()
        self.drawing.add(inner.drawing.as_picture(element.at))
        self.canvas.pop()

    def as_pixels(
        self, element: Element, style: Style, why: str, noted: AsPixels | None = None
    ) -> None:
        """Show an element that PDF cannot express as a picture of itself, with its words where PDF
        readers can find them.
        """
        if not self.scope.is_placed:
            raise SvgFault(say.OUTSIDE_PRINTABLE_SVG(why=why), element.at)
        work, canvas = self.work, self.canvas
        work.count_beyond(why, element.at)
        alone = beyond.Alone(
            self.ids,
            _quietly_styled,
            self.font,
            work.supplies.pictures.embedded,
            self.style_around,
            self.scope.view or Box(0.0, 0.0, *work.size_mm),
        )
        transform = f"matrix({' '.join(f'{value:.6f}' for value in canvas.ctm)})"
        children = alone.made(element, style, transform)
        seen = work.supplies.rasters.part(
            children, work.size_mm, sorted(map(str, alone.fonts)), element.at
        )
        if noted is None:
            file = element.at.rpartition(":")[0]
            noted = AsPixels(file, f"<{element.tag}> has {why}", element.at)
        self.drawing.rasterised.append(noted)
        back = canvas.ctm.inverse()
        if seen is None or back is None:
            return
        image, box = seen
        canvas.push()
        canvas.draw(place_operator(back), *self.words_behind(element, box))
        size = f"{number(box.width)} 0 0 {number(-box.height)}"
        canvas.draw(f"{size} {number(box.x)} {number(box.bottom)} cm", self.dots(image))
        canvas.pop()

    def words_behind(self, element: Element, box: Box) -> list[str | TextRun]:
        """Return the invisible words of an element, in a box."""
        font = self.work.supplies.fonts.find(DEFAULT_FAMILY)
        words = "".join(" ".join(element.text().split()))
        if not words or turns(words) or font.missing(words):
            return []
        size = min(box.height, box.width / max(font.width(words), 0.1))
        return ["3 Tr", TextRun(font, size, box.x, box.bottom, words), "0 Tr"]

    def style_around(self, target: Element) -> Style:
        """Return the style around an element, from the outermost one on."""
        waiting: list[tuple[Element, Style]] = [(self.root, dict(START))]
        while waiting:
            element, style = waiting.pop()
            if element is target:
                return style
            if element.elements:
                style = _quietly_styled(element, style)
            waiting += ((child, style) for child in element.elements)
        return dict(START)


HANDLERS: dict[str, Handler] = {
    "g": Painter.children,
    "svg": Painter.nested,
    "switch": Painter.switch,
    "use": Painter.use,
    "text": Painter.text,
    "image": Painter.image,
    **dict.fromkeys(SHAPES, Painter.shape),
}
"""What draws an element, by its tag."""


_SIDES = frozenset(("width", "height"))


def _with_sides(element: Element, around: Box) -> Box:
    """Return the rectangle of an svg; a missing side is that of the surrounding box."""
    sides = {side: getattr(around, side) for side in _SIDES if side not in element.attributes}
    return box_of(element)._replace(**sides)


def _is_unseen(element: Element) -> bool:
    """Return whether an element, by its tag, is not part of the picture. Inkscape leaves empty
    flowed texts.
    """
    return element.tag != "flowRoot" or not element.text().strip()


def _is_single_paint(element: Element, style: Style) -> bool:
    return element.tag in SHAPES and "none" in (style["fill"], style["stroke"])


def _faded(style: Style, element: Element, alpha: float) -> Style:
    """Return a style with reduced opacity."""
    faded = style.copy()
    for name in ("fill-opacity", "stroke-opacity"):
        faded[name] = f"{opacity(style[name], name, element) * alpha:.4f}"
    return faded


def _moved_to(element: Element, x: float, y: float) -> tuple[float, float]:
    """Return where an element's text begins if the previous one ended at a point."""
    return (
        element.number("x", x) + element.number("dx"),
        element.number("y", y) + element.number("dy"),
    )


def _text_outside(words: str, past_mm: float, side: str, element: Element) -> SvgFault:
    return SvgFault(say.TEXT_PAST_EDGE(text=words[:40], past_mm=past_mm, side=side), element.at)


def _quietly_styled(element: Element, style: Style) -> Style:
    """Return the style of an element without reporting its faults."""
    return styled(element, {**START, **style}, [])


def emoji_of(pictogram: Pictogram, work: FaceWork, at: str) -> Emoji:
    """Return the drawing that shows an emoji. Raises SvgFault."""
    emoji = work.supplies.emoji.get(pictogram.name)
    if emoji is None:
        emoji = work.supplies.emoji[pictogram.name] = _emoji(pictogram, work, at)
    return emoji


def _emoji(pictogram: Pictogram, work: FaceWork, at: str) -> Emoji:
    picture = pictogram.font.picture(pictogram.glyph)
    assert picture is not None, "looked for before"
    if isinstance(picture, Bitmap):
        return Emoji(_image_of(pictogram.name, picture.raw, picture.box, work, at))
    trial = Painter(work, picture, Canvas(), PaintScope(is_placed=False))
    trial.children(picture, dict(START))
    if not trial.drawing.faults:
        return Emoji(picture)
    raw = drawn_pixels(picture, _EMOJI_BOX, EMOJI_PX, [], pictogram.name, at)
    root = _image_of(pictogram.name, raw, _EMOJI_BOX, work, at)
    return Emoji(root, trial.drawing.faults[0].said.message)


_PAINTING = re.compile(r"(?:^|\s)(?:[fFsSbB]\*?|sh|Do|Tj|TJ)(?=\s|$)")


def _paints(operation: Operation) -> bool:
    """Return whether an operation leaves marks on the paper, rather than only setting positions and
    clips.
    """
    return not isinstance(operation, str) or _PAINTING.search(operation) is not None


def _image_of(name: str, raw: bytes, box: Box, work: FaceWork, at: str) -> Element:
    """Return an SVG of one em that shows a pixel picture in a box."""
    try:
        work.supplies.pictures.add(f"pixels of {name}", read_image(raw))
    except ImageFault as fault:
        raise SvgFault(say.FONT_NOT_READ(name=name, fault=fault), at) from None
    place = {side: f"{value:.6f}" for side, value in box._asdict().items()}
    attributes = {"href": f"pixels of {name}", "preserveAspectRatio": "none", **place}
    image = Element("image", attributes, [], at)
    return Element("svg", {"viewBox": "0 -1 1 1", "overflow": "visible"}, [image], at)
