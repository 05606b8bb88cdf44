"""Games played to their end, every step kept: what tests of bounds and invariants look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from rush_envs.engine.batch import BatchEnv

Policy = Callable[[BatchEnv, np.ndarray], np.ndarray]
"""An action for each of some rows of a batch."""


def at_random(batch: BatchEnv, rows: np.ndarray) -> np.ndarray:
    return batch.random_actions(rows)


class Steps(NamedTuple):
    """All steps of some games, one after the other."""

    players: int
    before: np.ndarray
    actions: np.ndarray
    after: np.ndarray
    masks: np.ndarray  # before each step
    game: np.ndarray  # which game each step belongs to
    final: np.ndarray  # the last record of every game


def rounds_of_answers(batch: BatchEnv, choose: Policy = at_random) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Plays to the end of all games of a batch that does not restart them; yields (rows, actions) after each step."""
    while (rows := np.flatnonzero(batch.seat >= 0)).size:
        actions = choose(batch, rows)
        batch.step(actions, rows)
        yield rows, actions


def play_out(batch: BatchEnv, choose: Policy = at_random) -> BatchEnv:
    """The batch, all its games played to their end."""
    for _ in rounds_of_answers(batch, choose):
        pass
    return batch


def steps_of(batch: BatchEnv, choose: Policy = at_random) -> Steps:
    """All steps to the end of all games; no invariant is ever broken and no field leaves its range."""
    parts = []
    before, masks = batch.states.copy(), batch.mask.copy()
    for rows, actions in rounds_of_answers(batch, choose):
        assert not batch.broken_invariants().any()
        assert batch.game.state.outside(batch.states) is None
        parts.append((before[rows], actions, batch.states[rows], masks[rows], rows))
        before, masks = batch.states.copy(), batch.mask.copy()
    columns = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Steps(batch.num_seats, *columns, batch.states.copy())
