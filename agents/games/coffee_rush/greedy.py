"""A barista's rule of thumb for Coffee Rush: `greedy(s, seat, mask)`.

It thinks in *plans*: which cup is to become which of its own orders with the tokens at hand. A plan is worth what it
serves now plus what it leaves half made. A step is chosen by trying every walk of the free steps (and a few more for
rush tokens), judging the plan for what each walk brings, and looking what the next turn could finish from where it
ends; emptying, pouring and serving follow the plan. Only what everybody sees is used, never the order of the deck.

Multisets of tokens are single numbers (`multisets`). Orders are a list in one number: slot and recipe of each card.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffee_rush.components import (
    CELLS,
    CORNER_CELL,
    CUPS,
    DIAGONAL,
    DIRECTIONS,
    DOUBLE_CORNERS,
    DOUBLE_PAWNS,
    DOUBLE_SPECIALS,
    FREE_STEPS,
    PENALTIES_TO_CLOSE,
    RECIPE,
    RECIPES,
    SLOTS,
    SPECIAL,
    SPECIAL_CELL,
    UPGRADES,
)
from rush_envs.games.coffee_rush.multisets import BITS, DIGITS, NEED, SHIFT, beyond, count, fits, pack
from rush_envs.games.coffee_rush.state import MOVE, PLACE, POUR, SERVE, START, UPGRADE
from rush_envs.games.coffee_rush.turn import first_in_hand, other_pawns, pawns_each
from rush_envs.games.coffee_rush.view import A_DONE, A_EMPTY, A_MOVE, A_PLACE, A_POUR, A_RETURN, A_SERVE, A_UPGRADE
from rush_envs.kit import inlined, kernel

from .walks import BRINGS, CELL, CELL_BITS, DIRECTION_AT, LONGEST, NEXT_BRINGS, NEXT_TURN, PATH, WALKS

# ------------------------------------------------------------------------------------------------------------------
# What things are worth: a point is 100. Found by playing versions of this file against each other.

POINT = 100
LATE = (0, 24, 49, 47)  # more for serving from slot 1, 2, 3, 4, before it becomes a penalty (which brings a rush token)
PROGRESS = (47, 54, 67, 0)  # a drink all but made, for an order in that slot; in slot 4 its time is over
NEARLY = (3, 10, 5, 0)  # more if only one token is missing
FINISHED = np.array([22, 33, 43, 0])  # more if the next turn's walk can bring all that is missing
CARRIED = 4  # else, for each missing token that it can bring
LIKELY_LAST_LATE = (0, 14, 38, 117)  # the same if this is likely to be the last turn
LIKELY_LAST_FADE = 25  # of 100, what half-made drinks are worth then
LIKELY_LAST_AHEAD = 52  # of 100, what the next turn is worth then
RUSH = 35  # a rush token
POURED = 2  # of two ways to make a drink, keep the tokens
EMPTIED = 18  # each token thrown away
LONG_WALK = 5  # rush tokens are planned with only up to this many steps
LONG_DIAGONAL_WALK = 3
UPGRADE_ORDER = (DOUBLE_PAWNS, DOUBLE_CORNERS, DOUBLE_SPECIALS, DIAGONAL)
UPGRADE_DECK = 20  # no upgrades with fewer cards in the deck
UPGRADE_LATE = 1  # nor when one's own tiles and the most penalties of anybody add up to more

# ------------------------------------------------------------------------------------------------------------------
# Tables

RECIPE_BITS = RECIPES.bit_length()
CARD_BITS = RECIPE_BITS + 2
MOST_CARDS = 62 // CARD_BITS
CARD, RECIPE_PART = (1 << CARD_BITS) - 1, (1 << RECIPE_BITS) - 1
MISSING_BITS = 4
LAST_TURN, LIKELY_LAST = 1 << CARD_BITS + MISSING_BITS, 2 << CARD_BITS + MISSING_BITS  # parts of WORTH
TAKEN = 1 << 48  # added to the content of a cup that has its order
AHEAD_MOST = int(FINISHED.max()) * CUPS  # nothing that the next turn finishes is worth more


def _worth() -> np.ndarray:
    """What a cup is worth that is to become a card and lacks so many tokens after this turn, at card << 4 | missing.
    The second part is for the last turn, when only points count, the third for one that is likely to be the last."""
    table = np.zeros((3, 1 << CARD_BITS, 1 << MISSING_BITS), np.int64)
    for slot in range(SLOTS):
        for recipe in range(RECIPES):
            card = slot << RECIPE_BITS | recipe + 1
            size = int(RECIPE[recipe].sum())
            rush = RUSH * int(SPECIAL[recipe])
            table[0, card, 0] = POINT + LATE[slot] + rush
            table[1, card, 0] = 2 * POINT if slot == SLOTS - 1 else POINT
            table[2, card, 0] = POINT + LIKELY_LAST_LATE[slot] + rush * LIKELY_LAST_FADE // 100
            for missing in range(1, size):
                made = PROGRESS[slot] * (size - missing) // size + NEARLY[slot] * (missing == 1)
                table[0, card, missing] = made
                table[2, card, missing] = made * LIKELY_LAST_FADE // 100
            for missing in range(size):
                table[:, card, missing] -= POURED * (size - missing)
    return table.ravel()


def _cells(flags: np.ndarray) -> int:
    """One bit for every second place: adding such numbers counts how often a cell doubles."""
    return sum(1 << 2 * cell for cell in range(CELLS) if flags[cell])


WORTH = _worth()
CORNERS, SPECIALS = _cells(CORNER_CELL), _cells(SPECIAL_CELL)

# ------------------------------------------------------------------------------------------------------------------
# The table


@kernel
def list_orders(s, seat):
    """The seat's cards, the most urgent first; the freshest are left out if there are too many."""
    cards = 0
    shift = 0
    for late in range(SLOTS):
        slot = SLOTS - 1 - late
        for recipe in range(RECIPES):
            for _ in range(s.orders[seat, slot, recipe]):
                if shift < CARD_BITS * MOST_CARDS:
                    cards |= (slot << RECIPE_BITS | recipe + 1) << shift
                    shift += CARD_BITS
    return cards


