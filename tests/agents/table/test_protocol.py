"""The server's protocol without a browser: who gets what, what survives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from served import GAMES, Page, lay, served, sit
from some_policy import some_policy
from starlette.testclient import TestClient

from rush_agents.policies import files
from rush_agents.table import eyes
from rush_agents.table.game import TableGame
from rush_agents.table.hub import Hub
from rush_agents.table.store import BadStore, Store
from rush_envs import registry
from rush_envs.kit.scene import changed
from rush_envs.replay import Replay


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as found:
        yield found


# ------------------------------------------------------------------------------------------------------------------
# Playing


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_against_agents_and_sees_the_table_as_it_is(client: TestClient, game: str) -> None:
    count = registry.game(game).config.of(game, {}).num_players
    made = lay(client, game, ["me", *["greedy"] * (count - 1)], seed=5)
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    table = hub.rooms[made["id"]].table
    with sit(client, made["id"]) as line:
        page = Page(line, made["seats"][0]["key"])
        page.until(lambda: page.may_act)
        for _ in range(12):
            if page.state["over"]:
                break
            # Agents may have answered since, so the table is laid once more as it was then.
            ply = eyes.seen(table, 0)[page.state["ply"]]
            then = TableGame(replace(table.facts, answers=table.facts.answers[:ply]))
            assert page.scene == table.game.draw(then.state, 0).to_wire()
            assert [choice["action"] for choice in page.state["choices"]] == then.legal(0)
            page.answer()
        assert page.errors == []
        assert len(table.facts.answers) >= 1


def test_marks_that_stand_for_choices_are_named(tmp_path: Path) -> None:
    """With a game of one's own, whose drawing names parts."""
    registry.add("nim", "nim_for_rush_envs:GAME")
    try:
        with served(tmp_path) as client:
            made = lay(client, "nim", ["me", "random"], seed=1)
            with sit(client, made["id"]) as line:
                page = Page(line, made["seats"][0]["key"])
                page.until(lambda: page.may_act)
                hot, choices = page.state["hot"], page.state["choices"]
                assert set(hot) == {"heaps"}
                meant = {place for places in hot["heaps"].values() for place in places}
                assert meant == set(range(len(choices)))
                assert min(map(len, hot["heaps"].values())) == 1  # a token and a heap mean one action
                page.answer()
    finally:
        registry.forget("nim")


def test_undo_goes_back_to_the_decision_before(client: TestClient) -> None:
    made = lay(client, "coffee_rush", ["me", "greedy"], seed=3, options={"num_players": 2})
    with sit(client, made["id"]) as line:
        page = Page(line, made["seats"][0]["key"])
        page.until(lambda: page.may_act)
        before, ply = page.scene, page.state["ply"]
        page.answer()
        page.say(type="undo")
        page.wait_for("table")
        assert page.state["ply"] == ply
        assert page.scene == before
        page.say(type="undo")
        assert "nothing to undo" in page.wait_for("error")["words"]


def test_hint_analysis_resignation(client: TestClient, tmp_path: Path) -> None:
    policy = files.save(tmp_path / "policy.npz", some_policy(registry.game("silver_gold_pyramids")))
    made = lay(client, "silver_gold_pyramids", ["me", "greedy"], seed=3, options={"num_players": 2})
    with sit(client, made["id"]) as line:
        page = Page(line, made["seats"][0]["key"])
        page.until(lambda: page.may_act)
        legal = {choice["action"] for choice in page.state["choices"]}
        page.say(type="hint", agent="greedy")
        assert page.wait_for("hint")["action"] in legal
        for agent, kind in {f"ppo:{policy}": "probability", "mcts:30": "search", "greedy": "choice"}.items():
            page.say(type="analyse", agent=agent)
            found = page.wait_for("analysis")
            assert found["kind"] == kind
            assert {row["action"] for row in found["actions"]} <= legal
            assert found["chosen"] == found["actions"][0]["action"]
            assert all(-1 <= mean <= 1 for mean in found["expected"]["mean"])
        page.say(type="resign")
        page.until(lambda: page.state["over"])
        assert page.state["verdict"] == "player_0 resigns."


def test_who_takes_a_resignation_back_gets_the_film_of_the_whole_game(client: TestClient) -> None:
    made = lay(client, "silver_gold_pyramids", ["me", "greedy"], seed=3, options={"num_players": 2})
    with sit(client, made["id"]) as line:
        page = Page(line, made["seats"][0]["key"])
        page.until(lambda: page.may_act)
        lengths = []
        for _ in range(2):
            page.say(type="resign")
            page.until(lambda: page.state["over"])
            lengths.append(len(client.get(f"/api/replays/{made['id']}").json()["changes"]))
            page.say(type="undo")
            page.until(lambda: page.may_act and not page.state["over"])
            page.answer()
        assert lengths[1] > lengths[0]


