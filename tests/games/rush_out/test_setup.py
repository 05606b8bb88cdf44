"""Rush Out!, rules RO-1 to RO-3: agents, options, dice and cards, the set-up of a match and of a round."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import rush_envs
from games.by_hand import elements
from games.rush_out import oracle as ro
from games.rush_out.oracle import FREE, Oracle
from games.rush_out.positions import (
    BOX,
    GAME,
    PLAYERS,
    SCENARIOS,
    SameChance,
    Table,
    alone,
    cards,
    cast,
    dealt,
    facts,
    oracle_of,
    ordeals,
    place,
    spells,
)
from rush_envs.engine.rng import mixed
from rush_envs.errors import BadOption
from rush_envs.games.rush_out import components

# ------------------------------------------------------------------------------------------------------------------
# RO-1 Agents and configuration


@pytest.mark.parametrize("players", PLAYERS)
def test_ro_1_1_the_wizard_and_his_heroes(players: int) -> None:
    batch = dealt(num_players=players)
    assert batch.agents == ["wizard_0", *[f"hero_{k}" for k in range(players - 1)]]
    teams = batch.states["team"][0, :players].tolist()
    assert teams.count(teams[0]) == 1, "the wizard is alone"
    assert len(set(teams[1:])) == 1, "the heroes are together"
    assert elements(batch.states["active"][0]) == set(range(players))
    assert GAME.simultaneous


def test_ro_1_2_options_and_their_defaults() -> None:
    config = GAME.config()
    assert (config.num_players, config.scenario, config.handicap, config.max_ticks) == (4, "scenario_1", False, 6000)
    assert config.heroes == ("bard", "sentinel", "warrior")
    assert [GAME.config(scenario=name).scenario for name in SCENARIOS] == SCENARIOS


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"num_players": 2}, "num_players=2"),
        ({"num_players": 6}, "num_players=6"),
        ({"num_players": True}, "num_players"),
        ({"num_players": "4"}, "num_players"),
        ({"scenario": "scenario_7"}, "scenario='scenario_7'"),
        ({"scenario": 1}, "scenario=1"),
        ({"scenario": "training"}, "training_1"),
        ({"scenarios": "scenario_1"}, "scenario"),
    ],
)
def test_ro_1_2_other_numbers_and_names_are_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadOption, match=says):
        rush_envs.make_batch("rush_out", 1, **options)


@pytest.mark.parametrize(("players", "heroes"), [
    (3, ("cleric", "warrior")), (4, ("sentinel", "bard", "cleric")), (5, ("warrior", "cleric", "bard", "sentinel")),
    (3, ["warrior", "bard"]),
])  # fmt: skip
def test_ro_1_3_characters_sit_where_they_are_named(players: int, heroes: Any) -> None:
    table = Table("scenario_1", players, heroes=heroes)
    names = [ro.CHARACTERS[k] for k in table.s["character"][: players - 1]]
    assert names == list(heroes)
    for hero, name in enumerate(heroes):
        seen = table.sees(0)
        assert seen["character"][hero].tolist() == [int(other == name) for other in ro.CHARACTERS]
        assert [s for s, covers in zip("FSOKH", seen["joker_as"][hero], strict=True) if covers] == [BOX.icons[name]]
    assert not table.sees(0)["character"][players - 1 :].any()


@pytest.mark.parametrize("options", [
    {"heroes": ("bard",)}, {"heroes": ("bard", "bard", "cleric")}, {"heroes": ("bard", "sentinel", "wizard")},
    {"heroes": ("bard", "sentinel", "warrior", "cleric")}, {"num_players": 3, "heroes": ("bard", "sentinel", "cleric")},
    {"heroes": "bard"}, {"heroes": ()}, {"heroes": 3},
])  # fmt: skip
def test_ro_1_3_as_many_different_characters_as_heroes(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="heroes"):
        rush_envs.make_batch("rush_out", 1, **options)


@pytest.mark.parametrize("scenario", ["training_1", "scenario_6"])
def test_ro_1_4_the_handicap_takes_two_ordeals_out(scenario: str) -> None:
    plain = elements(dealt(scenario=scenario).states["ordeal_set"][0])
    batch = dealt(400, scenario=scenario, handicap=True)
    gone = [plain - elements(word) for word in batch.states["ordeal_set"]]
    assert {len(pair) for pair in gone} == {2}
    counts = np.bincount([card for pair in gone for card in pair], minlength=29)
    expected = 800 / len(plain)
    assert (np.abs(counts[sorted(plain)] - expected) < 5 * expected**0.5).all(), "any two, equally likely"
    assert (batch.states["ordeal_count"] == len(plain) - 5).all()
    assert len(set(batch.states["spell_count"].tolist())) == 1
    for wrong in (1, "yes", None):
        with pytest.raises(BadOption, match="handicap"):
            rush_envs.make_batch("rush_out", 1, handicap=wrong)


def test_ro_1_5_after_max_ticks_the_game_is_truncated() -> None:
    table = Table("scenario_6", max_ticks=3)
    for tick in range(3):
        assert table.s["ticks"] == tick
        assert table.active == [0, 1, 2, 3]
        table.tick()
    assert table.active == []
    assert bool(table.batch.truncated[0])
    assert not table.batch.done[0]
    for wrong in (0, 30001, -1, 2.5):
        with pytest.raises(BadOption, match="max_ticks"):
            rush_envs.make_batch("rush_out", 1, max_ticks=wrong)
    assert GAME.config(max_ticks=30000).max_ticks == 30000


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ro_1_6_trainings_are_one_round_scenarios_two_or_three(scenario: str) -> None:
    """Either side's deck holds one card; completing one of its own wins the round, with two trophies the match."""
    training = scenario.startswith("training")
    for winner, before in product((0, 1), [(0, 0)] if training else [(0, 0), (1, 0), (0, 1), (1, 1)]):
        table = Table(scenario).trophies(*before).lay_ordeals(alone()[0]).lay_spells(spells("summoning")[0])
        if winner == 0:
            last = table.left(ordeals=1).fill(0, 0)
            table.hand(1, last).tick({1: place(0, last)})
        else:
            table.left(spells=1).tick({0: cast(0, table.fill_wizard(0))})
        after = [before[0] + (winner == 0), before[1] + (winner == 1)]
        assert table.s["trophies"].tolist() == after
        over = training or after[winner] == 2
        assert bool(table.batch.done[0]) == over
        while table.s["phase"] == 1 and not over:
            table.shop(ro.PASS)
        assert table.s["round_now"] == sum(before) + (not over), "the next round, if there is one"
        assert over or min(len(table.spell_deck), len(table.ordeal_deck)) > 1, "decks as at the start"


