"""What a player sees and says: observation pieces, action ids, words (CO-14, CO-15)."""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffin_rush.components import (
    CARD_NAMES,
    CARDS,
    COLOURS,
    COPIES,
    COUNTER,
    DECK,
    DICE,
    FIRST_SLOT,
    ITEMS,
    KIND,
    KINDS,
    MONSTERS,
    MOST_POWER,
    MUMMIES,
    RED_FACES,
    RED_FROM,
    SEATS,
    SLOTS,
    STAIRS_TILE,
    TRAPS,
    VALUE,
    WITH_MUMMY,
    YELLOW_FACES,
    YELLOW_FROM,
)
from rush_envs.games.coffin_rush.state import CHARM, OVERFLOW, SLOT, TARGET
from rush_envs.games.coffin_rush.temple import (
    CELLS,
    DIRECTION_NAMES,
    LOCAL,
    OUT,
    PLACES,
    POSITION,
    POSITIONS,
    RUSH,
    SARCOPHAGI,
    SIDE,
    SOUTH,
    TEMPLE_DOOR,
)
from rush_envs.kit import inlined, kernel
from rush_envs.kit.features import copy
from rush_envs.layout import ActionLayout, FeatureLayout, Piece, Range

LAST_SLOT = FIRST_SLOT + SLOTS - 1
OTHERS = ("the next player", *(f"the player {k} seats on" for k in range(2, SEATS)))

ACTIONS = ActionLayout(
    Range("step", "step {direction}", direction=DIRECTION_NAMES),
    Range("stairs", "take the stairs"),
    Range("end movement", "end movement"),
    Range("door", "open or close the door {direction}", direction=DIRECTION_NAMES),
    Range("open", "open the tile"),
    Range("pick up", "pick up the pile"),
    Range("drop", "drop slot {slot}", slot=[str(k) for k in range(FIRST_SLOT, LAST_SLOT + 2)]),
    Range("done", "done dropping"),
    Range("pass", "pass"),
    Range("aggress", "aggression on {player}", player=OTHERS),
    Range("betray", "betray {player}", player=OTHERS),
    Range("take", "take slot {slot}", slot=[str(k) for k in range(FIRST_SLOT, LAST_SLOT + 1)]),
    Range("recover", "recover {card}", card=CARD_NAMES),
    Range("analyse", "analyse position {position}", position=[str(k) for k in range(POSITIONS)]),
    Range("adrenaline", "adrenaline"),
    Range("rush", "rush"),
    Range("discard", "discard {card}", card=CARD_NAMES),
    Range("keep", "keep the dice"),
    Range("yellow", "set yellow to {value}", value=[str(face) for face in YELLOW_FACES]),
    Range("red", "set red to {value}", value=[str(face) for face in RED_FACES]),
    Range("borrow", "use the RUSH! of {player}", player=OTHERS),
    Range("target", "target {player}", player=("yourself", *OTHERS)),
)
A_STEP, A_STAIRS, A_END = ACTIONS.start("step"), ACTIONS.start("stairs"), ACTIONS.start("end movement")
A_DOOR, A_OPEN, A_PICK_UP = ACTIONS.start("door"), ACTIONS.start("open"), ACTIONS.start("pick up")
A_DROP, A_DONE, A_PASS = ACTIONS.start("drop"), ACTIONS.start("done"), ACTIONS.start("pass")
A_AGGRESS, A_BETRAY, A_TAKE = ACTIONS.start("aggress"), ACTIONS.start("betray"), ACTIONS.start("take")
A_RECOVER, A_ANALYSE = ACTIONS.start("recover"), ACTIONS.start("analyse")
A_ADRENALINE, A_RUSH, A_DISCARD = ACTIONS.start("adrenaline"), ACTIONS.start("rush"), ACTIONS.start("discard")
A_KEEP, A_YELLOW, A_RED = ACTIONS.start("keep"), ACTIONS.start("yellow"), ACTIONS.start("red")
A_BORROW, A_TARGET = ACTIONS.start("borrow"), ACTIONS.start("target")

