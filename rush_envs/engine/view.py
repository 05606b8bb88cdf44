"""View: what an agent gets to decide by."""

from __future__ import annotations

import numpy as np

from rush_envs.contract import Config, Game
from rush_envs.errors import BadOption

PARTS = ("features", "states")


class View:
    """The asked seats' own eyes on some games of a batch: plain arrays, and nothing that leads back to the truth.

    `features` and `states`, copies of the records with everything hidden from the asked seat drawn anew, are made for
    those that want them: an agent may say which in an attribute `sees`, a tuple of these names.
    """

    def __init__(
        self,
        game: Game,
        config: Config,
        seat: np.ndarray,
        mask: np.ndarray,
        features: np.ndarray | None = None,
        states: np.ndarray | None = None,
    ) -> None:
        self.game = game
        self.config = config
        self.seat = seat  # (k,) int64
        self.mask = mask  # (k, A) int8
        self._features = features
        self._states = states

    def __len__(self) -> int:
        return len(self.seat)

    @property
    def features(self) -> np.ndarray:
        """(k, F) int8."""
        return self._wanted("features", self._features)

    @property
    def states(self) -> np.ndarray:
        """(k,) records, determinized for the asked seats."""
        return self._wanted("states", self._states)

    @staticmethod
    def _wanted(name: str, part: np.ndarray | None) -> np.ndarray:
        if part is None:
            raise BadOption(f"this view was made without {name}; name it in the agent's `sees` or in view(parts=…)")
        return part
