"""`rush-envs replay`: files that verify, and everything they can be looked at with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import Run

from rush_agents.terminal import showing
from rush_agents.terminal.viewer import Viewer
from rush_envs import registry
from rush_envs.games.coffee_rush.components import cell_name
from rush_envs.replay import Replay

GAME = registry.game("coffee_rush")


@pytest.fixture
def finished(run: Run, tmp_path: Path) -> Path:
    """A replay of a whole game of two agents."""
    file = tmp_path / "demo.json"
    options = ("--option", "num_players=2", "--opponents", "random", "--player", "random", "--seed", "4")
    assert run("play", "coffee_rush", "--demo", *options, "--save", str(file)).code == 0
    return file


def test_replay_summary(run: Run, finished: Path) -> None:
    ended = run("replay", str(finished))
    end = Replay.load(finished).verify().states
    assert ended.code == 0
    assert f"Coffee Rush ({GAME.id})" in ended.out
    assert "num_players=2" in ended.out
    assert f"length  {end['ply'][0]} decisions" in ended.out
    assert showing.verdict(end, ["player_0", "player_1"]) in ended.out
    assert "Verified" in ended.out


def test_replay_json(run: Run, finished: Path) -> None:
    ended = run("replay", str(finished), "--json")
    told, end = json.loads(ended.out), Replay.load(finished).verify().states
    assert ended.err == ""
    assert told["config"]["num_players"] == 2
    assert told["decisions"] == end["ply"][0]
    assert told["finished"]
    assert told["scores"] == {"player_0": end["score"][0, 0], "player_1": end["score"][0, 1]}
    assert told["winners"] == [f"player_{seat}" for seat in (0, 1) if end["outcome"][0, seat] > 0]


def test_replay_verify(run: Run, finished: Path) -> None:
    ended = run("replay", str(finished), "--verify")
    assert ended.code == 0
    assert ended.out.startswith("Verified: ")
    assert ended.out.count("\n") == 1


def test_replay_of_an_unfinished_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    options = ("--option", "num_players=2", "--opponents", "random", "--seed", "3")
    run("play", "coffee_rush", *options, "--save", str(file), typed="1\n")
    ended = run("replay", str(file))
    assert "The game is not finished. Verified: 3 answers are legal." in ended.out


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("answers", [[1, 0], [0, 0]] * 500, "answer 2: action 0 of seat 0 is not legal"),
        ("answers", [[1, 0]], "hashes: "),
        ("hashes", {"32": "0" * 16}, "answer 32: the state is"),
        ("seed", 5, "answer "),
        ("game", "coffee_rush_v99", f"made by coffee_rush_v99; Coffee Rush is now {GAME.id}"),
        ("config", {"num_players": 9}, "config: num_players=9"),
    ],
)
def test_replay_refuses_tampered_files(run: Run, finished: Path, key: str, value: Any, message: str) -> None:
    finished.write_text(json.dumps(json.loads(finished.read_text()) | {key: value}))
    for flags in ((), ("--verify",), ("--step",), ("--json",)):
        run("replay", str(finished), *flags).check_refused(message)


def test_replay_html(run: Run, finished: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    ended = run("replay", str(finished), "--html", str(path))
    text = path.read_text("utf-8")
    assert f"{len(Replay.load(finished).answers)} decisions in {path}" in ended.out.replace("\n", "")
    assert len(text) < 1 << 20
    assert "default-src 'none'" in text
    assert "://" not in text.replace("http://www.w3.org/2000/svg", "")  # it loads nothing
    own = run("replay", str(finished), "--html", str(path), "--eyes", "player_1")
    assert own.code == 0
    assert path.read_text("utf-8") != text
    run("replay", str(finished), "--eyes", "0").check_refused("--eyes is for --html")
    run("replay", str(finished), "--html", str(path), "--eyes", "9").check_refused("seat '9'")


def test_replay_apng(run: Run, finished: Path, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    path = tmp_path / "game.png"
    ended = run("replay", str(finished), "--apng", str(path), "--every", "60")
    assert ended.code == 0
    content = path.read_bytes()
    count = int(ended.out.split()[0])
    assert content.count(b"fcTL") == count > 2
    assert content.count(b"fdAT") == count - 1


def test_replay_svg(run: Run, finished: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "frames"
    ended = run("replay", str(finished), "--svg", str(folder), "--every", "30")
    last = len(Replay.load(finished).answers)
    wanted = sorted({*range(0, last, 30), last})
    assert ended.out == f"{len(wanted)} tables drawn into {folder}.\n"
    files = sorted(folder.iterdir())
    assert [int(file.stem) for file in files] == wanted
    assert len({len(file.stem) for file in files}) == 1  # so that they sort
    for file in files:
        ElementTree.parse(file)
    refused = run("replay", str(finished), "--svg", str(finished))
    assert refused.code == 2
    assert f"error: {finished}: cannot be written" in refused.err


def test_replay_story(run: Run, finished: Path) -> None:
    ended = run("replay", str(finished), "--story")
    lines, replay = ended.out.splitlines(), Replay.load(finished)
    assert len(lines) == len(replay.answers)
    assert lines[0].strip() == f"1  player_1 places pawn 1 on {cell_name(replay.answers[0][1])}."
    assert "The game is over. Points: player_0 " in lines[-1]


def test_replay_ansi(run: Run, finished: Path) -> None:
    ended = run("replay", str(finished), "--ansi", "--every", "1000")
    assert ended.out.count("Coffee Rush ·") == 2
    assert "\x1b[0;1m" in ended.out  # coloured even though stdout is no terminal


def test_replay_step(run: Run, finished: Path) -> None:
    last = len(Replay.load(finished).answers)
    ended = run("replay", str(finished), "--step", typed=f"\n\nb\n9999\nx\n{last}\n\n")
    shown = [line.split("·")[1].strip(" ─") for line in ended.out.splitlines() if "Coffee Rush ·" in line]
    assert shown == [f"{number} of {last} decisions" for number in (0, 1, 2, 1, last)]
    first = Replay.load(finished).answers[0][1]
    assert ended.out.count(f"player_1 places pawn 1 on {cell_name(first)}.") == 2
    assert f"'9999': Enter: next, b: back, a number: go there, q: quit (0 to {last})" in ended.out
    assert ended.code == 0


@pytest.mark.parametrize("typed", ["q\n", ""])
def test_replay_step_can_be_left(run: Run, finished: Path, typed: str) -> None:
    ended = run("replay", str(finished), "--step", "--every", "5", typed="\n" + typed)
    assert (ended.code, ended.err) == (0, "")
    assert "5 of " in ended.out


def test_viewer_keeps_every_state(finished: Path) -> None:
    viewer = Viewer(Replay.load(finished))
    assert [int(state["ply"][0]) for state in viewer.states] == list(range(viewer.last + 1))
