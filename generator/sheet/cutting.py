"""Cutting machines: marks that a machine's camera looks for, and files with the exact cuts.

In: the size of a sheet, its cards, and the requirements of the machine; or finished Sheets, and the
stamps on them. Out: a grid that keeps clear of the marks, the marks as black rectangles, cut lines
around pieces and inside them, and those as SVG and DXF. Pure geometry and text, in millimetres from
the top left corner of the page, y downward; knows no PDF.

The layouts for Silhouette machines are those of silhouette-card-maker's public specification (cards
1.25 mm apart and centred on the page, marks of 1 mm, 10 mm from the paper's edge), so that its
cutting templates fit our sheets and the other way round. Source: SPECIFICATION.md and the table of
layouts in that project; they count in dots of 300 to the inch, we in millimetres, so that arms and
cards may differ by half a dot, 0.04 mm.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.data.geometry import CLOSE_MM, Box, Point, decimals
from generator.data.silhouettes import polygon_in
from generator.face.stamp import Stamp
from generator.sheet import messages as say
from generator.sheet.sheets import DoesNotFitError, Grid, Layout, Marks, Placement, Sheet

GEOMETRY = 1
"""Counts up when a cut or a mark moves on a sheet of the same paper and cards: sheets printed
before then need the old cut file.
"""

CARD_GAP_MM = 1.25
CORNER_MM = 3.0
SQUARE_MM = 5.0
SHORTEST_ARM_MM, LONGEST_ARM_MM = 5.0, 20.0
CLEAR_MM = 1.5  # between an arm of the shortest length and what is printed


class Registration(NamedTuple):
    """What a machine wants to see on the front: how many corner marks, how far from the paper's
    edges, how thick.
    """

    marks: int
    inset_mm: float
    thickness_mm: float = 1.0


CUTTERS: dict[str, Registration | None] = {
    "silhouette": Registration(3, 10.0),
    "silhouette-4": Registration(4, 10.0),
    "silhouette-borderless": Registration(3, 3.5),
    "cricut": None,
    "laser": None,
}
"""Machines by name. Four marks are for the Cameo 5 Alpha; `borderless` for printers that reach the
paper's edge. None: the machine's own software adds its marks, or it needs none.
"""


def cutter_grid(
    paper_mm: tuple[float, float], card_mm: tuple[float, float], registration: Registration
) -> tuple[Grid, float]:
    """Find the grid with the most cards that keeps clear of the marks, and how long their arms may
    be.

    All cards are upright on the page, which is landscape if both ways hold equally many. Raises
    ValueError if no card fits.
    """
    inset = registration.inset_mm
    best: tuple[Grid, float] | None = None
    for width, height in (tuple(sorted(paper_mm, reverse=True)), tuple(sorted(paper_mm))):
        columns_most = _most(width - 2 * inset, card_mm[0])
        rows_most = _most(height - 2 * inset, card_mm[1])
        for columns in range(1, columns_most + 1):
            for rows in range(1, rows_most + 1):
                grid = Grid(width, height, columns, rows, card_mm, CARD_GAP_MM)
                arm = max(grid.left, grid.top) - CARD_GAP_MM - inset
                if arm < SHORTEST_ARM_MM + CLEAR_MM - CLOSE_MM:
                    continue
                if best is None or grid.slots > best[0].slots:
                    best = grid, min(arm, LONGEST_ARM_MM)
    if best is None:
        size, page = (f"{one[0]:g} x {one[1]:g} mm" for one in (card_mm, paper_mm))
        raise DoesNotFitError(say.NOT_BETWEEN_MARKS(size=size, page=page))
    return best


def for_cards(layout: Layout, registration: Registration) -> tuple[Layout, float]:
    """Adapt a layout of cards to a machine, and return how long the arms of its marks may be.
    Raises ValueError as `cutter_grid`.
    """
    assert layout.paper_mm is not None
    grid, arm = cutter_grid(layout.paper_mm, layout.card_mm, registration)
    return replace(
        layout,
        gutter_mm=CARD_GAP_MM,
        gutter_y_mm=None,
        bleed_mm=CARD_GAP_MM / 2,
        front_bleed_mm=0.0,
        columns=grid.columns,
        rows=grid.rows,
        is_landscape=grid.width_mm > grid.height_mm,
        marks=Marks.NONE,
    ), arm


def for_pieces(layout: Layout, registration: Registration) -> Layout:
    """Change a layout of pieces with their own sizes so that they keep clear of marks with the
    shortest arms.
    """
    clear = registration.inset_mm + SHORTEST_ARM_MM + CLEAR_MM + layout.bleed_mm
    return replace(
        layout, margins_mm=(registration.inset_mm + layout.bleed_mm, clear), has_outlines=False
    )


def is_within(layout: Layout, size_mm: tuple[float, float]) -> bool:
    """Return whether a piece fits within the margins of a layout, on paper in either
    orientation.
    """
    assert layout.paper_mm is not None
    return any(
        size_mm[0] <= page[0] - 2 * layout.margins_mm[0] + CLOSE_MM
        and size_mm[1] <= page[1] - 2 * layout.margins_mm[1] + CLOSE_MM
        for page in (layout.paper_mm, layout.paper_mm[::-1])
    )


def with_marks(
    sheets: Sequence[Sheet], registration: Registration, arm_mm: float = SHORTEST_ARM_MM
) -> list[Sheet]:
    """Put a machine's marks on the fronts, and the footer without its rule between them."""
    return [
        replace(
            sheet,
            solids=()
            if sheet.side == "back"
            else registration_marks(sheet.width_mm, sheet.height_mm, registration, arm_mm),
            footer="text",
        )
        for sheet in sheets
    ]


