"""`rush-envs play`: what the person may type, sees and gets to keep; and `--demo`."""

from __future__ import annotations

import io
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from conftest import Run
from rich.console import Console

from rush_agents.terminal import conversation, showing
from rush_agents.terminal.conversation import Conversation, choose
from rush_agents.terminal.session import YOU, Session, seat_number, seat_players, usual_agent
from rush_envs import registry
from rush_envs.errors import BadAction, BadOption
from rush_envs.games.coffee_rush.components import cell_name
from rush_envs.kit.scene import Scene
from rush_envs.replay import Replay, everything_is_public, state_hash

GAME = registry.game("coffee_rush")
TWO = ("play", "coffee_rush", "--option", "num_players=2", "--opponents", "random", "--seed", "3")


def prompts(out: str) -> int:
    return out.count("player_0> ")


# ------------------------------------------------------------------------------------------------------------------
# What the person may type

MOVES = ["move pawn 1 north", "move pawn 1 north-east", "Pour milk into cup 1", "pour milk into cup 2", "done"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("0", 0),
        ("4", 4),
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
    assert choose(text, dict(enumerate(MOVES))) == place


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0", "give a number of the list"),
        ("6", "there is no move 6"),
        ("9" * 5000, "no legal move fits"),
        ("pour", "fits several moves: 3 Pour milk into cup 1, 4 pour milk into cup 2"),
        ("milk pour", "no legal move fits"),
        ("²", "no legal move fits"),
    ],
)
def test_choose_refuses(text: str, message: str) -> None:
    with pytest.raises(BadAction, match=message):
        choose(text, dict(enumerate(MOVES, start=1)))


def test_seats() -> None:
    names = ["mummy_0", "explorer_0", "explorer_1"]
    assert [seat_number(seat, names) for seat in ("explorer_1", "1")] == [2, 1]
    for wrong in ("3", "-1", "1.0", "mummy", "9" * 5000):
        with pytest.raises(BadOption, match="give a number from 0 to 2"):
            seat_number(wrong, names)
    assert seat_players(YOU, 0, "greedy", 3) == [YOU, "greedy", "greedy"]
    assert seat_players(YOU, 2, "greedy, random", 3) == ["greedy", "random", YOU]
    assert seat_players(YOU, 1, "greedy,random", 3) == ["random", YOU, "greedy"]


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
    first, own, second, *_ = (action for _, action in Replay.load(file).answers)
    assert ended.out.count(f"player_1 places pawn 1 on {cell_name(first)}.") == 1
    assert ended.out.count(f"player_0 places pawn 1 on {cell_name(own)}.") == 2  # Enter shows everything again
    assert ended.out.count(f"player_1 places pawn 2 on {cell_name(second)}.") == 2


def test_what_follows_from_the_own_answer_is_told() -> None:
    """Cards drawn, orders that expire: they belong to the answer that brought them."""
    session = Session(GAME, GAME.config(num_players=2), [YOU, "greedy"], seed=1)
    while session.asked >= 0:
        if not session.let_agent_answer():
            session.answer(int(np.flatnonzero(session.batch.mask[0])[-1]))
    own = [k for k, (seat, _) in enumerate(session.replay.answers) if seat == 0]
    told = [words for k in own for words in session.told(k, 0)]
    assert any(words.startswith("player_0 draws ") for words in told)
    assert any(words.startswith("Time runs out for ") for words in told)


