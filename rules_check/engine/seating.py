"""One player at a table, asked for one move at a time. Knows no game."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.deciding import decider
from rules_check.engine.game import Rules
from rules_check.engine.learned import Thought
from rules_check.engine.minds import (
    ROOM,
    Mind,
    deciding_of,
    draw_shares,
    ranges_of,
    scratch_for,
    shifts_of,
    styles_of,
    thought_for,
)
from rules_check.engine.players import Player, parse_player

NO_BLANKS = np.zeros(0, np.int64)


class Seat:
    """One player with the memory it needs to think. Not thread-safe.

    `seed` is that of the games it plays: it and the game's number determine an expert's style.
    """

    def __init__(self, rules: Rules, cards: Any, player: Player | str, seed: int = 0) -> None:
        self.rules, self.cards, self.seed = rules, cards, seed
        self.player = parse_player(player) if isinstance(player, str) else player
        named, shifted = ranges_of(rules, cards, self.player), shifts_of(rules, cards, self.player)
        self._styles, self._thoughts = dict[int, Any](), dict[int, Thought | None]()
        self._mind = Mind(
            self.player.kind,
            self.player.budget,
            self.player.limit,
            named,
            shifted,
            self._styles_for(0),
            0,
            self._thought_for(0),
        )
        self._scratch = scratch_for(rules, ROOM)

    def choose(self, state: Any) -> int:
        """Choose a legal move for the deciding seat. In the state, only that seat's stream
        advances.
        """
        styles, cards = self._styles_for(int(state.players)), self.cards
        if len(styles):
            cards = cards.copy()
            drawn = draw_shares(self.seed, [state.number], int(state.players))
            cards.weights[: int(state.players)] = styles[drawn[0]]
        mind = self._mind._replace(styles=styles, thought=self._thought_for(int(state.players)))
        return int(
            decider(self.rules, mind.thought is not None)(
                deciding_of(self.rules), cards, state, mind, NO_BLANKS, self._scratch
            )
        )

    def _styles_for(self, players: int) -> Any:
        if (
            players not in self._styles
        ):  # the others get this seat's too: they are not asked for a move
            self._styles[players] = styles_of(self.rules, self.cards, [self.player] * players)
        return self._styles[players]

    def _thought_for(self, players: int) -> Thought | None:
        """Return what this seat's player thinks with, for a number of seats; for zero seats,
        nothing.
        """
        if players not in self._thoughts:
            self._thoughts[players] = thought_for(self.rules, self.cards, [self.player] * players)
        return self._thoughts[players]
