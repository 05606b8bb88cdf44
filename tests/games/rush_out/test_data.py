"""The data files of Rush Out! (RO-2, RO-3, RO-9): a wrong value is refused with file and line."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from games import data_files
from games.data_files import (
    copied,
    last_line,
    refused_when_missing_or_empty,
    spoil_cell,
    surround,
    table_of,
    write,
)
from games.rush_out import oracle as ro
from games.rush_out.positions import BOX, GAME, SCENARIOS, cards
from rush_envs.games.rush_out import components

FILES = ("heroes.txt", "market.txt", "ordeals.txt", "scenarios.txt", "spells.txt", "tiles.txt")
ROWS = {"heroes.txt": 4, "market.txt": 14, "ordeals.txt": 29, "scenarios.txt": 8, "spells.txt": 47, "tiles.txt": 4}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data to spoil."""
    return copied(GAME, tmp_path)


refused = partial(data_files.refused, components.load)


# ------------------------------------------------------------------------------------------------------------------
# The box as it is: what the manual gives


def test_an_untouched_copy_is_the_box(folder: Path) -> None:
    found = components.load(folder)
    for mine, theirs in zip(found.spells + found.ordeals, components.BOX.spells + components.BOX.ordeals, strict=True):
        assert (mine == theirs).all()
    assert (found.mix == components.BOX.mix).all()


def test_the_numbers_of_the_manual() -> None:
    kinds = Counter(card.kind for card in BOX.spells)
    families = {name: sum(kinds[kind] for kind in members) for name, members in ro.FAMILIES.items()}
    assert list(families.values()) == [8, 7, 7, 6, 6, 7, 6]
    assert [card.kind for card in BOX.spells] == [card.kind for card in ro.CARDS.spells]
    assert Counter(card.kind for card in BOX.ordeals) == {"basic": 20, "coin": 4, "clash": 5}
    assert components.SPELL_MIX.tolist() == [list(ro.SPELL_COUNTS[name]) for name in SCENARIOS]
    assert components.EQUIPMENT_PRICE.tolist() == ro.EQUIPMENT_PRICES
    assert components.EQUIPMENT_COPIES.tolist() == ro.EQUIPMENT_COPIES
    assert components.SCROLL_PRICE.tolist() == ro.SCROLL_PRICES
    assert components.COST.tolist() == [ro.ABILITY_PRICES[name] for name in ro.CHARACTERS]
    assert components.SOULS.tolist() == list(ro.SOULS.values())
    assert components.LIVES.tolist() == list(ro.LIVES.values())
    assert {k: "".join(s * n for s, n in zip("PWAFL", components.SCROLL_SPACES[k], strict=True)) for k in (6, 7)} == {
        6: "LL",
        7: "FFFFF",
    }
    begins = components.BOX.begins
    assert [SCENARIOS[begins[thing]] for thing in ("dragon", "trophies", "coins", "souls", "lives", "experience")] == [
        "training_2", "scenario_1", "scenario_2", "scenario_4", "scenario_5", "scenario_6",
    ]  # fmt: skip


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_the_specification_says_of_symbols(players: int) -> None:
    printed = cards(players - 1)
    assert (
        sum(card.kind == "basic" and card.back <= players for card in printed.ordeals) == {3: 9, 4: 15, 5: 20}[players]
    )
    assert set(printed.dragon_tile[players - 1]) == {"J"}
    assert set(printed.icons.values()) == set("FSOK")
    for card in printed.ordeals + printed.spells:
        assert "J" not in card.hero + card.wizard
        assert (len(card.hero) <= 6, len(card.wizard) <= 5) == (True, True)
    assert sum(card.kind == "coin" and card.back <= players for card in printed.ordeals) >= 2, "enough to spend"
    assert not any(
        card.banner for card in printed.spells if card.kind in ro.FAMILIES["dissipation"] + ro.FAMILIES["curse"]
    )


def test_comments_and_blank_lines_do_not_count(folder: Path) -> None:
    for name in FILES:
        surround(folder / name)
    assert (components.load(folder).spells.wizard == components.BOX.spells.wizard).all()


# ------------------------------------------------------------------------------------------------------------------
# Wrong values


