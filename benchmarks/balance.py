"""Who wins the rounds of Rush Out! and how, greedy against greedy: the balance table of its page.

    python benchmarks/balance.py
    python benchmarks/balance.py --scenarios training_1,scenario_6 --players 3,5 --rounds 10000 --json balance.json

Every line plays whole matches until enough rounds are decided; a training is a match of one round. The same command
gives the same table. The cards were tuned on seeds other than the default one.
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
from selfplay import play

from rush_envs.games.rush_out.components import SCENARIO_NAMES
from rush_envs.games.rush_out.state import THE_HEROES, THE_WIZARD, Reason
from rush_envs.layout import markdown

SIZE = 500  # matches played side by side
SPREAD = 1 << 20  # between the seeds of two lines, so that no two share a match

# Columns: a name, and which of the rounds it counts, by winner and reason.
WAYS: list[tuple[str, Callable[[np.ndarray, np.ndarray], np.ndarray]]] = [
    ("spells out", lambda winner, reason: (winner == THE_WIZARD) & (reason == Reason.DECK)),
    ("ordeals out", lambda winner, reason: (winner == THE_HEROES) & (reason == Reason.DECK)),
    ("dragon", lambda winner, reason: reason == Reason.DRAGON),
    ("souls", lambda winner, reason: reason == Reason.SOULS),
    ("lives", lambda winner, reason: reason == Reason.LIVES),
]


def summary(final: np.ndarray) -> dict[str, Any]:
    """What the decided rounds of these matches say."""
    decided = final["round_winner"] >= 0
    winner, reason = final["round_winner"][decided], final["round_reason"][decided]
    share = float((winner == THE_WIZARD).mean())
    row: dict[str, Any] = {
        "rounds": int(decided.sum()),
        "wizard": round(share, 4),
        "plus_minus": round(1.96 * float(np.sqrt(share * (1 - share) / winner.size)), 4),
        "ticks": round(float(final["ticks"].sum()) / winner.size, 1),
    }
    row |= {way: round(float(counts(winner, reason).mean()), 4) for way, counts in WAYS}
    return row | {"matches": len(final), "truncated": round(float(final["truncated"].mean()), 4)}


def measure(scenario: str, players: int, asked: argparse.Namespace, progress: Progress) -> dict[str, Any]:
    """One line of the table."""
    task = progress.add_task(f"{scenario} {players} players", total=asked.rounds)
    seed = asked.seed + SPREAD * (len(SCENARIO_NAMES) * players + SCENARIO_NAMES.index(scenario))
    options = {"num_players": players, "scenario": scenario}
    parts: list[np.ndarray] = []
    rounds = 0
    while rounds < asked.rounds:
        parts.append(play("rush_out", asked.agent, SIZE, seed + SIZE * len(parts), options))
        rounds += int((parts[-1]["round_winner"] >= 0).sum())
        progress.update(task, completed=min(rounds, asked.rounds))
    return {"scenario": scenario, "players": players} | summary(np.concatenate(parts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenarios", type=lambda text: text.split(","), default=list(SCENARIO_NAMES))
    parser.add_argument("--players", type=lambda text: [int(n) for n in text.split(",")], default=[3, 4, 5])
    parser.add_argument("--rounds", type=int, default=2000, help="decided rounds of each line, at least")
    parser.add_argument("--agent", default="greedy", help="who plays all seats")
    parser.add_argument("--seed", type=int, default=916)
    parser.add_argument("--json", type=Path, help="write the rows here")
    asked = parser.parse_args()
    with Progress(console=Console(stderr=True)) as progress:
        rows = [measure(name, players, asked, progress) for name in asked.scenarios for players in asked.players]
    head = [
        "Scenario",
        "Players",
        "Rounds",
        "Wizard wins",
        "Ticks",
        *(way.capitalize() for way, _ in WAYS),
        "Truncated",
    ]
    body = [
        [row["scenario"], str(row["players"]), f"{row['rounds']:,}", f"{row['wizard']:.1%} ± {row['plus_minus']:.1%}",
         f"{row['ticks']:.0f}", *(f"{row[way]:.1%}" for way, _ in WAYS), f"{row['truncated']:.1%}"]
        for row in rows
    ]  # fmt: skip
    print(markdown(head, body))
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
