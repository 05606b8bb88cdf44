"""What is published, as a newcomer meets it: built without a warning, and alone it plays, shows, serves and trains.

Its environment holds, beside the wheel, what the metadata asks for and nothing else, linked from where the tests run.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
GAME = "silver_gold_pyramids"
LEFT_OUT = (".*", "build", "dist", "out", "*.egg-info", "__pycache__", "tests", "benchmarks", "notebooks")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source and the wheel that was made from it, and what the makers said."""
    folder = tmp_path_factory.mktemp("built")
    tree = Path(shutil.copytree(ROOT, folder / "tree", ignore=shutil.ignore_patterns(*LEFT_OUT)))
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run(words, cwd=tree, env=clean, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout[-2000:]
    (folder / "log").write_text(done.stdout)
    return folder


def needed(requirements: Sequence[str], extra: str) -> set[str]:
    """Names of all that these lines ask for, and what that asks for in turn."""
    found: set[str] = set()
    waiting = [(Requirement(line), extra) for line in requirements]
    while waiting:
        one, of = waiting.pop()
        if one.marker and not one.marker.evaluate({"extra": of}):
            continue
        name = re.sub(r"[-_.]+", "-", one.name).lower()
        assert one.specifier.contains(distribution(name).version, prereleases=True), one
        if name not in found:
            found.add(name)
            waiting += [(Requirement(line), "") for line in distribution(name).requires or []]
        waiting += [(Requirement(line), more) for more in one.extras for line in distribution(name).requires or []]
    return found


class Environment:
    """An environment with the wheel, to which what it needs is linked; its kernels are compiled for it alone."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        venv.create(folder, with_pip=False)
        self.folder = folder
        self.packages = next(folder.glob("lib/python*/site-packages"))
        pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "--quiet"]
        subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True)
        metadata = next(self.packages.glob("rush_envs-*.dist-info/METADATA")).read_text(encoding="utf-8")
        self.requirements = re.findall(r"^Requires-Dist: (.+)$", metadata, re.MULTILINE)
        self.variables = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "NUMBA_CACHE_DIR": str(folder / "kernels"),
        }  # fmt: skip

    def add(self, extra: str = "") -> None:
        for name in needed(self.requirements, extra):
            there = distribution(name)
            for top in {path.parts[0] for path in there.files or []} - {"..", "__pycache__"}:
                here = self.packages / top
                if not here.exists():
                    here.symlink_to(Path(str(there.locate_file(top))))

    def command(self, *words: str) -> list[str]:
        return [str(self.folder / "bin" / words[0]), *words[1:]]

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words), cwd=self.folder, env=self.variables, capture_output=True, text=True, timeout=600
        )

    def told(self, *words: str) -> str:
        done = self.run(*words)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def environment(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    made = Environment(tmp_path_factory.mktemp("empty"), next(built.glob("*.whl")))
    made.add()
    return made


def test_it_is_built_without_a_warning(built: Path) -> None:
    assert "warning" not in (built / "log").read_text().lower()
    published = [str(path) for kind in ("*.whl", "*.tar.gz") for path in built.glob(kind)]
    assert len(published) == 2
    checked = [sys.executable, "-m", "twine", "--no-color", "check", "--strict", *published]
    assert subprocess.run(checked, capture_output=True, text=True).stdout.count("PASSED") == 2


def test_it_stands_alone(environment: Environment) -> None:
    """Neither our sources nor what the tests need can be reached, and nothing but the core is asked for."""
    where = "import rush_envs, rush_agents, sys; print(rush_envs.__file__, rush_agents.__file__, *sys.path)"
    assert str(ROOT) not in environment.told("python", "-c", where)
    for stranger in ("pytest", "torch", "uvicorn"):
        assert environment.run("python", "-c", f"import {stranger}").returncode == 1
    for words, extra in ((("serve",), "table"), (("train", GAME), "train")):
        refused = environment.run("rush-envs", *words)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert f"rush-envs[{extra}]" in refused.stderr


def test_it_shows_and_plays(environment: Environment) -> None:
    assert GAME in environment.told("rush-envs", "list")
    assert "keep" in environment.told("rush-envs", "show", GAME)
    demo = ("--players", "2", "--demo", "--seed", "1", "--save", "game.json", "--svg", "table.svg")
    environment.told("rush-envs", "play", GAME, *demo)
    assert "Verified: " in environment.told("rush-envs", "replay", "game.json")
    assert "<svg" in (environment.folder / "table.svg").read_text()


@contextmanager
def serving(environment: Environment) -> Iterator[str]:
    """The address of a table that is ended afterwards."""
    words = environment.command("rush-envs", "serve", "--port", "0", "--no-browser", "--data", "tables")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(words, cwd=environment.folder, env=environment.variables, **pipes) as server:
        try:
            lines = iter(server.stdout.readline, "")
            yield next(found[0] for line in lines if (found := re.search(r"http://127\.0\.0\.1:\d+", line)))
        finally:
            server.terminate()


def test_it_serves(environment: Environment) -> None:
    environment.add("table")
    with serving(environment) as address:
        page = urlopen(address, timeout=60).read().decode()
        scripts = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page)
        assert scripts
        assert all(urlopen(address + script, timeout=60).status == 200 for script in scripts)


def test_it_trains(environment: Environment) -> None:
    environment.add("train")
    short = ("--players", "2", "--hidden", "16", "--steps", "1", "--look-games", "4", "--final-games", "4")
    environment.told("rush-envs", "train", GAME, *short, "--out", "trained")
    card = json.loads((environment.folder / "trained" / "policy.json").read_text())
    assert card["game"].startswith(GAME)
    environment.told("rush-envs", "play", GAME, "--players", "2", "--demo", "--player", "ppo:trained/policy.npz")
