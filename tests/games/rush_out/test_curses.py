"""Rush Out!, rule RO-8: dissipations and curses."""

from __future__ import annotations

import numpy as np
import pytest

from games.rush_out import oracle as ro
from games.rush_out.oracle import ACTIONS, ROLL, TAKE, TURN, WAIT
from games.rush_out.positions import (
    Table,
    alone,
    back,
    cast,
    choose_die,
    choose_hero,
    choose_target,
    ordeals,
    place,
    spaces_of,
    spells,
)

SHORT = alone()[0]
LONG = [k for k in ordeals() if len(spaces_of(k)) > 3]


def sent(table: Table, card: int, hero: int) -> Table:
    """The wizard completes a dissipation and sends it to a hero."""
    table.lay_spells(ro.DISSIPATION + card)
    return table.tick({0: cast(0, table.fill_wizard(0))}).tick({0: choose_hero(hero)})


# ------------------------------------------------------------------------------------------------------------------
# RO-8.1 to RO-8.3 Dissipations


def test_ro_8_1_effects_add_up_and_anyone_completes_them() -> None:
    table = Table("scenario_1", 4).lay_ordeals(*LONG[:3]).dissipate(2, 0).dissipate(3, 0).dissipate(0, 0)
    table.hand(1, "FS")
    assert not table.ids(1) & {place(t, s) for t in range(20) for s in "FS"}
    table.hand(2, "FS")
    assert table.ids(2) & {place(t, s) for t in range(3) for s in "FS"}
    last = table.fill(6, 2)
    table.hand(3, last).tick({3: place(6, last)})
    assert table.s["dissipation"].tolist() == [0, -1, -1, 0, -1, -1]
    table.hand(1, "FS")
    assert any(table.may(1, place(t, "F")) for t in range(3)), "fire is free again"
    assert not any(table.may(1, place(t, "S")) for t in range(3))


@pytest.mark.parametrize(("hand", "left"), [("???", "??"), ("FS?", "FS"), ("FFS", "FS"), ("KHJ", "HJ"), ("OJJ", "JJ")])
def test_ro_8_2_a_die_in_hand_goes_at_once(hand: str, left: str) -> None:
    """An unrolled one first, else the first in the order F S O K H J."""
    table = Table("scenario_1", 3).hand(1, hand)
    sent(table, 0, 0)
    assert (table.held(1), table.s["locked"].tolist(), table.s["owes"][0]) == (left, [1, 0, 0, 0], 0)
    assert table.held(2) == "???"


@pytest.mark.parametrize("way", ["take back", "completed"])
def test_ro_8_2_with_all_dice_placed_he_owes_it(way: str) -> None:
    """The first die that comes back, however it does, is locked at once."""
    table = Table("scenario_1", 4).lay_ordeals(*LONG[:3])
    spaces = spaces_of(LONG[0])
    table.put(1, 0, spaces[:3])
    sent(table, 1, 0)
    assert (table.s["owes"].tolist(), table.s["locked"].tolist()) == ([1, 0, 0, 0], [0, 0, 0, 0])
    assert table.ids(1) == {back(s) for s in spaces[:3]}, "neither wait nor take back and roll"
    if way == "take back":
        table.tick({1: back(spaces[0])})
        assert (table.held(1), len(table.lies(1)[1])) == ("", 2)
    else:
        rest = spaces[3:]
        table.put(2, 0, rest[1:]).hand(2, rest[0])
        table.tick({1: back(spaces[0]), 2: place(0, rest[0])}, order=[2, 1, 0, 3])
        assert (table.held(1), table.lies(1)) == ("??", (-1, ""))
    assert (table.s["owes"].tolist(), table.s["locked"].tolist()) == ([0, 0, 0, 0], [1, 0, 0, 0])


@pytest.mark.parametrize("way", ["confusion one", "confusion all"])
def test_ro_8_2_a_die_that_the_wizard_sends_back_is_locked(way: str) -> None:
    table = Table("scenario_1", 4).lay_ordeals(*LONG[:3]).lay_spells(spells(way)[0])
    spaces = spaces_of(LONG[0])
    table.put(1, 0, spaces[:3]).put(2, 1, spaces_of(LONG[1])[0])
    table.tick({0: cast(0, table.fill_wizard(0))})
    table.dissipate(0, 0)
    assert table.s["owes"][0] == 1
    choice = choose_target(0) if way == "confusion all" else choose_die(0, spaces[0])
    table.tick({0: choice, 1: back(spaces[2])})
    assert (table.s["owes"][0], table.s["locked"][0]) == (0, 1)
    assert table.held(1) == ("??" if way == "confusion all" else ""), "nothing is owed any more, so none is given"


