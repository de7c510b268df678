"""What must hold of every game's rules, whatever the game: written against the verbs of
rules_check/engine/game.py alone.

Each check is a function of an entry and a number of players, entered in CHECKS under the name of
what holds. It is run over every game of GAMES (a registered one that is missing there is a
failure); test_conformance_bites.py points it at broken toys. What only a game's author can say is a
hook of its Entry, written apart from the rules.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from rules_check.engine.consent import GROUP
from rules_check.engine.game import copy_of, moves_of, new_state
from rules_check.engine.kernel import below
from rules_check.games import brick_and_mortar, empire, emporium, merchants_of_magick
from tests.rules_check.engine import hooks, hooks_brick_and_mortar, hooks_empire, hooks_merchants
from tests.rules_check.engine.audit import audit, audited
from tests.rules_check.games.scripted import ROOT, real_cards


class Entry(NamedTuple):
    """A game to be checked, and what its author has to say beside the verbs."""

    rules: Any
    cards: Callable[[], Any]
    players: Sequence[int]
    found_as: str
    """Where another process finds this entry: "module:expression"."""
    turn_seats: Callable[[Any], None] | None
    """Let each seat of a state, in place, be the next one clockwise, streams included; None where
    every round is decided from seat 1 on.
    """
    change_unknown: Callable[[Any, Any, int, random.Random], None]
    """Change, in place, what a seat cannot know into something else that it could be. Not by
    `hide`.
    """
    coins_of: Callable[[Any, Any], list[int]] | None = None
    """Read what each seat (and the bank, where it is bounded) owns of what is counted; None where a
    game counts nothing.
    """
    coins_after: Callable[[Any, Any, int], list[int]] | None = None
    """Predict the same for the state after a move, from the rule text."""
    turn_move: Callable[[int, int], int] = lambda move, players: move
    """Turn a move's seats, where moves name any, as `turn_seats` turns a state's; takes the move
    and the number of players.
    """
    audited: int = 400
    most_rounds: int = 300
    hurry: Callable[[Any], None] = lambda state: None
    """Bring a new game near the last round there can be; for a game in which players who never want
    to win may go on until then.
    """
    scores_rank: bool = True
    """Nobody with more points is ever placed after somebody with fewer."""


GAMES = {
    "emporium": Entry(
        emporium,
        real_cards,
        range(2, 7),
        "tests.rules_check.engine.test_conformance:GAMES['emporium']",
        hooks.turn_seats,
        hooks.change_unknown,
        hooks.gold_of,
        hooks.gold_after,
    ),
    "empire": Entry(
        empire,
        hooks_empire.short_cards,
        range(3, 7),
        "tests.rules_check.engine.test_conformance:GAMES['empire']",
        hooks_empire.turn_seats,
        hooks_empire.change_unknown,
        turn_move=hooks_empire.turn_move,
        hurry=hooks_empire.hurry,
        most_rounds=11_001,
    ),
    "empire, a match": Entry(
        empire,
        hooks_empire.match_cards,
        range(3, 4),
        "tests.rules_check.engine.test_conformance:GAMES['empire, a match']",
        hooks_empire.turn_seats,
        hooks_empire.change_unknown,
        turn_move=hooks_empire.turn_move,
        hurry=hooks_empire.hurry,
        most_rounds=11_001,
        audited=100,
        scores_rank=False,
    ),
    "brick-and-mortar": Entry(
        brick_and_mortar,
        hooks_brick_and_mortar.shipped_cards,
        range(2, 5),
        "tests.rules_check.engine.test_conformance:GAMES['brick-and-mortar']",
        None,
        hooks_brick_and_mortar.change_unknown,
        audited=10,
    ),
    "merchants-of-magick": Entry(
        merchants_of_magick,
        hooks_merchants.shipped_cards,
        range(1, 9),
        "tests.rules_check.engine.test_conformance:GAMES['merchants-of-magick']",
        None,
        hooks_merchants.change_unknown,
        audited=100,
    ),
    "merchants-of-magick, open sheets": Entry(
        merchants_of_magick,
        hooks_merchants.open_cards,
        (3,),
        "tests.rules_check.engine.test_conformance:GAMES['merchants-of-magick, open sheets']",
        None,
        hooks_merchants.change_unknown,
        audited=10,
    ),
}
FOLLOWED = 2
MOST_MOVES = 20_000
Check = Callable[[Entry, int], None]
CHECKS: dict[str, Check] = {}


def check(function: Check) -> Check:
    CHECKS[function.__name__.removeprefix("check_")] = function
    return function


# ------------------------------------------------------------------------------------------ to play
def started(entry: Entry, players: int, seed: int = 1, number: int = 0) -> Any:
    state = new_state(entry.rules)
    entry.rules.new_game(entry.cards(), state, players, seed, number)
    return state


def followed(entry: Entry, players: int, number: int) -> Iterator[tuple[Any, int | None]]:
    """Go through a game decided by Python's own luck: each state with the move about to be made,
    the last with None.
    """
    state, luck = started(entry, players, 5, number), random.Random(number)
    for _ in range(MOST_MOVES):
        if entry.rules.is_over(entry.cards(), state):
            yield state, None
            return
        move = luck.choice(moves_of(entry.rules, entry.cards(), state))
        yield state, move
        entry.rules.apply(entry.cards(), state, move)
    raise AssertionError(f"game {number} is not over after {MOST_MOVES} moves")


def played_out(entry: Entry, state: Any) -> int:
    return int(entry.rules.playout(entry.cards(), state, np.empty(entry.rules.max_moves, np.int64)))


def read(verb: Any, entry: Entry, state: Any, players: int) -> list[int]:
    out = np.full(players, -99, np.int64)
    verb(entry.cards(), state, out)
    return [int(n) for n in out]


# ----------------------------------------------------------------------------------------- counting
@check
def check_every_card_has_one_place(entry: Entry, players: int) -> None:
    """By `fault` after every move: of games played here, and of many more at random."""
    rules = entry.rules
    for number in range(FOLLOWED):
        for seen, move in followed(entry, players, number):
            assert rules.FAULTS[rules.fault(entry.cards(), seen)] == "sound", (
                f"game {number}, before {move}"
            )
    assert not audited(rules, entry.cards(), players, 3, entry.audited) & set(rules.FAULTS[1:])


@check
def check_coins_are_accounted_for(entry: Entry, players: int) -> None:
    """Each seat's coins after each move are what the rule text says, computed apart from the
    rules.
    """
    if entry.coins_of is None or entry.coins_after is None:
        return
    predicted = None
    for number in range(FOLLOWED):
        predicted = None
        for state, move in followed(entry, players, number):
            assert predicted is None or entry.coins_of(entry.cards(), state) == predicted, (
                f"game {number}, before {move}"
            )
            if move is not None:
                predicted = entry.coins_after(entry.cards(), state, move)


# -------------------------------------------------------------------------------- asking and ending
@check
def check_a_game_asks_who_has_a_choice(entry: Entry, players: int) -> None:
    for number in range(FOLLOWED):
        for state, move in followed(entry, players, number):
            if move is not None:
                legal = moves_of(entry.rules, entry.cards(), state)
                assert 2 <= len(legal) == len(set(legal)) <= entry.rules.max_moves
                assert 0 <= entry.rules.current_player(entry.cards(), state) < players
                assert (int(state.end), int(state.players)) == (0, players)


@check
def check_a_game_ends(entry: Entry, players: int) -> None:
    """And once it has, says why, asks nobody and allows nothing."""
    for number in range(FOLLOWED):
        rounds = 1
        for state, _ in followed(entry, players, number):
            assert rounds <= state.rounds < entry.most_rounds
            rounds = int(state.rounds)
        assert 0 < state.end < len(getattr(entry.rules, "ENDS", range(100)))
        assert moves_of(entry.rules, entry.cards(), state) == []
        assert entry.rules.current_player(entry.cards(), state) == -1


STUBBORN: dict[str, Callable[[list[int]], int]] = {
    "first": lambda legal: legal[0],
    "last": lambda legal: legal[-1],
    "middle": lambda legal: legal[len(legal) // 2],
}


@check
def check_stubborn_players_come_to_an_end(entry: Entry, players: int) -> None:
    for habit, choose in STUBBORN.items():
        for number in range(FOLLOWED):
            state = started(entry, players, 11, number)
            entry.hurry(state)
            for _ in range(MOST_MOVES):
                if entry.rules.is_over(entry.cards(), state) or state.rounds >= entry.most_rounds:
                    break
                entry.rules.apply(
                    entry.cards(), state, choose(moves_of(entry.rules, entry.cards(), state))
                )
            assert entry.rules.is_over(entry.cards(), state), f"always {habit}, game {number}"
            assert state.rounds < entry.most_rounds


# ---------------------------------------------------------------------------------------- repeating
@check
def check_a_replay_gives_the_identical_record(entry: Entry, players: int) -> None:
    """Though another game is played between its moves: nothing is remembered but in the record."""
    for number in range(FOLLOWED):
        moves = []
        for state, move in followed(entry, players, number):  # noqa: B007  (the last is compared)
            moves.append(move)
        again, between = started(entry, players, 5, number), followed(entry, entry.players[0], 77)
        for move in moves[:-1]:
            assert again.tobytes() != state.tobytes()
            entry.rules.apply(entry.cards(), again, move)
            next(between, None)
        assert again.tobytes() == state.tobytes()


@check
def check_a_playout_follows_the_seats_own_streams(entry: Entry, players: int) -> None:
    first, second = started(entry, players), started(entry, players)
    played_out(entry, first)
    played_out(entry, second)
    assert first.tobytes() == second.tobytes()
    shuffled, other = started(entry, players), started(entry, players)
    other.rng[1] += np.uint64(1)  # seat 0 has other luck: the cards lie as they did
    assert [
        name for name in other.dtype.names if not np.array_equal(other[name], shuffled[name])
    ] == ["rng"]
    played_out(entry, other)
    assert other.tobytes() != first.tobytes()


@check
def check_a_playout_is_uniform(entry: Entry, players: int) -> None:
    """Step by step, each seat drawing from its own stream: the same game to the last byte, with as
    many decisions.
    """
    for number in range(FOLLOWED):
        played, stepped = started(entry, players, 1, number), started(entry, players, 1, number)
        own, steps = played.rng[1 : 1 + players].copy(), 0
        while legal := moves_of(entry.rules, entry.cards(), stepped)[: MOST_MOVES - steps]:
            luck = below(
                stepped.rng, 1 + entry.rules.current_player(entry.cards(), stepped), len(legal)
            )
            entry.rules.apply(entry.cards(), stepped, legal[luck])
            steps += 1
            if entry.rules.is_over(entry.cards(), stepped):
                break
        decisions = played_out(entry, played)
        if not np.array_equal(
            own, played.rng[1 : 1 + players]
        ):  # else its luck comes from elsewhere: another check's matter
            assert (steps, stepped.tobytes()) == (decisions, played.tobytes())


@check
def check_streams_differ(entry: Entry, players: int) -> None:
    """By seed, by number and from each other."""
    starts = ((1, 0), (1, 1), (0, 1), (2, 0), (0, 0))
    found = [int(n) for seed, number in starts for n in started(entry, players, seed, number).rng]
    assert len(found) == len(set(found))


@check
def check_rules_draw_from_the_first_stream_only(entry: Entry, players: int) -> None:
    begun = started(entry, players, 5, 0).rng[1:].copy()
    for state, _ in followed(entry, players, 0):
        assert np.array_equal(state.rng[1:], begun)


@check
def check_setting_up_leaves_nothing(entry: Entry, players: int) -> None:
    """A state in which the largest game was played is set up as a blank one is."""
    state = started(entry, entry.players[-1], 1, 1)
    for move in range(2):
        played_out(entry, state)
        entry.rules.new_game(entry.cards(), state, players, 1, move)
        assert state.tobytes() == started(entry, players, 1, move).tobytes()


@check
def check_a_copy_shares_nothing(entry: Entry, players: int) -> None:
    """Every state a game went through, kept beside it in one array, is still what it was when the
    game is over.
    """
    kept, batch = list[bytes](), new_state(entry.rules, 41)
    entry.rules.new_game(entry.cards(), batch[0], players, 1, 0)
    luck = random.Random(3)
    while (legal := moves_of(entry.rules, entry.cards(), batch[0])) and len(kept) < 40:
        batch[1 + len(kept)] = batch[0]
        kept.append(batch[0].tobytes())
        entry.rules.apply(entry.cards(), batch[0], luck.choice(legal))
        if entry.rules.is_over(entry.cards(), batch[0]):
            break
    assert [batch[1 + n].tobytes() for n in range(len(kept))] == kept
    assert batch[0].tobytes() not in kept


# ------------------------------------------------------------------------------------------ looking
@check
def check_texts_parse_back(entry: Entry, players: int) -> None:
    for state, move in followed(entry, players, 0):
        legal, texts = moves_of(entry.rules, entry.cards(), state), dict[str, int]()
        if move is None:
            break
        for one in legal:
            text = entry.rules.move_text(entry.cards(), state, one)
            assert text == " ".join(text.split())
            texts[text] = one
            if one == move:
                assert entry.rules.parse_move(entry.cards(), state, f"  {text} ") == one
        assert len(texts) == len(set(legal))


@check
def check_what_is_no_move_is_refused(entry: Entry, players: int) -> None:
    """And changes nothing; after the end there is no move."""
    for state, move in followed(entry, players, 1):
        if move is None:
            break
        before = state.tobytes()
        with pytest.raises(ValueError, match=r"expected one of .*; found 'fly away'"):
            entry.rules.parse_move(entry.cards(), state, "fly away")
        assert state.tobytes() == before
        if state.rounds > 2:
            break
    played_out(entry, state)
    if not moves_of(entry.rules, entry.cards(), state):
        with pytest.raises(ValueError, match="no move: the game is over"):
            entry.rules.parse_move(entry.cards(), state, "pass")


@check
def check_looking_changes_nothing(entry: Entry, players: int) -> None:
    for state, move in followed(entry, players, 1):
        before = state.tobytes()
        legal = moves_of(entry.rules, entry.cards(), state)
        read(entry.rules.scores, entry, state, players)
        read(entry.rules.places, entry, state, players)
        entry.rules.fault(entry.cards(), state)
        entry.rules.is_over(entry.cards(), state)
        entry.rules.current_player(entry.cards(), state)
        if move is not None:
            entry.rules.parse_move(
                entry.cards(), state, entry.rules.move_text(entry.cards(), state, legal[0])
            )
        assert state.tobytes() == before


@check
def check_places_follow_the_scores(entry: Entry, players: int) -> None:
    for number in range(20):
        state = started(entry, players, 9, number)
        played_out(entry, state)
        scores, places = (
            read(verb, entry, state, players) for verb in (entry.rules.scores, entry.rules.places)
        )
        assert all(place == 1 + sum(other < place for other in places) for place in places)
        for a in range(players):
            for b in range(players):
                assert scores[a] <= scores[b] or places[a] < places[b] or not entry.scores_rank


@check
def check_a_view_depends_on_what_is_known(entry: Entry, players: int) -> None:
    """Whatever the seat cannot know may change, by the game's own word or by `hide`: the view stays
    the same to the last byte.
    """
    luck, changed = random.Random(players), set[str]()
    for step, (state, _) in enumerate(followed(entry, players, 2)):
        if step % 7:
            continue
        is_sound = entry.rules.fault(entry.cards(), state) == 0
        for seat in range(players):
            view, other, again = (copy_of(entry.rules, state) for _ in range(3))
            entry.change_unknown(entry.cards(), other, seat, luck)
            assert (
                not is_sound
                or entry.rules.FAULTS[entry.rules.fault(entry.cards(), other)] == "sound"
            )
            changed |= {
                name for name in state.dtype.names if not np.array_equal(state[name], other[name])
            }
            entry.rules.hide(entry.cards(), view, seat, 7)
            assert (
                not is_sound
                or entry.rules.FAULTS[entry.rules.fault(entry.cards(), view)] == "sound"
            )
            assert not set(map(int, view.rng)) & set(map(int, state.rng))
            entry.rules.hide(
                entry.cards(), again, seat, 8
            )  # a state that the seat cannot tell from the true one
            for one in (other, again):
                entry.rules.hide(entry.cards(), one, seat, 7)
                assert one.tobytes() == view.tobytes()
            assert entry.rules.current_player(entry.cards(), view) == entry.rules.current_player(
                entry.cards(), state
            )
            if entry.rules.current_player(entry.cards(), state) == seat:
                assert moves_of(entry.rules, entry.cards(), view) == moves_of(
                    entry.rules, entry.cards(), state
                )
    assert changed > {"rng"}


@check
def check_a_view_tells_no_luck(entry: Entry, players: int) -> None:
    """Who knows which game of its seed it is knows every card."""
    for seat in range(players):
        state = started(entry, players, 1, 123_456_789)
        entry.rules.hide(entry.cards(), state, seat, 7)
        assert [name for name in state.dtype.names if (state[name] == 123_456_789).any()] == []


@check
def check_value_and_advice_depend_on_what_is_known(entry: Entry, players: int) -> None:
    luck, moves = random.Random(players), np.empty(entry.rules.max_moves, np.int64)
    for step, (state, move) in enumerate(followed(entry, players, 1)):
        if step % 5 or move is None:
            continue
        due = entry.rules.current_player(entry.cards(), state)
        for seat in range(players):
            other, said = copy_of(entry.rules, state), []
            entry.change_unknown(entry.cards(), other, seat, luck)
            other.rng[1 + seat] = state.rng[1 + seat]
            for one in (copy_of(entry.rules, state), other):
                count = entry.rules.legal_moves(entry.cards(), one, moves)
                said.append([float(entry.rules.value(entry.cards(), one, seat))])
                if due == seat:
                    said[-1].append(entry.rules.advise(entry.cards(), one, moves, count))
                    assert 0 <= said[-1][1] < count
                    assert entry.rules.advise(entry.cards(), one, moves, 1) == 0
            assert said[0] == said[1]


# -------------------------------------------------------------------------------------- relabelling
@check
def check_seats_relabelled_give_relabelled_results(entry: Entry, players: int) -> None:
    """The same moves, every seat the next one: the same game, turned. So no seat's number counts
    for anything.
    """
    turn_seats = entry.turn_seats
    if turn_seats is None:
        return

    def turned(state: Any) -> Any:
        copy = copy_of(entry.rules, state)
        turn_seats(copy)
        return copy

    for number in range(FOLLOWED):
        other = turned(started(entry, players, 5, number))
        assert other.tobytes() != started(entry, players, 5, number).tobytes()
        for state, move in followed(entry, players, number):
            assert other.tobytes() == turned(state).tobytes()
            legal = [
                entry.turn_move(one, players) for one in moves_of(entry.rules, entry.cards(), state)
            ]
            assert sorted(moves_of(entry.rules, entry.cards(), other)) == sorted(legal)
            for verb in (entry.rules.scores, entry.rules.places):
                own = read(verb, entry, state, players)
                assert read(verb, entry, other, players) == [own[-1], *own[:-1]]
            if move is not None:
                entry.rules.apply(entry.cards(), other, entry.turn_move(move, players))


# ------------------------------------------------------------------------- compiled and interpreted
PLAYED = """
import sys
from importlib import import_module
sys.path.insert(0, ".")
import rules_check.engine.kernel as kernel
from tests.rules_check.engine.test_conformance import digest
module, expression = sys.argv[1].split(":")
print(kernel.IS_COMPILED, *(digest(eval(expression, vars(import_module(module))), int(players)) for players in sys.argv[2:]))
"""


def digest(entry: Entry, players: int) -> str:
    """Play some games and look at all that the verbs give; one hash of it all."""
    total = hashlib.sha256()
    for number in range(2):
        state = started(entry, players, 4, number)
        assert audit(entry.rules, entry.cards(), state) == "sound"
        total.update(state.tobytes())
        total.update(
            repr(
                [
                    read(verb, entry, state, players)
                    for verb in (entry.rules.scores, entry.rules.places)
                ]
            ).encode()
        )
    state = started(entry, players, 4, 2)
    for seat in range(players):
        entry.rules.hide(entry.cards(), state, seat, 6)
        total.update(state.tobytes())
    return total.hexdigest()


@cache
def interpreted(found_as: str, *players: int) -> list[str]:
    """Take the same digests in a process without a compiler; warnings are errors there too."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAYED, found_as, *map(str, players)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()


