"""The games that the notation is for, played by written rules: sound at every decision, and every
promise of their verbs kept.
"""

from __future__ import annotations

from typing import Any

import pytest

from generator.data.setting import player_counts
from rules_check.engine.kernel import below
from rules_check.engine.promises import Breach, Trial, tried
from rules_check.toolkit.compilable import uncompilable
from rules_check.toolkit.fields import misspelt
from tests.rules_check.notation.games import NAMES, game_named, text_of
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

MOST = 16
"""How many decisions of a game are looked at."""
PLAYED = NAMES
SECRET = ("night_catch", "goofspiel", "six_bells", "kuhn")
"""Small games in which something is decided or held unseen."""


def sound(name: str) -> list[Any]:
    """Play the beginning of a game; return what was wrong with it, and how many decisions there
    were.
    """
    played = Played(text_of(name), player_counts(game_named(name))[0])
    rules, cards, state = played.rules, played.cards, played.state
    wrong = [str(problem) for problem in (*misspelt(rules), *uncompilable(rules))]
    for number in range(MOST):
        legal = played.legal()
        if not legal:
            return [wrong, number]
        if fault := rules.fault(cards, state):
            wrong.append(rules.FAULTS[fault % 256])
        if len(set(legal)) < 2:
            wrong.append(f"{len(legal)} moves")
        rules.apply(cards, state, legal[int(below(state.rng, 1 + int(state.seat), len(legal)))])
    return [wrong, MOST]


@pytest.mark.slow_cases("night_catch", "kuhn")
@pytest.mark.slow_cases(
    "deep_dive",
    "far_reef",
    "gem_wharf",
    "goofspiel",
    "high_water",
    "lantern_watch",
    "long_queue",
    "low_tide",
    "small_harbour",
    "tide_pool",
    "two_masks",
    *("bramble", "houseboats", "leduc", "hot_pebble", "mussel_beds", "six_bells"),
    *("odd_socks", "tide_marks", "night_ferry", "stepping_stones", "emporium"),
)
@pytest.mark.parametrize("name", PLAYED)
def test_a_game_is_sound_as_it_goes_on(name: str) -> None:
    wrong, decisions = uncompiled(sound, name)
    assert wrong == []
    assert decisions > 1


def broken_promises(names: list[str]) -> list[str]:
    found = []
    for name in names:
        played = Played(text_of(name))
        trial = Trial(played.rules, played.cards)
        try:
            list(tried(trial, played.rules.player_counts(played.cards)[:1], 1))
        except Breach as breach:
            found.append(f"{name}: {breach}")
    return found


@pytest.mark.slow_cases(*(name for name in PLAYED if name not in SECRET))
@pytest.mark.parametrize("name", PLAYED)
def test_no_verb_breaks_a_promise_and_nothing_hidden_leaks(name: str) -> None:
    assert uncompiled(broken_promises, [name]) == []


HEARTS = """
game: {title: Passing, version: 1.0.0, players: 3}
kinds:
  card:
    template: card.svg.j2
    for_each: {rank: 1..12}
    cards: {card: {}}
components:
  cards: {name: Cards, of: card, count: 12}
play:
  common:
    deck: all card, face down
  each:
    hand: card, seen by owner
    passed: card
  round:
    - deal 4 from deck to each hand
    - together:
        - repeat:
            - choose:
                pass {card in hand}: move card to passed
          times: 2
    - each: move passed to left(me).hand
  until: round = 1
  score: sum(hand.rank)
"""


def passing() -> list[Any]:
    """Let two seats pass cards, and seat 3 look at the table in two games that differ in what seat
    2 passed.
    """
    hidden = []
    for last in (0, 1):
        played = Played(HEARTS, 3)
        for move in (0, 0, 0, last):
            played.make(played.texts()[move])
        lying = [len(played.held("passed", seat)) for seat in range(3)]
        played.rules.hide(played.cards, played.state, 2, 77)
        hidden.append(played.state.tobytes())
    return [lying, hidden[0] == hidden[1], int(played.state.seat)]


@pytest.mark.slow
def test_what_others_pass_in_secret_is_decided_anew_for_who_looks() -> None:
    assert uncompiled(passing) == [[2, 2, 0], True, 2]
