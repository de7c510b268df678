"""SVG read and written: paths, transforms, colours, styles, trees. Expected numbers are worked out
by hand or from SVG 1.1.
"""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.data.geometry import Box
from generator.face.svg import (
    MOST_BYTES,
    MOST_ELEMENTS,
    SVG_NAMESPACE,
    Element,
    SvgFault,
    bounds,
    fit_box,
    parse_colour,
    parse_number,
    parse_path,
    parse_share,
    parse_style,
    parse_svg,
    parse_transform,
    picture_box,
    resolve_var,
    shape_path,
    view_box,
    write_svg,
)

HEAD = (
    f'<svg xmlns="{SVG_NAMESPACE}" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">'
)
properties = settings(max_examples=60)


def point_on(curve: tuple[float, ...], start: tuple[float, float], t: float) -> tuple[float, float]:
    """Return a point of a Bézier curve."""
    x1, y1, x2, y2, x, y = curve
    a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
    return a * start[0] + b * x1 + c * x2 + d * x, a * start[1] + b * y1 + c * y2 + d * y


# ---------------------------------------------------------------- paths


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("M1 2", [("M", (1, 2))]),
        ("m1 2", [("M", (1, 2))]),
        ("M1 2L3 4", [("M", (1, 2)), ("L", (3, 4))]),
        ("M1 2l3 4", [("M", (1, 2)), ("L", (4, 6))]),
        ("M1 2H5h-2", [("M", (1, 2)), ("L", (5, 2)), ("L", (3, 2))]),
        ("M1 2V5v-2", [("M", (1, 2)), ("L", (1, 5)), ("L", (1, 3))]),
        ("M1 1C2 2 3 3 4 4", [("M", (1, 1)), ("C", (2, 2, 3, 3, 4, 4))]),
        ("M1 1c2 2 3 3 4 4", [("M", (1, 1)), ("C", (3, 3, 4, 4, 5, 5))]),
        (
            "M0 0C0 1 2 3 4 4S6 6 8 8",
            [("M", (0, 0)), ("C", (0, 1, 2, 3, 4, 4)), ("C", (6, 5, 6, 6, 8, 8))],
        ),
        (
            "M0 0c0 1 2 3 4 4s2 2 4 4",
            [("M", (0, 0)), ("C", (0, 1, 2, 3, 4, 4)), ("C", (6, 5, 6, 6, 8, 8))],
        ),
        ("M1 1S3 3 4 4", [("M", (1, 1)), ("C", (1, 1, 3, 3, 4, 4))]),
        ("M0 0Q3 3 6 0", [("M", (0, 0)), ("C", (2, 2, 4, 2, 6, 0))]),
        ("M3 3q3 3 6 0", [("M", (3, 3)), ("C", (5, 5, 7, 5, 9, 3))]),
        (
            "M0 0Q3 3 6 0T12 0",
            [("M", (0, 0)), ("C", (2, 2, 4, 2, 6, 0)), ("C", (8, -2, 10, -2, 12, 0))],
        ),
        (
            "M0 0Q3 3 6 0t6 0",
            [("M", (0, 0)), ("C", (2, 2, 4, 2, 6, 0)), ("C", (8, -2, 10, -2, 12, 0))],
        ),
        ("M0 0T6 0", [("M", (0, 0)), ("C", (0, 0, 2, 0, 6, 0))]),
        (
            "M0 0C0 1 2 3 4 4T7 4",
            [("M", (0, 0)), ("C", (0, 1, 2, 3, 4, 4)), ("C", (4, 4, 5, 4, 7, 4))],
        ),
        ("M1 1L2 2Zl1 0", [("M", (1, 1)), ("L", (2, 2)), ("Z", ()), ("L", (2, 1))]),
        (
            "m1 1l1 1zm5 5h1",
            [("M", (1, 1)), ("L", (2, 2)), ("Z", ()), ("M", (6, 6)), ("L", (7, 6))],
        ),
        ("M0 0 1 1 2 2", [("M", (0, 0)), ("L", (1, 1)), ("L", (2, 2))]),
        ("m1 1 1 1 2 2", [("M", (1, 1)), ("L", (2, 2)), ("L", (4, 4))]),
        ("M0 0h1 2 3", [("M", (0, 0)), ("L", (1, 0)), ("L", (3, 0)), ("L", (6, 0))]),
        ("M.5.5-1-1 1e1-2E-1", [("M", (0.5, 0.5)), ("L", (-1, -1)), ("L", (10, -0.2))]),
        ("  M 0,0 ,  L\n5 , 5 ", [("M", (0, 0)), ("L", (5, 5))]),
        ("M0 0A0 5 0 0 1 4 4", [("M", (0, 0)), ("L", (4, 4))]),
        ("", []),
    ],
)
def test_path_commands_become_absolute_segments(
    text: str, expected: list[tuple[str, tuple[float, ...]]]
) -> None:
    segments = parse_path(text)
    assert [command for command, _ in segments] == [command for command, _ in expected]
    for (_, found), (_, wanted) in zip(segments, expected, strict=True):
        assert found == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "centre", "middle"),
    [
        ("M10 0A10 10 0 0 1 0 10", (0, 0), (10 / math.sqrt(2), 10 / math.sqrt(2))),
        ("M10 0A10 10 0 0 0 0 10", (10, 10), (10 - 10 / math.sqrt(2), 10 - 10 / math.sqrt(2))),
        ("M10 0A10 10 0 1 0 0 10", (0, 0), (-10 / math.sqrt(2), -10 / math.sqrt(2))),
        ("M10 0A10 10 0 1 1 0 10", (10, 10), (10 + 10 / math.sqrt(2), 10 + 10 / math.sqrt(2))),
        ("M10 0a10 10 0 0 1-10 10", (0, 0), (10 / math.sqrt(2), 10 / math.sqrt(2))),
        ("M-10 0A1 1 0 0 1 10 0", (0, 0), (0, -10)),  # radii too small grow: F.6.6
    ],
)
def test_arcs_are_circles_through_their_known_points(
    text: str, centre: tuple[float, float], middle: tuple[float, float]
) -> None:
    segments = parse_path(text)
    here, points = segments[0][1], []
    for command, numbers in segments[1:]:
        assert command == "C"
        points += [point_on(numbers, (here[0], here[1]), t / 20) for t in range(21)]
        here = numbers[-2:]
    assert all(math.dist(p, centre) == pytest.approx(10, abs=0.01) for p in points)
    assert min(math.dist(p, middle) for p in points) < 0.8
    assert points[len(points) // 2] == pytest.approx(middle, abs=0.8)


def test_an_ellipse_arc_is_turned_by_its_angle() -> None:
    end = 8 / math.sqrt(2)
    segments = parse_path(f"M{-end} {-end}A8 2 45 0 1 {end} {end}")
    here = (-end, -end)
    for _, numbers in segments[1:]:
        for x, y in (point_on(numbers, here, t / 20) for t in range(21)):
            along, across = (x + y) / math.sqrt(2), (y - x) / math.sqrt(2)
            assert (along / 8) ** 2 + (across / 2) ** 2 == pytest.approx(1, abs=0.01)
            assert across < 1e-6  # the sweep runs clockwise, over the top
        here = (numbers[-2], numbers[-1])
    assert here == pytest.approx((end, end))


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("M0 0a1 1 0 01.5.5", "M0 0a1 1 0 0 1 .5 .5"),
        ("M0 0a5 5 0 11-10 0 5 5 0 0110 0z", "M0 0a5 5 0 1 1 -10 0a5 5 0 0 1 10 0z"),
        ("M0 0A10 5 45 1 010 10", "M0 0A10 5 45 1 0 10 10"),
        ("M0 0A10 5 45 00-1-1l5 5", "M0 0A10 5 45 0 0 -1 -1l5 5"),
    ],
)
def test_arc_flags_may_stand_without_a_space(short: str, long: str) -> None:
    assert parse_path(short) == parse_path(long)


