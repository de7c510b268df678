"""Text areas: wrapping, shrinking, aligning, marks and icons; what does not fit or has no glyph is
told with its place.
"""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.data.units import MM_PER_PT
from generator.face.faces import FaceMaker
from generator.face.fonts import Font
from generator.face.press import Press
from generator.face.svg import Element
from generator.face.text.area import READABLE_PT
from generator.face.text.lines import balanced, line_width, wrap
from generator.face.text.markup import without_marks
from generator.face.text.notes import Fit
from generator.face.text.words import Fragment, Word
from tests.conftest import make_game
from tests.generator.face.fitted import AREA, BOOK, FONT_FILES, SANS, Fitted

properties = settings(max_examples=80)


def word(text: str, font: Font = SANS, space: float = 0.2, hyphen: bool = False) -> Word:
    return Word([Fragment(text, font, False, False, font.width(text))], space, hyphen)


# ---------------------------------------------------------------- wrapping

words_ = st.lists(
    st.builds(
        word,
        st.text("abcdefgilmW ", min_size=1, max_size=12).map(lambda t: t.replace(" ", "x")),
        space=st.sampled_from([0.0, 0.2]),
        hyphen=st.booleans(),
    ),
    max_size=20,
)


@pytest.mark.slow
@properties
@given(st.lists(words_, min_size=1, max_size=3), st.floats(0.5, 12), st.booleans())
def test_wrapping_loses_no_word_and_no_line_is_too_wide_unless_it_is_one_word(
    paragraphs: list[list[Word]], width: float, even: bool
) -> None:
    hyphen = SANS.width("-")
    lines = wrap(paragraphs, width, hyphen)
    if even and all(line_width(line) <= width for line in lines):
        lines = balanced(paragraphs, lines, hyphen)
    assert [w.pieces[0].text for line in lines for w in line] == [
        w.pieces[0].text for p in paragraphs for w in p
    ]
    assert all(line_width(line) <= width + 1e-6 or len(line) == 1 for line in lines)
    assert len(lines) >= len(paragraphs)


@properties
@given(words_, st.floats(1, 12))
def test_evening_out_lines_takes_no_further_line(paragraph: list[Word], width: float) -> None:
    lines = wrap([paragraph], width)
    assert len(balanced([paragraph], lines)) == len(lines)


@pytest.mark.slow
@properties
@given(st.lists(words_, min_size=1, max_size=3), st.floats(1, 12))
def test_lines_are_filled_before_the_next_begins(
    paragraphs: list[list[Word]], width: float
) -> None:
    lines = [line for line in wrap(paragraphs, width, 0.0) if line]
    firsts = {id(p[0]) for p in paragraphs if p}
    for line, following in pairwise(lines):
        if id(following[0]) not in firsts:
            full = (
                sum(w.width + (w.space if n else 0) for n, w in enumerate(line))
                + following[0].space
                + following[0].width
            )
            assert full > width


texts = st.text(st.sampled_from("abc Wim.,-ÄßéЖδ"), min_size=1, max_size=120).filter(str.strip)


