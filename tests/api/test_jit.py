"""The one file that touches numba: cache stamps, unwritable caches, one signature for each kernel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
from numba.core import caching

import rush_envs
from rush_envs import jit
from rush_envs.contract import Game

ROOT = Path(rush_envs.__file__).parent.parent


def test_numba_still_has_the_private_list_we_use() -> None:
    assert caching.CacheImpl._locator_classes[0] is jit.PackageLocator
    assert numba.__version__.startswith("0.68."), "check jit.py against this numba before you move the pin"


def test_each_driver_and_kernel_has_one_signature(game: Game) -> None:
    for options in game.variants:
        for features in (True, False):
            batch = rush_envs.make_batch(game.name, 4, seed=0, features=features, **options)
            batch.reset()
            batch.step(batch.random_actions())
            batch.step([int(batch.mask[2].argmax())], [2])
            batch.observe([0, 1], [0, 1], final=True)
            batch.view().states  # noqa: B018
            batch.reveal(0)
            batch.broken_invariants()
    drivers = vars(game.drivers)
    for name in ("advance_rows", "show_rows", "imagine", "uncover", "inspect"):
        assert len(drivers[name].signatures) == 1, name
    for name in game.KERNELS:
        assert len(getattr(game, name).signatures) <= 1, name


PROBE = """
import sys
sys.path.insert(0, sys.argv[1])
import rush_envs
from rush_envs import jit
assert str(jit.HOME).startswith(sys.argv[1]), jit.HOME
batch = rush_envs.make_batch(rush_envs.games()[0], 2, seed=0)
batch.reset()
stats = batch.game.drivers.advance_rows.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()), batch.game.score_scale)
"""


def probe(home: Path, cache: Path) -> list[str]:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", PROBE, str(home)], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_any_edit_to_any_source_or_data_file_makes_kernels_stale(tmp_path: Path) -> None:
    home, cache = tmp_path / "home", tmp_path / "cache"
    shutil.copytree(ROOT / "rush_envs", home / "rush_envs", ignore=shutil.ignore_patterns("__pycache__"))
    assert probe(home, cache)[:2] == ["0", "1"]
    assert probe(home, cache)[:2] == ["1", "0"]
    table = next(iter(sorted((home / "rush_envs/games").rglob("data/*.txt"))))
    table.write_text("# another box\n" + table.read_text())
    assert probe(home, cache)[:2] == ["0", "1"]


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


LIGHT = """
import sys
import rush_envs
heavy = {"torch", "stable_baselines3", "matplotlib", "pygame", "resvg_py", "openskill", "numba"} & set(sys.modules)
print(sorted(heavy), [name for name in sys.modules if name.startswith("rush_envs.games.")])
"""


def test_import_is_light() -> None:
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] []"


def test_no_field_name_is_shadowed_by_numpy(game: Game) -> None:
    taken = set(dir(np.record)) | set(dir(np.recarray))
    assert not taken & set(game.state.dtype.names)


def test_fields_are_signed_flat_and_few(game: Game) -> None:
    dtype = game.state.dtype
    assert len(dtype.names) <= 70
    for name in dtype.names:
        base = dtype[name].base
        assert base.names is None, name
        assert base.kind == ("u" if name == "rng" else "i"), name
