"""Rush Out!, rule RO-4: real time as ticks."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from games.by_hand import answer
from games.rush_out import oracle as ro
from games.rush_out.oracle import FREE, ROLL, SHUT, WAIT
from games.rush_out.positions import (
    BOX,
    GAME,
    Table,
    alone,
    cast,
    choose_hero,
    choose_target,
    dealt,
    ordeals,
    place,
    spells,
)

CONFUSION = spells("confusion all")[0]
DRAGON = spells("dracology 1")[0]


def twins() -> Table:
    """Heroes 0 and 1 each hold the only die that ordeal 0 still needs; the card has at most three spaces."""
    table = Table("scenario_1", 4).lay_ordeals(alone()[0])
    last = table.fill(0, 2)
    return table.hand(1, last).hand(2, last)


def test_ro_4_1_movements_are_sealed_and_judged_at_the_start() -> None:
    """Nothing moves before the last one has answered, and answers given change nobody's legal movements."""
    table = twins()
    before = table.batch.states.copy()
    masks = [table.ids(seat) for seat in range(4)]
    eyes = [table.batch.observe([0], [seat]) for seat in range(4)]
    for answered, seat in enumerate((3, 1, 2), 1):
        answer(table.batch, 0, seat, max(masks[seat] - {ro.TAKE}))
        now = table.batch.states
        changed = {name for name in now.dtype.names if (now[name] != before[name]).any()}
        assert changed == {"active", "pending", "ply"}
        assert len(table.active) == 4 - answered
        for other in range(4):
            assert table.ids(other) == (masks[other] if other in table.active else set())
            assert (table.batch.observe([0], [other]) == eyes[other]).all()
    answer(table.batch, 0, 0, WAIT)
    assert table.s["ticks"] == 1
    assert table.active == [0, 1, 2, 3]


def test_ro_4_2_every_order_is_equally_likely() -> None:
    batch = dealt(6000, scenario="training_1", num_players=3)
    for _ in range(3):
        batch.step(np.zeros(6000, int))
    orders = [tuple(order) for order in batch.states["order"][:, :3].tolist()]
    for order in permutations(range(3)):
        assert abs(orders.count(order) - 1000) < 130
    table = Table("training_1", 3).busy(1)  # who is busy is not among them
    table.tick(order=[2, 0])
    assert table.s["order"][:2].tolist() == [2, 0]


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [0, 2, 1, 3], [3, 2, 0, 1]])
def test_ro_4_3_what_is_no_longer_legal_has_no_effect(order: list[int]) -> None:
    """Two heroes want the last space: the first completes the ordeal, the other keeps his die and his aim."""
    table = twins()
    last = table.held(1).replace("?", "")
    table.tick({1: place(0, last), 2: place(0, last)}, order=order)
    first, second = (1, 2) if order.index(1) < order.index(2) else (2, 1)
    assert "?" in table.held(first)
    assert (table.held(first), table.aims(first)) == ("???", SHUT)
    assert (table.held(second), table.aims(second)) == (f"{last}??", FREE)


def test_ro_4_3_another_card_in_the_space_is_not_the_one_named() -> None:
    """The new ordeal has the same free space; the second hero's die does not go there."""
    symbol = next(s for s in "FSOKH" if len(ordeals(fits=lambda c, s=s: s in c.hero)) > 1 and any(
        s in BOX.ordeals[k].hero for k in alone()))  # fmt: skip
    first = next(k for k in alone() if symbol in BOX.ordeals[k].hero)
    second = next(k for k in ordeals() if symbol in BOX.ordeals[k].hero and k != first)
    rest = BOX.ordeals[first].hero.replace(symbol, "", 1)
    table = Table("scenario_1", 4).lay_ordeals(first).stack_ordeals(second)
    table.put(3, 0, rest).hand(1, symbol).hand(2, symbol)
    table.tick({1: place(0, symbol), 2: place(0, symbol)})
    assert table.s["ordeal"][0] == second
    assert table.lies(2) == (-1, "")
    assert table.may(2, place(0, symbol)), "in the next tick he may"


