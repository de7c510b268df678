"""The PettingZoo adapter: the library's own suites pass, can fail, and a game through it is the
game of the rules.
"""

from __future__ import annotations

import copy
import pickle
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

suite = pytest.importorskip("pettingzoo.test")

from generator.data.game import Game  # noqa: E402
from rules_check.adapters import pettingzoo as adapter  # noqa: E402
from rules_check.adapters.pettingzoo import IllegalMove  # noqa: E402
from rules_check.adapters.table import GameTable  # noqa: E402
from rules_check.engine.game import moves_of, new_state  # noqa: E402

# What the suite says of PettingZoo's own card games as well: an observation is a Dict, so that it
# can have a mask.
expected = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)
each_seating = pytest.mark.parametrize("players", [2, 4, 6])


@pytest.fixture(scope="module")
def raw(emporium: Game) -> Any:
    return adapter.RawEnv("emporium", 4, emporium)


def play(env: Any, steps: int, luck: int = 1) -> list[int]:
    """Take random legal actions, at most so many and none after the end; returns them."""
    chosen, rng = list[int](), random.Random(luck)
    while len(chosen) < steps and not any(env.terminations.values()):
        chosen.append(
            rng.choice(
                [
                    int(one)
                    for one in np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
                ]
            )
        )
        env.step(chosen[-1])
    return chosen


@expected
@each_seating
def test_the_api_suite_passes(players: int) -> None:
    suite.api_test(adapter.env("emporium", players), num_cycles=200)


@pytest.mark.slow_cases("2", "6")
@each_seating
def test_the_seed_suite_passes(players: int) -> None:
    suite.seed_test(lambda: adapter.env("emporium", players), num_cycles=150)