def tried(entry: Entry) -> tuple[int, ...]:
    """Return the numbers of players that are tried at every run: the fewest and the most, of the
    heaviest game the fewest.
    """
    return (
        (entry.players[0],)
        if entry.rules is brick_and_mortar
        else (entry.players[0], entry.players[-1])
    )


@check
def check_compiled_equals_interpreted(entry: Entry, players: int) -> None:
    """For the numbers of players that are always tried, in one process for both: it takes
    seconds.
    """
    ends = tried(entry)
    if players in ends:
        assert interpreted(entry.found_as, *ends)[0] == "False"
        assert interpreted(entry.found_as, *ends)[1 + ends.index(players)] == digest(entry, players)


# ---------------------------------------------------------------------------------------- the tests
def mostly_ends(name: str, entry: Entry) -> list[Any]:
    """List the numbers of players; those that are not always tried are for `make all-tests` alone,
    of a game under other rulings all but the fewest.
    """
    always = tried(entry)[: 1 if "," in name else 2]
    return [
        pytest.param(name, n, marks=() if n in always else pytest.mark.slow) for n in entry.players
    ]


@pytest.mark.slow_cases(
    "a_game_ends-brick-and-mortar-2",
    "a_view_tells_no_luck-brick-and-mortar-2",
    "places_follow_the_scores-brick-and-mortar-2",
    "every_card_has_one_place-emporium-2",
    "looking_changes_nothing-brick-and-mortar-2",
    "every_card_has_one_place-empire-6",
    "every_card_has_one_place-merchants-of-magick-8",
    "value_and_advice_depend_on_what_is_known-brick-and-mortar-2",
    "a_playout_follows_the_seats_own_streams-emporium-2",
)
@pytest.mark.slow_cases(
    "a_game_asks_who_has_a_choice-brick-and-mortar-2",
    "a_playout_follows_the_seats_own_streams-brick-and-mortar-2",
    "a_playout_follows_the_seats_own_streams-empire-3",
    "a_playout_is_uniform-brick-and-mortar-2",
    "a_view_depends_on_what_is_known-brick-and-mortar-2",
    "a_view_depends_on_what_is_known-emporium-2",
    "a_view_depends_on_what_is_known-emporium-6",
    "what_is_no_move_is_refused-brick-and-mortar-2",
    "compiled_equals_interpreted-brick-and-mortar-2",
    "compiled_equals_interpreted-empire, a match-3",
    "compiled_equals_interpreted-empire-3",
    "compiled_equals_interpreted-empire-6",
    "compiled_equals_interpreted-emporium-2",
    "compiled_equals_interpreted-emporium-6",
    "compiled_equals_interpreted-merchants-of-magick, open sheets-3",
    "compiled_equals_interpreted-merchants-of-magick-1",
    "compiled_equals_interpreted-merchants-of-magick-8",
    "every_card_has_one_place-brick-and-mortar-2",
    "every_card_has_one_place-empire, a match-3",
    "every_card_has_one_place-empire-3",
    "every_card_has_one_place-merchants-of-magick-1",
    "seats_relabelled_give_relabelled_results-emporium-2",
    "seats_relabelled_give_relabelled_results-emporium-6",
    "setting_up_leaves_nothing-brick-and-mortar-2",
    "texts_parse_back-merchants-of-magick-8",
    "value_and_advice_depend_on_what_is_known-empire-6",
    "value_and_advice_depend_on_what_is_known-emporium-2",
    "value_and_advice_depend_on_what_is_known-emporium-6",
)
@pytest.mark.parametrize(
    ("name", "players"),
    [pair for name, entry in GAMES.items() for pair in mostly_ends(name, entry)],
)
@pytest.mark.parametrize("holds", CHECKS)
def test_it_holds_that(holds: str, name: str, players: int) -> None:
    CHECKS[holds](GAMES[name], players)