MOST_COPIES = int(np.bincount(KIND).max())
FIRST_GUARDED = 2  # orange: the first colour that may lie with a mummy
# Values of the `tile` piece.
SARCOPHAGUS_TILE, CHEST_TILE, TREASURE_TILE, GUARDED_TILE, STAIRS_SEEN, RELIC_TILE = 1, 2, 3, 8, 11, 12

OBSERVATION = FeatureLayout(
    Piece("phase", (7,), 1, "one-hot TURN, DROP, OVERFLOW, SLOT, RECOVER, CHARM, TARGET"),
    Piece("players", (5,), 1, "one-hot 2 to 6 players"),
    Piece("acting", (SEATS,), 1, "whose decision it is"),
    Piece("first", (SEATS,), 1, "where seat 0 sits"),
    Piece("turn", (SEATS,), 1, "whose turn it is; zero in the Pharaoh's turn"),
    Piece("company", (SEATS,), 1, "members of the viewer's company"),
    Piece("cell", (CELLS,), 10, "floor, debris, pestilence, trap, altar, rune, red, yellow, blue stairs, RUSH!, camp"),
    Piece("edge", (CELLS, 4), 4, "0 wall, 1 open, 2 open door, 3 closed door, 4 shut temple door"),
    Piece(
        "tile", (CELLS,), 15,
        "0 none, 1 sarcophagus, 2 chest unseen; seen: 3–7 treasure by colour, 8–10 orange, red, violet with a mummy, "
        "11 stairs, 12–15 relic",
    ),
    Piece("pile", (CELLS,), 25, "items lying there"),
    Piece("pile_value", (CELLS,), 74, "their points"),
    Piece("pile_here", (KINDS,), MOST_COPIES, "kinds in the pile on the viewer's cell: five colours, four relics"),
    Piece("at", (SEATS, 3), 12, "position + 1, row + 1, column + 1 of each pawn; RUSH! (10, 3, 3), camp (10, 5, 3)"),
    Piece("monsters", (MONSTERS, 4), 12, "on board, then as `at`: four mummies, three spectres, in order of appearing"),
    Piece("bag", (SEATS, SLOTS), 9, "slots 2–7: 0 empty, 1–5 treasure by colour, 6–9 relic"),
    Piece("held", (KINDS,), 1, "OVERFLOW: kind of slot 8"),
    Piece("tent", (SEATS, KINDS), MOST_COPIES, "by kind"),
    Piece("hand", (SEATS, CARDS), 1, "Looting cards in hand"),
    Piece("discards", (SEATS, CARDS), 1, "Looting cards discarded"),
    Piece("rush", (SEATS,), 1, "RUSH! token active"),
    Piece("immune", (SEATS,), 1, "not affected by the trap in force"),
    Piece("tokens", (1,), 5, "base tokens of the seat whose turn it is"),
    Piece("steps", (1,), 5, "steps left of its Movement"),
    Piece("torch", (1,), 5, "its torch step is unused"),
    Piece("adrenaline", (1,), 5, "1 played, 2 played at red"),
    Piece("card_used", (1,), 5, "it has played or discarded a card"),
    Piece("moving", (1,), 5, "its Movement is open"),
    Piece("dice", (2,), int(DICE.max()), "CHARM: yellow, red"),
    Piece("victim", (SEATS,), 1, "SLOT: the target; CHARM: the one who suffers"),
    Piece("candidates", (SEATS,), 1, "TARGET: the tied"),
    Piece("counter", (1,), COUNTER, "Pharaoh's counter"),
    Piece("colour", (3,), 1, "green, yellow, red"),
    Piece("power", (1,), MOST_POWER, "of the servants in the last Pharaoh's turn"),
    Piece("trap", (TRAPS,), 1, "in force"),
    Piece("trap_red", (1,), 1, "drawn at red"),
    Piece("drawn", (TRAPS,), int(COPIES.max()), "traps drawn since the last shuffle"),
    Piece("temple_door", (1,), 1, "shut"),
    Piece("feather", (1,), 1, "counter-clockwise"),
    Piece("points", (SEATS,), 100, "score now"),
)  # fmt: skip
HIDDEN = FeatureLayout(
    Piece("contents", (CELLS,), 15, "unopened tiles as an all-seeing viewer's `tile`"),
    Piece("next_traps", (DECK,), TRAPS, "the trap deck, next one first: trap + 1, 0 past its end"),
)