def test_an_agent_that_breaks_down_resigns_with_a_message(client: TestClient) -> None:
    made = lay(client, "coffee_rush", ["me", "greedy"], seed=3, options={"num_players": 2})
    room = client.app.state.hub.rooms[made["id"]]  # type: ignore[attr-defined]
    room.table.facts.seats[1].player = "ppo:/nowhere.npz"
    with sit(client, made["id"]) as line:
        page = Page(line, made["seats"][0]["key"])
        while not page.state["over"]:
            page.answer() if page.state["choices"] else page.hear()
        assert page.state["verdict"].startswith("player_1 resigns: ppo:/nowhere.npz broke down")


# ------------------------------------------------------------------------------------------------------------------
# Several people, watchers


def test_two_people_get_what_their_own_seats_see_and_nothing_else(client: TestClient) -> None:
    """Sealed choices: whatever goes over the line is drawn and told from that seat's own eyes."""
    made = lay(client, "silver_gold_pyramids", ["me", "person"], seed=11, options={"num_players": 2})
    keys = [seat["key"] for seat in made["seats"]]
    table = client.app.state.hub.rooms[made["id"]].table  # type: ignore[attr-defined]
    with sit(client, made["id"]) as one, sit(client, made["id"]) as two:
        pages, sealed = [Page(one, keys[0]), Page(two, keys[1])], 0
        for _ in range(30):
            seat = table.waiting[-1]  # the higher seat first: no replay would ask so
            pages[seat].until(lambda seat=seat: pages[seat].may_act)
            own, given, before = pages[seat], pages[seat].state["given"], pages[1 - seat].heard
            own.say(type="answer", action=own.state["choices"][-1]["action"], given=given)
            own.until(lambda own=own, given=given: own.state["given"] > given)
            for viewer, page in enumerate(pages):
                plies = eyes.seen(table, viewer)
                page.until(lambda page=page, plies=plies: page.state["ply"] == len(plies) - 1)
                assert page.scene == table.game.draw(table.states[plies[-1]], viewer).to_wire()
                assert page.scene == table.game.draw(table.state, viewer).to_wire()  # sealed answers show nowhere
            if table.sealed(table.ply):
                sealed += 1
                assert pages[1 - seat].heard == before  # not even that there was one
        assert sealed > 5
        assert all(page.state["seed"] is None for page in pages)
        assert str(table.facts.seed) == "11"
        assert keys[1] not in pages[0].heard
        assert keys[0] not in pages[1].heard
        pages[0].say(type="undo")
        assert "one person" in pages[0].wait_for("error")["words"]
        pages[0].say(type="analyse", agent="greedy")
        assert "no analysis" in pages[0].wait_for("error")["words"]
        refused = client.post(f"/api/tables/{made['id']}/replay", json={"type": "sit", "key": keys[0]})
        assert refused.status_code == 400
    replay = table.replay()
    replay.verify()
    assert len(replay.answers) >= table.ply - 1


def test_watchers_see_nothing_hidden_while_people_play(client: TestClient) -> None:
    made = lay(client, "silver_gold_pyramids", ["me", "greedy"], seed=3, options={"num_players": 2})
    with sit(client, made["id"]) as line, sit(client, made["id"]) as looking:
        page, watcher = Page(line, made["seats"][0]["key"]), Page(looking)
        assert watcher.scene["panels"] == []
        page.until(lambda: page.may_act)
        page.answer()
        watcher.say(type="answer", action=page.state["choices"][0]["action"], given=0)
        watcher.until(lambda: bool(watcher.errors))
        assert "watchers only watch" in watcher.errors[0]
        assert not any(any(words) for words in watcher.state["log"])
        page.say(type="resign")
        watcher.until(lambda: watcher.state["over"])
        assert watcher.scene["panels"]


def test_agents_alone_are_watched_by_anybody(client: TestClient) -> None:
    made = lay(client, "coffee_rush", ["greedy", "random"], seed=3, options={"num_players": 2})
    assert made["seats"] == []
    client.app.state.hub.rooms[made["id"]].pace = 0.0  # type: ignore[attr-defined]
    with sit(client, made["id"]) as line:
        page = Page(line)
        page.until(lambda: page.state["over"])
        assert page.state["verdict"]
        assert page.state["choices"] == []
    film = client.get(f"/api/replays/{made['id']}").json()
    assert len(film["changes"]) == page.state["ply"]


# ------------------------------------------------------------------------------------------------------------------
# What survives


