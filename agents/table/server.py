"""The doors of the table: pages, requests and the line to every page that looks at a game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from rush_envs.errors import BadOption, RushError
from rush_envs.kit.scene.colours import style_sheet
from rush_envs.replay.film import MODULES, PAGE, html

from . import facts
from .guards import LOOPBACK, Guards
from .hub import Hub
from .messages import LARGEST, LARGEST_REPLAY, AnalyseReplay, NewTable, Sit, heard, read
from .replays import NotFound
from .room import Client, Room

OWN = Path(__file__).parent / "page"
SHARED = {name: PAGE / name for name in (*MODULES, "scene.css")}
STATIC = {path.name: path for path in OWN.iterdir() if path.suffix in (".js", ".css", ".svg")} | SHARED
MOST_LINES = 1000
FIRST_WORD = 20.0  # seconds in which a page says where it sits
Answering = Callable[[Request], Awaitable[Response]]


def application(hub: Hub, hosts: tuple[str, ...] = LOOPBACK, token: str = "") -> Starlette:
    """The server for a hub; it closes the hub when it stops."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await hub.close()

    doors = Doors(hub, token)
    routes = [
        Route("/", _page("index.html")),
        Route("/t/{name}", _page("table.html")),
        Route("/r/{name}", _page("replay.html")),
        Route("/static/colours.css", _colours),
        Route("/static/{file}", _static),
        Route("/api/games", doors.told(doors.games)),
        Route("/api/tables", doors.told(doors.tables), methods=["GET"]),
        Route("/api/tables", doors.told(doors.lay), methods=["POST"]),
        Route("/api/tables/{name}/again", doors.told(doors.again), methods=["POST"]),
        Route("/api/tables/{name}/replay", doors.told(doors.save), methods=["POST"]),
        Route("/api/replays", doors.told(doors.open_replay), methods=["POST"]),
        Route("/api/replays/{name}", doors.told(doors.film)),
        Route("/api/replays/{name}/page", doors.told(doors.page)),
        Route("/api/replays/{name}/analysis", doors.told(doors.analyse), methods=["POST"]),
        WebSocketRoute("/ws/{name}", doors.look_on),
    ]
    guards = Middleware(Guards, hosts=hosts, token=token)
    app = Starlette(
        routes=routes, middleware=[guards, Middleware(GZipMiddleware, minimum_size=2000)], lifespan=lifespan
    )
    app.state.hub = hub
    return app


def _page(file: str) -> Answering:
    async def answer(_: Request) -> Response:
        return FileResponse(OWN / file, media_type="text/html")

    return answer


async def _colours(_: Request) -> Response:
    return Response(style_sheet(), media_type="text/css")


async def _static(request: Request) -> Response:
    """One of the files of the page, by its name: no path comes from outside."""
    path = STATIC.get(request.path_params["file"])
    return FileResponse(path) if path else Response(status_code=404)


async def _body(request: Request, most: int = LARGEST) -> bytes:
    """What was sent, as long as it is not too much."""
    if int(request.headers.get("content-length") or 0) > most:
        raise BadOption(f"that is more than {most} bytes")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise BadOption(f"that is more than {most} bytes")
    return bytes(body)