def test_every_registered_game_is_tested() -> None:
    assert {found.name for found in entry_points(group=GROUP)} <= set(GAMES)


def test_a_game_is_tested_for_every_number_of_players() -> None:
    for entry in GAMES.values():
        assert list(entry.players) == entry.rules.player_counts(entry.cards())


def test_rules_are_modules_with_every_verb() -> None:
    for entry in GAMES.values():
        assert isinstance(entry.rules, ModuleType)
        for verb in (
            "advise",
            "describe",
            "is_secret",
            "move_ranges",
            "move_space",
            "player_counts",
            "touched",
            "view",
            "value",
            "cards_record",
            "new_game",
            "current_player",
            "legal_moves",
            "apply",
            "is_over",
            "scores",
            "places",
            "hide",
            "move_text",
            "parse_move",
            "playout",
            "fault",
        ):
            assert callable(getattr(entry.rules, verb)), verb
        assert hasattr(entry.rules, "tell") or hasattr(entry.rules, "outcome")


def test_records_hold_no_byte_that_is_nobodys() -> None:
    for entry in GAMES.values():
        dtype = entry.rules.state_dtype
        assert dtype.itemsize == sum(
            dtype[name].itemsize for name in dtype.names
        )  # no byte that holds anything
        for record in (entry.rules.state_dtype, entry.rules.cards_dtype):
            assert [
                name for name in record.names if hasattr(np.record, name)
            ] == []  # such a field could not be read uncompiled


def test_the_digest_tells_games_apart() -> None:
    assert digest(GAMES["emporium"], 2) != digest(GAMES["emporium"], 3)
