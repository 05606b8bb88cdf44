"""The rules of Rush Out!: set-up, answers and which are legal, the end, what is hidden.

Numbers in brackets are rules of the page.
"""

from __future__ import annotations

from rush_envs.games.rush_out.components import (
    EQUIPMENT,
    EQUIPMENT_COPIES,
    HEROES,
    ICON_COVERS,
    ORDEALS,
    SPELL_MIX,
    TYPE_FIRST,
    TYPES,
)  # fmt: skip
from rush_envs.games.rush_out.config import CHARACTERS, HANDICAP, MAX_TICKS, SCENARIO
from rush_envs.games.rush_out.market import ask_shopper, end_round, legal_market, plays, set_up_round, shop
from rush_envs.games.rush_out.movements import legal_hero, legal_wizard
from rush_envs.games.rush_out.state import MARKET, ROUNDS, THE_HEROES, THE_WIZARD, TICK
from rush_envs.games.rush_out.ticks import name_movement, run_tick
from rush_envs.kit import below, kernel
from rush_envs.kit.piles import shuffle

LEFT_OUT_BY_HANDICAP = 2


@kernel
def init(s, config):
    s.scenario = config[SCENARIO]
    s.max_ticks = config[MAX_TICKS]
    for hero in range(HEROES):
        s.character[hero] = config[CHARACTERS + hero]
        if hero < s.seats - 1:
            s.covers[hero] = ICON_COVERS[s.character[hero]]
    for item in range(EQUIPMENT):
        s.equipment_left[item] = EQUIPMENT_COPIES[item]
    for k in range(ROUNDS):
        s.round_winner[k] = -1
    choose_spells(s)
    choose_ordeals(s, config[HANDICAP])
    set_up_round(s)
    s.active = (1 << s.seats) - 1


@kernel
def choose_spells(s):
    """[3.1] The deck's own cells serve to shuffle the spells of each type."""
    for kind in range(TYPES):
        count = TYPE_FIRST[kind + 1] - TYPE_FIRST[kind]
        for k in range(count):
            s.spell_deck[k] = TYPE_FIRST[kind] + k
        shuffle(s, s.spell_deck, count)
        for k in range(SPELL_MIX[s.scenario, kind]):
            s.spell_set |= 1 << s.spell_deck[k]


@kernel
def choose_ordeals(s, handicap):
    """[3.1, 1.4]"""
    count = 0
    for card in range(ORDEALS):
        if plays(s, card):
            s.ordeal_deck[count] = card
            count += 1
    for _ in range(LEFT_OUT_BY_HANDICAP if handicap else 0):
        out = below(s, count)
        count -= 1
        s.ordeal_deck[out] = s.ordeal_deck[count]
    for k in range(count):
        s.ordeal_set |= 1 << s.ordeal_deck[k]


@kernel
def step(s, seat, action):
    if s.phase == TICK:
        if name_movement(s, seat, action):
            s.active &= ~(1 << seat)
        if s.active == 0:
            if not run_tick(s):
                end_round(s)
            elif s.ticks >= s.max_ticks:
                s.truncated = 1
    else:
        s.active = 0
        shop(s, seat, action)
    if s.active == 0 and not s.done and not s.truncated:
        if s.phase == MARKET:
            ask_shopper(s)
        if s.phase == TICK:
            s.active = 1
            for hero in range(s.seats - 1):
                s.active |= 2 << hero if s.busy[hero] == 0 else 0


@kernel
def legal(s, seat, mask):
    if not s.active >> seat & 1:
        return
    if s.phase == MARKET:
        legal_market(s, seat, mask)
    elif seat == 0:
        legal_wizard(s, mask)
    else:
        legal_hero(s, seat, mask)


@kernel
def outcome(s):
    """[10.1]"""
    for seat in range(s.seats):
        side = THE_WIZARD if seat == 0 else THE_HEROES
        s.outcome[seat] = 1 if s.trophies[side] > s.trophies[1 - side] else -1
