"""Rush Out!: the golden examples RO-15.1 to RO-15.12."""

from __future__ import annotations

import pytest

from games.rush_out import oracle as ro
from games.rush_out.oracle import FREE, ROLL, SHUT, SPEND, WAIT
from games.rush_out.positions import (
    BOX,
    Table,
    alone,
    back,
    cast,
    choose_hero,
    choose_target,
    ordeals,
    place,
    spaces_of,
    spells,
)

SHORT = alone()[0]
LONG = [k for k in ordeals() if len(spaces_of(k)) > 3]


def complete(table: Table, space: int) -> None:
    """Two heroes complete an ordeal."""
    for seat in (1, 2):
        if table.s["at"][seat] >= 0:
            raise AssertionError("dice should be in hand")
    last = table.fill(space, 0, 1)
    seat = 2 if table.held(2) else 1
    table.hand(seat, last).tick({seat: place(space, last)})


@pytest.mark.parametrize(("players", "basic", "wins"), [(3, 9, 6), (4, 15, 12), (5, 20, 17)])
@pytest.mark.parametrize("summonings", [0, 2])
def test_ro_15_1_deck_arithmetic_of_the_heroes(players: int, basic: int, wins: int, summonings: int) -> None:
    """One more for each summoning completed before."""
    table = Table("training_1", players)
    assert table.s["ordeal_count"] + 3 == basic
    for space in range(summonings):
        number = next(k for k in table.spell_deck if k in spells("summoning"))
        table.lay_spells(*table.s["spell"][:space].tolist(), number)
        table.tick({0: cast(space, table.fill_wizard(space))})
    for done in range(wins + summonings):
        assert table.won is None, done
        complete(table, done % 3)
    assert table.won == (0, "deck")


def test_ro_15_1_the_twelfth_spell_wins() -> None:
    table = Table("training_1", 3)
    assert table.s["spell_count"] + 3 == 15
    for done in range(12):
        assert table.won is None, done
        table.tick({0: cast(done % 3, table.fill_wizard(done % 3))})
    assert table.won == (1, "deck")


@pytest.mark.parametrize("kind", ["confusion one", "confusion all"])
def test_ro_15_2_a_full_card_is_safe(kind: str) -> None:
    table = Table("training_2", 4).lay_ordeals(SHORT, *LONG[:2]).dragon(1).lay_spells(spells(kind)[0])
    table.fill(0, 0, but=0)
    table.put(2, 1, spaces_of(LONG[0])[:2]).put(3, 2, spaces_of(LONG[1])[:1])
    table.tick({0: cast(0, table.fill_wizard(0))})
    assert table.ids(0)
    assert choose_target(0) not in table.ids(0)
    assert not table.ids(0) & set(range(ro.CHOOSE_DIE, ro.CHOOSE_DIE + 6)), "no die of hero 0"


def test_ro_15_3_the_banner_under_the_dragon_wins() -> None:
    fire = ordeals("basic", 5, lambda card: card.banner == "F")[0]
    blank = ordeals("basic", 5, lambda card: not card.banner)[:2]
    number = next(k for k in spells("dracology 1") if BOX.spells[k].banner != "F")
    others = [k for k in spells("confusion one", "confusion all") if BOX.spells[k].banner != "F"][:2]
    table = Table("training_2", 5).lay_ordeals(*blank, fire).dragon(3).lay_spells(number, *others)
    spaces = BOX.spells[number].wizard.replace("F", "", 1)
    table.put(0, 0, spaces, "J").tick({0: cast(0, "F")})
    assert (table.s["dragon"], table.won) == (4, (1, "dragon"))


def test_ro_15_4_two_colours_push_the_dragon_back() -> None:
    assert BOX.dragon_tile[4] == "JJJ"
    table = Table("training_2", 5).dragon(2).put(1, 3, "J", "S").put(2, 3, "J", "J").hand(4, "J")
    assert not table.may(4, place(3, "J")), "white cannot place"
    assert table.may(2, place(3, "J"))
    table.tick({2: place(3, "J")})
    assert table.s["dragon"] == 1
    assert (table.held(1), table.held(2)) == ("S??", "???")


def test_ro_15_5_three_wounded_three_souls() -> None:
    table = Table("scenario_4", 5, heroes=("warrior", "bard", "cleric", "sentinel")).wound(0, 1)
    table.lay_spells(spells("damnation 1")[0]).tick({0: cast(0, table.fill_wizard(0))})
    table.tick({0: choose_hero(2)})
    assert table.s["souls"] == 8 - 3
    assert table.s["wounded"].tolist() == [1, 1, 1, 0]


@pytest.mark.parametrize("same", [True, False])
def test_ro_15_6_two_jokers(same: bool) -> None:
    """On two banners, or both on one; the banner card leaves: both stay."""
    for number, card in enumerate(BOX.spells[:22]):
        for one in sorted(set(card.wizard)):
            for two in sorted(set(card.wizard)):
                wanted = [one, one] if same else [one, two]
                if (same or one < two) and card.wizard.count(one) >= 1 + same and len(card.wizard) > 2:
                    banners = [
                        ordeals("basic", 3, lambda c, s=s: c.banner == s and len(c.hero) <= 6)
                        for s in dict.fromkeys(wanted)
                    ]
                    if all(banners):
                        return jokers(number, wanted, [found[0] for found in banners])
    raise AssertionError("no such spell")


