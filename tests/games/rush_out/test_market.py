"""Rush Out!, rules RO-9 and RO-10: coins, the market, experience, abilities, the result."""

from __future__ import annotations

import pytest

from games.rush_out import oracle as ro
from games.rush_out.oracle import BUY_EQUIPMENT, BUY_SCROLL, DISCARD, HEAL, PASS, PUSH, SHUT, TURN
from games.rush_out.positions import (
    BOX,
    SCENARIOS,
    Table,
    alone,
    cast,
    choose_hero,
    ordeals,
    place,
    spaces_of,
    spells,
)

SHORT = alone()[0]
LONG = [k for k in ordeals() if len(spaces_of(k)) > 3]


def won(side: int, scenario: str = "scenario_2", coins: tuple[int, int] = (0, 0), players: int = 4) -> Table:
    """A round that this side has just won, with so many coin cards held."""
    table = Table(scenario, players).coins(*coins)
    return win(table, side)


def win(table: Table, side: int) -> Table:
    """The side completes a card, and its deck is empty."""
    if side == 0:
        table.lay_ordeals(SHORT).left(ordeals=1)
        last = table.fill(0, 0)
        return table.hand(1, last).tick({1: place(0, last)})
    table.lay_spells(spells("dracology 1")[0]).left(spells=1)
    return table.tick({0: cast(0, table.fill_wizard(0))})


# ------------------------------------------------------------------------------------------------------------------
# RO-9.1 to RO-9.3


@pytest.mark.parametrize("side", [0, 1])
def test_ro_9_1_the_loser_gets_the_coin_token_and_the_market_opens(side: int) -> None:
    table = won(side)
    assert table.s["phase"] == 1
    assert table.s["trophies"].tolist() == [int(side == 0), int(side == 1)]
    assert table.s["coins"].tolist() == [int(side == 1), int(side == 0)]
    assert table.active == [0 if side == 0 else 1]


def test_ro_9_1_in_scenario_1_there_is_no_market() -> None:
    table = won(0, "scenario_1")
    assert (table.s["phase"], table.s["round_now"], table.s["coins"].tolist()) == (0, 1, [0, 0])
    assert len(table.spell_deck) == 16
    assert table.active == [0, 1, 2, 3]


@pytest.mark.parametrize("scenario", ["scenario_1", "scenario_2", "scenario_6"])
def test_ro_9_1_the_second_trophy_ends_the_match_without_a_market(scenario: str) -> None:
    table = win(Table(scenario).trophies(1, 1), 1)
    assert bool(table.batch.done[0])
    assert (table.s["phase"], table.s["trophies"].tolist()) == (0, [1, 2])
    assert table.active == []


def test_ro_9_1_after_the_market_coins_are_gone_and_cards_return() -> None:
    table = won(0, coins=(2, 1))
    assert table.s["coins"].tolist() == [2, 2]
    while table.s["phase"] == 1:
        table.shop(PASS)
    assert table.s["coins"].tolist() == [0, 0]
    deck = {*table.ordeal_deck, *table.s["ordeal"].tolist()}
    assert deck >= set(ordeals("coin")), "coin cards return to the ordeals"
    assert len(deck) == 15 + 4
    assert (table.s["round_now"], table.s["ticks"]) == (1, 1)


def test_ro_9_1_an_open_choice_does_not_reach_the_market() -> None:
    """Heroes win while the wizard has a choice to make: in the market nobody owes anything else."""
    table = Table("scenario_6").lay_ordeals(SHORT).lay_spells(spells("no F")[0]).left(ordeals=1)
    last = table.fill(0, 0)
    table.hand(1, last).tick({0: cast(0, table.fill_wizard(0))})
    assert table.s["question"] == 3
    table.tick({0: choose_hero(0), 1: place(0, last)}, order=[1, 0, 2, 3])
    assert table.s["phase"] == 1
    assert table.sees(1)["wizard_question"].tolist() == [1, 0, 0, 0, 0, 0]
    table.check()


def test_ro_9_1_an_owed_point_does_not_reach_the_market() -> None:
    """Two heroes complete the last ordeal: the point has no owner, and nobody is asked for it."""
    table = Table("scenario_6").lay_ordeals(LONG[0]).left(ordeals=1)
    last = table.fill(0, 0, 1)
    table.hand(2, last).tick({2: place(0, last)})
    assert table.s["phase"] == 1
    for viewer in range(4):
        assert not table.sees(viewer)["my_owner"].any()
    table.check()


