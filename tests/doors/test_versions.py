"""A game's version comes from `Game.version`, everywhere: one changed line and everything that has its name follows."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import rush_envs
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
text = pages.text(game)
print(json.dumps({
    "ids": [game.id, game.gym_id, rush_envs.registry.version("coffee_rush")],
    "module": rush_envs.coffee_rush_v1.env().metadata["name"],
    "old module": error(AttributeError, lambda: rush_envs.coffee_rush_v0),
    "listed": [name for name in dir(rush_envs) if name.startswith("coffee_rush")],
    "page": pages.refreshed(text, game),
    "gymnasium": [id for id in gymnasium.registry if "CoffeeRush" in id],
    "made": gymnasium.make("rush_envs/CoffeeRush-v1").unwrapped.solo.game.id,
    "pettingzoo": [str(registration.make(kind, "rush_envs/CoffeeRush-v1")) for kind in ("aec", "parallel")],
    "old pettingzoo": error(Exception, lambda: registration.make("aec", "rush_envs/CoffeeRush-v0")),
    "replay": error(BadReplay, lambda: Replay.from_json(sys.argv[2])),
    "policy": error(BadPolicy, lambda: rush_agents.load("ppo", "coffee_rush")),
    "other": [rush_envs.rush_out_v1.__name__, "rush_envs/RushOut-v1" in gymnasium.registry],
}))
"""


def test_a_raised_version_shows_everywhere(tmp_path: Path) -> None:
    skip = shutil.ignore_patterns("__pycache__", "*.png")
    shutil.copytree(ROOT / "rush_envs", tmp_path / "rush_envs", ignore=skip)
    shutil.copytree(ROOT / "agents", tmp_path / "rush_agents", ignore=skip)
    source = tmp_path / "rush_envs/games/coffee_rush/__init__.py"
    source.write_text(source.read_text().replace("GAME = Game(", "GAME = Game(\n    version=1,"))
    batch = rush_envs.make_batch("coffee_rush", 1, seed=1)
    batch.reset()
    replay = Replay.of(batch).to_json()
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", RAISED, str(tmp_path), replay],
        env=environment, cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["ids"] == ["coffee_rush_v1", "rush_envs/CoffeeRush-v1", 1]
    assert told["module"] == told["made"] == "coffee_rush_v1"
    assert "coffee_rush is now coffee_rush_v1" in told["old module"]
    assert told["listed"] == ["coffee_rush_v1"]
    assert "`from rush_envs import coffee_rush_v1`" in told["page"]
    assert "`rush_envs/CoffeeRush-v1`" in told["page"]
    assert told["gymnasium"] == ["rush_envs/CoffeeRush-v1"]
    assert told["pettingzoo"] == ["coffee_rush_v1", "coffee_rush_v1"]
    assert told["old pettingzoo"]
    assert re.search("made by coffee_rush_v0; Coffee Rush is now coffee_rush_v1", told["replay"])
    assert re.search("trained for coffee_rush_v0; Coffee Rush is now coffee_rush_v1", told["policy"])
    assert told["other"] == ["rush_out_v1", True]


def test_the_source_says_the_version_that_the_game_has(game: Game) -> None:
    assert registry.version(game.name) == game.version
