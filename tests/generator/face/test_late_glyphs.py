"""Large fonts: their glyphs are drawn when they are used, look as if all had been drawn at once,
and are kept.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont as OpenedFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from reportlab.pdfbase.ttfonts import TTFont

from generator.face import late_glyphs, outlines
from generator.face.fonts import FontBook
from generator.face.late_glyphs import LateGlyphs, is_late
from generator.face.opentype import OpenType
from generator.face.outlines import OutlineFault, as_truetype
from generator.face.press import Press
from generator.pdf.raster import render_stamps
from tests.conftest import make_game
from tests.generator.face.test_outlines import LETTERS, endless, font_file


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for module in (outlines, late_glyphs):
        monkeypatch.setattr(module, "cache_folder", lambda part: tmp_path / "caches")
    monkeypatch.setattr(outlines, "MANY", 10)
    return tmp_path / "caches"


def test_a_glyph_is_as_if_all_had_been_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = font_file("otf")
    late = LateGlyphs(raw)
    monkeypatch.setattr(outlines, "MANY", 5_000)
    whole = OpenType(as_truetype(raw), {})
    shown = OpenType(late.frame, {}, late.bounds)
    assert [shown.glyph_ink(number) for number in range(late.count)] == [
        whole.glyph_ink(number) for number in range(late.count)
    ]
    assert [shown.advance(number) for number in range(late.count)] == [
        whole.advance(number) for number in range(late.count)
    ]


@pytest.mark.parametrize("flavor", [None, "woff2"])
def test_a_face_looks_as_if_all_had_been_drawn(
    flavor: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blur = (
        '<filter id="f"><feOffset dx="0"/></filter><text x="3" y="40" font-family="mine" '
        'filter="url(#f)">WAVE</text>'
    )
    face = f'<text x="3" y="20" font-family="mine" font-size="9pt">{LETTERS}</text>{blur}'
    pictures = []
    for many in (5_000, 10):
        monkeypatch.setattr(outlines, "MANY", many)
        monkeypatch.setattr(
            outlines, "cache_folder", lambda part, many=many: tmp_path / f"{many} caches"
        )
        name = f"mine.{flavor or 'otf'}"
        files = {f"fonts/{name}": font_file("otf", flavor)}
        game = make_game(
            tmp_path / str(many), face, files=files, fonts={"mine": {"regular": f"fonts/{name}"}}
        )
        press = Press(game)
        assert FontBook(game).check() == []
        assert (press.fonts.find("mine").ttf.late is None) == (many == 5_000)
        (picture,) = render_stamps(press, [press.stamp(game.cards["one"])], 150)  # type: ignore[list-item]
        assert [one.code for one in press.problems] == ["picture-as-pixels"]
        pictures.append(picture.convert("L"))
    one, other = (picture.tobytes() for picture in pictures)
    assert sum(value < 128 for value in one) > 500
    assert (
        sum(abs(a - b) > 64 for a, b in zip(one, other, strict=True)) < 20
    )  # the renderer of the part in pixels reads other curves


def test_a_face_is_read_as_reportlab_reads_it() -> None:
    def read(raw: bytes) -> Any:
        return TTFont("large", io.BytesIO(raw), asciiReadable=False).face

    with OpenedFont(io.BytesIO(font_file("otf"))) as font:
        letters = {**font.getBestCmap(), 0x20000: ".notdef"}
        wide = CmapSubtable.newSubtable(12)
        wide.platformID, wide.platEncID, wide.language, wide.cmap = 3, 10, 0, letters
        font["cmap"].tables.append(wide)
        written = io.BytesIO()
        font.save(written)
    late = LateGlyphs(written.getvalue())
    quickly, wholly = vars(late.read(read)), vars(read(late.frame))
    assert 0x20000 in wholly["charToGlyph"]
    assert late._groups() is not None
    for name in wholly.keys() - {"_pos", "_pdfScale"}:
        assert quickly[name] == wholly[name], name


def test_what_was_drawn_is_kept_for_the_next_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = font_file("otf")
    first = LateGlyphs(raw)
    drawn = first.glyph(3)
    first.keep()
    monkeypatch.setattr(late_glyphs, "drawn_anew", lambda *_: pytest.fail("drawn again"))
    assert LateGlyphs(raw).glyph(3) == drawn != b""
    (kept,) = folder.iterdir()
    kept.write_bytes(kept.read_bytes()[:-1])
    assert LateGlyphs(raw).drawn == {}


def test_a_late_glyph_that_is_broken_or_endless_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlines, "MANY", 1)
    late = LateGlyphs(endless())
    with pytest.raises(OutlineFault, match="never ends"):
        late.glyph(1)
    assert OpenType(late.frame, {65: 1}, late.bounds).ink("A") is None


def test_only_large_fonts_with_postscript_outlines_are_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw = font_file("otf")
    assert [is_late(one) for one in (raw, font_file("ttf"), raw[:200], b"OTTO", b"")] == [
        True,
        False,
        False,
        False,
        False,
    ]
    monkeypatch.setattr(outlines, "MANY", 5_000)
    assert not is_late(raw)
