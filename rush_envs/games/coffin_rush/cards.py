"""Looting cards (CO-7) and Terror, which removes them (CO-6.5)."""

from __future__ import annotations

from rush_envs.games.coffin_rush.components import (
    ADRENALINE,
    AGGRESSION,
    ANALYSIS,
    BETRAYAL,
    CARDS,
    FIRST_SLOT,
    RED_FROM,
    RUSH_CARD,
    SILENCE,
)
from rush_envs.games.coffin_rush.state import RECOVER, SLOT
from rush_envs.games.coffin_rush.temple import BEYOND, OPEN, OPEN_DOOR, PLACES, POSITION
from rush_envs.games.coffin_rush.things import ask, lose_slot, suffer
from rush_envs.games.coffin_rush.view import (
    A_ADRENALINE,
    A_AGGRESS,
    A_ANALYSE,
    A_BETRAY,
    A_DISCARD,
    A_RUSH,
    A_TAKE,
)
from rush_envs.kit import below, inlined, kernel

SHOT = 3  # cells in line that an Aggression reaches


@inlined
def is_open(edge):
    """Neither wall nor closed door."""
    return OPEN <= edge <= OPEN_DOOR


@inlined
def at_red(s):
    return s.counter <= RED_FROM


@kernel
def count(cards):
    total = 0
    for card in range(CARDS):
        total += cards >> card & 1
    return total


@kernel
def any_card(s, cards):
    """A random one of a set that is not empty."""
    skip = below(s, count(cards))
    for card in range(CARDS):
        if cards >> card & 1:
            if skip == 0:
                return card
            skip -= 1
    return 0


@kernel
def lose_card(s, seat, pile):
    """A random card of the hand, if there is any, goes to the seat's discards or out of the game."""
    if s.hand[seat] != 0:
        card = any_card(s, s.hand[seat])
        s.hand[seat] ^= 1 << card
        pile[seat] |= 1 << card


@kernel
def terrify(s, seat):
    """[6.5]"""
    lose_card(s, seat, s.removed)


@kernel
def discard_any(s, seat):
    lose_card(s, seat, s.discards)


# ------------------------------------------------------------------------------------------------------------------
# Which cards may be played


@kernel
def may_play(s, seat, card):
    return s.hand[seat] >> card & 1 and not (s.trap == SILENCE and s.affected[seat])


@kernel
def legal_cards(s, seat, mask):
    if s.card_used:
        return
    for card in range(CARDS):
        mask[A_DISCARD + card] = s.hand[seat] >> card & 1
    if may_play(s, seat, AGGRESSION):
        legal_aggression(s, seat, mask)
    if may_play(s, seat, BETRAYAL):
        for other in range(1, s.seats):
            victim = (seat + other) % s.seats
            close_by = POSITION[s.cell[victim]] == POSITION[s.cell[seat]]
            mask[A_BETRAY + other - 1] = close_by and (s.hand[victim] != 0 or s.discards[seat] != 0)
    if may_play(s, seat, ANALYSIS):
        for place in range(PLACES):
            position = POSITION[s.spot[place]]
            if s.closed[place] and (position == POSITION[s.cell[seat]] or at_red(s)):
                mask[A_ANALYSE + position] = 1
    if may_play(s, seat, ADRENALINE):
        mask[A_ADRENALINE] = 1
    if may_play(s, seat, RUSH_CARD) and not s.rush[seat]:
        mask[A_RUSH] = 1


@kernel
def legal_aggression(s, seat, mask):
    """[7.1]"""
    aim(s, seat, s.cell[seat], mask)
    for way in range(4):
        cell = s.cell[seat]
        for _ in range(SHOT):
            if not is_open(s.edge[cell, way]):
                break
            cell = BEYOND[cell, way]
            aim(s, seat, cell, mask)


@kernel
def aim(s, seat, cell, mask):
    """Whoever stands on a cell and has something to lose."""
    for other in range(1, s.seats):
        victim = (seat + other) % s.seats
        if s.cell[victim] == cell and s.bag_count[victim] > 0:
            mask[A_AGGRESS + other - 1] = 1


@kernel
def is_near(s, seat, victim):
    """[7.1] In line at a distance of 0 or 1."""
    here = s.cell[seat]
    near = s.cell[victim] == here
    for way in range(4):
        near |= is_open(s.edge[here, way]) and BEYOND[here, way] == s.cell[victim]
    return near


# ------------------------------------------------------------------------------------------------------------------
# Playing them


@kernel
def finish_card(s, seat):
    """Once it is resolved the card lies among the discards."""
    s.discards[seat] |= 1 << s.playing
    s.playing = -1


@kernel
def play_card(s, seat, action):
    s.card_used = 1
    if action >= A_DISCARD:
        begin_card(s, seat, action - A_DISCARD)
    elif action == A_RUSH:
        begin_card(s, seat, RUSH_CARD)
        s.rush[seat] = 1
    elif action == A_ADRENALINE:
        begin_card(s, seat, ADRENALINE)
        s.adrenaline = 2 if at_red(s) else 1
    elif action >= A_ANALYSE:
        begin_card(s, seat, ANALYSIS)
        analyse(s, seat, action - A_ANALYSE)
    elif action >= A_BETRAY:
        begin_card(s, seat, BETRAYAL)
        betray(s, seat, (seat + 1 + action - A_BETRAY) % s.seats)
    else:
        begin_card(s, seat, AGGRESSION)
        attack(s, seat, (seat + 1 + action - A_AGGRESS) % s.seats)


@inlined
def begin_card(s, seat, card):
    s.hand[seat] ^= 1 << card
    s.playing = card


@kernel
def analyse(s, seat, position):
    """[7.3]"""
    for place in range(PLACES):
        where = POSITION[s.spot[place]]
        if s.closed[place] and (where == position or where == POSITION[s.cell[seat]]):
            s.seen[seat] |= 1 << place


@kernel
def betray(s, seat, victim):
    """[7.2]"""
    cards = 2 if at_red(s) else 1
    for _ in range(cards):
        discard_any(s, victim)
    s.recovers = min(cards, count(s.discards[seat]))
    if s.recovers > 0:
        ask(s, seat, RECOVER)


@kernel
def recover(s, seat, card):
    s.discards[seat] ^= 1 << card
    s.hand[seat] |= 1 << card
    s.recovers -= 1
    if s.recovers > 0:
        ask(s, seat, RECOVER)


@kernel
def attack(s, seat, victim):
    """[7.1]"""
    s.near = is_near(s, seat, victim)
    if at_red(s):
        s.victim = victim
        ask(s, seat, SLOT)
    else:
        suffer(s, victim)


@kernel
def choose_slot(s, action):
    lose_slot(s, action - A_TAKE + FIRST_SLOT)
