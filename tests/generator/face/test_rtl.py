"""Text that runs from right to left: the order of letters, joined letters, where lines begin, what
a PDF and a browser are given.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.book.feedback import write_form
from generator.book.rulebook import write_rulebook
from generator.data.game import Game
from generator.data.geometry import Box
from generator.data.loading import load_game
from generator.face.bidi import ICON
from generator.face.fonts import Font, FontBook
from generator.face.press import Press
from generator.face.stamp import TextRun
from generator.face.svg import Element
from generator.face.text.lines import line_width, wrap
from generator.face.text.turning import begins_right, direct, in_order
from generator.face.text.words import Fragment, WordBuilder
from generator.sheet.outputs import document_for
from tests.conftest import make_game
from tests.generator.face.letters import font_bytes
from tests.generator.face.scripts import OLAM, SHALOM

STAR = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
)
AREA = (
    '<g font-family="body"><textArea id="name" x="3" y="3" width="57" height="30" '
    'font-size="10pt"{}>{{{{ card.name }}}}</textArea></g>'
)


def game_with(
    folder: Path, face: str, language: str = "en", files: dict[str, Any] | None = None, **texts: str
) -> Game:
    """Make a game whose cards are named so, in the font of these tests."""
    return make_game(
        folder,
        face,
        {name: {"name": text} for name, text in texts.items()},
        files={"fonts/boxes.ttf": font_bytes(), "templates/icons/star.svg": STAR, **(files or {})},
        game={"title": "Trial", "version": "1.0", "language": language},
        fonts={name: {"regular": "fonts/boxes.ttf"} for name in ("body", "text", "display")},
    )


def texts_of(game: Game, card: str) -> list[Element]:
    press = Press(game)
    face = press.face(game.cards[card])
    assert list(press.problems) == []
    return [element for element in face.root.walk() if element.tag == "text"]


def test_a_font_without_the_script_is_said_once(tmp_path: Path) -> None:
    game = make_game(
        tmp_path, AREA.format("").replace("body", "Source Sans Pro"), {"one": {"name": SHALOM}}
    )
    press = Press(game)
    press.stamp(game.cards["one"])
    (problem,) = press.problems
    assert problem.code == "missing-glyph"
    assert (
        problem.message
        == "the font SourceSansPro-Regular has no Hebrew letters, such as 'ש' (U+05E9)"
    )


@pytest.mark.parametrize(
    "face", [AREA.format(""), '<text x="5" y="9" font-family="body">{{ card.name }}</text>']
)
def test_a_missing_letter_goes_by_its_own_name(tmp_path: Path, face: str) -> None:
    game = game_with(tmp_path, face, "ar", one="بسم ش")
    press = Press(game)
    press.stamp(game.cards["one"])
    (problem,) = press.problems
    assert (problem.code, problem.message) == (
        "missing-glyph",
        "the font body-regular has no 'ش' (U+0634)",
    )
    assert problem.place is not None
    assert problem.place.file == "cards.yaml"


# ---------------------------------------------------------------- text areas


def area_of(
    tmp_path: Path, text: str, language: str = "en", more: str = ""
) -> list[tuple[float, str, str]]:
    """Fit a text; give where each stretch begins, which way it runs, and what it says."""
    game = game_with(tmp_path, AREA.format(more), language, one=text)
    return [(e.number("x"), e.get("direction"), e.text()) for e in texts_of(game, "one")]


def test_a_hebrew_paragraph_begins_at_the_right_edge(tmp_path: Path) -> None:
    assert area_of(tmp_path, SHALOM) == [(60.0, "rtl", SHALOM)]


def test_start_and_end_follow_the_direction(tmp_path: Path, font: Font) -> None:
    width = font.width(SHALOM) * 10 * 25.4 / 72
    ((end, *_),) = area_of(tmp_path / "a", SHALOM, more=' text-align="end"')
    assert end == pytest.approx(3 + width, abs=0.001)
    ((middle, *_),) = area_of(tmp_path / "b", SHALOM, more=' text-align="center"')
    assert middle == pytest.approx(31.5 + width / 2, abs=0.001)
    ((said, *_),) = area_of(tmp_path / "c", SHALOM, more=' direction="ltr"')
    assert said == pytest.approx(3 + width, abs=0.001)


def test_latin_text_in_a_hebrew_game_keeps_its_order_and_begins_at_the_right(
    tmp_path: Path, font: Font
) -> None:
    ((x, direction, text),) = area_of(tmp_path, "Owl (3)!", "he")
    assert (direction, text) == ("", "Owl (3)!")
    assert x == pytest.approx(60 - font.width(text) * 10 * 25.4 / 72, abs=0.001)


def test_direction_turns_latin_text_as_svg_does(tmp_path: Path) -> None:
    assert [(way, text) for _, way, text in area_of(tmp_path, "Owl!", more=' direction="rtl"')] == [
        ("rtl", "!"),
        ("ltr", "Owl"),
    ]


def test_a_wrong_direction_is_told(tmp_path: Path) -> None:
    game = game_with(tmp_path, AREA.format(' direction="right"'), one="a")
    press = Press(game)
    press.stamp(game.cards["one"])
    assert "'direction' expected 'ltr' or 'rtl', found 'right'" in [
        problem.message for problem in press.problems
    ]


def test_bold_words_icons_and_numbers_stand_in_their_places(tmp_path: Path) -> None:
    game = game_with(tmp_path, AREA.format(""), one=f"{SHALOM} 3 {{star}} **{OLAM}** (abc).")
    root = Press(game).face(game.cards["one"]).root
    line = [e for e in root.walk() if e.tag in ("text", "svg") and e is not root]
    stands = [("svg" if e.tag == "svg" else e.text()) for e in sorted(line, key=left_edge)]
    assert stands == [").", "abc", "(", OLAM, "svg", "3", SHALOM]
    assert [e.get("font-weight") for e in line if e.text() == OLAM] == ["700"]


def left_edge(element: Element) -> float:
    return element.number("x") - (0.01 if element.get("direction") == "rtl" else 0.0)


def words_of(parts: list[tuple[str, int]], font: Font, other: Font) -> list[Any]:
    """Read parts into words: 0 and 1 are text in either font, 2 is an icon."""
    reader = WordBuilder()
    for text, sort in parts:
        if sort == 2:
            reader.piece(Fragment("star", font, False, False, 1.0, True))
        else:
            reader.text(text, (font, other)[sort], sort == 1, False)
    return reader.words


PARTS = st.lists(
    st.tuples(st.text("אבג abc (1).-\u00ad", min_size=1, max_size=12), st.integers(0, 2)),
    max_size=8,
)


@pytest.mark.slow
@given(PARTS, st.floats(0.5, 8), st.sampled_from(("en", "he")), st.sampled_from(("", "ltr", "rtl")))
def test_no_letter_is_lost_between_wrapping_and_placing(
    parts: Any, width: float, language: str, direction: str
) -> None:
    book = FontBook()
    font, other = book.find("Source Sans Pro"), book.find("Source Sans Pro", 700)
    words = words_of(parts, font, other)
    direct(words, language, direction)
    for line in wrap([words], width):
        if not any(word.levels for word in line):
            continue
        placed = in_order(line)
        said = "".join(ICON if part.piece.is_icon else part.text for part in placed)
        expected = "".join(word.text for word in line) + ("-" if line[-1].hyphen else "")
        assert sorted(said.replace(" ", "")) == sorted(expected)
        assert all(a.x + a.width <= b.x + 1e-9 for a, b in pairwise(placed))
        assert placed[-1].x + placed[-1].width == pytest.approx(line_width(line), abs=1e-6)
        assert placed[0].x == pytest.approx(0.0, abs=1e-9)


@pytest.mark.slow
@given(PARTS)
def test_words_without_leftward_letters_are_not_touched(parts: Any) -> None:
    font = FontBook().find("Source Sans Pro")
    words = words_of([(re.sub("[אבג]", "x", text), sort) for text, sort in parts], font, font)
    direct(words, "en")
    assert not any(word.levels or word.is_leftward for word in words)
    assert not begins_right(words)


# ---------------------------------------------------------------- plain texts, and what is drawn


def runs_of(game: Game, card: str = "one") -> list[TextRun]:
    press = Press(game)
    stamp = press.stamp(game.cards[card])
    assert list(press.problems) == []
    assert stamp is not None
    return sorted((o for o in stamp.operations if isinstance(o, TextRun)), key=lambda run: run.x)


def text_face(attributes: str, inner: str = "{{ card.name }}") -> str:
    return f'<text y="9" font-family="body" {attributes}>{inner}</text>'


@pytest.mark.parametrize(
    ("attributes", "edge"),
    [
        ('x="5"', "left"),
        ('x="58" text-anchor="end"', "right"),
        ('x="30" text-anchor="middle"', "middle"),
        ('x="58" direction="rtl"', "right"),
        ('x="5" direction="rtl" text-anchor="end"', "left"),
        ('x="58" style="direction: rtl"', "right"),
        ('x="5" direction="ltr"', "left"),
        ('x="58" style="text-anchor: end"', "right"),
    ],
)
def test_a_text_stands_where_its_template_puts_it(
    tmp_path: Path, attributes: str, edge: str
) -> None:
    (run,) = runs_of(game_with(tmp_path, text_face(attributes), one=SHALOM))
    left, right = run.x, run.x + run.font.width(run.text) * run.size
    assert run.text == SHALOM[::-1]
    at = {"left": left, "right": right, "middle": (left + right) / 2}[edge]
    assert at == pytest.approx({"left": 5, "right": 58, "middle": 30}[edge], abs=1e-6)


def test_a_text_of_several_styles_is_one_line(tmp_path: Path) -> None:
    face = text_face('x="58" text-anchor="end"', '{{ card.name }} <tspan fill="#00f">(7)</tspan> x')
    runs = runs_of(game_with(tmp_path, face, one=SHALOM))
    assert "".join(run.text for run in runs).replace(" ", "") == f"x(7){SHALOM[::-1]}"
    font = runs[0].font
    assert runs[0].x == pytest.approx(58 - font.width(f"x (7) {SHALOM}") * 4)
    assert runs[-1].x == pytest.approx(
        58 - font.width(SHALOM) * 4 - runs[-1].text.startswith(" ") * font.width(" ") * 4
    )


def test_a_raised_word_stays_raised(tmp_path: Path) -> None:
    face = text_face('x="58" direction="rtl"', 'א<tspan dy="-1">ב</tspan><tspan dy="1">ג</tspan>')
    assert [(run.text, run.y) for run in runs_of(game_with(tmp_path, face, one="a"))] == [
        ("ג", 9),
        ("ב", 8),
        ("א", 9),
    ]


def test_what_lint_reads_is_the_text_as_it_is_read(tmp_path: Path) -> None:
    game = game_with(tmp_path, AREA.format(""), one=f"{SHALOM} (abc)")
    stamp = Press(game).stamp(game.cards["one"])
    assert stamp is not None
    assert {lettering.text for lettering in stamp.letterings} == {SHALOM + " (", "abc", ")"}


def test_the_drawn_area_is_the_fitted_one(tmp_path: Path) -> None:
    game = game_with(tmp_path, AREA.format(""), one=f"{SHALOM} 12 (abc), {OLAM}!")
    runs = runs_of(game)
    assert (
        "".join(run.text for run in runs).replace(" ", "") == f"!{OLAM[::-1]},(abc)12{SHALOM[::-1]}"
    )
    assert runs[-1].x + runs[-1].font.width(runs[-1].text) * runs[-1].size == pytest.approx(
        60, abs=0.001
    )


@pytest.mark.parametrize(
    "face", [AREA.format(""), '<text x="5" y="9" font-family="body">{{ card.name }}</text>']
)
def test_a_mark_that_nobody_sees_turns_a_sign_and_is_not_drawn(tmp_path: Path, face: str) -> None:
    plain = runs_of(game_with(tmp_path / "a", face, one=f"{SHALOM} +3 ab"))
    marked = runs_of(game_with(tmp_path / "b", face, one=f"{SHALOM} \u200e+3 ab\u200e"))
    assert re.sub(r"\s", "", "".join(run.text for run in plain)) == f"ab3+{SHALOM[::-1]}"
    assert re.sub(r"\s", "", "".join(run.text for run in marked)) == f"+3ab{SHALOM[::-1]}"


# ---------------------------------------------------------------- the PDF


def pdf_of(game: Game) -> bytes:
    press = Press(game)
    document = document_for(game, press, "cards")
    for card in game.cards.values():
        document.page(63, 88)
        stamp = press.stamp(card)
        assert stamp is not None
        document.stamp(stamp, Box(0, 0, 63, 88))
    assert list(press.problems) == []
    return document.close()


def is_found(pdf: bytes, words: str) -> bool:
    document = pypdfium2.PdfDocument(pdf)
    return any(page.get_textpage().search(words).get_next() is not None for page in document)


def test_a_search_finds_hebrew_words(tmp_path: Path) -> None:
    game = game_with(tmp_path, AREA.format(""), one=f"{SHALOM} 3 {{star}} {OLAM} (abc).")
    pdf = pdf_of(game)
    assert pdf == pdf_of(load_game(tmp_path))
    assert all(is_found(pdf, word) for word in (SHALOM, OLAM, "abc"))
    assert not is_found(pdf, SHALOM[::-1])


def test_a_search_finds_arabic_words_by_their_letters(tmp_path: Path) -> None:
    game = game_with(tmp_path, AREA.format(""), "ar", one="بسم سلام abc", two="لا (بسم)")
    pdf = pdf_of(game)
    assert pdf == pdf_of(load_game(tmp_path))
    assert all(is_found(pdf, word) for word in ("بسم", "سلام", "لا", "abc"))


def test_a_rulebook_begins_at_the_right(tmp_path: Path) -> None:
    rules = (
        f"# {SHALOM}\n\n---\n\n## {OLAM}\n\n{SHALOM} **{OLAM}** (12) {{star}}.\n\n1. {SHALOM}\n\n| "
        f"{SHALOM} | {OLAM} |\n|---|---|\n| 1 | 2 |\n"
    )
    game = game_with(
        tmp_path, text_face('x="5"'), "he", {"templates/rulebook.md.j2": rules}, one=SHALOM
    )
    press = Press(game)
    page = pypdfium2.PdfDocument(write_rulebook(game, press))[1]
    assert list(press.problems) == []
    text, width = page.get_textpage(), page.get_width()
    margin = 15 * 72 / 25.4
    boxes = [
        text.get_charbox(i) for i in range(text.count_chars()) if text.get_text_range(i, 1).strip()
    ]
    assert max(box[2] for box in boxes) == pytest.approx(width - margin, abs=1.5)
    found = text.get_text_range()
    assert f"{SHALOM} {OLAM} (12)" in found
    assert re.search(f"{SHALOM}\\s+{OLAM}\\s+2\\s+1", found), "the first column stands at the right"


def test_the_tools_own_faces_are_in_a_font_that_has_the_letters(tmp_path: Path) -> None:
    sections: dict[str, Any] = {
        "game": {"title": SHALOM, "language": "he"},
        "feedback": {"questions": [{"ask": OLAM}]},
    }
    game = make_game(
        tmp_path,
        files={"fonts/boxes.ttf": font_bytes()},
        fonts={"body": {"regular": "fonts/boxes.ttf"}},
        **sections,
    )
    press = Press(game)
    form = write_form(game, press, (210.0, 297.0))
    assert form is not None
    pdf = form[0]
    assert list(press.problems) == []
    assert is_found(pdf, SHALOM)
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    assert (
        text.get_charbox(text.get_text_range().index("Playtest"))[0] < 210 * 72 / 25.4 / 2
    )  # laid out from the left


def test_the_footer_is_in_a_font_that_has_the_title(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        game={"title": SHALOM},
        files={"fonts/boxes.ttf": font_bytes()},
        fonts={"body": {"regular": "fonts/boxes.ttf"}},
    )
    assert document_for(game, Press(game), "cards").font.family == "body"
    plain = make_game(
        tmp_path / "plain",
        fonts={"body": {"regular": "fonts/boxes.ttf"}},
        files={"fonts/boxes.ttf": font_bytes()},
    )
    assert document_for(plain, Press(plain), "cards").font.family == "Source Sans Pro"
