"""The drawing of Curse of the Mummy: what must be seen, in words and pictures, and that it can be played by clicks."""

from __future__ import annotations

import numpy as np
import pytest

import rush_envs
from games.clicking import out_of_reach
from games.curse_of_the_mummy.positions import CARD_NAMES, GAME, PRISON, START, TREASURE_CELLS, words_of
from rush_envs.games.curse_of_the_mummy import signs
from rush_envs.games.curse_of_the_mummy.maze import BOARD_TALL, BOARD_WIDE, CORNERS, WIDE
from rush_envs.games.curse_of_the_mummy.table import draw

SCARAB = TREASURE_CELLS[CARD_NAMES.index("R1")]
EMPTY, OTHER = 38, 55  # corridors without a treasure


def start(num_players: int = 4, **options: bool) -> np.ndarray:
    batch = rush_envs.make_batch(GAME.name, 1, seed=3, num_players=num_players, **options)
    batch.reset()
    return batch.states.copy()


def words(state: np.ndarray, name: str, viewer: int | None = None) -> str:
    """One panel as text."""
    return next(panel for panel in draw(state, viewer).panels if panel.name == name).to_ansi(colour=False)


def inside(state: np.ndarray, cell: int, viewer: int | None = None) -> str:
    """What is written in a cell of the maze."""
    x, y = CORNERS[cell]
    return words(state, "board", viewer).splitlines()[y + 1].ljust(BOARD_WIDE)[x + 1 : x + WIDE].strip()


def icons(state: np.ndarray, name: str, viewer: int | None = None) -> list[str]:
    """The icons of a panel, as often as pictures show them."""
    panel = next(panel for panel in draw(state, viewer).panels if panel.name == name)
    return [str(mark.values[2]) for mark in panel.pictured if mark.kind == "icon"]


def expect(state: np.ndarray, pawn: int, *cells: int) -> None:
    state["possible"][0, pawn] = words_of(cells)


# ------------------------------------------------------------------------------------------------------------------
# The maze


def test_panels_fit_a_terminal() -> None:
    for players in (2, 3, 4, 5):
        panels = draw(start(players), None).panels
        assert all(panel.width <= 80 and panel.height <= 24 for panel in panels)
        assert [panel.name for panel in panels][:4] == ["turn", "board", "dice", "mummy_0"]
        assert sum(panel.name.startswith("explorer") for panel in panels) == players - 1


def test_all_begin_on_the_start_and_the_mummy_in_prison() -> None:
    state = start()
    assert (inside(state, START), inside(state, PRISON)) == ("St+", "PrM")
    assert "⓪①②: start" in words(state, "board")
    assert icons(state, "board").count("explorer") == 3


def test_pawns_and_treasures_share_a_cell() -> None:
    state = start()
    state["cell"][0, :2] = SCARAB, EMPTY
    assert (inside(state, SCARAB), inside(state, EMPTY)) == ("R1⓪", "①")
    state["mummy"] = OTHER
    assert (inside(state, OTHER), inside(state, PRISON)) == ("M", "Pr")


def test_the_mummy_sees_where_pawns_may_and_must_stand() -> None:
    state = start()
    expect(state, 0, SCARAB, EMPTY)
    expect(state, 1, EMPTY, OTHER)
    expect(state, 2, OTHER)
    assert [inside(state, cell, 0) for cell in (SCARAB, EMPTY, OTHER)] == ["R10", "01", "1②"]
    expect(state, 1, SCARAB, EMPTY)
    assert inside(state, SCARAB, 0) == "R1+"
    assert "01: R1" in words(state, "board", 0)
    assert icons(state, "board", 0).count("explorer") == 1


def test_four_pawns_that_may_stand_on_one_cell() -> None:
    state = start(5)
    for pawn in range(4):
        expect(state, pawn, EMPTY, OTHER)
    assert inside(state, EMPTY, 0) == "all"


def test_without_belief_the_mummy_sees_no_pawn() -> None:
    state = start(belief=False)
    assert "explorer" not in icons(state, "board", 0)
    assert "may stand" not in words(state, "board", 0)
    assert "somewhere in the maze" in words(state, "explorer_0", 0)


