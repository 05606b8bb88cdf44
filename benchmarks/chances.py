"""Fits who is likely to win a round of Rush Out! to rounds between greedy players: what its search judges cuts by.

    python benchmarks/chances.py
    python benchmarks/chances.py --matches 4000 --seed 7 --write agents/games/rush_out/data/chances.txt

For every number of heroes one logistic regression over all scenarios. A fifth of the matches is kept apart: the table
tells how well the chances foretell its rounds (log-loss, and the share of the variance of results that they explain).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress

import rush_agents
import rush_envs
from rush_agents.games.rush_out.chances import THINGS, outlook, write_weights
from rush_envs.engine.jit import entry
from rush_envs.games.rush_out.components import SCENARIO_NAMES
from rush_envs.games.rush_out.state import THE_WIZARD, TICK
from rush_envs.layout import markdown

SIZE = 500  # matches side by side
TAKEN = 0.05  # of the ticks, by chance: neighbours tell the same
PLAYERS = (3, 4, 5)
RIDGE, STEPS = 1.0, 12
SPREAD = 1 << 20  # between the seeds of two scenarios


@entry
def weigh(states, things):
    """How much each thing counts."""
    unit = np.zeros(things.shape[1])
    for k in range(things.shape[1]):
        unit[k] = 1.0
        for row in range(states.shape[0]):
            things[row, k] = outlook(states[row], unit)
        unit[k] = 0.0


def watch(players: int, scenario: str, matches: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Things, whether the wizard won the round, and the number of the match, at some ticks of each match."""
    agent = rush_agents.load("greedy", "rush_out", seed=seed)
    batch = rush_envs.make_batch(
        "rush_out", matches, seed=seed, num_players=players, scenario=scenario, autoreset=False, features=False
    )
    batch.reset()
    rng = np.random.default_rng(seed)
    rows, states = [], []
    while (live := np.flatnonzero(batch.seat >= 0)).size:
        asked = live[(batch.seat[live] == 0) & (batch.states["phase"][live] == TICK)]
        taken = asked[rng.random(asked.size) < TAKEN]
        rows.append(taken)
        states.append(batch.states[taken])
        batch.step(agent.act(batch.view(live, rng)), live)
    row, seen = np.concatenate(rows), np.concatenate(states)
    things = np.zeros((len(seen), len(THINGS)))
    weigh(seen, things)
    won = batch.final_states["round_winner"][row, seen["round_now"]]
    decided = won >= 0
    return things[decided], (won == THE_WIZARD)[decided], row[decided]


def chance(things: np.ndarray, weights: np.ndarray) -> np.ndarray:
    return 1.0 / (1.0 + np.exp(-np.clip(things @ weights, -30.0, 30.0)))


def fit(things: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Logistic regression by Newton's steps; things that never happened get no weight."""
    unit = np.maximum(things.std(axis=0), 1e-9)
    scaled = np.where(things.std(axis=0) > 0, things / unit, 0.0)
    weights = np.zeros(things.shape[1])
    for _ in range(STEPS):
        found = chance(scaled, weights)
        slope = scaled.T @ (found - won) + RIDGE * weights
        bend = (scaled * (found * (1 - found))[:, None]).T @ scaled + RIDGE * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights / unit


def explained(things: np.ndarray, won: np.ndarray, weights: np.ndarray) -> tuple[float, float]:
    """Log-loss and share of the variance explained."""
    found = np.clip(chance(things, weights), 1e-6, 1 - 1e-6)
    loss = -np.mean(np.where(won, np.log(found), np.log(1 - found)))
    return float(loss), float(1 - np.mean((won - found) ** 2) / np.var(won))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2000, help="of each scenario and number of players")
    parser.add_argument("--seed", type=int, default=7_000)
    parser.add_argument("--write", type=Path, help="write the weights here")
    asked = parser.parse_args()
    columns, lines = [], []
    with Progress() as progress:
        task = progress.add_task("matches", total=len(PLAYERS) * len(SCENARIO_NAMES) * asked.matches)
        for players in PLAYERS:
            parts = []
            for place, scenario in enumerate(SCENARIO_NAMES):
                for start in range(0, asked.matches, SIZE):
                    seed = asked.seed + SPREAD * (len(SCENARIO_NAMES) * players + place) + start
                    parts.append(watch(players, scenario, min(SIZE, asked.matches - start), seed))
                    progress.advance(task, SIZE)
            things, won, match = (np.concatenate(column) for column in zip(*parts, strict=True))
            apart = match % 5 == 0
            weights = fit(things[~apart], won[~apart])
            loss, share = explained(things[apart], won[apart], weights)
            columns.append(weights)
            lines.append((str(players - 1), f"{len(won):,}", f"{loss:.4f}", f"{100 * share:.1f} %"))
    Console().print(markdown(("Heroes", "Ticks", "Log-loss", "Explained"), lines), markup=False)
    if asked.write:
        write_weights(asked.write, np.array(columns))


if __name__ == "__main__":
    main()
