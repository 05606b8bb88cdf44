"""Where a door puts the mask of legal actions, and what it shows to those who have nothing to decide.

No door hands out a mask without a one: samplers, distributions and wrappers of other libraries trip over it. Whoever is
not asked now, or whose game is over, is allowed exactly one action, `IDLE`. It is ignored; `info["acting"]` says who is
really asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces

from rush_envs.contract import Game
from rush_envs.engine.edge import checked_choice
from rush_envs.errors import BadOption, shown

IDLE = 0  # the one action of those who are not asked
PLACES = ("observation", "info", "both")
# What infos tell besides the mask.
TOLD = frozenset({"acting", "agent", "illegal", "outcome", "score", "scores", "final_obs", "final_info", "episode"})

Observation = np.ndarray | dict[str, np.ndarray]


def never_empty(masks: np.ndarray) -> np.ndarray:
    """The given masks (…, A), changed in place: IDLE is allowed where nothing else is."""
    masks[..., IDLE] |= ~masks.any(axis=-1)
    return masks


def idle_mask(game: Game) -> np.ndarray:
    """(A,) int8: the mask of somebody who has nothing to decide."""
    return never_empty(np.zeros(game.actions.size, np.int8))


@dataclass(frozen=True)
class Masks:
    """The choice of a door's user: the mask within the observation, in the info, or in both, and what it is called.

    Where the observation holds the mask, it is a dict of `observation_key` and `mask_key`, otherwise the bare array.
    """

    place: str
    observation_key: str = "observation"
    mask_key: str = "action_mask"

    def __post_init__(self) -> None:
        checked_choice("mask", self.place, PLACES)
        for name in ("observation_key", "mask_key"):
            key = getattr(self, name)
            if not isinstance(key, str) or not key:
                raise BadOption(f"{name}={shown(key)}: give a name")
        if self.mask_key == self.observation_key or self.mask_key in TOLD or self.mask_key.startswith("_"):
            raise BadOption(f"mask_key={shown(self.mask_key)}: this name is taken, give another")

    def space(self, game: Game) -> spaces.Space:
        """Of what one agent sees."""
        seen = spaces.Box(0.0, 1.0, (game.observation.size,), np.float32)
        if self.place == "info":
            return seen
        mask = spaces.Box(0, 1, (game.actions.size,), np.int8)
        return spaces.Dict({self.observation_key: seen, self.mask_key: mask})

    def seen(self, observation: np.ndarray, mask: np.ndarray) -> Observation:
        """One agent's observation and mask, or many in rows, as the space has them."""
        return observation if self.place == "info" else {self.observation_key: observation, self.mask_key: mask}

    def told(self, mask: np.ndarray) -> dict[str, Any]:
        """The part of the info."""
        return {} if self.place == "observation" else {self.mask_key: mask}
