"""Emoji in texts: pictures where a font of the game has them in colour, in each of the ways that
fonts have for that; errors elsewhere.
"""

from __future__ import annotations

import gzip
import struct
from collections import Counter
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from generator.book.rulebook import write_rulebook
from generator.data.game import Game
from generator.data.geometry import Box
from generator.data.units import PT_PER_MM
from generator.face.fonts import FontBook
from generator.face.pictograms import EMOJI, ColourFont, is_emoji
from generator.face.press import Press
from generator.face.svg import MOST_BYTES
from generator.pdf.document import Document
from generator.pdf.raster import render_page
from generator.sheet.outputs import document_for, footer
from generator.sheet.sheets import Sheet
from tests.conftest import make_game
from tests.generator.face.emoji import (
    ADVANCE,
    ASTRONAUT,
    DRAGON,
    PAINTS,
    SWORDS,
    WOMAN,
    colour_font,
)
from tests.generator.face.fitted import AREA, SANS, Fitted
from tests.generator.face.letters import font_bytes
from tests.generator.face.paint.test_painter import BLUE, RED, WHITE, Print, near
from tests.generator.face.scripts import OLAM, SHALOM

FACE = (
    '<rect x="-4" y="-4" width="80" height="99" fill="white"/><text x="10" y="40" '
    f'font-size="20">{DRAGON}</text>'
)
WAYS = ["COLR0", "COLR", "SVG", "sbix", "CBDT"]


def with_font(raw: bytes, name: str = "beasts.ttf") -> dict[str, Any]:
    return {"fonts": {"emoji": {"regular": f"fonts/{name}"}}, "files": {f"fonts/{name}": raw}}


@pytest.mark.parametrize("way", WAYS)
def test_every_sort_of_font_in_colour_shows_its_picture_where_a_letter_would_stand(
    tmp_path: Path, way: str
) -> None:
    shown = Print(tmp_path, FACE, **with_font(colour_font(way)))
    is_pixels = way in ("sbix", "CBDT")  # all others stay sharp at any size
    assert [problem.code for problem in shown.problems] == ["soft-picture"] * is_pixels
    found = {
        point: shown.at(*point)
        for point in ((11, 23), (29, 41), (20, 32), (9, 30), (31, 30), (20, 43))
    }
    assert list(found.values()) == [
        near(colour) for colour in (RED, RED, BLUE, WHITE, WHITE, WHITE)
    ]
    assert (shown.pictures > 0) == is_pixels


@pytest.mark.parametrize(
    ("paint", "colours", "is_sharp"),
    [
        ("gradient", ((13, 32, (217, 0, 38)), (27, 32, (38, 0, 217))), True),
        ("radial", ((20, 32, RED), (20, 23, (32, 0, 223))), True),
        ("half seen", ((20, 32, (255, 128, 128)),), True),
        ("moved", ((30, 32, RED), (20, 32, WHITE)), True),
        ("cut out", ((20, 32, RED), (12, 32, WHITE)), True),
        ("where the dot is", ((20, 32, RED), (12, 32, WHITE)), False),
        ("gradient in the dot", ((20, 32, (128, 0, 128)), (12, 32, WHITE)), False),
    ],
)
def test_paints_of_a_newer_font(
    tmp_path: Path,
    paint: str,
    colours: tuple[tuple[float, float, tuple[int, int, int]], ...],
    is_sharp: bool,
) -> None:
    shown = Print(tmp_path, FACE, **with_font(colour_font("COLR", paint)))
    assert [problem.code for problem in shown.problems] == (
        [] if is_sharp else ["picture-as-pixels"]
    )
    assert [shown.at(x, y) for x, y, _ in colours] == [near(colour, 12) for *_, colour in colours]
    assert (shown.pictures == 0) == is_sharp


@pytest.mark.parametrize("paint", ["sweep", "mixed"])
def test_a_paint_that_cannot_be_drawn_is_an_error_and_not_another_picture(
    tmp_path: Path, paint: str
) -> None:
    assert paint in PAINTS
    fitted = Fitted(
        tmp_path, AREA.format(""), f"A {DRAGON}", **with_font(colour_font("COLR", paint))
    )
    assert [problem.code for problem in fitted.problems] == ["missing-glyph"]