def test_ro_4_3_a_choice_of_an_ordeal_that_was_replaced_has_no_effect() -> None:
    """The wizard chooses ordeal 0; a hero completes it first; dice lie on two others, so the choice stays open."""
    table = Table("scenario_1", 5).lay_ordeals(alone()[0]).lay_spells(CONFUSION).dragon(3)
    last = table.fill(0, 0)
    spaces = [BOX.ordeals[table.s["ordeal"][k]].hero for k in (1, 2)]
    table.put(2, 1, spaces[0][0]).put(3, 2, spaces[1][0]).hand(1, last)
    need = table.fill_wizard(0)
    table.tick({0: cast(0, need)})
    assert table.ids(0) == {choose_target(k) for k in range(3)}
    table.tick({0: choose_target(0), 1: place(0, last)}, order=[1, 0, 2, 3, 4])
    assert table.s["question"] == 1
    assert table.ids(0) == {choose_target(1), choose_target(2)}
    assert table.lies(2) == (1, spaces[0][0])


def test_ro_4_3_a_hero_who_comes_to_owe_a_choice_in_the_tick() -> None:
    """RO-5.9: the dragon leaves a full ordeal, hero 0 placed its last die; his roll is not legal any more."""
    card = next(k for k in ordeals("basic", 4) if len(BOX.ordeals[k].hero) in (4, 5))
    first, last, *rest = BOX.ordeals[card].hero
    for movement in (ROLL, WAIT, [ro.TAKE, ro.TAKE_ALL]):
        table = Table("scenario_6", 4, heroes=("bard", "sentinel", "warrior")).dragon(1).lay_ordeals(card)
        table.put(1, 0, first, last).put(2, 0, "".join(rest)).points(0, 0, 3).tick({1: place(0, last)})
        assert table.s["ordeal"][0] == card, "full, under the dragon"
        table.tick({1: movement, 3: ro.PUSH}, order=[3, 1, 0, 2])
        assert table.s["owners"].tolist() == [3, 0, 0, 0]
        assert table.held(1) == "???", "nothing was rolled"
        assert table.ids(1) == {choose_hero(0), choose_hero(1)}


def test_ro_4_4_a_movement_is_carried_out_whole() -> None:
    """Completed, refilled, and only then the next movement: a second die for the new card comes a tick later. Dice are
    rolled one after another in the order of the tick."""
    table = Table("training_1", 3)
    table.tick({1: ROLL, 2: ROLL}, order=[2, 0, 1], rolls={2: "FSO", 1: "KHJ"})
    assert [table.held(seat) for seat in (1, 2)] == ["KHJ", "FSO"]
    table = twins()
    last, top = table.held(1).replace("?", ""), table.ordeal_deck[0]
    table.tick({1: place(0, last), 3: WAIT})
    assert table.s["ordeal"][0] == top
    assert table.held(3) == "???"


@pytest.mark.parametrize("hero_first", [True, False])
def test_ro_4_4_the_next_card_lies_before_the_next_movement(hero_first: bool) -> None:
    """A hero completes the ordeal whose banner the wizard's joker needs: with the new card that joker is no good."""
    number = next(k for k in alone() if BOX.ordeals[k].banner)
    symbol, blank = BOX.ordeals[number].banner, ordeals("basic", 3, lambda card: not card.banner)
    plain = [
        k for k in spells("confusion one", "confusion all", "dracology 1", "summoning") if not BOX.spells[k].banner
    ]
    spell = next(k for k in plain if symbol in BOX.spells[k].wizard)
    table = Table("training_2", 3).lay_ordeals(number, *blank[:2]).stack_ordeals(blank[2])
    table.lay_spells(spell, *[k for k in plain if k != spell][:2]).hand(0, "J")
    last = table.fill(0, 0)
    order = [1, 0, 2] if hero_first else [0, 1, 2]
    table.hand(1, last).tick({0: cast(0, symbol), 1: place(0, last)}, order=order)
    assert table.s["ordeal"][0] == blank[2]
    assert table.lies(0) == ((-1, "") if hero_first else (0, symbol))