def test_ro_9_2_first_the_wizard_until_he_passes() -> None:
    table = won(0, coins=(0, 3))
    assert table.active == [0]
    table.shop(BUY_SCROLL + 2).shop(BUY_SCROLL + 3)
    assert (table.active, table.s["coins"].tolist(), table.s["scrolls"]) == ([0], [0, 2], 0b1100)
    table.shop(PASS)
    assert table.s["phase"] == 0, "no hero can buy anything"


def test_ro_9_2_then_the_heroes_by_turns_until_all_have_passed_in_a_row() -> None:
    table = won(1, coins=(3, 0))
    assert (table.active, table.s["coins"].tolist()) == ([1], [4, 0])
    table.shop(BUY_EQUIPMENT + 0)
    assert table.active == [2]
    table.shop(PASS)
    assert table.active == [3]
    table.shop(BUY_EQUIPMENT + 1)
    assert (table.active, table.s["coins"][0]) == ([1], 2)
    table.shop(PASS).shop(PASS)
    assert table.active == [3], "two have passed in a row, of three"
    table.shop(PASS)
    assert table.s["phase"] == 0
    assert table.s["equipment"].tolist() == [1, 0, 2, 0]


def test_ro_9_2_who_can_buy_nothing_is_not_asked() -> None:
    """One coin and one hero who lacks no one-coin equipment that is left."""
    table = Table("scenario_2").equip(0, 0, 1, 2, 3).equip(1, 0, 1, 2, 3)
    win(table, 1)
    assert table.s["phase"] == 0, "nothing is left for one coin"
    table = Table("scenario_2").equip(0, 0, 1, 2, 3).equip(1, 0, 1, 2)
    win(table, 1)
    assert (table.active, table.ids(2)) == ([2], {BUY_EQUIPMENT + 3, PASS})
    table.shop(BUY_EQUIPMENT + 3)
    assert table.s["phase"] == 0


@pytest.mark.parametrize("coins", [1, 2, 3, 4])
def test_ro_9_3_prices_and_copies_for_heroes(coins: int) -> None:
    table = won(1, coins=(coins - 1, 0))
    prices = [1, 1, 1, 1, 2, 3]
    assert table.ids(1) == {PASS, *(BUY_EQUIPMENT + k for k, price in enumerate(prices) if price <= coins)}
    for item, price in enumerate(prices):
        if price <= coins:
            other = won(1, coins=(coins - 1, 0)).shop(BUY_EQUIPMENT + item)
            left = [2, 2, 2, 2, 1, 1]
            left[item] -= 1
            assert other.s["equipment_left"].tolist() == left
            assert other.s["equipment"].tolist() == [1 << item, 0, 0, 0]
            jokers = {BOX.icons["bard"], *ro.EQUIPMENT[item]}
            assert other.sees(0)["joker_as"][0].tolist() == [int(symbol in jokers) for symbol in "FSOKH"]
            assert other.s["coins"][0] == (coins - price if other.s["phase"] == 1 else 0)


@pytest.mark.parametrize("coins", [1, 2, 3, 4])
def test_ro_9_3_prices_for_the_wizard(coins: int) -> None:
    table = won(0, coins=(0, coins - 1))
    prices = [2, 2, 1, 1, 1, 1, 2, 3]
    assert table.ids(0) == {PASS, *(BUY_SCROLL + k for k, price in enumerate(prices) if price <= coins)}
    table.shop(BUY_SCROLL + 2)
    if table.s["phase"] == 1:
        assert BUY_SCROLL + 2 not in table.ids(0), "each scroll once"


def test_ro_9_3_nobody_buys_what_he_has_or_what_is_gone() -> None:
    table = Table("scenario_2").coins(3, 0).equip(0, 0, 5).equip(1, 1).equip(2, 1)
    win(table, 1)
    assert table.ids(1) == {PASS, BUY_EQUIPMENT + 2, BUY_EQUIPMENT + 3, BUY_EQUIPMENT + 4}
    table.shop(PASS)
    assert table.ids(2) == {PASS, BUY_EQUIPMENT + 0, BUY_EQUIPMENT + 2, BUY_EQUIPMENT + 3, BUY_EQUIPMENT + 4}


