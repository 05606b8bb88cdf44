"""Every notebook runs from top to bottom, with quick settings, and holds what it showed with ordinary ones."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from packaging.requirements import Requirement

FOLDER = Path(__file__).parents[2] / "notebooks"
PROJECT = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LARGEST = 600_000  # bytes of a file
MACHINE_PATH = re.compile(r"(?<![\w.:/<])/(?:home|root|work|tmp|usr|opt|var|mnt|Users|private)/|\b[A-Z]:\\")


@pytest.mark.filterwarnings("ignore")  # of Jupyter's own
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUSH_QUICK", "1")
    monkeypatch.setenv("MPLBACKEND", "agg")
    notebook = nbformat.read(path, as_version=4)
    assert notebook.cells[0].cell_type == "markdown"
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(FOLDER)}}).execute()


def test_there_is_one_for_every_first_use() -> None:
    numbers = [path.stem[:2] for path in NOTEBOOKS]
    assert numbers == [f"{k:02}" for k in range(1, len(numbers) + 1)]
    uses = {path.stem[3:] for path in NOTEBOOKS}
    assert uses >= {"first_game", "training", "tournament", "benchmark", "own_agent", "self_play", "analysis"}


# ------------------------------------------------------------------------------------------------------------------
# How one begins


def cells_of(path: Path) -> list[Any]:
    return list(nbformat.read(path, as_version=4).cells)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_opens_in_colab(path: Path) -> None:
    title, *_ = cells_of(path)
    repository = PROJECT["urls"]["Repository"].removeprefix("https://github.com/")
    here = f"https://colab.research.google.com/github/{repository}/blob/main/notebooks/{path.name}"
    assert title.source.startswith("# ")
    assert f"]({here})" in title.source.splitlines()[1]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_installs_what_is_not_there_and_nothing_else(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr("subprocess.run", lambda words, check: asked.append(words))
    install = cells_of(path)[1].source
    exec(install, {})
    assert asked == []
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    exec(install, {})
    ((*pip, wanted),) = asked
    assert pip == [sys.executable, "-m", "pip", "install", "--quiet"]
    requirement = Requirement(wanted)
    assert requirement.name == PROJECT["name"]
    assert requirement.extras <= set(PROJECT["optional-dependencies"])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_opened_by_a_picture(path: Path) -> None:
    """The first thing that is shown, of all that it shows."""
    shown = [output for cell in cells_of(path) if cell.cell_type == "code" for output in cell.outputs]
    assert {"image/png", "image/svg+xml"} & set(shown[0].data)


# ------------------------------------------------------------------------------------------------------------------
# What is stored


def shows_something(source: str) -> bool:
    """Whether a cell prints, displays, draws or ends with a value."""
    body = ast.parse(source).body
    for node in ast.walk(ast.Module(body, [])):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in ("print", "display") or called.startswith("plt."):
                return True
    return isinstance(body[-1], ast.Expr) and not source.rstrip().endswith(";")


def texts(output: Any) -> list[str]:
    """Everything legible in an output; pictures are bytes in letters, but for SVG."""
    if output.output_type == "stream":
        return [output.text]
    return [text for kind, text in output.data.items() if kind.startswith("text/") or kind == "image/svg+xml"]


def test_which_cells_show_something() -> None:
    assert shows_something("for k in range(3):\n    print(k)")
    assert shows_something("plt.hist(scores)\nplt.legend();")
    assert shows_something("x = 1\nx")
    assert not shows_something("import os\nx = os.getcwd()")


@pytest.mark.parametrize("text", ["saved in /home/me/x", "('/tmp/tmpx1/policy.npz',)", "C:\\Users\\me"])
def test_machine_paths_are_seen(text: str) -> None:
    assert MACHINE_PATH.search(text)
    assert not MACHINE_PATH.search('</text><svg xmlns="http://www.w3.org/2000/svg"> and/or 3/4, notebooks/home/x')


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_holds_what_it_showed(path: Path) -> None:
    """If this fails: make notebooks."""
    assert path.stat().st_size < LARGEST
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1)), "run from top to bottom"
    for cell in cells:
        assert bool(cell.outputs) == shows_something(cell.source), cell.source
        assert "execution" not in cell.metadata, "the times of its making"
        for output in cell.outputs:
            assert output.output_type in ("stream", "display_data", "execute_result")
            assert output.get("name") != "stderr", output.text
            assert not any(MACHINE_PATH.search(text) for text in texts(output))
