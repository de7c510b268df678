"""Learning by self-play: one step in detail, and whole courses on Kuhn poker."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.engine.nets import BOTH, HIDDEN, layout_of, new_net, rate_moves
from rules_check.engine.players import parse_player
from rules_check.prove import learning
from rules_check.prove.gathering import POINTS, new_memory
from rules_check.prove.learning import Course, School, _hold, _slope, _step, learn, wins_among
from tests.conftest import ROOT
from tests.truth.kuhn_poker.kuhn import rules

LAYOUT = layout_of(2, 2)


def room() -> tuple[Any, Any]:
    """Return the memory in which two moves are rated."""
    return np.zeros(BOTH), np.zeros((2, HIDDEN))


def odds_after(
    chosen: int, gain: float, undecided: float = 0.0, near: float = 0.0, held: float = 0.5
) -> Any:
    """Make one step of a net that chose one of two moves and gained; return how the odds changed.

    The mean net gives the first move the odds `held`.
    """
    memory, net = new_memory(1, 2, 2), new_net(LAYOUT, 2.0, 3)
    net[LAYOUT.counts : LAYOUT.expects] = 0.1
    memory.signs.places[:3], memory.signs.numbers[:3] = [0, 0, 1], 1.0
    memory.starts[:2], memory.sizes[0], memory.ends[0] = [1, 2], 2, 3
    odds = np.zeros(2)
    rate_moves(LAYOUT, net, memory.signs, 0, memory.starts[:2], 3, odds, *room())
    memory.chosen[0], memory.odds[0], memory.gains[0] = chosen, odds[chosen], gain
    memory.held[:2] = np.log([held, 1.0 - held])
    slopes, means, squares = np.zeros((3, LAYOUT.size))
    before = odds.copy()
    _slope(
        memory,
        np.array([0]),
        LAYOUT,
        net,
        np.array([undecided, near, 0.0, 1.0]),
        np.zeros(2),
        *room(),
        slopes,
    )
    _step(net, slopes, means, squares, np.array([0.01, 0.1, 0.01]))
    rate_moves(LAYOUT, net, memory.signs, 0, memory.starts[:2], 3, odds, *room())
    return odds - before


@pytest.mark.slow_cases("1.0-0")
@pytest.mark.parametrize("chosen", [0, 1])
@pytest.mark.parametrize("gain", [1.0, -1.0])
def test_what_gained_is_chosen_more_often(chosen: int, gain: float) -> None:
    assert np.sign(odds_after(chosen, gain)[chosen]) == np.sign(gain)


def test_undecided_odds_are_worth_something() -> None:
    """Without a gain, the likelier move is chosen less often."""
    change = odds_after(0, 0.0, undecided=0.5)
    assert abs(change[0]) > 1e-4


@pytest.mark.parametrize("held", [0.1, 0.9])
def test_odds_come_nearer_to_those_of_the_mean_net(held: float) -> None:
    change = odds_after(0, 0.0, near=0.5, held=held)
    assert np.sign(change[0]) == np.sign(held - 0.5)


def test_a_net_is_held_by_the_odds_that_another_gives_each_move() -> None:
    memory, net = new_memory(1, 2, 2), new_net(LAYOUT, 2.0, 3)
    net[LAYOUT.counts : LAYOUT.expects] = 0.1
    memory.signs.places[:3], memory.signs.numbers[:3] = [0, 0, 1], 1.0
    memory.starts[:2], memory.sizes[0], memory.ends[0] = [1, 2], 2, 3
    odds = np.zeros(2)
    rate_moves(LAYOUT, net, memory.signs, 0, memory.starts[:2], 3, odds, *room())
    _hold(memory, 1, LAYOUT, net, np.zeros(2), *room())
    assert np.exp(memory.held[:2]) == pytest.approx(odds, rel=1e-4)


def cards() -> Any:
    return rules.cards_record(load_game(ROOT / "tests" / "truth" / "kuhn_poker" / "cards.yaml"))


def plain(school: School) -> None:
    """Make a school without a game."""
    school.games, school.learner, school.worth = 0, 0, np.zeros(1)
    school.memory = SimpleNamespace(rewards=np.zeros((4, school.players)))  # type: ignore[assignment]


def gathered(school: School, thought: Any, size: int, learner: int) -> int:
    """Play up to three games: each seat gets the number of the game and its own as its reward."""
    done = min(size, 3)
    school.memory.rewards[:done] = np.add.outer(np.arange(done) + school.games, [0.0, 0.5])
    school.games += done
    return done


@pytest.mark.parametrize("games", [1, 11])
@pytest.mark.parametrize("cores", [1, 2, 3, 64])
def test_fresh_games_are_the_same_however_they_are_divided(
    cores: int, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    monkeypatch.setattr(learning, "thinking", lambda *asked: None)
    monkeypatch.setattr(School, "__post_init__", plain)
    monkeypatch.setattr(School, "gather", gathered)
    none: Any = None
    rewards = learning._rewards_of(School(none, none, 2, Course(0), 1), none, games)
    assert rewards.tolist() == [game + game % 2 / 2 for game in range(games)]


@pytest.mark.slow  # it compiles a game
def test_the_same_seed_and_work_give_the_same_player() -> None:
    course = Course(1_000_000, POINTS)
    first, same, other = (learn(rules, cards(), 2, course, seed) for seed in (1, 1, 2))
    assert first.net.tobytes() == same.net.tobytes()
    assert first.games == same.games
    assert first.net.tobytes() != other.net.tobytes()


@pytest.mark.slow
def test_an_adversary_learns_to_beat_players_by_chance() -> None:
    chance = parse_player("random")
    found = learn(rules, cards(), 2, Course(5_000_000, opponents=chance), 1)
    assert wins_among(rules, cards(), 2, found, chance, 2000, 9).interval[0] > 0.5
