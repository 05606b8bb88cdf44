"""Rush Out!: each invariant of `check` speaks up when its rule is broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import numpy as np
import pytest

from games.by_hand import answer
from games.damage import Damage, add, assert_found, both, put, rules_of, store
from games.rush_out import oracle as ro
from games.rush_out.positions import BOX, GAME, Table, alone, cast, ordeals, place, spaces_of, spells
from rush_envs.engine.records import broken_invariants

LONG = [k for k in ordeals() if len(spaces_of(k)) > 3]


def playing() -> Table:
    """Hero 0 with two dice on ordeal 0, hero 1 with one; the wizard with one on spell 0; much lies about."""
    table = Table("scenario_6").lay_ordeals(*LONG[:2], ordeals("coin")[0]).dragon(1).wound(2)
    table.dissipate(0, 2).dissipate(3, 1).curse(1, 4).points(2, 0, 1).coins(1, 1).scrolls(6)
    table.put(1, 0, spaces_of(LONG[0])[:2], "S").put(2, 0, spaces_of(LONG[0])[2:3], "KK")
    return table.put(0, 0, BOX.spells[table.s["spell"][0]].wizard[:1], "PWAF")


def owing() -> Table:
    return Table("scenario_1").lay_ordeals(*LONG[:3]).put(1, 0, spaces_of(LONG[0])[:3]).dissipate(0, 0)


def half_answered() -> Table:
    table = playing()
    answer(table.batch, 0, 2, 0)
    answer(table.batch, 0, 0, 0)
    return table


def taking() -> Table:
    table = playing()
    answer(table.batch, 0, 1, ro.TAKE)
    return table


def shopping() -> Table:
    table = Table("scenario_2").coins(2, 0).lay_spells(spells("dracology 1")[0]).left(spells=1)
    return table.tick({0: cast(0, table.fill_wizard(0))})


def summoned() -> Table:
    return Table("scenario_5").stack_ordeals(ro.SUMMONED, ro.SUMMONED + 1)


def asking() -> Table:
    """Three heroes whom a damnation can hit."""
    table = Table("scenario_6").lay_spells(spells("damnation 1")[0])
    return table.tick({0: cast(0, table.fill_wizard(0))})


def wiser() -> Table:
    return Table("scenario_6").points(2, 0, 1).points(0, 0, 0)


def over() -> Table:
    table = Table("training_1").lay_ordeals(alone()[0]).left(ordeals=1)
    last = table.fill(0, 0)
    return table.hand(1, last).tick({1: place(0, last)})


def flip(name: str, bit: int) -> Damage:
    def damage(s: np.record) -> None:
        s[name] ^= 1 << bit

    return damage


def double_spell(s: np.record) -> None:
    s["spell_deck"][0] = s["spell_deck"][1]


def double_ordeal(s: np.record) -> None:
    basic = [k for k in range(s["ordeal_count"]) if s["ordeal_deck"][k] < 20]
    s["ordeal_deck"][basic[0]] = s["ordeal_deck"][basic[1]]


def drop_spell(s: np.record) -> None:
    s["spell_count"] -= 1


def drop_ordeal(s: np.record) -> None:
    """The bottom ordeal that is no coin vanishes."""
    deck = s["ordeal_deck"][: s["ordeal_count"]].tolist()
    deck.remove(next(card for card in deck if card < 20))
    s["ordeal_count"] -= 1
    s["ordeal_deck"][: len(deck)] = deck


def bury_summoned(s: np.record) -> None:
    """An ordeal that was not summoned lies between those that were."""
    top = s["ordeal_count"] - 1
    s["ordeal_deck"][[top - 2, top - 1]] = s["ordeal_deck"][[top - 1, top - 2]]


def wound_all_but_one(s: np.record) -> None:
    """The wizard would be asked though there is nothing to choose."""
    s["wounded"][:2] = 1
    s["free"][16:18, 4] = 3


def take_all_dice(s: np.record) -> None:
    """Nothing is left to name, or nobody asked."""
    s["taken"][1] = s["placed"][1]


def add_coin(s: np.record) -> None:
    """An ordeal of a scenario that is not played."""
    s["ordeal_set"] |= 1 << ordeals("coin")[0]


def leave_out_one(s: np.record) -> None:
    """One ordeal less; a handicap would be two."""
    card = next(card for card in range(20) if s["ordeal_gone"] >> card & 1)
    s["ordeal_gone"] ^= 1 << card
    s["ordeal_set"] ^= 1 << card


def discard_one_more(s: np.record) -> None:
    """A spell that was left out."""
    card = next(card for card in range(47) if not s["spell_set"] >> card & 1)
    s["spell_gone"] |= 1 << card
    s["spell_set"] |= 1 << card


def fill_ordeal(space: int) -> Damage:
    """A full ordeal: one hero has (too) many dice there; the spaces hold."""

    def damage(s: np.record) -> None:
        dice = s["placed"][1:][s["at"][1:] == space].sum(axis=0)
        assert not dice.any()
        s["hand"][3] = 0
        s["locked"][2] = 0
        spaces = s["free"][space].copy()
        s["placed"][3], s["at"][3] = spaces, space
        s["free"][space] = 0
        s["hand"][3, 6] = 3 - spaces.sum()

    return damage


def three_colours(s: np.record) -> None:
    free = int(np.flatnonzero(s["free"][0])[0])
    s["free"][0, free] -= 1
    s["placed"][3, free], s["at"][3] = 1, 0
    s["hand"][3] = [0, 0, 0, 0, 0, 0, s["hand"][3].sum() - 1]


@pytest.mark.parametrize(("number", "moment", "damage"), [
    # 1 dice
    (1, playing, add("hand", (1, 6), 1)),
    (1, playing, add("hand", (1, 1), -1)),
    (1, playing, both(add("hand", (0, 0), -2), add("hand", (0, 1), 2))),
    (1, playing, both(add("hand", (2, 6), -1), add("hand", (2, 3), 1))),
    (1, playing, add("placed", (0, 4), 1)),
    (1, playing, put("locked", 0, 1)),
    (1, playing, put("locked", 2, 0)),
    (1, playing, put("owes", 0, 1)),
    (1, owing, put("locked", 0, 1)),
    (1, shopping, add("hand", (3, 0), 1)),
    (1, over, add("hand", (0, 6), -1)),
    # 2 spaces
    (2, playing, add("free", (0, 0), 1)),
    (2, playing, add("free", (1, 4), -1)),
    (2, playing, add("wizard_free", (0, 2), 1)),
    (2, playing, add("wizard_free", (5, 0), 1)),
    (2, playing, put("at", 1, 1)),
    (2, playing, put("at", 0, 1)),
    (2, playing, three_colours),
    # 3 spells
    (3, playing, double_spell),
    (3, playing, drop_spell),
    (3, playing, flip("spell_gone", 0)),
    (3, playing, flip("spell_unseen", 46)),
    (3, playing, flip("spell_set", 43)),
    (3, playing, put("cursed", 0, 1)),
    (3, playing, put("cursed", 1, 0)),
    (3, playing, put("dissipation", 3, -1)),
    (3, playing, flip("ordeal_gone", ro.SUMMONED + 3)),
    # 4 ordeals
    (4, playing, double_ordeal),
    (4, playing, drop_ordeal),
    (4, playing, flip("ordeal_gone", 5)),
    (4, playing, flip("ordeal_unseen", 6)),
    (4, playing, flip("ordeal_set", 19)),
    (4, playing, put("coins", 0, 3)),
    # 6 tokens
    (6, playing, store("dragon", 4)),
    (6, playing, store("dragon", -1)),
    (6, playing, put("coins", 1, -1)),
    (6, playing, put("experience", 0, -1)),
    (6, playing, put("experience", 1, 28)),
    (6, playing, store("souls", -1)),
    (6, playing, store("lives", -1)),
    (6, playing, store("ticks", 6001)),
    (6, playing, put("busy", 0, 3)),
    (6, playing, put("busy", 0, -1)),
    (6, shopping, put("coins", 0, 6)),
    (6, shopping, put("trophies", 0, 3)),
    # 7 scores
    (7, playing, add("score", 1, 1)),
    (7, playing, add("trophies", 1, 1)),
    (7, shopping, put("score", 0, 0)),
    (7, over, put("score", 2, 0)),
    # 8 who is asked
    (8, playing, store("active", 0)),
    (8, playing, store("active", 0b0111)),
    (8, playing, put("busy", 0, 1)),
    (8, half_answered, store("active", 0b1111)),
    (8, half_answered, put("pending", 1, 0)),
    (8, shopping, store("active", 0)),
    (8, shopping, store("active", 0b0101)),
    (8, shopping, store("question", 1)),
    (8, over, store("active", 1)),
    # 9 the cards of the match
    (9, playing, discard_one_more),
    (9, playing, leave_out_one),
    (9, over, add_coin),
    # 10 known tops
    (10, playing, store("known_spell", 3)),
    (10, playing, store("known_ordeal", ro.SUMMONED)),
    (10, summoned, store("known_ordeal", -1)),
    (10, summoned, bury_summoned),
    # 11 rounds
    (11, playing, store("round_now", 1)),
    (11, playing, put("round_winner", 0, 1)),
    (11, playing, put("round_reason", 0, 1)),
    (11, playing, both(store("winner", 0), put("round_winner", 0, 0))),
    (11, shopping, put("round_winner", 0, 0)),
    (11, shopping, store("winner", 0)),
    (11, over, put("outcome", 1, 0)),
    (11, over, both(store("done", 0), store("truncated", 1))),
    # 12 aims
    (12, playing, put("aim", 1, 1 + 1)),
    (12, playing, put("aim", 0, 1 + 1)),
    (12, playing, put("aim", 3, 1 + 19)),
    (12, playing, put("aim", 0, 1 + 8)),
    (12, playing, put("at", 3, 3)),
    # 13 the wizard's question
    (13, playing, store("wounds_due", 1)),
    (13, playing, both(store("question", 1), store("casting", 3))),
    (13, asking, store("casting", 1)),
    (13, asking, store("casting", 3)),
    (13, asking, store("question", 5)),
    (13, asking, store("wounds_due", 0)),
    (13, asking, store("wounds_due", 2)),
    (13, asking, wound_all_but_one),
    # 14 movements that were named
    (14, half_answered, put("pending", 2, ro.PASS)),
    (14, half_answered, put("pending", 2, ro.BUY_EQUIPMENT)),
    (14, half_answered, put("pending", 2, ro.CHOOSE_HERO)),
    (14, half_answered, put("pending", 2, ro.TAKE_ALL)),
    (14, half_answered, put("pending", 2, place(1, "F"))),
    (14, half_answered, put("pending", 2, ro.SPEND)),
    (14, half_answered, put("pending", 2, ro.ACTIONS - 1)),
    (14, half_answered, put("pending", 0, cast(1, "P"))),
    (14, half_answered, put("pending", 0, ro.PLACE_JOKER)),
    (14, half_answered, both(put("pending", 0, ro.ROLL), put("taken", (0, 0), 5))),
    (14, half_answered, both(put("pending", 2, ro.TAKE), store("active", 0b1110))),
    (14, taking, put("taken", (1, 0), 3)),
    (14, taking, put("taken", (2, 0), 1)),
    (14, taking, take_all_dice),
    (14, playing, take_all_dice),
    (14, half_answered, put("pending", 0, ro.CHOOSE_TARGET)),
    (14, half_answered, put("pending", 0, ro.SWAP)),
    (14, half_answered, put("pending", 0, ro.FLIP)),
    (14, half_answered, put("pending", 0, place(0, "F"))),
    (14, shopping, put("pending", 1, 0)),
    # 15 vortices
    (15, playing, both(put("locked", 2, 0), add("hand", (3, 6), 1))),
    (15, playing, both(put("locked", 0, 1), add("hand", (1, 1), -1))),
    (15, playing, put("dissipation", 0, 1)),
    (15, playing, put("dissipation", 3, 3)),
    (15, owing, put("owes", 0, 0)),
    # 16 equipment
    (16, playing, put("equipment", 0, 1)),
    (16, playing, put("equipment_left", 2, 1)),
    (16, playing, put("covers", 1, 0)),
    (16, playing, both(put("equipment", 0, 1 << 5), add("equipment_left", 5, -1))),
    # 17 points
    (17, playing, add("experience", 1, 1)),
    (17, playing, both(put("owners", 0, 0b011), put("experience", 2, 1))),
    (17, wiser, put("owners", 0, 0b001)),
    (17, wiser, put("owners", 0, 0b110)),
    (17, wiser, put("owners", 0, 0b111)),
    (17, wiser, put("owners", 0, 0b1001)),
    (17, shopping, put("experience", 0, 1)),
    # 18 souls and lives
    (18, playing, store("souls", 0)),
    (18, playing, store("lives", 0)),
    (18, playing, store("lives", 6)),
    (18, shopping, store("souls", 1)),
    # 19 the market
    (19, shopping, both(store("shopper", 1), store("active", 0b0010), put("coins", 0, 0))),
    (19, shopping, both(store("shopper", 0), store("active", 0b0001))),
    (19, shopping, both(store("shopper", 1), store("active", 0b0010), store("passes", 3), put("coins", 0, 1))),
    (19, playing, store("shopper", 4)),
    (19, playing, store("passes", 4)),
    # 20 seats without players
    (20, playing, put("experience", 3, 1)),
    (20, playing, put("at", 4, 1)),
    (20, playing, put("pending", 4, 1)),
    (20, playing, put("score", 4, 1)),
    (20, playing, put("last", 1, 3)),
    (20, playing, store("helped", 0b1000)),
])  # fmt: skip
def test_a_broken_rule_is_found(number: int, moment: Callable[[], Table], damage: Damage) -> None:
    assert_found(moment(), damage, number)


class Unguarded(Table):
    """A table whose record never goes through the gate, so that it can be made impossible step by step."""

    def __init__(self, scenario: str = "scenario_6") -> None:
        super().__init__(scenario)
        self.records = self.batch.states.copy()

    @property
    def s(self) -> np.record:
        record: np.record = self.records[0]
        return record

    def edit(self, change: Callable[[np.record], object]) -> Self:
        change(self.s)
        return self

    @property
    def broken(self) -> int:
        return int(broken_invariants(GAME, self.records)[0])


def test_nothing_full_lies_out() -> None:
    """Invariant 5: an ordeal off the dragon, a spell, a tile, a dissipation, a curse."""
    table = Unguarded().lay_ordeals(LONG[0], alone()[0]).dragon(2)
    table.fill(1, 0, but=0)
    assert table.broken == 0, "full under the dragon"
    table.edit(store("dragon", 1))
    assert table.broken == 5
    assert Unguarded().dragon(1).fill_all(3, 0).broken == 5
    assert Unguarded().fill_wizard_all(1).broken == 5
    assert Unguarded().scrolls(6).fill_wizard_all(6).broken == 5
    assert Unguarded().dissipate(2, 1).fill_all(6, 0).broken == 5
    assert Unguarded().curse(0).fill_all(10, 1, 2).broken == 5
    assert Unguarded().wound(0).fill_all(16, 1, 2).broken == 5
    assert Unguarded().dissipate(2, 1).edit(put("free", 7, [1, 0, 0, 0, 0, 0])).broken == 2, "no such card lies there"


def test_who_filled_an_ordeal_under_the_dragon_is_still_there() -> None:
    """Invariant 5: or the point would be another's to give."""
    table = Unguarded().lay_ordeals(LONG[0], alone()[0]).dragon(2)
    table.fill(1, 0, but=0)
    assert table.broken == 0
    assert table.edit(put("last", 1, 2)).broken == 5


