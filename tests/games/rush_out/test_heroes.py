"""Rush Out!, rule RO-6: what the heroes complete, and the dragon."""

from __future__ import annotations

import pytest

from games.rush_out import oracle as ro
from games.rush_out.oracle import FREE, PUSH, SHUT, TAKE, TAKE_ALL
from games.rush_out.positions import (
    BOX,
    Table,
    alone,
    cast,
    choose_target,
    ordeals,
    place,
    spaces_of,
    spells,
)

LONG = [k for k in ordeals() if len(spaces_of(k)) > 3]
SHORT = alone()[0]
COIN = ordeals("coin")[0]
CLASH = ordeals("clash", 3)[0]


def ready(table: Table, target: int, *heroes: int) -> str:
    """All but one die lie on a target; the first hero who has a die left holds the last one."""
    last = table.fill(target, *heroes)
    hero = next(hero for hero in heroes if table.held(1 + hero))
    table.hand(1 + hero, last)
    return last


def pushing(players: int = 3, place_of_dragon: int = 2, *heroes: int) -> Table:
    """The dragon tile is full but for one joker, which the last of these heroes holds."""
    table = Table("training_2", players).dragon(place_of_dragon)
    table.fill(3, *heroes)
    return table.hand(1 + heroes[-1], "J")


# ------------------------------------------------------------------------------------------------------------------
# RO-6.1 to RO-6.4 Ordeals


def test_ro_6_1_full_by_a_placement_completes_at_once() -> None:
    """The next movement of the same tick finds the next card."""
    table = Table("training_1", 3).lay_ordeals(SHORT)
    last, top = ready(table, 0, 0), table.ordeal_deck[0]
    table.tick({1: place(0, last)})
    assert table.s["ordeal"][0] == top
    assert table.s["ordeal_gone"] == 1 << SHORT
    assert table.held(1) == "???"


def test_ro_6_1_under_the_dragon_it_stays_and_is_safe() -> None:
    """Confusion cannot touch a full card: there is no option, the spell goes without effect."""
    table = Table("training_2", 3).lay_ordeals(SHORT).dragon(1).lay_spells(spells("confusion all")[0])
    last = ready(table, 0, 0)
    need, top = table.fill_wizard(0), table.spell_deck[0]
    table.tick({0: cast(0, need), 1: place(0, last)}, order=[1, 0, 2])
    assert (table.s["ordeal"][0], table.lies(1)[0]) == (SHORT, 0)
    assert table.s["free"][0].sum() == 0
    assert (table.s["spell"][0], table.s["question"]) == (top, 0)


def test_ro_6_2_dice_return_then_the_result_then_the_refill() -> None:
    """Two contributors get their dice back, each the two owners' choice comes from who had dice on it."""
    table = Table("scenario_6", 4).lay_ordeals(LONG[0]).curse(4)
    last = ready(table, 0, 0, 1)
    seat = 2 if table.held(2).replace("?", "") else 1
    table.tick({seat: place(0, last)})
    assert [table.held(k) for k in (1, 2, 3)] == ["???", "???", "???"]
    assert table.s["owners"][seat - 1] == 0b11
    assert table.s["busy"].tolist() == [1, 1, 0, 0], "both have contributed"
    assert table.lies(1) == table.lies(2) == (-1, "")


@pytest.mark.parametrize(("scenario", "points"), [("training_1", 0), ("scenario_5", 0), ("scenario_6", 1)])
def test_ro_6_3_basic_or_summoned(scenario: str, points: int) -> None:
    summoned = next(k + ro.SUMMONED - ro.SUMMONING for k in spells("summoning") if len(BOX.spells[k].hero) <= 3)
    for card in (SHORT, summoned):
        table = Table(scenario, 4).lay_ordeals(ordeals()[-1], card)
        last, top = ready(table, 1, 0), table.ordeal_deck[0]
        table.tick({1: place(1, last)})
        assert table.s["ordeal"][1] == top, "the next ordeal into the same space"
        assert table.s["ordeal"][0] == ordeals()[-1]
        assert table.s["ordeal_gone"] == 1 << card
        assert table.s["experience"].tolist() == [points, 0, 0, 0]
        assert table.aims(1) == SHUT


