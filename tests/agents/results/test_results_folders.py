"""Folders of tournaments: whole pages, read-only media, and nothing that a stranger wrote is obeyed."""

from __future__ import annotations

import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rush_agents.arena.tournament import Tournament, run
from rush_agents.cli import main
from rush_agents.cli.shared.options import print_json
from rush_agents.results import report
from rush_agents.results.scorebook import Scorebook
from rush_agents.results.summary import Summary
from rush_agents.terminal.console import SafeConsole

TWO = {"num_players": 2}
EVIL = '<script>alert("x")</script>\x1b[2J\x9b31m\u202eevil[/]'


class Killed(BaseException):
    """Stands for a process that is gone."""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("results") / "games.db"
    tournament = Tournament.of("coffee_rush", ["random", "greedy"], options=TWO)
    with Scorebook(path, tournament.facts()) as book:
        run(tournament, 6, book)
    return path


def evil(results: Path, folder: Path) -> Path:
    """The same games with names that a stranger chose."""
    path = Path(shutil.copy(results, folder))
    with closing(sqlite3.connect(path)) as database, database:
        for name in ("game", "format"):
            database.execute("UPDATE facts SET value = ? WHERE name = ?", (json.dumps(EVIL), name))
        for name in ("agents", "seats", "roles"):
            words = json.dumps([EVIL, EVIL + "2"])
            database.execute("UPDATE facts SET value = ? WHERE name = ?", (words, name))
        database.execute("UPDATE facts SET value = ? WHERE name = 'config'", (json.dumps({EVIL: EVIL}),))
        database.execute("UPDATE games SET fault_seat = 0, fault = ? WHERE number = 2", (EVIL,))
    return path


def test_a_report_obeys_no_stranger(results: Path, tmp_path: Path) -> None:
    with Scorebook(evil(results, tmp_path)) as book:
        summary = Summary.of(book)
        report.write(summary, book, tmp_path / "report.html")
        page = (tmp_path / "report.html").read_text(encoding="utf-8")
        assert "&lt;script&gt;" in page
        for code in ("<script", "\x1b", "\x9b", "\u202e"):
            assert code not in page
            assert code not in "".join(summary.csv().replace("<script", ""))
        # Numbers are text as well, should they ever be none.
        book.facts["seed"] = EVIL
        games = [dict(game) | {"length": 7} for game in summary.results.games]
        bad = replace(summary, results=replace(summary.results, facts=book.facts, games=games))
        assert "<script" not in report.page(bad, {EVIL: "game_000002"})


def test_terminals_obey_no_stranger(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = SafeConsole(file=io.StringIO(), force_terminal=True, width=200, highlight=False)
    monkeypatch.setattr("rush_agents.cli.shared.tournaments.OUT", screen)
    path = evil(results, tmp_path)
    for words in (["rate", str(path)], ["rate", str(path), "--csv"], ["rate", str(path), "--json"]):
        monkeypatch.setattr(sys, "argv", ["rush-envs", *words])
        with pytest.raises(SystemExit) as end:
            main()
        assert not end.value.code
    told = screen.file.getvalue() + capsys.readouterr().out
    assert "alert" in told
    for code in ("\x1b[2J", "\x9b", "\u202e"):
        assert code not in told
    monkeypatch.setattr(sys, "argv", ["rush-envs", "rate", str(tmp_path / "no\x1b[2Jsuch.db")])
    with pytest.raises(SystemExit):
        main()
    assert "\x1b" not in capsys.readouterr().err
    print_json({"name": EVIL})
    said = capsys.readouterr().out
    assert json.loads(said) == {"name": EVIL}
    assert "\x9b" not in said


READ = """
import os, sys
from pathlib import Path
from rush_agents.results.scorebook import Scorebook
from rush_agents.results.shares import Share
from rush_agents.results.summary import Summary
import openskill.models
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)  # root may write anywhere
with Scorebook(Path(sys.argv[1])) as book:
    print(len(book), len(Summary.of(book).standings))
"""


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="modes are POSIX")
@pytest.mark.parametrize("left", [False, True])
def test_results_are_read_from_media_that_cannot_be_written(results: Path, left: bool) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as name:  # not below a folder that only we may enter
        folder = Path(name)
        path = Path(shutil.copy(results, folder))
        if left:
            path.with_name("games.db-wal").write_bytes(b"games that were never put into the file")
        for each in folder.iterdir():
            each.chmod(0o444)
        folder.chmod(0o555)
        done = subprocess.run([sys.executable, "-c", READ, str(path)], capture_output=True, text=True)
        folder.chmod(0o755)
        if left:
            assert "copy both files to a folder that you can write to" in done.stderr
        else:
            assert done.stdout.split() == ["6", "2"], done.stderr
            assert [file.name for file in folder.iterdir()] == ["games.db"]


def test_a_report_is_whole_whoever_else_writes_it(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "report.html"
    page.write_text("before")

    def killed(*_: Any) -> None:
        raise Killed

    with Scorebook(results) as book:
        summary = Summary.of(book)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", killed)
            patch.setattr(report, "save_replays", lambda *_: {})
            with pytest.raises(Killed):
                report.write(summary, book, page)
        assert page.read_text() == "before"
        report.write(summary, book, page)
    assert page.read_text().endswith("</html>\n")