def test_ro_8_2_the_debt_ends_with_the_vortex() -> None:
    """Two others complete the vortex before the hero has given a die."""
    table = Table("scenario_1", 4).lay_ordeals(*LONG[:3]).put(1, 0, spaces_of(LONG[0])[:3]).dissipate(0, 0)
    assert table.s["owes"][0] == 1
    last = table.fill(4, 1)
    table.hand(2, last).tick({1: back(spaces_of(LONG[0])[0]), 2: place(4, last)}, order=[2, 1, 0, 3])
    assert (table.s["owes"][0], table.s["locked"][0]) == (0, 0)
    assert (table.held(1), len(table.lies(1)[1])) == ("", 3), "nothing is owed any more, so none is taken back"


def test_ro_8_3_a_second_vortex_locks_nothing_more() -> None:
    table = Table("scenario_1", 4).dissipate(0, 0)
    sent(table, 1, 0)
    assert (table.held(1), table.s["locked"].tolist()) == ("??", [1, 0, 0, 0])
    assert table.s["dissipation"].tolist() == [0, 0, -1, -1, -1, -1]
    for card, held in ((0, "??"), (1, "???")):
        last = table.fill(4 + card, 1)
        table.hand(2, last).tick({2: place(4 + card, last)})
        assert table.held(1) == held, "freed when no vortex lies before him"
    assert table.s["locked"].tolist() == [0, 0, 0, 0]


def test_ro_8_3_vortices_before_two_heroes() -> None:
    table = Table("scenario_1", 4).dissipate(0, 0).dissipate(1, 1)
    assert table.s["locked"].tolist() == [1, 1, 0, 0]
    last = table.fill(4, 2)
    table.hand(3, last).tick({3: place(4, last)})
    assert table.s["locked"].tolist() == [0, 1, 0, 0]
    assert (table.held(1), table.held(2)) == ("???", "??")


# ------------------------------------------------------------------------------------------------------------------
# RO-8.4 Silence


@pytest.mark.parametrize("copies", [(0,), (1,), (0, 1)])
def test_ro_8_4_silence_hides_faces_from_other_heroes(copies: tuple[int, ...]) -> None:
    table = Table("scenario_6", 4).curse(*copies).hand(1, "FS").hand(2, "KHJ")
    for viewer in range(4):
        seen = table.sees(viewer)["hand"].tolist()
        hidden = [viewer not in (0, seat) for seat in (1, 2, 3)]
        faces = [[1, 1, 0, 0, 0, 0], [0, 0, 0, 1, 1, 1], [0] * 6]
        expected = [[0] * 6 if hidden[h] else faces[h] for h in range(3)]
        assert seen == [[*row, n] for row, n in zip(expected, (1, 0, 3), strict=True)] + [[0] * 7]
        assert (table.sees(viewer)["wizard_hand"][:6].sum()) == 5, "the wizard's dice are open"


def test_ro_8_4_the_cleric_turns_only_his_own_dice() -> None:
    table = Table("scenario_6", 4, heroes=("bard", "cleric", "warrior")).points(0, 2).hand(1, "FS").hand(2, "KHJ")
    turns = {TURN + 5 * 0 + 0, TURN + 5 * 0 + 1, TURN + 5 * 1 + 3, TURN + 5 * 1 + 4}
    assert table.ids(2) & set(range(TURN, ACTIONS)) == turns
    table.curse(0)
    assert table.ids(2) & set(range(TURN, ACTIONS)) == {TURN + 5 * 1 + 3, TURN + 5 * 1 + 4}


def test_ro_8_4_silence_that_falls_in_the_tick() -> None:
    """The cleric names another hero's die; the curse comes first: without effect, and nothing is paid."""
    table = Table("scenario_6", 4, heroes=("bard", "cleric", "warrior")).points(0, 2).hand(1, "FS")
    table.lay_spells(spells("silence")[0])
    table.tick({0: cast(0, table.fill_wizard(0)), 2: TURN}, order=[0, 2, 1, 3])
    assert (table.held(1), table.s["experience"][1]) == ("FS?", 2)


# ------------------------------------------------------------------------------------------------------------------
# RO-8.5 to RO-8.8 One hand, high five


def test_ro_8_5_one_hand_makes_busy_who_did_something() -> None:
    table = Table("scenario_3", 4).lay_ordeals(*LONG[:3]).curse(2)
    table.put(2, 0, spaces_of(LONG[0])[0])
    table.tick({1: ROLL, 2: TAKE}, rolls={1: "SSK"})
    assert table.s["busy"].tolist() == [1, 1, 0, 0]
    assert table.active == [0, 3]
    table.tick({3: WAIT})
    assert table.s["busy"].tolist() == [0, 0, 0, 0]


