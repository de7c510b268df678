"""`preview`: one card as PNG and as SVG."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cli.main import run


def test_preview_writes_png_and_svg_of_one_card(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import PIL.Image

    assert run(["preview", "noon", "--dpi", "150"]) == 0
    assert capsys.readouterr().out.strip() == str(Path("output/noon.png"))
    with PIL.Image.open("output/noon.png") as picture:
        assert abs(picture.width - 63 / 25.4 * 150) <= 1
        assert abs(picture.height - 88 / 25.4 * 150) <= 1
        assert picture.convert("RGB").getpixel((5, 5)) == pytest.approx((0xA8, 0x5F, 0x00), abs=2)
    assert run(["preview", "noon", "--output", "noon.svg"]) == 0
    svg = Path("noon.svg").read_text(encoding="utf-8")
    assert "<textArea" not in svg
    assert "High Noon" in svg
