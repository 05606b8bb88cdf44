"""Pgx: `step` with its own `auto_reset`, compiled by JAX; single games call the compiled step from Python."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

from peers.libraries import loops
from peers.protocol import Game, serve

MADE = {"connect four": "connect_four", "backgammon": "backgammon", "sparrow mahjong": "sparrow_mahjong"}


def entry(name: str) -> Game:
    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def decide(state: Any, key: Any) -> Any:
        pick, chance = jax.random.split(key)
        odds = jnp.log(state.legal_action_mask.astype(jnp.float32))
        return step(state, jax.random.categorical(pick, odds), chance)

    return Game(
        math.prod(env.observation_shape),
        env.num_actions,
        lambda: loops.jax_single(decide, env.init),
        lambda size: loops.jax_batch(decide, env.init, size),
    )


if __name__ == "__main__":
    serve({name: entry(made) for name, made in MADE.items()})
