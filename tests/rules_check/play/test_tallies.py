"""Tallies: exact, the same however the games were split, and nothing lost between rows and totals."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.engine.players import FIXED, PLAY_FAULTS, WIN, parse_line_up
from rules_check.games import emporium as rules
from rules_check.play.rows import CsvRows, ParquetRows
from rules_check.play.simulate import Played, Run, play_parts, simulate, simulate_each
from rules_check.play.tallies import Labels, Tally, play_tallies, tally_games

ROOT = Path(__file__).resolve().parents[3]
GAMES = 120


@cache
def cards() -> Any:
    return rules.cards_record(load_game(ROOT / "cards.yaml"))


@cache
def names() -> Labels:
    return Labels.of(rules, cards())


@cache
def played(words: str = "expert,random,expert", players: int = 3) -> Played:
    return simulate(rules, cards(), parse_line_up(words, players), 5, GAMES)


def piece(whole: Played, first: int, count: int) -> Played:
    """Cut games out of played ones; what their cards were used for goes with the first piece."""
    used = whole.part.used if first == 0 else np.zeros_like(whole.part.used)
    return replace(
        whole, first=whole.first + first, part=whole.part._replace(rows=whole.part.rows[first : first + count], used=used)
    )


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
    rows[:, FIXED : FIXED + 6] = [1, 1, 1, 4, 5, 6]
    rows[0, FIXED : FIXED + 6] = 1
    rows[:, 4] = 1
    tally = Tally.of(names(), replace(games, part=games.part._replace(rows=rows)))
    assert tally.wins.tolist() == [WIN // 3 * (GAMES - 1) + WIN // 6] * 3 + [WIN // 6] * 3
    assert (tally.shared, tally.led, tally.led_wins) == (GAMES, GAMES, WIN // 3 * (GAMES - 1) + WIN // 6)
    ledger = replace(games, part=games.part._replace(rows=rows)).ledger
    assert tally.winners[0] == WIN // 3 * ledger[1:, :3, 0].sum() + WIN // 6 * ledger[0, :, 0].sum()


@pytest.mark.parametrize("size", [1, 7, 50, GAMES])
def test_the_tally_does_not_depend_on_the_split(size: int) -> None:
    whole = Tally.of(names(), played())
    parts = [Tally.of(names(), piece(played(), first, size)) for first in range(0, GAMES, size)]
    forward, backward = (Tally.none(rules, cards(), parse_line_up("expert,random,expert", 3), 5) for _ in range(2))
    for part in parts:
        forward.add(part)
    for part in reversed(parts):
        backward.add(part)
    assert whole.as_json() == forward.as_json() == backward.as_json()
    assert whole.as_text(["a", "b", "c"]) == backward.as_text(["a", "b", "c"])


def test_workers_that_add_up_find_what_the_rows_say() -> None:
    line_up = parse_line_up("random,expert", 2)
    by_rows, by_totals = (Tally.none(rules, cards(), line_up, 3) for _ in range(2))
    for part in play_parts(rules, cards(), line_up, 3, 300, 40):
        by_rows.add(Tally.of(names(), part))
    for total in play_tallies(rules, cards(), line_up, 3, 300, 40):
        by_totals.add(total)
    assert by_rows.as_json() == by_totals.as_json() == tally_games(rules, cards(), line_up, 3, 40, 300).as_json()


def test_parts_grow_and_stay_in_order() -> None:
    parts = [(part.first, part.games) for part in play_parts(rules, cards(), parse_line_up("random", 2), 1, 3000, 10)]
    assert [first for first, _ in parts] == [10 + sum(n for _, n in parts[:i]) for i in range(len(parts))]
    assert sum(games for _, games in parts) == 3000
    assert parts[0][1] == 1
    assert max(games for _, games in parts) > 100


def test_several_runs_at_once_are_each_as_if_played_alone() -> None:
    asked = [
        ("expert,random", 2, 40, 0),
        ("expert:never=sell,expert,expert", 3, 1, 9),
        ("random", 5, 300, 7),
        ("greedy,random", 2, 3, 0),
    ]
    runs = [Run(cards(), parse_line_up(words, players), count, first) for words, players, count, first in asked]
    for run, together in zip(runs, simulate_each(rules, runs, 5), strict=True):
        alone = simulate(rules, cards(), run.line_up, 5, run.count, run.first)
        assert (together.first, together.games) == (run.first, run.count)
        assert (together.part.rows == alone.part.rows).all()
        assert (together.part.used == alone.part.used).all()
    assert simulate_each(rules, [], 5) == []


def test_faults_are_counted_and_the_first_games_remembered() -> None:
    rows = played().part.rows.copy()
    rows[[3, 50, 51, 90], 3] = 2
    rows[7, 3] = -1
    games = replace(played(), first=1000, part=played().part._replace(rows=rows))
    tally = Tally.none(rules, cards(), parse_line_up("expert", 3), 5)
    for first in (60, 0):  # the later half first
        tally.add(Tally.of(names(), piece(games, first, 60)))
    assert tally.faults == {2: 4, -1: 1}
    assert tally.faulty == {2: [1003, 1050, 1051], -1: [1007]}
    told = tally.as_json()["faults"]
    assert {one["fault"] for one in told} == {rules.FAULTS[2], PLAY_FAULTS[-1]}
    assert any(rules.FAULTS[2] in line for line in tally.as_text(["a"] * 3))


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
    assert any("none, and every state was looked over" in line for line in lines)
    assert sum(line.startswith(rules.LEDGER[0]) for line in lines) == 1


def written(sizes: list[int], suffix: str) -> bytes:
    """Write games of two and of three players, in pieces of some sizes."""
    file = io.BytesIO()
    widest = played().columns
    table = CsvRows(file, names(), widest) if suffix == "csv" else ParquetRows(file, names(), widest, {"game": "Emporium"})
    for games in (played("random", 2), played()):
        first = 0
        while first < GAMES:
            for size in sizes:
                if first < GAMES:
                    table.write(piece(games, first, size))
                    first += size
    table.close()
    return file.getvalue()


def test_csv_has_a_row_a_game_by_name() -> None:
    content = written([GAMES], "csv")
    assert content == written([1, 30, 7], "csv")
    rows = list(csv.DictReader(io.StringIO(content.decode())))
    assert len(rows) == 2 * GAMES
    last, games = rows[-1], played()
    assert (last["players"], last["seed"], last["game"]) == ("3", "5", str(GAMES - 1))
    assert last["end"] == rules.ENDS[games.ends[-1]]
    assert last["score of seat 3"] == str(games.scores[-1, 2])
    assert last["sales of seat 2"] == str(games.ledger[-1, 1, rules.LEDGER.index("sales")])
    assert last["leader half-way"] == (str(games.leaders[-1] + 1) if games.leaders[-1] >= 0 else "")
    assert rows[0]["score of seat 3"] == rows[0]["fault"] == rows[0]["leader half-way"] == ""


def test_parquet_has_the_same_rows_as_csv(monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("rules_check.play.rows.GROUP", 50)
    content = written([GAMES], "parquet")
    assert content == written([1, 30, 7], "parquet")
    table = parquet.read_table(io.BytesIO(content))
    said = [{name: "" if cell is None else str(cell) for name, cell in row.items()} for row in table.to_pylist()]
    assert said == list(csv.DictReader(io.StringIO(written([GAMES], "csv").decode())))
    assert parquet.ParquetFile(io.BytesIO(content)).num_row_groups == 6
    assert table.schema.metadata[b"game"] == b"Emporium"
