"""Rules of thumb for Rush Out!: `greedy(s, seat, mask)`, for the wizard and for heroes.

Both sides think alike: every card in play is worth something to complete (a card of one's own deck is 100) and takes an
expected number of ticks, by the spaces left, the dice in hand that fit and the dice that must be rolled. They go where
worth per tick is highest, place what fits, roll what does not, and take dice back only if another card is much better.
Heroes (in `heroes`) count the dice of one mate who is there already or free to come and what their own help adds, and
leave a card to a free mate who would fill it sooner. Deck sizes, which nobody may count, are never looked at, nor faces
that silence hides.
"""

from __future__ import annotations

from rush_envs.games.rush_out.components import (
    AIR,
    COIN,
    CONFUSION_ALL,
    COST,
    DAMNATION_1,
    DAMNATION_2,
    DRACOLOGY_1,
    DRACOLOGY_2,
    DRAGON_WINS,
    EQUIPMENT,
    EQUIPMENT_COVERS,
    FACES,
    FEWEST,
    FIRE_TARGET,
    FIRST_DISSIPATION,
    FIRST_END,
    FORBIDS,
    HEART,
    LIGHTNING_TARGET,
    LIVES_FROM,
    ORDEAL_KIND,
    PLANT,
    REGRESSION_ALL,
    REGRESSION_ONE,
    SCROLLS,
    SPACES,
    SPELL_KIND,
    SUMMONING,
    TARGETS,
    WATER,
    WIZARD_DICE,
    WIZARD_TARGETS,
)  # fmt: skip
from rush_envs.games.rush_out.dice import WIZARD_FACES, aims_at, in_hand, wizard_covers
from rush_envs.games.rush_out.state import ASK_DAMNATION, ASK_DIE, ASK_DISSIPATION, ASK_NOTHING, ASK_TARGET, MARKET
from rush_envs.games.rush_out.view import (
    A_ALL,
    A_COINS,
    A_DIE,
    A_EQUIPMENT,
    A_FLIP,
    A_HERO,
    A_PASS,
    A_ROLL,
    A_SCROLL,
    A_SWAP,
    A_TAKE,
    A_TARGET,
    A_WAIT,
    A_WIZARD_PLACE,
)
from rush_envs.kit import kernel

from .heroes import CARD, hero_move, worth
from .rolling import NEVER, TICK, after_hand, barred_for, count, pack, rolls_for

# ------------------------------------------------------------------------------------------------------------------
# What things are worth to the wizard: a card of his deck is 100. Found by playing versions of this file.

# By kind of spell, besides the card itself; those that depend on the table are reckoned in `effect`.
EFFECT = (0, 0, 0, 0, 0, 60, 40, 40, 40, 40, 8, 200, 45, 0, 0, 0, 0)
CONFUSED = 26  # by confusion of a whole card, whichever it will be: waiting for one costs more than it is worth
SUMMONED_CARD = 65  # one more ordeal in the heroes' deck; half of it where they may win by lives
# Sixths of what an effect is worth that count when spells are chosen, by players. Few: most spells are cast sooner or
# later, so an effect is only worth its hurry; fewer with many heroes, whom each effect hurts less.
SHARE = (0, 0, 0, 2, 2, 1)
# Of the dragon, from there; half of it with three players
STEP = (30, 60, 140, 1500)
DIE = 14  # of a hero, sent back from a card
LOST_CARD = 40  # times the share of its spaces that were filled
WOUND, SOUL, LAST_SOUL = 20, 25, 1500
LOST_POINT = 8
COIN_WON = -40  # the heroes get a new ordeal for nothing
CLASH_GONE = (0, 500, 220, 120, 60, 30, 20)  # by lives left
FAITH = 5  # a spell is left for another only if that has so many quarters of its worth per tick
FLIP_DICE = 3  # with more dice in hand rolling is better than flipping one
EQUIPMENT_ORDER = (5, 4, 3, 0, 1, 2)
SCROLL_ORDER = (7, 6, 3, 4, 5, 0, 1, 2)

# ------------------------------------------------------------------------------------------------------------------
# The wizard's targets


@kernel
def dice_on(s, target):
    dice = 0
    for seat in range(1, s.seats):
        if s.at[seat] == target:
            for symbol in range(FACES):
                dice += s.placed[seat, symbol]
    return dice


