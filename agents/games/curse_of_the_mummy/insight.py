"""What both sides of Curse of the Mummy work out before an answer: explorers how many turns they need from where they
may end and how likely a catch is on the way, the mummy what it may find on each way and what then lies around it."""

from __future__ import annotations

import math

from rush_envs.engine.changes import Insight
from rush_envs.games.curse_of_the_mummy.components import (
    ARROW,
    CARD_AT,
    CELLS,
    COLOURS,
    DICE,
    DIRECTIONS,
    FACES,
    PAWNS,
)
from rush_envs.games.curse_of_the_mummy.sets import DISTANCE, count, has
from rush_envs.games.curse_of_the_mummy.state import BUSY, MOVE, MUMMY, RELEASE, ROLLED, TREASURE
from rush_envs.games.curse_of_the_mummy.view import OBSERVATION
from rush_envs.kit import inlined, kernel
from rush_envs.kit.features import put
from rush_envs.layout import FeatureLayout, Piece

from .explorers import CARD, CARD_BITS, CHANCE, FAR, GUESS, TURN, cover, ends_of, set_after, think, tour
from .mummy import BALL, LIKELY, RADIUS, SURE, around, best_way, prey_of, trail

OWN = 2  # pawns of one player, at most
COSTS = (0, 1, 4, 10)  # turns that a catch may cost
CERTAIN = 1024
LEVEL = 32  # most of a feature that is one of many which a number fills one after the other
EIGHTHS, PARTS = 8, 200  # of a turn, and of a sure catch of the best prey: the units of such numbers
TWENTY_FOUR_TURNS, DOUBTS, PROMISES, FINDS = 6, 35, 16, 8  # features of such numbers
MOST = 127  # of a feature that is alone
LAYOUT = FeatureLayout(
    Piece(
        "turns", (OWN, len(COSTS), TWENTY_FOUR_TURNS), LEVEL,
        "explorer: eighths of turns for all treasures of each own pawn, from the best end of its move or, before that, "
        "of the next roll, if a catch costs 0, 1, 4 and 10 turns; one feature filled after the other",
    ),
    Piece("risk", (OWN,), MOST, "explorer: how likely the mummy's next move is to catch the own pawn where it stands"),
    Piece("exposed", (PAWNS,), 1, "explorer: pawns that the mummy reaches with the dice that may be, or are, released"),
    Piece("doubt", (PAWNS, DOUBTS), LEVEL, "mummy: how little it knows of where each pawn is, filled like `turns`"),
    Piece("promise", (PROMISES,), LEVEL, "mummy: what its best way promises on it and around its end, the same"),
    Piece("find", (FINDS,), LEVEL, "mummy: how likely at most it finds a pawn with the steps left, the same"),
    Piece("near", (2, len(RADIUS)), MOST, "mummy: possible cells, and treasures looked for, within 2, 4, 7, 12 steps"),
)  # fmt: skip
START = OBSERVATION.size
TURNS, RISK, EXPOSED, DOUBT, PROMISE, FIND, NEAR = (START + LAYOUT.start(piece.name) for piece in LAYOUT)


# ------------------------------------------------------------------------------------------------------------------
# Explorers


@inlined
def put_level(out, start, level, places):
    """A number as features that are filled one after the other."""
    for place in range(places):
        put(out, start + place, max(0, min(level - LEVEL * place, LEVEL)))


@kernel
def risk(s, cell, weight, hidden):
    """How likely the mummy's next move catches a pawn on a cell of some weight, in a cover (see `explorers.cover`)."""
    missing = DISTANCE[s.mummy, cell] - s.locked  # start and prison are out of reach
    reach = 0  # in quarters of a face
    for face in range(FACES):
        lacking = missing - s.mummy_die[face]
        reach += 4 if lacking <= 0 else 1 if lacking == 1 else 0  # others may lock or release a die until then
    return CERTAIN * reach * 16 * (weight + GUESS) // (4 * FACES * (max(hidden, 16 * weight) + 16 * GUESS))


