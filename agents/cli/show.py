"""`rush-envs list` and `rush-envs show`."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from rush_envs import registry
from rush_envs.contract import Game

from ..terminal.console import OUT
from .shared.options import AsJson, GameName, print_json

LIST_EXAMPLES = ("list", "list --json")
EXAMPLES = ("show coffee_rush", "show coffee_rush --actions", "show coffee_rush --observation --json")


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


def show(
    name: GameName,
    as_json: AsJson = False,
    rules: Annotated[bool, typer.Option("--rules", help="Only the rules in short and the options.")] = False,
    actions: Annotated[bool, typer.Option("--actions", help="Only the actions.")] = False,
    observation: Annotated[bool, typer.Option("--observation", help="Only the observation.")] = False,
) -> None:
    """The rules in short, the options, the actions and the observation of a game."""
    game = registry.game(name)
    wanted = {"rules": rules, "actions": actions, "observation": observation}
    sections = [section for section, only in wanted.items() if only or not any(wanted.values())]
    if as_json:
        parts = {"rules": rules_facts, "actions": action_facts, "observation": observation_facts}
        print_json(facts(game) | {key: value for section in sections for key, value in parts[section](game).items()})
        return
    pages = {"rules": show_rules, "actions": show_actions, "observation": show_observation}
    for section in sections:
        pages[section](game)


def rules_facts(game: Game) -> dict[str, Any]:
    keys = ("name", "default", "range", "help")
    options = [dict(zip(keys, row, strict=True)) for row in game.config.table()]
    return {"summary": game.summary, "options": options}


def action_facts(game: Game) -> dict[str, Any]:
    layout = game.actions
    return {
        "action_ranges": [
            {"name": r.name, "start": layout.starts[r.name], "size": r.size, "words": r.words, "axes": r.axes}
            for r in layout.ranges.values()
        ]
    }


def observation_facts(game: Game) -> dict[str, Any]:
    layout = game.observation
    return {
        "observation_pieces": [
            {"name": p.name, "start": layout.start(p.name), "shape": p.shape, "max": p.maximum, "meaning": p.meaning}
            for p in layout
        ]
    }


def show_rules(game: Game) -> None:
    OUT.print(f"[bold]{escape(game.title)}[/]\n{escape(game.summary)}\n")
    table = Table("Option", "Default", "Values", "Meaning", title="Options", title_justify="left")
    for row in game.config.table():
        table.add_row(*map(escape, row))
    OUT.print(table)


def _span(start: int, size: int) -> str:
    return str(start) if size == 1 else f"{start}–{start + size - 1}"


def show_actions(game: Game) -> None:
    title = f"{game.actions.size} actions"
    table = Table("Ids", "Range", "Words", "Values", title=title, title_justify="left", show_lines=True)
    for r in game.actions.ranges.values():
        values = "\n".join(f"{axis}: {', '.join(labels)}" for axis, labels in r.axes.items())
        table.add_row(_span(game.actions.starts[r.name], r.size), r.name, escape(r.words), escape(values))
    OUT.print(table)


def show_observation(game: Game) -> None:
    title = f"{game.observation.size} features"
    table = Table("Index", "Piece", "Shape", "Max", "Meaning", title=title, title_justify="left")
    for p in game.observation:
        shape = "×".join(map(str, p.shape))
        table.add_row(_span(game.observation.start(p.name), p.size), p.name, shape, str(p.maximum), escape(p.meaning))
    OUT.print(table)
