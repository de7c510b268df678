"""What players stop using since an earlier version: told of what loses most of its use, and of
nothing in a game that is as it was.
"""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from generator.data.game import Game
from generator.data.loading import load_game
from rules_check.engine.game import rules_of
from rules_check.prove.causes import with_disuse
from rules_check.prove.checking import Examination, Level
from rules_check.prove.disuse import disused_since, per_round
from tests.conftest import ROOT

FILE = ROOT / "games/merchants-of-magick/cards.yaml"
BRIEF = Level("brief", 1, 12.0, 0, 8, None)


def changed(change: tuple[str, str]) -> Game:
    text = re.sub(*change, FILE.read_text(encoding="utf-8"))
    return load_game(FILE, content=text.encode("utf-8"))


def examined(game: Game) -> Examination:
    rules = rules_of(game)
    one = Examination(rules, game, rules.cards_record(game), BRIEF, 1)
    one.counts = [4]
    one.run()
    return one


def test_what_comes_up_in_a_round_is_a_mean_with_its_error() -> None:
    luck = np.random.default_rng(1)
    rounds = luck.integers(5, 15, 4000)
    played: Any = SimpleNamespace(
        counts=luck.binomial(rounds, 0.3)[:, None], rounds=rounds, games=rounds.size
    )
    mean, error = per_round(played, 0)
    assert mean == pytest.approx(0.3, abs=4 * error)
    assert error == pytest.approx(np.sqrt(0.3 * 0.7 / rounds.sum()), rel=0.1)


@pytest.mark.slow
def test_extra_dice_that_nobody_can_pay_any_more_are_named_though_the_first_is_free() -> None:
    now = examined(changed((r"extra_dice_potions: \[.*\]", "extra_dice_potions: [0, 9, 9, 9, 9]")))
    (one,) = disused_since(now, load_game(FILE))
    assert one.finding.about == "Extra Dice used"
    assert one.finding.verdict == "warning"
    assert one.finding.place is not None
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert lines[one.finding.place.line - 1].strip().startswith("extra_dice_potions")
    assert not one.is_back(now.played[4])
    sound = examined(load_game(FILE))
    assert one.is_back(sound.played[4])
    assert list(disused_since(sound, load_game(FILE))) == []
    findings = with_disuse(now.result.findings, {("rule-unused", one.finding.about): one})
    assert [each for each in findings if each.counts and each.code == "rule-unused"] == [
        one.finding
    ]
