"""The record of one game, field by field, with who sees it (RO-13).

Heroes are counted from 0 in fields of heroes, and sit in seats 1 to 4; the wizard sits in seat 0. Sides: 0 the heroes,
1 the wizard. Sets are numbers with a bit for each member.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rush_envs.contract import Field, record
from rush_envs.games.rush_out.components import (
    CHARACTER_NAMES,
    CURSES,
    DISSIPATIONS,
    DRAGON_SPACES,
    DRAGON_WINS,
    EQUIPMENT,
    EQUIPMENT_COPIES,
    FACES,
    FEWEST,
    FIRST_CURSE,
    FIRST_DISSIPATION,
    HERO_DICE,
    HEROES,
    JOKER,
    LIGHTNING_SCROLL,
    LIVES,
    MOST_COINS,
    MOST_POINTS,
    ORDEAL_CARDS,
    ORDEAL_ENDS,
    ORDEAL_SPACES,
    ORDEALS,
    SCENARIO_NAMES,
    SCROLL_SPACES,
    SCROLLS,
    SEATS,
    SOULS,
    SPACES,
    SPELL_HEROES,
    SPELL_SPACES,
    SPELLS,
    TARGETS,
    TILE_SPACES,
    TROPHIES,
    UNROLLED,
    WIZARD_DICE,
    WIZARD_SYMBOLS,
    WIZARD_TARGETS,
)  # fmt: skip
from rush_envs.games.rush_out.config import MOST_TICKS

MOST_SPELLS = 25  # of a setup
ROUNDS = 3


class Phase(IntEnum):
    """What is being decided; kernels use the plain numbers below."""

    TICK = 0
    MARKET = 1


class Question(IntEnum):
    """The choice that an agent owes."""

    NONE = 0
    TARGET = 1
    DIE = 2
    DISSIPATION = 3
    DAMNATION = 4
    REGRESSION = 5
    EXPERIENCE = 6
    MARKET = 7
    DICE = 8


class Reason(IntEnum):
    """How a round was won."""

    NONE = 0
    DECK = 1
    DRAGON = 2
    SOULS = 3
    LIVES = 4


TICK, MARKET = (int(phase) for phase in Phase)
ASK_NOTHING, ASK_TARGET, ASK_DIE, ASK_DISSIPATION, ASK_DAMNATION, ASK_REGRESSION = (int(q) for q in list(Question)[:6])
BY_DECK, BY_DRAGON, BY_SOULS, BY_LIVES = (int(reason) for reason in list(Reason)[1:])
THE_HEROES, THE_WIZARD = 0, 1
FREE, SHUT = 0, 1 + TARGETS  # aims; between them 1 + target
# Actions as the layout of view.py counts them. It needs this file, not the other way round: a test holds the numbers.
SPEND_COINS, LAST_ACTION = 270, 322


def silenced(state: np.ndarray, viewer: int) -> np.ndarray:
    """RO-8.4: under silence a hero does not see the faces of other heroes' dice in hand."""
    hidden = np.zeros((SEATS, UNROLLED + 1), np.bool_)
    if viewer > 0 and state["cursed"][0, :2].any():
        hidden[1:, :UNROLLED] = True
        hidden[viewer] = False
    return hidden


def _dice(places: int) -> np.ndarray:
    """The most dice of each seat in each of so many places."""
    return np.array([WIZARD_DICE] + [HERO_DICE] * HEROES)[:, None].repeat(places, axis=1)


