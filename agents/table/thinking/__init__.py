"""Agents think in processes of their own, so that no page waits for one: started anew, never forked.

Quick agents share a process, searches and analyses others (`worker`, and `mind` within it). One that breaks down takes
its process with it; whoever had asked is told, and the next question finds a new process. `guests` come from outside.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from rush_envs.engine.agents import is_guest

from ...search.settings import take_net
from .guests import Guests
from .worker import Failed, Worker

__all__ = ["Failed", "Thinkers", "Worker", "seconds_of"]

SLOW = ("mcts",)  # kinds of agents that get a process of their own while they think


def is_of_a_file(agent: str) -> bool:
    """Whether a name leads to the file system: a policy's file, or anybody's module."""
    kind, _, argument = agent.partition(":")
    if kind == "mcts":
        return bool(take_net(argument)[0])
    return is_guest(agent) or (kind == "ppo" and bool(argument))


class Thinkers:
    """All processes: one for quick agents, some for searches, one for analyses; and the guests of every table.

    Where other machines may ask, `admitted` are the agents of files and modules that whoever has started the server
    allows; None allows all, to those who could open these files anyway. `hidden` are paths that no guest may see.
    """

    def __init__(self, searching: int = 2, admitted: Collection[str] | None = None, hidden: Sequence[str] = ()) -> None:
        self.admitted = admitted
        self.quick, self.analyst = Worker(), Worker()
        self.searching = [Worker() for _ in range(searching)]
        self.guests = Guests(hidden)

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
            return await self.guests.act(table, agent, task)
        return int(await self._for(agent).ask(task | {"kind": "act", "agent": agent}))

    async def check(self, agent: str, game: str, options: dict[str, Any]) -> None:
        """Refuses an agent that cannot be made, before a table is laid for it."""
        self._admit(agent)
        if is_guest(agent):
            await self.guests.check(agent, game, options)
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
        """The guests of a table that is over, or that nobody looks at any more."""
        self.guests.leave(table)

    def close(self) -> None:
        for worker in (self.quick, self.analyst, *self.searching):
            worker.close()
        self.guests.close()


def seconds_of(agent: str) -> float | None:
    """How long an agent thinks about a decision, where its name says so."""
    found = re.match(r"mcts:(?:net[^:]*:)?([0-9]{1,9})ms(?::|$)", agent)
    return int(found[1]) / 1000 if found else None
