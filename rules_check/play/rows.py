"""Played games as a table for other programs, one row per game: CSV and, if pyarrow is installed,
Parquet.

In: `Played` parts, in order, and an open file. Out: rows in it. Holds at most GROUP games in
memory; the division into parts does not change a byte.

The columns are `players`, `seed`, `game`, then those of `Columns.names`, for the largest number of
seats: a game with fewer leaves the other columns empty. Seats count from 1. A game's end and its
fault are words. Unknown and missing values are empty.
"""

from __future__ import annotations

import contextlib
import csv
import io
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, Protocol

import numpy as np

from generator.data.csvtext import guarded
from rules_check.engine.parts import Columns
from rules_check.play.simulate import Played
from rules_check.play.tallies import Labels

FIRST_COLUMNS = ("players", "seed", "game")
GROUP = 100_000
"""Games in one row group of a Parquet file."""


class Rows(Protocol):
    """A table that is being written."""

    def write(self, played: Played) -> None:
        """Add games that follow those already written, or games with another number of players."""

    def close(self) -> None:
        """Write the games still held; the file stays open."""

    def abandon(self) -> None:
        """Release the file, which will not be used."""


def _named(codes: Any, word: Callable[[int], str | None]) -> list[str | None]:
    """Replace each code by its word."""
    distinct, places = np.unique(codes, return_inverse=True)
    words = [word(int(code)) for code in distinct]
    return [words[place] for place in places.tolist()]


def _columns(
    names: Labels, played: Played, widest: Columns, first: int = 0, count: int | None = None
) -> list[Any]:
    """Return the columns of some of the games: arrays and lists of equal length, None for a column
    that these games do not have.
    """
    rows = played.part.rows[first : None if count is None else first + count]
    words = {
        "end": _named(rows["end"], lambda code: names.ends[code]),
        "fault": _named(rows["fault"], lambda code: names.fault(code) if code else None),
        "leader": [seat + 1 if seat >= 0 else None for seat in rows["leader"].tolist()],
    }
    written = played.columns.columns_of(
        {**{name: rows[name] for name in rows.dtype.names}, **words}
    )
    by_name = dict(zip(played.columns.names, written, strict=True))
    players, seeds = np.full(len(rows), played.players), np.full(len(rows), played.seed)
    return [
        players,
        seeds,
        played.numbers[first : first + len(rows)],
        *map(by_name.get, widest.names),
    ]


def _cells(column: Any) -> list[Any]:
    """Write a column as cells: numbers unchanged, words in such a way that none is a formula."""
    if not isinstance(column, list):
        return list(column.tolist())
    return [guarded(cell) if isinstance(cell, str) else cell for cell in column]


class CsvRows:
    """Rows as CSV, with the names of the columns first."""

    def __init__(self, file: BinaryIO, names: Labels, widest: Columns) -> None:
        self.names, self.widest = names, widest
        self._text = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
        self._writer = csv.writer(self._text, lineterminator="\n")
        self._writer.writerow([*FIRST_COLUMNS, *map(guarded, widest.names)])

    def write(self, played: Played) -> None:
        columns = _columns(self.names, played, self.widest)
        empty = [None] * played.games
        self._writer.writerows(
            zip(*[empty if column is None else _cells(column) for column in columns], strict=True)
        )

    def close(self) -> None:
        self._text.flush()
        self._text.detach()

    def abandon(self) -> None:
        with contextlib.suppress(OSError):
            self._text.detach()


class ParquetRows:
    """Rows as Parquet. Raises ModuleNotFoundError without pyarrow."""

    def __init__(
        self, file: BinaryIO, names: Labels, widest: Columns, about: Mapping[str, str]
    ) -> None:
        """`about` is written with the schema: which game, which line-up."""
        import pyarrow
        import pyarrow.parquet

        self.names, self.widest, self._arrow = names, widest, pyarrow
        whole, text = pyarrow.int32(), pyarrow.string()
        types = {"seed": pyarrow.int64(), "game": pyarrow.int64(), "end": text, "fault": text}
        fields = [
            pyarrow.field(name, types.get(name, whole)) for name in (*FIRST_COLUMNS, *widest.names)
        ]
        self._schema = pyarrow.schema(fields, metadata=dict(about))
        self._writer = pyarrow.parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._held = deque[Played]()
        self._games = 0
        self._taken = 0  # the number of the first game held

    def write(self, played: Played) -> None:
        if self._held and self._held[-1].columns != played.columns:
            self._flush()
        self._held.append(played)
        self._games += played.games
        while self._games >= GROUP:
            self._flush(GROUP)

    def _flush(self, games: int | None = None) -> None:
        """Write the first `games` of those held as one row group; all of them if no number is
        given.
        """
        due, batches = self._games if games is None else games, list[Any]()
        self._games -= due
        while due:
            played, start = self._held[0], self._taken
            count = min(due, played.games - start)
            columns = _columns(self.names, played, self.widest, start, count)
            arrays = [
                self._arrow.array([None] * count if column is None else column, field.type)
                for column, field in zip(columns, self._schema, strict=True)
            ]
            batches.append(self._arrow.record_batch(arrays, schema=self._schema))
            due -= count
            self._taken += count
            if self._taken == played.games:
                self._held.popleft()
                self._taken = 0
        if batches:
            self._writer.write_table(
                self._arrow.Table.from_batches(batches).combine_chunks(), row_group_size=GROUP
            )

    def close(self) -> None:
        self._flush()
        self._writer.close()

    def abandon(self) -> None:
        with contextlib.suppress(OSError):
            self._writer.close()
        self._writer.is_open = False  # otherwise it tries again when it is garbage-collected
