"""Millions of random steps with every invariant checked after every step.

    python benchmarks/soak.py                               # 10 million steps of every game, over all its variants
    python benchmarks/soak.py --games coffee_rush --steps 1000000 --seed 7
    python benchmarks/soak.py --agent greedy                # purposeful play with every fifth answer at random
    python benchmarks/soak.py --games rush_out --option max_ticks=5000      # instead of what the variants say

Exits with 1 at the first broken invariant and names it, the variant, the row's seed and episode.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np
from rich.progress import Progress

import rush_agents
import rush_envs
from rush_agents.cli.options import game_options

SIZE = 1024


def soak(name: str, options: dict[str, Any], steps: int, seed: int, agent: str, progress: Progress) -> tuple[int, int]:
    """(steps, whole games) played; stops the program where an invariant breaks."""
    batch = rush_envs.make_batch(name, SIZE, seed=seed, features=False, **options)
    batch.reset()
    player = rush_agents.load(agent, name, seed=seed)
    rng = np.random.default_rng(seed)
    task = progress.add_task(f"{name} {options}", total=steps)
    done = 0
    while done < steps:
        actions = batch.random_actions()
        if agent != "random":
            actions = np.where(rng.random(SIZE) < 0.2, actions, player.act(batch.view(rng=rng)))
        batch.step(actions)
        broken = batch.broken_invariants()
        if broken.any():
            row = int(np.flatnonzero(broken)[0])
            progress.stop()
            print(f"{name} {options}: {batch.game.invariants[int(broken[row])]}; ", end="")
            print(f"seed {batch.seeds[row]}, episode {batch.episodes[row]}, answer {batch.states['ply'][row]}")
            sys.exit(1)
        done += SIZE
        progress.update(task, completed=done)
    return done, int(batch.episodes.sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=lambda text: text.split(","), default=rush_envs.games())
    parser.add_argument("--steps", type=int, default=10_000_000, help="for each game, shared by its variants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agent", default="random")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="for every variant")
    asked = parser.parse_args()
    options = game_options(asked.option)
    for name in asked.games:
        variants = rush_envs.game(name).variants
        with Progress() as progress:
            runs = [
                soak(name, {**v, **options}, -(-asked.steps // len(variants)), asked.seed, asked.agent, progress)
                for v in variants
            ]
        steps, games = (sum(column) for column in zip(*runs, strict=True))
        print(f"{name}: {steps:,} steps, {games:,} games, no invariant broken")


if __name__ == "__main__":
    main()
