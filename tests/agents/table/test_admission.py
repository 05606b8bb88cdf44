"""Who may come in, and what: everything else is refused with the reason and changes nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from served import LINE, Page, lay, served, sit
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rush_agents.table.hub import Hub
from rush_envs import registry


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as found:
        yield found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"type":"answer"}',
        '{"type":"answer","action":-1,"given":0}',
        '{"type":"answer","action":"0","given":0}',
        '{"type":"answer","action":0,"given":0,"seat":1}',
        '{"type":"dance"}',
        '{"type":"hint","agent":""}',
        "[" * 20_000,
        '{"type":"sit","key":"' + "x" * 70_000 + '"}',
    ],
)
def test_a_bad_message_gets_an_error_and_changes_nothing(client: TestClient, text: str) -> None:
    made = lay(client, "coffee_rush", ["me", "greedy"], seed=3, options={"num_players": 2})
    table = client.app.state.hub.rooms[made["id"]].table  # type: ignore[attr-defined]
    with sit(client, made["id"]) as line:
        page = Page(line, made["seats"][0]["key"])
        page.until(lambda: page.may_act)
        before = table.state.tobytes()
        line.send_text(text)
        assert page.wait_for("error")["words"]
        page.say(type="answer", action=9_999, given=page.state["given"])
        assert "legal" in page.wait_for("error")["words"] or "9999" in page.errors[-1]
        page.say(type="answer", action=page.state["choices"][0]["action"], given=page.state["given"] + 1)
        assert "gone on" in page.wait_for("error")["words"]
        assert table.state.tobytes() == before
        page.errors.clear()
        page.answer()
        assert page.errors == []


def test_a_wrong_key_opens_no_seat(client: TestClient) -> None:
    made = lay(client, "coffee_rush", ["me", "greedy"], options={"num_players": 2})
    for name, key in ((made["id"], "x" * 22), ("nowhere", ""), (made["id"], made["seats"][0]["key"][:-1])):
        with sit(client, name) as line:
            line.send_text(json.dumps({"type": "sit", "key": key}))
            assert json.loads(line.receive_text())["final"]
            with pytest.raises(WebSocketDisconnect):
                line.receive_text()


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"host": "evil.example"}, {"origin": "null"}])
def test_other_origins_and_names_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    made = lay(client, "coffee_rush", ["me", "greedy"], options={"num_players": 2})
    body = {"game": "coffee_rush", "seats": ["me", "greedy"]}
    assert client.post("/api/tables", json=body, headers=headers).status_code == 403
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"{LINE}/ws/{made['id']}", headers=headers):
        pass


def test_a_token_is_asked_for_where_one_is_set(tmp_path: Path) -> None:
    with served(tmp_path, hosts=(), token="a-secret") as client:
        assert client.get("/").status_code == 403
        assert client.get("/?token=wrong").status_code == 403
        assert client.get("/?token=naïve").status_code == 403
        answer = client.get("/?token=a-secret", follow_redirects=False)
        assert answer.status_code == 303
        assert "HttpOnly; Max-Age=2592000; Path=/; SameSite=lax" in answer.headers["set-cookie"]  # a mailed link opens
        assert client.get("/api/games").status_code == 200
        made = lay(client, "coffee_rush", ["me", "person"], options={"num_players": 2})
        assert made["token"] == "a-secret"  # for the link that the other person needs


def test_pages_may_load_nothing_from_elsewhere(client: TestClient) -> None:
    for path in ("/", "/t/x", "/r/x", "/static/table.js", "/api/games"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "http://" not in answer.text.replace("http://www.w3.org/", "")
        assert "https://" not in answer.text.replace('"https:"', "")


@pytest.mark.parametrize(
    "name", ["../pyproject.toml", "..%2f..%2fsetup.py", "%2e%2e/server.py", "server.py", "index.html"]
)
def test_no_path_reaches_the_file_system(client: TestClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404
    assert client.get(f"/api/replays/{name}").status_code == 404


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": ["me"]}, "seats"),
        ({"game": "chess"}, "chess"),
        ({"seats": ["me", "nobody_known", "greedy", "greedy"]}, "nobody_known"),
        ({"options": {"num_players": 99}}, "num_players"),
        ({"options": {"colour": 1}}, "colour"),
        ({"seed": -1}, "seed"),
        ({"extra": 1}, "extra"),
    ],
)
def test_tables_that_cannot_be_laid_are_refused_with_the_reason(
    client: TestClient, change: dict[str, Any], words: str
) -> None:
    body = {"game": "coffee_rush", "seats": ["me", "greedy", "greedy", "greedy"]} | change
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 400
    assert words in answer.json()["error"]
    assert client.get("/api/tables").json()["tables"] == []


def test_the_form_has_every_option_of_every_game(client: TestClient) -> None:
    for game in client.get("/api/games").json()["games"]:
        config = registry.game(game["name"]).config
        assert [option["name"] for option in game["options"]] == [row[0] for row in config.table()]
        assert all(option["help"] for option in game["options"])


def test_there_is_an_end_to_the_number_of_lines(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rush_agents.table.server.MOST_LINES", 1)
    made = lay(client, "coffee_rush", ["me", "greedy"], options={"num_players": 2})
    key = made["seats"][0]["key"]
    with sit(client, made["id"]) as line:
        Page(line, key)
        with pytest.raises(WebSocketDisconnect), sit(client, made["id"]):
            pass
    with sit(client, made["id"]) as line:  # whoever has gone makes room
        Page(line, key)


def test_one_question_waits_for_the_other_and_nothing_waits_for_it(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = lay(client, "coffee_rush", ["me", "person"], seed=3, options={"num_players": 2})
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    table = hub.rooms[made["id"]].table
    seat = table.waiting[0]

    async def thinks_for_ever(*_: Any) -> int:
        await asyncio.sleep(3600)
        return 0

    monkeypatch.setattr(hub.thinkers, "act", thinks_for_ever)
    with sit(client, made["id"]) as line:
        page = Page(line, made["seats"][seat]["key"])
        page.say(type="hint", agent="greedy")
        page.say(type="hint", agent="greedy")
        assert "one question" in page.wait_for("error")["words"]
        given = page.state["given"]
        page.say(type="answer", action=page.state["choices"][0]["action"], given=given)
        page.until(lambda: page.state["given"] > given)
