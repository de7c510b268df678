"""A row a game: CSV by name, Parquet the same."""

from __future__ import annotations

import csv
import io

import pytest

from rules_check.games import emporium as rules
from rules_check.play.rows import CsvRows, ParquetRows
from tests.rules_check.play.played import GAMES, names, piece, played


def written(sizes: list[int], suffix: str) -> bytes:
    """Write games of two and of three players, in pieces of some sizes."""
    file = io.BytesIO()
    widest = played().columns
    table = (
        CsvRows(file, names(), widest)
        if suffix == "csv"
        else ParquetRows(file, names(), widest, {"game": "Emporium"})
    )
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
    said = [
        {name: "" if cell is None else str(cell) for name, cell in row.items()}
        for row in table.to_pylist()
    ]
    assert said == list(csv.DictReader(io.StringIO(written([GAMES], "csv").decode())))
    assert parquet.ParquetFile(io.BytesIO(content)).num_row_groups == 6
    assert table.schema.metadata[b"game"] == b"Emporium"