@pytest.mark.parametrize(
    "text",
    [
        "M0",
        "M0 0L",
        "M0 0L1",
        "M0 0C1 1 2 2 3",
        "M0 0Z5",
        "L1 1",
        "5 5",
        "M0 0 X 1 1",
        "M0 0A1 1 0 0 1 5",
        "M0 0LL1 1",
        "M a b",
        "M0 0 h%",
    ],
)
def test_broken_paths_are_faults_at_their_place(text: str) -> None:
    with pytest.raises(SvgFault) as caught:
        parse_path(text, "hero.svg.j2:7")
    assert caught.value.at == "hero.svg.j2:7"
    assert "path" in caught.value.said.message


number = st.floats(-100, 100, allow_nan=False).map(lambda n: round(n, 3))


@properties
@given(
    st.lists(
        st.tuples(st.sampled_from("LCHVQSTA"), st.lists(number, min_size=7, max_size=7)), max_size=8
    ),
    number,
    number,
)
def test_a_relative_path_is_the_absolute_one_moved(
    parts: list[tuple[str, list[float]]], dx: float, dy: float
) -> None:
    count = {"L": 2, "C": 6, "H": 1, "V": 1, "Q": 4, "S": 4, "T": 2, "A": 7}

    def written(x: float, y: float) -> str:
        text = f"M{x} {y}"
        for command, numbers in parts:
            values = [str(n) for n in numbers[: count[command]]]
            if command == "A":
                values[3:5] = ["1" if numbers[3] > 0 else "0", "1" if numbers[4] > 0 else "0"]
            text += command.lower() + " ".join(values)
        return text

    for (command, here), (_, moved) in zip(
        parse_path(written(0, 0)), parse_path(written(dx, dy)), strict=True
    ):
        assert moved == pytest.approx(
            [v + (dy if i % 2 else dx) for i, v in enumerate(here)], abs=1e-4, rel=1e-7
        ), command