@kernel
def judgement(s, seat):
    """Which part of WORTH counts. A turn is likely to be the last if somebody who ends a turn before the next own one,
    within this round, is about to have too many penalties."""
    if s.closed:
        return LAST_TURN
    if s.phase == PLACE or s.phase == START:
        return 0
    for other in range(seat, s.seats):
        penalties = s.penalties[other]
        for recipe in range(RECIPES):
            penalties += s.orders[other, SLOTS - 1, recipe]
        if penalties >= PENALTIES_TO_CLOSE:
            return LIKELY_LAST
    return 0


@inlined
def doublings(s, seat, others):
    """Two bits for each cell: how often its yield is doubled for the seat."""
    twice = CORNERS * s.upgraded[seat, DOUBLE_CORNERS] + SPECIALS * s.upgraded[seat, DOUBLE_SPECIALS]
    if s.upgraded[seat, DOUBLE_PAWNS]:
        for cell in range(CELLS):
            twice += (others >> cell & 1) << 2 * cell
    return twice


# ------------------------------------------------------------------------------------------------------------------
# Plans


@kernel
def best_order(cup, tokens, orders, may_empty, judge):
    """What a cup had best become: worth << 6 | where the card stands in the list; nothing is 0."""
    best = 0
    if cup < TAKEN:
        content = count(cup)
        kept, emptied = POURED * content, -EMPTIED * content
        shift = 0
        while orders >> shift > 0:
            card = orders >> shift & CARD
            need = NEED[card & RECIPE_PART]
            if fits(cup, need):
                worth = kept + WORTH[judge | card << MISSING_BITS | count(beyond(need - cup, tokens))]
            elif may_empty:
                worth = emptied + WORTH[judge | card << MISSING_BITS | count(beyond(need, tokens))]
            else:
                worth = 0
            if worth > best >> BITS:
                best = worth << BITS | shift
            shift += CARD_BITS
    return best


@inlined
def of_cup(k, cup0, cup1, cup2):
    return cup0 if k == 0 else cup1 if k == 1 else cup2


@kernel
def plan(cup0, cup1, cup2, tokens, orders, may_empty, judge, enough):
    """The best use of cups and tokens, cup by cup: what it is worth; the list of (cup, recipe) in the order in which
    they take their tokens; the slots of these orders, two bits each, and what they still lack, the last chosen first.
    Gives up if it cannot be worth `enough`."""
    value, work, slots, lacks0, lacks1, lacks2 = 0, 0, 0, 0, 0, 0
    for step in range(CUPS):
        best = 0
        chosen = 0
        hope = value
        for k in range(CUPS):
            order = best_order(of_cup(k, cup0, cup1, cup2), tokens, orders, may_empty, judge)
            hope += order >> BITS
            if order > best:
                best, chosen = order, k
        if best == 0 or hope < enough:
            break
        cup = of_cup(chosen, cup0, cup1, cup2)
        shift = best & DIGITS
        recipe = orders >> shift & RECIPE_PART
        need = NEED[recipe] - (cup if fits(cup, NEED[recipe]) else 0)
        missing = beyond(need, tokens)
        tokens -= need - missing
        lacks0, lacks1, lacks2 = missing, lacks0, lacks1
        slots = slots << 2 | orders >> shift + RECIPE_BITS & 3
        value += best >> BITS
        orders &= ~(CARD << shift)
        work |= (chosen << RECIPE_BITS | recipe) << CARD_BITS * step
        cup0 |= TAKEN * (chosen == 0)
        cup1 |= TAKEN * (chosen == 1)
        cup2 |= TAKEN * (chosen == 2)
    return value, work, slots, lacks0, lacks1, lacks2


