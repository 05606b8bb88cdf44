"""The house stays one to live in: files that can be read at a sitting, rooms in which one finds what one looks for, and
no word about a place that is not there any more."""

from __future__ import annotations

import re
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from rush_envs.errors import MissingExtra

ROOT = Path(__file__).parents[2]
PACKAGES = ("rush_envs", "agents")
MOST_LINES = 400
MOST_FILES, MOST_OF_A_GAME = 14, 20  # modules of a folder: about a dozen, and a few more for a big game

SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
WRITTEN = sorted(
    path
    for folder in (*PACKAGES, "benchmarks", "docs")
    for kind in ("*.py", "*.md")
    for path in (ROOT / folder).rglob(kind)
    if "__pycache__" not in path.parts
) + sorted(ROOT.glob("*.md")) + [ROOT / "Makefile", ROOT / "pyproject.toml"]  # fmt: skip

PLACE = re.compile(r"(?<![\w./-])(?:rush_envs|agents|benchmarks|tests|notebooks)/[\w./]*\w/?+(?![\w<*{-])")
MODULE = re.compile(r"(?<![\w./])(?:rush_envs|rush_agents)(?:\.[a-z_]\w*)+")


def test_no_file_is_too_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert {str(path): lines for path, lines in lengths.items() if lines > MOST_LINES} == {}


def test_no_room_is_too_full() -> None:
    rooms = Counter(path.parent for path in SOURCES)
    games = ROOT / "rush_envs" / "games"
    most = {room: MOST_OF_A_GAME if room.parent == games else MOST_FILES for room in rooms}
    assert {str(room): count for room, count in rooms.items() if count > most[room]} == {}


@pytest.mark.parametrize("folder", ["", "games"])
def test_the_tests_have_the_rooms_of_the_package(folder: str) -> None:
    rooms = {path.name for path in (ROOT / "rush_envs" / folder).iterdir() if (path / "__init__.py").is_file()}
    tested = {path.name for path in (ROOT / "tests" / folder).iterdir() if path.is_dir()}
    assert rooms <= tested


def test_every_place_that_is_named_is_there() -> None:
    lost = {
        f"{path.relative_to(ROOT)}: {place}"
        for path in WRITTEN
        for place in PLACE.findall(path.read_text(encoding="utf-8"))
        if not (ROOT / place).exists()
    }
    assert lost == set()


def exists(name: str) -> bool:
    """Whether a dotted name begins with a module; what follows may be anything that the module has."""
    parent, _, last = name.rpartition(".")
    if not parent:
        return True
    spec = find_spec(parent) if exists(parent) else None
    if spec is None or spec.submodule_search_locations is None:
        return spec is not None or exists(parent)
    try:
        return find_spec(name) is not None or hasattr(__import__(parent, fromlist=[last]), last)
    except MissingExtra:  # a door whose library is not installed: its files say what there is
        return (ROOT / name.replace(".", "/")).with_suffix(".py").is_file()


def test_every_module_that_is_named_is_there() -> None:
    named = {(path, name) for path in WRITTEN for name in MODULE.findall(path.read_text(encoding="utf-8"))}
    lost = {f"{path.relative_to(ROOT)}: {name}" for path, name in named if not exists(name)}
    assert lost == set()
