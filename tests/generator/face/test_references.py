"""SVG shows what it holds: a reference to anything outside of it is an error at its place, wherever
the SVG comes from and however it is written.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from generator.face.pixels import enclosed
from generator.face.press import Press
from generator.face.references import asked_of_others, is_plain
from generator.face.stylesheets import read_svg
from generator.face.svg import SvgFault
from tests.conftest import make_game
from tests.generator.face.emoji import DRAGON, colour_font
from tests.generator.face.paint.test_painter import RED, Print, near, picture
from tests.generator.face.test_pixels import as_data

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 '
    '0 10 10">'
)
SOFT = (
    '<filter id="f" x="0" y="0" width="1" height="1">{}</filter><rect width="40" height="40" '
    'filter="url(#f)"/>'
)


def secret(folder: Path) -> str:
    """Write a picture beside a game's folder."""
    path = folder.parent / f"{folder.name}-secret.png"
    path.write_bytes(picture("RGB", (8, 8), (RED, RED)))
    return str(path)


# -- what reached the print


@pytest.mark.parametrize(
    "shape",
    [
        SOFT.format('<feImage href="{}"/>'),
        SOFT.format('<feImage xlink:href="{}"/>'),
        SOFT.format('<feImage href=" {} "/>'),
        (
            '<filter id="f"><feGaussianBlur stdDeviation="0"/></filter><g filter="url(#f)"><image '
            'href="{}" width="40" height="40"/></g>'
        ),
        '<mask id="m"><rect width="40" height="40" fill="white"/><image href="{}" width="9" '
        'height="9"/></mask>'
        '<rect mask="url(#m)" width="40" height="40"/>',
    ],
)
def test_a_picture_from_elsewhere_on_the_disk_is_an_error_in_its_line(
    tmp_path: Path, shape: str
) -> None:
    body = shape.replace("{}", secret(tmp_path)).replace(
        "<feImage xlink:", '<feImage xmlns:xlink="http://www.w3.org/1999/xlink" xlink:'
    )
    shown = Print(tmp_path, body)
    (problem,) = [one for one in shown.problems if one.severity == "error"]
    assert problem.place is not None
    assert (problem.place.file, problem.place.line) == ("templates/card.svg.j2", 2)
    assert "secret.png" in problem.message
    assert shown.at(20, 20) != near(RED)


@pytest.mark.parametrize(
    "inner", ['<image href="{}" width="10" height="10"/>', SOFT.format('<feImage href="{}"/>')]
)
@pytest.mark.parametrize(
    "outer", ["{}", "<pattern/>{}", '<image href="{as data}" width="10" height="10"/><switch/>']
)
def test_art_shows_nothing_from_elsewhere_on_the_disk(
    tmp_path: Path, inner: str, outer: str
) -> None:
    inner = inner.replace("{}", secret(tmp_path))
    held = as_data(f"{HEAD}{inner}</svg>")
    art = f"{HEAD}\n{outer.replace('{}', inner).replace('{as data}', held)}</svg>"
    face = '<image href="{{ card.art }}" width="40" height="40"/>'
    shown = Print(
        tmp_path, face, cards={"one": {"name": "One", "art": "a.svg"}}, files={"a.svg": art}
    )
    (problem,) = [one for one in shown.problems if one.severity == "error"]
    assert problem.place is not None
    assert (problem.place.file, problem.place.line) == ("a.svg", 2)
    (named, *_) = [place for what, place in problem.also if what == "card"]
    assert (named.file, bool(named.line), bool(named.column)) == ("cards.yaml", True, True)
    assert "'a.svg', line 2" in problem.message
    assert shown.at(20, 20) != near(RED)


def test_a_glyph_of_a_font_shows_nothing_from_elsewhere_on_the_disk(tmp_path: Path) -> None:
    drawing = f'<image href="{secret(tmp_path)}" y="-900" width="1000" height="1000"/>'
    shown = Print(
        tmp_path, f'<text x="5" y="40" font-size="40">{DRAGON}</text>', **with_glyph(drawing)
    )
    (problem,) = [one for one in shown.problems if one.severity == "error"]
    assert problem.place is not None
    assert (problem.place.file, problem.place.line) == ("templates/card.svg.j2", 2)
    assert shown.at(20, 20) != near(RED)


def with_glyph(drawing: str) -> dict[str, Any]:
    return {
        "fonts": {"emoji": {"regular": "fonts/b.ttf"}},
        "files": {"fonts/b.ttf": font_with(drawing)},
    }


