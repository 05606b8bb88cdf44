"""The drawing of Silver & Gold Pyramids: clicks reach every action, and screens hide what lies behind them."""

from __future__ import annotations

import numpy as np
import pytest

import rush_envs
from games.clicking import not_singled_out
from games.whole_games import rounds_of_answers
from rush_envs.engine.batch import BatchEnv
from rush_envs.games.silver_gold_pyramids.state import KEEP, MARK
from rush_envs.games.silver_gold_pyramids.table import draw
from rush_envs.kit.scene import Panel


def table(players: int = 4, rows: int = 1) -> BatchEnv:
    batch = rush_envs.make_batch("silver_gold_pyramids", rows, seed=5, num_players=players, autoreset=False)
    batch.reset()
    return batch


def panel_of(batch: BatchEnv, viewer: int | None, name: str) -> Panel:
    return next(panel for panel in draw(batch.states, viewer).panels if panel.name == name)


def shown(panel: Panel, name: str) -> int:
    """How often a picture shows an icon."""
    return sum(mark.kind == "icon" and mark.values[2] == name for mark in panel.pictured)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_clicks_single_out_every_legal_action(players: int) -> None:
    """A shape by its cells, a single cell by the cell and the button, cards by themselves."""
    batch = table(players, rows=3)
    assert not_singled_out(batch, 0) == []
    for number, (rows, _) in enumerate(rounds_of_answers(batch)):
        row = int(rows[number % len(rows)])
        if batch.seat[row] >= 0:
            assert not_singled_out(batch, row) == []


def test_only_the_viewers_own_cards_stand_for_marks() -> None:
    batch = table()
    while batch.states["phase"][0] != MARK:
        batch.step(batch.random_actions())
    for viewer in range(4):
        axes = {
            panel.name: {axis for mark in panel.marks for one in mark.part for axis, _ in one}
            for panel in draw(batch.states, viewer).panels
        }
        assert axes[f"player_{viewer}"] == {"range", "pyramid", "cell", "cells"}
        assert not any(axes[f"player_{seat}"] for seat in range(4) if seat != viewer)
    assert not any(mark.part for mark in panel_of(batch, None, "player_0").marks)


def test_drawn_cards_are_face_down_for_others() -> None:
    batch = table()
    assert batch.states["phase"][0] == KEEP
    assert shown(panel_of(batch, 1, "player_0"), "back") == 4
    assert shown(panel_of(batch, 0, "player_0"), "back") == 0
    assert shown(panel_of(batch, None, "player_0"), "back") == 0
    assert "?" in panel_of(batch, 1, "player_0").to_ansi(colour=False)


def test_expedition_cards_to_come_are_face_down() -> None:
    batch = table()
    while batch.states["revealed"][0] < 3:
        batch.step(batch.random_actions())
    assert shown(panel_of(batch, None, "turn"), "back") == 8 - 3
    assert panel_of(batch, None, "turn").to_ansi(colour=False).count("?") == 8 - 3


def test_marks_of_the_card_in_play_are_seen_by_their_owner_alone() -> None:
    batch = table(players=2)
    while batch.states["phase"][0] != MARK:
        batch.step(batch.random_actions())
    before = panel_of(batch, 1, "player_0").marks
    batch.step(batch.random_actions())  # of player_0
    fresh = batch.states["marks"][0, 0] & ~batch.states["marks_shown"][0, 0]
    assert fresh.any()
    assert panel_of(batch, 1, "player_0").marks == before
    for viewer in (0, None):
        words = panel_of(batch, viewer, "player_0").to_ansi(colour=False)
        assert words.count("░") == 2 * sum(int(cells).bit_count() for cells in fresh)


@pytest.mark.parametrize("players", [2, 4])
def test_every_panel_fits_a_terminal(players: int) -> None:
    panels = draw(table(players).states, 1).panels
    assert [panel.name for panel in panels][:2] == ["turn", "player_1"]
    assert all(panel.width <= 80 and panel.height <= 24 for panel in panels)


def test_the_score_card_tells_gems_torches_skulls_and_awards() -> None:
    batch = table(players=2)
    state = batch.states.copy()
    state["tally"][0, 0] = state["tally_shown"][0, 0] = (6, 3, 5, 0b1001)
    state["completed"][0, 0] = (4, 2, 1)
    state["awards"][0, 0] = (0b010, 0b101, 0)
    words = next(p for p in draw(state, 0).panels if p.name == "player_0").to_ansi(colour=False)
    lines = [line[45:].strip("┃│ ") for line in words.splitlines()]
    assert lines[1:4] == ["R ♦♦♦♦♦♦····  6", "G ♦♦♦·······  3", "3 pairs     +18"]
    assert lines[4].split() == ["torch", "1", "–", "–", "4"]
    assert lines[5].split() == ["5", "skulls", "−6"]
    assert (lines[6] + " " + lines[7]).split() == ["×", "×", "×", "×", "6", "8", "10", "13", "16", "20"]
    assert lines[9].split() == ["7", "pyramids", "+70"]
    assert [line.split() for line in lines[10:13]] == [["green", "4", "6"], ["orange", "2", "10", "3"], ["violet", "1"]]


def test_every_symbol_of_a_card_is_shown_once_in_words_and_picture() -> None:
    """Counted from the letters of the data file."""
    batch = table(players=2)
    while batch.states["phase"][0] != MARK:
        batch.step(batch.random_actions())
    rows = [line.split("|") for line in (batch.game.folder / "data" / "cards.txt").read_text().splitlines()]
    grids = {int(row[0]) - 1: "".join(row[2:7]) for row in rows if row[0].strip().isdecimal()}
    cards = "".join(grids[int(card)] for card in batch.states["slot"][0, 1])
    panel = panel_of(batch, 1, "player_1")
    icons = {"E": "entrance", "T": "tomb", "x": "extra", "p": "potion"}
    assert {letter: shown(panel, icon) for letter, icon in icons.items()} == {
        letter: cards.count(letter) for letter in icons
    }
    grid = [line[:45] for line in panel.to_ansi(colour=False).splitlines()[3:13]]
    assert sum(line.count("███") for line in grid) == cards.count("#")
    assert np.all(
        [sum(line.count(f" {letter.upper()} ") for line in grid) == cards.count(letter) for letter in "ETrgfsp"]
    )
