"""`rush-envs`: what there is, how it is played, a game in the terminal, replays, throughput, tournaments."""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from rush_envs import __version__, registry
from rush_envs.contract import Game
from rush_envs.errors import BadOption, RushError
from rush_envs.replay import Replay

from . import contest, school
from .options import AsJson, GameName, GameOptions, check_files, examples, game_options, print_json
from .play import (
    ERR,
    OUT,
    YOU,
    Conversation,
    Match,
    demonstrate,
    seat_number,
    seat_players,
    usual_agent,
    writing,
)
from .replayer import Viewer

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
        print(f"error: {error}", file=sys.stderr)
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


# ------------------------------------------------------------------------------------------------------------------
# list, show


def facts(game: Game) -> dict[str, Any]:
    """A game's line of the list."""
    players = next(option for option in fields(game.config) if option.name == "num_players").metadata
    return {
        "name": game.name,
        "title": game.title,
        "players": {"min": players["low"], "max": players["high"]},
        "actions": game.actions.size,
        "features": game.observation.size,
        "pettingzoo": f"rush_envs.{game.id}",
        "gymnasium": registry.gym_id(game.name, game.version),
    }


@app.command("list", epilog=examples("list", "list --json"))
def list_games(as_json: AsJson = False) -> None:
    """Every game: players, actions, features and ids."""
    every = [facts(registry.game(name)) for name in registry.games()]
    if as_json:
        print_json(every)
        return
    table = Table("Game", "Players", "Actions", "Features", "PettingZoo and Gymnasium")
    for game in every:
        players = f"{game['players']['min']}–{game['players']['max']}"
        names, ids = f"[bold]{game['name']}[/]\n{game['title']}", f"{game['pettingzoo']}\n{game['gymnasium']}"
        table.add_row(names, players, str(game["actions"]), str(game["features"]), ids)
    OUT.print(table)


@app.command(epilog=examples("show coffee_rush", "show coffee_rush --actions", "show coffee_rush --observation --json"))
def show(
    name: GameName,
    as_json: AsJson = False,
    rules: Annotated[bool, typer.Option("--rules", help="Only the rules in short and the options.")] = False,
    actions: Annotated[bool, typer.Option("--actions", help="Only the actions.")] = False,
    observation: Annotated[bool, typer.Option("--observation", help="Only the observation.")] = False,
) -> None:
    """The rules in short, the options, the actions and the observation of a game."""
    game = registry.game(name)
    wanted = {"rules": rules, "actions": actions, "observation": observation}
    sections = [section for section, only in wanted.items() if only or not any(wanted.values())]
    if as_json:
        parts = {"rules": rules_facts, "actions": action_facts, "observation": observation_facts}
        print_json(facts(game) | {key: value for section in sections for key, value in parts[section](game).items()})
        return
    pages = {"rules": show_rules, "actions": show_actions, "observation": show_observation}
    for section in sections:
        pages[section](game)


def rules_facts(game: Game) -> dict[str, Any]:
    keys = ("name", "default", "range", "help")
    options = [dict(zip(keys, row, strict=True)) for row in game.config.table()]
    return {"summary": game.summary, "options": options}


def action_facts(game: Game) -> dict[str, Any]:
    layout = game.actions
    return {
        "action_ranges": [
            {"name": r.name, "start": layout.starts[r.name], "size": r.size, "words": r.words, "axes": r.axes}
            for r in layout.ranges.values()
        ]
    }


def observation_facts(game: Game) -> dict[str, Any]:
    layout = game.observation
    return {
        "observation_pieces": [
            {"name": p.name, "start": layout.start(p.name), "shape": p.shape, "max": p.maximum, "meaning": p.meaning}
            for p in layout
        ]
    }


def show_rules(game: Game) -> None:
    OUT.print(f"[bold]{escape(game.title)}[/]\n{escape(game.summary)}\n")
    table = Table("Option", "Default", "Values", "Meaning", title="Options", title_justify="left")
    for row in game.config.table():
        table.add_row(*map(escape, row))
    OUT.print(table)


def _span(start: int, size: int) -> str:
    return str(start) if size == 1 else f"{start}–{start + size - 1}"


def show_actions(game: Game) -> None:
    title = f"{game.actions.size} actions"
    table = Table("Ids", "Range", "Words", "Values", title=title, title_justify="left", show_lines=True)
    for r in game.actions.ranges.values():
        values = "\n".join(f"{axis}: {', '.join(labels)}" for axis, labels in r.axes.items())
        table.add_row(_span(game.actions.starts[r.name], r.size), r.name, escape(r.words), escape(values))
    OUT.print(table)


def show_observation(game: Game) -> None:
    title = f"{game.observation.size} features"
    table = Table("Index", "Piece", "Shape", "Max", "Meaning", title=title, title_justify="left")
    for p in game.observation:
        shape = "×".join(map(str, p.shape))
        table.add_row(_span(game.observation.start(p.name), p.size), p.name, shape, str(p.maximum), escape(p.meaning))
    OUT.print(table)


# ------------------------------------------------------------------------------------------------------------------
# play