@pytest.mark.parametrize("wizard_first", [True, False])
def test_ro_4_5_who_wins_first_wins(wizard_first: bool) -> None:
    """Both sides need one die; the movements that are left are dropped."""
    table = Table("training_2", 3).lay_ordeals(alone()[0]).lay_spells(DRAGON).dragon(3).left(ordeals=1)
    last, need = table.fill(0, 0), table.fill_wizard(0)
    table.hand(1, last)
    order = [0, 1, 2] if wizard_first else [1, 0, 2]
    table.tick({0: cast(0, need), 1: place(0, last), 2: ROLL}, order=order)
    assert table.won == ((1, "dragon") if wizard_first else (0, "deck"))
    assert table.s["dragon"] == (4 if wizard_first else 3)
    assert table.held(2) == "???", "dropped"
    assert table.s["outcome"][:3].tolist() == ([1, -1, -1] if wizard_first else [-1, 1, 1])
    assert table.s["ticks"] == 1


def test_ro_4_6_the_end_of_a_tick() -> None:
    """The choice is settled before busy counts are: nothing left to confuse, the spell goes, the hero is busy."""
    table = Table("scenario_3", 4).lay_ordeals(alone()[0], *[k for k in ordeals() if k not in alone()][:2])
    table.lay_spells(CONFUSION).curse(2)
    last = table.fill(0, 0)
    other = BOX.ordeals[table.s["ordeal"][1]].hero[0]
    table.put(2, 1, other).hand(1, last)
    need = table.fill_wizard(0)
    top = table.spell_deck[0]
    table.tick({0: cast(0, need)})
    assert (table.s["question"], table.s["spell"][0]) == (1, CONFUSION)
    table.tick({0: choose_target(0), 1: place(0, last)}, order=[1, 0, 2, 3])
    assert (table.s["question"], table.s["spell"][0]) == (0, top), "one option left: made at once"
    assert table.lies(2) == (-1, "")
    assert table.s["busy"].tolist() == [1, 0, 0, 0]
    assert table.s["ticks"] == 2


def test_ro_4_6_a_tick_that_ends_a_round_counts_without_the_rest() -> None:
    """Hero 2 is busy for two ticks and one hand lies out: no count changes in the tick that ends the match."""
    table = Table("scenario_3", 4).lay_ordeals(alone()[0]).curse(2).busy(0, 0, 2).left(ordeals=1).trophies(1, 0)
    last = table.fill(0, 0)
    table.hand(1, last).tick({1: place(0, last), 2: ROLL}, order=[1, 2, 0])
    assert bool(table.batch.done[0])
    assert table.s["busy"].tolist() == [0, 0, 2, 0]
    assert table.s["ticks"] == 1


@pytest.mark.parametrize(("trophies", "over"), [((0, 0), False), ((1, 0), True)])
def test_ro_4_6_truncated_before_any_market(trophies: tuple[int, int], over: bool) -> None:
    table = Table("scenario_2", 4, max_ticks=7).lay_ordeals(alone()[0]).left(ordeals=1).trophies(*trophies)
    last = table.set(ticks=6).fill(0, 0)
    table.hand(1, last).tick({1: place(0, last)})
    assert (bool(table.batch.done[0]), bool(table.batch.truncated[0])) == (over, not over)
    assert table.s["trophies"].tolist() == [trophies[0] + 1, 0]
    assert table.s["phase"] == 0
    assert table.s["outcome"][:4].tolist() == ([-1, 1, 1, 1] if over else [0] * 4)


def test_ro_4_7_the_wizard_always_heroes_unless_busy() -> None:
    table = Table("scenario_3", 5).busy(0, 1, 2, 0)
    assert table.active == [0, 1, 4]
    assert table.ids(2) == table.ids(3) == set()
    table.tick()
    assert table.active == [0, 1, 2, 4]
    table.tick()
    assert table.active == [0, 1, 2, 3, 4]
    assert GAME.invariants[8].startswith("RO-4.7")