# ------------------------------------------------------------------------------------------------------------------
# RO-2 Components


def test_ro_2_1_faces_of_the_dice() -> None:
    """Every face comes up, equally often."""
    batch = dealt(2000, scenario="training_1", num_players=3)
    wizard = batch.states["hand"][:, 0].sum(axis=0)
    assert wizard[6] == 0
    assert (np.abs(wizard[:6] - 10000 / 6) < 190).all()
    for _ in range(3):
        batch.step(np.ones(2000, int))  # everybody rolls
    heroes = batch.states["hand"][:, 1:3].sum(axis=(0, 1))
    assert heroes[6] == 0
    assert (np.abs(heroes[:6] - 12000 / 6) < 200).all()
    words = [GAME.describe(ro.PLACE_HERO + s).rsplit(", ")[1] for s in range(6)]
    assert words == ["fire", "sword", "footprints", "key", "heart", "joker"]
    words = [GAME.describe(ro.PLACE_WIZARD + s).rsplit(", ")[1] for s in range(5)]
    assert words == ["plant", "water", "air", "fire", "lightning"]


@pytest.mark.parametrize("character", ro.CHARACTERS)
def test_ro_2_2_a_heros_joker_covers_his_icon_only(character: str) -> None:
    """Every symbol is somewhere among the ordeals; equipment adds its own."""
    heroes = (character, next(name for name in ro.CHARACTERS if name != character))
    icon, seen = BOX.icons[character], set()
    for k, number in enumerate(ordeals("basic", 3)):
        for item, added in [(None, ""), *(enumerate(ro.EQUIPMENT) if k == 0 else [])]:
            table = Table("scenario_6", 3, heroes=heroes).lay_ordeals(number).hand(1, "J")
            if item is not None:
                table = Table("scenario_6", 3, heroes=heroes).buy(0, item).lay_ordeals(number).hand(1, "J")
            for symbol in BOX.ordeals[number].hero:
                assert table.may(1, place(0, symbol)) == (symbol == icon or symbol in added)
                seen.add(symbol)
    assert seen == set("FSOKH")


def banners(on_spell: str = "", on_ordeal: str = "") -> tuple[list[int], list[int]]:
    """Three spells and three ordeals of which one each has this banner, the others none."""
    cast_once = spells("dracology 1", "dracology 2", "confusion one", "confusion all", "summoning")
    blank = [k for k in cast_once if not BOX.spells[k].banner], ordeals("basic", 5, lambda card: not card.banner)
    first = [k for k in cast_once if on_spell and BOX.spells[k].banner == on_spell][:1]
    second = ordeals("basic", 5, lambda card: on_ordeal != "" and card.banner == on_ordeal)[:1]
    return (first + blank[0])[:3], (second + blank[1])[:3]


