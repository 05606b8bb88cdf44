"""Batches for doors: single rows begin anew, and an action that is not legal may be replaced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rush_envs.engine.batch import PICK_STREAM, BatchEnv
from rush_envs.engine.drivers import BEGIN
from rush_envs.engine.edge import checked_words, whole_numbers
from rush_envs.engine.rng import mixed
from rush_envs.engine.threads import exclusive


class RowBatch(BatchEnv):
    """`BatchEnv`, and what Gymnasium's partial resets and learners without masks ask for."""

    @exclusive
    def restart(self, rows: Any, seeds: Sequence[int | None] | None = None) -> None:
        """New games in these rows (each at most once): episode 0 of a row's new seed, or the next one of its old.

        After an error everything is as it was.
        """
        self.require_reset()
        rows = self._places(rows, self.num_envs)
        given = [None] * len(rows) if seeds is None else list(seeds)
        sown = np.array([seed is not None for seed in given], np.bool_)
        fresh = checked_words("seeds", [seed for seed in given if seed is not None], int(sown.sum()))
        self._episodes[rows[~sown]] += 1
        self._episodes[rows[sown]] = 0
        self._seeds[rows[sown]] = fresh
        self._picks[rows[sown]] = mixed(fresh, [PICK_STREAM])
        self._advance(rows, np.full(len(rows), BEGIN, np.int64))
        self._done[rows] = self._truncated[rows] = False

    def replaced(self, actions: Any, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The actions for these rows with a random legal one for each that is not legal, and which those were."""
        numbers = whole_numbers("actions", actions, rows.shape)
        self.require_reset()
        masks = self.mask[rows]
        within = (numbers >= 0) & (numbers < masks.shape[1])
        legal = within & (masks[np.arange(len(rows)), np.where(within, numbers, 0)] != 0)
        illegal = ~legal & (self.seat[rows] >= 0)
        if illegal.any():
            numbers[illegal] = self.random_actions(rows[illegal])
        return numbers, illegal
