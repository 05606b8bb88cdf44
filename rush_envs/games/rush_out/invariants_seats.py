"""What must hold of what the seats aim at, have named and owe (RO-4.1, RO-5.4, RO-7.3)."""

from __future__ import annotations

from rush_envs.games.rush_out.casting import SCROLL, answers_to, may_choose
from rush_envs.games.rush_out.components import (
    BARD,
    CLERIC,
    COINS_A_CARD,
    CONFUSION_ALL,
    CONFUSION_ONE,
    COST,
    CURSES,
    DAMNATION_1,
    DAMNATION_2,
    DISSIPATIONS,
    FACES,
    HEROES,
    JOKER,
    LIGHTNING_SCROLL,
    REGRESSION_ONE,
    SENTINEL,
    SILENCE,
    SPELL_KIND,
    SWAP,
    VORTEX,
    WARRIOR,
    WIZARD_TARGETS,
)  # fmt: skip
from rush_envs.games.rush_out.dice import (
    WIZARD_FACES,
    aims_at,
    hears,
    hero_able,
    in_hand,
    taken_dice,
    wizard_able,
    wizard_covers,
)
from rush_envs.games.rush_out.invariants_cards import spaces_of, wizard_spaces_of
from rush_envs.games.rush_out.movements import answer_start, fitting, may_flip, may_take_joker
from rush_envs.games.rush_out.state import (
    ASK_DAMNATION,
    ASK_DIE,
    ASK_DISSIPATION,
    ASK_NOTHING,
    ASK_REGRESSION,
    ASK_TARGET,
    FREE,
    MARKET,
    SHUT,
    THE_HEROES,
    THE_WIZARD,
)
from rush_envs.games.rush_out.view import (
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
    A_TARGET,
    A_TURN,
    A_WIZARD_BACK,
    A_WIZARD_JOKER,
    A_WIZARD_PLACE,
)
from rush_envs.kit import kernel

# ------------------------------------------------------------------------------------------------------------------
# Aims


@kernel
def aims_hold(s):
    """Who has dice lying somewhere aims there, freely or not at all; what is aimed at is in play."""
    for seat in range(s.seats):
        placed = 0
        for symbol in range(FACES):
            placed += s.placed[seat, symbol]
        if (placed > 0) != (s.at[seat] >= 0):
            return False
        if s.aim[seat] == FREE or s.aim[seat] == SHUT:
            continue
        target = s.aim[seat] - 1
        if s.at[seat] >= 0 and s.at[seat] != target:
            return False
        if seat == 0 and (target >= WIZARD_TARGETS or wizard_spaces_of(s, target) == 0):
            return False
        if seat > 0 and spaces_of(s, target) == 0:
            return False
    return True


# ------------------------------------------------------------------------------------------------------------------
# The wizard's question


@kernel
def asked_by(kind):
    """The question that a kind of spell asks."""
    if kind == CONFUSION_ONE:
        return ASK_DIE
    if kind == CONFUSION_ALL:
        return ASK_TARGET
    if VORTEX <= kind < SILENCE:
        return ASK_DISSIPATION
    if DAMNATION_1 <= kind <= DAMNATION_2:
        return ASK_DAMNATION
    return ASK_REGRESSION if kind == REGRESSION_ONE else ASK_NOTHING


@kernel
def question_holds(s):
    """An open question is that of its card, has more answers than it needs, and wounds are due for a damnation only."""
    if s.question == ASK_NOTHING:
        return s.wounds_due == 0
    most = 0
    if s.casting == SCROLL:
        if s.question != ASK_TARGET or not s.scrolls >> LIGHTNING_SCROLL & 1:
            return False
    else:
        kind = SPELL_KIND[s.spell[s.casting]]
        if asked_by(kind) != s.question or s.at[0] == s.casting:
            return False
        most = 1 if kind == DAMNATION_1 else 2 if kind == DAMNATION_2 else 0
    if s.wounds_due > most or (most > 0 and s.wounds_due == 0):
        return False
    answers = 0
    for choice in range(answers_to(s.question)):
        answers += 1 if may_choose(s, choice) else 0
    return answers > max(s.wounds_due, 1)


# ------------------------------------------------------------------------------------------------------------------
# Movements that wait for the end of the tick