@inlined
def supplied(lacks, bonus, tokens):
    """What it is worth that a cup gets what it lacks out of some tokens, and the tokens that are left."""
    rest = beyond(tokens, lacks)
    taken = count(tokens - rest)
    return (bonus if taken == count(lacks) else CARRIED * taken) if bonus > 0 else 0, rest if bonus > 0 else tokens


@kernel
def ahead(diagonal, cell, slots, lacks0, lacks1, lacks2, enough):
    """What the next turn, begun on that cell, could do for what is half made; the first chosen is served first. Nothing
    if it cannot be more than `enough`."""
    bonus0 = FINISHED[slots & 3] if lacks0 > 0 else 0
    bonus1 = FINISHED[slots >> 2 & 3] if lacks1 > 0 else 0
    bonus2 = FINISHED[slots >> 4 & 3] if lacks2 > 0 else 0
    best = 0
    if bonus0 + bonus1 + bonus2 > enough:
        for k in range(NEXT_TURN[diagonal, cell], NEXT_TURN[diagonal, cell + 1]):
            value2, tokens = supplied(lacks2, bonus2, NEXT_BRINGS[k])
            value1, tokens = supplied(lacks1, bonus1, tokens)
            value0, tokens = supplied(lacks0, bonus0, tokens)
            best = max(best, value0 + value1 + value2)
    return best


# ------------------------------------------------------------------------------------------------------------------
# Walks


@kernel
def best_walk(s, seat, start, others, steps, cup0, cup1, cup2, hand, orders, may_empty, judge):
    """The best walk of that many steps: its worth << 6 | its first direction, -1 if none ends on a free cell."""
    diagonal = s.upgraded[seat, DIAGONAL]
    twice = doublings(s, seat, others)
    supply = pack(s.supply)
    share = 0 if judge == LAST_TURN else LIKELY_LAST_AHEAD if judge == LIKELY_LAST else 100
    most = AHEAD_MOST * share // 100
    best = -1
    for walk in range(WALKS[diagonal, start, steps], WALKS[diagonal, start, steps + 1]):
        path = PATH[walk]
        cell = path & CELL
        if others >> cell & 1:
            continue
        found = BRINGS[walk]
        if twice:
            found = 0
            for k in range(steps):
                entered = path >> CELL_BITS * k & CELL
                found += 1 << SHIFT[entered] + (twice >> 2 * entered & 3)
        tokens = hand + found - beyond(found, supply)
        value, _, slots, lacks0, lacks1, lacks2 = plan(
            cup0, cup1, cup2, tokens, orders, may_empty, judge, (best >> BITS) - most
        )
        if value + most > best >> BITS:
            enough = max((best >> BITS) - value, 0) if share == 100 else 0
            value += ahead(diagonal, cell, slots, lacks0, lacks1, lacks2, enough) * share // 100
        if value > best >> BITS:
            best = value << BITS | path >> DIRECTION_AT
    return best


@kernel
def best_step(s, seat, cup0, cup1, cup2, hand, orders, may_empty, judge):
    """What the best walk is worth, and its first step, or `done`; -1 if there is none. All free steps are made: what is
    not wanted can be returned, and ending early on a better cell was tried and gains nothing."""
    diagonal = s.upgraded[seat, DIAGONAL]
    longest = LONG_DIAGONAL_WALK if diagonal else LONGEST[0] if s.closed else LONG_WALK
    longest = min(longest, s.free_steps + s.rush[seat])
    price = 0 if s.closed else RUSH
    best = -POINT
    action = -1
    for pawn in range(pawns_each(s)):
        if s.moving >= 0 and s.moving != pawn:
            continue
        start = s.pawn[seat, pawn]
        others = other_pawns(s, seat, pawn)
        for steps in range(s.free_steps, longest + 1):
            walk = best_walk(s, seat, start, others, steps, cup0, cup1, cup2, hand, orders, may_empty, judge)
            value = (walk >> BITS) - price * (steps - s.free_steps)
            if walk >= 0 and value > best:
                best = value
                action = A_MOVE + DIRECTIONS * pawn + (walk & DIGITS) if steps > 0 else A_DONE
    return best, action


