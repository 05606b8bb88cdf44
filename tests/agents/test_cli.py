"""The command line as a user meets it: argv and stdin go in; stdout, stderr and an exit code come out."""

from __future__ import annotations

import io
import itertools
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import typer
from conftest import Run
from rich.console import Console
from rich.table import Table

import rush_envs
from rush_agents.cli import app
from rush_agents.cli.options import game_options
from rush_agents.results import throughput
from rush_agents.terminal import showing
from rush_agents.terminal.conversation import Conversation, choose
from rush_agents.terminal.session import YOU, Session, seat_number, seat_players, usual_agent
from rush_agents.terminal.viewer import Viewer
from rush_envs import registry
from rush_envs.errors import BadAction, BadOption
from rush_envs.replay import Replay, state_hash

GAME = registry.game("coffee_rush")
TWO = ("play", "coffee_rush", "--option", "num_players=2", "--opponents", "random", "--seed", "3")


@pytest.fixture
def finished(run: Run, tmp_path: Path) -> Path:
    """A replay of a whole game of two agents."""
    file = tmp_path / "demo.json"
    options = ("--option", "num_players=2", "--opponents", "random", "--player", "random", "--seed", "4")
    assert run("play", "coffee_rush", "--demo", *options, "--save", str(file)).code == 0
    return file


def prompts(out: str) -> int:
    return out.count("player_0> ")


# ------------------------------------------------------------------------------------------------------------------
# Help, version, errors


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"rush-envs {rush_envs.__version__}\n", "")


@pytest.mark.parametrize("command", ["", *typer.main.get_command(app).commands])
def test_help_has_examples(run: Run, command: str) -> None:
    ended = run(*command.split(), "--help")
    assert ended.code == 0
    assert "Examples:" in ended.out
    assert f"rush-envs {command}" in ended.out


def examples() -> Iterator[str]:
    group: Any = typer.main.get_command(app)
    for command in (group, *group.commands.values()):
        for line in command.epilog.splitlines()[1:]:
            yield line.removeprefix("[cyan]rush-envs ").removesuffix("[/]").partition("|")[0]


@pytest.mark.parametrize("example", [line for line in examples() if "--help" not in line])
def test_examples_are_real(example: str) -> None:
    group: Any = typer.main.get_command(app)
    name, *words = shlex.split(example)
    group.commands[name].make_context(name, words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("show cofee_rush", "did you mean 'coffee_rush'?"),
        ("play nope", "no game is called 'nope'"),
        ("play coffee_rush -o players=2", "has no option 'players'"),
        ("play coffee_rush -o num_players=9", "num_players=9: give a whole number from 2 to 4"),
        ("play coffee_rush -o num_players=two", "num_players='two': give a whole number"),
        ("play coffee_rush -o num_players", "write it as name=value"),
        ("play coffee_rush -o beginner_orders=1", "give True or False"),
        ("play coffee_rush --opponents deep", "no agent is called 'deep'"),
        ("play coffee_rush --opponents greedy,random", "2 opponents; give one for all"),
        ("play coffee_rush --seat 4", "seat '4': give a number from 0 to 3"),
        ("play coffee_rush --seed -1", "seed=-1"),
        ("play coffee_rush --player random", "--player is for --demo"),
        ("play coffee_rush --save /no/such/folder/x.json", "there is no folder /no/such/folder"),
        ("play coffee_rush --svg /", "is a folder"),
        ("replay no_such_file.json", "no_such_file.json: cannot be read"),
        ("replay x.json --verify --step", "give one of"),
        ("bench nope", "no game is called 'nope'"),
        ("bench --batch many", "--batch 'many': give whole numbers"),
    ],
)
def test_errors_are_one_line_and_code_2(run: Run, words: str, message: str) -> None:
    run(*words.split()).check_refused(message)


@pytest.mark.parametrize("words", ["frob", "show", "play coffee_rush --seed x", "replay x.json --every 0"])
def test_wrong_usage_is_code_2(run: Run, words: str) -> None:
    ended = run(*words.split())
    assert (ended.code, ended.out) == (2, "")
    assert "Usage: rush-envs" in ended.err


