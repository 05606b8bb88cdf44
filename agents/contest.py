"""The commands `tournament`, `ladder` and `rate`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text
from typer.core import TyperCommand

from rush_envs import registry
from rush_envs.errors import BadOption, RushError

from .arena import MOVE_TIMEOUT, Tournament, run
from .lineups import FORMATS
from .options import AsJson, GameName, GameOptions, Players, chosen_options, examples, print_json
from .play import ERR, OUT, writing
from .scorebook import Scorebook
from .summary import Summary

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
Games = Annotated[int, typer.Option(min=1, help="How many games to play in all.")]
Format = Annotated[str, typer.Option("--format", metavar="|".join(FORMATS), help="Gauntlet: the first against each.")]
Seed = Annotated[int, typer.Option(help="The same seed plays the same tournament.")]
Processes = Annotated[int, typer.Option(min=1, help="How many processes play; the results are the same.")]
Timeout = Annotated[
    float,
    typer.Option(min=0, help="Seconds for a decision of a module:Name agent. 0: trust them, in our own process."),
]
Db = Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the games here.", show_default="OUT/games.db")]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="Report and replays.", show_default="tournament_GAME")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print the final table as CSV.")]


def tournament(
    name: GameName,
    agents: Agents = None,
    games: Games = 1000,
    form: Format = "round-robin",
    players: Players = None,
    option: GameOptions = None,
    seed: Seed = 0,
    processes: Processes = 1,
    move_timeout: Timeout = MOVE_TIMEOUT,
    db: Db = None,
    out: Out = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Let agents play each other, with rotated seats and paired seeds; run it again to go on after a stop."""
    options = chosen_options(option, num_players=players)
    one_form(as_json, as_csv)
    with ERR.status("Looking for the agents …"):
        asked = Tournament.of(
            name, agents or ["random", "greedy"], options=options, format=form, seed=seed, move_timeout=move_timeout
        )
    folder = out or Path(f"tournament_{name}")
    tell(hold(asked, games, processes, folder, db), folder, as_json, as_csv)


def ladder(
    agents: Agents = None,
    games: Games = 200,
    seed: Seed = 0,
    processes: Processes = 1,
    move_timeout: Timeout = MOVE_TIMEOUT,
    out: Annotated[Path, typer.Option(metavar="DIR", help="A folder in it for each game.")] = Path("ladder"),
    as_json: AsJson = False,
) -> None:
    """A round robin of the same agents at every game; an agent that cannot play a game stays out of it."""
    names = agents or ["random", "greedy"]
    asked = [one for game in registry.games() if (one := entrants(game, names, seed, move_timeout))]
    if not asked:
        raise BadOption("no game has two of these agents")
    told = {}
    for one in asked:
        folder = out / one.game_name
        summary = hold(one, games, processes, folder, None)
        told[one.game_name] = summary.facts() | {"report": str(folder / REPORT)}
        if not as_json:
            tell(summary, folder, False, False)
    if as_json:
        print_json(told)


def entrants(game: str, names: list[str], seed: int, move_timeout: float) -> Tournament | None:
    """A tournament of those that can play a game; says why the others cannot."""
    able = []
    for name in names:
        try:
            Tournament.of(game, [name], format="self-play", move_timeout=move_timeout)
            able.append(name)
        except RushError as error:
            ERR.print(escape(f"{game}: {error}"), soft_wrap=True)
    return Tournament.of(game, able, seed=seed, move_timeout=move_timeout) if len(able) > 1 else None


def rate(
    db: Annotated[Path, typer.Argument(help="Games that `tournament` kept.")],
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Write the report anew, here.")] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Compute ratings and win rates anew from the games of a tournament."""
    one_form(as_json, as_csv)
    with Scorebook(db) as book:
        summary = Summary.of(book)
        if out:
            report(summary, book, out)
    tell(summary, out, as_json, as_csv)


def one_form(as_json: bool, as_csv: bool) -> None:
    if as_json and as_csv:
        raise BadOption("give one of --json and --csv")


# ------------------------------------------------------------------------------------------------------------------


def hold(tournament: Tournament, games: int, processes: int, folder: Path, db: Path | None) -> Summary:
    """Plays what is missing and writes the report."""
    path = db or folder / DATABASE
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with Scorebook(path, tournament.facts()) as book:
        if len(book) > games:
            raise BadOption(f"{path} holds {len(book)} games already; give --games {len(book)} or more")
        with live(tournament, games, len(book)) as told, keeping(book, games):
            run(tournament, games, book, processes=processes, **told)
        with ERR.status("Rating …"):
            summary = Summary.of(book)
            report(summary, book, folder)
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

        yield {"started": started, "finished": finished}


def report(summary: Summary, book: Scorebook, folder: Path) -> None:
    from .report import write

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


def join(app: typer.Typer) -> None:
    """Adds the commands to the command line."""
    app.command(
        cls=ManyAgents,
        epilog=examples(
            "tournament coffee_rush --agents random greedy --games 1000 --processes 2",
            "tournament coffee_rush --agents greedy my_module:MyAgent --players 2 --move-timeout 1",
            "tournament curse_of_the_mummy --agents greedy random --format gauntlet --json",
            "tournament coffee_rush --agents greedy --format self-play --csv",
        ),
    )(tournament)
    app.command(cls=ManyAgents, epilog=examples("ladder", "ladder --agents random greedy --games 400 --json"))(ladder)
    app.command(epilog=examples("rate tournament_coffee_rush/games.db", "rate games.db --csv"))(rate)
