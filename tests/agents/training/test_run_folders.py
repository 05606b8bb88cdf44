"""Folders of runs: one writer, whole files, and cards that tell the truth."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from some_policy import some_policy

import rush_envs
from rush_agents.cli import main
from rush_agents.policies import files
from rush_agents.policies.files import Policy
from rush_agents.results.shares import Share
from rush_agents.storage.writing import FolderInUse, sole_writer
from rush_agents.training.recipe import recipe_of
from rush_agents.training.run import BadRun, Run
from rush_agents.training.train import train
from rush_envs.errors import BadOption

GAME = rush_envs.game("coffee_rush")
TWO = {"num_players": 2}
QUICK: dict[str, Any] = {"games": 16, "rollout": 8, "batch": 64, "hidden": (16, 8)}
LIMITS: dict[str, Any] = {"minutes": None, "steps": 256, "look_every": 1e9, "look_games": 4, "final_games": 0}


# ------------------------------------------------------------------------------------------------------------------
# A policy and its card


def policy(number: int) -> Policy:
    return replace(some_policy(GAME, seed=number), training={"number": number})


class Killed(BaseException):
    """Stands for a process that is gone."""


@pytest.fixture
def kill_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Ends the process, so to speak, at the n-th thing that is done to a disk, before or after it is done."""
    done = [0, 0]

    def counted(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            before, after = done[0] == done[1], done[0] == done[1] - 1
            done[0] += 2
            if before:
                raise Killed
            result = function(*arguments, **named)
            if after:
                raise Killed
            return result

        return call

    for home, name in ((Path, "open"), (Path, "replace"), (os, "fsync")):
        monkeypatch.setattr(home, name, counted(getattr(home, name)))

    def start(moment: int) -> None:
        done[:] = [0, moment]

    return start


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")  # it is gone
@pytest.mark.parametrize("older", ["with its card inside", "of an earlier version", "none"])
def test_a_save_that_is_killed_leaves_a_whole_policy(
    tmp_path: Path, kill_at: Callable[[int], None], older: str
) -> None:
    path, outcomes = tmp_path / "policy.npz", []
    for moment in range(40):
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()
        kill_at(1 << 20)
        if older != "none":
            files.save(path, policy(1))
        if older == "of an earlier version":
            strip_card(path)
        kill_at(moment)
        try:
            files.save(path, policy(2))
            killed = False
        except Killed:
            killed = True
        kill_at(1 << 20)
        if older == "none" and not path.exists():
            outcomes.append(0)
            continue
        found = files.load(path, GAME)
        number = found.training["number"]
        assert (found.network.whole == policy(number).network.whole).all(), "weights and card of one policy"
        outcomes.append(number)
        if not killed:
            break
    else:
        pytest.fail("a save does not end")
    assert len(outcomes) > 8
    assert outcomes == sorted(outcomes), "from a moment on it is the new one"
    assert {outcomes[0], outcomes[-1]} == {0 if older == "none" else 1, 2}


def strip_card(path: Path) -> None:
    """As files were before they held their cards."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in policy(1).network.arrays}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    path.write_bytes(buffer.getvalue())
    beside = path.with_suffix(".json")
    beside.write_text(json.dumps(json.loads(beside.read_text()) | {"sha256": files._digest(buffer.getvalue())}))


def test_a_policy_of_an_earlier_version_still_loads(tmp_path: Path) -> None:
    path = files.save(tmp_path / "policy.npz", policy(1))
    strip_card(path)
    assert files.load(path, GAME).training == {"number": 1}


# ------------------------------------------------------------------------------------------------------------------
# Runs


def recipe(**changes: Any) -> Any:
    return recipe_of("coffee_rush", **({"options": TWO} | QUICK | changes))


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    train("coffee_rush", folder, recipe=recipe(), command="first", **LIMITS)
    return folder


@pytest.fixture
def folder(trained: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(trained, tmp_path / "run", ignore=shutil.ignore_patterns("tensorboard")))


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def run_it(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["rush-envs", *words])
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0), capsys.readouterr().err

    return run_it


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("--players 3", "options"), ("--option num_players=4", "options"), ("--reward shaped", ""),
        ("--reward score", "reward"), ("--hidden 3,3", "hidden"), ("--from greedy", "start"),
        ("--imitation 7", "imitation"), ("--seed 9", "seed"),
    ],
)  # fmt: skip
def test_a_run_does_not_become_another_on_the_way(folder: Path, command: Any, words: str, name: str) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    code, told = command(
        "train", "coffee_rush", "--out", str(folder), "--resume", "--steps", "1", "--final-games", "0", *words.split()
    )
    if name:
        assert code == 2
        assert f"{folder} holds a run with {name}=" in told
        assert "leave it out, or start anew in another folder" in told
        after = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        assert {file: after[file] for file in before} == before
    else:
        assert code == 0, "it is what the run has anyway"


def test_what_may_change_is_written_down(folder: Path) -> None:
    train("coffee_rush", folder, resume=True, learning_rate=1e-4, command="second", **(LIMITS | {"steps": 600}))
    train("coffee_rush", folder, resume=True, recipe=recipe(), command="third", **(LIMITS | {"steps": 700}))
    told = Run.resume(folder, GAME)
    card = files.load(folder / "policy.npz", GAME).training
    assert card["parts"] == told.parts
    assert [part["command"] for part in told.parts] == ["first", "second", "third"]
    assert [part["learning_rate"] for part in told.parts] == [1e-3, 1e-4, 1e-4]
    assert [part["steps"] for part in told.parts] == [256, 600, 700]
    begun = [part["begun"] for part in told.parts]
    assert begun[0] == 0
    assert begun == sorted(begun)
    assert card["recipe"]["learning_rate"] == 1e-3
    assert card["kept"] == told.best


def test_a_run_that_was_killed_has_a_card_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: Any) -> None:
        raise Killed

    monkeypatch.setattr(Run, "save", killed)
    monkeypatch.setattr("rush_agents.training.watch.total", lambda shares: Share(4.0, 4))  # better than before
    with pytest.raises(Killed):
        train("coffee_rush", folder, resume=True, command="second", **(LIMITS | {"steps": 600}))
    monkeypatch.undo()
    card = files.load(folder / "policy.npz", GAME).training
    assert card["command"] == "first && second"
    assert card["kept"]["steps"] == card["steps"] > LIMITS["steps"]
    assert Run.resume(folder, GAME).best == card["kept"], "the policy that is there counts, not what run.json knew"


def test_a_new_run_does_not_overwrite_another(folder: Path) -> None:
    with pytest.raises(BadOption, match="already holds a run"):
        train("coffee_rush", folder, recipe=recipe(), **LIMITS)


@pytest.mark.parametrize("changes", [{"seed": -1}, {"seed": 2**40}, {"hidden": (0,)}, {"games": 10**9}, {"gamma": 7.0}])
def test_a_recipe_has_ranges(changes: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(changes))):
        recipe(**changes)


@pytest.mark.parametrize(
    "limits", [{"minutes": float("inf")}, {"minutes": float("nan")}, {"minutes": -1.0}, {"look_every": float("inf")}]
)
def test_limits_are_numbers_that_a_card_can_hold(limits: dict[str, Any], tmp_path: Path) -> None:
    """Infinity was written into a card that could not be read again, with the policy that it belonged to."""
    with pytest.raises(BadOption, match=next(iter(limits))):
        train("coffee_rush", tmp_path / "new", recipe=recipe(), **LIMITS | limits)
    assert not (tmp_path / "new").exists()


def test_a_network_that_could_not_be_kept_is_refused_before_it_is_trained(tmp_path: Path) -> None:
    with pytest.raises(files.BadPolicy, match="fewer hidden units"):
        train("coffee_rush", tmp_path / "new", recipe=recipe(hidden=(4096, 4096, 4096)), **LIMITS)


HOLD = """
import sys
from pathlib import Path
from rush_agents.storage.writing import sole_writer
with sole_writer(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(folder: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    yield process
    process.communicate()


def test_a_run_has_one_writer(folder: Path, holder: subprocess.Popen[str]) -> None:
    before = (folder / "run.json").read_bytes()
    with pytest.raises(FolderInUse, match=f"{folder} is being written by process {holder.pid}; wait for it"):
        train("coffee_rush", folder, resume=True, **LIMITS)
    assert (folder / "run.json").read_bytes() == before
    holder.communicate()
    with sole_writer(folder):
        pass


def test_a_writer_that_was_killed_holds_nothing(folder: Path, holder: subprocess.Popen[str]) -> None:
    holder.kill()
    holder.wait()
    with sole_writer(folder):
        pass


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadOption, match="choose another folder"):
        train("coffee_rush", tmp_path / "file" / "run", **LIMITS)


def test_a_policy_that_went_missing_is_made_anew(folder: Path) -> None:
    for name in ("policy.npz", "policy.json"):
        (folder / name).unlink()
    assert Run.resume(folder, GAME).best is None
    (folder / "policy.json").write_text("{}")
    (folder / "policy.npz").write_text("")
    with pytest.raises((files.BadPolicy, BadRun), match="policy"):
        Run.resume(folder, GAME)
