"""Stage 3, draw: a fitted face becomes a Stamp, what a PDF needs to show it, in millimetres. Knows
no document.

In: an SVG tree of the subset that `subset` lists. Out: `Stamp`, or every fault with its template
line.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise, takewhile
from pathlib import Path

from generator.data.budget import OutOfTime, note_place
from generator.data.colours import Rgb, grey_of, hex_of
from generator.data.files import path_within
from generator.data.geometry import CLOSE_MM, IDENTITY, Box, Matrix, Point, decimals
from generator.data.opening import RefusedFile, read_file
from generator.data.problems import ProblemError, did_you_mean
from generator.data.units import MM_PER_INCH, PT_PER_MM
from generator.face import beyond
from generator.face.artwork import HOLDERS, SPACES, UNDRAWN, Lettered, ids_of, read_art, switched
from generator.face.bidi import levels_of, line_levels, stretches, turns
from generator.face.drawing import AsPixels, Drawing, PlacedPicture
from generator.face.fonts import DEFAULT_FAMILY, Font, FontBook, parse_weight
from generator.face.fragments import fragment
from generator.face.images import (
    MOST_BYTES,
    Image,
    ImageFault,
    cropped,
    grey_image,
    read_image,
    seen_of,
)
from generator.face.keeping import KeptStamps, key_of
from generator.face.lightening import WHITE, Kept, Lightener
from generator.face.pictograms import Bitmap, Pictogram
from generator.face.pixels import PixelFault, pixels_of
from generator.face.references import SVG_SORT, sort_of, written_as, written_in
from generator.face.shaping import Setting, divided, lacking, refusal, typeset
from generator.face.stamp import (
    BLEED_MM,
    FAR_MM,
    Blank,
    InnerCut,
    Lettering,
    Operation,
    Showing,
    Space,
    Stamp,
    TextRun,
    UseAlpha,
    UseColour,
    UseImage,
    UseMask,
    UseShading,
    UseStamp,
    joined,
)
from generator.face.stylesheets import check_sheet
from generator.face.subset import (
    GEOMETRY,
    IDLE,
    INHERITED,
    OWN,
    REMEDY,
    SHAPES,
    START,
    WORD_MEANT,
    WORDS,
    colour_hint,
    is_neutral,
)
from generator.face.svg import (
    OUTSIDE,
    Element,
    Segment,
    SvgFault,
    bounds,
    box_of,
    fit_box,
    flattened,
    length_of,
    parse_colour,
    parse_number,
    parse_numbers,
    parse_share,
    parse_spacing,
    parse_style,
    parse_transform,
    picture_box,
    resolve_var,
    shape_path,
    transformed,
    view_box,
    write_svg,
)

PART = "part of the face"
RASTER_DPI = 300
ROUGH_DPI = 40
MAX_RASTER_PIXELS = 40_000_000
PICTOGRAM_PX = 768  # of an emoji that is turned into pixels, two em
MAX_NESTED_ART = 8
MOST_CLIPS = 50  # shapes of a clipPath that are compared with each other
MAX_PARTS = 1_000  # drawn parts of faces that are kept for others
# drawn for one face with the pieces of their outlines, `use` counted as often as it is followed
MAX_ELEMENTS = 200_000
SOFT_DPI = 200.0
FINE_LINE_MM = 0.35  # a thinner line is coloured as text is, so that no second ink blurs it
PAST_TRIM_MM = 0.2  # how far text may reach past the cut before that is an error


_SHORTEST = 0.001  # of a line that is written
_FLAT = 1e-12  # of an area's size, what a transform must leave
_CAPS = {"butt": "0", "round": "1", "square": "2"}
_JOINS = {"miter": "0", "miter-clip": "0", "round": "1", "bevel": "2"}
_DEFAULT_STATE = {
    "w": "1",
    "J": "0",
    "j": "0",
    "M": "10",
    "d": "[] 0",
    "rg": "0 0 0",
    "RG": "0 0 0",
}

_UNSEEN_TAGS = beyond.DEFINITIONS | HOLDERS

GRADIENTS = ("linearGradient", "radialGradient")
_SAYS_NOTHING = (
    "data-",
    "aria-",
    "xml",
    "on",
)  # how attributes begin that are not for paper, such as onclick

ICONS = "icons/"
"""How places in icons begin."""
NO_PIXELS = ("missing-glyph", "bad-image", "face-too-much", OUTSIDE, UNDRAWN)
"""Codes of faults in pictures and icons which pixels would not help."""

_OF_OTHERS = ("text", "image")  # which show what an SVG has not in itself

Style = dict[str, str]
_Found = tuple[Image, Box] | None


@dataclass(frozen=True)
class Replaced:
    """A font that a picture names and no one has: which family, which is in its place, and
    FILE:LINE of the first such text.
    """

    wanted: str
    shown: str
    at: str


class _TooMuchError(Exception):
    """A face that would take for ever; `at` is the element at which it was too much."""

    def __init__(self, at: str) -> None:
        self.at = at


@dataclass(frozen=True)
class _Shared:
    """What came out when shared children were drawn: None where that is more than shapes.
    `children` keeps them from being forgotten.
    """

    children: list[Element | str]
    stamp: Stamp | None
    elements: int


class Drawer:
    """Draw faces of one game's folder. Pictures are read once; `elements` counts what the face at
    hand has drawn.

    `is_grey` draws everything in greys, `is_light` large areas white with an outline. With
    `previous`, pictures and icons that it has read and drawn are taken from there.
    """

    def __init__(
        self,
        folder: Path,
        fonts: FontBook,
        is_grey: bool = False,
        is_light: bool = False,
        previous: Drawer | None = None,
    ) -> None:
        self.folder, self.fonts = folder, fonts
        self.is_grey, self.is_light = is_grey, is_light
        self.lightener = Lightener()
        self.elements = self.beyond = 0
        self.size_mm = (0.0, 0.0)
        same = (
            previous
            if previous and (previous.folder, previous.is_grey) == (folder, is_grey)
            else None
        )
        self.images: dict[str, Image | Element] = same.images if same else {}
        self.pictograms: dict[str, tuple[Element, str]] = same.pictograms if same else {}
        self.pixelled: dict[str, _Found] = same.pixelled if same else {}
        self.parts: dict[tuple[object, ...], _Shared] = same.parts if same else {}
        self.replaced: dict[tuple[str, str], Replaced] = same.replaced if same else {}
        self.kept: KeptStamps = same.kept if same else KeptStamps(folder)

    def draw(
        self, root: Element, size_mm: tuple[float, float], ground: str | None = None
    ) -> tuple[Stamp, Drawing]:
        """Draw a fitted face: the stamp, and what was noted on the way, its faults among it."""
        painter = _Painter(
            self,
            root,
            trim_mm=size_mm,
            keeps="all" if root.attributes.get("data-ink") == "keep" else "",
        )
        drawing = painter.drawing
        self.elements, self.beyond, self.lightener, self.size_mm = 0, 0, Lightener(), size_mm
        if ground is not None:
            try:
                rgb = parse_colour(ground)
                if (self.is_grey or self.is_light) and rgb is not None:
                    ground = hex_of(WHITE if self.is_light else self.tinted(rgb))
            except SvgFault as fault:
                drawing.faults.append(
                    SvgFault(f"'data-ground' {fault.message}", root.at, colour_hint(ground.strip()))
                )
                ground = None
        try:
            painter.children(root, painter.styled(root, dict(START)))
        except _TooMuchError as fault:
            message = f"the face draws more than {MAX_ELEMENTS:,} elements and pieces of outlines"
            drawing.faults.append(
                SvgFault(
                    message, fault.at or root.at, "is a <use> inside a <use>?", "face-too-much"
                )
            )
        drawing.faults += _named_twice(drawing.blanks)
        trim = root.attributes.get("data-trim")
        if trim not in (None, "exact"):
            drawing.faults.append(SvgFault(f"'data-trim' expected exact, found '{trim}'", root.at))
        stamp = Stamp(
            size_mm,
            joined(drawing.operations),
            False,
            ground,
            tuple(drawing.letterings),
            tuple(drawing.blanks),
            tuple(drawing.cuts),
            trim == "exact",
            tuple(drawing.strokes.items()),
            pictures=tuple(drawing.showings),
            spaces=tuple(drawing.spaces),
        )
        return stamp, drawing

    def count(self, pieces: int, element: Element) -> None:
        """Count what is drawn of the face at hand. Raises _TooMuchError."""
        self.elements += pieces
        if self.elements > MAX_ELEMENTS:
            raise _TooMuchError(element.at)

    def count_beyond(self, why: str, at: str) -> None:
        """Count the elements of the face at hand that become pixels. Raises SvgFault."""
        self.beyond += 1
        if self.beyond > beyond.MOST:
            hint = "put them into one group, which has it"
            raise SvgFault(
                f"more than {beyond.MOST} elements of one face have {why}",
                at,
                hint,
                "face-too-much",
            )

    def share(self, key: tuple[object, ...], part: _Shared) -> None:
        """Let a part that was drawn serve other faces."""
        if len(self.parts) >= MAX_PARTS:
            del self.parts[next(iter(self.parts))]
        self.parts[key] = part

    def tinted(self, rgb: Rgb) -> Rgb:
        """Return a colour as it is drawn."""
        return grey_of(rgb) if self.is_grey else rgb

    def picture(self, href: str, at: str) -> Image | Element:
        """Read a picture of the game's folder, or one written into the SVG. Raises SvgFault, its
        `href` set.
        """
        try:
            return self._picture(href, at)
        except SvgFault as fault:
            raise replace(fault, href=href) from None

    def _picture(self, href: str, at: str, is_sheet: bool = False) -> Image | Element:
        known = self.images.get(href)
        if known is not None:
            return known
        file, sign, name = href.partition("#")
        if sign and name and file.lower().endswith(".svg"):
            self.images[href] = self._fragment(file, name, at)
            return self.images[href]
        if href.startswith("data:"):
            raw = _data_uri(href, at)
        else:
            path = path_within(self.folder, href)
            if path is None or path == self.folder.resolve():
                code = OUTSIDE if path is None else "bad-svg"
                raise SvgFault(
                    f"expected a picture in the game's folder, found '{href}'", at, None, code
                )
            if not path.is_file():
                near = (
                    [
                        p.relative_to(self.folder.resolve()).as_posix()
                        for p in sorted(path.parent.glob("*"))
                    ]
                    if path.parent.is_dir()
                    else []
                )
                raise SvgFault(
                    f"there is no picture '{href}' in the game's folder",
                    at,
                    did_you_mean(href, near),
                )
            try:
                raw = read_file(path, self.folder, MOST_BYTES)
            except RefusedFile as fault:
                raise SvgFault(
                    f"cannot read the picture '{href}': {fault}",
                    at,
                    fault.problems[0].hint,
                    "bad-image",
                ) from None
        try:
            is_svg = href.lower().endswith(".svg") or href.startswith("data:image/svg")
            picture = read_art(raw, _file_of(href)) if is_svg else read_image(raw)
            if isinstance(picture, Element) and not is_sheet:  # of which one element is shown
                picture_box(picture)
        except ImageFault as fault:
            raise SvgFault(
                f"cannot read the picture '{href[:60]}': {fault}", at, fault.hint, "bad-image"
            ) from None
        except SvgFault as fault:
            raise SvgFault(
                (
                    f"cannot read the picture '{href[:60]}', line {fault.at.rpartition(':')[2]}: "
                    f"{fault}"
                ),
                at,
                fault.hint,
                fault.code,
                inside=fault.inside or _place_in(href, fault.at),
            ) from None
        if not is_sheet:
            self.images[href] = picture
        return picture

    def _fragment(self, file: str, name: str, at: str) -> Element:
        """Return one element of an SVG of the game's folder. Raises SvgFault."""
        sheet = f"sheet {file}"
        whole = self.images.get(sheet) or self._picture(file, at, is_sheet=True)
        assert isinstance(whole, Element), "by its name"
        self.images[sheet] = whole
        found = fragment(whole, name)
        if found is None:
            ids = [element.get("id") for element in whole.walk() if element.get("id")]
            raise SvgFault(
                f"'{file[:60]}' has no element with the id '{name[:40]}'",
                at,
                did_you_mean(name, ids),
            )
        return found

    def grey(self, picture: Image) -> Image:
        """Return a picture in greys, converted only once."""
        known = self.images.get(f"grey@{picture.key}")
        image = known if isinstance(known, Image) else grey_image(picture)
        self.images[f"grey@{picture.key}"] = image
        return image

    def drawn(self, pictogram: Pictogram, at: str) -> tuple[Element, str]:
        """Return an SVG that shows an emoji, the same for all faces, and why it had to be turned
        into pixels, if it had. Raises SvgFault.
        """
        name, why = pictogram.name, ""
        if name not in self.pictograms:
            picture = pictogram.font.picture(pictogram.glyph)
            assert picture is not None, "looked for before"
            if isinstance(picture, Element):
                trial = _Painter(self, picture, is_placed=False)
                trial.children(picture, dict(START))
                why = trial.drawing.faults[0].message if trial.drawing.faults else ""
                box = Box(-0.5, -1.5, 2.0, 2.0)
            if isinstance(picture, Bitmap) or why:
                raw = (
                    picture.raw
                    if isinstance(picture, Bitmap)
                    else self.pixels(picture, box, PICTOGRAM_PX, [], name, at)
                )
                try:
                    self.images[f"pixels of {name}"] = read_image(raw)
                except ImageFault as fault:
                    raise SvgFault(f"cannot read {name}: {fault}", at, code="bad-font") from None
                sides = picture.box if isinstance(picture, Bitmap) else box
                shown = {side: f"{value:.6f}" for side, value in sides._asdict().items()}
                image = Element(
                    "image",
                    {"href": f"pixels of {name}", "preserveAspectRatio": "none", **shown},
                    [],
                    at,
                )
                picture = Element(
                    "svg", {"viewBox": "0 -1 1 1", "overflow": "visible"}, [image], at
                )
            self.pictograms[name] = picture, why
        return self.pictograms[name]

    def part_as_pixels(self, children: list[Element | str], fonts: list[str], at: str) -> _Found:
        """Have a part of the face at hand drawn as pixels, and return it with its box in
        millimetres; None if nothing of it is seen.

        It is looked for on all of the face first, roughly, so that no more of it has to be drawn
        than there is. Raises SvgFault.
        """
        width, height = self.size_mm
        key = hashlib.sha256(
            f"{self.size_mm} {fonts} {write_svg(Element('g', {}, children))}".encode()
        ).hexdigest()[:16]
        if key not in self.pixelled:
            if len(self.pixelled) >= MAX_PARTS:
                del self.pixelled[next(iter(self.pixelled))]
            box = Box(0.0, 0.0, width, height).grown(BLEED_MM, BLEED_MM, BLEED_MM, BLEED_MM)
            rough_px = max(1, round(ROUGH_DPI / MM_PER_INCH * box.width))
            found = self.cut(children, box, rough_px, fonts, at)
            if found is not None:
                by = 2 * box.width / rough_px
                near = found[1].grown(by, by, by, by)
                found = self.cut(
                    children,
                    near,
                    max(1, math.ceil(near.width / MM_PER_INCH * RASTER_DPI)),
                    fonts,
                    at,
                )
            self.pixelled[key] = found
        return self.pixelled[key]

    def cut(
        self, children: list[Element | str], box: Box, width_px: int, fonts: list[str], at: str
    ) -> _Found:
        """Have children drawn inside a box so many pixels wide, and return what is seen of them."""
        if width_px * width_px * box.height / box.width > MAX_RASTER_PIXELS:
            raise SvgFault(
                "this part of the face is too large for pixels", at, "draw it with plain shapes"
            )
        raw = self.pixels(Element("svg", {}, children), box, width_px, fonts, PART, at)
        seen = seen_of(raw)
        if seen is None:
            return None
        per_px = box.width / width_px
        return cropped(raw, seen), seen.scaled(per_px).moved(box.x, box.y)

    def embedded(self, href: str, at: str) -> str:
        """Return a picture of the game's folder written out. Raises SvgFault."""
        if href.startswith("data:"):
            return href
        self.picture(href, at)
        picture = self.images[href]
        if "#" in href and isinstance(picture, Element):
            return written_as(write_svg(picture).encode(), SVG_SORT)
        path = path_within(self.folder, href)
        assert path is not None
        raw = read_file(path, self.folder, MOST_BYTES)
        return written_as(raw, sort_of(raw) or SVG_SORT)

    def pixels(
        self, picture: Element, box: Box, width_px: int, fonts: list[str], name: str, at: str
    ) -> bytes:
        """Have a part of an SVG drawn as a PNG by the outside renderer. Raises SvgFault."""
        height_px = max(
            1, math.ceil(width_px * box.height / box.width - 1e-6)
        )  # the renderer rounds sizes before it scales
        box = box._replace(height=box.width * height_px / width_px)
        size = {
            "viewBox": " ".join(map(repr, box)),
            "width": str(width_px),
            "height": str(height_px),
        }
        root = Element("svg", {**picture.attributes, **size}, picture.children)
        try:
            return pixels_of(root, width_px, fonts, DEFAULT_FAMILY, "Source Serif Pro")
        except PixelFault as fault:
            code = "face-too-much" if fault.is_excess else "bad-image"
            raise SvgFault(
                f"cannot draw the picture '{name[:60]}': {fault}", at, "save it as PNG", code, name
            ) from None
        except SvgFault as fault:
            if name == PART:
                raise
            line = fault.at.rpartition(":")[2]
            message = (
                f"cannot draw the picture '{name[:60]}'{f', line {line}' if line else ''}: {fault}"
            )
            raise SvgFault(
                message, at, fault.hint, fault.code, name, fault.inside or _place_in(name, fault.at)
            ) from None

    def forget_replaced(self, many: int) -> None:
        """Forget of which fonts it was noted that others stand for them, except for the first so
        many.
        """
        for key in list(self.replaced)[many:]:
            del self.replaced[key]

    def font_of_art(self, families: str, weight: int, is_italic: bool, text: str, at: str) -> Font:
        """Find the font of a text in a picture or an icon, and note where another stands for the
        one that it names.
        """
        font, wanted = self.fonts.of_art(families, weight, is_italic, text)
        if wanted and text.strip():
            self.replaced.setdefault(
                (at.rpartition(":")[0], wanted), Replaced(wanted, font.family, at)
            )
        return font

    def rasterised(self, href: str, width_mm: float, at: str) -> Image:
        """Turn an SVG picture outside the subset into pixels."""
        key = f"{href}@{width_mm:.2f}"
        known = self.images.get(key)
        if isinstance(known, Image):
            return known
        picture = self.images[href]
        assert isinstance(picture, Element)
        pixels, box = max(1, round(width_mm / MM_PER_INCH * RASTER_DPI)), picture_box(picture)
        if pixels * pixels * box.height / box.width > MAX_RASTER_PIXELS:
            raise SvgFault(
                f"the picture '{href[:60]}' is printed too large for pixels",
                at,
                "draw it with plain shapes",
                "bad-image",
                href,
            )
        lettered = Lettered(self.font_of_art)
        try:
            ready = lettered.copy(picture)
        except SvgFault as fault:
            message = f"the picture '{href[:60]}', line {fault.at.rpartition(':')[2]}: {fault}"
            raise replace(
                fault, message=message, at=at, href=href, inside=_place_in(href, fault.at)
            ) from None
        # Lengths in mm or % on the <svg> are nothing that resvg could scale.
        png = self.pixels(ready, box, pixels, sorted(map(str, lettered.fonts)), href, at)
        try:
            image = read_image(png)
        except ImageFault as fault:
            raise SvgFault(
                f"cannot draw the picture '{href[:60]}': {fault}", at, None, "bad-image", href
            ) from None
        self.images[key] = image
        return image


