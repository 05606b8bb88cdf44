"""Random calls with random arguments on every door."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import rush_envs
from attacks import Tries
from attacks.mutations import ODD
from rush_envs.doors.sb3 import RushVecEnv
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import RushError
from rush_envs.testing import Variant, variants


def nonsense(rng: np.random.Generator, size: int) -> Any:
    """Something that might be given for actions, rows or seats."""
    choices = (
        lambda: rng.integers(-3, size + 3, int(rng.integers(0, 6))),
        lambda: rng.integers(-(1 << 62), 1 << 62, 3),
        lambda: int(rng.integers(-5, 1 << 40)),
        lambda: rng.random(4),
        lambda: "3",
        lambda: None,
        lambda: [[0, 1], [2]],
        lambda: np.zeros((2, 2), np.int64),
        lambda: np.array([True, False]),
        lambda: [0, 0],
        lambda: np.array([1 << 63], np.uint64),
        lambda: rng.integers(0, size, 4).astype(np.int8),
        lambda: 10**5000,  # Python does not write it down
        lambda: ODD[int(rng.integers(len(ODD)))],
    )
    return choices[int(rng.integers(len(choices)))]()


def batch_calls(batch: BatchEnv, rng: np.random.Generator) -> dict[str, Callable[[], Any]]:
    size = batch.game.actions.size
    return {
        "step": lambda: batch.step(nonsense(rng, size), nonsense(rng, 5)),
        "step all": lambda: batch.step(nonsense(rng, size)),
        "random": lambda: batch.step(batch.random_actions()),
        "random_actions": lambda: batch.random_actions(nonsense(rng, 5)),
        "look": lambda: batch.look(nonsense(rng, 5), nonsense(rng, 6), final=rng.random() < 0.3),
        "reveal": lambda: batch.reveal(nonsense(rng, 5), final=rng.random() < 0.3),
        "ask": lambda: batch.ask(nonsense(rng, 6), nonsense(rng, 5)),
        "view": lambda: batch.view(nonsense(rng, 5)),
        "view of": lambda: batch.view(rng=nonsense(rng, 5), parts=nonsense(rng, 5)),
        "words": lambda: batch.game.describe(nonsense(rng, size)),
        "parse": lambda: batch.game.parse(nonsense(rng, size)),
        "load": lambda: batch.load(nonsense(rng, 5)),
        "reset": lambda: batch.reset(nonsense(rng, 5), seeds=nonsense(rng, 5), episodes=nonsense(rng, 5)),
    }


def word(rng: np.random.Generator, env: Any) -> Any:
    """Something that might be given for an agent's name."""
    return [*env.possible_agents, "player_9", 0, None, "", ("a",)][int(rng.integers(len(env.possible_agents) + 5))]


def first_legal(env: Any) -> int:
    return int(env.observe(env.agent_selection)["action_mask"].argmax())


def aec_calls(env: Any, rng: np.random.Generator) -> dict[str, Callable[[], Any]]:
    size = env.action_space(env.possible_agents[0]).n
    return {
        "aec step": lambda: env.step(nonsense(rng, size)),
        "aec play": lambda: env.step(first_legal(env)),
        "aec observe": lambda: env.observe(word(rng, env)),
        "aec last": lambda: env.last(bool(rng.random() < 0.5)),
        "aec state": env.state,
        "aec reset": lambda: env.reset(seed=nonsense(rng, 5)),
        "aec anew": lambda: env.reset(seed=int(rng.integers(1 << 30))),
    }


def parallel_calls(env: Any, rng: np.random.Generator) -> dict[str, Callable[[], Any]]:
    size = env.action_space(env.possible_agents[0]).n

    def some_answers() -> Any:
        return {word(rng, env): nonsense(rng, size) for _ in range(int(rng.integers(0, 4)))}

    return {
        "parallel step": lambda: env.step(some_answers()),
        "parallel nonsense": lambda: env.step(nonsense(rng, size)),
        "parallel firsts": lambda: env.step({agent: int(rng.integers(size)) for agent in env.possible_agents}),
        "parallel state": env.state,
        "parallel anew": lambda: env.reset(seed=int(rng.integers(1 << 30))),
    }


def learner_calls(name: str, env: Any, rng: np.random.Generator) -> dict[str, Callable[[], Any]]:
    """Gymnasium's single door, its vector and SB3's: their `step` takes one answer, or one for each row."""
    size, seeded = env.solo.game.actions.size, not isinstance(env, RushVecEnv)

    def legal() -> Any:
        chosen = env.action_masks().argmax(-1)
        return chosen if np.ndim(chosen) else int(chosen)

    return {
        f"{name} step": lambda: env.step(nonsense(rng, size)),
        f"{name} play": lambda: env.step(legal()),
        f"{name} masks": env.action_masks,
        f"{name} seed": lambda: env.reset(seed=nonsense(rng, 5)) if seeded else env.action_masks(),
        f"{name} anew": lambda: env.reset(**({"seed": int(rng.integers(1 << 30))} if seeded else {})),
    }


def door_calls(variant: Variant, rng: np.random.Generator) -> tuple[BatchEnv, dict[str, Callable[[], Any]]]:
    """A batch, and calls by name on it and on every other door of that variant."""
    batch = variant.batch(5, threads=1)
    module = getattr(rush_envs, variant.game.id)
    single = gymnasium.make(variant.game.gym_id, disable_env_checker=True, **variant.options).unwrapped
    vector = gymnasium.make_vec(variant.game.gym_id, 3, **variant.options)
    calls = batch_calls(batch, rng)
    calls |= aec_calls(module.env(**variant.options), rng)
    calls |= parallel_calls(module.parallel_env(**variant.options), rng)
    calls |= learner_calls("gym", single, rng) | learner_calls("vector", vector, rng)
    calls |= learner_calls("sb3", RushVecEnv(variant.game.name, 3, **variant.options), rng)
    return batch, calls


def attack_doors(game: str, seed: int) -> Tries:
    rng = np.random.default_rng(seed)
    worlds = [door_calls(variant, rng) for variant in variants(rush_envs.game(game))]
    while True:
        batch, calls = worlds[int(rng.integers(len(worlds)))]
        name = list(calls)[int(rng.integers(len(calls)))]
        yield "about to", name
        end = "worked"
        try:
            calls[name]()
        except RushError:
            end = "refused"
        assert not batch.broken_invariants().any(), f"{name} broke an invariant"
        yield end, ""
