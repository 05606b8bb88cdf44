"""Rush Out!, rule RO-7: what the wizard completes, his choices, his scrolls."""

from __future__ import annotations

import pytest

from games.rush_out import oracle as ro
from games.rush_out.oracle import FREE, SHUT, WAIT
from games.rush_out.positions import (
    BOX,
    Table,
    alone,
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
HEROES = 3  # of the tables below


def table_with(kind: str, scenario: str = "scenario_6", players: int = HEROES + 1) -> tuple[Table, str]:
    """A spell of a kind lies in space 1 and needs one die, which the wizard holds."""
    table = Table(scenario, players).lay_ordeals(*LONG[:3])
    others = [k for k in table.spell_deck if k not in spells(kind)][:1]
    table.lay_spells(*others, spells(kind)[0])
    return table, table.fill_wizard(1)


def cast_it(kind: str, scenario: str = "scenario_6", players: int = HEROES + 1) -> Table:
    table, need = table_with(kind, scenario, players)
    return table.tick({0: cast(1, need)})


# ------------------------------------------------------------------------------------------------------------------
# RO-7.1, RO-7.2


@pytest.mark.parametrize("left", [1, 2, 5])
def test_ro_7_1_the_four_steps(left: int) -> None:
    table, need = table_with("regression all")
    table.left(spells=left).points(2, 0, 1).trophies(0, 1)
    number, top, before = int(table.s["spell"][1]), table.spell_deck[0], int(table.s["spell_gone"])
    table.tick({0: cast(1, need)})
    assert table.held(0).count("?") == len(BOX.spells[number].wizard), "his dice return"
    assert table.aims(0) == SHUT
    assert table.s["experience"].tolist() == [1, 0, 0, 0]
    assert table.s["spell_gone"] == before | 1 << number
    assert table.s["spell"][1] == top
    assert len(table.spell_deck) == left - 1
    assert table.won == ((1, "deck") if left == 1 else None)
    assert bool(table.batch.done[0]) == (left == 1)


def test_ro_7_2_a_win_inside_the_effect_ends_the_round_there() -> None:
    """The dragon on the deck, or the last soul: the spell is not replaced."""
    table, need = table_with("dracology 1")
    number = int(table.s["spell"][1])
    table.dragon(3).trophies(0, 1).tick({0: cast(1, need)})
    assert (table.won, table.s["spell"][1]) == ((1, "dragon"), number)
    table, need = table_with("damnation 1")
    number = int(table.s["spell"][1])
    table.set(souls=2).wound(0, 1, 2).trophies(0, 1).tick({0: cast(1, need)})
    assert (table.won, table.s["spell"][1], table.s["souls"]) == ((1, "souls"), number, 0)


# ------------------------------------------------------------------------------------------------------------------
# RO-7.3 to RO-7.5 Choices


def assert_over(table: Table, top: int, kind: str) -> None:
    """Steps 2 to 4 have followed the choice: the spell is discarded, the next one lies in its space."""
    assert (table.s["question"], table.s["spell"][1]) == (0, top)
    assert table.s["spell_gone"] in [1 << k for k in spells(kind)]


def test_ro_7_3_confusion_all_chooses_a_target() -> None:
    table, need = table_with("confusion all", "scenario_5")
    table.put(1, 0, spaces_of(LONG[0])[:2], "S").put(2, 1, spaces_of(LONG[1])[:1]).put(3, 0, spaces_of(LONG[0])[2:3])
    top = table.spell_deck[0]
    table.tick({0: cast(1, need)})
    assert table.lies(0) == (-1, "")
    assert table.s["spell"][1] in spells("confusion all"), "the spell stays until the choice"
    assert table.ids(0) == {choose_target(0), choose_target(1)}
    table.tick({0: choose_target(0)})
    assert [table.lies(seat)[0] for seat in (1, 2, 3)] == [-1, 1, -1]
    assert (table.held(1), table.held(3)) == ("S??", "???")
    assert_over(table, top, "confusion all")


def test_ro_7_3_confusion_one_chooses_a_die() -> None:
    table, need = table_with("confusion one", "scenario_5")
    first, second = spaces_of(LONG[0]), spaces_of(LONG[1])
    table.put(1, 0, first[:3]).put(2, 1, second[:1])
    top = table.spell_deck[0]
    table.tick({0: cast(1, need)})
    assert table.ids(0) == {*(choose_die(0, s) for s in first[:3]), choose_die(1, second[0])}
    table.tick({0: choose_die(0, first[1])})
    assert sorted(table.lies(1)[1] + first[1]) == sorted(first[:3])
    assert (table.held(1), table.aims(1)) == ("?", FREE)
    assert table.lies(2) == (1, second[0])
    assert_over(table, top, "confusion one")


@pytest.mark.parametrize("kind", ["vortex", "no F", "no S", "no O", "no K"])
def test_ro_7_3_a_dissipation_chooses_any_hero(kind: str) -> None:
    table = cast_it(kind)
    assert table.ids(0) == {choose_hero(h) for h in range(HEROES)}
    table.tick({0: choose_hero(1)})
    assert table.s["dissipation"][spells(kind)[0] - ro.DISSIPATION] == 1
    assert table.s["dissipation"].tolist().count(1) == 1
    assert (table.s["question"], table.s["spell_gone"]) == (0, 0), "it lies before him, so it is not discarded"
    assert table.s["spell"][1] not in spells(kind)[:1]


def test_ro_7_3_damnation_and_regression_choose_those_they_can_hit() -> None:
    table, need = table_with("damnation 1")
    souls, top = int(table.s["souls"]), table.spell_deck[0]
    table.wound(0).tick({0: cast(1, need)})
    assert table.ids(0) == {choose_hero(1), choose_hero(2)}, "an unwounded hero"
    assert table.s["souls"] == souls, "the effect waits for the choice"
    table.tick({0: choose_hero(2)})
    assert (table.s["wounded"].tolist(), table.s["souls"]) == ([1, 0, 1, 0], souls - 2)
    assert_over(table, top, "damnation 1")
    table, need = table_with("regression one")
    top = table.spell_deck[0]
    table.points(1, 0, 2).tick({0: cast(1, need)})
    assert table.ids(0) == {choose_hero(0), choose_hero(2)}, "a hero with experience"
    assert not table.may(0, WAIT), "there is no declining"
    table.tick({0: choose_hero(2)})
    assert table.s["experience"].tolist() == [1, 0, 1, 0]
    assert_over(table, top, "regression one")


def test_ro_7_3_all_kinds_of_targets_may_be_confused() -> None:
    table, need = table_with("confusion all", "scenario_5", 5)
    table.dragon(2).wound(2).curse(1).dissipate(2, 0)
    spaces = {
        3: "J",
        18: BOX.wounded[0],
        11: BOX.spells[ro.CURSE + 1].hero[0],
        6: BOX.spells[ro.DISSIPATION + 2].hero[0],
    }
    for seat, (target, symbol) in enumerate(spaces.items(), 1):
        table.put(seat, target, symbol)
    table.tick({0: cast(1, need)})
    assert table.ids(0) == {choose_target(target) for target in spaces}
    table.tick({0: choose_target(18)})
    assert [table.lies(seat)[0] for seat in range(1, 5)] == [3, -1, 11, 6]


def test_ro_7_4_no_option_and_one_option_are_settled_at_once() -> None:
    table, need = table_with("confusion all", "scenario_5")
    top = table.spell_deck[0]
    table.tick({0: cast(1, need)})
    assert (table.s["question"], table.s["spell"][1]) == (0, top), "nothing to choose: without effect"
    table, need = table_with("confusion one", "scenario_5")
    table.put(1, 0, spaces_of(LONG[0])[0])
    table.tick({0: cast(1, need)})
    assert (table.s["question"], table.lies(1)) == (0, (-1, "")), "one option: made at once"
    table, need = table_with("regression one")
    table.points(0, 3).tick({0: cast(1, need)})
    assert (table.s["question"], table.s["experience"].tolist()) == (0, [0, 2, 0, 0])
    table, need = table_with("regression one")
    table.tick({0: cast(1, need)})
    assert table.s["question"] == 0


def test_ro_7_4_settled_at_the_end_of_a_tick() -> None:
    """Two options; the wizard's is lost inside the tick, so it stays open, and at the end only one is left."""
    table, need = table_with("confusion all", "scenario_5")
    table.put(1, 0, spaces_of(LONG[0])[0]).put(2, 1, spaces_of(LONG[1])[0])
    top = table.spell_deck[0]
    table.tick({0: cast(1, need)})
    table.tick({0: choose_target(0), 1: ro.TAKE}, order=[1, 0, 2, 3])
    assert (table.s["question"], table.lies(2), table.s["spell"][1]) == (0, (-1, ""), top)


def test_ro_7_4_a_choice_that_lost_its_legality_stays_open() -> None:
    table, need = table_with("confusion all", "scenario_5")
    for seat in (1, 2, 3):
        table.put(seat, seat - 1, spaces_of(LONG[seat - 1])[0])
    table.tick({0: cast(1, need)})
    table.tick({0: choose_target(0), 1: ro.TAKE}, order=[1, 0, 2, 3])
    assert table.ids(0) == {choose_target(1), choose_target(2)}
    assert (table.lies(2)[0], table.lies(3)[0]) == (1, 2)


def test_ro_7_5_confusion_gives_dice_back_to_their_owners() -> None:
    table, need = table_with("confusion all", "scenario_5")
    spaces = spaces_of(LONG[0])
    table.put(1, 0, spaces[:2], "J").put(3, 0, spaces[2:3], "FF").aim(1, 0)
    table.tick({0: cast(1, need)})
    assert (table.held(1), table.held(2), table.held(3)) == ("J??", "???", "FF?")
    assert table.s["free"][0].sum() == len(spaces)
    assert (table.aims(1), table.aims(3)) == (0, FREE)


# ------------------------------------------------------------------------------------------------------------------
# RO-7.6 to RO-7.10 Effects


def test_ro_7_6_summoning_goes_on_top_of_the_ordeals() -> None:
    """The heroes find it next; only their end counts there."""
    number = spells("summoning")[0]
    table, need = table_with("summoning")
    size, top = len(table.ordeal_deck), table.spell_deck[0]
    table.lay_ordeals(SHORT).tick({0: cast(1, need)})
    assert table.ordeal_deck[0] == ro.SUMMONED + number - ro.SUMMONING
    assert (len(table.ordeal_deck), table.s["spell"][1], table.s["spell_gone"]) == (size + 1, top, 0)
    last = table.fill(0, 0)
    table.hand(1, last).tick({1: place(0, last)})
    assert table.s["free"][0].tolist() == [BOX.spells[number].hero.count(s) for s in "FSOKHJ"]
    assert not table.s["wizard_free"][3].any(), "the wizard has no end there"
    assert table.sees(0)["ordeal_kind"][0].tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize(("kind", "steps"), [("dracology 1", 1), ("dracology 2", 2)])
@pytest.mark.parametrize("before", [0, 1, 2, 3])
def test_ro_7_7_dracology(kind: str, steps: int, before: int) -> None:
    table, need = table_with(kind)
    number = int(table.s["spell"][1])
    table.dragon(before).trophies(0, 1).tick({0: cast(1, need)})
    assert table.s["dragon"] == min(4, before + steps), "never past the deck"
    assert table.won == ((1, "dragon") if before + steps >= 4 else None)
    if table.won is None:
        assert table.s["free"][3].tolist() == [0, 0, 0, 0, 0, len(BOX.dragon_tile[HEROES])]
        assert table.s["spell_gone"] == 1 << number


def test_ro_7_8_dissipation_and_curse_move() -> None:
    table = cast_it("no S")
    top = table.spell_deck[0]
    table.tick({0: choose_hero(2)})
    assert table.s["dissipation"].tolist() == [-1, -1, -1, 2, -1, -1]
    assert (table.s["spell"][1], table.s["spell_gone"]) == (top, 0)
    assert table.s["free"][7].tolist() == [BOX.spells[ro.DISSIPATION + 3].hero.count(s) for s in "FSOKHJ"]
    for kind, card in (("silence", 0), ("one hand", 2), ("high five", 4)):
        table, need = table_with(kind)
        top = table.spell_deck[0]
        table.tick({0: cast(1, need)})
        assert table.s["cursed"].tolist() == [int(k == card) for k in range(6)]
        assert (table.s["spell"][1], table.s["spell_gone"], table.s["question"]) == (top, 0, 0)
        assert table.s["free"][10 + card].tolist() == [BOX.spells[ro.CURSE + card].hero.count(s) for s in "FSOKHJ"]


@pytest.mark.parametrize("wounded", [0, 1, 2, 3])
def test_ro_7_9_damnation_1_wounds_one_and_takes_souls(wounded: int) -> None:
    table, need = table_with("damnation 1")
    table.wound(*range(wounded)).tick({0: cast(1, need)})
    if wounded < 2:
        assert table.ids(0) == {choose_hero(h) for h in range(wounded, HEROES)}
        table.tick({0: choose_hero(2)})
    after = min(wounded + 1, HEROES)
    assert sum(table.s["wounded"].tolist()) == after
    assert table.s["souls"] == 8 - after
    assert table.s["question"] == 0


def test_ro_7_9_damnation_2_wounds_two_one_per_movement() -> None:
    table, need = table_with("damnation 2", players=5)
    number = int(table.s["spell"][1])
    table.tick({0: cast(1, need)})
    assert table.ids(0) == {choose_hero(h) for h in range(4)}
    table.tick({0: choose_hero(3)})
    assert table.ids(0) == {choose_hero(h) for h in range(3)}
    assert table.s["spell"][1] == number
    table.tick({0: choose_hero(1)})
    assert (table.s["wounded"].tolist(), table.s["souls"]) == ([0, 1, 0, 1], 8)
    assert (table.s["question"], table.s["spell_gone"]) == (0, 1 << number)


@pytest.mark.parametrize("wounded", [1, 2, 3, 4])
def test_ro_7_9_damnation_2_with_few_unwounded_heroes(wounded: int) -> None:
    """As many or fewer unwounded than wounds left: all of them at once."""
    table, need = table_with("damnation 2", players=5)
    table.wound(*range(wounded)).tick({0: cast(1, need)})
    if wounded == 1:
        table.tick({0: choose_hero(1)})
        assert table.ids(0) == {choose_hero(2), choose_hero(3)}
        table.tick({0: choose_hero(3)})
        assert table.s["wounded"].tolist() == [1, 1, 0, 1]
    else:
        assert table.s["wounded"].tolist() == [1, 1, 1, 1]
    assert (table.s["question"], table.s["souls"]) == (0, 8)


def test_ro_7_9_souls_are_capped_by_the_stock() -> None:
    for stock in (2, 3, 4):
        table, need = table_with("damnation 1")
        table.wound(0, 1).set(souls=stock).trophies(0, 1).tick({0: cast(1, need)})
        assert table.s["souls"] == max(0, stock - 3)
        assert table.won == (None if stock == 4 else (1, "souls"))


def test_ro_7_10_regression() -> None:
    table = cast_it("regression all")
    assert not table.s["experience"].any()
    table, need = table_with("regression all")
    table.points(3, 0, 1).tick({0: cast(1, need)})
    assert table.s["experience"].tolist() == [2, 0, 0, 0]
    table, need = table_with("regression one")
    table.points(3, 0, 1).tick({0: cast(1, need)}).tick({0: choose_hero(2)})
    assert table.s["experience"].tolist() == [3, 0, 0, 0]


# ------------------------------------------------------------------------------------------------------------------
# RO-7.11 to RO-7.13 Scrolls


def test_ro_7_11_scrolls_are_reusable() -> None:
    table = Table("scenario_2").lay_ordeals(*LONG[:3]).scrolls(ro.LIGHTNING, ro.FIRE)
    spell_cards = table.s["spell"].tolist(), table.spell_deck
    for dragon in (1, 2):
        need = table.fill_wizard(7)
        table.tick({0: cast(7, need)})
        assert (table.s["dragon"], table.lies(0), table.aims(0)) == (dragon, (-1, ""), SHUT)
    for space in (0, 1):
        table.put(1, 0, spaces_of(LONG[0])[0]).put(2, 1, spaces_of(LONG[1])[0])
        table.aim(0, FREE).tick({0: cast(6, table.fill_wizard(6))})
        assert table.ids(0) == {choose_target(0), choose_target(1)}
        table.tick({0: choose_target(space)})
        assert table.lies(1 + space) == (-1, "")
        assert table.s["wizard_free"][6].tolist() == [0, 0, 0, 0, 2]
        table.tick({2 - space: ro.TAKE})
    assert (table.s["spell"].tolist(), table.spell_deck, table.s["spell_gone"]) == (*spell_cards, 0)
    assert table.s["scrolls"] == 1 << ro.LIGHTNING | 1 << ro.FIRE


def test_ro_7_11_the_fire_scroll_may_win() -> None:
    table = Table("scenario_2").scrolls(ro.FIRE).dragon(3).trophies(0, 1)
    table.tick({0: cast(7, table.fill_wizard(7))})
    assert table.won == (1, "dragon")


FLIPS = set(range(ro.FLIP, ro.FLIP + 4))


def test_ro_7_12_flip() -> None:
    ways = [("P", "W", 0), ("W", "P", 0), ("P", "A", 1), ("A", "P", 1)]
    for k, (old, new, scroll) in enumerate(ways):
        table = Table("scenario_2").scrolls(scroll).hand(0, f"{old}FFLL")
        assert table.ids(0) & FLIPS == {ro.FLIP + j for j, way in enumerate(ways) if way[0] == old and way[2] == scroll}
        table.tick({0: ro.FLIP + k})
        assert sorted(table.held(0)) == sorted(f"{new}FFLL")
        assert table.aims(0) == FREE
        table.scrolls(1 - scroll, 2, 3, 4, 5, 6, 7).hand(0, f"{old}FFLL")
        assert not table.may(0, ro.FLIP + k), "with the right scroll only"
    table = Table("scenario_2").scrolls(0, 1).hand(0, "PPWAF")
    assert table.ids(0) >= FLIPS


@pytest.mark.parametrize("space", [0, 1, 2])
def test_ro_7_13_swap(space: int) -> None:
    table = Table("scenario_2")
    assert not table.ids(0) & {ro.SWAP, ro.SWAP + 1, ro.SWAP + 2}
    table.scrolls(ro.SWAP_SCROLL)
    old, top, size = int(table.s["spell"][space]), table.spell_deck[0], len(table.spell_deck)
    table.put(0, space, BOX.spells[old].wizard[:1], "PWAF").aim(0, space)
    table.tick({0: ro.SWAP + space})
    assert (table.s["spell"][space], table.spell_deck[0], len(table.spell_deck)) == (top, old, size)
    assert (table.lies(0), table.aims(0)) == ((-1, ""), SHUT)
    assert sorted(table.held(0)) == sorted("PWAF?")
    assert table.s["known_spell"] == old
    assert table.s["wizard_free"][space].tolist() == [BOX.spells[top].wizard.count(s) for s in "PWAFL"]
    other = (space + 1) % 3
    table.put(0, other, BOX.spells[table.s["spell"][other]].wizard[:1], "PWAF").aim(0, other)
    table.tick({0: ro.SWAP + space})
    assert (table.s["spell"][space], table.spell_deck[0]) == (old, top)
    assert (len(table.lies(0)[1]), table.aims(0)) == (1, other), "dice elsewhere stay"
    table.tick({0: ro.TAKE})
    assert table.lies(0) == (-1, "")
