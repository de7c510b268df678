"""Paired games in short batches: the same as if played at once, kept when a number goes back, and
what cards are worth.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.engine.players import LineUpError, parse_line_up
from rules_check.games import emporium as rules
from rules_check.play.simulate import simulate
from rules_check.prove.balance import BLIND_PER_MILLE
from rules_check.prove.comparing import measured
from rules_check.prove.ruling import alternatives_of
from rules_check.verdict.statistics import Rate
from studio.play import odds as odds_module
from studio.play.odds import SEED, Version, Weighing

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "cards.yaml").read_bytes()


def version(old: bytes = b"", new: bytes = b"") -> Version:
    assert old in TEXT
    game = load_game(ROOT / "cards.yaml", content=TEXT.replace(old, new, 1) if old else TEXT)
    return Version(game, rules.cards_record(game))


NOW = version()
RICHER = version(b"starting_gold: ", b"starting_gold: 1")


def weighing(
    new: Version = RICHER, base: Version = NOW, words: str = "random", players: int | None = 3
) -> Weighing:
    made = Weighing(rules, workers=2)
    made.set_out(new, base, players, words)
    return made


def play(made: Weighing, pairs: int) -> None:
    while made.pairs < pairs:
        made.play()


def test_batches_are_the_games_that_would_have_been_played_at_once() -> None:
    made = weighing()
    play(made, 300)
    told = made.odds(7)
    assert (told.seq, told.players, told.line_up, told.is_equal, told.pairs) == (
        7,
        3,
        "random",
        False,
        made.pairs,
    )
    assert made.setting.counts == [2, 3, 4, 5, 6]
    assert "bid_affordable" in [one.name for one in made.setting.rulings]
    whole = [
        simulate(rules, one.cards, parse_line_up("random", 3), SEED, made.pairs)
        for one in (RICHER, NOW)
    ]
    for rows, played in zip((made.new, made.base), whole, strict=True):
        assert np.array_equal(rows.between(0, made.pairs), measured(rules, played))
    length = next(one for one in told.figures if one.name == "rounds")
    assert (length.now, length.was) == tuple(pytest.approx(one.rounds.mean()) for one in whole)
    assert length.low <= length.now - length.was <= length.high


def test_seats_have_wilsons_interval_and_half_is_the_widest() -> None:
    made = weighing()
    play(made, 250)
    told = made.odds(1)
    wins = simulate(rules, RICHER.cards, parse_line_up("random", 3), SEED, told.games).places == 1
    rate = Rate(float((wins / wins.sum(axis=1, keepdims=True))[:, 0].sum()), told.games)
    assert told.seats[0] == pytest.approx(
        (100 * rate.share, 100 * rate.interval[0], 100 * rate.interval[1])
    )
    assert sum(share for share, _, _ in told.seats) == pytest.approx(100)
    assert told.half == pytest.approx(max(high - low for _, low, high in told.seats) / 2)
    assert told.base != told.seats


def test_games_once_played_count_again() -> None:
    made = weighing()
    play(made, 100)
    games, base = made.new.games, made.base.games
    made.set_out(NOW, NOW, 3, "random")
    assert made.odds(2).is_equal
    assert made.pairs == base
    made.set_out(RICHER, NOW, 3, "random")
    assert (made.new.games, made.base.games) == (games, base)
    made.set_out(RICHER, NOW, 2, "random")
    assert made.pairs == 0


def test_only_the_newest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_module, "MOST_KEPT", 2)
    made = weighing()
    play(made, 10)
    made.set_out(RICHER, NOW, 2, "random")
    made.set_out(RICHER, NOW, 3, "random")
    assert made.pairs == 0


def test_cards_are_worth_what_blind_games_say(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in (("BEFORE_WORTH", 40), ("MOST_PAIRS", 60), ("MOST_BLIND", 90)):
        monkeypatch.setattr(odds_module, name, number)
    made = weighing()
    while not made.is_done:
        made.play()
    whole = simulate(
        rules,
        RICHER.cards,
        parse_line_up("random", 3),
        SEED,
        made.new.blind,
        per_mille=BLIND_PER_MILLE,
    )
    assert np.array_equal(made.new.worth, whole.part.worth)
    told = made.worth(3)
    assert (told.seq, told.games) == (3, made.new.blind)
    assert set(told.cards) <= set(rules.card_ids(NOW.cards))
    assert all(low <= worth <= high for worth, low, high in told.cards.values())
    assert 0 < max(told.used.values()) <= 1


def test_other_rulings_are_played_against_the_base() -> None:
    name, option = alternatives_of(NOW.game)[0]
    made = Weighing(rules, workers=1)
    made.set_out(NOW, NOW, 3, "random", {name: option})
    play(made, 5)
    assert not made.odds(1).is_equal


def test_who_cannot_play_is_refused() -> None:
    with pytest.raises(LineUpError):
        weighing(words="genius")


def test_as_many_as_usual_play_where_there_cannot_be_so_many() -> None:
    assert weighing(players=99).players == 4
