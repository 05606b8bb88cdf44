"""Kernels on disk that are broken, planted or cannot be written: the game goes on, and nothing foreign is loaded."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rush_envs.engine import jit
from rush_envs.engine.kernels import accelerator, cache, seals
from rush_envs.errors import CacheWarning

MUTATIONS = 100


def total(numbers):  # type: ignore[no-untyped-def]
    found = 0
    for k in range(numbers.shape[0]):
        found += numbers[k]
    return found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "root", lambda: tmp_path)
    monkeypatch.setattr(cache, "_told", set())
    return tmp_path


def process() -> Any:
    """What a new process would make: an entry that has to find its kernel on disk."""
    return jit.Entry(total, "broken", frozenset([__name__]))


def called(kind: type = np.int64) -> tuple[int, int, list[str]]:
    """How often a new entry was found on disk and how often not, and what it warned of."""
    made = process()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert made(np.arange(5, dtype=kind)) == 10
    assert all(warning.category is CacheWarning for warning in caught), [str(w.message) for w in caught]
    hits, misses = made.stats.cache_hits, made.stats.cache_misses
    return sum(hits.values()), sum(misses.values()), [str(warning.message) for warning in caught]


def kept(home: Path, ending: str) -> Path:
    (found,) = home.rglob(f"*.{ending}")
    return found


HIT, MISS = (1, 0, []), (0, 1, [])


class Trap:
    """A pickle that leaves a file behind when it is read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return Path.touch, (self.path,)


def spoiled(content: bytes, rng: np.random.Generator, trap: Path) -> bytes:
    """One of many ways in which a file can be something else."""
    place = int(rng.integers(len(content)))
    kind = rng.integers(6)
    if kind == 0:
        return content[:place]
    if kind == 1:
        return content[:place] + bytes([content[place] ^ (1 << rng.integers(8))]) + content[place + 1 :]
    if kind == 2:
        return content[:place] + rng.bytes(40) + content[place + 40 :]
    if kind == 3:
        return rng.bytes(place)
    return pickle.dumps(Trap(trap)) if kind == 4 else b""


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_broken_kernel_is_thrown_away_unread_and_compiled_anew(home: Path, ending: str) -> None:
    rng, trap = np.random.default_rng(5), home / "trapped"
    assert called() == MISS
    assert called() == HIT
    for _ in range(MUTATIONS // 2):
        path = kept(home, ending)
        before = path.read_bytes()
        after = spoiled(before, rng, trap)
        path.write_bytes(after)
        assert called() == (HIT if after == before else MISS)
    assert called() == HIT
    assert not trap.exists(), "a foreign pickle was read"


def test_a_broken_seal_is_no_seal(home: Path) -> None:
    assert called() == MISS
    for words in (b"", b"{", b"null", b"[" * 100_000, b"\xff", b'{"x.nbc": "0"}', b"1" * 5000):
        (seal,) = home.rglob("*.done")
        seal.write_bytes(words)
        assert called() == MISS
        assert called() == HIT


@pytest.mark.parametrize("content", [b"", b"garbage", pickle.dumps((1, 2)), pickle.dumps("0.0")[:-1]])
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_what_is_sealed_and_still_cannot_be_loaded_is_compiled_anew(home: Path, ending: str, content: bytes) -> None:
    assert called() == MISS
    kept(home, ending).write_bytes(content)
    (seal,) = home.rglob("*.done")
    seals.put(seal.with_name(seal.name.removesuffix(".done")))
    _, _, told = called()
    assert len(told) <= 1
    called()
    assert called() == HIT


def test_kernels_for_further_arguments_are_sealed_too(home: Path) -> None:
    made = process()
    for kind in (np.int64, np.float64):
        made(np.arange(3, dtype=kind))
    assert called(np.int64) == HIT
    assert called(np.float64) == HIT


def test_a_verdict_that_is_no_word_is_tried_anew(tmp_path: Path) -> None:
    verdict = accelerator.works(tmp_path)
    (path,) = (path for path in tmp_path.iterdir() if not path.suffix)
    path.write_bytes(b"\xff\xfe garbage")
    assert accelerator.works(tmp_path) is verdict
    assert path.read_text() in ("yes", "no")


# ------------------------------------------------------------------------------------------------------------------
# A full disk, and folders of others

PLAY = """
import os, sys, warnings
sys.path[:0] = sys.argv[2:]
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    if sys.argv[1] != "-":
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)  # as a disk with no room
    from rush_envs import registry
    from rush_envs.engine.batch import BatchEnv
    registry.add("tiny_game", "tiny_game:GAME")
    batch = BatchEnv.of("tiny_game", 2, seed=0)
    batch.reset()
    batch.step(batch.random_actions())
said = [str(w.message) for w in caught if w.category.__name__ == "CacheWarning"]
print(len(said), batch.mask.any(), *said)
"""


def play(folder: Path, room: str = "-") -> list[str]:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder), "RUSH_ENVS_QUIET": "1"}
    command = [sys.executable, "-c", PLAY, room, str(Path(__file__).parent.parent)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(maxsplit=2)


@pytest.mark.skipif(os.name != "posix", reason="limits are POSIX")
@pytest.mark.parametrize("room", ["0", "3000"])
def test_a_full_disk_is_told_once_and_the_game_goes_on(tmp_path: Path, room: str) -> None:
    said, played, *words = play(tmp_path / "cache", room)
    assert (said, played) == ("1", "True")
    assert "make room there or set NUMBA_CACHE_DIR" in words[0]
    assert play(tmp_path / "cache") == ["0", "True"], "and later, with room, as ever"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="the platform does not tell who owns a folder")
def test_a_folder_that_others_may_write_to_is_not_used(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    folder.chmod(0o777)
    said, played, words = play(folder)
    assert (said, played) == ("1", "True")
    assert "chmod go-w" in words
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_not_used(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    os.chown(folder, 12345, -1)
    said, played, words = play(folder)
    assert (said, played) == ("1", "True")
    assert "other users could change them" in words
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_our_own_folder_is_for_us_alone(tmp_path: Path) -> None:
    assert play(tmp_path / "cache")[0] == "0"
    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700
