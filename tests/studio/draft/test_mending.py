"""What some faulty cells leave alone can be read on."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.data.problems import ProblemError, Problems
from generator.data.source import Node, read_source
from studio.draft.mending import entries_in, mended
from tests.studio.conftest import make_small_game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_small_game(tmp_path)


def good_of(path: Path) -> Node:
    return read_source(path, path.name, Problems())


def faults_of(path: Path, text: str) -> list[object]:
    with pytest.raises(ProblemError) as fault:
        load_game(path, content=text.encode())
    return list(fault.value.problems)


@pytest.mark.parametrize(
    ("old", "new", "entries"),
    [
        ("cost: 4", 'cost: ""', [("kinds", "card", "tib")]),
        ("        cost: 4\n", "", [("kinds", "card", "tib")]),
        ("name: Tib\n        cost: 4\n", "cost: 44\n", [("kinds", "card", "tib")]),
        ("cost: 4", "cost: 4\n        colour: red", [("kinds", "card", "tib")]),
        ("guild: ember", "guild: embers", [("kinds", "card", "wick")]),
        ("cost: 4", "cost: [4, 5]", [("kinds", "card", "tib")]),
    ],
)
def test_faulty_cells_say_what_they_said_before(
    path: Path, old: str, new: str, entries: list[tuple[str, str, str]]
) -> None:
    before = path.read_text(encoding="utf-8")
    text = before.replace(old, new).replace("name: Pike", "name: Perch")
    found = mended(text, path.name, faults_of(path, text), good_of(path))  # type: ignore[arg-type]
    assert found is not None
    assert found.entries == entries
    cards = load_game(path, content=found.text.encode()).cards
    assert (cards["pike"].record["name"], cards["tib"].record["cost"]) == ("Perch", 4)


def test_a_new_card_with_a_fault_is_left_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace(
        "      pike:", "      eel:\n        name: Eel\n        cost: 99\n      pike:"
    )
    found = mended(text, path.name, faults_of(path, text), good_of(path))  # type: ignore[arg-type]
    assert found is not None
    assert list(load_game(path, content=found.text.encode()).cards) == ["tib", "pike", "wick"]


def test_a_fault_in_no_cell_is_one_of_the_whole(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("cost: 0..9", "cost: number of coins")
    assert mended(text, path.name, faults_of(path, text), good_of(path)) is None  # type: ignore[arg-type]


def test_a_faulty_row_touches_the_cards_that_name_it(path: Path) -> None:
    root = good_of(path)
    assert entries_in(root, [("tables", "guild", "tide")]) == ["tib", "pike"]
    assert entries_in(root, [("kinds", "card", "wick")]) == ["wick"]
