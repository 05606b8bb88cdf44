"""JaxMARL: Hanabi, whose `step` observes all players and restarts by itself, compiled by JAX."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import jaxmarl

from peers.libraries import loops
from peers.protocol import Game, serve


def entry(players: int) -> Game:
    env = jaxmarl.make("hanabi", num_agents=players)

    def masks(state: Any) -> Any:
        legal = env.get_legal_moves(state)
        return jnp.stack([legal[agent] for agent in env.agents])

    def decide(carried: Any, key: Any) -> Any:
        state, _, mask = carried
        pick, chance = jax.random.split(key)
        chosen = jax.random.categorical(pick, jnp.log(mask.astype(jnp.float32)))  # one of the masks is more than "wait"
        actions = {agent: chosen[k] for k, agent in enumerate(env.agents)}
        seen, state, _, _, _ = env.step(chance, state, actions)
        return state, seen, masks(state)

    def begin(key: Any) -> Any:
        seen, state = env.reset(key)
        return state, seen, masks(state)

    _, seen, mask = jax.jit(begin)(jax.random.PRNGKey(0))
    return Game(
        seen[env.agents[0]].size, mask.shape[1], partial(loops.jax_single, decide, begin),
        partial(loops.jax_batch, decide, begin), "every step observes all players",
    )  # fmt: skip


if __name__ == "__main__":
    serve({"Hanabi, 2 players": entry(2)})
