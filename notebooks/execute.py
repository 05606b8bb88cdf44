"""Runs notebooks with their ordinary settings and stores what they show: `python notebooks/execute.py [04 …]`."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent
TIMEOUT = 900  # seconds for a cell


def execute(path: Path) -> None:
    """Outputs are stored without the times of their making, so that the next run changes what it must."""
    notebook = nbformat.read(path, as_version=4)
    metadata = notebook.metadata.copy()
    NotebookClient(
        notebook,
        timeout=TIMEOUT,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(FOLDER)}},
    ).execute()
    notebook.metadata = metadata
    nbformat.write(notebook, path)


def main() -> None:
    for setting in ("RUSH_QUICK", "MPLBACKEND"):
        os.environ.pop(setting, None)
    os.environ["RUSH_ENVS_QUIET"] = "1"  # what is compiled on the way is no part of a notebook
    for path in sorted(FOLDER.glob("*.ipynb")):
        if not sys.argv[1:] or path.stem[:2] in sys.argv[1:]:
            begun = time.monotonic()
            execute(path)
            print(f"{path.name}: {time.monotonic() - begun:.0f} s, {path.stat().st_size / 1000:.0f} kB", flush=True)


if __name__ == "__main__":
    main()
