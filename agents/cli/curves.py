"""`rush-envs curves`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.live import Live
from rich.markup import escape

from rush_envs import registry
from rush_envs.errors import BadOption

from ..terminal.console import ERR, OUT

EXAMPLES = (
    "curves coffee_rush --minutes 15 --seeds 3",
    "curves --out curves --beside theirs.json",
)

Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games.", show_default="all")]
Minutes = Annotated[float, typer.Option(min=0.05, help="Of training for each seed.")]
Seeds = Annotated[int, typer.Option(min=1, max=100, help="How many runs of each game.")]
Look = Annotated[float, typer.Option(min=1, help="Seconds between two measurements.")]
LookGames = Annotated[int, typer.Option(min=1, max=1_000_000, help="Games of each measurement against greedy.")]
Out = Annotated[Path, typer.Option(metavar="DIR", help="Runs, data and picture; what is there is not trained again.")]
Beside = Annotated[
    list[Path] | None, typer.Option(metavar="FILE", help="Curves of other learners, drawn beside these; repeatable.")
]


def curves(
    games: Games = None,
    minutes: Minutes = 15.0,
    seeds: Seeds = 3,
    look_every: Look = 60.0,
    look_games: LookGames = 1000,
    out: Out = Path("curves"),
    beside: Beside = None,
) -> None:
    """Train from scratch with several seeds and draw how victories grow with time: no greedy, no search, no advice."""
    from ..training import curves as training  # needs the extra; says so

    names = [registry.game(name).name for name in games or registry.games()]
    others = [curve for file in beside or [] for curve in training.load(file)]
    made = []
    with Live(console=ERR, refresh_per_second=2) as live:
        for name in names:
            for seed in range(seeds):
                folder = out / name / f"seed_{seed}"
                made.append(
                    training.record(
                        name, seed, minutes, folder, look_every, look_games,
                        lambda game, number, told: live.update(_line(game, number, told)),
                    )
                )  # fmt: skip
                training.save(made, out / training.DATA)
    try:
        training.draw([*made, *others], out / training.PICTURE)
    except ImportError:
        raise BadOption('the picture needs matplotlib: pip install "rush-envs[train]"; the data are kept') from None
    OUT.print(f"the data: {escape(str(out / training.DATA))}", soft_wrap=True)
    OUT.print(f"the picture: {escape(str(out / training.PICTURE))}", soft_wrap=True)


def _line(game: str, seed: int, told) -> str:  # type: ignore[no-untyped-def]
    shares = "".join(f", {name} {share}" for name, share in (("random", told.random), ("greedy", told.greedy)) if share)
    return f"{game}, seed {seed}: {100 * told.share:.0f} %, {told.steps:,} decisions, {told.countdown}{shares}"
