"""Players who learned a game, as they are kept in the cache."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rules_check.engine import kept
from rules_check.engine.kept import Learned, keep_learned, learned_at, read_learned
from tests.rules_check.engine.senseless import no_senses

CARDS = np.rec.array(np.zeros(1, [("left", np.int32)]))[0]
RULES: Any = SimpleNamespace(name="ferry-night", __file__=kept.__file__)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "cache_home", lambda: tmp_path)


def kept_one(games: int = 7) -> Path:
    path = learned_at(RULES, CARDS, 2)
    keep_learned(path, Learned(no_senses(), np.arange(5.0), games, 3, (1.5, 4)))
    return path


def test_what_is_kept_is_read_again() -> None:
    kept_one()
    found = read_learned(RULES, CARDS, 2)
    assert found is not None
    assert (found.games, found.adversary_games, found.fresh) == (7, 3, (1.5, 4))
    assert found.net.tolist() == [0, 1, 2, 3, 4]


def test_it_is_for_these_numbers_and_so_many_players_alone() -> None:
    kept_one()
    assert read_learned(RULES, CARDS, 3) is None
    other = CARDS.copy()
    other.left = 1
    assert read_learned(RULES, other, 2) is None


def test_the_same_player_is_the_same_bytes() -> None:
    before = kept_one().read_bytes()
    assert kept_one().read_bytes() == before
    assert kept_one(8).read_bytes() != before


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no archive", b"\x93NUMPY"])
def test_a_damaged_file_counts_as_none(content: bytes) -> None:
    kept_one().write_bytes(content)
    assert read_learned(RULES, CARDS, 2) is None
