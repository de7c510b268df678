"""Our games as PettingZoo environments: agents act in turn, the action space is dense and discrete
with a mask, and observations are numbers.

    from rules_check.adapters.pettingzoo import env
    table = env("ferry-night", players=4)

Choices that the rules call simultaneous are made one after another, unseen.
docs/reference/adapters.md has the details.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from generator.data.game import Game
from generator.data.loading import bundled_games
from rules_check.adapters.table import GameTable
from rules_check.toolkit.layout import shown

ILLEGAL_REWARD = -1.0


def env(
    name: str | None = None,
    players: int = 4,
    game: Game | Path | str | None = None,
    render_mode: str | None = None,
) -> Any:
    """Make an environment that behaves like PettingZoo's own: an illegal action ends the game with
    a warning, and the player who took it gets -1.

    `name` is the name of the rules, by default those of the bundled game that commands take without
    a game. `game` is a loaded game, a path, or what [GAME] means on the command line, by default
    the game bundled as `name`. Raises ValueError if it cannot be played by this number of players,
    and ProblemError if the game or its rules have errors.
    """
    name = next(iter(bundled_games()), "") if name is None else name
    made: Any = wrappers.TerminateIllegalWrapper(
        RawEnv(name, players, game, render_mode), illegal_reward=ILLEGAL_REWARD
    )
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class IllegalMove(ValueError):
    """An action that the state does not allow; the message lists the legal ones."""


class RawEnv(AECEnv):  # type: ignore[misc]  # the library has no types
    """One game of any rules, without PettingZoo's wrappers: an illegal action raises IllegalMove.

    Agents are "player_0" and so on, by seat. An observation has "observation", the int32 numbers
    that the seat may know, and "action_mask", an int8 vector with 1 for each action that is legal
    now. The mask is all 0 for a seat that has nothing to decide.
    """

    def __init__(
        self,
        name: str,
        players: int,
        game: Game | Path | str | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"expected render_mode to be None or 'ansi', found {render_mode!r}")
        self.table, self.render_mode = GameTable(name, players, game), render_mode
        self.metadata = {
            "name": f"emporium_pnp_{name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seed, self._number = 0, -1
        numbers = gymnasium.spaces.Box(-(2**31), 2**31 - 1, (self.table.view_size,), np.int32)
        mask = gymnasium.spaces.Box(0, 1, (len(self.table.space),), np.int8)
        self.state_space = numbers
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({"observation": numbers, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(len(self.table.space))
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up game 0 of a seed or, without a seed, the next game of the previous seed, which is
        0 at first.

        `options={"number": n}` sets up game n. Everywhere in emporium-pnp, the same seed and number
        give the same cards.
        """
        self._number = 0 if seed is not None else self._number + 1
        self._seed = self._seed if seed is None else int(seed)
        self._number = int((options or {}).get("number", self._number))
        self._states = self.table.start(self._seed, self._number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[self.table.seat(self._states[0])]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent's seat sees now, and the mask of its actions."""
        mask = np.zeros(len(self.table.space), np.int8)
        if agent == self.agent_selection:
            mask[self.table.legal_actions(self._states[0])] = 1
        return {
            "observation": self.table.view(self._states, self.possible_agents.index(agent)),
            "action_mask": mask,
        }

    def state(self) -> Any:
        """Return the true state, including hidden cards, in the layout of an observation: for
        critics that may see everything.
        """
        return self.table.numbers(self._states)

    def step(self, action: int | None) -> None:
        """Make the move of an action for the selected agent; None for an agent whose game is over.

        Raises IllegalMove, which lists the legal actions, for any other action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._states[0]
        legal = self.table.legal_actions(state)
        if action not in legal:
            texts = ", ".join(f"{move} ({self.table.action_text(state, move)})" for move in legal)
            raise IllegalMove(f"action {action} of {agent} is not legal here; legal: {texts}")
        self.table.apply(state, int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self.table.seat(state)
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
        else:
            self.rewards = dict(zip(self.agents, self.table.rewards(state), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def action_text(self, action: int) -> str:
        """Write an action of the selected agent, such as "sell hand-axe at 3"."""
        return self.table.action_text(self._states[0], action)

    def render(self) -> str | None:
        """Describe the table with nothing hidden. Returns None unless the environment was made with
        render_mode="ansi".
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs env(..., render_mode='ansi')")
            return None
        return "\n".join(
            shown(self.table.rules, self.table.game, self.table.cards, self._states[0], -1)
        )

    def close(self) -> None:
        """Do nothing: there is no window to close."""