def test_ro_8_5_a_movement_named_in_vain_counts_too() -> None:
    table = Table("scenario_3", 4).lay_ordeals(SHORT).curse(3)
    last = table.fill(0, 2)
    table.hand(1, last).hand(2, last).tick({1: place(0, last), 2: place(0, last)})
    assert table.s["busy"].tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize("heroes", [1, 2])
def test_ro_8_6_high_five(heroes: int) -> None:
    """Each contributor, once a tick; alone he claps."""
    table = Table("scenario_3", 4).lay_ordeals(SHORT if heroes == 1 else LONG[0]).curse(4)
    last = table.fill(0, *range(heroes))
    seat = heroes
    table.hand(seat, last).tick({seat: place(0, last)})
    assert table.s["busy"].tolist() == [int(h < heroes) for h in range(4)]


def test_ro_8_6_two_completions_in_a_tick() -> None:
    """Each by one hero, in either order: both are busy."""
    for order in ([0, 1, 2, 3], [2, 1, 0, 3]):
        table = Table("scenario_4", 5).lay_ordeals(SHORT).curse(4).wound(2)
        last, heals = table.fill(0, 0), table.fill(18, 1)
        table.hand(1, last).hand(2, heals).tick({1: place(0, last), 2: place(18, heals)}, order=[*order, 4])
        assert table.s["busy"].tolist() == [1, 1, 0, 0]


def test_ro_8_6_who_sets_a_completion_off_has_not_contributed() -> None:
    table = Table("scenario_6", 4, heroes=("bard", "sentinel", "warrior")).curse(4).dragon(1).lay_ordeals(SHORT)
    table.fill(0, 0, but=0)
    table.points(0, 0, 3).tick({3: ro.PUSH})
    assert table.s["busy"].tolist() == [1, 0, 0, 0], "he whose dice lay there"
    table.tick()
    assert table.s["busy"].tolist() == [0, 0, 0, 0]


def test_ro_8_6_tiles_and_curses_count_too() -> None:
    table = Table("scenario_6", 5).curse(4, 0).wound(2).dragon(1)
    for target in (10, 3, 18):
        last = table.fill(target, 0)
        table.hand(1, last).tick({1: place(target, last)})
        assert table.s["busy"].tolist() == [1, 0, 0, 0]
        table.tick()


def test_ro_8_7_counts_add_up_to_two() -> None:
    """Active, one hand and high five: two ticks; a busy contributor loses one and gets one."""
    table = Table("scenario_3", 4).lay_ordeals(LONG[0]).curse(2, 4).busy(1)
    last = table.fill(0, 0, 1)
    table.hand(2, last).tick({2: place(0, last)})
    assert table.s["busy"].tolist() == [1, 2, 0, 0]
    table.tick()
    assert table.s["busy"].tolist() == [0, 1, 0, 0]
    assert table.active == [0, 1, 3]


@pytest.mark.parametrize("curse", [2, 4])
def test_ro_8_7_copies_do_not_add_up_and_lifting_the_last_costs_nothing(curse: int) -> None:
    table = Table("scenario_3", 4).curse(curse, curse + 1)
    for card, cost in ((curse, 1), (curse + 1, 0)):
        last = table.fill(10 + card, 0)
        table.hand(1, last).tick({1: place(10 + card, last)})
        assert table.s["busy"].tolist() == [cost, 0, 0, 0]
        while table.s["busy"].any():
            table.tick()
    assert not table.s["cursed"].any()


def test_ro_8_7_a_curse_of_this_tick_counts_at_its_end() -> None:
    table = Table("scenario_3", 4).lay_spells(spells("one hand")[0])
    need = table.fill_wizard(0)
    table.tick({0: cast(0, need), 1: ROLL}, order=[1, 0, 2, 3], rolls={1: "SSK"})
    assert table.s["busy"].tolist() == [1, 0, 0, 0]


def test_ro_8_8_no_fine_for_a_curse() -> None:
    """Nothing but completing spells and spending coins takes cards from the wizard's deck."""
    table = Table("scenario_3", 4).curse(0, 1, 2, 3, 4, 5)
    deck = table.spell_deck
    for _ in range(4):
        table.tick(dict.fromkeys(table.active, ROLL))
    assert table.spell_deck == deck
    assert np.array_equal(table.s["cursed"], [1] * 6)