def test_basic_shapes_have_their_outlines() -> None:
    def box(tag: str, **attributes: str) -> tuple[float, float, float, float]:
        return bounds(shape_path(Element(tag, attributes))).edges

    assert box("rect", x="1", y="2", width="3", height="4") == (1, 2, 4, 6)
    assert box("rect", width="10", height="4", rx="100") == (0, 0, 10, 4)
    assert box("circle", cx="5", cy="6", r="2") == (3, 4, 7, 8)
    assert box("ellipse", cx="5", cy="6", rx="2", ry="1") == (3, 5, 7, 7)
    assert box("line", x1="1", y1="2", x2="3", y2="4") == (1, 2, 3, 4)
    assert box("polygon", points="0,0 4,0 4,5") == (0, 0, 4, 5)
    assert shape_path(Element("polygon", {"points": "0 0 4 0 4 5"}))[-1] == ("Z", ())
    assert shape_path(Element("polyline", {"points": "0 0 4 0 4 5"}))[-1][0] == "L"
    assert shape_path(Element("rect", {"width": "0", "height": "4"})) == ()
    assert shape_path(Element("circle", {"r": "-1"})) == ()
    with pytest.raises(SvgFault, match="pairs"):
        shape_path(Element("polygon", {"points": "1 2 3"}))
    with pytest.raises(SvgFault, match="'width' expected a number, found '100%'"):
        shape_path(Element("rect", {"width": "100%", "height": "5"}))


def test_bounds_are_those_of_the_curve_not_of_its_handles() -> None:
    assert bounds(parse_path("M0 0C0 4 3 4 3 0")) == pytest.approx((0, 0, 3, 3))
    assert bounds(parse_path("M0 0Q5 10 10 0")) == pytest.approx((0, 0, 10, 5))
    assert bounds(parse_path("M0 5A5 5 0 0 1 10 5Z")) == pytest.approx((0, 0, 10, 5), abs=0.01)
    assert bounds(parse_path("M0 0L1 1ZM5 5L9 8Z")) == (0, 0, 9, 8)
    assert bounds(()) == (0, 0, 0, 0)


