"""Learning a small game by regrets: odds, rooms for what is seen, and whole courses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.engine.learned import slot_of
from rules_check.prove.gathering import POINTS
from rules_check.prove.learning import Course
from rules_check.prove.regrets import (
    Ledger,
    Path,
    Walks,
    add_regrets,
    answer_by_regrets,
    find,
    learn_by_regrets,
    match_regrets,
)
from tests.conftest import ROOT
from tests.truth.kuhn_poker.kuhn import rules
from tests.truth.kuhn_poker.learning import exploitability


def ledger(slots: int = 8, odds: int = 6) -> Ledger:
    wholes, reals = np.zeros((3, slots), np.int64), np.zeros((2, odds))
    return Ledger(*wholes, *reals, np.zeros(4, np.int64))


def cards() -> Any:
    return rules.cards_record(load_game(ROOT / "tests" / "truth" / "kuhn_poker" / "cards.yaml"))


def test_keys_that_meet_lie_beside_each_other() -> None:
    book = ledger()
    slots = [int(find(book, key, 2)) for key in (3, 11, 7)]
    assert slots == [3, 4, 7]
    assert [int(slot_of(book.keys, key)) for key in (3, 11, 7, 19)] == [3, 4, 7, 5]
    assert book.starts[slots].tolist() == [0, 2, 4]


def test_a_key_that_is_known_takes_no_more_room() -> None:
    book = ledger()
    assert find(book, 5, 2) == find(book, 5, 2)
    assert book.done[:2].tolist() == [1, 2]


def test_there_is_no_room_for_more_odds_than_are_kept() -> None:
    book = ledger(odds=3)
    assert find(book, 1, 2) == 1
    assert find(book, 2, 2) == -1


@pytest.mark.parametrize(
    ("regrets", "odds"),
    [([3.0, 1.0], [0.75, 0.25]), ([-2.0, 1.0], [0.0, 1.0]), ([-1.0, -9.0], [0.5, 0.5])],
)
def test_odds_are_as_the_regrets_above_nothing(regrets: list[float], odds: list[float]) -> None:
    book, out = ledger(), np.zeros(2)
    slot = find(book, 4, 2)
    book.regrets[:2] = regrets
    match_regrets(book, slot, out)
    assert out.tolist() == odds


def test_a_move_that_did_better_than_the_mean_is_regretted() -> None:
    book = ledger()
    slot = int(find(book, 4, 2))
    tables = [np.array([row]) for row in ([0, 0], [0.25, 0.75], [4.0, 0.0], [slot, 2, 0])]
    path = Path(None, tables[0], tables[1], tables[2], tables[3])
    assert add_regrets(book, path, 0) == 1.0
    assert book.regrets[:2].tolist() == [3.0, -1.0]


@pytest.mark.slow
def test_kuhn_poker_is_learned_to_within_a_hundredth_of_a_chip() -> None:
    found = learn_by_regrets(rules, cards(), 2, Course(20_000_000, POINTS), 1)
    assert found is not None
    assert int((found.known.keys != 0).sum()) == 12
    assert exploitability(found, cards()) < 0.01


@pytest.mark.slow
def test_the_same_seed_learns_the_same_odds() -> None:
    first, second = (
        learn_by_regrets(rules, cards(), 2, Course(100_000, POINTS), 3) for _ in range(2)
    )
    assert first is not None
    assert second is not None
    assert first.known.odds.tolist() == second.known.odds.tolist()


@pytest.mark.slow
def test_an_answer_gains_what_there_is_to_gain() -> None:
    """A player of equal odds loses 11/24 of a chip a game to the best response, in each seat by
    turns.
    """
    found = learn_by_regrets(rules, cards(), 2, Course(100_000, POINTS), 1)
    assert found is not None
    found.known.odds[:] = 0.5
    answer = answer_by_regrets(rules, cards(), 2, found, Course(1_000_000, POINTS), 2)
    assert answer is not None
    assert set(answer.known.odds.tolist()) == {0.0, 1.0}


def test_a_game_with_too_much_to_see_is_not_learned_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Walks, "__init__", lambda self, *args: None)
    monkeypatch.setattr(Walks, "until", lambda self, work, progress: False)
    assert learn_by_regrets(rules, cards(), 2, Course(1000, POINTS), 1) is None


def test_one_alone_is_not_taught_by_regrets() -> None:
    assert learn_by_regrets(rules, cards(), 1, Course(1000, POINTS), 1) is None
