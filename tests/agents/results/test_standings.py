"""Standings as they are told: by what they are sorted, and names in full."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console
from test_ratings import facts, planted, row

from rush_agents.results import charts
from rush_agents.results.ratings import Estimate
from rush_agents.results.report import page
from rush_agents.results.results import Results
from rush_agents.results.summary import Summary

LONG = "ppo:a_folder_whose_name_says_everything_about_how_its_policy_was_trained/policy.npz"
MORE: dict[str, Any] = {"game": "a_game", "format": "round-robin", "seed": 0, "config": {}, "round_size": 1}


def summary_of(results: Results, *names: str) -> Summary:
    results.facts.update(MORE)
    results.facts["agents"][: len(names)] = names
    return Summary(results)


def alone() -> Results:
    """One agent against itself: nobody to be rated against."""
    games = [row(number, number, [0, 0], [2, 1], [1, -1]) for number in range(4)]
    return Results(facts(["one"], ["player_0", "player_1"], [0, 1]), games)


def printed(summary: Summary, width: int) -> str:
    out = io.StringIO()
    screen = Console(file=out, width=width)
    for part in summary.tables():
        screen.print(part, soft_wrap=isinstance(part, str))
    return out.getvalue()


@pytest.mark.parametrize(
    ("results", "column", "words"),
    [
        (planted([1400, 1600], 2, 60), "Elo", "Sorted by Elo"),
        (planted([1300, 1500, 1700], 3, 60), "Skill", "Sorted by skill"),
        (alone(), "Won", "Sorted by the share of victories"),
    ],
    ids=["two sides", "three sides", "nobody else"],
)
def test_standings_say_by_what_they_are_sorted(results: Results, column: str, words: str) -> None:
    summary = summary_of(results)
    html = page(summary, {})
    assert summary.facts()["sorted_by"] == column.lower()
    assert f"<th>{column} ↓</th>" in html
    assert html.count("↓") == 1
    assert words in html
    assert f"{column} ↓" in printed(summary, 160)
    assert words in printed(summary, 160)
    merits = [getattr(line, column.lower()).value for line in summary.standings]
    assert merits == sorted(merits, reverse=True)


def test_a_terminal_shows_long_names_whole() -> None:
    shown = printed(summary_of(planted([1400, 1600], 2, 60), LONG), 80)
    column = [line.split("│")[1].strip() for line in shown.splitlines() if line.count("│") == 7]
    assert LONG in "".join(column)
    assert "…" not in shown


@pytest.mark.parametrize("name", ["a", LONG, "ｗｉｄｅ" * 12])
def test_a_drawing_has_room_for_long_names(name: str) -> None:
    svg = charts.intervals("Elo", [(name, Estimate(1.0, 0.0, 2.0)), ("b", None)])
    width = int(re.search(r'viewBox="0 0 (\d+)', svg).group(1))  # type: ignore[union-attr]
    ends = {words: float(x) for x, words in re.findall(r'<text x="([\d.]+)"[^>]*text-anchor="end"[^>]*>([^<]*)<', svg)}
    assert ends[name] >= 7.5 * cell_len(name)  # as wide as a sans-serif of 13 pixels is drawn
    assert all(float(x) <= width for x in re.findall(r'(?:cx|x1|x2|x)="([\d.]+)"', svg))
