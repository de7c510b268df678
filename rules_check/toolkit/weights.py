"""The weights of an expert: numbers with names and ranges, by which it judges, and which
`emporium-pnp train` finds by playing.

In: a declaration in a game's rules, and the file of the weights that are shipped with it. Out: two
fields of the card set's record: `fitted`, the styles by number of players, and `weights`, those of
each seat in the current game. Knows no game.

A player that always plays in the same way is predictable: if all bid the same, one more gold wins.
So there can be several styles, and each seat draws one for each game.

    class Weight(Weights):
        HOPE = 1.0, 0.0, 2.0    # where fitting begins, the least, the most

    class Cards(CardSet, title="Ferry Night"):
        weights = weighed(SEATS, Weight)

A rule writes `cards.weights[seat, Weight.HOPE]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, Self, cast

import numpy as np
import numpy.typing as npt

from generator.data.source import read_plain
from rules_check.engine.game import SHARES
from rules_check.toolkit.records import Field

FLOAT = np.float64
SHIPPED = "weights.yaml"
"""The file, beside a game's rules, with the shipped styles by number of players."""


class Weights(IntEnum):
    """The weights of one game's expert, numbered from 0 in the order of their declaration."""

    start: float
    least: float
    most: float

    def __new__(cls, start: float, least: float, most: float) -> Self:
        made = int.__new__(cls, len(cls.__members__))
        if not least <= start <= most:
            raise ValueError(
                f"a weight of {cls.__qualname__} starts at {start}, which is not from {least} "
                f"to {most}"
            )
        made._value_ = len(cls.__members__)
        made.start = float(start)
        made.least = float(least)
        made.most = float(most)
        return made

    @property
    def word(self) -> str:
        """The weight's name in line-ups and files, in lower case."""
        return self.name.lower()


@dataclass(frozen=True)
class Weighed(Field):
    """The field of a card set's record that holds the weights of each seat."""

    names: type[Weights] | None = None


def weighed(seats: int, weights: type[Weights]) -> npt.NDArray[np.float64]:
    """Declare the weights of an expert, with one entry per seat; `fitted`, with SHARES of them per
    number of players, comes with it.
    """
    return cast(npt.NDArray[np.float64], Weighed((seats, len(weights)), FLOAT, names=weights))


def starts_of(weights: type[Weights]) -> npt.NDArray[np.float64]:
    """List the starting weights, in the order of the declaration."""
    return np.array([weight.start for weight in weights], FLOAT)


@dataclass(frozen=True)
class Style:
    """One way to play: its share of SHARES seats and games, and its weights by name."""

    shares: int
    row: Mapping[str, float]


def read_shipped(folder: Path, weights: type[Weights]) -> dict[int, list[Style]]:
    """Read the styles shipped with a game's rules, by number of players; none if there is no such
    file.

    Raises ValueError if the file names an unknown weight, or has a number outside the weight's
    range.
    """
    path = folder / SHIPPED
    if not path.is_file():
        return {}
    styles = read_plain(path)
    return {
        int(n): read_styles(weights, one["styles"], f"{path.name}, {n} players: ")
        for n, one in styles["players"].items()
    }


def read_styles(weights: type[Weights], styles: Any, where: str) -> list[Style]:
    """Read the styles for one number of players, most likely first. Raises ValueError as
    `read_shipped` does.
    """
    styles_read = list[Style]()
    for written in styles:
        numbers = {name: float(number) for name, number in written.items()}
        style = Style(int(numbers.pop("shares")), numbers)
        check_weights(weights, style.row, where)
        styles_read.append(style)
    shares = [style.shares for style in styles_read]
    if sum(shares) != SHARES or min(shares) < 1:
        raise ValueError(
            f"{where}the shares of all styles must add up to {SHARES}, found {sum(shares)}"
        )
    return sorted(styles_read, key=lambda style: -style.shares)


def check_weights(weights: type[Weights], row: Mapping[str, float], where: str = "") -> None:
    """Raise ValueError if a name is not a weight, or a number is outside its weight's range."""
    known = {weight.word: weight for weight in weights}
    for name, number in row.items():
        if name not in known:
            raise ValueError(f"{where}there is no weight '{name}'; there are {', '.join(known)}")
        if not known[name].least <= number <= known[name].most:
            raise ValueError(
                f"{where}'{name}' is from {known[name].least:g} to {known[name].most:g}, found "
                f"{number:g}"
            )


def table_of(
    weights: type[Weights], styles: Mapping[int, Sequence[Style]], most_players: int
) -> Any:
    """Arrange styles by number of players, float64 of shape (most_players + 1, SHARES, weights): a
    row for each share.

    Missing weights have the values where fitting begins. A number of players without styles has
    those of the nearest number, or of the smaller of two equally near.
    """
    table = np.tile(starts_of(weights), (most_players + 1, SHARES, 1))
    for players in range(most_players + 1):
        if styles:
            rows = []
            for style in styles[min(styles, key=lambda n: (abs(n - players), n))]:
                rows += [style.row] * style.shares
            for share, row in enumerate(rows):
                for weight in weights:
                    table[players, share, weight] = row.get(weight.word, weight.start)
    return table
