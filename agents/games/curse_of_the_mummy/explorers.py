"""The explorers' half of the rule of thumb for Curse of the Mummy: see `greedy`."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from rush_envs.games.curse_of_the_mummy.components import (
    ARROW,
    BIT,
    CARD_AT,
    CARDS,
    CELLS,
    COLOURS,
    DICE,
    DIRECTIONS,
    FACES,
    NEXT,
    TREASURE_CELL,
)
from rush_envs.games.curse_of_the_mummy.paths import arrow_end, arrow_ends, pawns_on, spread
from rush_envs.games.curse_of_the_mummy.sets import DISTANCE, count, has, words
from rush_envs.games.curse_of_the_mummy.state import MOVE, RELEASE, ROLLED
from rush_envs.games.curse_of_the_mummy.view import A_ANNOUNCE, A_GO, A_HOLD, A_KEEP, A_PLAY, A_RELEASE, A_REROLL
from rush_envs.kit import inlined, kernel

from .mummy import LIKELY, goals_of, prey_of

# ------------------------------------------------------------------------------------------------------------------
# What things are worth: a turn is 100. Found by playing versions of this file against each other.

TURN = 100
CAUGHT = (0, 400, 80, 60)  # what a catch costs a pawn with so many ankhs left (more: as with three)
CAUGHT_LATE = (0, 720, 180, 40)  # and in addition when the mummy needs so many ankhs to win (more: as with three)
TEAM = 4  # times that with two players, where every catch is a third of the game
FEARLESS = 100  # the fear fades until this round, or a mummy that guards the last treasure would never be challenged
GUESS = 2  # the mummy finds a pawn among n cells within its reach with a chance of about (1 + GUESS) / (n + GUESS)
DECOY = 4  # how much other pawns within its reach distract it, in 1/16 cells for each of their worth
STRIDE = 3  # within its reach: so many steps and one for each locked die
LOCK = 2  # for each die of a roll: it may be locked
WIN = 5000
COMRADE = 150  # for a treasure that the other pawn of a player need not fetch any more
SAFE_RELEASE = 1  # release this many dice or more if the mummy cannot come
BOLD_RELEASE = 4  # or this many though it can
ALL_LOSE = 2  # with so few ankhs to go for the mummy, its coming to anybody is as bad

# ------------------------------------------------------------------------------------------------------------------
# Tables

FAR = 1 << 40
CARD_BITS, CELL_BITS = 5, 7
CARD, CELL = (1 << CARD_BITS) - 1, (1 << CELL_BITS) - 1
SITE = np.concatenate(([0], TREASURE_CELL)).astype(np.int64)  # by card + 1, as in a packed hand
ORDERS = np.array(list(permutations(range(COLOURS))), np.int64)  # of the cards a pawn is after
# (CELLS, steps, 2): the cells that the mummy reaches from a cell with so many steps, as sets
WITHIN = words(DISTANCE[:, None] <= np.arange(DICE + STRIDE + 1)[:, None])
FULL_ROLL = 4  # free dice a turn is expected to have
STEP = (NEXT[:, :, None] == np.arange(CELLS)).any(axis=1).astype(np.int64)  # (CELLS, CELLS): 1 where a step leads


def _arrows() -> np.ndarray:
    """(CELLS, CELLS): where an arrow leads on an empty board."""
    arrows = np.zeros((CELLS, CELLS))
    for cell in range(CELLS):
        for direction in range(DIRECTIONS):
            end = cell
            while NEXT[end, direction] >= 0:
                end = NEXT[end, direction]
            arrows[cell, end] = end != cell
    return arrows


def _chances() -> np.ndarray:
    """(1 + DICE, FACES): that the best face shown by so many dice is the k-th best of the five, or none at all."""
    missed = (1 - np.arange(FACES) / FACES) ** np.arange(DICE + 1)[:, None]
    return np.hstack([missed[:, :-1] - missed[:, 1:], missed[:, -1:]])


def _turns() -> np.ndarray:
    """(CELLS, 1 + CARDS): the turns a pawn needs from a cell to end on the treasure of card k - 1, in 1/100; from that
    cell itself, until it is back there."""
    faces = [np.linalg.matrix_power(STEP, number) for number in range(1, ARROW)] + [_arrows()]
    most = max(int((face > 0).sum(axis=1).max()) for face in faces)
    nowhere = CELLS  # a row of its own, for announcements without a destination
    index = np.full((CELLS, ARROW, most), nowhere)
    for k, face in enumerate(faces):
        for cell in range(CELLS):
            ends = np.flatnonzero(face[cell])
            index[cell, k, : len(ends)] = ends
    chance = _chances()[FULL_ROLL]
    turns = np.full((CELLS + 1, CARDS), 3.0)
    for _ in range(25):
        turns[nowhere] = 60
        turns[TREASURE_CELL, np.arange(CARDS)] = 0
        best = np.sort(turns[index].min(axis=2), axis=1)
        turns[:CELLS] = 1 + np.einsum("ckt,k->ct", best, chance[:-1]) + chance[-1] * turns[:CELLS]
    arrive = np.hstack([np.full((CELLS, 1), 1e6), turns[:CELLS]])  # no card at all is far away
    return np.rint(TURN * arrive).astype(np.int64)


TURNS = _turns()
CHANCE = np.rint(1024 * _chances()).astype(np.int64)

# ------------------------------------------------------------------------------------------------------------------
# How many turns, and how much fear


@inlined
def detour(s, pawn, card):
    """How much farther a treasure is for a pawn than for its comrade."""
    return TURNS[s.cell[pawn], card + 1] - TURNS[s.cell[1 - pawn], card + 1]


@inlined
def is_comrades(s, seat, pawn, card):
    """Two players: whether the other pawn had better fetch a treasure. Each leaves the farther half to the other."""
    nearer, farther = 0, 0
    for other in range(CARDS):
        if s.hand[seat, other] and other != card:
            more = detour(s, pawn, other) - detour(s, pawn, card)
            if more < 0 or (more == 0 and other < card):
                nearer += 1
            else:
                farther += 1
    return nearer > farther


@kernel
def pack_hand(s, seat, pawn):
    """The cards the pawn is after as a list in one number, five bits for each: card + 1."""
    cards = 0
    for card in range(CARDS):
        if s.hand[seat, card] and not (s.seats == 2 and is_comrades(s, seat, pawn, card)):
            cards = cards << CARD_BITS | card + 1
    return cards


@kernel
def onward(cards, place):
    """The turns for all the other treasures, from the one at a place of the list on; the best of all orders."""
    if cards >> CARD_BITS * place == 0:
        return FAR
    best = FAR
    for k in range(ORDERS.shape[0]):
        if ORDERS[k, 0] == place:
            card, total = cards >> CARD_BITS * place & CARD, 0
            for stop in range(1, COLOURS):
                then = cards >> CARD_BITS * ORDERS[k, stop] & CARD
                if then > 0:
                    total += TURNS[SITE[card], then]
                    card = then
            best = min(best, total)
    return best


@kernel
def onwards(cards):
    """The same for every place of the list."""
    return onward(cards, 0), onward(cards, 1), onward(cards, 2), onward(cards, 3), onward(cards, 4)


@kernel
def tour(cell, cards, after):
    """The turns for all these treasures; `after` has those from each treasure on."""
    if cards == 0:
        return 0
    best = FAR
    for place in range(COLOURS):
        best = min(best, TURNS[cell, cards >> CARD_BITS * place & CARD] + after[place])
    return best


@kernel
def decoys(s, pawn):
    """What the mummy may find of the other pawns within its reach, in 1/16 cells."""
    reach = WITHIN[s.mummy, s.locked + STRIDE]
    total = 0
    for other in range(s.pawns):
        if other != pawn and not s.out[other]:
            low, high = s.possible[other, 0], s.possible[other, 1]
            near = count(low & reach[0]) + count(high & reach[1])
            total += DECOY * prey_of(s, other) * near // (count(low) + count(high))
    return total


@kernel
def think(s, seat, pawn):
    """What stays the same for all ends: the cards the pawn is after, the turns from each of them on, what distracts the
    mummy, and the cells where it looks for the pawn first, as a set."""
    cards = pack_hand(s, seat, pawn)
    _, _, close_low, close_high = goals_of(s, pawn)
    return cards, onwards(cards), decoys(s, pawn), close_low, close_high


@inlined
def cover(s, thoughts, low, high):
    """The cells of a set that are within the mummy's reach, likely ones counting more, and its distraction, in 1/16."""
    _, _, others, close_low, close_high = thoughts
    reach = WITHIN[s.mummy, s.locked + STRIDE]
    low &= reach[0]
    high &= reach[1]
    likely = count(low & close_low) + count(high & close_high)
    return 16 * (count(low) + count(high) + LIKELY * likely) + others