O_PHASE, O_PLAYERS, O_ACTING = OBSERVATION.start("phase"), OBSERVATION.start("players"), OBSERVATION.start("acting")
O_FIRST, O_TURN, O_COMPANY = OBSERVATION.start("first"), OBSERVATION.start("turn"), OBSERVATION.start("company")
O_CELL, O_EDGE, O_TILE = OBSERVATION.start("cell"), OBSERVATION.start("edge"), OBSERVATION.start("tile")
O_PILE, O_VALUE, O_HERE = OBSERVATION.start("pile"), OBSERVATION.start("pile_value"), OBSERVATION.start("pile_here")
O_AT, O_MONSTERS, O_BAG = OBSERVATION.start("at"), OBSERVATION.start("monsters"), OBSERVATION.start("bag")
O_HELD, O_TENT, O_HAND = OBSERVATION.start("held"), OBSERVATION.start("tent"), OBSERVATION.start("hand")
O_DISCARDS, O_RUSH, O_IMMUNE = OBSERVATION.start("discards"), OBSERVATION.start("rush"), OBSERVATION.start("immune")
O_TOKENS, O_DICE, O_VICTIM = OBSERVATION.start("tokens"), OBSERVATION.start("dice"), OBSERVATION.start("victim")
O_CANDIDATES, O_COUNTER = OBSERVATION.start("candidates"), OBSERVATION.start("counter")
O_COLOUR, O_POWER, O_TRAP = OBSERVATION.start("colour"), OBSERVATION.start("power"), OBSERVATION.start("trap")
O_RED, O_DRAWN, O_DOOR = OBSERVATION.start("trap_red"), OBSERVATION.start("drawn"), OBSERVATION.start("temple_door")
O_FEATHER, O_POINTS = OBSERVATION.start("feather"), OBSERVATION.start("points")
H_TRAPS = HIDDEN.start("next_traps")


@kernel
def observe(s, seat, out):
    observe_temple(s, seat, out)
    for place in range(s.seats):
        observe_player(s, seat, (seat + place) % s.seats, place, out)
    for k in range(MONSTERS):
        cell = s.mummy[k] if k < MUMMIES else s.spectre[k - MUMMIES]
        if cell >= 0:
            out[O_MONSTERS + 4 * k] = 1
            locate(cell, out[O_MONSTERS + 4 * k + 1 : O_MONSTERS + 4 * k + 4])
    observe_decision(s, seat, out)
    out[O_PLAYERS + s.seats - 2] = 1
    out[O_FIRST + (s.seats - seat) % s.seats] = 1
    out[O_COUNTER] = s.counter
    if s.counter > 0:
        out[O_COLOUR + colour_of(s.counter)] = 1
    out[O_POWER] = s.power
    if s.trap >= 0:
        out[O_TRAP + s.trap] = 1
    out[O_RED] = s.trap_red
    copy(s.drawn, out[O_DRAWN : O_DRAWN + TRAPS])
    out[O_DOOR] = s.edge[RUSH, SOUTH] == TEMPLE_DOOR
    out[O_FEATHER] = s.feather


@inlined
def colour_of(counter):
    """[3.9] The die: 0 green, 1 yellow, 2 red."""
    return 2 if counter <= RED_FROM else 1 if counter <= YELLOW_FROM else 0