def test_laid_treasures_are_small_letters_and_own_ones_have_a_star() -> None:
    state = start()
    state["laid"][0, 1, CARD_NAMES.index("R1")] = 1
    assert inside(state, SCARAB, 2) == "r1"
    own = int(np.flatnonzero(state["hand"][0, 2])[-1])
    assert inside(state, TREASURE_CELLS[own], 2) == CARD_NAMES[own] + "★"
    assert inside(state, TREASURE_CELLS[own], 0) == CARD_NAMES[own]
    assert "R1 scarab✓" in words(state, "treasures")


def test_every_treasure_has_a_picture_and_one_renamed_is_a_gem(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {signs.treasure_icon(card) for card in range(23)}
    assert len(found) == 23
    assert "gem" not in found
    monkeypatch.setattr(signs, "CARD_WORDS", ("hippo", *signs.CARD_WORDS[1:]))
    assert signs.treasure_icon(0) == "gem"


# ------------------------------------------------------------------------------------------------------------------
# Beside and below it


def test_hands_are_seen_by_their_owners_only() -> None:
    state = start()
    cards = [CARD_NAMES[card] for card in np.flatnonzero(state["hand"][0, 1])]
    assert "hand  " + " ".join(cards) in words(state, "explorer_0", 1)
    for viewer in (None, 0, 2):
        assert "hand  R B W G Y" in words(state, "explorer_0", viewer)
        assert icons(state, "explorer_0", viewer).count("card-back") == 5
    assert "card-back" not in icons(state, "explorer_0", 1)


def test_laid_cards_lie_face_up() -> None:
    state = start()
    state["laid"][0, 0, CARD_NAMES.index("G3")] = 1
    state["colours"][0, 1, 3] = 0
    assert "laid  G3" in words(state, "explorer_0", 0)
    assert "laid 1 of 5" in words(state, "explorer_0", 0)
    assert icons(state, "explorer_0", 0).count("card-back") == 4
    assert "treasure-papyrus" in icons(state, "explorer_0", 0)


def test_dice_show_to_explorers_only() -> None:
    state = start()
    state["locked"], state["shown"] = 2, [[0, 1, 0, 1, 1]]
    state["phase"], state["deed"] = 1, 0
    assert "free       2 4 →" in words(state, "dice", 1)
    assert "free       ? ? ?" in words(state, "dice", 0)
    assert icons(state, "dice", 1) == ["die-mummy"] * 2 + ["die-2", "die-4", "die-arrow"]
    assert icons(state, "dice", 0) == ["die-mummy"] * 2 + ["die"] * 3


def test_two_pawns_of_one_explorer() -> None:
    state = start(2)
    state["cell"][0, :2] = SCARAB, PRISON
    state["laid"][0, 1, 0] = 1
    panel = words(state, "explorer_0", 1)
    assert "⓪ (5,4) red scarab" in panel
    assert "① (8,11) prison" in panel
    assert "● ● ● ● ● ●  6 left" in panel
    assert "laid  R1①" in panel


def test_the_result() -> None:
    state = start()
    state["done"], state["active"], state["outcome"][0, 2] = 1, 0, 1
    assert "explorer_1 (you)\n wins the game." in words(state, "turn", 2)
    assert "explorer_1 · wins" in words(state, "explorer_1")
    state["done"], state["truncated"] = 0, 1
    assert "nobody wins" in words(state, "turn")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_words_are_not_cut(players: int) -> None:
    batch = rush_envs.make_batch(GAME.name, 1, seed=players, num_players=players)
    batch.reset()
    for _ in range(200):
        batch.step(batch.random_actions())
        for viewer in (None, 0, 1):
            assert "…" not in draw(batch.states, viewer).to_ansi(colour=False)


def test_the_board_is_no_larger_than_it_says() -> None:
    assert max(x for x, _ in CORNERS) + WIDE < BOARD_WIDE
    assert max(y for _, y in CORNERS) + 3 <= BOARD_TALL


# ------------------------------------------------------------------------------------------------------------------
# Clicks


@pytest.mark.parametrize("options", GAME.variants, ids=str)
def test_every_action_can_be_clicked(options: dict) -> None:
    assert out_of_reach(GAME.name, options, seed=1, decisions=250) == set()


def test_the_mummy_is_offered_no_cell_of_a_pawn() -> None:
    """Its parts are steps beside it and the stop on it."""
    state = start()
    board = next(panel for panel in draw(state, 0).panels if panel.name == "board")
    axes = {axis for mark in board.marks for alternative in mark.part for axis, _ in alternative}
    assert axes == {"direction", "range"}