@pytest.mark.parametrize("target", [3, 6, 10, 16])
def test_spaces_of_tiles_and_cards_lying_out_hold_too(target: int) -> None:
    """A free space more, or less, than printed."""
    for change in (1, -1):
        table = Table("scenario_6").dragon(2).curse(0).wound(0).dissipate(2, 1)
        symbol = int(np.flatnonzero(table.s["free"][target])[0])
        assert_found(table, add("free", (target, symbol), change), 2)


def test_every_invariant_names_its_rule() -> None:
    assert rules_of(GAME) == {
        1: "RO-14.3", 2: "RO-14.3", 3: "RO-14.4", 4: "RO-14.4", 5: "RO-14.4", 6: "RO-14.5", 7: "RO-10.2", 8: "RO-4.7",
        9: "RO-3.1", 10: "RO-13.1", 11: "RO-1.6", 12: "RO-5.4", 13: "RO-7.3", 14: "RO-4.1", 15: "RO-8.2",
        16: "RO-9.3", 17: "RO-9.4", 18: "RO-3.3", 19: "RO-9.2", 20: "RO-1.1",
    }  # fmt: skip


def test_a_scroll_just_bought_has_no_spaces_yet() -> None:
    """Invariant 2 in the market: they are laid out for the next round."""
    table = Table("scenario_2").coins(0, 3).lay_ordeals(alone()[0]).left(ordeals=1)
    last = table.fill(0, 0)
    table.hand(1, last).tick({1: place(0, last)})
    answer(table.batch, 0, 0, ro.BUY_SCROLL + 6)  # the oracle shows the spaces at once
    assert (table.s["phase"], table.s["wizard_free"][6].sum()) == (1, 0)
    table.check()