@properties
@given(st.lists(number, min_size=8, max_size=8), st.floats(0, 1))
def test_every_point_of_a_curve_is_within_its_bounds(numbers: list[float], t: float) -> None:
    x, y, *curve = numbers
    left, top, right, bottom = bounds((("M", (x, y)), ("C", tuple(curve)))).edges
    px, py = point_on(tuple(curve), (x, y), t)
    assert left - 1e-6 <= px <= right + 1e-6
    assert top - 1e-6 <= py <= bottom + 1e-6


# ---------------------------------------------------------------- transforms


@pytest.mark.parametrize(
    ("text", "point", "expected"),
    [
        ("", (1, 2), (1, 2)),
        ("translate(3)", (1, 2), (4, 2)),
        ("translate(3,4)", (1, 2), (4, 6)),
        ("scale(2)", (1, 2), (2, 4)),
        ("scale(2 -1)", (1, 2), (2, -2)),
        ("rotate(90)", (1, 0), (0, 1)),
        ("rotate(90 5 5)", (6, 5), (5, 6)),
        ("skewX(45)", (0, 1), (1, 1)),
        ("skewY(45)", (1, 0), (1, 1)),
        ("matrix(1 2 3 4 5 6)", (1, 1), (9, 12)),
        ("translate(10 0) rotate(90) scale(2)", (1, 0), (10, 2)),
        ("scale(2),translate(1,1)", (0, 0), (2, 2)),
    ],
)
def test_transforms_move_a_point(
    text: str, point: tuple[float, float], expected: tuple[float, float]
) -> None:
    assert parse_transform(text).at(*point) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    "text",
    [
        "turn(5)",
        "rotate(1 2)",
        "translate()",
        "matrix(1 2 3)",
        "scale(2) and more",
        "rotate(5",
        "translate(3mm,2)",
        "scale(1;2)",
    ],
)
def test_broken_transforms_are_faults_at_their_place(text: str) -> None:
    with pytest.raises(SvgFault, match="transform") as caught:
        parse_transform(text, "a.svg.j2:3")
    assert caught.value.at == "a.svg.j2:3"


def test_a_unit_and_a_decimal_comma_in_a_transform_are_told_how_to_write() -> None:
    with pytest.raises(SvgFault, match="found '3mm'") as caught:
        parse_transform("translate(3mm,2)")
    assert (caught.value.hint or "").startswith("write 3, without a unit")
    with pytest.raises(
        SvgFault, match="expected 1 or 2 numbers in translate, found '1,5,2'"
    ) as caught:
        parse_transform("translate(1,5,2)")
    assert "with a point" in (caught.value.hint or "")
    assert parse_transform("rotate(90deg) translate(1px 2e0)") == parse_transform(
        "rotate(90) translate(1 2)"
    )


@pytest.mark.parametrize("text", ["0 0 63mm 88mm", "0 0 63 x"])
def test_a_view_box_has_numbers_alone(text: str) -> None:
    with pytest.raises(SvgFault, match="'viewBox' expected only numbers"):
        view_box(parse_svg(f'<svg viewBox="{text}"/>'))


@properties
@given(
    st.sampled_from(["xMidYMid meet", "xMinYMin meet", "xMaxYMax", "xMidYMid slice", "none"]),
    *[st.floats(1, 100)] * 4,
)
def test_a_viewbox_is_fitted_as_preserve_aspect_ratio_says(
    how: str, box_w: float, box_h: float, width: float, height: float
) -> None:
    matrix = fit_box(Box(3, 4, box_w, box_h), Box(10, 20, width, height), how)
    left, top = matrix.at(3, 4)
    right, bottom = matrix.at(3 + box_w, 4 + box_h)
    inner, outer = ((left, top, right, bottom), (10, 20, 10 + width, 20 + height))
    if how == "none":
        assert inner == pytest.approx(outer)
        return
    assert (right - left) / (bottom - top) == pytest.approx(box_w / box_h)
    small, large = (outer, inner) if "slice" in how else (inner, outer)
    assert all(small[i] >= large[i] - 1e-6 and small[i + 2] <= large[i + 2] + 1e-6 for i in (0, 1))
    if "Mid" in how:
        assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx(
            (10 + width / 2, 20 + height / 2)
        )
    elif "Min" in how:
        assert (left, top) == pytest.approx((10, 20))
    else:
        assert (right, bottom) == pytest.approx((10 + width, 20 + height))


