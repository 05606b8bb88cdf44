"""Games of other packages: installed, they are played like ours; broken, they only warn."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from installing import install, install_nim


def run(script: str, folder: Path, *arguments: str) -> dict[str, Any]:
    """What a new process prints as JSON in its last line; the package is found in the folder, and nowhere else."""
    environment = os.environ | {"PYTHONPATH": str(folder), "RUSH_ENVS_QUIET": "1", "COLUMNS": "160"}
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], env=environment, cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


PLAYED = """
import json, sys
import rush_envs

light = not [name for name in sys.modules if name.startswith("nim_for") or name == "numba"]
import gymnasium, rush_agents
from rush_envs.replay import Replay

env = rush_envs.nim_v0.env(opening="pair")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))
solo = gymnasium.make("rush_envs/Nim-v0", opponents="greedy", seat=1)
solo.reset(seed=1)

batch = rush_envs.make_batch("nim", 1, seed=3, opening="classic", autoreset=False)
batch.reset()
replay = Replay.of(batch)
agents = [rush_agents.load("mcts:20", "nim", seed=0), rush_agents.load("greedy", "nim")]
while batch.seat[0] >= 0:
    seat = int(batch.seat[0])
    action = int(agents[seat].act(batch.view())[0])
    batch.step([action])
    replay.add(seat, action, batch.states)
replay.save("nim.json")
again = Replay.load("nim.json").verify()
print(json.dumps({
    "light": light,
    "games": rush_envs.games(),
    "over": env.agents == [],
    "mask": solo.unwrapped.action_masks().tolist(),
    "moves": len(replay.answers),
    "same": again.states.tobytes() == batch.states.tobytes(),
    "home": sys.modules["nim_for_rush_envs"].__file__,
}))
"""

COMMAND = """
import contextlib, io, json, sys
from rush_agents.cli.app import main
if __name__ == "__main__":
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
        main()
    print(json.dumps({"said": said.getvalue()}))
"""


def command(folder: Path, *words: str) -> str:
    """What `rush-envs` prints."""
    said: str = run(COMMAND, folder, *words)["said"]
    return said


def test_an_installed_game_is_played_like_ours(tmp_path: Path) -> None:
    install_nim(tmp_path)
    told = run(PLAYED, tmp_path)
    assert told["light"]  # nothing of a guest is loaded before it is asked for
    assert told["games"][-1] == "nim"
    assert len(told["games"]) == 6
    assert told["over"]
    assert any(told["mask"])
    assert 3 <= told["moves"] <= 12
    assert told["same"]
    assert told["home"].startswith(str(tmp_path))


def test_the_command_line_knows_an_installed_game(tmp_path: Path) -> None:
    install_nim(tmp_path)
    shown = command(tmp_path, "show", "nim")
    assert "Who takes the last token wins" in " ".join(shown.split())
    assert "take {count} from heap {heap}" in shown
    words = "tournament nim --agents random greedy mcts:20 --games 24 --seed 5 --processes 2 --json"
    table = json.loads(command(tmp_path, *words.split()))
    assert table["games"] == 24
    won = {row["agent"]: row["won"]["value"] for row in table["standings"]}
    assert won["random"] < min(won["greedy"], won["mcts:20"])


BROKEN = """
import json, warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import rush_envs
    from rush_envs.errors import BadGame, GameWarning
    games = rush_envs.games(), rush_envs.games()
try:
    rush_envs.make_batch("broken")
except BadGame as error:
    refused = str(error)
batch = rush_envs.make_batch("coffee_rush", 2, seed=0)
batch.reset()
batch.step(batch.random_actions())
said = [str(warning.message) for warning in caught if warning.category is GameWarning]
print(json.dumps({"games": games, "said": said, "refused": refused, "dir": dir(rush_envs)}))
"""


def test_a_broken_guest_warns_once_and_leaves_the_others_alone(tmp_path: Path) -> None:
    install_nim(tmp_path)
    (tmp_path / "broken_game.py").write_text("import no_such_library\n\nGAME = Game(version=3)\n")
    homes = {"broken": "broken_game:GAME", "vanished": "no_such_package.game:GAME", "coffee_rush": "broken_game:GAME"}
    install("broken-games", {"rush_envs.games": homes}, tmp_path)
    told = run(BROKEN, tmp_path)
    assert told["games"][0] == told["games"][1]
    assert "nim" in told["games"][0]
    assert len(told["games"][0]) == 6
    about = {name: [words for words in told["said"] if repr(name) in words] for name in homes}
    assert len(about["broken"]) == 1
    assert "No module named 'no_such_library'" in about["broken"][0]
    assert len(about["vanished"]) == 1
    assert about["coffee_rush"] == []  # a guest cannot take the name of one of ours
    assert "broken_game:GAME, the game 'broken', cannot be loaded" in told["refused"]
    assert "nim_v0" in told["dir"]
    assert not [name for name in told["dir"] if name.startswith(("broken", "vanished"))]
    listed = command(tmp_path, "list", "--json")
    assert len(json.loads(listed)) == 6
