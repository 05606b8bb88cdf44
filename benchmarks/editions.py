"""A game's rule of thumb against its former edition: is the new greedy stronger, and what does it cost?

    python benchmarks/editions.py --game coffee_rush --count 4000 --seed 17
    python benchmarks/editions.py --game rush_out --count 2000 --option scenario=scenario_3 --option num_players=3

The new one takes one company (a seat, or all heroes), each in turn, the former ones all others; *even* is what the
former one wins in the same places of the same games. The former editions lie in `benchmarks/former/<game>/greedy.py`:
they are data for this measurement, not part of the package. Speed is decisions per CPU second on the same positions,
by turns in this process, the median of the ratios with its quartiles.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
from typing import Any

from rich.console import Console
from rich.progress import Progress

import rush_agents.greedy
import rush_envs
from rush_agents.arena.duels import Share, duel
from rush_agents.cli.shared.options import game_options
from rush_envs.contract import Game
from rush_envs.engine.jit import bind
from rush_envs.engine.streams import derived
from rush_envs.layout import markdown

SIZE = 480  # games between two looks at the clock
ROUNDS = 15  # turns of the speed test


class Former(rush_agents.greedy.GreedyAgent):
    """The former edition as an agent."""

    def __init__(self, game: Game) -> None:
        kernel = importlib.import_module(f"former.{game.name}.greedy").greedy
        self._game = game
        self._choose = bind(rush_agents.greedy, game.name, {"greedy": kernel}, "former greedy").choose


def shares(game: Game, ours: Any, theirs: Any, asked: argparse.Namespace, progress: Progress) -> dict[str, Share]:
    """What `ours` wins among `theirs`, by role."""
    task = progress.add_task("the new one" if ours is not theirs else "even", total=asked.count)
    found: dict[str, Share] = {}
    for start in range(0, asked.count, SIZE):
        seed = derived(asked.seed, "benchmarks", start)
        for role, share in duel(game, ours, theirs, SIZE, seed=seed, options=asked.options).items():
            found[role] = found.get(role, Share(0.0, 0)).plus(share)
        progress.advance(task, SIZE)
    return found


def speed(game: Game, new: Any, old: Any, options: dict[str, Any]) -> list[float]:
    """Ratios new / former of decisions per CPU second, on positions of the former one's games."""
    batch = rush_envs.make_batch(game.name, 512, seed=1, features=False, **options)
    batch.reset()
    views = []
    for k in range(60):
        view = batch.view()
        if k % 6 == 0:
            views.append(view)
        batch.step(old.act(view))
    spent: dict[int, float] = {}
    ratios = []
    for k in range(ROUNDS + 1):
        for agent in (new, old) if k % 2 else (old, new):
            begun = time.thread_time()
            for view in views:
                agent.act(view)
            spent[id(agent)] = time.thread_time() - begun
        ratios.append(spent[id(old)] / spent[id(new)])
    return ratios[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True, choices=rush_envs.games())
    parser.add_argument("--count", type=int, default=4000, help=f"games, rounded up to {SIZE}s")
    parser.add_argument("--seed", type=int, default=52_000)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game; repeatable")
    asked = parser.parse_args()
    asked.options = game_options(asked.option)
    game = rush_envs.game(asked.game)
    new, old = rush_agents.load("greedy", game), Former(game)
    with Progress() as progress:
        won, even = shares(game, new, old, asked, progress), shares(game, old, old, asked, progress)
    rows = [(asked.game, role, str(won[role]), str(even[role]), f"{won[role].games:,}") for role in won]
    Console().print(markdown(("Game", "Role", "New", "Even", "Games"), rows), markup=False, soft_wrap=True)
    low, middle, high = statistics.quantiles(speed(game, new, old, asked.options), n=4)
    print(f"decisions/s, new / former: {middle:.2f} (quartiles {low:.2f}–{high:.2f})")


if __name__ == "__main__":
    main()
