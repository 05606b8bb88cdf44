"""The command line as a user meets it: argv and stdin go in; stdout, stderr and an exit code come out."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from conftest import Run
from rich.table import Table

import rush_envs
from rush_agents.cli import app
from rush_agents.cli.shared.options import game_options
from rush_agents.results import throughput
from rush_envs import registry

GAME = registry.game("coffee_rush")


# ------------------------------------------------------------------------------------------------------------------
# Help, version, errors


COFFEE = registry.game("coffee_rush")
ACTIONS, FEATURES = f"{COFFEE.actions.size} actions", f"{COFFEE.observation.size} features"


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"rush-envs {rush_envs.__version__}\n", "")


@pytest.mark.parametrize("command", ["", *typer.main.get_command(app).commands])
def test_help_has_examples(run: Run, command: str) -> None:
    ended = run(*command.split(), "--help")
    assert ended.code == 0
    assert "Examples:" in ended.out
    assert f"rush-envs {command}" in ended.out


def examples() -> Iterator[str]:
    group: Any = typer.main.get_command(app)
    for command in (group, *group.commands.values()):
        for line in command.epilog.splitlines()[1:]:
            yield line.removeprefix("[cyan]rush-envs ").removesuffix("[/]").partition("|")[0]


@pytest.mark.parametrize("example", [line for line in examples() if "--help" not in line])
def test_examples_are_real(example: str) -> None:
    group: Any = typer.main.get_command(app)
    name, *words = shlex.split(example)
    group.commands[name].make_context(name, words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("show cofee_rush", "did you mean 'coffee_rush'?"),
        ("play nope", "no game is called 'nope'"),
        ("play coffee_rush -o players=2", "has no option 'players'"),
        ("play coffee_rush -o num_players=9", "num_players=9: give a whole number from 2 to 4"),
        ("play coffee_rush -o num_players=two", "num_players='two': give a whole number"),
        ("play coffee_rush -o num_players", "write it as name=value"),
        ("play coffee_rush -o beginner_orders=1", "give True or False"),
        ("play coffee_rush --opponents deep", "no agent is called 'deep'"),
        ("play coffee_rush --opponents greedy,random", "2 opponents; give one for all"),
        ("play coffee_rush --seat 4", "seat '4': give a number from 0 to 3"),
        ("play coffee_rush --seed -1", "seed=-1"),
        ("play coffee_rush --player random", "the agent on your seat, for --demo; how many play is --players"),
        ("play coffee_rush --player 2", "how many play is --players 2"),
        ("play coffee_rush --demo --player 2", "how many play is --players 2"),
        ("play coffee_rush --players greedy", "give how many play, a number; the agent on your seat is --player"),
        ("play coffee_rush --players -1", "num_players=-1: give a whole number from 2 to 4"),
        ("play coffee_rush --save /no/such/folder/x.json", "there is no folder /no/such/folder"),
        ("play coffee_rush --svg /", "is a folder"),
        ("replay no_such_file.json", "no_such_file.json: cannot be read"),
        ("replay x.json --verify --step", "give one of"),
        ("bench nope", "no game is called 'nope'"),
        ("bench --batch many", "--batch 'many': give whole numbers"),
    ],
)
def test_errors_are_one_line_and_code_2(run: Run, words: str, message: str) -> None:
    run(*words.split()).check_refused(message)


@pytest.mark.parametrize("words", ["frob", "show", "play coffee_rush --seed x", "replay x.json --every 0"])
def test_wrong_usage_is_code_2(run: Run, words: str) -> None:
    ended = run(*words.split())
    assert (ended.code, ended.out) == (2, "")
    assert "Usage: rush-envs" in ended.err


def test_looking_around_compiles_nothing(tmp_path: Path) -> None:
    script = """
import sys
from rush_agents.cli import app
for words in (["--help"], ["list"], ["show", "coffee_rush"]):
    app(words, standalone_mode=False)