Seat = Annotated[str, typer.Option(metavar="N|NAME", help="Your seat: a number from 0, or a name.")]
Opponents = Annotated[
    str | None,
    typer.Option(help="The agent of the others, or one for each seat after yours, as a,b,c.", show_default="greedy"),
]
Seed = Annotated[int | None, typer.Option(help="The same seed deals the same game.", show_default="any")]
Save = Annotated[Path | None, typer.Option(metavar="FILE", help="Save the replay, however the game ends.")]
Svg = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the last table as SVG.")]
Demo = Annotated[bool, typer.Option("--demo", help="Let agents play all seats, and watch.")]
Player = Annotated[str | None, typer.Option(help="With --demo: the agent on your seat.", show_default="greedy")]


@app.command(
    epilog=examples(
        "play coffee_rush",
        "play coffee_rush --option num_players=2 --opponents random --seat 1",
        "play coffee_rush --opponents greedy,random,random --save game.json",
        "play coffee_rush --demo --svg table.svg",
    )
)
def play(
    name: GameName,
    seat: Seat = "0",
    opponents: Opponents = None,
    seed: Seed = None,
    save: Save = None,
    svg: Svg = None,
    option: GameOptions = None,
    demo: Demo = False,
    player: Player = None,
) -> None:
    """Play against agents in the terminal."""
    if player and not demo:
        raise BadOption("--player is for --demo; without it you play yourself")
    check_files(save, svg)
    game = registry.game(name)
    config = game.config.of(name, game_options(option or []))
    chair = seat_number(seat, game.agent_names(config))
    person = (player or usual_agent(game)) if demo else YOU
    players = seat_players(person, chair, opponents or usual_agent(game), config.num_players)
    match = Match(game, config, players, seed)
    try:
        if demo:
            demonstrate(match)
        else:
            Conversation(match, chair).run()
    finally:
        keep(match, save, svg, None if demo else chair)


def keep(match: Match, save: Path | None, svg: Path | None, viewer: int | None) -> None:
    """The files that were asked for; the drawing shows no more than the player saw."""
    if save:
        with writing(save):
            match.replay.save(save)
        OUT.print(f"Replay saved as {escape(str(save))}.", soft_wrap=True)
    if svg:
        with writing(svg):
            svg.write_text(match.game.draw(match.state, viewer).to_svg(), encoding="utf-8")
        OUT.print(f"Table drawn into {escape(str(svg))}.", soft_wrap=True)


# ------------------------------------------------------------------------------------------------------------------
# replay, bench


@app.command(
    epilog=examples(
        "replay game.json",
        "replay game.json --step",
        "replay game.json --svg frames --every 10",
        "replay game.json --ansi --every 50 | less -RS",
    )
)
def replay(
    file: Annotated[Path, typer.Argument(help="A replay that `play --save` or `Replay.save` wrote.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only check it: one line, exit code 2 if it fails.")] = False,
    step: Annotated[bool, typer.Option("--step", help="Step through the game in the terminal.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Export numbered SVG files into this folder.", metavar="DIR")] = None,
    film: Annotated[Path | None, typer.Option(help="One SVG that plays the game.", metavar="FILE")] = None,
    ansi: Annotated[bool, typer.Option("--ansi", help="Print the tables in colour.")] = False,
    every: Annotated[int, typer.Option(help="Show every K-th decision, and the last.", min=1, metavar="K")] = 1,
    as_json: AsJson = False,
) -> None:
    """Play a replay back: verify it and sum it up, or look at its tables."""
    if verify + step + (svg is not None) + (film is not None) + ansi + as_json > 1:
        raise BadOption("give one of --verify, --step, --svg, --film, --ansi and --json")
    check_files(film)
    viewer = Viewer(Replay.load(file))
    if as_json:
        print_json(viewer.summary())
    elif verify:
        OUT.print(viewer.verified())
    elif step:
        viewer.step(every)
    elif ansi:
        viewer.print_all(every)
    elif svg is not None:
        OUT.print(f"{viewer.export(svg, every)} tables drawn into {escape(str(svg))}.", soft_wrap=True)
    elif film is not None:
        OUT.print(f"{viewer.film(film, every)} tables in {escape(str(film))}; open it in a browser.", soft_wrap=True)
    else:
        viewer.show_summary()


def words(text: str) -> list[str]:
    """The parts of a comma-separated option."""
    return [part.strip() for part in text.split(",") if part.strip()]


def numbers(option: str, text: str) -> list[int]:
    try:
        return [int(part) for part in words(text)]
    except ValueError:
        raise BadOption(f"{option} {text!r}: give whole numbers, comma separated") from None


@app.command(epilog=examples("bench", "bench coffee_rush --batch 1024 --doors batch,aec", "bench --seconds 0.2 --json"))
def bench(
    games: Annotated[list[str] | None, typer.Argument(help="Names of games.", show_default="all")] = None,
    batch: Annotated[str, typer.Option(help="Batch sizes, comma separated.")] = "1,64,1024,4096",
    threads: Annotated[str, typer.Option(help="Numbers of threads, comma separated.")] = "1,2",
    doors: Annotated[str, typer.Option(help="Doors to measure, comma separated.")] = "batch,aec,vector,sb3",
    seconds: Annotated[float, typer.Option(help="How long to measure each.", min=0.01)] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure decisions per second of every door."""
    names = [registry.game(name).name for name in games or registry.games()]
    sizes, crews = numbers("--batch", batch), numbers("--threads", threads)
    from rush_envs import bench as measured  # with all doors and what they import

    with ERR.status("Measuring …") as status:
        rows = measured.run(names, sizes, crews, words(doors), seconds, status.update)
    if as_json:
        print_json(rows)
    else:
        OUT.print(measured.table(rows))


contest.join(app)
school.join(app)
