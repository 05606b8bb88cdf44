"""What only the site shows of a game: a replay to step through, and what was measured, where it was."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from contents import ROOT

import rush_agents
import rush_envs
from rush_agents.results.shares import Share
from rush_envs.layout import markdown
from rush_envs.replay import Replay

BASELINES = ROOT / "benchmarks" / "baselines"
SEED = 1  # of the pictures' games, too


def replay(name: str) -> Replay:
    """A whole game of greedy agents."""
    batch = rush_envs.make_batch(name, seed=SEED, features=False, autoreset=False)
    batch.reset()
    played, greedy = Replay.of(batch), rush_agents.load("greedy", name)
    while (seat := int(batch.seat[0])) >= 0:
        action = int(greedy.act(batch.view(parts=("states",)))[0])
        batch.step([action])
        played.add(seat, action, batch.states)
    return played


def with_replay(text: str, name: str, played: Replay, file: str) -> str:
    """After the page's first words: the viewer."""
    title = f"{rush_envs.game(name).title}: a game to step through"
    frame = (
        "## Watch a game\n"
        f"Greedy agents, {len(played.answers)} decisions; space plays, arrows step.\n\n"
        f'<div class="replay"><iframe src="{file}" title="{title}" loading="lazy"></iframe></div>\n\n'
    )
    return text.replace("## Usage\n", f"{frame}## Usage\n", 1)


def with_baselines(text: str, name: str) -> str:
    """At the end of what the page says of strength."""
    parts = [part for part in (ladder(name), curves(name)) if part]
    return text.replace("## Components\n", "\n\n".join([*parts, "## Components\n"]), 1) if parts else text


def ladder(name: str) -> str:
    """Who beats whom, as `benchmarks/ladder.py --json` wrote it."""
    path = BASELINES / "ladder.json"
    held = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    rows = [row for row in (held["rows"] if isinstance(held, dict) else held) if row["game"] == name]
    if not rows:
        return ""
    keys = [key for key in rows[0] if key != "game"]
    body = [[cell(row.get(key, "")) for key in keys] for row in rows]
    return "### Baselines\n\n" + markdown([key.replace("_", " ").capitalize() for key in keys], body)


def cell(value: Any) -> str:
    """A share of victories with its interval, a number, or words."""
    if isinstance(value, dict):
        return str(Share(**value)) if set(value) == set(Share._fields) else ", ".join(map(str, value.values()))
    if isinstance(value, float):
        return f"{value:,.4g}"
    return f"{value:,}" if isinstance(value, int) else re.sub(r"\|", r"\\|", str(value))


def curves(name: str) -> str:
    """How learners came along: the policy that comes with the game, and those from scratch, with the data to draw one's
    own beside it."""
    files: Sequence[Path] = [BASELINES / "curves" / f"{name}.{kind}" for kind in ("png", "json")]
    shipped = ROOT / "agents" / "games" / name / "curve.png"
    picture, data, policy = (path.relative_to(ROOT).as_posix() if path.is_file() else "" for path in (*files, shipped))
    up = "../../../"  # from the game's folder
    parts = ["### Learning curves\n"] if picture or data or policy else []
    if policy:
        card = f"[{name}]({up}agents/games/{name}/policy.json)"
        parts.append(f"![Victories of the policy that comes along, while it was trained]({up}{policy})\n")
        parts.append(f"The policy `ppo`; how it was made says its card, {card}.\n")
    if picture:
        parts.append(f"![Victories of learners from scratch over time, {rush_envs.game(name).title}]({up}{picture})\n")
    if data:
        parts.append(f"[The data]({up}{data}); `rush-envs curves --help` says how to draw your own beside them.\n")
    return "\n".join(parts)
