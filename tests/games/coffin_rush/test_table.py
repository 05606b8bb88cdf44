"""The drawing of Coffin Rush!: what must be seen, and that unknown tiles stay closed (CO-13)."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import numpy as np
import pytest

import rush_envs
from games.clicking import out_of_reach
from rush_envs.games.coffin_rush.components import (
    ALL_CARDS,
    BOMB,
    CARD_NAMES,
    FIRST_SLOT,
    KIND,
    KIND_NAMES,
    MUMMIES,
    QUICKSAND,
    SPECTRES,
    STAIRS_TILE,
    STEPS,
    TORCH,
    TRAP_NAMES,
    WITH_MUMMY,
)
from rush_envs.games.coffin_rush.state import CHARM, DROP, HELD, OVERFLOW, RECOVER, SLOT, TARGET, unseen
from rush_envs.games.coffin_rush.table import HEIGHT, WIDTH, draw
from rush_envs.games.coffin_rush.table.signs import CARD_LETTERS, KIND_LETTERS
from rush_envs.games.coffin_rush.table.stone import BOARD_WIDE, CORNERS, TALL, WIDE
from rush_envs.games.coffin_rush.table.words import cell_name
from rush_envs.games.coffin_rush.temple import (
    BEYOND,
    BLUE_STAIRS,
    CLOSED_DOOR,
    EAST,
    GRID,
    MIDDLE,
    OPEN,
    OPEN_DOOR,
    OUT,
    PLACES,
    POSITION,
    RUSH,
    SARCOPHAGI,
    SOUTH,
    WEST,
    cell_at,
)

EMPTY_CELL = cell_at(5, 4, 1)  # floor of the drawn layout, with nothing on it
GREEN_ITEM, TORCH_ITEM, VIOLET_ITEM = 0, int(np.flatnonzero(KIND == TORCH)[0]), 15


def start(num_players: int = 4, **options: Any) -> np.ndarray:
    batch = rush_envs.make_batch("coffin_rush", 1, seed=3, num_players=num_players, **options)
    batch.reset()
    return batch.states.copy()


def part(state: np.ndarray, name: str, viewer: int | None = None) -> str:
    """One panel as text."""
    return next(panel for panel in draw(state, viewer).panels if panel.name == name).to_ansi(colour=False)


def text(state: np.ndarray, viewer: int | None = None) -> str:
    """All panels one after another."""
    return "\n".join(panel.to_ansi(colour=False) for panel in draw(state, viewer).panels)


def row(state: np.ndarray, y: int, viewer: int | None = None) -> str:
    return part(state, "board", viewer).splitlines()[y].ljust(BOARD_WIDE)


def inside(state: np.ndarray, cell: int, viewer: int | None = None) -> str:
    """The three characters of a cell."""
    x, y = CORNERS[cell]
    return row(state, y + 1, viewer)[x + 1 : x + WIDE].rstrip()


def icons(state: np.ndarray, name: str, viewer: int | None = None) -> list[str]:
    """The icons of a panel, as often as pictures show them."""
    panel = next(panel for panel in draw(state, viewer).panels if panel.name == name)
    return [str(mark.values[2]) for mark in panel.pictured if mark.kind == "icon"]


def panel(state: np.ndarray, seat: int, viewer: int | None = None) -> str:
    return part(state, f"player_{seat}", viewer)


def pharaoh(state: np.ndarray) -> str:
    return part(state, "pharaoh")


def turn(state: np.ndarray, viewer: int | None = None) -> str:
    """The words about the turn, on one line."""
    return " ".join(part(state, "turn", viewer).split())


def carry(state: np.ndarray, seat: int, *items: int) -> None:
    state["bag"][0, seat, : len(items)] = items
    state["bag_count"][0, seat] = len(items)


def tile_letters(place: int, content: int) -> str:
    if content == STAIRS_TILE:
        return "S≡"
    cover = "C" if place >= SARCOPHAGI else "M" if WITH_MUMMY[content] else "S"
    return cover + KIND_LETTERS[KIND[content]]


# ------------------------------------------------------------------------------------------------------------------
# Unknown tiles


@pytest.mark.parametrize("layout", ["standard", "random"])
def test_co_13_2_unknown_tiles_stay_closed(layout: str) -> None:
    state = start(layout=layout)
    for place, cell in enumerate(state["spot"][0]):
        assert inside(state, cell, 1) == ("S?" if place < SARCOPHAGI else "C?")


def test_co_13_2_the_open_table_shows_all_tiles() -> None:
    state = start()
    for place, cell in enumerate(state["spot"][0]):
        assert inside(state, cell) == tile_letters(place, int(state["content"][0, place]))


def test_co_13_2_analysed_tiles_are_seen_by_those_who_did() -> None:
    state = start(teams=((0, 1), (2, 3)))
    seen = [place for place in range(PLACES) if POSITION[state["spot"][0, place]] in (4, 8)]
    state["seen"][0, 0] = sum(1 << place for place in seen)
    for place, cell in enumerate(state["spot"][0]):
        known = tile_letters(place, int(state["content"][0, place]))
        assert (inside(state, cell, 0) == known) == (place in seen)
        assert inside(state, cell, 1).endswith("?")  # not even in a company
    assert "analysed 4 8" in panel(state, 0, 1)
    assert "analysed –" in panel(state, 1, 1)


def test_co_13_2_contents_and_deck_do_not_show(rng: np.random.Generator) -> None:
    state = start(6)
    state["seen"][0, 2] = 0b1011
    other = state.copy()
    hidden = unseen(state, 2)
    other["content"][0] = np.where(hidden, rng.integers(-128, 128, PLACES), other["content"][0])
    other["deck"][0] = rng.integers(-128, 128, other["deck"].shape[1])
    assert draw(other, 2).to_svg() == draw(state, 2).to_svg()
    assert draw(other, 2).to_ansi() == draw(state, 2).to_ansi()


def test_opened_tiles_are_floor_and_blue_stairs_are_stairs() -> None:
    state = start()
    place = int(np.flatnonzero(state["content"][0] == STAIRS_TILE)[0])
    cell, printed = int(state["spot"][0, place]), int(state["stairs"][0, 2, 0])
    assert inside(state, printed, 0) == "≡b"
    state["closed"][0, :] = 0
    state["ground"][0, cell], state["stairs"][0, 2, 1] = BLUE_STAIRS, cell
    assert [inside(state, at, 0) for at in (cell, printed)] == ["≡B", "≡B"]
    assert all(inside(state, at, 0) == "" for at in state["spot"][0] if at != cell)


# ------------------------------------------------------------------------------------------------------------------
# The temple


def test_pawns_servants_and_piles_stand_where_they_are() -> None:
    state = start()
    state["cell"][0, :2] = EMPTY_CELL, cell_at(5, 0, 2)
    state["spectre"][0, 0] = state["mummy"][0, 1] = cell_at(5, 0, 2)
    state["where"][0, GREEN_ITEM] = EMPTY_CELL
    assert inside(state, EMPTY_CELL) == "G 0"
    assert inside(state, cell_at(5, 0, 2)) == "≈≈+"
    assert f"{cell_name(cell_at(5, 0, 2))} 1 M S" in part(state, "signs")
    assert inside(state, int(state["rune"][0])) == "✶ M"
    assert {"explorer", "mummy", "spectre", "treasure-green"} <= set(icons(state, "board"))


def test_a_pile_is_listed_in_the_order_of_falling() -> None:
    state = start()
    for order, item in enumerate((VIOLET_ITEM, GREEN_ITEM, TORCH_ITEM), 1):
        state["where"][0, item], state["order"][0, item] = EMPTY_CELL, order
    assert inside(state, EMPTY_CELL) == "×3"
    assert f"there  {cell_name(EMPTY_CELL)} V G T" in part(state, "signs", 0)


@pytest.mark.parametrize("pawns", [2, 4, 6])
def test_co_2_7_pawns_share_a_cell(pawns: int) -> None:
    state = start(6)
    state["cell"][0, :pawns] = EMPTY_CELL
    assert inside(state, EMPTY_CELL) == "  +"
    assert f"{cell_name(EMPTY_CELL)} {' '.join(map(str, range(pawns)))}" in part(state, "signs")
    assert icons(state, "board").count("explorer") == 6
    assert all(f"on {cell_name(EMPTY_CELL)}" in panel(state, seat) for seat in range(pawns))


def test_a_pile_under_a_sign() -> None:
    state = start()
    state["where"][0, GREEN_ITEM] = cell_at(5, 0, 2)
    assert inside(state, cell_at(5, 0, 2)) == "≈≈*"
    assert f"{cell_name(cell_at(5, 0, 2))} G" in part(state, "signs")


def test_everybody_fits_on_the_rush_field() -> None:
    state = start(6)
    state["mummy"][0, :] = state["spectre"][0, :] = RUSH
    rows = part(state, "board").splitlines()
    first = next(k for k, words in enumerate(rows) if "RUSH!" in words)
    left, right = (CORNERS[cell_at(position, 0, 0)][0] for position in (5, 6))  # the camp is below position 5
    there = "".join(words[left:right] for words in rows[first + 1 : first + 3])
    assert [there.count(letter) for letter in "012345"] == [1] * 6
    assert there.count("M") == MUMMIES
    assert there.count("S ") == SPECTRES
    assert icons(state, "board", 0).count("mummy") == MUMMIES


def test_doors_are_shut_open_or_gone() -> None:
    state = start()
    cell = cell_at(0, *MIDDLE[EAST])
    x, y = CORNERS[cell]
    assert state["edge"][0, cell, EAST] == CLOSED_DOOR
    assert row(state, y + 1)[x + WIDE] == "╏"
    state["edge"][0, cell, EAST] = state["edge"][0, BEYOND[cell, EAST], WEST] = OPEN_DOOR
    assert row(state, y + 1)[x + WIDE] == "╎"
    assert row(state, y - 1)[x + WIDE] == "┃"
    assert "temple door shut" in text(state, 0)
    state["edge"][0, RUSH, SOUTH] = state["edge"][0, OUT, 0] = OPEN
    assert "temple door gone" in text(state, 0)


def test_positions_are_named_with_their_quadrants() -> None:
    state = start(layout="random")
    words = text(state)
    for position, quadrant in enumerate(state["quadrant"][0]):
        assert f"{position} Q{quadrant + 1}" in words or position in (2, 9)
    assert "2 CRYPT" in words
    assert "9 CAMP" in words


def test_the_camp_has_tents_pawns_and_a_pile() -> None:
    state = start(3)
    state["cell"][0, 1] = state["where"][0, GREEN_ITEM] = OUT
    state["tent"][0, 2, 0] = 2
    words = text(state)
    assert "camp · pile ×1" in words
    assert "▲0 ▲1 ▲2" in words
    assert "on camp" in panel(state, 1)


# ------------------------------------------------------------------------------------------------------------------
# Panels


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_one_size_for_any_number_of_players(players: int) -> None:
    scene = draw(start(players), 0)
    assert (scene.width, scene.height) == (WIDTH, HEIGHT)
    assert WIDTH <= 140
    assert all(panel.width <= 85 and panel.height <= 32 for panel in scene.panels)
    assert all(panel.height <= 24 for panel in scene.panels if panel.name != "board")
    words = scene.to_ansi(colour=False)
    assert "player_0 (you)" in words
    assert all(f"player_{seat}" in words for seat in range(players))
    assert f"player_{players}" not in words


@pytest.mark.parametrize("players", [4, 6])
def test_backpack_and_slot_eight(players: int) -> None:
    state = start(players)
    carry(state, 0, GREEN_ITEM, TORCH_ITEM, 1, 2, 3, 4)
    state["held"], state["phase"], state["where"][0, VIOLET_ITEM] = VIOLET_ITEM, OVERFLOW, HELD
    words = panel(state, 0, 1)
    letters = [KIND_LETTERS[KIND[item]] for item in (GREEN_ITEM, TORCH_ITEM, 1, 2, 3, 4, VIOLET_ITEM)]
    assert all(f"{slot}{letter}" in words for slot, letter in enumerate(letters, FIRST_SLOT))
    assert "slot 8, violet treasure" in turn(state, 1)
    assert "2·" in panel(state, 1)
    assert "8" not in panel(state, 1)
    assert icons(state, "player_0").count("treasure-green") == 6  # and the one missing under the tent


def test_token_tent_points_and_company() -> None:
    state = start(6, teams=((0, 3), (1, 4), (2, 5)))
    state["rush"][0, 3], state["score"][0, 3] = 1, 17
    state["tent"][0, 3] = range(9)
    words = panel(state, 3)
    assert "player_3 · 17 points" in words
    assert "RUSH! +1" in words
    assert "with 0" in words
    assert "G· Y1 O2 R3 V4 T5 L6 A7 C8" in words
    assert "RUSH! –" in panel(state, 0)
    assert "with" not in panel(start(6), 3)


def test_cards_in_hand_used_gone_and_played() -> None:
    state = start()
    state["hand"][0, 0], state["discards"][0, 0], state["removed"][0, 0], state["playing"] = (
        0b00001,
        0b00110,
        0b01000,
        4,
    )
    assert "hand Ag used Be An gone Ad Ru!" in " ".join(panel(state, 0).split())
    assert "· rush is played" in turn(state)
    assert "hand " + " ".join(CARD_LETTERS) in panel(state, 1)
    assert state["hand"][0, 1] == ALL_CARDS


def test_every_sign_is_explained() -> None:
    words = text(start(), 0)
    assert all(f"{letters} {name}" in words for letters, name in zip(KIND_LETTERS, KIND_NAMES, strict=True))
    assert all(f"{letters} {name}" in words for letters, name in zip(CARD_LETTERS, CARD_NAMES, strict=True))
    for sign in (
        "░░ debris",
        "≈≈ pestilence",
        "×× trap",
        "☥ altar",
        "✶ rune",
        "≡ stairs",
        "S? sarcophagus",
        "C? chest",
    ):
        assert sign in words


def test_the_pharaohs_clock_trap_and_servants() -> None:
    state = start()
    state["counter"], state["trap"], state["trap_red"], state["power"], state["feather"] = 7, QUICKSAND, 1, 2, 1
    state["affected"][0, :4] = 1, 0, 1, 0
    state["drawn"][0, QUICKSAND] = 2
    words = pharaoh(state)
    assert "quicksand at red" in words
    assert f"Movements of {STEPS - 2} step" in words
    assert "immune 1 3 " in words
    assert "power 2 cells a move" in words
    assert "order 0 3 2 1 ↺" in words
    assert f"mummies {cell_name(int(state['rune'][0]))}" in words
    assert "counter 7" in turn(state)
    assert "2/2 quicksand" in text(state)


def test_co_8_1_the_bomb_is_not_in_a_new_deck() -> None:
    state = start()
    assert "0/1 bomb" in text(state)
    state["edge"][0, RUSH, SOUTH] = OPEN
    assert "bomb" not in text(state)
    state["drawn"][0, BOMB] = 1
    assert "1/1 bomb" in text(state)


@pytest.mark.parametrize("trap", range(len(TRAP_NAMES)))
def test_every_trap_fits_its_panel(trap: int) -> None:
    state = start()
    for red in (0, 1):
        state["trap"], state["trap_red"] = trap, red
        assert TRAP_NAMES[trap] in pharaoh(state)
        assert "…" not in text(state)


# ------------------------------------------------------------------------------------------------------------------
# Decisions and result


def test_a_turn_in_words() -> None:
    state = start()
    assert "player_0 (you) 3 tokens left · may use a card" in turn(state, 0)
    carry(state, 0, TORCH_ITEM)
    for field, value in {"tokens": 1, "moving": 1, "steps": 2, "adrenaline": 2, "card_used": 1}.items():
        state[field] = value
    wanted = "1 token left · moves, 2 steps left · torch step unused · adrenaline at red · card used"
    assert f"player_0 {wanted}" in turn(state, 1)
    assert " decides " in panel(state, 0, 1)
    assert " decides " not in panel(state, 1, 1)


@pytest.mark.parametrize(
    ("phase", "fields", "words"),
    [
        (DROP, {}, "drops items"),
        (SLOT, {"victim": 2, "near": 1}, "takes a slot out of the backpack of player_2"),
        (SLOT, {"victim": 2}, "names the slot that falls out of the backpack of player_2"),
        (RECOVER, {"recovers": 2}, "takes back 2 discarded cards"),
        (CHARM, {"victim": 1, "dice": [[3, 4]]}, "yellow 3 + red 4 = slot 7"),
        (TARGET, {"turn": -1, "monster": SPECTRES, "tied": 0b1001}, "whom mummy 1 hunts: player_0 or player_3"),
    ],
)
def test_decisions_in_words(phase: int, fields: dict[str, Any], words: str) -> None:
    state = start()
    state["phase"], state["active"] = phase, 0b10
    for field, value in fields.items():
        state[field] = value
    viewer = 3 if phase != TARGET else 2
    assert words in turn(state, viewer)
    picture = ElementTree.fromstring(draw(state, viewer).panels[0].to_svg()).itertext()
    assert words in " ".join(" ".join(picture).split())


def test_the_longest_decision_fits() -> None:
    state = start(6)
    state["phase"], state["active"], state["turn"], state["tied"] = TARGET, 0b100000, -1, 0b111111
    assert "player_4 or player_5 (you)" in turn(state, 5)


def test_targets_show_in_the_pharaohs_turn_only() -> None:
    state = start()
    state["monster"], state["target"][0, SPECTRES] = SPECTRES + 1, 2
    arrow = f"{cell_name(int(state['rune'][0]))}→2"
    assert arrow not in pharaoh(state)
    state["turn"] = -1
    assert arrow in pharaoh(state)
    assert "his turn" in pharaoh(state)


def test_the_result() -> None:
    state = start()
    state["active"], state["done"], state["turn"], state["counter"] = 0, 1, -1, 0
    state["score"][0, :4], state["outcome"][0, :4] = (9, 12, 12, 3), (-1, 1, 1, -1)
    assert "player_1 player_2 win the game with 12 points." in turn(state)
    assert "player_2 · 12 points" in panel(state, 2)
    assert [" wins " in panel(state, seat) for seat in range(4)] == [False, True, True, False]
    assert "decides" not in text(state)
    state["done"], state["truncated"], state["outcome"] = 0, 1, 0
    assert "Stopped before its end" in turn(state, 0)


def test_nothing_is_drawn_outside_the_grid() -> None:
    assert len(CORNERS) == GRID
    assert max(x for x, _ in CORNERS) + WIDE < BOARD_WIDE
    assert max(y for _, y in CORNERS) + TALL < 32


# ------------------------------------------------------------------------------------------------------------------
# Clicks


@pytest.mark.parametrize("options", rush_envs.game("coffin_rush").variants, ids=str)
def test_every_action_can_be_clicked(options: dict) -> None:
    assert out_of_reach("coffin_rush", options, seed=1, decisions=300) == set()


def test_a_charm_is_used_by_clicking_a_face() -> None:
    state = start()
    state["phase"], state["active"], state["victim"], state["dice"] = CHARM, 0b10, 1, [[1, 2]]
    panels = draw(state, 1).panels
    axes = {alternative[0][1][0] for mark in panels[0].marks for alternative in mark.part}
    assert axes == {"keep", "yellow", "red"}
    assert not any(mark.part for mark in draw(state, 2).panels[0].marks)  # nothing for those who only look on
