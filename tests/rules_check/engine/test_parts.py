"""Rows of played games: every number under its name, whoever puts them together."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from rules_check.engine.parts import ROW, Columns

RULES: Any = SimpleNamespace(COUNTS=("sneezes", "yawns"), LEDGER=("found", "lost", "spent"))


def rows_of_two_games(rules: Any) -> tuple[Columns, Any]:
    """Make rows whose numbers all differ, of games of two."""
    columns = Columns.of(rules, 2)
    games = np.zeros(2, ROW)
    for n, name in enumerate(ROW.names or ()):
        games[name] = 100 * n + np.arange(2)
    width = columns.account_size
    accounts = 2000 + np.arange(2 * width).reshape(2, width)
    return columns, columns.rows_of(games, [[1, 2], [2, 1]], [[7, 8], [9, 10]], accounts)


def test_each_number_is_under_its_name() -> None:
    columns, rows = rows_of_two_games(RULES)
    assert rows.dtype == columns.dtype
    assert rows["decisions"].tolist() == [200, 201]
    assert rows["at_once"].tolist() == [600, 601]
    assert rows["scores"].tolist() == [[7, 8], [9, 10]]
    assert rows["counts"].tolist() == [[2000, 2001], [2008, 2009]]
    assert rows["ledger"][1].tolist() == [[2010, 2011, 2012], [2013, 2014, 2015]]


def test_a_table_of_games_has_a_column_under_each_of_its_heads() -> None:
    columns, rows = rows_of_two_games(RULES)
    table = dict(zip(columns.names, columns.columns_of(rows), strict=True))
    assert table["place of seat 2"].tolist() == [2, 1]
    assert table["yawns"].tolist() == [2001, 2009]
    assert table["lost of seat 2"].tolist() == [2006, 2014]
    assert table["changes of the lead"].tolist() == [500, 501]


def test_rules_that_count_nothing_have_rows_without_counts() -> None:
    columns, rows = rows_of_two_games(SimpleNamespace())
    assert rows["ledger"].shape == (2, 2, 0)
    assert len(columns.columns_of(rows)) == len(columns.names) == 10