@inlined
def choose_step(s, seat, mask, cup0, cup1, cup2, hand, orders, may_empty, judge):
    action = best_step(s, seat, cup0, cup1, cup2, hand, orders, may_empty, judge)[1]
    if action < 0:  # hemmed in: every such walk ends on a pawn
        action = A_DONE
        while not mask[action]:
            action -= 1
    return action


@inlined
def choose_place(s, seat, mask, cup0, cup1, cup2, hand, orders, may_empty, judge):
    """The free cell with the best walk for the first turn; its own token counts too. Who has placed before moves later,
    so these pawns will still be in the way."""
    if s.pawn[seat, 0] >= 0:
        hand += 1 << SHIFT[s.pawn[seat, 0]]
    others = 0
    for cell in range(CELLS):
        others |= (1 - mask[A_PLACE + cell]) << cell
    best = -1
    action = A_PLACE
    for cell in range(CELLS):
        if mask[A_PLACE + cell]:
            tokens = hand + (1 << SHIFT[cell])
            walk = best_walk(s, seat, cell, others, FREE_STEPS, cup0, cup1, cup2, tokens, orders, may_empty, judge)
            if walk >> BITS > best:
                best = walk >> BITS
                action = A_PLACE + cell
    return action


# ------------------------------------------------------------------------------------------------------------------
# The other decisions. Those `inlined` have one caller, and pasting them there saves compiling the walks once more.


@kernel
def choose_upgrade(s, seat):
    """A tile costs a point at once and pays by every turn that follows: with three or four players there are too few of
    them, with two only while the end is far."""
    flipped = 0
    for tile in range(UPGRADES):
        flipped += s.upgraded[seat, tile]
    penalties = max(s.penalties[0], s.penalties[1])
    if s.seats == 2 and flipped + penalties <= UPGRADE_LATE and not s.closed and s.deck_size >= UPGRADE_DECK:
        for k in range(UPGRADES):
            if not s.upgraded[seat, UPGRADE_ORDER[k]]:
                return A_UPGRADE + UPGRADE_ORDER[k]
    return A_DONE


@kernel
def choose_serve(mask):
    """The most urgent order there is a drink for."""
    for late in range(SLOTS):
        for cup in range(CUPS):
            action = A_SERVE + SLOTS * cup + SLOTS - 1 - late
            if mask[action]:
                return action
    return A_DONE


@inlined
def choose_cup(s, cup0, cup1, cup2, hand, orders, may_empty, judge):
    """EMPTY, POUR and START: what the plan does first with the cups."""
    if s.phase == START:
        cup2 |= TAKEN  # the set-up allows cups 1 and 2 only
    work = plan(cup0, cup1, cup2, hand, orders, may_empty, judge, 0)[1]
    kind = first_in_hand(s)
    while work > 0:
        cup = work >> RECIPE_BITS & 3
        need = NEED[work & RECIPE_PART]
        content = of_cup(cup, cup0, cup1, cup2)
        if may_empty:
            if not fits(content, need):
                return A_EMPTY + cup
        elif need - content >> BITS * kind & DIGITS:
            return A_POUR + CUPS * kind + cup
        work >>= CARD_BITS
    if may_empty:
        return A_DONE
    return A_POUR + CUPS * kind + 1 if s.phase == START else A_RETURN + kind  # rather a spoilt cup 2 than cup 1


@kernel
def greedy(s, seat, mask):
    """A legal action that a sensible barista would take."""
    if s.phase == UPGRADE:
        return choose_upgrade(s, seat)
    if s.phase == SERVE:
        return choose_serve(mask)
    orders = list_orders(s, seat)
    cup0, cup1, cup2 = pack(s.cups[seat, 0]), pack(s.cups[seat, 1]), pack(s.cups[seat, 2])
    hand = pack(s.hand)
    may_empty = s.phase != START and s.phase != POUR
    judge = judgement(s, seat)
    if s.phase == PLACE:
        return choose_place(s, seat, mask, cup0, cup1, cup2, hand, orders, may_empty, judge)
    if s.phase == MOVE:
        return choose_step(s, seat, mask, cup0, cup1, cup2, hand, orders, may_empty, judge)
    return choose_cup(s, cup0, cup1, cup2, hand, orders, may_empty, judge)
