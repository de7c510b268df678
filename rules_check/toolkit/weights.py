"""What an expert weighs: numbers with names and ranges, by which its rules judge, and which `emporium-pnp train` finds by play.

In: a declaration in a game's rules, and the file of the weights that are shipped with it. Out: two fields of the card set's record:
`fitted`, the weights by number of players, and `weights`, those of each seat of the game that is played. Knows no game.

    class Weight(Weights):
        HOPE = 1.0, 0.0, 2.0    # where fitting begins, the least, the most

    class Cards(CardSet, title="Ferry Night"):
        weights = weighed(SEATS, Weight)

A rule says `cards.weights[seat, Weight.HOPE]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, Self, cast

import numpy as np
import numpy.typing as npt
import yaml

from rules_check.toolkit.records import Field

FLOAT = np.float64
SHIPPED = "weights.yaml"
"""Beside a game's rules: the weights that are shipped, by number of players."""


class Weights(IntEnum):
    """The weights of one game's expert, numbered from 0 in the order of their declaration."""

    start: float
    least: float
    most: float

    def __new__(cls, start: float, least: float, most: float) -> Self:
        made = int.__new__(cls, len(cls.__members__))
        if not least <= start <= most:
            raise ValueError(f"a weight of {cls.__qualname__} starts at {start}, which is not from {least} to {most}")
        made._value_, made.start, made.least, made.most = len(cls.__members__), float(start), float(least), float(most)
        return made

    @property
    def word(self) -> str:
        """The weight's name in line-ups and files: in small letters."""
        return self.name.lower()


@dataclass(frozen=True)
class Weighed(Field):
    """The field of a card set's record that holds the weights of each seat."""

    names: type[Weights] | None = None


def weighed(seats: int, weights: type[Weights]) -> npt.NDArray[np.float64]:
    """Declare the weights of an expert, an entry a seat; `fitted`, an entry a number of players, comes with it."""
    return cast(npt.NDArray[np.float64], Weighed((seats, len(weights)), FLOAT, names=weights))


def starts_of(weights: type[Weights]) -> npt.NDArray[np.float64]:
    """List where fitting begins, in the order of the declaration."""
    return np.array([one.start for one in weights], FLOAT)


def read_shipped(folder: Path, weights: type[Weights]) -> dict[int, dict[str, float]]:
    """Read the weights shipped with a game's rules, by number of players and name; none where there is no such file.

    Raises ValueError where the file names a weight that there is not, or a number outside its range.
    """
    path = folder / SHIPPED
    if not path.is_file():
        return {}
    told = yaml.safe_load(path.read_text(encoding="utf-8"))
    found = {int(players): dict(row) for players, row in told["players"].items()}
    for players, row in found.items():
        check_weights(weights, row, f"{path.name}, {players} players: ")
    return found


def check_weights(weights: type[Weights], row: Mapping[str, float], where: str = "") -> None:
    """Raise ValueError where a name is no weight, or a number lies outside its weight's range."""
    known = {one.word: one for one in weights}
    for name, number in row.items():
        if name not in known:
            raise ValueError(f"{where}there is no weight '{name}'; there are {', '.join(known)}")
        if not known[name].least <= number <= known[name].most:
            raise ValueError(f"{where}'{name}' is from {known[name].least:g} to {known[name].most:g}, found {number:g}")


def table_of(weights: type[Weights], rows: Mapping[int, Mapping[str, float]], most_players: int) -> Any:
    """Lay weights out by number of players, float64 of shape (most_players + 1, weights); what is not given is where fitting begins.

    A number of players without a row has that of the nearest one, of two equally near the smaller.
    """
    table = np.tile(starts_of(weights), (most_players + 1, 1))
    for players in range(most_players + 1):
        if rows:
            row = rows[min(rows, key=lambda count: (abs(count - players), count))]
            for one in weights:
                table[players, one] = row.get(one.word, one.start)
    return table
