"""What every slow referee has: what cards.yaml says, read from the file itself, luck, and a copy to
try a move on.

Nothing here is imported from the rules: `Luck` is the published splitmix64, fed from a record's
stream, under Fisher and Yates. Knows no game.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, Self

import yaml


class Luck:
    """splitmix64 (Steele, Lea, Flood 2014) in whole numbers."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, n: int) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return ((z ^ (z >> 31)) >> 32) * n >> 32

    def shuffle(self, cards: list[str]) -> None:
        for i in reversed(range(1, len(cards))):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]


@cache
def file_of(path: Path) -> Any:
    return yaml.load(
        path.read_text(encoding="utf-8"),
        yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader,
    )


class Box:
    """What cards.yaml says, with some rulings changed by name."""

    def __init__(self, path: Path, **rulings: str) -> None:
        self.data = deepcopy(file_of(path))
        self.rules = self.data["rules"]
        self.rulings = {
            name: ruling["choice"] for name, ruling in self.data["rulings"].items()
        } | rulings


class Referee:
    """One game under way, by the rulings of its `box`."""

    box: Any

    def copy(self) -> Self:
        """Copy the game; its box, which never changes, is shared."""
        return deepcopy(self, {id(self.box): self.box})

    def ruled(self, name: str, option: str) -> bool:
        return bool(self.box.rulings[name] == option)