def _most(room_mm: float, card_mm: float) -> int:
    return max(0, int((room_mm + CARD_GAP_MM + CLOSE_MM) // (card_mm + CARD_GAP_MM)))


def registration_marks(
    width_mm: float, height_mm: float, registration: Registration, arm_mm: float
) -> tuple[Box, ...]:
    """Draw the marks as black rectangles. With three there is a square at the top left, and angles
    at top right and bottom left.

    An angle's lines run along the inset, half their thickness on either side, `arm_mm` long from
    there.
    """
    inset, half = registration.inset_mm, registration.thickness_mm / 2
    rectangles: list[Box] = []
    corners = [(False, False), (True, False), (False, True)]
    if registration.marks == 4:
        corners.append((True, True))
    for is_right, is_low in corners:
        x, y = width_mm - inset if is_right else inset, height_mm - inset if is_low else inset
        if (is_right, is_low) == (False, False) and registration.marks == 3:
            side = SQUARE_MM + 2 * half
            rectangles.append(Box(x - half, y - half, side, side))
            continue
        along = arm_mm + half
        rectangles.append(Box(x - arm_mm if is_right else x - half, y - half, along, 2 * half))
        rectangles.append(Box(x - half, y - arm_mm if is_low else y - half, 2 * half, along))
    return tuple(rectangles)


# ---------------------------------------------------------------- cut lines


class Cut(NamedTuple):
    """One cut: its corners in order, clockwise on the page, each rounded by `radius_mm`; or a
    circle if there are none.

    It is closed, except for a slit, which `is_open`.
    """

    box: Box
    corners: tuple[Point, ...]
    radius_mm: float = 0.0
    is_open: bool = False


def cut_of(trim: Box, shape: str = "rectangle", radius_mm: float = 0.0) -> Cut:
    """Return the cut around one piece. Round pieces are circles, or ellipses if their sides differ;
    hexagons are not rounded.
    """
    if shape == "round":
        return Cut(trim, ())
    if (corners := polygon_in(shape, trim)) is not None:
        return Cut(trim, corners)
    return Cut(trim, trim.corners, max(0.0, min(radius_mm, trim.width / 2, trim.height / 2)))


class Cutting(NamedTuple):
    """The cuts of one or more sheets with the same cuts; `sheets` are their numbers."""

    cuts: tuple[Cut, ...]
    width_mm: float
    height_mm: float
    sheets: tuple[int, ...]


def cut_layouts(
    sheets: Sequence[Sheet], radius_of: Mapping[str, float], grid: Grid | None = None
) -> list[Cutting]:
    """Return the distinct sets of cuts of the sheets' fronts.

    `radius_of` gives the rounding by the key of a face. With a `grid` a partly filled sheet is cut
    like a full one, so that one file does for all; the empty slots are cut too.
    """
    found: dict[tuple[tuple[Cut, ...], float, float], list[int]] = {}
    for sheet in sheets:
        if sheet.side == "back":
            continue
        if grid is not None and sheet.placements:
            first = sheet.placements[0]
            cuts = tuple(
                cut_of(grid.trim(slot), first.shape, radius_of.get(first.key, 0.0))
                for slot in range(grid.slots)
            )
        else:
            cuts = tuple(
                cut_of(p.trim, p.shape, radius_of.get(p.key, 0.0)) for p in sheet.placements
            )
        found.setdefault((cuts, sheet.width_mm, sheet.height_mm), []).append(sheet.number)
    return [Cutting(*key, tuple(numbers)) for key, numbers in found.items()]


def line_cut(points: Sequence[Point], is_open: bool = False) -> Cut:
    """Return the cut along straight lines from point to point, and back to the first if it is not
    open.
    """
    return Cut(Box.around(points), tuple(points), is_open=is_open)


def inner_cuts(placement: Placement, stamp: Stamp) -> list[Cut]:
    """Return the windows, holes and slits of a face at its place on a sheet, except those that are
    not printed there.
    """
    trim, clip, (width, height) = placement.trim, placement.clip, stamp.size_mm
    scale = min(trim.width / width, trim.height / height)
    left = trim.x + (trim.width - width * scale) / 2
    top = trim.y + (trim.height - height * scale) / 2
    found = []
    for cut in stamp.cuts:
        points = tuple(Point(left + x * scale, top + y * scale) for x, y in cut.points)
        if placement.is_turned:
            points = tuple(
                Point(trim.x + trim.right - x, trim.y + trim.bottom - y) for x, y in points
            )
        one = line_cut(points, is_open=not cut.is_closed)
        box = one.box
        if (
            clip.x <= box.x
            and clip.y <= box.y
            and box.right <= clip.right
            and box.bottom <= clip.bottom
        ):
            found.append(one)
    return found


def with_inner_cuts(
    cuttings: Sequence[Cutting], sheets: Sequence[Sheet], stamps: Mapping[str, Stamp | None]
) -> list[Cutting]:
    """Add to each set of cuts the inner cuts of the faces on its sheets, before the outlines;
    sheets with different inner cuts get separate sets.

    Without inner cuts, the sets stay unchanged. Machines cut the inner lines first, while the paper
    still holds together.
    """
    fronts = {sheet.number: sheet for sheet in sheets if sheet.side != "back"}
    with_inner: list[Cutting] = []
    for cutting in cuttings:
        alike: dict[tuple[Cut, ...], list[int]] = {}
        for number in cutting.sheets:
            inner: list[Cut] = []
            for placement in fronts[number].placements if number in fronts else ():
                if stamp := stamps.get(placement.key):
                    inner += inner_cuts(placement, stamp)
            alike.setdefault(tuple(inner), []).append(number)
        for cuts, numbers in alike.items():
            with_inner.append(cutting._replace(cuts=(*cuts, *cutting.cuts), sheets=tuple(numbers)))
    return with_inner


def _rounded(cut: Cut) -> list[tuple[Point, float]]:
    """Return a cut's vertices, each with the bulge of the segment after it: 0 for straight,
    tan(angle/4) for an arc, as in DXF.
    """
    vertices: list[tuple[Point, float]] = []
    for number, (x, y) in enumerate(cut.corners):
        if cut.radius_mm <= 0:
            vertices.append((Point(x, y), 0.0))
            continue
        for (other_x, other_y), bulge in (
            (cut.corners[number - 1], math.tan(math.pi / 8)),
            (cut.corners[(number + 1) % len(cut.corners)], 0.0),
        ):
            length = math.hypot(other_x - x, other_y - y)
            point = Point(
                x + (other_x - x) / length * cut.radius_mm,
                y + (other_y - y) / length * cut.radius_mm,
            )
            if not vertices or math.dist(point, vertices[-1][0]) > CLOSE_MM:
                vertices.append((point, bulge))
            else:  # the sides are used up by their roundings
                vertices[-1] = (point, bulge)
    return vertices


def cuts_as_svg(cuts: Sequence[Cut], width_mm: float, height_mm: float, title: str) -> str:
    """Write cuts as SVG of the page's true size, one path each, closed but for slits, hairlines in
    red, in one group called `cut`.
    """
    shapes = []
    for cut in cuts:
        if not cut.corners:
            (x, y), rx, ry = cut.box.centre, cut.box.width / 2, cut.box.height / 2
            shapes.append(f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{_n(rx)}" ry="{_n(ry)}"/>')
            continue
        vertices = _rounded(cut)
        path = f"M{_point(vertices[0][0])}"
        for number, (_, bulge) in enumerate(vertices):
            to = vertices[(number + 1) % len(vertices)][0]
            if bulge:
                path += f"A{_n(cut.radius_mm)} {_n(cut.radius_mm)} 0 0 1 {_point(to)}"
            elif number + 1 < len(vertices):
                path += f"L{_point(to)}"
        shapes.append(f'<path d="{path}{"" if cut.is_open else "Z"}"/>')
    body = "\n    ".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width_mm)}mm" '
        f'height="{_n(height_mm)}mm" '
        f'viewBox="0 0 {_n(width_mm)} {_n(height_mm)}">\n  <title>{_escaped(title)}</title>\n'
        f"  <desc>cutting layout {GEOMETRY}</desc>\n"
        f'  <g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1">\n    {body}\n  </g>\n'
        "</svg>\n"
    )


