"""Fonts as OTF and WOFF2: they print as the TTF of the same family does, and broken or endless ones
are refused.
"""

from __future__ import annotations

import io
import struct
from functools import lru_cache
from pathlib import Path

import brotli
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
from fontTools.subset import Options as Keeping
from fontTools.subset import Subsetter
from fontTools.ttLib import TTFont, newTable

from generator.face import outlines
from generator.face.fonts import FontBook
from generator.face.outlines import OutlineFault, as_truetype, is_foreign, truetype_file
from generator.face.press import Press
from generator.pdf.raster import render_stamps
from tests.conftest import make_game, some
from tests.generator.face.fitted import FONT_FILES

LETTERS = "Ferryman's WAVE 0123456789, éß"


@pytest.fixture(autouse=True)
def folder_for_caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(outlines, "cache_folder", lambda part: tmp_path / "caches")
    return tmp_path / "caches"


@lru_cache
def font_file(ending: str, flavor: str | None = None, letters: str = LETTERS) -> bytes:
    """Take some letters out of a font that comes as TTF and as OTF, with its pairs."""
    font = TTFont(FONT_FILES / f"SourceSansPro-Bold.{ending}", recalcTimestamp=False)
    keeping = Keeping()
    keeping.layout_features = ["kern"]
    subsetter = Subsetter(keeping)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    font.flavor = flavor
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def endless() -> bytes:
    """Build a font with a glyph that calls one subroutine ten times, which calls another ten times,
    and so on.
    """
    font = FontBuilder(1000, isTTF=False)
    font.setupGlyphOrder([".notdef", "A"])
    font.setupCharacterMap({65: "A"})
    strings = {
        ".notdef": T2CharString(program=["endchar"]),
        "A": T2CharString(program=[-107, "callgsubr", "endchar"]),
    }
    font.setupCFF("Endless", {}, strings, {})
    font.setupHorizontalMetrics({".notdef": (500, 0), "A": (500, 0)})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Endless", "styleName": "Regular"})
    font.setupOS2()
    font.setupPost()
    subrs = font.font["CFF "].cff.GlobalSubrs
    for n in range(9):
        subrs.append(
            T2CharString(program=[*([n - 106, "callgsubr"] * 10 if n < 8 else []), "return"])
        )
    font.font.recalcBBoxes = False  # it would follow them
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


@pytest.mark.slow_cases("otf-None")
@pytest.mark.parametrize(
    ("ending", "flavor"), some([("otf", None), ("ttf", "woff2"), ("otf", "woff2")], 3)
)
def test_it_is_printed_as_the_ttf_of_its_family(
    ending: str, flavor: str | None, tmp_path: Path
) -> None:
    face = (
        '<rect width="63" height="88" fill="#fff"/><text x="3" y="20" font-family="mine" '
        f'font-size="9pt">{LETTERS}</text>'
    )
    pictures = []
    for name, content in (
        ("plain.ttf", font_file("ttf")),
        (f"mine.{flavor or ending}", font_file(ending, flavor)),
    ):
        game = make_game(
            tmp_path / name,
            face,
            files={f"fonts/{name}": content},
            fonts={"mine": {"regular": f"fonts/{name}"}},
        )
        press = Press(game)
        assert FontBook(game).check() == []
        (picture,) = render_stamps(press, [press.stamp(game.cards["one"])], 200)  # type: ignore[list-item]
        assert list(press.problems) == []
        pictures.append(picture.convert("L").tobytes())
    differing = sum(abs(a - b) > 64 for a, b in zip(*pictures, strict=True))
    dark = sum(value < 128 for value in pictures[0])
    assert dark > 1000
    assert (
        differing < dark * 0.03
    )  # the curves of both are drawn by hand, each a little its own way


def test_the_same_file_gives_the_same_bytes_and_is_drawn_once(
    folder_for_caches: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = font_file("otf", letters="AB")
    path = truetype_file(raw)
    assert path.parent == folder_for_caches
    assert path.read_bytes() == as_truetype(raw)
    monkeypatch.setattr(outlines, "as_truetype", lambda raw: pytest.fail("drawn again"))
    assert truetype_file(raw) == path


def test_what_was_kept_and_is_damaged_is_made_anew(folder_for_caches: Path) -> None:
    raw = font_file("otf", letters="AB")
    path = truetype_file(raw)
    whole = path.read_bytes()
    path.write_bytes(whole[:-4])
    assert truetype_file(raw).read_bytes() == whole


def test_where_nothing_can_be_kept_it_lasts_as_long_as_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "caches").write_text("a file")
    raw = font_file("ttf", "woff2", letters="AB")
    path = truetype_file(raw)
    assert path.is_file()
    assert not path.is_relative_to(tmp_path)
    monkeypatch.setattr(outlines, "cache_folder", lambda part: None)
    assert truetype_file(raw) == path


@pytest.mark.slow
def test_a_font_that_is_broken_or_endless_is_refused() -> None:
    otf, woff = font_file("otf", letters="AB"), font_file("ttf", "woff2", letters="AB")
    assert is_foreign(otf)
    assert is_foreign(woff)
    assert not is_foreign(font_file("ttf", letters="AB"))
    for raw in (
        otf[:300],
        woff[:300],
        woff[:60],
        b"OTTO",
        b"wOF2",
        b"OTTO" + bytes(60),
        b"wOF2" + bytes(200),
    ):
        with pytest.raises(OutlineFault):
            as_truetype(raw)
    with pytest.raises(OutlineFault, match="never ends"):
        as_truetype(endless())


@pytest.mark.parametrize("name", ["Mark", "hsty", "@@@@", "zzz?"])
def test_a_packed_font_may_have_tables_of_its_own(name: str) -> None:
    font = TTFont(io.BytesIO(font_file("ttf", letters="AB")), recalcTimestamp=False)
    font[name] = newTable(name)
    font[name].data = b"whatever it is"
    font.flavor, out = "woff2", io.BytesIO()
    font.save(out)
    assert name in TTFont(io.BytesIO(as_truetype(out.getvalue()))).keys()  # noqa: SIM118


def test_a_small_file_that_unpacks_to_much_is_refused() -> None:
    packed = brotli.compress(bytes(outlines.UNPACKED_MOST + 2_000_000), quality=5)
    assert len(packed) < 10_000
    header = struct.pack(
        ">4s4sIHHIIHHIIIII",
        b"wOF2",
        b"\0\1\0\0",
        48 + 3 + len(packed),
        1,
        0,
        1000,
        len(packed),
        1,
        0,
        0,
        0,
        0,
        0,
        0,
    )
    raw = header + bytes([0, 0x87, 0x68]) + packed
    with pytest.raises(OutlineFault, match="more than"):
        as_truetype(raw)
