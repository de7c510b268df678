"""Fonts of a game: files that cannot be used, families that are not there, glyphs that are
missing.
"""

from __future__ import annotations

import io
import re
import shutil
from functools import lru_cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import uharfbuzz
from fontTools import subset
from fontTools.ttLib import TTFont

from generator.data.geometry import Box
from generator.data.loading import load_game
from generator.data.problems import ProblemError
from generator.face.fonts import FontBook
from generator.face.press import Press
from generator.job.build import Options, build
from generator.pdf.document import Document
from tests import attacks
from tests.conftest import ROOT, make_game
from tests.generator.face.fitted import AREA, BOOK, FONT_FILES, SANS, Fitted
from tests.generator.face.paint.test_painter import Print


def test_a_font_of_the_games_own_folder(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    for style in ("Black", "BlackIt"):
        shutil.copy(FONT_FILES / f"SourceSansPro-{style}.ttf", tmp_path / "fonts")
    fonts = {
        "title": {
            "regular": "fonts/SourceSansPro-Black.ttf",
            "italic": "fonts/SourceSansPro-BlackIt.ttf",
        }
    }
    fitted = Fitted(
        tmp_path, AREA.format('font-family="title"'), "Own *font* **here**", fonts=fonts
    )
    assert fitted.problems == []
    book = FontBook(fitted.game)
    assert book.check() == []
    regular, italic, bold = (
        book.find("title"),
        book.find("title", 400, True),
        book.find("title", 700),
    )
    assert regular.width("Own") == BOOK.find("Source Sans Pro", 900).width("Own")
    assert italic.ttf is not regular.ttf
    assert bold.ttf is regular.ttf, "a weight that is not there is taken from the nearest"


def test_a_games_own_font_is_read_once_and_books_keep_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fonts").mkdir()
    shutil.copy(FONT_FILES / "SourceSansPro-Black.ttf", tmp_path / "fonts")
    game = make_game(tmp_path, fonts={"once": {"regular": "fonts/SourceSansPro-Black.ttf"}})
    one = FontBook(game).find("once").ttf
    monkeypatch.setattr("generator.face.fonts.ShapedTTFont", None)  # nothing is read again
    other = FontBook(game).find("once").ttf
    character = one.called(3, "ff")
    assert ord(character) in one.face.charToGlyph
    assert ord(character) not in other.face.charToGlyph


@pytest.mark.parametrize(
    ("file", "content", "code", "message"),
    [
        (
            "my.ttf",
            b"no font at all",
            "bad-font",
            "expected a font as TTF, OTF or WOFF2, found something else: my.ttf",
        ),
        (
            "my.ttf",
            (FONT_FILES / "SourceSansPro-Regular.ttf").read_bytes()[:3000],
            "bad-font",
            "expected a font as TTF, OTF or WOFF2, found something else: my.ttf",
        ),
        (
            "my.ttf",
            b"",
            "bad-font",
            "expected a font as TTF, OTF or WOFF2, found something else: my.ttf",
        ),
        ("gone.ttf", None, "no-such-file", "there is no font file 'gone.ttf'"),
        ("../gone.ttf", None, "outside-folder", "'../gone.ttf'"),
    ],
)
def test_font_files_that_cannot_be_used_are_errors_at_their_line(
    tmp_path: Path, file: str, content: bytes | None, code: str, message: str
) -> None:
    game = make_game(
        tmp_path,
        fonts={"title": {"regular": file}},
        files={} if content is None else {file: content},
    )
    (problem,) = FontBook(game).check()
    assert (problem.code, problem.severity) == (code, "error")
    assert message in problem.message
    assert problem.place
    lines = (tmp_path / "cards.yaml").read_text().splitlines()
    assert re.search(r"title:|regular:", lines[problem.place.line - 1])


def test_an_unknown_family_is_an_error_with_a_hint(tmp_path: Path) -> None:
    (problem,) = FontBook(make_game(tmp_path, fonts={"title": "Source Sans"})).check()
    assert problem.hint == "did you mean 'Source Sans Pro'?"
    with pytest.raises(ProblemError, match="there is no font family 'Comic Sans'"):
        FontBook().find("Comic Sans")


def test_missing_counts_no_invisible_characters() -> None:
    assert SANS.missing("a\u00ad\u200b\u00a0é茶茶🎲") == ["茶", "🎲"]


# -- files that are broken


def code_of(folder: Path, raw: bytes) -> str:
    """Return what is said of a game with this font; nothing where it can be printed."""
    game = make_game(
        folder,
        '<text x="1" y="9" font-family="own">To</text>',
        fonts={"own": {"regular": "own.ttf"}},
        files={"own.ttf": raw},
    )
    press = Press(game)
    stamp = press.stamp(game.cards["one"])
    codes = {problem.code for problem in press.problems}
    if not codes and stamp is not None:
        document = Document(press.fonts, "own")
        document.page(*stamp.size_mm)
        document.stamp(stamp, Box(0.0, 0.0, *stamp.size_mm))
        document.close()
    return " ".join(sorted(codes))


@pytest.mark.parametrize(
    "tag", [b"cmap", b"head", b"hhea", b"hmtx", b"loca", b"glyf", b"maxp", b"name", b"post"]
)
def test_a_font_that_lacks_a_table_is_refused(tmp_path: Path, tag: bytes) -> None:
    assert code_of(tmp_path, attacks.without(attacks.FONT.read_bytes(), tag)) == "bad-font"


@pytest.mark.parametrize(
    ("tag", "at", "new"),
    [
        (b"name", 2, b"\0\0"),
        (b"head", 18, b"\0\0"),
        (b"hhea", 34, b"\0\0"),
        (b"loca", 0, b"\xff" * 4000),
    ],
)
def test_a_font_whose_tables_are_false_is_refused(
    tmp_path: Path, tag: bytes, at: int, new: bytes
) -> None:
    assert code_of(tmp_path, attacks.patched(attacks.FONT.read_bytes(), tag, at, new)) == "bad-font"


@pytest.mark.parametrize(
    ("groups", "form"),
    [([(0, 0xFFFFFFFE, 1)], 12), ([(0, 0x10FFFF, 1)] * 3000, 12), ([(0, 0xFFFFFFFE, 1)], 10)],
)
def test_a_font_that_says_it_has_billions_of_characters_is_refused(
    tmp_path: Path, groups: list[tuple[int, int, int]], form: int
) -> None:
    assert code_of(tmp_path, attacks._cmap(groups, form)) == "bad-font"


@pytest.mark.slow
def test_a_font_with_a_byte_flipped_is_printed_or_refused(tmp_path: Path) -> None:
    raw = attacks.FONT.read_bytes()
    said = [code_of(tmp_path, attacks.flipped(raw, seed)) for seed in range(60)]
    assert set(said) <= {"", "bad-font", "missing-glyph", "text-outside"}
    assert said.count("bad-font") > 3


# ---------------------------------------------------------------- ligatures and small capitals

WORDS_WITH_F = (
    "Office",
    "flight",
    "fjord",
    "off-shore",
    "cliff",
    "AVfi",
    "Tofu",
    "often",
    "of",
    "ff",
)


@pytest.mark.parametrize(
    ("family", "weight", "is_italic"),
    [
        ("Source Serif Pro", 400, False),
        ("Source Serif Pro", 700, True),
        ("Source Sans Pro", 400, False),
    ],
)
def test_ligatures_are_those_of_harfbuzz(family: str, weight: int, is_italic: bool) -> None:
    font = FontBook().find(family, weight, is_italic)
    opened = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(font.path.read_bytes())))
    for word in WORDS_WITH_F:
        buffer = uharfbuzz.Buffer()
        buffer.add_str(word)
        buffer.guess_segment_properties()
        uharfbuzz.shape(opened, buffer, {"calt": False, "ccmp": False})
        glyphs = [font.ttf.face.charToGlyph[ord(character)] for character in font.set(word)]
        assert glyphs == [info.codepoint for info in buffer.glyph_infos], word
        assert font.width(word) == pytest.approx(
            sum(place.x_advance for place in buffer.glyph_positions) / 1000, abs=1e-6
        )


