"""Importing the package costs nothing that a user did not ask for."""

from __future__ import annotations

import subprocess
import sys

LIGHT = """
import sys
import rush_envs
heavy = {"torch", "stable_baselines3", "matplotlib", "pygame", "resvg_py", "openskill", "numba"} & set(sys.modules)
print(sorted(heavy), [name for name in sys.modules if name.startswith("rush_envs.games.")])
"""


def test_import_is_light() -> None:
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] []"