# ---------------------------------------------------------------- colours, numbers, styles


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#fff", (1, 1, 1)),
        ("#F00", (1, 0, 0)),
        ("#336699", (0.2, 0.4, 0.6)),
        (" #336699 ", (0.2, 0.4, 0.6)),
        ("rgb(51, 102, 153)", (0.2, 0.4, 0.6)),
        ("rgb(20% 40% 60%)", (0.2, 0.4, 0.6)),
        ("rgb(300,0,0)", (1, 0, 0)),
        ("Teal", (0, 128 / 255, 128 / 255)),
        ("none", None),
        ("transparent", None),
    ],
)
def test_colours(text: str, expected: tuple[float, float, float] | None) -> None:
    assert parse_colour(text) == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize("radius", ["1e-7", "1e-160", "1e-300", "0"])
def test_an_arc_too_small_to_see_is_a_line(radius: str) -> None:
    assert parse_path(f"M0 0A{radius} {radius} 0 0 1 5 5") == (("M", (0.0, 0.0)), ("L", (5.0, 5.0)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "#12",
        "#12345",
        "reddish",
        "rgb(1,2)",
        "rgb(1..2,3,4)",
        "rgb(1.,2,3)",
        "rgb(1,2,.)",
        "hsl(0 0% 0%)",
        "#ggg",
        "url(#a)",
    ],
)
def test_no_colour_is_a_fault(text: str) -> None:
    with pytest.raises(SvgFault, match="expected a colour"):
        parse_colour(text)


@pytest.mark.parametrize(
    ("text", "expected"), [("5", 5), (" -.5 ", -0.5), ("1e2", 100), ("3px", 3)]
)
def test_numbers(text: str, expected: float) -> None:
    assert parse_number(text) == expected


@pytest.mark.parametrize(
    "text", ["", "5mm", "50%", "nan", "inf", "1e999", "1_000", "five", "0x10", "1 2"]
)
def test_no_number_is_a_fault_with_its_name(text: str) -> None:
    with pytest.raises(SvgFault) as caught:
        parse_number(text, "width", "a.svg.j2:9")
    assert caught.value.said.message == f"'width' expected a number, found '{text.strip()}'"
    assert caught.value.at == "a.svg.j2:9"


def test_shares_are_numbers_or_percentages() -> None:
    assert (parse_share("50%"), parse_share(" .25 ")) == (0.5, 0.25)
    with pytest.raises(SvgFault, match="opacity"):
        parse_share("half", "opacity")


def test_var_takes_the_property_or_the_fallback() -> None:
    assert resolve_var("var(--a)", {"--a": "#123"}) == "#123"
    assert resolve_var("var(--a, #fff)", {"--a": "#123"}) == "#123"
    assert resolve_var("var( --b , #fff)", {}) == "#fff"
    assert resolve_var("var(--a, var(--b, #00f))", {}) == "#00f"
    assert resolve_var("var(--a)", {"--a": "var(--b)", "--b": "#456"}) == "#456"
    assert (
        resolve_var(
            "var(--0)", {f"--{n}": f"var(--{n + 1})" for n in range(5000)} | {"--5000": "#456"}
        )
        == "#456"
    )
    assert resolve_var("#789", {}) == "#789"


