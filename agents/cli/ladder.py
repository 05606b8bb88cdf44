"""`rush-envs ladder`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from rush_envs import registry
from rush_envs.errors import BadOption, RushError

from ..arena.tournament import MOVE_TIMEOUT, Tournament
from ..terminal.console import ERR
from .shared.options import AsJson, print_json
from .shared.tournaments import REPORT, Agents, Games, On, Processes, Seed, Timeout, hold, secrets, tell, warn

EXAMPLES = ("ladder", "ladder --agents random greedy --games 400 --json")


def ladder(
    agents: Agents = None,
    games: Games = 200,
    seed: Seed = 0,
    processes: Processes = 1,
    on: On = None,
    move_timeout: Timeout = MOVE_TIMEOUT,
    out: Annotated[Path, typer.Option(metavar="DIR", help="A folder in it for each game.")] = Path("ladder"),
    as_json: AsJson = False,
) -> None:
    """A round robin of the same agents at every game; an agent that cannot play a game stays out of it."""
    names = agents or ["random", "greedy"]
    asked = [one for game in registry.games() if (one := entrants(game, names, seed, move_timeout, out))]
    if not asked:
        raise BadOption("no game has two of these agents")
    warn(asked)
    told = {}
    for one in asked:
        folder = out / one.game_name
        summary = hold(one, games, processes, folder, None, on)
        told[one.game_name] = summary.facts() | {"report": str(folder / REPORT)}
        if not as_json:
            tell(summary, folder, False, False)
    if as_json:
        print_json(told)


def entrants(game: str, names: list[str], seed: int, move_timeout: float, out: Path) -> Tournament | None:
    """A tournament of those that can play a game; says why the others cannot."""
    able = []
    more: dict[str, Any] = {"move_timeout": move_timeout, "hidden": secrets(out / game, None)}
    for name in names:
        try:
            Tournament.of(game, [name], format="self-play", **more)
            able.append(name)
        except RushError as error:
            ERR.print(escape(f"{game}: {error}"), soft_wrap=True)
    return Tournament.of(game, able, seed=seed, **more) if len(able) > 1 else None
