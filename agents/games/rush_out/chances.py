"""Who is likely to win a round of Rush Out!: what a search asks where its playouts are cut.

The log-odds of the wizard are a weighted sum of what lies on the table and in the decks, divided by the root of the
cards still to come: the fewer there are, the less can change. `benchmarks/chances.py` fits the weights, a set for each
number of heroes, to rounds between greedy players and writes them to `data/chances.txt`.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from rush_envs.games.rush_out.components import (
    CLASH,
    CURSES,
    DISSIPATIONS,
    DRAGON_TILE,
    ORDEAL_KIND,
    ORDEAL_SPACES,
    SCENARIO_NAMES,
    SPACES,
    SPELL_TYPE,
    TYPE_NAMES,
)
from rush_envs.games.rush_out.dice import wizard_covers
from rush_envs.games.rush_out.state import ASK_NOTHING, THE_HEROES
from rush_envs.kit import kernel
from rush_envs.kit.datafile import read_lines

from .greedy import wizard_ticks
from .heroes import is_filled, ticks_for
from .rolling import TICK, count, pack

FEWEST = 3  # players
SIZE = ORDEAL_SPACES.sum(axis=1)  # of each ordeal, in spaces
SOON, LONG = 8, 60  # ticks: an ordeal counts by how much sooner it will be completed, a spell no more than so long

THINGS = (
    *SCENARIO_NAMES,
    *(f"{name} in the deck" for name in TYPE_NAMES),
    *(f"{name} lying out" for name in TYPE_NAMES),
    "spell being cast", "ticks of the first spell", "ticks of the second spell", "ticks of the third spell",
    "ordeals in the deck", "spaces in the deck", "spaces lying out", "free spaces", "clashes", "ordeals begun",
    "ticks below eight", "full ordeals", "free spaces under the dragon",
    "dragon at 1", "dragon at 2", "dragon at 3", "free spaces of its tile", "heroes at its tile",
    "vortices", "symbols forbidden", "silences", "one hands", "high fives", "ticks busy",
    "wounded heroes", "souls left", "lives left", "heroes' coins", "experience",
)  # fmt: skip
IN_DECK, LYING = (THINGS.index(f"{TYPE_NAMES[0]} {where}") for where in ("in the deck", "lying out"))
CASTING, FIRST_TICKS = THINGS.index("spell being cast"), THINGS.index("ticks of the first spell")
ORDEALS_LEFT, SPACES_LEFT = THINGS.index("ordeals in the deck"), THINGS.index("spaces in the deck")
LYING_SPACES, FREE_SPACES, CLASHES = (THINGS.index(name) for name in ("spaces lying out", "free spaces", "clashes"))
BEGUN, BELOW, FULL = (THINGS.index(name) for name in ("ordeals begun", "ticks below eight", "full ordeals"))
UNDER, DRAGON = THINGS.index("free spaces under the dragon"), THINGS.index("dragon at 1")
TILE_SPACES, AT_TILE = THINGS.index("free spaces of its tile"), THINGS.index("heroes at its tile")
VORTEX, SYMBOL, CURSE = (THINGS.index(name) for name in ("vortices", "symbols forbidden", "silences"))
BUSY, WOUNDED = THINGS.index("ticks busy"), THINGS.index("wounded heroes")
SOULS, LIVES, EXPERIENCE = (THINGS.index(name) for name in ("souls left", "lives left", "experience"))
COINS = THINGS.index("heroes' coins")

WEIGHTS_FILE = Path(__file__).parent / "data" / "chances.txt"


def read_weights(path: Path) -> np.ndarray:
    """(numbers of heroes, THINGS)"""
    rows = [[cell.strip() for cell in line.split("|")] for line in read_lines(path) if not line.startswith("#")]
    named = {name: [float(cell) for cell in cells] for name, *cells in rows[1:]}
    return np.array([named[thing] for thing in THINGS], np.float64).T.copy()


def write_weights(path: Path, weights: np.ndarray) -> None:
    """The table that `read_weights` reads."""
    width = max(map(len, THINGS))
    lines = [
        "# What things count for the wizard's chances in a round, by number of heroes: see benchmarks/chances.py",
        f"{'thing':{width}} | two heroes | three heroes | four heroes",
        *(
            f"{thing:{width}} | {two:10.3f} | {three:12.3f} | {four:11.3f}"
            for thing, (two, three, four) in zip(THINGS, weights.T, strict=True)
        ),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


WEIGHTS = read_weights(WEIGHTS_FILE)


@kernel
def log_odds(s):
    """The wizard's in this round."""
    return outlook(s, WEIGHTS[s.seats - FEWEST])


