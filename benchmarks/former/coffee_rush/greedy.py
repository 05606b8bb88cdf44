"""A barista's rule of thumb for Coffee Rush: `greedy(s, seat, mask)`.

It thinks in *plans*: which cup is to become which of its own orders with the tokens at hand. A plan is worth what it
serves now plus what it leaves half made for the next turns. A step is chosen by trying every walk of the free steps
(and a few more for rush tokens) and judging the plan for what each walk brings; emptying, pouring and serving then
follow the plan. Only what everybody sees is used, never the order of the deck.

Multisets of tokens are single numbers with six bits for each kind (five for the count, one spare so that a comparison
of all kinds is one subtraction). Orders are a list in one number, seven bits for each card: slot and recipe.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffee_rush.components import (
    BOARD,
    CELLS,
    CORNER_CELL,
    CUPS,
    DIAGONAL,
    DIRECTIONS,
    DOUBLE_CORNERS,
    DOUBLE_PAWNS,
    DOUBLE_SPECIALS,
    KINDS,
    NEIGHBOUR,
    RECIPE,
    RECIPES,
    SLOTS,
    SPECIAL,
    SPECIAL_CELL,
    STRAIGHT,
    UPGRADES,
)
from rush_envs.games.coffee_rush.state import MOVE, PLACE, POUR, SERVE, START, UPGRADE
from rush_envs.games.coffee_rush.turn import first_in_hand, other_pawns, pawns_each
from rush_envs.games.coffee_rush.view import A_DONE, A_EMPTY, A_MOVE, A_PLACE, A_POUR, A_RETURN, A_SERVE, A_UPGRADE
from rush_envs.kit import inlined, kernel

# ------------------------------------------------------------------------------------------------------------------
# What things are worth: a point is 100. Found by playing versions of this file against each other.

POINT = 100
LATE = (0, 10, 40, 90)  # more for serving from slot 1, 2, 3, 4: the later, the surer it would have become a penalty
PROGRESS = (64, 64, 70, 0)  # a drink all but made, for an order in that slot; in slot 4 its time is over
NEARLY = 8  # more if only one token is missing
RUSH = 25  # a rush token
POURED = 2  # of two ways to make a drink, keep the tokens
EMPTIED = 12  # each token thrown away
NEARBY = 4  # the walk ends next to a kind that a cup waits for
LONG_WALK = 4  # rush tokens are planned with only up to this many steps
LONG_DIAGONAL_WALK = 3  # with diagonal steps there are far more walks to try
UPGRADE_ORDER = (DOUBLE_PAWNS, DOUBLE_CORNERS, DOUBLE_SPECIALS, DIAGONAL)
UPGRADE_DECK = 20  # no upgrades with fewer cards in the deck
UPGRADE_PAIR = 2  # nor when one's own tiles and the most penalties of anybody add up to more
UPGRADE_CROWD = 1  # the same with three or four players, whose games have fewer rounds

# ------------------------------------------------------------------------------------------------------------------
# Tables

BITS = 6  # for each kind
SPARE = sum(32 << BITS * kind for kind in range(KINDS))  # the sixth bit of each kind
DIGITS = (1 << BITS) - 1
ONES = sum(1 << BITS * kind for kind in range(KINDS))
HAND_CAP = 12  # more of one kind nobody can use, and five bits must hold it with a walk's tokens on top
CARD_BITS, RECIPE_BITS, MOST_CARDS = 7, 5, 8
LAST_TURN = 1 << CARD_BITS + 4  # the half of WORTH for the last turn
TAKEN = 1 << BITS * KINDS  # added to the content of a cup that has its order
CARD, RECIPE_PART = (1 << CARD_BITS) - 1, (1 << RECIPE_BITS) - 1

SHIFT = BITS * BOARD.astype(np.int64)  # (CELLS,) where the kind of each cell is counted
AHEAD = NEIGHBOUR.astype(np.int64)
# (1 + RECIPES,) each recipe as a multiset; entry 0 stands for no card
NEED = np.array([0] + [sum(int(n) << BITS * kind for kind, n in enumerate(row)) for row in RECIPE], np.int64)


def _cells(flags: np.ndarray) -> int:
    """One bit for every second place: adding such numbers counts how often a cell doubles."""
    return sum(1 << 2 * cell for cell in range(CELLS) if flags[cell])


CORNERS, SPECIALS = _cells(CORNER_CELL), _cells(SPECIAL_CELL)


def _worth() -> np.ndarray:
    """What a cup is worth that is to become a card and lacks so many tokens after this turn, at card << 4 | missing.
    The second half is for the last turn, when only points count."""
    table = np.zeros((2, 1 << CARD_BITS, 16), np.int64)
    for slot in range(SLOTS):
        for recipe in range(RECIPES):
            card = slot << RECIPE_BITS | recipe + 1
            size = int(RECIPE[recipe].sum())
            table[0, card, 0] = POINT + LATE[slot] + RUSH * int(SPECIAL[recipe])
            table[1, card, 0] = 2 * POINT if slot == SLOTS - 1 else POINT
            for missing in range(1, size):
                table[0, card, missing] = PROGRESS[slot] * (size - missing) // size
                table[0, card, missing] += NEARLY * (missing == 1 and slot < SLOTS - 1)
            for missing in range(size):
                table[:, card, missing] -= POURED * (size - missing)
    return table.ravel()


def _around() -> np.ndarray:
    """(2, CELLS): the kinds one step away, each once, without and with diagonal steps."""
    return np.array(
        [[sum({1 << int(SHIFT[k]) for k in NEIGHBOUR[cell, :ways] if k >= 0}) for cell in range(CELLS)]
         for ways in (STRAIGHT, DIRECTIONS)], np.int64,
    )  # fmt: skip


WORTH, AROUND = _worth(), _around()

# ------------------------------------------------------------------------------------------------------------------
# Multisets and order lists


@inlined
def beyond(tokens, others):
    """`tokens` less `others`, kind by kind, never below zero."""
    rest = (tokens | SPARE) - others
    enough = rest & SPARE
    return rest & (enough - (enough >> BITS - 1))


@inlined
def count(tokens):
    """How many: times 1 + 64 + 64² + …, the highest digit is the sum of all."""
    return tokens * ONES >> BITS * (KINDS - 1) & DIGITS


@inlined
def fits(cup, recipe):
    """Whether nothing in the cup is too much for the recipe."""
    return (recipe | SPARE) - cup & SPARE == SPARE


@inlined
def pack(counts):
    tokens = 0
    for kind in range(KINDS):
        tokens |= min(counts[kind], HAND_CAP) << BITS * kind
    return tokens


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
                worth = kept + WORTH[judge | card << 4 | count(beyond(need - cup, tokens))]
            elif may_empty:
                worth = emptied + WORTH[judge | card << 4 | count(beyond(need, tokens))]
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
    """The best use of cups and tokens, cup by cup: what it is worth, the list of (cup, recipe) in the order in which
    they take their tokens, and the tokens that are still wanted. Gives up if it cannot be worth `enough`."""
    value = 0
    work = 0
    wanted = 0
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
        wanted += missing
        value += best >> BITS
        orders &= ~(CARD << shift)
        work |= (chosen << RECIPE_BITS | recipe) << CARD_BITS * step
        cup0 |= TAKEN * (chosen == 0)
        cup1 |= TAKEN * (chosen == 1)
        cup2 |= TAKEN * (chosen == 2)
    return value, work, wanted


# ------------------------------------------------------------------------------------------------------------------
# Walks


@inlined
def doublings(s, seat, others):
    """Two bits for each cell: how often its yield is doubled for the seat."""
    twice = CORNERS * s.upgraded[seat, DOUBLE_CORNERS] + SPECIALS * s.upgraded[seat, DOUBLE_SPECIALS]
    if s.upgraded[seat, DOUBLE_PAWNS]:
        for cell in range(CELLS):
            twice += (others >> cell & 1) << 2 * cell
    return twice


@kernel
def best_walk(s, seat, start, others, length, cup0, cup1, cup2, hand, orders, may_empty):
    """The best walk of that many steps: its worth << 6 | its first direction, -1 if none ends on a free cell."""
    diagonal = s.upgraded[seat, DIAGONAL]
    way = 3 if diagonal else 2  # bits that name a direction
    twice = doublings(s, seat, others)
    supply = pack(s.supply)
    judge = LAST_TURN * s.closed
    best = -1
    walk = 0
    while walk >> way * length == 0:
        cell = start
        found = 0
        left = length
        while left > 0 and cell >= 0:
            left -= 1
            cell = AHEAD[cell, walk >> way * left & (1 << way) - 1]
            if cell >= 0:
                found += 1 << SHIFT[cell] + (twice >> 2 * cell & 3)
        if cell < 0:  # off the board: no use in trying the steps after that
            walk = (walk >> way * left) + 1 << way * left
            continue
        if not others >> cell & 1:
            tokens = hand + found - beyond(found, supply)
            value, _, wanted = plan(cup0, cup1, cup2, tokens, orders, may_empty, judge, (best >> BITS) - NEARBY * KINDS)
            near = AROUND[diagonal, cell]
            value += NEARBY * count(near - beyond(near, wanted))
            if value > best >> BITS:
                best = value << BITS | (walk >> way * (length - 1) if length > 0 else 0)
        walk += 1
    return best


@inlined
def choose_step(s, seat, mask, cup0, cup1, cup2, hand, orders, may_empty):
    """The first step of the best walk, or `done`."""
    longest = LONG_DIAGONAL_WALK if s.upgraded[seat, DIAGONAL] else LONG_WALK
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
            walk = best_walk(s, seat, start, others, steps, cup0, cup1, cup2, hand, orders, may_empty)
            value = (walk >> BITS) - price * (steps - s.free_steps)
            if walk >= 0 and value > best:
                best = value
                action = A_MOVE + DIRECTIONS * pawn + (walk & DIGITS) if steps > 0 else A_DONE
    if action < 0:  # hemmed in: every such walk ends on a pawn
        action = A_DONE
        while not mask[action]:
            action -= 1
    return action


@inlined
def choose_place(s, seat, mask, cup0, cup1, cup2, hand, orders, may_empty):
    """The free cell with the best walk for the first turn; its own token counts too."""
    if s.pawn[seat, 0] >= 0:
        hand += 1 << SHIFT[s.pawn[seat, 0]]
    steps = s.free_steps
    best = -1
    action = A_PLACE
    for cell in range(CELLS):
        if mask[A_PLACE + cell]:
            token = 1 << SHIFT[cell]
            walk = best_walk(s, seat, cell, 0, steps, cup0, cup1, cup2, hand + token, orders, may_empty)
            if walk >> BITS > best:
                best = walk >> BITS
                action = A_PLACE + cell
    return action


# ------------------------------------------------------------------------------------------------------------------
# The other decisions. Those `inlined` have one caller, and pasting them there saves compiling the walks once more.


@kernel
def choose_upgrade(s, seat):
    """A tile costs a point at once and pays by every turn that follows, so only while the end is far."""
    flipped = 0
    for tile in range(UPGRADES):
        flipped += s.upgraded[seat, tile]
    penalties = 0
    for other in range(s.seats):
        penalties = max(penalties, s.penalties[other])
    late = flipped + penalties > (UPGRADE_PAIR if s.seats == 2 else UPGRADE_CROWD)
    if not late and not s.closed and s.deck_size >= UPGRADE_DECK:
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
def choose_cup(s, cup0, cup1, cup2, hand, orders, may_empty):
    """EMPTY, POUR and START: what the plan does first with the cups."""
    if s.phase == START:
        cup2 |= TAKEN  # the set-up allows cups 1 and 2 only
    _, work, _ = plan(cup0, cup1, cup2, hand, orders, may_empty, LAST_TURN * s.closed, 0)
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
    if s.phase == PLACE:
        return choose_place(s, seat, mask, cup0, cup1, cup2, hand, orders, may_empty)
    if s.phase == MOVE:
        return choose_step(s, seat, mask, cup0, cup1, cup2, hand, orders, may_empty)
    return choose_cup(s, cup0, cup1, cup2, hand, orders, may_empty)
