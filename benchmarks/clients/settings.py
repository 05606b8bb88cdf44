"""What every client plays, and how its script says what it did."""

from __future__ import annotations

import json
import sys
from typing import Any

# Two of one against all, one of teams; short games, so that learners meet their ends.
GAMES: dict[str, dict[str, Any]] = {
    "coffee_rush": {"num_players": 2, "max_steps": 200},
    "silver_gold_pyramids": {"num_players": 2},
    "curse_of_the_mummy": {"num_players": 3, "max_steps": 200},
    "rush_out": {"num_players": 3, "scenario": "training_1", "max_ticks": 40},
    "coffin_rush": {"num_players": 2, "max_steps": 200},
}
ROLES = ("curse_of_the_mummy", "rush_out")  # have them


def asked() -> tuple[str, dict[str, Any]]:
    """The game that the command line names, and its options."""
    name = sys.argv[1]
    return name, dict(GAMES[name])


def report(decisions: int, **more: Any) -> None:
    """The last line of what a script prints."""
    print(json.dumps({"decisions": int(decisions), **more}), flush=True)
