"""What a player sees and says: observation pieces, action ids, words (CM-12, CM-13)."""

from __future__ import annotations

import numpy as np

from rush_envs.games.curse_of_the_mummy.components import (
    ARROW,
    BIT,
    CARDS,
    CELLS,
    COLOURS,
    DICE,
    DIRECTION_NAMES,
    DIRECTIONS,
    FACES,
    FEWEST,
    MOST_STEPS,
    NEEDED,
    PAWNS,
    PRISON,
    START,
    TREASURE_CELL,
    WORD,
    cell_name,
)
from rush_envs.games.curse_of_the_mummy.paths import arrow_end, pawns_on
from rush_envs.games.curse_of_the_mummy.sets import AHEAD, DISTANCE, ENDS, count, has, words
from rush_envs.games.curse_of_the_mummy.state import BUSY, HISTORY, MUMMY, RELEASE, ROLLED, SKIPPED
from rush_envs.kit import kernel
from rush_envs.kit.features import put, put_bits, put_counts, put_steps
from rush_envs.layout import ActionLayout, FeatureLayout, Piece, Range

ACTIONS = ActionLayout(
    Range("release", "release the dice"),
    Range("keep", "keep the dice"),
    Range("reroll", "roll again"),
    Range("announce", "announce {value}", value=("1", "2", "3", "4", "arrow")),
    Range("go", "go to {cell}", cell=[cell_name(cell) for cell in range(CELLS)]),
    Range("step", "step {direction}", direction=DIRECTION_NAMES),
    Range("stop", "stop"),
    Range("play", "play the treasure"),
    Range("hold", "hold the treasure"),
)
A_RELEASE, A_KEEP, A_REROLL = ACTIONS.start("release"), ACTIONS.start("keep"), ACTIONS.start("reroll")
A_ANNOUNCE, A_GO, A_STEP = ACTIONS.start("announce"), ACTIONS.start("go"), ACTIONS.start("step")
A_STOP, A_PLAY, A_HOLD = ACTIONS.start("stop"), ACTIONS.start("play"), ACTIONS.start("hold")

FARTHEST = 12  # steps that are told apart
NEAR = (3, 6, 10)  # steps of the mummy within which possible cells are counted
OBSERVATION = FeatureLayout(
    Piece("role", (1,), 1, "1 for the mummy"),
    Piece("players", (4,), 1, "one-hot 2, 3, 4, 5 players", most=1),
    Piece("phase", (6,), 1, "one-hot RELEASE, ROLLED, MOVE, TREASURE, MUMMY, BUSY; the mummy sees BUSY for 2 to 4", 1),
    Piece("acting", (PAWNS,), 1, "pawn whose turn it is; zero in the mummy's normal move", most=1),
    Piece("mummy", (CELLS,), 1, "its cell", most=1),
    Piece("pawns", (PAWNS, CELLS), 1, "cell of each pawn; zero for the mummy", most=PAWNS),
    Piece("possible", (PAWNS, CELLS), 1, "cells where a pawn may stand, as the mummy can work them out"),
    Piece(
        "distance",
        (PAWNS, FARTHEST),
        1,
        "one-hot 1, 2, … steps from the mummy to a pawn, the last place for more, zero for start and prison; for the "
        "mummy to the nearest of its possible cells",
        most=PAWNS,
    ),
    Piece("near", (PAWNS, len(NEAR)), CELLS, "possible cells of a pawn within 3, 6 and 10 steps of the mummy"),
    Piece(
        "history",
        (PAWNS, HISTORY, SKIPPED),
        1,
        "last turns, newest first: one-hot 1, 2, 3, 4, arrow, lost, skipped",
        most=PAWNS * HISTORY,
    ),
    Piece("ankhs", (PAWNS,), 6, "left; two players: the pool in both places"),
    Piece("mummy_ankhs", (int(NEEDED.max()),), 1, "held by the mummy, a thermometer"),
    Piece("missing", (int(NEEDED.max()),), 1, "ankhs that the mummy still needs, a thermometer"),
    Piece("locked", (DICE,), 1, "dice showing mummies, a thermometer"),
    Piece("shown", (FACES - 1,), DICE, "free dice by face 1, 2, 3, 4, arrow; zero for the mummy"),
    Piece("announced", (FACES - 1,), 1, "in MOVE and TREASURE; zero for the mummy", most=1),
    Piece("leads", (FACES - 1,), 2 * COLOURS, "in ROLLED for who decides: own treasures where each value can end"),
    Piece("steps", (MOST_STEPS + DICE,), 1, "left of the mummy's move, a thermometer"),
    Piece("intermediate", (1,), 1, "the mummy moves because dice were released"),
    Piece("hand", (CARDS,), 1, "own cards; zero for the mummy", most=2 * COLOURS),
    Piece(
        "close",
        (2, CARDS),
        1 + FARTHEST,
        f"how close each own card's treasure is to the own pawn (two players: to both): {1 + FARTHEST} on it, one less "
        "for every step, at least 1",
        most=4 * COLOURS,
    ),
    Piece("colours", (PAWNS, COLOURS), 2, "cards in hand by colour red, blue, white, green, yellow"),
    Piece("laid", (PAWNS, CARDS), 1, "cards laid, by the pawn that laid them", most=CARDS),
    Piece("time", (1,), 100, "100 × completed rounds ÷ max_rounds"),
)
HIDDEN = FeatureLayout(
    Piece("true_pawns", (PAWNS, CELLS), 1, "true cell of each pawn, in pawn order", most=PAWNS),
    Piece("hands", (PAWNS, CARDS), 1, "cards in the hand of each explorer", most=CARDS),
)