@pytest.mark.parametrize(
    ("name", "row", "column", "value", "says"),
    [
        # too many spaces for the dice there are
        ("spells.txt", 5, "wizard", "PPPPPP", "wizard has 6 spaces"),
        ("spells.txt", 9, "heroes", "SSSSSSS", "heroes has 7 spaces"),
        ("ordeals.txt", 3, "heroes", "FFFFFFF", "heroes has 7 spaces"),
        ("ordeals.txt", 21, "wizard", "LLLLLL", "wizard has 6 spaces"),
        ("tiles.txt", 0, "four heroes", "JJJJJJJ", "four heroes has 7 spaces"),
        ("tiles.txt", 1, "two heroes", "HHHH", "4 spaces; no more than 3"),
        ("tiles.txt", 1, "two heroes", "HH", "one wounded side"),
        ("market.txt", 12, "spaces", "LLLLLL", "spaces has 6 spaces"),
        # wrong symbols
        ("spells.txt", 0, "wizard", "PPS", "give symbols out of PWAFL"),
        ("spells.txt", 10, "heroes", "KKX", "symbols out of FSOKH"),
        ("spells.txt", 10, "heroes", "KKJ", "symbols out of FSOKH"),
        ("ordeals.txt", 0, "heroes", "sso", "symbols out of FSOKH"),
        ("ordeals.txt", 0, "heroes", "SSJ", "symbols out of FSOKH"),
        ("ordeals.txt", 25, "wizard", "WWJ", "symbols out of PWAFL"),
        ("tiles.txt", 0, "two heroes", "JH", "symbols out of J"),
        ("tiles.txt", 1, "two heroes", "HJ", "symbols out of FSOKH"),
        ("spells.txt", 2, "banner", "S", "banner is 'S'"),
        ("ordeals.txt", 2, "banner", "PW", "banner is 'PW'"),
        ("heroes.txt", 1, "icon", "J", "icon is 'J'"),
        ("heroes.txt", 1, "icon", "", "icon is ''"),
        # spaces where there are none, none where there must be some
        ("spells.txt", 0, "heroes", "SS", "this card has no spaces there"),
        ("spells.txt", 20, "wizard", "", "this card needs spaces"),
        ("spells.txt", 12, "heroes", "", "this card needs spaces there"),
        ("spells.txt", 30, "heroes", "", "this card needs spaces"),
        ("ordeals.txt", 4, "wizard", "PP", "this card has no spaces there"),
        ("ordeals.txt", 22, "wizard", "", "needs spaces"),
        ("ordeals.txt", 8, "heroes", "", "needs spaces"),
        ("market.txt", 2, "item", "keys", "'keys' stands where 'footprints'"),
        ("market.txt", 7, "spaces", "PP", "has no spaces"),
        ("market.txt", 13, "spaces", "", "needs spaces"),
        # kinds and their order
        ("spells.txt", 23, "kind", "no fire", "'no fire' stands where 'vortex' belongs"),
        ("spells.txt", 29, "kind", "one hand", "'one hand' stands where 'silence' belongs"),
        ("spells.txt", 24, "kind", "no heart", "kind is 'no heart'"),
        ("ordeals.txt", 19, "kind", "coin", "'coin' stands where 'basic'"),
        ("ordeals.txt", 20, "kind", "summoned", "kind is 'summoned'"),
        ("ordeals.txt", 28, "kind", "coin", "stands where 'clash'"),
        ("heroes.txt", 2, "character", "wizard", "'wizard' stands where 'warrior'"),
        ("tiles.txt", 2, "tile", "soul", "where 'souls'"),
        ("scenarios.txt", 3, "scenario", "scenario_3", "stands where 'scenario_2'"),
        ("scenarios.txt", 3, "brings", "lives", "things join in one after another"),
        ("scenarios.txt", 3, "brings", "gold", "brings is 'gold'"),
        # numbers
        ("ordeals.txt", 6, "back", "2", "back is '2'"),
        ("ordeals.txt", 6, "back", "6", "back is '6'"),
        ("ordeals.txt", 6, "back", "x", "back"),
        ("heroes.txt", 0, "cost", "0", "cost is '0'"),
        ("heroes.txt", 0, "cost", "10", "cost is '10'"),
        ("tiles.txt", 2, "two heroes", "9", "from 1 to 8"),
        ("tiles.txt", 3, "four heroes", "0", "from 1 to 8"),
        ("market.txt", 5, "copies", "2", "11 equipment cards; the manual counts 10"),
        ("market.txt", 0, "price", "6", "price"),
        ("market.txt", 8, "copies", "2", "copies is '2'"),
        ("market.txt", 8, "price", "0", "price is '0'"),
        ("market.txt", 8, "for", "hero", "for is 'hero'"),
        ("market.txt", 1, "for", "wizard", "for is 'wizard'"),
        ("scenarios.txt", 0, "confusion", "9", "confusion is '9'"),
        ("scenarios.txt", 5, "curse", "7", "curse is '7'"),
        ("scenarios.txt", 7, "regression", "-1", "regression is '-1'"),
        ("spells.txt", 3, "source", "guessed", "source is 'guessed'"),
    ],
)
def test_a_wrong_value_is_refused(folder: Path, name: str, row: int, column: str, value: str, says: str) -> None:
    line = spoil_cell(folder / name, row, column, value)
    assert refused(folder, name, says) == line