def test_characters_that_make_one_emoji_are_one_picture_and_text_goes_on_after_it(
    tmp_path: Path,
) -> None:
    game = make_game(tmp_path, **with_font(colour_font("COLR0")))
    font = FontBook(game).find("Source Sans Pro")
    parts = list(font.pictured(f"Pay 1 {ASTRONAUT}{DRAGON} or {SWORDS}\ufe0f."))
    assert [(text, len(shown)) for text, shown in parts] == [
        ("Pay 1 ", 0), (ASTRONAUT, 1), (DRAGON, 1), (" or ", 0), (f"{SWORDS}\ufe0f", 1), (".", 0)
    ]  # fmt: skip
    assert font.width(f"a{DRAGON}b") == pytest.approx(SANS.width("a") + ADVANCE + SANS.width("b"))
    assert font.missing("1") == []  # a digit of the font in colour is none of ours
    assert [len(shown) for _, shown in font.pictured("\u2139")] == [0]  # the text's own font has it


@pytest.mark.parametrize(
    "said",
    [
        "\U0001f1eb\U0001f1f7",
        "1\ufe0f\u20e3",
        "\U0001f44d\U0001f3fd",
        "\U0001f9d9\u200d\u2640\ufe0f",
        "\u2764\ufe0f",
        DRAGON,
    ],
)
def test_what_is_one_emoji(said: str) -> None:
    assert [match[0] for match in EMOJI.finditer(f"a1 {said}x")] == [said]


def test_without_a_font_in_colour_it_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    fitted = Fitted(tmp_path, AREA.format(""), f"Fun {ASTRONAUT} and {DRAGON}{DRAGON}")
    assert [problem.code for problem in fitted.problems] == ["missing-glyph"] * 2
    assert "(U+1F469 U+200D U+1F680)" in fitted.problems[0].message
    assert fitted.problems[1].hint is not None
    assert "fonts: in cards.yaml" in fitted.problems[1].hint
    assert "{name}" in fitted.problems[1].hint
    lacks = Fitted(
        tmp_path / "other", AREA.format(""), "Fun \U0001f9ff", **with_font(colour_font("COLR0"))
    )
    assert [problem.code for problem in lacks.problems] == ["missing-glyph"]


def test_a_sign_is_no_emoji(tmp_path: Path) -> None:
    fitted = Fitted(tmp_path, AREA.format(""), "● ★ ☆ ♥ \u265f \u2694")
    hints = {problem.hint for problem in fitted.problems}
    assert len(fitted.problems) == 6
    assert hints == {"use another character, a font that has it, or an icon, written {name}"}
    assert not any(map(is_emoji, "■●▲▼◆★☆♥♠✓✔→⚔☐☎©"))
    assert all(
        map(
            is_emoji,
            ["⭐", "⚡", "⬛", "❌", "⌚", "♥\ufe0f", "1\ufe0f\u20e3", "\U0001f600", "\U0001f0cf"],
        )
    )


@pytest.mark.parametrize(
    "face",
    [
        AREA.format('text-align="center"'),
        '<text x="30" y="20" text-anchor="middle">{{ card.text }}</text>',
    ],
)
def test_a_text_with_emoji_is_centred_as_wide_as_it_is(tmp_path: Path, face: str) -> None:
    shown = Print(
        tmp_path, f'<rect width="63" height="88" fill="white"/>{face}', cards={"one": {"text": f"II {DRAGON}"}}, fields={"text": "text"},
        **with_font(colour_font("COLR0")),
    )  # fmt: skip
    assert shown.problems == []
    left, _, right, _ = shown.ink(5, 10, 58, 40) or (0, 0, 0, 0)
    assert (left + right) / 2 == pytest.approx(30.1, abs=0.5)  # the dragon has air at its right


