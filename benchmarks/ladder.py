"""Who beats whom, by role: the ladder of docs/measured/strength.md.

    python benchmarks/ladder.py --pair greedy random --count 2000
    python benchmarks/ladder.py --games rush_out --pair mcts:400 greedy --count 96 --even 4800

Default number of players; Rush Out! in its second training. The first agent of a pair takes one company (a seat, or all
heroes), each in turn, the second all others. "Even" is what the second agent wins in the same places of the same games:
a quarter where four equals play, something else for a mummy or a wizard. A shared victory counts its part.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from search import OPTIONS

import rush_agents
import rush_envs
from rush_agents.arena.duels import Share, duel
from rush_envs.engine.streams import derived
from rush_envs.layout import markdown

SIZE = 24  # games between two looks at the clock


def measure(name: str, pair: list[str], asked: argparse.Namespace, progress: Progress) -> list[dict[str, Any]]:
    """A row for every role."""
    game = rush_envs.game(name)
    first, second = (
        rush_agents.load(agent, game, seed=derived(asked.seed, "opponents", place)) for place, agent in enumerate(pair)
    )
    shares = []
    for ours, word, count in ((first, "/".join(pair), asked.count), (second, "even", asked.even or asked.count)):
        task = progress.add_task(f"{name}: {word}", total=count)
        found: dict[str, Share] = {}
        for start in range(0, count, SIZE):
            played = duel(
                game, ours, second, SIZE, seed=derived(asked.seed, "benchmarks", start), options=OPTIONS.get(name)
            )
            for role, share in played.items():
                found[role] = found.get(role, Share(0.0, 0)).plus(share)
            progress.advance(task, SIZE)
        shares.append(found)
    won, even = shares
    return [{"game": name, "pair": "/".join(pair), "role": role, "won": won[role], "even": even[role]} for role in won]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=lambda text: text.split(","), default=rush_envs.games())
    parser.add_argument(
        "--pair", nargs=2, action="append", metavar=("AGENT", "RIVAL"), help="greedy random if not given"
    )
    parser.add_argument("--count", type=int, default=2000, help=f"games for each pair, rounded up to {SIZE}s")
    parser.add_argument("--even", type=int, help="games to measure what is even; as many if not given")
    parser.add_argument("--seed", type=int, default=41_000)
    parser.add_argument("--json", type=Path, help="write the rows here")
    asked = parser.parse_args()
    with Progress() as progress:
        rows = [
            row
            for name in asked.games
            for pair in asked.pair or [["greedy", "random"]]
            for row in measure(name, pair, asked, progress)
        ]
    body = [
        (row["game"], row["pair"], row["role"], str(row["won"]), str(row["even"]), f"{row['won'].games:,}")
        for row in rows
    ]
    head = ("Game", "Agents", "Role", "Won by the first", "Even", "Games")
    Console().print(markdown(head, body), markup=False, soft_wrap=True)
    if asked.json:
        plain = [row | {"won": row["won"]._asdict(), "even": row["even"]._asdict()} for row in rows]
        asked.json.write_text(json.dumps(plain, indent=1) + "\n")


if __name__ == "__main__":
    main()
