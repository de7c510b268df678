"""What must hold of every game's rules, whatever the game: written against the verbs of rules_check/game.py alone.

A new game joins by an entry in GAMES; a registered one that is missing there is a failure.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
from scripted import ROOT, real_cards

from rules_check.game import GROUP, IllegalMove, apply_checked, moves_of, new_state
from rules_check.games import emporium
from rules_check.kernel import below


class Entry(NamedTuple):
    rules: Any
    cards: Callable[[], Any]
    players: range
    rounds: Callable[[Any], int]


GAMES = {"emporium": Entry(emporium, real_cards, range(2, 7), lambda state: int(state.rounds))}
SEATED = [pytest.param(entry, players, id=f"{name}-{players}") for name, entry in GAMES.items() for players in entry.players]
AUDITED = 400
FOLLOWED = 3

each_game = pytest.mark.parametrize("entry", [pytest.param(entry, id=name) for name, entry in GAMES.items()])
each_seating = pytest.mark.parametrize(("entry", "players"), SEATED)


def started(entry: Entry, players: int, seed: int = 1, number: int = 0) -> Any:
    state = new_state(entry.rules)
    entry.rules.new_game(entry.cards(), state, players, seed, number)
    return state


def followed(entry: Entry, players: int, number: int) -> Iterator[tuple[Any, int | None]]:
    """Go through a game decided by Python's own luck: each state with the move about to be made, the last with None."""
    state, luck = started(entry, players, 5, number), random.Random(number)
    while not entry.rules.is_over(entry.cards(), state):
        move = luck.choice(moves_of(entry.rules, entry.cards(), state))
        yield state, move
        entry.rules.apply(entry.cards(), state, move)
    yield state, None


def read(verb: Any, entry: Entry, state: Any, players: int) -> list[int]:
    out = np.full(players, -99, np.int64)
    verb(entry.cards(), state, out)
    return [int(n) for n in out]


def test_every_registered_game_is_tested() -> None:
    assert {found.name for found in entry_points(group=GROUP)} <= set(GAMES)


@each_seating
def test_every_state_of_many_random_games_is_sound(entry: Entry, players: int) -> None:
    rules, state = entry.rules, new_state(entry.rules)
    moves = np.empty(rules.max_moves, np.int64)
    for number in range(AUDITED):
        rules.new_game(entry.cards(), state, players, 3, number)
        assert rules.FAULTS[rules.audit(entry.cards(), state, moves)] == "sound", f"game {number}"


@each_seating
def test_a_game_asks_and_ends(entry: Entry, players: int) -> None:
    for number in range(FOLLOWED):
        for state, move in followed(entry, players, number):
            legal = moves_of(entry.rules, entry.cards(), state)
            assert len(legal) == len(set(legal)) <= entry.rules.max_moves
            seat = entry.rules.current_player(entry.cards(), state)
            if move is None:
                assert (legal, seat) == ([], -1)
            else:
                assert len(legal) >= 2
                assert 0 <= seat < players


@each_seating
def test_a_replay_of_the_moves_gives_the_identical_record(entry: Entry, players: int) -> None:
    for number in range(FOLLOWED):
        moves = []
        for state, move in followed(entry, players, number):  # noqa: B007  (the last is compared)
            moves.append(move)
        again = started(entry, players, 5, number)
        for move in moves[:-1]:
            assert again.tobytes() != state.tobytes()
            entry.rules.apply(entry.cards(), again, move)
        assert again.tobytes() == state.tobytes()


@each_seating
def test_a_playout_follows_the_seats_own_streams(entry: Entry, players: int) -> None:
    first, second = started(entry, players), started(entry, players)
    moves = np.empty(entry.rules.max_moves, np.int64)
    entry.rules.playout(entry.cards(), first, moves)
    entry.rules.playout(entry.cards(), second, moves)
    assert first.tobytes() == second.tobytes()
    shuffled, other = started(entry, players), started(entry, players)
    other.rng[1] += np.uint64(1)  # seat 0 has other luck: the cards lie as they did
    assert [name for name in other.dtype.names if not np.array_equal(other[name], shuffled[name])] == ["rng"]
    entry.rules.playout(entry.cards(), other, moves)
    assert other.tobytes() != first.tobytes()