def test_ro_2_3_the_wizards_joker_covers_the_banners_lying_out() -> None:
    available = {card.banner for card in BOX.spells[:22] if card.banner}
    printed = {BOX.ordeals[k].banner for k in ordeals("basic", 5) if BOX.ordeals[k].banner}
    assert available
    assert printed
    for one in available:
        for two in printed - {one}:
            first, second = banners(one, two)
            table = Table("scenario_1", 5).lay_spells(*first).lay_ordeals(*second).hand(0, "JJ")
            assert set(np.array(list("PWAFL"))[table.sees(0)["wizard_joker_as"] == 1]) == {one, two}
            for space, number in enumerate(first):
                for symbol in BOX.spells[number].wizard:
                    assert table.may(0, cast(space, symbol)) == (symbol in (one, two))
            table.dragon(1)
            assert table.sees(0)["wizard_joker_as"].sum() == 2, "under the dragon too"


def test_ro_2_3_scrolls_add_and_cards_before_heroes_have_no_banner() -> None:
    first, second = banners()
    table = Table("scenario_3", 5).lay_spells(*first).lay_ordeals(*second).hand(0, "J")
    assert not table.sees(0)["wizard_joker_as"].any()
    table.dissipate(2, 0).curse(2)
    assert not table.sees(0)["wizard_joker_as"].any()
    for scroll, symbol in ro.JOKER_SCROLLS.items():
        table.scrolls(scroll)
        assert table.sees(0)["wizard_joker_as"].tolist() == [int(s == symbol) for s in "PWAFL"]
    summoned = next(k for k in spells("summoning") if BOX.spells[k].banner)
    table.scrolls().lay_ordeals(ro.SUMMONED + summoned - ro.SUMMONING)
    assert table.sees(0)["wizard_joker_as"].tolist() == [int(s == BOX.spells[summoned].banner) for s in "PWAFL"]


def test_ro_2_4_spaces_are_filled_with_dice() -> None:
    table = Table("training_1", 3).lay_ordeals(alone()[0])
    spaces = BOX.ordeals[alone()[0]].hero
    table.hand(1, spaces)
    for k, symbol in enumerate(spaces):
        assert table.s["ordeal"][0] == alone()[0], "not full yet"
        table.tick({1: place(0, symbol)})
        if k < len(spaces) - 1:
            assert table.s["free"][0].sum() == len(spaces) - k - 1
    assert table.s["ordeal"][0] != alone()[0], "a die on every space"


@pytest.mark.parametrize("position", [0, 1, 2, 3])
def test_ro_2_5_where_the_dragon_stands(position: int) -> None:
    """A full ordeal completes but under the dragon: place p is ordeal space p − 1."""
    for space in range(3):
        table = Table("training_2", 3).dragon(position)
        table.lay_ordeals(*table.s["ordeal"][:space].tolist(), alone()[0])
        last = table.fill(space, 0)
        table.hand(1, last).tick({1: place(space, last)})
        assert (table.s["ordeal"][space] == alone()[0]) == (position == space + 1)
        assert table.sees(1)["dragon"].tolist() == [int(k == position) for k in range(4)]


# ------------------------------------------------------------------------------------------------------------------
# RO-3 Set-up


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("players", PLAYERS)
def test_ro_3_1_cards_of_the_match(scenario: str, players: int) -> None:
    batch = dealt(60, scenario=scenario, num_players=players)
    since = SCENARIOS.index(scenario)
    kinds = {"basic", *(["coin"] if since >= 3 else []), *(["clash"] if since >= 6 else [])}
    wanted = {k for k, card in enumerate(BOX.ordeals) if card.kind in kinds and card.back <= players}
    chosen: set[int] = set()
    for s in batch.states:
        assert elements(s["ordeal_set"]) == wanted
        match = elements(s["spell_set"])
        for (_, kinds_of), number in zip(ro.FAMILIES.items(), ro.SPELL_COUNTS[scenario], strict=True):
            assert len(match & set(spells(*kinds_of))) == number
        assert match == {*s["spell"].tolist(), *s["spell_deck"][: s["spell_count"]].tolist()}
        assert wanted == {*s["ordeal"].tolist(), *s["ordeal_deck"][: s["ordeal_count"]].tolist()}
        chosen |= match
    used = [kinds for kinds, number in zip(ro.FAMILIES.values(), ro.SPELL_COUNTS[scenario], strict=True) if number]
    assert chosen == {k for kinds in used for k in spells(*kinds)}, "any spell of a kind may be chosen"