@kernel
def named_hold(s):
    """What was named is legal: nothing moves before the last has named his movement."""
    for seat in range(s.seats):
        action = s.pending[seat]
        if not dice_named_hold(s, seat):
            return False
        if action < 0:
            continue
        if s.phase == MARKET:
            return False
        if seat == 0 and not wizard_may(s, action):
            return False
        if seat > 0 and (s.busy[seat - 1] > 0 or not hero_may(s, seat, action)):
            return False
    return True


@kernel
def dice_named_hold(s, seat):
    """[5.7] Dice are taken back before a roll only, and some are still to be named while that is asked."""
    taken, placed = 0, 0
    for symbol in range(FACES):
        taken += s.taken[seat, symbol]
        placed += s.placed[seat, symbol]
        if s.taken[seat, symbol] > s.placed[seat, symbol]:
            return False
    if s.pending[seat] == A_TAKE:
        return placed > 1 and taken < placed
    return taken == 0 or s.pending[seat] == A_ROLL


@kernel
def wizard_may(s, action):
    """Whether a movement is one of `legal_wizard`, whatever number it is."""
    if s.question != ASK_NOTHING:
        choice = action - answer_start(s.question)
        return 0 <= choice < answers_to(s.question) and may_choose(s, choice)
    if action <= A_TAKE:
        return action != A_ROLL or in_hand(s, 0) + taken_dice(s, 0) > 0
    if A_WIZARD_JOKER <= action < A_TARGET:
        target, symbol = (action - A_WIZARD_JOKER) // WIZARD_FACES, (action - A_WIZARD_JOKER) % WIZARD_FACES
        return aims_at(s, 0, target) and may_take_joker(s, target, symbol, wizard_covers(s))
    if A_WIZARD_PLACE <= action < A_WIZARD_JOKER:
        target, symbol = (action - A_WIZARD_PLACE) // WIZARD_FACES, (action - A_WIZARD_PLACE) % WIZARD_FACES
        return wizard_able(s) >> symbol & 1 and s.wizard_free[target, symbol] > 0 and aims_at(s, 0, target)
    if A_FLIP <= action < A_SWAP:
        return may_flip(s, action - A_FLIP)
    if A_SWAP <= action < A_COINS:
        return s.scrolls >> SWAP & 1
    return action == A_COINS and s.coins[THE_WIZARD] >= COINS_A_CARD


@kernel
def hero_may(s, seat, action):
    """The same for `legal_hero`."""
    hero = seat - 1
    if s.owners[hero]:
        return A_HERO <= action < A_HERO + HEROES and s.owners[hero] >> (action - A_HERO) & 1
    if s.owes[hero]:
        return A_HERO_BACK <= action < A_WIZARD_BACK and s.placed[seat, action - A_HERO_BACK] > 0
    if action <= A_TAKE:
        return action != A_ROLL or in_hand(s, seat) + taken_dice(s, seat) > 0
    if A_HERO_PLACE <= action < A_WIZARD_PLACE:
        target, symbol = (action - A_HERO_PLACE) // FACES, (action - A_HERO_PLACE) % FACES
        return fitting(s, seat, target, hero_able(s, seat)) >> symbol & 1
    if action == A_COINS:
        return s.coins[THE_HEROES] >= COINS_A_CARD
    return action >= A_HEAL and ability_may(s, hero, action)


@kernel
def ability_may(s, hero, action):
    """The same for `legal_ability`."""
    character = s.character[hero]
    if s.experience[hero] < COST[character]:
        return False
    if action < A_DISCARD:
        return character == BARD and action - A_HEAL < s.seats - 1 and s.wounded[action - A_HEAL] > 0
    if action < A_DISCARD + DISSIPATIONS:
        return character == SENTINEL and s.dissipation[action - A_DISCARD] >= 0
    if action < A_DISCARD + DISSIPATIONS + CURSES:
        return character == SENTINEL and s.cursed[action - A_DISCARD - DISSIPATIONS] > 0
    if action == A_PUSH:
        return character == WARRIOR and s.dragon > 0
    other, face = (action - A_TURN) // JOKER, (action - A_TURN) % JOKER
    if character != CLERIC or other >= s.seats - 1:
        return False
    return s.hand[other + 1, face] > 0 and (other == hero or hears(s))