def _named_twice(blanks: Iterable[Blank]) -> Iterator[SvgFault]:
    """Find the places to write on that have the name of one before them."""
    names = set[str]()
    for blank in blanks:
        if blank.name in names:
            hint = "give each a different name, as in `total-{{ loop.index }}`"
            yield SvgFault(f"two places to write on are called '{blank.name}'", blank.at, hint)
        names.add(blank.name)


def _file_of(href: str) -> str:
    """Name the file that a picture is in, as its elements say where they are; the beginning of
    one that is written into the SVG.
    """
    return href[:60] if href.startswith("data:") else href.partition("#")[0]


def _place_in(href: str, at: str) -> str:
    """Return FILE:LINE where that is a place in a picture's own file; else nothing."""
    return (
        at
        if not href.startswith("data:") and at.rpartition(":")[0] == href.partition("#")[0]
        else ""
    )


def _data_uri(href: str, at: str) -> bytes:
    try:
        return written_in(href)
    except ValueError as fault:
        raise SvgFault(str(fault), at) from None


_EACH_WHITE = re.compile("[\t\r\n\u2028]")
_WHITE = re.compile("[ \t\r\n\u2028]+")  # not the no-break space


@dataclass
class _Span:
    """A stretch of a text element in one style. `moved` are the elements that begin with it."""

    text: str
    font: Font
    size: float
    spacing: float
    style: Style
    moved: tuple[Element, ...]
    pictogram: Pictogram | None = None  # what is shown in its place
    setting: Setting | None = (
        None  # of a stretch of a text that may run from right to left; its spacing is in it
    )
    shift: tuple[float, float] = (0.0, 0.0)  # how far it is moved, with all that is read after it

    @property
    def width(self) -> float:
        if self.setting is not None:
            return self.setting.width * self.size
        if self.pictogram is not None:
            return self.pictogram.advance * self.size + self.spacing * bool(self.text)
        width = self.font.spaced_width(self.text) if self.spacing else self.font.width(self.text)
        return width * self.size + self.spacing * len(self.text)

    @property
    def is_anchored(self) -> bool:
        return any("x" in element.attributes or "y" in element.attributes for element in self.moved)