def test_no_letter_of_a_card_is_lost_between_the_file_and_the_face(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    @settings(properties, max_examples=25)
    @given(texts, st.sampled_from(["", 'text-align="center"', 'text-align="end"']))
    def check(text: str, align: str) -> None:
        fitted = Fitted(tmp_path_factory.mktemp("game"), AREA.format(align), text)
        assert "".join(" ".join(fitted.lines).split()) == "".join(text.split())
        assert fitted.fit.lines == len(fitted.lines)

    check()


# ---------------------------------------------------------------- sizes


def test_text_that_fits_keeps_its_size(tmp_path: Path) -> None:
    fitted = Fitted(tmp_path, AREA.format(""))
    assert fitted.problems == []
    assert fitted.fit == Fit(
        "one",
        "text",
        pytest.approx(10),
        pytest.approx(10),
        1,
        0,
        0,
        "card.svg.j2:2",
        fitted.game.cards["one"].places["text"],
    )


@pytest.mark.slow
def test_text_shrinks_as_little_as_it_must(tmp_path: Path) -> None:
    sizes = [
        Fitted(tmp_path, AREA.format(""), "word " * count).fit.used_pt for count in range(1, 70)
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == pytest.approx(10)
    assert min(sizes) == pytest.approx(7)
    assert len({round(size, 3) for size in sizes}) > 5


def test_the_floor_is_reached_and_not_passed(tmp_path: Path) -> None:
    fitted = Fitted(tmp_path, AREA.format("").replace("7pt", "7.1pt"), "word " * 300)
    assert fitted.fit.used_pt == pytest.approx(7.1)


@pytest.mark.parametrize(
    ("text", "high", "wide"),
    [
        ("word" + " word" * 299, True, False),
        ("W" * 60, False, True),
        ("W" * 60 + " word" * 300, True, True),
    ],
)
def test_text_that_does_not_fit_is_an_error_at_the_card(
    tmp_path: Path, text: str, high: bool, wide: bool
) -> None:
    fitted = Fitted(tmp_path, "\n\n" + AREA.format(""), text)
    assert fitted.fit.used_pt == pytest.approx(7), "never smaller than the floor"
    assert (fitted.fit.too_high_mm > 0, fitted.fit.too_wide_mm > 0, fitted.fit.overflows) == (
        high,
        wide,
        True,
    )
    (problem,) = fitted.problems
    assert (problem.severity, problem.code, problem.card) == ("error", "text-overflow", "one")
    assert "'text' does not fit" in problem.message
    assert "7 pt" in problem.message
    assert ("too high" in problem.message, "too wide" in problem.message) == (high, wide)
    assert "text: " + text[:20] in fitted.line_of(problem)
    assert [str(place) for _, place in problem.also] == ["templates/card.svg.j2:4"]
    if high:
        assert f"{fitted.fit.too_high_mm:.1f} mm" in problem.message


def test_max_lines_is_kept_to(tmp_path: Path) -> None:
    text = "Sir Percival of the very long and winding name, and of the hill"
    free = Fitted(tmp_path, AREA.format(""), text)
    assert free.fit.lines == 2
    (problem,) = Fitted(tmp_path, AREA.format('max-lines="1"'), text).problems
    assert problem.message == "'text' does not fit in one line at 7 pt: 12.7 mm too wide"
    shorter = Fitted(tmp_path, AREA.format('max-lines="1"'), text[:46])
    assert (shorter.fit.lines, shorter.problems) == (1, [])
    assert shorter.fit.used_pt < 10


def test_shrinking_below_the_readable_is_a_warning(tmp_path: Path) -> None:
    face = AREA.format("").replace("7pt", "4pt")
    fitted = Fitted(tmp_path, face, "word" + " word" * 64)
    assert 4 < fitted.fit.used_pt < READABLE_PT
    (problem,) = fitted.problems
    assert (problem.severity, problem.code, problem.card) == ("warning", "text-small", "one")
    assert f"{fitted.fit.used_pt:.3g} pt" in problem.message
    assert "text: word" in fitted.line_of(problem)
    small = Fitted(tmp_path, face.replace("10pt", "5pt"))
    assert small.problems == [], "small on purpose is the designer's business"


def test_the_last_lines_stay_within_the_area(tmp_path: Path) -> None:
    for align in ("before", "center", "after"):
        fitted = Fitted(tmp_path, AREA.format(f'display-align="{align}"'), "gyp " * 40)
        assert fitted.problems == []
        size = fitted.fit.used_pt * MM_PER_PT
        assert min(e.number("y") for e in fitted.placed) - SANS.cap_height * size >= 10 - 1e-3
        assert max(e.number("y") for e in fitted.placed) + SANS.descent * size <= 30 + 1e-3


# ---------------------------------------------------------------- alignment


@pytest.mark.parametrize(
    ("align", "share"), [("", 0), ("start", 0), ("center", 0.5), ("middle", 0.5), ("end", 1)]
)
def test_lines_are_aligned_across(tmp_path: Path, align: str, share: float) -> None:
    fitted = Fitted(
        tmp_path,
        AREA.format(f'text-align="{align}"'),
        "one two three four five six seven eight nine",
    )
    assert fitted.fit.lines == 2
    for element in fitted.placed:
        width = SANS.width(element.text()) * 10 * MM_PER_PT
        assert element.number("x") == pytest.approx(5 + (50 - width) * share, abs=0.01)


@pytest.mark.parametrize(
    ("align", "baseline"),
    [("", 10 + 0.656), ("before", 10 + 0.656), ("center", 20 + 0.656 / 2), ("after", 30)],
)
def test_lines_are_aligned_down(tmp_path: Path, align: str, baseline: float) -> None:
    em = 10 * MM_PER_PT
    wanted = (
        10 * (baseline // 10) + (baseline % 10) * em if align != "after" else 30 - SANS.descent * em
    )
    assert SANS.cap_height == pytest.approx(0.656, abs=0.01)
    (element,) = Fitted(tmp_path, AREA.format(f'display-align="{align}"')).placed
    assert element.number("y") == pytest.approx(wanted, abs=0.03)


def test_lines_are_as_far_apart_as_line_height_says(tmp_path: Path) -> None:
    for height in (1.0, 1.5):
        ys = [
            e.number("y")
            for e in Fitted(tmp_path, AREA.format(f'line-height="{height}"'), "a\nb\nc").placed
        ]
        assert [b - a for a, b in pairwise(ys)] == pytest.approx(
            [height * 10 * MM_PER_PT] * 2, abs=1e-3
        )


def test_an_area_is_not_disturbed_by_what_it_inherits_for_plain_text(tmp_path: Path) -> None:
    fitted = Fitted(
        tmp_path,
        (
            '<g text-anchor="end" letter-spacing="2" style="font-weight: 700" '
            f'font-size="20">{AREA.format("")}</g>'
        ),
    )
    (group,) = [
        e
        for e in fitted.root.walk()
        if e.children and isinstance(e.children[0], Element) and e.children[0].tag == "text"
    ]
    assert (group.get("text-anchor"), group.get("letter-spacing")) == ("start", "0")
    assert group.get("font-weight") == "700"
    assert group.number("font-size") == pytest.approx(10 * MM_PER_PT, abs=1e-3)


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        (
            'text-align="right"',
            "'text-align' expected one of start, center, end, justify, found 'right'",
        ),
        ('display-align="top"', "'display-align' expected one of before, center, after"),
        ('colour="red"', "has no attribute 'colour'"),
        ('max-lines="two"', "'max-lines' expected a number"),
        ('max-lines="-1"', "'max-lines' expected a whole number above 0, found '-1'"),
        ('max-lines="1.5"', "'max-lines' expected a whole number above 0, found '1.5'"),
        ('line-height="0"', "'line-height' expected a number above 0, found '0'"),
        ('line-height="-1"', "'line-height' expected a number above 0, found '-1'"),
    ],
)
def test_wrong_attributes_are_problems_at_the_template(
    tmp_path: Path, attribute: str, message: str
) -> None:
    (problem,) = Fitted(tmp_path, "\n" + AREA.format(attribute)).problems
    assert message in problem.message
    assert str(problem.place) == "templates/card.svg.j2:3"
    assert problem.card == "one"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [('width="50"', "a width and a height"), ('font-size="10pt" min-font-size="7pt"', "above 0")],
)
def test_an_area_needs_room_and_a_size(tmp_path: Path, wrong: str, message: str) -> None:
    face = AREA.format("").replace(wrong, 'font-size="0"' if "font" in wrong else "")
    (problem,) = Fitted(tmp_path, face).problems
    assert message in problem.message


