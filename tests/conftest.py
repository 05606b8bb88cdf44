"""What all tests share: every registered game in every variant, and the command line as a user meets it."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from clusters import nodes, pair, ray  # noqa: F401  fixtures; a second conftest would stand in for this one

import rush_envs
from rush_envs.contract import Game
from rush_envs.testing import Variant, variants
from rush_envs.testing.variants import span

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # windows open nowhere

# Clusters that break, are interrupted or have much to do take minutes: `make cluster` runs those too.
CLUSTERS = ["agents/cluster/faults/test_*.py", "agents/cluster/whole/test_*.py"]
collect_ignore_glob = [] if "RUSH_ENVS_CLUSTER" in os.environ else CLUSTERS

VARIANTS = [variant for name in rush_envs.games() for variant in variants(rush_envs.game(name))]


def fewest(game: Game) -> int:
    """The smallest number of players."""
    return span(game, "num_players")[0]


@pytest.fixture(params=VARIANTS, ids=str)
def variant(request: pytest.FixtureRequest) -> Variant:
    return request.param


@pytest.fixture(params=rush_envs.games())
def game(request: pytest.FixtureRequest) -> Game:
    return rush_envs.game(request.param)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20261116)


# What `make quick` leaves out: half of the files take nine tenths of the time.
LONG = (
    "contract/", "testing/", "agents/test_agents.py", "agents/arena/test_guests.py", "agents/cli/test_warm.py",
    "agents/cluster/", "agents/storage/", "agents/training/test_run_folders.py", "docs/test_shown_commands.py",
    "docs/test_notebooks.py",
    "docs/test_site.py", "doors/test_kits.py", "doors/test_wrappers.py", "doors/test_guest_games.py",
    "doors/test_versions.py", "doors/frameworks/", "engine/test_cache.py", "engine/test_broken_cache.py",
    "engine/test_accelerator.py", "release/",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long ones come first: at the end, when there is little left to share, no worker waits long for another."""
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).as_posix().startswith(LONG):
            item.add_marker("long")
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    def check_refused(self, message: str) -> None:
        """An error that a user can mend is one line on stderr, and exit code 2."""
        assert (self.code, self.out) == (2, "")
        assert self.err.startswith("error: ")
        assert self.err.count("\n") == 1
        assert message in self.err


Run = Callable[..., Ended]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """`run("list", "--json")` is the command, in an empty folder; `typed` is what the person enters."""
    from rush_agents.cli import main
    from rush_agents.terminal.console import OUT

    monkeypatch.setattr(OUT, "width", 160)
    monkeypatch.chdir(tmp_path)

    def command(*words: str, typed: str = "") -> Ended:
        monkeypatch.setattr(sys, "argv", ["rush-envs", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            main()
        return Ended(int(end.value.code or 0), *capsys.readouterr())

    return command
