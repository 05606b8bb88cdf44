"""All tables and replays of a server: laid, found again after a restart, counted."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from itertools import pairwise
from pathlib import Path
from typing import Any

from rush_envs import registry
from rush_envs.errors import BadOption, RushError
from rush_envs.replay import Replay
from rush_envs.replay.film import film

from ..results.scorebook import Scorebook
from .game import PERSON, TableGame
from .messages import AnalyseReplay, NewTable
from .room import Room
from .store import Store
from .thinking import Thinkers

ME = "me"  # the seat of whoever lays the table
KEPT = 64  # tables and replays in memory; others are found in the store
MOST_TABLES = 500
POINTS = 60  # of the curve over a replay, at most


class NotFound(RushError):
    """No table or replay has this address."""


class Hub:
    """Everything that pages ask for, in terms of the game."""

    def __init__(self, store: Store, thinkers: Thinkers, books: list[Path] | None = None) -> None:
        self.store, self.thinkers = store, thinkers
        self.books = {path.parent.name or path.name: path for path in books or ()}
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self._finding = asyncio.Lock()
        self._played: OrderedDict[str, Played] = OrderedDict()

    # ---------------------------------------------------------------------------------------------------------------
    # Tables

    async def lay(self, wanted: NewTable) -> dict[str, Any]:
        """A new table; whoever lays it gets the keys of all its persons, the first for themselves."""
        if sum(not over for _, _, over, _ in self.store.tables()) >= MOST_TABLES:
            raise BadOption(f"there are {MOST_TABLES} tables already; finish one first")
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
        """A table; one that must be played back first keeps nobody else waiting."""
        async with self._finding:
            if name not in self.rooms:
                facts = self.store.facts(name)
                if facts is not None:
                    table = await asyncio.to_thread(TableGame, facts)
                    self._keep(Room(name, table, self.store, self.thinkers))
            return self.room(name)

    def room(self, name: str) -> Room:
        """A table that is laid, or was before the server stopped."""
        if name not in self.rooms:
            facts = self.store.facts(name)
            if facts is None:
                raise NotFound("there is no such table")
            self._keep(Room(name, TableGame(facts), self.store, self.thinkers))
        self.rooms.move_to_end(name)
        return self.rooms[name]

    def _keep(self, room: Room) -> None:
        self.rooms[room.name] = room
        for name in [name for name, other in self.rooms.items() if not other.clients and other is not room]:
            if len(self.rooms) <= KEPT:
                break
            del self.rooms[name]

    def tables(self) -> list[dict[str, Any]]:
        titles = {name: registry.game(name).title for name in registry.homes()}
        return [
            {"id": name, "begun": begun, "over": over, "game": titles.get(game, game)}
            for name, begun, over, game in self.store.tables()
        ]

    def again(self, name: str, key: str) -> NewTable:
        """The same game with the same seed and players, for one who sits alone against agents."""
        table = self.room(name).table
        seat = self._seated(table, key)
        players = [ME if k == seat else chair.player for k, chair in enumerate(table.facts.seats)]
        return NewTable(game=table.game.name, options=table.facts.options, seats=players, seed=table.facts.seed)

    def saved(self, name: str, key: str) -> Replay:
        """A table's replay: it tells the seed, so while several people play nobody gets it."""
        table = self.room(name).table
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

    def add_replay(self, text: bytes) -> str:
        """A file that somebody opens: verified, then kept."""
        replay = Replay.from_json(text, "the file")
        replay.verify()
        name = secrets.token_urlsafe(9)
        self.store.add_replay(name, time.time(), f"{replay.game.title}, seed {replay.seed}", replay)
        return name

    def played(self, name: str) -> Played:
        """A replay by its address: one that was opened, a table's that is over, or a game of a tournament."""
        if name not in self._played:
            self._played[name] = Played(self._replay(name))
            if len(self._played) > KEPT:
                self._played.popitem(last=False)
        self._played.move_to_end(name)
        return self._played[name]

    def _replay(self, name: str) -> Replay:
        book, colon, number = name.rpartition(":")
        if colon:
            if book not in self.books or not number.isdecimal() or len(number) > 9:
                raise NotFound("there is no such tournament")
            with Scorebook(self.books[book]) as results:
                return results.replay(int(number))
        found = self.store.replay(name)
        if found is None and self.store.facts(name) is not None:
            table = self.room(name).table
            if not table.over:
                raise NotFound("that game is not over yet")
            found = table.replay()
        if found is None:
            raise NotFound("there is no such replay")
        return found

    def tournaments(self) -> list[dict[str, Any]]:
        """Standings and games of the tournaments that the server was started with."""
        return [{"name": name, **standing(path)} for name, path in self.books.items()]

    async def analysed(self, name: str, wanted: AnalyseReplay) -> dict[str, Any]:
        """What an agent thinks at a ply, for the seat that was asked there."""
        played = self.played(name)
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
        played = self.played(name)
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


