"""Where a pawn can go (CM-5) and where it may have gone (CM-11.6), on sets of cells."""

from __future__ import annotations

from rush_envs.games.curse_of_the_mummy.components import ARROW, BIT, CORRIDOR, DIRECTIONS, NEXT
from rush_envs.games.curse_of_the_mummy.sets import (
    AT_A_WALL,
    BEFORE,
    BEHIND,
    CLOSED,
    DISTANCE,
    ENDS,
    LINES_FROM,
    STEPS_FROM,
    has,
    union,
    without,
)
from rush_envs.kit import kernel


@kernel
def spread(low, high, mummy):
    """All cells one step away from some cell of a set; the mummy's cell is blocked."""
    low, high = union(STEPS_FROM, low, high)
    return without(low, high, mummy)


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
    if DISTANCE[cell, s.mummy] > number:  # too far away to be in the way
        low, high = ENDS[cell, number, 0], ENDS[cell, number, 1]
    else:
        low, high = BIT[cell, 0], BIT[cell, 1]
        for _ in range(number):
            low, high = spread(low, high, s.mummy)
    for other in range(s.pawns):
        if other != pawn and not s.out[other]:
            low, high = without(low, high, s.cell[other])
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
def is_boxed_in(s, pawn):
    """[5.7] With a neighbour, a pawn on a corridor can always step there and back."""
    cell = s.cell[pawn]
    if CORRIDOR[cell]:
        return has(CLOSED[s.mummy, 0], CLOSED[s.mummy, 1], cell) == 1
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
    for direction in range(DIRECTIONS):
        line_low, line_high = lines(low, high, s.mummy, direction)
        stop_low, stop_high = union(BEFORE[direction], block_low, block_high)
        end_low |= line_low & (stop_low | AT_A_WALL[direction, 0])
        end_high |= line_high & (stop_high | AT_A_WALL[direction, 1])
    return end_low, end_high


@kernel
def lines(low, high, mummy, direction):
    """The cells straight on from some cell of a set; from those with the mummy ahead only the ones before it."""
    back_low, back_high = BEHIND[direction, mummy, 0], BEHIND[direction, mummy, 1]
    line_low, line_high = union(LINES_FROM[direction], low & ~back_low, high & ~back_high)
    near_low, near_high = union(LINES_FROM[direction], low & back_low, high & back_high)
    return line_low | near_low & back_low, line_high | near_high & back_high