@each_seating
def test_a_playout_is_uniform_over_the_legal_moves(entry: Entry, players: int) -> None:
    """Step by step, each seat drawing from its own stream: the same game to the last byte, with as many decisions."""
    for number in range(FOLLOWED):
        played, stepped = started(entry, players, 1, number), started(entry, players, 1, number)
        decisions = entry.rules.playout(entry.cards(), played, np.empty(entry.rules.max_moves, np.int64))
        steps = 0
        while legal := moves_of(entry.rules, entry.cards(), stepped):
            luck = below(stepped.rng, 1 + entry.rules.current_player(entry.cards(), stepped), len(legal))
            entry.rules.apply(entry.cards(), stepped, legal[luck])
            steps += 1
        assert (steps, stepped.tobytes()) == (decisions, played.tobytes())


@each_game
def test_streams_differ_by_seed_by_number_and_from_each_other(entry: Entry) -> None:
    found = [int(n) for seed, number in ((1, 0), (1, 1), (0, 1), (2, 0), (0, 0)) for n in started(entry, 3, seed, number).rng]
    assert len(found) == len(set(found))


@each_game
def test_rules_draw_from_the_first_stream_only(entry: Entry) -> None:
    begun = started(entry, 4, 5, 0).rng[1:].copy()
    for state, _ in followed(entry, 4, 0):
        assert np.array_equal(state.rng[1:], begun)


@each_game
def test_setting_up_leaves_nothing_of_the_game_before(entry: Entry) -> None:
    state = started(entry, 6, 1, 1)
    entry.rules.playout(entry.cards(), state, np.empty(entry.rules.max_moves, np.int64))
    entry.rules.new_game(entry.cards(), state, 2, 1, 0)
    assert state.tobytes() == started(entry, 2).tobytes()


@each_game
def test_a_copy_shares_nothing(entry: Entry) -> None:
    batch = new_state(entry.rules, 2)
    entry.rules.new_game(entry.cards(), batch[0], 3, 1, 0)
    batch[1] = batch[0]
    before = batch[1].tobytes()
    entry.rules.playout(entry.cards(), batch[0], np.empty(entry.rules.max_moves, np.int64))
    assert batch[1].tobytes() == before != batch[0].tobytes()


@each_seating
def test_every_moves_text_parses_back(entry: Entry, players: int) -> None:
    for state, move in followed(entry, players, 0):
        texts = {}
        for one in moves_of(entry.rules, entry.cards(), state):
            text = entry.rules.move_text(entry.cards(), state, one)
            assert text == " ".join(text.split())
            texts[text] = one
            if one == move:
                assert entry.rules.parse_move(entry.cards(), state, f"  {text} ") == one
        assert len(texts) == len(moves_of(entry.rules, entry.cards(), state))
    with pytest.raises(ValueError, match="no move: the game is over"):
        entry.rules.parse_move(entry.cards(), state, "pass")


@each_game
def test_a_move_that_is_not_legal_is_refused_and_changes_nothing(entry: Entry) -> None:
    state = started(entry, 3)
    before = state.tobytes()
    for move in (-1, 0, 10**9):
        with pytest.raises(IllegalMove, match="not legal here; legal: "):
            apply_checked(entry.rules, entry.cards(), state, move)
    with pytest.raises(ValueError, match="found 'fly away'"):
        entry.rules.parse_move(entry.cards(), state, "fly away")
    assert state.tobytes() == before


@each_seating
def test_looking_changes_nothing(entry: Entry, players: int) -> None:
    for state, _ in followed(entry, players, 1):
        before = state.tobytes()
        moves_of(entry.rules, entry.cards(), state)
        read(entry.rules.scores, entry, state, players)
        read(entry.rules.places, entry, state, players)
        assert entry.rules.fault(entry.cards(), state) == 0
        assert state.tobytes() == before


@each_seating
def test_places_are_ranks_and_follow_the_scores(entry: Entry, players: int) -> None:
    for number in range(20):
        state = started(entry, players, 9, number)
        entry.rules.playout(entry.cards(), state, np.empty(entry.rules.max_moves, np.int64))
        scores, places = (read(verb, entry, state, players) for verb in (entry.rules.scores, entry.rules.places))
        assert all(place == 1 + sum(other < place for other in places) for place in places)
        for a in range(players):
            for b in range(players):
                assert scores[a] <= scores[b] or places[a] < places[b]