def test_a_text_with_no_size_is_a_problem_not_a_crash(tmp_path: Path) -> None:
    (problem,) = Fitted(tmp_path, '<text font-size="bigpt">a</text>').problems
    assert "'font-size' expected a number" in problem.message


def test_an_area_holds_text_only(tmp_path: Path) -> None:
    (problem,) = Fitted(
        tmp_path, '<textArea width="50" height="20">a<tspan>b</tspan></textArea>'
    ).problems
    assert "can contain only text and <tbreak/>, found <tspan>" in problem.message


# ---------------------------------------------------------------- marks, breaks, icons


def styles(fitted: Fitted) -> list[tuple[str, str, str]]:
    return [(e.text(), e.get("font-weight"), e.get("font-style")) for e in fitted.placed]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain **bold** plain", [("plain", "", ""), ("bold", "700", ""), ("plain", "", "")]),
        ("*slanted* ***both***", [("slanted", "", "italic"), ("both", "700", "italic")]),
        ("**two words** on", [("two words", "700", ""), ("on", "", "")]),
        ("half**bold**", [("half", "", ""), ("bold", "700", "")]),
        (r"2 \* 3 \{gold\} \\", [(r"2 * 3 {gold} \ ".strip(), "", "")]),
        (r"a \{ b \} c", [("a { b } c", "", "")]),
        (r"C:\temp", [(r"C:\temp", "", "")]),
        ("1 < 2 & 3 > 2", [("1 < 2 & 3 > 2", "", "")]),
    ],
)
def test_marks(tmp_path: Path, text: str, expected: list[tuple[str, str, str]]) -> None:
    fitted = Fitted(tmp_path, AREA.format(""), text)
    assert fitted.problems == []
    assert styles(fitted) == expected


def test_bold_text_is_measured_as_bold(tmp_path: Path) -> None:
    fitted = Fitted(tmp_path, AREA.format(""), "**Wide** on")
    bold, plain = fitted.placed
    font = BOOK.find("Source Sans Pro", 700)
    em = 10 * MM_PER_PT
    assert plain.number("x") - bold.number("x") == pytest.approx(
        (font.width("Wide") + SANS.width(" ")) * em, abs=0.01
    )
    assert font.width("Wide") != SANS.width("Wide")


def test_italic_inside_italic_stands_upright(tmp_path: Path) -> None:
    assert styles(Fitted(tmp_path, AREA.format('font-style="italic"'), "a *b*")) == [
        ("a", "", ""),
        ("b", "", "normal"),
    ]


@pytest.mark.parametrize(("text", "mark"), [("**bold", "'**'"), ("a *b", "'*'"), ("2 *3", "'*'")])
def test_a_mark_never_closed_is_an_error_at_the_card(tmp_path: Path, text: str, mark: str) -> None:
    fitted = Fitted(tmp_path, AREA.format(""), text)
    (problem,) = fitted.problems
    assert (problem.severity, problem.code) == ("error", "open-mark")
    assert problem.message == f"{mark} is opened and never closed"
    assert text in fitted.line_of(problem)


@pytest.mark.parametrize("text", ["Pay 2 * 3 coins and 2 * 4 later.", "2 ** 3", "* first", "all *"])
def test_an_asterisk_between_spaces_stands_for_itself(tmp_path: Path, text: str) -> None:
    fitted = Fitted(tmp_path, AREA.format(""), text)
    assert (fitted.problems, fitted.lines, styles(fitted)) == ([], [text], [(text, "", "")])
    assert without_marks(text) == text


def test_line_breaks_of_the_card_and_of_the_template(tmp_path: Path) -> None:
    assert Fitted(tmp_path, AREA.format(""), "one\ntwo\n\nthree\n").lines == ["one", "two", "three"]
    assert Fitted(tmp_path, AREA.format(""), "one\ntwo\n\nthree\n").fit.lines == 4
    assert Fitted(tmp_path, AREA.format("").replace("{{", "before<tbreak/>\n  {{")).lines == [
        "before",
        "Text",
    ]


