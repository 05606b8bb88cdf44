"""Rush Out!, rule RO-5: the movements and when they are legal."""

from __future__ import annotations

import pytest

from games.by_hand import answer
from games.rush_out import oracle as ro
from games.rush_out.oracle import FREE, ROLL, SHUT, SPEND, TAKE, TAKE_ALL, WAIT
from games.rush_out.positions import (
    BOX,
    GAME,
    Table,
    alone,
    back,
    cards,
    cast,
    choose_die,
    choose_hero,
    choose_target,
    ordeals,
    place,
    spaces_of,
    spells,
    with_joker,
    wizard_back,
)

BASIC = ordeals()
PLACES = set(range(ro.PLACE_HERO, ro.PLACE_WIZARD))
CASTS = set(range(ro.PLACE_WIZARD, ro.PLACE_JOKER))
JOKERS = set(range(ro.PLACE_JOKER, ro.CHOOSE_TARGET))


def quiet(scenario: str = "scenario_1", players: int = 4) -> Table:
    """Nobody has rolled; three basic ordeals lie out."""
    return Table(scenario, players).lay_ordeals(*BASIC[:3])


def test_ro_5_1_wait_unless_a_choice_is_owed() -> None:
    table = quiet()
    assert all(table.may(seat, WAIT) for seat in range(4))
    before = table.batch.states.copy()
    table.tick()
    changed = {name for name in before.dtype.names if (before[name] != table.batch.states[name]).any()}
    assert changed <= {"ticks", "ply", "rng", "order", "lay"}
    table.lay_spells(spells("no F")[0])
    table.tick({0: cast(0, table.fill_wizard(0))})
    assert not table.may(0, WAIT)


def test_ro_5_2_roll_all_dice_in_hand() -> None:
    table = quiet().hand(1, "FF?")
    table.put(2, 0, spaces_of(BASIC[0])[:2], "J").aim(2, 0).aim(1, SHUT)
    table.tick({1: ROLL, 2: ROLL}, rolls={1: "SOK", 2: "H"})
    assert (table.held(1), table.held(2)) == ("SOK", "H")
    assert (table.aims(1), table.aims(2)) == (FREE, FREE)
    table.put(3, 1, spaces_of(BASIC[1])[:3])
    assert not table.may(3, ROLL), "no die in hand"
    for seat in (0, 1, 2):
        assert table.may(seat, ROLL)


def test_ro_5_3_place_on_a_free_space() -> None:
    """Every target in play, every symbol: exactly those in hand with a space free."""
    table = quiet().hand(1, "SOK").hand(2, "HHF")
    for hero, faces in ((0, "SOK"), (1, "HF")):
        wanted = {place(t, s) for t in range(3) for s in set(spaces_of(BASIC[t])) & set(faces)}
        assert table.ids(1 + hero) & PLACES == wanted
    symbol = spaces_of(BASIC[0])[0]
    table = quiet().put(3, 0, symbol * spaces_of(BASIC[0]).count(symbol)).hand(1, symbol)
    assert not table.may(1, place(0, symbol)), "all spaces of that symbol are taken"
    assert table.held(1) == f"{symbol}??"
    table = quiet()
    assert not table.ids(1) & PLACES, "unrolled dice cannot be placed"


