"""Coffee Rush, rules CR-1 to CR-3: players, options, the box and the set-up."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import rush_envs
from games.coffee_rush import positions as box
from games.coffee_rush.positions import GAME, Position, Table
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import BadOption, IllegalAction
from rush_envs.games.coffee_rush.components import BOX

PLAYERS = (2, 3, 4)
DEALS = 3000


def dealt(players: int, *, games: int = 64, seed: int = 5, **options: object) -> np.ndarray:
    """Many games just after the deal."""
    batch: BatchEnv = rush_envs.make_batch("coffee_rush", games, seed=seed, num_players=players, **options)
    batch.reset()
    return batch.states


# ------------------------------------------------------------------------------------------------------------------
# CR-1 Agents and configuration


@pytest.mark.parametrize("players", PLAYERS)
def test_cr_1_1_seats_take_turns_clockwise_from_player_0(players: int) -> None:
    table = Table(players)
    assert table.batch.agents == [f"player_{seat}" for seat in range(players)]
    turns = []
    table.place(*range(4 if players == 2 else players))
    while table.phase == "START":
        table.play(min(table.legal()))
    for _ in range(2 * players):
        turns.append(table.seat)
        assert table.s["active"] == 1 << table.seat, "one seat decides at a time"
        assert [bool(table.legal(seat)) for seat in range(players)] == [seat == table.seat for seat in range(players)]
        table.idle()
    assert turns == [*range(players), *range(players)]


def test_cr_1_2_number_of_players() -> None:
    assert rush_envs.make_batch("coffee_rush").config.options()["num_players"] == 4
    for players in PLAYERS:
        assert int(Table(players).s["seats"]) == players
    for wrong in (0, 1, 5, -2, True, 2.0, "3", None):
        with pytest.raises(BadOption, match="num_players"):
            rush_envs.make_batch("coffee_rush", num_players=wrong)


def test_cr_1_3_beginner_orders_is_a_choice_that_is_off() -> None:
    assert rush_envs.make_batch("coffee_rush").config.options()["beginner_orders"] is False
    assert dealt(4)["removed"].sum() == 0
    assert (dealt(3, beginner_orders=True)["removed"] == 1).all()
    for wrong in (1, "yes", None):
        with pytest.raises(BadOption, match="beginner_orders"):
            rush_envs.make_batch("coffee_rush", beginner_orders=wrong)


def test_cr_1_4_upgrades_per_turn() -> None:
    assert rush_envs.make_batch("coffee_rush").config.options()["upgrades_per_turn"] == 4
    for number in (1, 2, 3, 4):
        batch = rush_envs.make_batch("coffee_rush", upgrades_per_turn=number)
        assert batch.config.options()["upgrades_per_turn"] == number
    for wrong in (0, 5, False, 1.5):
        with pytest.raises(BadOption, match="upgrades_per_turn"):
            rush_envs.make_batch("coffee_rush", upgrades_per_turn=wrong)


# ------------------------------------------------------------------------------------------------------------------
# CR-2 Components


def test_cr_2_1_eighteen_coffee_and_twelve_of_each_other_kind() -> None:
    for states in (dealt(players) for players in PLAYERS):
        assert (states["supply"] == box.TOKENS).all()
    assert BOX.tokens.tolist() == list(box.TOKENS)
    assert BOX.letters == box.LETTERS


@pytest.mark.parametrize(("left", "taken"), [(0, ""), (1, "W"), (2, "WW"), (3, "WW")])
def test_cr_2_1_with_too_few_left_a_player_takes_what_there_is(left: int, taken: str) -> None:
    hoard = {3: ("W" * (12 - left),)}
    board = """
        . . . a
        . . . .
        . b . .
        . . c d"""
    table = Table(Position(board=board, cups=hoard, upgrades={0: ["double specials"]}))
    table.play("move pawn 1 south")
    assert table.hand == taken
    assert table.supply("W") == left - len(taken)


def test_cr_2_2_every_cell_gives_its_kind() -> None:
    for cell, letter in enumerate(box.BOARD):
        table = Table(3).place(*[k for k in range(16) if k != cell][:2], cell)  # seat 0 places last
        assert table.cups(0) == (letter, "", "")
        kind = box.KINDS[box.LETTERS.index(letter)]
        assert GAME.describe(cell) == f"place on r{cell // 4}c{cell % 4} ({kind})"


def test_cr_2_2_corners_and_special_cells() -> None:
    """A step onto every cell, with one tile for corners and one for specials."""
    doubled: dict[str, set[int]] = {"double corners": set(), "double specials": set(), "": set()}
    for tile, cell in product(doubled, range(16)):
        row, column = divmod(cell, 4)
        step, start = ("north", cell + 4) if row < 3 else ("south", cell - 4)
        board = ["."] * 16
        board[start] = "a"
        others = [k for k in range(16) if k not in (start, cell)][:3]
        for pawn, place in zip("bcd", others, strict=True):
            board[place] = pawn
        table = Table(Position(board=" ".join(board), upgrades={0: [tile] if tile else []}))
        table.play(f"move pawn 1 {step}")
        assert set(table.hand) == {box.BOARD[4 * row + column]}
        if len(table.hand) == 2:
            doubled[tile].add(cell)
    assert doubled == {"double corners": set(box.CORNERS), "double specials": set(box.SPECIAL_CELLS), "": set()}


def test_cr_2_3_the_eighty_orders() -> None:
    assert sum(recipe.copies for recipe in box.RECIPES) == box.CARDS
    assert BOX.recipe_names == tuple(recipe.name for recipe in box.RECIPES)
    assert BOX.copies.tolist() == list(box.COPIES)
    assert BOX.recipes.tolist() == [box.tokens(recipe.letters).tolist() for recipe in box.RECIPES]
    assert BOX.special.tolist() == [int(recipe.special) for recipe in box.RECIPES]
    assert len({tuple(row) for row in BOX.recipes.tolist()}) == 21, "a cup matches at most one recipe"


@pytest.mark.parametrize("recipe", box.RECIPES, ids=lambda recipe: recipe.letters)
def test_cr_2_3_a_cup_serves_its_own_recipe_only(recipe: box.Recipe) -> None:
    """All recipes lie in slots 1 and 2 of one player; the cup is served and exactly its card is gone."""
    others = " ".join(other.letters for other in box.RECIPES if other != recipe)
    slots = {0: (others, recipe.letters, "", "")}
    table = Table(Position(phase="SERVE", slots=slots, cups={0: (recipe.letters, "", "")}))
    assert table.legal() == {"serve cup 1 to slot 2", "done"}
    table.play("serve cup 1 to slot 2")
    assert box.cards(" ".join(table.slots(0))) == box.cards(others)
    assert table.row("rush")[0] == int(recipe.special)


def test_cr_2_4_fifteen_rush_tokens() -> None:
    for players in PLAYERS:
        states = dealt(players)
        assert (states["rush_supply"] == 15).all()
        assert (states["rush"] == 0).all()


def test_cr_2_4_a_short_supply_of_rush_tokens_gives_what_is_left() -> None:
    position = Position(slots={0: ("", "", "", "CMS CMS CMI"), 1: ("CC",)}, rush={1: 7, 2: 6})
    table = Table(position).idle()
    assert table.row("penalties") == [3, 0, 0, 0]
    assert table.row("rush") == [2, 7, 6, 0]
    assert table.s["rush_supply"] == 0


@pytest.mark.parametrize(("players", "pawns"), [(2, 2), (3, 1), (4, 1)])
def test_cr_2_5_pawns_cups_tiles_and_slots_of_a_player(players: int, pawns: int) -> None:
    table = Table(players)
    table.place(*range(pawns * players))
    assert (table.s["pawn"] >= 0).sum() == pawns * players
    assert ((table.s["pawn"] >= 0).sum(axis=1)[:players] == pawns).all()
    assert table.s["upgraded"].sum() == 0, "all tiles face down"
    table = Table(Position(players, phase="POUR", hand="M"))
    assert table.legal() == {"pour milk into cup 1", "pour milk into cup 2", "pour milk into cup 3", "return milk"}


def test_cr_2_5_a_cup_and_a_slot_hold_any_number() -> None:
    everything = "C" * 18 + "M" * 12 + "S" * 12 + "I" * 12 + "W" * 12 + "T" * 12 + "H" * 12 + "A" * 11
    table = Table(Position(phase="POUR", hand="A", cups={0: (everything, "", "")}))
    table.play("pour caramel into cup 1")
    assert table.cups(0)[0] == everything + "A"
    crowd = " ".join(recipe.letters for recipe in box.RECIPES for _ in range(recipe.copies))
    full = Position(phase="SERVE", slots={0: ("", "", crowd, "")}, cups={0: ("CS",)}, deck="")
    assert Table(full).play("done").slots(0) == ("", "", "", crowd)


# ------------------------------------------------------------------------------------------------------------------
# CR-3 Set-up


@pytest.mark.parametrize("players", PLAYERS)
def test_cr_3_1_the_orders_are_shuffled_and_the_cafe_is_open(players: int) -> None:
    states = dealt(players, games=DEALS)
    for s in states[:50]:
        known = np.bincount(s["deck"][: s["deck_size"]], minlength=21) + s["orders"].sum(axis=(0, 1))
        assert known.tolist() == list(box.COPIES)
        assert (s["closed"], s["rush_supply"], s["rush"].sum()) == (0, box.RUSH_TOKENS, 0)
        assert s["supply"].tolist() == list(box.TOKENS)
    top = np.bincount(box.top_cards(states), minlength=21) / DEALS
    bottom = np.bincount(states["deck"][:, 0], minlength=21) / DEALS
    first = states["orders"][:, 0, 1].mean(axis=0)
    for share in (top, bottom, first):
        assert np.abs(share - np.array(box.COPIES) / box.CARDS).max() < 0.02
    assert len(np.unique(states["deck"][:, :60], axis=0)) == DEALS, "no two decks are alike"


@pytest.mark.parametrize(("players", "left"), [(2, 75), (3, 73), (4, 71)])
def test_cr_3_2_three_orders_for_the_first_player_two_for_the_others(players: int, left: int) -> None:
    states = dealt(players)
    in_slots = states["orders"].sum(axis=3)
    assert (in_slots[:, 0] == [2, 1, 0, 0]).all()
    assert (in_slots[:, 1:players] == [1, 1, 0, 0]).all()
    assert (in_slots[:, players:] == 0).all()
    assert (states["deck_size"] == left).all()


@pytest.mark.parametrize(("players", "left"), [(2, 73), (3, 72), (4, 71)])
def test_cr_3_3_everybody_starts_with_a_ristretto_or_an_espresso(players: int, left: int) -> None:
    states = dealt(players, games=DEALS, beginner_orders=True)
    orders = states["orders"]
    simple = orders[..., :2].sum(axis=3)
    assert (simple[:, :players] == [1, 0, 0, 0]).all()
    assert (orders.sum(axis=3)[:, 0] == [2, 1, 0, 0]).all(), "one more into seat 0's slot 1"
    assert (orders.sum(axis=3)[:, 1:players] == [1, 1, 0, 0]).all()
    assert (states["deck_size"] == left).all()
    assert (states["deck_count"][:, :2] == 0).all(), "the others have left the game"
    assert (states["removed"] == 4 - players).all()
    for s in states[:50]:
        assert (s["deck"][: s["deck_size"]] >= 2).all()
        assert (s["orders"].sum(axis=(0, 1)) + s["deck_count"])[2:].tolist() == list(box.COPIES[2:])


@pytest.mark.parametrize("players", PLAYERS)
def test_cr_3_3_beginner_orders_are_dealt_at_random(players: int) -> None:
    states = dealt(players, games=DEALS, beginner_orders=True)
    espresso = states["orders"][:, :players, 0, 0]
    assert np.abs(espresso.mean(axis=0) - 1 / 2).max() < 0.05
    assert abs((espresso[:, 0] == espresso[:, 1]).mean() - 1 / 3) < 0.05, "two of four cards are alike in a third"
    if players == 4:
        assert (espresso.sum(axis=1) == 2).all()
    other = states["orders"][:, 0, 1, 2:].mean(axis=0)
    assert np.abs(other - 1 / 19).max() < 0.02, "slot 2 comes from the rest of the deck"
    assert np.abs(states["orders"][:, 0, 0, 2:].mean(axis=0) - 1 / 19).max() < 0.02


@pytest.mark.parametrize(("players", "queue"), [(2, [1, 0, 1, 0]), (3, [2, 1, 0]), (4, [3, 2, 1, 0])])
def test_cr_3_4_pawns_are_placed_counter_clockwise_on_free_cells(players: int, queue: list[int]) -> None:
    table = Table(players)
    assert table.sees(0)["orders"].sum() == 2 * players + 1, "orders are already visible"
    taken: list[int] = []
    for seat, cell in zip(queue, (5, 0, 15, 6), strict=False):
        assert (table.seat, table.phase) == (seat, "PLACE")
        assert table.batch.mask[0].tolist() == [int(k < 16 and k not in taken) for k in range(84)]
        if taken:
            with pytest.raises(IllegalAction):
                table.place(taken[0])
        table.place(cell)
        taken.append(cell)
    assert table.phase != "PLACE"
    wanted = {2: [[0, 6], [5, 15]], 3: [[15], [0], [5]], 4: [[6], [15], [0], [5]]}[players]
    assert [[int(cell) for cell in row if cell >= 0] for row in table.s["pawn"]][:players] == wanted


@pytest.mark.parametrize("players", [3, 4])
def test_cr_3_5_everyone_takes_the_token_of_the_own_cell_into_cup_1(players: int) -> None:
    table = Table(players).place(3, 4, 11, *([14] if players == 4 else []))  # three coffees, chocolate
    pawns = [3, 4, 11, 14][:players][::-1]
    assert [table.cups(seat) for seat in range(players)] == [(box.BOARD[cell], "", "") for cell in pawns]
    assert table.supply("C") == 15
    assert table.supply("H") == (11 if players == 4 else 12)
    assert (table.seat, table.phase, table.hand) == (0, "MOVE", "")


def test_cr_3_5_no_token_before_all_pawns_stand() -> None:
    table = Table(4).place(3, 4, 11)
    assert table.s["cups"].sum() == 0
    assert table.s["supply"].tolist() == list(box.TOKENS)


def test_cr_3_5_two_players_choose_a_cup_for_the_second_pawn() -> None:
    """Seat 1 stands on tea and coffee (r0c3), seat 0 on water and coffee (r1c0)."""
    table = Table(2).place(8, 7, 3, 4)
    assert (table.seat, table.phase, table.hand) == (1, "START", "C")
    assert (table.cups(0), table.cups(1)) == (("W", "", ""), ("T", "", ""))
    assert [table.supply(letter) for letter in "TWC"] == [11, 11, 17], "seat 0's coffee is still in the supply"
    assert table.legal() == {"pour coffee into cup 1", "pour coffee into cup 2"}
    assert table.legal(0) == set()
    table.play("pour coffee into cup 1")
    assert table.cups(1) == ("CT", "", "")
    assert (table.seat, table.phase, table.hand, table.supply("C")) == (0, "START", "C", 16)
    assert table.legal() == {"pour coffee into cup 1", "pour coffee into cup 2"}
    table.play("pour coffee into cup 2")
    assert table.cups(0) == ("W", "C", "")


@pytest.mark.parametrize("players", PLAYERS)
def test_cr_3_6_seat_0_begins(players: int) -> None:
    table = Table(players).place(*range(4 if players == 2 else players))
    while table.phase == "START":
        table.play(min(table.legal()))
    assert (table.seat, table.phase) == (0, "MOVE")
