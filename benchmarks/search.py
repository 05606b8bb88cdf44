"""Simulations per second of the search agent, and how much of its time the rules take.

    python benchmarks/search.py
    python benchmarks/search.py --games coffee_rush --simulations 400 --json search.json

From start positions of every game (Rush Out!: its second training) with the agent's own settings. The answers that a
search has found in its tree are written down; then the same simulations are timed by turns as the agent runs them and
retraced without the tree (`retrace.py`): the same imagined games, legal answers, steps and playouts, and
the same judgement at their ends. What retracing takes is the rules' share, the rest is the tree's. CPU seconds of one
thread, the best of several runs.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import retrace

import rush_agents
import rush_envs
from rush_envs.engine.jit import bind
from rush_envs.layout import markdown

OPTIONS: dict[str, dict[str, Any]] = {"rush_out": {"scenario": "training_2"}}
ROWS = 8


class Search:
    """One agent before the start positions of a game, and what its trees have answered."""

    def __init__(self, name: str, agent_name: str) -> None:
        self.game = rush_envs.game(name)
        self.batch = rush_envs.make_batch(name, ROWS, seed=1, features=False, **OPTIONS.get(name, {}))
        self.batch.reset()
        self.agent: Any = rush_agents.load(agent_name, name, seed=1)
        self.view = self.batch.view(rng=np.random.default_rng(1))
        self.rows = np.flatnonzero(self.view.mask.sum(axis=1) > 1)
        self.roots = self.agent.roots(self.view, np.zeros(ROWS, np.int64))
        self.retrace = bind(retrace, name, vars(self.agent.kernels)).retrace
        self.answers = [self._write_down(row) for row in self.rows]

    def run(self) -> None:
        """As the agent does it."""
        space, count = self.agent.workspaces[0], self.agent.budget.simulations
        for row in self.rows:
            self.agent.grow(row, count, True, space, self.roots)

    def run_without_tree(self) -> None:
        for row, answers in zip(self.rows, self.answers, strict=True):
            self.retrace(self.roots, row, answers, self.agent.workspaces[0], self.agent.plan)

    def _write_down(self, row: int) -> retrace.Answers:
        """Of each simulation which imagined game it was, and its answers in the tree: from `starts[k]` on."""
        space = self.agent.workspaces[0]
        numbers, starts, answers = [], [0], []
        before = np.zeros(len(space.tree), np.int64)
        for k in range(self.agent.budget.simulations):
            self.agent.grow(row, 1, k == 0, space, self.roots)
            visits = np.where(np.arange(len(space.tree)) < space.used[0], space.tree["visits"], 0)
            passed = np.flatnonzero(visits != before)[1:]  # parents stand before their children
            numbers.append(before[passed[0]])
            answers += space.tree["action"][passed].tolist()
            starts.append(len(answers))
            before = visits
        return retrace.Answers(*(np.array(values, np.int64) for values in (numbers, starts, answers)))


def best(runs: list[Callable[[], None]], repeats: int) -> list[float]:
    """The shortest CPU seconds of each, run by turns so that a noisy machine treats them alike."""
    spent = [[0.0] * repeats for _ in runs]
    for k in range(repeats):
        for run, times in zip(runs, spent, strict=True):
            begun = time.thread_time()
            run()
            times[k] = time.thread_time() - begun
    return [min(times) for times in spent]


def measure(name: str, asked: argparse.Namespace) -> dict[str, Any]:
    search = Search(name, f"mcts:{asked.simulations}{asked.options}")
    search.run_without_tree()  # compiles
    whole, rules = best([search.run, search.run_without_tree], asked.repeats)
    simulations = asked.simulations * len(search.rows)
    answers = sum(len(found.answers) for found in search.answers)
    return {
        "game": name,
        "agent": f"mcts:{asked.simulations}{asked.options}",
        "players": search.batch.num_seats,
        "simulations_per_second": round(simulations / whole),
        "rules_share": round(rules / whole, 4),
        "tree_answers": round(answers / simulations, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=lambda text: text.split(","), default=rush_envs.games())
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--options", default="", help="of the agent, as :playout=random:depth=3")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json", type=Path, help="write the rows here")
    asked = parser.parse_args()
    rows = [measure(name, asked) for name in asked.games]
    head = ("Game", "Players", "Agent", "Simulations/s", "Rules", "Answers in the tree")
    body = [
        (row["game"], str(row["players"]), row["agent"], f"{row['simulations_per_second']:,}",
         f"{row['rules_share']:.1%}", f"{row['tree_answers']:.2f}")
        for row in rows
    ]  # fmt: skip
    print(markdown(head, body))
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
