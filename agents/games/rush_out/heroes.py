"""The heroes' half of the rule of thumb for Rush Out!: see `greedy`."""

from __future__ import annotations

from rush_envs.games.rush_out.components import (
    BARD,
    CLASH,
    COIN,
    COST,
    CURSES,
    DISSIPATIONS,
    DRAGON_SPACES,
    DRAGON_TILE,
    EXPERIENCE_FROM,
    FACES,
    FIRST_CURSE_TARGET,
    FIRST_DISSIPATION_TARGET,
    FIRST_TILE,
    HERO_DICE,
    HEROES,
    JOKER,
    MOST_COLOURS,
    ORDEAL_KIND,
    SENTINEL,
    SPACES,
    SPELL_TYPE,
    TARGETS,
    TYPE_NAMES,
    WARRIOR,
)  # fmt: skip
from rush_envs.games.rush_out.dice import aims_at, hears, in_hand
from rush_envs.games.rush_out.view import (
    A_COINS,
    A_DISCARD,
    A_HEAL,
    A_HERO,
    A_HERO_BACK,
    A_HERO_PLACE,
    A_PUSH,
    A_ROLL,
    A_TAKE,
    A_TURN,
    A_WAIT,
)
from rush_envs.kit import kernel

from .rolling import BITS, DIGIT, NEVER, TICK, after_hand, barred_for, count, pack, rolls_for

# ------------------------------------------------------------------------------------------------------------------
# What things are worth to the heroes: a card of their deck is 100. Found by playing versions of this file.

CARD = 100
DRACOLOGY = TYPE_NAMES.index("dracology")
COIN_CARD = 125  # two coins are one more card
POINT = 12  # of experience
LIFE = (0, 900, 200, 120, 95, 85, 80)  # for a clash, by lives left
COVERED = 5  # a card under the dragon must wait for it to go
# Pushing the dragon back from there, for each joker it takes: begin early if many. Half of it if no dracology lies out,
# half more for each beyond the first.
BREATH = (0, 12, 27, 90)
UNCOVERED = 100  # more if the card under it is full
VORTEX_LIFTED, SYMBOL_LIFTED = 100, 60
CURSE_LIFTED = (8, 8, 300, 300, 45, 45)
HEALED = (0, 0, 0, 20, 30, 70)  # by players: the more heroes, the more souls a damnation takes
LAST_SOULS = 200  # the next damnation would take the last soul
# By players: a card is left for another only if that has so many quarters of its worth per tick
FAITH = (0, 0, 0, 7, 9, 9)
AWAY = (0, 0, 0, 3, 15, 15)  # ticks until a mate comes whose dice lie elsewhere: where there are two, they go together
MOVING = (0, 0, 0, 0, 1, 1)  # ticks that it takes to go elsewhere
STUCK = 40  # ticks until the dragon leaves a full card, in the mind of those whose dice lie there
# By players: helping a mate is worth what both do, less so many quarters of what he does alone
JOIN = (0, 0, 0, 4, 6, 6)
OUTDONE = 10  # sixteenths of a card's promise that each free hero leaves who would fill it sooner

# ------------------------------------------------------------------------------------------------------------------
# How long dice take


