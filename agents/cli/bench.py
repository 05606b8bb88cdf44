"""`rush-envs bench`."""

from __future__ import annotations

from typing import Annotated

import typer

from rush_envs import registry
from rush_envs.errors import BadOption

from ..terminal.console import ERR, OUT
from .shared.options import AsJson, print_json

EXAMPLES = ("bench", "bench coffee_rush --batch 1024 --doors batch,aec", "bench --seconds 0.2 --json")


def words(text: str) -> list[str]:
    """The parts of a comma-separated option."""
    return [part.strip() for part in text.split(",") if part.strip()]


def numbers(option: str, text: str) -> list[int]:
    try:
        return [int(part) for part in words(text)]
    except ValueError:
        raise BadOption(f"{option} {text!r}: give whole numbers, comma separated") from None


def bench(
    games: Annotated[list[str] | None, typer.Argument(help="Names of games.", show_default="all")] = None,
    batch: Annotated[str, typer.Option(help="Batch sizes, comma separated.")] = "1,64,1024,4096",
    threads: Annotated[str, typer.Option(help="Numbers of threads, comma separated.")] = "1,2",
    doors: Annotated[
        str | None, typer.Option(help="Doors to measure, comma separated.", show_default="all that are installed")
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure each.", min=0.01)] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure decisions per second of every door."""
    names = [registry.game(name).name for name in games or registry.games()]
    sizes, teams = numbers("--batch", batch), numbers("--threads", threads)
    from ..results import throughput  # with all doors and what they import

    with ERR.status("Measuring …") as status:
        measured = throughput.usable() if doors is None else words(doors)
        rows = throughput.run(names, sizes, teams, measured, seconds, status.update)
    if as_json:
        print_json(rows)
    else:
        OUT.print(throughput.table(rows))