def test_two_characters_with_one_icon(folder: Path) -> None:
    icon = "FSOKHJ"[components.ICON[0]]
    spoil_cell(folder / "heroes.txt", 2, "icon", icon)
    assert refused(folder, "heroes.txt", "two characters have the same icon") == last_line(folder / "heroes.txt")


@pytest.mark.parametrize(
    ("row", "kind", "says"),
    [
        (7, "summoning", "7 spells of type confusion; there are 8"),
        (8, "confusion one", "9 spells of type confusion; there are 8"),
        (46, "damnation 1", "8 spells of type damnation; there are 7"),
        (15, "damnation 2", "6 spells of type dracology"),
    ],
)
def test_wrong_numbers_of_a_type(folder: Path, row: int, kind: str, says: str) -> None:
    """Nobody can say which line is wrong, the last one is named."""
    spoil_cell(folder / "spells.txt", row, "kind", kind)
    assert refused(folder, "spells.txt", says) == last_line(folder / "spells.txt")


@pytest.mark.parametrize(("kind", "other"), [
    ("confusion one", "confusion all"), ("confusion all", "confusion one"), ("dracology 2", "dracology 1"),
    ("dracology 1", "dracology 2"), ("damnation 1", "damnation 2"), ("damnation 2", "damnation 1"),
    ("regression one", "regression all"), ("regression all", "regression one"),
])  # fmt: skip
def test_a_kind_that_is_missing(folder: Path, kind: str, other: str) -> None:
    for row in np.flatnonzero(components.KIND_NAMES.index(kind) == components.SPELL_KIND):
        spoil_cell(folder / "spells.txt", int(row), "kind", other)
    assert refused(folder, "spells.txt", f"no spell is of kind '{kind}'") == last_line(folder / "spells.txt")


def test_types_out_of_order(folder: Path) -> None:
    first, second = (
        spoil_cell(folder / "spells.txt", 7, "kind", "summoning"),
        spoil_cell(folder / "spells.txt", 8, "kind", "confusion one"),
    )
    spoil_cell(folder / "spells.txt", 7, "heroes", "SS")
    spoil_cell(folder / "spells.txt", 8, "heroes", "")
    assert second == first + 1
    assert refused(folder, "spells.txt", "the types must follow one another") == second


def test_a_scenario_needs_spells_and_not_too_many(folder: Path) -> None:
    line = 0
    for column in ("confusion", "summoning"):
        line = spoil_cell(folder / "scenarios.txt", 0, column, "1")
    assert refused(folder, "scenarios.txt", "2 spells; give 4 to 25") == line
    spoil_cell(folder / "scenarios.txt", 0, "confusion", "8")
    line = spoil_cell(folder / "scenarios.txt", 4, "confusion", "8")
    assert line
    line = spoil_cell(folder / "scenarios.txt", 4, "damnation", "7")
    assert refused(folder, "scenarios.txt", "32 spells; give 4 to 25") == line


def test_everything_must_join_in(folder: Path) -> None:
    spoil_cell(folder / "scenarios.txt", 7, "brings", "")
    assert refused(folder, "scenarios.txt", "never join in") == last_line(folder / "scenarios.txt")


def test_too_few_ordeals_for_three_players(folder: Path) -> None:
    for row in range(4):
        spoil_cell(folder / "ordeals.txt", row, "back", "5")
    assert refused(folder, "ordeals.txt", "only 5 basic ordeals for 3 players") == last_line(folder / "ordeals.txt")


@pytest.mark.parametrize("name", FILES)
def test_a_missing_or_empty_file_and_wrong_numbers_of_rows(folder: Path, name: str) -> None:
    lines, places = table_of(folder / name)
    for changed in ([*lines[:-1]], [*lines, lines[-1]]):
        write(folder / name, changed)
        refused(folder, name, f"rows; there must be {ROWS[name]}")
    head = lines[places[0]]
    (folder / name).write_text(
        "\n".join([*lines[: places[0]], head + " | more", *lines[places[1] :]]), encoding="utf-8"
    )
    assert refused(folder, name, "columns") == places[0] + 1
    refused_when_missing_or_empty(components.load, folder, name)
