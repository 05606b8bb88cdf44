"""What a worker's process does: agents and playouts that were asked for lately, one question after the other."""

from __future__ import annotations

from collections import OrderedDict
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from rush_envs import registry
from rush_envs.contract import Config, Game
from rush_envs.engine.agents import Agent, load
from rush_envs.errors import RushError
from rush_envs.kit.printable import printable

from ...arena.guests.process import read_view
from .analysis import Playouts, ranked

KEPT = 16  # agents that a process keeps ready


class Mind:
    """Agents and playouts that were asked for lately."""

    def __init__(self) -> None:
        self.agents: OrderedDict[tuple[Any, ...], Agent] = OrderedDict()
        self.playouts: OrderedDict[str, Playouts] = OrderedDict()

    def agent(self, name: str, game: Game, seed: int) -> Agent:
        key = (name, game.name, seed)
        if key not in self.agents:
            self.agents[key] = load(name, game, seed=seed)
            if len(self.agents) > KEPT:
                self.agents.popitem(last=False)
        self.agents.move_to_end(key)
        return self.agents[key]

    def expected(self, game: Game, config: Config, task: dict[str, Any]) -> dict[str, Any]:
        key = f"{game.name} {sorted(config.options().items())}"
        if key not in self.playouts:
            self.playouts[key] = Playouts(game, config)
            if len(self.playouts) > KEPT:
                self.playouts.popitem(last=False)
        state = np.frombuffer(task["state"], game.state.dtype).copy()
        return self.playouts[key].expected(state, task["seat"], task["open"], task["seed"])

    def do(self, task: dict[str, Any]) -> Any:
        game = registry.game(task["game"])
        config = game.config.of(game.name, task["options"])
        if task["kind"] == "check":
            load(task["agent"], game, seed=0)
            return True
        if task["kind"] == "expected":
            return self.expected(game, config, task)
        view = read_view(task["view"], game, config)
        fresh = (task["agent"], game.name, task["seed"]) not in self.agents
        agent = self.agent(task["agent"], game, task["seed"])
        if fresh and task["kind"] == "rank":
            agent.act(view)  # compiles what it needs: a budget in milliseconds is then for thinking
        return ranked(agent, view) if task["kind"] == "rank" else int(agent.act(view)[0])


def work(line: Connection) -> None:
    """Answers one question after the other until nobody asks any more."""
    mind = Mind()
    while True:
        try:
            task = line.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        try:
            line.send((True, mind.do(task)))
        except KeyboardInterrupt:
            return
        except BaseException as error:  # an agent's fault, told to whoever asked
            words = str(error) if isinstance(error, RushError) else f"{type(error).__name__}: {error}"
            line.send((False, printable(words)[:300]))
