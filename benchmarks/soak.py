"""Millions of random steps with the games' invariants checked.

    python benchmarks/soak.py                               # 10 million steps of every game, over all its variants
    python benchmarks/soak.py --games coffee_rush --steps 1000000 --seed 7
    python benchmarks/soak.py --agent greedy                # purposeful play with every fifth answer at random
    python benchmarks/soak.py --games rush_out --option max_ticks=5000      # instead of what the variants say
    python benchmarks/soak.py --steps 200000000 --check-every 100 --log out/soak.jsonl    # resumable

Steps are played in shifts of some millions, each with a seed of its own, the first shift of every variant of every game
before the second of any. `--log` keeps a line for every finished shift, and a second call with the same file plays only
what is missing; `--count` only tells what the log holds. A shift counts for the code it was played with: a line holds
the digest of the game's sources, and what is told says how much was played with the present ones. Exits with 1 at the
first broken invariant and names it, the variant, the row's seed and episode.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

import rush_agents
import rush_envs
from rush_agents.cli.shared.options import game_options
from rush_envs.engine.kernels.sources import digest
from rush_envs.engine.streams import derived
from rush_envs.registry import homes

SIZE = 1024
SHIFT = 5_000_000


def soak(shift: dict[str, Any], every: int, progress: Progress) -> dict[str, Any]:
    """One shift, with how many steps and whole games it took; stops the program where an invariant breaks."""
    name, options, seed = shift["game"], shift["options"], derived(shift["seed"], "soak", shift["number"])
    batch = rush_envs.make_batch(name, SIZE, seed=seed, features=False, **options)
    batch.reset()
    agent = shift["agent"]
    player = rush_agents.load(agent, name, seed=seed)
    rng = np.random.default_rng(seed)
    task = progress.add_task(f"{name} {options} {shift['number']}", total=shift["steps"])
    rounds = -(-shift["steps"] // SIZE)
    for k in range(rounds):
        actions = batch.random_actions()
        if agent != "random":
            actions = np.where(rng.random(SIZE) < 0.2, actions, player.act(batch.view(rng=rng)))
        batch.step(actions)
        if k % every == 0 or k == rounds - 1:
            refuse_broken(batch, shift, progress)
            progress.update(task, completed=(k + 1) * SIZE)
    progress.remove_task(task)
    return {"played": rounds * SIZE, "games": int(batch.episodes.sum())}


def refuse_broken(batch: Any, shift: dict[str, Any], progress: Progress) -> None:
    broken = batch.broken_invariants()
    if broken.any():
        row = int(np.flatnonzero(broken)[0])
        progress.stop()
        print(f"{shift['game']} {shift['options']}: {batch.game.invariants[int(broken[row])]}; ", end="")
        print(f"seed {batch.seeds[row]}, episode {batch.episodes[row]}, answer {batch.states['ply'][row]}")
        sys.exit(1)


def code(game: str) -> str:
    """Changes when a source or data file does that the game's rules can reach."""
    return digest(frozenset([homes()[game].partition(":")[0], "rush_envs.engine.drivers"]))


def shifts(games: list[str], steps: int, seed: int, agent: str, options: dict[str, Any]) -> list[dict[str, Any]]:
    """What is to be played: every variant of every game gets its share, in shifts of at most SHIFT steps."""
    asked = []
    for name in games:
        variants = rush_envs.game(name).variants
        share = -(-steps // len(variants))
        for variant in variants:
            for number, first in enumerate(range(0, share, SHIFT)):
                rest = {"steps": min(SHIFT, share - first), "seed": seed, "number": number, "agent": agent}
                asked.append({"game": name, "options": {**variant, **options}, **rest})
    return sorted(asked, key=lambda shift: int(shift["number"]))  # stopped early, it has been everywhere


def line_of(shift: dict[str, Any]) -> str:
    return json.dumps(shift, sort_keys=True)


def done_before(log: Path | None) -> dict[str, dict[str, Any]]:
    """What the log tells of each finished shift; half a line, from a kill, counts for nothing."""
    found: dict[str, dict[str, Any]] = {}
    for line in log.read_text().splitlines() if log and log.exists() else []:
        try:
            told = json.loads(line)
            found[line_of(told["shift"])] = {"played": told["played"], "games": told["games"], "code": told["code"]}
        except (ValueError, KeyError, TypeError):
            continue
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=lambda text: text.split(","), default=rush_envs.games())
    parser.add_argument("--steps", type=int, default=10_000_000, help="for each game, shared by its variants")
    parser.add_argument("--check-every", type=int, default=1, metavar="N", help="look at invariants every N-th step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agent", default="random")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="for every variant")
    parser.add_argument("--log", type=Path, help="keeps what was played; a second call goes on from there")
    parser.add_argument("--count", action="store_true", help="only tell what the log holds")
    asked = parser.parse_args()
    todo = shifts(asked.games, asked.steps, asked.seed, asked.agent, game_options(asked.option))
    before = done_before(asked.log)
    if asked.count:
        tell(asked.games, todo, before)
        return
    if asked.log:
        asked.log.parent.mkdir(parents=True, exist_ok=True)
    with Progress() as progress:
        whole = progress.add_task("shifts", total=len(todo))
        for shift in todo:
            if line_of(shift) not in before:
                told = soak(shift, asked.check_every, progress) | {"code": code(shift["game"])}
                before[line_of(shift)] = told
                if asked.log:
                    with asked.log.open("a") as log:
                        log.write("\n" + json.dumps({"shift": shift, **told}))
            progress.advance(whole)
    tell(asked.games, todo, before)


def tell(games: list[str], todo: list[dict[str, Any]], played: dict[str, dict[str, Any]]) -> None:
    """How far it came."""
    steps, ended, present = Counter[str](), Counter[str](), Counter[str]()
    for shift in todo:
        told = played.get(line_of(shift), {"played": 0, "games": 0, "code": ""})
        steps[shift["game"]] += told["played"]
        ended[shift["game"]] += told["games"]
        present[shift["game"]] += told["played"] if told["code"] == code(shift["game"]) else 0
    for name in games:
        now = "" if present[name] == steps[name] else f" ({present[name]:,} of them with the present code)"
        print(f"{name}: {steps[name]:,} steps{now}, {ended[name]:,} games, no invariant broken")
    print(f"all: {steps.total():,} steps, {ended.total():,} games")


if __name__ == "__main__":
    main()
