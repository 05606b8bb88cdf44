"""Where a pawn can go (CM-5) and where it may have gone (CM-11.6), on sets of cells: two words of 50 bits."""

from __future__ import annotations

from rush_envs.games.curse_of_the_mummy.components import (
    AROUND,
    ARROW,
    BIT,
    CELLS,
    CORRIDOR,
    DIRECTIONS,
    NEXT,
    WORD,
)
from rush_envs.kit import kernel


@kernel
def spread(low, high, mummy):
    """All cells one step away from some cell of a set; the mummy's cell is blocked."""
    to_low = 0
    to_high = 0
    cell = 0
    while low:
        while not low & 15:
            low >>= 4
            cell += 4
        if low & 1:
            to_low |= AROUND[cell, 0]
            to_high |= AROUND[cell, 1]
        low >>= 1
        cell += 1
    cell = WORD
    while high:
        while not high & 15:
            high >>= 4
            cell += 4
        if high & 1:
            to_low |= AROUND[cell, 0]
            to_high |= AROUND[cell, 1]
        high >>= 1
        cell += 1
    return to_low & ~BIT[mummy, 0], to_high & ~BIT[mummy, 1]


@kernel
def pawn_at(s, cell):
    """The living pawn on a cell, or -1; start and prison do not count [5.6]."""
    if CORRIDOR[cell]:
        for pawn in range(s.pawns):
            if s.cell[pawn] == cell and not s.out[pawn]:
                return pawn
    return -1


@kernel
def pawns_on(s, pawn, number):
    """[5.1] [5.2] The end cells of exactly `number` steps, as a set."""
    cell = s.cell[pawn]
    low = BIT[cell, 0]
    high = BIT[cell, 1]
    for _ in range(number):
        low, high = spread(low, high, s.mummy)
    for other in range(s.pawns):
        if other != pawn and not s.out[other]:
            low &= ~BIT[s.cell[other], 0]
            high &= ~BIT[s.cell[other], 1]
    return low, high


@kernel
def arrow_end(s, pawn, direction):
    """[5.4] Where the arrow leads in a direction, or -1 if the pawn could not move."""
    cell = s.cell[pawn]
    end = -1
    ahead = NEXT[cell, direction]
    while ahead >= 0 and ahead != s.mummy and pawn_at(s, ahead) < 0:
        end = ahead
        ahead = NEXT[ahead, direction]
    return end


@kernel
def has_destination(s, pawn, value):
    if value == ARROW:
        for direction in range(DIRECTIONS):
            if arrow_end(s, pawn, direction) >= 0:
                return True
        return False
    low, high = pawns_on(s, pawn, value)
    return low != 0 or high != 0


@kernel
def is_closed_in(cell, mummy):
    """No neighbour at all: N(c) is empty."""
    for direction in range(DIRECTIONS):
        if NEXT[cell, direction] >= 0 and NEXT[cell, direction] != mummy:
            return False
    return True


@kernel
def is_boxed_in(s, pawn):
    """[5.7] With a neighbour, a pawn on a corridor can always step there and back."""
    cell = s.cell[pawn]
    if CORRIDOR[cell]:
        return is_closed_in(cell, s.mummy)
    for value in range(1, ARROW + 1):
        if has_destination(s, pawn, value):
            return False
    return True


@kernel
def walk(s, pawn, value):
    """[11.6] What an announced move makes of the cells a pawn may stand on."""
    low = s.possible[pawn, 0]
    high = s.possible[pawn, 1]
    if value == ARROW:
        low, high = arrow_ends(s, pawn, low, high)
    else:
        for _ in range(value):
            low, high = spread(low, high, s.mummy)
    s.possible[pawn, 0] = low
    s.possible[pawn, 1] = high


@kernel
def arrow_ends(s, pawn, low, high):
    """Where an arrow from some cell of the set may have ended: before an obstacle, or a pawn that may be there."""
    block_low = BIT[s.mummy, 0]
    block_high = BIT[s.mummy, 1]
    for other in range(s.pawns):
        if other != pawn and not s.out[other]:
            block_low |= s.possible[other, 0]
            block_high |= s.possible[other, 1]
    end_low = 0
    end_high = 0
    for cell in range(CELLS):
        if (low & BIT[cell, 0]) | (high & BIT[cell, 1]):
            for direction in range(DIRECTIONS):
                end = NEXT[cell, direction]
                while end >= 0 and end != s.mummy:
                    ahead = NEXT[end, direction]
                    if ahead < 0 or (block_low & BIT[ahead, 0]) | (block_high & BIT[ahead, 1]):
                        end_low |= BIT[end, 0]
                        end_high |= BIT[end, 1]
                    end = ahead
    return end_low, end_high