@pytest.mark.parametrize("left", [1, 2])
def test_ro_6_4_the_refill_that_empties_the_deck_wins(left: int) -> None:
    table = Table("training_1", 3).lay_ordeals(SHORT).left(ordeals=left)
    last, top = ready(table, 0, 0), table.ordeal_deck[0]
    table.tick({1: place(0, last)})
    assert table.s["ordeal"][0] == top, "it is laid out, and need not be completed"
    assert len(table.ordeal_deck) == left - 1
    assert table.won == (None if left == 2 else (0, "deck"))
    assert bool(table.batch.done[0]) == (left == 1)


# ------------------------------------------------------------------------------------------------------------------
# RO-6.5, RO-6.6 Coin and clash


def test_ro_6_5_coin_for_the_heroes() -> None:
    table = Table("scenario_6", 4).lay_ordeals(SHORT, COIN)
    last, top = ready(table, 1, 0), table.ordeal_deck[0]
    table.put(0, 4, BOX.ordeals[COIN].wizard[:2], "PW").aim(0, 4)
    table.tick({1: place(1, last)})
    assert table.s["coins"].tolist() == [1, 0]
    assert table.s["ordeal"][1] == top
    assert table.lies(0) == (-1, ""), "the wizard's dice return"
    assert (table.held(0).count("?"), table.aims(0)) == (3, SHUT)
    assert table.held(0).replace("?", "") == "PW", "his other dice keep their faces"
    assert table.s["ordeal_gone"] == 0
    assert not table.s["experience"].any()


@pytest.mark.parametrize("dragon", [0, 2])
def test_ro_6_5_coin_for_the_wizard(dragon: int) -> None:
    """The dragon stops only the heroes' end. No spell is drawn for it; the refill may make the heroes win."""
    for left, won in ((3, None), (1, (0, "deck"))):
        table = Table("scenario_2", 4).dragon(dragon).lay_ordeals(SHORT, COIN).left(ordeals=left).trophies(1, 0)
        table.put(1, 1, BOX.ordeals[COIN].hero[:1], "S").aim(1, 1)
        need, spells_before = table.fill_wizard(4), table.spell_deck
        table.tick({0: cast(4, need)})
        assert table.s["coins"].tolist() == [0, 1]
        assert (table.lies(1), table.held(1), table.aims(1)) == ((-1, ""), "S??", SHUT)
        assert table.spell_deck == spells_before
        assert table.won == won
        assert (table.lies(0), table.aims(0)) == ((-1, ""), SHUT)


def test_ro_6_5_the_dragon_stops_the_heroes_end_of_a_coin() -> None:
    table = Table("scenario_2", 4).dragon(2).lay_ordeals(SHORT, COIN)
    last = ready(table, 1, 0)
    table.tick({1: place(1, last)})
    assert (table.s["ordeal"][1], table.s["coins"].tolist()) == (COIN, [0, 0])


@pytest.mark.parametrize("lives", [1, 2])
def test_ro_6_6_clash_for_the_heroes(lives: int) -> None:
    table = Table("scenario_5", 4).lay_ordeals(SHORT, SHORT + 1, CLASH).set(lives=lives).trophies(1, 0)
    last = ready(table, 2, 0, 1)
    seat = next(k for k in (1, 2) if last in table.held(k))
    table.put(0, 5, BOX.ordeals[CLASH].wizard[:2], "P").aim(0, 5)
    size = len(table.ordeal_deck)
    table.tick({seat: place(2, last)})
    assert table.s["lives"] == lives - 1
    assert table.won == ((0, "lives") if lives == 1 else None)
    assert table.s["ordeal"][2] == CLASH, "the card stays"
    assert (table.held(1), table.held(2)) == ("???", "???")
    assert table.aims(seat) == SHUT
    assert (len(table.lies(0)[1]), table.aims(0)) == (2, 5), "the wizard's dice stay"
    assert len(table.ordeal_deck) == size
    assert not table.s["experience"].any()