def test_ro_5_3_one_target_at_a_time() -> None:
    table = quiet()
    table.put(1, 0, spaces_of(BASIC[0])[:1], "SO")
    assert {(action - ro.PLACE_HERO) // 6 for action in table.ids(1) & PLACES} <= {0}
    table = Table("scenario_1", 4).hand(0, "PWAFL")
    spaces = [BOX.spells[k].wizard for k in table.s["spell"]]
    table.put(0, 1, spaces[1][:1], "PWAF")
    assert {(action - ro.PLACE_WIZARD) // 5 for action in table.ids(0) & CASTS} == {1}


@pytest.mark.parametrize("character", ro.CHARACTERS)
def test_ro_5_3_the_natural_face_before_the_joker(character: str) -> None:
    icon = BOX.icons[character]
    card = next(k for k in BASIC if icon in BOX.ordeals[k].hero)
    other = next(name for name in ro.CHARACTERS if name != character)
    table = Table("scenario_1", 3, heroes=(character, other)).lay_ordeals(card).hand(1, f"{icon}J")
    table.tick({1: place(0, icon)})
    assert table.held(1) == "J?"
    assert table.lies(1) == (0, icon)
    table = Table("scenario_1", 3, heroes=(character, other)).lay_ordeals(card).hand(1, "J")
    table.tick({1: place(0, icon)})
    assert (table.held(1), table.lies(1)) == ("??", (0, icon))


def test_ro_5_3_the_wizards_places() -> None:
    table = Table("scenario_2", 4).hand(0, "PWAFL")
    card = ordeals("coin")[0]
    table.lay_ordeals(BASIC[0], card, BASIC[1]).scrolls(ro.LIGHTNING, ro.FIRE)
    spaces = [BOX.spells[k].wizard for k in table.s["spell"]] + ["", BOX.ordeals[card].wizard, "", "LL", "FFFFF"]
    assert table.ids(0) & CASTS == {cast(t, s) for t, letters in enumerate(spaces) for s in letters}
    table.scrolls()
    assert not table.ids(0) & {cast(t, s) for t in (6, 7) for s in "FL"}
    first = spaces[0][0]
    table.put(0, 0, first * spaces[0].count(first), first)
    assert not table.may(0, cast(0, first)), "no such space free"


def test_ro_5_4_aim_after_placing_and_rolling() -> None:
    spaces = [spaces_of(k) for k in BASIC[:3]]
    table = quiet().hand(1, spaces[0][0])
    table.tick({1: place(0, spaces[0][0])})
    assert table.aims(1) == 0
    table.aim(1, SHUT).hand(1, "SO")
    assert table.ids(1) == {WAIT, ROLL, TAKE}, "shut: no placing until the next roll"
    table.tick({1: TAKE}, rolls={1: "SOK"})
    assert (table.aims(1), table.held(1), table.lies(1)) == (FREE, "SOK", (-1, ""))
    assert table.ids(1) & PLACES
    table.aim(1, 0)
    assert {(action - ro.PLACE_HERO) // 6 for action in table.ids(1) & PLACES} <= {0}, "aimed at one card"
    table.aim(1, 1)
    assert {(action - ro.PLACE_HERO) // 6 for action in table.ids(1) & PLACES} <= {1}


@pytest.mark.parametrize("kind", ["confusion one", "confusion all"])
def test_ro_5_4_confusion_leaves_the_aim(kind: str) -> None:
    """The die returns unrolled, the other faces stay, and they may still go on that card, on no other."""
    symbols = spaces_of(BASIC[0])[:2]
    table = quiet().lay_spells(spells(kind)[0]).hand(1, symbols)
    table.tick({1: place(0, symbols[0])})
    need = table.fill_wizard(0)
    table.tick({0: cast(0, need)})
    assert (table.lies(1), table.held(1), table.aims(1)) == ((-1, ""), f"{symbols[1]}??", 0)
    assert table.may(1, place(0, symbols[1]))
    assert {(action - ro.PLACE_HERO) // 6 for action in table.ids(1) & PLACES} == {0}


def test_ro_5_4_an_aim_is_shut_when_the_card_goes() -> None:
    """Hero 0 completes; hero 1, who aimed at that card too, has to roll; hero 2 aimed elsewhere."""
    table = Table("scenario_1", 4).lay_ordeals(alone()[0], *[k for k in BASIC if k not in alone()][:2])
    last = table.fill(0, 0)
    table.hand(1, last).hand(2, "SOK").aim(2, 0).hand(3, "FHK").aim(3, 1)
    table.tick({1: place(0, last)})
    assert [table.aims(seat) for seat in (1, 2, 3)] == [SHUT, SHUT, 1]
    assert (table.held(2), table.held(3)) == ("SOK", "FKH")


def test_ro_5_5_at_most_two_colours() -> None:
    card = next(k for k in BASIC if len(spaces_of(k)) >= 4)
    spaces = spaces_of(card)
    table = Table("scenario_1", 5).lay_ordeals(card)
    table.put(1, 0, spaces[0]).put(2, 0, spaces[1]).hand(3, spaces[2]).hand(4, spaces[3])
    assert not table.may(3, place(0, spaces[2]))
    assert not table.may(4, place(0, spaces[3]))
    table.hand(1, spaces[2])
    assert table.may(1, place(0, spaces[2])), "his colour is there already"


def test_ro_5_5_a_locked_die_counts_nowhere() -> None:
    """The vortex before hero 0 holds one of his dice; two others may fill its spaces, and he may place elsewhere."""
    spaces = BOX.spells[ro.DISSIPATION].hero
    table = Table("scenario_1", 4).lay_ordeals(*BASIC[:3]).dissipate(0, 0)
    assert table.s["locked"][0] == 1
    table.hand(1, spaces_of(BASIC[0])[0]).hand(3, spaces[-1])
    table.put(2, 4, spaces[0])
    assert table.may(1, place(0, spaces_of(BASIC[0])[0]))
    assert table.may(3, place(4, spaces[-1]))


@pytest.mark.parametrize(("card", "symbol"), [(2, "F"), (3, "S"), (4, "O"), (5, "K")])
def test_ro_5_6_a_forbidden_symbol(card: int, symbol: str) -> None:
    """Natural or joker; dice already there stay; other heroes may."""
    character = next(name for name, icon in BOX.icons.items() if icon == symbol)
    other = next(name for name in ro.CHARACTERS if name != character)
    number = next(k for k in BASIC if spaces_of(k).count(symbol) > 1)
    table = Table("scenario_1", 3, heroes=(character, other)).lay_ordeals(number).put(1, 0, symbol, f"{symbol}J")
    table.hand(2, symbol)
    assert table.may(1, place(0, symbol))
    table.dissipate(card, 0)
    assert not table.may(1, place(0, symbol))
    assert table.lies(1) == (0, symbol)
    assert table.may(2, place(0, symbol))
    table.hand(1, "J")
    assert not table.may(1, place(0, symbol))
    assert BOX.spells[ro.DISSIPATION + card].kind == f"no {symbol}"


MIXED = next(k for k in BASIC if len(set(spaces_of(k)[:3])) > 1 and len(spaces_of(k)) > 3)


def test_ro_5_7_which_dice_come_back_before_the_roll() -> None:
    """One movement; which dice is asked within the same tick, at least one, until the roll or the last of them."""
    first, second, third = spaces_of(MIXED)[:3]
    table = Table("scenario_1", 4).lay_ordeals(MIXED).put(1, 0, first + second + third)
    assert table.ids(1) == {WAIT, TAKE}
    before = table.batch.states.copy()
    answer(table.batch, 0, 1, TAKE)
    assert table.active == [0, 1, 2, 3], "still asked"
    assert table.ids(1) == {TAKE_ALL, *(back(s) for s in (first, second, third))}
    answer(table.batch, 0, 1, back(first))
    assert ROLL in table.ids(1)
    assert (table.ids(1) & {back(first)} != set()) == (first in (second, third))
    answer(table.batch, 0, 1, ROLL)
    assert table.active == [0, 2, 3]
    for name in ("hand", "placed", "free", "at", "aim", "ticks"):
        assert (table.batch.states[name] == before[name]).all(), "nothing moves before the tick does"


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_ro_5_7_they_are_rolled_with_all_dice_in_hand(dice: int) -> None:
    """Whether the last one is named or all at once; no tick passes between taking and rolling."""
    spaces = spaces_of(MIXED)[:3]
    for answers in ([TAKE, *(back(s) for s in spaces[:dice]), ROLL][: 4 if dice == 3 else 9], [TAKE, TAKE_ALL]):
        taken = 3 if TAKE_ALL in answers else dice
        table = Table("scenario_1", 4).lay_ordeals(MIXED).put(1, 0, spaces)
        table.tick({1: answers}, rolls={1: "SOK"[:taken]})
        assert (table.held(1), table.aims(1)) == ("SOK"[:taken], FREE)
        assert sorted(table.lies(1)[1]) == sorted(spaces[taken:])
        assert table.s["free"][0].sum() == len(spaces_of(MIXED)) - 3 + taken
        assert not table.s["taken"].any()
    table = Table("scenario_1", 4).lay_ordeals(MIXED).put(1, 0, spaces[0], "HH")
    table.tick({1: TAKE}, rolls={1: "SOK"})
    assert (table.held(1), table.lies(1)) == ("SOK", (-1, "")), "a single die need not be named"


def test_ro_5_7_dice_that_came_back_by_themselves_are_rolled_too() -> None:
    """Confusion comes first and sends all dice back; of two named dice one is gone when its time comes."""
    spaces = spaces_of(MIXED)[:3]
    for kind, choice, left in (("confusion all", choose_target(0), ""), ("confusion one", None, spaces[1:2])):
        table = Table("scenario_5", 4).lay_ordeals(MIXED).lay_spells(spells(kind)[0]).put(2, 0, spaces_of(MIXED)[3])
        table.put(1, 0, spaces).put(3, 1, spaces_of(int(table.s["ordeal"][1]))[0])
        table.tick({0: cast(0, table.fill_wizard(0))})
        wizard = choose_die(0, spaces[0]) if choice is None else choice
        table.tick({0: wizard, 1: [TAKE, back(spaces[0]), back(spaces[2]), ROLL]}, order=[0, 1, 2, 3])
        assert sorted(table.lies(1)[1]) == sorted(left)
        assert len(table.held(1)) == 3 - len(left)
        assert "?" not in table.held(1)


def test_ro_5_7_the_wizard_takes_back_and_a_full_card_gives_back() -> None:
    table = Table("training_2", 3).lay_spells(spells("dracology 1")[0]).lay_ordeals(alone()[0]).dragon(1)
    spaces = BOX.spells[spells("dracology 1")[0]].wizard
    table.put(0, 0, spaces[:2], "PWA")
    table.fill(0, 0, but=0)
    full = spaces_of(alone()[0])
    table.tick({0: [TAKE, wizard_back(spaces[0]), ROLL], 1: [TAKE, back(full[0]), ROLL]}, rolls={0: "LLLL", 1: "F"})
    assert (table.lies(0)[1], table.held(0), table.aims(0)) == (spaces[1], "LLLL", FREE)
    assert (len(table.lies(1)[1]), table.held(1)) == (len(full) - 1, "F"), "also from a full card under the dragon"
    table.tick({0: TAKE, 1: [TAKE, TAKE_ALL]}, rolls={0: "PWAFL", 1: "SOK"})
    assert (table.held(0), table.held(1)) == ("PWAFL", "SOK")
    assert not table.may(1, TAKE), "no die placed"


def test_ro_5_7_nobody_else_knows_that_dice_will_come_back() -> None:
    table = Table("scenario_1", 4).lay_ordeals(MIXED).put(2, 0, spaces_of(MIXED)[:3])
    eyes = [table.batch.observe([0], [seat]) for seat in range(4)]
    for action in (TAKE, back(spaces_of(MIXED)[0]), ROLL):
        answer(table.batch, 0, 2, action)
        assert (table.s["taken"][2].sum() > 0) == (action != TAKE)
        for seat in (0, 1, 3):
            assert (table.batch.observe([0], [seat]) == eyes[seat]).all()


def test_ro_5_3_the_wizard_chooses_face_or_joker() -> None:
    """Only where both are possible: the banner shows the symbol, both are in hand, and the card has one more space."""
    with_banner = [k for k in spells("confusion one", "confusion all") if BOX.spells[k].banner]
    number = next(k for k in with_banner if BOX.spells[k].banner in BOX.spells[k].wizard)
    card = BOX.spells[number]
    blank = [k for k in spells("dracology 1", "summoning", "confusion one") if not BOX.spells[k].banner]
    plain = ordeals("basic", 5, lambda ordeal: not ordeal.banner)
    symbol, rest = card.banner, card.wizard.replace(card.banner, "", 1)

    def ready(hand: str, placed: str = "") -> Table:
        table = Table("scenario_1", 5).lay_ordeals(*plain[:3]).lay_spells(number, *blank[:2])
        return table.put(0, 0, placed, hand) if placed else table.hand(0, hand)

    table = ready(f"{symbol}JLLL" if symbol != "L" else "LJPPP")
    assert with_joker(0, symbol) in table.ids(0)
    for action, left in ((cast(0, symbol), "J"), (with_joker(0, symbol), symbol)):
        table = ready(f"{symbol}J")
        table.tick({0: action})
        assert (table.held(0), table.lies(0)) == (f"{left}???", (0, symbol))
    assert not ready(symbol).ids(0) & JOKERS, "no joker"
    assert not ready("J").ids(0) & JOKERS, "no natural face: the joker is placed as ever"
    assert ready("J").may(0, cast(0, symbol))
    last = ready(f"{symbol}J"[: 6 - len(card.wizard)], rest)
    assert not last.ids(0) & JOKERS, "the last space of the card"
    table = ready(f"{symbol}J").lay_spells(*blank[:3])
    assert not table.ids(0) & JOKERS, "no banner"


def test_ro_5_3_a_joker_whose_banner_goes_is_not_placed() -> None:
    """A hero completes the ordeal with the banner first; the natural face would have fitted."""
    ordeal = next(k for k in ordeals("basic", 3, lambda card: card.banner != "") if len(spaces_of(k)) == 3)
    symbol = BOX.ordeals[ordeal].banner
    plain = [
        k for k in spells("dracology 1", "confusion one", "confusion all", "summoning") if not BOX.spells[k].banner
    ]
    number = next(k for k in plain if symbol in BOX.spells[k].wizard)
    others = ordeals("basic", 3, lambda card: card.banner == "")
    for action, lies in ((with_joker(0, symbol), (-1, "")), (cast(0, symbol), (0, symbol))):
        table = Table("scenario_1", 3).lay_ordeals(ordeal, *others[:2]).stack_ordeals(others[2])
        table.lay_spells(number, *[k for k in plain if k != number][:2]).hand(0, f"{symbol}J")
        last = table.fill(0, 0)
        table.hand(1, last).tick({0: action, 1: place(0, last)}, order=[1, 0, 2])
        assert table.lies(0) == lies


def test_ro_5_8_targets_of_heroes() -> None:
    """All that may be in play is, and every hero holds all faces in turn."""
    table = Table("scenario_6", 5).lay_ordeals(*BASIC[:3]).dragon(2).wound(0, 1, 2, 3)
    table.curse(*range(6))
    for card in range(6):
        table.dissipate(card, 3)
    spells_of = [BOX.spells[k].hero for k in range(ro.DISSIPATION, ro.DISSIPATION + 12)]
    spaces = [*(spaces_of(k) for k in BASIC[:3]), BOX.dragon_tile[4], *spells_of, *[cards(4).wounded] * 4]
    for target in range(20):
        assert sorted(spaces[target]) == sorted(
            "".join(s * int(n) for s, n in zip("FSOKHJ", table.s["free"][target], strict=True))
        )
    for faces in ("FSO", "KHJ"):
        table.hand(1, faces)
        joker = {BOX.icons["bard"]} if "J" in faces else set()
        wanted = {place(t, s) for t in range(20) for s in set(spaces[t]) & (set(faces) | joker)}
        assert table.ids(1) & PLACES == wanted
    table.dragon(0)
    assert not any(table.may(1, place(3, s)) for s in "FSOKHJ"), "in play while the dragon is off it"


@pytest.mark.parametrize("target", [3, 4, 10, 16])
def test_ro_5_8_what_is_not_in_play_is_no_target(target: int) -> None:
    table = Table("scenario_6", 4)
    for faces in ("FSO", "KHJ"):
        table.hand(1, faces)
        assert not table.ids(1) & {place(target, s) for s in "FSOKHJ"}


def test_ro_5_9_who_owes_a_choice_has_nothing_else() -> None:
    table = Table("scenario_6", 4).lay_spells(spells("no F")[0]).coins(2, 2)
    table.tick({0: cast(0, table.fill_wizard(0))})
    assert table.ids(0) == {choose_hero(0), choose_hero(1), choose_hero(2)}
    first, second, *_ = ordeals("basic", 4, lambda card: len(card.hero) > 3)
    table.lay_ordeals(first)
    last = table.fill(0, 0, 1)
    table.hand(2, last).tick({0: choose_hero(0), 2: place(0, last)})
    assert table.ids(2) == {choose_hero(0), choose_hero(1)}
    table.lay_ordeals(second).put(3, 0, spaces_of(second)[:3]).dissipate(0, 2)
    assert table.s["owes"][2] == 1
    assert table.ids(3) == {back(s) for s in spaces_of(second)[:3]}


def test_ro_5_10_two_coins_discard_the_top_card() -> None:
    table = Table("scenario_2", 4).coins(2, 2)
    ordeal, spell, sizes = table.ordeal_deck[0], table.spell_deck[0], (len(table.ordeal_deck), len(table.spell_deck))
    assert [table.may(seat, SPEND) for seat in range(4)] == [True] * 4
    table.tick({0: SPEND, 3: SPEND})
    assert table.s["coins"].tolist() == [0, 0]
    assert (len(table.ordeal_deck), len(table.spell_deck)) == (sizes[0] - 1, sizes[1] - 1)
    assert table.s["ordeal_unseen"] == 1 << ordeal
    assert table.s["spell_unseen"] == 1 << spell
    assert [table.may(seat, SPEND) for seat in range(4)] == [False] * 4
    assert not Table("scenario_2", 4).coins(1, 1).may(1, SPEND)
    assert not Table("scenario_2", 4).coins(0, 1).may(0, SPEND)


@pytest.mark.parametrize("seat", [0, 2])
def test_ro_5_10_the_last_card_discarded_wins(seat: int) -> None:
    for left, ends in ((2, False), (1, True)):
        table = Table("scenario_2", 4).coins(*((2, 0) if seat else (0, 2))).left(spells=left, ordeals=left)
        table.tick({seat: SPEND})
        assert table.won == (((0, "deck") if seat else (1, "deck")) if ends else None)


def test_ro_5_10_a_known_card_that_is_discarded_is_seen() -> None:
    """A summoned card, or a spell put back by a swap, is known to all when it goes."""
    summoned = ro.SUMMONED + 2
    table = Table("scenario_2", 4).coins(2, 2).stack_ordeals(summoned).scrolls(ro.SWAP_SCROLL)
    swapped = int(table.s["spell"][1])
    table.tick({0: ro.SWAP + 1})
    assert table.spell_deck[0] == swapped
    table.tick({0: SPEND, 1: SPEND})
    assert (table.s["ordeal_gone"], table.s["ordeal_unseen"]) == (1 << summoned, 0)
    assert (table.s["spell_gone"], table.s["spell_unseen"]) == (1 << swapped, 0)
    assert (table.s["known_spell"], table.s["known_ordeal"]) == (-1, -1)


def test_ro_5_1_words_and_ids_of_section_11() -> None:
    sentences = {
        0: "wait", 1: "roll", 2: "take back and roll", 3: "take back all", 270: "spend coins", 285: "pass",
        15 + 6 * 3 + 5: "place on dragon tile, joker", choose_target(3): "choose target dragon tile",
        259: "choose hero_0", 286 + 1: "heal hero_1", 267: "swap spell 1", 263: "flip plant to water",
        302: "push the dragon back", 175 + 5 * 1 + 4: "place a joker on spell 2, lightning",
    }  # fmt: skip
    for action, words in sentences.items():
        assert GAME.describe(action) == words
        assert GAME.parse(words) == action
    assert GAME.actions.size == 323
    starts = [4, 10, 15, 135, 175, 215, 235, 259, 263, 267, 270, 271, 277, 285, 286, 290, 302, 303]
    assert sorted(GAME.actions.starts.values()) == [0, 1, 2, 3, *starts]