def test_a_game_survives_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        made = lay(client, "rush_out", ["me", "greedy", "greedy", "greedy"], seed=9)
        with sit(client, made["id"]) as line:
            page = Page(line, made["seats"][0]["key"])
            page.until(lambda: page.may_act)
            page.answer()
            ply, log = page.state["ply"], page.state["log"]
            answers = list(client.app.state.hub.rooms[made["id"]].table.facts.answers)  # type: ignore[attr-defined]
    with served(tmp_path) as client, sit(client, made["id"]) as line:
        again = Page(line, made["seats"][0]["key"])
        table = client.app.state.hub.rooms[made["id"]].table  # type: ignore[attr-defined]
        assert again.state["ply"] >= ply >= 1  # agents may have gone on
        assert table.facts.answers[: len(answers)] == answers
        assert again.state["log"][: len(log)] == log
        assert again.state["given"] == 1


def test_the_same_seed_again_and_saving(client: TestClient) -> None:
    made = lay(client, "coffee_rush", ["greedy", "me"], seed=21, options={"num_players": 2})
    key = made["seats"][0]["key"]
    other = client.post(f"/api/tables/{made['id']}/again", json={"type": "sit", "key": key}).json()
    rooms = client.app.state.hub.rooms  # type: ignore[attr-defined]
    assert rooms[other["id"]].table.states[0].tobytes() == rooms[made["id"]].table.states[0].tobytes()
    assert [seat["seat"] for seat in other["seats"]] == [1]
    saved = client.post(f"/api/tables/{made['id']}/replay", json={"type": "sit", "key": key})
    Replay.from_json(saved.content).verify()


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_bytes(b"something else entirely, and long enough to be read as a page" * 40)
    with pytest.raises(BadStore, match="--data"):
        Store(tmp_path / "tables.db")


# ------------------------------------------------------------------------------------------------------------------
# Replays


@pytest.fixture
def finished(client: TestClient) -> bytes:
    made = lay(client, "silver_gold_pyramids", ["greedy", "greedy"], seed=4, options={"num_players": 2})
    client.app.state.hub.rooms[made["id"]].pace = 0.0  # type: ignore[attr-defined]
    with sit(client, made["id"]) as line:
        page = Page(line)
        page.until(lambda: page.state["over"])
    return client.post(f"/api/tables/{made['id']}/replay", json={"type": "sit"}).content


def test_replays_are_opened_shown_and_analysed(client: TestClient, finished: bytes) -> None:
    name = client.post("/api/replays", content=finished).json()["id"]
    replay = Replay.from_json(finished)
    states = [batch.states.copy() for batch in replay.frames()]
    for query, viewer in {"": None, "?seat=1": 1}.items():
        film = client.get(f"/api/replays/{name}{query}").json()
        drawing = _named(film, film["first"])
        for ply, change in enumerate(film["changes"], start=1):
            drawing = changed(drawing, _named(film, change))
            if ply % 20 == 0:
                assert drawing == replay.game.draw(states[ply], viewer).to_wire()
    assert client.get(f"/api/replays/{name}?seat=7").status_code == 404
    body = {"agent": "greedy", "ply": 10}
    found = client.post(f"/api/replays/{name}/analysis", json=body).json()
    assert found["played"] == replay.answers[10][1]
    assert found["open"] is False
    curve = client.post(f"/api/replays/{name}/analysis", json={"agent": "greedy", "open": True}).json()
    assert curve["points"][-1]["mean"] == states[-1]["outcome"][0, :2].tolist()
    assert len(curve["points"]) <= 62
    page = client.get(f"/api/replays/{name}/page")
    assert "attachment" in page.headers["content-disposition"]


def _named(film: dict[str, Any], drawing: dict[str, Any]) -> dict[str, Any]:
    def named(numbers: list[int]) -> list[str]:
        return [film["marks"][number] for number in numbers]

    if "panels" in drawing:
        return drawing | {"panels": [panel | {"marks": named(panel["marks"])} for panel in drawing["panels"]]}
    changes = {name: [[w, g, named(c)] for w, g, c in list_] for name, list_ in drawing["changes"].items()}
    return drawing | {"changes": changes}


def test_damaged_replays_and_games_in_progress_are_refused(client: TestClient, finished: bytes) -> None:
    spoiled = json.loads(finished)
    spoiled["answers"][5][1] = 0
    for content in (b"{}", b"[" * 5000, json.dumps(spoiled).encode()):
        answer = client.post("/api/replays", content=content)
        assert answer.status_code == 400
        assert answer.json()["error"]
    assert client.post("/api/replays", content=b" " * (5 << 20)).status_code == 400
    made = lay(client, "coffee_rush", ["me", "greedy"], options={"num_players": 2})
    assert client.get(f"/api/replays/{made['id']}").status_code == 404
    assert client.get("/api/replays/nobody:3").status_code == 404
