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


def too_long(game: Path) -> None:
    """Give the starter's card 'tide' a text that does not fit."""
    path = game / "cards.yaml"
    text = path.read_text(encoding="utf-8")
    long = text.replace("Pay 2 {wave} less for your next card.", "Pay 2 less, or more. " * 40)
    assert long != text
    path.write_text(long, encoding="utf-8")


def test_a_card_whose_text_is_too_long_is_shown_as_a_draft(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import PIL.Image

    too_long(game)
    assert run(["preview", "tide", "--dpi", "72"]) == 1
    said = capsys.readouterr()
    assert said.out.strip() == str(Path("output/tide.png"))
    assert "error[text-overflow]" in said.err
    assert "marked DRAFT: tide" in said.err
    with PIL.Image.open("output/tide.png") as picture:
        assert picture.convert("RGB").getpixel((1, 100)) == pytest.approx((0xE6, 0, 0x7E), abs=2)
    assert run(["preview", "noon", "--dpi", "72"]) == 0
    assert run(["contact", "--width", "400"]) == 1
    assert Path("output/contact.png").is_file()


def test_a_card_that_cannot_be_drawn_leaves_no_picture(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    template = game / "templates/action.svg.j2"
    text = template.read_text(encoding="utf-8")
    template.write_text(text.replace("</svg>", "{{ card.speed }}</svg>"), encoding="utf-8")
    for words in (["preview", "tide"], ["contact"]):
        assert run(words) == 1
        assert "card.speed" in capsys.readouterr().err
    assert not Path("output").exists()


def test_a_card_whose_frame_crops_its_picture_is_noted(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import PIL.Image

    PIL.Image.new("RGB", (900, 900)).save(game / "square.png")
    path, template = game / "cards.yaml", game / "templates/action.svg.j2"
    text = path.read_text(encoding="utf-8").replace("tide: {", "tide: {art: square.png, ")
    path.write_text(text, encoding="utf-8")
    text = template.read_text(encoding="utf-8")
    template.write_text(
        text.replace('{{ card.art }}"', '{{ card.art }}" preserveAspectRatio="xMidYMid slice"'),
        encoding="utf-8",
    )
    for words in (["preview", "tide", "--dpi", "36"], ["contact"], ["build", "--dry-run"]):
        assert run(words) == 0
        assert capsys.readouterr().err.count("note[picture-cropped]") == 1


def test_without_a_card_some_are_named(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["preview"]) == 2
    assert "name a card: sunrise, noon, dusk" in capsys.readouterr().err