def test_a_letter_takes_the_form_that_its_font_has_for_it_beside_another() -> None:
    font = Press(load_game(ROOT)).fonts.find("flavour")
    assert [font.ttf.said.get(ord(shown)) for shown in font.set("flow")] == ["f", None, None, None]
    assert font.set("fine") != "fine"
    assert font.set("of old") == "of old"


def test_a_letter_and_its_accent_are_shown_by_the_letter_that_has_it() -> None:
    font = FontBook().find("Source Sans Pro")
    (shown,) = font.set("e\u0301")
    assert font.ttf.face.charToGlyph[ord(shown)] == font.ttf.face.charToGlyph[ord("é")]
    assert font.ttf.said[ord(shown)] == "e\u0301"


def test_letters_are_not_joined_where_they_are_spaced_or_an_i_keeps_its_dot_or_nobody_wants_it(
    tmp_path: Path,
) -> None:
    serif = FontBook().find("Source Serif Pro")
    assert (len(serif.set("Office")), len(serif.set("Office", is_spaced=True))) == (4, 6)
    assert serif.width("Office") < serif.spaced_width("Office") - 0.05
    assert FontBook().find("Source Serif Pro", variant="none").set("Office") == "Office"
    turkish = FontBook(make_game(tmp_path, game={"language": "tr"})).find("Source Serif Pro")
    assert [len(turkish.set(word)) for word in ("fi", "ffi", "fl")] == [2, 2, 1]


