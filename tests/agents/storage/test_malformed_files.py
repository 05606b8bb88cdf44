"""Files from outside that are not what they should be: each is refused by name, or it works; nothing else happens."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import sqlite3
import subprocess
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attacks.mutations import ODD, header, mutated_bytes, mutated_json, mutated_npz, survived
from some_policy import some_policy

import rush_envs
from rush_agents.arena.tournament import Tournament, run
from rush_agents.policies import files
from rush_agents.policies.files import BadPolicy
from rush_agents.policy import PolicyAgent
from rush_agents.results import ratings, report, rows
from rush_agents.results.scorebook import BadScorebook, Scorebook
from rush_agents.results.summary import Summary
from rush_agents.storage.arrays import Promise, read_arrays
from rush_agents.storage.reading import Damaged
from rush_agents.training.league import League
from rush_agents.training.learner.learner import Learner
from rush_agents.training.recipe import recipe_of
from rush_agents.training.run import BadRun, Run
from rush_agents.training.train import train
from rush_envs.errors import BadOption
from rush_envs.replay import Replay

GAME = rush_envs.game("coffee_rush")
TWO = {"num_players": 2}
TIMES = 300
QUICK: dict[str, Any] = {"games": 16, "rollout": 8, "batch": 64, "hidden": (16, 8)}


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    limits: dict[str, Any] = {"minutes": None, "steps": 300, "look_every": 1e9, "look_games": 4, "final_games": 4}
    train("coffee_rush", folder, recipe=recipe_of("coffee_rush", options=TWO, **QUICK), **limits)
    return folder


@pytest.fixture
def folder(trained: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(trained, tmp_path / "run", ignore=shutil.ignore_patterns("tensorboard")))


def tell(kind: str, seen: Counter[str]) -> None:
    print(f"{kind}: {dict(seen)}")  # pytest -s
    assert seen.total() == TIMES
    assert seen["works"] < TIMES, "something must be refused"


# ------------------------------------------------------------------------------------------------------------------
# Policies


def use_policy(path: Path) -> None:
    """Load it, and let it play: an array of a wrong shape would be read beyond its end."""
    agent = PolicyAgent(files.load(path, GAME))
    batch = rush_envs.make_batch("coffee_rush", 2, seed=0, num_players=2)
    batch.reset()
    batch.step(agent.act(batch.view()))


def rename(path: Path, content: bytes) -> None:
    """An archive whose card names it: only what it holds can be wrong."""
    path.write_bytes(content)
    card = json.loads(path.with_suffix(".json").read_text())
    path.with_suffix(".json").write_text(json.dumps(card | {"sha256": hashlib.sha256(content).hexdigest()}))


@pytest.mark.parametrize("kind", ["bytes", "members", "card", "card's bytes"])
def test_policies(folder: Path, kind: str) -> None:
    rng, seen, path = np.random.default_rng(1), Counter[str](), folder / "policy.npz"
    card, content = path.with_suffix(".json").read_bytes(), path.read_bytes()
    for number in range(TIMES):
        path.write_bytes(content)
        path.with_suffix(".json").write_bytes(card)
        if kind == "bytes":
            (rename if number % 2 else Path.write_bytes)(path, mutated_bytes(content, rng))
        elif kind == "members":
            rename(path, mutated_npz(content, rng))
        else:
            change = mutated_json if kind == "card" else mutated_bytes
            path.with_suffix(".json").write_bytes(change(card, rng))
        survived(lambda: use_policy(path), path, seen)
    tell(f"policy, {kind}", seen)


def bomb(size: int, declared: int | None = None) -> bytes:
    """An archive of a few kilobytes that unpacks to very much, and may say otherwise."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("w0.npy", header("<f4", (3,)) + bytes(size))
    content = buffer.getvalue()
    if declared is None:
        return content
    for start, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = content.index(start) + offset
        content = content[:place] + declared.to_bytes(4, "little") + content[place + 4 :]
    return content


@pytest.mark.parametrize("declared", [None, 140])
def test_a_bomb_is_refused_by_its_declared_and_by_its_real_size(declared: int | None) -> None:
    import tracemalloc

    content = bomb(50 << 20, declared)
    tracemalloc.start()
    with pytest.raises(Damaged, match=r"would unpack|altered or cut off"):
        read_arrays(content, {"w0": Promise((3,))})
    assert tracemalloc.get_traced_memory()[1] < 4 << 20
    tracemalloc.stop()


