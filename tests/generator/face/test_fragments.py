"""One element of an SVG file by its id."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.face.fragments import fragment
from generator.face.stylesheets import read_svg
from tests.generator.face.paint.test_painter import BLUE, GREEN, RED, WHITE, Print, near
from tests.generator.face.test_artwork import ART

SHEET = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><defs>'
    '<linearGradient id="lg"><stop stop-color="green"/></linearGradient>'
    '<symbol id="symbol" viewBox="0 0 10 10"><rect width="10" height="10" '
    'fill="red"/></symbol></defs>'
    '<rect id="other" width="300" height="100" fill="blue"/><view id="view" viewBox="5 5 20 20"/>'
    '<g transform="translate(100 0)" fill="red" id="layer" style="display:none"><g '
    'id="group"><path d="M10 10h80v80h-80z"/></g></g>'
    '<rect id="shape" x="210" y="10" width="60" height="60" fill="url(#lg)" stroke="green" '
    'stroke-width="4"/></svg>'
)


@pytest.mark.parametrize(
    ("name", "colour"),
    [
        ("symbol", RED),
        ("view", BLUE),
        ("group", RED),
        ("layer", RED),
        ("shape", GREEN),
        ("other", BLUE),
    ],
)
@pytest.mark.parametrize("way", ["image", "icon"])
def test_one_element_of_a_file_by_its_id(tmp_path: Path, name: str, colour: Any, way: str) -> None:
    face = {
        "image": f'<image href="art/s.svg#{name}" width="40" height="40" preserveAspectRatio="none"/>',
        "icon": f'<use href="icons/s.svg#{name}" width="40" height="40"/>',
    }
    printed = Print(tmp_path, face[way], files={"art/s.svg": SHEET, "templates/icons/s.svg": SHEET})
    assert (printed.problems, printed.at(20, 20)) == ([], near(colour))
    if name != "other":
        assert [printed.at(x, y) for x in (1, 39) for y in (1, 39)] == [near(colour)] * 4
    assert printed.at(45, 20) == WHITE


def test_an_element_that_is_not_there_is_named_with_its_nearest(tmp_path: Path) -> None:
    printed = Print(
        tmp_path,
        '<image href="art/s.svg#grup" width="40" height="40"/>',
        files={"art/s.svg": SHEET},
    )
    (problem,) = printed.problems
    assert (problem.severity, problem.hint) == ("error", "did you mean 'group'?")
    printed = Print(
        tmp_path,
        '<use href="icons/s.svg#grup" width="40" height="40"/>',
        files={"templates/icons/s.svg": SHEET},
    )
    assert (printed.problems[0].severity, printed.problems[0].hint) == (
        "error",
        "did you mean 'group'?",
    )


def test_a_card_may_name_an_element_of_a_file(tmp_path: Path) -> None:
    cards = {"one": {"name": "One", "art": "art/s.svg#group"}}
    printed = Print(tmp_path, ART, cards=cards, files={"art/s.svg": SHEET})
    assert (printed.problems, printed.at(20, 20)) == ([], near(RED))


@pytest.mark.parametrize(
    ("inner", "box"),
    [
        ('<rect id="a" x="1" y="2" width="3" height="4"/>', "1 2 3 4"),
        (
            (
                '<g transform="scale(2)"><rect id="a" x="1" y="2" width="3" height="4" '
                'stroke="red"/></g>'
            ),
            "1 3 8 10",
        ),
        ('<g id="a"><circle cx="5" cy="5" r="2"/><path d="M0 0H9" display="none"/></g>', "3 3 4 4"),
        ('<rect id="b" width="2" height="2"/><g id="a"><use href="#b" x="3"/></g>', "3 0 2 2"),
        ('<g id="a"><text>a</text></g>', "0 0 9 9"),
        ('<g id="a"><use href="#a"/></g>', "0 0 9 9"),
        ('<g id="a"/>', "0 0 9 9"),
    ],
)
def test_an_element_is_as_large_as_what_it_draws(inner: str, box: str) -> None:
    found = fragment(
        read_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inner}</svg>'), "a"
    )
    assert found is not None
    assert found.get("viewBox") == box


@pytest.mark.parametrize("way", ["image", "icon"])
def test_a_sheet_of_symbols_needs_no_size_of_its_own(tmp_path: Path, way: str) -> None:
    sheet = (
        '<svg xmlns="http://www.w3.org/2000/svg"><symbol viewBox="0 0 9 9" id="a"><path d="M0 '
        '0h9v9H0z" fill="red"/></symbol></svg>'
    )
    face = {
        "image": '<image href="s.svg#a" width="40" height="40"/>',
        "icon": '<use href="icons/s.svg#a" width="40" height="40"/>',
    }
    printed = Print(tmp_path, face[way], files={"s.svg": sheet, "templates/icons/s.svg": sheet})
    assert (printed.problems, printed.at(20, 20)) == ([], near(RED))