def jokers(number: int, wanted: list[str], with_banner: list[int]) -> None:
    plain = [k for k in range(22) if k != number and not BOX.spells[k].banner and BOX.spells[k].kind != "dracology 2"][
        :2
    ]
    blank = [k for k in ordeals() if not BOX.ordeals[k].banner]
    table = Table("training_2", 4).lay_spells(number, *plain).lay_ordeals(*(with_banner + blank)[:3])
    table.stack_ordeals(*[k for k in blank if k not in table.s["ordeal"]][:2]).hand(0, "JJ")
    for symbol in wanted:
        table.tick({0: cast(0, symbol)})
    for space in range(len(with_banner)):
        complete(table, space)
    assert table.lies(0)[0] == 0
    assert sorted(table.lies(0)[1]) == sorted(wanted)
    assert not table.sees(0)["wizard_joker_as"].any() or BOX.spells[number].banner


def test_ro_15_7_a_clash() -> None:
    clash = ordeals("clash", 3)[0]
    table = Table("scenario_5", 3).lay_ordeals(clash)
    spaces, lives = BOX.ordeals[clash].wizard, int(table.s["lives"])
    table.put(0, 3, spaces[:-1], spaces[-1]).aim(0, 3)
    for taken in (1, 2):
        complete(table, 0)
        assert (table.s["lives"], table.s["ordeal"][0]) == (lives - taken, clash)
        assert sorted(table.lies(0)[1]) == sorted(spaces[:-1])
    table.put(1, 0, spaces_of(clash)[:2])
    table.tick({0: cast(3, spaces[-1])})
    assert table.s["ordeal"][0] != clash
    assert (table.lies(0), table.lies(1)) == ((-1, ""), (-1, ""))


def test_ro_15_8_the_warrior_and_a_key() -> None:
    assert BOX.icons["warrior"] != "K"
    card = next(k for k in ordeals() if "K" in spaces_of(k))
    table = Table("scenario_2", 3, heroes=("warrior", "cleric")).lay_ordeals(card).hand(1, "J")
    assert not table.may(1, place(0, "K"))
    table.buy(0, 1).lay_ordeals(card).hand(1, "J")
    assert table.may(1, place(0, "K"))
    table.dissipate(5, 0)
    assert not table.may(1, place(0, "K"))


def test_ro_15_9_a_vortex_for_a_hero_with_three_dice_placed() -> None:
    table = Table("scenario_1", 4).lay_ordeals(*LONG[:3]).put(1, 0, spaces_of(LONG[0])[:3])
    first, second = ro.DISSIPATION, ro.DISSIPATION + 1
    table.lay_spells(first, second).tick({0: cast(0, table.fill_wizard(0))}).tick({0: choose_hero(0)})
    assert table.ids(1) == {back(s) for s in spaces_of(LONG[0])[:3]}
    table.tick({1: back(spaces_of(LONG[0])[0])})
    assert (table.s["locked"][0], table.held(1)) == (1, "")
    table.tick({0: cast(1, table.fill_wizard(1))}).tick({0: choose_hero(0)})
    assert len(table.held(1) + table.lies(1)[1]) == 2
    assert table.may(1, WAIT)


def test_ro_15_10_the_aim_is_shut_after_a_completion() -> None:
    """An ordeal of four spaces: a teammate's two dice, two of the hero; his third die fits the next card but must be
    rolled again; the teammate, who has not placed since his roll, may place."""
    card = next(k for k in LONG if len(spaces_of(k)) == 4)
    spaces = spaces_of(card)
    extra, following = next(
        (s, k) for k in ordeals() if k != card for s in spaces_of(k) if s not in spaces[2:]
    )  # fmt: skip
    table = Table("scenario_1", 3).lay_ordeals(card).stack_ordeals(following)
    table.put(2, 0, spaces[:2], extra).tick({1: ROLL}, rolls={1: spaces[2:] + extra})
    table.tick({1: place(0, spaces[2])}).tick({1: place(0, spaces[3])})
    assert table.s["ordeal"][0] == following
    assert (table.held(1), table.aims(1)) == (f"{extra}??", SHUT)
    assert table.ids(1) == {ROLL, WAIT}
    assert (table.held(2), table.aims(2)) == (f"{extra}??", FREE)
    assert table.may(2, place(0, extra))


def test_ro_15_11_the_spell_is_resolved_before_the_ordeal() -> None:
    table = Table("training_2", 3).lay_spells(spells("dracology 1")[0]).lay_ordeals(SHORT).dragon(1)
    table.left(spells=1, ordeals=1)
    table.fill(0, 0, but=0)
    table.tick({0: cast(0, table.fill_wizard(0))})
    assert (table.won, table.s["dragon"]) == ((1, "deck"), 2)
    assert table.s["ordeal"][0] == SHORT


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [2, 1, 0, 3]])
def test_ro_15_12_two_heroes_spend_the_same_coins(order: list[int]) -> None:
    table = Table("scenario_2", 4).coins(2, 0)
    size = len(table.ordeal_deck)
    table.tick({1: SPEND, 2: SPEND}, order=order)
    assert (table.s["coins"].tolist(), len(table.ordeal_deck)) == ([0, 0], size - 1)
    table = Table("scenario_2", 4).coins(4, 0)
    table.tick({1: SPEND, 2: SPEND}, order=order)
    assert (table.s["coins"].tolist(), len(table.ordeal_deck)) == ([0, 0], size - 4), "four coins: two cards"