@kernel
def observe_temple(s, seat, out):
    copy(s.ground, out[O_CELL : O_CELL + CELLS])
    copy(s.edge.reshape(4 * CELLS), out[O_EDGE : O_EDGE + 4 * CELLS])  # row by row it would not be vectorised
    for place in range(PLACES):
        if s.closed[place]:
            seen = s.seen[seat] >> place & 1
            out[O_TILE + s.spot[place]] = tile_value(place, s.content[place]) if seen else unseen_value(place)
    for item in range(ITEMS):
        cell = s.where[item]
        if cell >= 0:
            out[O_PILE + cell] += 1
            out[O_VALUE + cell] += VALUE[item]
            if cell == s.cell[seat]:
                out[O_HERE + KIND[item]] += 1


@inlined
def unseen_value(place):
    return SARCOPHAGUS_TILE if place < SARCOPHAGI else CHEST_TILE


@kernel
def tile_value(place, content):
    """What a seen tile shows."""
    if content == STAIRS_TILE:
        return STAIRS_SEEN
    if place >= SARCOPHAGI:
        return RELIC_TILE + KIND[content] - COLOURS
    return GUARDED_TILE + KIND[content] - FIRST_GUARDED if WITH_MUMMY[content] else TREASURE_TILE + KIND[content]


@kernel
def locate(cell, piece):
    piece[0] = POSITION[cell] + 1
    if cell == RUSH:
        piece[1], piece[2] = 3, 3
    elif cell == OUT:
        piece[1], piece[2] = 5, 3
    else:
        piece[1] = LOCAL[cell] // SIDE + 1
        piece[2] = LOCAL[cell] % SIDE + 1


@kernel
def observe_player(s, viewer, seat, place, out):
    locate(s.cell[seat], out[O_AT + 3 * place : O_AT + 3 * place + 3])
    for k in range(s.bag_count[seat]):
        out[O_BAG + SLOTS * place + k] = KIND[s.bag[seat, k]] + 1
    copy(s.tent[seat], out[O_TENT + KINDS * place : O_TENT + KINDS * (place + 1)])
    for card in range(CARDS):
        out[O_HAND + CARDS * place + card] = s.hand[seat] >> card & 1
        out[O_DISCARDS + CARDS * place + card] = s.discards[seat] >> card & 1
    out[O_COMPANY + place] = s.team[seat] == s.team[viewer]
    out[O_RUSH + place] = s.rush[seat]
    out[O_IMMUNE + place] = s.trap >= 0 and not s.affected[seat]
    out[O_POINTS + place] = s.score[seat]
    out[O_ACTING + place] = s.active >> seat & 1
    out[O_TURN + place] = seat == s.turn
    if s.active != 0:
        out[O_VICTIM + place] = (s.phase == SLOT or s.phase == CHARM) and seat == s.victim
        out[O_CANDIDATES + place] = s.phase == TARGET and s.tied >> seat & 1


@kernel
def observe_decision(s, seat, out):
    if s.active == 0:
        return
    out[O_PHASE + s.phase] = 1
    if s.phase == OVERFLOW:
        out[O_HELD + KIND[s.held]] = 1
    if s.phase == CHARM:
        out[O_DICE] = s.dice[0]
        out[O_DICE + 1] = s.dice[1]
    if s.turn >= 0:
        out[O_TOKENS] = s.tokens
        out[O_TOKENS + 1] = s.steps
        out[O_TOKENS + 2] = s.torch
        out[O_TOKENS + 3] = s.adrenaline
        out[O_TOKENS + 4] = s.card_used
        out[O_TOKENS + 5] = s.moving


@kernel
def reveal(s, out):
    for place in range(PLACES):
        if s.closed[place]:
            out[s.spot[place]] = tile_value(place, s.content[place])
    for k in range(s.deck_count):
        out[H_TRAPS + k] = s.deck[s.deck_count - 1 - k] + 1
