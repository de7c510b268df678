"""A step of a game as a viewer follows it: what the viewer knows before it and after.

In: a ruleset, the game before a step and after it. Out: a `Watched`, from which sentences are made.
Knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from generator.data.game import Game
from rules_check.engine.view import known_scores
from rules_check.toolkit.records import Field
from rules_check.toolkit.tableau import as_known


@dataclass(frozen=True)
class Watched:
    """A step of a game and its viewer; -1 sees everything."""

    rules: Any
    game: Game | None
    cards: Any
    before: Any
    after: Any
    viewer: int

    @property
    def fields(self) -> dict[str, Field]:
        fields: dict[str, Field] = self.rules.State.fields
        return fields

    @cached_property
    def was(self) -> Any:
        """The state before the step, without what others decided unseen."""
        return as_known(self.rules, self.cards, self.before, self.viewer)

    @cached_property
    def now(self) -> Any:
        """The state after the step, without what others decided unseen."""
        return as_known(self.rules, self.cards, self.after, self.viewer)

    @cached_property
    def scores(self) -> list[tuple[int | None, int | None]]:
        """The score of each seat before and after, as far as the viewer knows it."""
        before = known_scores(self.rules, self.cards, self.before, self.viewer)
        after = known_scores(self.rules, self.cards, self.after, self.viewer)
        return list(zip(before, after, strict=True))

    def changed(self, *names: str) -> bool:
        """Return whether one of some numbers of the game differs after the step."""
        return any(int(self.before[name]) != int(self.after[name]) for name in names)
