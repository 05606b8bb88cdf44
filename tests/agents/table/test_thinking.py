"""Agents in processes of their own: they answer, break down and come back; guests stay behind their walls."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from rush_agents.arena.guests.sandbox import walled
from rush_agents.arena.tournament import Tournament, run
from rush_agents.results import running
from rush_agents.results.scorebook import Scorebook
from rush_agents.table import eyes
from rush_agents.table.game import TableGame
from rush_agents.table.hub import Hub
from rush_agents.table.messages import NewTable
from rush_agents.table.room import Client, Room
from rush_agents.table.store import Store
from rush_agents.table.thinking import Failed, Thinkers, seconds_of
from rush_agents.table.tournaments import Tournaments
from rush_envs.replay import Replay

TWO = {"num_players": 2}
GUEST = """
import numpy as np

class First:
    def act(self, view):
        try:
            content = open(SECRET, "rb").read(16)
        except OSError:
            content = b""
        if content:
            raise RuntimeError("the keys of all seats lie open")
        return view.mask.argmax(axis=1)

class Breaks(First):
    left = 3

    def act(self, view):
        self.left -= 1
        if not self.left:
            raise RuntimeError("oh no")
        return super().act(view)
"""


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    made = Thinkers(searching=1)
    yield made
    made.close()


def room_of(folder: Path, thinkers: Thinkers, *players: str) -> Room:
    table = TableGame.new("coffee_rush", TWO, list(players), 3)
    store = Store(folder / "tables.db")
    store.add("here", 0.0, table.facts)
    return Room("here", table, store, thinkers, pace=0.0)


@pytest.mark.parametrize("name", ["ppo:/etc/passwd", "mcts:net=x.npz:9", "mcts:9:net=x", "os:system", "a.b:C"])
def test_where_others_may_ask_no_name_leads_to_the_file_system(name: str) -> None:
    """Unless whoever started the server has admitted it."""
    closed, opened = Thinkers(searching=0, admitted=[]), Thinkers(searching=0, admitted=[name])
    for ask in (closed.check(name, "coffee_rush", TWO), closed.act("here", name, {}), closed.rank(name, {})):
        with pytest.raises(Failed, match="not admitted here; start the server with --agent"):
            asyncio.run(ask)
    opened._admit(name)
    for plain in ("greedy", "random", "ppo", "mcts:50ms", "mcts:net", "mcts:net:9:depth=2"):
        closed._admit(plain)
    for made in (closed, opened):
        made.close()


@pytest.mark.long
def test_a_process_that_is_lost_is_told_and_replaced(tmp_path: Path, thinkers: Thinkers) -> None:
    async def ask() -> None:
        room = room_of(tmp_path, thinkers, "greedy", "greedy")
        seat = room.table.waiting[0]
        task = room._task(seat)
        action = await thinkers.act("here", "greedy", task)
        assert action in room.table.legal(seat)
        thinkers.quick._process.kill()
        thinkers.quick._process.join()
        with pytest.raises(Failed, match="broke down"):
            await thinkers.act("here", "greedy", task)
        assert await thinkers.act("here", "greedy", task) == action
        with pytest.raises(Failed, match="nobody"):
            await thinkers.check("nobody", "coffee_rush", TWO)

    asyncio.run(ask())


@pytest.mark.long
def test_guests_see_no_keys_and_one_that_breaks_down_resigns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = tmp_path / "tables.db" if walled() else tmp_path / "nowhere"
    (tmp_path / "my_guest.py").write_text(f"SECRET = {str(secret)!r}\n{GUEST}")
    monkeypatch.syspath_prepend(tmp_path)

    async def played() -> str:
        thinkers = Thinkers(searching=0, hidden=[str(secret)])
        await thinkers.check("my_guest:First", "coffee_rush", TWO)
        room = room_of(tmp_path, thinkers, "my_guest:First", "my_guest:Breaks")
        client = Client(None)
        room.enter(client)
        while not room.table.over:
            await asyncio.sleep(0.05)
        await room.close()
        thinkers.close()
        return room.table.verdict()

    verdict = asyncio.run(asyncio.wait_for(played(), 200))
    assert verdict.startswith("player_1 resigns: my_guest:Breaks broke down: RuntimeError: oh no")


def test_many_watchers_cost_one_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    whole = eyes.step
    monkeypatch.setattr(eyes, "step", lambda *given: made.append(given) or whole(*given))

    async def watch() -> list[Client]:
        thinkers = Thinkers(searching=0)
        room = room_of(tmp_path, thinkers, "person", "person")
        clients = [Client(None) for _ in range(200)]
        for client in clients:
            room.clients.add(client)
        room.answer(room.table.waiting[0], room.table.legal(room.table.waiting[0])[0])
        thinkers.close()
        return clients

    clients = asyncio.run(watch())
    assert len(made) == 1
    assert len({client.outbox.get_nowait() for client in clients}) == 1


def test_a_page_that_does_not_read_is_sent_away() -> None:
    async def flood() -> None:
        client = Client(None)
        for number in range(2000):
            client.send(str(number))
        assert client.outbox.qsize() < 1000
        found = [client.outbox.get_nowait() for _ in range(client.outbox.qsize())]
        assert None in found

    asyncio.run(flood())


def test_games_of_a_tournament_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "duel" / "games.db"
    path.parent.mkdir()
    asked = Tournament.of("silver_gold_pyramids", ["greedy", "random"], options=TWO)
    with Scorebook(path, asked.facts()) as book:
        run(asked, 4, book)

    async def look() -> None:
        hub = Hub(Store(tmp_path / "tables.db"), Thinkers(searching=0), [path, tmp_path / "later" / "games.db"])
        shown = {one["name"]: one for one in hub.tournaments.standings()}
        assert shown["duel"]["total"] == 4
        assert {row["agent"] for row in shown["duel"]["agents"]} == {"greedy", "random"}
        assert shown["later"]["total"] == 0  # it has not begun
        assert (await hub.played("duel:3")).last == shown["duel"]["games"][0]["length"]
        with pytest.raises(Exception, match="no such table"):
            await hub.found("duel")
        with pytest.raises(Exception, match="greedy2"):
            await hub.lay(NewTable(game="coffee_rush", seats=["greedy2"] * 4))
        await hub.close()

    asyncio.run(look())


def test_a_game_of_a_tournament_is_watched_while_it_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "duel" / "games.db"
    path.parent.mkdir()
    folder = running.folder_of(path)
    asked = Tournament.of("coffee_rush", ["greedy", "random"], options=TWO, running=str(folder))
    shown = Tournaments([path])
    look, seen = running.Showing.look, list[tuple[str, Replay]]()

    def looked(showing: running.Showing, made: Any) -> None:
        look(showing, made)
        for game in shown.standings()[0]["running"]:
            replay, over = shown.replay(f"duel:{game['number']}")
            assert not over
            assert len(replay.answers) == game["length"]
            seen.append((f"duel:{game['number']}", replay))

    monkeypatch.setattr(running.Showing, "look", looked)
    monkeypatch.setattr(running, "SECONDS", 0.0)
    monkeypatch.setattr("rush_agents.table.tournaments.REST", 0.0)
    with Scorebook(path, asked.facts()) as book:
        run(asked, 2, book)
    assert len(seen) > 20
    for name, replay in seen:
        whole, over = shown.replay(name)
        assert over
        assert replay.answers == whole.answers[: len(replay.answers)]
    assert shown.standings()[0]["running"] == []
    assert list(folder.iterdir()) == []


def test_what_is_no_running_game_is_passed_over(tmp_path: Path) -> None:
    book = tmp_path / "games.db"
    folder = running.folder_of(book)
    folder.mkdir()
    bad = ("{", "[]", "[" * 9000, '{"number": true, "agents": [0], "replay": "{}"}', '{"number": 1, "agents": [9]}')
    for number, text in enumerate(bad):
        (folder / f"{number}.json").write_text(text)
    assert running.running(book, 2) == {}


def test_tables_in_use_stay_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second room for the same game would play it twice."""
    monkeypatch.setattr("rush_agents.table.hub.KEPT", 1)

    async def laid() -> None:
        hub = Hub(Store(tmp_path / "tables.db"), Thinkers(searching=0))
        names = []
        for _ in range(3):
            made = await hub.lay(NewTable(game="coffee_rush", seats=["me", "person"], options=TWO))
            names.append(made["id"])
            if len(names) == 1:
                hub.rooms[names[0]].clients.add(Client(None))
        assert list(hub.rooms) == [names[0], names[2]]
        assert (await hub.found(names[1])).name == names[1]
        await hub.close()

    asyncio.run(laid())


@pytest.mark.parametrize(
    ("agent", "seconds"), [("mcts:50ms", 0.05), ("mcts:net:2000ms:depth=3", 2.0), ("mcts:400", None), ("greedy", None)]
)
def test_how_long_an_agent_takes_is_in_its_name(agent: str, seconds: float | None) -> None:
    assert seconds_of(agent) == seconds
