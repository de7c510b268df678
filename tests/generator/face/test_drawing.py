"""What is noted of the parts of a face arrives on the face, however deep they lie."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from generator.data.geometry import Box, Point
from generator.data.saying import Said
from generator.face.drawing import AsPixels, Drawing, PlacedPicture
from generator.face.press import Press
from generator.face.stamp import Blank, InnerCut, Lettering, Showing, Space, Stamp
from generator.face.svg import SvgFault
from tests.conftest import make_game

BOX = Box(0, 0, 5, 5)


def full(mm: float = 1.0) -> Drawing:
    """Return a drawing with something of every kind in it."""
    return Drawing(
        ["0 0 m"],
        [SvgFault(Said("bad-svg", "a fault"))],
        [PlacedPicture("a.png", 300.0, "card:2")],
        [AsPixels("a.svg", "a filter")],
        [Lettering("a", 8.0, False, (Point(0, 0),), None, None, 1.0, False, "card:2")],
        [Showing("a.svg", BOX, "card:2")],
        [Blank("total", True, BOX, "card:2")],
        [Space("crate", 2, BOX, "card:2")],
        [InnerCut((Point(0, 0), Point(1, 1)), False)],
        {"card:2": mm},
    )


@pytest.mark.parametrize("name", [field.name for field in fields(Drawing)])
def test_everything_is_merged(name: str) -> None:
    whole = Drawing()
    whole.add(full(2.0))
    assert getattr(whole, name) == getattr(full(2.0), name) != getattr(Drawing(), name)
    whole.note(full())
    assert len(getattr(whole, name)) == (1 if name in ("operations", "strokes") else 2)
    assert whole.strokes == {"card:2": 1.0}, "as thin as it is anywhere"


def test_only_shapes_are_plain() -> None:
    assert Drawing(["0 0 m"], strokes={"card:2": 1.0}).is_plain
    for field in fields(Drawing):
        if field.name not in ("operations", "strokes"):
            assert not Drawing(**{field.name: getattr(full(), field.name)}).is_plain, field.name


def test_a_picture_is_judged_where_it_is_shown() -> None:
    picture = full().as_picture("card:7")
    assert picture.strokes == {"card:7": 1.0}
    assert not picture.letterings
    assert not picture.showings
    assert picture.operations == full().operations
    assert (
        len(picture.blanks)
        == len(picture.spaces)
        == len(picture.cuts)
        == len(picture.placed)
        == len(picture.rasterised)
        == len(picture.faults)
        == 1
    )


# ---------------------------------------------------------------- through art, groups and icons

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}">\n{1}\n</svg>'
LINE = '<path d="M0 5H9" stroke="#000" stroke-width="0.2"/>'
HOLE = '<circle cx="5" cy="5" r="2" data-cut="hole"/>'
TICK = '<circle cx="5" cy="5" r="2" data-tick="total"/>'
SHOWN = '<image href="outer.svg" width="20" height="20"/>'
GROUPED = '<g opacity="0.5"><rect width="1" height="1"/>{}</g>'


def drawn(folder: Path, inner: str, face: str = SHOWN) -> tuple[Stamp, list[str]]:
    """Draw a face with art, in which a group holds art, in which a group holds something; return
    its problems too.
    """
    within = GROUPED.format('<image href="inner.svg" width="10" height="10"/>')
    files = {
        "outer.svg": SVG.format(10, within),
        "inner.svg": SVG.format(10, GROUPED.format(inner)),
    }
    game = make_game(folder, face, files=files)
    press = Press(game)
    stamp = press.stamp(game.cards["one"])
    assert stamp is not None
    return stamp, [str(problem) for problem in press.problems]


def test_a_stroke_in_art_in_a_group_in_art_is_noted_where_the_template_shows_it(
    tmp_path: Path,
) -> None:
    stamp, problems = drawn(tmp_path, LINE)
    assert stamp.strokes == (("card.svg.j2:2", pytest.approx(0.4)),)
    assert not problems


def test_a_hole_and_a_place_to_write_on_in_art_are_those_of_the_face(tmp_path: Path) -> None:
    stamp, problems = drawn(tmp_path, HOLE + TICK)
    assert not problems
    (blank,) = stamp.blanks
    assert (blank.name, blank.box) == ("total", pytest.approx((6, 6, 8, 8)))
    (cut,) = stamp.cuts
    assert Box.around(cut.points) == pytest.approx((6, 6, 8, 8), abs=0.1)


def test_a_text_in_a_group_in_art_is_set_as_texts_of_art_are(tmp_path: Path) -> None:
    """A font that the game has not is replaced with a warning there, not refused."""
    _, problems = drawn(
        tmp_path, '<text x="1" y="5" font-size="2" font-family="Nowhere Sans">a</text>'
    )
    (problem,) = problems
    assert "Nowhere Sans" in problem
    assert "printed in" in problem


def test_art_that_shows_itself_through_a_group_is_a_circle(tmp_path: Path) -> None:
    again = SVG.format(10, GROUPED.format('<image href="outer.svg" width="9" height="9"/>'))
    game = make_game(tmp_path, SHOWN, files={"outer.svg": again})
    press = Press(game)
    press.stamp(game.cards["one"])
    (problem,) = press.problems
    assert "circle" in problem.message


def test_a_name_in_a_group_is_not_given_twice(tmp_path: Path) -> None:
    twice = '<circle cx="9" cy="9" r="2" data-tick="a"/>\n' + GROUPED.format(
        '<circle cx="19" cy="9" r="2" data-tick="a"/>'
    )
    game = make_game(tmp_path, twice)
    press = Press(game)
    press.stamp(game.cards["one"])
    (problem,) = press.problems
    assert (problem.message, problem.place and problem.place.line) == (
        "two places to write on are called 'a'",
        3,
    )


def test_an_icon_that_becomes_pixels_leaves_no_strokes(tmp_path: Path) -> None:
    icon = SVG.format(
        10, LINE + '<path d="M0 0L5 5Z" fill="url(#stripes)"/><pattern id="stripes"/>'
    )
    game = make_game(
        tmp_path,
        '<textArea id="name" x="2" y="2" width="50" height="9" font-size="9pt">{star}</textArea>',
        files={"templates/icons/star.svg": icon},
    )
    press = Press(game)
    stamp = press.stamp(game.cards["one"])
    assert stamp is not None
    assert not stamp.strokes
    assert [problem.code for problem in press.problems] == ["picture-as-pixels"]
