"""The numbers that the box promises follow the cards, if they held before."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.problems import Problems
from generator.data.source import read_source
from studio.draft.counts import holds, moves_counts, with_counts
from tests.studio.conftest import make_small_game

COMPONENTS = {
    "tides": {"name": "cards", "of": "card", "where": {"guild": "tide"}, "count": 2},
    "embers": {"name": "cards", "of": "card", "where": {"guild": "ember"}, "count": 2},
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_small_game(tmp_path, components=COMPONENTS)


def test_copies_take_their_component_along(path: Path) -> None:
    before = path.read_text(encoding="utf-8")
    found = with_counts(path, before, before.replace("copies: 2", "copies: 5"))
    assert found.changes == {"components.embers.count": (2, 5)}
    assert found.text.replace("copies: 5", "copies: 2").replace("count: 5", "count: 2") == before
    assert holds(path, found.text)


def test_a_card_that_changes_its_guild_changes_both(path: Path) -> None:
    before = path.read_text(encoding="utf-8")
    after = before.replace("cost: 4\n        guild: tide", "cost: 4\n        guild: ember")
    assert after != before
    found = with_counts(path, before, after)
    assert found.changes == {"components.tides.count": (2, 1), "components.embers.count": (2, 3)}


def test_numbers_that_were_wrong_already_are_left_to_the_person(path: Path) -> None:
    before = path.read_text(encoding="utf-8").replace("count: 2", "count: 3", 1)
    after = before.replace("copies: 2", "copies: 5")
    assert with_counts(path, before, after) == (after, {})


def test_a_text_that_is_no_game_stays_as_it_is(path: Path) -> None:
    before = path.read_text(encoding="utf-8")
    for after in (before.replace("copies: 2", "copies: many"), "[", "a: &a [*a]"):
        assert with_counts(path, before, after) == (after, {})


def test_copies_and_what_components_ask_for_move_numbers(path: Path) -> None:
    root = read_source(path, path.name, Problems())
    moved = [
        field for field in ("copies", "guild", "name", "cost") if moves_counts(root, "card", field)
    ]
    assert moved == ["copies", "guild"]