assert not {"torch", "stable_baselines3", "matplotlib"} & set(sys.modules)
"""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", script], check=True, env=environment, stdout=subprocess.DEVNULL)
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]


def test_options_become_values() -> None:
    given = ["num_players=2", "beginner_orders=True", "other = no", "word=x=y"]
    assert game_options(given) == {"num_players": 2, "beginner_orders": True, "other": False, "word": "x=y"}


# ------------------------------------------------------------------------------------------------------------------
# list, show


def test_list(run: Run) -> None:
    ended = run("list")
    assert ended.code == 0
    for words in ("coffee_rush", "Coffee Rush", "2–4", "84", f"rush_envs.{GAME.id}", GAME.gym_id):
        assert words in ended.out


def test_list_json(run: Run) -> None:
    ended = run("list", "--json")
    listed = json.loads(ended.out)
    assert [game["name"] for game in listed] == registry.games()
    for entry in listed:
        game = registry.game(entry["name"])
        assert (entry["actions"], entry["features"]) == (game.actions.size, game.observation.size)
        assert entry["players"]["min"] <= entry["players"]["max"]
        assert entry["gymnasium"] == game.gym_id
        assert entry["pettingzoo"] == f"rush_envs.{game.id}"


def test_show_has_all_sections(run: Run) -> None:
    out = run("show", "coffee_rush").out
    assert "Baristas walk over a board" in out
    assert "upgrades_per_turn" in out
    assert ACTIONS in out
    assert "pour {kind} into cup {cup}" in out
    assert FEATURES in out
    assert "×".join(map(str, max((p.shape for p in COFFEE.observation), key=len))) in out


@pytest.mark.parametrize(
    ("flag", "shown"), [("--rules", "num_players"), ("--actions", ACTIONS), ("--observation", FEATURES)]
)
def test_show_one_section(run: Run, flag: str, shown: str) -> None:
    out = run("show", "coffee_rush", flag).out
    assert [words for words in ("num_players", ACTIONS, FEATURES) if words in out] == [shown]


def test_show_json(run: Run) -> None:
    shown = json.loads(run("show", "coffee_rush", "--json").out)
    assert shown["summary"] == GAME.summary
    assert [option["name"] for option in shown["options"]] == list(GAME.config().options())
    assert sum(part["size"] for part in shown["action_ranges"]) == shown["actions"]
    assert sum(int(np.prod(piece["shape"])) for piece in shown["observation_pieces"]) == shown["features"]
    assert "summary" not in json.loads(run("show", "coffee_rush", "--actions", "--json").out)


# ------------------------------------------------------------------------------------------------------------------
# bench


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Stands in for the measuring; holds what it was asked for."""
    asked: list[tuple[Any, ...]] = []

    def measure(
        games: list[str], sizes: list[int], threads: list[int], doors: list[str], seconds: float, progress: Any
    ) -> list[dict[str, Any]]:
        progress("measuring")
        asked.append((games, sizes, threads, doors, seconds))
        return [{"game": games[0], "rate": 12345.0}]

    def table(rows: list[dict[str, Any]]) -> Table:
        drawn = Table("rate")
        drawn.add_row(str(rows[0]["rate"]))
        return drawn

    monkeypatch.setattr(throughput, "run", measure)
    monkeypatch.setattr(throughput, "table", table)
    return asked


def test_bench(run: Run, bench: list[tuple[Any, ...]]) -> None:
    ended = run("bench")
    assert bench == [(registry.games(), [1, 64, 1024, 4096], [1, 2], throughput.usable(), 1.0)]
    assert "12345.0" in ended.out


def test_bench_json(run: Run, bench: list[tuple[Any, ...]]) -> None:
    words = ("--batch", "8, 16", "--threads", "1", "--doors", "aec", "--seconds", "0.1", "--json")
    ended = run("bench", "coffee_rush", *words)
    assert bench == [(["coffee_rush"], [8, 16], [1], ["aec"], 0.1)]
    assert json.loads(ended.out) == [{"game": "coffee_rush", "rate": 12345.0}]
    assert ended.err == ""
