"""A game's story, a step at a time: what was, the move, what came of it, and the sentences about it.

In: steps, as rules_check/engine/game.py goes through them, and a game's texts. Out: sentences in a `Story`. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules_check.toolkit.prose import Story
from rules_check.toolkit.texts import Texts


class Step:
    """One step: the move itself, then what it set off. A game's own step says what is `known`, and tells itself.

    `is_forced` says that the move was the only answer.
    """

    def __init__(self, words: Texts, story: Story, names: Any, before: Any, move: int, after: Any, is_forced: bool) -> None:
        self.words, self.story, self.names, self.cards = words, story, names, names.cards
        self.before, self.move, self.after, self.is_forced = before, int(move), after, is_forced
        self.known: Mapping[str, Callable[[], object]] = {}

    def say(self, *keys: str, **values: object) -> None:
        """Tell a sentence, found by its keys from the outermost mapping inward: with what is known, or with values of its own."""
        self.story.say(self.words(".".join(keys), **values) if values else self.words.of(self.known, *keys))
