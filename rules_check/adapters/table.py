"""The common base of the adapters: one game with its card set and players, with actions numbered
from 0, views of a seat, and rewards.

Everything follows from the verbs of rules_check/engine/game.py. Knows no game, and none of the
libraries for which there are adapters.

**Actions** are indexes into `move_space`, so an action means the same in every state, every game
and for every number of players.

**Views.** A seat sees the state after `hide`, which always deals hidden facts with the same luck.
States that look the same to the seat become the same bytes, so a view reveals nothing that the seat
cannot know. Facts unknown to the seat (cards in other hands, the order of decks, choices behind
screens) are not blank: they appear as one possible deal, which may change from one view to the
next.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from generator.data.game import Game
from generator.data.loading import bundled_games, find_game, load_game
from rules_check.engine.game import counts_of, load_rules, moves_of, new_state

VIEW_SEED = 0x0B5E_12FE_5EED_0001
"""The seed with which all views are dealt. No game is played with this number, because views would
then be dealt as that game was.
"""

SEEDS = 2**63
"""The exclusive upper limit of seeds and of game numbers."""


def pick_game(name: str, game: Game | Path | str | None) -> Game:
    """Load what `game` means: a loaded game, a path, the words of [GAME] on the command line; None
    the game bundled as `name`.
    """
    if isinstance(game, Game):
        return game
    if game is None and name in bundled_games():
        return load_game(bundled_games()[name])
    return load_game(game if isinstance(game, Path) else find_game(game)[0])


class GameTable:
    """The rules of a game, one card set and a number of players. It holds no game in progress and
    never changes.

    `space` has the game's moves by action, and `slices` says where the fields of a state are in a
    view. Raises ValueError if the card set cannot be played by this number of players or the rules
    do not list their moves, and ProblemError if the game or its rules have errors.
    """

    def __init__(self, name: str, players: int, game: Game | Path | str | None = None) -> None:
        self._made_of = (name, players, game)
        self.name, self.players, self.rules = name, int(players), load_rules(name)
        self.game = pick_game(name, game)
        self.cards = self.rules.cards_record(self.game)
        counts = counts_of(self.rules, self.cards)
        if self.players not in counts:
            raise ValueError(
                f"expected players to be one of {', '.join(map(str, counts))}, found {players}"
            )
        if not hasattr(self.rules, "move_space"):
            raise ValueError(
                f"the rules of '{name}' have no verb move_space, which the adapters number "
                "actions by"
            )
        self.space = self.rules.move_space(self.cards)
        self._action_of = {int(move): action for action, move in enumerate(self.space)}
        self._prepare_views()

    def __deepcopy__(self, memo: dict[int, Any]) -> GameTable:
        """Return the table itself: it never changes, and copies of a state share it."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments that made it. A path is read again, relative to the other process's
        folder.
        """
        return GameTable, self._made_of

    def _prepare_views(self) -> None:
        """Lay the fields of a state out in rows of int32: one number for each of up to 32 bits, two
        for a wider one, low half first.
        """
        dtype = self.rules.state_dtype
        self._names = [name for name in dtype.names or () if name != "rng"]
        layout = []
        for name in self._names:
            base, shape = dtype[name].subdtype or (dtype[name], ())
            layout.append((name, "<i8" if base.itemsize > 4 else "<i4", shape))
        self._layout = np.dtype(layout)
        self.slices = {}
        for name, (field, offset, *_) in (self._layout.fields or {}).items():
            self.slices[name] = slice(offset // 4, (offset + field.itemsize) // 4)
        self.view_size = self._layout.itemsize // 4

    def start(self, seed: int, number: int) -> Any:
        """Set up game `number` of `seed`, both from 0 to 2^63 - 1, and return an array of one
        state. Raises ValueError for other numbers.
        """
        for what, value in (("seed", seed), ("number", number)):
            if not 0 <= value < SEEDS:
                raise ValueError(
                    f"expected the {what} of a game to be from 0 to 2^63 - 1, found {value}"
                )
        states = new_state(self.rules, 1)
        self.rules.new_game(self.cards, states[0], self.players, seed, number)
        return states

    def legal_actions(self, state: Any) -> list[int]:
        """List the actions of the seat that decides, in ascending order; none after the end."""
        return sorted(self._action_of[move] for move in moves_of(self.rules, self.cards, state))

    def action_text(self, state: Any, action: int) -> str:
        """Write an action of the current decision in the words that the rules use for the move."""
        return self.rules.move_text(self.cards, state, int(self.space[action]))

    def apply(self, state: Any, action: int) -> None:
        """Make the move of a legal action."""
        self.rules.apply(self.cards, state, int(self.space[action]))

    def seat(self, state: Any) -> int:
        """Return the seat that decides; -1 after the end."""
        return int(self.rules.current_player(self.cards, state))

    def numbers(self, states: Any) -> Any:
        """Turn an array of one state into a vector of int32, without its streams."""
        return np.frombuffer(
            np.asarray(states)[self._names].astype(self._layout).tobytes(), np.int32
        )

    def view(self, states: Any, seat: int) -> Any:
        """Show an array of one state as a seat sees it: a read-only vector of int32, `view_size`
        long.
        """
        # many times faster than copy()
        hidden = np.frombuffer(bytearray(states.tobytes()), states.dtype)
        self.rules.hide(self.cards, hidden[0], seat, VIEW_SEED)
        return self.numbers(hidden)

    def rewards(self, state: Any) -> list[float]:
        """Turn the places at the end into a reward for each seat: 1 for the first, 0 for the last,
        and evenly spaced values between.

        Players who tie share the rewards of their places, so all rewards always add up to half the
        number of players. A single player always comes first, so the reward is then the score.
        """
        out = np.zeros(self.players, np.int64)
        if self.players == 1:
            self.rules.scores(self.cards, state, out)
            return [float(out[0])]
        self.rules.places(self.cards, state, out)
        places = list(map(int, out))
        return [
            (self.players - place - (places.count(place) - 1) / 2) / (self.players - 1)
            for place in places
        ]
