"""The palette and the fonts from the page: each pick changes one value, and all cards that show
it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.desk.desk import Desk
from studio.protocol.messages import AddColour, PickColour, PickFont, Text, Undo
from tests.studio.conftest import make_small_game, until
from tests.studio.desk.test_desk import Reader


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(make_small_game(tmp_path, fonts={"display": "Source Sans Pro"}))
    opened.start(watches=False)
    yield opened
    opened.stop()


@pytest.fixture
def reader(desk: Desk) -> Reader:
    found = Reader(desk)
    until(lambda: desk.is_drawn and found.all("faces"), "all is drawn")
    return found


def test_picks_are_written_and_told(reader: Reader, desk: Desk) -> None:
    before, first = desk.draft.text, reader.all("wall")[-1]
    reader.say(PickColour(1, "sea", "#112233"))
    reader.say(PickColour(2, "sea", "#445566"))
    reader.wait(2)
    assert desk.draft.text == before.replace("#aaccee", "#445566")
    reader.say(PickFont(3, "display", "Source Serif Pro"))
    reader.wait(3)
    wall = reader.all("wall")[-1]
    assert (wall["palette"]["sea"], wall["families"]) == (
        "#445566",
        {"display": "Source Serif Pro"},
    )
    assert wall["fonts"] != first["fonts"]  # else a browser would keep the font that it has
    reader.say(Undo(4))
    reader.say(Undo(5))
    reader.wait(5)
    assert desk.draft.text == before  # both picks of one colour are one step


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (PickColour(1, "sea", "red"), "expected a colour such as #1f6f8b"),
        (PickColour(1, "mud", "#000000"), "'mud'"),
        (AddColour(1, "mud", "brown"), "expected a colour such as #1f6f8b"),
        (AddColour(1, "Mud!", "#000000"), "an id must be"),
        (AddColour(1, "sea", "#000000"), "there is already a colour 'sea'"),
        (PickFont(1, "display", "fonts/../../x.ttf"), "there is no font"),
        (PickFont(1, "none", "Source Sans Pro"), "'none'"),
    ],
)
def test_what_cannot_be_picked_is_said(
    reader: Reader, desk: Desk, message: object, said: str
) -> None:
    before = desk.draft.text
    reader.say(message)
    assert said in reader.remark()
    assert desk.draft.text == before


def test_a_text_that_is_no_yaml_is_left_alone(reader: Reader, desk: Desk) -> None:
    reader.say(Text(1, desk.number, "palette: [\n"))
    reader.say(PickColour(2, "sea", "#000000"))
    assert "cannot be read as YAML" in reader.remark()
