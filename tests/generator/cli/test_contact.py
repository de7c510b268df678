"""`contact`: every card on one picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cli.main import run


def test_contact_shows_every_card(game: Path) -> None:
    import PIL.Image

    assert run(["contact", "--width", "900", "--columns", "4"]) == 0
    with PIL.Image.open("output/contact.png") as picture:
        assert abs(picture.width - 900) <= 2
        assert picture.height > 600


def test_contact_says_what_it_leaves_out(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = game / "cards.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace(
            "    template: back.svg.j2\n", "    template: back.svg.j2\n    size: 63 x 88 mm\n"
        ),
        encoding="utf-8",
    )
    assert run(["contact", "--width", "300"]) == 0
    assert "left out: back. `--only back` shows it" in capsys.readouterr().err
    assert run(["contact", "--width", "300", "--only", "back"]) == 0
    assert "left out" not in capsys.readouterr().err
