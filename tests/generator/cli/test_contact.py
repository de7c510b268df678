"""`contact`: every card on one picture."""

from __future__ import annotations

from pathlib import Path

from generator.cli.main import run


def test_contact_shows_every_card(game: Path) -> None:
    import PIL.Image

    assert run(["contact", "--width", "900", "--columns", "4"]) == 0
    with PIL.Image.open("output/contact.png") as picture:
        assert abs(picture.width - 900) <= 2
        assert picture.height > 600
