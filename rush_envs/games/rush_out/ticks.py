"""Real time as ticks: what everybody has named is carried out in a random order (RO-4, RO-5, RO-8)."""

from __future__ import annotations

from rush_envs.games.rush_out.casting import choose, settle, swap_spell, wizard_place
from rush_envs.games.rush_out.completing import heal, hero_place, know_top, lift_curse, lift_dissipation, push_back, win
from rush_envs.games.rush_out.components import (
    AIR,
    COINS_A_CARD,
    COST,
    DISSIPATIONS,
    FACES,
    FIRST_SUMMONED,
    JOKER,
    PLANT,
    SPACES,
    WATER,
)
from rush_envs.games.rush_out.dice import WIZARD_FACES, natural_face, take_and_roll, take_back
from rush_envs.games.rush_out.movements import answer_start, still_may_hero, still_may_wizard
from rush_envs.games.rush_out.state import ASK_NOTHING, BY_DECK, SHUT, THE_HEROES, THE_WIZARD
from rush_envs.games.rush_out.view import (
    A_ALL,
    A_COINS,
    A_DISCARD,
    A_FLIP,
    A_HEAL,
    A_HERO,
    A_HERO_BACK,
    A_HERO_PLACE,
    A_PUSH,
    A_ROLL,
    A_SWAP,
    A_TAKE,
    A_TURN,
    A_WAIT,
    A_WIZARD_BACK,
    A_WIZARD_JOKER,
    A_WIZARD_PLACE,
)
from rush_envs.kit import kernel
from rush_envs.kit.piles import shuffle


@kernel
def name_movement(s, seat, action):
    """[4.1, 5.7] Seals a movement; false while the seat has still to say which dice it takes back before its roll."""
    taking = s.pending[seat] == A_TAKE
    if not taking or action == A_ROLL:
        s.pending[seat] = action
        if action != A_TAKE:
            return True
    left = -1 if taking else 0
    for symbol in range(FACES):
        left += s.placed[seat, symbol] - s.taken[seat, symbol]
    if action == A_ALL or left == (0 if taking else 1):
        for symbol in range(FACES):
            s.taken[seat, symbol] = s.placed[seat, symbol]
        s.pending[seat] = A_ROLL
        return True
    if taking:
        s.taken[seat, action - (A_HERO_BACK if seat > 0 else A_WIZARD_BACK)] += 1
    return False


@kernel
def run_tick(s):
    """[4.2 to 4.6] Carries out all movements; true if the round goes on."""
    s.helped = 0
    for space in range(SPACES):
        s.lay[space] = s.ordeal[space]
    count = 0
    for seat in range(s.seats):
        if s.pending[seat] >= 0:
            s.order[count] = seat
            count += 1
    shuffle(s, s.order, count)
    for k in range(count):
        seat = s.order[k]
        if s.winner < 0:
            if seat > 0:
                move_hero(s, seat, s.pending[seat])
            else:
                move_wizard(s, s.pending[0])
    if s.winner < 0 and s.question != ASK_NOTHING:
        settle(s)
    if s.winner < 0:
        count_busy(s)
    for seat in range(s.seats):
        s.pending[seat] = -1
        for symbol in range(FACES):
            s.taken[seat, symbol] = 0
    s.ticks += 1
    return s.winner < 0


@kernel
def count_busy(s):
    """[8.5 to 8.7] Curses make heroes lose time."""
    one_hand = s.cursed[2] or s.cursed[3]
    high_five = s.cursed[4] or s.cursed[5]
    for hero in range(s.seats - 1):
        if s.busy[hero] > 0:
            s.busy[hero] -= 1
        elif one_hand and s.pending[hero + 1] != A_WAIT:
            s.busy[hero] += 1
        if high_five and s.helped >> hero & 1:
            s.busy[hero] += 1


@kernel
def move_hero(s, seat, action):
    if not still_may_hero(s, seat, action) or action == A_WAIT:
        return
    hero = seat - 1
    if action == A_ROLL:
        take_and_roll(s, seat)
    elif action < A_WIZARD_BACK:  # [8.2] for a vortex
        take_back(s, seat, action - A_HERO_BACK)
        s.aim[seat] = SHUT
    elif action < A_WIZARD_PLACE:
        hero_place(s, seat, (action - A_HERO_PLACE) // FACES, (action - A_HERO_PLACE) % FACES)
    elif action < A_FLIP:
        s.experience[action - A_HERO] += 1
        s.owners[hero] = 0
    elif action == A_COINS:
        discard_ordeal(s)
    else:
        s.experience[hero] -= COST[s.character[hero]]
        use_ability(s, action)


@kernel
def use_ability(s, action):
    """[9.6]"""
    if action < A_DISCARD:
        heal(s, action - A_HEAL)
    elif action < A_PUSH:
        card = action - A_DISCARD
        if card < DISSIPATIONS:
            lift_dissipation(s, card)
        else:
            lift_curse(s, card - DISSIPATIONS)
    elif action < A_TURN:
        push_back(s)
    else:
        seat = (action - A_TURN) // JOKER + 1
        s.hand[seat, (action - A_TURN) % JOKER] -= 1
        s.hand[seat, JOKER] += 1


@kernel
def discard_ordeal(s):
    """[5.10] Two coins: the heroes' next card goes away unseen, unless it was a summoned one, which all know."""
    s.coins[THE_HEROES] -= COINS_A_CARD
    s.ordeal_count -= 1
    card = s.ordeal_deck[s.ordeal_count]
    if card >= FIRST_SUMMONED:
        s.ordeal_gone |= 1 << card
    else:
        s.ordeal_unseen |= 1 << card
    know_top(s)
    if s.ordeal_count == 0:
        win(s, THE_HEROES, BY_DECK)


@kernel
def discard_spell(s):
    """[5.10] The same for the wizard."""
    s.coins[THE_WIZARD] -= COINS_A_CARD
    s.spell_count -= 1
    card = s.spell_deck[s.spell_count]
    if s.known_spell >= 0:
        s.spell_gone |= 1 << card
    else:
        s.spell_unseen |= 1 << card
    s.known_spell = -1
    if s.spell_count == 0:
        win(s, THE_WIZARD, BY_DECK)


@kernel
def move_wizard(s, action):
    if not still_may_wizard(s, action) or action == A_WAIT:
        return
    if s.question != ASK_NOTHING:
        choose(s, action - answer_start(s.question))
    elif action == A_ROLL:
        take_and_roll(s, 0)
    elif action < A_WIZARD_JOKER:
        symbol = (action - A_WIZARD_PLACE) % WIZARD_FACES
        wizard_place(s, (action - A_WIZARD_PLACE) // WIZARD_FACES, symbol, natural_face(s, 0, symbol))
    elif action < A_FLIP:
        wizard_place(s, (action - A_WIZARD_JOKER) // WIZARD_FACES, (action - A_WIZARD_JOKER) % WIZARD_FACES, JOKER)
    elif action < A_SWAP:
        flip(s, action - A_FLIP)
    elif action < A_COINS:
        swap_spell(s, action - A_SWAP)
    else:
        discard_spell(s)


@kernel
def flip(s, way):
    """[7.12]"""
    other = WATER if way < 2 else AIR
    change = 1 if way % 2 == 0 else -1
    s.hand[0, PLANT] -= change
    s.hand[0, other] += change