@pytest.mark.parametrize(
    "where", ['<text x="4" y="20" font-size="4"{}>{{{{ card.text }}}}</text>', AREA]
)
@pytest.mark.parametrize("variant", ["normal", "small-caps", "all-small-caps", "none"])
def test_what_is_copied_out_of_a_pdf_are_the_plain_letters(
    tmp_path: Path, where: str, variant: str
) -> None:
    face = where.format(f' font-family="Source Serif Pro" font-variant="{variant}"')
    shown = Print(
        tmp_path,
        face,
        cards={"one": {"text": "Fifty Öffice Staff flägs 12"}},
        fields={"text": "text"},
    )
    assert shown.problems == []
    assert " ".join(shown.text.split()) == "Fifty Öffice Staff flägs 12"


def test_small_capitals_are_drawn_as_such_and_measured_so(tmp_path: Path) -> None:
    face = (
        '<rect width="63" height="88" fill="white"/><text x="5" y="40" font-size="10" '
        'font-variant="{}">{}</text>'
    )
    heights = {}
    for variant, text in (
        ("normal", "xxx"),
        ("small-caps", "xxx"),
        ("normal", "XXX"),
        ("small-caps", "XXX"),
        ("all-small-caps", "XXX"),
    ):
        ink = Print(tmp_path / variant / text, face.format(variant, text)).ink(2, 20, 60, 60)
        assert ink is not None
        heights[variant, text] = ink[3] - ink[1]
    assert heights["normal", "xxx"] < heights["small-caps", "xxx"] < heights["normal", "XXX"] - 1
    assert heights["small-caps", "XXX"] == heights["normal", "XXX"]
    assert heights["all-small-caps", "XXX"] == heights["small-caps", "xxx"]
    small = FontBook().find("Source Sans Pro", variant="small-caps")
    assert small.width("till") > FontBook().find("Source Sans Pro").width("till") + 0.3
    ink = Print(tmp_path / "wide", face.format("small-caps", "hamm")).ink(2, 20, 60, 60)
    box = small.ink("hamm")
    assert ink is not None
    assert box is not None
    assert ink[2] == pytest.approx(5 + 10 * box.right, abs=0.2)


@pytest.mark.parametrize(
    "where",
    [
        '<text x="4" y="20" font-style="italic" font-variant="small-caps">{{ card.text }}</text>',
        AREA.format('font-style="italic" font-variant="small-caps"'),
    ],
)
def test_a_font_without_small_capitals_says_so_and_prints_the_letters(
    tmp_path: Path, where: str
) -> None:
    fitted = Fitted(tmp_path, where, "Hat 1")
    (problem,) = fitted.problems
    assert (problem.severity, problem.code) == ("warning", "no-small-caps")
    assert "'at'" in problem.message
    assert "SourceSansPro-It" in problem.message
    assert problem.place is not None
    assert problem.place.file == "templates/card.svg.j2"


def test_what_one_book_does_with_a_bundled_font_no_other_sees() -> None:
    one, other = FontBook().find("serif").ttf, FontBook().find("serif").ttf
    shown = one.called(7, "st")
    one.hidden("s")
    assert one is not other
    assert (
        set(one.face.charToGlyph) - set(other.face.charToGlyph) == {ord(shown), *one.said} != set()
    )
    assert set(one.face.charWidths) - set(other.face.charWidths) == set(one.said)
    assert other.said == {}
    assert FontBook().find("serif").ttf.face.charToGlyph == other.face.charToGlyph


