"""The commands of the README and of docs/ work as they stand there: all of them, in the order in which the site is
read, in one folder that holds nothing at first but the pages' own module of an agent.

Left out is what another place runs: `make …` and `pip install …`, with which CI begins in a clean clone, and what needs
`.venv-rllib`, which `make rllib` sets up. Long commands are shortened by `SHORTER`; the rest runs as it is written.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import rush_envs

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "site"))
READ = [page for page in import_module("contents").places() if page == "README.md" or page.startswith("docs/")]
sys.path.pop(0)
PAGES = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in READ)
FENCE = re.compile(r"```(sh|python)\n(.*?)```", re.DOTALL)
ELSEWHERE = ("make ", "pip install ", ".venv-rllib/", "rush-envs serve")  # which goes on until it is stopped

# A learner makes 65,536 decisions between two updates: the first run ends after one update, the one that goes on after
# two.
SHORTER = {
    "--games 1000": "--games 8",
    "--games 300": "--games 8",
    "--games 200": "--games 8",
    "--games 100": "--games 8",
    "--games 64": "--games 4",
    "--games 24": "--games 6",
    "--out duel": "--out duel --games 8",
    "--minutes 7": "--steps 65536 --look-games 8 --final-games 8",
    "--minutes 9": "--steps 131072 --look-games 8 --final-games 8",
    "--imitation 500000": "--imitation 500",
    "--imitation 200000 --steps 400000": "--imitation 500 --steps 65536 --look-games 8 --final-games 8",
    "--out again": "--out again --look-games 8 --final-games 8",
    "--minutes 2": "--steps 65536 --look-games 8 --final-games 8",
    "--minutes 3": "--minutes 0.05 --look-games 8",
    "--doors batch,aec": "--doors batch,aec --seconds 0.02",
}

HELD = ("report.html", "games.db", "replays/*.json")
LEARNED = ("policy.npz", "policy.json", "curve.png", "checkpoint.npz", "tensorboard/events*")
PROMISED = {
    "tournament_silver_gold_pyramids": HELD,
    "tournament_coffee_rush": HELD,
    "tournament_curse_of_the_mummy": HELD,
    "gauntlet": HELD,
    "mine": HELD,
    "trained": HELD,
    "duel": HELD,
    **{f"ladder/{game}": HELD for game in rush_envs.games()},
    "train_coffee_rush": LEARNED,
    "taught": LEARNED,
    "curves": ("curves.json", "curves.png"),
    ".": ("game.json", "table.svg"),
}


def commands() -> Iterator[str]:
    """In their order, without comments."""
    for language, text in FENCE.findall(PAGES):
        for line in text.replace("\\\n", " ").splitlines() if language == "sh" else ():
            command = shlex.join(shlex.split(line, comments=True))
            if command and not command.startswith(ELSEWHERE):
                yield command


def named(words: str) -> re.Pattern[str]:
    """These words of a command, whole."""
    return re.compile(rf"(?<!\S){re.escape(words)}(?!\S)")


def shorter(command: str) -> str:
    for long, short in SHORTER.items():
        command = named(long).sub(short, command)
    return command


def write_modules(folder: Path) -> None:
    """The pages' own agent, in the module that its commands name."""
    for module, name in set(re.findall(r"--agents .*?(\w+):([A-Z]\w*)", PAGES)):
        text = next(text for language, text in FENCE.findall(PAGES) if f"class {name}" in text)
        (folder / f"{module}.py").write_text(text, encoding="utf-8")


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """With our own `rush-envs` and `python` first on the path; whoever asks for a move is told to stop."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path}
    words = shlex.split(command)
    return subprocess.run(words, cwd=folder, env=environment, input="quit\n", capture_output=True, text=True)


def test_every_shortening_is_still_needed() -> None:
    whole = "\n".join(commands())
    assert [long for long in SHORTER if not named(long).search(whole)] == []


def test_all_commands_run_in_their_order(tmp_path: Path) -> None:
    write_modules(tmp_path)
    for command in commands():
        ended = run(shorter(command), tmp_path)
        if command.startswith("rush-envs export ") and find_spec("onnx") is None:
            assert ended.returncode == 2, command
            assert "pip install 'rush-envs[onnx]'" in ended.stderr
        else:
            assert ended.returncode == 0, f"{command}\n{ended.stdout}{ended.stderr}"
    promised = [f"{folder}/{file}" for folder, files in PROMISED.items() for file in files]
    assert [file for file in promised if not list(tmp_path.glob(file))] == []
