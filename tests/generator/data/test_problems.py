"""Problems: none is lost, none is told twice."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from generator.data.problems import Place, Problem, Problems, did_you_mean, format_problem, line_at


def test_no_problem_is_lost_that_is_not_told_already() -> None:
    here, problems = Place("cards.yaml", 3, 1), Problems()
    for card, place in (
        ("a", here),
        ("b", here),
        ("c", None),
        ("d", None),
        ("a", Place("cards.yaml", 4, 1)),
    ):
        problems.add(Problem("soft-picture", "soft", place, card=card))
    assert [(problem.card, problem.place) for problem in problems] == [
        ("a", here),
        ("c", None),
        ("d", None),
        ("a", Place("cards.yaml", 4, 1)),
    ]


def test_a_problem_as_data_says_how_much_of_its_line_it_means() -> None:
    found = Problem("wrong-type", "no", Place("cards.yaml", 3, 7, 4)).as_json()
    assert (found["line"], found["column"], found["length"]) == (3, 7, 4)
    assert "length" not in Problem("wrong-type", "no", Place("cards.yaml")).as_json()


def test_a_message_is_no_book() -> None:
    problem = Problem("wrong-type", "found '" + "x" * 100_000 + "' here", hint="y" * 5_000)
    assert len(problem.message) < 1_100
    assert problem.message.startswith("found 'xx")
    assert problem.message.endswith("xx' here")
    assert problem.hint is None


def test_hints_are_found_fast_among_many_names() -> None:
    names = [f"card-{number}" for number in range(5_000)]
    started = time.process_time()
    assert did_you_mean("cart-77", names) is not None
    assert did_you_mean("CARD-77", names) == "did you mean 'card-77'?"
    assert did_you_mean("x" * 100_000, ["x" * 99_999]) is None
    assert time.process_time() - started < 0.5


def test_files_are_compared_by_what_they_do_not_all_end_in() -> None:
    assert did_you_mean("coin.svg.j2", ["action.svg.j2"]) is None
    assert (
        did_you_mean("crat.svg.j2", ["action.svg.j2", "crate.svg.j2"])
        == "did you mean 'crate.svg.j2'?"
    )
    assert did_you_mean("art/dto.png", ["art/dot.png"]) == "did you mean 'art/dot.png'?"
    assert did_you_mean("card.svg", ["card.svg.j2"]) == "did you mean 'card.svg.j2'?"


def test_a_place_in_a_file_that_cannot_be_is_told_without_its_line(tmp_path: Path) -> None:
    for name in ("none.yaml", "a\0b.yaml", "x" * 300, "."):
        told = format_problem(Problem("odd", "odd", Place(name, 1, 1)), tmp_path)
        assert told.endswith(":1:1: error[odd]: odd")
        assert "\0" not in told


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_no_line_is_shown_of_a_pipe_or_of_a_file_elsewhere(tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "secret").write_text("not yours", encoding="utf-8")
    (game / "link.yaml").symlink_to("../secret")
    os.mkfifo(game / "pipe.yaml")
    assert [line_at(Place(name, 1), game) for name in ("link.yaml", "pipe.yaml")] == [None, None]
    assert line_at(Place(str(tmp_path / "secret"), 1), game) == "not yours", "a person named it"