@pytest.mark.parametrize(
    "properties_", [{}, {"--a": "var(--a)"}, {"--a": "var(--b)", "--b": "var(--a)"}]
)
def test_var_of_nothing_or_of_itself_is_a_fault(properties_: dict[str, str]) -> None:
    with pytest.raises(SvgFault, match="--a") as caught:
        resolve_var("var(--a)", properties_, "x.svg:4")
    assert caught.value.at == "x.svg:4"


def test_styles_are_split_into_properties() -> None:
    assert parse_style("fill : red;stroke:#000 !important; ;--accent:var(--x, #fff);") == (
        ("fill", "red"),
        ("stroke", "#000"),
        ("--accent", "var(--x, #fff)"),
    )


# ---------------------------------------------------------------- trees


def test_elements_know_their_line_unless_a_template_says_another() -> None:
    root = parse_svg(
        f'{HEAD}\n<g>\n<rect/><rect data-at="hero.svg.j2:40" x="1"/></g></svg>', "art.svg"
    )
    assert [e.at for e in root.walk()] == ["art.svg:1", "art.svg:2", "art.svg:3", "hero.svg.j2:40"]
    assert root.elements[0].elements[1].attributes == {"x": "1"}


def test_foreign_things_are_dropped_and_xlink_is_read() -> None:
    root = parse_svg(
        f'<?xml version="1.0"?>{HEAD}<!-- hello '
        "--><title>T</title><desc>D</desc><metadata><rect/></metadata>"
        '<i:layer xmlns:i="http://example.org/i"><rect id="lost"/></i:layer>'
        '<g xmlns:i="http://example.org/i" i:label="L" id="kept"><use xlink:href="#a"/><use '
        'href="#b" xlink:href="#c"/></g></svg>'
    )
    assert [e.tag for e in root.walk()] == ["svg", "g", "use", "use"]
    assert root.elements[0].attributes == {"id": "kept"}
    assert [e.get("href") for e in root.elements[0].elements] == ["#a", "#b"]
    assert root.text() == ""


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        (f"{HEAD}\n<g>\n</svg>", "mismatched tag", "f.svg:2"),
        (f"{HEAD}\n<text>a & b</text></svg>", "not well-formed", "f.svg:2"),
        ("<html/>", "expected an <svg> element", "f.svg:1"),
        ("", "no element found", "f.svg:1"),
        (f"{HEAD}<g\na='1' a='2'/></svg>", "<g> is given 'a' twice", "f.svg:2"),
        (f"{HEAD}</svg>\n</g>", "there is text after </svg>", "f.svg:2"),
        (f"{HEAD}<!-- a\n -- b --></svg>", "'--' within a comment", "f.svg:2"),
    ],
)
def test_what_is_no_svg_is_a_fault_at_its_line(text: str, message: str, at: str) -> None:
    with pytest.raises(SvgFault, match=message) as caught:
        parse_svg(text, "f.svg")
    assert caught.value.at == at


@pytest.mark.parametrize("raw", [b"\x89PNG\r\n\x1a\n", b"just words"])
def test_a_file_that_only_calls_itself_svg_is_told_so(raw: bytes) -> None:
    with pytest.raises(SvgFault, match="is not an SVG") as caught:
        parse_svg(raw, "f.svg")
    assert caught.value.hint == "save the drawing as Plain SVG"


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("12,6", "write 12.6, with a decimal point"),
        ("24mm", "write 24, without a unit"),
        ("2,5 mm", "write 2.5, without a unit"),
        ("1in", "remove the unit"),
        ("wide", "None"),
        ("1,2,3", "None"),
    ],
)
def test_a_number_with_a_comma_or_a_unit_is_told_as_svg_writes_it(word: str, hint: str) -> None:
    with pytest.raises(SvgFault, match="'x' expected a number") as caught:
        parse_number(word, "x")
    assert str(caught.value.hint).startswith(hint)