def test_ink_of_an_emoji_is_centred_and_it_may_stand_among_hebrew(tmp_path: Path) -> None:
    face = (
        '<rect width="63" height="88" fill="white"/><text data-centre="ink" x="30" y="40" '
        f'font-size="10">{DRAGON}</text>'
    )
    shown = Print(tmp_path, face, **with_font(colour_font("COLR0")))
    left, top, right, bottom = shown.ink(5, 10, 58, 80) or (0, 0, 0, 0)
    assert ((left + right) / 2, (top + bottom) / 2) == (
        pytest.approx(30, abs=0.1),
        pytest.approx(40, abs=0.1),
    )
    turned = Print(
        tmp_path / "turned", ('<rect width="63" height="88" fill="white"/><text x="30" y="40" font-size="10" ' f'direction="rtl">{DRAGON} 1</text>'),
        **with_font(colour_font("COLR0")),
    )  # fmt: skip
    assert turned.problems == []
    left, _, right, _ = turned.ink(5, 10, 58, 80) or (0, 0, 0, 0)
    assert (left, right) == (pytest.approx(11, abs=1.5), pytest.approx(28, abs=1.5))


@pytest.mark.parametrize("said", [ASTRONAUT, f"{WOMAN}\u200d{SWORDS}", DRAGON])
@pytest.mark.parametrize(
    "face",
    [
        AREA.format('direction="rtl"'),
        '<text x="55" y="14" font-size="3.5" direction="rtl">{{ card.text }}</text>',
    ],
)
def test_an_emoji_of_several_characters_is_whole_in_text_that_runs_leftward(
    tmp_path: Path, face: str, said: str
) -> None:
    shown = Print(
        tmp_path, f'<rect width="63" height="88" fill="white"/>{face}', cards={"one": {"text": f"! {said} {said} !"}},
        fields={"text": "text"}, **with_font(colour_font("COLR0")),
    )  # fmt: skip
    assert shown.problems == []
    plain = Print(
        tmp_path / "plain", ('<rect width="63" height="88" ' f'fill="white"/>{face.replace("rtl", "ltr").replace("55", "5")}'),
        cards={"one": {"text": f"! {said} {said} !"}}, fields={"text": "text"}, **with_font(colour_font("COLR0")),
    )  # fmt: skip
    left, _, right, _ = shown.ink(2, 5, 60, 20) or (0, 0, 0, 0)
    other_left, _, other_right, _ = plain.ink(2, 5, 60, 20) or (0, 0, 0, 0)
    assert right - left == pytest.approx(other_right - other_left, abs=0.8)
    assert right == pytest.approx(55, abs=1.0)


def test_a_pdf_draws_it_once_and_has_it_as_text(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        FACE + f'<text x="2" y="80">{DRAGON}{DRAGON}</text>',
        **with_font(colour_font("COLR")),
    )
    press = Press(game)
    files = []
    for _ in range(2):
        document = Document(press.fonts, "Trial")
        document.canvas._pageCompression = 0
        document.page(63, 88)
        document.stamp(press.stamp(game.cards["one"]), Box(0, 0, 63, 88))  # type: ignore[arg-type]
        files.append(document.close())
    assert files[0] == files[1]
    stamp = press.stamp(game.cards["one"])
    assert stamp is not None
    assert read(files[0], 0).count(DRAGON) == 3
    assert Counter(type(operation).__name__ for operation in stamp.operations)["UseStamp"] == 3
    assert (
        len(
            {
                id(operation.stamp)
                for operation in stamp.operations
                if type(operation).__name__ == "UseStamp"
            }
        )
        == 2
    )  # of two sizes


def test_a_family_in_colour_alone_serves_as_a_text_font_and_a_browser_gets_its_file(
    tmp_path: Path,
) -> None:
    game = make_game(tmp_path, **with_font(colour_font("CBDT")))
    book = FontBook(game)
    assert book.check() == []
    font = book.find("emoji")
    assert (font.family, font.name) == ("emoji", "SourceSansPro-Regular")
    assert book.file_of("emoji").name == "beasts.ttf"
    fitted = Fitted(
        tmp_path / "shown",
        '<text x="5" y="5">{{ card.text }}</text>',
        f"A {DRAGON}",
        **with_font(colour_font("CBDT")),
    )
    assert [element.get("font-family") for element in fitted.placed] == ["Source Sans Pro, emoji"]


