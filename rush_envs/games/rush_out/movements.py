"""Which movements an agent may name, and whether one is still possible when its time comes (RO-4.3, RO-5, RO-9.6)."""

from __future__ import annotations

from rush_envs.games.rush_out.casting import answers_to, may_choose
from rush_envs.games.rush_out.components import (
    AIR,
    BARD,
    COINS_A_CARD,
    COST,
    CURSES,
    DISSIPATIONS,
    FACES,
    FIRST_END,
    HEROES,
    JOKER,
    LIGHTNING_TARGET,
    PLANT,
    PLANT_AIR,
    PLANT_WATER,
    SENTINEL,
    SPACES,
    SWAP,
    TARGETS,
    WARRIOR,
    WATER,
    WIZARD_TARGETS,
)  # fmt: skip
from rush_envs.games.rush_out.dice import (
    WIZARD_FACES,
    aims_at,
    has_room,
    hears,
    hero_able,
    in_hand,
    taken_dice,
    wizard_able,
    wizard_covers,
)
from rush_envs.games.rush_out.state import ASK_DIE, ASK_NOTHING, ASK_TARGET, FREE, SHUT, THE_HEROES, THE_WIZARD
from rush_envs.games.rush_out.view import (
    A_ALL,
    A_COINS,
    A_DIE,
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
    A_TARGET,
    A_TURN,
    A_WAIT,
    A_WIZARD_BACK,
    A_WIZARD_JOKER,
    A_WIZARD_PLACE,
)
from rush_envs.kit import kernel


@kernel
def answer_start(question):
    """The action of a question's first answer."""
    return A_TARGET if question == ASK_TARGET else A_DIE if question == ASK_DIE else A_HERO


@kernel
def may_flip(s, way):
    """[7.12]"""
    scroll = PLANT_WATER if way < 2 else PLANT_AIR
    face = PLANT if way % 2 == 0 else WATER if way == 1 else AIR
    return s.scrolls >> scroll & 1 and s.hand[0, face] > 0


@kernel
def legal_dice(s, seat, mask):
    """[5.7] Which die to take back next; with one named the roll may begin."""
    first = A_HERO_BACK if seat > 0 else A_WIZARD_BACK
    mask[A_ALL] = 1
    mask[A_ROLL] = taken_dice(s, seat) > 0
    for symbol in range(FACES):
        if s.placed[seat, symbol] > s.taken[seat, symbol]:
            mask[first + symbol] = 1


@kernel
def may_take_joker(s, target, symbol, covers):
    """[5.3] Whether the wizard may choose a joker for a space that a natural face of his fits, too: only where both
    are possible, and not for the last space of a card, after which all dice are rolled anew."""
    if s.hand[0, JOKER] == 0 or s.hand[0, symbol] == 0 or not covers >> symbol & 1:
        return False
    free = 0
    for k in range(WIZARD_FACES):
        free += s.wizard_free[target, k]
    return free > 1 and s.wizard_free[target, symbol] > 0


@kernel
def legal_wizard(s, mask):
    if s.pending[0] == A_TAKE:
        legal_dice(s, 0, mask)
        return
    if s.question != ASK_NOTHING:
        first = answer_start(s.question)
        for choice in range(answers_to(s.question)):
            mask[first + choice] = may_choose(s, choice)
        return
    mask[A_WAIT] = 1
    mask[A_ROLL] = in_hand(s, 0) > 0
    mask[A_TAKE] = s.at[0] >= 0
    able = wizard_able(s) if s.aim[0] != SHUT else 0
    if able:
        covers = wizard_covers(s) if s.hand[0, JOKER] else 0
        for target in range(WIZARD_TARGETS):
            if aims_at(s, 0, target):
                legal_spaces(s, target, able, covers, mask)
    if s.scrolls:
        for way in range(4):
            mask[A_FLIP + way] = may_flip(s, way)
        for space in range(SPACES):
            mask[A_SWAP + space] = s.scrolls >> SWAP & 1
    mask[A_COINS] = s.coins[THE_WIZARD] >= COINS_A_CARD


@kernel
def legal_spaces(s, target, able, covers, mask):
    for symbol in range(WIZARD_FACES):
        if able >> symbol & 1 and s.wizard_free[target, symbol] > 0:
            mask[A_WIZARD_PLACE + WIZARD_FACES * target + symbol] = 1
            mask[A_WIZARD_JOKER + WIZARD_FACES * target + symbol] = may_take_joker(s, target, symbol, covers)


@kernel
def legal_hero(s, seat, mask):
    hero = seat - 1
    if s.pending[seat] == A_TAKE:
        legal_dice(s, seat, mask)
        return
    if s.owners[hero]:
        for other in range(HEROES):
            mask[A_HERO + other] = s.owners[hero] >> other & 1
        return
    if s.owes[hero]:
        for symbol in range(FACES):
            mask[A_HERO_BACK + symbol] = s.placed[seat, symbol] > 0
        return
    mask[A_WAIT] = 1
    mask[A_ROLL] = in_hand(s, seat) > 0
    mask[A_TAKE] = s.at[seat] >= 0
    able = hero_able(s, seat) if s.aim[seat] != SHUT else 0
    if able:
        first, last = 0, TARGETS
        if s.at[seat] >= 0 or s.aim[seat] != FREE:  # one target at most is left to look at
            first = s.at[seat] if s.at[seat] >= 0 else s.aim[seat] - 1
            last = first + 1
        for target in range(first, last):
            legal_places(s, seat, target, able, mask)
    mask[A_COINS] = s.coins[THE_HEROES] >= COINS_A_CARD
    if s.experience[hero]:
        legal_ability(s, hero, mask)


