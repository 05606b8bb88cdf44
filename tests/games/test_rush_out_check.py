"""Rush Out!: each invariant of `check` speaks up when its rule is broken."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import rush_out_oracle as ro
from by_hand import answer
from rush_out_positions import BOX, GAME, Table, alone, cast, ordeals, place, spaces_of, spells

Damage = Callable[[np.record], object]
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


def shopping() -> Table:
    table = Table("scenario_2").coins(2, 0).lay_spells(spells("dracology 1")[0]).left(spells=1)
    return table.tick({0: cast(0, table.fill_wizard(0))})


def over() -> Table:
    table = Table("training_1").lay_ordeals(alone()[0]).left(ordeals=1)
    last = table.fill(0, 0)
    return table.hand(1, last).tick({1: place(0, last)})


def add(name: str, place_of: object, value: int) -> Damage:
    def damage(s: np.record) -> None:
        s[name][place_of] += value

    return damage


def store(name: str, value: int) -> Damage:
    def damage(s: np.record) -> None:
        s[name] = value

    return damage


def put(name: str, place_of: object, value: int) -> Damage:
    def damage(s: np.record) -> None:
        s[name][place_of] = value

    return damage


def both(*damages: Damage) -> Damage:
    def damage(s: np.record) -> None:
        for one in damages:
            one(s)

    return damage


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
    (6, playing, store("ticks", 5001)),
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
])  # fmt: skip
def test_a_broken_rule_is_found(number: int, moment: Callable[[], Table], damage: Damage) -> None:
    table = moment().check("before")
    table.edit(damage)
    assert table.batch.broken_invariants()[0] == number
    assert number in GAME.invariants


def test_nothing_full_lies_out() -> None:
    """Invariant 5: an ordeal off the dragon, a spell, a tile, a dissipation, a curse."""
    card = alone()[0]
    table = Table("scenario_6").lay_ordeals(LONG[0], card).dragon(2)
    table.fill(1, 0, but=0)
    table.check("full under the dragon")
    table.edit(lambda s: s.__setitem__("dragon", 1))
    assert table.batch.broken_invariants()[0] == 5
    table = Table("scenario_6").dragon(1).fill_all(3, 0)
    assert table.batch.broken_invariants()[0] == 5
    table = Table("scenario_6").fill_wizard_all(1)
    assert table.batch.broken_invariants()[0] == 5
    table = Table("scenario_6").dissipate(2, 1).fill_all(6, 0)
    assert table.batch.broken_invariants()[0] == 5
    table = Table("scenario_6").dissipate(2, 1)
    table.edit(lambda s: s["free"].__setitem__(7, [1, 0, 0, 0, 0, 0]))
    assert table.batch.broken_invariants()[0] in (2, 5), "spaces where no dissipation lies"


@pytest.mark.parametrize("target", [10, 16])
def test_nothing_full_lies_out_of_curses_and_tiles(target: int) -> None:
    table = Table("scenario_6").curse(0).wound(0).fill_all(target, 1, 2)
    assert table.batch.broken_invariants()[0] in (2, 5)


@pytest.mark.parametrize("target", [3, 6, 10, 16])
def test_spaces_of_tiles_and_cards_lying_out_hold_too(target: int) -> None:
    """A free space more, or less, than printed."""
    for change in (1, -1):
        table = Table("scenario_6").dragon(2).curse(0).wound(0).dissipate(2, 1).check()
        symbol = int(np.flatnonzero(table.s["free"][target])[0])
        table.edit(lambda s, c=change, k=symbol: s["free"].__setitem__((target, k), s["free"][target, k] + c))
        assert table.batch.broken_invariants()[0] == 2


def test_every_invariant_names_its_rule() -> None:
    rules = {number: words.split(":")[0] for number, words in GAME.invariants.items()}
    assert rules == {
        1: "RO-14.3", 2: "RO-14.3", 3: "RO-14.4", 4: "RO-14.4", 5: "RO-14.4", 6: "RO-14.5", 7: "RO-10.2", 8: "RO-4.7",
    }  # fmt: skip
