"""Files that are not what they were."""

from __future__ import annotations

import json
import sqlite3
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

import rush_envs
from attacks import Tries
from attacks.mutations import ODD, mutated_bytes, mutated_json, mutated_npz, survived
from rush_agents.arena.tournament import Tournament, run
from rush_agents.arena.verify import verify
from rush_agents.policies import files
from rush_agents.policies.network import PlainNetwork
from rush_agents.policy import PolicyAgent
from rush_agents.results.rows import COLUMNS
from rush_agents.results.scorebook import Scorebook
from rush_agents.results.summary import Summary
from rush_envs.replay import Replay


def a_replay(game: str, path: Path) -> None:
    batch = rush_envs.make_batch(game, 1, seed=1, autoreset=False)
    batch.reset()
    replay = Replay.of(batch)
    while batch.seat[0] >= 0 and len(replay.answers) < 100:
        seat, action = int(batch.seat[0]), int(batch.random_actions()[0])
        batch.step([action])
        replay.add(seat, action, batch.states)
    replay.save(path)


def a_policy(game: str, path: Path) -> None:
    network = PlainNetwork(rush_envs.game(game), (8,))
    network.whole[:] = np.random.default_rng(1).normal(size=network.whole.size)
    files.save(path, files.Policy(network, {"kept": None}, {}))


def some_results(game: str, path: Path) -> None:
    tournament = Tournament.of(game, ["random", "random"], options={"max_steps": 200}, seed=3)
    with Scorebook(path, tournament.facts()) as book:
        run(tournament, 4, book)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")  # one file, to be spoiled


def use_policy(game: str, path: Path) -> None:
    batch = rush_envs.make_batch(game, 2, seed=0)
    batch.reset()
    batch.step(PolicyAgent(files.load(path, batch.game)).act(batch.view(parts=("features",))))


def use_results(path: Path) -> None:
    with Scorebook(path) as book:
        json.dumps(Summary.of(book).facts())
        verify(book)


def spoil_results(path: Path, rng: np.random.Generator) -> None:
    """One value of one row or fact; SQLite itself keeps some out."""
    with closing(sqlite3.connect(path)) as database, database:
        table, key = ("facts", "name") if rng.random() < 0.4 else ("games", "number")
        keys = [row[0] for row in database.execute(f"SELECT {key} FROM {table}")]
        column = "value" if table == "facts" else (*COLUMNS, "replay")[int(rng.integers(len(COLUMNS) + 1))]
        chosen = keys[int(rng.integers(len(keys)))]
        before = database.execute(f"SELECT {column} FROM {table} WHERE {key} = ?", (chosen,)).fetchone()[0]
        value = ODD[int(rng.integers(len(ODD)))]
        if column == "replay":
            value = zlib.compress(mutated_json(zlib.decompress(before), rng))
        elif isinstance(before, str) and before[:1] in "[{" and rng.random() < 0.7:
            value = mutated_json(f'{{"x": {before}}}'.encode(), rng).decode()
            value = value.removeprefix('{"x": ').removesuffix("}")
        elif table == "facts":
            value = json.dumps(value)
        if isinstance(value, list | dict) or (isinstance(value, int) and value >= 1 << 63):
            value = str(value)
        try:
            database.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (value, chosen))
        except sqlite3.Error:
            return


def attack_files(game: str, seed: int) -> Tries:
    rng, seen = np.random.default_rng(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        replay, policy, results = (Path(folder, name) for name in ("game.json", "policy.npz", "games.db"))
        a_replay(game, replay)
        a_policy(game, policy)
        some_results(game, results)
        card = policy.with_suffix(".json")
        whole = {path: path.read_bytes() for path in (replay, policy, card, results)}
        uses: dict[Path, Callable[[], Any]] = {
            replay: lambda: Replay.load(replay).verify(),
            policy: lambda: use_policy(game, policy),
            card: lambda: use_policy(game, policy),
            results: lambda: use_results(results),
        }
        changes = {replay: mutated_json, policy: mutated_npz, card: mutated_json}
        while True:
            path = list(uses)[int(rng.integers(len(uses)))]
            for each, content in whole.items():
                each.write_bytes(content)
            yield "about to", path.name
            if rng.random() < 0.4:
                path.write_bytes(mutated_bytes(whole[path], rng))
            elif path == results:
                spoil_results(path, rng)
            else:
                path.write_bytes(changes[path](whole[path], rng))
            if path == policy:  # its card names it: only what it holds can be wrong
                facts = json.loads(whole[card])
                card.write_text(json.dumps(facts | {"sha256": files._digest(path.read_bytes())}))
            before = seen["works"]
            survived(uses[path], path, seen)
            yield "worked" if seen["works"] > before else "refused", ""