def test_a_broken_font_in_colour_is_told_at_its_line(tmp_path: Path) -> None:
    raw = colour_font("CBDT")
    for number, damaged in enumerate(
        (raw[:200], raw.replace(b"hmtx", b"hmtz"), raw.replace(b"head", b"heat"))
    ):
        (problem,) = FontBook(make_game(tmp_path / str(number), **with_font(damaged))).check()
        assert (problem.code, problem.severity) == ("bad-font", "error")
        assert problem.place is not None


def test_a_packed_document_in_a_font_may_not_fill_the_memory(tmp_path: Path) -> None:
    bomb = gzip.compress(b"<svg>" + b" " * (MOST_BYTES * 3))
    head = struct.pack(">HLL", 0, 10, 0) + struct.pack(">HHHLL", 1, 1, 1, 14, len(bomb)) + bomb
    path = tmp_path / "font.ttf"
    path.write_bytes(colour_font("SVG"))
    font = ColourFont(path, "font.ttf")
    font.font.reader = {"SVG ": head}
    font.font.tables["SVG "] = None
    with pytest.raises(Exception, match="at most"):
        font._drawing(1)


def test_a_rulebook_has_emoji_as_it_has_icons(tmp_path: Path) -> None:
    options = with_font(colour_font("COLR0"))
    options["files"] |= {
        "templates/rulebook.md.j2": f"# Beasts\n\n---\n\nFeed the {DRAGON} {DRAGON} and go on.\n"
    }
    game = make_game(tmp_path, **options)
    press = Press(game)
    written = write_rulebook(game, press)
    assert written is not None
    assert list(press.problems) == []
    page = render_page(written, 1, 100)
    red = sum(count for count, colour in page.getcolors(1 << 16) or () if colour == RED)
    assert red > 100


# ---------------------------------------------------------------- outside faces


def beasts(folder: Path, has_font: bool = True, **more: Any) -> Game:
    """Make a game with an emoji in its title, and in the names of its decks and cards."""
    options = with_font(colour_font("COLR0")) if has_font else {}
    options.setdefault("files", {})["templates/rulebook.md.j2"] = (
        "# Beasts\n\n---\n\nFeed them.\n\n---\n\nAgain.\n"
    )
    cards = {"one": {"name": f"Tib {DRAGON}"}}
    return make_game(
        folder, cards=cards, game={"title": f"Beasts {DRAGON}", "version": "1.0"}, **options, **more
    )


def red_of(pdf: bytes, page: int, box: tuple[float, float, float, float]) -> int:
    """Count the red pixels in a part of a page, given in shares of it."""
    picture = render_page(pdf, page, 200)
    sides = (picture.width, picture.height) * 2
    part = picture.crop([round(share * side) for share, side in zip(box, sides, strict=True)])
    return sum(count for count, colour in part.getcolors(1 << 20) or () if colour == RED)


def read(pdf: bytes, page: int) -> str:
    return str(pypdfium2.PdfDocument(pdf)[page].get_textpage().get_text_range())


@pytest.mark.parametrize("said", [DRAGON, ASTRONAUT, SWORDS + "\ufe0f"])
@pytest.mark.parametrize("face", [AREA.format(""), '<text x="5" y="14">{{ card.text }}</text>'])
def test_an_emoji_is_copied_out_of_a_pdf_in_its_place(tmp_path: Path, face: str, said: str) -> None:
    options = with_font(colour_font("COLR0"))
    shown = Print(
        tmp_path,
        face,
        cards={"one": {"text": f"Feed {said} well"}},
        fields={"text": "text"},
        **options,
    )
    assert shown.problems == []
    assert " ".join(shown.text.split()) == f"Feed {said} well"