def test_memory_is_not_taken_on_the_word_of_a_header() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("w0.npy", header("<f4", (1 << 50,)) + bytes(12))
    with pytest.raises(Damaged, match="w0 is not a finite float32 array"):
        read_arrays(buffer.getvalue(), {"w0": Promise((3,))})


def test_a_folder_or_a_pipe_is_no_policy(tmp_path: Path) -> None:
    (tmp_path / "mine.json").mkdir()
    with pytest.raises(BadPolicy, match="no plain file"):
        files.load(tmp_path / "mine.npz", GAME)


def test_a_policy_that_could_not_be_loaded_is_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 1000)
    with pytest.raises(BadPolicy, match="fewer hidden units"):
        files.save(tmp_path / "mine.npz", some_policy(GAME))
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------------------------------------------------------
# Runs


@pytest.mark.parametrize("kind", ["fields", "bytes"])
def test_run_json(folder: Path, kind: str) -> None:
    rng, seen, path = np.random.default_rng(2), Counter[str](), folder / "run.json"
    content = path.read_bytes()
    for _ in range(TIMES):
        path.write_bytes(mutated_json(content, rng) if kind == "fields" else mutated_bytes(content, rng))
        survived(lambda: Run.resume(folder, GAME), folder, seen)
    tell(f"run.json, {kind}", seen)


@pytest.fixture(scope="module")
def restored(trained: Path) -> Callable[[Path], None]:
    """Restores the checkpoint of a folder and lets every snapshot of its league play."""
    recipe = Run.resume(trained, GAME).recipe
    batch = rush_envs.make_batch("coffee_rush", 2, seed=0, num_players=2)
    batch.reset()
    learner = Learner(GAME, recipe)

    def restore(folder: Path) -> None:
        league = League(GAME)
        Run(folder, GAME, recipe).restore(learner, league)
        for agent in league.agents(0):
            agent.act(batch.view())
        league.draw(3, 2, np.random.default_rng(0))

    return restore


@pytest.mark.parametrize("kind", ["members", "bytes"])
def test_checkpoints(folder: Path, kind: str, restored: Callable[[Path], None]) -> None:
    rng, seen, path = np.random.default_rng(3), Counter[str](), folder / "checkpoint.npz"
    content = path.read_bytes()
    restored(folder)
    for _ in range(TIMES):
        path.write_bytes((mutated_npz if kind == "members" else mutated_bytes)(content, rng))
        survived(lambda: restored(folder), path, seen)
    tell(f"checkpoint, {kind}", seen)


def test_a_snapshot_of_a_wrong_shape_never_plays(folder: Path, restored: Callable[[Path], None]) -> None:
    path = folder / "checkpoint.npz"
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    arrays["l.0"] = np.zeros((2, 3), np.float32)
    np.savez(path, **arrays)
    with pytest.raises(BadRun, match=r"l\.0 is not a finite float32 array of shape"):
        restored(folder)


# ------------------------------------------------------------------------------------------------------------------
# Results


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("results") / "games.db"
    tournament = Tournament.of("coffee_rush", ["random", "greedy"], options=TWO)
    with Scorebook(path, tournament.facts()) as book:
        run(tournament, 6, book)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")  # one file, to be spoiled
    return path


def use_results(path: Path, page: Path) -> None:
    """Whatever `rate` does, and the report."""
    with Scorebook(path) as book:
        summary = Summary.of(book)
        json.dumps(summary.facts())
        summary.csv()
        list(summary.tables())
        report.write(summary, book, page)
    words = page.read_text(encoding="utf-8")
    assert "<script" not in words
    assert "\x1b" not in words


