"""Random play that several libraries share: the same loop for all AEC environments, the same pick for all numpy masks,
the same scan for all that run on JAX."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from peers.protocol import Work

DECISIONS = 500  # of a piece of work with single games, about
BATCHED = 1 << 14  # of one with batches that JAX compiles as a whole


def aec(env: Any) -> Work:
    """PettingZoo's own way: `agent_iter`, `last`, a random legal action, `step`."""
    draw = random.Random(0).random
    env.reset(seed=0)

    def play() -> int:
        decisions = 0
        while decisions < DECISIONS:
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(draw() * legal.size)]))
                decisions += 1
        return decisions

    return play


def picker() -> Callable[[np.ndarray, np.ndarray, np.ndarray], None]:
    """A kernel that fills in a legal action for every row of a mask, by a random number from 0 to 1."""
    import numba

    @numba.njit(cache=True)
    def pick(mask: np.ndarray, draws: np.ndarray, actions: np.ndarray) -> None:
        for i in range(mask.shape[0]):
            left = int(draws[i] * mask[i].sum())
            for a in range(mask.shape[1]):
                if mask[i, a]:
                    if left == 0:
                        actions[i] = a
                        break
                    left -= 1

    return pick


def jax_batch(step: Callable[[Any, Any], Any], begin: Callable[[Any], Any], size: int) -> Work:
    """`step(state, key)` picks, plays and restarts one game; here `size` games, several steps in one compiled loop.

    States go round the loop with observations and masks in them, so nothing that a step makes can be left out.
    """
    import jax

    steps = max(1, BATCHED // size)

    @jax.jit
    def play_on(states: Any, key: Any) -> Any:
        def body(carried: Any, key: Any) -> Any:
            return jax.vmap(step)(carried, jax.random.split(key, size)), None

        return jax.lax.scan(body, states, jax.random.split(key, steps))[0]

    keys = jax.random.split(jax.random.PRNGKey(0), size + 1)
    states, key = jax.jit(jax.vmap(begin))(keys[1:]), keys[0]

    def play() -> int:
        nonlocal states, key
        key, now = jax.random.split(key)
        states = jax.block_until_ready(play_on(states, now))
        return steps * size

    return play


def jax_single(step: Callable[[Any, Any], Any], begin: Callable[[Any], Any]) -> Work:
    """The same step of one game, compiled, called from Python for every decision; what it shows is waited for."""
    import jax

    one = jax.jit(step)
    state, key = jax.jit(begin)(jax.random.PRNGKey(0)), jax.random.PRNGKey(1)

    def play() -> int:
        nonlocal state, key
        keys = jax.random.split(key, 101)
        key = keys[0]
        for now in keys[1:]:
            state = jax.block_until_ready(one(state, now))
        return 100

    return play
