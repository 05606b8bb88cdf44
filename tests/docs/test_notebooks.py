"""Every notebook runs from top to bottom, with quick settings."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "notebooks"


@pytest.mark.filterwarnings("ignore")  # of Jupyter's own
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUSH_QUICK", "1")
    monkeypatch.setenv("MPLBACKEND", "agg")
    notebook = nbformat.read(path, as_version=4)
    assert notebook.cells[0].cell_type == "markdown"
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(FOLDER)}}).execute()


def test_there_are_six() -> None:
    assert [path.stem[:2] for path in sorted(FOLDER.glob("*.ipynb"))] == ["01", "02", "03", "04", "05", "06"]