@kernel
def loss(s, target):
    """What the heroes lose by confusion on a target."""
    dice = dice_on(s, target)
    left = count(pack(s.free[target]))
    if dice == 0 or left == 0:
        return 0
    return DIE * dice + LOST_CARD * dice // (dice + left) * worth(s, target) // CARD


@kernel
def most_loss(s):
    best = 0
    for seat in range(1, s.seats):
        if s.at[seat] >= 0:
            best = max(best, loss(s, s.at[seat]))
    return best


@kernel
def dragon_step(s, steps):
    if s.dragon + steps >= DRAGON_WINS:
        return STEP[DRAGON_WINS - 1]
    return steps * STEP[s.dragon] // (2 if s.seats == FEWEST else 1)


@kernel
def damnation(s, wounds):
    """Wounds, and with the first kind souls for all who are wounded then."""
    wounded = 0
    for hero in range(s.seats - 1):
        wounded += s.wounded[hero]
    after = min(wounded + wounds, s.seats - 1)
    value = WOUND * (after - wounded)
    if wounds == 1:
        value += SOUL * after + (LAST_SOUL if s.souls <= after else 0)
    return value


@kernel
def effect(s, kind):
    """What a spell does, besides leaving the deck."""
    if DRACOLOGY_1 <= kind <= DRACOLOGY_2:
        return dragon_step(s, 1 if kind == DRACOLOGY_1 else 2)
    if DAMNATION_1 <= kind <= DAMNATION_2:
        return damnation(s, 1 if kind == DAMNATION_1 else 2)
    if REGRESSION_ONE <= kind <= REGRESSION_ALL:
        points = 0
        for hero in range(s.seats - 1):
            points += s.experience[hero] > 0
        return LOST_POINT * (points if kind == REGRESSION_ALL else min(points, 1))
    if kind == SUMMONING:
        return SUMMONED_CARD // (2 if s.scenario >= LIVES_FROM else 1)
    if kind == CONFUSION_ALL:
        return CONFUSED
    return SHARE[s.seats] * EFFECT[kind] // 6


@kernel
def wizard_worth(s, target):
    if target < SPACES:
        return CARD + effect(s, SPELL_KIND[s.spell[target]])
    if target == LIGHTNING_TARGET:
        return SHARE[s.seats] * most_loss(s) // 6
    if target == FIRE_TARGET:
        return dragon_step(s, 1)
    return COIN_WON if ORDEAL_KIND[s.ordeal[target - FIRST_END]] == COIN else CLASH_GONE[s.lives]


@kernel
def wizard_ticks(s, target, covers):
    """Expected sixteenths of ticks until the wizard fills a target."""
    need = pack(s.wizard_free[target])
    spaces = count(need)
    dice, delay = WIZARD_DICE, 0
    if s.at[0] == target:
        for symbol in range(WIZARD_FACES):
            dice -= s.placed[0, symbol]
    elif s.at[0] >= 0:
        delay = TICK
    if aims_at(s, 0, target):
        need = after_hand(need, s.hand[0], covers, 0)
    return rolls_for(need, dice - spaces + count(need), covers, 0, 1) + TICK * spaces + delay


@kernel
def wizard_pace(s, target, covers):
    """Worth per tick of a target."""
    ticks = wizard_ticks(s, target, covers)
    return 0 if ticks >= NEVER else (wizard_worth(s, target) << 8) // ticks


@kernel
def choose_spell(s, covers):
    here = s.at[0]
    best, chosen = 0, 0
    if here >= 0:
        best, chosen = FAITH * wizard_pace(s, here, covers) // 4, here
    for target in range(WIZARD_TARGETS):
        if target != here and pack(s.wizard_free[target]):
            found = wizard_pace(s, target, covers)
            if found > best:
                best, chosen = found, target
    return chosen


# ------------------------------------------------------------------------------------------------------------------
# What the wizard does


@kernel
def wizard_place(s, target, mask):
    """A die that fits, or -1: jokers for want of a face first, for their banner may vanish, then natural faces."""
    action = -1
    for symbol in range(WIZARD_FACES):
        place = A_WIZARD_PLACE + WIZARD_FACES * target + symbol
        if mask[place] and (action < 0 or s.hand[0, symbol] == 0):
            action = place
    return action


