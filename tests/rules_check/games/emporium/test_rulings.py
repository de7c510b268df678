"""Every ruling of Emporium: known to the rules, and each option really plays."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from generator.data.game import Game
from rules_check.engine.game import new_state
from rules_check.engine.players import parse_line_up
from rules_check.engine.playing import play_games
from rules_check.games import emporium as rules
from rules_check.games.emporium.game import rules as emporium_rules
from rules_check.games.emporium.state import End
from rules_check.play.simulate import simulate
from tests.rules_check.games.scripted import make_cards, real_cards

OPTIONS = [(name, option) for name, options in emporium_rules.RULINGS.items() for option in options]
GAMES = 40


def ends_of(cards: Any, games: int) -> dict[str, int]:
    """Play so many games of 2 to 6 seats each, with an eye on every state, and count how they
    end.
    """
    ends = np.zeros(len(emporium_rules.ENDS), np.int64)
    for players in range(2, 7):
        rows = play_games(
            rules, cards, parse_line_up("random", players), 13, 0, games, is_checked=True
        ).rows
        assert not rows["fault"].any(), players
        ends += np.bincount(rows["end"], minlength=len(emporium_rules.ENDS))
    return dict(zip(emporium_rules.ENDS, ends.tolist(), strict=True))


def test_the_rules_know_the_rulings_of_cards_yaml(emporium: Game) -> None:
    rulings = emporium.context["rulings"]
    assert {
        ruling.id if "id" in ruling else str(ruling): tuple(ruling.options._values)
        for ruling in rulings
    } == emporium_rules.RULINGS


@cache
def ends_as_shipped() -> dict[str, int]:
    """Count how games end by the options in force, once for all of them."""
    return ends_of(real_cards(), GAMES)


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_every_option_of_every_ruling_plays(name: str, option: str) -> None:
    cards = emporium_rules.with_ruling(real_cards(), name, option)
    is_in_force = cards.tobytes() == real_cards().tobytes()
    ends = ends_as_shipped() if is_in_force else ends_of(cards, GAMES)
    assert sum(ends.values()) == 5 * GAMES
    assert ends[emporium_rules.ENDS[End.BOUND]] == 0 or (name, option) == ("stall", "play_on")


# Short levels do not occur with the decks of cards.yaml, nor do hands above the limit without
# winners' items, and so on.
TOGETHER = {
    "short_level": {"deck_levels": [0, 10, 5, 5, *[0] * 6]},
    "large_hand": {"winner_items": "to_patron"},
    "banish_votes": {"starting_gold": 30},
}


@pytest.mark.parametrize(
    ("name", "option"),
    [(name, option) for name, option in OPTIONS if option != emporium_rules.RULINGS[name][0]],
)
def test_every_option_makes_a_difference(name: str, option: str) -> None:
    """On the same luck, some game of some hundreds ends otherwise than by the first option."""
    changes = TOGETHER.get(name, {})
    state, moves = new_state(rules), np.empty(rules.max_moves, np.int64)
    found = set()
    for number in range(2000):
        results = []
        for ruled in (emporium_rules.RULINGS[name][0], option):
            cards = make_cards(**changes, **{name: ruled})
            rules.new_game(cards, state, 2 + number % 5, 17, number)
            rules.playout(cards, state, moves)
            places = np.zeros(6, np.int64)
            scores = np.zeros(6, np.int64)
            rules.places(cards, state, places)
            rules.scores(cards, state, scores)
            results.append((*places, *scores, state.rounds))
        found.add(results[0] == results[1])
        if False in found:
            return
    pytest.fail(f"{option} changed none of 2000 games")


def ends_among_random_players(cards: Any, players: int, games: int) -> Any:
    """Count how games of random players end, by the number in ENDS."""
    played = simulate(rules, cards, parse_line_up("random", players), 19, games)
    return np.bincount(played.ends, minlength=len(emporium_rules.ENDS))


def test_the_rulings_of_cards_yaml_never_stall() -> None:
    ends = sum(ends_among_random_players(real_cards(), players, 4000) for players in range(2, 7))
    by_end = dict(zip(emporium_rules.ENDS, map(int, ends), strict=True))
    assert by_end["bound"] == by_end["not over"] == 0
    assert sum(by_end.values()) == 5 * 4000
    assert by_end["stalled"] == 0
    cleared = rules.COUNTS.index("stuck tables cleared")
    played = simulate(rules, real_cards(), parse_line_up("random", 2), 1, 4000)
    assert played.counts[
        :, cleared
    ].any()  # stuck tables do occur: it is the ruling that moves them


def test_without_the_ruling_on_stalls_some_game_never_ends() -> None:
    assert (
        ends_among_random_players(
            emporium_rules.with_ruling(real_cards(), "stall", "play_on"), 2, 500
        )[End.BOUND]
        > 0
    )