def narrow(width: float) -> str:
    return (
        AREA.format("")
        .replace('width="50"', f'width="{width}"')
        .replace('height="20"', 'height="60"')
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tea\u00adpot", ["tea-", "pot"]),
        ("tea\u00a0pot x", ["tea\u00a0pot", "x"]),
        ("tea-pot", ["tea-", "pot"]),
        ("tea/pot", ["tea/", "pot"]),
        ("tea\u200bpot", ["tea", "pot"]),
        ("tea – pot", ["tea –", "pot"]),
    ],
)
def test_where_lines_may_break(tmp_path: Path, text: str, expected: list[str]) -> None:
    fitted = Fitted(
        tmp_path, narrow(9 if "\u00a0" not in text else 12).replace("7pt", "10pt"), text
    )
    assert fitted.problems == []
    assert fitted.lines == expected


def test_a_soft_hyphen_shows_only_where_the_line_breaks(tmp_path: Path) -> None:
    assert Fitted(tmp_path, AREA.format(""), "tea\u00adpot and sau\u00adcer").lines == [
        "teapot and saucer"
    ]


ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" fill="none" stroke="#f00"><path '
    'id="a" d="M0 0h20"/><use href="#a"/></svg>'
)


def test_icons_stand_in_the_line(tmp_path: Path) -> None:
    fitted = Fitted(
        tmp_path, AREA.format(""), "Pay {coin} now", files={"templates/icons/coin.svg": ICON}
    )
    assert fitted.problems == []
    (icon,) = [e for e in fitted.root.walk() if e.tag == "svg" and e is not fitted.root]
    em = 10 * MM_PER_PT
    first, last = fitted.placed
    assert icon.get("viewBox") == "0 0 20 10"
    assert (icon.number("width"), icon.number("height")) == pytest.approx((2 * em, em), abs=1e-3)
    assert icon.number("x") == pytest.approx(first.number("x") + SANS.width("Pay ") * em, abs=1e-3)
    assert last.number("x") == pytest.approx(
        icon.number("x") + (2 + SANS.width(" ")) * em, abs=1e-3
    )
    middle = icon.number("y") + icon.number("height") / 2
    assert middle == pytest.approx(first.number("y") - SANS.cap_height * em / 2, abs=1e-3)
    assert [e.get("id") or e.get("href") for e in icon.walk() if e.tag in ("path", "use")] == [
        "coin-a",
        "#coin-a",
    ]


@pytest.mark.parametrize(
    "face",
    [
        AREA.format(""),
        '<use href="icons/coin.svg" x="1" y="1" width="20" height="10" fill="blue"/>',
    ],
)
def test_an_icon_keeps_the_paint_of_its_own_svg(tmp_path: Path, face: str) -> None:
    fitted = Fitted(tmp_path, face, "{coin}", files={"templates/icons/coin.svg": ICON})
    (path,) = [e for e in fitted.root.walk() if e.tag == "path"]
    painted = [e for e in fitted.root.walk() if path in e.children]
    assert (painted[0].get("fill"), painted[0].get("stroke")) == ("none", "#f00")


def test_an_unknown_icon_is_an_error_with_a_hint(tmp_path: Path) -> None:
    fitted = Fitted(
        tmp_path, AREA.format(""), "Pay {coim} now", files={"templates/icons/coin.svg": ICON}
    )
    (problem,) = fitted.problems
    assert (problem.code, problem.hint) == ("unknown-icon", "did you mean 'coin'?")
    assert "Pay {coim}" in fitted.line_of(problem)
    (problem,) = Fitted(tmp_path, '<use href="icons/coim.svg" width="5" height="5"/>').problems
    assert (problem.code, problem.hint) == ("unknown-icon", "did you mean 'coin'?")
    (problem,) = Fitted(
        tmp_path, '<use href="icons/coin/{{ card.id }}.svg" width="5" height="5"/>'
    ).problems
    assert problem.hint == (
        "draw templates/icons/coin/one.svg for 'one', or give the card `art:` if its template "
        "shows that"
    )
    (problem,) = Fitted(
        tmp_path, AREA.format(""), "A {camel}", files={"templates/icons/camel.png": "x"}
    ).problems
    assert problem.hint == "icons are SVG files, and camel.png is not one: save it as camel.svg"
    (problem,) = Fitted(tmp_path, '<use href="coin.svg" width="5" height="5"/>').problems
    assert problem.hint == 'write href="icons/coin.svg"'
    (tmp_path / "templates/icons/well.svg").mkdir()
    (problem,) = Fitted(tmp_path, AREA.format(""), "A {well}").problems
    assert problem.hint == "icons are SVG files, and templates/icons/well.svg is a folder"
    (problem,) = Fitted(
        tmp_path, '<use href="icons/../../../etc/passwd.svg" width="5" height="5"/>'
    ).problems
    assert problem.code == "unknown-icon"


# ---------------------------------------------------------------- fonts and glyphs


