"""How agents fare against each other: the tables of the games' pages.

    python benchmarks/strength.py --games coffee_rush --count 2000
    python benchmarks/strength.py --games curse_of_the_mummy --count 10000 --json strength.json

In a game without roles one seat, rotated over the games, is played by the first agent and all others by the second. In
a game with roles the first agent plays the first role (the mummy), the second all others. A shared victory counts its
share. Seats are random streams of their own, so the same command gives the same table.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

import rush_agents
import rush_envs
from rush_agents.arena.duels import play_out
from rush_agents.arena.lineups import seat_roles
from rush_envs.engine.streams import derived
from rush_envs.layout import markdown

SIZE = 1000


def play(name: str, ours: str, theirs: str, games: int, seed: int, options: dict[str, Any]) -> np.ndarray:
    """(games, 3): won share of the first agent, decisions, truncated."""
    batch = rush_envs.make_batch(name, games, seed=seed, autoreset=False, features=False, **options)
    roles = len(set(seat_roles(batch.game, batch.config))) > 1
    seat = np.zeros(games, np.int64) if roles else np.arange(games) % batch.num_seats
    one, other = (derived(seed, "opponents", place) for place in range(2))
    agents = rush_agents.load(ours, name, seed=one), rush_agents.load(theirs, name, seed=other)
    final = play_out(batch, agents, np.arange(batch.num_seats) != seat[:, None], seed)
    won = final["outcome"][:, : batch.num_seats] == 1
    share = won[np.arange(games), seat] / np.maximum(won.sum(axis=1), 1)
    return np.stack([share, final["ply"], final["truncated"]], axis=1)


def measure(name: str, pairs: list[tuple[str, str]], count: int, seed: int, progress: Progress) -> list[dict[str, Any]]:
    rows = []
    low, high = next(row[2] for row in rush_envs.game(name).config.table() if row[0] == "num_players").split("–")
    for players in range(int(low), int(high) + 1):
        for ours, theirs in pairs:
            task = progress.add_task(f"{name} {players} players: {ours} / {theirs}", total=count)
            parts = []
            for start in range(0, count, SIZE):
                size = min(SIZE, count - start)
                parts.append(
                    play(name, ours, theirs, size, derived(seed, "benchmarks", start), {"num_players": players})
                )
                progress.advance(task, size)
            share, length, truncated = np.concatenate(parts).T
            rows.append(
                {
                    "game": name,
                    "players": players,
                    "first": ours,
                    "others": theirs,
                    "games": count,
                    "first_wins": round(float(share.mean()), 4),
                    "plus_minus": round(float(1.96 * share.std() / np.sqrt(count)), 4),
                    "decisions": round(float(length.mean()), 1),
                    "truncated": round(float(truncated.mean()), 4),
                }
            )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=lambda text: text.split(","), default=rush_envs.games())
    parser.add_argument("--count", type=int, default=2000, help="games for each line")
    parser.add_argument("--agents", type=lambda text: text.split(","), default=["random", "greedy"])
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--json", type=Path, help="write the rows here")
    asked = parser.parse_args()
    pairs = [(ours, theirs) for ours in asked.agents for theirs in asked.agents]
    with Progress() as progress:
        rows = [row for name in asked.games for row in measure(name, pairs, asked.count, asked.seed, progress)]
    head = ("Game", "Players", "First agent", "Others", "Games", "First wins", "Decisions", "Truncated")
    body = [
        (row["game"], str(row["players"]), row["first"], row["others"], f"{row['games']:,}",
         f"{row['first_wins']:.1%} ± {row['plus_minus']:.1%}", f"{row['decisions']:.0f}", f"{row['truncated']:.1%}")
        for row in rows
    ]  # fmt: skip
    Console().print(markdown(head, body), markup=False, soft_wrap=True)
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
