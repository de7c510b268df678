"""The OpenSpiel adapter: the library's own suites pass, can fail, and a game through it is the game
of the rules.

Suites run in processes of their own and are judged by what they print: a check that fails within
OpenSpiel can end the process.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from rules_check.adapters import openspiel as adapter  # noqa: E402
from rules_check.engine.game import new_state  # noqa: E402
from tests.conftest import some  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
START = """
import sys
import pyspiel
import rules_check.adapters.openspiel as adapter
games = [pyspiel.load_game(text) for text in sys.argv[1:]]
"""
CPP = """
for game in games:
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
print("passed")
"""
PYTHON = """
from open_spiel.python.tests.games_sim_test import GamesSimTest
for game in games:
    GamesSimTest().sim_game(game)
print("passed")
"""
PARTIAL_TREE = """
import unittest
from open_spiel.integration_tests import api_test
class Ours(api_test.EnforceAPIOnPartialTreeBase):
    game, game_name = games[-1], sys.argv[-1]
result = unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromTestCase(Ours))
print("passed" if result.wasSuccessful() and result.testsRun >= 5 else "failed")
"""
BREAK = {
    "unsorted": (
        (
            "adapter.PnpState._legal_actions = lambda self, player: "
            "self.table.legal_actions(self.states[0])[::-1]"
        ),
        CPP,
        "actions[i - 1] < actions[i]",
    ),
    "one name for two": (
        "adapter.PnpState._action_to_string = lambda self, player, action: 'a move'",
        CPP,
        "Duplicate action string",
    ),
    "not what it was": (
        (
            "from itertools import count; n = count(); adapter.PnpState.__str__ = lambda self: "
            "str(next(n))"
        ),
        PYTHON,
        "AssertionError",
    ),
}


def run(script: str, *games: str) -> tuple[str, str]:
    """Run a script in a process of its own; the last line that it printed, and what it complained
    of.
    """
    done = subprocess.run(
        [sys.executable, "-c", script, *games],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return (done.stdout.strip().splitlines() or [""])[-1], done.stdout + done.stderr


def load(players: int = 2, **parameters: Any) -> Any:
    given = {"players": players, **parameters}
    return pyspiel.load_game(
        f"emporium_pnp_emporium({','.join(f'{key}={value}' for key, value in given.items())})"
    )


def play(state: Any, steps: int, luck: int = 1) -> Any:
    """Take random actions, at most so many; the deal comes of chance."""
    rng = random.Random(luck)
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(
                rng.choice([1, 2, 3] if state.is_chance_node() else state.legal_actions())
            )
    return state


@pytest.mark.slow
def test_the_suites_of_openspiel_pass() -> None:
    games = [f"emporium_pnp_emporium({how})" for how in ("players=2", "players=4,deals=1,seed=5")]
    said, told = run(START + CPP + PYTHON + PARTIAL_TREE, *games)
    assert said == "passed", told
    assert told.splitlines().count("passed") == 3, told


@pytest.mark.slow  # the same adapter, with other games
def test_every_game_passes_the_suite_of_openspiel() -> None:
    games = ("empire(players=3)", "merchants_of_magick(players=8)", "brick_and_mortar(players=4)")
    said, told = run(START + CPP + PYTHON, *(f"emporium_pnp_{game}" for game in games))
    assert said == "passed", told


@pytest.mark.slow_cases("unsorted")
@pytest.mark.parametrize("fault", some(BREAK, 3))
def test_a_fault_fails_a_suite(fault: str) -> None:
    broken, suite, complaint = BREAK[fault]
    said, told = run(f"{START}\n{broken}\n{suite}", "emporium_pnp_emporium(players=4)")
    assert said != "passed"
    assert complaint in told


@pytest.mark.slow_cases("2")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_game_is_the_same_moves_through_the_verbs(players: int) -> None:
    state = play(load(players, seed=9).new_initial_state(), 10_000)
    table = state.table
    ours = new_state(table.rules)
    deal, *actions = state.history()
    table.rules.new_game(table.cards, ours, players, 9, deal)
    for action in actions:
        table.rules.apply(table.cards, ours, int(table.space[action]))
    assert table.rules.is_over(table.cards, ours)
    assert state.states[0].tobytes() == ours.tobytes()
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert sum(state.returns()) == pytest.approx(players / 2)


def test_actions_mean_the_same_everywhere() -> None:
    state = play(load().new_initial_state(), 1)
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    assert state.legal_actions() == sorted(state.legal_actions())
    assert [
        state.table.rules.parse_move(state.table.cards, state.states[0], text) for text in texts
    ] == [int(state.table.space[action]) for action in state.legal_actions()]


def test_what_a_seat_sees_tells_nothing_that_is_hidden() -> None:
    state = play(load(4).new_initial_state(), 1)
    for step in range(40):
        play(state, 3, step)
        for seat in range(4):
            true, seen = (
                state.states.copy(),
                (state.observation_string(seat), state.information_state_string(seat)),
            )
            tensor = state.observation_tensor(seat)
            state.table.rules.hide(state.table.cards, state.states[0], seat, 77 + step)
            assert (state.observation_string(seat), state.information_state_string(seat)) == seen
            assert state.observation_tensor(seat) == tensor
            state.states[:] = true


def test_what_others_choose_unseen_is_unseen() -> None:
    """Seat 0 sets the die one way or another: seat 1 cannot tell, seat 0 can."""
    first = play(load().new_initial_state(), 1)
    second = first.clone()
    first.apply_action(first.legal_actions()[0])
    second.apply_action(second.legal_actions()[1])
    assert first.information_state_string(1) == second.information_state_string(1)
    assert first.information_state_string(0) != second.information_state_string(0)


def test_a_deal_is_seen_by_its_cards_only() -> None:
    """Whatever number a deal has, a seat sees the same where the cards are the same to it."""
    texts = set()
    for seed, deal in ((0, 7), (1, 7)):
        state = load(2, seed=seed).new_initial_state()
        state.apply_action(deal)
        texts.add(state.observation_string(0))
        state.states[0].number = 99
        assert state.observation_string(0) in texts
    assert len(texts) == 2


def test_recall_is_perfect() -> None:
    """Along two ways that lead a seat to the same sight, what it did before still tells them
    apart.
    """
    state = play(load().new_initial_state(), 1)
    other = state.clone()
    seat = state.current_player()
    for one, action in ((state, state.legal_actions()[0]), (other, state.legal_actions()[1])):
        one.apply_action(action)
    other.states[:] = state.states
    assert state.observation_string(seat) == other.observation_string(seat)
    assert state.information_state_string(seat) != other.information_state_string(seat)


def test_a_copy_shares_nothing() -> None:
    state = play(load().new_initial_state(), 20)
    before, told = state.states.tobytes(), str(state)
    play(state.clone(), 30)
    assert (state.states.tobytes(), str(state)) == (before, told)


def test_chance_picks_the_game_once() -> None:
    root = load(2, deals=8, seed=3).new_initial_state()
    outcomes = root.chance_outcomes()
    assert [deal for deal, _ in outcomes] == list(range(8))
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert len({root.child(deal).observation_string(0) for deal, _ in outcomes}) == 8
    sure = load(2, deals=1, seed=3).new_initial_state()
    assert not sure.is_chance_node()
    assert sure.get_game().get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert sure.observation_string(0) == root.child(0).observation_string(0)


def test_observations_come_whole_or_not_at_all() -> None:
    game = load()
    kind = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    assert game.make_py_observer(kind) is None
    state = play(game.new_initial_state(), 30)
    tensor = np.array(state.observation_tensor(1))
    assert tensor.shape == (state.table.view_size,)
    assert list(tensor[state.table.slices["gold"]]) == list(state.states[0].gold)


def test_a_card_set_is_named_by_its_path() -> None:
    game = load(2, cards=ROOT / "cards.yaml")
    assert (
        play(game.new_initial_state(), 30).states.tobytes()
        == play(load(2).new_initial_state(), 30).states.tobytes()
    )
    assert str(pyspiel.load_game(str(game))) == str(game)


def test_wrong_parameters_are_refused() -> None:
    for text in (
        "expected players to be one of 2, 3, 4, 5, 6, found 1",
        "expected deals to be 1 or more, found 0",
    ):
        parameter = {text.split()[1]: int(text.split()[-1])}
        with pytest.raises(
            (ValueError, RuntimeError), match=text if "deals" in text else "players"
        ):
            adapter.PnpGame.__subclasses__()[0]({**adapter.DEFAULTS, **parameter})


@pytest.mark.slow
def test_the_document_runs() -> None:
    page = (
        (ROOT / "docs" / "reference" / "adapters.md")
        .read_text(encoding="utf-8")
        .partition("\n## OpenSpiel\n")[2]
    )
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S)
    assert len(blocks) == 2
    said, told = run("\n".join(blocks))
    assert said.startswith("{"), told


def test_the_document_has_every_parameter() -> None:
    page = (ROOT / "docs" / "reference" / "adapters.md").read_text(encoding="utf-8")
    assert dict(re.findall(r"^\| `(\w+)` \| (\w*)", page, re.M)) == {
        key: str(value) for key, value in adapter.DEFAULTS.items()
    }
