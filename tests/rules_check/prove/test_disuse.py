"""What players stop using since an earlier version: told of what loses most of its use, and of
nothing in a game that is as it was.
"""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from generator.data.findings import Finding
from generator.data.game import Game
from generator.data.loading import load_game
from rules_check.engine.game import rules_of
from rules_check.prove import disuse
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
    mean, error = per_round(0, played)
    assert mean == pytest.approx(0.3, abs=4 * error)
    assert error == pytest.approx(np.sqrt(0.3 * 0.7 / rounds.sum()), rel=0.1)


@pytest.mark.parametrize(
    ("before", "now", "is_named"),
    [(300, 20, True), (300, 90, False), (60, 3, False), (300, 300, False)],
    ids=["hardly any more", "less often", "rare before", "as before"],
)
def test_an_end_that_games_hardly_reach_any_more_is_named(
    before: int, now: int, is_named: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def played(ended: int) -> Any:
        return SimpleNamespace(ends=np.repeat([1, 2], [ended, 400 - ended]), games=400)

    finding = Finding("end-rare", "enough points", "games", "ok", "so they end", 5.0)
    rules = SimpleNamespace(
        ENDS=("not over", "enough points", "the last month"),
        cards_record=lambda game: None,
        player_counts=lambda cards: [4],
    )
    examination: Any = SimpleNamespace(
        game=load_game(FILE),
        rules=rules,
        usual=4,
        played={4: played(now)},
        result=SimpleNamespace(findings=[finding]),
        seed=1,
        word="expert",
        line_up=lambda word, players: None,
    )
    monkeypatch.setattr(disuse, "fit", lambda *_: SimpleNamespace(cards=None))
    monkeypatch.setattr(disuse, "simulate", lambda *_: played(before))
    named = list(disused_since(examination, load_game(FILE)))
    assert len(named) == is_named
    for one in named:
        assert (
            "5.0 % of games end by 'enough points', and 75 % with the earlier" in one.finding.claim
        )
        assert one.finding.counts
        assert one.is_back(played(200))
        assert not one.is_back(played(100))


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