def test_looking_around_compiles_nothing(tmp_path: Path) -> None:
    script = """
import sys
from rush_agents.cli import app
for words in (["--help"], ["list"], ["show", "coffee_rush"]):
    app(words, standalone_mode=False)
assert not {"torch", "stable_baselines3", "matplotlib"} & set(sys.modules)
"""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", script], check=True, env=environment, stdout=subprocess.DEVNULL)
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]


# ------------------------------------------------------------------------------------------------------------------
# list, show


def test_list(run: Run) -> None:
    ended = run("list")
    assert ended.code == 0
    for words in ("coffee_rush", "Coffee Rush", "2–4", "84", "rush_envs.coffee_rush_v0", "rush_envs/CoffeeRush-v0"):
        assert words in ended.out


def test_list_json(run: Run) -> None:
    ended = run("list", "--json")
    listed = json.loads(ended.out)
    assert [game["name"] for game in listed] == registry.games()
    for entry in listed:
        game = registry.game(entry["name"])
        assert (entry["actions"], entry["features"]) == (game.actions.size, game.observation.size)
        assert entry["players"]["min"] <= entry["players"]["max"]
        assert entry["gymnasium"] == game.gym_id
        assert entry["pettingzoo"] == f"rush_envs.{game.id}"


def test_show_has_all_sections(run: Run) -> None:
    out = run("show", "coffee_rush").out
    assert "Baristas walk over a board" in out
    assert "upgrades_per_turn" in out
    assert "84 actions" in out
    assert "pour {kind} into cup {cup}" in out
    assert "651 features" in out
    assert "4×4×21" in out


@pytest.mark.parametrize(
    ("flag", "shown"), [("--rules", "num_players"), ("--actions", "84 actions"), ("--observation", "651 features")]
)
def test_show_one_section(run: Run, flag: str, shown: str) -> None:
    out = run("show", "coffee_rush", flag).out
    assert [words for words in ("num_players", "84 actions", "651 features") if words in out] == [shown]


def test_show_json(run: Run) -> None:
    shown = json.loads(run("show", "coffee_rush", "--json").out)
    assert shown["summary"] == GAME.summary
    assert [option["name"] for option in shown["options"]] == list(GAME.config().options())
    assert sum(part["size"] for part in shown["action_ranges"]) == shown["actions"]
    assert sum(int(np.prod(piece["shape"])) for piece in shown["observation_pieces"]) == shown["features"]
    assert "summary" not in json.loads(run("show", "coffee_rush", "--actions", "--json").out)


# ------------------------------------------------------------------------------------------------------------------
# What the person may type

MOVES = ["move pawn 1 north", "move pawn 1 north-east", "Pour milk into cup 1", "pour milk into cup 2", "done"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1", 0),
        ("5", 4),
        ("done", 4),
        ("d", 4),
        ("move  PAWN 1 north", 0),  # the words of one move may begin those of another
        ("move pawn 1 north-", 1),
        ("pour milk into cup 1", 2),
        ("pour milk 2", 3),
        ("p m 1", 2),
    ],
)
def test_choose(text: str, place: int) -> None:
    assert choose(text, MOVES) == place


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0", "give a number from 1 to 5"),
        ("6", "there is no move 6"),
        ("9" * 5000, "no legal move fits"),
        ("pour", "fits several moves: 3 Pour milk into cup 1, 4 pour milk into cup 2"),
        ("milk pour", "no legal move fits"),
        ("²", "no legal move fits"),
    ],
)
def test_choose_refuses(text: str, message: str) -> None:
    with pytest.raises(BadAction, match=message):
        choose(text, MOVES)


def test_seats() -> None:
    names = ["mummy_0", "explorer_0", "explorer_1"]
    assert [seat_number(seat, names) for seat in ("explorer_1", "1")] == [2, 1]
    for wrong in ("3", "-1", "1.0", "mummy", "9" * 5000):
        with pytest.raises(BadOption, match="give a number from 0 to 2"):
            seat_number(wrong, names)
    assert seat_players(YOU, 0, "greedy", 3) == [YOU, "greedy", "greedy"]
    assert seat_players(YOU, 2, "greedy, random", 3) == ["greedy", "random", YOU]
    assert seat_players(YOU, 1, "greedy,random", 3) == ["random", YOU, "greedy"]