@kernel
def wizard_flip(s, target, mask):
    """A scroll that makes a die fit, or -1."""
    if not aims_at(s, 0, target):
        return -1
    for way in range(4):
        other = WATER if way < 2 else AIR
        face = other if way % 2 == 0 else PLANT
        if mask[A_FLIP + way] and s.wizard_free[target, face] > 0:
            return A_FLIP + way
    return -1


@kernel
def wizard_swap(s, mask):
    """One step from winning, a look for the spell that does it: the first card for an unknown one."""
    if s.dragon < DRAGON_WINS - 1 or s.known_spell >= 0 or s.at[0] >= 0:
        return -1
    for space in range(SPACES):
        kind = SPELL_KIND[s.spell[space]]
        if DRACOLOGY_1 <= kind <= DRACOLOGY_2:
            return -1
    return A_SWAP if mask[A_SWAP] else -1


@kernel
def wizard_move(s, mask):
    if mask[A_COINS]:
        return A_COINS
    target = choose_spell(s, wizard_covers(s))
    place = wizard_place(s, target, mask)
    if place >= 0:
        return place
    if s.at[0] >= 0 and s.at[0] != target:
        return A_TAKE
    swap = wizard_swap(s, mask)
    if swap >= 0:
        return swap
    dice = in_hand(s, 0)
    if dice <= FLIP_DICE:
        flip = wizard_flip(s, target, mask)
        if flip >= 0:
            return flip
    return A_ROLL if dice > 0 else A_WAIT


# ------------------------------------------------------------------------------------------------------------------
# What the wizard answers


@kernel
def answer_target(s, mask):
    best, action = -1, A_TARGET
    for target in range(TARGETS):
        if mask[A_TARGET + target] and loss(s, target) > best:
            best, action = loss(s, target), A_TARGET + target
    return action


@kernel
def answer_die(s, mask):
    """From the card nearest to its end; hearts are hardest to roll again, for no icon is one."""
    best, action = -1, A_DIE
    for hero in range(s.seats - 1):
        for symbol in range(FACES):
            if mask[A_DIE + FACES * hero + symbol]:
                value = 2 * loss(s, s.at[hero + 1]) + (symbol == HEART)
                value += not s.covers[hero] >> symbol & 1
                if value > best:
                    best, action = value, A_DIE + FACES * hero + symbol
    return action


@kernel
def answer_hero(s, mask):
    """Dissipations hurt most those whose icon they forbid, vortices those who have all their dice; regression those who
    have almost enough."""
    forbids = -1
    if s.question == ASK_DISSIPATION:
        forbids = FORBIDS[s.spell[s.casting] - FIRST_DISSIPATION]
    best, action = -99, A_HERO
    for hero in range(s.seats - 1):
        if mask[A_HERO + hero]:
            if s.question == ASK_DISSIPATION:
                value = -4 * (s.locked[hero] + s.owes[hero]) if forbids < 0 else 4 * (s.covers[hero] >> forbids & 1)
                value -= barred_for(s, hero) > 0
            elif s.question == ASK_DAMNATION:
                value = 0
            else:
                value = -abs(COST[s.character[hero]] - s.experience[hero])
            if value > best:
                best, action = value, A_HERO + hero
    return action


@kernel
def wizard_answer(s, mask):
    if s.question == ASK_TARGET:
        return answer_target(s, mask)
    if s.question == ASK_DIE:
        return answer_die(s, mask)
    return answer_hero(s, mask)


# ------------------------------------------------------------------------------------------------------------------
# The market


@kernel
def shop(s, seat, mask):
    """The first thing of the list that can be bought; for a hero one that lets his joker cover something new."""
    for k in range(SCROLLS if seat == 0 else EQUIPMENT):
        if seat == 0:
            action, useful = A_SCROLL + SCROLL_ORDER[k], True
        else:
            action = A_EQUIPMENT + EQUIPMENT_ORDER[k]
            useful = EQUIPMENT_COVERS[EQUIPMENT_ORDER[k]] & ~s.covers[seat - 1] != 0
        if mask[action] and useful:
            return action
    return A_PASS


@kernel
def greedy(s, seat, mask):
    """A legal action that a sensible wizard or hero would take."""
    if s.phase == MARKET:
        return shop(s, seat, mask)
    if s.pending[seat] == A_TAKE:
        return A_ALL
    if seat > 0:
        return hero_move(s, seat, mask)
    if s.question != ASK_NOTHING:
        return wizard_answer(s, mask)
    return wizard_move(s, mask)
