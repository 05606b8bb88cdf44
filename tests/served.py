"""The server of tables without a browser: agents think in this process, and pages follow what they are told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient, WebSocketTestSession

from rush_agents.table.hub import Hub
from rush_agents.table.server import application
from rush_agents.table.store import Store
from rush_agents.table.thinking import Failed, Thinkers, Worker
from rush_agents.table.thinking.mind import Mind
from rush_envs.kit.scene import changed

HOST = "http://127.0.0.1:8000"
LINE = HOST.replace("http", "ws")
ORIGIN = {"origin": HOST}
GAMES = ("coffee_rush", "curse_of_the_mummy", "silver_gold_pyramids", "rush_out", "coffin_rush")


class Here(Worker):
    """Thinks in this process, so that tests start quickly."""

    def __init__(self) -> None:
        super().__init__()
        self.mind = Mind()

    def _ask(self, task: dict[str, Any]) -> Any:
        try:
            return self.mind.do(task)
        except Exception as error:
            raise Failed(str(error)) from None


class Minds(Thinkers):
    def __init__(self) -> None:
        super().__init__(searching=0)
        self.quick = self.analyst = Here()
        self.searching = [self.quick]


@contextmanager
def served(folder: Path, **more: Any) -> Iterator[TestClient]:
    hub = Hub(Store(folder / "tables.db"), Minds(), more.pop("books", None))
    app = application(hub, **more)
    with TestClient(app, base_url=HOST, headers=ORIGIN) as client:
        yield client


def lay(client: TestClient, game: str, seats: list[str], **more: Any) -> dict[str, Any]:
    answer = client.post("/api/tables", json={"game": game, "seats": seats, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


class Page:
    """A page's line, that follows what it is told as a browser does."""

    def __init__(self, line: WebSocketTestSession, key: str = "") -> None:
        self.line, self.heard = line, ""
        self.say(type="sit", key=key)
        self.state: dict[str, Any] = {}
        self.scene: dict[str, Any] = {}
        self.errors: list[str] = []
        self.until(lambda: bool(self.state))

    def say(self, **message: Any) -> None:
        self.line.send_text(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        text = self.line.receive_text()
        self.heard += text
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "table":
            self.state, self.scene = message, message["scene"]
        elif message["type"] == "step":
            self.scene = changed(self.scene, message["change"])
            self.state |= message
        elif message["type"] == "error":
            self.errors.append(message["words"])
        return message

    def until(self, met: Callable[[], bool]) -> None:
        for _ in range(3000):
            if met():
                return
            self.hear()
        raise AssertionError("that never happens")

    def wait_for(self, kind: str) -> dict[str, Any]:
        while (message := self.hear())["type"] != kind:
            assert message["type"] != "error", message["words"]
        return message

    @property
    def may_act(self) -> bool:
        return bool(self.state["choices"]) or self.state["over"]

    def answer(self, place: int = 0) -> None:
        given = self.state["given"]
        self.say(type="answer", action=self.state["choices"][place]["action"], given=given)
        self.until(lambda: self.state["given"] > given or bool(self.errors))
        self.until(lambda: self.may_act or bool(self.errors))


def sit(client: TestClient, table: str, key: str = "") -> Any:
    return client.websocket_connect(f"{LINE}/ws/{table}")
