"""`rush-envs tournament`, `ladder` and `rate` as a user meets them."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from conftest import Run
from rich.console import Console

from rush_agents.cli.shared.tournaments import spread
from rush_agents.results.scorebook import Scorebook
from rush_envs.replay import Replay

SMALL = ("tournament", "coffee_rush", "--players", "2", "--agents", "random", "greedy", "--games", "24")


def test_agents_may_be_listed_or_repeated() -> None:
    wanted = ["x", "--agents", "a", "--agents", "b:1", "--games", "3"]
    assert spread(["x", "--agents", "a", "b:1", "--games", "3"]) == wanted
    assert spread(["x", "--agents", "a", "--agents", "b:1", "--games", "3"]) == wanted
    assert spread(["x", "--agents=a", "b", "--json", "y"]) == ["x", "--agents=a", "--agents", "b", "--json", "y"]
    assert spread(["x", "--games", "3"]) == ["x", "--games", "3"]


def test_json_and_csv_agree_with_rate(run: Run) -> None:
    told = json.loads(run(*SMALL, "--json").out)
    assert told["games"] == 24
    assert [line["agent"] for line in told["standings"]] == ["greedy", "random"]
    assert told["matrix"][1][0] == 1 - told["matrix"][0][1]
    again = json.loads(run("rate", "tournament_coffee_rush/games.db", "--json").out)
    del told["report"]
    assert again == told
    lines = list(csv.DictReader(io.StringIO(run("rate", "tournament_coffee_rush/games.db", "--csv").out)))
    assert [line["agent"] for line in lines] == ["greedy", "random"]
    assert float(lines[0]["won"]) == told["standings"][0]["won"]["value"]


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


def test_the_report_needs_nothing_but_its_replays(run: Run, tmp_path: Path) -> None:
    assert run(*SMALL, "--out", "here").code == 0
    page = Links()
    page.feed((tmp_path / "here" / "report.html").read_text(encoding="utf-8"))
    assert page.tags.count("svg") == 3
    assert page.tags.count("table") == 2
    assert "script" not in page.tags
    assert {Path(link).suffix for link in page.found} == {".json", ".txt", ".html"}
    for link in page.found:
        file = tmp_path / "here" / link
        assert file.is_file()
        if file.suffix == ".json":
            Replay.load(file).verify()
            story = file.with_suffix(".txt").read_text("utf-8").splitlines()
            assert len(story) == len(Replay.load(file).answers)
            assert "The game is over. Points: player_0 " in story[-1]
    assert run("rate", "here/games.db", "--out", "again").code == 0
    assert (tmp_path / "again" / "report.html").read_text() == (tmp_path / "here" / "report.html").read_text()


def test_reports_do_not_believe_names(run: Run, tmp_path: Path) -> None:
    from rush_agents.results.report import page
    from rush_agents.results.summary import Summary

    assert run(*SMALL).code == 0
    with Scorebook(tmp_path / "tournament_coffee_rush" / "games.db") as book:
        book.facts["agents"] = ["<script>alert(1)</script>", "b"]
        assert "<script" not in page(Summary.of(book), {})


@pytest.mark.parametrize("form", ["gauntlet", "self-play"])
def test_formats(run: Run, form: str) -> None:
    told = json.loads(run(*SMALL, "--format", form, "--json").out)
    assert told["games"] == 24
    assert (told["standings"][0]["skill"] is None) == (form == "self-play")


def test_the_last_round_may_be_cut(run: Run) -> None:
    ended = run(*SMALL[:-1], "7", "--option", "max_steps=30")
    assert "seats are balanced after 8 games (rounds of 2)" in ended.out
    assert "7 games were stopped before their end" in ended.out


def test_ladder(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rush_envs.registry._OURS", {"coffee_rush": "rush_envs.games.coffee_rush:GAME"})
    told = json.loads(run("ladder", "--agents", "random", "greedy", "--games", "8", "--json").out)
    assert {name: one["games"] for name, one in told.items()} == {"coffee_rush": 8}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("tournament nope", "no game is called 'nope'"),
        ("tournament coffee_rush --agents random deep", "no agent is called 'deep'"),
        ("tournament coffee_rush --agents random ppo:none.npz", "none"),
        ("tournament coffee_rush --agents random", "needs at least 2"),
        ("tournament coffee_rush --players 9", "num_players=9"),
        ("tournament coffee_rush --option speed=9", "has no option 'speed'"),
        ("tournament coffee_rush --format cup", "give one of round-robin"),
        ("tournament coffee_rush --seed -1", "seed=-1"),
        ("tournament coffee_rush --json --csv", "give one of --json and --csv"),
        ("tournament coffee_rush --out /proc/nowhere", "cannot be written"),
        ("rate none.db", "there is no such file"),
    ],
)
def test_errors_are_one_line_and_code_2(run: Run, words: str, message: str) -> None:
    run(*words.split()).check_refused(message)


def test_ctrl_c_keeps_what_was_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rush_agents.cli.shared.tournaments.run", interrupted)
    ended = run(*SMALL)
    assert (ended.code, ended.out) == (130, "")
    assert "Stopped: 0 of 24 games are kept. The same command goes on." in ended.err


def test_progress_tells_how_far_and_how_fast(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Console(file=io.StringIO(), force_terminal=True, width=160)
    monkeypatch.setattr("rush_agents.cli.shared.tournaments.ERR", screen)
    assert run(*SMALL[:-1], "80").code == 0
    shown = screen.file.getvalue()
    for words in ("80/80", "games/s", "loading the rules", "done"):
        assert words in shown


def test_fewer_games_than_there_are(run: Run) -> None:
    assert run(*SMALL).code == 0
    ended = run(*SMALL[:-1], "8")
    assert ended.code == 2
    assert "holds 24 games already; give --games 24 or more" in ended.err
    ended = run(*SMALL, "--seed", "1")
    assert "holds another tournament: its seed is 0, not 1" in ended.err
