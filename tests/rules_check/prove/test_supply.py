"""The box against the play: too few coins are found at their line, by their values, and enough are
enough.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.data.findings import Finding
from generator.data.loading import load_game
from rules_check.engine.players import parse_line_up
from rules_check.games import emporium as rules
from rules_check.games import merchants_of_magick as merchants
from rules_check.play.simulate import Played, simulate
from rules_check.prove.supply import (
    can_pay,
    held_of,
    scarce_measurements,
    short_games,
    supply_measurements,
)
from rules_check.verdict.findings import LIMITS, judge
from tests.rules_check.prove.broken import broken_game, line_of

USUAL = {name: value for name, (value, _) in LIMITS.items()}
MERCHANTS = Path(__file__).resolve().parents[3] / "games/merchants-of-magick"
PRINTED = [(10, 10), (5, 20), (3, 20), (1, 40)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    game = broken_game(tmp_path_factory.mktemp("sound"))
    return simulate(rules, rules.cards_record(game), parse_line_up("expert", 6), 1, 400)


def judged(folder: Path, played: Played, *changes: tuple[str, str]) -> tuple[Finding, int]:
    """Judge the coins of a changed box, with the line where they stand; playing does not know of
    the box.
    """
    game = broken_game(folder, *changes)
    (finding,) = judge(supply_measurements(rules, played, "expert", USUAL, game))
    return finding, line_of(game, "  coins: {name: Coins")


def test_our_own_coins_are_enough(played: Played, tmp_path: Path) -> None:
    finding, _ = judged(tmp_path, played)
    assert (finding.name, finding.verdict) == ("supply-short (coins, 6 players)", "ok")


COINS = {
    "90 gold": [
        ("rays, size: 30 x 30 mm, copies: 20", "rays, size: 30 x 30 mm, copies: 1"),
        ("copies: 20}\n      coin-5", "copies: 5}\n      coin-5"),
        ("points, size: 26 x 26 mm, copies: 20", "points, size: 26 x 26 mm, copies: 5"),
        ("coins: {name: Coins, of: coin, count: 90", "coins: {name: Coins, of: coin, count: 41"),
    ],
    "no small coins but one": [
        ("plain, size: 20 x 20 mm, copies: 30", "plain, size: 20 x 20 mm, copies: 1"),
        ("{value: 3, rim", "{value: 30, rim"),
        ("coins: {name: Coins, of: coin, count: 90", "coins: {name: Coins, of: coin, count: 61"),
    ],
}


@pytest.mark.parametrize("case", COINS)
def test_too_few_coins_are_found_at_their_line(case: str, played: Played, tmp_path: Path) -> None:
    finding, line = judged(tmp_path, played, *COINS[case])
    assert (finding.name, finding.verdict) == ("supply-short (coins, 6 players)", "warning")
    assert finding.place is not None
    assert finding.place.line == line
    assert finding.shown is not None
    assert finding.shown.players == 6
    assert finding.number is not None
    assert finding.number > 50
    worth = re.search("pieces worth ([0-9]+) in total", finding.hint or "")
    assert worth
    totals = held_of(played, next(piece for piece in rules.PIECES if piece.name == "coin")).sum(
        axis=1
    )
    assert totals[finding.shown.game] == totals.max()
    (later,) = judge(
        supply_measurements(
            rules, replace(played, first=1000), "expert", USUAL, load_game(tmp_path)
        )
    )
    assert later.shown == replace(finding.shown, game=1000 + finding.shown.game)
    assert (totals < int(worth[1])).mean() <= 0.95 <= (totals <= int(worth[1])).mean(), (
        "so many do in all but 5 % of games"
    )


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [("7: 2, 8: 2}", "ok"), ("7: 2, 8: 8}", "warning")],
    ids=["as printed", "eight orders each"],
)
def test_a_deck_that_runs_dry_is_found_at_its_line(
    lines: str, verdict: str, tmp_path: Path
) -> None:
    text = (MERCHANTS / "cards.yaml").read_text(encoding="utf-8").replace("7: 2, 8: 2}", lines)
    for part in ("templates", "fonts"):
        if (MERCHANTS / part).is_dir():
            shutil.copytree(MERCHANTS / part, tmp_path / part)
    (tmp_path / "cards.yaml").write_text(text, encoding="utf-8")
    game = load_game(tmp_path / "cards.yaml")
    eight = simulate(merchants, merchants.cards_record(game), parse_line_up("expert", 8), 1, 200)
    (finding,) = judge(scarce_measurements(merchants, eight, USUAL, game))
    assert (finding.name, finding.verdict) == (
        "runs-out (spaces without an order, 8 players)",
        verdict,
    )
    assert finding.place is not None
    assert finding.place.line == line_of(game, "  orders_by_players:")


def test_potions_are_counted_in_potions() -> None:
    game = load_game(MERCHANTS / "cards.yaml")
    eight = simulate(merchants, merchants.cards_record(game), parse_line_up("expert", 8), 1, 200)
    (finding,) = judge(supply_measurements(merchants, eight, "expert", USUAL, game))
    assert finding.verdict == "ok"
    assert "own more potions than" in finding.claim


def test_what_is_held_is_the_gold_before_the_bonuses(played: Played) -> None:
    (coin,) = [piece for piece in rules.PIECES if piece.sums]
    bonuses = played.ledger[:, :, 7:].sum(axis=2)
    assert (held_of(played, coin) == played.scores - bonuses).all()


def test_change_is_made_where_the_dearest_first_leaves_a_rest() -> None:
    held = np.array([[6, 6], [6, 7], [10, 10]])
    assert short_games(held, [(5, 4), (3, 4)]).tolist() == [False, True, False]
    assert short_games(np.array([[200, 101]]), PRINTED).tolist() == [True]
    assert short_games(np.array([[200, 100]]), PRINTED).tolist() == [False]


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(st.sampled_from([1, 2, 3, 5, 10]), st.integers(0, 3)), min_size=1, max_size=4
    ),
    st.data(),
)
def test_what_was_dealt_out_can_be_paid(values: list[tuple[int, int]], data: Any) -> None:
    """Whatever is dealt to three seats is an amount that these pieces make, so nobody may say they
    cannot.
    """
    merged = sorted(
        {value: sum(n for v, n in values if v == value) for value, _ in values}.items(),
        reverse=True,
    )
    seats = [0, 0, 0]
    for value, count in merged:
        for _ in range(count):
            to = data.draw(st.integers(0, 3))
            if to < 3:
                seats[to] += value
    assert can_pay(seats, merged)
    assert not short_games(np.array([seats]), merged).any()