@pytest.fixture
def drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of the games in a spoiled file are as they were, and drawing one takes long."""
    pages: dict[str, str] = {}
    draw = Replay.to_html

    def to_html(replay: Replay) -> str:
        text = replay.to_json()
        if text not in pages:
            pages[text] = draw(replay)
        return pages[text]

    monkeypatch.setattr(Replay, "to_html", to_html)


def odd(rng: np.random.Generator) -> Any:
    """A value that SQLite can hold."""
    value = ODD[int(rng.integers(len(ODD)))]
    if rng.random() < 0.3:
        return json.dumps(value)
    if rng.random() < 0.1:
        return rng.bytes(20)
    return str(value) if isinstance(value, list | dict) or (isinstance(value, int) and value >= 1 << 63) else value


def spoil_row(path: Path, rng: np.random.Generator) -> None:
    column = (*rows.COLUMNS, "replay")[int(rng.integers(len(rows.COLUMNS) + 1))]
    number = int(rng.integers(6))
    with closing(sqlite3.connect(path)) as database, database:
        before = database.execute(f"SELECT {column} FROM games WHERE number = ?", (number,)).fetchone()[0]
        if column == "replay":
            text = zlib.decompress(before)
            value: Any = zlib.compress(mutated_json(text, rng)) if rng.random() < 0.6 else mutated_bytes(before, rng)
        elif isinstance(before, str) and before.startswith("[") and rng.random() < 0.5:
            value = mutated_json(before.encode(), rng).decode()
        else:
            value = odd(rng)
        try:
            database.execute(f"UPDATE games SET {column} = ? WHERE number = ?", (value, number))
        except sqlite3.Error:
            return  # SQLite itself keeps some out


def spoil_facts(path: Path, rng: np.random.Generator) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        facts = dict(database.execute("SELECT name, value FROM facts"))
        whole = json.dumps({name: json.loads(value) for name, value in facts.items()}).encode()
        try:
            spoiled = json.loads(mutated_json(whole, rng))
        except (ValueError, RecursionError):
            spoiled = {name: [[[]]] for name in facts}
        database.execute("DELETE FROM facts")
        for name, value in spoiled.items():
            text = json.dumps(value) if rng.random() < 0.95 else "[" * 10_000
            database.execute("INSERT INTO facts VALUES (?, ?)", (name, text))


@pytest.mark.usefixtures("drawn_once")
@pytest.mark.parametrize("kind", ["rows", "facts", "bytes"])
def test_results(results: Path, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "SKILL_UPDATES", 1)  # sure or not, it takes the same way
    rng, seen, path = np.random.default_rng(4), Counter[str](), tmp_path / "games.db"
    content = results.read_bytes()
    for _ in range(TIMES):
        path.write_bytes(content if kind != "bytes" else mutated_bytes(content, rng))
        if kind != "bytes":
            (spoil_row if kind == "rows" else spoil_facts)(path, rng)
        survived(lambda: use_results(path, tmp_path / "report.html"), path, seen)
    tell(f"games.db, {kind}", seen)


STRANGE = {
    "a view that never ends": (
        "ALTER TABLE games RENAME TO kept; CREATE VIEW games AS "
        "WITH RECURSIVE n(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n) SELECT * FROM n"
    ),
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
    "another column": "ALTER TABLE games ADD COLUMN more TEXT",
    "a computed column": "ALTER TABLE facts ADD COLUMN more AS (name || name)",
}


@pytest.mark.parametrize("kind", STRANGE)
def test_a_file_of_results_has_two_plain_tables(results: Path, tmp_path: Path, kind: str) -> None:
    path = Path(shutil.copy(results, tmp_path))
    with closing(sqlite3.connect(path)) as database:
        database.executescript(STRANGE[kind])
    with pytest.raises(BadScorebook, match="has other"):
        Scorebook(path)


def test_a_large_value_is_not_read(results: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(results, tmp_path))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE games SET replay = zeroblob(20000000), fault = hex(zeroblob(10000000))")
    with Scorebook(path) as book:
        for use in (book.games, lambda: book.replay(0)):
            with pytest.raises(BadScorebook, match="too big"):
                use()


# Not `ru_maxrss`: a child begins with the peak of the process that started it, here a worker of pytest.
MEMORY = """
import sys, tracemalloc
from rush_agents.cli import main
sys.argv = ["rush-envs", "tournament", "coffee_rush", "--games", "100000000", "--out", sys.argv[1]]
tracemalloc.start()
try:
    main()
finally:
    print(tracemalloc.get_traced_memory()[1] >> 20)
"""


def test_too_many_games_are_refused_before_memory_is_taken(results: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-c", MEMORY, str(tmp_path / "out")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "1000000" in done.stderr
    assert int(done.stdout) < 200
    with Scorebook(results) as book:
        with pytest.raises(BadOption, match="1000000"):
            book.missing(10**8)
        missing = book.missing(10**6)
        assert (len(missing), missing[0], missing[-1]) == (10**6 - 6, 6, 10**6 - 1)
        assert sys.getsizeof(missing) < 9 << 20