@pytest.mark.parametrize(
    ("text", "character", "code"),
    [("Tea 茶", "茶", "U+8336"), ("Fun 🎲 time", "🎲", "U+1F3B2"), ("ᚠ", "ᚠ", "U+16A0")],
)
@pytest.mark.parametrize("face", [AREA.format(""), '<text x="5" y="5">{{ card.text }}</text>'])
def test_a_character_without_a_glyph_is_an_error_at_the_card(
    tmp_path: Path, face: str, text: str, character: str, code: str
) -> None:
    fitted = Fitted(tmp_path, face, text)
    (problem,) = fitted.problems
    assert (problem.severity, problem.code, problem.card) == ("error", "missing-glyph", "one")
    assert f"'{character}' ({code})" in problem.message
    assert "SourceSansPro-Regular" in problem.message
    assert text in fitted.line_of(problem)


def test_a_glyph_is_looked_for_in_the_font_that_shows_it(tmp_path: Path) -> None:
    shutil.copy(FONT_FILES / "SourceSansPro-Regular.ttf", tmp_path / "my.ttf")
    assert (
        Fitted(tmp_path, '<text>a <tspan style="font-weight: 700">b</tspan></text>').problems == []
    )
    (problem,) = Fitted(tmp_path, '<text>a<tspan font-weight="700">茶</tspan></text>').problems
    assert "SourceSansPro-Bold" in problem.message


def test_greek_and_cyrillic_are_fine(tmp_path: Path) -> None:
    fitted = Fitted(
        tmp_path, AREA.format(""), "Ελληνικά **Кириллица** *łódź Ñandú ø ß* — „…“ × ½ €"
    )
    assert fitted.problems == []


# ---------------------------------------------------------- slips that once went through in silence


@pytest.mark.parametrize(
    ("text", "code", "message", "hint"),
    [
        ("Take 1 {star", "open-mark", "'{' is opened", r"\{"),
        ("Take 1 star}", "open-mark", "'}' has no opening brace", r"\}"),
        ("{ star }", "unknown-icon", "'{ star }'", "write {star}"),
        ("{star 2}", "unknown-icon", "'{star 2}'", "did you mean 'star'?"),
        ("{moon 2}", "unknown-icon", "'{moon 2}'", r"\{"),
        (
            "{{ rules.hand_size }}",
            "open-mark",
            "'{{ rules.hand_size }}'",
            "in templates, not in cards.yaml",
        ),
        (
            "{{ rules.hand_size",
            "open-mark",
            "'{{ rules.hand_size'",
            "in templates, not in cards.yaml",
        ),
        ("{card.text}", "unknown-icon", "'{card.text}'", "{{ card.text }}"),
    ],
)
def test_a_brace_that_makes_no_icon_is_a_problem_at_the_card(
    tmp_path: Path, text: str, code: str, message: str, hint: str
) -> None:
    icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    fitted = Fitted(tmp_path, AREA.format(""), text, files={"templates/icons/star.svg": icon})
    (problem,) = fitted.problems
    assert (problem.severity, problem.code) == ("error", code)
    assert message in problem.message
    assert hint in (problem.hint or "")
    assert text in fitted.line_of(problem)


@pytest.mark.parametrize(
    "text",
    [
        "Take 1 {star",
        "Take 1 star}",
        "{moon}",
        "{{ rules.hand }}",
        "**Take 1",
        "Take *1",
        "A [kyword]slip[/]",
        "[keyword]no end",
    ],
)
def test_a_slip_is_at_its_text_whatever_the_area_is_called(tmp_path: Path, text: str) -> None:
    area = AREA.format("").replace('id="text"', 'id="all"')
    fitted = Fitted(tmp_path, area.replace(">{{", ">Of **all**: {{"), text, **STYLES)
    (problem,) = fitted.problems
    assert text in fitted.line_of(problem)


def test_a_single_brace_around_a_name_of_the_game_is_a_slip_in_plain_text(tmp_path: Path) -> None:
    for written in ("{card.text}", "{ card.text }"):
        (problem,) = Fitted(tmp_path, f'<text y="9">{written}</text>').problems
        assert (problem.code, problem.hint) == ("bad-svg", "did you mean {{ card.text }}?")
    assert Fitted(tmp_path, '<text y="9">{ plain }</text>').problems == []


@pytest.mark.parametrize(
    ("face", "message", "hint"),
    [
        (AREA.format('text-align="cebter"'), "expected one of start, center, end", "'center'"),
        (
            AREA.format('style="text-align: cebter"'),
            "expected one of start, center, end",
            "'center'",
        ),
        (
            AREA.format('display-align="middle"'),
            "expected one of before, center, after",
            "'center'",
        ),
        (AREA.format('style="text-decoration: underline"'), "no style 'text-decoration'", ""),
        (
            AREA.format("").replace('"7pt"', '"12pt"'),
            "'min-font-size' expected at most the font-size, 10pt, found '12pt'",
            "can shrink",
        ),
        (
            AREA.format("").replace('"10pt"', '"48px"'),
            "'font-size' expected points or millimetres, found '48px'",
            "48pt",
        ),
        ('<text y="9" font-size="48px">a</text>', "'font-size' expected points", "48pt"),
        ('<textarea width="50" height="9">a</textarea>', "<textarea>", "write <textArea>"),
        (
            '<use href="icons/star.svg" width="9" height="9" style="--flmae: red"/>',
            "does not use a variable '--flmae'",
            "'--flame'",
        ),
    ],
)
def test_a_wrong_value_is_a_problem_with_a_remedy(
    tmp_path: Path, face: str, message: str, hint: str
) -> None:
    icon = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" '
        'fill="var(--flame, red)"/></svg>'
    )
    (problem,) = Fitted(tmp_path, face, files={"templates/icons/star.svg": icon}).problems
    assert message in problem.message
    assert hint in (problem.hint or "")


