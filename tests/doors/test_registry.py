"""Names, ids and the public face of the package."""

from __future__ import annotations

import importlib.metadata
import importlib.resources
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from pettingzoo import AECEnv

import rush_envs
from rush_envs.errors import UnknownGame


def test_the_public_face() -> None:
    assert rush_envs.__version__ == importlib.metadata.version("rush-envs")
    folders = Path(rush_envs.__file__).parent.joinpath("games").glob("*/__init__.py")
    assert sorted(rush_envs.games()) == sorted(path.parent.name for path in folders)
    for name in rush_envs.__all__:
        assert hasattr(rush_envs, name)


def test_every_game_has_its_module_and_ids(game) -> None:
    door = getattr(rush_envs, game.id)
    assert isinstance(door.env(), AECEnv)
    assert isinstance(door.raw_env(), AECEnv)
    assert isinstance(rush_envs.make(game.name), AECEnv)
    assert game.id in dir(rush_envs)
    assert game.gym_id in gymnasium.registry


def test_from_imports_work() -> None:
    from rush_envs.games.coffee_rush import GAME

    found: dict[str, Any] = {}
    exec(f"from rush_envs import coffee_rush_v{GAME.version} as door", found)
    assert found["door"].env().metadata["name"] == GAME.id


def test_unknown_names_get_a_hint() -> None:
    with pytest.raises(UnknownGame, match="did you mean 'coffee_rush'"):
        rush_envs.make_batch("cofee_rush")
    with pytest.raises(UnknownGame):
        rush_envs.make("chess")
    with pytest.raises(AttributeError, match="chess_v0"):
        rush_envs.chess_v0  # noqa: B018


def test_packages_are_typed_and_carry_their_data(game) -> None:
    assert importlib.resources.files("rush_envs").joinpath("py.typed").is_file()
    assert importlib.resources.files("rush_agents").joinpath("py.typed").is_file()
    assert (game.folder / "README.md").is_file()
    assert any((game.folder / "data").iterdir())