@kernel
def outlook(s, weights):
    """The sum by the root of the cards to come; with one weight alone it is how much that thing counts."""
    value = weights[s.scenario] + spells(s, weights) + ordeals(s, weights) + dragon(s, weights) + burdens(s, weights)
    return value / math.sqrt(1.0 + s.spell_count + s.ordeal_count)


@kernel
def spells(s, weights):
    value = 0.0
    for k in range(s.spell_count):
        value += weights[IN_DECK + SPELL_TYPE[s.spell_deck[k]]]
    if s.question != ASK_NOTHING:
        value += weights[CASTING]
    covers = wizard_covers(s)
    first, second, third = LONG * TICK, LONG * TICK, LONG * TICK
    for space in range(SPACES):
        if s.question == ASK_NOTHING or s.casting != space:
            value += weights[LYING + SPELL_TYPE[s.spell[space]]]
            ticks = min(wizard_ticks(s, space, covers), LONG * TICK)
            if ticks < first:
                first, second, third = ticks, first, second
            elif ticks < second:
                second, third = ticks, second
            else:
                third = ticks
    ticks = weights[FIRST_TICKS] * first + weights[FIRST_TICKS + 1] * second + weights[FIRST_TICKS + 2] * third
    return value + ticks / TICK


@kernel
def ordeals(s, weights):
    value = weights[ORDEALS_LEFT] * s.ordeal_count
    for k in range(s.ordeal_count):
        value += weights[SPACES_LEFT] * SIZE[s.ordeal_deck[k]]
    for space in range(SPACES):
        free = count(pack(s.free[space]))
        value += weights[LYING_SPACES] * SIZE[s.ordeal[space]] + weights[FREE_SPACES] * free
        value += weights[CLASHES] * (ORDEAL_KIND[s.ordeal[space]] == CLASH) + weights[FULL] * is_filled(s, space)
        value += weights[UNDER] * free * (s.dragon == space + 1)
        me, mate = 0, 0
        for seat in range(1, s.seats):
            if s.at[seat] == space:
                me, mate = seat, me
        if me > 0:
            ticks = ticks_for(s, me, space, me, mate)
            value += weights[BEGUN] + weights[BELOW] * max(SOON * TICK - ticks, 0) / TICK
    return value


@kernel
def dragon(s, weights):
    if s.dragon == 0:
        return 0.0
    value = weights[DRAGON + s.dragon - 1] + weights[TILE_SPACES] * count(pack(s.free[DRAGON_TILE]))
    for seat in range(1, s.seats):
        value += weights[AT_TILE] * (s.at[seat] == DRAGON_TILE)
    return value


@kernel
def burdens(s, weights):
    """What lies upon the heroes, and the tokens on the table."""
    value = 0.0
    for card in range(DISSIPATIONS):
        value += (s.dissipation[card] >= 0) * weights[VORTEX if card < 2 else SYMBOL]
    for card in range(CURSES):
        value += s.cursed[card] * weights[CURSE + card // 2]
    for hero in range(s.seats - 1):
        value += weights[BUSY] * s.busy[hero] + weights[WOUNDED] * s.wounded[hero]
        value += weights[EXPERIENCE] * s.experience[hero]
    return value + weights[SOULS] * s.souls + weights[LIVES] * s.lives + weights[COINS] * s.coins[THE_HEROES]
