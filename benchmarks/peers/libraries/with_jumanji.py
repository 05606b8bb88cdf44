"""Jumanji: `step` with its own automatic reset, compiled by JAX; games for one player."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import jumanji
from jumanji.wrappers import AutoResetWrapper

from peers.libraries import loops
from peers.protocol import Game, serve

MADE = {"2048": "Game2048-v1", "Snake": "Snake-v1", "Tetris": "Tetris-v0"}


def entry(name: str) -> Game:
    env = AutoResetWrapper(jumanji.make(name))
    seen = jax.jit(env.reset)(jax.random.PRNGKey(0))[1].observation
    shape = seen.action_mask.shape

    def decide(carried: Any, key: Any) -> Any:
        state, seen = carried
        odds = jnp.log(seen.action_mask.reshape(-1).astype(jnp.float32))
        action = jax.random.categorical(key, odds)
        if len(shape) > 1:
            action = jnp.stack(jnp.unravel_index(action, shape)).astype(jnp.int32)
        state, shown = env.step(state, action)
        return state, shown.observation

    def begin(key: Any) -> Any:
        state, shown = env.reset(key)
        return state, shown.observation

    numbers = sum(part.size for part in jax.tree.leaves(seen)) - seen.action_mask.size
    single, batch = partial(loops.jax_single, decide, begin), partial(loops.jax_batch, decide, begin)
    return Game(numbers, seen.action_mask.size, single, batch)


if __name__ == "__main__":
    serve({name: entry(made) for name, made in MADE.items()})
