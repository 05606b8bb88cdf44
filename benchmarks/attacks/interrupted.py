"""Ctrl-C at any line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import rush_envs
from attacks import Tries
from attacks.interrupts import Interrupt
from rush_envs.doors import aec, parallel, solo
from rush_envs.engine import batch as engine
from rush_envs.engine import threads
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import GameOver, NotReset


def belongs_together(batch: BatchEnv) -> None:
    """Every row's mask is that of the seat that is asked."""
    rows = np.flatnonzero(batch.seat >= 0)
    assert (batch.mask[rows] == batch.legal(rows, batch.seat[rows])).all(), "a mask is another seat's"
    assert not batch.broken_invariants().any(), "an interrupt broke an invariant"


def attack_interrupts(game: str, seed: int) -> Tries:
    """A batch of two threads, one of a few rows, the turn-by-turn door and a learner, by turns."""
    rng = np.random.default_rng(seed)
    shared, few = rush_envs.make_batch(game, 256, seed=1, threads=2), rush_envs.make_batch(game, 3, seed=1)
    door, learner = rush_envs.make(game), solo.Solo(game, 3, seed=1)
    sources = (engine, threads, aec, parallel, solo)
    for one in (shared, few, door, learner):
        one.reset()

    def legal() -> int:
        return int(door.observe(door.agent_selection)["action_mask"].argmax())

    def pick(batch: BatchEnv) -> dict[str, Callable[[], Any]]:
        lowest = batch.states.copy()
        return {
            "step": lambda: batch.step(batch.mask.argmax(axis=1)), "random": batch.random_actions, "reset": batch.reset,
            "load": lambda: batch.load(lowest), "view": batch.view, "look": lambda: batch.look(0, 0),
        }  # fmt: skip

    while True:
        batch = (shared, few)[int(rng.integers(2))]
        calls = pick(batch) | {
            "aec": lambda: door.step(legal()),
            "aec anew": door.reset,
            "learner": lambda: learner.step(learner.masks().argmax(axis=1)),
            "learner anew": learner.reset,
        }
        name = list(calls)[int(rng.integers(len(calls)))]
        yield "about to", name
        try:
            interrupted = Interrupt(int(rng.integers(60)), *sources).during(calls[name])
            belongs_together(batch)
            if door._seat >= 0:
                assert door._batch.seat[0] == door._seat, "the turn-by-turn door asks somebody else"
            if not learner._torn:
                assert (learner.batch.seat == learner.learner).all(), "a learner sits in another's chair"
            end = "interrupted" if interrupted else "worked"
        except (GameOver, NotReset):
            for one in (batch, door, learner):
                one.reset()
            end = "given up"
        yield end, ""
