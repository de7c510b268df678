"""Every element of the SVG subset, drawn into a real PDF and looked at as pixels."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import PIL.Image
import pypdfium2
import pytest

from generator.data.geometry import Box
from generator.data.loading import load_game
from generator.data.problems import Problem, ProblemError
from generator.face.images import ImageFault, read_image
from generator.face.paint import painter
from generator.face.paint.pictures import Pictures
from generator.face.press import Press
from generator.face.stamp import Stamp, UseStamp
from generator.face.svg import SvgFault
from generator.pdf.document import Document
from tests import attacks
from tests.conftest import make_game

DOTS_PER_MM = 6.0  # 152 dots per inch
RED, GREEN, BLUE, WHITE, BLACK = (255, 0, 0), (0, 128, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0)
Colour = tuple[int, int, int]


class Print:
    """A face, drawn into a PDF page and rendered."""

    def __init__(self, folder: Path, body: str, **game: Any) -> None:
        press = Press(make_game(folder, body, **game))
        stamp = press.stamp(press.game.cards["one"])
        self.problems: list[Problem] = list(press.problems)
        assert stamp is not None
        document = Document(press.fonts, "Trial")
        document.page(63, 88)
        document.stamp(stamp, Box(0, 0, 63, 88))
        self.pdf = document.close()
        with pypdfium2.PdfDocument(self.pdf) as pdf:
            self.image = pdf[0].render(scale=DOTS_PER_MM * 25.4 / 72).to_pil().convert("RGB")
            self.text = pdf[0].get_textpage().get_text_range().strip()
            self.pictures = sum(
                1
                for o in pdf[0].get_objects(max_depth=9)
                if o.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE
            )

    def at(self, x: float, y: float) -> Colour:
        """Return the colour at a point in millimetres."""
        red, green, blue = self.image.getpixel((int(x * DOTS_PER_MM), int(y * DOTS_PER_MM)))  # type: ignore[misc]
        return red, green, blue

    def ink(
        self, left: float, top: float, right: float, bottom: float
    ) -> tuple[float, float, float, float] | None:
        """Find what is not white inside a rectangle, in millimetres."""
        box = tuple(round(v * DOTS_PER_MM) for v in (left, top, right, bottom))
        found = self.image.crop(box).convert("L").point(lambda v: 255 if v < 128 else 0).getbbox()  # type: ignore[arg-type]
        if found is None:
            return None
        return (
            found[0] / DOTS_PER_MM + left,
            found[1] / DOTS_PER_MM + top,
            found[2] / DOTS_PER_MM + left,
            found[3] / DOTS_PER_MM + top,
        )


def near(colour: Colour, tolerance: int = 6) -> Any:
    return pytest.approx(colour, abs=tolerance)


def check(
    folder: Path,
    body: str,
    points: dict[tuple[float, float], Colour],
    tolerance: int = 6,
    **game: Any,
) -> Print:
    shown = Print(folder, body, **game)
    assert shown.problems == []
    assert {point: shown.at(*point) for point in points} == {
        point: near(colour, tolerance) for point, colour in points.items()
    }
    return shown


PAINT = [
    (
        "rect",
        '<rect x="10" y="10" width="20" height="10" fill="red"/>',
        {(11, 11): RED, (29, 19): RED, (9, 15): WHITE, (31, 15): WHITE, (20, 21): WHITE},
    ),
    (
        "rect with round corners",
        '<rect x="10" y="10" width="20" height="20" rx="8" fill="red"/>',
        {(10.6, 10.6): WHITE, (20, 10.6): RED, (29.4, 29.4): WHITE, (20, 20): RED},
    ),
    (
        "circle",
        '<circle cx="20" cy="20" r="10" fill="blue"/>',
        {(20, 11): BLUE, (12.4, 12.4): WHITE, (26.5, 26.5): BLUE},
    ),
    (
        "ellipse",
        '<ellipse cx="20" cy="20" rx="15" ry="5" fill="blue"/>',
        {(6, 20): BLUE, (20, 16): BLUE, (20, 14): WHITE},
    ),
    (
        "line",
        '<line x1="10" y1="10" x2="30" y2="10" stroke="red" stroke-width="2"/>',
        {(20, 10): RED, (20, 11.5): WHITE},
    ),
    ("a line has no fill", '<line x1="10" y1="10" x2="30" y2="10" fill="red"/>', {(20, 10): WHITE}),
    (
        "polygon closes",
        '<polygon points="10,10 30,10 30,30" fill="none" stroke="red" stroke-width="2"/>',
        {(20, 20): RED, (20, 10): RED},
    ),
    (
        "polyline stays open",
        '<polyline points="10,10 30,10 30,30" fill="none" stroke="red" stroke-width="2"/>',
        {(20, 20): WHITE, (20, 10): RED},
    ),
    ("path", '<path d="M10 10h20v20h-20z" fill="#008000"/>', {(20, 20): GREEN, (31, 20): WHITE}),
    ("fill is black by itself", '<rect x="10" y="10" width="5" height="5"/>', {(12, 12): BLACK}),
    (
        "nonzero",
        '<path d="M10 10h30v30h-30zM20 20h10v10h-10z" fill="red"/>',
        {(25, 25): RED, (15, 15): RED},
    ),
    (
        "evenodd",
        '<path fill-rule="evenodd" d="M10 10h30v30h-30zM20 20h10v10h-10z" fill="red"/>',
        {(25, 25): WHITE, (15, 15): RED},
    ),
    (
        "stroke over fill",
        '<rect x="10" y="10" width="20" height="20" fill="red" stroke="blue" stroke-width="4"/>',
        {(20, 20): RED, (10, 20): BLUE, (8.5, 20): BLUE, (11.5, 20): BLUE, (7, 20): WHITE},
    ),
    (
        "stroke is 1 wide by itself",
        '<path d="M10 10h20" stroke="red"/>',
        {(20, 9.7): RED, (20, 10.3): RED, (20, 11): WHITE},
    ),
    (
        "a stroke of no width is none",
        '<path d="M10 10h20" stroke="red" stroke-width="0"/>',
        {(20, 10): WHITE},
    ),
    (
        "caps",
        '<g stroke="red" stroke-width="4"><path d="M10 10h10"/><path d="M10 20h10" '
        'stroke-linecap="square"/>'
        '<path d="M10 30h10" stroke-linecap="round"/></g>',
        {(21, 10): WHITE, (21, 20): RED, (21.7, 21.7): RED, (21, 30): RED, (21.7, 31.7): WHITE},
    ),
    (
        "joins",
        (
            '<g fill="none" stroke="red" stroke-width="6"><path d="M10 30V10H30"/><path d="M40 '
            '30V10H60" stroke-linejoin="bevel"/></g>'
        ),
        {(7.5, 7.5): RED, (37.5, 7.5): WHITE},
    ),
    (
        "dashes",
        '<path d="M10 10h40" stroke="red" stroke-width="2" stroke-dasharray="5 3"/>',
        {(12, 10): RED, (16.5, 10): WHITE, (20, 10): RED},
    ),
    (
        "an odd list of dashes is repeated",
        '<path d="M10 10h40" stroke="red" stroke-width="2" stroke-dasharray="4"/>',
        {(12, 10): RED, (16, 10): WHITE, (20, 10): RED},
    ),
    (
        "dash offset",
        (
            '<path d="M10 10h40" stroke="red" stroke-width="2" stroke-dasharray="5,3" '
            'stroke-dashoffset="5"/>'
        ),
        {(11, 10): WHITE, (15, 10): RED},
    ),
    (
        "a dashed stroke leaves the next alone",
        '<path d="M10 10h40" stroke="red" stroke-width="2" stroke-dasharray="4"/>'
        '<path d="M10 20h40" stroke="red" stroke-width="2"/>',
        {(16, 10): WHITE, (16, 20): RED},
    ),
    (
        "transforms nest",
        '<g transform="translate(10 10)"><g transform="scale(2)"><rect transform="rotate(90)" '
        'width="5" height="2" '
        'fill="red"/></g></g>',
        {(8, 15): RED, (11, 15): WHITE, (8, 21): WHITE},
    ),
    (
        "a transform ends with its element",
        '<g transform="translate(30 0)"/><rect x="1" y="1" width="5" height="5" fill="red"/>',
        {(3, 3): RED, (33, 3): WHITE},
    ),
    (
        "style beats attribute, wherever it stands",
        '<rect style="fill:#f00" fill="blue" width="9" height="9"/>'
        '<rect x="20" fill="blue" style="fill:#f00" width="9" height="9"/>',
        {(5, 5): RED, (25, 5): RED},
    ),
    (
        "styles are inherited",
        (
            '<g fill="red" stroke-width="4"><g style="stroke: blue"><rect x="10" y="10" width="9" '
            'height="9"/></g></g>'
        ),
        {(14, 14): RED, (9, 14): BLUE},
    ),
    (
        "currentColor",
        '<g color="red"><rect fill="currentColor" width="9" height="9"/></g>',
        {(5, 5): RED},
    ),
    (
        "var",
        '<g style="--accent: red"><rect fill="var(--accent)" width="9" height="9"/><rect x="20" '
        'fill="var(--no, blue)" width="9" '
        'height="9"/><g opacity="var(--accent2, 0.5)"><rect x="40" width="9" height="9" '
        'fill="blue"/></g></g>',
        {(5, 5): RED, (25, 5): BLUE, (45, 5): (127, 127, 255)},
    ),
    (
        "display and visibility",
        '<rect display="none" width="9" height="9"/><g visibility="hidden"><rect x="20" width="9" '
        'height="9"/>'
        '<rect x="40" width="9" height="9" visibility="visible"/><text y="30">Hidden</text></g>',
        {(5, 5): WHITE, (25, 5): WHITE, (45, 5): BLACK},
    ),
    (
        "fill and stroke opacity",
        '<rect x="10" y="10" width="20" height="20" fill="red" fill-opacity="0.5" stroke="blue" '
        'stroke-width="4"'
        ' stroke-opacity="50%"/><rect x="40" y="10" width="9" height="9" fill="red"/>',
        {(20, 20): (255, 127, 127), (9, 20): (127, 127, 255), (45, 15): RED},
    ),
    (
        "group opacity covers the group as one",
        '<g opacity="0.5"><rect x="10" y="10" width="20" height="20" fill="red"/>'
        '<rect x="20" y="10" width="20" height="20" fill="blue"/></g>',
        {(15, 20): (255, 127, 127), (25, 20): (127, 127, 255), (35, 20): (127, 127, 255)},
    ),
    (
        "an opacity over fill and stroke",
        (
            '<rect x="10" y="10" width="20" height="20" fill="red" stroke="blue" stroke-width="6" '
            'opacity=".5"/>'
        ),
        {(20, 20): (255, 127, 127), (11, 20): (127, 127, 255)},
    ),
    (
        "opacities nest",
        (
            '<g opacity=".5"><g opacity=".5"><rect width="9" height="9"/><rect width="9" '
            'height="9"/></g></g>'
        ),
        {(5, 5): (191, 191, 191)},
    ),
    (
        "a group forgets the colour before it",
        '<rect fill="red" width="9" height="9"/><g opacity="0.5"><rect x="20" width="9" height="9" '
        'fill="black"/><rect x="40" width="9" height="9"/></g>',
        {(25, 5): (127, 127, 127), (45, 5): (127, 127, 127)},
    ),
    (
        "opacity 0 hides",
        (
            '<g opacity="0"><rect width="9" height="9"/></g><g opacity="100%"><rect x="20" '
            'width="9" height="9"/></g>'
        ),
        {(5, 5): WHITE, (25, 5): BLACK},
    ),
    (
        "nested svg",
        (
            '<svg x="10" y="10" width="20" height="40" viewBox="0 0 10 10"><rect width="10" '
            'height="10" fill="red"/></svg>'
        ),
        {(15, 19): WHITE, (15, 21): RED, (29, 39): RED, (15, 41): WHITE},
    ),
    (
        "nested svg cuts off",
        (
            '<svg x="10" y="10" width="20" height="20" viewBox="0 0 10 10"><circle cx="10" cy="5" '
            'r="5" fill="red"/></svg>'
        ),
        {(25, 20): RED, (31, 20): WHITE},
    ),
    (
        "nested svg that may run over",
        '<svg overflow="visible" x="10" y="10" width="20" height="20" viewBox="0 0 10 10">'
        '<circle cx="10" cy="5" r="5" fill="red"/></svg>',
        {(25, 20): RED, (35, 20): RED},
    ),
    (
        "slice",
        '<svg x="10" y="10" width="20" height="40" viewBox="0 0 10 10" '
        'preserveAspectRatio="xMidYMid slice">'
        '<rect width="5" height="10" fill="red"/><rect x="5" width="5" height="10" '
        'fill="blue"/></svg>',
        {(15, 12): RED, (25, 48): BLUE, (9, 30): WHITE, (31, 30): WHITE},
    ),
    (
        "use",
        '<defs><rect id="a" width="9" height="9"/></defs><use href="#a" x="10" y="10" '
        'fill="red"/><use xlink:href="#a" x="30" '
        'transform="translate(0 20)" fill="blue"/>',
        {(5, 5): WHITE, (15, 15): RED, (35, 25): BLUE},
    ),
    (
        "use of a symbol",
        '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10" fill="red"/></symbol>'
        '<use href="#s" x="10" y="10" width="30" height="30"/>',
        {(38, 38): RED, (41, 38): WHITE, (9, 20): WHITE},
    ),
    (
        "clip path",
        '<clipPath id="c"><circle cx="20" cy="20" r="5"/></clipPath><rect width="60" height="60" '
        'fill="red" clip-path="url(#c)"/>'
        '<rect x="30" y="30" width="5" height="5" fill="blue"/>',
        {(20, 20): RED, (26, 20): WHITE, (32, 32): BLUE},
    ),
    (
        "clip path of several shapes, moved",
        '<clipPath id="c" transform="translate(10 0)"><rect width="5" height="5"/>'
        '<rect width="5" height="5" transform="translate(20 0)"/></clipPath><g '
        'clip-path="url(#c)"><rect width="60" height="60" fill="red"/></g>',
        {(2, 2): WHITE, (12, 2): RED, (22, 2): WHITE, (32, 2): RED},
    ),
    (
        "clip path with a hole",
        '<clipPath id="c"><path clip-rule="evenodd" d="M10 10h30v30h-30zM20 '
        '20h10v10h-10z"/></clipPath>'
        '<rect width="60" height="60" fill="red" style="clip-path: url(#c)"/>',
        {(15, 15): RED, (25, 25): WHITE},
    ),
    (
        "clip path of groups",
        '<clipPath id="c"><g transform="translate(10 0)"><rect width="5" height="5"/><g '
        'clip-rule="evenodd">'
        '<path transform="scale(2)" d="M10 10h10v10h-10zM12 12h5v5h-5z"/></g></g></clipPath><rect '
        'width="60" height="60" fill="red" '
        'clip-path="url(#c)"/>',
        {(2, 2): WHITE, (12, 2): RED, (31, 21): RED, (39, 29): WHITE},
    ),
    (
        "an empty clip path hides all",
        '<clipPath id="c"/><rect width="60" height="60" clip-path="url(#c)"/>',
        {(5, 5): WHITE},
    ),
    (
        "a clip moves with its element",
        '<clipPath id="c"><rect width="5" height="5"/></clipPath>'
        '<rect width="60" height="60" fill="red" transform="translate(20 20)" clip-path="url(#c)"/>',
        {(2, 2): WHITE, (22, 22): RED, (26, 22): WHITE},
    ),
]


@pytest.mark.parametrize(
    ("body", "points"),
    [(body, points) for _, body, points in PAINT],
    ids=[name for name, _, _ in PAINT],
)
def test_shapes_and_paint(
    tmp_path: Path, body: str, points: dict[tuple[float, float], Colour]
) -> None:
    check(tmp_path, body, points)


STOPS = '<stop offset="0" stop-color="#f00"/><stop offset="100%" style="stop-color:#00f"/>'
GRADIENTS = [
    (
        "linear over the shape's box",
        (
            f'<linearGradient id="g">{STOPS}</linearGradient><rect x="10" y="10" width="40" '
            'height="40" fill="url(#g)"/>'
        ),
        {(10.3, 20): RED, (30, 20): (127, 0, 127), (49.7, 20): BLUE, (51, 20): WHITE},
    ),
    (
        "linear in user space",
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" y1="20" x2="0" '
        f'y2="40">{STOPS}</linearGradient>'
        '<rect x="10" y="10" width="40" height="40" fill="url(#g)"/>',
        {(20, 12): RED, (20, 30): (127, 0, 127), (20, 48): BLUE},
    ),
    (
        "gradientTransform",
        f'<linearGradient id="g" gradientTransform="rotate(90)">{STOPS}</linearGradient>'
        '<rect x="10" y="10" width="40" height="40" fill="url(#g)"/>',
        {(20, 10.3): RED, (45, 30): (127, 0, 127), (20, 49.7): BLUE},
    ),
    (
        "gradientTransform inside the shape's box",
        f'<linearGradient id="g" gradientTransform="translate(.5 0) scale(.5)">{STOPS}'
        '</linearGradient><rect x="10" y="10" width="40" height="40" fill="url(#g)"/>',
        {(29, 20): RED, (40, 20): (127, 0, 127), (49.7, 20): BLUE},
    ),
    (
        "stops from another gradient",
        f'<linearGradient id="s">{STOPS}</linearGradient><linearGradient id="g" href="#s" x1="1" '
        'x2="0"/>'
        '<rect x="10" y="10" width="40" height="40" fill="url(#g)"/>',
        {(10.3, 20): BLUE, (49.7, 20): RED},
    ),
    (
        "three stops, the ends outside",
        '<linearGradient id="g"><stop offset=".25" stop-color="red"/><stop offset=".5" '
        'stop-color="blue"/>'
        '<stop offset=".75" stop-color="#008000"/></linearGradient><rect x="10" y="10" width="40" '
        'height="40" fill="url(#g)"/>',
        {(15, 20): RED, (30, 20): BLUE, (45, 20): GREEN},
    ),
    (
        "one stop is a colour",
        (
            '<linearGradient id="g"><stop stop-color="red"/></linearGradient><rect width="40" '
            'height="40" fill="url(#g)"/>'
        ),
        {(20, 20): RED},
    ),
    (
        "radial over the shape's box",
        (
            f'<radialGradient id="g">{STOPS}</radialGradient><rect x="10" y="10" width="40" '
            'height="20" fill="url(#g)"/>'
        ),
        {(30, 20): RED, (40, 20): (127, 0, 127), (30, 25): (127, 0, 127), (11, 11): BLUE},
    ),
    (
        "radial in user space",
        '<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="30" cy="30" '
        f'r="10">{STOPS}</radialGradient>'
        '<rect x="10" y="10" width="40" height="40" fill="url(#g)"/>',
        {(30, 30): RED, (35, 30): (127, 0, 127), (45, 30): BLUE},
    ),
    (
        "radial with a focus",
        '<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="30" cy="30" r="20" fx="20" '
        f'fy="30">{STOPS}'
        '</radialGradient><rect x="10" y="10" width="40" height="40" fill="url(#g)"/>',
        {(20, 30): RED, (30, 30): (170, 0, 85), (49.6, 30): BLUE},
    ),
    (
        "cut to the shape",
        (
            f'<linearGradient id="g">{STOPS}</linearGradient><circle cx="30" cy="30" r="10" '
            'fill="url(#g)" stroke="black"/>'
        ),
        {(22, 22): WHITE, (30, 30): (127, 0, 127), (20, 30): BLACK},
    ),
    (
        "over a curve's own box",
        (
            f'<linearGradient id="g" y2="1" x2="0">{STOPS}</linearGradient><path d="M10 40C10 0 50 '
            '0 50 40Z" fill="url(#g)"/>'
        ),
        {(30, 10.5): RED, (30, 25): (127, 0, 127), (30, 39.5): BLUE},
    ),
    (
        "with opacity",
        f'<linearGradient id="g">{STOPS}</linearGradient><rect x="10" y="10" width="40" '
        'height="40" fill="url(#g)" '
        'fill-opacity=".5"/><g opacity=".5"><rect y="60" width="40" height="20" '
        'fill="url(#g)"/></g>',
        {(30, 30): (191, 127, 191), (20, 70): (191, 127, 191)},
    ),
    (
        "fading, turned, in colours of its own",
        '<rect width="63" height="88" fill="#008000"/><linearGradient id="g" '
        'gradientTransform="rotate(90)">'
        '<stop stop-color="red" stop-opacity="50%"/><stop offset=".5" stop-color="red" '
        'stop-opacity="0"/>'
        '<stop offset=".5" stop-color="blue"/></linearGradient><rect x="10" y="10" width="40" '
        'height="40" fill="url(#g)"/>',
        {(30, 10.3): (127, 64, 0), (30, 29.5): GREEN, (30, 35): BLUE, (30, 55): GREEN},
    ),
    (
        "fading from the middle, with opacity, in a group that fades",
        '<radialGradient id="g"><stop stop-opacity="var(--much, 1)"/><stop offset="1" '
        'stop-opacity="0"/></radialGradient>'
        '<g opacity=".5"><circle cx="30" cy="30" r="20" fill="url(#g)" opacity=".5"/></g>',
        {(30, 30): (191, 191, 191), (40, 30): (223, 223, 223), (30, 49.5): WHITE},
    ),
    (
        "fading under a stroke",
        '<linearGradient id="g"><stop stop-opacity="0"/><stop offset="1"/></linearGradient>'
        '<rect x="10" y="10" width="40" height="40" fill="url(#g)" stroke="red" stroke-width="2"/>',
        {(10, 30): RED, (30, 30): (127, 127, 127), (50, 30): RED},
    ),
    (
        "a flat line has no gradient",
        f'<linearGradient id="g">{STOPS}</linearGradient><path d="M10 10h40" fill="url(#g)"/>',
        {(30, 10): WHITE},
    ),
]


@pytest.mark.parametrize(
    ("body", "points"),
    [(body, points) for _, body, points in GRADIENTS],
    ids=[name for name, _, _ in GRADIENTS],
)
def test_gradients(tmp_path: Path, body: str, points: dict[tuple[float, float], Colour]) -> None:
    check(tmp_path, body, points, tolerance=14)


# ---------------------------------------------------------------- text


def test_text_stands_on_its_baseline_at_its_anchor(tmp_path: Path) -> None:
    shown = Print(
        tmp_path,
        """<g font-size="10"><text x="30" y="20">H</text><text x="30" y="40" text-anchor="middle">HH</text>
        <text x="30" y="60" text-anchor="end">H</text></g>""",
    )
    start, middle, end = (shown.ink(0, top, 63, top + 20) for top in (5, 25, 45))
    assert start
    assert middle
    assert end
    assert (start[0], start[3]) == (pytest.approx(31, abs=0.4), pytest.approx(20, abs=0.2))
    assert start[1] == pytest.approx(20 - 6.56, abs=0.25)  # Source Sans: capitals are 0.656 em high
    assert (middle[0] + middle[2]) / 2 == pytest.approx(30, abs=0.2)
    assert end[2] == pytest.approx(29.1, abs=0.4)


def test_lines_of_tspans_are_anchored_each_on_its_own(tmp_path: Path) -> None:
    shown = Print(
        tmp_path,
        """<text x="30" y="20" font-size="6" text-anchor="middle"><tspan x="30">wide and long</tspan>
        <tspan x="30" dy="20">H</tspan></text>""",
    )
    for top in (10, 30):
        ink = shown.ink(0, top, 63, top + 15)
        assert ink
        assert (ink[0] + ink[2]) / 2 == pytest.approx(30, abs=0.3)


def test_tspans_go_on_in_their_own_paint(tmp_path: Path) -> None:
    shown = Print(
        tmp_path,
        """<text x="5" y="20" font-size="6.5" fill="blue">one <tspan fill="#ff0000" font-weight="900">two </tspan>three\
