"""The record of one game, field by field, with who sees it (RO-13).

Heroes are counted from 0 in fields of heroes, and sit in seats 1 to 4; the wizard sits in seat 0. Sides: 0 the heroes,
1 the wizard. Sets are numbers with a bit for each member.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rush_envs.contract import Field, record
from rush_envs.games.rush_out.components import (
    CURSES,
    DISSIPATIONS,
    EQUIPMENT,
    FACES,
    HEROES,
    ORDEAL_CARDS,
    SEATS,
    SPACES,
    TARGETS,
    UNROLLED,
    WIZARD_SYMBOLS,
    WIZARD_TARGETS,
)  # fmt: skip

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


def silenced(state: np.ndarray, viewer: int) -> np.ndarray:
    """RO-8.4: under silence a hero does not see the faces of other heroes' dice in hand."""
    hidden = np.zeros((SEATS, UNROLLED + 1), np.bool_)
    if viewer > 0 and state["cursed"][0, :2].any():
        hidden[1:, :UNROLLED] = True
        hidden[viewer] = False
    return hidden


i8 = np.int8
STATE = record(
    SEATS,
    Field("spell_set", np.int64, (), "nobody"),  # spells of this match
    Field("spell_gone", np.int64, (), "nobody"),  # discarded in this round, seen by all
    Field("spell_unseen", np.int64, (), "nobody"),  # discarded unseen
    Field("ordeal_set", np.int64, (), "nobody"),
    Field("ordeal_gone", np.int64, (), "nobody"),
    Field("ordeal_unseen", np.int64, (), "nobody"),
    Field("ticks", np.int16),
    Field("max_ticks", np.int16),
    Field("pending", np.int16, (SEATS,), "owner"),  # the movement named in this tick, -1 before
    Field("scenario", i8),
    Field("character", i8, (HEROES,)),
    Field("phase", i8),
    Field("round_now", i8),
    Field("winner", i8),  # side that has won this round, -1 while it goes on
    Field("round_winner", i8, (ROUNDS,)),  # side, -1 before
    Field("round_reason", i8, (ROUNDS,)),
    Field("trophies", i8, (2,)),  # by side
    Field("coins", i8, (2,)),
    Field("dragon", i8),  # 0 its tile, 1-3 ordeals, 4 the deck
    Field("souls", i8),
    Field("lives", i8),
    Field("hand", i8, (SEATS, UNROLLED + 1), silenced),  # dice in hand by face, then unrolled
    Field("at", i8, (SEATS,)),  # target that holds the seat's dice, -1 none
    Field("placed", i8, (SEATS, FACES)),  # dice there, by symbol of the space
    Field("aim", i8, (SEATS,)),
    Field("free", i8, (TARGETS, FACES)),  # free spaces of the heroes' targets; none where a target is not in play
    Field("wizard_free", i8, (WIZARD_TARGETS, len(WIZARD_SYMBOLS))),
    Field("last", i8, (SPACES,)),  # hero who placed the last die on each ordeal
    Field("spell", i8, (SPACES,)),  # cards lying out
    Field("ordeal", i8, (SPACES,)),
    Field("lay", i8, (SPACES,)),  # ordeals at the start of the tick
    Field("spell_deck", i8, (MOST_SPELLS,), "nobody"),  # the top card last
    Field("spell_count", i8, (), "nobody"),
    Field("ordeal_deck", i8, (ORDEAL_CARDS,), "nobody"),
    Field("ordeal_count", i8, (), "nobody"),
    Field("known_spell", i8),  # spell on top of its deck after a swap, -1 unknown
    Field("known_ordeal", i8),  # summoned card on top of the ordeals, -1 none
    Field("dissipation", i8, (DISSIPATIONS,)),  # hero each lies before, -1 none
    Field("cursed", i8, (CURSES,)),  # 1 = lies out
    Field("covers", i8, (HEROES,)),  # set of the symbols that a hero's joker covers
    Field("locked", i8, (HEROES,)),  # 1 = a die lies on a vortex
    Field("owes", i8, (HEROES,)),  # 1 = the next die that comes back goes there
    Field("busy", i8, (HEROES,)),  # ticks
    Field("helped", i8),  # set of the heroes who contributed to a completion in this tick
    Field("wounded", i8, (HEROES,)),
    Field("experience", i8, (HEROES,)),
    Field("owners", i8, (HEROES,)),  # set of heroes between whom this one chooses for a point, 0 none
    Field("equipment", i8, (HEROES,)),  # set
    Field("equipment_left", i8, (EQUIPMENT,)),
    Field("scrolls", np.int16),  # set
    Field("question", i8),  # the wizard's
    Field("casting", i8),  # space of the spell it is about; SPACES for the lightning scroll
    Field("wounds_due", i8),
    Field("shopper", i8),  # seat whose turn it is in the market
    Field("passes", i8),  # heroes in a row who bought nothing
    Field("order", i8, (SEATS,), "nobody"),  # of the movements in the last tick
)
