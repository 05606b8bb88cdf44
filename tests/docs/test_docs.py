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
WRITTEN = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
GAMES = [ROOT / f"rush_envs/games/{name}/README.md" for name in rush_envs.games()]
PAGES = [path.relative_to(ROOT) for path in (*WRITTEN, *GAMES) if FENCE.search(path.read_text(encoding="utf-8"))]


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


@pytest.mark.parametrize("path", PAGES, ids=str)
def test_python_of_the_pages_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for snippet in FENCE.findall((ROOT / path).read_text(encoding="utf-8")):
        exec(compile(snippet, path, "exec"), {"__name__": "__main__"})


def test_the_readme_has_every_game_and_every_door_on_about_120_lines() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 130
    assert [name for name in rush_envs.games() if f"`{name}`" not in text or f"{name}/picture.png" not in text] == []
    doors = ("make_batch", "coffee_rush_v1", "make_vec", "doors.sb3", "doors.torchrl", "doors.rllib", "doors.openspiel")
    assert [door for door in doors if door not in "".join(re.findall(r"```py.*?```", text, re.DOTALL))] == []


def test_the_readme_can_be_read_anywhere() -> None:
    """On PyPI there is no repository around it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)|(?:src|href)=\"([^\"]+)\"", text)
    assert [link for pair in links for link in pair if link and not link.startswith("https://")] == []


def test_a_page_lists_every_command() -> None:
    text = (ROOT / "docs" / "how-to" / "command-line.md").read_text(encoding="utf-8")
    group: Any = typer.main.get_command(app)
    assert [command for command in group.commands if f"rush-envs {command} " not in text] == []


def test_whoever_writes_a_game_is_told_every_hook() -> None:
    text = (ROOT / "docs" / "how-to" / "own-game.md").read_text(encoding="utf-8")
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
        *(path for path in ROOT.glob("docs/**/*.*") if path.suffix != ".pyc"),  # which other tests leave there
        *ROOT.glob("*.toml"),
        *(ROOT / "rush_envs").rglob("*.py"),
        *(ROOT / "agents").rglob("*.py"),
    ]:
        assert not words.search(path.read_text(encoding="utf-8")), path