@pytest.mark.parametrize("dragon", [0, 3])
def test_ro_6_6_clash_for_the_wizard(dragon: int) -> None:
    for left, won in ((2, None), (1, (0, "deck"))):
        table = (
            Table("scenario_5", 4).dragon(dragon).lay_ordeals(SHORT, SHORT + 1, CLASH).left(ordeals=left).trophies(1, 0)
        )
        table.put(1, 2, BOX.ordeals[CLASH].hero[:2]).put(2, 2, BOX.ordeals[CLASH].hero[2:3])
        need, lives, top = table.fill_wizard(5), table.s["lives"], table.ordeal_deck[0]
        before = int(table.s["ordeal_gone"])
        table.tick({0: cast(5, need)})
        assert (table.s["ordeal"][2], table.s["lives"]) == (top, lives)
        assert table.s["ordeal_gone"] == before | 1 << CLASH
        assert [table.lies(seat) for seat in (0, 1, 2)] == [(-1, "")] * 3
        assert table.won == won
        assert table.s["coins"].tolist() == [0, 0]


def test_ro_6_6_the_dragon_stops_the_heroes_end_of_a_clash() -> None:
    table = Table("scenario_5", 4).dragon(3).lay_ordeals(SHORT, SHORT + 1, CLASH)
    last = ready(table, 2, 0, 1)
    seat, lives = next(k for k in (1, 2) if last in table.held(k)), table.s["lives"]
    table.tick({seat: place(2, last)})
    assert (table.s["lives"], table.lies(seat)[0]) == (lives, 2)


# ------------------------------------------------------------------------------------------------------------------
# RO-6.7 to RO-6.9 Tiles, dissipations, curses, the dragon


@pytest.mark.parametrize(("before", "after"), [(3, 2), (2, 1), (1, 0)])
def test_ro_6_7_the_dragon_tile_pushes_it_back(before: int, after: int) -> None:
    table = pushing(3, before, 0)
    table.tick({1: place(3, "J")})
    assert table.s["dragon"] == after
    assert (table.held(1), table.aims(1)) == ("???", SHUT)
    table.hand(2, "J")
    assert table.may(2, place(3, "J")) == (after > 0), "the tile stays while the dragon is off it"


def test_ro_6_7_dice_on_the_tile_return_when_the_dragon_comes_back_otherwise() -> None:
    table = Table("scenario_6", 4, heroes=("warrior", "bard", "cleric")).dragon(1).points(3).put(2, 3, "J", "SK")
    table.aim(2, 3).tick({1: PUSH})
    assert table.s["dragon"] == 0
    assert (table.lies(2), table.held(2), table.aims(2)) == ((-1, ""), "SK?", SHUT)
    table = Table("scenario_6", 4, heroes=("warrior", "bard", "cleric")).dragon(2).points(3).put(2, 3, "J", "SK")
    table.tick({1: PUSH})
    assert table.lies(2) == (3, "J"), "not at its tile yet"


@pytest.mark.parametrize("card", range(6))
def test_ro_6_8_a_completed_dissipation_is_discarded(card: int) -> None:
    table = Table("scenario_1", 4).dissipate(card, 2)
    last = ready(table, 4 + card, 0)
    table.tick({1: place(4 + card, last)})
    assert (table.s["dissipation"] == -1).all()
    assert table.s["spell_gone"] == 1 << (ro.DISSIPATION + card)
    assert (table.held(1), table.aims(1)) == ("???", SHUT)
    assert (table.s["locked"][2], table.held(3)) == (0, "???")