def test_a_style_says_what_an_attribute_of_an_area_says(tmp_path: Path) -> None:
    by_attribute = Fitted(tmp_path, AREA.format('text-align="end" max-lines="1"'))
    by_style = Fitted(
        tmp_path,
        AREA.format(
            'style="text-align: end; max-lines: 1; fill: red; -inkscape-x: 1; marker: none"'
        ),
    )
    assert by_style.problems == []
    assert by_style.placed[0].get("x") == by_attribute.placed[0].get("x")


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        (
            "[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]|sum == 1.0",
            "True",
        ),  # not so by Python 3.11's own
        ("[1, 2, 3]|sum", "6"),
        ("[1, 2.5]|sum(start=2)", "5.5"),
        ("[{'x': 0.5}, {'x': 1}]|sum(attribute='x')", "1.5"),
        ("[{'x': 2}, {'x': 1}]|sum(attribute='x')", "3"),
        ("[]|sum", "0"),
    ],
)
def test_templates_add_up_alike_on_every_python(expression: str, said: str, tmp_path: Path) -> None:
    game = make_game(tmp_path, f"<text>{{{{ ({expression})|string }}}}</text>")
    assert FaceMaker(game).face(game.card("one")).root.text().strip() == said


@pytest.mark.parametrize(
    ("use", "is_told"),
    [
        ('<use href="icons/disc.svg" x="3" y="3"/>', True),
        ('<g fill="#000"><use href="icons/disc.svg"/></g>', True),
        ('<use href="icons/disc.svg" x="3" y="3" width="9" height="9"/>', False),
        ('<use href="icons/disc.svg" x="3" y="3" height="9"/>', False),
        ('<use href="icons/disc.svg" transform="scale(0.1)"/>', False),
        ('<g transform="scale(0.1)"><use href="icons/disc.svg"/></g>', False),
        (
            (
                '<svg x="3" y="3" width="9" height="9" viewBox="0 0 100 100"><use '
                'href="icons/disc.svg"/></svg>'
            ),
            False,
        ),
        ('<use href="icons/dot.svg" x="3" y="3"/>', False),  # drawn small
    ],
)
def test_an_icon_that_nobody_says_how_large_it_is(use: str, is_told: bool, tmp_path: Path) -> None:
    disc = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}"><circle cx="{1}" cy="{1}" '
        'r="{1}"/></svg>'
    )
    files = {
        "templates/icons/disc.svg": disc.format(100, 50),
        "templates/icons/dot.svg": disc.format(8, 4),
    }
    game = make_game(tmp_path, use, files=files)
    press = Press(game)
    assert press.stamp(game.card("one")) is not None
    assert [(one.code, one.severity) for one in press.problems] == [
        ("icon-unsized", "warning")
    ] * is_told


# ---------------------------------------------------------------- words in a style

STAR = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" '
    'r="4"/></svg>'
)
STYLES: dict[str, Any] = {
    "palette": {"red": "#b3261e", "ember": "#c8561b"},
    "styles": {
        "keyword": {"colour": "ember", "weight": "bold", "size": "120%", "italic": True},
        "large": {"size": "200%"},
    },
}


def looks(fitted: Fitted) -> list[tuple[str, str, str, str]]:
    """List the placed texts, each with its own colour, weight and slant."""
    names = ("fill", "font-weight", "font-style")
    return [(element.text(), *(element.get(name) for name in names)) for element in fitted.placed]  # type: ignore[misc]


def test_words_in_a_style_have_its_look_within_bold_and_italic_and_each_other(
    tmp_path: Path,
) -> None:
    text = "a [red]b **c**[/] [keyword]d [red]e[/] *f*[/] **[red]g[/]** [sic]"
    fitted = Fitted(tmp_path, AREA.format(""), text, **STYLES)
    assert not fitted.problems
    assert looks(fitted) == [
        ("a", "", "", ""),
        ("b", "#b3261e", "", ""),
        ("c", "#b3261e", "700", ""),
        ("d", "#c8561b", "700", "italic"),
        ("e", "#b3261e", "700", "italic"),
        ("f", "#c8561b", "700", "normal"),
        ("g", "#b3261e", "700", ""),
        ("[sic]", "", "", ""),
    ]


def test_larger_words_are_as_wide_as_they_are_drawn_and_their_line_is_higher(
    tmp_path: Path,
) -> None:
    fitted = Fitted(tmp_path, AREA.format(""), "[large]mmm[/]x\nlow\n[large]high[/]", **STYLES)
    large, beside, low, high = fitted.placed
    size = 10 * MM_PER_PT
    assert large.number("font-size") == pytest.approx(2 * size, abs=1e-3)
    assert beside.number("x") - large.number("x") == pytest.approx(
        SANS.width("mmm") * 2 * size, abs=1e-3
    )
    assert low.number("y") - large.number("y") == pytest.approx(1.2 * size, abs=1e-3)
    assert high.number("y") - low.number("y") == pytest.approx(2.4 * size, abs=1e-3)
    assert large.number("y") == pytest.approx(10 + 2 * SANS.cap_height * size, abs=1e-3)


