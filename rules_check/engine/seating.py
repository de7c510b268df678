"""One player at a table, asked for one move at a time. Knows no game."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from rules_check.engine.deciding import decider
from rules_check.engine.game import Rules
from rules_check.engine.minds import (
    ROOM,
    Deciding,
    Mind,
    deciding_of,
    draw_shares,
    mind_of,
    minds_of,
    ranges_of,
    scratch_for,
    shifts_of,
)
from rules_check.engine.players import Player, parse_player

NO_BLANKS = np.zeros(0, np.int64)

_mind_of: Any = getattr(mind_of, "py_func", mind_of)
"""Not compiled: one player is asked for once."""


class Seat:
    """One player with the memory it needs to think. Not thread-safe.

    `seed` is that of the games it plays: it and the game's number determine an expert's style.
    """

    def __init__(self, rules: Rules, cards: Any, player: Player | str, seed: int = 0) -> None:
        self.rules, self.cards, self.seed = rules, cards, seed
        self.player = parse_player(player) if isinstance(player, str) else player
        ranges_of(rules, cards, self.player)  # an impossible player is refused at once
        shifts_of(rules, cards, self.player)
        self._minds = dict[int, Mind]()
        self._scratch = scratch_for(rules, ROOM)

    def choose(self, state: Any) -> int:
        """Choose a legal move for the deciding seat. In the state, only that seat's stream
        advances.
        """
        players, cards = int(state.players), self.cards
        mind = self._mind_among(players)
        if len(mind.styles):
            cards = cards.copy()
            drawn = draw_shares(self.seed, [state.number], players)
            cards.weights[:players] = mind.styles[drawn[0]]
        return int(
            decider(self.rules, mind.thought is not None)(
                self._deciding, cards, state, mind, NO_BLANKS, self._scratch
            )
        )

    @cached_property
    def _deciding(self) -> Deciding:
        return deciding_of(self.rules)

    def _mind_among(self, players: int) -> Mind:
        """Return the mind of this seat's player, as if every one of the seats had the same: the
        others are not asked for a move.
        """
        if players not in self._minds:
            line_up = [self.player] * players
            minds = minds_of(self.rules, self.cards, line_up, self.seed, [])
            self._minds[players] = _mind_of(minds, 0, players)
        return self._minds[players]