def test_options_become_values() -> None:
    given = ["num_players=2", "beginner_orders=True", "other = no", "word=x=y"]
    assert game_options(given) == {"num_players": 2, "beginner_orders": True, "other": False, "word": "x=y"}


# ------------------------------------------------------------------------------------------------------------------
# play


def test_play_by_number_words_and_beginnings(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ended = run(*TWO, "--save", str(file), typed="place on r3c3 (steam)\npl r3c2\n1\nquit\n")
    assert ended.code == 0
    assert "you are player_0, against player_1 (random)" in ended.out
    assert "player_0 (you)" in ended.out
    own = [GAME.describe(action) for seat, action in Replay.load(file).answers if seat == 0]
    assert own == ["place on r3c3 (steam)", "place on r3c2 (chocolate)", "pour chocolate into cup 1"]


def test_play_tells_what_the_others_did(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ended = run(*TWO, "--save", str(file), typed="1\n\nquit\n")
    first, _, second, *_ = (action for _, action in Replay.load(file).answers)
    assert ended.out.count(f"player_1: {GAME.describe(first)}") == 1
    assert ended.out.count(f"player_1: {GAME.describe(second)}") == 2  # Enter shows everything again


def test_play_answers_bad_input_and_goes_on(run: Run) -> None:
    ended = run(*TWO, typed="banana\n99\nplace\nsave\nsave /no/such/folder/x\nundo\n[/]\nhelp\nquit\n")
    assert ended.code == 0
    for words in (
        "no legal move fits 'banana'",
        "there is no move 99",
        "'place' fits several moves: 1 place on",
        "save where?",
        "/no/such/folder/x: cannot be written",
        "there is nothing to undo",
        "no legal move fits '[/]'",
        GAME.summary[:40],
        "save FILE  keeps the game",
    ):
        assert words in ended.out
    assert prompts(ended.out) == 9
    assert ended.out.count("supply") == 1  # drawn once: nothing has changed


def test_play_undo_and_save(run: Run, tmp_path: Path) -> None:
    kept, undone = tmp_path / "kept.json", tmp_path / "undone.json"
    typed = f"place on r3c3 (steam)\n1\nsave {kept}\nundo\nundo\nplace on r0c0 (ice)\nsave {undone}\nquit\n"
    ended = run(*TWO, typed=typed)
    assert ended.code == 0
    assert f"Saved as {kept}." in ended.out
    before, after = Replay.load(kept), Replay.load(undone)
    assert len(before.answers) > len(after.answers) == 3
    assert after.answers[:2] == [before.answers[0], (0, GAME.parse("place on r0c0 (ice)"))]
    after.verify()


def test_undo_takes_the_others_moves_and_the_hashes_back() -> None:
    session = Session(GAME, GAME.config(num_players=2), [YOU, "random"], seed=1)
    moments = []
    while len(session.replay.answers) < 50:
        if not session.let_agent_answer():
            moments.append(session.moment())
            session.answer(int(np.flatnonzero(session.batch.mask[0])[-1]))
    moment = next(moment for moment in moments if moment.answers > 20)
    assert session.replay.hashes
    session.go_back(moment)
    assert session.asked == 0
    assert len(session.replay.answers) == moment.answers
    assert not session.replay.hashes
    assert state_hash(session.replay.verify().states) == state_hash(session.state) == state_hash(moment.states)
    while session.asked >= 0:
        if not session.let_agent_answer():
            session.answer(int(np.flatnonzero(session.batch.mask[0])[0]))
    session.replay.verify()


def test_play_a_whole_game(run: Run, tmp_path: Path) -> None:
    file, drawing = tmp_path / "game.json", tmp_path / "end.svg"
    typed = "1\n" * 300 + "undo\n1\n\n"
    ended = run(*TWO, "--save", str(file), "--svg", str(drawing), typed=typed)
    assert ended.code == 0
    assert "the game is over: undo, save FILE, or Enter to leave" in ended.out
    end = Replay.load(file).verify().states
    assert end["done"][0]
    assert ("You won." if end["outcome"][0, 0] > 0 else "You lost.") in ended.out
    assert "Goodbye." not in ended.out
    assert "player_0 (you)" in drawing.read_text("utf-8")
    ElementTree.parse(drawing)


def test_play_ends_politely_at_end_of_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ended = run(*TWO, "--save", str(file), typed="1\n")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith(f"Goodbye.\nReplay saved as {file}.\n")
    assert len(Replay.load(file).answers) == 3


def test_play_ends_politely_on_ctrl_c(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    file = tmp_path / "game.json"
    ended = run(*TWO, "--save", str(file))
    assert (ended.code, ended.err) == (0, "")
    assert len(Replay.load(file).answers) == 1


def test_play_on_another_seat_against_different_agents(run: Run) -> None:
    opponents = ("--opponents", "greedy,random,greedy", "--seat", "player_2")
    ended = run("play", "coffee_rush", *opponents, "--seed", "1", typed="1\nquit\n")
    assert "against player_0 (random), player_1 (greedy), player_3 (greedy)" in ended.out
    assert "player_2 (you)" in ended.out
    assert "player_2> " in ended.out


def test_play_draws_only_for_the_persons_eyes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    viewers = []

    def draw(state: np.ndarray, viewer: int | None) -> Any:
        viewers.append(viewer)
        return GAME.draw(state, viewer)

    spied = Session(GAME, GAME.config(num_players=2), ["random", YOU], seed=1)
    spied.game = replace(GAME, draw=draw)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 300))
    Conversation(spied, 1).run()
    assert len(viewers) > 10
    assert set(viewers) == {1}


def test_play_tells_no_moves_in_words_where_some_are_private(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert showing.everything_is_public(GAME)
    private = replace(GAME.state, sees={**GAME.state.sees, "cups": "owner"})
    session = Session(GAME, GAME.config(num_players=2), [YOU, "random"], seed=1)
    session.game = replace(GAME, state=private)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\n"))
    Conversation(session, 0).run()
    assert "player_1: " not in capsys.readouterr().out


def test_a_stopped_game_has_no_winner(run: Run) -> None:
    ended = run(*TWO, "--option", "max_steps=4", typed="1\n1\n\n")
    assert "The game was stopped before its end: nobody wins." in ended.out
    assert "You " not in ended.out


def test_a_narrow_window_cuts_the_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(GAME, GAME.config(), ["random"] * 4, seed=1)
    scene = GAME.draw(session.state, None)
    monkeypatch.setattr(showing, "OUT", Console(force_terminal=True, width=80))
    showing.show_table(scene)
    out = capsys.readouterr().out
    assert out.startswith(showing.WRAP_OFF)
    assert f"The table is {scene.width} columns wide, this window 80" in out


# ------------------------------------------------------------------------------------------------------------------
# play --demo


def test_demo(run: Run, tmp_path: Path) -> None:
    file, drawing = tmp_path / "demo.json", tmp_path / "demo.svg"
    words = ("play", "coffee_rush", "--demo", "--seed", "2", "--opponents", "random")
    ended = run(*words, "--save", str(file), "--svg", str(drawing))
    assert (ended.code, ended.err) == (0, "")
    replay = Replay.load(file)
    last = len(replay.answers)
    for number in (0, last // 2, last):
        assert f"Coffee Rush · {number} of {last} decisions" in ended.out
    assert ended.out.count("supply") == 3
    assert "(you)" not in ended.out
    assert "greedy" in ended.out  # on the person's seat
    assert replay.verify().states["done"][0]
    ElementTree.parse(drawing)
    again = tmp_path / "again.json"
    run(*words, "--save", str(again))
    assert again.read_bytes() == file.read_bytes()


def test_without_a_rule_of_thumb_random_plays() -> None:
    assert usual_agent(GAME) == "greedy"
    assert usual_agent(replace(GAME, name="unheard_of")) == "random"


# ------------------------------------------------------------------------------------------------------------------
# replay


def test_replay_summary(run: Run, finished: Path) -> None:
    ended = run("replay", str(finished))
    end = Replay.load(finished).verify().states
    assert ended.code == 0
    assert "Coffee Rush (coffee_rush_v0)" in ended.out
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
    run(*TWO, "--save", str(file), typed="1\n")
    ended = run("replay", str(file))
    assert "The game is not finished. Verified: 3 answers are legal." in ended.out


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("answers", [[1, 0], [0, 0]] * 500, "answer 2: action 0 of seat 0 is not legal"),
        ("answers", [[1, 0]], "hashes: "),
        ("hashes", {"32": "0" * 16}, "answer 32: the state is"),
        ("seed", 5, "answer "),
        ("game", "coffee_rush_v9", "made by coffee_rush_v9; Coffee Rush is now coffee_rush_v0"),
        ("config", {"num_players": 9}, "config: num_players=9"),
    ],
)
def test_replay_refuses_tampered_files(run: Run, finished: Path, key: str, value: Any, message: str) -> None:
    finished.write_text(json.dumps(json.loads(finished.read_text()) | {key: value}))
    for flags in ((), ("--verify",), ("--step",), ("--json",)):
        run("replay", str(finished), *flags).check_refused(message)


def test_replay_film(run: Run, finished: Path, tmp_path: Path) -> None:
    path = tmp_path / "film.svg"
    ended = run("replay", str(finished), "--film", str(path), "--every", "30")
    tree = ElementTree.parse(path).getroot()
    frames = [part for part in tree if part.tag.endswith("}g")]
    assert f"{len(frames)} tables" in ended.out
    lengths = {part[0].get("dur") for part in frames}
    assert len(frames) > 2
    assert len(lengths) == 1, "all frames share one clock"
    times = [tuple(float(x) for x in part[0].get("keyTimes", "").split(";")) for part in frames]
    assert all(before[2] == after[1] for before, after in itertools.pairwise(times))
    assert times[-1][2] == 1.0


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


def test_replay_ansi(run: Run, finished: Path) -> None:
    ended = run("replay", str(finished), "--ansi", "--every", "1000")
    assert ended.out.count("Coffee Rush ·") == 2
    assert "\x1b[0;1m" in ended.out  # coloured even though stdout is no terminal


def test_replay_step(run: Run, finished: Path) -> None:
    last = len(Replay.load(finished).answers)
    ended = run("replay", str(finished), "--step", typed=f"\n\nb\n9999\nx\n{last}\n\n")
    shown = [line.split("·")[1].strip(" ─") for line in ended.out.splitlines() if "Coffee Rush ·" in line]
    assert shown == [f"{number} of {last} decisions" for number in (0, 1, 2, 1, last)]
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


# ------------------------------------------------------------------------------------------------------------------
# bench


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Stands in for the measuring; holds what it was asked for."""
    asked: list[tuple[Any, ...]] = []

    def measure(
        games: list[str], sizes: list[int], threads: list[int], doors: list[str], seconds: float, progress: Any
    ) -> list[dict[str, Any]]:
        progress("measuring")
        asked.append((games, sizes, threads, doors, seconds))
        return [{"game": games[0], "rate": 12345.0}]

    def table(rows: list[dict[str, Any]]) -> Table:
        drawn = Table("rate")
        drawn.add_row(str(rows[0]["rate"]))
        return drawn

    monkeypatch.setattr(throughput, "run", measure)
    monkeypatch.setattr(throughput, "table", table)
    return asked


def test_bench(run: Run, bench: list[tuple[Any, ...]]) -> None:
    ended = run("bench")
    assert bench == [(registry.games(), [1, 64, 1024, 4096], [1, 2], ["batch", "aec", "vector", "sb3"], 1.0)]
    assert "12345.0" in ended.out


def test_bench_json(run: Run, bench: list[tuple[Any, ...]]) -> None:
    words = ("--batch", "8, 16", "--threads", "1", "--doors", "aec", "--seconds", "0.1", "--json")
    ended = run("bench", "coffee_rush", *words)
    assert bench == [(["coffee_rush"], [8, 16], [1], ["aec"], 0.1)]
    assert json.loads(ended.out) == [{"game": "coffee_rush", "rate": 12345.0}]
    assert ended.err == ""