def test_move_numbers_stay_within_a_turn(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(GAME, GAME.config(num_players=2), [YOU, "random"], seed=1)
    conversation = Conversation(session, 0)

    def play(words: str) -> dict[int, str]:
        conversation._obey(words)
        conversation._wait_for_others()
        return conversation._moves()

    conversation._wait_for_others()
    play("place on r1c1 (milk)")
    play("1")
    start = play("1")  # 1 and 2 were the cups to pour into, and the turn goes on
    assert min(start) == 3
    after = play("move pawn 1 west")
    kept = {number: words for number, words in after.items() if words in start.values()}
    assert kept
    assert kept.items() <= start.items(), "a move that was there before has its number still"
    assert {number: after[number] for number in set(after) - set(kept)} == {max(start) + 1: "done"}
    conversation._obey("undo")
    assert conversation._moves() == start
    play(f"{next(number for number, words in start.items() if words == 'move pawn 1 south')}")
    assert session.state["pawn"][0, 0].tolist()[0] == 9, "numbers do what they say"
    while session.replay.answers[-1][0] == 0:
        conversation._obey(str(max(conversation._moves())))
        conversation._wait_for_others()
    assert min(conversation._moves()) == 1, "the next turn counts anew"


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


SOME_MOVE = "".join(f"{number}\n" for number in range(1, 40))  # tried one after the other: some of them are moves


def test_play_a_whole_game(run: Run, tmp_path: Path) -> None:
    file, drawing = tmp_path / "game.json", tmp_path / "end.svg"
    typed = SOME_MOVE * 60 + "undo\n" + SOME_MOVE + "\n"
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
    monkeypatch.setattr(sys, "stdin", io.StringIO(SOME_MOVE * 60))
    Conversation(spied, 1).run()
    assert len(viewers) > 10
    assert set(viewers) == {1}


def test_play_tells_no_moves_in_words_where_some_are_private(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert everything_is_public(GAME)
    private = replace(GAME.state, sees={**GAME.state.sees, "cups": "owner"})
    session = Session(GAME, GAME.config(num_players=2), [YOU, "random"], seed=1)
    session.game = replace(GAME, state=private, tell=None)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\n"))
    Conversation(session, 0).run()
    assert "player_1: " not in capsys.readouterr().out
    session = Session(GAME, GAME.config(num_players=2), [YOU, "random"], seed=1)
    session.game = replace(GAME, tell=None)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\n"))
    Conversation(session, 0).run()
    assert "player_1: place on " in capsys.readouterr().out, "of a game that tells nothing itself"


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
    assert ended.out.count("─ supply ") == 3
    assert "The game is over. Points: player_0 " in ended.out
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
# Going on, and small windows


def test_a_saved_game_is_resumed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    short = ("play", "coffee_rush", "--players", "2", "--opponents", "random", "--seed", "3")
    run(*short, "--save", str(file), typed="1\n1\nquit\n")
    before = Replay.load(file)
    assert before.config.num_players == 2
    ended = run("play", "coffee_rush", "--resume", str(file), "--save", str(file), typed="log\n1\nquit\n")
    after = Replay.load(file)
    assert after.answers[: len(before.answers)] == before.answers
    assert len(after.answers) > len(before.answers)
    assert "player_0 places pawn 1 on" in ended.out
    run("play", "coffee_rush", "--resume", str(file), "--seed", "1").check_refused("leave yours out")
    run("play", "rush_out", "--resume", str(file)).check_refused("play coffee_rush --resume")


def test_a_small_window_shows_the_table_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(100, 40, "Parts")
    for k, name in enumerate(("board", "supply", "player_0")):
        scene.panel(name, 0, 13 * k, 60, 12, title=name)
    shown = Console(file=io.StringIO(), force_terminal=True, width=80, height=24, color_system=None)
    monkeypatch.setattr(showing, "OUT", shown)

    def printed(part: int) -> tuple[str, int]:
        shown.file = io.StringIO()
        after = showing.show_parts(scene, part)
        return shown.file.getvalue(), after

    text, after = printed(0)
    assert after == 1
    assert "board" in text.splitlines()[0]
    assert len(text.splitlines()) < 24
    assert "more shows supply, player_0" in re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert "supply" in printed(after)[0].splitlines()[0]
    shown.size = (120, 60)
    assert printed(2)[1] == 0
    assert all(name in printed(0)[0] for name in ("board", "supply", "player_0"))


def test_a_part_larger_than_the_window_is_shown_area_by_area(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(100, 40, "Parts")
    panel = scene.panel("board", 0, 0, 100, 40)
    for x in range(0, 100, 10):
        for y in range(40):
            panel.text(x, y, f"c{x}r{y}")
    shown = Console(file=io.StringIO(), force_terminal=True, width=80, height=24, color_system=None)
    monkeypatch.setattr(showing, "OUT", shown)
    part, text = 0, ""
    for _ in range(6):
        shown.file = io.StringIO()
        part = showing.show_parts(scene, part)
        lines = shown.file.getvalue().splitlines()
        assert len(lines) < 24
        text += " ".join(lines) + " "
    assert part == 0
    assert {f"c{x}r{y}" for x in range(0, 100, 10) for y in range(40)} <= set(text.split())


def test_a_low_window_shows_the_first_moves_and_moves_shows_all(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Console(file=io.StringIO(), force_terminal=True, width=80, height=24, color_system=None)
    monkeypatch.setattr(showing, "OUT", shown)
    monkeypatch.setattr(conversation, "OUT", shown)
    game = registry.game("silver_gold_pyramids")
    talk = Conversation(Session(game, game.config(), [YOU, "greedy", "greedy", "greedy"], 3), 0)
    moves = {number: f"a move of many words, number {number}" for number in range(1, 60)}
    monkeypatch.setattr(talk, "_moves", lambda: moves)
    talk._show()
    assert len(shown.file.getvalue().splitlines()) <= 24
    assert "more: moves" in re.sub(r"\x1b\[[0-9;]*m", "", shown.file.getvalue())
    talk._obey("moves")
    assert all(words in shown.file.getvalue() for words in moves.values())
