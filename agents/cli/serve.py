"""`rush-envs serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..table.serving import serve_table
from .shared.options import check_folder

EXAMPLES = (
    "serve",
    "serve --port 8080 --no-browser",
    "serve --games tournament_coffee_rush/games.db",
    "serve --host 0.0.0.0 --agent ppo:policy.npz",
)

Port = Annotated[int, typer.Option(min=0, max=65535, help="0 takes any that is free.")]
Host = Annotated[str, typer.Option(help="The address to listen at; any but this machine's own asks for a token.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Open no browser.")]
Data = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where games are kept.", show_default="user's data")]
Books = Annotated[
    list[Path] | None, typer.Option("--games", metavar="FILE", help="A tournament's games.db; repeatable.")
]

Agents = Annotated[
    list[str] | None,
    typer.Option(
        "--agent", metavar="NAME", help="With --host: a policy's file or a module others may ask; repeatable."
    ),
]


def serve(
    port: Port = 8000,
    host: Host = "127.0.0.1",
    no_browser: NoBrowser = False,
    data: Data = None,
    games: Books = None,
    agent: Agents = None,
) -> None:
    """Play, watch, replay and analyse games in the browser."""
    check_folder(data)
    serve_table(host, port, data, games or [], not no_browser, agent or [])
