"""A game's story, one step at a time: the state before, the move, its results, and the sentences
about them.

In: steps, as yielded by rules_check/engine/game.py, and a game's texts. Out: the verb `tell`;
sentences in a `Story`. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np

from generator.data.game import Game
from rules_check.engine.game import of_seats, steps, unit_of
from rules_check.toolkit.moves import numbers_of
from rules_check.toolkit.prose import RANKINGS, Story, who_is
from rules_check.toolkit.texts import Texts, texts, worked_out

_WORDS = texts(__file__, "stories")


def scores_added(rules: Any, cards: Any, state: Any, viewer: int) -> list[str]:
    """Write how each seat's score adds up by the LEDGER, one sentence per seat without its full
    stop: "you: crafting 3 and sales 0, which makes 3 coins".
    """
    players, lines = int(state.players), list[str]()
    counts = len(getattr(rules, "COUNTS", ()))
    out = np.zeros(counts + len(rules.LEDGER) * players, np.int64)
    rules.account(cards, state, out)
    totals = of_seats(rules.scores, cards, state)
    for seat, ledger in enumerate(out[counts:].reshape(players, -1)):
        parts = [
            _WORDS("part", n=int(n), name=name)
            for name, n in zip(rules.LEDGER, ledger, strict=True)
        ]
        made = f"{totals[seat]} {unit_of(rules, totals[seat])}"
        lines.append(_WORDS("made", who=who_is(seat, viewer), parts=parts, total=made))
    return lines


class Step:
    """One step: the move itself, then its consequences. A game's own step has its `words`, provides
    what is `known`, and narrates itself.

    `is_forced` means that the move was the only one possible, `word` is its first word, `seat` the
    seat that made it, `a` and `b` the numbers that belong to it.
    """

    words: ClassVar[Texts]
    rules: ClassVar[Any]

    def __init__(
        self, story: Story, names: Any, before: Any, move: int, after: Any, is_forced: bool
    ) -> None:
        self.story, self.names, self.cards = story, names, names.cards
        self.before, self.move, self.after, self.is_forced = before, int(move), after, is_forced
        self.seat, (self.a, self.b) = int(before.seat), numbers_of(move)
        self.known: Mapping[
            str, object
        ] = {}  # values, or functions that find them, in addition to `before`, `after` and `cards`

    @property
    def word(self) -> str:
        return str(self.rules.moves.word(self.move))

    def say(self, *keys: str, **values: object) -> None:
        """Add a sentence, found by its keys from the outermost mapping inward: with the given
        values, otherwise with known ones.
        """
        key = ".".join(keys)
        known = {"before": self.before, "after": self.after, "cards": self.cards, **self.known}
        self.story.say(
            self.words(key, **worked_out(known, self.words.names(key) - values.keys()), **values)
        )

    def ranked(self) -> list[tuple[list[int], str, int]]:
        """List, from first place on, the seats that share it, their rank, such as "came second",
        and the score.
        """
        places = of_seats(self.rules.places, self.cards, self.after)
        totals = of_seats(self.rules.scores, self.cards, self.after)
        shared = {
            place: [seat for seat, reached in enumerate(places) if reached == place]
            for place in sorted(places)
        }
        return [(seats, RANKINGS[place - 1], totals[seats[0]]) for place, seats in shared.items()]

    def tell(self) -> None:
        """Narrate the step; overridden by a game."""


def told_by(
    rules: Any, names_of: Callable[[Game, Any], Any], step: type[Step]
) -> Callable[..., list[str]]:
    """Make the verb `tell` for a game that narrates each step by itself, with names for one card
    set.
    """

    step.rules = rules

    def tell(game: Game, cards: Any, state: Any, move: int, seat: int) -> list[str]:
        """Write the consequences of a move, one line each, as a seat sees them; -1 sees everything.
        Leaves the state unchanged.
        """
        names, story = names_of(game, cards), Story(seat)
        for part in steps(rules, cards, state, move):
            step(story, names, part.before, part.move, part.after, part.is_forced).tell()
        return story.lines

    return tell
