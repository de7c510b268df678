"""Nets: flat shapes that fold up into a box, a die or a standing figure. Pure geometry; knows no
page and no PDF.

In: the measures of a solid. Out: a `Net` of panels. All in millimetres, x right and y down, seen on
the printed side; the printed side comes out on the outside. Edges that two panels share are folded,
all others are cut.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations, pairwise, product, starmap

from generator.data.geometry import CLOSE_MM, IDENTITY, Box, Matrix, Point

Space = tuple[float, float, float]
Edge = tuple[Point, Point]

TAB_MM = 6.0  # how deep a glue tab is, if there is room
SLACK_MM = 1.0  # how much wider, higher and deeper a box is inside than what is in it
TONGUE_MM = 14.0
NOTCH_MM = 9.0
GLUE_MM = 11.0
FOOT_MM = 12.0
BRACE_MM, BRACE_END_MM = 20.0, 14.0  # how high a brace is, and how far it goes on past its slots
SLIT_MM, SLOT_MM = 10.0, 0.7
GAP_MM = 5.0  # between two nets on a page


@dataclass(frozen=True)
class Panel:
    """A part of a net between folds. `matrix` places its face (millimetres from the top left
    corner) on the net.

    `face` names what is printed on it; it is empty for a flap, which is glued or tucked in. `holes`
    are cut inside it: closed if the last point equals the first, otherwise slits.
    """

    name: str
    points: tuple[Point, ...]
    face: str = ""
    matrix: Matrix = IDENTITY
    holes: tuple[tuple[Point, ...], ...] = ()

    @property
    def edges(self) -> Iterator[Edge]:
        """Return the sides, from each corner to the next."""
        return pairwise([*self.points, self.points[0]])


@dataclass(frozen=True)
class Net:
    """Panels that hang together. `size_mm` is that of the rectangle from 0 0 that holds them."""

    panels: tuple[Panel, ...]

    @property
    def size_mm(self) -> tuple[float, float]:
        return self.box.right, self.box.bottom

    @property
    def box(self) -> Box:
        return Box.around(point for panel in self.panels for point in panel.points)

    @property
    def folds(self) -> list[Edge]:
        """List the edges that two panels share, each once."""
        return [edges[0] for edges in self._by_place().values() if len(edges) == 2]

    @property
    def cuts(self) -> list[Edge]:
        """List the edges that belong to only one panel, and those of holes."""
        holes = chain.from_iterable(panel.holes for panel in self.panels)
        edges = list(chain.from_iterable(map(pairwise, holes)))
        for alike in self._by_place().values():
            if len(alike) == 1:
                edges += alike
        return edges

    @property
    def outlines(self) -> list[list[Point]]:
        """Follow the cuts around the panels: closed lines, each point once."""
        edges = [edges[0] for edges in self._by_place().values() if len(edges) == 1]
        at: dict[Point, list[int]] = {}
        for number, edge in enumerate(edges):
            for point in edge:
                at.setdefault(_near(point), []).append(number)
        left, lines = set(range(len(edges))), list[list[Point]]()
        while left:
            number = min(left)
            left.remove(number)
            line = [edges[number][0], edges[number][1]]
            while (
                following := next((n for n in at[_near(line[-1])] if n in left), None)
            ) is not None:
                left.remove(following)
                one, other = edges[following]
                line.append(other if _near(one) == _near(line[-1]) else one)
            lines.append(line[:-1])
        return lines

    def _by_place(self) -> dict[frozenset[Point], list[Edge]]:
        found: dict[frozenset[Point], list[Edge]] = {}
        for panel in self.panels:
            for edge in panel.edges:
                key = frozenset(map(_near, edge))
                found.setdefault(key, []).append(edge)
        return found

    def moved(self, matrix: Matrix) -> Net:
        """Turn and shift the whole net."""
        return Net(
            tuple(
                replace(
                    panel,
                    points=tuple(starmap(matrix.at, panel.points)),
                    matrix=matrix @ panel.matrix,
                    holes=tuple(tuple(starmap(matrix.at, hole)) for hole in panel.holes),
                )
                for panel in self.panels
            )
        )

    def cornered(self) -> Net:
        """Shift the net so that it begins at 0 0."""
        return self.moved(Matrix.shift(-self.box.x, -self.box.y))


def _near(point: Point) -> Point:
    """Round a point so that it is the same in every panel that has it."""
    return Point(round(point.x, 4) + 0.0, round(point.y, 4) + 0.0)


def overlap(one: Sequence[Point], other: Sequence[Point], slack_mm: float = 1e-3) -> bool:
    """Return whether two convex shapes share more than an edge (by more than `slack_mm`)."""
    for shape in (one, other):
        for (x1, y1), (x2, y2) in pairwise([*shape, shape[0]]):
            length = math.hypot(x2 - x1, y2 - y1)
            if length < CLOSE_MM:
                continue
            nx, ny = (y2 - y1) / length, (x1 - x2) / length
            a = [x * nx + y * ny for x, y in one]
            b = [x * nx + y * ny for x, y in other]
            if max(a) <= min(b) + slack_mm or max(b) <= min(a) + slack_mm:
                return False
    return True


# -- dice


@dataclass(frozen=True)
class Solid:
    """A convex solid about 0 0 0. Faces name their corners, counterclockwise seen from outside, y
    upward.
    """

    corners: tuple[Space, ...]
    faces: tuple[tuple[int, ...], ...]

    def opposite(self, face: int) -> int:
        """Find the face on the other side of the solid; a solid without one (the tetrahedron) gives
        the face itself.
        """
        middle = self.middle(face)
        for other in range(len(self.faces)):
            if all(abs(a + b) < 1e-6 for a, b in zip(middle, self.middle(other), strict=True)):
                return other
        return face

    def middle(self, face: int) -> Space:
        points = [self.corners[corner] for corner in self.faces[face]]
        return tuple(math.fsum(p[axis] for p in points) / len(points) for axis in range(3))  # type: ignore[return-value]


_GOLDEN = (1 + math.sqrt(5)) / 2
_SIGNS = (1.0, -1.0)
_QUARTERS = tuple(product(_SIGNS, _SIGNS))
_CUBE = tuple(product(_SIGNS, _SIGNS, _SIGNS))
# how far the ring of a ten-sided die goes up and down; makes its kites meet at right angles
_RING = 0.105
_POLE = (
    _RING * (1 + math.cos(math.pi / 5)) / (1 - math.cos(math.pi / 5))
)  # where the kites are flat

EDGE_MM = {4: 34.0, 6: 18.0, 8: 24.0, 10: 27.0, 12: 14.0, 20: 18.0}
"""How long the longest edges of a die are: about as large as dice are, a little larger where small
ones are hard to fold.
"""

NUMBERS = {
    6: (5, 3, 1, 6, 4, 2),
    8: (1, 5, 6, 2, 7, 3, 4, 8),
    10: (4, 5, 9, 1, 8, 10, 3, 6, 7, 2),
    12: (1, 7, 11, 9, 8, 10, 5, 2, 3, 4, 6, 12),
    20: (3, 6, 19, 16, 8, 7, 20, 17, 12, 11, 9, 5, 2, 1, 13, 15, 4, 10, 14, 18),
}
"""What is on the faces of a solid, in their order: opposite faces add up to one more than there
are faces, and high and low are in turn round each corner. A four-sided die has its numbers at its
corners.
"""


def _corners(faces: int) -> list[Space]:
    if faces not in _CORNERS:
        raise ValueError(
            f"there is no die with {faces} faces; dice have {', '.join(map(str, EDGE_MM))}"
        )
    return list(_CORNERS[faces]())


def _corners_of_8() -> Iterator[Space]:
    for sign in _SIGNS:
        yield from ((sign, 0.0, 0.0), (0.0, sign, 0.0), (0.0, 0.0, sign))


def _corners_of_10() -> Iterator[Space]:
    yield from ((0.0, 0.0, _POLE), (0.0, 0.0, -_POLE))
    for k in range(10):
        angle = k * math.pi / 5
        yield math.cos(angle), math.sin(angle), (_RING, -_RING)[k % 2]


def _corners_of_12() -> Iterator[Space]:
    yield from _CUBE
    for a, b in _QUARTERS:
        low, high = a / _GOLDEN, b * _GOLDEN
        yield from ((0.0, low, high), (low, high, 0.0), (a * _GOLDEN, 0.0, b / _GOLDEN))


def _corners_of_20() -> Iterator[Space]:
    for a, b in _QUARTERS:
        yield from ((0.0, a, b * _GOLDEN), (a, b * _GOLDEN, 0.0), (b * _GOLDEN, 0.0, a))


_CORNERS: Mapping[int, Callable[[], Iterable[Space]]] = {
    4: lambda: [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)],
    6: lambda: _CUBE,
    8: _corners_of_8,
    10: _corners_of_10,
    12: _corners_of_12,
    20: _corners_of_20,
}
"""The corners of each die, by its number of faces."""


@lru_cache
def die_solid(faces: int) -> Solid:
    """Make the solid of a die, its longest edges as `EDGE_MM` says.

    Raises ValueError for a number of faces that no die here has.
    """
    corners = _corners(faces)
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for three in combinations(range(len(corners)), 3):
        a, b, c = (corners[i] for i in three)
        normal = _cross(_minus(b, a), _minus(c, a))
        level = _dot(normal, a)
        if abs(level) < CLOSE_MM:
            continue
        if level < 0:
            normal, level = (-normal[0], -normal[1], -normal[2]), -level
        heights = [_dot(normal, p) - level for p in corners]
        if max(heights) < 1e-6:
            on = [i for i, h in enumerate(heights) if h > -1e-6]
            found.setdefault(frozenset(on), _around(on, corners, normal))
    scale = EDGE_MM[faces] / max(
        math.dist(corners[f[i]], corners[f[i - 1]]) for f in found.values() for i in range(len(f))
    )
    return Solid(
        tuple((x * scale, y * scale, z * scale) for x, y, z in corners), tuple(found.values())
    )


def _around(on: list[int], corners: Sequence[Space], normal: Space) -> tuple[int, ...]:
    """Put the corners of a face in their order, counterclockwise from outside; the pole of a kite
    comes first.
    """
    middle = tuple(math.fsum(corners[i][axis] for i in on) / len(on) for axis in range(3))
    first = _minus(corners[on[0]], middle)  # type: ignore[arg-type]
    side = _cross(normal, first)
    scale = math.sqrt(_dot(normal, normal))

    def turn(corner: int) -> float:
        out = _minus(corners[corner], middle)  # type: ignore[arg-type]
        return math.atan2(_dot(out, side) / scale, _dot(out, first)) % (2 * math.pi - 1e-9)

    return tuple(sorted(on, key=turn))


def _minus(a: Space, b: Space) -> Space:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _cross(a: Space, b: Space) -> Space:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a: Space, b: Space) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def flat_face(solid: Solid, face: int) -> tuple[Point, ...]:
    """Lay a face on the page as it is read, from the top left corner of the rectangle around it.

    Upright: a square is on its side, any other face has its first corner on top.
    """
    points = [solid.corners[corner] for corner in solid.faces[face]]
    origin = points[0]
    right = _minus(points[1], origin)
    normal = _cross(right, _minus(points[2], origin))
    up = _cross(normal, right)
    wide, high = math.sqrt(_dot(right, right)), math.sqrt(_dot(up, up))
    flat = [
        Point(_dot(_minus(p, origin), right) / wide, -_dot(_minus(p, origin), up) / high)
        for p in points
    ]
    middle = middle_of(flat)
    if (
        len(points) == 4
        and abs(math.dist(flat[0], flat[2]) - math.dist(flat[1], flat[3])) < CLOSE_MM
    ):
        angle = 0.0
    else:
        angle = -math.pi / 2 - math.atan2(flat[0].y - middle.y, flat[0].x - middle.x)
    turn = Matrix.turn(angle)
    turned = list(starmap(turn.at, flat))
    box = Box.around(turned)
    return tuple(Point(x - box.x, y - box.y) for x, y in turned)


def middle_of(points: Sequence[Point]) -> Point:
    """Return the mean of some points."""
    return Point(
        math.fsum(x for x, _ in points) / len(points), math.fsum(y for _, y in points) / len(points)
    )


def _onto(edge: Edge, target: Edge) -> Matrix:
    """Find the turn and shift that lays one edge on another of the same length."""
    turn = Matrix.turn(_direction(target) - _direction(edge))
    x, y = turn.at(*edge[0])
    return Matrix.shift(target[0].x - x, target[0].y - y) @ turn


def _direction(edge: Edge) -> float:
    """Return which way an edge runs, in radians clockwise from the right."""
    start, end = edge
    return math.atan2(end.y - start.y, end.x - start.x)


@lru_cache
def die_net(faces: int) -> Net:
    """Unfold a die: faces named '0', '1', … in the order of its solid, then glue tabs named '0:2'
    after face and edge.

    Of several ways, the most compact one is used. Raises ValueError for a number of faces that no
    die here has.
    """
    solid = die_solid(faces)
    best: Net | None = None
    for root in range(len(solid.faces)):
        for is_strip in (True, False):
            for start in range(len(solid.faces[root])):
                net = _unfolded(solid, root, is_strip, start)
                if net is not None and (
                    best is None or math.prod(net.size_mm) < math.prod(best.size_mm) - CLOSE_MM
                ):
                    best = net
        if root == 3:  # the others are as these, turned
            break
    if best is None:
        raise ValueError(f"no flat net exists for a die with {faces} faces")
    return best


def _unfolded(solid: Solid, root: int, is_strip: bool, start: int) -> Net | None:
    """Unfold a solid from one face, in a strip as far as possible, or ring by ring; None if faces
    would overlap.
    """
    owner = dict[tuple[int, int], tuple[int, int]]()
    for number, corners in enumerate(solid.faces):
        for i, ends in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
            owner[ends] = (number, i)
    local = [flat_face(solid, number) for number in range(len(solid.faces))]
    first_edge = local[root][start], local[root][(start + 1) % len(local[root])]
    turned = _onto(first_edge, (Point(0.0, 0.0), Point(math.dist(*first_edge), 0.0)))
    placed: dict[int, Panel] = {}
    joined: set[tuple[int, int]] = set()

    def place(number: int, matrix: Matrix) -> bool:
        points = tuple(starmap(matrix.at, local[number]))
        if any(overlap(points, other.points) for other in placed.values()):
            return False
        placed[number] = Panel(str(number), points, str(number), matrix)
        return True

    place(root, turned)
    waiting = [(root, start)]
    while waiting:
        number, first = waiting.pop() if is_strip else waiting.pop(0)
        face = solid.faces[number]
        for step in range(len(face)):
            i = (first + step * (2 if is_strip and len(face) > 4 else 1)) % len(face)
            other, j = owner[face[(i + 1) % len(face)], face[i]]
            if other in placed:
                continue
            points, theirs = placed[number].points, local[other]
            edge = theirs[j], theirs[(j + 1) % len(theirs)]
            if place(other, _onto(edge, (points[(i + 1) % len(points)], points[i]))):
                joined |= {(number, i), (other, j)}
                waiting.append((other, (j + (len(theirs) + 1) // 2) % len(theirs)))
                if is_strip:
                    waiting.insert(0, (number, first))
                    break
    if len(placed) < len(solid.faces):
        return None
    panels = [placed[number] for number in range(len(solid.faces))]
    for (a, b), (number, i) in owner.items():
        other, j = owner[b, a]
        if a < b and (number, i) not in joined:
            tab = _tab(panels, ((number, i), (other, j)))
            if tab is None:
                return None
            panels.append(tab)
    return Net(tuple(panels)).cornered()


def _tab(panels: Sequence[Panel], places: Sequence[tuple[int, int]]) -> Panel | None:
    """Put a glue tab on one of the two edges that meet: as deep and as wide as there is room."""
    for shrink in (1.0, 0.75, 0.5):
        for slope in (60.0, 45.0, 30.0):
            for number, i in places:
                points = panels[number].points
                (x1, y1), (x2, y2) = points[i], points[(i + 1) % len(points)]
                length = math.hypot(x2 - x1, y2 - y1)
                depth = min(TAB_MM, length * 0.3) * shrink
                inset = depth / math.tan(math.radians(slope))
                if 2 * inset > length * 0.8:
                    continue
                ux, uy = (x2 - x1) / length, (y2 - y1) / length
                inner = middle_of(points)
                side = 1.0 if (inner.x - x1) * -uy + (inner.y - y1) * ux < 0 else -1.0
                nx, ny = -uy * side * depth, ux * side * depth
                shape = (
                    points[i],
                    points[(i + 1) % len(points)],
                    Point(x2 - ux * inset + nx, y2 - uy * inset + ny),
                    Point(x1 + ux * inset + nx, y1 + uy * inset + ny),
                )
                if not any(overlap(shape, panel.points) for panel in panels):
                    return Panel(f"{number}:{i}", shape)
    return None


# -- boxes and figures


def tuck_box(width: float, height: float, depth: float) -> Net:
    """Lay out a tuck box for contents of `width` x `height` x `depth`: front, right, back, left and
    a glue flap in a row.

    Lid and tongue hang on the back, dust flaps on the sides; below, the bottom on the back is glued
    onto the other flaps. The front has a notch for the thumb. Raises ValueError if a side is not
    positive.
    """
    if min(width, height, depth) <= 0:
        raise ValueError(
            f"expected sides longer than 0 mm, found {width:g} x {height:g} x {depth:g} mm"
        )
    w, h, d = width + SLACK_MM, height + SLACK_MM, depth + SLACK_MM
    tongue, dust = min(TONGUE_MM, h / 3), min(w * 0.42, max(d * 0.9, 12.0))
    low, inner = min(dust, w * 0.42), max(d - 1.0, d * 0.8)
    top = max(d + tongue, dust)
    x_right, x_back, x_left, x_glue = w, w + d, 2 * w + d, 2 * w + 2 * d
    bottom = top + h
    notch = min(NOTCH_MM, w / 5)
    panels = [
        _side("front", Box(0.0, top, w, h), notch),
        _side("right", Box(x_right, top, d, h)),
        _side("back", Box(x_back, top, w, h)),
        _side("left", Box(x_left, top, d, h)),
        Panel("top", Box(x_back, top - d, w, d).corners, "top", _upside_down(x_back + w, top)),
        _side("bottom", Box(x_back, bottom, w, d)),
        Panel("tongue", _tongue(x_back, top - d, w, tongue)),
        Panel("glue", _glue_flap(x_glue, top, bottom)),
        Panel("dust right", _flap(x_right, top, d, -dust)),
        Panel("dust left", _flap(x_left, top, d, -dust)),
        Panel("glue right", _flap(x_right, bottom, d, low)),
        Panel("glue left", _flap(x_left, bottom, d, low)),
        Panel("glue front", _flap(0, bottom, w, inner)),
    ]
    return Net(tuple(panels)).cornered()


def _side(name: str, box: Box, notch: float = 0.0) -> Panel:
    """Make an upright side, with a round notch of this radius in its upper edge, if there is
    one.
    """
    left_top, *others = box.corners
    cut = _arc(box.centre.x, box.y, notch, 180, 0) if notch else ()
    return Panel(name, (left_top, *cut, *others), name, Matrix.shift(box.x, box.y))


def _upside_down(right: float, bottom: float) -> Matrix:
    """Return the map that lays a face on its head, its first corner at this one."""
    return Matrix(-1.0, 0.0, 0.0, -1.0, right, bottom)


def _glue_flap(x: float, top: float, bottom: float) -> tuple[Point, ...]:
    """Make the flap that closes the ring of sides, slanted at both ends."""
    outer = x + GLUE_MM
    return (
        Point(x, top),
        Point(outer, top + GLUE_MM),
        Point(outer, bottom - GLUE_MM),
        Point(x, bottom),
    )


def _flap(x: float, y: float, width: float, depth: float) -> tuple[Point, ...]:
    """Make a flap on a level edge, up (negative) or down, a little narrower toward its end."""
    slant = min(2.0, width * 0.12)
    return (
        Point(x, y),
        Point(x + width, y),
        Point(x + width - slant, y + depth),
        Point(x + slant, y + depth),
    )


def _tongue(x: float, y: float, width: float, depth: float) -> tuple[Point, ...]:
    """Make the tongue of a lid above a level edge, its corners round."""
    r, slant = min(depth * 0.7, width / 4), min(1.0, width * 0.02)
    right, left = x + width - slant - r, x + slant + r
    top = y - depth + r
    return (
        Point(x, y),
        Point(x + width, y),
        *_arc(right, top, r, 0, -90),
        *_arc(left, top, r, -90, -180),
    )


def _arc(
    cx: float, cy: float, r: float, start: float, end: float, steps: int = 16
) -> Iterator[Point]:
    """Return points on an arc; angles in degrees, 0 to the right, 90 downward."""
    for step in range(steps + 1):
        angle = math.radians(start + (end - start) * step / steps)
        yield Point(cx + r * math.cos(angle), cy + r * math.sin(angle))


def standee(width: float, height: float, foot: float = FOOT_MM) -> Net:
    """Lay out a standing figure: foot, back, front and foot below each other; the back is upside
    down.

    `height` is that of a face, its foot included. Both sides show the face named after them. Raises
    ValueError if the foot leaves no room for a figure.
    """
    if not 0 < foot < height or width <= 0:
        raise ValueError(
            f"expected a figure taller than its foot of {foot:g} mm, found {height:g} mm"
        )
    upside, upright = _upside_down(width, height), Matrix.shift(0.0, height)
    return Net(
        (
            Panel("foot back", Box(0, 0, width, foot).corners, "back", upside),
            Panel("back", Box(0, foot, width, height - foot).corners, "back", upside),
            Panel("front", Box(0, height, width, height - foot).corners, "front", upright),
            Panel("foot front", Box(0, 2 * height - foot, width, foot).corners, "front", upright),
        )
    )


def brace(leg: float) -> Net:
    """Lay out a brace that keeps the two legs of a tent apart, `leg` mm long each: a strip folded
    double, with a slot for each.

    The legs get slits of SLIT_MM at their lower edges and hang in the slots, as slanted as they
    are.
    """
    spread = leg * 0.55
    lean = SLIT_MM * math.tan(math.asin(spread / 2 / leg))
    x1, x2, width = BRACE_END_MM, BRACE_END_MM + spread, spread + 2 * BRACE_END_MM
    gap = SLOT_MM / 2

    def half(edge: float, fold: float) -> tuple[Point, ...]:
        deep = edge + (fold - edge) / BRACE_MM * SLIT_MM
        slots = list[Point]()
        for x, shift in ((x1, lean), (x2, -lean)):
            slots += [Point(x + shift - gap, edge), Point(x - gap, deep)]
            slots += [Point(x + gap, deep), Point(x + shift + gap, edge)]
        return (Point(0.0, edge), *slots, Point(width, edge), Point(width, fold), Point(0.0, fold))

    return Net(
        (Panel("brace", half(0.0, BRACE_MM)), Panel("brace behind", half(2 * BRACE_MM, BRACE_MM)))
    )


# -- onto pages


@dataclass(frozen=True)
class Spread:
    """A page with nets on it: its size, and each net (by its number in the list given) moved to its
    place.
    """

    width_mm: float
    height_mm: float
    nets: tuple[tuple[int, Net], ...]


def lay_out(
    nets: Sequence[Net],
    paper_mm: tuple[float, float],
    margin_mm: float,
    above_mm: float,
    below_mm: float,
) -> list[Spread]:
    """Lay nets onto pages in rows, in their order, on upright paper or landscape: whichever takes
    fewer pages.

    Raises ValueError, with the number of the net, if one is larger than the page.
    """
    tried = []
    for page in (paper_mm, paper_mm[::-1]):
        room = page[0] - 2 * margin_mm, page[1] - 2 * margin_mm - above_mm - below_mm
        if all(fits(net, room) for net in nets):
            tried.append(_rows(nets, page, room, margin_mm, above_mm))
    if not tried:
        raise ValueError("a net is larger than the page")
    return min(tried, key=len)


def fits(net: Net, room_mm: tuple[float, float]) -> bool:
    """Return whether a net fits a rectangle without being turned."""
    return net.size_mm[0] <= room_mm[0] + CLOSE_MM and net.size_mm[1] <= room_mm[1] + CLOSE_MM


def _rows(
    nets: Sequence[Net],
    page: tuple[float, float],
    room: tuple[float, float],
    margin: float,
    above: float,
) -> list[Spread]:
    pages: list[list[list[int]]] = [[[]]]
    x = y = height = 0.0
    for number, net in enumerate(nets):
        wide, high = net.size_mm
        if x and x + wide > room[0] + CLOSE_MM:
            x, y, height = 0.0, y + height + GAP_MM, 0.0
            pages[-1].append([])
        if y + high > room[1] + CLOSE_MM and (x or y):
            row = pages[-1].pop()
            pages.append([row])
            y, height = 0.0, max([nets[n].size_mm[1] for n in row], default=0.0)
        pages[-1][-1].append(number)
        x += wide + GAP_MM
        height = max(height, high)
    spreads = []
    for rows in pages:
        heights = [max(nets[n].size_mm[1] for n in row) for row in rows]
        top = (
            margin + above + max(0.0, (room[1] - math.fsum(heights) - GAP_MM * (len(rows) - 1)) / 2)
        )
        placed = []
        for row, row_height in zip(rows, heights, strict=True):
            left = (
                margin
                + (room[0] - math.fsum(nets[n].size_mm[0] for n in row) - GAP_MM * (len(row) - 1))
                / 2
            )
            for n in row:
                placed.append((n, nets[n].moved(Matrix.shift(left, top))))
                left += nets[n].size_mm[0] + GAP_MM
            top += row_height + GAP_MM
        spreads.append(Spread(page[0], page[1], tuple(placed)))
    return spreads