O_ROLE, O_PLAYERS, O_PHASE = OBSERVATION.start("role"), OBSERVATION.start("players"), OBSERVATION.start("phase")
O_ACTING, O_MUMMY, O_PAWNS = OBSERVATION.start("acting"), OBSERVATION.start("mummy"), OBSERVATION.start("pawns")
O_POSSIBLE, O_DISTANCE = OBSERVATION.start("possible"), OBSERVATION.start("distance")
O_NEAR, O_HISTORY, O_ANKHS = OBSERVATION.start("near"), OBSERVATION.start("history"), OBSERVATION.start("ankhs")
O_MUMMY_ANKHS, O_MISSING = OBSERVATION.start("mummy_ankhs"), OBSERVATION.start("missing")
O_LOCKED, O_SHOWN = OBSERVATION.start("locked"), OBSERVATION.start("shown")
O_ANNOUNCED, O_LEADS = OBSERVATION.start("announced"), OBSERVATION.start("leads")
O_STEPS, O_INTERMEDIATE = OBSERVATION.start("steps"), OBSERVATION.start("intermediate")
O_HAND, O_CLOSE = OBSERVATION.start("hand"), OBSERVATION.start("close")
O_COLOURS, O_LAID, O_TIME = OBSERVATION.start("colours"), OBSERVATION.start("laid"), OBSERVATION.start("time")
H_HANDS = HIDDEN.start("hands")

# (CELLS, FARTHEST, 2) the cells that the mummy reaches with at most 1, 2, … steps, as sets
WITHIN = words(DISTANCE[:, None] <= np.arange(1, 1 + FARTHEST)[:, None])
CLOSED_LOW, CLOSED_HIGH = (int(word) for word in BIT[START] | BIT[PRISON])
# (CELLS, CARDS) how close a pawn on a cell is to each treasure
CLOSE = (1 + FARTHEST - np.minimum(DISTANCE[:, TREASURE_CELL], FARTHEST)).astype(np.int8)
TREASURE_BIT = BIT[TREASURE_CELL].T.copy()  # (2, CARDS) the treasures as sets, word by word