@pytest.mark.parametrize("side", ["bottom", "side", "text"])
def test_an_emoji_in_a_footer_is_a_picture_and_read_as_itself(tmp_path: Path, side: str) -> None:
    game = beasts(tmp_path)
    press = Press(game)
    document = document_for(game, press, "cards")
    document.page(210, 297)
    footer(
        document,
        game,
        Sheet(210.0, 297.0, "front", (f"Deck {DRAGON}",), (), footer=side, number=1, total=1),
    )  # type: ignore[arg-type]
    pdf = document.close()
    assert list(press.problems) == []
    assert read(pdf, 0).count(DRAGON) == 2
    where = (0.93, 0.0, 1.0, 1.0) if side == "side" else (0.0, 0.93, 1.0, 1.0)
    assert red_of(pdf, 0, where) == red_of(pdf, 0, (0.0, 0.0, 1.0, 1.0)) > 50


def test_an_emoji_at_the_foot_of_a_rulebook_is_a_picture(tmp_path: Path) -> None:
    game = beasts(tmp_path)
    press = Press(game)
    written = write_rulebook(game, press)
    assert written is not None
    assert list(press.problems) == []
    assert f"Beasts {DRAGON} 1.0" in read(written, 1)
    assert red_of(written, 1, (0.0, 0.93, 1.0, 1.0)) > 20


def test_an_emoji_beside_cards_that_nothing_shows_is_an_error_at_the_line_that_names_it(
    tmp_path: Path,
) -> None:
    game = beasts(tmp_path, has_font=False)
    press = Press(game)
    write_rulebook(game, press)
    (problem,) = press.problems
    assert (problem.code, problem.severity) == ("missing-glyph", "error")
    assert problem.message == (
        f"the font SourceSansPro-Regular has no '{DRAGON}' (U+1F409); it is in 'Beasts "
        f"{DRAGON} 1.0', which is printed beside the cards"
    )
    assert problem.hint is not None
    assert problem.hint.endswith("under fonts: in cards.yaml")
    assert problem.place is not None
    assert (
        f"Beasts {DRAGON}"
        in (tmp_path / problem.place.file)
        .read_text(encoding="utf-8")
        .splitlines()[problem.place.line - 1]
    )


def test_an_emoji_stands_among_hebrew_beside_cards_in_its_place(tmp_path: Path) -> None:
    fonts: dict[str, Any] = {
        "fonts": {"body": {"regular": "fonts/boxes.ttf"}, "emoji": {"regular": "fonts/beasts.ttf"}}
    }
    files = {"fonts/boxes.ttf": font_bytes(), "fonts/beasts.ttf": colour_font("COLR0")}
    game = make_game(tmp_path, game={"title": f"{SHALOM} {DRAGON} {OLAM}"}, files=files, **fonts)
    press = Press(game)
    document = document_for(game, press, "cards")
    assert document.font.family == "body"
    document.page(100, 20)
    document.text(game.title, 10, 10, 12)
    pdf = document.close()
    assert list(press.problems) == []
    where = document.font.width(OLAM + " ") * 12 / PT_PER_MM + 10
    assert (
        red_of(pdf, 0, ((where - 0.5) / 100, 0, (where + 6) / 100, 1))
        == red_of(pdf, 0, (0, 0, 1, 1))
        > 50
    )
    text = read(pdf, 0)
    assert SHALOM in text
    assert OLAM in text
    assert document.width(game.title) == pytest.approx(
        document.font.width(f"{SHALOM}  {OLAM}") + ADVANCE
    )


def test_a_footer_falls_back_to_the_font_that_has_the_letters_of_a_deck(tmp_path: Path) -> None:
    files, fonts = {"fonts/boxes.ttf": font_bytes()}, {"body": {"regular": "fonts/boxes.ttf"}}
    game = make_game(tmp_path, game={"title": "Trial"}, files=files, fonts=fonts)
    press = Press(game)
    document = document_for(game, press, "cards")
    assert document.font.family == "Source Sans Pro"
    document.page(210, 297)
    footer(
        document,
        game,
        Sheet(210.0, 297.0, "front", (SHALOM,), (), footer="bottom", number=1, total=1),
    )
    assert SHALOM in read(document.close(), 0)
    assert list(press.problems) == []
