"""Which experts judge: shipped, kept or quickly fitted, and never those of other cards without a
word.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.data.loading import bundled_games, find_game, load_game
from rules_check.engine.game import SHARES, load_rules
from rules_check.engine.sources import data_hash
from rules_check.games import emporium as rules
from rules_check.games.emporium.weights import Weight
from rules_check.prove import fitting
from rules_check.prove.fitting import fit, keep, kept_at, shipped_for
from rules_check.prove.training import Effort, Styles, Trained
from rules_check.verdict.statistics import Rate
from tests.conftest import some
from tests.rules_check.games.scripted import real_cards
from tests.rules_check.toolkit.test_rulesets import dealt, declared

TINY = Effort(rounds=1, generations=1, games=20, steps=1, fresh=0)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "cache_home", lambda: tmp_path)
    monkeypatch.setattr(fitting, "QUICK", TINY)


def changed() -> Any:
    cards = real_cards().copy()
    cards.starting_gold += 1
    return cards


def always(players: int, **weights: float) -> Trained:
    return Trained(
        players,
        Styles(({one.word: one.start for one in Weight} | weights,), (1.0,)),
        Rate(50.0, 100),
    )


@pytest.mark.parametrize("name", bundled_games())
def test_the_shipped_experts_were_trained_for_the_shipped_cards(name: str) -> None:
    game = load_game(find_game(name)[0])
    own = load_rules(game.plays or "")
    assert shipped_for(own) == data_hash(own.cards_record(game))


def test_the_shipped_cards_are_not_fitted_to_again() -> None:
    assert fit(rules, real_cards(), 1).origin == "shipped"


@pytest.mark.slow
def test_other_numbers_are_fitted_once_and_kept() -> None:
    assert fit(rules, changed(), 1, with_training=False).origin == "foreign"
    told = set()
    first = fit(rules, changed(), 1, progress=lambda players, part: told.add(players))
    assert first.origin == "fitted"
    assert told == {2, 3, 4, 5, 6}
    second = fit(rules, changed(), 1, progress=lambda *_: pytest.fail("trained again"))
    assert second.origin == "fitted"
    assert np.array_equal(first.cards.fitted, second.cards.fitted)
    assert data_hash(second.cards) == data_hash(changed())


def test_what_train_found_is_used_and_added_to() -> None:
    keep(rules, changed(), [always(2, hope=0.5)], "trained", TINY, 1)
    found = fit(rules, changed(), 1)
    assert found.origin == "trained"
    assert (found.cards.fitted[2][:, Weight.HOPE] == 0.5).all()
    assert found.cards.fitted.shape[1] == SHARES
    keep(rules, changed(), [always(3, hope=0.25)], "trained", TINY, 1)
    both = fit(rules, changed(), 1).cards.fitted[:, 0, Weight.HOPE]
    assert (both[2], both[3]) == (0.5, 0.25)


@pytest.mark.slow_cases("")
@pytest.mark.parametrize(
    "text",
    some(
        [
            "",
            "{",
            "players: 3",
            "origin: trained\nplayers: {2: {styles: [{shares: 16, nonsense: 1}]}}",
        ],
        4,
    ),
)
def test_a_damaged_file_is_fitted_anew(text: str) -> None:
    kept_at(rules, changed()).parent.mkdir()
    kept_at(rules, changed()).write_text(text)
    assert fit(rules, changed(), 1).origin == "fitted"


@pytest.mark.slow
def test_what_is_kept_is_for_the_rules_as_they_stand(tmp_path: Path) -> None:
    changed = declared(tmp_path, ("@rules.setup\n", "# as they stand\n@rules.setup\n"))
    _, cards, _ = dealt(changed)
    before, path = kept_at(changed, cards), Path(changed.__file__)
    path.write_text(path.read_text("utf-8").replace("as they stand", "changed"), "utf-8")
    assert kept_at(changed, cards) != before
