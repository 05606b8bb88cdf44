"""The command line: one file a command, put together here."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rush_envs import __version__
from rush_envs.errors import RushError
from rush_envs.kit.printable import printable_lines

from . import bench, curves, export, ladder, play, rate, replay, serve, show, tournament, train, warm
from .shared.options import examples
from .shared.tournaments import ManyAgents

app = typer.Typer(
    help="Fast, faithful reinforcement-learning environments for modern board games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,  # errors a user can meet are told by main(); the others keep Python's traceback
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """The console script: an error that a user can mend is one line on stderr and exit code 2."""
    try:
        app(prog_name="rush-envs")
    except RushError as error:
        print(f"error: {printable_lines(error)}", file=sys.stderr)
        sys.exit(2)


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"rush-envs {__version__}")
        raise typer.Exit


@app.callback(epilog=examples("list", "show coffee_rush", "play coffee_rush --option num_players=2", "play --help"))
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    pass


app.command("list", epilog=examples(*show.LIST_EXAMPLES))(show.list_games)
app.command(epilog=examples(*show.EXAMPLES))(show.show)
app.command(epilog=examples(*play.EXAMPLES))(play.play)
app.command(epilog=examples(*replay.EXAMPLES))(replay.replay)
app.command(epilog=examples(*serve.EXAMPLES))(serve.serve)
app.command(epilog=examples(*bench.EXAMPLES))(bench.bench)
app.command(cls=ManyAgents, epilog=examples(*tournament.EXAMPLES))(tournament.tournament)
app.command(cls=ManyAgents, epilog=examples(*ladder.EXAMPLES))(ladder.ladder)
app.command(epilog=examples(*rate.EXAMPLES))(rate.rate)
app.command(epilog=examples(*train.EXAMPLES))(train.train)
app.command(epilog=examples(*curves.EXAMPLES))(curves.curves)
app.command(epilog=examples(*export.EXAMPLES))(export.export)
app.command(epilog=examples(*warm.EXAMPLES))(warm.warm)