@kernel
def peril(s, pawn, cell, weight, hidden):
    """What the mummy's next move is likely to cost a pawn on a cell of some weight, in a cover."""
    missing = DISTANCE[s.mummy, cell] - s.locked  # start and prison are out of reach
    reach = 0  # in quarters of a face
    for face in range(FACES):
        lacking = missing - s.mummy_die[face]
        reach += 4 if lacking <= 0 else 1 if lacking == 1 else 0  # others may lock or release a die until then
    left = s.ankhs[0 if s.seats == 2 else pawn]
    cost = CAUGHT[min(left, 3)] + CAUGHT_LATE[min(s.ankhs_needed - s.mummy_ankhs, 3)]
    if s.seats == 2:
        cost *= TEAM
    cost = cost * max(FEARLESS - s.rounds, 0) // FEARLESS
    return cost * reach * 16 * (weight + GUESS) // (4 * FACES * (max(hidden, 16 * weight) + 16 * GUESS))


@inlined
def unseen(s, pawn, cell, thoughts, hidden):
    """What it is worth to be on a cell without showing it."""
    cards, after, _, close_low, close_high = thoughts
    weight = 1 + LIKELY * has(close_low, close_high, cell)
    return -tour(cell, cards, after) - peril(s, pawn, cell, weight, hidden)