class Doors:
    """What is asked for over HTTP, and the line of every page."""

    def __init__(self, hub: Hub, token: str) -> None:
        self.hub, self.token = hub, token
        self.lines = 0  # of pages that look at a table

    def told(self, act: Callable[[Request], Awaitable[Any]]) -> Answering:
        """An error that a person can mend is told in words."""

        async def answer(request: Request) -> Response:
            try:
                found = await act(request)
            except NotFound as error:
                return JSONResponse({"error": str(error)}, 404)
            except RushError as error:
                return JSONResponse({"error": str(error)[:1000]}, 400)
            return found if isinstance(found, Response) else JSONResponse(found)

        return answer

    async def games(self, _: Request) -> Any:
        return {"games": facts.games()}

    async def tables(self, _: Request) -> Any:
        found = await asyncio.to_thread(self.hub.tournaments.standings)
        return {"tables": self.hub.tables(), "replays": self.hub.store.replays(), "tournaments": found}

    async def lay(self, request: Request) -> Any:
        return await self._laid(read(NewTable, await _body(request)))

    async def again(self, request: Request) -> Any:
        key = read(Sit, await _body(request)).key
        return await self._laid(await self.hub.again(request.path_params["name"], key))

    async def _laid(self, wanted: NewTable) -> dict[str, Any]:
        """A new table, with the token that links for others need: whoever asks for it has it already."""
        return await self.hub.lay(wanted) | {"token": self.token}

    async def save(self, request: Request) -> Any:
        key = read(Sit, await _body(request)).key
        replay = await self.hub.saved(request.path_params["name"], key)
        name = f"{replay.game.name}-{replay.seed}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(replay.to_json(), media_type="application/json", headers=headers)

    async def open_replay(self, request: Request) -> Any:
        return {"id": await self.hub.add_replay(await _body(request, LARGEST_REPLAY))}

    async def film(self, request: Request) -> Any:
        played = await self.hub.played(request.path_params["name"])
        return await asyncio.to_thread(played.film, _viewer(request))

    async def page(self, request: Request) -> Any:
        """A replay as one file."""
        played = await self.hub.played(request.path_params["name"])
        made = await asyncio.to_thread(played.film, _viewer(request))
        title = f"{played.replay.game.title}, seed {played.replay.seed}"
        headers = {"content-disposition": 'attachment; filename="replay.html"'}
        return Response(html(made, title), media_type="text/html", headers=headers)

    async def analyse(self, request: Request) -> Any:
        wanted = read(AnalyseReplay, await _body(request))
        act = self.hub.curve if wanted.ply is None else self.hub.analysed
        return await act(request.path_params["name"], wanted)

    # ---------------------------------------------------------------------------------------------------------------

    async def look_on(self, socket: WebSocket) -> None:
        """A page's line: it says who it is, then hears everything that its eyes may see."""
        if self.lines >= MOST_LINES:
            await socket.close(1013)
            return
        self.lines += 1
        try:
            await socket.accept()
            found = await self._seated(socket)
            if found is not None:
                await self._follow(socket, *found)
        except (WebSocketDisconnect, KeyError, RuntimeError, TimeoutError):
            with suppress(RuntimeError):  # it has gone, or said bytes where text is wanted, or nothing at all
                await socket.close(1003)
        finally:
            self.lines -= 1

    async def _seated(self, socket: WebSocket) -> tuple[Room, Client] | None:
        """Where a page sits, by what it says first."""
        try:
            first = heard(await asyncio.wait_for(socket.receive_text(), FIRST_WORD))
            if not isinstance(first, Sit):
                raise BadOption("say first where you sit")
            room = await self.hub.found(socket.path_params["name"])
            viewer = room.table.seat_of(first.key) if first.key else None
            if first.key and viewer is None:
                raise BadOption("that link opens no seat here")
        except RushError as error:
            await socket.send_text(json.dumps({"type": "error", "words": str(error), "final": True}))
            await socket.close(1008)
            return None
        return room, Client(viewer)

    @staticmethod
    async def _follow(socket: WebSocket, room: Room, client: Client) -> None:
        """Until the page goes."""
        room.enter(client)
        writing = asyncio.create_task(_write(socket, client))
        try:
            while True:
                text = await socket.receive_text()
                try:
                    message = heard(text)
                except RushError as error:
                    client.send(json.dumps({"type": "error", "words": str(error)}))
                    continue
                room.hear(client, message)
        finally:
            room.leave(client)
            writing.cancel()


async def _write(socket: WebSocket, client: Client) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (text := await client.outbox.get()) is not None:
            await socket.send_text(text)
        await socket.close(1013)


def _viewer(request: Request) -> int | None:
    """`?seat=2`, or an open table."""
    seat = request.query_params.get("seat", "")
    return int(seat) if seat.isdecimal() and len(seat) < 3 else None
