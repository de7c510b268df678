"""What bench/ says of the games is still so: it is run by hand, and would go stale unseen."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from rules_check.engine.game import load_rules
from rules_check.prove.checking import CODES
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def bench() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "bench" / "rigs.py"))


def test_what_a_rig_changes_is_there_to_be_changed(bench: dict[str, Any]) -> None:
    texts = {
        name: (folder / "cards.yaml").read_text(encoding="utf-8")
        for name, folder in bench["PATHS"].items()
    }
    assert {one.game for one in bench["RIGS"]} == set(texts)
    assert [
        (one.what, old)
        for one in bench["RIGS"]
        for old, _ in one.changes
        if not re.search(old, texts[one.game])
    ] == []


def test_a_rig_may_be_found_by_what_there_is(bench: dict[str, Any]) -> None:
    known = {name: {*CODES, *load_rules(name).CODES} for name in bench["PATHS"]}
    wanted = [(one.game, word.partition(":")[0]) for one in bench["RIGS"] for word in one.found_by]
    assert [(game, code) for game, code in wanted if code not in known[game]] == []


EXAMPLE = '''\
def plain(deck):
    """Two lines

    and one blank are no lines of the body."""
    return deck


def dense(deck, seats):
    drawn = [card for card in deck if card.cost if card.colour]
    count = len(drawn) if drawn and seats or deck else 0
    try:
        if count:
            found = lambda card: card if card else None
        elif seats:
            _, found = seats
    except ValueError:
        found = None

    def inner():
        found = [card for hand in seats for card in hand]
        return found

    return inner


PACKED = (1 if True else 0) and 2
'''


@pytest.fixture(scope="module")
def measured() -> Any:
    density = runpy.run_path(str(ROOT / "bench" / "density.py"))["Density"]()
    density.add(EXAMPLE + "#" * 101 + "\n", "example.py")
    return density


def test_decisions_are_conditions_comprehensions_and_exceptions_of_functions_alone(
    measured: Any,
) -> None:
    # 3 of the first comprehension, 1 + 2 of the conditional expression, 2 of `if` and `elif`, 1 of
    # the lambda's, 1 of `except`, 2 of the last
    assert measured.decisions == 12


def test_the_lines_of_functions_leave_out_docstrings_and_count_inner_functions_once(
    measured: Any,
) -> None:
    assert measured.lines == 2 + 16
    assert measured.a_line == 12 / 18


def test_lengths_are_of_all_functions_and_whole(measured: Any) -> None:
    assert sorted(measured.lengths) == [3, 5, 16]
    assert (measured.length(0.5), measured.length(0.99)) == (5, 16)


def test_a_line_is_wide_beyond_100_characters(measured: Any) -> None:
    assert measured.wide_share == 1 / len(measured.widths)


def test_local_names_are_those_that_functions_give_values(measured: Any) -> None:
    assert measured.names == {"drawn": 1, "card": 2, "count": 1, "found": 4, "hand": 1}


def test_trees_stand_side_by_side(tmp_path: Path) -> None:
    bench = runpy.run_path(str(ROOT / "bench" / "density.py"))
    for name, text in (
        ("sparse", "def a():\n    return 1\n"),
        ("packed", "def a(x):\n    return 1 if x or a else 2\n"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "it.py").write_text(text)
    densities = {name: bench["density_of"](tmp_path / name) for name in ("sparse", "packed")}
    heads, *rows = [line.split() for line in bench["table_of"](densities)]
    assert heads == ["sparse", "packed"]
    assert ["decisions", "a", "function", "line", "0.000", "1.000"] in rows


def test_trees_of_the_same_name_keep_columns_apart() -> None:
    names_of = runpy.run_path(str(ROOT / "bench" / "density.py"))["names_of"]
    assert [*names_of([Path("a/engine"), Path("b/play")])] == ["engine", "play"]
    assert [*names_of([Path("a/engine"), Path("b/engine")])] == [
        str(Path("a/engine")),
        str(Path("b/engine")),
    ]
