"""A short run of each fuzzer, always of the same cases; `make fuzz` makes the long one."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import yaml

from tests.fuzz import bounds, mutants, play, structure
from tests.fuzz.cases import Went, put, tree, wrong_with
from tests.fuzz.every import FAMILIES
from tests.fuzz.family import ROOT, game_files

pytestmark = pytest.mark.skipif(
    sys.platform != "linux",
    reason="only Linux limits and measures memory so, and waits for a process by a file",
)
SHORT = {
    "yaml": 6,
    "templates": 3,
    "spliced": 5,
    "spreadsheets": 5,
    "beside": 6,
    "repositories": 6,
    "kills": 5,
    "play": 8,
}
"""Records and numbers take minutes to begin with: rules are compiled and a check is made. Their
cases are left to `make fuzz`.
"""


@pytest.mark.slow_cases(
    "beside", "kills", "play", "repositories", "spliced", "spreadsheets", "templates", "yaml"
)
@pytest.mark.parametrize("name", SHORT)
def test_a_short_run_finds_nothing(name: str) -> None:
    command = [
        sys.executable,
        "-m",
        "tests.fuzz",
        name,
        "--seed",
        "2",
        "--cases",
        str(SHORT[name]),
        "--forget",
    ]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert f"{SHORT[name]} of {SHORT[name]} tried" in done.stdout


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_says_what_it_does(name: str) -> None:
    assert FAMILIES[name].about
    assert FAMILIES[name].goal >= 400
    assert f"| `{name}` |" in (ROOT / "docs" / "lab" / "reliability.md").read_text(encoding="utf-8")


def test_the_same_seed_makes_the_same_mutants() -> None:
    text = game_files("starter")["cards.yaml"].decode()
    made = [mutants.of_yaml(Random(f"a {n}"), text) for n in range(200)]
    assert made == [mutants.of_yaml(Random(f"a {n}"), text) for n in range(200)]
    assert len(set(made)) > 150
    assert sum(one == text for one in made) < 20


def test_rules_are_harmed_in_their_own_section() -> None:
    text = play.games()[0].read_text(encoding="utf-8")
    made = [play.of_rules(Random(f"a {n}"), text) for n in range(120)]
    assert made == [play.of_rules(Random(f"a {n}"), text) for n in range(120)]
    assert len(set(made)) > 100


def test_pieces_of_games_are_swapped_and_mostly_still_read() -> None:
    texts = [game_files(name)["cards.yaml"].decode() for name in ("starter", "empire")]
    made = [structure.of_yaml(Random(f"a {n}"), texts[0], texts) for n in range(120)]
    assert made == [structure.of_yaml(Random(f"a {n}"), texts[0], texts) for n in range(120)]
    assert len(set(made)) > 100
    assert sum(bool(structure.pieces(one)) for one in made) > 50
    for sign in ("*a", "<<: ", "&a", "[" * 20, "!!"):
        assert any(sign in one for one in made), sign


def test_a_piece_that_contains_itself_is_listed_once() -> None:
    assert [one.path for one in structure.pieces("a: &a [*a, *a, 1]")] == [("a",), ("a", "-")]


def test_a_piece_of_yaml_keeps_its_form_where_it_is_put() -> None:
    text = "a:\n  b:\n    c: 1\n    d: [2, 3]\ne: 4\n"
    own = {one.path: one for one in structure.pieces(text)}
    assert own["a", "b"].moved(2) == "c: 1\n  d: [2, 3]"
    assert yaml.safe_load(structure._put(text, own["e",], own["a", "b", "d"].said)) == {
        "a": {"b": {"c": 1, "d": [2, 3]}},
        "e": [2, 3],
    }
    assert yaml.safe_load(structure._put(text, own["a", "b"], "x: 1\n    y: 2")) == {
        "a": {"b": {"x": 1, "y": 2}},
        "e": 4,
    }


def test_templates_take_blocks_of_others() -> None:
    templates = [
        content.decode() for name, content in game_files("empire").items() if name.endswith(".j2")
    ]
    own = game_files("starter")["templates/action.svg.j2"].decode()
    made = [structure.of_template(Random(f"a {n}"), own, templates) for n in range(40)]
    assert made == [structure.of_template(Random(f"a {n}"), own, templates) for n in range(40)]
    assert len(set(made)) > 25


def test_a_folder_holds_exactly_the_files_whatever_was_there(tmp_path: Path) -> None:
    game, outside = tmp_path / "game", tmp_path / "outside"
    game.mkdir()
    outside.write_text("kept")
    (game / "a").symlink_to(outside)
    (game / "b").symlink_to(tmp_path)
    os.mkfifo(game / "c")
    (game / "d" / "e").mkdir(parents=True)
    put(game, {"a": b"1", "c": b"2", "d": b"3"})
    assert tree(game) == {"a": b"1", "c": b"2", "d": b"3"}
    assert sorted(path.name for path in game.iterdir()) == ["a", "c", "d"]
    assert outside.read_text() == "kept"


def test_the_verdict_can_be_against_us() -> None:
    fine = Went(1, 0.1, 0.1, 100.0, "cards.yaml:3:1: error[unknown-key]: expected what is known\n")
    assert wrong_with(fine, 100.0) == ""
    assert (
        wrong_with(Went(70, 11.0, 11.0, 700.0, "failed because of a bug"), 100.0)
        == "slow, memory, status 70"
    )
    assert wrong_with(Went(1, 0.1, 0.1, 1.0, ""), 100.0) == "silent"
    assert wrong_with(Went(0, 0.1, 0.1, 1.0, "a \x1b[31m b"), 100.0) == "control characters"
    assert wrong_with(Went(1, 0.1, 0.1, 1.0, "error[far]: too far\n"), 1.0) == "no place: far"
    assert (
        wrong_with(Went(1, 0.1, 0.1, 1.0, "error[far]: too far\n"), 1.0, frozenset(["far"])) == ""
    )
    assert (
        wrong_with(Went(1, 0.1, 0.1, 1.0, "cards.yaml: error[far]: too far\n"), 1.0)
        == "no line: far of yaml"
    )
    assert (
        wrong_with(
            Went(1, 0.1, 0.1, 1.0, "cards.yaml: error[far]: too far\n"),
            1.0,
            frozenset(["far of yaml"]),
        )
        == ""
    )


@pytest.mark.slow
def test_a_changed_game_keeps_its_form_and_counts_what_it_makes() -> None:
    text = game_files("empire")["cards.yaml"].decode()
    made = {bounds.changed(Random(f"a {n}"), text, n % 4) for n in range(8)}
    assert len(made) > 6
    for one in made:
        assert yaml.safe_load(one).keys() == yaml.safe_load(text).keys()
    said = (
        '{"problems": [{"code": "broken-promise", "line": 2, "column": 9, "message": "\'a\' '
        'promises 54, but there are 5 cards"}]}'
    )
    assert bounds.promises_kept("a:\n count: 54}\nb", said) == "a:\n count: 5}\nb"
    assert (
        bounds.promises_kept("a: 1", '{"problems": [{"code": "unknown-key", "message": ""}]}')
        == "a: 1"
    )


def test_a_read_beyond_an_array_is_wrong() -> None:
    fine = Went(1, 0.1, 0.1, 100.0, '{"problems": [{"code": "out-of-range"}]}')
    assert bounds._wrong(fine) == ""
    assert bounds._wrong(replace(fine, said="IndexError: index is out of bounds")) == "IndexError"
    assert bounds._wrong(replace(fine, status=-11)) == "status -11"
