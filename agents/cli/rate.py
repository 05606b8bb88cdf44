"""`rush-envs rate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..arena.verify import verify
from ..results.scorebook import Scorebook
from ..results.summary import Summary
from ..terminal.console import ERR
from .shared.options import AsJson
from .shared.tournaments import AsCsv, one_form, report, tell

EXAMPLES = ("rate tournament_coffee_rush/games.db", "rate games.db --csv", "rate games.db --verify")


def rate(
    db: Annotated[Path, typer.Argument(help="Games that `tournament` kept.")],
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Write the report anew, here.")] = None,
    check: Annotated[
        bool, typer.Option("--verify", help="Play every game again from its replay and compare it with its row.")
    ] = False,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Compute ratings and win rates anew from the games of a tournament."""
    one_form(as_json, as_csv)
    with Scorebook(db) as book:
        summary = Summary.of(book)
        if check:
            with ERR.status("Playing the games again …"):
                count = verify(book)
            ERR.print(f"{count} games are what their replays give.", soft_wrap=True)
        if out:
            report(summary, book, out)
    tell(summary, out, as_json, as_csv)
