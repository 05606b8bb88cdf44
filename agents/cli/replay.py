"""`rush-envs replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from rush_envs.errors import BadOption
from rush_envs.replay import Replay

from ..terminal.console import OUT
from ..terminal.viewer import Viewer
from .shared.options import AsJson, check_files, print_json

EXAMPLES = (
    "replay game.json",
    "replay game.json --step",
    "replay game.json --story | less",
    "replay game.json --html game.html",
    "replay game.json --svg frames --every 10",
    "replay game.json --ansi --every 50 | less -RS",
)


def replay(
    file: Annotated[Path, typer.Argument(help="A replay that `play --save` or `Replay.save` wrote.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only check it: one line, exit code 2 if it fails.")] = False,
    step: Annotated[bool, typer.Option("--step", help="Step through the game in the terminal.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Export numbered SVG files into this folder.", metavar="DIR")] = None,
    html: Annotated[Path | None, typer.Option(help="One HTML file to look at the game with.", metavar="FILE")] = None,
    eyes: Annotated[str | None, typer.Option(help="With --html: as this seat sees it.", metavar="N|NAME")] = None,
    apng: Annotated[Path | None, typer.Option(help="A PNG that moves, for READMEs.", metavar="FILE")] = None,
    story: Annotated[bool, typer.Option("--story", help="Tell the whole game in sentences.")] = False,
    ansi: Annotated[bool, typer.Option("--ansi", help="Print the tables in colour.")] = False,
    every: Annotated[int, typer.Option(help="Show every K-th decision, and the last.", min=1, metavar="K")] = 1,
    as_json: AsJson = False,
) -> None:
    """Play a replay back: verify it and sum it up, or look at its tables."""
    files = sum(path is not None for path in (html, apng, svg))
    if verify + step + files + story + ansi + as_json > 1:
        raise BadOption("give one of --verify, --step, --html, --apng, --svg, --story, --ansi and --json")
    if eyes is not None and html is None:
        raise BadOption("--eyes is for --html; the others show the open table")
    check_files(html, apng)
    viewer = Viewer(Replay.load(file))
    if as_json:
        print_json(viewer.summary())
    elif verify:
        OUT.print(viewer.verified())
    elif step:
        viewer.step(every)
    elif story:
        viewer.print_story()
    elif ansi:
        viewer.print_all(every)
    elif svg is not None:
        OUT.print(f"{viewer.export(svg, every)} tables drawn into {escape(str(svg))}.", soft_wrap=True)
    elif html is not None:
        size = viewer.html(html, eyes)
        OUT.print(
            f"{viewer.last} decisions in {escape(str(html))} ({size:,} bytes); open it in a browser.", soft_wrap=True
        )
    elif apng is not None:
        OUT.print(f"{viewer.apng(apng, every)} tables in {escape(str(apng))}.", soft_wrap=True)
    else:
        viewer.show_summary()