@pytest.mark.parametrize("scenario", ["scenario_2", "scenario_5", "scenario_6"])
def test_ro_3_2_three_basic_ordeals_lie_out(scenario: str) -> None:
    batch = dealt(300, scenario=scenario, num_players=4)
    tops: set[int] = set()
    for s in batch.states:
        assert {BOX.ordeals[card].kind for card in s["ordeal"].tolist()} == {"basic"}
        tops.add(int(s["ordeal_deck"][s["ordeal_count"] - 1]))
        assert len({*s["ordeal"].tolist()}) == len({*s["spell"].tolist()}) == 3
    assert {BOX.ordeals[card].kind for card in tops} >= {"basic", "coin"}, "others are anywhere in the deck"


@pytest.mark.parametrize("scenario", ["scenario_2", "scenario_5"])
def test_ro_3_2_the_others_drawn_are_shuffled_back(scenario: str) -> None:
    """Those that were drawn before three basic ones lay out are as likely on top of the deck as any card."""
    states = dealt(4000, scenario=scenario, num_players=3).states
    size = int(states["ordeal_count"][0])
    kinds = np.array([card.kind != "basic" for card in BOX.ordeals])
    others = kinds[states["ordeal_deck"][:, :size]]
    wanted = others.sum() / others.size
    assert (np.abs(others.mean(axis=0) - wanted) < 0.04).all(), "of every place of the deck"


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("players", PLAYERS)
def test_ro_3_3_tokens_at_the_start(scenario: str, players: int) -> None:
    table = Table(scenario, players)
    since, s = SCENARIOS.index(scenario), table.s
    assert s["souls"] == ((7 if players == 3 else 8) if since >= 5 else 0)
    assert s["lives"] == (players + 1 if since >= 6 else 0)
    assert s["dragon"] == s["question"] == s["scrolls"] == s["ticks"] == 0
    assert (s["dissipation"] == -1).all()
    for name in (
        "cursed",
        "wounded",
        "experience",
        "coins",
        "busy",
        "owners",
        "locked",
        "owes",
        "equipment",
        "trophies",
    ):
        assert not s[name].any(), name
    assert s["equipment_left"].tolist() == ro.EQUIPMENT_COPIES


def test_ro_3_3_a_new_round_keeps_equipment_scrolls_and_trophies_only() -> None:
    table = Table("scenario_6").scrolls(2, 6).equip(0, 1).wound(0, 1).curse(0, 2, 4).dissipate(0, 1).dissipate(3, 0)
    match = table.s["spell_set"], table.s["ordeal_set"]
    table.lay_ordeals(alone()[0]).stack_ordeals(ordeals()[-1])
    table.points(3, 0, 2).dragon(2).set(souls=3, lives=2).busy(0, 1).left(ordeals=1)
    last = table.fill(0, 0)
    table.hand(1, last).tick({1: place(0, last)})
    while table.s["phase"] == 1:
        table.shop(ro.PASS)
    s = table.s
    assert (s["scrolls"], s["equipment"].tolist()) == (1 << 2 | 1 << 6, [2, 0, 0, 0])
    assert (s["trophies"].tolist(), s["round_now"], s["ticks"]) == ([1, 0], 1, 1)
    assert (s["spell_set"], s["ordeal_set"]) == match
    assert (s["souls"], s["lives"], s["dragon"]) == (8, 5, 0)
    for name in ("cursed", "wounded", "experience", "coins", "busy", "owners", "locked", "owes", "spell_gone"):
        assert not s[name].any(), name
    assert (s["dissipation"] == -1).all()
    assert s["wizard_free"][6].sum() == 2, "the lightning scroll can be used"
    assert table.active == [0, 1, 2, 3]


@pytest.mark.parametrize("players", PLAYERS)
def test_ro_3_4_all_dice_in_hand_the_wizards_rolled(players: int) -> None:
    table = Table("scenario_1", players)
    assert len(table.held(0)) == 5
    assert "?" not in table.held(0)
    for seat in range(1, players):
        assert table.held(seat) == "???"
    assert [table.aims(seat) for seat in range(players)] == [FREE] * players
    assert [table.lies(seat) for seat in range(players)] == [(-1, "")] * players


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("handicap", [False, True])
def test_ro_3_2_the_oracle_deals_the_same(scenario: str, handicap: bool) -> None:
    """From the stream with which a game begins."""
    for players in PLAYERS:
        batch = dealt(12, scenario=scenario, num_players=players, handicap=handicap)
        for s, word in zip(batch.states, mixed(batch.seeds, [0]), strict=True):
            chance = SameChance(int(word), before_the_match=True)
            oracle = Oracle(scenario, players - 1, handicap=handicap, cards=cards(players - 1), chance=chance)
            assert facts(oracle) == facts(oracle_of(s, batch.config))
            assert int(s["rng"]) == chance.stream.word


def test_ro_3_3_the_box_has_these_numbers() -> None:
    assert components.SOULS.tolist() == [7, 8, 8]
    assert components.LIVES.tolist() == [4, 5, 6]