# ---------------------------------------------------------------- lists of fonts

LISTED = {
    "text": ["latin", "greek"],
    "latin": {"regular": "fonts/latin.ttf"},
    "greek": {"regular": "fonts/greek.ttf"},
}


@lru_cache
def font_with(letters: str) -> bytes:
    """Return a font that has these letters only."""
    options = subset.Options()
    options.notdef_outline = True
    options.drop_tables += ["GDEF", "GPOS", "GSUB"]  # which take long to read
    font = TTFont(FONT_FILES / "SourceSansPro-Regular.ttf")
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def listed(tmp_path: Path, face: str, text: str, fonts: dict[str, Any] | None = None) -> Fitted:
    files = {"fonts/latin.ttf": font_with("abcdefghij -“”"), "fonts/greek.ttf": font_with("abαβγδ")}
    return Fitted(
        tmp_path, f'<g font-family="text">{face}</g>', text, fonts=fonts or LISTED, files=files
    )


def test_letters_that_a_font_lacks_come_from_the_next_one_in_the_list(tmp_path: Path) -> None:
    fitted = listed(tmp_path / "area", AREA.format(""), "abc αβγ bαd")
    assert fitted.problems == []
    assert [(e.text(), e.get("font-family")) for e in fitted.placed] == [
        ("abc", ""),
        ("αβγ", "greek"),
        ("b", ""),
        ("α", "greek"),
        ("d", ""),
    ]
    line = '<text x="20" y="10" font-size="5">{{ card.text }}</text>'
    plain = listed(tmp_path / "text", line, "abc αβγ")
    assert plain.problems == []
    (text,) = plain.placed
    assert [
        part if isinstance(part, str) else (part.text(), part.get("font-family"))
        for part in text.children
    ] == ["abc ", ("αβγ", "greek")]


def test_a_letter_that_no_font_of_a_list_has_is_an_error(tmp_path: Path) -> None:
    (problem,) = listed(tmp_path, AREA.format(""), "abc ж").problems
    assert (problem.code, "'ж'" in problem.message) == ("missing-glyph", True)


def test_centred_ink_counts_letters_of_every_font(tmp_path: Path) -> None:
    centred = '<text data-centre="ink" x="30" y="10" font-size="5">{{ card.text }}</text>'
    fitted = listed(tmp_path, centred, "αa")
    whole = Fitted(
        tmp_path / "whole", centred.replace("<text", '<text font-family="Source Sans Pro"'), "αa"
    )
    assert fitted.problems == []
    assert fitted.placed[0].number("x") == pytest.approx(whole.placed[0].number("x"), abs=0.2)


@pytest.mark.parametrize(
    ("families", "said"),
    [
        (["latin", "grek"], "there is no font family 'grek'"),
        (["latin", "text"], "'text', which is itself a list"),
    ],
)
def test_a_list_of_fonts_names_fonts(tmp_path: Path, families: list[str], said: str) -> None:
    game = make_game(
        tmp_path,
        fonts={**LISTED, "text": families},
        files={"fonts/latin.ttf": font_with("ab"), "fonts/greek.ttf": font_with("αβ")},
    )
    problems = FontBook(game).check()
    assert [(p.code, said in p.message, p.place is not None) for p in problems] == [
        ("unknown-font", True, True)
    ]


def test_the_rulebook_and_printed_faces_take_letters_from_every_font_of_a_list(
    tmp_path: Path,
) -> None:
    files = {
        "fonts/latin.ttf": font_with("abcdefghij -"),
        "fonts/greek.ttf": font_with("αβγδ"),
        "templates/rulebook.md.j2": "# abc αβγ\n\nabc **αβγ** dαd\n",
    }
    face = '<g font-family="text"><text x="5" y="10" font-size="5">{{ card.name }}</text></g>'
    fonts = {**LISTED, "display": ["greek", "latin"]}
    game = make_game(tmp_path, face, {"one": {"name": "abαβ"}}, fonts=fonts, files=files)
    build(game, Options(output=tmp_path / "out"))
    for name in ("trial-cards-a4.pdf", "trial-rulebook.pdf"):
        text = pypdfium2.PdfDocument(tmp_path / "out" / name)[0].get_textpage().get_text_bounded()
        assert "αβ" in text, name