@lru_cache(maxsize=4)
def font_with(drawing: str) -> bytes:
    from io import BytesIO

    from fontTools.ttLib import TTFont

    font: Any = TTFont(BytesIO(colour_font("SVG")))
    for document in font["SVG "].docList:
        before, _, after = document.data.partition("<rect")
        document.data = before + drawing + after[after.index("</g>") :]
    file = BytesIO()
    font.save(file)
    return file.getvalue()


# -- the rule

OUTSIDE_OF_IT = [
    '<pattern href="a.svg#p"/>',
    '<linearGradient xlink:href="/etc/a.svg#g"/>',
    '<linearGradient XL:href="/etc/a.svg#g" xmlns:XL="http://www.w3.org/1999/xlink"/>',
    '<x:radialGradient x:id="" href="a.svg#g" xmlns:x="http://www.w3.org/2000/svg"/>',
    '<textPath href="file:///etc/passwd#a"/>',
    '<tref xlink:href="a.svg#t"/>',
    '<script href="a.js"/>',
    '<script xlink:href="http://example.org/a.js"/>',
    '<filter href="a.svg#f"/>',
    '<mpath href="a.svg#f"/>',
    '<cursor href="a.png"/>',
    '<font-face-uri href="a.svg#f"/>',
    '<foreignObject href="a.html"/>',
    '<animate attributeName="href" to="/etc/a.png"/>',
    '<set attributeName="xlink:href" to="/etc/a.png"/>',
    '<animate attributeName="HREF" values="#a; /etc/a.png"/>',
    '<animate attributeName="fill" to="url(/etc/a.svg#g)"/>',
    '<rect fill="url(/etc/a.svg#g)"/>',
    '<rect fill="url( &quot;/etc/a.svg#g&quot; ) red"/>',
    '<rect fill="URL(a.svg#g)"/>',
    '<rect fill="url(#ok) url(a.svg#g)"/>',
    '<rect fill="u&#x72;l(a.svg#g)"/>',
    '<rect fill="url&#40;a.svg#g)"/>',
    "<rect stroke=\"url('a.svg#g')\"/>",
    '<rect filter="url(\n a.svg#g)"/>',
    '<rect mask="url(a.svg#g)"/>',
    '<rect clip-path="url(http://example.org/a.svg#g)"/>',
    '<path marker-mid="url(a.svg#m)"/>',
    '<rect cursor="url(a.cur), auto"/>',
    '<rect style="fill:url(a.svg#g)"/>',
    '<rect style="fill:\\75rl(a.svg#g)"/>',
    '<rect style="fill:\\000075 rl(a.svg#g)"/>',
    '<rect style="fill:u/**/rl(a.svg#g)"/>',
    '<rect style="fill:url(/*#*/etc/a.svg#g)"/>',
    '<rect style="fill:url(/*/etc/passwd*/#g)"/>',
    '<rect style="--a: url(a.svg#g)"/>',
    "<rect style=\"background: image-set('a.png' 1x)\"/>",
    "<rect style=\"background: -webkit-cross-fade('a.png', 'b.png', 50%)\"/>",
    '<rect fill="url(data:image/svg+xml;base64,AAAA#g)"/>',
    '<rect fill="url(//example.org/a.svg#g)"/>',
    "<style>rect {fill: url(a.svg#g)}</style>",
    "<style>@import 'a.css';</style>",
    "<style>/* */ @IMPORT url(a.css);</style>",
    "<style>@font-face {src: url(/etc/a.woff)}</style>",
    "<style>rect {fill: /*@namespace*/ url(a.svg#g);}</style>",
    "<style><![CDATA[rect {fill: u\\rl(a.svg#g)} ]]></style>",
    "<defs><style>:hover {fill: url(a.svg#g)}</style></defs>",
    '<g xml:base="/etc/"/>',
    '<?xml-stylesheet href="a.css"?>',
]
WITHIN_IT = [
    '<rect fill="url(#g)" filter="url( \'#f\' )"/>',
    '<linearGradient xlink:href="#g"/>',
    '<rect style="fill: url(&quot;#g&quot;)"/>',
    '<rect transform="translate(1 2)" data-note="url(see below)"/>',
    '<animate attributeName="href" to="#a"/>',
    '<a href="https://example.org/"><rect/></a>',
    "<style>@namespace svg url(http://www.w3.org/2000/svg); .a > .b {fill: url(#g)}</style>",
    "<style>@font-face {font-family: A; src: url(data:font/woff2;base64,AAAA)}</style>",
    "<style>rect {fill: red} /* as in the url of a.css */</style>",
    "<!-- url(a.svg) -->",
    "<text>url(a.svg) and @import</text>",
    '<text fill="red">the hero&#39;s &#34;own&#34; &amp;</text>',
]


