"""`rush_envs.coffee_rush_v1` is a module like any other: imported, pickled, typed."""

from __future__ import annotations

import importlib
import inspect
import os
import pickle
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import rush_envs
from rush_envs.contract import Game
from rush_envs.doors import stubs
from rush_envs.doors.aec import AECDoor
from rush_envs.doors.options import UnknownOption
from rush_envs.doors.parallel import ParallelDoor


def test_they_are_imported_by_name(game: Game) -> None:
    module = importlib.import_module(f"rush_envs.{game.id}")
    assert module is getattr(rush_envs, game.id)
    assert module.raw_env is module.env
    assert isinstance(module.env(), AECDoor)
    assert isinstance(module.parallel_env(), ParallelDoor)


def test_another_version_is_named_as_it_is_now(game: Game) -> None:
    with pytest.raises(ModuleNotFoundError, match=f"is now {game.id}"):
        importlib.import_module(f"rush_envs.{game.name}_v99")
    with pytest.raises(ModuleNotFoundError, match="chess_v0"):
        importlib.import_module("rush_envs.chess_v0")


def test_importing_one_loads_neither_the_game_nor_numba(game: Game) -> None:
    loaded = f"'numba' in sys.modules, 'rush_envs.games.{game.name}' in sys.modules"
    code = f"import sys, rush_envs.{game.id}; print({loaded})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_functions_are_pickled_by_name(game: Game) -> None:
    module = getattr(rush_envs, game.id)
    for make in (module.env, module.parallel_env):
        assert pickle.loads(pickle.dumps(make)) is make
    packed = pickle.dumps(module.parallel_env)
    code = f"import pickle; print(pickle.loads({packed!r})().metadata['name'])"  # as a process that was spawned
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == game.id


def test_stubs_are_current() -> None:
    """`make stubs` writes them."""
    games = stubs.ours()
    assert {stubs.path(game) for game in games} == set(stubs.FOLDER.glob("*_v*.pyi"))
    for game in games:
        assert stubs.path(game).read_text(encoding="utf-8") == stubs.text(game), game.id


def test_stubs_have_every_option(game: Game) -> None:
    """Of the game and of the doors, and with the defaults that count."""
    names = {field.name for field in fields(game.config)} | {name for name, *_ in stubs.DOOR}
    told: dict[str, object] = {}
    exec(compile(stubs.text(game), game.id, "exec"), told)
    for name in ("env", "parallel_env"):
        assert inspect.signature(told[name]).parameters.keys() == names  # type: ignore[arg-type]
    doors = inspect.signature(AECDoor.__mro__[1].__init__).parameters.values()
    given = {part.name: part.default for part in doors if part.kind is part.KEYWORD_ONLY}
    parameters = inspect.signature(told["env"]).parameters  # type: ignore[arg-type]
    assert given == {name: parameters[name].default for name, *_ in stubs.DOOR}


TYPED = """
import rush_envs.rush_out_v{version}
from rush_envs import coffee_rush_v{other} as coffee

rush_envs.rush_out_v{version}.env(scenario="scenario_2", heroes=("cleric", "warrior"), num_players=3)
coffee.parallel_env(num_players=2, mask="both")
{wrong}
"""
WRONG = {
    "coffee.env(num_player=2)": "num_player",
    'coffee.env(num_players="two")': "num_players",
    'coffee.env(mask="nowhere")': "mask",
    'rush_envs.rush_out_v{version}.env(scenario="scenario_9")': "scenario",
}


def test_mypy_sees_the_options(tmp_path: Path) -> None:
    versions = {"version": rush_envs.game("rush_out").version, "other": rush_envs.game("coffee_rush").version}
    (tmp_path / "right.py").write_text(TYPED.format(wrong="", **versions))
    wrong = "\n".join(line.format(**versions) for line in WRONG)
    (tmp_path / "wrong.py").write_text(TYPED.format(wrong=wrong, **versions))
    root = stubs.FOLDER.parent
    known = ["--config-file", str(root / "pyproject.toml"), "--cache-dir", str(root / ".mypy_cache")]  # by `make lint`
    command = [sys.executable, "-m", "mypy", *known]
    environment = os.environ | {"MYPYPATH": str(root)}  # mypy does not follow editable installations
    done = subprocess.run(
        [*command, "right.py", "wrong.py"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    said = [line for line in done.stdout.splitlines() if "error:" in line]
    assert not any(line.startswith("right.py") for line in said), done.stdout + done.stderr
    for option in WRONG.values():
        assert any(option in line for line in said), f"mypy does not see {option}: {done.stdout}"


def test_an_unknown_option_is_both_errors() -> None:
    with pytest.raises(UnknownOption, match=r"got an unexpected keyword argument 'colour'"):
        rush_envs.make("coffee_rush", colour="red")
    assert issubclass(UnknownOption, ValueError)
    assert issubclass(UnknownOption, TypeError)
