"""Agents from outside at tables: each in a process of its own, behind the walls that tournaments put up for them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from rush_envs import registry
from rush_envs.engine.batch import BatchEnv

from ...arena.guests.guest import Guest
from .worker import Failed

SECONDS = 30.0  # for a decision
MOST = 24  # processes; the one that was asked longest ago goes for a new one


class Guests:
    """The guests of every table; `hidden` are paths that none of them may see: the games with the keys of the seats."""

    def __init__(self, hidden: Sequence[str] = ()) -> None:
        self.hidden = hidden
        self._guests: OrderedDict[tuple[str, str], tuple[Guest, asyncio.Lock]] = OrderedDict()
        self._threads = ThreadPoolExecutor(4, "guests")

    async def act(self, table: str, agent: str, task: dict[str, Any]) -> int:
        guest, lock = self._at(table, agent, task)
        async with lock:  # two seats, or a seat and a hint, may ask the same process
            loop = asyncio.get_running_loop()
            actions, faults = await loop.run_in_executor(self._threads, _answer, guest, task)
        if faults:
            raise Failed(faults[0])
        return int(actions[0])

    def _at(self, table: str, agent: str, task: dict[str, Any]) -> tuple[Guest, asyncio.Lock]:
        key = (table, agent)
        if key not in self._guests:
            self._guests[key] = self._made(agent, task["game"], task["options"], task["seed"]), asyncio.Lock()
            idle = [other for other, (_, lock) in self._guests.items() if other != key and not lock.locked()]
            if len(self._guests) > MOST and idle:
                self._guests.pop(idle[0])[0].close()
        self._guests.move_to_end(key)
        return self._guests[key]

    def _made(self, agent: str, game: str, options: dict[str, Any], seed: int) -> Guest:
        chosen = registry.game(game)
        return Guest(agent, chosen, chosen.config.of(game, options), seed, SECONDS, hidden=self.hidden)

    async def check(self, agent: str, game: str, options: dict[str, Any]) -> None:
        """Refuses one that cannot be made."""
        guest = self._made(agent, game, options, 0)
        await asyncio.get_running_loop().run_in_executor(self._threads, guest.check)

    def leave(self, table: str) -> None:
        """Those of a table that is over, or that nobody looks at any more."""
        for key in [key for key in self._guests if key[0] == table]:
            self._guests.pop(key)[0].close()

    def close(self) -> None:
        for guest, _ in self._guests.values():
            guest.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _answer(guest: Guest, task: dict[str, Any]) -> tuple[np.ndarray, dict[int, str]]:
    """What it does in the position that its seat may know."""
    game = registry.game(task["game"])
    batch = BatchEnv(game, game.config.of(task["game"], task["options"]), 1, seed=0, autoreset=False)
    batch.load(np.frombuffer(task["state"], game.state.dtype).copy())
    batch.ask(task["seat"])
    return guest.answer(batch, np.zeros(1, np.int64))
