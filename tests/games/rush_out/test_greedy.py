"""The rule of thumb of Rush Out! in positions where a sensible player knows what to do."""

from __future__ import annotations

import numpy as np
import pytest

import rush_agents
from games.rush_out import oracle as ro
from games.rush_out.oracle import TAKE, TAKE_ALL
from games.rush_out.positions import BOX, GAME, Table, alone, cast, ordeals, place, spaces_of, spells

LONG = [k for k in ordeals() if len(spaces_of(k)) > 3]
AGENT = rush_agents.load("greedy", GAME)


def says(table: Table, seat: int) -> int:
    """What greedy would answer for a seat."""
    table.batch.ask(seat)
    return int(AGENT.act(table.batch.view(np.array([0]), np.random.default_rng(1)))[0])


@pytest.mark.parametrize("character", ro.CHARACTERS)
def test_nobody_buys_what_his_icon_gives(character: str) -> None:
    """With one coin a hero buys none of the cheap cards that his joker covers anyway."""
    other = next(name for name in ro.CHARACTERS if name != character)
    table = Table("scenario_2", 3, heroes=(character, other)).lay_spells(ro.SUMMONING).left(spells=1)
    table.tick({0: cast(0, table.fill_wizard(0))})
    assert table.active == [1]
    item = says(table, 1) - ro.BUY_EQUIPMENT
    assert 0 <= item < 4
    assert ro.EQUIPMENT[item] != BOX.icons[character]


def test_the_cleric_helps_a_mate() -> None:
    """The bard's dice show nothing that his card needs; a joker would do."""
    key = next(k for k in ordeals("basic", 4) if spaces_of(k).count("K") > 1)
    useless = next(s for s in "FSOH" if s not in spaces_of(key))
    table = Table("scenario_6", 3, heroes=("cleric", "bard")).lay_ordeals(LONG[0], key).points(1, 0)
    table.put(2, 1, spaces_of(key).replace("K", "", 2)[:1] or "K", useless * 2).put(1, 0, spaces_of(LONG[0])[:3])
    table.aim(2, 1)
    assert says(table, 1) == ro.TURN + 5 * 1 + ro.HERO_SYMBOLS.index(useless)


def test_more_heroes_heal_sooner() -> None:
    """The same hand, a wounded mate and an ordeal that is as good as any other."""
    answers = {}
    for players in (3, 5):
        table = Table("scenario_4", players).lay_ordeals(*LONG[:3]).wound(1).hand(1, "HHH")
        answers[players] = says(table, 1)
    assert answers[5] == place(17, "H")


def test_the_dragon_is_pushed_back_before_it_wins() -> None:
    """It stands on the last ordeal, and a dracology lies out."""
    table = Table("training_2", 3).dragon(3).lay_spells(*spells("dracology 1")[:1]).hand(1, "JJ")
    assert says(table, 1) == place(3, "J")


def test_jokers_are_placed_before_their_banner_goes() -> None:
    with_banner = [k for k in spells("confusion one", "confusion all") if BOX.spells[k].banner]
    number = next(k for k in with_banner if BOX.spells[k].banner in BOX.spells[k].wizard)
    card = BOX.spells[number]
    other = next(s for s in card.wizard if s != card.banner)
    table = Table("scenario_1", 3).lay_spells(number).hand(0, f"J{other}")
    rest = card.wizard.replace(card.banner, "", 1).replace(other, "", 1)
    if rest:
        table.put(0, 0, rest, f"J{other}")
    assert says(table, 0) == cast(0, card.banner)


def test_all_dice_are_taken_back_for_a_better_card() -> None:
    """One die under the dragon, and a card that the hand all but completes: one movement, then all of them."""
    table = Table("training_2", 3).lay_ordeals(LONG[0], alone()[0]).dragon(1)
    table.put(1, 0, spaces_of(LONG[0])[:2], "J")
    assert says(table, 1) == TAKE
    table.batch.step([TAKE])
    assert says(table, 1) == TAKE_ALL


@pytest.mark.parametrize(("mates_dice", "leaves"), [("fit", True), ("???", False)])
def test_a_card_is_left_to_the_mate_whose_dice_fit_better(mates_dice: str, leaves: bool) -> None:
    """Three spaces beside a mate's dice, and room for one more hero: two dice of mine fit, and all of the other's."""
    long, *others = [k for k in LONG if len(spaces_of(k)) == 6][:3]
    done, left = spaces_of(long)[:3], spaces_of(long)[3:]
    useless = next(s for s in "FSOKH" if s not in left)
    table = Table("training_1", 4).lay_ordeals(long, *others).put(1, 0, done)
    table.hand(2, left[:2] + useless).hand(3, left if mates_dice == "fit" else mates_dice)
    assert (says(table, 2) not in {place(0, symbol) for symbol in left}) == leaves
    if leaves:
        assert says(table, 3) in {place(0, symbol) for symbol in left}


def test_nobody_waits_long_for_the_dragon() -> None:
    """Two heroes have filled the card under it, nobody is at its tile, and a small card lies beside it."""
    table = Table("training_2", 4).lay_ordeals(LONG[0], alone(4)[0]).dragon(1)
    word = spaces_of(LONG[0])
    table.put(1, 0, word[:3], "").put(2, 0, word[3:], "?" * (6 - len(word)))
    assert says(table, 1) == TAKE


def test_the_wizard_gives_the_heroes_one_more_card() -> None:
    """Of two spells of one pattern, the die at hand being good for both, the summoning comes first."""

    def pattern(number: int) -> list[int]:
        word = BOX.spells[number].wizard
        return sorted(word.count(symbol) for symbol in set(word))

    first, second = next(
        (a, b)
        for a in spells("confusion one")
        for b in spells("summoning")
        if pattern(a) == pattern(b) and len(set(BOX.spells[a].wizard) & set(BOX.spells[b].wizard)) > 1
    )
    shared = next(s for s in BOX.spells[first].wizard if s in BOX.spells[second].wizard)
    slow = next(k for k in spells("confusion all") if len(BOX.spells[k].wizard) == 5)
    table = Table("training_1", 4).lay_spells(first, second, slow).hand(0, shared + "????")
    assert says(table, 0) == cast(1, shared)