@kernel
def ticks_for(s, seat, target, me, mate):
    """Expected sixteenths until `me` and, unless it is 0, `mate` fill a target; seat is who asks."""
    need = pack(s.free[target])
    spaces = count(need)
    dice, delay, rollers = 0, 0, 0
    covers, mate_covers, barred_all = 0, 0, (1 << FACES) - 1
    for k in range(2):
        other = me if k == 0 else mate
        if other == 0:
            continue
        barred = barred_for(s, other - 1)
        mate_covers = covers
        covers = s.covers[other - 1] & ~barred
        barred_all &= barred
        rollers += 1
        dice += HERO_DICE - s.locked[other - 1] - s.owes[other - 1]
        if s.at[other] == target:
            for symbol in range(FACES):
                dice -= s.placed[other, symbol]
        elif s.at[other] >= 0:
            delay = max(delay, TICK * (MOVING[s.seats] if other == seat else AWAY[s.seats]))
        if (other == seat or hears(s)) and aims_at(s, other, target):
            need = after_hand(need, s.hand[other], covers, barred)
        delay = max(delay, TICK * s.busy[other - 1])
    if rollers == 1:
        mate_covers = 0
    left = need
    for symbol in range(FACES):
        if left & DIGIT and barred_all >> symbol & 1:
            return NEVER
        left >>= BITS
    dice -= spaces - count(need)
    return min(rolls_for(need, dice, covers, mate_covers, rollers) + TICK * spaces // rollers + delay, NEVER)


# ------------------------------------------------------------------------------------------------------------------
# Where to go


@kernel
def is_filled(s, target):
    return pack(s.free[target]) == 0


@kernel
def lying(s, kind):
    """How many of the spells that lie out are of a type: what the wizard may do next."""
    spells = 0
    for space in range(SPACES):
        spells += SPELL_TYPE[s.spell[space]] == kind
    return spells


@kernel
def worth(s, target):
    """What completing a target is worth to the heroes."""
    if target < SPACES:
        if s.dragon == target + 1:
            return COVERED
        kind = ORDEAL_KIND[s.ordeal[target]]
        if kind == CLASH:
            return LIFE[s.lives]
        return COIN_CARD if kind == COIN else CARD + (POINT if s.scenario >= EXPERIENCE_FROM else 0)
    if target == DRAGON_TILE:
        breath = BREATH[s.dragon] * (1 + lying(s, DRACOLOGY)) * DRAGON_SPACES[s.seats - 3, JOKER] // 2
        return breath + (UNCOVERED if is_filled(s, s.dragon - 1) else 0)
    if target < FIRST_CURSE_TARGET:
        return VORTEX_LIFTED if target < FIRST_DISSIPATION_TARGET + 2 else SYMBOL_LIFTED
    if target < FIRST_TILE:
        return CURSE_LIFTED[target - FIRST_CURSE_TARGET]
    wounded = 0
    for hero in range(s.seats - 1):
        wounded += s.wounded[hero]
    return HEALED[s.seats] + (LAST_SOULS if s.souls <= min(wounded + 1, s.seats - 1) else 0)


@kernel
def pace(value, ticks):
    """Worth per tick, in sixteenths; half a tick more tells an end at once from none at all."""
    return 0 if ticks >= NEVER else (value << 8) // (ticks + TICK // 2)


@kernel
def faster(s, seat, target, mate, ticks):
    """How many heroes who have no dice anywhere would fill a target sooner than in so many ticks, with that mate."""
    others = 0
    if hears(s):
        for other in range(1, s.seats):
            if other != seat and other != mate and s.at[other] < 0:
                others += ticks_for(s, other, target, other, mate) < ticks
    return others


@kernel
def promise(s, seat, target, beaten):
    """What going to a target, or staying there, adds to the heroes' pace; exact if it is more than `beaten`.

    A free hero leaves a card to one whose dice fit better: the second place beside a mate altogether.
    """
    mate, mates = 0, 0
    for other in range(1, s.seats):
        if other != seat and s.at[other] == target:
            mate = other
            mates += 1
    if mates >= MOST_COLOURS:
        return 0
    value, ticks = worth(s, target), ticks_for(s, seat, target, seat, mate)
    best = pace(value, ticks)
    if s.at[seat] == target and mates == 1:
        return best
    if mates == 1:
        best -= JOIN[s.seats] * pace(value, ticks_for(s, seat, target, mate, 0)) // 4
    else:
        for other in range(1, s.seats):
            if other != seat:
                best = max(best, pace(value, ticks_for(s, seat, target, seat, other)) // 2)
    if best > beaten and s.at[seat] < 0:
        for _ in range(faster(s, seat, target, mate, ticks)):
            best = best * OUTDONE // 16 if mates == 0 else 0
    return best


@kernel
def choose_target(s, seat):
    """The target that promises most; the one with the hero's dice on it unless another is much better."""
    here = s.at[seat]
    best, chosen = -1, here
    if here >= 0:
        stay = promise(s, seat, here, 0) if not is_filled(s, here) else (CARD << 8) // (STUCK * TICK)
        best = FAITH[s.seats] * stay // 4
    for target in range(TARGETS):
        if target != here and not is_filled(s, target):
            found = promise(s, seat, target, best)
            if found > best:
                best, chosen = found, target
    return chosen


# ------------------------------------------------------------------------------------------------------------------
# What to do


@kernel
def best_place(s, seat, target, mask):
    """The die to place on a target, or -1: natural faces first, and not where a mate would get there first."""
    best, action = -1, -1
    for symbol in range(FACES):
        place = A_HERO_PLACE + FACES * target + symbol
        if mask[place]:
            ready = s.hand[seat, symbol] > 0
            value = 8 * ready + s.free[target, symbol]
            for other in range(1, seat):
                if hears(s) and s.at[other] == target and s.hand[other, symbol] >= s.free[target, symbol]:
                    value -= 4
            if value > best:
                best, action = value, place
    return action


@kernel
def choose_owner(s, seat, mask):
    """A point goes where it is most nearly enough for something."""
    best, chosen = -1, 0
    for hero in range(HEROES):
        if mask[A_HERO + hero]:
            value = 8 - max(COST[s.character[hero]] - s.experience[hero], 0) + (hero == seat - 1)
            value += 2 * (s.character[hero] == WARRIOR and s.dragon > 1)
            if value > best:
                best, chosen = value, hero
    return A_HERO + chosen


@kernel
def choose_ability(s, seat, target, mask):
    """An ability worth its points now, or -1."""
    character = s.character[seat - 1]
    if s.experience[seat - 1] < COST[character]:
        return -1
    if character == WARRIOR:
        return A_PUSH if mask[A_PUSH] and (s.dragon > 1 or s.experience[seat - 1] > COST[WARRIOR]) else -1
    best, action = 0, -1
    if character == BARD:
        for hero in range(s.seats - 1):
            if mask[A_HEAL + hero]:
                action = A_HEAL + hero
    elif character == SENTINEL:
        for card in range(DISSIPATIONS + CURSES):
            value = worth(s, FIRST_DISSIPATION_TARGET + card)
            if mask[A_DISCARD + card] and value > best and value >= SYMBOL_LIFTED:
                best, action = value, A_DISCARD + card
    elif target >= 0:
        action = choose_turn(s, seat, target, mask)
    return action


@kernel
def choose_turn(s, seat, target, mask):
    """[cleric] A die that fits nowhere on his target becomes a joker that does; then those of mates whose dice lie
    somewhere."""
    action = turn_for(s, seat, target, mask)
    for other in range(1, s.seats):
        if action < 0 and other != seat and s.at[other] >= 0:
            action = turn_for(s, other, s.at[other], mask)
    return action


@kernel
def turn_for(s, seat, target, mask):
    """A die of a hero that fits nowhere on a target where his joker would, unless he holds a joker already; or -1."""
    fits = 0
    for symbol in range(FACES):
        if s.free[target, symbol] > 0:
            fits |= 1 << symbol
    jokers = s.covers[seat - 1] & ~barred_for(s, seat - 1) | 1 << JOKER
    if not fits & jokers or not aims_at(s, seat, target) or s.hand[seat, JOKER] > 0:
        return -1
    for face in range(JOKER):
        if mask[A_TURN + JOKER * (seat - 1) + face] and not fits >> face & 1:
            return A_TURN + JOKER * (seat - 1) + face
    return -1


@kernel
def owed_die(mask):
    """Any die that a vortex may have."""
    symbol = 0
    while not mask[A_HERO_BACK + symbol]:
        symbol += 1
    return A_HERO_BACK + symbol


@kernel
def spends(s, seat):
    """One hero does it for all: the first who is not busy."""
    first = 1
    while first < seat and (s.busy[first - 1] or s.owes[first - 1] or s.owners[first - 1]):
        first += 1
    return first == seat


@kernel
def hero_move(s, seat, mask):
    if s.owners[seat - 1]:
        return choose_owner(s, seat, mask)
    if s.owes[seat - 1]:
        return owed_die(mask)
    if mask[A_COINS] and spends(s, seat):
        return A_COINS
    target = choose_target(s, seat)
    place = best_place(s, seat, target, mask) if target >= 0 else -1
    if place >= 0:
        return place
    ability = choose_ability(s, seat, target, mask)
    if ability >= 0:
        return ability
    if s.at[seat] >= 0 and target != s.at[seat]:
        return A_TAKE
    return A_ROLL if in_hand(s, seat) > 0 and (target < 0 or not is_filled(s, target)) else A_WAIT
