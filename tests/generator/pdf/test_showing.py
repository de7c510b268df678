"""Cards held as a fan and laid on a table."""

from __future__ import annotations

import pytest
from PIL import Image

from generator.pdf.showing import hand, table

RED, GREEN, BLUE, GREY = (200, 0, 0), (0, 160, 0), (0, 0, 200), (90, 90, 90)


def card(colour: tuple[int, int, int]) -> Image.Image:
    """A card whose top left quarter is of a colour, as where its number stands."""
    picture = Image.new("RGB", (120, 168), (255, 255, 255))
    picture.paste(colour, (0, 0, 30, 42))
    return picture


def seen(picture: Image.Image, colour: tuple[int, int, int]) -> int:
    return sum(
        number
        for number, found in picture.convert("RGB").getcolors(1 << 24) or []
        if found == colour
    )


@pytest.mark.slow
def test_in_a_hand_every_top_left_corner_is_seen_and_the_first_lies_at_the_left() -> None:
    picture = hand([card(RED), card(GREEN), card(BLUE)], GREY)
    whole = 30 * 42
    assert all(seen(picture, colour) > 0.75 * whole for colour in (RED, GREEN, BLUE))
    left = picture.crop((0, 0, picture.width // 3, picture.height))
    assert (seen(left, RED) > 0.5 * whole, seen(left, BLUE)) == (True, 0)
    assert picture.getpixel((0, 0)) == GREY


def test_around_a_hand_without_a_ground_there_is_nothing() -> None:
    picture = hand([card(RED)], None)
    assert (picture.mode, picture.getpixel((0, 0))) == ("RGBA", (0, 0, 0, 0))
    assert picture.getpixel((picture.width // 2, picture.height // 2)) == (255, 255, 255, 255)


@pytest.mark.slow
def test_on_a_table_decks_lie_above_the_cards() -> None:
    picture = table([card(BLUE)], [card(RED), card(GREEN)], GREY)
    upper, lower = (
        picture.crop((0, top, picture.width, top + picture.height // 2))
        for top in (0, picture.height // 2)
    )
    assert (seen(upper, BLUE) > 900, seen(upper, RED), seen(lower, BLUE)) == (True, 0, 0)
    assert min(seen(lower, RED), seen(lower, GREEN)) > 900


@pytest.mark.parametrize("picture", [lambda: hand([], GREY), lambda: table([], [], GREY)])
def test_without_a_card_there_is_no_picture(picture: object) -> None:
    with pytest.raises(ValueError, match="no card"):
        picture()  # type: ignore[operator]