@inlined
def unseen(s, cell, cost, thoughts, hidden):
    """Turns from a cell on without showing it, in hundredths."""
    cards, after, _, close_low, close_high = thoughts
    weight = 1 + LIKELY * has(close_low, close_high, cell)
    return tour(cell, cards, after) + TURN * cost * risk(s, cell, weight, hidden) // CERTAIN


@inlined
def laid(s, cell, cost, thoughts):
    """The same if the card of the cell is laid: the mummy then knows where the pawn is."""
    cards, after, others, _, _ = thoughts
    rest = tour(cell, cards, after)
    for place in range(COLOURS):
        if cards >> CARD_BITS * place & CARD == CARD_AT[cell] + 1:
            rest = after[place]
    return rest + TURN * cost * risk(s, cell, 1, 16 + others) // CERTAIN


@inlined
def ending(s, seat, cell, cost, thoughts, hidden):
    """The better of both."""
    turns, card = unseen(s, cell, cost, thoughts, hidden), CARD_AT[cell]
    if card >= 0 and s.hand[seat, card]:
        turns = min(turns, laid(s, cell, cost, thoughts))
    return turns


@kernel
def best_end(s, seat, pawn, value, cost, thoughts):
    """Turns from the best end of an announcement; FAR if there is none."""
    low, high = ends_of(s, pawn, value)
    best = FAR
    if low != 0 or high != 0:
        set_low, set_high = set_after(s, pawn, value)
        hidden = cover(s, thoughts, set_low, set_high)
        for cell in range(CELLS):
            if has(low, high, cell):
                best = min(best, ending(s, seat, cell, cost, thoughts, hidden))
    return best


@kernel
def hope(s, seat, pawn, cost, thoughts, hidden):
    """Turns to be expected of the next roll: the best face shown, or to stay and lose a turn."""
    stay = unseen(s, s.cell[pawn], cost, thoughts, hidden) + TURN
    turns = (
        min(stay, best_end(s, seat, pawn, 1, cost, thoughts)),
        min(stay, best_end(s, seat, pawn, 2, cost, thoughts)),
        min(stay, best_end(s, seat, pawn, 3, cost, thoughts)),
        min(stay, best_end(s, seat, pawn, 4, cost, thoughts)),
        min(stay, best_end(s, seat, pawn, ARROW, cost, thoughts)),
    )
    free = DICE - s.locked
    total = CHANCE[free, FACES - 1] * stay
    for face in range(FACES - 1):
        rank = 0
        for other in range(FACES - 1):
            rank += turns[other] < turns[face] or (turns[other] == turns[face] and other < face)
        total += CHANCE[free, rank] * turns[face]
    return total >> 10


@kernel
def turns_of(s, seat, pawn, cost, thoughts):
    """Turns for all treasures of a pawn, in hundredths, if a catch costs so many turns."""
    low, high = s.possible[pawn, 0], s.possible[pawn, 1]
    own = s.active >> seat & 1 and s.phase == BUSY and s.turn == pawn
    if own and s.deed == MOVE:
        return best_end(s, seat, pawn, s.announced, cost, thoughts)
    if own and s.deed == TREASURE:
        low, high = set_after(s, pawn, s.announced)
        return ending(s, seat, s.cell[pawn], cost, thoughts, cover(s, thoughts, low, high))
    hidden = cover(s, thoughts, low, high)
    if own and s.deed == ROLLED:
        return hope(s, seat, pawn, cost, thoughts, hidden)
    return unseen(s, s.cell[pawn], cost, thoughts, hidden)


