"""Art as programs write it: lengths with units, what is left out without a word, fonts by other
names, parts of a file.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from generator.face.artwork import UNDRAWN, read_art, refuse_undrawn
from generator.face.svg import SvgFault
from tests.generator.face.letters import font_bytes
from tests.generator.face.paint.test_painter import BLUE, GREEN, RED, WHITE, Print, near

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 '
    '0 100 100">'
)
SOFT = (
    '<filter id="soft" x="0" y="0" width="1" height="1"><feOffset dx="0"/></filter><g '
    'filter="url(#soft)"/>'
)
PATTERNED = '<pattern id="p" width="1" height="1"/><path fill="url(#p)" d="M0 0h0v0z"/>'
ART = '<image href="{{ card.art }}" width="40" height="40"/>'


def shown(folder: Path, inner: str, face: str = ART, head: str = HEAD, **more: Any) -> Print:
    """Print a face of 40 mm that shows art with something in it."""
    files = {"art/a.svg": f"{head}\n{inner}</svg>", **more.pop("files", {})}
    return Print(
        folder, face, cards={"one": {"name": "One", "art": "art/a.svg"}}, files=files, **more
    )


def errors(printed: Print) -> list[tuple[str, str, int | None]]:
    """Return code and place of each error."""
    found = [one for one in printed.problems if one.severity == "error"]
    return [(one.code, one.place.file, one.place.line) for one in found if one.place]


INCH = [
    ("0.5in", 48),
    ("12.7mm", 48),
    ("1.27cm", 48),
    ("36pt", 48),
    ("3pc", 48),
    ("50.8Q", 48),
    ("48px", 48),
]


@pytest.mark.parametrize(("length", "units"), INCH)
@pytest.mark.parametrize("beyond", ["", PATTERNED], ids=["shapes", "pixels"])
def test_lengths_with_units_count_96_to_the_inch(
    tmp_path: Path, length: str, units: int, beyond: str
) -> None:
    rect = f'<rect x="{length}" y="0" width="{length}" height="{length}" fill="red"/>'
    line = f'<path d="M0 90H40" stroke="blue" style="stroke-width:{length}"/>'
    printed = shown(tmp_path, f"{beyond}{rect}{line}")
    mm = 0.4 * units
    assert [one.code for one in printed.problems] == (["picture-as-pixels"] if beyond else [])
    assert (printed.at(mm + 1, 1), printed.at(mm - 1, 1), printed.at(2 * mm - 1, mm - 1)) == (
        near(RED),
        WHITE,
        near(RED),
    )
    assert (printed.at(5, 36 - mm / 2 + 0.7), printed.at(5, 36 - mm / 2 - 0.7)) == (
        near(BLUE),
        WHITE,
    )


@pytest.mark.parametrize("length", ["25%", "12.5em", "33.86mm", "7.9375pc", "8rem"])
def test_no_length_vanishes_without_a_word(tmp_path: Path, length: str) -> None:
    rect = f'<g font-size="2"><rect x="0" y="0" width="{length}" height="{length}" fill="red"/></g>'
    printed = shown(tmp_path, rect)
    assert printed.at(1, 1) == near(RED) or errors(printed)


def test_lengths_in_a_part_of_a_template_that_becomes_pixels(tmp_path: Path) -> None:
    soft = '<filter id="f" x="0" y="0" width="1" height="1"><feOffset dx="0"/></filter>'
    printed = Print(
        tmp_path,
        f'{soft}<rect x="1mm" y="1mm" width="5mm" height="5mm" fill="red" filter="url(#f)"/>',
    )
    assert (printed.at(10, 10), printed.at(2, 2)) == (near(RED), WHITE)


def test_a_picture_without_a_viewbox_is_as_large_as_its_lengths_say() -> None:
    root = read_art(
        '<svg xmlns="http://www.w3.org/2000/svg" width="1in" height="2in"><rect width="1in" '
        'height="2in"/></svg>'
    )
    assert (root.get("viewBox"), root.elements[0].get("width")) == ("0 0 96 192", "96")


LOST = [
    "<flowRoot><flowRegion/><flowPara>Draw two</flowPara></flowRoot>",
    (
        '<foreignObject width="9" height="9"><div xmlns="http://www.w3.org/1999/xhtml">Draw '
        "two</div></foreignObject>"
    ),
    '<hatch id="h" pitch="2"/><rect width="9" height="9" fill="url(#h)"/>',
    '<hatch id="h" pitch="2"/><rect width="9" height="9" style="stroke: url(#h) red"/>',
    '<meshgradient id="h"/><g fill="url(#h)"><rect width="9" height="9"/></g>',
    (
        '<solidColor id="h"/><defs><g id="g"><rect width="9" height="9" '
        'fill="url(#h)"/></g></defs><use href="#g"/>'
    ),
    '<use xlink:href="other.svg#wolf"/>',
    "<mesh/>",
    '<rect width="9" height="9" clip-path="circle(40%)"/>',
    '<text style="backdrop-filter: blur(2px)">a</text>',
    '<rect width="9vw" height="9"/>',
]


@pytest.mark.parametrize("lost", LOST)
@pytest.mark.parametrize("beyond", ["", PATTERNED], ids=["", "pixels"])
def test_what_would_be_missing_is_an_error_in_the_arts_own_line(
    tmp_path: Path, lost: str, beyond: str
) -> None:
    (found,) = errors(shown(tmp_path, f"{beyond}\n{lost}"))
    assert found[0] in (UNDRAWN, "outside-folder")
    assert found[1:] == ("art/a.svg", 3)


UNSEEN = [
    "<flowRoot><flowRegion><rect/></flowRegion><flowPara/></flowRoot>",
    '<foreignObject width="1" height="1"/>',
    f'<g display="none">{LOST[0]}</g>',
    f'<g style="display:none">{LOST[1]}</g>',
    f"<defs>{LOST[2]}</defs>",
    '<hatch id="h"/><meshgradient id="m"/>',
    (
        '<switch><foreignObject requiredExtensions="urn:ai" width="1" height="1"><i:a '
        'xmlns:i="urn:i"/></foreignObject><g/></switch>'
    ),
]


@pytest.mark.parametrize("unseen", UNSEEN)
@pytest.mark.parametrize("beyond", ["", PATTERNED], ids=["", "pixels"])
def test_what_is_not_seen_is_nobodys_loss(tmp_path: Path, unseen: str, beyond: str) -> None:
    printed = shown(tmp_path, f'{beyond}{unseen}<rect width="100" height="100" fill="green"/>')
    assert errors(printed) == []
    assert printed.at(20, 20) == near(GREEN)


def test_a_switch_shows_what_asks_for_nothing_but_svg(tmp_path: Path) -> None:
    asking = (
        '<foreignObject requiredExtensions="urn:ai"><a xmlns="urn:i"/></foreignObject><g '
        'systemLanguage="de"><rect width="100" height="100" fill="red"/></g>'
    )
    for beyond in ("", PATTERNED):
        printed = shown(
            tmp_path,
            (
                f'{beyond}<switch>{asking}<g><rect width="100" height="100" '
                'fill="green"/></g></switch>'
            ),
        )
        assert (errors(printed), printed.at(20, 20)) == ([], near(GREEN))


def test_a_circle_of_references_ends() -> None:
    refuse_undrawn(
        read_art(
            f'{HEAD}<g id="a"><use href="#a"/></g><pattern id="p" fill="url(#p)"/><g '
            'fill="url(#p)"/></svg>'
        )
    )


def test_what_an_svg_within_an_svg_would_lose_is_an_error() -> None:
    with pytest.raises(SvgFault, match="missing on paper"):
        refuse_undrawn(read_art(f"{HEAD}{LOST[0]}</svg>"))


FADED = (
    '<linearGradient id="g" spreadMethod="repeat" x2=".5"><stop stop-color="red"/><stop offset="1" '
    'stop-color="red"/></linearGradient>'
)


@pytest.mark.parametrize("way", ["use", "text", "group"])
def test_an_icon_beyond_shapes_becomes_pixels_as_art_does(tmp_path: Path, way: str) -> None:
    icon = (
        f'{HEAD}<defs>{FADED}</defs><rect width="100" height="50" fill="url(#g)"/><rect y="50" '
        'width="100" height="50" fill="currentColor"/></svg>'
    )
    use = '<use href="icons/a.svg" x="0" y="0" width="40" height="40" color="#0000ff"/>'
    face = {
        "use": use,
        "group": f'<g opacity="0.999"><g transform="scale(1)">{use}</g></g>',
        "text": (
            '<textArea id="t" x="0" y="0" width="60" height="60" font-size="40" fill="#0000ff" '
            'line-height="1">{{ "{a}" }}</textArea>'
        ),
    }
    printed = Print(tmp_path, face[way], files={"templates/icons/a.svg": icon})
    assert [(one.severity, one.code) for one in printed.problems] == [("note", "picture-as-pixels")]
    assert "icons/a.svg" in printed.problems[0].message
    assert (printed.at(20, 10), printed.at(20, 32)) == (near(RED), near(BLUE))


def test_what_an_icon_would_lose_is_an_error_in_its_own_line(tmp_path: Path) -> None:
    icon = f"{HEAD}\n{LOST[1]}</svg>"
    printed = Print(
        tmp_path,
        '<use href="icons/a.svg" width="40" height="40"/>',
        files={"templates/icons/a.svg": icon},
    )
    assert errors(printed) == [(UNDRAWN, "templates/icons/a.svg", 2)]


def test_units_in_an_icon(tmp_path: Path) -> None:
    icon = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm"><rect width="10mm" '
        'height="20mm" fill="red"/></svg>'
    )
    printed = Print(
        tmp_path,
        '<use href="icons/a.svg" width="40" height="40"/>',
        files={"templates/icons/a.svg": icon},
    )
    assert (printed.problems, printed.at(19, 20), printed.at(21, 20)) == ([], near(RED), WHITE)


BOXES: dict[str, Any] = {
    "fonts": {"own-name": {"regular": "fonts/b.ttf"}},
    "files": {"fonts/b.ttf": font_bytes(family="Wolf Gothic")},
}
ALEF = "\u05d0"


@pytest.mark.parametrize(
    "family",
    [
        "own-name",
        "Wolf Gothic",
        "'wolf gothic'",
        "WolfGothic-Regular",
        "Nobody, own-name",
        '"Wolf Gothic", serif',
    ],
)
@pytest.mark.parametrize("beyond", ["", PATTERNED], ids=["shapes", "pixels"])
@pytest.mark.parametrize("how", ["attribute", "style", "group", "short"])
def test_a_font_is_found_by_the_names_that_it_has(
    tmp_path: Path, family: str, beyond: str, how: str
) -> None:
    quoted = family.replace('"', "&quot;")
    said = {
        "attribute": f'font-family="{quoted}"',
        "style": f'style="font-family:{quoted}"',
        "group": "",
        "short": f'style="font: 40px {quoted}"',
    }
    text = f'<text x="0" y="60" font-size="40" {said[how]}>{ALEF * 2}</text>'
    if how == "group":
        text = f'<g font-family="{quoted}">{text}</g>'
    if how == "short" and not beyond:
        beyond = PATTERNED  # no shape's word
    printed = shown(tmp_path, f"{beyond}{text}", **BOXES)
    warned = [one.code for one in printed.problems if one.severity != "note"]
    assert warned == (["art-font"] if family.startswith("Nobody") else [])
    assert printed.ink(0, 0, 40, 40) is not None


@pytest.mark.parametrize("beyond", ["", PATTERNED], ids=["shapes", "pixels"])
@pytest.mark.parametrize("family", ["Foo Bar", "Foo Bar, sans-serif", "'Foo Bar', Times, serif"])
def test_a_face_that_is_replaced_is_a_warning_in_the_arts_line(
    tmp_path: Path, family: str, beyond: str
) -> None:
    text = (
        f'{beyond}\n<text x="0" y="60" font-size="40" font-family="{family}">ab</text>\n<text '
        f'y="9" font-family="{family}">c</text>'
    )
    printed = shown(tmp_path, text)
    (problem,) = [one for one in printed.problems if one.severity != "note"]
    assert (problem.severity, problem.code) == ("warning", "art-font")
    assert problem.place is not None
    assert (problem.place.file, problem.place.line) == ("art/a.svg", 3)
    assert "Foo Bar" in problem.message
    assert ("Serif" if "serif" in family.split(", ") else "Sans") in problem.message


@pytest.mark.parametrize("beyond", ["", PATTERNED], ids=["shapes", "pixels"])
@pytest.mark.parametrize("text", ["森の狼 wolf", "wolf \U0001f43a", "<tspan>森</tspan>"])
def test_a_letter_that_no_font_has_is_an_error(tmp_path: Path, text: str, beyond: str) -> None:
    printed = shown(tmp_path, f'{beyond}\n<text y="60" font-family="Noto Sans JP">{text}</text>')
    assert errors(printed) == [("missing-glyph", "art/a.svg", 3)]


@pytest.mark.parametrize("beyond", ["", PATTERNED], ids=["shapes", "pixels"])
def test_letters_are_taken_from_another_font_of_the_game_with_a_warning(
    tmp_path: Path, beyond: str
) -> None:
    printed = shown(
        tmp_path, f'{beyond}<text y="60" font-size="40" font-family="Foo">{ALEF}</text>', **BOXES
    )
    assert [one.code for one in printed.problems if one.severity != "note"] == ["art-font"]
    assert printed.ink(0, 0, 40, 40) is not None


@pytest.mark.parametrize(
    "said", ['paint-order="stroke"', 'style="paint-order: stroke fill markers"']
)
def test_the_outline_of_a_text_is_beneath_its_letters_where_it_says_so(
    tmp_path: Path, said: str
) -> None:
    text = (
        '<text x="2" y="50" font-size="60" font-weight="900" fill="red" stroke="blue" '
        'stroke-width="9" {}>I</text>'
    )
    beneath, over = Print(tmp_path / "a", text.format(said)), Print(tmp_path / "b", text.format(""))
    assert (beneath.problems, beneath.text) == ([], "I")

    def red(printed: Print) -> int:
        places = product(range(printed.image.width), range(printed.image.height))
        return sum(1 for place in places if printed.image.getpixel(place) == RED)

    assert red(beneath) > 2 * red(over) > 0


@pytest.mark.parametrize("way", ["template", "art", "linked", "style"])
def test_a_scrim_fades_over_a_photo(tmp_path: Path, way: str) -> None:
    stops = (
        '<stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000"/>'
    )
    if way == "style":
        stops = '<stop offset="0" style="stop-color:#000;stop-opacity:0"/><stop offset="1"/>'
    gradient = f'<linearGradient id="g" x2="0" y2="1">{stops}</linearGradient>'
    if way == "linked":
        gradient = (
            f'<linearGradient id="h">{stops}</linearGradient><linearGradient id="g" href="#h" '
            'x2="0" y2="1"/>'
        )
    scrim = (
        f'<defs>{gradient}</defs><g transform="translate(0 0)"><rect width="100" height="100" '
        'fill="url(#g)"/></g>'
    )
    ground = '<rect width="63" height="88" fill="red"/>'
    if way == "art":
        printed = shown(tmp_path, scrim, f"{ground}{ART}")
    else:
        printed = Print(tmp_path, f'{ground}<g transform="scale(.4)">{scrim}</g>')
    assert (printed.problems, printed.pictures) == ([], 0)
    assert [printed.at(20, y)[0] for y in (1, 20, 39)] == [
        pytest.approx(share, abs=12) for share in (249, 128, 6)
    ]


@pytest.mark.parametrize(
    "body", ['<g opacity=".5">{}<path d="M0 0h9"/></g>', "{}"], ids=["group", "gradient"]
)
def test_art_in_small_units_is_shown_whole(tmp_path: Path, body: str) -> None:
    fading = (
        '<linearGradient id="g" y2="1" x2="0"><stop stop-opacity=".5"/><stop offset="1" '
        'stop-opacity=".5"/></linearGradient>'
    )
    fill = "url(#g)" if body == "{}" else "#000"
    far = f'<rect x="50000" y="50000" width="50000" height="50000" fill="{fill}"/>'
    head = HEAD.replace('viewBox="0 0 100 100"', 'viewBox="0 0 100000 100000"')
    printed = shown(tmp_path, f"{fading}{body.format(far)}", head=head)
    assert (printed.problems, printed.at(30, 30)) == ([], near((127, 127, 127)))


AS_WIDE = [  # of 100 x 100, the viewBox 100 x 50: the size, how it fits, points in mm of 40
    ("100", "", {(20, 20): RED, (20, 5): BLUE, (20, 35): BLUE}),
    ("40mm", "xMidYMin meet", {(20, 5): RED, (20, 25): BLUE}),
    ("100px", "none", {(20, 5): RED, (20, 39): RED}),
    ("100", "xMidYMid slice", {(1, 20): RED, (20, 1): RED}),
]


@pytest.mark.parametrize(("side", "how", "points"), AS_WIDE)
@pytest.mark.parametrize("beyond", ["", PATTERNED], ids=["shapes", "pixels"])
def test_art_is_as_wide_as_it_says_whatever_its_view_box(
    tmp_path: Path, side: str, how: str, points: dict[tuple[float, float], Any], beyond: str
) -> None:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 100 '
        f'50" preserveAspectRatio="{how}">'
    )
    body = (
        f'{beyond}<path d="M-99-99H199V199H-99Z" fill="blue"/><rect width="100" height="50" '
        'fill="red"/>'
    )
    printed = shown(tmp_path, body, head=head)
    assert (errors(printed), {point: printed.at(*point) for point in points}) == (
        [],
        {p: near(c) for p, c in points.items()},
    )


@pytest.mark.parametrize(
    "size",
    [
        'width="1em" height="1em"',
        'width="100%" height="100%"',
        'width="100"',
        'width="100.4" height="50"',
    ],
)
def test_art_that_says_no_other_proportions_fills_its_place(tmp_path: Path, size: str) -> None:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 100 50">'
    printed = shown(tmp_path, '<rect width="100" height="50" fill="red"/>', head=head)
    assert printed.ink(0, 0, 60, 60) == pytest.approx((0, 10, 40, 30), abs=0.3)


SQUARES = "M0 0H30V30H0Z", "M15 15V60H60V15Z"  # one clockwise, the other not
CLIPS = [
    ("opposite", '<path d="{}"/><path d="{}"/>', True),
    ("even-odd", '<g clip-rule="evenodd"><path d="{}"/><path d="{}"/></g>', True),
    ("mixed", '<path d="{}"/><path d="{}" clip-rule="evenodd"/>', True),
    ("one path", '<path d="{} {}"/>', False),
    (
        "hidden",
        (
            '<path d="{}" display="none"/><path d="{}" visibility="hidden"/><path d="M40 '
            '40H60V60H40Z"/>'
        ),
        False,
    ),
]


@pytest.mark.parametrize(
    ("clip", "is_seen"), [case[1:] for case in CLIPS], ids=[case[0] for case in CLIPS]
)
@pytest.mark.parametrize("way", ["template", "art"])
def test_shapes_of_a_clip_path_take_nothing_out_of_each_other(
    tmp_path: Path, clip: str, is_seen: bool, way: str
) -> None:
    body = (
        f'<clipPath id="c">{clip.format(*SQUARES)}</clipPath><rect width="100" height="100" '
        'fill="red" clip-path="url(#c)"/>'
    )
    printed = (
        shown(tmp_path, body)
        if way == "art"
        else Print(tmp_path, f'<g transform="scale(.4)">{body}</g>')
    )
    assert (printed.problems, printed.pictures) == ([], 0)
    assert [printed.at(x, x) for x in (9, 20, 30)] == [
        near(RED) if is_seen else WHITE,
        near(RED),
        WHITE,
    ]


@pytest.mark.parametrize("way", ["around", "within"])
def test_a_clip_path_that_is_cut_off_itself(tmp_path: Path, way: str) -> None:
    around, within = (
        (' clip-path="url(#a)"', "") if way == "around" else ("", ' clip-path="url(#a)"')
    )
    clips = (
        f'<clipPath id="a"><rect width="50" height="99"/></clipPath><clipPath id="b"{around}><rect '
        f'width="99" height="50"{within}/></clipPath>'
    )
    printed = shown(
        tmp_path, f'{clips}<rect width="100" height="100" fill="red" clip-path="url(#b)"/>'
    )
    assert (errors(printed), [printed.at(x, y) for x, y in ((10, 10), (30, 10), (10, 30))]) == (
        [],
        [near(RED), WHITE, WHITE],
    )


def test_clip_paths_that_cut_each_other_off_in_a_circle(tmp_path: Path) -> None:
    clips = (
        '<clipPath id="a" clip-path="url(#b)"><rect width="9" height="9"/></clipPath><clipPath '
        'id="b" clip-path="url(#a)"/>'
    )
    printed = Print(tmp_path, f'{clips}<rect width="9" height="9" clip-path="url(#a)"/>')
    assert [one.message for one in printed.problems] == [
        "clipPaths refer to each other in a circle"
    ]


BALL = '<symbol id="s" viewBox="0 0 24 24"{}><circle cx="{}" cy="12" r="12" fill="red"/></symbol>'
TILE = '<defs><path id="t" d="M0 0h40v20h-40z" fill="{}"/></defs>'
AS_BROWSERS_DO = {  # in a square of 100, shown at 40 mm
    "symbol without a size": (
        BALL.format("", 12) + '<use href="#s"/>',
        {(20, 2): RED, (20, 38): RED},
    ),
    "symbol with a width": (
        BALL.format("", 12) + '<use href="#s" width="50"/>',
        {(10, 9): WHITE, (10, 20): RED, (19, 20): RED},
    ),
    "symbol with a size of its own": (
        BALL.format(' width="50" height="50"', 12) + '<use href="#s" x="50"/>',
        {(30, 2): RED, (10, 10): WHITE},
    ),
    "symbol cut off": (
        BALL.format("", 24) + '<use href="#s" width="50" height="50"/>',
        {(19, 10): RED, (22, 10): WHITE},
    ),
    "symbol not cut off": (
        BALL.format(' style="overflow:visible"', 24) + '<use href="#s" width="50" height="50"/>',
        {(22, 10): RED},
    ),
    "symbol without a viewBox": (
        (
            '<symbol id="s"><rect x="-50" width="90" height="90" fill="red"/></symbol><use '
            'href="#s" x="50" width="20" height="20"/>'
        ),
        {(18, 4): WHITE, (22, 4): RED, (30, 4): WHITE, (22, 12): WHITE},
    ),
    "symbol that fades": (
        BALL.format(' opacity=".5"', 12) + '<use href="#s"/>',
        {(20, 20): (255, 127, 127)},
    ),
    "inner svg used at another size": (
        '<defs><svg id="s" width="5" height="5" viewBox="0 0 9 9"><rect width="9" height="9" '
        'fill="red"/></svg></defs>'
        '<use href="#s" width="50" height="50"/>',
        {(18, 18): RED, (22, 18): WHITE},
    ),
    "inner svg without a size": (
        '<svg viewBox="0 0 9 9"><rect width="9" height="9" fill="red"/></svg>',
        {(38, 38): RED},
    ),
    "inner svg without a viewBox": (
        '<svg x="50" width="20" height="20"><rect x="-9" width="99" height="9" fill="red"/></svg>',
        {(22, 1): RED, (18, 1): WHITE, (30, 1): WHITE},
    ),
    "use that is cut off": (
        TILE.format("red")
        + (
            '<clipPath id="c"><rect width="20" height="20"/></clipPath><use href="#t" x="50" '
            'y="50" clip-path="url(#c)"/>'
        ),
        {(22, 22): RED, (30, 22): WHITE},
    ),
    "two of the same id": (
        TILE.format("red") + TILE.format("blue") + '<use href="#t"/>',
        {(8, 4): RED},
    ),
    "turned around its place": (
        TILE.format("red") + '<use href="#t" x="50" transform="rotate(90 50 0)"/>',
        {(15, 5): RED, (25, 5): WHITE},
    ),
    "outline first": (
        (
            '<g paint-order="markers stroke" fill="red" stroke="blue" stroke-width="40"><path '
            'd="M20 20h60v60h-60z"/></g>'
        ),
        {(10, 10): RED, (5, 20): BLUE},
    ),
    "fill first": (
        (
            '<path d="M20 20h60v60h-60z" paint-order="fill stroke" fill="red" stroke="blue" '
            'stroke-width="40"/>'
        ),
        {(10, 10): BLUE},
    ),
    "a gradient from a circle": (
        '<radialGradient id="g" fr=".3"><stop stop-color="red"/><stop offset="1" '
        'stop-color="blue"/></radialGradient>'
        '<rect width="100" height="100" fill="url(#g)"/>',
        {(20, 20): RED, (20, 30): RED, (38, 38): BLUE},
    ),
    "dots": (
        '<path d="M20 20zm60 0z" stroke="red" stroke-width="20" stroke-linecap="round"/>',
        {(8, 8): RED, (32, 8): RED, (20, 8): WHITE, (11.6, 11.6): WHITE},
    ),
    "squares": (
        '<path d="M20 20z" stroke="red" stroke-width="20" stroke-linecap="square"/>',
        {(11.6, 11.6): RED, (12.4, 8): WHITE},
    ),
    "no dot": ('<path d="M20 20z" stroke="red" stroke-width="20"/>', {(8, 8): WHITE}),
    "dashes by pathLength": (
        '<path d="M0 50h100" pathLength="4" stroke="red" stroke-width="9" stroke-dasharray="1"/>',
        {(5, 20): RED, (15, 20): WHITE, (25, 20): RED, (35, 20): WHITE},
    ),
    "sizes in a style sheet": (
        (
            '<style>rect{x:50px;width:40px;height:25px} circle{r:20px}</style><rect height="40" '
            'fill="red"/><circle fill="red"/>'
        ),
        {(22, 4): RED, (38, 4): WHITE, (5, 5): RED},
    ),
    "an outline in a style": (
        """<path style="d:path('M0 0h50v50h-50z')" fill="red"/>""",
        {(10, 10): RED},
    ),
    "shares": (
        (
            '<rect width="100%" height="50%" fill="red"/><svg x="50" y="50" width="50" '
            'height="50"><rect width="50%" height="100%" fill="blue"/></svg><circle cx="25%" '
            'cy="75%" r="20%" fill="blue"/>'
        ),
        {(38, 18): RED, (28, 38): BLUE, (32, 38): WHITE, (17, 30): BLUE},
    ),
    "for light and dark": (
        (
            '<rect width="100" height="100" style="fill: light-dark(rgb(255, 0, 0), var(--dark, '
            '#121212)); cursor: pointer" pointer-events="all"/>'
        ),
        {(20, 20): RED},
    ),
}


@pytest.mark.parametrize(("body", "points"), AS_BROWSERS_DO.values(), ids=AS_BROWSERS_DO)
def test_art_is_drawn_as_browsers_do(
    tmp_path: Path, body: str, points: dict[tuple[float, float], Any]
) -> None:
    printed = shown(tmp_path, body)
    assert (printed.problems, printed.pictures) == ([], 0)
    assert {point: printed.at(*point) for point in points} == {
        point: near(colour, 12) for point, colour in points.items()
    }


def test_symbols_of_a_template_are_as_large_as_their_view_box(tmp_path: Path) -> None:
    printed = Print(tmp_path, BALL.format("", 12) + '<use href="#s" x="2"/>')
    assert (printed.problems, printed.at(14, 1), printed.at(14, 30)) == ([], near(RED), WHITE)


@pytest.mark.parametrize(
    "ground", ["background: red", "background:#000;background-color:rgb(255, 0, 0)"]
)
@pytest.mark.parametrize("beyond", ["", PATTERNED], ids=["shapes", "pixels"])
def test_the_background_of_a_picture_is_behind_it(tmp_path: Path, ground: str, beyond: str) -> None:
    head = HEAD.replace("<svg ", f'<svg style="{ground}" stroke="blue" stroke-width="50" ')
    printed = shown(tmp_path, f'{beyond}<path d="M99 99h-9" stroke="none"/>', head=head)
    assert (errors(printed), printed.at(1, 1), printed.at(38, 38), printed.at(42, 1)) == (
        [],
        near(RED),
        near(RED),
        WHITE,
    )


NOT_ON_PAPER = [
    ('style="background: linear-gradient(red, blue)"', "", 1),
    ('transform="rotate(9)"', "", 1),
    ("", '<rect filter="url(#nothing)" width="9" height="9"/>', 2),
    ("", f'{PATTERNED}<path d="M0 0h9" pathLength="4" stroke="red" stroke-dasharray="1"/>', 2),
]


@pytest.mark.parametrize(("root", "body", "line"), NOT_ON_PAPER)
def test_what_would_not_be_as_in_a_browser_is_an_error(
    tmp_path: Path, root: str, body: str, line: int
) -> None:
    assert errors(shown(tmp_path, body, head=HEAD.replace("<svg ", f"<svg {root} "))) == [
        (UNDRAWN, "art/a.svg", line)
    ]


@pytest.mark.parametrize("said", ['xml:space="preserve"', 'style="white-space: pre"', ""])
def test_a_text_keeps_its_spaces_where_it_says_so(tmp_path: Path, said: str) -> None:
    text = (
        f'<g {said if "xml" in said else ""}><text y="50" font-size="40" {said}>I  <tspan> '
        "</tspan> I</text></g>"
    )
    printed = shown(tmp_path, text)
    ink = printed.ink(0, 0, 60, 40)
    assert printed.problems == []
    assert ink is not None
    assert (ink[2] > 18) == bool(said)


@pytest.mark.parametrize("way", ["template", "art"])
@pytest.mark.parametrize("shown_by", ['mask="url(#m)"', 'mask="url(#n)"'], ids=["mask", "use"])
def test_a_mask_has_the_style_of_where_it_stands(tmp_path: Path, way: str, shown_by: str) -> None:
    masks = (
        '<g fill="#fff"><mask id="m"><rect id="r" width="50" height="100"/></mask></g><mask id="n" '
        'fill="#fff"><use href="#r"/></mask>'
    )
    body = f'{masks}<g fill="#fff"><rect fill="red" width="100" height="100" {shown_by}/></g>'
    printed = (
        shown(tmp_path, body)
        if way == "art"
        else Print(tmp_path, f'<g transform="scale(.4)">{body}</g>')
    )
    assert (errors(printed), printed.at(10, 20), printed.at(30, 20)) == ([], near(RED), WHITE)


def test_variables_are_resolved_in_pixels_too(tmp_path: Path) -> None:
    head = HEAD.replace("<svg ", '<svg style="--c:#008000" ')
    rows = (
        '<rect width="100" height="50" fill="var(--c)"/><rect y="50" width="100" height="50" '
        'style="fill:var(--d, #ff0000)"/>'
    )
    printed = shown(tmp_path, f"{PATTERNED}{rows}", head=head)
    assert (errors(printed), printed.at(20, 10), printed.at(20, 30)) == ([], near(GREEN), near(RED))


@pytest.mark.parametrize("beyond", ["", PATTERNED], ids=["shapes", "pixels"])
def test_a_style_may_say_where_an_element_is(tmp_path: Path, beyond: str) -> None:
    rect = (
        '<rect width="30" height="30" fill="red" transform="scale(9)" '
        'style="transform:translate(50px,50px) rotate(90deg)"/>'
    )
    printed = shown(tmp_path, f"{beyond}{rect}")
    assert (errors(printed), printed.at(14, 26), printed.at(26, 26), printed.at(4, 4)) == (
        [],
        near(RED),
        WHITE,
        WHITE,
    )


PASSED_OVER = [
    "<style>@media (min-width:1px){rect{fill:red}}</style>",
    "<style>rect:nth-child(2){fill:red}</style>",
    "<style>g ~ rect{fill:red}</style>",
    '<path d="M0 0h9" stroke="red" vector-effect="non-scaling-stroke"/>',
    '<path d="M0 0h9" stroke="red" style="vector-effect:non-scaling-stroke"/>',
]


@pytest.mark.parametrize("rule", PASSED_OVER)
def test_what_the_renderer_passes_over_is_an_error(tmp_path: Path, rule: str) -> None:
    assert errors(shown(tmp_path, f'\n{rule}<rect width="9" height="9"/>')) == [
        (UNDRAWN, "art/a.svg", 3)
    ]


def test_rules_for_dark_screens_and_pointers_are_not_for_paper(tmp_path: Path) -> None:
    rules = (
        "<style>@media (prefers-color-scheme: dark){rect{fill:red}} g > rect{fill:#008000} "
        "a:hover{fill:red}</style>"
    )
    printed = shown(tmp_path, f'{rules}<g><rect width="100" height="100"/></g>')
    assert (errors(printed), printed.at(20, 20)) == ([], near(GREEN))