ALL_HEROES, ALL_SPELLS = (1 << HEROES) - 1, (1 << SPELLS) - 1  # as sets
ALL_ORDEALS, ALL_ORDEAL_CARDS = (1 << ORDEALS) - 1, (1 << ORDEAL_CARDS) - 1
LAST_MOVEMENT = [SPEND_COINS] + [LAST_ACTION] * HEROES  # of the wizard and of each hero
LAST_TARGET = [WIZARD_TARGETS - 1] + [TARGETS - 1] * HEROES
FIRST_CHARACTER = [0 if hero < FEWEST - 1 else -1 for hero in range(HEROES)]
MOST_PLACED = _dice(FACES)
MOST_PLACED[0, len(WIZARD_SYMBOLS) :] = 0
# Of the heroes' targets in order: ordeals, the dragon tile, dissipations, curses, the heroes' tiles.
MOST_FREE = np.concatenate([
    ORDEAL_SPACES.max(axis=0, keepdims=True).repeat(SPACES, axis=0),
    DRAGON_SPACES.max(axis=0, keepdims=True),
    SPELL_HEROES[FIRST_DISSIPATION : FIRST_DISSIPATION + DISSIPATIONS],
    SPELL_HEROES[FIRST_CURSE : FIRST_CURSE + CURSES],
    TILE_SPACES[None].repeat(HEROES, axis=0),
])  # fmt: skip
# Of the wizard's: spells, his ends of ordeals, scrolls.
MOST_WIZARD_FREE = np.concatenate([
    SPELL_SPACES.max(axis=0, keepdims=True).repeat(SPACES, axis=0),
    ORDEAL_ENDS.max(axis=0, keepdims=True).repeat(SPACES, axis=0),
    SCROLL_SPACES[LIGHTNING_SCROLL:],
])  # fmt: skip

