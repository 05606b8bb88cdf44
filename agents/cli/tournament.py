"""`rush-envs tournament`."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from ..arena.lineups import FORMATS
from ..arena.tournament import MOVE_TIMEOUT, Tournament
from ..cluster.joining import checked_place
from ..results.running import folder_of
from ..table.serving import watched
from ..terminal.console import ERR
from .shared.options import AsJson, GameName, GameOptions, Players, chosen_options
from .shared.tournaments import (
    DATABASE,
    Agents,
    AsCsv,
    Games,
    On,
    Processes,
    Seed,
    Timeout,
    hold,
    one_form,
    secrets,
    tell,
    warn,
)

EXAMPLES = (
    "tournament coffee_rush --agents random greedy --games 1000 --processes 2",
    "tournament coffee_rush --agents greedy my_module:MyAgent --players 2 --move-timeout 1",
    "tournament coffee_rush --agents greedy mcts:400 --on ray://head:10001",
    "tournament curse_of_the_mummy --agents greedy random --format gauntlet --json",
    "tournament coffee_rush --agents greedy --format self-play --csv",
)

Format = Annotated[str, typer.Option("--format", metavar="|".join(FORMATS), help="Gauntlet: the first against each.")]
Db = Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the games here.", show_default="OUT/games.db")]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="Report and replays.", show_default="tournament_GAME")]

Watch = Annotated[bool, typer.Option("--watch", help="Standings and games in the browser, until Ctrl-C.")]


def tournament(
    name: GameName,
    agents: Agents = None,
    games: Games = 1000,
    form: Format = "round-robin",
    players: Players = None,
    option: GameOptions = None,
    seed: Seed = 0,
    processes: Processes = 1,
    on: On = None,
    move_timeout: Timeout = MOVE_TIMEOUT,
    db: Db = None,
    out: Out = None,
    watch: Watch = False,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Let agents play each other, with rotated seats and paired seeds; run it again to go on after a stop."""
    options = chosen_options(option, num_players=players)
    one_form(as_json, as_csv)
    if on is not None:
        checked_place(on)
    folder = out or Path(f"tournament_{name}")
    book = db or folder / DATABASE
    with ERR.status("Looking for the agents …"):
        asked = Tournament.of(
            name, agents or ["random", "greedy"], options=options, format=form, seed=seed, move_timeout=move_timeout,
            hidden=secrets(folder, db), running=str(folder_of(book)) if watch else "",
        )  # fmt: skip
    warn([asked])
    with watched(book) if watch else nullcontext():
        tell(hold(asked, games, processes, folder, db, on), folder, as_json, as_csv)
