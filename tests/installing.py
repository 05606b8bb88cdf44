"""Packages as an installer would leave them in a folder, for tests of what comes from outside."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import nim_for_rush_envs

HOME = Path(nim_for_rush_envs.__file__).parent.parent


def install(name: str, points: dict[str, dict[str, str]], folder: Path) -> None:
    """Leaves what an installer would leave of a package's metadata; its modules are put beside by the caller."""
    info = folder / f"{name.replace('-', '_')}-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    lines = [f"[{group}]\n" + "\n".join(f"{k} = {v}" for k, v in each.items()) for group, each in points.items()]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


def install_nim(folder: Path) -> None:
    """As its pyproject.toml says."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text())
    skip = shutil.ignore_patterns("__pycache__", "agents")  # the inner package must be listed to be installed
    for package in project["tool"]["setuptools"]["packages"]:
        shutil.copytree(HOME / package.replace(".", "/"), folder / package.replace(".", "/"), ignore=skip)
    install(project["project"]["name"], project["project"]["entry-points"], folder)
