"""Teams that play against each other: their players share scores, places and wins."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rules_check.engine.game import of_seats
from rules_check.engine.parts import Columns
from rules_check.engine.verbs import complete
from rules_check.play.telling import Teller
from rules_check.prove.balance import tied
from tests.rules_check.notation.games import text_of
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled


def ended(players: int, choice: int) -> dict[str, Any]:
    """Play Bell Ropes with the first or last of the moves; return what it comes to."""
    played = Played(text_of("bell_ropes"), players=players)
    rules, cards, state = complete(played.rules), played.cards, played.state
    told, lent = list[str](), 0
    while moves := played.legal():
        move = moves[choice]
        told += Teller(rules, played.game, cards).told(state, move, -1)
        rules.apply(cards, state, move)
        lent = max(lent, int(state.lent[: int(state.players)].sum()))
    won = [int(pile[-1]) for pile in state.won[:players]]
    return {
        "counts": list(rules.player_counts(cards)),
        "scores": of_seats(rules.scores, cards, state),
        "places": of_seats(rules.places, cards, state),
        "won": won,
        "lent": list(map(int, state.lent[:players])),
        "all_lent": lent,
        "told": told,
    }


@pytest.mark.parametrize("choice", [0, -1])
def test_a_team_scores_what_its_players_score(choice: int) -> None:
    end = uncompiled(ended, 4, choice)
    own = [won - lent for won, lent in zip(end["won"], end["lent"], strict=True)]
    assert end["scores"] == [own[0] + own[2], own[1] + own[3]] * 2
    assert end["places"][:2] == end["places"][2:]
    assert 1 in end["places"]


def test_only_teams_of_equal_size_play() -> None:
    assert uncompiled(ended, 4, 0)["counts"] == [2, 4]


def test_a_player_alone_in_a_team_has_no_partner() -> None:
    assert uncompiled(ended, 2, 0)["all_lent"] == 0
    assert uncompiled(ended, 4, 0)["all_lent"] > 0


def test_a_score_of_a_team_is_told_once() -> None:
    told = [line for line in uncompiled(ended, 4, 0)["told"] if "now have a score" in line]
    assert told
    assert all(line.startswith(("Seat 1 and seat 3", "Seat 2 and seat 4")) for line in told)


@pytest.mark.parametrize(("teams", "ties"), [(0, [True, True, False]), (2, [False, True, False])])
def test_partners_are_not_tied_with_each_other(teams: int, ties: list[bool]) -> None:
    rules = SimpleNamespace(TEAMS=teams)
    columns: Any = Columns.of(rules, 4)  # type: ignore[arg-type]
    played: Any = SimpleNamespace(
        columns=columns,
        places=np.array([[1, 3, 1, 3], [1, 1, 1, 1], [1, 2, 3, 4]]),
        scores=np.array([[5, 2, 5, 2], [4, 4, 4, 4], [9, 3, 2, 1]]),
    )
    assert tied(played).tolist() == ties