class Played:
    """A replay that was played back."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.names = replay.game.agent_names(replay.config)
        self.batch = replay.start()
        self.states = [batch.states.copy() for batch in replay.frames()]
        self.last = len(self.states) - 1
        self._films: dict[int | None, dict[str, Any]] = {}

    def film(self, viewer: int | None) -> dict[str, Any]:
        if viewer is not None and not 0 <= viewer < len(self.names):
            raise NotFound("there is no such seat")
        if viewer not in self._films:
            made = film(self.replay.game, self.names, self.states, self.replay.answers, viewer)
            self._films[viewer] = made | {"names": self.names, "seats": [seat for seat, _ in self.replay.answers]}
        return self._films[viewer]

    def task(self, ply: int, open_table: bool, features: bool = True) -> dict[str, Any]:
        """What an analysis needs: the position as the seat that is asked there may know it, or as it is."""
        game, state = self.replay.game, self.states[ply]
        self.batch.load(state)
        seat, view = int(self.batch.seat[0]), b""
        imagined = state
        if seat >= 0:
            seen = self.batch.view()
            if not open_table:
                imagined = seen.states
            if features:
                view = seen.seat.tobytes() + seen.mask.tobytes() + seen.features.tobytes() + imagined.tobytes()
        return {
            "game": game.name, "options": self.replay.config.options(), "seed": 1, "seat": seat, "view": view,
            "state": imagined.tobytes(),
        }  # fmt: skip


def mistakes(played: Played, points: list[dict[str, Any]], most: int = 5) -> list[dict[str, Any]]:
    """Where a seat's expectation fell most between two points in which it had decided something, beyond what chance of
    the estimate explains."""
    found = []
    for before, after in pairwise(points):
        for seat in {seat for seat, _ in played.replay.answers[before["ply"] : after["ply"]]}:
            fall = before["mean"][seat] - after["mean"][seat]
            if fall > before["error"][seat] + after["error"][seat]:
                ply = next(k for k in range(before["ply"], after["ply"]) if played.replay.answers[k][0] == seat)
                words = played.replay.game.describe(played.replay.answers[ply][1])
                found.append({"ply": ply, "seat": seat, "name": played.names[seat], "fall": fall, "words": words})
    return sorted(found, key=lambda one: -one["fall"])[:most]


def standing(path: Path) -> dict[str, Any]:
    """How a tournament stands now: wins and games of every agent, and the latest games."""
    try:
        with Scorebook(path) as book:
            games, labels, game = book.games(), book.facts["agents"], book.facts["game"]
    except RushError as error:
        return {"game": "", "agents": [], "games": [], "total": 0, "error": str(error)}
    rows = [{"agent": label, "games": 0, "won": 0} for label in labels]
    for one in games:
        for agent, outcome in zip(one["agents"], one["outcome"], strict=True):
            rows[agent]["games"] += 1
            rows[agent]["won"] += outcome > 0
    latest = [
        {"number": one["number"], "agents": [labels[k] for k in one["agents"]], "scores": one["scores"],
         "outcome": one["outcome"], "length": one["length"], "fault": one["fault"]}
        for one in games[-60:][::-1]
    ]  # fmt: skip
    rows.sort(key=lambda row: -row["won"] / max(row["games"], 1))
    return {"game": game, "agents": rows, "games": latest, "total": len(games)}