@kernel
def observe(s, seat, out):
    put(out, O_ROLE, seat == 0)
    put(out, O_PLAYERS + s.seats - FEWEST, 1)
    put(out, O_MUMMY + s.mummy, 1)
    put_steps(out, O_MUMMY_ANKHS, s.mummy_ankhs)
    put_steps(out, O_MISSING, s.ankhs_needed - s.mummy_ankhs)
    put_steps(out, O_LOCKED, s.locked)
    put_steps(out, O_STEPS, s.steps)
    put(out, O_INTERMEDIATE, s.intermediate)
    put(out, O_TIME, 100 * s.rounds // s.max_rounds)
    observe_phase(s, seat, out)
    if seat > 0:
        observe_hand(s, seat, out)
    first = seat - 1 if seat > 0 and s.seats > 2 else 0
    for pawn in range(s.pawns):  # a division would cost as much as all this
        place = pawn - first if pawn >= first else pawn - first + s.pawns
        observe_pawn(s, seat, pawn, place, out)
        if pawn == s.turn and s.active != 0:
            put(out, O_ACTING + place, 1)


@kernel
def observe_phase(s, seat, out):
    if s.active == 0:
        return
    if s.phase == RELEASE:
        put(out, O_PHASE, 1)
    elif s.phase == MUMMY:
        put(out, O_PHASE + 4, 1)
    elif seat == 0:
        put(out, O_PHASE + 5, 1)
    else:
        put(out, O_PHASE + 1 + s.deed, 1)
        if s.deed == ROLLED:
            put_counts(out, O_SHOWN, s.shown)
        else:
            put(out, O_ANNOUNCED + s.announced - 1, 1)


@kernel
def observe_hand(s, seat, out):
    """The own cards, how close their treasures are, and where a roll may lead."""
    hand = s.hand[seat]
    put_counts(out, O_HAND, hand)
    close = CLOSE[s.cell[0 if s.seats == 2 else seat - 1]]
    for card in range(CARDS):
        put(out, O_CLOSE + card, hand[card] * close[card])
    if s.seats == 2:
        close = CLOSE[s.cell[1]]
        for card in range(CARDS):
            put(out, O_CLOSE + CARDS + card, hand[card] * close[card])
    if s.active >> seat & 1 and s.phase == BUSY and s.deed == ROLLED:
        low, high = 0, 0
        for card in range(CARDS):
            low |= hand[card] * TREASURE_BIT[0, card]
            high |= hand[card] * TREASURE_BIT[1, card]
        observe_leads(s, s.turn, low, high, out)


@kernel
def observe_leads(s, pawn, low, high, out):
    """On how many cells of a set each value can end."""
    cell = s.cell[pawn]
    for value in range(1, ARROW):
        if low & ENDS[cell, value, 0] or high & ENDS[cell, value, 1]:
            end_low, end_high = pawns_on(s, pawn, value)
            put(out, O_LEADS + value - 1, count(end_low & low) + count(end_high & high))
    ends = 0
    for direction in range(DIRECTIONS):
        if low & AHEAD[direction, cell, 0] or high & AHEAD[direction, cell, 1]:
            end = arrow_end(s, pawn, direction)
            ends += has(low, high, end) if end >= 0 else 0
    put(out, O_LEADS + ARROW - 1, ends)


@kernel
def observe_pawn(s, seat, pawn, place, out):
    """What everybody knows of a pawn, and to explorers where it stands."""
    for k in range(HISTORY):
        if s.history[pawn, k]:
            put(out, O_HISTORY + (place * HISTORY + k) * SKIPPED + s.history[pawn, k] - 1, 1)
    put_counts(out, O_LAID + place * CARDS, s.laid[pawn])
    if s.out[pawn]:
        return
    owner = 1 if s.seats == 2 else pawn + 1
    put(out, O_ANKHS + place, s.ankhs[0 if s.seats == 2 else pawn])
    put_counts(out, O_COLOURS + place * COLOURS, s.colours[owner])
    if seat > 0:
        put(out, O_PAWNS + place * CELLS + s.cell[pawn], 1)
        steps = DISTANCE[s.mummy, s.cell[pawn]]
        if steps < CELLS:  # nothing enters start and prison
            put(out, O_DISTANCE + place * FARTHEST + min(steps, FARTHEST) - 1, 1)
    if s.belief:
        low, high = s.possible[pawn, 0], s.possible[pawn, 1]
        put_bits(out, O_POSSIBLE + place * CELLS, low, WORD)
        put_bits(out, O_POSSIBLE + place * CELLS + WORD, high, CELLS - WORD)
        for k in range(len(NEAR)):
            reach = WITHIN[s.mummy, NEAR[k] - 1]
            put(out, O_NEAR + place * len(NEAR) + k, count(low & reach[0]) + count(high & reach[1]))
        if seat == 0:
            steps = nearest(low, high, s.mummy)
            if steps <= FARTHEST:
                put(out, O_DISTANCE + place * FARTHEST + steps - 1, 1)


@kernel
def nearest(low, high, mummy):
    """The mummy's steps to the nearest cell of a set, FARTHEST for more; FARTHEST + 1 if it cannot come there."""
    for steps in range(1, FARTHEST):
        if low & WITHIN[mummy, steps - 1, 0] or high & WITHIN[mummy, steps - 1, 1]:
            return steps
    return FARTHEST if low & ~CLOSED_LOW or high & ~CLOSED_HIGH else FARTHEST + 1


@kernel
def reveal(s, out):
    for pawn in range(s.pawns):
        if not s.out[pawn]:
            put(out, pawn * CELLS + s.cell[pawn], 1)
    for k in range(1, s.seats):
        put_counts(out, H_HANDS + (k - 1) * CARDS, s.hand[k])
