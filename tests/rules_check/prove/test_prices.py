"""Prices that are far too low: named though an auction makes good for them; nothing is told, and
nothing played, where no low price is used much.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.source import content_of
from rules_check.engine.game import rules_of
from rules_check.engine.noting import CARDS
from rules_check.engine.players import parse_line_up
from rules_check.play.simulate import simulate
from rules_check.prove import prices
from rules_check.prove.fitting import fit
from rules_check.prove.prices import Prices
from rules_check.verdict.findings import LIMITS, Measurement, judge
from tests.conftest import ROOT

FILE = ROOT / "games/brick-and-mortar/cards.yaml"
USUAL = {name: value for name, (value, _) in LIMITS.items()}


def measured(game: Game) -> list[Measurement]:
    rules = rules_of(game)
    cards = fit(rules, rules.cards_record(game), 1, with_training=False).cards
    line_up = parse_line_up("expert", 4, game)
    played = simulate(rules, cards, line_up, 1, 600, noting=CARDS)
    return list(Prices(rules, game, cards, played, line_up).measured(USUAL))


@pytest.mark.slow
def test_a_store_for_3_that_all_would_buy_for_9_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    text = content_of(FILE).decode()
    dear = re.sub(r"(superstore: .*cost: )16", r"\g<1>3", text)
    assert dear != text
    game = load_game(FILE, content=dear.encode())
    monkeypatch.setattr(prices, "content_of", lambda path: dear.encode())
    monkeypatch.setattr(prices, "GAMES", 600)
    (one,) = measured(game)
    (finding,) = judge([one])
    assert (finding.code, finding.about, finding.verdict) == (
        "underpriced",
        "superstore",
        "warning",
    )
    assert finding.place == game.cards["superstore"].places["cost"]


@pytest.mark.slow
def test_where_no_low_price_is_used_much_nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def kept(*_: Any) -> None:
        raise AssertionError("no game is to be played")

    monkeypatch.setattr(Prices, "_kept", kept)
    assert measured(load_game(FILE)) == []