# ------------------------------------------------------------------------------------------------------------------
# Where to end


@inlined
def set_after(s, pawn, value):
    """The cells that the mummy will think possible after an announcement."""
    low, high = s.possible[pawn, 0], s.possible[pawn, 1]
    if value == ARROW:
        low, high = arrow_ends(s, pawn, low, high)
    else:
        for _ in range(value):
            low, high = spread(low, high, s.mummy)
    return low, high


@inlined
def ends_of(s, pawn, value):
    """Where an announcement leads, as a set."""
    low, high = 0, 0
    if value == ARROW:
        for direction in range(DIRECTIONS):
            end = arrow_end(s, pawn, direction)
            if end >= 0:
                low |= BIT[end, 0]
                high |= BIT[end, 1]
    else:
        low, high = pawns_on(s, pawn, value)
    return low, high


@inlined
def laid(s, seat, pawn, cell, thoughts):
    """What it is worth to lay the card of a cell: the mummy then knows where the pawn is."""
    if s.score[seat] >= (90 if s.seats == 2 else 80):  # the last card
        return WIN
    cards, after, others, _, _ = thoughts
    rest = COMRADE - tour(cell, cards, after)
    for place in range(COLOURS):
        if cards >> CARD_BITS * place & CARD == CARD_AT[cell] + 1:
            rest = -after[place]
    return rest - peril(s, pawn, cell, 1, 16 + others)


@kernel
def best_end(s, seat, pawn, value, thoughts):
    """The best end cell of an announcement: its worth << 7 | the cell; -FAR if there is none."""
    low, high = ends_of(s, pawn, value)
    if low == 0 and high == 0:
        return -FAR
    set_low, set_high = set_after(s, pawn, value)
    hidden = cover(s, thoughts, set_low, set_high)
    best = -FAR
    for cell in range(CELLS):
        if has(low, high, cell):
            worth = unseen(s, pawn, cell, thoughts, hidden)
            card = CARD_AT[cell]
            if card >= 0 and s.hand[seat, card]:
                worth = max(worth, laid(s, seat, pawn, cell, thoughts))
            best = max(best, worth << CELL_BITS | cell)
    return best


# ------------------------------------------------------------------------------------------------------------------
# What to do


@inlined
def choose_value(s, seat, mask, pawn, thoughts):
    """Announces the best value shown, or rolls again if the faces to hope for promise more."""
    worth = (
        best_end(s, seat, pawn, 1, thoughts) >> CELL_BITS,
        best_end(s, seat, pawn, 2, thoughts) >> CELL_BITS,
        best_end(s, seat, pawn, 3, thoughts) >> CELL_BITS,
        best_end(s, seat, pawn, 4, thoughts) >> CELL_BITS,
        best_end(s, seat, pawn, ARROW, thoughts) >> CELL_BITS,
    )
    free = DICE - s.locked
    hidden = cover(s, thoughts, s.possible[pawn, 0], s.possible[pawn, 1])
    stay = unseen(s, pawn, s.cell[pawn], thoughts, hidden) - TURN
    hope = CHANCE[free, FACES - 1] * stay
    best = -FAR
    action = A_REROLL
    for face in range(FACES - 1):
        rank = 0
        for other in range(FACES - 1):
            rank += worth[other] > worth[face] or (worth[other] == worth[face] and other < face)
        hope += CHANCE[free, rank] * max(worth[face], stay)
        if mask[A_ANNOUNCE + face] and worth[face] > best:
            best = worth[face]
            action = A_ANNOUNCE + face
    return A_REROLL if (hope >> 10) - LOCK * free > best else action


@inlined
def choose_release(s, pawn):
    """Fewer locked dice are a better roll and a slower mummy, but it comes nearer at once."""
    together = s.seats == 2 or s.ankhs_needed - s.mummy_ankhs <= ALL_LOSE
    reached = False
    for k in range(s.pawns):
        mine = k == pawn or (together and not s.out[k])
        reached |= mine and DISTANCE[s.mummy, s.cell[k]] <= s.locked
    return A_RELEASE if s.locked >= (BOLD_RELEASE if reached else SAFE_RELEASE) else A_KEEP


@inlined
def explore(s, seat, mask):
    pawn = s.turn
    if s.phase == RELEASE:
        return choose_release(s, pawn)
    thoughts = think(s, seat, pawn)
    if s.deed == ROLLED:
        return choose_value(s, seat, mask, pawn, thoughts)
    if s.deed == MOVE:
        return A_GO + (best_end(s, seat, pawn, s.announced, thoughts) & CELL)
    cell = s.cell[pawn]
    low, high = set_after(s, pawn, s.announced)
    hold = unseen(s, pawn, cell, thoughts, cover(s, thoughts, low, high))
    return A_PLAY if mask[A_PLAY] and laid(s, seat, pawn, cell, thoughts) >= hold else A_HOLD
