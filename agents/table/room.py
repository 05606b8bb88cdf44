"""A table with everybody round it: players, watchers and agents."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from rush_envs.engine.streams import derived
from rush_envs.errors import BadAction, RushError

from . import eyes
from .game import TableGame
from .messages import Analyse, Answer, Hint, Message, Resign, Undo
from .replays import Played
from .store import Store
from .thinking import Failed, Thinkers, seconds_of

WAITING = 512  # messages that a slow page may be behind
PACE = 0.8  # seconds between the answers of agents at a table of agents only


class Client:
    """A page that looks at a table: from a seat, or as a watcher."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.question: asyncio.Task[None] | None = None  # a hint or an analysis that it waits for
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(WAITING)

    def send(self, text: str | None) -> None:
        """Never waits: a page that does not read is sent away, and comes back for the whole table."""
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.outbox.put_nowait(None)


class Room:
    """All that happens at one table happens here, one thing after the other."""

    def __init__(self, name: str, table: TableGame, store: Store, thinkers: Thinkers, pace: float = PACE) -> None:
        self.name, self.table, self.store, self.thinkers = name, table, store, thinkers
        self.pace = pace
        self.clients: set[Client] = set()
        self._playing: asyncio.Task[None] | None = None
        self._thinking: tuple[int, float] | None = None  # the agent that is asked, and since when
        self.version = 0  # of the position: an answer to an older one is too late
        self.played: Played | None = None  # the game as a replay, once it is over
        self._whole: dict[int | None, str] = {}  # what each viewer is sent who comes in now

    @property
    def busy(self) -> bool:
        """Whether somebody looks on, or an agent thinks."""
        return bool(self.clients) or (self._playing is not None and not self._playing.done())

    def _changed(self) -> None:
        self.version += 1
        self.played = self._thinking = None
        self._whole.clear()

    # ---------------------------------------------------------------------------------------------------------------
    # Those who look on

    def enter(self, client: Client) -> None:
        self.clients.add(client)
        if client.viewer not in self._whole:  # hundreds come back at once when the server starts anew
            self._whole[client.viewer] = _text(eyes.whole(self.table, client.viewer))
        client.send(self._whole[client.viewer])
        if thought := self._thought():
            client.send(_text(thought))
        self._tell_who_is_there()
        self.wake()

    def leave(self, client: Client) -> None:
        self.clients.discard(client)
        if client.question is not None:
            client.question.cancel()
        self._tell_who_is_there()

    def _tell_who_is_there(self) -> None:
        here = sorted({client.viewer for client in self.clients if client.viewer is not None})
        watching = sum(client.viewer is None for client in self.clients)
        self._broadcast(lambda viewer: {"type": "here", "seats": here, "watching": watching})

    def _broadcast(self, made: Callable[[int | None], dict[str, Any] | None]) -> None:
        """The same words for all who see the same: made once, however many look on."""
        for viewer in {client.viewer for client in self.clients}:
            message = made(viewer)
            if message is None:
                continue
            text = _text(message)
            for client in [client for client in self.clients if client.viewer == viewer]:
                client.send(text)

    def _show_all(self) -> None:
        self._broadcast(lambda viewer: eyes.whole(self.table, viewer))

    # ---------------------------------------------------------------------------------------------------------------
    # What players do

    def hear(self, client: Client, message: Message) -> None:
        """Does what a page asks for, or tells it why not; then nothing has changed."""
        try:
            if client.viewer is None:
                raise BadAction("watchers only watch; sit down with the link of a seat")
            self._obey(client, client.viewer, message)
        except RushError as error:
            client.send(_text({"type": "error", "words": str(error)[:500]}))

    def _obey(self, client: Client, seat: int, message: Message) -> None:
        if isinstance(message, Answer):
            if message.given != self.table.given(seat):
                raise BadAction("the game has gone on in the meantime; look again")
            self.answer(seat, message.action)
        elif isinstance(message, Undo):
            self._undo(seat)
        elif isinstance(message, Resign):
            self.resign(seat, "")
        elif isinstance(message, Hint | Analyse):
            if client.question is not None and not client.question.done():
                raise BadAction("one question after the other; wait for the answer")
            client.question = asyncio.create_task(self._think_for(client, seat, message))

    async def _think_for(self, client: Client, seat: int, message: Hint | Analyse) -> None:
        """Beside everything else: whoever asked may play on, and then needs no hint any more."""
        version = self.version
        try:
            if isinstance(message, Analyse):
                found = await self._analysed(seat, message.agent)
            else:
                action = await self.thinkers.act(self.name, message.agent, self._task(seat))
                words = self.table.game.describe(action)
                found = {"type": "hint", "action": action, "words": words, "agent": message.agent}
            if version == self.version or isinstance(message, Analyse):
                client.send(_text(found))
        except RushError as error:
            client.send(_text({"type": "error", "words": str(error)[:500]}))

    def answer(self, seat: int, action: int) -> None:
        self.table.answer(seat, action)
        self._changed()
        self.store.answer(self.name, self.table.ply - 1, seat, action)
        if self.table.over:
            self.store.note(self.name, self.table.facts, True)
            self.thinkers.leave(self.name)
        opened = self.table.over and bool(self.table.persons)  # watchers see now what they could not see before

        def made(viewer: int | None) -> dict[str, Any] | None:
            fresh = viewer is None and opened
            return eyes.whole(self.table, viewer) if fresh else eyes.step(self.table, viewer)

        self._broadcast(made)
        self.wake()

    def _undo(self, seat: int) -> None:
        ply = self.table.undo(seat)
        self._changed()
        self.store.go_back(self.name, ply)
        self.store.note(self.name, self.table.facts, False)
        self._show_all()
        self.wake()

    def resign(self, seat: int, why: str) -> None:
        self.table.resign(seat, why)
        self._changed()
        self.store.note(self.name, self.table.facts, True)
        self.thinkers.leave(self.name)
        self._show_all()

    async def _analysed(self, seat: int, agent: str) -> dict[str, Any]:
        if self.table.persons != [seat]:
            raise BadAction("while several people play there is no analysis; open the replay afterwards")
        task, ply = self._task(seat), len(eyes.seen(self.table, seat)) - 1
        found = await self.thinkers.rank(agent, task)
        expected = await self.thinkers.expected(task | {"open": False})
        for row in found["actions"]:
            row["words"] = self.table.game.describe(row["action"])
        about = {"ply": ply, "seat": seat, "open": False, "agent": agent, "names": self.table.names}
        return {"type": "analysis", **about, **found, "expected": expected}

    # ---------------------------------------------------------------------------------------------------------------
    # What agents do

    def _task(self, seat: int) -> dict[str, Any]:
        """What a process needs to know to answer for a seat: its view as bytes."""
        table = self.table
        if seat not in table.waiting:
            raise BadAction(f"{table.names[seat]} is not asked now")
        view = table.view(seat)
        content = view.seat.tobytes() + view.mask.tobytes() + view.features.tobytes() + view.states.tobytes()
        return {
            "game": table.game.name,
            "options": table.config.options(),
            "seed": derived(table.facts.seed, f"seat {seat}"),
            "seat": seat,
            "view": content,
            "state": view.states.tobytes(),
        }

    def wake(self) -> None:
        """Agents answer if any is asked, and nobody sees to it yet."""
        if self._playing is None or self._playing.done():
            self._playing = asyncio.get_running_loop().create_task(self._play())

    def _next_agent(self) -> int | None:
        seats = self.table.facts.seats
        return next((seat for seat in self.table.waiting if not seats[seat].is_person), None)

    def _thought(self) -> dict[str, Any] | None:
        """Which agent thinks, for how long already, and of how long where its name says so; nothing where several are
        asked at once: nobody is told who still thinks."""
        if self._thinking is None or self.table.game.simultaneous:
            return None
        seat, since = self._thinking
        limit = seconds_of(self.table.facts.seats[seat].player)
        return {"type": "thinking", "seat": seat, "for": round(time.monotonic() - since, 1), "limit": limit}

    async def _play(self) -> None:
        while (seat := self._next_agent()) is not None:
            if not self.table.persons and not any(self.clients):
                return  # nobody plays and nobody looks on
            version, agent = self.version, self.table.facts.seats[seat].player
            self._thinking = seat, time.monotonic()
            self._broadcast(lambda _: self._thought())
            try:
                action = await self.thinkers.act(self.name, agent, self._task(seat))
                if version == self.version:
                    self.answer(seat, action)
            except (Failed, RushError) as error:
                if version == self.version:
                    self.resign(seat, f"{agent} broke down: {error}"[:400])
            if not self.table.persons:
                await asyncio.sleep(self.pace)

    async def close(self) -> None:
        for client in self.clients:
            client.send(None)
        if self._playing is not None:
            self._playing.cancel()
            with suppress(asyncio.CancelledError):
                await self._playing


def _text(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=_number)


def _number(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} does not belong into a message")
