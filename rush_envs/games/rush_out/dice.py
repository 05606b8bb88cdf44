"""Dice: in hand, on spaces, on a vortex; whose joker covers what; what a target can take (RO-2, RO-5, RO-8)."""

from __future__ import annotations

from rush_envs.games.rush_out.components import (
    DISSIPATIONS,
    FACES,
    FORBIDS,
    JOKER,
    JOKER_AIR,
    JOKER_PLANT,
    JOKER_WATER,
    MOST_COLOURS,
    ORDEAL_BANNER,
    SPACES,
    SPELL_BANNER,
    UNROLLED,
    WIZARD_SYMBOLS,
)  # fmt: skip
from rush_envs.games.rush_out.state import FREE, SHUT
from rush_envs.kit import below, kernel

WIZARD_FACES = len(WIZARD_SYMBOLS)


@kernel
def hears(s):
    """[8.4] Whether heroes tell each other what they rolled."""
    return s.cursed[0] == 0 and s.cursed[1] == 0


@kernel
def in_hand(s, seat):
    count = 0
    for face in range(UNROLLED + 1):
        count += s.hand[seat, face]
    return count


@kernel
def roll(s, seat):
    """[5.2] All dice in hand, one after another."""
    count = in_hand(s, seat)
    for face in range(UNROLLED + 1):
        s.hand[seat, face] = 0
    for _ in range(count):
        s.hand[seat, below(s, FACES)] += 1
    s.aim[seat] = FREE


@kernel
def taken_dice(s, seat):
    """[5.7] How many of the dice that a seat has named to be taken back before its roll still lie there."""
    count = 0
    for symbol in range(FACES):
        count += min(s.taken[seat, symbol], s.placed[seat, symbol])
    return count


@kernel
def take_and_roll(s, seat):
    """[5.2, 5.7] The dice that were named come back, then all dice in hand are rolled."""
    for symbol in range(FACES):
        for _ in range(min(s.taken[seat, symbol], s.placed[seat, symbol])):
            take_back(s, seat, symbol)
    roll(s, seat)


@kernel
def come_back(s, seat, count):
    """Dice return to the hand, unrolled; a vortex that is owed one takes it at once [8.2]."""
    if seat > 0 and count > 0 and s.owes[seat - 1]:
        s.owes[seat - 1] = 0
        s.locked[seat - 1] = 1
        count -= 1
    s.hand[seat, UNROLLED] += count


@kernel
def take_back(s, seat, symbol):
    """One die from a space of that symbol."""
    target = s.at[seat]
    s.placed[seat, symbol] -= 1
    if seat == 0:
        s.wizard_free[target, symbol] += 1
    else:
        s.free[target, symbol] += 1
    left = 0
    for k in range(FACES):
        left += s.placed[seat, k]
    if left == 0:
        s.at[seat] = -1
    come_back(s, seat, 1)


@kernel
def take_all_back(s, seat):
    """Every die the seat has placed."""
    target = s.at[seat]
    count = 0
    for symbol in range(FACES):
        dice = s.placed[seat, symbol]
        if dice:
            count += dice
            s.placed[seat, symbol] = 0
            if seat == 0:
                s.wizard_free[target, symbol] += dice
            else:
                s.free[target, symbol] += dice
    s.at[seat] = -1
    come_back(s, seat, count)


@kernel
def clear_target(s, target):
    """All heroes' dice on a target return."""
    for seat in range(1, s.seats):
        if s.at[seat] == target:
            take_all_back(s, seat)


@kernel
def shut_aims(s, target):
    """[5.4] The card aimed at was completed or has left its place."""
    for seat in range(1, s.seats):
        if s.aim[seat] == 1 + target:
            s.aim[seat] = SHUT


@kernel
def remove_target(s, target):
    """A heroes' target goes out of play."""
    clear_target(s, target)
    shut_aims(s, target)
    for symbol in range(FACES):
        s.free[target, symbol] = 0


@kernel
def clear_wizard(s, target):
    """The wizard's dice on a target of his return, and he aims at it no more."""
    if s.at[0] == target:
        take_all_back(s, 0)
    if s.aim[0] == 1 + target:
        s.aim[0] = SHUT


@kernel
def is_full(free):
    """Whether no space of a target is left, given its free spaces."""
    left = free[0]
    for symbol in range(1, free.shape[0]):
        left += free[symbol]
    return left == 0


@kernel
def wizard_covers(s):
    """[2.3] The set of symbols that the wizard's jokers cover now."""
    covers = s.scrolls >> JOKER_PLANT & 1 | (s.scrolls >> JOKER_WATER & 1) << 1 | (s.scrolls >> JOKER_AIR & 1) << 2
    for k in range(SPACES):
        if SPELL_BANNER[s.spell[k]] >= 0:
            covers |= 1 << SPELL_BANNER[s.spell[k]]
        if ORDEAL_BANNER[s.ordeal[k]] >= 0:
            covers |= 1 << ORDEAL_BANNER[s.ordeal[k]]
    return covers


@kernel
def hero_able(s, seat):
    """[2.2, 5.6] The set of symbols the hero could place now, by natural face or joker."""
    able = s.covers[seat - 1] if s.hand[seat, JOKER] else 0
    for symbol in range(FACES):
        if s.hand[seat, symbol]:
            able |= 1 << symbol
    for card in range(DISSIPATIONS):
        if s.dissipation[card] == seat - 1 and FORBIDS[card] >= 0:
            able &= ~(1 << FORBIDS[card])
    return able


@kernel
def wizard_able(s):
    """The set of symbols the wizard could place now."""
    able = wizard_covers(s) if s.hand[0, JOKER] else 0
    for symbol in range(WIZARD_FACES):
        if s.hand[0, symbol]:
            able |= 1 << symbol
    return able


@kernel
def aims_at(s, seat, target):
    """[5.3, 5.4] Whether the seat's dice may go on this target at all."""
    return (s.at[seat] < 0 or s.at[seat] == target) and (s.aim[seat] == FREE or s.aim[seat] == 1 + target)


@kernel
def has_room(s, seat, target):
    """[5.5] Whether the hero's colour may join those on a target."""
    colours = 0
    for other in range(1, s.seats):
        if other != seat and s.at[other] == target:
            colours += 1
    return colours < MOST_COLOURS


@kernel
def natural_face(s, seat, symbol):
    """[5.3] The face that fills a space of that symbol unless the player says otherwise: a joker last."""
    return symbol if s.hand[seat, symbol] else JOKER


@kernel
def lay_die(s, seat, target, symbol, face):
    """A die that shows this face from hand onto a space."""
    s.hand[seat, face] -= 1
    s.placed[seat, symbol] += 1
    s.at[seat] = target
    s.aim[seat] = 1 + target
    if seat == 0:
        s.wizard_free[target, symbol] -= 1
    else:
        s.free[target, symbol] -= 1
