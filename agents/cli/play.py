"""`rush-envs play`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from rush_envs import registry
from rush_envs.contract import Game
from rush_envs.errors import BadOption
from rush_envs.replay import Replay

from ..terminal.console import OUT, writing
from ..terminal.conversation import Conversation
from ..terminal.session import YOU, Session, demonstrate, seat_number, seat_players, usual_agent
from .shared.options import HOW_MANY, GameName, GameOptions, check_files, chosen_options

EXAMPLES = (
    "play coffee_rush",
    "play coffee_rush --players 2 --opponents random --seat 1",
    "play coffee_rush --opponents greedy,random,random --save game.json",
    "play coffee_rush --resume game.json",
    "play coffee_rush --demo --svg table.svg",
)

Seat = Annotated[str, typer.Option(metavar="N|NAME", help="Your seat: a number from 0, or a name.")]
Opponents = Annotated[
    str | None,
    typer.Option(help="The agent of the others, or one for each seat after yours, as a,b,c.", show_default="greedy"),
]
Seed = Annotated[int | None, typer.Option(help="The same seed deals the same game.", show_default="any")]
Save = Annotated[Path | None, typer.Option(metavar="FILE", help="Save the replay, however the game ends.")]
Resume = Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a game that was saved.")]
Svg = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the last table as SVG.")]
Demo = Annotated[bool, typer.Option("--demo", help="Let agents play all seats, and watch.")]
InYourPlace = Annotated[str | None, typer.Option(help="With --demo: the agent on your seat.", show_default="greedy")]
# Words are taken, too: whoever names an agent here is told which option that is.
Players = Annotated[str | None, typer.Option(metavar="<int>", help=HOW_MANY)]


def play(
    name: GameName,
    seat: Seat = "0",
    opponents: Opponents = None,
    seed: Seed = None,
    players: Players = None,
    resume: Resume = None,
    save: Save = None,
    svg: Svg = None,
    option: GameOptions = None,
    demo: Demo = False,
    player: InYourPlace = None,
) -> None:
    """Play against agents in the terminal."""
    if player and (player.isdecimal() or not demo):
        raise BadOption(
            "--player is the agent on your seat, for --demo; how many play is "
            + (f"--players {player}" if player.isdecimal() else "--players")
        )
    check_files(save, svg)
    game = registry.game(name)
    options = chosen_options(option, num_players=how_many(players))
    saved = None if resume is None else saved_game(resume, game, bool(options) or seed is not None)
    config = saved.config if saved else game.config.of(name, options)
    chair = seat_number(seat, game.agent_names(config))
    person = (player or usual_agent(game)) if demo else YOU
    seated = seat_players(person, chair, opponents or usual_agent(game), config.num_players)
    session = Session(game, config, seated, seed, saved)
    try:
        if demo:
            demonstrate(session)
        else:
            Conversation(session, chair).run()
    finally:
        keep(session, save, svg, None if demo else chair)


def how_many(players: str | None) -> int | None:
    try:
        return None if players is None else int(players)
    except ValueError:
        raise BadOption(
            f"--players {players}: give how many play, a number; the agent on your seat is --player, for --demo, "
            "those of the others are --opponents"
        ) from None


def saved_game(path: Path, game: Game, more: bool) -> Replay:
    """A replay to go on with: it says itself what is played, and how it was dealt."""
    replay = Replay.load(path)
    if replay.game is not game:
        raise BadOption(f"{path} is a game of {replay.game.name}; write: play {replay.game.name} --resume {path}")
    if more:
        raise BadOption("--resume goes on with the options and the seed of the saved game; leave yours out")
    return replay


def keep(session: Session, save: Path | None, svg: Path | None, viewer: int | None) -> None:
    """The files that were asked for; the drawing shows no more than the player saw."""
    if save:
        with writing(save):
            session.replay.save(save)
        OUT.print(f"Replay saved as {escape(str(save))}.", soft_wrap=True)
    if svg:
        with writing(svg):
            svg.write_text(session.game.draw(session.state, viewer).to_svg(), encoding="utf-8")
        OUT.print(f"Table drawn into {escape(str(svg))}.", soft_wrap=True)
