"""The page's modules have types in comments, and they agree."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "agents" / "table" / "page"
COMPILER = Path(sys.prefix) / "node_modules" / ".bin" / "tsc"


def test_types_agree() -> None:
    if not COMPILER.is_file():
        pytest.skip(f"no typescript: npm install --prefix {sys.prefix} typescript")
    ended = subprocess.run([COMPILER, "-p", PAGE], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "")
