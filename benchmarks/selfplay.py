"""What games look like when all seats play alike: lengths, scores, win rates by seat, for the tables of the pages.

    python benchmarks/selfplay.py --games silver_gold_pyramids --count 10000
    python benchmarks/selfplay.py --agents greedy --count 2000 --json selfplay.json

A shared victory counts its share. The same command gives the same table.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

import rush_agents
import rush_envs
from rush_agents.arena.duels import play_out
from rush_envs.engine.streams import derived
from rush_envs.games.coffin_rush import state as coffin_rush
from rush_envs.layout import markdown

SIZE = 1000
Fact = tuple[str, Callable[[np.ndarray], np.ndarray]]

# What a game's page tells besides: a name, and its value in each of the final records.
FACTS: dict[str, list[Fact]] = {
    "silver_gold_pyramids": [
        ("pyramids a seat", lambda final: final["completed"].sum(axis=(1, 2)) / final["seats"]),
        ("deck exhausted", lambda final: final["deck_size"] == 0),
    ],
    "coffin_rush": [
        ("rounds", lambda final: final["rounds"] + 1),
        ("items brought out", lambda final: (final["where"] <= coffin_rush.IN_TENT).sum(axis=1)),
        ("items left in tiles", lambda final: (final["where"] == coffin_rush.IN_TILE).sum(axis=1)),
        ("first place shared", lambda final: (final["outcome"] > 0).sum(axis=1) > 1),
    ],
}


def play(name: str, agent_name: str, games: int, seed: int, options: dict[str, Any]) -> np.ndarray:
    """The final records of some games."""
    batch = rush_envs.make_batch(name, games, seed=seed, autoreset=False, features=False, **options)
    agent = rush_agents.load(agent_name, name, seed=derived(seed, "opponents"))
    return play_out(batch, [agent], np.zeros((games, batch.num_seats), np.int64), seed)


def summary(name: str, final: np.ndarray, players: int) -> dict[str, Any]:
    """One row of the table."""
    scores = final["score"][:, :players]
    won = final["outcome"][:, :players] == 1
    shares = (won / np.maximum(won.sum(axis=1, keepdims=True), 1)).mean(axis=0)
    low, middle, high = np.percentile(scores, (5, 50, 95))
    row: dict[str, Any] = {
        "decisions": round(float(final["ply"].mean()), 1),
        "score": f"{scores.mean():.1f} ± {scores.std():.1f}",
        "5 / 50 / 95 %": f"{low:.0f} / {middle:.0f} / {high:.0f}",
        "wins by seat, %": " / ".join(f"{100 * share:.1f}" for share in shares),
        "truncated, %": round(100 * float(final["truncated"].mean()), 2),
    }
    for fact, value in FACTS.get(name, []):
        values = value(final)
        row[fact] = f"{100 * values.mean():.2f} %" if values.dtype == np.bool_ else round(float(values.mean()), 2)
    return row


def measure(name: str, agents: list[str], count: int, seed: int, progress: Progress) -> list[dict[str, Any]]:
    rows = []
    low, high = next(row[2] for row in rush_envs.game(name).config.table() if row[0] == "num_players").split("–")
    for players in range(int(low), int(high) + 1):
        for agent in agents:
            task = progress.add_task(f"{name} {players} players: {agent}", total=count)
            parts = []
            for start in range(0, count, SIZE):
                size = min(SIZE, count - start)
                parts.append(play(name, agent, size, derived(seed, "benchmarks", start), {"num_players": players}))
                progress.advance(task, size)
            row = {"game": name, "players": players, "agent": agent, "games": count}
            rows.append(row | summary(name, np.concatenate(parts), players))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=lambda text: text.split(","), default=rush_envs.games())
    parser.add_argument("--agents", type=lambda text: text.split(","), default=["random", "greedy"])
    parser.add_argument("--count", type=int, default=2000, help="games of each row")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write all rows here")
    options = parser.parse_args()
    every = []
    with Progress(console=Console(stderr=True)) as progress:
        for name in options.games:
            rows = measure(name, options.agents, options.count, options.seed, progress)
            head = [column for column in rows[0] if column != "game"]
            print(f"\n{name}\n" + markdown(head, [[str(row[column]) for column in head] for row in rows]))
            every += rows
    if options.json:
        options.json.write_text(json.dumps(every, indent=1) + "\n")


if __name__ == "__main__":
    main()
