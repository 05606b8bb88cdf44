"""What a turn of the Pharaoh costs in Coffin Rush!, beside a player's turn.

    python benchmarks/turns.py
    python benchmarks/turns.py --players 6 --layout random

Positions come from greedy play. In the first batch the seat on turn passes and is not the last of its round; in the
second it is the last: then the Pharaoh draws, rolls and moves all his servants, and the difference is his turn. In the
third it does what greedy does: a player's turn is so much for each of its decisions. Observations are not made.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import rush_agents
import rush_envs
from rush_envs.games.coffin_rush.config import LAYOUTS
from rush_envs.games.coffin_rush.state import TURN
from rush_envs.games.coffin_rush.view import A_PASS

SIZE = 1024
ROUNDS = 40


def cost(table: rush_envs.BatchEnv, states: np.ndarray, actions: np.ndarray) -> float:
    """The best time in nanoseconds of one answer in each of these states."""
    best = np.inf
    for _ in range(ROUNDS):
        table.load(states)
        start = time.thread_time()
        table.step(actions)
        best = min(best, time.thread_time() - start)
    return best / SIZE * 1e9


def sample(options: dict[str, object]) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """States of a seat that is not the last, of one that is, greedy's answers in the former, decisions a turn."""
    batch = rush_envs.make_batch("coffin_rush", SIZE, seed=0, features=False, **options)
    batch.reset()
    agent = rush_agents.load("greedy", "coffin_rush")
    rng = np.random.default_rng(0)
    early: list[np.ndarray] = []
    late: list[np.ndarray] = []
    answers: list[int] = []
    decisions = turns = 0
    while min(len(early), len(late)) < SIZE:
        actions = agent.act(batch.view(rng=rng))
        before = batch.states.copy()
        chosen = (before["phase"] == TURN) & (rng.random(SIZE) < 0.05)
        last = before["turns"] == before["seats"] - 1
        early += list(before[chosen & ~last])
        answers += actions[chosen & ~last].tolist()
        late += list(before[chosen & last])
        batch.step(actions)
        decisions += int((before["phase"] == TURN).sum())
        turns += int((batch.states["turn"] != before["turn"]).sum())
    return np.array(early[:SIZE]), np.array(late[:SIZE]), np.array(answers[:SIZE]), decisions / turns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--layout", choices=LAYOUTS, default=LAYOUTS[0])
    asked = parser.parse_args()
    options = {"num_players": asked.players, "layout": asked.layout}
    early, late, answers, decisions = sample(options)
    table = rush_envs.make_batch("coffin_rush", SIZE, seed=0, features=False, autoreset=False, **options)
    passes = np.full(SIZE, A_PASS)
    plain, whole, decision = cost(table, early, passes), cost(table, late, passes), cost(table, early, answers)
    player = decisions * decision
    print(f"a decision {decision:,.0f} ns, {decisions:.1f} a turn: a player's turn {player:,.0f} ns")
    print(f"a pass {plain:,.0f} ns, with the Pharaoh {whole:,.0f} ns: his turn {whole - plain:,.0f} ns")
    print(f"Pharaoh / player {(whole - plain) / player:.2f}")


if __name__ == "__main__":
    main()
