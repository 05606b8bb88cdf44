"""A head start: do what the rule of thumb does, and learn who wins then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from rush_envs.contract import Game
from rush_envs.engine.agents import load, wanted
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.streams import derived

from .recipe import Recipe


@dataclass(frozen=True)
class Lesson:
    """Decisions of the rule of thumb, and what the game paid in the end where it ended in time."""

    features: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    paid: np.ndarray
    ended: np.ndarray


WILD = 0.1  # of the moves are random ones, so that the learner also sees what follows mistakes
LESSON = 40_000  # decisions


def lessons(game: Game, recipe: Recipe) -> Iterator[Lesson]:
    """The rule of thumb in all seats, for ever."""
    size = 256
    seed = derived(recipe.seed, "imitation lessons")
    rng = np.random.default_rng(derived(seed, "imagination"))
    batch = BatchEnv.of(game.name, size, seed=seed, **recipe.options)
    batch.reset()
    teacher = load("greedy", game)
    while True:
        paid: dict[tuple[int, int], np.ndarray] = {}
        features, masks, actions, who = [], [], [], []
        for _ in range(LESSON // size):
            chosen = teacher.act(batch.view(rng=rng, parts=wanted(teacher)))
            features.append(batch.features.copy())
            masks.append(batch.mask.copy())
            actions.append(chosen)
            who.append(np.stack([np.arange(size), batch.episodes, batch.seat], axis=1))
            before = batch.episodes.copy()
            batch.step(np.where(rng.random(size) < WILD, batch.random_actions(), chosen))
            for row in np.flatnonzero(batch.done):
                paid[int(row), int(before[row])] = batch.reward[row].copy()
        keys = np.concatenate(who)
        known = [paid.get((int(row), int(episode))) for row, episode, _ in keys]
        ended = np.array([value is not None for value in known])
        value = np.array([0.0 if v is None else v[seat] for v, seat in zip(known, keys[:, 2], strict=True)], np.float32)
        yield Lesson(np.concatenate(features), np.concatenate(masks), np.concatenate(actions), value, ended)


def imitate(model: MaskablePPO, game: Game, recipe: Recipe, tell: Callable[[float, float], None]) -> None:
    """Trains actor and critic on lessons for the recipe's minutes; tells (share of time, agreement)."""
    begun, end = time.monotonic(), time.monotonic() + 60 * recipe.imitation
    policy = model.policy
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    draw = np.random.default_rng(derived(recipe.seed, "order of lessons"))
    policy.set_training_mode(True)
    for lesson in lessons(game, recipe):
        agreed = 0.0
        for part in np.array_split(draw.permutation(lesson.actions.size), max(1, lesson.actions.size // 1024)):
            seen = torch.as_tensor(lesson.features[part])
            wanted = torch.as_tensor(lesson.actions[part])
            values, likely, _ = policy.evaluate_actions(seen, wanted, torch.as_tensor(lesson.masks[part] != 0))
            missed = (values.flatten() - torch.as_tensor(lesson.paid[part])) ** 2
            loss = -likely.mean() + 0.5 * (missed * torch.as_tensor(lesson.ended[part])).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            agreed = float(likely.detach().exp().mean())
        tell(min(1.0, (time.monotonic() - begun) / (60 * recipe.imitation)), agreed)
        if time.monotonic() > end:
            return
