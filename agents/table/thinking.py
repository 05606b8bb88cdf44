"""Agents think in processes of their own, so that no page waits for one: started anew, never forked.

Quick agents share a process, searches and analyses others. One that breaks down takes its process with it; whoever had
asked is told, and the next question finds a new process. Guests live behind the walls that tournaments put up for them.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import OrderedDict
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from rush_envs import registry
from rush_envs.contract import Config, Game
from rush_envs.engine.agents import Agent, is_guest, load
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import RushError
from rush_envs.kit.printable import printable

from ..arena.guests.guest import Guest
from ..arena.guests.process import read_view
from ..search.settings import take_net
from .analysis import Playouts, ranked

SLOW = ("mcts",)  # kinds of agents that get a process of their own while they think
KEPT = 16  # agents that a process keeps ready
GUEST_SECONDS = 30.0
LONGEST = 120.0  # seconds for a decision or an analysis, then its process is ended


class Failed(RushError):
    """An agent gave no answer; the words say why."""


def is_of_a_file(agent: str) -> bool:
    """Whether a name leads to the file system: a policy's file, or anybody's module."""
    kind, _, argument = agent.partition(":")
    if kind == "mcts":
        return bool(take_net(argument)[0])
    return is_guest(agent) or (kind == "ppo" and bool(argument))


# ------------------------------------------------------------------------------------------------------------------
# In a worker's process


class _Mind:
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
    mind = _Mind()
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
            line.send((False, printable(f"{type(error).__name__}: {error}")[:300]))


# ------------------------------------------------------------------------------------------------------------------
# In the server


class Worker:
    """A process, asked one question at a time."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._process: Any = None
        self._line: Connection | None = None
        self._thread = ThreadPoolExecutor(1, "asking")

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._line, other = context.Pipe()
        self._process = context.Process(target=work, args=(other,), daemon=True)
        self._process.start()
        other.close()
        return self._line

    def _ask(self, task: dict[str, Any]) -> Any:
        line = self._line or self._start()
        try:
            line.send(task)
            if not line.poll(LONGEST):
                raise Failed(f"no answer within {LONGEST:g} seconds")
            good, found = line.recv()
        except (EOFError, OSError):
            self.stop()
            raise Failed("its process broke down") from None
        except Failed:
            self.stop()
            raise
        if not good:
            raise Failed(found)
        return found

    async def ask(self, task: dict[str, Any]) -> Any:
        async with self._lock:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, task)

    @property
    def busy(self) -> bool:
        return self._lock.locked()

    def stop(self) -> None:
        line, process, self._line, self._process = self._line, self._process, None, None
        if line is not None:
            with suppress(OSError):
                line.close()
        if process is not None:
            process.terminate()
            process.join(5)

    def close(self) -> None:
        self.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)


class Thinkers:
    """All processes: one for quick agents, some for searches, one for analyses; and the guests of every table.

    Where other machines may ask, `admitted` are the agents of files and modules that whoever has started the server
    allows; None allows all, to those who could open these files anyway.
    """

    def __init__(self, searching: int = 2, admitted: Collection[str] | None = None) -> None:
        self.admitted = admitted
        self.quick, self.analyst = Worker(), Worker()
        self.searching = [Worker() for _ in range(searching)]
        self._guests: dict[tuple[str, str], Guest] = {}
        self._threads = ThreadPoolExecutor(4, "guests")

    def _admit(self, agent: str) -> None:
        if self.admitted is not None and agent not in self.admitted and is_of_a_file(agent):
            raise Failed(f"{agent[:80]} is not admitted here; start the server with --agent {agent[:80]}")

    def _for(self, agent: str) -> Worker:
        if agent.partition(":")[0] not in SLOW:
            return self.quick
        return next((worker for worker in self.searching if not worker.busy), self.searching[0])

    async def act(self, table: str, agent: str, task: dict[str, Any]) -> int:
        """An agent's answer; `task` has the game, its options, the seed and the view as bytes."""
        self._admit(agent)
        if is_guest(agent):
            return await self._ask_guest(table, agent, task)
        return int(await self._for(agent).ask(task | {"kind": "act", "agent": agent}))

    async def _ask_guest(self, table: str, agent: str, task: dict[str, Any]) -> int:
        game = registry.game(task["game"])
        config = game.config.of(game.name, task["options"])
        key = (table, agent)
        if key not in self._guests:
            self._guests[key] = Guest(agent, game, config, task["seed"], GUEST_SECONDS)
        batch = BatchEnv(game, config, 1, seed=0, autoreset=False)
        batch.load(np.frombuffer(task["state"], game.state.dtype).copy())
        batch.ask(task["seat"])
        answer = self._guests[key].answer
        loop = asyncio.get_running_loop()
        actions, faults = await loop.run_in_executor(self._threads, answer, batch, np.zeros(1, np.int64))
        if faults:
            raise Failed(faults[0])
        return int(actions[0])

    async def check(self, agent: str, game: str, options: dict[str, Any]) -> None:
        """Refuses an agent that cannot be made, before a table is laid for it."""
        self._admit(agent)
        if is_guest(agent):
            chosen = registry.game(game)
            config = chosen.config.of(game, options)
            guest = Guest(agent, chosen, config, 0, GUEST_SECONDS)
            await asyncio.get_running_loop().run_in_executor(self._threads, guest.check)
            return
        await self._for(agent).ask({"kind": "check", "agent": agent, "game": game, "options": options})

    async def rank(self, agent: str, task: dict[str, Any]) -> dict[str, Any]:
        self._admit(agent)
        if is_guest(agent):
            raise Failed("analysis asks our own agents: greedy, ppo, mcts")
        found: dict[str, Any] = await self.analyst.ask(task | {"kind": "rank", "agent": agent})
        return found

    async def expected(self, task: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = await self.analyst.ask(task | {"kind": "expected"})
        return found

    def leave(self, table: str) -> None:
        """The guests of a table that is over."""
        for key in [key for key in self._guests if key[0] == table]:
            self._guests.pop(key).close()

    def close(self) -> None:
        for worker in (self.quick, self.analyst, *self.searching):
            worker.close()
        for guest in self._guests.values():
            guest.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
