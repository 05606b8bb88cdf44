"""The table of clients is what the run wrote."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks" / "clients"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("run")


def test_the_page_is_what_was_measured(run: Any) -> None:
    """If this fails: make clients."""
    rows = json.loads(run.HELD.read_text(encoding="utf-8"))
    assert run.PAGE.read_text(encoding="utf-8") == run.page(rows)
    assert set(rows) <= {client.name for client in run.CLIENTS}


def test_everything_is_pinned_and_has_a_script(run: Any) -> None:
    assert len(run.GAMES) >= 3
    assert set(run.ROLES) < set(run.GAMES)
    scripts = {path.stem.removeprefix("with_") for path in FOLDER.glob("with_*.py")}
    assert scripts == {client.name for client in run.CLIENTS}
    for client in run.CLIENTS:
        assert all("==" in pin for pin in client.pins), client.name
        assert client.what.partition(": ")[2], f"{client.name}: what its script does, after a colon"


def test_what_went_wrong_is_told_in_the_librarys_words(run: Any) -> None:
    text = "Traceback (most recent call last):\n  File x\nValueError: a | b\n\nprogress 10 %"
    assert run.last_words(text) == "ValueError: a / b"
    assert run.last_words("") == "no word"
    assert run.cell({"error": "ValueError: a"}) == "fails: `ValueError: a`"
    assert run.cell(None) == "not run"
    assert run.cell({"decisions": 1200, "failed": {"x_v0": "TypeError: y"}}) == (
        "1,200 decisions; fails in x_v0: `TypeError: y`"
    )