@expected
def test_a_mask_that_lies_fails_the_api_suite(raw: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = type(raw).observe

    def observe(self: Any, agent: str) -> Any:
        seen = honest(self, agent)
        return {**seen, "action_mask": 1 - seen["action_mask"]}

    monkeypatch.setattr(adapter.RawEnv, "observe", observe)
    with pytest.raises(IllegalMove, match="is not legal here"):
        suite.api_test(adapter.env("emporium", 2), num_cycles=50)


@expected
def test_a_reward_too_many_fails_the_api_suite(raw: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        adapter.RawEnv,
        "_accumulate_rewards",
        lambda self: self._cumulative_rewards.update(player_0=1.0),
    )
    with pytest.raises(AssertionError, match="accumulated rewards"):
        suite.api_test(adapter.env("emporium", 2), num_cycles=50)


def test_luck_from_elsewhere_fails_the_seed_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    start, numbers = GameTable.start, iter(range(10))
    monkeypatch.setattr(
        GameTable, "start", lambda self, seed, number: start(self, seed, next(numbers))
    )
    with pytest.raises(AssertionError, match="Incorrect"):
        suite.seed_test(lambda: adapter.env("emporium", 2), num_cycles=50)


@each_seating
def test_a_game_is_the_same_moves_through_the_verbs(players: int) -> None:
    env = adapter.RawEnv("emporium", players)
    rules, cards = env.table.rules, env.table.cards
    env.reset(seed=9)
    actions = play(env, 10_000)
    state = new_state(rules)
    rules.new_game(cards, state, players, 9, 0)
    for action in actions:
        assert int(env.table.space[action]) in moves_of(rules, cards, state)
        rules.apply(cards, state, int(env.table.space[action]))
    assert rules.is_over(cards, state)
    assert env._states[0].tobytes() == state.tobytes()
    assert set(env.terminations.values()) == {True}
    assert sum(env.rewards.values()) == pytest.approx(players / 2)
    assert (min(env.rewards.values()), max(env.rewards.values())) == (0, 1)


def test_an_observation_tells_nothing_that_is_hidden(raw: Any) -> None:
    table, was_permuted = raw.table, False
    raw.reset(seed=2)
    for step in range(40):
        play(raw, 3, step)
        for seat, agent in enumerate(raw.possible_agents):
            true, seen = raw._states.copy(), raw.observe(agent)
            table.rules.hide(
                table.cards, raw._states[0], seat, 77 + step
            )  # hidden cards, decks and choices lie otherwise
            again = raw.observe(agent)
            was_permuted = was_permuted or not np.array_equal(table.numbers(true), raw.state())
            raw._states[:] = true
            assert np.array_equal(seen["observation"], again["observation"])
            assert np.array_equal(seen["action_mask"], again["action_mask"])
    assert was_permuted


def test_an_observation_does_not_tell_which_game_it_is(raw: Any) -> None:
    raw.reset(seed=5, options={"number": 123_456_789})
    assert 123_456_789 in raw.state()
    assert all(
        123_456_789 not in raw.observe(agent)["observation"] for agent in raw.possible_agents
    )


def test_an_observation_shows_what_the_seat_knows(raw: Any) -> None:
    raw.reset(seed=2)
    play(raw, 60)
    places = raw.table.slices
    for seat, agent in enumerate(raw.possible_agents):
        seen, true = raw.observe(agent)["observation"], raw._states[0]
        assert list(seen[places["gold"]]) == list(true.gold)
        size = int(true.hand[seat, -1])
        assert list(seen[places["hand"]].reshape(true.hand.shape)[seat, :size]) == list(
            true.hand[seat, :size]
        )
        assert seen.shape == (raw.table.view_size,)


def test_only_who_decides_has_actions(raw: Any) -> None:
    raw.reset(seed=2)
    for agent in raw.possible_agents:
        assert raw.observe(agent)["action_mask"].any() == (agent == raw.agent_selection)
    (first,) = play(raw, 1)
    raw.reset(seed=2)
    assert raw.action_text(first) == raw.table.rules.move_text(
        raw.table.cards, raw._states[0], raw.table.space[first]
    )


def test_an_illegal_action_is_refused_bare_and_loses_wrapped(raw: Any, emporium: Game) -> None:
    raw.reset(seed=2)
    wrong = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    before = raw._states.tobytes()
    with pytest.raises(
        IllegalMove, match=rf"action {wrong} of player_0 is not legal here; legal: \d+ \("
    ):
        raw.step(wrong)
    assert raw._states.tobytes() == before
    env = adapter.env("emporium", 4, emporium)
    env.reset(seed=2)
    env.step(wrong)
    assert set(env.terminations.values()) == {True}
    assert list(env.rewards.values()) == [-1, 0, 0, 0]


def test_a_reset_without_a_seed_goes_on_to_the_next_game(raw: Any) -> None:
    seen = []
    for seed, options in (
        (4, None),
        (None, None),
        (None, None),
        (None, {"number": 1}),
        (4, {"number": 2}),
        (4, None),
    ):
        raw.reset(seed=seed, options=options)
        seen.append(raw._states.tobytes())
    assert [seen.index(one) for one in seen] == [0, 1, 2, 1, 2, 0]
    with pytest.raises(ValueError, match="expected the seed of a game to be from 0"):
        raw.reset(seed=-1)


def test_who_share_a_place_share_its_rewards(raw: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = raw.table

    def rewards(*places: int) -> list[float]:
        class Rules:
            places = staticmethod(lambda cards, state, out: out.__setitem__(slice(None), given))

        given = places
        monkeypatch.setattr(table, "rules", Rules)
        return table.rewards(None)

    assert rewards(2, 1, 4, 3) == pytest.approx([2 / 3, 1, 0, 1 / 3])
    assert rewards(1, 1, 3, 4) == pytest.approx([5 / 6, 5 / 6, 1 / 3, 0])
    assert rewards(1, 1, 1, 1) == pytest.approx([0.5] * 4)


def test_copies_and_pickles_play_on_alike() -> None:
    env = adapter.RawEnv("emporium", 2)
    env.reset(seed=3)
    play(env, 20)
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    actions = play(env, 50)
    for other in others:
        assert other._states.tobytes() != env._states.tobytes()
        assert play(other, 50) == actions
        assert other._states.tobytes() == env._states.tobytes()


def test_wrong_wishes_are_refused() -> None:
    with pytest.raises(ValueError, match="expected players to be one of 2, 3, 4, 5, 6, found 7"):
        adapter.env("emporium", 7)
    with pytest.raises(
        ValueError, match="expected render_mode to be None or 'ansi', found 'human'"
    ):
        adapter.env("emporium", 2, render_mode="human")


def test_a_table_is_rendered_as_text(emporium: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    env = adapter.RawEnv("emporium", 2, emporium, render_mode="ansi")
    monkeypatch.setattr(
        adapter, "shown", lambda rules, game, cards, state, seat: [game.title, f"seat {seat}"]
    )
    env.reset(seed=1)
    assert env.render() == "Emporium\nseat -1"


def test_the_document_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (
        (Path(__file__).resolve().parents[3] / "docs" / "reference" / "adapters.md")
        .read_text(encoding="utf-8")
        .partition("\n## OpenSpiel\n")[0]
    )
    names: dict[str, Any] = {}
    for block in re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S):
        exec(compile(block, "docs/reference/adapters.md", "exec"), names)
    said = capsys.readouterr().out
    assert said.count("gets") == 4
    assert "gold of all seats: [" in said