@kernel
def fitting(s, seat, target, able):
    """The set of symbols that a hero who is able to place those could place on a target now."""
    fits = 0
    for symbol in range(FACES):
        if s.free[target, symbol] > 0:
            fits |= able & 1 << symbol
    return fits if fits and aims_at(s, seat, target) and has_room(s, seat, target) else 0


@kernel
def legal_places(s, seat, target, able, mask):
    fits = fitting(s, seat, target, able)
    if fits:
        for symbol in range(FACES):
            mask[A_HERO_PLACE + FACES * target + symbol] = fits >> symbol & 1


@kernel
def legal_ability(s, hero, mask):
    """[9.6]"""
    if s.experience[hero] < COST[s.character[hero]]:
        return
    if s.character[hero] == BARD:
        for other in range(s.seats - 1):
            mask[A_HEAL + other] = s.wounded[other]
    elif s.character[hero] == SENTINEL:
        for card in range(DISSIPATIONS):
            mask[A_DISCARD + card] = s.dissipation[card] >= 0
        for card in range(CURSES):
            mask[A_DISCARD + DISSIPATIONS + card] = s.cursed[card]
    elif s.character[hero] == WARRIOR:
        mask[A_PUSH] = s.dragon > 0
    else:
        for other in range(s.seats - 1):
            if other == hero or hears(s):
                for face in range(JOKER):
                    mask[A_TURN + JOKER * other + face] = s.hand[other + 1, face] > 0


@kernel
def still_may_wizard(s, action):
    """Whether the wizard's movement, legal at the start of the tick, is legal now."""
    if s.question != ASK_NOTHING:
        choice = action - answer_start(s.question)
        return 0 <= choice < answers_to(s.question) and may_choose(s, choice) and in_place(s, action)
    if action < A_TAKE:
        return action == A_WAIT or in_hand(s, 0) + taken_dice(s, 0) > 0
    if action < A_TARGET:
        return still_may_place(s, action) and in_place(s, action)
    if action < A_FLIP:
        return False  # the answer to a question that has gone
    if action < A_SWAP:
        return may_flip(s, action - A_FLIP)
    return action < A_COINS or s.coins[THE_WIZARD] >= COINS_A_CARD


@kernel
def still_may_place(s, action):
    """A natural face or a joker on a target of the wizard."""
    first = A_WIZARD_PLACE if action < A_WIZARD_JOKER else A_WIZARD_JOKER
    target, symbol = (action - first) // WIZARD_FACES, (action - first) % WIZARD_FACES
    if not aims_at(s, 0, target):
        return False
    if first == A_WIZARD_JOKER:
        return may_take_joker(s, target, symbol, wizard_covers(s))
    return wizard_able(s) >> symbol & 1 and s.wizard_free[target, symbol] > 0


@kernel
def still_may_hero(s, seat, action):
    """Whether a hero's movement, legal at the start of the tick, is legal now."""
    hero = seat - 1
    if s.owners[hero]:  # [5.9] perhaps only since this tick began
        return A_HERO <= action < A_FLIP
    if s.owes[hero] or A_HERO_BACK <= action < A_WIZARD_BACK:  # the debt may have gone, or come
        may_give = A_HERO_BACK <= action < A_WIZARD_BACK and s.placed[seat, action - A_HERO_BACK] > 0
        return s.owes[hero] and may_give
    if action < A_TAKE:
        return action == A_WAIT or in_hand(s, seat) + taken_dice(s, seat) > 0
    if action < A_WIZARD_PLACE:
        target, symbol = (action - A_HERO_PLACE) // FACES, (action - A_HERO_PLACE) % FACES
        fits = hero_able(s, seat) >> symbol & 1 and s.free[target, symbol] > 0
        return fits and aims_at(s, seat, target) and has_room(s, seat, target) and in_place(s, action)
    if action == A_COINS:
        return s.coins[THE_HEROES] >= COINS_A_CARD
    return still_may_ability(s, hero, action)


@kernel
def still_may_ability(s, hero, action):
    if s.experience[hero] < COST[s.character[hero]]:
        return False  # a regression took the point
    if action < A_DISCARD:
        return s.wounded[action - A_HEAL] > 0
    if action < A_PUSH:
        card = action - A_DISCARD
        return s.dissipation[card] >= 0 if card < DISSIPATIONS else s.cursed[card - DISSIPATIONS] > 0
    if action < A_TURN:
        return s.dragon > 0
    other = (action - A_TURN) // JOKER
    return s.hand[other + 1, (action - A_TURN) % JOKER] > 0 and (other == hero or hears(s))


@kernel
def in_place(s, action):
    """[4.3] False for a movement that names an ordeal space where another card lies by now."""
    space = -1
    if A_HERO_PLACE <= action < A_HERO_PLACE + FACES * SPACES:
        space = (action - A_HERO_PLACE) // FACES
    elif A_WIZARD_PLACE <= action < A_TARGET:
        target = (action - A_WIZARD_PLACE) // WIZARD_FACES % WIZARD_TARGETS
        space = target - FIRST_END if FIRST_END <= target < LIGHTNING_TARGET else -1
    elif A_TARGET <= action < A_TARGET + SPACES:
        space = action - A_TARGET
    return space < 0 or s.ordeal[space] == s.lay[space]