@pytest.mark.parametrize(
    "more",
    ["", 'direction="rtl"', 'hyphens="auto"', 'letter-spacing="0.1em"', 'text-align="center"'],
)
def test_a_style_changes_no_words_and_keeps_them_in_their_area(more: str, tmp_path: Path) -> None:
    text = (
        "Unquestionably [keyword]extraordinary considerations[/] of every [large]sort {}[/] wrap "
        * 3
    )
    files = {"templates/icons/star.svg": STAR}
    fitted = Fitted(
        tmp_path, AREA.format(more), text.replace("{}", "{star}"), files=files, **STYLES
    )
    assert (
        not [problem for problem in fitted.problems if problem.code != "text-small"]
        or fitted.fit.overflows
    )
    words = re.sub(r"[-\s]", "", "".join(element.text() for element in fitted.placed))
    assert sorted(words) == sorted(re.sub(r"\[.*?\]|\{.*?\}|\s", "", text))
    assert {element.get("fill") for element in fitted.placed} == {"", "#c8561b"}


def test_an_icon_in_a_style_has_its_colour_and_size(tmp_path: Path) -> None:
    fitted = Fitted(
        tmp_path,
        AREA.format(""),
        "{star} [keyword]{star}[/]",
        files={"templates/icons/star.svg": STAR},
        **STYLES,
    )
    plain, styled = (
        element
        for element in fitted.root.walk()
        if element.tag == "svg" and element.get("viewBox") == "0 0 10 10"
    )
    assert (plain.get("color"), styled.get("color")) == ("", "#c8561b")
    assert styled.number("height") == pytest.approx(1.2 * plain.number("height"), abs=1e-3)


def test_what_looks_like_a_style_and_is_none_is_a_warning_at_its_text(tmp_path: Path) -> None:
    fitted = Fitted(tmp_path, AREA.format(""), "A [kyword]slip[/] here", **STYLES)
    (problem,) = fitted.problems
    assert (problem.code, problem.severity) == ("unknown-style", "warning")
    assert "kyword" in fitted.line_of(problem)
    assert fitted.lines == ["A [kyword]slip[/] here"]


def test_a_card_is_drawn_anew_where_a_style_has_changed(tmp_path: Path) -> None:
    def press(colour: str, before: Press | None = None) -> Press:
        game = make_game(
            tmp_path,
            AREA.format(""),
            {"one": {"text": "[red]Burn[/]"}},
            {"text": "text"},
            palette={"red": colour},
        )
        made = Press(game, before)
        made.stamp(game.cards["one"])
        return made

    first = press("#b3261e")
    assert press("#00ff00", first).fingerprint(first.game.cards["one"]) != first.fingerprint(
        first.game.cards["one"]
    )


# ---------------------------------------------------------------- quotes, spread lines, outlines


def test_straight_quotes_become_those_of_the_language(tmp_path: Path) -> None:
    fitted = Fitted(tmp_path, AREA.format(""), 'It says "no", **"never"**')
    assert fitted.problems == []
    assert "".join(fitted.lines).replace(" ", "") == "Itsays“no”,“never”"
    fitted = Fitted(
        tmp_path,
        '<text x="5" y="10">"<tspan>{{ card.text }}</tspan>"</text>',
        "l'eau",
        game={"language": "fr"},
    )
    assert fitted.placed[0].text() == "«\u202fl’eau\u202f»"


def test_quotes_stay_as_written_on_request_and_after_a_backslash(tmp_path: Path) -> None:
    straight = {"version_marks": False, "quotes": "as-written"}
    assert Fitted(tmp_path, AREA.format(""), 'It\'s "no"', print=straight).lines == ['It\'s "no"']
    assert Fitted(tmp_path, AREA.format(""), r"a \"no\"").lines == ['a "no"']


def line_ends(fitted: Fitted) -> list[float]:
    """Measure where each line of a text area ends, from left to right."""
    ends: dict[float, float] = {}
    for element in fitted.placed:
        size = fitted.root.elements[0].number("font-size")
        end = element.number("x") + SANS.width(element.text()) * size
        ends[element.number("y")] = max(end, ends.get(element.number("y"), 0.0))
    return [ends[y] for y in sorted(ends)]


def test_justified_lines_end_at_the_edge_except_the_last_one_of_each_paragraph(
    tmp_path: Path,
) -> None:
    text = "\n".join(["one two three four five six seven eight nine ten eleven twelve"] * 2)
    fitted = Fitted(tmp_path, AREA.format('text-align="justify"'), text)
    ends = line_ends(fitted)
    assert len(ends) == 4
    assert [round(ends[n], 2) for n in (0, 2)] == [55.0, 55.0]
    assert max(ends[1], ends[3]) < 54
    assert [
        element.number("x") for element in fitted.placed if element.text().startswith("one")
    ] == [5, 5]


