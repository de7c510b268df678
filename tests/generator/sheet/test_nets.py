"""Nets fold up to what they are of: congruent faces, edges that meet, tabs where they glue, and
nothing that overlaps.
"""

from __future__ import annotations

import math
import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.data.geometry import Box, Matrix
from generator.data.units import PAPER_SIZES
from generator.sheet import nets
from generator.sheet.nets import (
    Net,
    Panel,
    Point,
    Solid,
    die_net,
    die_solid,
    lay_out,
    standee,
    tuck_box,
)

DICE = sorted(nets.EDGE_MM)


def contains(points: tuple[Point, ...], point: Point) -> bool:
    """Return whether a point lies within a polygon, convex or not, by counting crossings."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def area(points: tuple[Point, ...]) -> float:
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*points, points[0]]))) / 2


def covered_twice(net: Net, tries: int = 4000) -> list[tuple[str, str]]:
    """Throw points at a net; name the panels that share one. Points near an edge may fall either
    way, so a shrunk panel is asked.
    """
    shrunk = []
    for panel in net.panels:
        cx, cy = (
            sum(x for x, _ in panel.points) / len(panel.points),
            sum(y for _, y in panel.points) / len(panel.points),
        )
        shrunk.append(
            (
                panel.name,
                tuple((cx + (x - cx) * 0.998, cy + (y - cy) * 0.998) for x, y in panel.points),
            )
        )
    chance = random.Random(7)
    width, height = net.size_mm
    found = []
    for _ in range(tries):
        point = chance.uniform(0, width), chance.uniform(0, height)
        inside = [name for name, points in shrunk if contains(points, point)]
        if len(inside) > 1:
            found.append((inside[0], inside[1]))
    return found


def panel(net: Net, name: str) -> Panel:
    return next(panel for panel in net.panels if panel.name == name)


# ---------------------------------------------------------------- dice


@pytest.mark.parametrize("faces", DICE)
def test_a_die_has_its_faces_all_alike_and_its_edges_meet_in_twos(faces: int) -> None:
    solid = die_solid(faces)
    assert len(solid.faces) == faces
    assert len(solid.corners) - len({frozenset(e) for e in edges(solid)}) + faces == 2  # Euler
    shapes = {
        tuple(
            sorted(
                round(math.dist(solid.corners[a], solid.corners[b]), 4)
                for a, b in combinations(face, 2)
            )
        )
        for face in solid.faces
    }
    assert len(shapes) == 1
    assert all(edges(solid).count((b, a)) == 1 for a, b in edges(solid))
    assert max(
        math.dist(solid.corners[a], solid.corners[b]) for a, b in edges(solid)
    ) == pytest.approx(nets.EDGE_MM[faces])


def edges(solid: Solid) -> list[tuple[int, int]]:
    return [edge for face in solid.faces for edge in pairwise([*face, face[0]])]


@pytest.mark.parametrize("faces", DICE)
def test_faces_are_flat_and_seen_from_outside(faces: int) -> None:
    solid = die_solid(faces)
    for face in solid.faces:
        a, b, c = (solid.corners[i] for i in face[:3])
        u, v = [b[i] - a[i] for i in range(3)], [c[i] - a[i] for i in range(3)]
        normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        levels = [sum(n * p for n, p in zip(normal, solid.corners[i], strict=True)) for i in face]
        assert min(levels) > 0  # counterclockwise from outside
        assert max(levels) - min(levels) < 1e-6 * max(levels)


@pytest.mark.parametrize("faces", DICE)
def test_opposite_faces_add_up_and_every_number_is_there_once(faces: int) -> None:
    if faces == 4:  # its numbers are at the corners
        assert 4 not in nets.NUMBERS
        return
    solid, numbers = die_solid(faces), nets.NUMBERS[faces]
    assert sorted(numbers) == list(range(1, faces + 1))
    for face in range(faces):
        assert solid.opposite(face) != face
        assert numbers[face] + numbers[solid.opposite(face)] == faces + 1


def test_an_eight_sided_die_leans_to_neither_half() -> None:
    """Round each corner high and low numbers stand in turn: four numbers there add up to nearly
    18.
    """
    solid = die_solid(8)
    sums = [
        sum(nets.NUMBERS[8][n] for n, face in enumerate(solid.faces) if corner in face)
        for corner in range(6)
    ]
    assert sum(sums) == 6 * 18
    assert all(14 <= total <= 22 for total in sums)
    neighbours = [
        (a, b)
        for a, b in combinations(range(8), 2)
        if len({*solid.faces[a]} & {*solid.faces[b]}) == 2
    ]
    assert all(abs(nets.NUMBERS[8][a] - nets.NUMBERS[8][b]) > 1 for a, b in neighbours)


@pytest.mark.parametrize("faces", DICE)
def test_a_net_folds_up_to_its_solid(faces: int) -> None:
    """Every face is its true shape, unmirrored; folds lie where faces meet; each edge left open has
    one tab, on one of its sides.
    """
    solid, net = die_solid(faces), die_net(faces)
    shown = [p for p in net.panels if p.face]
    assert [p.name for p in shown] == [str(n) for n in range(faces)]
    folded = {frozenset((round(x, 3), round(y, 3)) for x, y in fold) for fold in net.folds}
    open_edges: dict[frozenset[int], list[tuple[int, int]]] = {}
    hinges = 0
    for number, face in enumerate(solid.faces):
        points = shown[number].points
        for i, j in combinations(range(len(face)), 2):
            assert math.dist(points[i], points[j]) == pytest.approx(
                math.dist(solid.corners[face[i]], solid.corners[face[j]])
            )
        # counterclockwise with y upward is clockwise in the page's own y
        assert sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*points, points[0]])) < 0
        for i in range(len(face)):
            open_edges.setdefault(frozenset((face[i], face[(i + 1) % len(face)])), []).append(
                (number, i)
            )
    tabs = [tuple(map(int, p.name.split(":"))) for p in net.panels if not p.face]
    for (one, i), (other, j) in open_edges.values():
        a, b = edge(shown[one], i), edge(shown[other], j)
        is_hinge = math.dist(a[0], b[1]) < 1e-6 and math.dist(a[1], b[0]) < 1e-6
        hinges += is_hinge
        assert ((one, i) in tabs) + ((other, j) in tabs) == (0 if is_hinge else 1)
        if is_hinge:
            assert frozenset((round(x, 3), round(y, 3)) for x, y in a) in folded
    assert hinges == faces - 1
    assert len(net.folds) == hinges + len(tabs)


def edge(shape: Panel, i: int) -> tuple[Point, Point]:
    return shape.points[i], shape.points[(i + 1) % len(shape.points)]


@pytest.mark.parametrize("faces", DICE)
def test_no_face_and_no_tab_of_a_die_lies_on_another(faces: int) -> None:
    net = die_net(faces)
    assert covered_twice(net) == []
    assert not any(nets.overlap(a.points, b.points, 1e-2) for a, b in combinations(net.panels, 2))
    whole = sum(area(p.points) for p in net.panels)
    assert whole <= math.prod(net.size_mm)


@pytest.mark.parametrize("faces", DICE)
def test_the_matrix_of_a_panel_lays_the_upright_face_on_it(faces: int) -> None:
    solid, net = die_solid(faces), die_net(faces)
    for number in range(faces):
        flat = nets.flat_face(solid, number)
        assert min(x for x, _ in flat) == pytest.approx(0)
        assert min(y for _, y in flat) == pytest.approx(0)
        for point, place in zip(flat, net.panels[number].points, strict=True):
            assert net.panels[number].matrix.at(*point) == pytest.approx(place, abs=1e-6)


def test_a_shape_on_another_is_noticed() -> None:
    square = Panel("a", Box(0, 0, 10, 10).corners)
    other = Panel("b", Box(5, 5, 10, 10).corners)
    assert covered_twice(Net((square, other)))
    assert nets.overlap(square.points, other.points)
    assert not nets.overlap(square.points, ((10, 0), (20, 0), (20, 10), (10, 10)))


def test_dice_of_other_numbers_there_are_none() -> None:
    with pytest.raises(ValueError, match="dice have 4, 6, 8"):
        die_net(7)


# ---------------------------------------------------------------- boxes


SIDES = st.floats(20, 140)


@given(width=SIDES, height=SIDES, depth=st.floats(1, 60))
@settings(max_examples=30)
def test_a_box_closes_around_what_it_is_for(width: float, height: float, depth: float) -> None:
    net = tuck_box(width, height, depth)
    w, h, d = width + nets.SLACK_MM, height + nets.SLACK_MM, depth + nets.SLACK_MM
    sizes = {
        name: size(panel(net, name)) for name in ("front", "back", "left", "right", "top", "bottom")
    }
    for one, other, wanted in (
        ("front", "back", (w, h)),
        ("left", "right", (d, h)),
        ("top", "bottom", (w, d)),
    ):
        assert sizes[one] == pytest.approx(wanted)
        assert sizes[other] == pytest.approx(wanted)
    joined = [
        ("front", "right"),
        ("right", "back"),
        ("back", "left"),
        ("left", "glue"),
        ("back", "top"),
        ("top", "tongue"),
        ("back", "bottom"),
        ("right", "dust right"),
        ("left", "dust left"),
        ("right", "glue right"),
        ("left", "glue left"),
        ("front", "glue front"),
    ]
    assert len(net.folds) == len(joined)
    for one, other in joined:
        assert shared(panel(net, one), panel(net, other)), (one, other)
    assert min(x for p in net.panels for x, _ in p.points) == pytest.approx(0)
    assert min(y for p in net.panels for _, y in p.points) == pytest.approx(0)


def size(shape: Panel) -> tuple[float, float]:
    xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
    return max(xs) - min(xs), max(ys) - min(ys)


def shared(one: Panel, other: Panel) -> bool:
    def keys(shape: Panel) -> set[frozenset[Point]]:
        return {frozenset((round(x, 4), round(y, 4)) for x, y in e) for e in shape.edges}

    return len(keys(one) & keys(other)) == 1


@pytest.mark.parametrize("depth", [3.0, 11.6, 40.0])
def test_no_panel_of_a_box_lies_on_another_and_flaps_go_into_it(depth: float) -> None:
    net = tuck_box(66, 91, depth)
    assert covered_twice(net) == []
    inner = depth + nets.SLACK_MM
    assert size(panel(net, "glue front"))[1] <= inner
    for name in ("dust left", "dust right", "glue left", "glue right"):
        assert size(panel(net, name))[0] <= inner + 1e-6
        assert size(panel(net, name))[1] <= 67 / 2  # the two do not meet in the middle
    notch = panel(net, "front")
    assert area(notch.points) == pytest.approx(67 * 92 - math.pi * 81 / 2, rel=0.01)


def test_the_lid_is_read_from_the_front_when_the_box_is_closed() -> None:
    net = tuck_box(66, 91, 12)
    a, b, c, d, *_ = panel(net, "top").matrix
    assert (a, b, c, d) == (-1, 0, 0, -1)
    assert panel(net, "front").matrix[:4] == (1, 0, 0, 1)


@pytest.mark.parametrize("sides", [(0, 9, 9), (9, -1, 9), (9, 9, 0)])
def test_a_box_around_nothing_is_refused(sides: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="longer than 0 mm"):
        tuck_box(*sides)


# ---------------------------------------------------------------- figures and braces


def test_a_standee_shows_both_sides_head_to_head() -> None:
    net = standee(35, 61)
    assert net.size_mm == (35, 122)
    assert len(net.folds) == 3
    assert covered_twice(net) == []
    front, back = panel(net, "front"), panel(net, "back")
    assert front.matrix.at(0, 0) == (0, 61)  # the head of the front at the fold
    assert back.matrix.at(0, 0) == (35, 61)  # and that of the back, turned
    assert back.matrix.at(0, 61) == (35, 0)
    with pytest.raises(ValueError, match="taller than its foot"):
        standee(35, 12)


def test_a_brace_has_two_slots_that_meet_when_it_is_folded() -> None:
    net = nets.brace(130)
    assert len(net.folds) == 1
    (x1, y1), (x2, y2) = net.folds[0]
    assert y1 == y2 == nets.BRACE_MM
    upper, lower = (p.points for p in net.panels)
    for (x, y), other in zip(upper, lower, strict=True):
        assert (x, 2 * y1 - y) == pytest.approx(other)
    deepest = sorted({round(x, 3) for x, y in upper if y == pytest.approx(nets.SLIT_MM)})
    assert deepest[2] - deepest[0] == pytest.approx(130 * 0.55, abs=1e-3)
    assert abs(x2 - x1) == pytest.approx(130 * 0.55 + 2 * nets.BRACE_END_MM)


# ---------------------------------------------------------------- pages


@given(
    boxes=st.lists(
        st.tuples(st.floats(20, 70), st.floats(20, 95), st.floats(1, 25)), min_size=1, max_size=8
    ),
    paper=st.sampled_from(["a4", "letter", "a3"]),
)
@settings(max_examples=25)
def test_nets_on_pages_keep_apart_and_inside_the_margin(
    boxes: list[tuple[float, float, float]], paper: str
) -> None:
    made = [tuck_box(*sides) for sides in boxes]
    try:
        spreads = lay_out(made, PAPER_SIZES[paper], 6.35, 7, 7)
    except ValueError:
        return
    assert sorted(n for spread in spreads for n, _ in spread.nets) == list(range(len(made)))
    for spread in spreads:
        frames = []
        for n, net in spread.nets:
            xs = [x for p in net.panels for x, _ in p.points]
            ys = [y for p in net.panels for _, y in p.points]
            assert 6.34 < min(xs) < max(xs) < spread.width_mm - 6.34
            assert 13.34 < min(ys) < max(ys) < spread.height_mm - 13.34
            assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx(made[n].size_mm)
            frames.append((min(xs), min(ys), max(xs), max(ys)))
        for a, b in combinations(frames, 2):
            assert (
                a[2] < b[0] + 1e-6 or b[2] < a[0] + 1e-6 or a[3] < b[1] + 1e-6 or b[3] < a[1] + 1e-6
            )


def test_a_net_larger_than_the_page_is_refused() -> None:
    with pytest.raises(ValueError, match="larger than the page"):
        lay_out([tuck_box(200, 200, 50)], PAPER_SIZES["a4"], 6.35, 7, 7)


def test_holes_are_cut_and_move_with_their_panel() -> None:
    window = (*Box(2.0, 2.0, 4.0, 2.0).corners, Point(2.0, 2.0))
    net = Net(
        (
            Panel(
                "front",
                Box(0, 0, 20, 10).corners,
                holes=(window, (Point(10.0, 3.0), Point(10.0, 7.0))),
            ),
        )
    )
    assert len(net.cuts) == 4 + 4 + 1
    moved = net.moved(Matrix.shift(5, 7))
    assert ((15.0, 10.0), (15.0, 14.0)) in moved.cuts
    assert not net.folds


@pytest.mark.parametrize("what", ["box", "standee", *DICE])
def test_the_outline_goes_once_along_every_cut(what: str | int) -> None:
    net = (
        {"box": tuck_box(63, 88, 20), "standee": standee(30, 50)}[what]
        if isinstance(what, str)
        else die_net(what)
    )
    around = [edge for line in net.outlines for edge in pairwise([*line, line[0]])]
    assert len(around) == len(net.cuts)
    near = {frozenset((round(x, 3), round(y, 3)) for x, y in edge) for edge in around}
    assert near == {frozenset((round(x, 3), round(y, 3)) for x, y in edge) for edge in net.cuts}
