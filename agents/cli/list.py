"""`rush-envs list`."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rich.table import Table

from rush_envs import registry
from rush_envs.contract import Game

from ..terminal.console import OUT
from .shared.options import AsJson, print_json

EXAMPLES = ("list", "list --json")


def facts(game: Game) -> dict[str, Any]:
    """A game's line of the list."""
    players = next(option for option in fields(game.config) if option.name == "num_players").metadata
    return {
        "name": game.name,
        "title": game.title,
        "players": {"min": players["low"], "max": players["high"]},
        "actions": game.actions.size,
        "features": game.observation.size,
        "pettingzoo": f"rush_envs.{game.id}",
        "gymnasium": game.gym_id,
    }


def list_games(as_json: AsJson = False) -> None:
    """Every game: players, actions, features and ids."""
    every = [facts(registry.game(name)) for name in registry.games()]
    if as_json:
        print_json(every)
        return
    table = Table("Game", "Players", "Actions", "Features", "PettingZoo and Gymnasium")
    for game in every:
        players = f"{game['players']['min']}–{game['players']['max']}"
        names, ids = f"[bold]{game['name']}[/]\n{game['title']}", f"{game['pettingzoo']}\n{game['gymnasium']}"
        table.add_row(names, players, str(game["actions"]), str(game["features"]), ids)
    OUT.print(table)
