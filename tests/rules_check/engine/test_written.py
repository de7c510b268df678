"""Rules that a program writes: kept where the user alone writes, found by other processes, and
nothing else is run.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check.engine import written
from rules_check.engine.game import load_rules
from rules_check.engine.written import found_as, load_file, load_source

SOURCE = """
class Some:
    name = "some-game"
    state_dtype = cards_dtype = cards_record = player_counts = new_game = current_player = None
    legal_moves = apply = scores = places = hide = move_text = playout = fault = max_moves = 0
    FAULTS = ENDS = ()


rules = Some()
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(written, "_home", lambda: tmp_path)
    return tmp_path


def test_what_is_written_is_found_by_its_file(home: Path) -> None:
    rules = load_source(SOURCE)
    path = Path(found_as(rules))
    assert path.is_relative_to(home)
    assert load_file(str(path)) is rules
    assert load_rules(str(path)) is rules
    assert Path(rules.__module__ + ".py") == Path(path.name)


def test_another_source_is_another_file(home: Path) -> None:
    other = SOURCE.replace("some-game", "other-game")
    assert found_as(load_source(SOURCE)) != found_as(load_source(other))
    assert load_source(SOURCE) is load_source(SOURCE)


def test_a_file_that_was_changed_is_not_run(home: Path) -> None:
    path = Path(found_as(load_source(SOURCE)))
    path.write_text(SOURCE.replace("some-game", "evil"), encoding="utf-8")
    load_file.cache_clear()
    with pytest.raises(ValueError, match="has changed since it was written"):
        load_file(str(path))
    assert load_source(SOURCE).name == "some-game"


def test_a_file_of_another_name_is_not_run(home: Path) -> None:
    path = home / "rules.py"
    path.write_text(SOURCE, encoding="utf-8")
    with pytest.raises(ValueError, match="has changed since it was written"):
        load_file(str(path))


def test_rules_with_a_name_are_found_by_it() -> None:
    assert found_as(type("Named", (), {"name": "ferry-night"})) == "ferry-night"
