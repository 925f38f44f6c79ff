"""Go as a PettingZoo environment, for those who train agents. Needs ``pip install aji[env]``.

The two agents are ``black_0`` and ``white_0``. An observation is a dict:

- ``observation``: ``int8`` planes of the shape (size, size, 2 * history + 1), row 0 is the top. For each of the last ``history`` boards, the
  present one first: the stones of the agent that observes, then those of the other. The last plane is 1 if the observer has Black.
- ``action_mask``: ``int8``, 1 for every legal action, all 0 for the agent that is not to move.

An action is a point, ``row * size + column``, or ``size * size`` for a pass. The game ends when both pass, or after ``max_moves``, and is scored
by the rules as the board stands, every stone alive: +1 for the winner, -1 for the loser, 0 for a draw. An illegal move loses.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
except ImportError as missing:
    raise ImportError("the environment needs PettingZoo: pip install 'aji[env]'") from missing

from ._aji import Position

__all__ = ["GoEnv", "env", "raw_env"]

_Observation = dict[str, npt.NDArray[np.int8]]


class GoEnv(AECEnv):  # type: ignore[misc]
    """The environment itself, without wrappers."""

    metadata = {"name": "aji_go_v0", "render_modes": ["human", "ansi", "svg"], "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        size: int = 9,
        *,
        komi: float | None = None,
        rules: str = "tromp-taylor",
        history: int = 8,
        max_moves: int | None = None,
        render_mode: str | None = None,
    ):
        super().__init__()
        if history < 1:
            raise ValueError("history counts boards from 1")
        self.size = size
        self.history = history
        self.max_moves = 3 * size * size if max_moves is None else max_moves
        self.render_mode = render_mode
        self._start = Position(size, rules=rules, komi=komi)
        self.possible_agents = ["black_0", "white_0"]
        planes = (size, size, 2 * history + 1)
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(low=0, high=1, shape=planes, dtype=np.int8),
                "action_mask": spaces.Box(low=0, high=1, shape=(size * size + 1,), dtype=np.int8),
            }
        )
        self._action_spaces = {agent: spaces.Discrete(size * size + 1) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Nothing in it is left to chance, so the seed changes nothing."""
        self.agents = self.possible_agents[:]
        self.position = self._start
        self._boards = [self._start.array]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def _to_move(self) -> str:
        return self.possible_agents[0 if self.position.next == "B" else 1]

    def observe(self, agent: str) -> _Observation:
        own = 1 if agent == self.possible_agents[0] else -1
        planes = np.zeros((self.size, self.size, 2 * self.history + 1), dtype=np.int8)
        for age, board in enumerate(reversed(self._boards[-self.history :])):
            planes[:, :, 2 * age] = board == own
            planes[:, :, 2 * age + 1] = board == -own
        planes[:, :, -1] = own == 1
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            mask = self.position.legal_mask()
        else:
            mask = np.zeros(self.size * self.size + 1, dtype=np.int8)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        mover = self.agent_selection
        self._cumulative_rewards[mover] = 0.0
        row, column = divmod(int(action), self.size)
        self.position = self.position.play("pass" if row == self.size else (row, column))
        self._boards = [*self._boards[-self.history + 1 :], self.position.array] if self.history > 1 else [self.position.array]
        self._clear_rewards()
        if self.position.over or self.position.moves_played >= self.max_moves:
            lead = self.position.score()["lead"]
            for agent, sign in zip(self.possible_agents, (1.0, -1.0)):
                self.rewards[agent] = float(np.sign(lead)) * sign
                self.terminations[agent] = True
                self.infos[agent] = {"result": self.position.score()["result"]}
        self.agent_selection = self._to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board: printed (``human``), as text (``ansi``), or as SVG (``svg``)."""
        if self.render_mode == "human":
            print(self.position)
            return None
        return self.position.svg() if self.render_mode == "svg" else str(self.position)

    def close(self) -> None:
        """There is nothing to close."""


def raw_env(size: int = 9, **options: Any) -> GoEnv:
    """The environment without wrappers: an illegal move raises ``IllegalMoveError``."""
    return GoEnv(size, **options)


def env(size: int = 9, **options: Any) -> Any:
    """The environment with PettingZoo's usual wrappers: an illegal move ends the game and loses it.

    ``options``: ``komi``, ``rules`` (``"tromp-taylor"``), ``history`` (8), ``max_moves`` (three for every point), ``render_mode``.
    """
    wrapped: Any = GoEnv(size, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