@pytest.mark.parametrize("content", OUTSIDE_OF_IT)
@pytest.mark.parametrize("form", ["text", "bytes", "UTF-16"])
def test_what_leads_outside_is_refused_in_each_way_to_write_it(content: str, form: str) -> None:
    text = f"{HEAD}\n{content}</svg>"
    document = (
        text if form == "text" else text.encode() if form == "bytes" else text.encode("utf-16")
    )
    with pytest.raises(SvgFault) as caught:
        read_svg(document, "a.svg")
    assert (caught.value.said.code, caught.value.at) == ("outside-folder", "a.svg:2")
    assert caught.value.hint


@pytest.mark.parametrize("content", WITHIN_IT)
def test_what_stays_inside_is_read_and_drawn(content: str) -> None:
    text = f"{HEAD}\n{content}</svg>"
    for document in (text, text.encode()):
        enclosed(read_svg(document, "a.svg"))


def test_a_style_sheet_is_refused_at_the_line_of_its_rule() -> None:
    with pytest.raises(SvgFault, match=r"'url\(a.svg#g\)'") as caught:
        read_svg(f"{HEAD}<style>\nrect {{\nfill: url(a.svg#g)}}</style></svg>", "a.svg")
    assert caught.value.at == "a.svg:3"


def test_other_rules_of_a_sheet_are_named_with_what_to_do() -> None:
    with pytest.raises(SvgFault, match="'@import") as caught:
        read_svg(f"{HEAD}\n<style>@import url(x.css);</style></svg>", "a.svg")
    assert "rules into the SVG" in (caught.value.hint or "")


def test_the_place_of_a_reference_has_file_line_and_column(tmp_path: Path) -> None:
    icon = f'{HEAD}\n <rect fill="url(/etc/a.svg#g)"/></svg>'
    for folder, face, file, line in (
        ("face", '<g>\n  <rect fill="url(/etc/a.svg#g)"/></g>', "templates/card.svg.j2", 3),
        ("picture", '<image href="/etc/a.png" width="9" height="9"/>', "templates/card.svg.j2", 2),
        ("icon", '<use href="icons/a.svg" width="9" height="9"/>', "templates/icons/a.svg", 2),
    ):
        game = make_game(tmp_path / folder, face, files={"templates/icons/a.svg": icon})
        press = Press(game)
        press.stamp(game.cards["one"])
        (problem,) = press.problems
        assert problem.place is not None
        assert (problem.code, problem.place.file, problem.place.line) == (
            "outside-folder",
            file,
            line,
        )
        assert problem.place.column > 1


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        ('<g mask="url(m)"/>', "write url(#m)"),
        ('<pattern href="p-1"/>', "write #p-1"),
        ("<style>.a {fill: url('m')}</style>", "write url(#m)"),
        ('<g mask="url(a/m.svg)"/>', "copy the part into it"),
    ],
)
def test_a_name_without_its_sign_is_told_how_to_write(content: str, hint: str) -> None:
    with pytest.raises(SvgFault) as caught:
        read_svg(f"{HEAD}{content}</svg>", "a.svg")
    assert hint in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("css", "asked"),
    [
        ("fill: url(#a)", None),
        ("fill: url()", None),
        ("u\\72 l(b)", "url(b)"),
        ("url(\\#a)", None),
        ("\\", None),
    ],
)
def test_css_is_read_as_a_browser_reads_it(css: str, asked: str | None) -> None:
    assert asked_of_others(css) == asked


PLAIN = '<svg viewBox="0 0 1 1"><path fill="url(#a)" d="M0 0"/></svg>'


@pytest.mark.parametrize(
    ("raw", "is_so"),
    [
        (PLAIN.encode(), True),
        (f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>{PLAIN}é'.encode(), True),
        (f"<?xml version='1.0'?>{PLAIN}".encode(), True),
        (f"<?xml version='1.0' encoding = 'utf-8' ?>{PLAIN}".encode(), True),
        (f'<?xml version="1.0" encoding="cp1026"?>{PLAIN}'.encode(), False),
        (f'<?xml version="1.0.utf-8" {" " * 900} encoding="cp1026"?>{PLAIN}'.encode(), False),
        (PLAIN.encode("utf-16"), False),
        (PLAIN.encode("utf-16-le"), False),
        (PLAIN.encode("utf-8-sig"), False),
        (PLAIN.encode() + b"\xff", False),
        (PLAIN.replace("url(#a)", "url(a.svg#a)").encode(), False),
        (PLAIN.replace("url(#a)", "url&#40;a.svg#a)").encode(), False),
    ],
)
def test_only_what_is_surely_utf8_is_taken_for_plain(raw: bytes, is_so: bool) -> None:
    assert is_plain(raw) == is_so
