"""Compiled kernels on disk: never stale, compiled once, and nobody waits in silence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock, Timeout

import rush_envs
from rush_envs.engine import jit
from rush_envs.engine.kernels import cache, sources

ROOT = Path(rush_envs.__file__).parent.parent

# The tiny game's first step: how often numba found the kernel on disk, and how often not.
PROBE = """
import sys
sys.path[:0] = sys.argv[1:]
from rush_envs import registry
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.drivers import drivers_of
registry.add("tiny_game", "tiny_game:GAME")
batch = BatchEnv.of("tiny_game", 2, seed=0)
batch.reset()
stats = drivers_of(batch.game).advance_rows.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
TESTS = str(Path(__file__).parent.parent)
HIT, MISS = ["1", "0"], ["0", "1"]


def start(folder: Path, *paths: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROBE, *(paths or (TESTS,))],
        env=os.environ | {"NUMBA_CACHE_DIR": str(folder), "RUSH_ENVS_QUIET": ""} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def probe(folder: Path, *paths: str, **environment: str) -> tuple[list[str], str]:
    """What it printed, and what it told on stderr."""
    process = start(folder, *paths, **environment)
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out.split(), err


# ------------------------------------------------------------------------------------------------------------------
# Never stale


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the package and of the tiny game, to be edited."""
    home = tmp_path / "house"
    shutil.copytree(ROOT / "rush_envs", home / "rush_envs", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(Path(TESTS) / "tiny_game.py", home)
    return home


def test_what_a_game_can_reach_makes_its_kernels_stale_and_nothing_else(house: Path, tmp_path: Path) -> None:
    def found() -> list[str]:
        return probe(tmp_path / "cache", str(house))[0]

    assert found() == MISS
    assert found() == HIT
    for path in ("rush_envs/games/coffee_rush/rules.py", "rush_envs/games/coffee_rush/data/orders.txt"):
        (house / path).write_text("# another box\n" + (house / path).read_text())
        assert found() == HIT, f"{path} is no part of this game"
    for path in ("tiny_game.py", "rush_envs/engine/rng.py"):
        (house / path).write_text((house / path).read_text() + "# edited\n")
        assert found() == MISS, path
        assert found() == HIT


def test_a_game_reaches_its_rules_its_data_and_the_engine_but_no_other_game() -> None:
    game = rush_envs.game("coffee_rush")
    homes = frozenset(getattr(game, name).py_func.__module__ for name in game.KERNELS)
    reached = dict(sources.files(homes))
    for name in ("rules", "turn", "components", "view", "state", "invariants"):
        assert f"rush_envs.games.coffee_rush.{name}" in reached
    for name in ("rush_envs.engine.rng", "rush_envs.kit.piles", "rush_envs.games.coffee_rush/orders.txt"):
        assert name in reached
    assert not [name for name in reached if name.startswith("rush_envs.games.") and "coffee_rush" not in name]
    assert "rush_envs.doors.aec" not in reached


def test_imports_are_seen_however_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "some_package"
    (package / "inner").mkdir(parents=True)
    texts = {
        "__init__.py": "",
        "start.py": "from . import one, two as other\nfrom .three import (\n    x,  # why\n)\nimport some_package.four",
        "one.py": "def f():\n    from some_package import five",
        "two.py": "from .inner import deep\nfrom .inner.value import number",
        "three.py": "import os, some_package.six\nfrom some_package import \\\n    seven",
        "inner/__init__.py": "",
        "inner/deep.py": "from ..eight import z\nfrom ...nowhere import a",
        **{f"{name}.py": "" for name in ("four", "five", "six", "seven", "eight", "unused", "inner/value")},
    }
    for name, text in texts.items():
        (package / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    __import__("some_package")
    reached = {name.removeprefix("some_package.") for name in sources.reach(["some_package.start"])}
    words = ("one", "two", "three", "four", "five", "six", "seven", "eight", "inner.deep", "inner.value")
    assert reached == {"start", *words}


def test_a_list_of_locators_set_by_the_user_changes_nothing(tmp_path: Path) -> None:
    folder, locators = tmp_path / "cache", {"NUMBA_CACHE_LOCATOR_CLASSES": "InTreeCacheLocator"}
    assert probe(folder, **locators)[0] == MISS
    assert probe(folder, **locators)[0] == HIT
    assert probe(folder)[0] == HIT


def test_settings_that_change_the_machine_code_have_kernels_of_their_own(tmp_path: Path) -> None:
    assert probe(tmp_path)[0] == MISS
    assert probe(tmp_path, NUMBA_BOUNDSCHECK="1")[0] == MISS
    without = MISS if jit.accelerated() else HIT  # where this numba takes no accelerator there is but one kind
    assert probe(tmp_path, RUSH_ENVS_ACCELERATOR="0")[0] == without
    assert probe(tmp_path)[0] == HIT


def test_old_kernels_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "root", lambda: tmp_path)
    for number in range(cache.KEPT + 3):
        kept = cache.KernelCache("some_game-rules", frozenset(["rush_envs.errors"]), number)
        assert kept.folder is not None
        os.utime(kept.folder, (number, number))
    cache.KernelCache("some_game-greedy", frozenset(["rush_envs.errors"]))
    assert len(list(tmp_path.glob("some_game-rules-*"))) == cache.KEPT
    assert kept.folder.exists()


# ------------------------------------------------------------------------------------------------------------------
# Compiled once, and told


def test_processes_that_start_together_compile_once(tmp_path: Path) -> None:
    together = [start(tmp_path) for _ in range(4)]
    found = [process.communicate()[0].split() for process in together]
    assert sorted(found) == sorted([MISS, HIT, HIT, HIT])


def test_the_first_compile_is_told_once(tmp_path: Path) -> None:
    _, told = probe(tmp_path)
    assert told.count("compiling the rules of tiny_game, about ") == 1
    assert probe(tmp_path)[1] == "", "what is found on disk is not worth a word"


def test_the_message_can_be_silenced(tmp_path: Path) -> None:
    assert probe(tmp_path, RUSH_ENVS_QUIET="1")[1] == ""


def test_nobody_else_looks_while_one_more_kind_of_arguments_is_compiled(tmp_path: Path) -> None:
    """numba writes files that the seal does not know yet: another process would take them for broken ones."""
    kept = cache.KernelCache("some-rules", frozenset(["rush_envs.errors"]))
    kept.folder = tmp_path
    for kind in ("one", "another"):
        with kept.compiling("entry", "the rules of some", kind):
            (tmp_path / "entry").mkdir(exist_ok=True)
            (tmp_path / "entry" / f"{kind}.nbi").write_text(kind)
            with pytest.raises(Timeout):
                FileLock(tmp_path / "lock").acquire(timeout=0)
    with kept.compiling("entry", "the rules of some", "one"):  # what is there is only read
        FileLock(tmp_path / "lock").acquire(timeout=0).lock.release()
    assert {path.name for path in (tmp_path / "entry").iterdir()} == {"one.nbi", "another.nbi"}


def test_a_process_that_waits_says_for_what(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    kept = cache.KernelCache("some-rules", frozenset(["rush_envs.errors"]))
    kept.folder = tmp_path
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path / "lock")], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    holder.stdout.readline()
    holder.stdin.close()  # it lets go in a moment
    with kept.compiling("entry", "the rules of some", "kind"):
        pass
    assert "another process compiles the rules of some" in capfd.readouterr().err
    holder.wait()
    holder.stdout.close()


HOLD = """
import sys, time
from filelock import FileLock
with FileLock(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
    time.sleep(0.6)
"""


UNWRITABLE = """
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import rush_envs
    batch = rush_envs.make_batch(rush_envs.games()[0], 2, seed=0)
    batch.reset()
    import rush_envs.replay
said = [w for w in caught if w.category.__name__ == "CacheWarning"]
print(len(said), batch.mask.any(), "NUMBA_CACHE_DIR" in str(said[0].message))
"""


def test_an_unwritable_cache_works_and_says_so_once(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(blocked / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", UNWRITABLE], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["1", "True", "True"]
