"""What a player sees and says: observation pieces, action ids, words (CM-12, CM-13)."""

from __future__ import annotations

from rush_envs.games.curse_of_the_mummy.components import (
    CARDS,
    CELLS,
    COLOURS,
    DIRECTION_NAMES,
    FACES,
    PAWNS,
    WORD,
    cell_name,
)
from rush_envs.games.curse_of_the_mummy.state import HISTORY, MUMMY, RELEASE, ROLLED
from rush_envs.kit import kernel
from rush_envs.kit.features import copy
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

OBSERVATION = FeatureLayout(
    Piece("role", (1,), 1, "1 for the mummy"),
    Piece("players", (4,), 1, "one-hot 2, 3, 4, 5 players"),
    Piece("phase", (6,), 1, "one-hot RELEASE, ROLLED, MOVE, TREASURE, MUMMY, BUSY; the mummy sees BUSY for 2 to 4"),
    Piece("acting", (PAWNS,), 1, "pawn whose turn it is; zero in the mummy's normal move"),
    Piece("mummy", (CELLS,), 1, "its cell"),
    Piece("pawns", (PAWNS, CELLS), 1, "cell of each pawn; zero for the mummy"),
    Piece("possible", (PAWNS, CELLS), 1, "cells where a pawn may stand, as the mummy can work them out"),
    Piece("history", (PAWNS, HISTORY), 7, "last turns, newest first: 0 none, 1–4, 5 arrow, 6 lost, 7 skipped"),
    Piece("ankhs", (PAWNS,), 6, "left; two players: the pool in both places"),
    Piece("mummy_ankhs", (2,), 7, "held by the mummy; needed"),
    Piece("locked", (1,), 5, "dice showing mummies"),
    Piece("shown", (FACES - 1,), 5, "free dice by face 1, 2, 3, 4, arrow; zero for the mummy"),
    Piece("announced", (FACES - 1,), 1, "in MOVE and TREASURE; zero for the mummy"),
    Piece("steps", (1,), 11, "left of the mummy's move"),
    Piece("intermediate", (1,), 1, "the mummy moves because dice were released"),
    Piece("hand", (CARDS,), 1, "own cards; zero for the mummy"),
    Piece("colours", (PAWNS, COLOURS), 2, "cards in hand by colour red, blue, white, green, yellow"),
    Piece("laid", (PAWNS, CARDS), 1, "cards laid, by the pawn that laid them"),
    Piece("time", (1,), 100, "100 × completed rounds ÷ max_rounds"),
)
HIDDEN = FeatureLayout(
    Piece("true_pawns", (PAWNS, CELLS), 1, "true cell of each pawn, in pawn order"),
    Piece("hands", (PAWNS, CARDS), 1, "cards in the hand of each explorer"),
)

O_ROLE, O_PLAYERS, O_PHASE = OBSERVATION.start("role"), OBSERVATION.start("players"), OBSERVATION.start("phase")
O_ACTING, O_MUMMY, O_PAWNS = OBSERVATION.start("acting"), OBSERVATION.start("mummy"), OBSERVATION.start("pawns")
O_POSSIBLE, O_HISTORY, O_ANKHS = (
    OBSERVATION.start("possible"),
    OBSERVATION.start("history"),
    OBSERVATION.start("ankhs"),
)
O_MUMMY_ANKHS, O_LOCKED, O_SHOWN = (
    OBSERVATION.start("mummy_ankhs"),
    OBSERVATION.start("locked"),
    OBSERVATION.start("shown"),
)
O_ANNOUNCED, O_STEPS = OBSERVATION.start("announced"), OBSERVATION.start("steps")
O_INTERMEDIATE, O_HAND = OBSERVATION.start("intermediate"), OBSERVATION.start("hand")
O_COLOURS, O_LAID, O_TIME = OBSERVATION.start("colours"), OBSERVATION.start("laid"), OBSERVATION.start("time")
H_HANDS = HIDDEN.start("hands")


@kernel
def observe(s, seat, out):
    out[O_ROLE] = seat == 0
    out[O_PLAYERS + s.seats - 2] = 1
    out[O_MUMMY + s.mummy] = 1
    out[O_MUMMY_ANKHS] = s.mummy_ankhs
    out[O_MUMMY_ANKHS + 1] = s.ankhs_needed
    out[O_LOCKED] = s.locked
    out[O_STEPS] = s.steps
    out[O_INTERMEDIATE] = s.intermediate
    out[O_TIME] = 100 * s.rounds // s.max_rounds
    observe_phase(s, seat, out)
    if seat > 0:
        copy(s.hand[seat], out[O_HAND : O_HAND + CARDS])
    first = seat - 1 if seat > 0 and s.seats > 2 else 0
    for place in range(s.pawns):
        observe_pawn(s, seat, (first + place) % s.pawns, place, out)
    if s.active != 0 and s.turn < s.pawns:
        out[O_ACTING + (s.turn - first + s.pawns) % s.pawns] = 1


@kernel
def observe_phase(s, seat, out):
    if s.active == 0:
        return
    if s.phase == RELEASE:
        out[O_PHASE] = 1
    elif s.phase == MUMMY:
        out[O_PHASE + 4] = 1
    elif seat == 0:
        out[O_PHASE + 5] = 1
    else:
        out[O_PHASE + 1 + s.deed] = 1
        if s.deed == ROLLED:
            copy(s.shown, out[O_SHOWN : O_SHOWN + FACES - 1])
        else:
            out[O_ANNOUNCED + s.announced - 1] = 1


@kernel
def observe_pawn(s, seat, pawn, place, out):
    """What everybody knows of a pawn, and to explorers where it stands."""
    copy(s.history[pawn], out[O_HISTORY + place * HISTORY : O_HISTORY + (place + 1) * HISTORY])
    copy(s.laid[pawn], out[O_LAID + place * CARDS : O_LAID + (place + 1) * CARDS])
    if s.out[pawn]:
        return
    owner = 1 if s.seats == 2 else pawn + 1
    out[O_ANKHS + place] = s.ankhs[0 if s.seats == 2 else pawn]
    copy(s.colours[owner], out[O_COLOURS + place * COLOURS : O_COLOURS + (place + 1) * COLOURS])
    if seat > 0:
        out[O_PAWNS + place * CELLS + s.cell[pawn]] = 1
    if s.belief:
        low, high = s.possible[pawn, 0], s.possible[pawn, 1]
        plane = out[O_POSSIBLE + place * CELLS : O_POSSIBLE + (place + 1) * CELLS]
        for k in range(WORD):
            plane[k] = low >> k & 1
        for k in range(CELLS - WORD):
            plane[WORD + k] = high >> k & 1


@kernel
def reveal(s, out):
    for pawn in range(s.pawns):
        if not s.out[pawn]:
            out[pawn * CELLS + s.cell[pawn]] = 1
    for k in range(1, s.seats):
        copy(s.hand[k], out[H_HANDS + (k - 1) * CARDS : H_HANDS + k * CARDS])