def _whole_numbers(element: Element, key: str) -> tuple[int, ...]:
    """Read whole numbers with spaces between them; one alone for a bound."""
    words = element.attributes.get(key, "").split()
    if not all(word.isdecimal() for word in words) or (len(words) > 1 and key != "data-dice"):
        expected = "faces of dice, as in 8 10" if key == "data-dice" else "one whole number"
        raise SvgFault(
            f"'{key}' expected {expected}, found '{element.attributes[key]}'", element.at
        )
    return tuple(map(int, words))


class _Painter:
    """Turn elements into PDF operators. `state` is what the graphics state is known to hold, to
    write only changes.
    """

    def __init__(
        self,
        drawer: Drawer,
        root: Element,
        ids: dict[str, Element] | None = None,
        *,
        state: dict[str, str] = _DEFAULT_STATE,
        keeps: Kept = "",
        opacity: float = 1.0,
        scale: float = 1.0,
        is_placed: bool = True,
        depth: int = 0,
        used: tuple[str, ...] = (),
        ctm: Matrix = IDENTITY,
        trim_mm: tuple[float, float] | None = None,
        viewport: Box | None = None,
    ) -> None:
        self.drawer, self.root, self._ids = drawer, root, ids
        self.drawing = Drawing()
        self.state = dict(state)
        self.keeps: Kept = keeps
        self.opacity = opacity  # of the groups that we are in
        self.scale = scale
        self.is_placed = is_placed  # `ctm` leads to the face
        self.depth = depth  # of art inside art
        self.used = used  # the ids of the elements that <use> is showing
        self.ctm = ctm  # from where we are to millimetres on the face
        self.clipped: tuple[str, ...] = ()  # the ids of the clipPaths that are looked at
        self.outer: list[Matrix] = []
        # which an <svg> without a size fills; None in templates, if it has that of its viewBox
        self.viewport = viewport
        self.trim_mm = trim_mm  # None where text may be cut off: inside a clip-path, in art
        self.handlers: dict[str, Callable[[Element, Style], None]] = {
            "g": self.children,
            "svg": self.nested,
            "switch": self.switch,
            "use": self.use,
            "text": self.text,
            "image": self.image,
            **dict.fromkeys(SHAPES, self.shape),
        }

    @property
    def ids(self) -> dict[str, Element]:
        """The elements that have an id, looked for when one is asked for: most faces and icons
        refer to none.
        """
        if self._ids is None:
            self._ids = ids_of(self.root)
        return self._ids

    # -- styles

    def styled(self, element: Element, style: Style) -> Style:
        """Return the style of an element: the inherited one overridden by its own attributes and
        style.
        """
        own: Style = {}
        for name, value in element.attributes.items():
            if name in INHERITED or name in OWN:
                own[name] = value
            elif (
                name not in GEOMETRY
                and not name.startswith(_SAYS_NOTHING)
                and not is_neutral(value)
            ):
                self.unsupported(f"the attribute '{name}'", element, name)
        for key, word in parse_style(element.get("style")):
            if key in INHERITED or key in OWN or key.startswith("--"):
                own[key] = word
            elif (
                key not in GEOMETRY
                and key not in IDLE
                and not key.startswith("-")
                and not is_neutral(word)
            ):
                self.unsupported(f"the style '{key}: {word}'", element, key)
        if not own:
            return style
        for name, value in own.items():
            if (
                name in WORDS
                and value not in WORDS[name]
                and "var(" not in value
                and value not in ("inherit", "initial", "unset")
            ):
                known = WORDS[name]
                hint = (
                    f"write '{WORD_MEANT[value]}'"
                    if WORD_MEANT.get(value) in known
                    else did_you_mean(value, known)
                )
                raise SvgFault(
                    f"'{name}' expected one of {', '.join(known)}, found '{value}'",
                    element.at,
                    hint,
                )
        result = style.copy()
        for name, value in own.items():
            if "var(" in value:
                result[name] = resolve_var(
                    value,
                    {**style, **{k: v for k, v in own.items() if k.startswith("--")}},
                    element.at,
                )
            elif value != "inherit" and name not in OWN:
                result[name] = value
        return result

    def own(self, element: Element, name: str, default: str) -> str:
        """Read a property that is not inherited, from the attribute or the style attribute."""
        attributes = element.attributes
        if "style" in attributes:
            for key, value in parse_style(attributes["style"]):
                if key == name:
                    return value
        return attributes.get(name, default)

    def clipping(self, element: Element) -> str:
        """Return what cuts an element off; 'none' for words that say nothing, such as the 'false'
        of some programs.
        """
        value = self.own(element, "clip-path", "none")
        return value if value == "none" or "(" in value else "none"

    def unsupported(self, what: str, element: Element, word: str = "") -> None:
        hint = REMEDY.get(word)
        if hint is None and what.startswith("<"):
            hint = did_you_mean(word, self.handlers)
        elif hint is None and word and not element.attributes.get("style", "").count(word):
            hint = did_you_mean(word, INHERITED | OWN)
        self.drawing.faults.append(
            SvgFault(f"{what} is outside the SVG that can be printed", element.at, hint)
        )

    def fault(self, code: str, message: str, at: str, hint: str | None = None) -> None:
        self.drawing.faults.append(SvgFault(message, at, hint, code))

    # -- elements

    def children(self, element: Element, style: Style) -> None:
        for child in element.elements:
            self.element(child, style)

    def element(self, element: Element, inherited: Style) -> None:
        tag = element.tag
        self.drawer.count(1, element)
        if tag in _UNSEEN_TAGS or (
            tag == "flowRoot" and not element.text().strip()
        ):  # Inkscape leaves empty ones
            if tag == "script" and element.text().strip():
                self.unsupported("<script>", element, tag)
            elif tag == "style":
                try:
                    check_sheet(element)
                except SvgFault as fault:
                    self.drawing.faults.append(fault)
            return
        trim_mm, ctm, depth, keeps = self.trim_mm, self.ctm, len(self.outer), self.keeps
        try:
            self.keeps = self.kept(element)
            if why := beyond.reason(element):
                self.as_pixels(element, inherited, why)
                return
            style = self.styled(element, inherited)
            if self.own(element, "display", "") == "none":
                return
            handler = self.handlers.get(tag)
            if handler is None:
                self.unsupported(f"<{tag}>", element, tag)
                return
            if "data-overflows" in element.attributes or self.clipping(element) != "none":
                self.trim_mm = None
            opacity = _opacity(
                resolve_var(self.own(element, "opacity", "1"), style, element.at),
                "opacity",
                element,
            )
            if opacity < 1 and not self.is_single_paint(element, style):
                self.group(element, style, opacity)
                return
            if opacity < 1:
                style = {**style}
                for name in ("fill-opacity", "stroke-opacity"):
                    style[name] = f"{_opacity(style[name], name, element) * opacity:.4f}"
            self.within(element, style, handler)
        except SvgFault as fault:
            self.drawing.faults.append(replace(fault, at=fault.at or element.at))
        except (OutOfTime, MemoryError) as fault:
            if not self.depth:  # lines of art are nothing that the template has
                note_place(fault, element.at)
            raise
        finally:
            self.trim_mm, self.ctm, self.keeps = trim_mm, ctm, keeps
            del self.outer[depth:]

    def as_pixels(
        self, element: Element, style: Style, why: str, said: AsPixels | None = None
    ) -> None:
        """Show an element that PDF has no words for as a picture of itself, its words with it where
        a reader of the PDF can find them.

        `said` is what is noted of it.
        """
        if not self.is_placed:
            raise SvgFault(f"{why} is outside the SVG that can be printed", element.at)
        drawer = self.drawer
        drawer.count_beyond(why, element.at)
        alone = beyond.Alone(
            self.ids, self.quietly_styled, self.font, drawer.embedded, self.style_around
        )
        children = alone.made(
            element, style, f"matrix({' '.join(f'{value:.6f}' for value in self.ctm)})"
        )
        found = drawer.part_as_pixels(children, sorted(map(str, alone.fonts)), element.at)
        self.drawing.rasterised.append(
            said
            or AsPixels(element.at.rpartition(":")[0], f"<{element.tag}> has {why}", element.at)
        )
        back = self.ctm.inverse()
        if found is None or back is None:
            return
        image, box = found
        self.push()
        self.drawing.operations.append(f"{_matrix(back)} cm")
        font = drawer.fonts.find(DEFAULT_FAMILY)
        words = "".join(" ".join(element.text().split()))
        if words and not turns(words) and not font.missing(words):
            self.drawing.operations += [
                "3 Tr",
                TextRun(
                    font,
                    min(box.height, box.width / max(font.width(words), 0.1)),
                    box.x,
                    box.bottom,
                    words,
                ),
                "0 Tr",
            ]
        self.drawing.operations.append(
            f"{_n(box.width)} 0 0 {_n(-box.height)} {_n(box.x)} {_n(box.bottom)} cm"
        )
        self.drawing.operations.append(UseImage(drawer.grey(image) if drawer.is_grey else image))
        self.pop()

    def quietly_styled(self, element: Element, style: Style) -> Style:
        """Return the style of an element of which anything may be said."""
        before = len(self.drawing.faults)
        try:
            return self.styled(element, {**START, **style})
        finally:
            del self.drawing.faults[before:]

    def style_around(self, target: Element) -> Style:
        """Return the style in which an element is, from the outermost one on."""
        waiting: list[tuple[Element, Style]] = [(self.root, dict(START))]
        while waiting:
            element, style = waiting.pop()
            if element is target:
                return style
            if element.elements:
                style = self.quietly_styled(element, style)
            waiting += ((child, style) for child in element.elements)
        return dict(START)

    def kept(self, element: Element) -> Kept:
        """Return what of an element low ink leaves as it is: the areas of icons, or everything if
        `data-ink` says so.
        """
        word = element.attributes.get("data-ink")
        if word not in (None, "keep", "outline"):
            raise SvgFault(f"'data-ink' expected keep or outline, found '{word}'", element.at)
        if word:
            return "all" if word == "keep" else ""
        return self.keeps or ("areas" if element.tag == "svg" else "")

    def is_single_paint(self, element: Element, style: Style) -> bool:
        return element.tag in SHAPES and "none" in (style["fill"], style["stroke"])

    def within(
        self, element: Element, style: Style, handler: Callable[[Element, Style], None]
    ) -> None:
        """Draw an element inside its own transform and clip."""
        transform = element.attributes.get("transform")
        clip = self.clipping(element)
        if not transform and clip == "none" and element.tag != "use":
            handler(element, style)
            return
        with_scale = self.scale
        matrix = parse_transform(transform or "", element.at)
        if element.tag == "use":
            matrix @= Matrix.shift(element.number("x"), element.number("y"))  # before it is cut off
        if matrix.area < _FLAT:  # pressed to a line: nothing is seen of it
            if said := element.text().strip():
                raise SvgFault(
                    f"'transform' leaves nothing to be seen of the text '{said[:40]}'", element.at
                )
            return
        self.push()
        self.transform(matrix)
        if clip != "none":
            self.clip(clip, element, style)
        handler(element, style)
        self.pop()
        self.scale = with_scale

    def group(self, element: Element, style: Style, opacity: float) -> None:
        """Draw an element as a whole and show that at an opacity, so that its parts do not shine
        through each other.
        """
        inner = _Painter(
            self.drawer,
            element,
            self.ids,
            state=self.state,  # a form goes on in the state it is shown in
            keeps=self.keeps,
            opacity=self.opacity * opacity,
            scale=self.scale,
            is_placed=self.is_placed,
            depth=self.depth,
            used=self.used,
            ctm=self.ctm,
            trim_mm=self.trim_mm,
            viewport=self.viewport,
        )
        inner.within(element, style, inner.handlers[element.tag])
        self.drawing.note(inner.drawing)
        self.push()
        self.drawing.operations += [
            UseAlpha(opacity, opacity),
            UseStamp(self.part_of(inner.drawing.operations, is_group=True)),
        ]
        self.pop()

    def nested(self, element: Element, style: Style) -> None:
        """Draw an inner svg: its viewBox mapped into its rectangle and cut off there."""
        place = box_of(element)
        sides = [side for side in ("width", "height") if side not in element.attributes]
        if self.viewport:
            place = place._replace(**{side: getattr(self.viewport, side) for side in sides})
        if "viewBox" not in element.attributes:
            self.push()
            self.transform(Matrix.shift(place.x, place.y))
            if (self.viewport or not sides) and self.own(
                element, "overflow", "hidden"
            ) != "visible":
                self.drawing.operations.append(_clip(Box(0.0, 0.0, place.width, place.height)))
            self.children(element, style)
            self.pop()
            return
        inner = view_box(element)
        if not self.viewport:
            place = place._replace(**{side: getattr(inner, side) for side in sides})
        if place.width < 0 or place.height < 0:
            raise SvgFault(
                (
                    f"expected a width and a height above 0, found {place.width:g} and "
                    f"{place.height:g}"
                ),
                element.at,
            )
        on_face = self.ctm.around(place)
        if not place.width or not place.height:
            self.show(element, style, on_face)
            return
        fit = fit_box(inner, place, element.get("preserveAspectRatio", "xMidYMid meet"))
        if not element.is_shared:
            self.framed(element, style, place, fit)
            return
        part = self.part(element, style, self.scale * fit.scale)
        if part is not None:
            self.framed(element, style, place, fit, part)
            self.show(element, style, on_face)
        elif self.icon(element, style, place, fit):
            self.show(element, style, on_face)

    def framed(
        self, element: Element, style: Style, place: Box, fit: Matrix, part: Stamp | None = None
    ) -> None:
        """Draw what is inside an svg, or the part that shows it, mapped into its rectangle and cut
        off there.
        """
        with_scale = self.scale
        self.push()
        if self.own(element, "overflow", "hidden") != "visible":
            self.drawing.operations.append(_clip(place))
        self.transform(fit)
        if part is None:
            viewport = self.viewport
            self.viewport = view_box(element) if viewport or element.is_shared else None
            self.children(element, style)
            self.viewport = viewport
        else:
            self.drawing.operations.append(UseStamp(part))
            self.drawing.note_strokes(part.strokes)
        self.pop()
        self.scale = with_scale

    def icon(self, element: Element, style: Style, place: Box, fit: Matrix) -> bool:
        """Draw an icon that is more than shapes; return whether it had to become a picture of
        itself, because of faults that this helps.
        """
        outer, replaced = self.drawing, len(self.drawer.replaced)
        self.drawing = icon = Drawing()
        try:
            self.framed(element, style, place, fit)
        finally:
            self.drawing = outer
        if (
            not icon.faults
            or not self.is_placed
            or any(fault.code in NO_PIXELS for fault in icon.faults)
        ):
            outer.add(icon)
            return False
        self.drawer.forget_replaced(replaced)
        why = icon.faults[0].message
        self.as_pixels(
            element, style, why, AsPixels(element.href or element.at.rpartition(":")[0], why)
        )
        return True

    def part(self, element: Element, style: Style, scale: float) -> Stamp | None:
        """Return what is inside an element whose children are shared, drawn once for all faces;
        None where it is more than shapes.
        """
        if self.drawer.is_light:  # which looks at what is beneath
            return None
        key = (id(element.children), scale, *sorted(style.items()))
        known = self.drawer.parts.get(key)
        kept_as = (
            key_of(element.source, self.drawer.is_grey, *key[1:])
            if element.source and known is None
            else ""
        )
        if kept_as and (kept := self.drawer.kept.find(kept_as)) is not None:
            known = _Shared(element.children, *kept)
            self.drawer.share(key, known)
        if known is not None:
            self.drawer.count(known.elements, element)
            return known.stamp
        before = self.drawer.elements
        inner = _Painter(
            self.drawer,
            element,
            state=dict.fromkeys(_DEFAULT_STATE, ""),
            scale=scale,
            is_placed=False,
        )
        inner.viewport = view_box(element)
        inner.children(element, style)
        drawing, is_plain = inner.drawing, inner.drawing.is_plain
        stamp = (
            Stamp((0, 0), joined(drawing.operations), strokes=tuple(drawing.strokes.items()))
            if is_plain
            else None
        )
        elements = self.drawer.elements - before
        self.drawer.share(key, _Shared(element.children, stamp, elements if is_plain else 0))
        if stamp is None:
            self.drawer.count(-elements, element)
        elif kept_as and not any(child.tag in _OF_OTHERS for child in element.walk()):
            self.drawer.kept.add(kept_as, stamp, elements)
        return stamp

    def show(self, element: Element, style: Style, box: Box) -> None:
        """Note an icon or a picture that a template places, unless it says itself that it is
        hidden.
        """
        href = element.href or element.get("href")
        if href and self.is_placed and style["visibility"] == "visible":
            self.drawing.showings.append(Showing(href, box, element.at))

    def use(self, element: Element, style: Style) -> None:
        href = element.get("href")
        target = self.ids.get(href[1:]) if href.startswith("#") else None
        if target is None:
            raise SvgFault(f"<use> finds no '{href}'", element.at, did_you_mean(href[1:], self.ids))
        if href in self.used:
            raise SvgFault("<use> refers to itself", element.at)
        if len(self.used) > 50:
            raise SvgFault("<use> shows <use> more than 50 deep", element.at)
        before, self.used = self.used, (*self.used, href)
        if target.tag in ("symbol", "svg"):
            attributes = {
                **target.attributes,
                **{k: v for k, v in element.attributes.items() if k in ("width", "height")},
            }
            target = Element("svg", attributes, target.children, target.at)
        self.element(target, style)
        self.used = before

    def switch(self, element: Element, style: Style) -> None:
        """Draw the one of several versions that asks for nothing but SVG, as Illustrator writes
        them.
        """
        chosen = switched(element)
        if chosen is not None:
            self.element(chosen, style)

    def blank(self, element: Element) -> None:
        """Note a place to write on, which an element names by `data-tick` or `data-write`."""
        key = "data-tick" if "data-tick" in element.attributes else "data-write"
        name = element.attributes[key].strip()
        if element.tag not in (("circle", "rect") if key == "data-tick" else ("rect",)):
            raise SvgFault(
                (
                    f"'{key}' goes with "
                    f"{'<circle> and <rect>' if key == 'data-tick' else '<rect>'}, not "
                    f"<{element.tag}>"
                ),
                element.at,
            )
        if not name:
            raise SvgFault(f"'{key}' expected a name, such as {key}=\"total\"", element.at)
        if element.tag == "circle":
            x, y, r = (element.number(side) for side in ("cx", "cy", "r"))
            place = Box(x - r, y - r, 2 * r, 2 * r)
        else:
            place = box_of(element)
        least, most, dice = (
            _whole_numbers(element, f"data-{word}") for word in ("least", "most", "dice")
        )
        bounds = least[0] if least else None, most[0] if most else None
        self.drawing.blanks.append(
            Blank(name, key == "data-tick", self.ctm.around(place), element.at, *bounds, dice)
        )

    def space(self, element: Element) -> None:
        """Note a place for pieces, which a rectangle says it is by `data-holds`, with `data-number`
        if there are several.
        """
        piece = element.attributes["data-holds"].strip()
        if element.tag != "rect":
            raise SvgFault(f"'data-holds' goes with <rect>, not <{element.tag}>", element.at)
        if not piece:
            raise SvgFault(
                "'data-holds' expected a kind of card or a card, such as data-holds=\"crate\"",
                element.at,
            )
        number = _whole_numbers(element, "data-number")
        self.drawing.spaces.append(
            Space(piece, number[0] if number else 1, self.ctm.around(box_of(element)), element.at)
        )

    def cut(self, element: Element) -> None:
        """Note a window, a hole or a slit, which an element says it is by `data-cut`."""
        segments = shape_path(element)
        if segments and element.tag == "path":
            raise SvgFault(
                "'data-cut' goes with basic shapes, not <path>",
                element.at,
                "a <polygon> is a window of any shape",
            )
        if not segments:
            raise SvgFault(f"'data-cut' expected a <{element.tag}> of some size", element.at)
        points = tuple(self.ctm.at(x, y) for x, y in flattened(segments))
        self.drawing.cuts.append(InnerCut(points, element.tag not in ("line", "polyline")))

    def shape(self, element: Element, style: Style) -> None:
        if style["visibility"] != "visible":
            return
        if "data-tick" in element.attributes or "data-write" in element.attributes:
            self.blank(element)
        if "data-holds" in element.attributes:
            self.space(element)
        if "data-cut" in element.attributes:
            self.cut(element)
        segments = shape_path(element)
        if not segments:
            return
        self.drawer.count(len(segments) // 4, element)
        fill, stroke = style["fill"], style["stroke"]
        if (
            len(segments) < 3 and segments[-1][0] != "C"
        ):  # a straight line encloses nothing, though PDF would show a hair
            fill = "none"
        if fill.startswith("url("):
            self.gradient(fill, segments, style, element)
            fill = "none"
        if stroke.startswith("url("):
            self.referred(stroke, element)
            raise SvgFault(
                "a gradient can fill, not stroke",
                element.at,
                "turn the stroke into a path (Inkscape: Path > Stroke to Path)",
            )
        width = parse_number(style["stroke-width"], "stroke-width", element.at)
        fill_colour = self.colour(fill, style, element)
        stroke_colour = self.colour(stroke, style, element) if width > 0 else None
        if fill_colour is None and stroke_colour is None:
            return
        if self.drawer.is_light:
            with_mm = max(self.scale, 1e-6)
            colours = _rgb(fill_colour), _rgb(stroke_colour)
            light = self.drawer.lightener.shape(
                segments, self.ctm, *colours, width * with_mm, self.keeps
            )
            fill_colour, stroke_colour, width = (
                _operands(light[0]),
                _operands(light[1]),
                light[2] / with_mm,
            )
        alpha = self.push_alpha(style, element)
        if fill_colour is not None:
            self.paint("rg", fill_colour, is_area=True)
        if stroke_colour is not None:
            self.paint("RG", stroke_colour, is_area=width * self.scale >= FINE_LINE_MM)
            self.pen(style, width, element)
            self.drawing.stroke(element.at, width * self.scale)
        star = "*" if style["fill-rule"] == "evenodd" else ""
        paint = "S" if fill_colour is None else f"f{star}" if stroke_colour is None else f"B{star}"
        outline = path_operators(
            segments if stroke_colour is None else _with_dots(segments, style["stroke-linecap"])
        )
        if paint[0] == "B" and _strokes_first(style["paint-order"]):
            self.drawing.operations += [f"{outline} S", f"{outline} f{star}"]
        else:
            self.drawing.operations.append(f"{outline} {paint}")
        if alpha:
            self.pop()

    def pen(self, style: Style, width: float, element: Element) -> None:
        self.set("w", _n(width))
        self.set("J", _CAPS.get(style["stroke-linecap"], "0"))
        self.set("j", _JOINS.get(style["stroke-linejoin"], "0"))
        self.set("M", _n(parse_number(style["stroke-miterlimit"], "stroke-miterlimit", element.at)))
        dashes = (
            []
            if style["stroke-dasharray"] == "none"
            else parse_numbers(style["stroke-dasharray"], "stroke-dasharray", element.at)
        )
        if min(dashes, default=0.0) < 0:
            raise SvgFault(
                f"'stroke-dasharray' expected lengths from 0, found '{style['stroke-dasharray']}'",
                element.at,
            )
        dashes = dashes * 2 if len(dashes) % 2 else dashes
        if not any(dashes):
            dashes = []
        counted = element.number("pathLength") if dashes else 0.0
        by = length_of(shape_path(element)) / counted if counted > 0 else 1.0
        dashes = [by * dash for dash in dashes]
        offset = (
            by
            * parse_number(style["stroke-dashoffset"], "stroke-dashoffset", element.at)
            % math.fsum(dashes)
            if dashes
            else 0
        )
        self.set("d", f"[{' '.join(_n(d) for d in dashes)}] {_n(offset)}")

    def text(self, element: Element, style: Style) -> None:
        """Draw a text element; a tspan goes on where the text before it ended. Each `x` begins a
        line with its own anchor.
        """
        if style["visibility"] != "visible":
            return
        x = y = 0.0
        faults_before = len(self.drawing.faults)
        pieces = list(self.pieces(element, style, ()))
        if not self.keeps_spaces(element):
            _collapse(pieces)
        if self.drawer.fonts.pictograms is not None:
            pieces = [part for piece in pieces for part in _pictured(piece)]
        said = "".join(piece.text for piece in pieces)
        past: list[tuple[float, str]] = []
        while pieces:
            chunk = [pieces[0], *takewhile(lambda later: not later.is_anchored, pieces[1:])]
            del pieces[: len(chunk)]
            for moved in chunk[0].moved:
                x = moved.number("x", x) + moved.number("dx")
                y = moved.number("y", y) + moved.number("dy")
            share = {"middle": 0.5, "end": 1.0}.get(chunk[0].style["text-anchor"], 0.0)
            is_leftward = chunk[0].style["direction"] == "rtl"
            shown = self.turned(chunk, element)
            left = x = x - math.fsum(piece.width for piece in shown) * (
                1.0 - share if is_leftward else share
            )
            for number, piece in enumerate(shown):
                for moved in piece.moved if number else ():
                    x = moved.number("x", x) + moved.number("dx")
                    y = moved.number("y", y) + moved.number("dy")
                right, down = piece.shift
                self.run(piece, x + right, y + down, element)
                past += self.past_trim(piece, x + right, y + down)
                x += piece.width
            x = left if is_leftward else x
        much, side = max(past, default=(0.0, ""))
        if much > 0 and len(self.drawing.faults) == faults_before:
            self.fault(
                "text-outside",
                f"the text '{said[:40]}' runs {much:.1f} mm past the {side} edge of the card",
                element.at,
                (
                    "move it, make it smaller, or let a <textArea> fit it; a clip-path around it "
                    "says that it may be cut"
                ),
            )

    def keeps_spaces(self, element: Element) -> bool:
        """Return whether a text of art shows all spaces that it has."""
        is_pre = self.own(element, "white-space", "") in ("pre", "pre-wrap", "break-spaces")
        return self.depth > 0 and (element.get(SPACES) == "preserve" or is_pre)

    def turned(self, chunk: list[_Span], element: Element) -> list[_Span]:
        """Return the spans of a line from left to right: as they are, or typeset in visual order if
        any may run from right to left.
        """
        text = "".join(piece.text for piece in chunk)
        base = int(chunk[0].style["direction"] == "rtl")
        if not base and not turns(text):
            return chunk
        is_forced = self.own(element, "unicode-bidi", "normal") == "bidi-override"
        levels = [base] * len(text) if is_forced else line_levels(text, levels_of(text, base), base)
        owners: list[_Span] = []
        shifts: list[tuple[float, float]] = []
        more: dict[int, list[_Span]] = {}  # what an emoji is shown with beyond its first picture
        right = down = 0.0
        for number, piece in enumerate(chunk):
            for moved in piece.moved if number else ():
                right, down = right + moved.number("dx"), down + moved.number("dy")
            if piece.pictogram is not None and owners and not piece.text:
                more.setdefault(id(owners[-1]), []).append(piece)
            elif (
                piece.pictogram is not None
            ):  # one thing, whatever its characters are by themselves
                levels[len(owners) : len(owners) + len(piece.text)] = [levels[len(owners)]] * len(
                    piece.text
                )
            owners += [piece] * len(piece.text)
            shifts += [(right, down)] * len(piece.text)
        cuts = [i for i in range(1, len(text)) if owners[i] is not owners[i - 1]]
        parts: list[_Span] = []
        for stretch in stretches(levels, cuts):
            piece, words = owners[stretch.start], divided(text, stretch.start, stretch.end)
            if piece.pictogram is not None:
                shift = shifts[stretch.start]
                parts += (
                    replace(one, moved=(), shift=shift) for one in (piece, *more.get(id(piece), ()))
                )
                continue
            refused = refusal(words, piece.font)
            if refused:
                raise SvgFault(refused.message, element.at, refused.hint, refused.code)
            setting = typeset(
                words,
                piece.font,
                stretch.is_leftward,
                piece.spacing / piece.size if piece.size else 0.0,
            )
            parts.append(
                replace(
                    piece,
                    text=text[stretch.start : stretch.end],
                    moved=(),
                    setting=setting,
                    shift=shifts[stretch.start],
                )
            )
        return parts

    def past_trim(self, piece: _Span, x: float, y: float) -> Iterator[tuple[float, str]]:
        """Yield how far a span reaches past the cut, in millimetres, for every side where it
        does.
        """
        text = piece.text.strip(" \u00a0")
        if (
            self.trim_mm is None
            or not text
            or piece.style["fill"] == piece.style["stroke"] == "none"
        ):
            return
        corners = self.corners(piece, x, y)
        width, height = self.trim_mm
        sides = {
            "left": -min(u for u, _ in corners),
            "right": max(u for u, _ in corners) - width,
            "top": -min(v for _, v in corners),
            "bottom": max(v for _, v in corners) - height,
        }
        yield from ((much, side) for side, much in sides.items() if much > PAST_TRIM_MM)

    def corners(self, piece: _Span, x: float, y: float) -> list[Point]:
        """Return the corners of a span's capitals on the face, without spaces at its ends."""
        shown = piece.text if piece.setting is None else piece.setting.glyphs
        text = shown.strip(" \u00a0")
        if piece.pictogram is not None:
            text = shown = ""
        before = shown[: len(shown) - len(shown.lstrip(" \u00a0"))]
        left = x + piece.font.width(before) * piece.size + piece.spacing * len(before)
        if piece.setting is None:
            width = piece.font.spaced_width(text) if piece.spacing else piece.font.width(text)
            right = left + width * piece.size + piece.spacing * (len(text) - 1)
        else:
            after = shown[len(before) + len(text) :]
            right = (
                x
                + piece.width
                - piece.font.width(after) * piece.size
                - piece.spacing * (len(after) + 1)
            )
        top = y - piece.font.cap_height * piece.size
        return [self.ctm.at(u, v) for u in (left, right) for v in (top, y)]

    def lettering(
        self,
        piece: _Span,
        x: float,
        y: float,
        fill: str | None,
        stroke: str | None,
        element: Element,
    ) -> Lettering:
        """Note what a piece of text looks like, for anyone who asks whether it can be read."""
        opacity = _opacity(piece.style["fill-opacity"], "fill-opacity", element)
        return Lettering(
            piece.text.strip(" \u00a0"),
            piece.size * self.ctm.scale * PT_PER_MM,
            parse_weight(piece.style["font-weight"]) >= 600,
            tuple(self.corners(piece, x, y)),
            _rgb(fill),
            _rgb(stroke),
            self.opacity * opacity,
            self.trim_mm is None,
            element.at,
        )

    def run(self, piece: _Span, x: float, y: float, element: Element) -> None:
        """Show a piece of text, filled, outlined or both."""
        if piece.pictogram is not None:
            self.pictogram(piece, x, y, element)
            return
        style = piece.style
        width = parse_number(style["stroke-width"], "stroke-width", element.at)
        fill = self.colour(style["fill"], style, element)
        stroke = self.colour(style["stroke"], style, element) if width > 0 else None
        if not piece.text.strip():
            return
        if fill is None and stroke is None:
            self.drawing.letterings.append(self.lettering(piece, x, y, None, None, element))
            return
        if self.drawer.is_light and self.keeps != "all":
            (left, top), *_, (right, bottom) = self.corners(piece, x, y)
            fill, stroke = (
                None
                if colour is None
                else _operands(
                    self.drawer.lightener.on(colour, (left + right) / 2, (top + bottom) / 2)
                )
                for colour in (_rgb(fill), _rgb(stroke))
            )
        self.drawing.letterings.append(self.lettering(piece, x, y, fill, stroke, element))
        refused = refusal(piece.text, piece.font)
        if refused:
            raise SvgFault(refused.message, element.at, refused.hint, refused.code)
        for lack in lacking(piece.text, piece.font):
            raise SvgFault(lack.message, element.at, lack.hint, lack.code)
        alpha, mode = self.push_alpha(style, element), 0
        if fill is not None and stroke is not None and _strokes_first(style["paint-order"]):
            self.outlined(piece, x, y, stroke, width, element)
            stroke = None
        if fill is not None:
            self.paint("rg", fill)
        if stroke is not None:
            self.paint("RG", stroke)
            self.pen(style, width, element)
            mode = 1 if fill is None else 2
            self.drawing.operations.append(f"{mode} Tr")
        if piece.setting is None:
            shown = piece.font.set(piece.text, bool(piece.spacing))
            self.drawing.operations.append(
                TextRun(piece.font, piece.size, x, y, shown, piece.spacing)
            )
        else:
            self.drawing.operations.append(
                TextRun(
                    piece.font,
                    piece.size,
                    x,
                    y,
                    piece.setting.glyphs,
                    shifts=piece.setting.shifts,
                    mode=mode,
                )
            )
        if stroke is not None:
            self.drawing.operations.append("0 Tr")
        if alpha:
            self.pop()

    def outlined(
        self, piece: _Span, x: float, y: float, stroke: str, width: float, element: Element
    ) -> None:
        """Show the outline of a piece of text that is to be beneath its letters; a reader of the
        PDF does not find it twice.
        """
        self.paint("RG", stroke)
        self.pen(piece.style, width, element)
        self.drawing.operations.append("/Span <</ActualText ()>> BDC 1 Tr")
        if piece.setting is None:
            shown = piece.font.set(piece.text, bool(piece.spacing))
            self.drawing.operations.append(
                TextRun(piece.font, piece.size, x, y, shown, piece.spacing)
            )
        else:
            setting = piece.setting
            self.drawing.operations.append(
                TextRun(piece.font, piece.size, x, y, setting.glyphs, shifts=setting.shifts, mode=1)
            )
        self.drawing.operations.append("0 Tr EMC")

    def pictogram(self, piece: _Span, x: float, y: float, element: Element) -> None:
        """Show an emoji as a picture, with a letter that no one sees in it, which a reader of the
        PDF takes for the emoji.
        """
        assert piece.pictogram is not None
        root, why = self.drawer.drawn(piece.pictogram, element.at)
        if why:
            self.drawing.rasterised.append(AsPixels(piece.pictogram.font.file, why))
        side = f"{piece.size:.4f}"
        attributes = {
            **root.attributes,
            "x": f"{x:.4f}",
            "y": f"{y - piece.size:.4f}",
            "width": side,
            "height": side,
        }
        if piece.text:
            character, wider = piece.font.behind(piece.pictogram)
            run = TextRun(piece.font, piece.size, x, y, character)
            self.drawing.operations += [f"3 Tr {_n(100 * wider)} Tz", run, "100 Tz 0 Tr"]
        self.nested(
            Element("svg", attributes, root.children, element.at, is_shared=True), piece.style
        )

    def pieces(
        self, element: Element, style: Style, moved: tuple[Element, ...], keeps: bool = False
    ) -> Iterator[_Span]:
        """Split a text element into pieces of one style; `moved` are the elements beginning here
        that may say where.
        """
        moved = (*moved, element)
        keeps = keeps or self.keeps_spaces(element)
        for child in element.children:
            if isinstance(child, str):
                size = parse_number(style["font-size"], "font-size", element.at)
                said = style["letter-spacing"]
                spacing = 0.0 if is_neutral(said) else parse_spacing(said, size, element.at)
                self.drawer.count(len(child) // 10, element)
                white = _EACH_WHITE if keeps else _WHITE
                text = white.sub(" ", child).replace("\u00ad", "").replace("\u200b", "")
                if text.strip(" ") or element.attributes.keys().isdisjoint(("x", "y", "dx", "dy")):
                    yield _Span(text, self.font(style, element, text), size, spacing, style, moved)
                    moved = ()
            elif child.tag == "tspan":
                yield from self.pieces(child, self.styled(child, style), moved, keeps)
                moved = ()
            else:
                self.unsupported(f"<{child.tag}> in <text>", child, child.tag)

    def font(self, style: Style, element: Element, text: str = "") -> Font:
        is_italic = style["font-style"] in ("italic", "oblique")
        try:
            if self.depth or element.at.startswith(ICONS):
                return self.drawer.font_of_art(
                    style["font-family"],
                    parse_weight(style["font-weight"]),
                    is_italic,
                    text,
                    element.at,
                )
            variant = style["font-variant"]
            return self.drawer.fonts.find(
                style["font-family"],
                parse_weight(style["font-weight"]),
                is_italic,
                "" if variant == "normal" else variant,
            )
        except ValueError as fault:
            raise SvgFault(str(fault), element.at) from None
        except ProblemError as fault:
            problem = fault.problems[0]
            raise SvgFault(problem.message, element.at, problem.hint, problem.code) from None

    def image(self, element: Element, style: Style) -> None:
        if style["visibility"] != "visible":
            return
        href, place = element.get("href"), box_of(element)
        if place.width <= 0 or place.height <= 0:
            raise SvgFault("<image> expected a width and a height", element.at)
        how = element.get("preserveAspectRatio", "xMidYMid meet")
        picture = self.drawer.picture(href, element.at)
        if isinstance(picture, Element):
            before = len(self.drawer.replaced)
            try:
                self.svg_image(picture, element, style)
                return
            except SvgFault as fault:
                if fault.code in NO_PIXELS:
                    raise self.in_picture(fault, href, element) from None
                self.drawer.forget_replaced(before)  # pixels are looked at again
                picture = self.drawer.rasterised(href, place.width * self.scale, element.at)
                self.drawing.rasterised.append(AsPixels(href, fault.message))
        matrix = fit_box(Box(0.0, 0.0, picture.width_px, picture.height_px), place, how)
        self.drawing.placed.append(
            PlacedPicture(href, MM_PER_INCH / (matrix.a * self.scale), element.at)
        )
        self.push()
        if "slice" in how:
            self.drawing.operations.append(_clip(place))
        unit = Matrix(picture.width_px, 0.0, 0.0, -picture.height_px, 0.0, picture.height_px)
        self.drawing.operations.append(f"{_matrix(matrix @ unit)} cm")
        self.drawing.operations.append(
            UseImage(self.drawer.grey(picture) if self.drawer.is_grey else picture)
        )
        self.pop()
        self.show(element, style, self.ctm.around(place))

    def in_picture(self, fault: SvgFault, href: str, element: Element) -> SvgFault:
        """Tell a fault within a picture where the picture is shown: its own lines are nothing that
        the template has.
        """
        if fault.at == element.at:
            return fault
        message = f"the picture '{href[:60]}', line {fault.at.rpartition(':')[2]}: {fault}"
        inside = fault.inside or _place_in(href, fault.at)
        return replace(fault, message=message, at=element.at, href=href, inside=inside)

    def svg_image(self, picture: Element, element: Element, style: Style) -> None:
        """Draw an SVG picture with its own ids and a fresh style. Raises SvgFault where it is
        outside the subset.
        """
        if self.depth >= MAX_NESTED_ART:
            raise SvgFault("pictures contain each other in a circle", element.at, code="bad-image")
        start = {
            **START,
            "color": style["color"],
            **{k: v for k, v in style.items() if k.startswith("--")},
        }
        place = box_of(element)
        matrix = fit_box(
            picture_box(picture), place, element.get("preserveAspectRatio", "xMidYMid meet")
        )
        inner = _Painter(
            self.drawer,
            picture,
            state=self.state,
            keeps=self.keeps or "areas",
            scale=self.scale,
            is_placed=self.is_placed,
            depth=self.depth + 1,
            ctm=self.ctm,
            viewport=picture_box(picture),
        )
        inner.drawing.operations.append(_clip(place))
        inner.transform(matrix)
        try:
            inner.children(picture, inner.styled(picture, start))
        except _TooMuchError:  # its own line is nothing that the template has
            raise _TooMuchError(element.at) from None
        if inner.drawing.faults:
            raise inner.drawing.faults[0]
        self.push()
        self.drawing.add(inner.drawing.as_picture(element.at))
        self.pop()

    # -- paint

    def colour(self, text: str, style: Style, element: Element) -> str | None:
        if text == "currentColor" or text == "currentcolor":
            text = style["color"]
        if text.startswith("url("):
            hint = (
                "give the letters one colour, or turn them into paths (Inkscape: Path > Object to "
                "Path)"
            )
            raise SvgFault("a gradient can fill shapes, not text", element.at, hint)
        try:
            rgb = parse_colour(text)
        except SvgFault as fault:
            raise SvgFault(fault.message, element.at, colour_hint(text.strip())) from None
        return None if rgb is None else _operands(self.drawer.tinted(rgb))

    def referred(self, paint: str, element: Element) -> Element:
        """Find the gradient that a paint names. Raises SvgFault if there is none."""
        name = paint[4:].split(")")[0].strip("'\" #")
        found = self.ids.get(name)
        if found is None or found.tag not in GRADIENTS:
            known = [key for key, e in self.ids.items() if e.tag in GRADIENTS]
            hint = (
                REMEDY["pattern"]
                if found is not None and found.tag == "pattern"
                else did_you_mean(name, known)
            )
            raise SvgFault(f"there is no gradient '{paint}'", element.at, hint)
        return found

    def gradient(
        self, paint: str, segments: tuple[Segment, ...], style: Style, element: Element
    ) -> None:
        gradient = self.referred(paint, element)
        chain = [gradient]
        while chain[-1].get("href").startswith("#") and len(chain) < 10:
            linked = self.ids.get(chain[-1].get("href")[1:])
            if linked is None:
                break
            chain.append(linked)

        def attribute(name: str, default: str) -> str:
            return next((e.attributes[name] for e in chain if name in e.attributes), default)

        stopped = next((e for e in chain if e.elements), gradient)
        stops, shown = self.stops(stopped, style), self.shown_of(stopped, style)
        if attribute("spreadMethod", "pad") != "pad":
            raise SvgFault("a gradient's spreadMethod can only be 'pad'", gradient.at)
        is_box = attribute("gradientUnits", "objectBoundingBox") == "objectBoundingBox"

        def length(name: str, default: str) -> float:
            value = attribute(name, default).strip()
            if value.endswith("%"):
                if not is_box:
                    raise SvgFault("a gradient in user space needs plain numbers", gradient.at)
                return parse_number(value[:-1], name, gradient.at) / 100
            return parse_number(value, name, gradient.at)

        if gradient.tag == "linearGradient":
            end = "100%" if is_box else "1"
            coordinates: tuple[float, ...] = (
                length("x1", "0"),
                length("y1", "0"),
                length("x2", end),
                length("y2", "0"),
            )
        else:
            half = "50%" if is_box else "0"
            cx, cy, r = length("cx", half), length("cy", half), length("r", half)
            coordinates = (
                length("fx", str(cx)),
                length("fy", str(cy)),
                length("fr", "0"),
                cx,
                cy,
                r,
            )
        matrix = parse_transform(attribute("gradientTransform", ""), gradient.at)
        if is_box:
            box = bounds(segments)
            if box.width < CLOSE_MM or box.height < CLOSE_MM:  # SVG draws nothing there
                return
            matrix = Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y) @ matrix
        star = "*" if style["fill-rule"] == "evenodd" else ""
        self.push()
        alpha = _opacity(style["fill-opacity"], "fill-opacity", element)
        if alpha < 1:
            self.drawing.operations.append(UseAlpha(alpha, 1.0))
        outline, placed = f"{path_operators(segments)} W{star} n", f"{_matrix(matrix)} cm"
        if min(shown) < 1:
            fading = tuple(
                (at, (much, much, much)) for (at, _), much in zip(stops, shown, strict=True)
            )
            self.drawing.operations.append(outline)
            self.mask([placed, UseShading(coordinates, fading, is_grey=True)], is_by_light=True)
            self.drawing.operations.append(placed)
        else:
            self.drawing.operations.append(f"{outline} {placed}")
        self.drawing.operations.append(UseShading(coordinates, stops))
        self.pop()

    def mask(self, operations: list[Operation], is_by_light: bool = False) -> None:
        """Let what follows in this graphics state show only as far as something else does."""
        self.drawing.operations.append(
            UseMask(self.part_of(operations, is_group=True), is_by_light)
        )

    def part_of(self, operations: list[Operation], is_group: bool) -> Stamp:
        """Make a part of the face of operations in the units of where we are, however small those
        are.
        """
        return Stamp(
            (0, 0),
            tuple(operations),
            is_group,
            reach=FAR_MM * max(1.0, math.ceil(1 / max(self.scale, 1e-6))),
        )

    def shown_of(self, gradient: Element, style: Style) -> list[float]:
        """Return how much shows of each stop of a gradient, from 0 to 1."""
        return [
            _opacity(
                resolve_var(self.own(stop, "stop-opacity", "1"), style, stop.at),
                "stop-opacity",
                stop,
            )
            for stop in gradient.elements
        ]

    def stops(self, gradient: Element, style: Style) -> tuple[tuple[float, Rgb], ...]:
        result: list[tuple[float, Rgb]] = []
        for stop in gradient.elements:
            at = min(1.0, parse_share(stop.get("offset", "0"), "offset", stop.at))
            colour = resolve_var(self.own(stop, "stop-color", "#000000"), style, stop.at)
            colour = style["color"] if colour == "currentColor" else colour
            rgb = parse_colour(colour)
            if rgb is None:
                raise SvgFault("a gradient's stop needs a colour", stop.at)
            result.append((max(at, result[-1][0] if result else 0.0), self.drawer.tinted(rgb)))
        if not result:
            raise SvgFault("a gradient needs at least one <stop>", gradient.at)
        return tuple(result)

    def clip(self, paint: str, element: Element, style: Style) -> None:
        clip = (
            self.ids.get(paint[4:].split(")")[0].strip("'\" #"))
            if paint.startswith("url(")
            else None
        )
        if clip is None or clip.tag != "clipPath":
            raise SvgFault(f"there is no clipPath '{paint}'", element.at)
        if clip.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
            raise SvgFault("a clipPath can only be in user space", clip.at)
        if len(self.clipped) > MAX_NESTED_ART or clip.get("id") in self.clipped:
            raise SvgFault("clipPaths refer to each other in a circle", clip.at)
        before, self.clipped = self.clipped, (*self.clipped, clip.get("id"))
        if self.clipping(clip) != "none":
            self.clip(self.clipping(clip), clip, style)
        shapes: list[tuple[str, tuple[Segment, ...]]] = []
        self.outlines(clip, IDENTITY, style["clip-rule"], shapes)
        self.clipped = before
        if len(shapes) > 1 and not _add_up(shapes):
            black = [
                f"{path_operators(outline)} f{'*' if rule == 'evenodd' else ''}"
                for rule, outline in shapes
            ]
            self.mask(list(black))
            return
        outline = tuple(segment for _, segments in shapes for segment in segments)
        star = "*" if shapes and shapes[0][0] == "evenodd" else ""
        self.drawing.operations.append(
            f"{path_operators(outline)} W{star} n" if outline else "0 0 0 0 re W n"
        )

    def outlines(
        self,
        element: Element,
        matrix: Matrix,
        rule: str,
        found: list[tuple[str, tuple[Segment, ...]]],
    ) -> None:
        """Gather the shapes inside a clipPath, through groups, each with the rule by which it is
        filled.
        """
        matrix @= parse_transform(element.get("transform"), element.at)
        rule = self.own(element, "clip-rule", rule)
        if "none" in (
            self.own(element, "display", ""),
            self.own(element, "visibility", "").replace("hidden", "none"),
        ):
            return
        if element.tag in ("clipPath", "g"):
            for child in element.elements:
                self.outlines(child, matrix, rule, found)
            return
        if element.tag not in SHAPES:
            raise SvgFault(
                f"<{element.tag}> in a clipPath is outside the SVG that can be printed",
                element.at,
                "a clipPath holds shapes, and groups of them",
            )
        segments = shape_path(element)
        self.drawer.count(1 + len(segments) // 4, element)
        if self.clipping(element) != "none":
            message = (
                f"<{element.tag}> in a clipPath has its own clip-path, which is outside the "
                "SVG that can be printed"
            )
            raise SvgFault(message, element.at, "cut its outline in your drawing program")
        if segments:
            found.append((rule, transformed(segments, matrix)))

    # -- graphics state

    def push(self) -> None:
        self.drawing.operations.append("q")
        self.outer.append(self.ctm)
        self.state = {**self.state, "up": self.state}  # type: ignore[dict-item]

    def pop(self) -> None:
        self.drawing.operations.append("Q")
        self.ctm = self.outer.pop()
        self.state = self.state["up"]  # type: ignore[assignment]

    def push_alpha(self, style: Style, element: Element) -> bool:
        """Open a graphics state with the style's opacity if it has one, and return whether it has
        to be closed.
        """
        fill = _opacity(style["fill-opacity"], "fill-opacity", element)
        stroke = _opacity(style["stroke-opacity"], "stroke-opacity", element)
        if fill >= 1 and stroke >= 1:
            return False
        self.push()
        self.drawing.operations.append(UseAlpha(fill, stroke))
        return True

    def set(self, operator: str, value: str) -> None:
        if self.state[operator] != value:
            self.state[operator] = value
            self.drawing.operations.append(f"{value} {operator}")

    def paint(self, operator: str, colour: str, is_area: bool = False) -> None:
        """Set the colour of fills (rg) or strokes (RG) where it is not set already, for an area or
        for anything else.
        """
        known = f"{colour} area" if is_area else colour
        if self.state[operator] != known:
            self.state[operator] = known
            self.drawing.operations.append(_use_colour(operator, colour, is_area))

    def transform(self, matrix: Matrix) -> None:
        if matrix != IDENTITY:
            self.drawing.operations.append(f"{_matrix(matrix)} cm")
            self.ctm @= matrix
            self.scale *= matrix.scale


@lru_cache(maxsize=1024)
def _operands(rgb: Rgb | None) -> str | None:
    """Write a colour as the numbers of a colour operator."""
    return None if rgb is None else f"{_n(rgb[0])} {_n(rgb[1])} {_n(rgb[2])}"


def _rgb(colour: str | None) -> Rgb | None:
    """Read the numbers of a colour operator back."""
    if colour is None:
        return None
    red, green, blue = map(float, colour.split())
    return red, green, blue


def _opacity(text: str, name: str, element: Element) -> float:
    if text == "1":
        return 1.0
    share = parse_share(text, name, element.at)
    if not -0.001 <= share <= 1.001:
        percent = text.strip().rstrip("%")
        hint = f"write {float(percent) / 100:g} or {percent}%" if 1 < share <= 100 else None
        raise SvgFault(
            f"'{name}' expected a number from 0 to 1, found '{text.strip()}'", element.at, hint
        )
    return min(1.0, max(0.0, share))


def _strokes_first(paint_order: str) -> bool:
    """Return whether a stroke is to be beneath the fill, by the first of the two words."""
    return next(
        (word == "stroke" for word in paint_order.split() if word in ("fill", "stroke")), False
    )


def _with_dots(outline: tuple[Segment, ...], cap: str) -> tuple[Segment, ...]:
    """Return an outline as it is stroked: of a part without any length SVG shows a dot or a square,
    as its ends are, and PDF need not.
    """
    if cap == "butt" or not any(command == "Z" for command, _ in outline):
        return outline
    result: list[Segment] = []
    for segment in outline:
        start = result[-1] if result else segment
        if segment[0] == "Z" and start[0] == "M":
            x, y = start[1]
            by = _SHORTEST if cap == "square" else 0.0
            result += [("L", (x + by, y))]
        else:
            result.append(segment)
    return tuple(result)


def _add_up(shapes: Sequence[tuple[str, tuple[Segment, ...]]]) -> bool:
    """Return whether one path of several outlines covers what they do together: none takes anything
    out of another.
    """
    rules = {rule for rule, _ in shapes}
    if len(rules) > 1:
        return False
    if (
        rules == {"nonzero"}
        and len({is_clockwise for _, outline in shapes for is_clockwise in _turns_of(outline)}) < 2
    ):
        return True
    boxes = sorted((bounds(outline) for _, outline in shapes), key=lambda box: box.x)
    return len(boxes) <= MOST_CLIPS and not any(
        one.overlaps(other) for one, other in combinations(boxes, 2)
    )


def _turns_of(outline: Sequence[Segment]) -> Iterator[bool]:
    """Report for each part of an outline whether it runs clockwise."""
    starts = [number for number, (command, _) in enumerate(outline) if command == "M"]
    for start, end in pairwise([*starts, len(outline)]):
        points = flattened(outline[start:end], 4)
        yield math.fsum(a.x * b.y - b.x * a.y for a, b in pairwise([*points, *points[:1]])) > 0


def _pictured(piece: _Span) -> Iterator[_Span]:
    """Divide a span into letters and emoji."""
    for number, (text, shown) in enumerate(piece.font.pictured(piece.text)):
        moved = () if number else piece.moved
        if not shown:
            yield replace(piece, text=text, moved=moved)
        for one in shown:
            yield replace(piece, text=one.text, moved=moved, pictogram=one)
            moved = ()


def _collapse(pieces: list[_Span]) -> None:
    """Leave one space if there are several, across pieces too, and none at either end."""
    is_after_space = True
    for piece in pieces:
        if is_after_space:
            piece.text = piece.text.lstrip(" ")
        if piece.text:
            is_after_space = piece.text.endswith(" ")
    for piece in reversed(pieces):
        piece.text = piece.text.rstrip(" ")
        if piece.text:
            break


@lru_cache(maxsize=1024)
def _use_colour(operator: str, colour: str, is_area: bool) -> UseColour:
    red, green, blue = map(float, colour.split())
    return UseColour((red, green, blue), operator == "RG", is_area)


_n = decimals(3)
_of_matrix = decimals(6)


def _matrix(matrix: Matrix) -> str:
    return " ".join(map(_of_matrix, matrix))


def _clip(box: Box) -> str:
    """Write the operators that cut off what is drawn from here on."""
    return f"{_n(box.x)} {_n(box.y)} {_n(box.width)} {_n(box.height)} re W n"


_WRITTEN = {"Z": "h", "M": "%.3f %.3f m", "L": "%.3f %.3f l", "C": " ".join(["%.3f"] * 6) + " c"}


@lru_cache(maxsize=1024)
def path_operators(segments: tuple[Segment, ...]) -> str:
    """Write a path as PDF operators, without painting it."""
    parts = [_WRITTEN[command] % numbers for command, numbers in segments]
    return (
        " ".join(parts).replace("0 ", " ").replace("0 ", " ").replace("0 ", " ").replace(". ", " ")
    )
