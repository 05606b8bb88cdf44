"""All tables and replays of a server: laid, found again after a restart, counted."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from pathlib import Path
from typing import Any

from rush_envs import registry
from rush_envs.errors import BadOption
from rush_envs.replay import Replay

from .game import PERSON, TableGame
from .messages import AnalyseReplay, NewTable
from .replays import NotFound, Played, mistakes
from .room import Room
from .store import Store
from .thinking import Thinkers
from .tournaments import Tournaments

ME = "me"  # the seat of whoever lays the table
KEPT = 64  # tables and replays in memory; others are found in the store
MOST_TABLES = 500
POINTS = 60  # of the curve over a replay, at most


class Hub:
    """Everything that pages ask for, in terms of the game."""

    def __init__(self, store: Store, thinkers: Thinkers, books: list[Path] | None = None) -> None:
        self.store, self.thinkers = store, thinkers
        self.tournaments = Tournaments(books or [])
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self._finding = asyncio.Lock()
        self._played: OrderedDict[str, Played] = OrderedDict()

    # ---------------------------------------------------------------------------------------------------------------
    # Tables

    async def lay(self, wanted: NewTable) -> dict[str, Any]:
        """A new table; whoever lays it gets the keys of all its persons, the first for themselves."""
        if self.store.unfinished() >= MOST_TABLES:
            raise BadOption(
                f"there are {MOST_TABLES} games already that are not over; end one, or give another --data folder"
            )
        players = [PERSON if player == ME else player for player in wanted.seats]
        config = registry.game(wanted.game).config.of(wanted.game, wanted.options)
        options = config.options()
        for agent in set(players) - {PERSON}:
            await self.thinkers.check(agent, wanted.game, options)
        table = await asyncio.to_thread(TableGame.new, wanted.game, options, players, wanted.seed)
        name = secrets.token_urlsafe(9)
        self.store.add(name, time.time(), table.facts)
        self._keep(Room(name, table, self.store, self.thinkers))
        seats = [
            {"seat": k, "name": table.names[k], "key": seat.key, "me": wanted.seats[k] == ME}
            for k, seat in enumerate(table.facts.seats)
            if seat.key
        ]
        return {"id": name, "seats": seats}

    async def found(self, name: str) -> Room:
        """A table that is laid, or was before the server stopped; one that must be played back first keeps nobody else
        waiting."""
        async with self._finding:
            if name not in self.rooms:
                facts = self.store.facts(name)
                if facts is None:
                    raise NotFound("there is no such table")
                table = await asyncio.to_thread(TableGame, facts)
                self._keep(Room(name, table, self.store, self.thinkers))
            self.rooms.move_to_end(name)
            return self.rooms[name]

    def _keep(self, room: Room) -> None:
        """With the others; those that nobody looks at and no agent thinks about may go, the store has them."""
        self.rooms[room.name] = room
        for name in [name for name, other in self.rooms.items() if not other.busy and other is not room]:
            if len(self.rooms) <= KEPT:
                break
            del self.rooms[name]
            self.thinkers.leave(name)

    def tables(self) -> list[dict[str, Any]]:
        titles = {name: registry.game(name).title for name in registry.homes()}
        return [
            {"id": name, "begun": begun, "over": over, "game": titles.get(game, game)}
            for name, begun, over, game in self.store.tables()
        ]

    async def again(self, name: str, key: str) -> NewTable:
        """The same game with the same seed and players, for one who sits alone against agents."""
        table = (await self.found(name)).table
        seat = self._seated(table, key)
        players = [ME if k == seat else chair.player for k, chair in enumerate(table.facts.seats)]
        return NewTable(game=table.game.name, options=table.facts.options, seats=players, seed=table.facts.seed)

    async def saved(self, name: str, key: str) -> Replay:
        """A table's replay: it tells the seed, so while several people play nobody gets it."""
        table = (await self.found(name)).table
        if not table.over:
            self._seated(table, key)
        return table.replay()

    @staticmethod
    def _seated(table: TableGame, key: str) -> int:
        seat = table.seat_of(key)
        if seat is None or table.persons != [seat]:
            raise BadOption("only who sits alone against agents may do that before the game is over")
        return seat

    # ---------------------------------------------------------------------------------------------------------------
    # Replays

    async def add_replay(self, text: bytes) -> str:
        """A file that somebody opens: verified, then kept."""
        replay = await asyncio.to_thread(_verified, text)
        name = secrets.token_urlsafe(9)
        self.store.add_replay(name, time.time(), f"{replay.game.title}, seed {replay.seed}", replay)
        return name

    async def played(self, name: str) -> Played:
        """A replay by its address: one that was opened, a table's that is over, or a game of a tournament."""
        if name in self._played:
            self._played.move_to_end(name)
            return self._played[name]
        if ":" in name:
            played = Played(*await asyncio.to_thread(self.tournaments.replay, name))
        elif (found := self.store.replay(name)) is not None:
            played = await asyncio.to_thread(Played, found)
        else:
            return await self._played_at(name)
        if played.over:  # what goes on is longer the next time
            self._played[name] = played
            if len(self._played) > KEPT:
                self._played.popitem(last=False)
        return played

    async def _played_at(self, table: str) -> Played:
        """The game of a table, kept with it: whoever resigned may take it back and play on."""
        if self.store.facts(table) is None:
            raise NotFound("there is no such replay")
        room = await self.found(table)
        if not room.table.over:
            raise NotFound("that game is not over yet")
        if room.played is None:
            version, replay = room.version, room.table.replay()
            played = await asyncio.to_thread(Played, replay)
            if version != room.version:
                raise NotFound("that game goes on")
            room.played = played
        return room.played

    async def analysed(self, name: str, wanted: AnalyseReplay) -> dict[str, Any]:
        """What an agent thinks at a ply, for the seat that was asked there."""
        played = await self.played(name)
        ply = min(wanted.ply or 0, played.last)
        task = played.task(ply, wanted.open)
        found: dict[str, Any] = {"kind": "over", "actions": []}
        if task["view"]:
            found = await self.thinkers.rank(wanted.agent, task)
        expected = await self.thinkers.expected(task | {"open": wanted.open})
        for row in found["actions"]:
            row["words"] = played.replay.game.describe(row["action"])
        answer = played.replay.answers[ply] if ply < played.last else None
        about = {"ply": ply, "seat": task["seat"], "open": wanted.open, "agent": wanted.agent, "names": played.names}
        return {**about, **found, "expected": expected, "played": answer[1] if answer else None}

    async def curve(self, name: str, wanted: AnalyseReplay) -> dict[str, Any]:
        """Expected outcomes all through a replay, and where the one who decided lost most of its own."""
        played = await self.played(name)
        stride = max(1, -(-played.last // POINTS))
        plies = sorted({*range(0, played.last, stride), played.last})
        points = []
        for ply in plies:
            task = played.task(ply, wanted.open, features=False)
            points.append({"ply": ply, **await self.thinkers.expected(task | {"open": wanted.open})})
        return {"points": points, "names": played.names, "mistakes": mistakes(played, points), "open": wanted.open}

    async def close(self) -> None:
        for room in self.rooms.values():
            await room.close()
        self.thinkers.close()
        self.store.close()


def _verified(text: bytes) -> Replay:
    replay = Replay.from_json(text, "the file")
    replay.verify()
    return replay