@pytest.mark.parametrize("card", range(6))
def test_ro_6_8_a_completed_curse_is_discarded(card: int) -> None:
    table = Table("scenario_3", 4).curse(card, card ^ 1)
    last = ready(table, 10 + card, 0)
    table.tick({1: place(10 + card, last)})
    assert table.s["cursed"].tolist() == [int(k == card ^ 1) for k in range(6)]
    assert table.s["spell_gone"] == 1 << (ro.CURSE + card)
    assert not table.s["free"][10 + card].any()


def test_ro_6_8_a_completed_hero_tile_heals() -> None:
    table = Table("scenario_4", 5).wound(1, 3)
    last = ready(table, 16 + 3, 0)
    table.tick({1: place(19, last)})
    assert table.s["wounded"].tolist() == [0, 1, 0, 0]
    assert not table.s["free"][19].any()
    last = ready(table, 17, 1)
    table.tick({2: place(17, last)})  # a wounded hero may heal himself
    assert not table.s["wounded"].any()


def test_ro_6_9_pushed_off_a_full_ordeal_it_completes_at_once() -> None:
    """In the same movement, with its win."""
    table = pushing(5, 2, 2, 3).lay_ordeals(SHORT + 1 if SHORT + 1 in ordeals() else 0, SHORT).left(ordeals=1)
    table.fill(1, 0, but=0)
    table.tick({4: place(3, "J")})
    assert (table.s["dragon"], table.won) == (1, (0, "deck"))
    assert table.held(1) == "???"


@pytest.mark.parametrize(("kind", "steps"), [("dracology 1", 1), ("dracology 2", 2)])
def test_ro_6_9_after_a_dracology_when_the_spell_is_resolved(kind: str, steps: int) -> None:
    number = spells(kind)[0]
    table = Table("training_2", 3).dragon(1).lay_ordeals(SHORT).lay_spells(number)
    table.fill(0, 0, but=0)
    need, ordeal, spell = table.fill_wizard(0), table.ordeal_deck[0], table.spell_deck[0]
    table.tick({0: cast(0, need)})
    assert (table.s["dragon"], table.s["ordeal"][0], table.s["spell"][0]) == (1 + steps, ordeal, spell)
    assert table.held(1) == "???"


def test_ro_6_9_after_the_fire_scroll() -> None:
    table = Table("scenario_6", 3).dragon(1).lay_ordeals(SHORT).scrolls(ro.FIRE)
    table.fill(0, 0, but=0)
    need, top = table.fill_wizard(7), table.ordeal_deck[0]
    table.tick({0: cast(7, need)})
    assert (table.s["dragon"], table.s["ordeal"][0]) == (2, top)
    assert table.s["experience"].tolist() == [1, 0, 0, 0]
    assert table.s["scrolls"] == 1 << ro.FIRE


def test_ro_6_9_a_new_ordeal_lies_under_the_dragon() -> None:
    """The wizard takes the coin under the dragon; the heroes can fill the next card but not complete it."""
    table = Table("scenario_2", 3).dragon(1).lay_ordeals(COIN).stack_ordeals(SHORT)
    need = table.fill_wizard(3)
    table.tick({0: cast(3, need)})
    assert table.s["ordeal"][0] == SHORT
    last = ready(table, 0, 0)
    table.tick({1: place(0, last)})
    assert (table.s["ordeal"][0], table.s["dragon"]) == (SHORT, 1)
    table.tick({1: [TAKE, TAKE_ALL]})
    assert table.lies(1) == (-1, "")
    assert table.aims(2) == FREE


def test_ro_6_1_confusion_has_the_other_cards() -> None:
    """A full card and two others with dice: only those two may be chosen."""
    table = Table("training_2", 5).lay_ordeals(SHORT, *LONG[:2]).dragon(1).lay_spells(spells("confusion all")[0])
    table.fill(0, 0, but=0)
    table.put(2, 1, spaces_of(LONG[0])[0]).put(3, 3, "J")
    table.tick({0: cast(0, table.fill_wizard(0))})
    assert table.ids(0) == {choose_target(1), choose_target(3)}