def test_ro_9_3_what_was_bought_works_in_the_next_round() -> None:
    table = won(1, coins=(3, 0)).shop(BUY_EQUIPMENT + 5)
    while table.s["phase"] == 1:
        table.shop(PASS)
    assert table.sees(1)["joker_as"][0].tolist() == [1] * 5
    assert table.sees(1)["equipment"][0].tolist() == [0, 0, 0, 0, 0, 1]
    table.hand(1, "J")
    spaces = [spaces_of(k) for k in table.s["ordeal"]]
    assert table.ids(1) & set(range(ro.PLACE_HERO, ro.PLACE_WIZARD)) == {
        place(t, s) for t in range(3) for s in spaces[t]
    }


# ------------------------------------------------------------------------------------------------------------------
# RO-9.4 to RO-9.6 Experience and abilities


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ro_9_4_a_point_for_a_basic_ordeal(scenario: str) -> None:
    table = Table(scenario).lay_ordeals(SHORT)
    last = table.fill(0, 1)
    table.hand(2, last).tick({2: place(0, last)})
    assert table.s["experience"].tolist() == [0, int(scenario == "scenario_6"), 0, 0]


@pytest.mark.parametrize("kind", ["coin", "clash"])
def test_ro_9_4_coin_and_clash_give_none(kind: str) -> None:
    table = Table("scenario_6").lay_ordeals(ordeals(kind, 4)[0])
    last = table.fill(0, 0, 1)
    seat = 2 if table.held(2) else 1
    table.hand(seat, last).tick({seat: place(0, last)})
    assert not table.s["experience"].any()
    assert not table.s["owners"].any()


@pytest.mark.parametrize("owner", [0, 2])
def test_ro_9_5_of_two_the_last_chooses(owner: int) -> None:
    table = Table("scenario_6").lay_ordeals(LONG[0])
    last = table.fill(0, 0, 2)
    table.hand(3, last).tick({3: place(0, last)})
    assert table.s["owners"].tolist() == [0, 0, 0b101, 0]
    assert table.ids(3) == {choose_hero(0), choose_hero(2)}
    assert not table.s["experience"].any()
    assert table.sees(3)["my_owner"].tolist() == [1, 0, 1, 0]
    table.tick({3: choose_hero(owner)})
    assert table.s["experience"].tolist() == [int(h == owner) for h in range(4)]
    assert not table.s["owners"].any()


def test_ro_9_5_the_last_die_counts_not_the_last_dice() -> None:
    """Hero 0 completes what hero 1 has begun: hero 0 chooses, even with one die."""
    table = Table("scenario_6").lay_ordeals(LONG[0])
    spaces = spaces_of(LONG[0])
    table.put(2, 0, spaces[:2]).put(1, 0, spaces[2:-1], spaces[-1])
    table.tick({1: place(0, spaces[-1])})
    assert table.s["owners"].tolist() == [0b11, 0, 0, 0]


def abilities(character: str) -> Table:
    others = [name for name in ro.CHARACTERS if name != character][:2]
    return Table("scenario_6", 4, heroes=(character, *others))


@pytest.mark.parametrize(("points", "may"), [(2, False), (3, True), (5, True)])
def test_ro_9_6_bard(points: int, may: bool) -> None:
    table = abilities("bard").points(points).wound(0, 2).put(2, 18, BOX.wounded[0], "S").aim(2, 18)
    assert table.ids(1) & set(range(HEAL, HEAL + 4)) == ({HEAL + 0, HEAL + 2} if may else set())
    if may:
        table.curse(4).tick({1: HEAL + 2})
        assert (table.s["wounded"].tolist(), table.s["experience"][0]) == ([1, 0, 0, 0], points - 3)
        assert (table.lies(2), table.held(2), table.aims(2)) == ((-1, ""), "S??", SHUT)
        assert not table.s["busy"].any(), "that is no completion"