i8 = np.int8
STATE = record(
    SEATS,
    Field("spell_set", np.int64, (), "nobody", low=0, high=ALL_SPELLS),  # spells of this match
    Field("spell_gone", np.int64, low=0, high=ALL_SPELLS),  # discarded in this round, seen by all
    Field("spell_unseen", np.int64, (), "nobody", low=0, high=ALL_SPELLS),  # discarded unseen
    Field("ordeal_set", np.int64, (), "nobody", low=0, high=ALL_ORDEALS),
    Field("ordeal_gone", np.int64, low=0, high=ALL_ORDEAL_CARDS),
    Field("ordeal_unseen", np.int64, (), "nobody", low=0, high=ALL_ORDEALS),
    Field("ticks", np.int16, low=0, high=MOST_TICKS),
    Field("max_ticks", np.int16, low=1, high=MOST_TICKS, fixed=True),
    # the movement named in this tick, -1 before
    Field("pending", np.int16, (SEATS,), "owner", low=-1, high=LAST_MOVEMENT),
    # dice that the seat has named to be taken back before the roll of this tick, by symbol of the space
    Field("taken", i8, (SEATS, FACES), "owner", low=0, high=MOST_PLACED),
    Field("scenario", i8, low=0, high=len(SCENARIO_NAMES) - 1, fixed=True),
    # -1 without a player
    Field("character", i8, (HEROES,), low=FIRST_CHARACTER, high=len(CHARACTER_NAMES) - 1, fixed=True),
    Field("phase", i8, low=0, high=max(Phase)),
    Field("round_now", i8, low=0, high=ROUNDS - 1),
    Field("winner", i8, low=-1, high=THE_WIZARD),  # side that has won this round, -1 while it goes on
    Field("round_winner", i8, (ROUNDS,), low=-1, high=THE_WIZARD),  # side, -1 before
    Field("round_reason", i8, (ROUNDS,), low=0, high=max(Reason)),
    Field("trophies", i8, (2,), low=0, high=TROPHIES),  # by side
    Field("coins", i8, (2,), low=0, high=MOST_COINS),
    Field("dragon", i8, low=0, high=DRAGON_WINS),  # 0 its tile, 1-3 ordeals, 4 the deck
    Field("souls", i8, low=0, high=SOULS.max()),
    Field("lives", i8, low=0, high=LIVES.max()),
    # dice in hand by face, then unrolled
    Field("hand", i8, (SEATS, UNROLLED + 1), silenced, low=0, high=_dice(UNROLLED + 1)),
    Field("at", i8, (SEATS,), low=-1, high=LAST_TARGET),  # target that holds the seat's dice, -1 none
    Field("placed", i8, (SEATS, FACES), low=0, high=MOST_PLACED),  # dice there, by symbol of the space
    Field("aim", i8, (SEATS,), low=FREE, high=SHUT),
    # free spaces of the heroes' targets; none where a target is not in play
    Field("free", i8, (TARGETS, FACES), low=0, high=MOST_FREE),
    Field("wizard_free", i8, (WIZARD_TARGETS, len(WIZARD_SYMBOLS)), low=0, high=MOST_WIZARD_FREE),
    Field("last", i8, (SPACES,), low=0, high=HEROES - 1),  # hero who placed the last die on each ordeal
    Field("spell", i8, (SPACES,), low=0, high=SPELLS - 1),  # cards lying out
    Field("ordeal", i8, (SPACES,), low=0, high=ORDEAL_CARDS - 1),
    Field("lay", i8, (SPACES,), low=0, high=ORDEAL_CARDS - 1),  # ordeals at the start of the tick
    Field("spell_deck", i8, (MOST_SPELLS,), "nobody", low=0, high=SPELLS - 1),  # the top card last
    Field("spell_count", i8, low=0, high=MOST_SPELLS - SPACES),  # every card that leaves a deck leaves it before all
    Field("ordeal_deck", i8, (ORDEAL_CARDS,), "nobody", low=0, high=ORDEAL_CARDS - 1),
    Field("ordeal_count", i8, low=0, high=ORDEAL_CARDS - SPACES),
    Field("known_spell", i8, low=-1, high=SPELLS - 1),  # spell on top of its deck after a swap, -1 unknown
    Field("known_ordeal", i8, low=-1, high=ORDEAL_CARDS - 1),  # summoned card on top of the ordeals, -1 none
    Field("dissipation", i8, (DISSIPATIONS,), low=-1, high=HEROES - 1),  # hero each lies before, -1 none
    Field("cursed", i8, (CURSES,), low=0, high=1),  # 1 = lies out
    Field("covers", i8, (HEROES,), low=0, high=(1 << JOKER) - 1),  # set of the symbols that a hero's joker covers
    Field("locked", i8, (HEROES,), low=0, high=1),  # 1 = a die lies on a vortex
    Field("owes", i8, (HEROES,), low=0, high=1),  # 1 = the next die that comes back goes there
    Field("busy", i8, (HEROES,), low=0, high=2),  # ticks
    Field("helped", i8, low=0, high=ALL_HEROES),  # set of the heroes who contributed to a completion in this tick
    Field("wounded", i8, (HEROES,), low=0, high=1),
    Field("experience", i8, (HEROES,), low=0, high=MOST_POINTS),
    # set of heroes between whom this one chooses for a point, 0 none
    Field("owners", i8, (HEROES,), low=0, high=ALL_HEROES),
    Field("equipment", i8, (HEROES,), low=0, high=(1 << EQUIPMENT) - 1),  # set
    Field("equipment_left", i8, (EQUIPMENT,), low=0, high=EQUIPMENT_COPIES),
    Field("scrolls", np.int16, low=0, high=(1 << SCROLLS) - 1),  # set
    Field("question", i8, low=ASK_NOTHING, high=ASK_REGRESSION),  # the wizard's
    Field("casting", i8, low=0, high=SPACES),  # space of the spell it is about; SPACES for the lightning scroll
    Field("wounds_due", i8, low=0, high=2),
    Field("shopper", i8, low=0, high=SEATS - 1),  # seat whose turn it is in the market
    Field("passes", i8, low=0, high=HEROES),  # heroes in a row who bought nothing
    Field("order", i8, (SEATS,), low=0, high=SEATS - 1),  # of the movements in the last tick, made before all
    fewest=FEWEST,
    score=(0, TROPHIES),
)
