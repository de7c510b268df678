"""Style sheets in SVG: what a browser would show of them, in the words of the elements."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.face.stylesheets import check_sheet, read_svg
from generator.face.svg import MOST_BYTES, SvgFault, parse_style
from tests.generator.face.paint.test_painter import Print, near

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'


def fill_of(sheet: str, attributes: str, tag: str = "rect") -> str | None:
    """Return what the style of an element says of fill in the end."""
    svg = read_svg(f"{HEAD}<style>{sheet}</style><{tag} {attributes}/></svg>")
    return dict(parse_style(svg.elements[0].get("style"))).get("fill")


@pytest.mark.parametrize(
    ("sheet", "attributes", "fill"),
    [
        (".a {fill: red}", 'class="a"', "red"),
        (".a{fill:red;}", 'class="b a"', "red"),
        (".a {fill: red}", 'class="ab"', None),
        (".a {fill: red}", 'class="a" style="fill: blue"', "blue"),
        (".a {fill: red !important}", 'class="a" style="fill: blue"', "red"),
        (".a {fill: red}", 'class="a" fill="blue"', "red"),
        (".a {fill: red} .a {fill: blue}", 'class="a"', "blue"),
        (".a {fill: red} rect {fill: blue}", 'class="a"', "red"),
        ("#x {fill: red} .a.b {fill: blue}", 'class="a b" id="x"', "red"),
        (".a.b {fill: red} .a {fill: blue}", 'class="a b"', "red"),
        (".a.b {fill: red}", 'class="a"', None),
        ("rect.a {fill: red}", 'class="a"', "red"),
        ("path.a {fill: red}", 'class="a"', None),
        ("* {fill: red}", "", "red"),
        (".c, .a , #y {fill: red}", 'class="a"', "red"),
        ("/* .a {fill: blue} */ .a {fill: red} <![CDATA[.b {fill: blue}]]>", 'class="a"', "red"),
        ('@charset "utf-8"; .a {fill: red}', 'class="a"', "red"),
        (".a {}", 'class="a"', None),
        ("", 'class="a"', None),
    ],
)
def test_the_rule_that_a_browser_would_follow_wins(
    sheet: str, attributes: str, fill: str | None
) -> None:
    assert fill_of(sheet, attributes) == fill


def test_the_whole_document_follows_a_sheet_and_the_sheet_is_gone() -> None:
    svg = read_svg(
        f"{HEAD}<g><rect class='a'/></g><defs><style>.a {{fill: red}} :root {{--x: "
        f"3}}</style></defs></svg>"
    )
    assert svg.elements[0].elements[0].get("style") == "fill: red"
    assert svg.get("style") == "--x: 3"
    assert not [element for element in svg.walk() if element.tag == "style"]


@pytest.mark.parametrize(
    ("sheet", "found", "hint"),
    [
        ("g rect {fill: red}", "'g rect'", "style="),
        (".a > .b {fill: red}", "'.a &gt; .b'", "style="),
        (".a:hover {fill: red}", "'.a:hover'", "style="),
        ("@media print {.a {fill: red}}", "'@media print", "paper"),
        ("@font-face {font-family: x}", "'@font-face'", "fonts:"),
        (".a {fill: red", "'.a {fill: red'", "style="),
        ("}", "'}'", "style="),
    ],
)
@pytest.mark.parametrize("around", ["{}", "<defs>{}</defs>"])
def test_other_rules_are_refused_where_they_stand(
    sheet: str, found: str, hint: str, around: str
) -> None:
    written = around.replace("{}", f"<style>{sheet.replace('>', '&gt;')}</style>")
    first = read_svg(f"{HEAD}\n{written}</svg>", "a.svg").elements[0]
    with pytest.raises(SvgFault, match="<style>") as caught:
        check_sheet(first)
    assert caught.value.at == "a.svg:2"
    assert found.replace("&gt;", ">") in caught.value.said.message
    assert hint in (caught.value.hint or "")


def test_a_sheet_that_says_far_too_much_is_refused() -> None:
    sheet = f"<style>rect {{fill: {'x' * 20_000}}}</style>"
    with pytest.raises(SvgFault, match=f"at most {MOST_BYTES:,}"):
        read_svg(f"{HEAD}{sheet}{'<rect/>' * 500}</svg>")


@given(st.text("ab.#{}@:; >*/-!", max_size=30))
@settings(max_examples=300)
def test_any_sheet_is_followed_or_refused(sheet: str) -> None:
    svg = read_svg(f"{HEAD}<style>{sheet.replace('>', '&gt;')}</style><a class='a'/></svg>")
    if svg.elements[0].tag == "style":
        with pytest.raises(SvgFault, match="expected"):
            check_sheet(svg.elements[0])


def test_an_icon_and_a_face_are_drawn_as_their_sheets_say(tmp_path: Path) -> None:
    icon = (
        '<svg viewBox="0 0 9 9"><defs><style>.st0{fill:#ff0000}</style></defs><rect class="st0" '
        'width="9" height="9"/></svg>'
    )
    face = (
        '<defs><style>.st0{fill:#0000ff}</style></defs><rect class="st0" width="20" height="20"/>'
        '<use href="icons/k.svg" x="30" y="30" width="20" height="20"/>'
    )
    shown = Print(tmp_path, face, files={"templates/icons/k.svg": icon})
    assert shown.problems == []
    assert (shown.at(10, 10), shown.at(40, 40)) == (near((0, 0, 255)), near((255, 0, 0)))
