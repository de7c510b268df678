"""Tallies: exact, the same however the games were split, and nothing lost between rows and
totals.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules_check.engine.faults import PLAY_FAULTS
from rules_check.engine.noting import WIN
from rules_check.engine.players import parse_line_up
from rules_check.games import emporium as rules
from rules_check.play.tallies import Tally
from tests.rules_check.play.played import GAMES, cards, names, piece, played


def test_totals_are_those_of_the_rows() -> None:
    games = played()
    tally = Tally.of(names(), games)
    assert tally.games == GAMES
    for seat in range(3):
        won = games.places[:, seat] == 1
        shared = (games.places == 1).sum(axis=1)
        assert tally.wins[seat] == sum(WIN // int(k) for k in shared[won])
        assert (tally.scores[seat], tally.least[seat], tally.most[seat]) == (
            games.scores[:, seat].sum(),
            games.scores[:, seat].min(),
            games.scores[:, seat].max(),
        )
    assert tally.wins.sum() == WIN * GAMES
    assert tally.shared == ((games.places == 1).sum(axis=1) > 1).sum() < GAMES
    assert sum(tally.rounds.values()) == tally.ends.sum() == GAMES
    assert sum(rounds * n for rounds, n in tally.rounds.items()) == games.rounds.sum()
    assert tally.decisions == games.decisions.sum()
    assert (tally.ledger.sum(axis=1) == tally.scores).all()
    assert (tally.used == games.part.used).all()
    assert tally.led == (games.leaders >= 0).sum() > GAMES / 2
    assert WIN * tally.led >= tally.led_wins > 0
    assert 0 < tally.games_with[0] <= GAMES


def test_shared_wins_are_shared_exactly() -> None:
    games = played("random", 6)
    rows = games.part.rows.copy()
    rows["places"] = [1, 1, 1, 4, 5, 6]
    rows["places"][0] = 1
    rows["leader"] = 1
    tally = Tally.of(names(), replace(games, part=games.part._replace(rows=rows)))
    assert tally.wins.tolist() == [WIN // 3 * (GAMES - 1) + WIN // 6] * 3 + [WIN // 6] * 3
    assert (tally.shared, tally.led, tally.led_wins) == (
        GAMES,
        GAMES,
        WIN // 3 * (GAMES - 1) + WIN // 6,
    )
    told = tally.as_json()
    assert [seat["wins_in_60ths"] for seat in told["seats"]] == [20 * (GAMES - 1) + 10] * 3 + [
        10
    ] * 3
    assert told["lead"]["won_by_leader_in_60ths"] == 20 * (GAMES - 1) + 10
    ledger = replace(games, part=games.part._replace(rows=rows)).ledger
    assert tally.winners[0] == WIN // 3 * ledger[1:, :3, 0].sum() + WIN // 6 * ledger[0, :, 0].sum()


def test_who_leads_half_way_is_counted_among_games_that_somebody_leads() -> None:
    games = played()
    rows = games.part.rows.copy()
    rows["places"] = [1, 2, 3]
    rows["leader"] = -1
    rows["leader"][:40] = [0, 0, 0, 1] * 10
    tally = Tally.of(names(), replace(games, part=games.part._replace(rows=rows)))
    assert any(
        "the leader half-way won 75.0 % (59.8 to 85.8) of 40" in line
        for line in tally.as_text(["a"] * 3)
    )


def test_faults_are_counted_and_the_first_games_remembered() -> None:
    rows = played().part.rows.copy()
    rows["fault"][[3, 50, 51, 90]] = 2
    rows["fault"][7] = -1
    games = replace(played(), first=1000, part=played().part._replace(rows=rows))
    tally = Tally.none(rules, cards(), parse_line_up("expert", 3), 5)
    for first in (60, 0):  # the later half first
        tally.add(Tally.of(names(), piece(games, first, 60)))
    assert tally.faults == {2: 4, -1: 1}
    assert tally.faulty == {2: [1003, 1050, 1051], -1: [1007]}
    assert Tally.of(names(), games).faulty == tally.faulty
    told = tally.as_json()["faults"]
    assert {one["fault"] for one in told} == {rules.FAULTS[2], PLAY_FAULTS[-1]}
    assert any(rules.FAULTS[2] in line for line in tally.as_text(["a"] * 3))


def test_games_that_came_to_no_end_are_pointed_out() -> None:
    rows = played().part.rows.copy()
    rows["end"] = 1
    rows["end"][: GAMES // 2] = rules.BAD_ENDS[-1]
    games = replace(played(), part=played().part._replace(rows=rows))
    (line,) = (
        line for line in Tally.of(names(), games).as_text(["a"] * 3) if line.startswith("no end")
    )
    assert "50.0 %  of games" in line
    assert len(line) <= 100


def test_quantiles_of_rounds() -> None:
    tally = Tally.of(names(), played())
    rounds = np.sort(played().rounds)
    for per_cent in (5, 50, 95):
        at = tally.rounds_at(per_cent)
        assert (rounds <= at).mean() >= per_cent / 100 > (rounds <= at - 1).mean()


def test_no_games_are_no_fault() -> None:
    tally = Tally.none(rules, cards(), parse_line_up("random", 3), 1)
    assert tally.as_text(["a"] * 3) == ["no games"]
    assert tally.as_json()["seats"][0]["share"] is None


@pytest.mark.parametrize("players", [2, 6])
def test_tables_fit_a_screen(players: int) -> None:
    words = [f"search:100:never=sell+hand-axe:{n}" for n in range(players)]
    lines = Tally.of(names(), played("random", players)).as_text(words, is_checked=True)
    assert max(map(len, lines)) <= 100
    assert lines[0].index("wins") + 4 == lines[1].index(" %") + 2
    assert any("none; every state was checked" in line for line in lines)
    assert sum(line.startswith(rules.LEDGER[0]) for line in lines) == 1
