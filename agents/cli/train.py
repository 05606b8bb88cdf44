"""`rush-envs train`."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.live import Live
from rich.markup import escape
from rich.table import Table

from rush_envs import registry
from rush_envs.engine.batch import REWARDS
from rush_envs.errors import BadOption, shown

from ..cluster.joining import PLACES
from ..policies import files as policies
from ..policies.kinds import KINDS
from ..terminal.console import ERR, OUT
from ..training.recipe import METHODS, STARTS, recipe_of
from ..training.repeat import repeated
from .shared.options import GameName, GameOptions, Players, chosen_options

if TYPE_CHECKING:
    from ..training.measure import Progress
    from ..training.run import Run

EXAMPLES = (
    "train coffee_rush --minutes 10",
    "train rush_out --scenario training_2 --players 4 --minutes 20",
    "train coffee_rush --method expert --minutes 30",
    "train coffee_rush --method expert --minutes 30 --on auto",
    "train coffee_rush --repeat policy.json --out again",
    "train coffee_rush --minutes 20 --resume",
)

MOST_MEASURED = 1_000_000  # games

Minutes = Annotated[
    float | None, typer.Option(min=0.1, help="How long to train, imitation included.", show_default="10")
]
Steps = Annotated[int | None, typer.Option(min=1, help="Stop after so many decisions of the learner.")]
Scenario = Annotated[str | None, typer.Option(help="Short for --option scenario=NAME.")]
Reward = Annotated[str | None, typer.Option(metavar="|".join(REWARDS), help="What the learner is paid.")]
Kind = Annotated[
    str | None,
    typer.Option(
        metavar="|".join(KINDS), help="Score actions by their names, or by what they do.", show_default="the game's own"
    ),
]
Layers = Annotated[str | None, typer.Option(metavar="N,N", help="Units of the hidden layers.")]
Start = Annotated[
    str | None,
    typer.Option(
        "--from", metavar="|".join(STARTS), help="Know nothing at first, or imitate greedy.", show_default=STARTS[0]
    ),
]
Method = Annotated[
    str | None,
    typer.Option(metavar="|".join(METHODS), help="Try and be paid, or be told by playouts.", show_default=METHODS[0]),
]
Imitation = Annotated[int | None, typer.Option(min=0, help="From greedy: decisions of imitating it first.")]
Repeat = Annotated[
    Path | None, typer.Option(metavar="CARD", help="Make the policy of this card anew: its recipe, as many decisions.")
]
LearningRate = Annotated[float | None, typer.Option(min=1e-6, max=0.1, help="Of the optimiser.")]
Seed = Annotated[int | None, typer.Option(help="The same seed and --steps train the same policy on one machine.")]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="Where everything goes.", show_default="train_GAME")]
On = Annotated[
    str | None,
    typer.Option(
        "--on", metavar=PLACES, help="Let a Ray cluster play the games; for --method expert.", show_default="no cluster"
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on from the last checkpoint in DIR; the limits are for the whole.")
]
Look = Annotated[
    float,
    typer.Option(min=1, help="Seconds between two looks (measure, save); with --steps alone there are 20 in all."),
]
LookGames = Annotated[int, typer.Option(min=1, max=MOST_MEASURED, help="Games of each of these against greedy.")]
FinalGames = Annotated[
    int,
    typer.Option(min=0, max=MOST_MEASURED, help="Games of the last measurement against greedy, and against random."),
]


def train(
    name: GameName,
    minutes: Minutes = None,
    steps: Steps = None,
    players: Players = None,
    scenario: Scenario = None,
    option: GameOptions = None,
    reward: Reward = None,
    network: Kind = None,
    hidden: Layers = None,
    method: Method = None,
    start: Start = None,
    imitation: Imitation = None,
    learning_rate: LearningRate = None,
    seed: Seed = None,
    look_every: Look = 60.0,
    look_games: LookGames = 2000,
    final_games: FinalGames = 2000,
    out: Out = None,
    resume: Resume = False,
    repeat: Repeat = None,
    on: On = None,
) -> None:
    """Train a policy by self-play against a league; Ctrl-C stops early and keeps what was learned."""
    game = registry.game(name)
    from ..training import train as training  # needs the extra; says so

    folder = out or Path(f"train_{name}")
    options = chosen_options(option, num_players=players, scenario=scenario)
    begun = training.Run.resume(folder, game).recipe if resume else None  # what is not said stays as it is
    changes = {
        "options": options or None, "reward": reward, "method": method, "network": network, "hidden": _sizes(hidden),
        "start": start, "imitation": imitation, "seed": seed,
    }  # fmt: skip
    if repeat is not None:
        given = [name for name, value in (changes | {"minutes": minutes, "steps": steps}).items() if value is not None]
        if given or resume or learning_rate is not None:
            raise BadOption("--repeat takes everything from the card; leave out what else says how to train")
        recipe, steps = repeated(repeat, game)
    else:
        recipe = recipe_of(name, begun, **changes)
    game.config.of(name, dict(recipe.options))  # refused now rather than after the set-up
    if minutes is None and steps is None:
        minutes = 10.0
    command = shlex.join(["rush-envs", *sys.argv[1:]])
    with Live(console=ERR, refresh_per_second=2) as live:
        run = training.train(
            name, folder, recipe=recipe, minutes=minutes, steps=steps, look_every=look_every, look_games=look_games,
            final_games=final_games, resume=resume, learning_rate=learning_rate, command=command,
            on=on, noted=lambda words: live.console.print(words, soft_wrap=True),
            tell=lambda told: live.update(_lines(told)),
        )  # fmt: skip
    _report(run)


def _sizes(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    parts = text.split(",")
    if not all(re.fullmatch(r"\s*[0-9]{1,4}\s*", part) and 1 <= int(part) <= 4096 for part in parts) or len(parts) > 8:
        raise BadOption(f"--hidden {shown(text)}: give up to eight whole numbers from 1 to 4096, such as 256,128")
    return tuple(int(part) for part in parts)


def _lines(told: Progress) -> Table:
    """A bar of text that changes in place."""
    table = Table.grid(padding=(0, 2))
    done = round(30 * min(1.0, told.share))
    bar = "[green]" + "━" * done + "[/][dim]" + "━" * (30 - done) + "[/]"
    sure = f", {100 * told.sure:.0f} % sure of greedy's moves" if told.sure else ""
    table.add_row(f"{bar} {told.phase}{sure}: {told.steps:,} decisions, {told.rate:,.0f}/s, {told.countdown}")
    for rival, share in (("greedy", told.greedy), ("random", told.random)):
        if share:
            table.add_row(f"wins against {rival}: {share}")
    return table


def _report(run: Run) -> None:
    policy = policies.load(run.policy, run.game)
    shown = Table("against", "as", "wins", "95 % interval", "games", title=f"{run.game.title}: the trained policy")
    for word, against in (("greedy", "greedy"), ("even", "  even: greedy itself"), ("random", "random")):
        for role, (rate, low, high, games) in policy.strength.get(word, {}).items():
            shown.add_row(against, role, f"{100 * rate:.1f} %", f"{100 * low:.1f}–{100 * high:.1f} %", f"{games:,}")
    OUT.print(shown)
    OUT.print(f"{run.steps:,} decisions in {run.seconds / 60:.1f} minutes")
    for what, path in (
        ("the policy", run.policy),
        ("its card", run.policy.with_suffix(".json")),
        ("the curve", run.folder / "curve.png"),
        ("TensorBoard", run.folder / "tensorboard"),
    ):
        if path.exists():
            OUT.print(f"{what}: {escape(str(path))}", soft_wrap=True)
    command = f"rush-envs tournament {run.game.name} --agents random greedy ppo:{escape(str(run.policy))}"
    OUT.print(f"let it play: {command}", soft_wrap=True)
