"""Contract 12 and 13, and the README: what is written down is what is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer

import rush_envs
from rush_agents.cli import app
from rush_agents.mcts import HOOKS
from rush_envs.contract import Game
from rush_envs.kit import pages

ROOT = Path(__file__).parent.parent.parent
RULE = re.compile(r"\b([A-Z]{2})-(\d+)\.(\d+)\b")
FENCE = re.compile(r"```python\n(.*?)```", re.DOTALL)
PAGES = ["README.md", *(f"rush_envs/games/{name}/README.md" for name in rush_envs.games())]


def test_pages_hold_the_generated_tables(game) -> None:
    """If this fails: python -m rush_envs.kit.pages."""
    text = pages.page(game).read_text(encoding="utf-8")
    assert pages.refreshed(text, game) == text


def test_pages_have_one_form(game) -> None:
    heads = re.findall(r"^## (.+)$", pages.page(game).read_text(encoding="utf-8"), re.MULTILINE)
    form = [
        "Usage", "Specs", "Options", "Actions", "Observation", "Record", "Rewards", "Termination", "Strength",
        "Components", "Invariants", "Rules by number", "Rulings of this implementation", "History",
    ]  # fmt: skip
    assert heads == form


def test_a_page_shows_every_field_of_the_record_in_order(game) -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in pages.record(game).splitlines()[2:]]
    assert [row[0].strip("`") for row in rows] == list(game.state.dtype.names)
    shown = {row[0].strip("`"): row[1:] for row in rows}
    assert shown["rng"] == ["uint64", "1", "any", "nobody"]
    assert shown["max_steps"] == ["int32", "1", "1 … 2^31 − 1", "all"]
    assert shown["team"] == ["int16", str(game.state.seats), f"-1 … {game.state.seats - 1}", "all"]


def test_every_numbered_rule_of_a_page_has_a_test_named_for_it(game) -> None:
    rules = set(RULE.findall(pages.page(game).read_text(encoding="utf-8")))
    names = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "games").rglob("test_*.py"))
    tested = {(a.upper(), b, c) for a, b, c in re.findall(r"def test_([a-z]{2})_(\d+)_(\d+)(?!\d)", names)}
    assert rules
    assert sorted(rules - tested) == []


@pytest.mark.parametrize("path", PAGES)
def test_python_of_the_pages_runs(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    snippets = FENCE.findall((ROOT / path).read_text(encoding="utf-8"))
    assert snippets
    monkeypatch.chdir(tmp_path)
    for snippet in snippets:
        exec(compile(snippet, path, "exec"), {"__name__": "__main__"})


def test_the_readme_lists_every_game_and_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in rush_envs.games():
        assert f"`{name}`" in text
    group: Any = typer.main.get_command(app)
    assert [command for command in group.commands if f"rush-envs {command} " not in text] == []


def test_whoever_writes_a_game_is_told_every_hook() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    own = {path.name for path in (ROOT / "agents" / "games" / "coffee_rush").iterdir()} - {"__init__.py", "__pycache__"}
    for word in (*own, *HOOKS, "SETTINGS", "RECIPE", "greedy(s, seat, mask)", *Game.KERNELS):
        assert word in text, word


def test_ci_runs_the_readmes_test_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "make test" in readme
    assert "make test" in ci


def test_no_trace_of_the_makers_machines() -> None:
    """The project speaks only of itself: no absolute home or work folders in what we ship."""
    words = re.compile(r"(?<![\w.])/(?:work|root|home|tmp)/")
    for path in [
        *ROOT.glob("*.md"),
        *ROOT.glob("*.toml"),
        *(ROOT / "rush_envs").rglob("*.py"),
        *(ROOT / "agents").rglob("*.py"),
    ]:
        assert not words.search(path.read_text(encoding="utf-8")), path