<tspan dx="5" dy="10">four</tspan></text>""",
    )
    assert shown.problems == []
    assert " ".join(shown.text.split()) == "one two three four"
    colours = {shown.at(x / 10, 18) for x in range(40, 400)}
    assert any(near(BLUE, 20) == c for c in colours)
    assert any(near(RED, 20) == c for c in colours)


def test_text_keeps_no_break_spaces_and_drops_soft_hyphens(tmp_path: Path) -> None:
    shown = Print(
        tmp_path,
        """<text x="5" y="20" font-size="8">I\u00a0\u00a0\u00a0\u00a0I</text><text x="5" y="40" font-size="8">I    I</text>
        <text x="5" y="60" font-size="8">I\u00ad\u200bI</text>""",
    )
    wide, narrow, none = (shown.ink(0, top, 63, top + 12) for top in (10, 30, 50))
    assert wide
    assert narrow
    assert none
    assert wide[2] - narrow[2] == pytest.approx(
        3 * 0.2 * 8, abs=0.3
    )  # a space of Source Sans is 0.2 em
    assert narrow[2] - none[2] == pytest.approx(0.2 * 8, abs=0.3)


def test_text_moves_by_dx_and_dy(tmp_path: Path) -> None:
    shown = Print(tmp_path, '<text x="5" y="20" dx="20" dy="30" font-size="8">H</text>')
    ink = shown.ink(0, 0, 63, 88)
    assert ink
    assert (ink[0], ink[3]) == (pytest.approx(25.8, abs=0.4), pytest.approx(50, abs=0.2))


def test_text_is_outlined_by_its_stroke(tmp_path: Path) -> None:
    shown = Print(
        tmp_path,
        """<text x="5" y="40" font-size="30" font-weight="900" fill="red" stroke="blue" stroke-width="1">I</text>
        <text x="35" y="40" font-size="30" font-weight="900" fill="none" stroke="blue" stroke-width="1">I</text>
        <text x="5" y="60" font-size="8">after</text>""",
    )
    across = [shown.at(x / 10, 30) for x in range(50, 250)]
    assert near(RED) == across[len(across) // 2] or near(RED) in across
    assert any(near(BLUE, 20) == c for c in across)
    outline = [shown.at(x / 10, 30) for x in range(350, 600)]
    assert any(near(BLUE, 20) == c for c in outline)
    assert not any(near(RED, 60) == c for c in outline)
    after = [shown.at(x / 10, y / 10) for x in range(50, 250) for y in range(540, 600)]
    assert not any(near(BLUE, 60) == c for c in after)


def test_letter_spacing_spreads_text(tmp_path: Path) -> None:
    shown = Print(
        tmp_path,
        '<text x="5" y="20" font-size="8">HHH</text><text x="5" y="40" font-size="8" '
        'letter-spacing="3">HHH</text>'
        '<text x="5" y="60" font-size="8">HHH</text>',
    )
    first, spread, last = (shown.ink(0, top, 63, top + 12) for top in (10, 30, 50))
    assert first
    assert spread
    assert last
    assert spread[2] - first[2] == pytest.approx(6, abs=0.2)
    assert last[2] == first[2]


def test_text_sizes_may_be_points_on_paper_anywhere(tmp_path: Path) -> None:
    shown = Print(
        tmp_path,
        """<g font-size="20pt"><text x="5" y="20">H</text></g><text x="25" y="20" style="font-size: 20pt">H</text>
        <text x="45" y="20"><tspan font-size="20pt">H</tspan></text>""",
    )
    assert shown.problems == []
    for left in (5, 25, 45):
        ink = shown.ink(left, 0, left + 15, 30)
        assert ink
        assert ink[3] - ink[1] == pytest.approx(20 * 25.4 / 72 * 0.656, abs=0.3)


# ---------------------------------------------------------------- pictures


def picture(
    mode: str, size: tuple[int, int], paint: Any, kind: str = "PNG", **options: Any
) -> bytes:
    """Make a picture whose left half is painted with one colour and whose right half with
    another.
    """
    image = PIL.Image.new(mode, size, paint[0])
    image.paste(paint[1], (size[0] // 2, 0, *size))
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


IMAGE = (
    '<rect width="63" height="88" fill="#0000ff"/><image href="art/a.{}" x="10" y="10" width="40" '
    'height="40"/>'
)


def test_a_png_shows_its_alpha(tmp_path: Path) -> None:
    art = picture("RGBA", (400, 400), ((255, 0, 0, 255), (255, 0, 0, 102)))
    check(
        tmp_path,
        IMAGE.format("png"),
        {(20, 30): RED, (45, 30): (102, 0, 153), (51, 30): BLUE},
        files={"art/a.png": art},
    )


@pytest.mark.parametrize(("kind", "ending"), [("JPEG", "jpg"), ("WEBP", "webp"), ("PNG", "png")])
def test_pictures_of_every_kind(tmp_path: Path, kind: str, ending: str) -> None:
    art = picture("RGB", (400, 400), (RED, GREEN), kind)
    shown = check(
        tmp_path,
        IMAGE.format(ending),
        {(20, 30): RED, (45, 30): GREEN, (9, 30): BLUE},
        10,
        files={f"art/a.{ending}": art},
    )
    assert (b"DCTDecode" in shown.pdf) == (kind == "JPEG")  # a JPEG goes in as it is


@pytest.mark.parametrize("mode", ["L", "LA", "1", "P"])
def test_pictures_of_every_depth(tmp_path: Path, mode: str) -> None:
    dark, light = {"L": (0, 255), "LA": ((0, 255), (255, 255)), "1": (0, 1), "P": (0, 255)}[mode]
    image = PIL.Image.open(
        io.BytesIO(picture("L" if mode == "P" else mode, (400, 400), (dark, light)))
    ).convert(mode)
    file = io.BytesIO()
    image.save(file, "PNG")
    check(
        tmp_path,
        IMAGE.format("png"),
        {(20, 30): BLACK, (45, 30): WHITE},
        files={"art/a.png": file.getvalue()},
    )


def test_a_picture_of_16_bits_keeps_its_greys(tmp_path: Path) -> None:
    samples = (
        b"".join(value.to_bytes(2, "little") for value in (0x4000, 0xC000) for _ in range(200))
        * 400
    )
    file = io.BytesIO()
    PIL.Image.frombytes("I;16", (400, 400), samples).save(file, "PNG")
    check(
        tmp_path,
        IMAGE.format("png"),
        {(20, 30): (64, 64, 64), (45, 30): (192, 192, 192)},
        files={"art/a.png": file.getvalue()},
    )


def test_a_jpeg_that_the_camera_turned_is_turned_back(tmp_path: Path) -> None:
    turn = PIL.Image.Exif()
    turn[0x0112] = 6  # to be turned by 90 degrees clockwise: the left half becomes the top
    art = picture("RGB", (400, 400), (RED, GREEN), "JPEG", exif=turn)
    check(
        tmp_path,
        IMAGE.format("jpg"),
        {(30, 15): RED, (30, 45): GREEN},
        10,
        files={"art/a.jpg": art},
    )


def test_a_picture_keeps_its_shape_or_fills_its_box(tmp_path: Path) -> None:
    art = picture("RGB", (400, 200), (RED, GREEN))
    body = "".join(
        f'<image href="a.png" x="{x}" y="10" width="20" height="20" preserveAspectRatio="{how}"/>'
        for x, how in ((0, "xMidYMid"), (20, "none"), (40, "xMidYMid slice"))
    )
    check(
        tmp_path,
        body,
        {
            (5, 12): WHITE,
            (5, 20): RED,
            (25, 12): RED,
            (35, 28): GREEN,
            (42, 12): RED,
            (58, 28): GREEN,
            (61, 20): WHITE,
        },
        files={"a.png": art},
    )


def test_a_picture_fades_with_opacity_but_not_with_fill_opacity(tmp_path: Path) -> None:
    art = picture("RGB", (400, 400), (RED, RED))
    check(
        tmp_path,
        '<g fill-opacity="0.2"><image href="a.png" width="20" height="20"/></g>'
        '<image href="a.png" x="30" width="20" height="20" opacity="0.5"/>',
        {(10, 10): RED, (40, 10): (255, 127, 127)},
        files={"a.png": art},
    )


def test_one_picture_used_twice_is_stored_once(tmp_path: Path) -> None:
    art = picture("RGB", (400, 400), (RED, GREEN))
    body = (
        '<image href="a.png" width="20" height="20"/><image href="b.png" x="30" width="20" '
        'height="20"/>'
    )
    shown = Print(tmp_path, body, files={"a.png": art, "b.png": art})
    assert shown.pictures == 2
    assert shown.pdf.count(b"/Subtype /Image") == 1


ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'


def test_plain_svg_art_stays_vectors(tmp_path: Path) -> None:
    art = ART.format(
        '<rect width="5" height="10"/><rect x="5" width="15" height="10" fill="#ff0000"/>'
    )
    shown = check(
        tmp_path,
        IMAGE.format("svg"),
        {(20, 30): BLACK, (45, 30): RED, (51, 30): BLUE, (9, 30): BLUE},
        files={"art/a.svg": art},
    )
    assert shown.pictures == 0


def test_svg_art_beyond_the_subset_becomes_pixels_and_says_so(tmp_path: Path) -> None:
    art = ART.format(
        '<filter id="f"><feFlood flood-color="#f00"/></filter><rect width="10" height="10" '
        'filter="url(#f)"/>'
    )
    shown = Print(
        tmp_path,
        '\n<image href="{{ card.art }}" x="10" y="10" width="40" height="40"/>',
        cards={"one": {"name": "One", "art": "art/a.svg"}},
        files={"art/a.svg": art},
    )
    assert near(RED) == shown.at(30, 30)
    assert shown.pictures == 1
    (note,) = shown.problems
    assert (note.severity, note.code) == ("note", "picture-as-pixels")
    assert "art/a.svg" in note.message
    assert "filter" in note.message  # what in it makes that necessary
    assert note.place
    assert (
        "art: art/a.svg" in (tmp_path / "cards.yaml").read_text().splitlines()[note.place.line - 1]
    )


def test_a_picture_that_becomes_pixels_on_many_cards_is_noted_once(tmp_path: Path) -> None:
    art = ART.format(
        '<filter id="f"><feFlood flood-color="#f00"/></filter><rect width="10" height="10" '
        'filter="url(#f)"/>'
    )
    game = make_game(
        tmp_path,
        '<image href="{{ card.art }}" x="10" y="10" width="{{ card.size_of }}" height="40"/>',
        cards={
            f"c{n}": {"name": "One", "size_of": 30 + n, "art": f"art/{'ab'[n % 2]}.svg"}
            for n in range(6)
        },
        fields={"name": "line", "size_of": "integer"},
        files={"art/a.svg": art, "art/b.svg": art},
    )
    press = Press(game)
    for card in game.cards.values():
        press.stamp(card)
    assert [problem.message[:11] for problem in press.problems] == ["'art/a.svg'", "'art/b.svg'"]


def test_a_picture_with_too_few_pixels_is_a_warning_at_the_card(tmp_path: Path) -> None:
    face = '\n<g transform="scale(2)"><image href="{{ card.art }}" width="20" height="20"/></g>'
    for pixels, expected in (
        (300, ["soft-picture"]),
        (330, []),
    ):  # 190 and 209 dots per inch over 40 mm
        shown = Print(
            tmp_path,
            face,
            cards={"one": {"name": "One", "art": "a.png"}},
            files={"a.png": picture("RGB", (pixels, pixels), (RED, GREEN))},
        )
        assert [p.code for p in shown.problems] == expected
        for problem in shown.problems:
            assert problem.severity == "warning"
            assert "190 dpi" in problem.message
            assert problem.place
            assert (
                "a.png"
                in (tmp_path / "cards.yaml").read_text().splitlines()[problem.place.line - 1]
            )


def test_a_picture_written_into_the_template(tmp_path: Path) -> None:
    import base64

    art = base64.b64encode(picture("RGB", (400, 400), (RED, GREEN))).decode()
    check(
        tmp_path,
        f'<image href="data:image/png;base64,{art}" width="40" height="40"/>',
        {(10, 20): RED, (30, 20): GREEN},
    )


@pytest.mark.parametrize(
    ("href", "content", "message"),
    [
        ("a.png", b"\x89PNG\r\n\x1a\n broken", "cannot read the picture 'a.png'"),
        (
            "a.png",
            picture("RGB", (400, 400), (RED, GREEN))[:-200],
            "cannot read the picture 'a.png'",
        ),
        (
            "a.jpg",
            picture("RGB", (400, 400), (RED, GREEN), "JPEG")[:-900],
            "cannot read the picture 'a.jpg'",
        ),
        ("a.png", picture("RGB", (40, 40), (RED, GREEN), "GIF"), "cannot read the picture 'a.png'"),
        ("b.png", b"", "there is no picture 'b.png'"),
        ("../a.png", b"", "in the game's folder"),
        ("/etc/a.png", b"", "in the game's folder"),
        ("https://example.org/a.png", b"", "no picture"),
    ],
)
def test_pictures_that_cannot_be_read_are_problems_at_the_template(
    tmp_path: Path, href: str, content: bytes, message: str
) -> None:
    files = {href: content} if content else {}
    shown = Print(tmp_path, f'\n<image href="{href}" width="9" height="9"/>', files=files)
    assert message in shown.problems[0].message
    place = shown.problems[0].place
    assert place is not None
    assert (place.file, place.line) == ("templates/card.svg.j2", 3)


@pytest.mark.parametrize(
    ("href", "hint"),
    [
        ("pictures/Bete.svg", "did you mean 'art/bete.svg'?"),
        ("art/bet.svg", "did you mean 'art/bete.svg'?"),
        ("art/oak.svg", "copy the file there"),
    ],
)
def test_a_missing_picture_is_looked_for_in_other_folders(
    href: str, hint: str, tmp_path: Path
) -> None:
    shown = Print(
        tmp_path, f'<image href="{href}" width="9" height="9"/>', files={"art/bete.svg": ""}
    )
    assert [problem.hint for problem in shown.problems] == [hint]


@pytest.mark.parametrize(
    ("content", "message", "line"),
    [
        (
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'>\n<g></svg>",
            "cannot read the picture 'a.svg', line 2",
            2,
        ),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", "viewBox", 1),
    ],
)
def test_an_svg_that_cannot_be_read_is_a_problem_in_its_own_line(
    tmp_path: Path, content: str, message: str, line: int
) -> None:
    shown = Print(
        tmp_path, '\n<image href="a.svg" width="9" height="9"/>', files={"a.svg": content}
    )
    (problem,) = shown.problems
    assert message in problem.message
    assert problem.place is not None
    assert (problem.place.file, problem.place.line) == ("a.svg", line)
    assert [(what, place.file) for what, place in problem.also] == [
        ("card", "cards.yaml"),
        ("template", "templates/card.svg.j2"),
    ]


def test_a_game_reads_a_picture_once(tmp_path: Path) -> None:
    game = make_game(tmp_path, files={"a.png": picture("RGB", (400, 400), (RED, GREEN))})
    pictures = Pictures(game.folder)
    first = pictures.find("a.png", "")
    (tmp_path / "a.png").unlink()
    assert pictures.find("a.png", "") is first


@pytest.mark.parametrize(
    "transform", ["scale(0)", "scale(0 1)", "matrix(1 1 1 1 0 0)", "scale(1e-9)"]
)
def test_what_is_pressed_flat_is_not_drawn_and_no_text_is_lost_by_it(
    transform: str, tmp_path: Path
) -> None:
    files = {"a.png": picture("RGB", (40, 40), (RED, GREEN))}
    shapes = (
        f'<g transform="{transform}"><image href="a.png" width="9" height="9"/><circle r="9" '
        'stroke="#000"/></g>'
    )
    shown = Print(tmp_path / "shapes", shapes, files=files)
    assert shown.problems == []
    assert shown.image.getextrema() == ((255, 255), (255, 255), (255, 255))
    (problem,) = Print(
        tmp_path / "text", f'<g transform="{transform}"><text y="9" font-size="4">Ferry</text></g>'
    ).problems
    assert problem.message == "'transform' shrinks the text 'Ferry' to nothing"


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
def test_a_ground_that_is_no_colour_is_told_in_every_ink(ink: str, tmp_path: Path) -> None:
    folder = make_game(tmp_path, "<rect/>").folder
    template = folder / "templates" / "card.svg.j2"
    template.write_text(
        template.read_text(encoding="utf-8").replace("viewBox=", 'data-ground="sandd" viewBox=', 1),
        encoding="utf-8",
    )
    press = Press(load_game(folder, ink=ink))
    press.stamp(press.game.cards["one"])
    assert [problem.message for problem in press.problems] == [
        "'data-ground' expected a colour such as #1F1B16, found 'sandd'"
    ]


# ---------------------------------------------------------------- icons, drawn once for all faces

ICON = (
    '<svg viewBox="0 0 10 10" stroke-width="0.6"><rect x="1" y="1" width="8" height="8" '
    'fill="var(--accent, #f00)" stroke="currentColor"/>'
    '<g opacity="0.5"><circle cx="5" cy="5" r="3" fill="#00f"/><path d="M2 5H8" '
    'stroke="#fff"/></g></svg>'
)
ICONS = (
    '<rect width="63" height="88" fill="#eee"/><g stroke-width="3" stroke="#0a0" fill="#0a0">'
    '<use href="icons/fin.svg" x="5" y="5" width="20" height="20" color="#222"/>'
    '<use href="icons/fin.svg" x="30" y="5" width="20" height="20" color="#222" style="--accent: '
    '#fc0"/>'
    '<use href="icons/fin.svg" x="5" y="40" width="20" height="20" color="#222" '
    'transform="rotate(20 15 50)"/>'
    '<rect x="40" y="60" width="9" height="9"/></g>'
)
FIN = {"templates/icons/fin.svg": ICON}


def test_a_shared_icon_looks_as_one_drawn_on_its_face(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = Print(tmp_path / "shared", ICONS, files=FIN)
    assert shared.problems == []
    monkeypatch.setattr("generator.face.paint.painter.Painter.part", lambda *_: None)
    assert Print(tmp_path / "apart", ICONS, files=FIN).image.tobytes() == shared.image.tobytes()


def parts_of(stamp: Stamp) -> list[Stamp]:
    return [
        operation.stamp
        for operation in stamp.operations
        if isinstance(operation, UseStamp) and not operation.stamp.is_group
    ]


def test_faces_share_an_icon_of_the_same_size_and_colours(tmp_path: Path) -> None:
    cards = {name: {"name": name} for name in ("one", "two")}
    press = Press(make_game(tmp_path, ICONS, cards, files=FIN))
    stamps = [stamp for card in press.game.cards.values() if (stamp := press.stamp(card))]
    (first, other, turned), again = map(parts_of, stamps)
    assert first is turned
    assert first is not other
    assert again == [first, other, turned]
    assert [stamp.strokes for stamp in stamps] == [stamps[0].strokes] * 2
    assert dict(first.strokes).items() <= dict(stamps[0].strokes).items()


@pytest.mark.parametrize(
    "icon",
    [
        '<svg viewBox="0 0 10 10"><text x="1" y="9" font-size="6">fin</text></svg>',
        '<svg viewBox="0 0 10 10"><rect data-tick="fin" width="5" height="5"/></svg>',
        '<svg viewBox="0 0 10 10"><rect data-cut="hole" width="5" height="5"/></svg>',
    ],
)
def test_what_is_more_than_shapes_is_noted_for_each_face(icon: str, tmp_path: Path) -> None:
    cards = {name: {"name": name} for name in ("one", "two")}
    face = '<use href="icons/fin.svg" x="5" y="5" width="20" height="20"/>'
    press = Press(make_game(tmp_path, face, cards, files={"templates/icons/fin.svg": icon}))
    for card in press.game.cards.values():
        stamp = press.stamp(card)
        assert stamp is not None
        assert parts_of(stamp) == []
        assert len(stamp.letterings) + len(stamp.blanks) + len(stamp.cuts) == 1


def test_low_ink_lightens_an_icon_by_what_lies_beneath_it(tmp_path: Path) -> None:
    press = Press(load_game(make_game(tmp_path, ICONS, files=FIN).folder, ink="low"))
    stamp = press.stamp(press.game.cards["one"])
    assert stamp is not None
    assert parts_of(stamp) == []


def test_how_much_a_face_may_draw_does_not_hang_on_what_was_drawn_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.face.paint.work.MOST_ELEMENTS", 14)  # each icon draws five
    cards = {name: {"name": name} for name in ("one", "two")}
    press = Press(make_game(tmp_path, ICONS, cards, files=FIN))
    for card in press.game.cards.values():
        press.stamp(card)
    assert [
        (problem.card, "draws more than 14 elements" in problem.message)
        for problem in press.problems
    ] == [("one", True), ("two", True)]


# ---------------------------------------------------------------- text past the cut


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('<text x="55" y="40" font-size="5">Lantern bearer</text>', "past the right edge"),
        (
            '<text x="5" y="40" font-size="5" text-anchor="end">Lantern bearer</text>',
            "past the left edge",
        ),
        ('<text x="5" y="90" font-size="5">a</text>', "runs 2.0 mm past the bottom edge"),
        ('<text x="5" y="1" font-size="5">a</text>', "runs 2.3 mm past the top edge"),
        (
            '<g transform="translate(35 40) scale(3)"><text font-size="3">Lantern</text></g>',
            "past the right edge",
        ),
        (
            (
                '<g transform="translate(30 70) rotate(90)"><text font-size="5">Lantern '
                "bearer</text></g>"
            ),
            "past the bottom edge",
        ),
        (
            '<g opacity="0.5"><text x="55" y="40" font-size="5">Lantern</text><rect/></g>',
            "past the right edge",
        ),
        (
            (
                '<svg viewBox="0 0 10 10" width="63" height="63"><text x="9" y="5" '
                'font-size="1">Lantern</text></svg>'
            ),
            "past the right edge",
        ),
        (
            (
                '<text x="40" y="40" font-size="5">one <tspan font-weight="700">two three '
                "four</tspan></text>"
            ),
            "'one two three four' runs",
        ),
        (
            (
                '<g transform="bad"/><g transform="translate(50 0)"><g transform="scale(0.5) '
                'turn(1)"/></g><text x="63" y="40">abc</text>'
            ),
            "",
        ),
    ],
)
def test_text_past_the_cut_is_an_error(tmp_path: Path, line: str, said: str) -> None:
    problem = Print(tmp_path, f"\n{line}").problems[-1]
    assert (problem.severity, problem.code) == ("error", "text-outside")
    assert said in problem.message
    assert str(problem.place) == "templates/card.svg.j2:3"


@pytest.mark.parametrize(
    "line",
    [
        '<text x="63.1" y="40" font-size="5" text-anchor="end">Lantern bearer</text>',
        '<text x="5" y="88" font-size="5">a</text>',
        '<text x="55" y="40" font-size="5" fill="none">Lantern bearer</text>',
        '<text x="62" y="40" font-size="5"> </text>',
        (
            '<clipPath id="c"><rect width="63" height="88"/></clipPath><text x="40" y="40" '
            'font-size="60" clip-path="url(#c)">A</text>'
        ),
        '<g transform="translate(59 40) rotate(90)"><text font-size="5">Lantern bearer</text></g>',
        (
            '<g transform="translate(50 0)"/><g transform="translate(-50 0)"><text x="100" y="40" '
            'font-size="5">a</text></g>'
        ),
    ],
)
def test_text_within_the_cut_or_cut_on_purpose_is_none(tmp_path: Path, line: str) -> None:
    assert Print(tmp_path, line).problems == []


def test_an_area_that_overflows_is_said_once(tmp_path: Path) -> None:
    shown = Print(
        tmp_path,
        '<textArea x="60" y="80" width="3" height="8" font-size="10pt">Unbreakable</textArea>',
    )
    assert [p.code for p in shown.problems] == ["text-overflow"]


# ---------------------------------------------------------------- art as designers save it


@pytest.mark.parametrize(
    "size",
    [
        'width="100mm" height="60mm" viewBox="0 0 100 60"',
        'width="10cm" height="6cm" viewBox="0 0 100 60"',
        'width="4in" height="2.4in" viewBox="0 0 100 60"',
        'width="100%" height="100%" viewBox="0 0 100 60"',
        'width="100px" height="60px" viewBox="0 0 100 60"',
        'viewBox="0 0 100 60"',
        'width="100" height="60"',
        'width="100mm" height="60mm"',
    ],
)
@pytest.mark.parametrize("is_plain", [True, False])
def test_svg_art_of_any_size_is_shown_whole(tmp_path: Path, size: str, is_plain: bool) -> None:
    k = 96 / 25.4 if "mm" in size and "viewBox" not in size else 1.0
    style = "" if is_plain else "<style>svg > .a {fill: #0000ff}</style>"
    art = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{style}<rect width="{50 * k}" '
        f'height="{60 * k}" fill="#ff0000"/>'
        f'<rect class="a" x="{50 * k}" width="{50 * k}" height="{60 * k}" fill="#0000ff"/></svg>'
    )
    shown = Print(
        tmp_path, '<image href="a.svg" x="10" y="10" width="50" height="30"/>', files={"a.svg": art}
    )
    assert [p.code for p in shown.problems] == ([] if is_plain else ["picture-as-pixels"])
    assert (shown.at(12, 12), shown.at(34, 38), shown.at(36, 12), shown.at(58, 38)) == (
        near(RED),
        near(RED),
        near(BLUE),
        near(BLUE),
    )
    assert shown.at(61, 25) == WHITE


def test_a_fault_of_a_picture_names_it(tmp_path: Path) -> None:
    game = make_game(tmp_path, files={"a.svg": "<svg", "b.png": b"no"})
    pictures = Pictures(game.folder)
    for href, code in (("a.svg", "bad-svg"), ("b.png", "bad-image"), ("none.png", "bad-svg")):
        with pytest.raises(SvgFault) as caught:
            pictures.find(href, "card.svg.j2:3")
        assert (caught.value.href, caught.value.said.code, caught.value.at) == (
            href,
            code,
            "card.svg.j2:3",
        )


@pytest.mark.slow_cases("size1")
@pytest.mark.parametrize("size", [(12000, 9000), (20000, 12000)])
def test_a_picture_of_far_too_many_pixels_is_refused_without_a_warning_of_pillow(
    size: tuple[int, int],
) -> None:
    file = io.BytesIO()
    PIL.Image.new("1", size).save(file, "PNG")
    with pytest.raises(ImageFault, match="any card needs"):  # warnings are errors in our tests
        read_image(file.getvalue())


def problems_of(folder: Path, face: str, files: dict[str, str | bytes]) -> set[tuple[str, str]]:
    game = make_game(folder, face=face, files=files)
    press = Press(game)
    press.stamp(game.cards["one"])
    return {(problem.severity, problem.code) for problem in press.problems}


SELF = '<svg viewBox="0 0 10 10"><image href="art/a.svg" width="5" height="5"/></svg>'
DENSE = "".join(f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, 8))


@pytest.mark.slow_cases("face2-files2-face-too-much")
@pytest.mark.parametrize(
    ("face", "files", "code"),
    [
        ('<image href="art/a.svg" width="20" height="20"/>', {"art/a.svg": SELF}, "bad-image"),
        ('<image href="data:image/png;base64,é" width="20" height="20"/>', {}, "bad-svg"),
        (
            f'<defs><g id="g0"><rect width="1" height="1"/></g>{DENSE}</defs><use href="#g7"/>',
            {},
            "face-too-much",
        ),
        (
            '<image href="art/a.svg" width="20000" height="20000"/>',
            {
                "art/a.svg": (
                    '<svg viewBox="0 0 10 10"><style>svg rect {fill: red}</style><rect width="9" '
                    'height="9"/></svg>'
                )
            },
            "bad-image",
        ),
        ('<path d="M0 0L1e400 5" stroke="#000000"/>', {}, "bad-svg"),
        ('<g transform="scale(1e400)"><rect width="5" height="5"/></g>', {}, "bad-svg"),
        (
            '<use href="icons/k.svg" width="9" height="9"/>',
            {"templates/icons/k.svg": '<svg viewBox="0 0 9 9"><text y="8">漢</text></svg>'},
            "missing-glyph",
        ),
        (
            '<image href="art/a.svg" width="20" height="20"/>',
            {"art/a.svg": '<svg viewBox="0 0 9 9"><text y="8">漢</text></svg>'},
            "missing-glyph",
        ),
    ],
)
def test_what_would_hang_crash_or_print_boxes_is_a_problem(
    tmp_path: Path, face: str, files: dict[str, str | bytes], code: str
) -> None:
    assert ("error", code) in problems_of(tmp_path, face, files)


# -- what would take too much


@pytest.mark.slow_cases("face10-face-too-much", "face6-face-too-much")
@pytest.mark.parametrize(
    ("face", "code"),
    [
        ('<image href="" width="5" height="5"/>', "bad-svg"),
        ('<image href="." width="5" height="5"/>', "bad-svg"),
        ('<image href="./" width="5" height="5"/>', "bad-svg"),
        ('<image href="templates" width="5" height="5"/>', "is-a-folder"),
        (f'<image href="{"a/" * 4000}" width="5" height="5"/>', "outside-folder"),
        ('<use href=""/>', "unknown-icon"),
        (f'<path d="M0 0{" 1 2" * 210_000}"/>', "face-too-much"),
        (f'<polygon points="{"1 2 " * 110_000}"/>', "face-too-much"),
        (f'<text x="5" y="5">{"word " * 10_100}</text>', "face-too-much"),
        (
            f'<textArea x="5" y="5" width="50" height="50">{"word " * 10_100}</textArea>',
            "face-too-much",
        ),
        (
            f'<g id="a"><path d="M0 0{" 1 2" * 90_000}"/></g>' + '<use href="#a"/>' * 9,
            "face-too-much",
        ),
    ],
)
def test_what_would_take_too_much_is_a_problem_at_its_line(
    tmp_path: Path, face: str, code: str
) -> None:
    game = make_game(tmp_path, face)
    press = Press(game)
    press.stamp(game.cards["one"])
    found = [problem for problem in press.problems if problem.severity == "error"]
    assert {problem.code for problem in found} == {code}
    places = [problem.place for problem in found if problem.place]
    assert {(place.file, place.line) for place in places} == {("templates/card.svg.j2", 2)}
    assert len(places) == len(found)


@pytest.mark.slow
def test_what_takes_too_long_in_spite_of_all_is_stopped_at_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMPORIUM_PNP_SECONDS", "0.3")

    def turn(*_: object) -> None:
        while True:
            pass

    monkeypatch.setitem(painter.HANDLERS, "rect", turn)
    press = Press(make_game(tmp_path, '\n<rect width="5" height="5"/>'))
    assert press.stamp(press.game.cards["one"]) is None
    (problem,) = press.problems
    assert (problem.code, problem.message, str(problem.place)) == (
        "face-too-much",
        "drawing this face takes more than 0.3 seconds of processor time",
        "templates/card.svg.j2:3",
    )
    monkeypatch.setattr("generator.face.fitting.in_mm", turn)
    with pytest.raises(ProblemError):
        press.svg(press.game.cards["one"])


def test_art_that_takes_too_long_is_stopped_at_the_line_that_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMPORIUM_PNP_SECONDS", "0.3")

    def turn(painter: object, element: object, style: object) -> None:
        while True:
            pass

    monkeypatch.setitem(painter.HANDLERS, "rect", turn)
    art = (
        '<svg viewBox="0 0 9 9">\n\n\n\n<g opacity="0.5"><rect width="5" '
        'height="5"/><text>a</text></g></svg>'
    )
    press = Press(
        make_game(tmp_path, '\n<image href="a.svg" width="9" height="9"/>', files={"a.svg": art})
    )
    assert press.stamp(press.game.cards["one"]) is None
    (problem,) = press.problems
    assert (problem.code, str(problem.place)) == ("face-too-much", "templates/card.svg.j2:3")


@pytest.mark.slow
def test_a_picture_that_takes_too_long_to_become_pixels_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMPORIUM_PNP_SECONDS", "0.5")
    endless = attacks.ART["turbulence"]
    art = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{endless}</svg>'
    found = problems_of(tmp_path, '<image href="a.svg" width="60" height="60"/>', {"a.svg": art})
    assert found == {("error", "face-too-much")}


def test_a_letter_that_art_lacks_is_told_in_the_line_of_the_art(tmp_path: Path) -> None:
    art = '<svg viewBox="0 0 9 9">\n<g>\n<text y="5">\u2603</text></g></svg>'
    game = make_game(
        tmp_path,
        '<image href="{{ card.art }}" width="9" height="9"/>',
        {"one": {"name": "One", "art": "a.svg"}},
        files={"a.svg": art},
    )
    press = Press(game)
    press.stamp(game.cards["one"])
    (problem,) = press.problems
    assert problem.place is not None
    assert (problem.code, problem.place.file, problem.place.line) == ("missing-glyph", "a.svg", 3)
    assert "'a.svg', line 3" in problem.message


@pytest.mark.parametrize(
    ("element", "said"),
    [
        (
            '<rect width="9" height="9" fill="none" stroke="url(#g)"/>',
            "a gradient can fill a shape, but not its stroke",
        ),
        (
            '<text x="5" y="9" font-size="4" fill="url(#g)">Fade</text>',
            "a gradient can fill shapes, but not text",
        ),
        (
            '<text x="5" y="9" font-size="4"><tspan fill="url(#g)">Fade</tspan></text>',
            "a gradient can fill shapes, but not text",
        ),
    ],
)
def test_a_gradient_where_none_can_be_says_what_to_do(
    element: str, said: str, tmp_path: Path
) -> None:
    gradient = (
        '<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#f00" '
        'stop-opacity="0"/></linearGradient>'
    )
    game = make_game(tmp_path, face=gradient + element)
    press = Press(game)
    for card in game.cards.values():
        press.stamp(card)
    (problem,) = [problem for problem in press.problems if problem.code == "bad-svg"]
    assert problem.message == said
    assert "Path >" in str(problem.hint)
