"""What `tournament`, `ladder` and `rate` share: their options, progress while games are played, and the end."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text
from typer.core import TyperCommand

from rush_envs.engine.agents import is_guest
from rush_envs.errors import BadOption

from ...arena.guests.sandbox import weakness
from ...arena.tournament import Tournament, run
from ...cluster.joining import PLACES
from ...results.report import REPLAYS, write
from ...results.rows import MOST_GAMES
from ...results.running import folder_of
from ...results.scorebook import Scorebook
from ...results.summary import Summary
from ...terminal.console import ERR, OUT, writing
from .options import print_json

REPORT, DATABASE = "report.html", "games.db"


class ManyAgents(TyperCommand):
    """Lets `--agents a b c` mean `--agents a --agents b --agents c`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, spread(args))


def spread(words: list[str]) -> list[str]:
    """`--agents` before every word that follows it, up to the next option."""
    result: list[str] = []
    open_list = False
    for place, word in enumerate(words):
        if word.startswith("-"):
            open_list = word == "--agents" or word.startswith("--agents=")
        elif open_list and words[place - 1] != "--agents":
            result.append("--agents")
        result.append(word)
    return result


Agents = Annotated[
    list[str] | None,
    typer.Option(
        "--agents",
        metavar="NAME …",
        help="Who plays: random, greedy, … or anybody's module:Name, an object with act(view).",
        show_default="random greedy",
    ),
]
Games = Annotated[int, typer.Option(min=1, max=MOST_GAMES, help="How many games to play in all.")]
Seed = Annotated[
    int, typer.Option(help="The same seed plays the same tournament; one nobody can guess if strangers play.")
]
Processes = Annotated[int, typer.Option(min=1, help="How many processes play; the results are the same.")]
On = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar=PLACES,
        help="Play on Ray: here (with so many --processes), on this node's cluster or one elsewhere; the same results.",
        show_default="no cluster",
    ),
]
Timeout = Annotated[
    float,
    typer.Option(min=0, help="Seconds for a decision of a module:Name agent. 0: trust them, in our own process."),
]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print the final table as CSV.")]


def one_form(as_json: bool, as_csv: bool) -> None:
    if as_json and as_csv:
        raise BadOption("give one of --json and --csv")


def secrets(folder: Path, db: Path | None) -> tuple[str, ...]:
    """What no guest may see."""
    book = db or folder / DATABASE
    return tuple(map(str, (book, folder_of(book), folder / REPORT, folder / REPLAYS, folder)))


def warn(tournaments: Sequence[Tournament]) -> None:
    """Says what guests could do that they should not, where the system gives no walls."""
    strangers = any(is_guest(name) and one.move_timeout for one in tournaments for name in one.agents)
    if strangers and (words := weakness()):
        ERR.print(f"warning: {words}", soft_wrap=True)


def hold(
    tournament: Tournament, games: int, processes: int, folder: Path, db: Path | None, on: str | None = None
) -> Summary:
    """Plays what is missing and writes the report."""
    path = db or folder / DATABASE
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with Scorebook(path, tournament.facts()) as book:
        if len(book) > games:
            raise BadOption(f"{path} holds {len(book)} games already; give --games {len(book)} or more")
        kept = len(book)
        with live(tournament, games, kept) as told, keeping(book, games):
            run(tournament, games, book, processes=processes, on=on, **told)
        book.compare(tournament.facts())  # nobody was exchanged while it was played
        with ERR.status("Rating …"):
            summary = Summary.of(book)
            report(summary, book, folder)
        ERR.print(f"{kept} games were stored before, {len(book) - kept} were played now.", soft_wrap=True)
    return summary


@contextmanager
def keeping(book: Scorebook, games: int) -> Iterator[None]:
    """Ctrl-C ends a tournament in good order."""
    try:
        yield
    except KeyboardInterrupt:
        ERR.print(f"\nStopped: {len(book)} of {games} games are kept. The same command goes on.", soft_wrap=True)
        raise typer.Exit(130) from None


class GamesPerSecond(ProgressColumn):
    """Of this run: games kept from an earlier one cost no time."""

    def __init__(self, kept: int) -> None:
        super().__init__()
        self._kept, self._start = kept, time.monotonic()

    def render(self, task: Task) -> Text:
        played = task.completed - self._kept
        return Text(f"{played / max(time.monotonic() - self._start, 1e-9):.1f} games/s" if played else "–")


@contextmanager
def live(tournament: Tournament, games: int, kept: int) -> Iterator[dict[str, Any]]:
    """Progress in a terminal; `run` is told what to call."""
    columns = (
        BarColumn(20), MofNCompleteColumn(), GamesPerSecond(kept), TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("{task.description}", markup=False),
    )  # fmt: skip
    with Progress(*columns, console=ERR, disable=not ERR.is_terminal) as progress:
        task = progress.add_task("loading the rules (compiled the first time) …", total=games, completed=kept)
        words: dict[range, str] = {}

        def started(block: range) -> None:
            words[block] = tournament.words(block)
            if progress.tasks[0].completed > kept:  # the first blocks take longer, and the bar says why
                progress.update(task, description=words[block])

        def finished(block: range) -> None:
            del words[block]
            progress.update(task, advance=len(block), description=next(iter(words.values()), "done"))

        def noted(words: str) -> None:
            ERR.print(words, soft_wrap=True)

        yield {"started": started, "finished": finished, "noted": noted}


def report(summary: Summary, book: Scorebook, folder: Path) -> None:
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        write(summary, book, folder / REPORT)


def tell(summary: Summary, folder: Path | None, as_json: bool, as_csv: bool) -> None:
    """The end of a tournament, for people or for programs."""
    page = None if folder is None else str(folder / REPORT)
    if as_json:
        print_json(summary.facts() | ({"report": page} if page else {}))
    elif as_csv:
        print(summary.csv(), end="")
    else:
        for part in summary.tables():
            OUT.print(part, soft_wrap=isinstance(part, str))
        if page:
            OUT.print(f"Report: {escape(page)}", soft_wrap=True)
