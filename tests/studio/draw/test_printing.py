"""The sheets of a draft: what is shown is what prints, and PDFs go into the game's folder alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.data.problems import ProblemError
from generator.job.build import build
from generator.job.planning import Options
from generator.pdf.raster import page_png
from studio.draw.printing import DPI, PrintShop
from studio.protocol.messages import Sheets
from tests.studio.conftest import make_small_game


@pytest.fixture
def shop(tmp_path: Path) -> PrintShop:
    return PrintShop(make_small_game(tmp_path / "game"))


def test_what_is_shown_is_what_prints(shop: PrintShop, tmp_path: Path) -> None:
    content = shop.path.read_bytes()
    shop.lay_out(content, Sheets(paper="a4"))
    built = build(load_game(shop.path), Options(paper="a4", output=tmp_path / "out"))
    printed = [
        page_png(file.path.read_bytes(), page, DPI)
        for file in built.files
        for page in range(file.pages)
    ]
    assert [shop.picture(number) for number in range(len(shop.sheets))] == printed
    assert not (shop.path.parent / "output").exists()
    assert shop.picture(-1) is shop.picture(len(shop.sheets)) is None


def test_a_card_that_cannot_be_drawn_is_left_out_and_told(shop: PrintShop) -> None:
    template = next(shop.path.parent.glob("templates/*.j2"))
    text = template.read_text(encoding="utf-8")
    broken = text.replace(
        "</svg>", "{% if card.cost == 3 %}<use href='icons/no.svg'/>{% endif %}</svg>"
    )
    template.write_text(broken, encoding="utf-8")
    shop.lay_out(shop.path.read_bytes(), Sheets())
    assert shop.fault is None
    shop.picture(0)
    assert "no.svg" in str(shop.fault)


def test_the_draft_is_printed_and_not_the_file(shop: PrintShop) -> None:
    content = shop.path.read_bytes()
    shop.lay_out(content, Sheets())
    before, sheets = shop.picture(0), shop.sheets
    shop.lay_out(content.replace(b"Pike", b"Eel"), Sheets())
    assert shop.sheets == sheets
    assert shop.picture(0) != before
    files, _ = shop.write(content, Sheets(ink="grey"))
    assert files
    assert all((shop.path.parent / file).is_file() and file.startswith("output/") for file in files)


def test_nothing_is_written_outside_the_folder(shop: PrintShop, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (shop.path.parent / "output").symlink_to(outside)
    with pytest.raises(ProblemError, match="leads out"):
        shop.write(shop.path.read_bytes(), Sheets())
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    "asked", [Sheets(paper="../a4"), Sheets(backs="both"), Sheets(lang="xx"), Sheets(lang="../fr")]
)
def test_what_there_is_not_is_refused(shop: PrintShop, asked: Sheets) -> None:
    with pytest.raises(ProblemError):
        shop.lay_out(shop.path.read_bytes(), asked)
