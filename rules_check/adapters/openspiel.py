"""Our games as Python games of OpenSpiel: import this module, then load
"emporium_pnp_<name>(players=2)".

Every game of an installed package is registered as emporium_pnp_<name>, hyphens as underscores,
with the parameters `players`, `cards` (a path or what [GAME] means on the command line; empty for
the bundled game), `seed` and `deals`. The dynamics are sequential: choices that the rules call
simultaneous are made one after another, unseen.

**Chance.** Our shuffles come from a stream of numbers inside the state, so there is a single chance
node, at the root. It picks which of `deals` games of the seed is played, all equally likely; deal n
is game number n of that seed. All later luck follows from this choice: a reshuffle in the middle of
a game has the same result whenever the same moves lead to it. So a game is a sample of `deals`
deals of the true game, and solvers find the best policy against these deals. If there are few, a
policy may learn them by heart. `deals=1` is a deterministic game without a chance node. Keep
`deals` small if an algorithm lists all outcomes of chance nodes.

**Information states** have perfect recall of a seat's decisions and of what it saw at each. They
are hashes, to which each decision is chained. Events between two decisions of a seat count only as
far as the table shows them at the second one. They are strings only: a tensor of fixed size would
have to forget.

**Returns** are from 0 (last) to 1 (first) and always add up to half the number of players: the game
has a constant sum.

The C++ MCTS and ISMCTS bots of OpenSpiel 2.0.2 crash on every game written in Python; use those of
open_spiel.python.algorithms.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.metadata import entry_points
from typing import Any

import numpy as np
import pyspiel

from rules_check.adapters.table import GameTable
from rules_check.engine.consent import GROUP
from rules_check.engine.game import load_rules

PREFIX = "emporium_pnp_"
DEFAULTS: dict[str, Any] = {"players": 4, "cards": "", "seed": 0, "deals": 2**16}
MAX_DECISIONS = 100_000
"""A number of decisions that no game reaches. The rules have no bound, but OpenSpiel asks for one.
"""


def digest(*parts: bytes) -> bytes:
    """Hash parts into 16 bytes; where one part ends and the next begins makes a difference."""
    total = blake2b(digest_size=16)
    for part in parts:
        total.update(len(part).to_bytes(8, "little") + part)
    return total.digest()


def game_type(name: str, deals: int = DEFAULTS["deals"]) -> Any:
    """Describe a game to OpenSpiel. It has as many players as a state has streams for; a card set
    may allow fewer.
    """
    streams: tuple[int, ...] = load_rules(name).state_dtype["rng"].shape
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=PREFIX + name.replace("-", "_"),
        long_name=f"emporium-pnp: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.DETERMINISTIC if deals == 1 else modes.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(2, streams[0] - 1),
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


@cache
def table_of(name: str, players: int, cards: str) -> GameTable:
    """Load a game once; copies of the game and its states share it."""
    return GameTable(name, players, cards or None)


@cache
def chances(deals: int) -> list[tuple[int, float]]:
    """List all deals, which are equally likely."""
    return [(deal, 1 / deals) for deal in range(deals)]


class PnpGame(pyspiel.Game):  # type: ignore[misc]  # the library has no types
    """One of our games with its card set; each game has its own subclass, with its `name`. Raises
    ValueError for parameters with which it cannot be played.
    """

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = {**DEFAULTS, **(params or {})}
        self.seed, self.deals = params["seed"], params["deals"]
        if params["players"] < 2:
            raise ValueError(
                "expected players to be 2 or more, because returns are places, found "
                f"{params['players']}"
            )
        if self.deals < 1:
            raise ValueError(f"expected deals to be 1 or more, found {self.deals}")
        self.key = (self.name, params["players"], params["cards"])
        self.table = table_of(*self.key)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.table.space),
            max_chance_outcomes=0 if self.deals == 1 else self.deals,
            num_players=self.table.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=self.table.players / 2,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(game_type(self.name, self.deals), info, params)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game as its string, so that the other process registers the games before it
        loads this one.
        """
        return load_game, (str(self),)

    def new_initial_state(self) -> PnpState:
        return PnpState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Make the observer that shows a state to a seat. Returns None for other types of
        observation, since the rules do not split a view into public and private parts.
        """
        if params:
            raise ValueError(f"observers take no parameters, found {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        is_whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.table, bool(kind.perfect_recall)) if is_whole else None


class PnpState(pyspiel.State):  # type: ignore[misc]
    """A game in progress. `states` is an array with one state of our rules, or None before the
    deal; `turn` is the seat that decides.

    OpenSpiel copies and pickles every attribute, so the table is not one of them: it is looked up.
    """

    def __init__(self, game: PnpGame) -> None:
        super().__init__(game)
        self.key, self.seed, self.deals = game.key, game.seed, game.deals
        self.states: Any = None
        self.turn = int(pyspiel.PlayerId.CHANCE)
        self.recall = [b""] * self.table.players
        self.told = ""
        if self.deals == 1:
            self._deal(0)

    @property
    def table(self) -> GameTable:
        return table_of(*self.key)

    def _deal(self, number: int) -> None:
        self.states = self.table.start(self.seed, number)
        self.told = f"deal {number}"
        self._find_turn()

    def _find_turn(self) -> None:
        """Ask the rules whose turn it is, once for each state: OpenSpiel asks many times."""
        seat = self.table.seat(self.states[0])
        self.turn = seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def current_player(self) -> int:
        return self.turn

    def is_terminal(self) -> bool:
        return self.turn == int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return chances(self.deals)

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal_actions(self.states[0])

    def _apply_action(self, action: int) -> None:
        if self.states is None:
            self._deal(action)
            return
        table, seat = self.table, self.turn
        self.recall[seat] = digest(
            self.recall[seat], table.view(self.states, seat).tobytes(), action.to_bytes(8, "little")
        )
        self.told += f"; {seat} {table.action_text(self.states[0], action)}"
        table.apply(self.states[0], action)
        self._find_turn()

    def _action_to_string(self, player: int, action: int) -> str:
        if self.states is None:
            return f"deal {action}"
        return self.table.action_text(self.states[0], action)

    def returns(self) -> list[float]:
        if self.is_terminal():
            return self.table.rewards(self.states[0])
        return [0.0] * self.table.players

    def __str__(self) -> str:
        """Write the deal and all moves since: no two states of a game have the same text."""
        return self.told


class Observer:
    """A seat's observation: the numbers of its view as a float32 tensor, and a hash of them.

    With perfect recall there is only the hash, which also covers what the seat saw and did before.
    """

    def __init__(self, table: GameTable, recalls: bool) -> None:
        self.recalls = recalls
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not recalls:
            self.tensor = np.zeros(table.view_size, np.float32)
            self.dict = {name: self.tensor[place] for name, place in table.slices.items()}

    def set_from(self, state: PnpState, player: int) -> None:
        """Fill the tensor; with zeros before the deal."""
        if self.tensor is not None:
            self.tensor[:] = 0 if state.states is None else state.table.view(state.states, player)

    def string_from(self, state: PnpState, player: int) -> str:
        """Name the seat, and hash what it sees and, with perfect recall, what it saw and did
        before.
        """
        sees = b"" if state.states is None else state.table.view(state.states, player).tobytes()
        recalled = f" recalls {state.recall[player].hex()}" if self.recalls else ""
        return f"seat {player}{recalled} sees {digest(sees).hex()}"


def load_game(text: str) -> Any:
    """Load a game by its string, as pyspiel.load_game does."""
    return pyspiel.load_game(text)


for _name in sorted(entry.name for entry in entry_points(group=GROUP)):
    # A class, not a function: OpenSpiel drops it after Python has ended, which nothing but a class
    # survives.
    pyspiel.register_game(game_type(_name), type("PnpGame", (PnpGame,), {"name": _name}))
