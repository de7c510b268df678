"""Are two rows with each other's number named? Every column of the four games that a rig might
exchange.

    python bench/exchanged.py

Ten rows are drawn by chance. Each is exchanged with the row whose number is farthest from its own,
and with any row whose number is at least 40 % off. Plays nothing. Prints a Markdown table, and the
pairs that are named in the games as shipped.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rigs import PATHS  # noqa: E402

COLUMNS = {
    ("emporium", "monster"): ("reward", "strength"),
    ("emporium", "hero"): ("strength",),
    ("emporium", "item"): ("strength",),
    ("merchants-of-magick", "order"): ("coins",),
    ("merchants-of-magick", "item"): ("coins",),
    ("merchants-of-magick", "spell"): ("coins",),
    ("brick-and-mortar", "store"): ("cost", "utility", "points"),
}
ROWS, PART = 10, 0.4


class Changed:
    """A record, some of whose values are others."""

    def __init__(self, record: Any) -> None:
        self._values = {name: record[name] for name in record._values}

    def __getitem__(self, name: str) -> Any:
        return self._values[name]


def partners(values: Sequence[float], row: int, luck: random.Random) -> list[int | None]:
    """Choose the rows with which one is exchanged: the farthest, and any that is far enough."""
    every = range(len(values))
    far = max(every, key=lambda n: abs(values[n] - values[row]))
    enough = [
        n
        for n in every
        if values[n] != values[row]
        and abs(values[n] - values[row]) >= PART * max(values[n], values[row])
    ]
    return [far, luck.choice(enough) if enough else None]


def main() -> None:
    from generator.data.loading import load_game
    from rules_check.toolkit.fitted import exchanges
    from rules_check.toolkit.outliers import groups_of

    games = {name: load_game(path / "cards.yaml") for name, path in PATHS.items()}
    print("| game, column | rows | with the farthest | with any | other pairs named |")
    print("|---|--:|--:|--:|--:|")
    for name, game in games.items():
        for every in groups_of(game):
            kind = every[0].kind
            for field in COLUMNS.get((name, kind), ()):
                luck = random.Random(1)
                values = [card.record[field] for card in every]
                named, tried, others = [0, 0], [0, 0], 0
                for row in luck.sample(range(len(every)), min(ROWS, len(every))):
                    for way, other in enumerate(partners(values, row, luck)):
                        if other is None:
                            continue
                        records: list[Any] = [Changed(card.record) for card in every]
                        for one, its in ((row, other), (other, row)):
                            records[one]._values[field] = values[its]
                        found = [{pair.row, pair.other} for pair in exchanges(records)]
                        tried[way] += 1
                        named[way] += {row, other} in found
                        others += any(pair != {row, other} for pair in found)
                counts = [f"{hit} of {of}" for hit, of in zip(named, tried, strict=True)]
                print(
                    f"| {name}, {kind}: {field} | {len(every)} | {' | '.join(counts)} | {others} |"
                )
    for name, game in games.items():
        for every in groups_of(game):
            for pair in exchanges([card.record for card in every]):
                print(f"as shipped, {name}: {every[pair.row].id} and {every[pair.other].id}")


if __name__ == "__main__":
    main()
