"""How fast training is, end to end: our learner on two cores, and Stable-Baselines3's MaskablePPO by turns.

    python benchmarks/training.py
    python benchmarks/training.py --games coffee_rush --turns 5 --seconds 20

Both learn in the same games against random opponents, with a network of the same size, as many games side by side, as
large minibatches and as many epochs; a decision is one of the learner's. MaskablePPO has torch's threads for its
updates. The figures are medians over the turns, the ratio with its quartiles. The profile says what our learner does
with its seconds.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.progress import Progress
from sb3_contrib import MaskablePPO

import rush_envs
from rush_agents.training.league import League
from rush_agents.training.learner.learner import Learner
from rush_agents.training.recipe import SHARES, Recipe, recipe_of
from rush_envs.doors.sb3 import RushVecEnv
from rush_envs.layout import markdown


class Ours:
    """Our learner against random opponents."""

    def __init__(self, name: str, recipe: Recipe) -> None:
        game = rush_envs.game(name)
        self.learner, self.league = Learner(game, recipe), League(game, shares=recipe.league)
        self.spent = {"games": 0.0, "updates": 0.0}

    def learn(self) -> int:
        begun = time.perf_counter()
        self.learner.collect(self.learner.practice, self.league)
        between = time.perf_counter()
        self.learner.learn(self.learner.practice, 1e-4)
        self.spent["games"] += between - begun
        self.spent["updates"] += time.perf_counter() - between
        return self.learner.decisions


class Theirs:
    """MaskablePPO over the same games, as its documentation shows it."""

    def __init__(self, name: str, recipe: Recipe) -> None:
        env = RushVecEnv(name, recipe.games, opponents="random", seed=0, reward=recipe.reward, **recipe.options)
        self.model = MaskablePPO(
            "MlpPolicy", env, n_steps=recipe.rollout, batch_size=recipe.batch, n_epochs=recipe.epochs, seed=0,
            device="cpu", policy_kwargs={"net_arch": list(recipe.hidden), "activation_fn": torch.nn.ReLU},
        )  # fmt: skip

    def learn(self) -> int:
        env = self.model.get_env()
        assert env is not None
        decisions = env.num_envs * self.model.n_steps
        self.model.learn(decisions, reset_num_timesteps=False)
        return decisions


def measure(name: str, asked: argparse.Namespace, progress: Progress) -> list[str]:
    """A row of the table."""
    shares = dict.fromkeys(SHARES, 0.0) | {"random": 1.0}
    recipe = recipe_of(name, league=shares, rollout=asked.rollout, batch=2048)
    both: list[Any] = [Ours(name, recipe), Theirs(name, recipe)]
    for one in both:
        one.learn()  # compiled and allocated before any clock runs
    both[0].spent = dict.fromkeys(both[0].spent, 0.0)
    turns: list[list[float]] = []
    task = progress.add_task(name, total=asked.turns)
    for _ in range(asked.turns):
        turns.append([])
        for one in both:
            begun, decisions = time.perf_counter(), 0
            while time.perf_counter() - begun < asked.seconds:
                decisions += one.learn()
            turns[-1].append(decisions / (time.perf_counter() - begun))
        progress.advance(task)
    rates = np.array(turns)
    low, middle, high = np.quantile(rates[:, 0] / rates[:, 1], (0.25, 0.5, 0.75))
    ours, theirs = np.median(rates, axis=0)
    share = both[0].spent["games"] / sum(both[0].spent.values())
    return [name, f"{ours:,.0f}", f"{theirs:,.0f}", f"{middle:.1f}", f"{low:.1f}–{high:.1f}", f"{share:.0%}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=lambda text: text.split(","), default=rush_envs.games())
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=15.0, help="of each turn, at least one update")
    parser.add_argument("--rollout", type=int, default=32, help="decisions in each game between two updates")
    asked = parser.parse_args()
    torch.set_num_threads(2)
    with Progress() as progress:
        rows = [measure(name, asked, progress) for name in asked.games]
    head = ("Game", "Decisions/s", "MaskablePPO", "Ratio", "Quartiles", "Of it spent on games")
    Console().print(markdown(head, rows), markup=False, soft_wrap=True)


if __name__ == "__main__":
    main()
