"""`rush-envs warm`: everything is compiled ahead, and whoever waits is told how far it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from installing import install_nim

from rush_agents.cli.warm import PARTS, Plan

WARM = """
import sys
from rush_agents.cli import main
if __name__ == "__main__":
    main()
"""

# What an ordinary user does with a game.
PLAY = """
import gymnasium, rush_agents, rush_envs
for threads in (1, 2):
    batch = rush_envs.make_batch("nim", 300, seed=1, threads=threads)
    batch.reset()
    batch.step(batch.random_actions())
for name in ("random", "greedy", "mcts:5", "mcts:5:trees=2"):
    batch.step(rush_agents.load(name, "nim", seed=1).act(batch.view()))
env = rush_envs.make("nim")
env.reset(seed=1)
env.state()
env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
solo = gymnasium.make(rush_envs.game("nim").gym_id)
solo.reset(seed=1)
batch.broken_invariants()
batch.describe_actions()
"""

# And with a network of his own.
SEARCH = """
import rush_envs
from rush_agents.mcts import MctsAgent
from rush_agents.policies.scoring import ScoringNetwork
from rush_agents.search.settings import Budget, Settings
batch = rush_envs.make_batch("nim", 5, seed=1)
batch.reset()
network = ScoringNetwork(batch.game, (32, 16))
MctsAgent(batch.game, Budget(5), Settings(depth=2), threads=2, seed=1, network=network).act(batch.view())
"""


def run(script: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    more = {"PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "cache"), "RUSH_ENVS_QUIET": ""}
    command = [sys.executable, "-c", script, *words]
    return subprocess.run(command, env=os.environ | more, cwd=folder, capture_output=True, text=True, check=True)


def kept(folder: Path) -> set[Path]:
    return set((folder / "cache").rglob("*.nb?"))


def test_after_it_nothing_is_compiled_any_more(tmp_path: Path) -> None:
    install_nim(tmp_path)
    warmed = run(WARM, tmp_path, "warm", "nim", "--processes", "2")
    assert warmed.stdout == "Compiled and kept: nim.\n"
    told = warmed.stderr.splitlines()
    assert [line.split()[0] for line in told] == [f"{number}/7" for number in range(1, 8)]
    parts = ("rules", "threads", "changes", "greedy", "search", "search by network", "policy")
    assert {line.split(maxsplit=1)[1] for line in told} == {f"nim: {part}" for part in parts}
    before = kept(tmp_path)
    assert before
    assert run(PLAY + SEARCH, tmp_path).stderr == ""
    assert kept(tmp_path) == before


def test_a_process_stays_with_its_game_and_helps_where_there_are_too_few() -> None:
    few = Plan(["one", "two", "three"], 2)
    mine, other = few.next(), few.next()
    assert (mine, other) == (("one", "rules"), ("two", "rules"))
    alone = [few.next("one") for _ in list(PARTS)[1:]]
    assert alone == [("one", part) for part in list(PARTS)[1:]]
    assert few.next("one") == ("three", "rules")
    for _ in list(PARTS)[1:]:
        few.next("three")
    assert few.next("three") is None, "the second game is left to whoever knows its rules"

    many = Plan(["one", "two"], 3)
    assert [many.next() for _ in range(3)] == [("one", "rules"), ("two", "rules"), ("one", list(PARTS)[1])]
