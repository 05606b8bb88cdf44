"""The drawing of Coffee Rush: clicks reach every action, and the words alone tell every order and token."""

from __future__ import annotations

import numpy as np
import pytest

import rush_envs
from games.clicking import not_singled_out
from games.coffee_rush.positions import LETTERS, RECIPES
from games.whole_games import rounds_of_answers
from rush_envs.games.coffee_rush.barista import TALL, WIDE
from rush_envs.games.coffee_rush.table import draw

SLOTS, CUPS = 4, 3


def opening(players: int = 4) -> np.ndarray:
    batch = rush_envs.make_batch("coffee_rush", 1, seed=1, num_players=players)
    batch.reset()
    return batch.states.copy()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_clicks_single_out_every_legal_action(players: int) -> None:
    batch = rush_envs.make_batch("coffee_rush", 4, seed=3, num_players=players, autoreset=False)
    batch.reset()
    for number, (rows, _) in enumerate(rounds_of_answers(batch)):
        row = int(rows[number % len(rows)])
        if batch.seat[row] >= 0:
            assert not_singled_out(batch, row) == []


def test_only_the_viewers_own_things_stand_for_actions() -> None:
    state = opening()
    for viewer in range(4):
        named = {p.name for p in draw(state, viewer).panels if any(mark.part for mark in p.marks)}
        assert named == {"board", "supply", f"player_{viewer}"} | {"turn"} & named
    assert not any(mark.part for panel in draw(state, None).panels for mark in panel.marks)


@pytest.mark.parametrize("players", [2, 4])
def test_every_panel_fits_a_terminal(players: int) -> None:
    state = opening(players)
    scene = draw(state, 0)
    assert [panel.name for panel in scene.panels][:3] == ["turn", "board", "player_0"]
    assert all(panel.width <= 80 and panel.height <= 24 for panel in scene.panels)


def words_of(state: rush_envs.BatchEnv, seat: int) -> list[str]:
    panel = next(panel for panel in draw(state, None).panels if panel.name == f"player_{seat}")
    return panel.to_ansi(colour=False).splitlines()


def spelled(recipe: int) -> str:
    return "".join(sorted(RECIPES[recipe].letters, key=LETTERS.index)) + "★" * RECIPES[recipe].special


@pytest.mark.parametrize("number", [1, 3, 21])
def test_the_words_tell_every_order_however_many(number: int) -> None:
    """With names where there is room, else by their letters; nothing leaves the frame."""
    state = opening()
    orders = state["orders"]
    orders[:] = 0
    orders[0, 2, 0, :number] = 1
    orders[0, 2, 3, -1] = 2
    lines = words_of(state, 2)
    assert len(lines) == TALL
    assert all(len(line) == WIDE for line in lines)
    told = " ".join(lines[8:-1])
    for recipe in range(number):
        assert spelled(recipe) in told.split()
        assert (RECIPES[recipe].name in told) == (number <= 3)
    assert f"2× {RECIPES[-1].name}" in told or f"{spelled(20)}×2" in told.split()


def test_orders_beyond_the_room_are_counted() -> None:
    state = opening()
    state["orders"][0, 1] = 2  # 42 cards in every slot
    lines = words_of(state, 1)
    assert all(len(line) == WIDE for line in lines)
    told = [word for line in lines[8:-1] for word in line.split()]
    hidden = sum(int(word[1:]) for word in told if word.startswith("+"))
    assert sum(2 for word in told if word.endswith("×2")) + hidden == 2 * SLOTS * len(RECIPES)


@pytest.mark.parametrize("held", [(1, 0, 2, 0, 0, 0, 0, 0), (18, 12, 12, 12, 12, 12, 12, 12)])
def test_the_words_tell_what_a_cup_holds(held: tuple[int, ...]) -> None:
    state = opening()
    state["cups"][0, 3, 1] = held
    line = words_of(state, 3)[2].strip("│┃ ").split()
    one_by_one = [letter for letter, count in zip(LETTERS, held, strict=True) for _ in range(count)]
    by_number = [f"{letter}{count}" for letter, count in zip(LETTERS, held, strict=True) if count]
    assert line == ["cup", "2", *(one_by_one if sum(held) <= 12 else by_number)]


def test_a_cup_that_matches_an_order_is_marked() -> None:
    state = opening()
    state["orders"][0, 0, 2, 0] = 1  # Espresso: coffee and steam
    before = draw(state, None).plain()
    state["cups"][0, 0, 0, [0, 2]] = 1
    ready = draw(state, None)
    state["orders"][0, 0] = 0
    late = draw(state, None)
    fills = [
        [mark.values[3] for mark in next(p for p in scene.panels if p.name == "player_0").pictured
         if mark.kind == "chip" and mark.values[2] in ("1", "2", "3")]
        for scene in (ready, late)
    ]  # fmt: skip
    assert fills == [["green", "silver", "silver"], ["silver"] * CUPS]
    assert before != ready.plain()
