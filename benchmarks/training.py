"""How fast training collects games, and what it spends its time on.

    python benchmarks/training.py
    python benchmarks/training.py --games coffee_rush --seconds 30

Collection is environment, opponents (greedy) and inference of the same untrained network: once over a batch of 1024
games, once over a DummyVecEnv of 16 single environments, in turns in one process. The profile is of a training run
by the game's own recipe against its league: the environment's part is what `BatchEnv` does, rules and
observations of all seats.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv

import rush_envs
from rush_agents import load
from rush_agents.training.recipe import recipe_of
from rush_agents.training.run import Run
from rush_agents.training.train import make_model, train
from rush_envs.doors.gym import SoloEnv
from rush_envs.doors.sb3 import RushVecEnv
from rush_envs.engine.batch import BatchEnv
from rush_envs.layout import markdown

MANY, FEW = 1024, 16
TURNS = 3


class Collector:
    """Steps an environment by a network, as PPO does between two updates."""

    def __init__(self, env: VecEnv, network: Any) -> None:
        self.env, self.network = env, network
        self.seen = env.reset()
        self.steps, self.seconds = 0, 0.0

    def collect(self, seconds: float) -> None:
        begun = time.perf_counter()
        while (spent := time.perf_counter() - begun) < seconds:
            with torch.no_grad():
                masks = torch.as_tensor(np.stack(self.env.env_method("action_masks")))
                actions, _, _ = self.network(torch.as_tensor(self.seen), action_masks=masks)
            self.seen, _, _, _ = self.env.step(actions.numpy())
            self.steps += self.env.num_envs
        self.seconds += spent

    @property
    def rate(self) -> float:
        return self.steps / self.seconds


def collection(name: str, seconds: float, options: dict[str, Any]) -> tuple[float, float]:
    """Decisions of the learner a second: the batch's and the single environments'."""
    game = rush_envs.game(name)
    batch = RushVecEnv(name, MANY, opponents="greedy", seed=0, **options)
    singles: list[Callable[[], Any]] = [lambda: SoloEnv(name, opponents="greedy", **options) for _ in range(FEW)]
    network = make_model(Run(Path(), game, recipe_of(name)), batch).policy
    collectors = [Collector(batch, network), Collector(DummyVecEnv(singles), network)]
    for collector in collectors:
        collector.collect(seconds / 10)  # whatever is compiled or allocated first
        collector.steps, collector.seconds = 0, 0.0
    for _ in range(TURNS):
        for collector in collectors:
            collector.collect(seconds / TURNS)
    return collectors[0].rate, collectors[1].rate


def profile(name: str, seconds: float) -> dict[str, float]:
    """Shares of a training run's time."""
    spent = {"environment": 0.0, "updates": 0.0, "advice and greedy": 0.0}

    def timed(where: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*given: Any, **more: Any) -> Any:
            begun = time.perf_counter()
            try:
                return work(*given, **more)
            finally:
                spent[where] += time.perf_counter() - begun

        return wrapper

    greedy = type(load("greedy", name))
    places = [
        (BatchEnv, "advance", "environment"),
        (MaskablePPO, "train", "updates"),
        (greedy, "act", "advice and greedy"),
    ]
    kept = [(owner, method, getattr(owner, method)) for owner, method, _ in places]
    for (owner, method, where), (_, _, work) in zip(places, kept, strict=True):
        setattr(owner, method, timed(where, work))
    try:
        with tempfile.TemporaryDirectory() as folder:
            begun = time.perf_counter()
            run = train(name, Path(folder), minutes=seconds / 60, look_every=1e9, look_games=4, final_games=0)
            whole = time.perf_counter() - begun
    finally:
        for owner, method, work in kept:
            setattr(owner, method, work)
    return {where: part / whole for where, part in spent.items()} | {"rate": run.steps / whole}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=lambda text: text.split(","), default=rush_envs.games())
    parser.add_argument("--seconds", type=float, default=20.0, help="for each measurement")
    parser.add_argument("--threads", type=int, default=1, help="of torch")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    body = []
    for name in asked.games:
        options = dict(recipe_of(name).options)
        load("greedy", name).act(_some_view(name, options))  # compiled before any clock runs
        many, few = collection(name, asked.seconds, options)
        shares = profile(name, asked.seconds)
        row = [f"{many:,.0f}", f"{few:,.0f}", f"{many / few:.1f}", f"{shares['rate']:,.0f}"]
        body.append((name, *row, *(f"{shares[key]:.1%}" for key in ("environment", "advice and greedy", "updates"))))
    head = (
        "Game", f"Collected a second, {MANY} games", f"DummyVecEnv of {FEW}", "Ratio", "Trained a second",
        "Environment", "Advice and greedy", "Updates",
    )  # fmt: skip
    Console().print(markdown(head, body), markup=False, soft_wrap=True)


def _some_view(name: str, options: dict[str, Any]) -> Any:
    batch = rush_envs.make_batch(name, 1, seed=0, **options)
    batch.reset()
    return batch.view()


if __name__ == "__main__":
    main()
