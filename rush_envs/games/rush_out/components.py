"""The box: spells, ordeals, setups, characters, tiles and the market, loaded from data/ and checked; constant tables
for the kernels.

Heroes' symbols count from 0: fire, sword, footprints, key, heart, joker; the wizard's plant, water, air, fire,
lightning, joker. Both dice have the joker as face 5, and place 6 of a hand holds the dice that have not been rolled.
Tables that kernels count with are int64: their values then count the same in kernels and in plain Python.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from rush_envs.kit.datafile import Row, read_table

FOLDER = Path(__file__).parent
FEWEST, SEATS = 3, 5  # players
HEROES = SEATS - 1
HERO_SYMBOLS, WIZARD_SYMBOLS = "FSOKHJ", "PWAFL"
HERO_WORDS = ("fire", "sword", "footprints", "key", "heart", "joker")
WIZARD_WORDS = ("plant", "water", "air", "fire", "lightning")
FACES = 6
FIRE, SWORD, FOOTPRINTS, KEY, HEART, JOKER = range(FACES)
PLANT, WATER, AIR, WIZARD_FIRE, LIGHTNING = range(len(WIZARD_WORDS))
UNROLLED = FACES
HERO_DICE, WIZARD_DICE = 3, 5
MOST_COLOURS = 2  # of heroes on one target

KIND_NAMES = (
    "confusion one", "confusion all", "summoning", "dracology 1", "dracology 2", "vortex", "no fire", "no sword",
    "no footprints", "no key", "silence", "one hand", "high five", "damnation 1", "damnation 2", "regression one",
    "regression all",
)  # fmt: skip
KINDS = len(KIND_NAMES)
(
    CONFUSION_ONE, CONFUSION_ALL, SUMMONING, DRACOLOGY_1, DRACOLOGY_2, VORTEX, NO_FIRE, NO_SWORD, NO_FOOTPRINTS, NO_KEY,
    SILENCE, ONE_HAND, HIGH_FIVE, DAMNATION_1, DAMNATION_2, REGRESSION_ONE, REGRESSION_ALL,
) = range(KINDS)  # fmt: skip
TYPE_NAMES = ("confusion", "summoning", "dracology", "dissipation", "curse", "damnation", "regression")
TYPES = len(TYPE_NAMES)
TYPE_OF_KIND = np.array([0, 0, 1, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6], np.int64)
TYPE_SIZES = (8, 7, 7, 6, 6, 7, 6)
SPELLS = sum(TYPE_SIZES)
FIRST_SUMMONING, FIRST_DISSIPATION, FIRST_CURSE = 8, 22, 28  # the spells of a type lie together
SUMMONINGS, DISSIPATIONS, CURSES = 7, 6, 6
ORDEAL_KINDS = ("basic", "coin", "clash", "summoned")
BASIC, COIN, CLASH, SUMMONED = range(4)
ORDEALS, BASICS, COINS, CLASHES = 29, 20, 4, 5
FIRST_SUMMONED = ORDEALS  # ordeal 29 + k is the other end of summoning k
ORDEAL_CARDS = ORDEALS + SUMMONINGS
SPACES = 3  # cards of a side lying out
SCENARIO_NAMES = (
    "training_1", "training_2", "scenario_1", "scenario_2", "scenario_3", "scenario_4", "scenario_5", "scenario_6",
)  # fmt: skip
CHARACTER_NAMES = ("bard", "sentinel", "warrior", "cleric")
BARD, SENTINEL, WARRIOR, CLERIC = range(len(CHARACTER_NAMES))
EQUIPMENT_NAMES = ("fire", "key", "footprints", "sword", "heart", "any")
EQUIPMENT = len(EQUIPMENT_NAMES)
EQUIPMENT_CARDS = 10
SCROLL_NAMES = (
    "plant-water scroll", "plant-air scroll", "swap scroll", "joker plant scroll", "joker water scroll",
    "joker air scroll", "lightning scroll", "fire scroll",
)  # fmt: skip
SCROLLS = len(SCROLL_NAMES)
PLANT_WATER, PLANT_AIR, SWAP, JOKER_PLANT, JOKER_WATER, JOKER_AIR, LIGHTNING_SCROLL, FIRE_SCROLL = range(SCROLLS)
# Targets of heroes' dice, and of the wizard's.
DRAGON_TILE, FIRST_DISSIPATION_TARGET, FIRST_CURSE_TARGET, FIRST_TILE, TARGETS = 3, 4, 10, 16, 20
FIRST_END, LIGHTNING_TARGET, FIRE_TARGET, WIZARD_TARGETS = 3, 6, 7, 8
DRAGON_WINS = 4  # where the ordeal deck lies
TROPHIES, COINS_A_CARD = 2, 2
MOST_COINS, MOST_POINTS = 5, 27


class Spells(NamedTuple):
    """One line for each spell."""

    kind: np.ndarray
    wizard: np.ndarray  # (SPELLS, 5) spaces of the wizard's end by symbol
    heroes: np.ndarray  # (SPELLS, 6)
    banner: np.ndarray  # symbol or -1


class Ordeals(NamedTuple):
    """One line for each ordeal; summonings follow."""

    kind: np.ndarray
    back: np.ndarray  # fewest players
    wizard: np.ndarray
    heroes: np.ndarray
    banner: np.ndarray


class Box(NamedTuple):
    """Everything read from the data files."""

    spells: Spells
    ordeals: Ordeals
    mix: np.ndarray  # (scenarios, TYPES) spells of each type
    begins: dict[str, int]  # the first scenario with a thing
    icons: np.ndarray  # (characters,) symbol
    costs: np.ndarray  # (characters,)
    dragon_tile: np.ndarray  # (3, 6) by number of heroes less 2
    hero_tile: np.ndarray  # (6,) the wounded side
    tokens: np.ndarray  # (2, 3) souls and lives
    equipment: np.ndarray  # (EQUIPMENT, 2) copies and price
    scrolls: np.ndarray  # (SCROLLS,) price
    scroll_spaces: np.ndarray  # (SCROLLS, 5)


def load(folder: Path) -> Box:
    """Reads and checks the data files; a bad value raises `BadData` with file and line."""
    spells = _load_spells(folder / "spells.txt")
    return Box(
        spells,
        _load_ordeals(folder / "ordeals.txt", spells),
        *_load_scenarios(folder / "scenarios.txt"),
        *_load_heroes(folder / "heroes.txt"),
        *_load_tiles(folder / "tiles.txt"),
        *_load_market(folder / "market.txt"),
    )


def _spaces(row: Row, column: str, symbols: str, most: int, needed: bool) -> np.ndarray:
    """The spaces of one end of a card, by symbol."""
    text = row[column]
    if any(letter not in symbols for letter in text):
        row.fail(f"{column} is {text!r}; give symbols out of {symbols}")
    if len(text) > most:
        row.fail(f"{column} has {len(text)} spaces; no more than {most} dice can ever lie there")
    if bool(text) != needed:
        row.fail(f"{column} is {text!r}; this card {'needs' if needed else 'has no'} spaces there")
    return np.array([text.count(letter) for letter in symbols], np.int64)


def _hero_spaces(row: Row, needed: bool) -> np.ndarray:
    """Two heroes may help each other; jokers lie on the dragon tile only."""
    return np.append(_spaces(row, "heroes", HERO_SYMBOLS[:JOKER], MOST_COLOURS * HERO_DICE, needed), 0)


def _banner(row: Row) -> int:
    return row.choice("banner", ("", *WIZARD_SYMBOLS)) - 1


def _load_spells(path: Path) -> Spells:
    rows = read_table(path, ("kind", "wizard", "heroes", "banner"), rows=SPELLS)
    kind = np.array([row.choice("kind", KIND_NAMES) for row in rows], np.int64)
    counts = np.bincount(TYPE_OF_KIND[kind], minlength=TYPES)
    for name, count, size in zip(TYPE_NAMES, counts, TYPE_SIZES, strict=True):
        if count != size:
            rows[-1].fail(f"{count} spells of type {name}; there are {size}")
    wanted = [VORTEX, VORTEX, NO_FIRE, NO_SWORD, NO_FOOTPRINTS, NO_KEY, *(k for k in (10, 11, 12) for _ in "12")]
    for place, row in enumerate(rows):
        if place and TYPE_OF_KIND[kind[place]] < TYPE_OF_KIND[kind[place - 1]]:
            row.fail("the types must follow one another: " + ", ".join(TYPE_NAMES))
        lying = place - FIRST_DISSIPATION
        if 0 <= lying < len(wanted) and kind[place] != wanted[lying]:
            row.fail(f"{KIND_NAMES[kind[place]]!r} stands where {KIND_NAMES[wanted[lying]]!r} belongs")
    for name in ("confusion one", "confusion all", "dracology 1", "dracology 2", "damnation 1", "damnation 2",
                 "regression one", "regression all"):  # fmt: skip
        if KIND_NAMES.index(name) not in kind:
            rows[-1].fail(f"no spell is of kind {name!r}")
    wizard = np.stack([_spaces(row, "wizard", WIZARD_SYMBOLS, WIZARD_DICE, True) for row in rows])
    heroes = np.stack([_hero_spaces(row, TYPE_OF_KIND[k] in (1, 3, 4)) for row, k in zip(rows, kind, strict=True)])
    return Spells(kind, wizard, heroes, np.array([_banner(row) for row in rows], np.int64))


def _load_ordeals(path: Path, spells: Spells) -> Ordeals:
    rows = read_table(path, ("kind", "back", "wizard", "heroes", "banner"), rows=ORDEALS)
    kind = np.array([row.choice("kind", ORDEAL_KINDS[:SUMMONED]) for row in rows], np.int64)
    for name, first, count in (("basic", 0, BASICS), ("coin", BASICS, COINS), ("clash", BASICS + COINS, CLASHES)):
        for row in rows[first : first + count]:
            if row["kind"] != name:
                row.fail(f"kind {row['kind']!r} stands where {name!r} belongs: there are {count} of it, together")
    back = np.array([row.number("back", 3, 5) for row in rows], np.int64)
    for players in (3, 4, 5):
        if ((kind == BASIC) & (back <= players)).sum() < SPACES + 3:
            rows[-1].fail(f"only {((kind == BASIC) & (back <= players)).sum()} basic ordeals for {players} players")
    wizard = np.stack(
        [_spaces(row, "wizard", WIZARD_SYMBOLS, WIZARD_DICE, k != BASIC) for row, k in zip(rows, kind, strict=True)]
    )
    heroes = np.stack([_hero_spaces(row, True) for row in rows])
    summoned = slice(FIRST_SUMMONING, FIRST_SUMMONING + SUMMONINGS)
    return Ordeals(
        np.append(kind, np.full(SUMMONINGS, SUMMONED)),
        np.append(back, np.full(SUMMONINGS, 3)),
        np.concatenate([wizard, np.zeros((SUMMONINGS, len(WIZARD_SYMBOLS)), np.int64)]),
        np.concatenate([heroes, spells.heroes[summoned]]),
        np.append([_banner(row) for row in rows], spells.banner[summoned]),
    )


def _load_scenarios(path: Path) -> tuple[np.ndarray, dict[str, int]]:
    rows = read_table(path, ("scenario", *TYPE_NAMES, "brings"), rows=len(SCENARIO_NAMES))
    things = ("dragon", "trophies", "coins", "souls", "lives", "experience")
    begins: dict[str, int] = {}
    for place, row in enumerate(rows):
        if row["scenario"] != SCENARIO_NAMES[place]:
            row.fail(f"scenario {row['scenario']!r} stands where {SCENARIO_NAMES[place]!r} belongs")
        thing = row.choice("brings", ("", *things)) - 1
        if thing >= 0:
            if len(begins) != thing:
                row.fail("things join in one after another: " + ", ".join(things))
            begins[things[thing]] = place
    if len(begins) != len(things):
        rows[-1].fail("some things never join in; all of them must: " + ", ".join(things))
    mix = [[row.number(t, 0, size) for t, size in zip(TYPE_NAMES, TYPE_SIZES, strict=True)] for row in rows]
    for row, counts in zip(rows, mix, strict=True):
        if not SPACES < sum(counts) <= 25:
            row.fail(f"{sum(counts)} spells; give {SPACES + 1} to 25")
    return np.array(mix, np.int64), begins


def _load_heroes(path: Path) -> tuple[np.ndarray, np.ndarray]:
    rows = read_table(path, ("character", "icon", "cost"), rows=len(CHARACTER_NAMES))
    for row, name in zip(rows, CHARACTER_NAMES, strict=True):
        if row["character"] != name:
            row.fail(f"character {row['character']!r} stands where {name!r} belongs")
    icons = np.array([row.choice("icon", tuple(HERO_SYMBOLS[:JOKER])) for row in rows], np.int64)
    if len(set(icons.tolist())) != len(icons):
        rows[-1].fail("two characters have the same icon")
    return icons, np.array([row.number("cost", 1, 9) for row in rows], np.int64)


def _load_tiles(path: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    columns = ("two heroes", "three heroes", "four heroes")
    rows = read_table(path, ("tile", *columns), rows=4)
    for row, name in zip(rows, ("dragon tile", "hero tile", "souls", "lives"), strict=True):
        if row["tile"] != name:
            row.fail(f"tile {row['tile']!r} stands where {name!r} belongs")
    dragon, hero = rows[0], rows[1]
    jokers = np.zeros((len(columns), FACES), np.int64)
    for c, column in enumerate(columns):
        jokers[c, JOKER] = _spaces(dragon, column, "J", MOST_COLOURS * HERO_DICE, True)[0]
    wounded = [_spaces(hero, column, HERO_SYMBOLS[:JOKER], HERO_DICE, True) for column in columns]
    if any((spaces != wounded[0]).any() for spaces in wounded):
        hero.fail("a hero tile has one wounded side, the same for any number of heroes")
    tokens = np.array([[row.number(column, 1, 8) for column in columns] for row in rows[2:]], np.int64)
    return jokers, np.append(wounded[0], 0), tokens


def _load_market(path: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows = read_table(path, ("item", "for", "copies", "price", "spaces"), rows=EQUIPMENT + SCROLLS)
    for row, name in zip(rows, (*EQUIPMENT_NAMES, *SCROLL_NAMES), strict=True):
        if row["item"] != name:
            row.fail(f"item {row['item']!r} stands where {name!r} belongs")
        row.choice("for", ("wizard",) if name in SCROLL_NAMES else ("hero",))
    heroes, wizard = rows[:EQUIPMENT], rows[EQUIPMENT:]
    equipment = np.array(
        [[row.number("copies", 1, EQUIPMENT_CARDS), row.number("price", 1, 5)] for row in heroes], np.int64
    )
    if equipment[:, 0].sum() != EQUIPMENT_CARDS:
        heroes[-1].fail(f"{equipment[:, 0].sum()} equipment cards; the manual counts {EQUIPMENT_CARDS} of all kinds")
    price = np.array([row.number("copies", 1, 1) * row.number("price", 1, 5) for row in wizard], np.int64)
    spaces = [
        _spaces(row, "spaces", WIZARD_SYMBOLS, WIZARD_DICE, k >= LIGHTNING_SCROLL) for k, row in enumerate(wizard)
    ]
    return equipment, price, np.stack(spaces)


BOX = load(FOLDER / "data")
SPELL_KIND, SPELL_SPACES, SPELL_HEROES, SPELL_BANNER = BOX.spells
ORDEAL_KIND, ORDEAL_BACK, ORDEAL_ENDS, ORDEAL_SPACES, ORDEAL_BANNER = BOX.ordeals
SPELL_TYPE = TYPE_OF_KIND[SPELL_KIND]
TYPE_FIRST = np.concatenate([[0], np.cumsum(TYPE_SIZES)]).astype(np.int64)
SPELL_MIX, ICON, COST = BOX.mix, BOX.icons, BOX.costs
DRAGON_FROM, TROPHIES_FROM, COINS_FROM = BOX.begins["dragon"], BOX.begins["trophies"], BOX.begins["coins"]
SOULS_FROM, LIVES_FROM, EXPERIENCE_FROM = BOX.begins["souls"], BOX.begins["lives"], BOX.begins["experience"]
DRAGON_SPACES, TILE_SPACES = BOX.dragon_tile, BOX.hero_tile
SOULS, LIVES = BOX.tokens
EQUIPMENT_COPIES, EQUIPMENT_PRICE = BOX.equipment[:, 0].copy(), BOX.equipment[:, 1].copy()
SCROLL_PRICE, SCROLL_SPACES = BOX.scrolls, BOX.scroll_spaces
# (EQUIPMENT,): set of the symbols an equipment lets the joker cover, and the same for the icons of the characters
EQUIPMENT_COVERS = np.array([1 << FIRE, 1 << KEY, 1 << FOOTPRINTS, 1 << SWORD, 1 << HEART, (1 << JOKER) - 1], np.int64)
ICON_COVERS = np.left_shift(1, ICON)
FORBIDS = np.array([-1, -1, FIRE, SWORD, FOOTPRINTS, KEY], np.int64)  # symbol that each dissipation forbids
