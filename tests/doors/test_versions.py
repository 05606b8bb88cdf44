"""A game's version comes from `Game.version`, everywhere: one changed line and everything that has its name follows."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from some_policy import some_policy

import rush_envs
from rush_agents.policies import files
from rush_envs import registry
from rush_envs.contract import Game
from rush_envs.replay import Replay

ROOT = Path(rush_envs.__file__).parent.parent

RAISED = """
import json, sys
import gymnasium, rush_agents, rush_envs
from pettingzoo.env_registry import registration
from rush_agents.policies.files import BadPolicy
from rush_envs.errors import BadReplay
from rush_envs.kit import pages
from rush_envs.replay import Replay

assert rush_envs.__file__.startswith(sys.argv[1]) and rush_agents.__file__.startswith(sys.argv[1])


def error(kind, use):
    try:
        use()
    except kind as caught:
        return str(caught)


game = rush_envs.game("coffee_rush")
old, new = (f"coffee_rush_v{game.version - k}" for k in (1, 0))
old_id, new_id = (f"rush_envs/CoffeeRush-v{game.version - k}" for k in (1, 0))
print(json.dumps({
    "ids": [game.id, game.gym_id, rush_envs.registry.version("coffee_rush")],
    "module": getattr(rush_envs, new).env().metadata["name"],
    "old module": error(AttributeError, lambda: getattr(rush_envs, old)),
    "listed": [name for name in dir(rush_envs) if name.startswith("coffee_rush")],
    "page": pages.refreshed(pages.text(game), game),
    "gymnasium": [id for id in gymnasium.registry if "CoffeeRush" in id],
    "made": gymnasium.make(new_id).unwrapped.solo.game.id,
    "pettingzoo": [str(registration.make(kind, new_id)) for kind in ("aec", "parallel")],
    "old pettingzoo": error(Exception, lambda: registration.make("aec", old_id)),
    "replay": error(BadReplay, lambda: Replay.from_json(sys.argv[2])),
    "policy": error(BadPolicy, lambda: rush_agents.load("ppo:old.npz", "coffee_rush")),
    "other": rush_envs.game("rush_out").gym_id in gymnasium.registry,
}))
"""


def test_a_raised_version_shows_everywhere(tmp_path: Path) -> None:
    skip = shutil.ignore_patterns("__pycache__", "*.png")
    shutil.copytree(ROOT / "rush_envs", tmp_path / "rush_envs", ignore=skip)
    shutil.copytree(ROOT / "agents", tmp_path / "rush_agents", ignore=skip)
    source = tmp_path / "rush_envs/games/coffee_rush/__init__.py"
    now = rush_envs.game("coffee_rush").version
    without = re.sub(r"\n    version=\d+,", "", source.read_text())
    source.write_text(without.replace("GAME = Game(", f"GAME = Game(\n    version={now + 1},"))
    old, new = f"coffee_rush_v{now}", f"coffee_rush_v{now + 1}"
    gym_id = f"rush_envs/CoffeeRush-v{now + 1}"
    batch = rush_envs.make_batch("coffee_rush", 1, seed=1)
    batch.reset()
    replay = Replay.of(batch).to_json()
    files.save(tmp_path / "old.npz", some_policy(batch.game))
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", RAISED, str(tmp_path), replay],
        env=environment, cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["ids"] == [new, gym_id, now + 1]
    assert told["module"] == told["made"] == new
    assert f"coffee_rush is now {new}" in told["old module"]
    assert told["listed"] == [new]
    assert f"`from rush_envs import {new}`" in told["page"]
    assert f"`{gym_id}`" in told["page"]
    assert old not in "".join(re.findall(r"```python.*?```", told["page"], re.DOTALL)), "the usage follows"
    assert told["gymnasium"] == [gym_id]
    assert told["pettingzoo"] == [new, new]
    assert told["old pettingzoo"]
    assert f"made by {old}; Coffee Rush is now {new}" in told["replay"]
    assert f"trained for {old}; Coffee Rush is now {new}" in told["policy"]
    assert told["other"]


def test_the_source_says_the_version_that_the_game_has(game: Game) -> None:
    assert registry.version(game.name) == game.version
