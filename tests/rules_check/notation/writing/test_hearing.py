"""What is hidden stays hidden, whoever is told of it: in the story, at the table, in scores."""

from __future__ import annotations

from typing import Any

import pytest

from generator.data.setting import player_counts
from rules_check.engine.promises import Breach, Trial, tried
from rules_check.engine.verbs import complete
from rules_check.engine.view import known_scores
from rules_check.play.telling import Teller
from tests.rules_check.notation.games import NAMES, game_named, text_of
from tests.rules_check.notation.leaks import SPOKEN, leaks_of
from tests.rules_check.notation.secret_games import GAMES
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled


def leaks_in(names: list[str], players: int, games: int) -> list[str]:
    return [leak for name in names for leak in leaks_of(GAMES[name], players, games, share=0.4)]


@pytest.mark.slow_cases("two cards together", "as many as one likes")
@pytest.mark.parametrize("name", GAMES)
def test_a_secret_is_told_to_nobody_else(name: str) -> None:
    assert uncompiled(leaks_in, [name], 3, 2) == []


def lines_told(name: str, word: str, seats: list[int]) -> list[list[str]]:
    """Make the first move with a word, and return what some seats are told of the one who makes
    it.
    """
    played = Played(GAMES[name], 3)
    rules = complete(played.rules)
    while not (begun := [n for n, text in enumerate(played.texts()) if text.startswith(word)]):
        played.make(played.texts()[0])
    move = played.legal()[begun[0]]
    return [
        Teller(rules, played.game, played.cards).told(played.state, move, seat) for seat in seats
    ]


def words_told(name: str, word: str) -> list[Any]:
    mine, theirs, everything = lines_told(name, word, [0, 1, -1])
    return [mine[0], theirs[0], everything[0]]


@pytest.mark.parametrize(
    ("name", "word", "own", "heard"),
    [
        ("laid face down in turn", "lay", "lay apple", "lay a card face down"),
        ("laid under a deck", "bury", "bury apple", "bury a card face down"),
        ("an open card of a hand of one kind", "show", "show apple", "show apple"),
        ("a number noted in turn", "note 3", "note 3", "note something"),
        ("a plan by its words in turn", "dig", "dig", None),
    ],
)
def test_others_hear_of_a_move_what_they_see_of_it(
    name: str, word: str, own: str, heard: str | None
) -> None:
    told_to_me, told_to_others, told_to_all = uncompiled(words_told, name, word)
    card = told_to_me.rstrip(".").split()[-1]
    own = own.replace("apple", card)
    assert (told_to_me, told_to_all) == (f"You: {own}.", f"Seat 1: {own}.")
    others = (
        "Seat 1 decided unseen." if heard is None else f"Seat 1: {heard.replace('apple', card)}."
    )
    assert told_to_others == others


def hidden_numbers(name: str, field: str) -> list[Any]:
    """Let seat 1 note one of two numbers, and look at both games as each seat."""
    hidden: dict[int, list[Any]] = {seat: [] for seat in (0, 1)}
    for choice in (0, -1):
        played = Played(GAMES[name], 2)
        played.make(played.texts()[choice])
        for seat, found in hidden.items():
            looks = []
            for seed in range(12):
                state = played.state.copy()
                played.rules.hide(played.cards, state, seat, seed)
                looks.append((int(state[field][0]), state.tobytes().hex()))
            found.append(looks)
    own, theirs = hidden[0], hidden[1]
    is_kept = len({number for number, _ in own[0]}) == 1 and own[0][0][0] != own[1][0][0]
    return [is_kept, theirs[0] == theirs[1], len({number for number, _ in theirs[0]}) > 1]


@pytest.mark.parametrize(
    ("name", "field"), [("a number noted in turn", "note"), ("a plan by name", "aim")]
)
def test_a_number_that_its_owner_sees_is_found_anew_for_others(name: str, field: str) -> None:
    assert uncompiled(hidden_numbers, name, field) == [True, True, True]


def promises_broken(name: str) -> list[str]:
    played = Played(GAMES[name], 3)
    trial = Trial(played.rules, played.cards)
    try:
        list(tried(trial, [3], 1))
    except Breach as breach:
        return [str(breach)]
    return []


@pytest.mark.parametrize("name", GAMES)
def test_hide_keeps_what_it_promises_of_every_secret(name: str) -> None:
    assert uncompiled(promises_broken, name) == []


def scores_known(name: str) -> list[Any]:
    played = Played(GAMES[name], 2)
    rules = complete(played.rules)
    return [known_scores(rules, played.cards, played.state, seat) for seat in (0, 1, -1)]


@pytest.mark.parametrize(
    ("name", "is_known_to_owner", "is_known_to_all"),
    [
        ("a number noted in turn", True, False),
        ("a hand that scores", True, False),
        ("a pile that scores", False, False),
        ("given to a neighbour", True, True),
    ],
)
def test_a_score_is_shown_to_who_can_work_it_out(
    name: str, is_known_to_owner: bool, is_known_to_all: bool
) -> None:
    first, second, everything = uncompiled(scores_known, name)
    shown = [[one is not None for one in scores] for scores in (first, second)]
    others = is_known_to_all
    assert shown == [[is_known_to_owner, others], [others, is_known_to_owner]]
    assert None not in everything


def forced(seat: int) -> list[str]:
    """Tell moves of who has one kind of card only, until one is the only answer."""
    found = list[str]()
    for number in range(6):
        played = Played(GAMES["a hand of one kind"], 2, number=number)
        rules = complete(played.rules)
        while moves := played.legal():
            found += Teller(rules, played.game, played.cards).told(played.state, moves[0], seat)
            rules.apply(played.cards, played.state, moves[0])
    return [line for line in found if "no other choice" in line]


def test_that_a_hand_is_of_one_kind_is_told_to_its_owner_alone() -> None:
    assert uncompiled(forced, -1)
    assert all(line.startswith("You, with no other choice") for line in uncompiled(forced, 0))


def goals_leaking(name: str, games: int, share: float) -> list[str]:
    return [
        f"{players} players: {leak}"
        for players in player_counts(game_named(name))
        for leak in leaks_of(text_of(name), players, games, SPOKEN.get(name, ""), share=share)
    ]


@pytest.mark.slow_cases(*(name for name in NAMES if name not in ("kuhn", "goofspiel")))
@pytest.mark.parametrize("name", [name for name in NAMES if name != "emporium"])
def test_no_goal_game_tells_a_secret(name: str) -> None:
    assert uncompiled(goals_leaking, name, 2, 0.2) == []