def cuts_as_dxf(cuts: Sequence[Cut], height_mm: float) -> str:
    """Write cuts as DXF (R12, millimetres, y upward from the bottom left corner of the page),
    polylines on the layer CUT, closed but for slits.
    """
    lines = [
        "999",
        f"cutting layout {GEOMETRY}",
        "0",
        "SECTION",
        "2",
        "HEADER",
        "9",
        "$ACADVER",
        "1",
        "AC1009",
        "9",
        "$INSUNITS",
        "70",
        "4",
        "9",
        "$MEASUREMENT",
        "70",
        "1",
        "0",
        "ENDSEC",
    ]
    lines += ["0", "SECTION", "2", "ENTITIES"]
    for cut in cuts:
        (cx, cy), rx, ry = cut.box.centre, cut.box.width / 2, cut.box.height / 2
        if not cut.corners and abs(rx - ry) < CLOSE_MM:
            lines += [
                "0",
                "CIRCLE",
                "8",
                "CUT",
                "10",
                _n(cx),
                "20",
                _n(height_mm - cy),
                "30",
                "0",
                "40",
                _n(rx),
            ]
            continue
        if cut.corners:
            vertices = _rounded(cut)
        else:  # R12 has no ellipse: 72 points of it
            vertices = [
                (Point(cx + rx * math.cos(turn), cy + ry * math.sin(turn)), 0.0)
                for turn in (math.tau * n / 72 for n in range(72))
            ]
        lines += [
            "0",
            "POLYLINE",
            "8",
            "CUT",
            "66",
            "1",
            "10",
            "0",
            "20",
            "0",
            "30",
            "0",
            "70",
            "0" if cut.is_open else "1",
        ]
        for (x, y), bulge in vertices:  # the page is turned upside down, so arcs turn the other way
            lines += [
                "0",
                "VERTEX",
                "8",
                "CUT",
                "10",
                _n(x),
                "20",
                _n(height_mm - y),
                "30",
                "0",
                "42",
                f"{-bulge:.8f}" if bulge else "0",
            ]
        lines += ["0", "SEQEND", "8", "CUT"]
    return "\n".join([*lines, "0", "ENDSEC", "0", "EOF", ""])


def _point(point: Point) -> str:
    return f"{_n(point.x)} {_n(point.y)}"


_n = decimals(4)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
