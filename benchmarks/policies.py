"""The table of the policies that come with the package, from their cards: docs/measured/strength.md.

python benchmarks/policies.py
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import rush_envs
from rush_agents.policies import files
from rush_envs.layout import markdown

PAGE = Path(__file__).parents[1] / "docs" / "measured" / "strength.md"
BEGIN, END = "<!-- policies -->", "<!-- end -->"
HEAD = ("Game", "Role", "Over `greedy`", "Even", "Over `random`", "Games", "Decisions learned from", "CPU minutes")


def told(measured: Sequence[Any]) -> str:
    """A share of victories and its interval."""
    rate, low, high, _ = measured
    return f"{100 * rate:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def rows(name: str) -> list[tuple[str, ...]]:
    """A row for every role of a game; none if no policy of it comes along."""
    try:
        policy = files.load(files.shipped(rush_envs.game(name)), rush_envs.game(name))
    except files.BadPolicy:
        return []
    training, strength = policy.training, policy.strength
    learned = (f"{training['steps']:,}", f"{training['cpu_minutes']:.0f}")
    return [(f"`{name}`", role, *_shares(strength, role), *learned) for role in strength["greedy"]]


def _shares(strength: Mapping[str, Any], role: str) -> tuple[str, ...]:
    shares = (told(strength[word][role]) for word in ("greedy", "even", "random"))
    return (*shares, f"{strength['greedy'][role][3]:,}")


def table() -> str:
    return markdown(HEAD, [row for name in rush_envs.games() for row in rows(name)])


def refreshed(text: str) -> str:
    """The page with the table of the cards as they are."""
    return re.sub(f"({BEGIN}\n).*?({END})", lambda found: f"{found[1]}{table()}\n{found[2]}", text, flags=re.DOTALL)


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