def test_a_justified_line_without_spaces_or_from_right_to_left_keeps_its_words(
    tmp_path: Path,
) -> None:
    fitted = Fitted(tmp_path / "a", AREA.format('text-align="justify"'), "a" * 20)
    assert fitted.lines == ["a" * 20]
    fitted = Fitted(
        tmp_path / "b",
        AREA.format('text-align="justify" direction="rtl"'),
        "one two three four " * 5,
    )
    assert sorted(" ".join(fitted.lines).split()) == sorted(("one two three four " * 5).split())


@pytest.mark.parametrize(
    "form",
    ['stroke="#FF0000" stroke-width="0.4" {}', 'style="stroke: #FF0000; stroke-width: 0.4" {}'],
)
def test_letters_of_a_text_area_can_be_outlined(tmp_path: Path, form: str) -> None:
    attributes = form.format('paint-order="stroke" stroke-linejoin="round"')
    fitted = Fitted(
        tmp_path, AREA.format(attributes), "Hi {star}", files={"templates/icons/star.svg": ICON}
    )
    assert fitted.problems == []
    group = fitted.root.elements[0]
    assert (group.get("stroke"), group.get("stroke-width"), group.get("paint-order")) == (
        "#FF0000",
        "0.4",
        "stroke",
    )
    assert [e.get("stroke") for e in group.elements if e.tag == "svg"] == ["none"]


# ---------------------------------------------------------------- blocks that follow one another

FLOW = """<flow x="6" y="20" width="50" height="{height}" gap="2">
  <textArea id="text" font-size="10pt" min-font-size="7pt">{{{{ card.text }}}}</textArea>
  <rect x="3" width="20" height="1" fill="#000000"/>
  <textArea font-size="8pt" min-font-size="7pt">{{{{ card.more }}}}</textArea>
</flow>"""


def flowing(tmp_path: Path, text: str, more: str, height: float = 40) -> Fitted:
    cards = {"one": {"text": text, "more": more} if more else {"text": text}}
    face = FLOW.format(height=height).replace(
        "{{ card.more }}", "{% if card.more %}{{ card.more }}{% endif %}"
    )
    return Fitted(tmp_path, face, cards=cards, fields={"text": "text", "more": "text?"})


def test_blocks_follow_one_another_down_a_face(tmp_path: Path) -> None:
    fitted = flowing(tmp_path, "one two three " * 8, "more")
    assert fitted.problems == []
    tops = [element.number("y") for element in fitted.placed]
    (ruled,) = (e for e in fitted.root.walk() if e.get("transform").startswith("translate"))
    y = float(ruled.get("transform").split()[1].rstrip(")"))
    assert tops[-2] < y < tops[-1]
    size = 10 * MM_PER_PT
    assert y == pytest.approx(tops[-2] + SANS.descent * size + 2, abs=0.01)
    assert tops[-1] == pytest.approx(y + 1 + 2 + SANS.cap_height * 8 * MM_PER_PT, abs=0.01)


def test_all_texts_of_a_flow_shrink_together_and_what_is_too_long_is_an_error(
    tmp_path: Path,
) -> None:
    wide = flowing(tmp_path / "a", "one two three " * 8, "more", 17)
    sizes = [fit.used_pt for fit in wide.fits]
    assert wide.problems == []
    assert 7 <= sizes[0] < 10
    assert sizes[1] == pytest.approx(max(7, 8 - (10 - sizes[0])), abs=0.01)
    (problem,) = flowing(tmp_path / "b", "one two three " * 8, "more", 8).problems
    assert (problem.code, problem.card) == ("text-overflow", "one")


def test_a_block_without_text_is_left_out(tmp_path: Path) -> None:
    fitted = flowing(tmp_path, "one", "")
    assert (fitted.problems, len(fitted.fits)) == ([], 1)


@pytest.mark.parametrize(
    ("inner", "attribute", "said"),
    [
        ("<text>Hi</text>", "", "expected a height, found <text> without one"),
        ("<textArea>a</textArea>", 'gapp="2"', "<flow> has no attribute 'gapp'"),
        (
            "<textArea>a</textArea>",
            'display-align="middle"',
            "'display-align' expected one of before",
        ),
        ("<textArea>a</textArea>", 'gap="x"', "'gap' expected a number"),
    ],
)
def test_a_wrong_flow_is_an_error_at_its_line(
    tmp_path: Path, inner: str, attribute: str, said: str
) -> None:
    (problem,) = Fitted(
        tmp_path, f'\n<flow width="50" height="20" {attribute}>{inner}</flow>'
    ).problems
    assert (problem.code, said in problem.message) == ("bad-svg", True)
    assert "<flow" in Fitted(
        tmp_path / "again", f'\n<flow width="50" height="20" {attribute}>{inner}</flow>'
    ).line_of(problem)


def test_a_flow_can_be_centred_in_its_height(tmp_path: Path) -> None:
    face = (
        '<flow y="10" width="50" height="30" display-align="center"><rect width="9" '
        'height="10"/></flow>'
    )
    fitted = Fitted(tmp_path, face)
    (group,) = (e for e in fitted.root.walk() if e.get("transform"))
    assert group.get("transform") == "translate(0 20)"


def test_the_longest_text_of_a_flow_is_the_one_to_shorten(tmp_path: Path) -> None:
    (problem,) = flowing(tmp_path, "one two three " * 30, "more", 20).problems
    assert (problem.code, "'text' does not fit" in problem.message) == ("text-overflow", True)