@kernel
def observe_pawn(s, seat, pawn, place, out):
    """What an explorer knows of an own pawn."""
    thoughts = think(s, seat, pawn)
    _, _, _, close_low, close_high = thoughts
    cell = s.cell[pawn]
    for k in range(len(COSTS)):
        turns = EIGHTHS * turns_of(s, seat, pawn, COSTS[k], thoughts) // TURN
        put_level(out, TURNS + (place * len(COSTS) + k) * TWENTY_FOUR_TURNS, turns, TWENTY_FOUR_TURNS)
    hidden = cover(s, thoughts, s.possible[pawn, 0], s.possible[pawn, 1])
    found = risk(s, cell, 1 + LIKELY * has(close_low, close_high, cell), hidden)
    put(out, RISK + place, MOST * found // CERTAIN)


@kernel
def observe_reach(s, seat, out):
    """Which pawns the mummy reaches with the dice that may be, or were, released."""
    if s.phase == RELEASE or (s.phase == MUMMY and s.intermediate):
        steps = s.locked if s.phase == RELEASE else s.steps
        first = seat - 1 if s.seats > 2 else 0
        for pawn in range(s.pawns):
            place = pawn - first if pawn >= first else pawn - first + s.pawns
            put(out, EXPOSED + place, not s.out[pawn] and DISTANCE[s.mummy, s.cell[pawn]] <= steps)


# ------------------------------------------------------------------------------------------------------------------
# The mummy


@kernel
def most_prey(s):
    """What catching the best prey for sure promises."""
    most = 1
    for pawn in range(s.pawns):
        if not s.out[pawn]:
            most = max(most, SURE * prey_of(s, pawn))
    return most


@inlined
def mass_of(trail, ball_low, ball_high):
    """What the possible cells of a pawn in a ball promise, and the treasures that it may look for."""
    low, high, likely_low, likely_high, goal_low, goal_high, worth, goal_worth = trail
    likely = count(likely_low & ball_low) + count(likely_high & ball_high)
    cells = count(low & ball_low) + count(high & ball_high) + LIKELY * likely
    return worth * cells, goal_worth * (count(goal_low & ball_low) + count(goal_high & ball_high))


@inlined
def observe_near(s, most, a, b, c, d, out):
    for k in range(len(RADIUS)):
        low, high = BALL[s.mummy, k, 0], BALL[s.mummy, k, 1]
        one, two, three, four = (
            mass_of(a, low, high),
            mass_of(b, low, high),
            mass_of(c, low, high),
            mass_of(d, low, high),
        )
        put(out, NEAR + k, MOST * (one[0] + two[0] + three[0] + four[0]) // (PAWNS * most))
        put(out, NEAR + len(RADIUS) + k, MOST * (one[1] + two[1] + three[1] + four[1]) // (PAWNS * most))


@inlined
def doubt(s, pawn, trail):
    """How little is known of where a pawn is, times what it is worth: the logarithm of its cells. A step that looks for
    it on one of them takes as much away as it is likely to find it."""
    low, high, likely_low, likely_high, _, _, _, _ = trail
    cells = count(low) + count(high) + LIKELY * (count(likely_low) + count(likely_high))
    return SURE * prey_of(s, pawn) * math.log(max(1, cells))


@kernel
def observe_hunt(s, out):
    """What the mummy knows."""
    a, b, c, d = trail(s, 0), trail(s, 1), trail(s, 2), trail(s, 3)
    most = most_prey(s)
    observe_near(s, most, a, b, c, d, out)
    put_level(out, DOUBT, int(PARTS * doubt(s, 0, a) / most), DOUBTS)
    put_level(out, DOUBT + DOUBTS, int(PARTS * doubt(s, 1, b) / most), DOUBTS)
    put_level(out, DOUBT + 2 * DOUBTS, int(PARTS * doubt(s, 2, c) / most), DOUBTS)
    put_level(out, DOUBT + 3 * DOUBTS, int(PARTS * doubt(s, 3, d) / most), DOUBTS)
    best, find = around(s.mummy, a, b, c, d), 0
    if s.active & 1:
        for way in range(DIRECTIONS):
            value, finds = best_way(s, way, a, b, c, d)
            best, find = max(best, value), max(find, finds)
    put_level(out, PROMISE, PARTS * best // most, PROMISES)
    put_level(out, FIND, PARTS * find // most, FINDS)


@kernel
def observe(s, seat, out):
    if seat == 0:
        observe_hunt(s, out)
        return
    for place in range(OWN if s.seats == 2 else 1):
        pawn = place if s.seats == 2 else seat - 1
        if not s.out[pawn]:
            observe_pawn(s, seat, pawn, place, out)
    observe_reach(s, seat, out)


INSIGHT = Insight(LAYOUT, observe)
