"""Rush Out!, the drawing: what words alone tell, what panels there are, and that every answer can be clicked."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from games.rush_out import oracle as ro
from games.rush_out.oracle import TAKE
from games.rush_out.positions import (
    GAME,
    SCENARIOS,
    Table,
    back,
    cast,
    ordeals,
    purposeful,
    scattered,
    spaces_of,
    spells,
)
from rush_envs.kit.scene import Scene

TERMINAL = (80, 24)


def drawn(table: Table, viewer: int | None) -> Scene:
    return GAME.draw(table.batch.states, viewer)


def panel(table: Table, viewer: int | None, name: str) -> str:
    return next(one for one in drawn(table, viewer).panels if one.name == name).to_ansi(colour=False)


# ------------------------------------------------------------------------------------------------------------------
# Clicks


@cache
def meant(part: tuple) -> np.ndarray:
    return GAME.actions.meant(part)


def unclear(table: Table, seat: int) -> list[str]:
    """Legal answers that no clicks on the picture single out."""
    legal = table.batch.mask[0].astype(bool)
    parts = {mark.part for one in drawn(table, seat).panels for mark in one.pictured if mark.part}
    sets = [meant(part) & legal for part in parts]
    found = []
    for action in np.flatnonzero(legal):
        left = np.logical_and.reduce([legal, *(one for one in sets if one[action])])
        if left.sum() != 1:
            found.append(f"seat {seat}: {GAME.describe(int(action))}")
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_answer_can_be_clicked(scenario: str) -> None:
    """A page narrows the legal answers by what is clicked, until one is left."""
    rng = np.random.default_rng(7)
    for players in (3, 4, 5):
        table = scattered(scenario, players, rng)
        for _ in range(120):
            seat = int(table.batch.seat[0])
            if seat < 0:
                break
            assert unclear(table, seat) == []
            table.batch.step([purposeful(table.batch.mask[0], rng)])


def test_flips_heals_and_turns_can_be_clicked() -> None:
    wizard = Table("scenario_2").scrolls(ro.PLANT_WATER, ro.PLANT_AIR, ro.SWAP_SCROLL).hand(0, "PPWAJ")
    assert wizard.batch.mask[0, ro.FLIP : ro.SWAP].all()
    assert unclear(wizard, 0) == []
    for heroes, action in ((("bard", "warrior"), ro.HEAL), (("cleric", "bard"), ro.TURN)):
        table = Table("scenario_6", 3, heroes=heroes).points(3, 0).wound(0, 1).hand(1, "FSJ").hand(2, "KKH")
        table.batch.step([int(np.flatnonzero(table.batch.mask[0])[0])])  # the wizard's answer; hero_0 is asked then
        assert table.batch.seat[0] == 1
        assert table.batch.mask[0, action : action + 2].any()
        assert unclear(table, 1) == []


# ------------------------------------------------------------------------------------------------------------------
# Words


def test_words_alone_tell_spaces_from_dice() -> None:
    ordeal = next(card for card in ordeals() if sorted(spaces_of(card)) == sorted("HHKOO"))
    table = Table("scenario_2").lay_ordeals(ordeal).put(1, 0, "H", "SJ").put(2, 0, "K", "FF")
    board = panel(table, None, "board")
    assert "│ O   O  K1  │" in board
    assert "│  H0   H    │" in board
    assert "dice   S  J" in panel(table, None, "hero_0")
    assert "lie on ordeal 1" in panel(table, None, "hero_0")


def test_a_card_with_two_ends_shows_both() -> None:
    table = Table("scenario_5", 5).lay_ordeals(ordeals("coin")[0], ordeals("clash")[0])
    board = panel(table, None, "board")
    assert board.count("wizard's end") == 2
    assert "COIN" in board
    assert "CLASH" in board


def test_a_spell_that_waits_for_a_choice_is_marked() -> None:
    table = Table("scenario_1").lay_spells(*spells("vortex")[:1])
    assert "it is cast" not in panel(table, 1, "board")
    table.tick({0: cast(0, table.fill_wizard(0))})
    assert "it is cast" in panel(table, 1, "board")
    assert "chooses a hero" in panel(table, 1, "wizard")


def test_under_silence_others_dice_are_only_counted() -> None:
    table = Table("scenario_6").curse(0).hand(1, "FSO").hand(2, "KK")
    assert "dice   K  K" in panel(table, 2, "hero_1")
    assert "dice   ?  ?  ?" in panel(table, 2, "hero_0")
    assert "dice   F  S  O" in panel(table, 0, "hero_0")


def test_only_its_owner_sees_a_die_go() -> None:
    """Dice that are named to be taken back are pale, for the one who named them."""
    ordeal = ordeals()[0]
    table = Table("scenario_1").lay_ordeals(ordeal).put(1, 0, spaces_of(ordeal)[:2])
    symbol = spaces_of(ordeal)[0]
    table.batch.step([int(np.flatnonzero(table.batch.mask[0])[0])])
    before = [drawn(table, viewer).plain() for viewer in range(4)]
    table.batch.step([TAKE])
    table.batch.step([back(symbol)])
    after = [drawn(table, viewer).plain() for viewer in range(4)]
    assert [old != new for old, new in zip(before, after, strict=True)] == [False, True, False, False]


# ------------------------------------------------------------------------------------------------------------------
# Panels


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_panel_fits_a_terminal(scenario: str, players: int) -> None:
    for one in drawn(Table(scenario, players), 1).panels:
        assert one.width <= TERMINAL[0], one.name
        assert one.height <= TERMINAL[1], one.name


def test_ones_own_dice_come_first() -> None:
    table = Table("scenario_3")
    assert [one.name for one in drawn(table, 2).panels][:3] == ["turn", "hero_1", "board"]
    assert [one.name for one in drawn(table, None).panels][:3] == ["turn", "board", "wizard"]
    places = [{one.name: one.place for one in drawn(table, viewer).panels} for viewer in (None, 0, 2)]
    assert places[0] == places[1] == places[2]