def test_a_viewbox_or_a_size_is_needed() -> None:
    assert view_box(Element("svg", {"viewBox": "1,2 3 4"})) == (1, 2, 3, 4)
    assert view_box(Element("svg", {"width": "30px", "height": "40"})) == (0, 0, 30, 40)
    for attributes in (
        {},
        {"width": "0", "height": "5"},
        {"width": "-5", "height": "5"},
        {"viewBox": "0 0 0 0"},
    ):
        with pytest.raises(SvgFault, match="viewBox"):
            view_box(Element("svg", attributes, at="a:1"))


names = st.from_regex(r"[a-z]{1,6}", fullmatch=True)
words = st.text(
    st.characters(
        codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"
    ),
    max_size=8,
)
attributes_ = st.dictionaries(names, words, max_size=3)
texts = st.builds(
    lambda a, c: Element("text", a, c),
    attributes_,
    st.lists(
        st.one_of(
            words.filter(bool),
            st.builds(
                lambda a, w: Element("tspan", a, [Element("tspan", {}, [w])] if w else []),
                attributes_,
                words,
            ),
        ),
        max_size=4,
    ),
)
trees = st.recursive(
    st.one_of(st.builds(lambda a: Element("rect", a), attributes_), texts),
    lambda inner: st.builds(
        lambda a, c: Element("g", a, c), attributes_, st.lists(inner, max_size=3)
    ),
    max_leaves=8,
)


def shape_of(element: Element) -> object:
    """Reduce a tree to what must survive writing: neighbouring strings are one, white space between
    elements is none.
    """
    children: list[object] = []
    is_text = element.tag in ("text", "tspan")
    for child in element.children:
        if isinstance(child, Element):
            children.append(shape_of(child))
        elif is_text and children and isinstance(children[-1], str):
            children[-1] += child
        elif is_text:
            children.append(child)
    return element.tag, element.attributes, children


@pytest.mark.slow
@properties
@given(st.lists(trees, max_size=3))
def test_what_is_written_reads_back_the_same(children: list[Element]) -> None:
    tree = Element("svg", {"viewBox": "0 0 1 1"}, list(children))
    text = write_svg(tree)
    assert shape_of(parse_svg(text)) == shape_of(tree)
    assert write_svg(parse_svg(text)) == text


def test_writing_adds_no_space_to_text() -> None:
    line = "<text>a<tspan><tspan>b</tspan></tspan>c</text>"
    assert line in write_svg(parse_svg(f"{HEAD}{line}</svg>"))


@pytest.mark.parametrize(
    ("size", "box"),
    [
        ('viewBox="1 2 30 40" width="9mm" height="9mm"', (1, 2, 30, 40)),
        ('width="25.4mm" height="5.08cm"', (0, 0, 96, 192)),
        ('width="2in" height="72pt"', (0, 0, 192, 96)),
        ('width=" 30px" height="40"', (0, 0, 30, 40)),
    ],
)
def test_a_picture_without_a_view_box_is_as_large_as_its_lengths_say(
    size: str, box: tuple[float, ...]
) -> None:
    assert picture_box(parse_svg(f"<svg {size}/>")) == pytest.approx(box)


@pytest.mark.parametrize(
    "size",
    [
        "",
        'width="100%" height="100%"',
        'width="3em" height="4em"',
        'width="0" height="4"',
        'width="1e99" height="1"',
    ],
)
def test_a_picture_of_no_known_size_is_refused(size: str) -> None:
    with pytest.raises(SvgFault, match="expected a viewBox"):
        picture_box(parse_svg(f"<svg {size}/>"))


@pytest.mark.slow
def test_a_document_has_so_many_elements_and_bytes() -> None:
    assert (
        len(parse_svg("<svg>" + "<g/>" * (MOST_ELEMENTS - 1) + "</svg>").elements)
        == MOST_ELEMENTS - 1
    )
    for text in (
        "<svg>" + "<g/>" * MOST_ELEMENTS + "</svg>",
        "<svg>" + " " * MOST_BYTES + "</svg>",
    ):
        with pytest.raises(SvgFault) as raised:
            parse_svg(text, "a.svg")
        assert (raised.value.said.code, raised.value.at) == ("face-too-much", "a.svg:1")
