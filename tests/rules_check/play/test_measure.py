"""Players measured against one another: wins shared, intervals that cover, everybody among
everybody else.
"""

from __future__ import annotations

import numpy as np
import pytest

from rules_check.engine.players import parse_player
from rules_check.games import emporium as rules
from rules_check.play.measure import Rate, each_among, each_first_among, one_among, wins_of
from tests.rules_check.games.scripted import real_cards


@pytest.mark.slow
def test_search_beats_the_experts_that_it_looks_ahead_with() -> None:
    assert (
        one_among(
            rules, real_cards(), parse_player("search:200"), parse_player("expert"), 4, 60, 5
        ).interval[0]
        > 0.25
    )


def test_wins_are_shared_by_those_who_share_the_first_place() -> None:
    places = np.array([[1, 1, 3], [2, 1, 3], [1, 2, 3], [1, 1, 1]])
    assert wins_of(places, 0) == pytest.approx(0.5 + 1 + 1 / 3)
    assert sum(wins_of(places, seat) for seat in range(3)) == pytest.approx(4)


def test_an_interval_covers_the_truth_as_often_as_it_says() -> None:
    luck = np.random.default_rng(1)
    for truth in (0.05, 0.25, 0.5):
        wins = luck.binomial(400, truth, 4000)
        covered = np.mean(
            [Rate(w, 400).interval[0] <= truth <= Rate(w, 400).interval[1] for w in wins]
        )
        assert 0.935 < covered < 0.965
    assert Rate(0, 10).interval[0] == 0.0
    assert str(Rate(25, 100)) == "25.0 % (17.5 to 34.3)"


def test_a_first_look_spares_games_that_tell_nothing() -> None:
    """Where nobody can choose, leaving it out changes nothing; who never fights loses soon; all
    others play what they were asked to.
    """
    words = ("expert:never=place", "expert:only=stay", "expert:never=bid")
    idle, lost, rest = each_first_among(
        rules,
        real_cards(),
        [parse_player(word) for word in words],
        parse_player("expert"),
        4,
        120,
        1,
    )
    assert idle is None
    assert lost is not None
    assert lost.games == 40
    assert lost.interval[1] < 0.25
    assert (
        rest
        == each_among(
            rules,
            real_cards(),
            [parse_player("expert:never=bid")],
            parse_player("expert"),
            4,
            120,
            1,
        )[0]
    )
