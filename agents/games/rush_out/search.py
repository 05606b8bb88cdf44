"""Searching Rush Out!."""

from __future__ import annotations

import math

import numpy as np

from rush_envs.games.rush_out.components import (
    FACES,
    FIRST_SUMMONED,
    ORDEALS,
    SPELL_TYPE,
    SPELLS,
    TARGETS,
    TROPHIES_FROM,
    WIZARD_TARGETS,
)
from rush_envs.games.rush_out.dice import WIZARD_FACES, hears, hero_able
from rush_envs.games.rush_out.market import plays
from rush_envs.games.rush_out.movements import fitting
from rush_envs.games.rush_out.state import THE_HEROES, THE_WIZARD, TICK
from rush_envs.games.rush_out.view import A_HERO_PLACE, A_TARGET, A_WIZARD_JOKER, A_WIZARD_PLACE
from rush_envs.kit import kernel

from ...search.settings import Settings
from .chances import log_odds
from .greedy import wizard_place
from .heroes import best_place

SETTINGS = Settings(depth=8)
BY_NETWORK = Settings(depth=8)

# (wizard's trophies, heroes'): the wizard's chance of the match if the rounds to come are anybody's
LATER = np.array([[0.5, 0.25, 0.0], [0.75, 0.5, 0.0], [1.0, 1.0, 0.5]])
SURE = 0.002  # no playout is surer than this or its opposite


@kernel
def leads(s, seat):
    """In a tick one of the heroes searches: the first, counted from another each time, whose dice fit several cards."""
    if seat == 0 or s.phase != TICK:
        return True
    heroes = s.seats - 1
    for k in range(heroes):
        hero = (s.ticks + k) % heroes
        if not hears(s) or may_choose(s, 1 + hero):
            return hero == seat - 1
    return False


@kernel
def may_choose(s, seat):
    """Whether a hero has nothing on a card yet, and dice for more than one."""
    if s.busy[seat - 1] or s.at[seat] >= 0:
        return False
    able, cards = hero_able(s, seat), 0
    for target in range(TARGETS):
        cards += fitting(s, seat, target, able) > 0
    return cards > 1


@kernel
def strike(s, seat, mask):
    """What is worth a search is which card to go for: one die for each, the one that the rule of thumb would place.

    Waiting, rolling and taking back against the rule of thumb hardly ever pay, nor does another die for the same card.
    What is bought in the market pays long after the cut.
    """
    if s.phase != TICK:
        mask[:] = 0
    mask[:A_HERO_PLACE] = 0
    if seat == 0:
        mask[A_WIZARD_JOKER:A_TARGET] = 0
        for target in range(WIZARD_TARGETS):
            keep_one(mask, A_WIZARD_PLACE + WIZARD_FACES * target, WIZARD_FACES, wizard_place(s, target, mask))
    else:
        for target in range(TARGETS):
            keep_one(mask, A_HERO_PLACE + FACES * target, FACES, best_place(s, seat, target, mask))


@kernel
def keep_one(mask, first, actions, kept):
    if kept >= 0:
        mask[first : first + actions] = 0
        mask[kept] = 1


@kernel
def standing(s, seat):
    """Half the log-odds of a victory in the match, later rounds being anybody's; for the other side so much less."""
    if s.done:
        return 0.0
    wizard, heroes = s.trophies[THE_WIZARD], s.trophies[THE_HEROES]
    if s.phase != TICK:
        chance = LATER[wizard, heroes]
    else:
        chance = 1.0 / (1.0 + math.exp(-log_odds(s)))
        if s.scenario >= TROPHIES_FROM:
            chance = chance * LATER[wizard + 1, heroes] + (1.0 - chance) * LATER[wizard, heroes + 1]
    chance = min(max(chance, SURE), 1.0 - SURE)
    half = 0.5 * math.log(chance / (1.0 - chance))
    return half if seat == 0 else -half


@kernel
def settle(s, seat):
    """Of the cards that may lie in a deck or were discarded unseen, the lowest do, and the lowest of these lie in the
    deck."""
    settle_spells(s, s.spell_count - (1 if s.known_spell >= 0 else 0))
    ordeals = s.ordeal_count
    while ordeals > 0 and s.ordeal_deck[ordeals - 1] >= FIRST_SUMMONED:
        ordeals -= 1
    settle_ordeals(s, ordeals)


@kernel
def settle_spells(s, deck):
    """How many there are of each type is known."""
    unknown = s.spell_unseen
    for k in range(deck):
        unknown |= 1 << s.spell_deck[k]
    known = s.spell_set & ~unknown
    s.spell_set = known
    s.spell_unseen = 0
    place = 0
    for spell in range(SPELLS):
        left = 0
        if not known >> spell & 1:
            for other in range(SPELLS):
                if SPELL_TYPE[other] == SPELL_TYPE[spell]:
                    left += unknown >> other & 1
                    left -= other < spell and not known >> other & 1
        if left > 0:
            s.spell_set |= 1 << spell
            if place < deck:
                s.spell_deck[place] = spell
                place += 1
            else:
                s.spell_unseen |= 1 << spell


@kernel
def settle_ordeals(s, deck):
    unknown = s.ordeal_unseen
    for k in range(deck):
        unknown |= 1 << s.ordeal_deck[k]
    left = 0
    for card in range(ORDEALS):
        left += unknown >> card & 1
    known = s.ordeal_set & ~unknown
    s.ordeal_set = known
    s.ordeal_unseen = 0
    place = 0
    for card in range(ORDEALS):
        if left > 0 and plays(s, card) and not known >> card & 1:
            left -= 1
            s.ordeal_set |= 1 << card
            if place < deck:
                s.ordeal_deck[place] = card
                place += 1
            else:
                s.ordeal_unseen |= 1 << card
