"""A game's kernels on one record at a time: what states of a search are moved by."""

from __future__ import annotations

import numpy as np

from rush_envs.contract import Config, Game
from rush_envs.engine.drivers import BEGIN, Buffers, drivers_of
from rush_envs.engine.records import blank


class OneRecord:
    """Deals, answers, looks and imagines; records are arrays of one, which nobody else changes."""

    def __init__(self, game: Game, config: Config) -> None:
        self.game, self.config = game, config
        self._zero, self._seat, self._action, self._viewer = (np.zeros(1, np.int64) for _ in range(4))
        self._work = np.zeros(1, game.state.dtype)
        self._seeds = np.zeros(1, np.uint64)
        self.reward = np.zeros((1, config.num_players), np.float32)  # of the last answer
        self.features = np.zeros((1, game.observation.size), np.int8)  # of the last look
        self.mask = np.zeros((1, game.actions.size), np.int8)
        self._buffers = Buffers(
            self._work, self._seat, np.zeros((1, 0), np.int8), self.mask, self.reward, np.zeros(1, np.bool_),
            np.zeros(1, np.bool_), np.zeros_like(self._work), blank(game, config), config.pack(), self._seeds,
            np.zeros(1, np.int64), 0, 1.0, False, False,
        )  # fmt: skip

    def deal(self, stream: np.uint64) -> np.ndarray:
        """A new game."""
        self._seeds[0] = stream
        return self._advanced(0, BEGIN)

    def answered(self, record: np.ndarray, seat: int, action: int, stream: np.uint64 | None = None) -> np.ndarray:
        """The record after a legal answer; `stream` replaces the one that luck is drawn from."""
        self._work[:] = record
        if stream is not None:
            self._work["rng"] = stream
        return self._advanced(seat, action)

    def _advanced(self, seat: int, action: int) -> np.ndarray:
        self._seat[0], self._action[0] = seat, action
        drivers_of(self.game).advance_rows(self._buffers, self._zero, self._action)
        return self._work.copy()

    def asked(self) -> int:
        """Who is asked after the last deal or answer; -1 when the game is over."""
        return int(self._seat[0])

    def look(self, record: np.ndarray, seat: int) -> None:
        """Fills `features` and `mask` with what a seat sees and may do."""
        self._viewer[0] = seat
        drivers_of(self.game).show_rows(record, self._zero, self._zero, self._viewer, self.features, self.mask, True)

    def imagined(self, record: np.ndarray, seat: int, stream: np.uint64) -> np.ndarray:
        """The record with everything drawn anew that the seat does not know."""
        copy = record.copy()
        drivers_of(self.game).imagine(copy, np.array([seat]), np.array([stream], np.uint64))
        return copy
