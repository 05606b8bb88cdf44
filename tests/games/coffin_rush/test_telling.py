"""Coffin Rush!: what is told about answers and what followed from them, and what is not (CO-13)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.oracle_temple import KEEP, OPEN, OUT, PASS, PICK_UP, RUSH, STAIRS
from games.coffin_rush.positions import (
    CHARM,
    COINS,
    GAME,
    TEAMS,
    TORCH,
    E,
    N,
    Table,
    aggress,
    analyse,
    betray,
    borrow,
    card,
    cell,
    die,
    discard,
    door,
    drop,
    purposeful,
    recover,
    roll,
    scattered,
    set_red,
    step,
    take,
    target,
)
from rush_envs.engine.drivers import drivers_of

POWER_1 = die("green", 1)
ALTAR = cell("Q5", 1, 1)
ROW = [cell("Q5", 4, column) for column in range(5)]


def told(table: Table, *actions: int, viewer: int | None = None, chance: tuple = ()) -> list[str]:
    """What the last of some answers is told as."""
    assert GAME.tell is not None
    table.play(*actions[:-1])
    if chance:
        table.chance(*chance)
    before, seat = table.batch.states.copy(), table.seat
    table.play(actions[-1])
    return GAME.tell(before, table.batch.states, seat, actions[-1], viewer)


def test_moves_name_the_cells_of_the_map() -> None:
    """Columns are letters, rows are numbers, as the rims of the drawing have them."""
    assert told(Table().at(RUSH), door(N)) == ["player_0 opens the stone door north of RUSH!."]
    assert told(Table().at(RUSH), door(N), door(N)) == ["player_0 closes the stone door north of RUSH!."]
    assert told(Table().at(RUSH).open((RUSH, N)), step(N), viewer=0) == ["player_0 (you) steps north to H10."]
    assert told(Table().at(cell("Q1", 0, 4)), ct.TAKE_STAIRS)[0].startswith("player_0 takes the stairs to ")
    assert told(Table().at(ROW[0]), step(E), ct.END_MOVEMENT) == ["player_0 ends the Movement."]
    drawing = GAME.draw(Table().at(ROW[2]).batch.states, 0).to_ansi(colour=False)
    assert "on H10" in drawing


def test_what_cells_do() -> None:
    assert told(Table().at(cell("Q5", 2, 3)), step(E))[1] == "Debris costs two steps."
    words = told(Table().at(cell("Q5", 0, 1)), step(E))
    assert words == ["player_0 steps east to H6.", "Pestilence ends the Movement there."]
    trap = cell("Q5", 3, 2)
    words = told(Table().at(cell("Q5", 3, 1)).bag(0, 0), step(E), chance=(roll(1, 1),))
    assert words[1:] == ["A trap ends the Movement there.", "player_0 loses the green treasure: it lies on H9."]
    assert told(Table().at(cell("Q5", 3, 1)).set(adrenaline=1), step(E)) == ["player_0 steps east to H9."]
    table = Table().at(cell("Q5", 3, 1)).mummies(trap, trap).spectres(trap).set(adrenaline=1)
    words = told(table, step(E), chance=(card(4, 5),))
    assert words[1:3] == ["player_0 meets 1 spectre.", "player_0 runs into 2 mummies."]
    assert "player_0 loses rush to terror, for ever." in words


def test_tiles_and_piles() -> None:
    place = cell("Q5", 3, 0)
    words = told(Table().hide(place, 7).at(place), OPEN)
    assert words == ["player_0 opens the sarcophagus on F9 and finds the yellow treasure."]
    words = told(Table().hide(place, STAIRS).at(place), OPEN)
    assert words == ["player_0 opens the sarcophagus on F9 and finds the blue stairs."]
    words = told(Table().hide(place, 11).at(place).bag(0, 3), OPEN, chance=(roll(2, 1),))
    assert words == [
        "player_0 opens the sarcophagus on F9 and finds the orange treasure.",
        "A mummy rises on F9 and strikes player_0.",
        "player_0 loses the orange treasure: it lies on F9.",
    ]
    table = Table().at(place).bag(0, 0, 1, 2, 3, 4, 5).pile(place, COINS, TORCH)
    assert told(table, PICK_UP) == [
        "player_0 picks up the pile on F9.", "player_0 has no room for slot 8, coins: which slot falls?",
    ]  # fmt: skip
    assert told(table, drop(3))[0] == "player_0 lets the green treasure of slot 3 fall on F9 and keeps the coins."
    assert told(table, drop(8)) == ["player_0 leaves the torch on F9."]
    words = told(Table().at(place).pile(place, COINS), PICK_UP)
    assert words == ["player_0 picks up the pile on F9.", "player_0 takes the coins."]
    assert told(Table().at(place).bag(0, 0, 1), drop(2)) == ["player_0 drops the green treasure on F9."]
    outside = Table().blast().at(OUT).bag(0, 0, COINS)
    assert told(outside, drop(3)) == ["player_0 puts the coins under its tent."]
    assert told(outside, ct.DONE) == ["player_0 has done dropping."]


def test_cards() -> None:
    assert told(Table(), discard("betrayal")) == ["player_0 discards betrayal."]
    assert told(Table(), ct.PLAY_RUSH) == ["player_0 plays rush: its RUSH! token is active."]
    assert told(Table().counter(8), ct.PLAY_ADRENALINE)[0].endswith("no effects of cells and of servants in this turn.")
    words = told(Table().bag(1, 0, COINS), aggress(1), chance=(roll(1, 2),))
    assert words == [
        "player_0 plays aggression on player_1.", "The dice show 1 + 2 = slot 3.",
        "player_0 takes the coins from player_1.",
    ]  # fmt: skip
    red = Table().counter(8).bag(1, 0, COINS)
    assert told(red, aggress(1))[1] == "player_0 takes a slot out of the backpack of player_1."
    assert told(red, take(3))[0] == "player_0 names slot 3 of player_1, the coins."
    words = told(Table().cards(0, "betrayal", "rush analysis").cards(1, "rush"), betray(1))
    assert words[:2] == ["player_0 betrays player_1.", "player_1 must discard rush."]
    words = told(Table().cards(0, "betrayal", "rush").cards(1, "rush"), betray(1), recover("rush"))
    assert words[0] == "player_0 takes rush back to its hand."
    words = told(Table().cards(0, "rush", "betrayal"), discard("rush"), PASS)
    assert words == [
        "player_0 passes.", "player_0 rests: its discarded cards return to its hand.", "player_1 is on turn.",
    ]  # fmt: skip
    table = Table(3, teams=TEAMS[3]).rush(1).turn(0, tokens=0)
    assert told(table, borrow(1)) == ["player_0 uses the RUSH! token of player_1."]
    assert "player_0 spends its RUSH! token." in told(Table().rush(0).turn(0, tokens=0).at(ROW[0]), step(E))


def test_charms_and_targets() -> None:
    table = Table().bag(1, 0, CHARM)
    words = told(table, aggress(1), chance=(roll(2, 1),))
    assert words[1].startswith("player_1 suffers an Aggression: yellow 2 + red 1 = slot 3")
    assert told(table, set_red(4)) == ["player_1 turns the red die: 2 + 4 = slot 6."]
    words = told(Table().bag(1, 0, CHARM).chance(roll(2, 1)), aggress(1), KEEP)
    assert words == ["player_1 keeps the dice: 2 + 1 = slot 3.", "player_0 takes the lucky charm from player_1."]
    table = Table().at(ROW[1], ROW[3]).bag(0, 0).bag(1, 1).mummies(ROW[2]).pharaoh("quicksand", chance=[POWER_1])
    words = told(table, target(0), viewer=0, chance=(roll(3, 4),))
    assert words[0] == "player_1 sends mummy 1 after player_1."
    assert words[1] == "Mummy 1 goes from H10 to I10, hunting player_1."
    assert words[-1] == "Round 2 begins: player_0 (you) is on turn."


def test_the_pharaohs_turn() -> None:
    table = Table().at(cell("Q6", 2, 2), ALTAR).bag(0, 0).turn(1).stack("summoning")
    words = told(table, PASS, chance=(die("green", 2), card(4, 5), roll(1, 1)))
    assert words[:5] == [
        "player_1 passes.",
        "player_0 loses rush to terror, for ever.",
        "The Pharaoh's trap: summoning, a spectre rose.",
        "On an altar it does not affect player_1.",
        "The counter falls from 24 to 22.",
    ]
    assert words[5:9] == [
        "The servants' Movements have 2 cells.",
        "Spectre 1 rises from the rune and meets its victim and is gone, hunting player_0.",
        "Mummy 1 goes from M3 to M7, hunting player_0.",
        "A mummy opens the door between M5 and M6.",
    ]
    bomb = told(Table().turn(1).stack("bomb").counter(17), PASS, chance=(die("yellow", 1),))
    assert bomb[2:6] == [
        "The temple door is gone: the way to the camp is open.",
        "The counter falls from 17 to 12.",
        "The counter is yellow now.",
        "The servants' Movements have 1 cell.",
    ]
    silence = told(Table().counter(8).cards(0, "rush").turn(1).stack("silence"), PASS, chance=(card(0, 1), card(0, 5)))
    assert {"player_0 must discard rush.", "player_1 must discard aggression."} <= set(silence)


def test_the_end() -> None:
    table = Table(3).blast().tent(1, 0, 1).bag(2, 5).counter(1).turn(2).stack("quicksand")
    words = told(table, PASS, viewer=2)
    assert words[-2:] == [
        "The counter is at 0: the game is over. Points: player_0 0, player_1 7, player_2 (you) 1.", "player_1 wins.",
    ]  # fmt: skip


def test_analysis_tells_its_player_alone() -> None:
    here, there = cell("Q5", 3, 0), cell("Q5", 4, 4)
    for viewer, sees in ((0, True), (1, False), (2, False), (None, True)):
        table = Table(3, teams=((0, 1), (2,))).at(cell("Q5", 2, 2)).hide(here, 16).hide(there, STAIRS)
        words = told(table, analyse(5), viewer=viewer)
        assert words[0].endswith("looks into the tiles of position 5 (Q5).")
        secret = ["On F9 it sees the violet treasure with a mummy.", "On J10 it sees the blue stairs."]
        assert words[1:] == (secret if sees else [])


@pytest.mark.parametrize("players", [2, 4, 6])
def test_what_is_hidden_is_not_told(players: int) -> None:
    """Words do not change when all that the viewer may not know is imagined otherwise, before and after the answer."""
    rng = np.random.default_rng(players)
    assert GAME.tell is not None
    imagined: Counter[str] = Counter()
    for _ in range(8):
        table = scattered(players, rng, teams=TEAMS.get(players) if rng.random() < 0.5 else None)
        for _ in range(60):
            if table.seat < 0:
                break
            before, seat = table.batch.states.copy(), table.seat
            action = purposeful(table.s, table.batch.mask[0], rng)
            table.batch.step([action])
            for viewer in range(players):
                words = GAME.tell(before, table.batch.states, seat, action, viewer)
                assert words
                assert all(line.strip() == line and line[-1] in ".?" for line in words)
                records = [imagine(state, viewer, rng) for state in (before, table.batch.states)]
                assert GAME.tell(*records, seat, action, viewer) == words
                imagined["contents"] += (records[0]["content"] != before["content"]).any()
                imagined["deck"] += (records[1]["deck"] != table.batch.states["deck"]).any()
            imagined["analysis"] += analyse(0) <= action <= analyse(11)
            imagined["open"] += action == OPEN
            imagined["pharaoh"] += table.s["rounds"] != before["rounds"][0]
    assert all(imagined[what] for what in ("contents", "deck", "analysis", "open", "pharaoh")), imagined


def imagine(state: np.ndarray, viewer: int, rng: np.random.Generator) -> np.ndarray:
    """A record with everything that the viewer may not know drawn anew."""
    other = state.copy()
    drivers_of(GAME).imagine(other, np.array([viewer]), rng.integers(1, 1 << 63, 1, np.uint64))
    return other