@pytest.mark.parametrize(("points", "may"), [(1, False), (2, True)])
def test_ro_9_6_sentinel(points: int, may: bool) -> None:
    table = abilities("sentinel").points(points).dissipate(0, 1).dissipate(4, 0).curse(1, 5)
    wanted = {DISCARD + 0, DISCARD + 4, DISCARD + 6 + 1, DISCARD + 6 + 5}
    assert table.ids(1) & set(range(DISCARD, DISCARD + 12)) == (wanted if may else set())
    if may:
        table.put(3, 4, BOX.spells[ro.DISSIPATION].hero[0], "S").aim(3, 4)
        table.tick({1: DISCARD + 0})
        assert table.s["dissipation"].tolist() == [-1, -1, -1, -1, 0, -1]
        assert (table.s["locked"][1], table.held(2), table.s["experience"][0]) == (0, "???", 0)
        assert (table.lies(3), table.aims(3)) == ((-1, ""), SHUT)
        assert table.s["spell_gone"] == 1 << ro.DISSIPATION
        table.points(2).tick({1: DISCARD + 6 + 5})
        assert table.s["cursed"].tolist() == [0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize(("points", "dragon", "may"), [(2, 2, False), (3, 0, False), (3, 1, True), (4, 3, True)])
def test_ro_9_6_warrior(points: int, dragon: int, may: bool) -> None:
    table = abilities("warrior").points(points).dragon(dragon)
    assert table.may(1, PUSH) == may
    assert not table.points(4, 4, 0).may(2, PUSH)
    if may:
        table.points(points, 0, 0).tick({1: PUSH})
        assert (table.s["dragon"], table.s["experience"][0]) == (dragon - 1, points - 3)


def test_ro_9_6_cleric() -> None:
    table = abilities("cleric").hand(1, "FSJ").hand(2, "KK").hand(3, "H")
    assert not table.ids(1) & set(range(TURN, TURN + 20)), "no point"
    table.points(1)
    assert table.ids(1) & set(range(TURN, TURN + 20)) == {TURN + 0, TURN + 1, TURN + 5 + 3, TURN + 10 + 4}
    table.tick({1: TURN + 5 + 3})
    assert (table.held(2), table.s["experience"][0]) == ("KJ?", 0)


def test_ro_9_6_abilities_that_come_too_late() -> None:
    """The point is taken, or the wound has gone, before the movement: nothing happens and nothing is paid."""
    table = abilities("bard").points(3).wound(2).lay_spells(spells("regression all")[0])
    table.tick({0: cast(0, table.fill_wizard(0)), 1: HEAL + 2})
    assert (table.s["experience"][0], table.s["wounded"][2]) == (2, 1)
    table = abilities("bard").points(4).wound(2)
    last = table.fill(18, 1, but=1)
    helper = 2 if table.s["hand"][2].sum() else 3  # whose dice are left
    table.hand(helper, last).tick({1: HEAL + 2, helper: place(18, last)}, order=[helper, 1, 0, 5 - helper])
    assert (table.s["experience"][0], table.s["wounded"][2]) == (4, 0)


# ------------------------------------------------------------------------------------------------------------------
# RO-10 Result


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("scenario", "before"), [
    ("training_1", (0, 0)), ("training_2", (0, 0)), ("scenario_1", (1, 1)), ("scenario_4", (1, 1)),
])  # fmt: skip
def test_ro_10_1_outcome(side: int, scenario: str, before: tuple[int, int]) -> None:
    table = Table(scenario).trophies(*before)
    if side == 1 and scenario == "training_1":
        table.lay_spells(spells("summoning")[0]).left(spells=1).tick({0: cast(0, table.fill_wizard(0))})
    else:
        win(table, side)
    assert bool(table.batch.done[0])
    assert table.s["outcome"][:4].tolist() == ([-1, 1, 1, 1] if side == 0 else [1, -1, -1, -1])
    assert table.batch.reward[0].tolist() == table.s["outcome"][:4].tolist()


def test_ro_10_2_score_is_trophies() -> None:
    table = won(0)
    assert table.s["score"].tolist()[:4] == [0, 1, 1, 1]
    table = win(Table("training_2"), 1)
    assert table.s["score"].tolist()[:4] == [1, 0, 0, 0]
    table = win(Table("scenario_2").trophies(1, 1), 0)
    assert table.s["score"].tolist()[:4] == [1, 2, 2, 2]


def test_ro_10_2_truncation_has_no_outcome() -> None:
    table = Table("scenario_2", max_ticks=1).trophies(1, 0).tick()
    assert bool(table.batch.truncated[0])
    assert not table.batch.done[0]
    assert table.s["outcome"].tolist() == [0] * 5
    assert table.s["score"].tolist()[:4] == [0, 1, 1, 1]
    assert not table.batch.reward.any()
