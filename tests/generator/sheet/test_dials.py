"""Dials: bases, wheels, sleeves and strips, in numbers and as they are printed."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest

from generator.data.game import Dial, Game
from generator.data.problems import ProblemError
from generator.export.tabletop_simulator import dice_of, saved_object
from generator.job.build import build
from generator.job.planning import Options
from generator.sheet.dials import NUMBER_MM, dials, strips, wheels_of
from tests.conftest import make_game


def dialled(folder: Path, **wheels: str) -> Game:
    """Make a game with two dials."""
    return make_game(
        folder,
        components={
            "cards": {"name": "Cards", "of": "card", "count": 1},
            "dials": {
                "name": "Bidding dials",
                "count": 2,
                "dial": wheels or {"left": "0..20", "right": "0..24"},
            },
        },
    )


def test_wheels_lie_side_by_side_and_reach_past_the_base_at_its_foot_alone() -> None:
    wheels, (width, height) = wheels_of([Dial("left", range(21)), Dial("right", range(25))])
    for one, other in pairwise(wheels):
        assert math.dist((one.x, one.y), (other.x, other.y)) >= one.radius_mm + other.radius_mm + 2
    for wheel in wheels:
        assert wheel.x - wheel.radius_mm > 0
        assert wheel.x + wheel.radius_mm < width
        assert wheel.y - wheel.radius_mm > 0
        assert wheel.y + wheel.radius_mm > height + 3


@pytest.mark.parametrize("count", [2, 21, 25, 60])
def test_a_window_shows_one_number_and_nothing_of_the_next(count: int) -> None:
    ((wheel,), _) = wheels_of([Dial("one", range(count))])
    x, y, width, height = wheel.window
    assert math.tau * wheel.ring_mm / count >= NUMBER_MM - 1e-9
    half = math.atan2(width / 2, wheel.ring_mm)
    assert half <= math.pi / count + 1e-9, (
        "the middle of the window is nearer than the border to the next number"
    )
    assert (x + width / 2, y + height / 2) == pytest.approx((wheel.x, wheel.y - wheel.ring_mm))


def test_a_build_prints_dials_and_all_of_the_box_has_them_as_strips_too(tmp_path: Path) -> None:
    game = dialled(tmp_path)
    plain = {
        file.path.name.removeprefix(f"{game.name}-")
        for file in build(game, Options(output=tmp_path / "plain")).files
    }
    assert plain == {"cards-a4.pdf", "dials-a4.pdf"}
    result = build(game, Options(output=tmp_path / "all", with_all=True))
    files = {file.path.name.removeprefix(f"{game.name}-"): file.path for file in result.files}
    for name, times in (("dials-a4.pdf", 2), ("strips-a4.pdf", 2)):
        with pypdfium2.PdfDocument(files[name]) as document:
            numbers = [
                word
                for page in document
                for word in page.get_textpage().get_text_range().split()
                if word.isdigit()
            ]
        assert numbers.count("24") == times, "on the right wheel of each dial"
        assert numbers.count("17") == 2 * times


def test_windows_are_cut_out_of_bases_and_sleeves_and_crosses_into_wheels(tmp_path: Path) -> None:
    game = dialled(tmp_path)
    base, left, right, *_ = dials(game, game.components)
    assert len(base.net.panels[0].holes) == 2 * 3
    assert [len(wheel.net.panels[0].holes) for wheel in (left, right)] == [2, 2]
    sleeve, strip, *_ = strips(game, game.components)
    assert [len(panel.holes) for panel in sleeve.net.panels] == [2, 0, 0]
    front, back, _ = sleeve.net.panels
    assert len(sleeve.net.folds) == 2
    window = front.holes[0]
    assert window[0] == window[-1]
    assert max(x for x, _ in front.points) == min(x for x, _ in back.points)
    assert strip.net.size_mm[0] * 2 < max(x for x, _ in front.points)


def test_on_a_virtual_table_each_wheel_is_a_counter(tmp_path: Path) -> None:
    game = dialled(tmp_path)
    found, left_out = dice_of(game)
    assert [component.id for component in found] == ["dials"]
    assert not left_out
    counters = saved_object(game, [], found, lambda name: name)["ObjectStates"]
    assert [thing["Name"] for thing in counters] == ["Counter"] * 4
    assert {thing["Nickname"] for thing in counters} == {
        "Bidding dials: left",
        "Bidding dials: right",
    }
    assert {thing["Counter"]["value"] for thing in counters} == {0}


@pytest.mark.parametrize("numbers", ["20", "5..5", "0..99", "1.5..3"])
def test_a_wheel_without_numbers_to_set_is_refused(tmp_path: Path, numbers: str) -> None:
    with pytest.raises(ProblemError, match="the numbers on a wheel"):
        dialled(tmp_path, left=numbers)


def test_dials_of_cards_are_refused(tmp_path: Path) -> None:
    dial = {"name": "Dials", "of": "card", "count": 1, "dial": {"left": "0..9"}}
    with pytest.raises(ProblemError, match="cards or dials"):
        make_game(tmp_path, components={"cards": dial})


def test_a_laser_cuts_the_windows_of_a_dial_before_its_outline(tmp_path: Path) -> None:
    game = dialled(tmp_path)
    build(game, Options(output=tmp_path / "out", cutter="laser"))
    cut, *_ = sorted((tmp_path / "out").glob("*dials*cut*.svg"))
    paths = re.findall(r'<path d="([^"]+)"', cut.read_text())
    assert [path.endswith("Z") for path in paths[:7]] == [
        True,
        False,
        False,
        True,
        False,
        False,
        True,
    ], "windows, crosses, base"
    assert sum(not path.endswith("Z") for path in paths) == 2 * 2 * 4, (
        "two slits for each fastener in two bases and four wheels"
    )
    assert not list((tmp_path / "out").glob("*dials*silhouette*"))