@each_seating
def test_a_seats_view_does_not_change_when_hidden_cards_are_permuted(entry: Entry, players: int) -> None:
    was_permuted = False
    for step, (state, _) in enumerate(followed(entry, players, 2)):
        if step % 7:
            continue
        for seat in range(players):
            batch = new_state(entry.rules, 2)
            batch[:] = state
            view, other = batch
            entry.rules.hide(entry.cards(), view, seat, 7)
            entry.rules.hide(entry.cards(), other, seat, 8)
            was_permuted = was_permuted or other.tobytes() != view.tobytes()
            entry.rules.hide(entry.cards(), other, seat, 7)  # from a state that the seat cannot tell from the true one
            assert other.tobytes() == view.tobytes()
            assert entry.rules.FAULTS[entry.rules.fault(entry.cards(), view)] == "sound"
            assert not set(map(int, view.rng)) & set(map(int, state.rng))
            if entry.rules.current_player(entry.cards(), state) == seat:
                assert moves_of(entry.rules, entry.cards(), view) == moves_of(entry.rules, entry.cards(), state)
    assert was_permuted


STUBBORN = {"first": lambda legal: legal[0], "last": lambda legal: legal[-1], "middle": lambda legal: legal[len(legal) // 2]}


@each_seating
@pytest.mark.parametrize("habit", STUBBORN)
def test_stubborn_players_come_to_an_end(entry: Entry, players: int, habit: str) -> None:
    for number in range(3):
        state = started(entry, players, 11, number)
        for _ in range(100_000):
            if entry.rules.is_over(entry.cards(), state):
                break
            entry.rules.apply(entry.cards(), state, STUBBORN[habit](moves_of(entry.rules, entry.cards(), state)))
        assert entry.rules.is_over(entry.cards(), state)
        assert entry.rounds(state) < 300


PLAYED = """
import sys, hashlib
sys.path.insert(0, "tests/rules")
from test_conformance import GAMES, digest
import rules_check.kernel as kernel
print(kernel.IS_COMPILED, digest(GAMES[sys.argv[1]], int(sys.argv[2])))
"""


def digest(entry: Entry, players: int) -> str:
    """Play some games and look at all that the verbs give; one hash of it all."""
    total, moves = hashlib.sha256(), np.empty(entry.rules.max_moves, np.int64)
    for number in range(2):
        state = started(entry, players, 4, number)
        assert entry.rules.audit(entry.cards(), state, moves) == 0
        total.update(state.tobytes())
        total.update(repr([read(verb, entry, state, players) for verb in (entry.rules.scores, entry.rules.places)]).encode())
    state = started(entry, players, 4, 2)
    for seat in range(players):
        entry.rules.hide(entry.cards(), state, seat, 6)
        total.update(state.tobytes())
    return total.hexdigest()


@pytest.mark.parametrize("name", GAMES)
def test_interpreted_equals_compiled(name: str) -> None:
    for players in (GAMES[name].players[0], GAMES[name].players[-1]):
        said = subprocess.run(
            [sys.executable, "-W", "error", "-c", PLAYED, name, str(players)],
            cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True,
        ).stdout.split()  # fmt: skip
        assert said == ["False", digest(GAMES[name], players)]


def test_the_digest_tells_games_apart() -> None:
    assert digest(GAMES["emporium"], 2) != digest(GAMES["emporium"], 3)


def test_rules_are_modules_with_every_verb() -> None:
    for entry in GAMES.values():
        assert isinstance(entry.rules, ModuleType)
        for verb in ("cards_record", "new_game", "current_player", "legal_moves", "apply", "is_over", "scores", "places", "hide",
                     "move_text", "parse_move", "playout", "fault", "audit"):  # fmt: skip
            assert callable(getattr(entry.rules, verb)), verb
        dtype = entry.rules.state_dtype
        assert dtype.itemsize == sum(dtype[name].itemsize for name in dtype.names)  # no byte that holds anything
        for record in (entry.rules.state_dtype, entry.rules.cards_dtype):
            assert [name for name in record.names if hasattr(np.record, name)] == []  # such a field could not be read uncompiled
