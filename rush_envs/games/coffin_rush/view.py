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
    FIRST_SLOT,
    ITEMS,
    KIND,
    KINDS,
    MONSTERS,
    MOST_POWER,
    POINTS,
    RED_FACES,
    RED_FROM,
    SEATS,
    SLOTS,
    STEPS,
    TOKENS,
    TRAPS,
    VALUE,
    YELLOW_FACES,
    YELLOW_FROM,
)
from rush_envs.games.coffin_rush.sight import (
    BETWEEN,
    FAR,
    FARTHEST,
    ORDINARY,
    QUADRANTS,
    WINDOW,
)
from rush_envs.games.coffin_rush.temple import (
    CELL_NAMES,
    CELLS,
    CHESTS,
    CRYPT,
    DIRECTION_NAMES,
    GRID,
    PLACES,
    POSITIONS,
    SARCOPHAGI,
    SQUARE,
    TEMPLE_DOOR,
)
from rush_envs.kit import inlined
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
# What the viewer knows of a sarcophagus: a colour, a mummy with it, the stairs.
GUARD, STAIRS, SARCOPHAGUS_WIDE, RELICS = COLOURS, COLOURS + 1, COLOURS + 2, KINDS - COLOURS
HIGHEST = int(VALUE.sum()) + COLOURS  # score
PLANES = 6  # of the window
GROUNDS = len(CELL_NAMES)
WHERE = QUADRANTS + 1 + SQUARE  # one-hot position, RUSH! last, and square
KIND_WORDS = "five colours, torch, lucky charm, amulet, coins"

OBSERVATION = FeatureLayout(
    Piece("phase", (7,), 1, "one-hot TURN, DROP, OVERFLOW, SLOT, RECOVER, CHARM, TARGET", 1),
    Piece("players", (SEATS - 1,), 1, "one-hot 2 to 6 players", 1),
    Piece("acting", (SEATS,), 1, "whose decision it is", 1),
    Piece("first", (SEATS,), 1, "where seat 0 sits", 1),
    Piece("turn", (SEATS,), 1, "whose turn it is; zero in the Pharaoh's turn", 1),
    Piece("company", (SEATS,), 1, "members of the viewer's company"),
    Piece("at", (SEATS, CELLS), 1, "the cell of each pawn, one-hot", SEATS),
    Piece(
        "monsters", (MONSTERS, WHERE), 1,
        "spectres, then mummies, in order of appearing: one-hot position (0–8, 10, 11, RUSH!), one-hot square in it",
        2 * MONSTERS,
    ),
    Piece(
        "laid", (len(ORDINARY), CRYPT, 4), 1,
        "the quadrant on each position but camp and crypt, and its quarter turns, one-hot: with it all that is printed",
        len(ORDINARY),
    ),
    Piece("doors", (len(BETWEEN),), 1, "stone doors between positions that are open, row by row, east before south"),
    Piece("rooms", (len(ORDINARY),), 1, "positions whose room has its door open"),
    Piece("here", (len(CELL_NAMES),), 1, f"what the viewer's cell is, one-hot: {', '.join(CELL_NAMES)}", 1),
    Piece("edges", (4, TEMPLE_DOOR), 1, "of the viewer's cell, each way: open, open door, closed door, temple door", 4),
    Piece("beyond", (4, len(CELL_NAMES)), 1, "the next cell in each direction, unless there is a wall, as `here`", 4),
    Piece("stairs", (GRID,), 1, "the blue stairs, by cell, once they are found", 1),
    Piece("home", (FARTHEST + 1,), 1, "the viewer's steps to the camp, doors or not, one-hot", 1),
    Piece("sarcophagi", (GRID,), 1, "unopened ones, by cell", SARCOPHAGI),
    Piece("chests", (GRID,), 1, "unopened ones, by cell", CHESTS),
    Piece(
        "in_sarcophagi", (SARCOPHAGI, SARCOPHAGUS_WIDE), 1,
        "what the viewer has seen in unopened ones, in the order of their cells: colour (5), with a mummy, blue stairs",
        2 * SARCOPHAGI,
    ),
    Piece("in_chests", (CHESTS, RELICS), 1, "the same of chests: torch, lucky charm, amulet, coins", CHESTS),
    Piece("analysed", (SEATS - 1, POSITIONS), 1, "positions of which the others know unopened tiles"),
    Piece("pile", (CELLS,), ITEMS, "items lying there", ITEMS),
    Piece("pile_here", (KINDS,), MOST_COPIES, f"in the pile on the viewer's cell: {KIND_WORDS}"),
    Piece(
        "window", (PLANES, len(WINDOW)), 1,
        f"what lies up to {FAR} cells from the viewer, walls or not, row by row from north to south: unopened "
        "sarcophagi, unopened chests, piles, spectres, mummies, other players",
        PLACES + ITEMS + MONSTERS + SEATS - 1,
    ),
    Piece("bag", (SEATS, SLOTS, KINDS), 1, f"slots from 2 on, one-hot: {KIND_WORDS}", ITEMS),
    Piece("wealth", (SEATS,), SLOTS * int(POINTS.max()), "points in the backpack, which draw mummies"),
    Piece("held", (KINDS,), 1, "OVERFLOW: what is held as slot 8", 1),
    Piece("tent", (SEATS, KINDS), MOST_COPIES, f"items under the tent: {KIND_WORDS}"),
    Piece("cards", (SEATS, 3, CARDS), 1, "Looting cards in hand, discarded, out of the game", SEATS * CARDS),
    Piece("playing", (CARDS,), 1, "the Looting card being played", 1),
    Piece("rush", (SEATS,), 1, "RUSH! token active"),
    Piece("immune", (SEATS,), 1, "not affected by the trap in force"),
    Piece("points", (SEATS,), HIGHEST, "score now"),
    Piece("tokens", (TOKENS + 1,), 1, "base tokens of the seat whose turn it is, one-hot", 1),
    Piece("steps", (STEPS + 1,), 1, "steps left of its Movement, one-hot", 1),
    Piece("moving", (1,), 1, "its Movement is open"),
    Piece("torch", (1,), 1, "its torch step is unused"),
    Piece("adrenaline", (2,), 1, "played, played at red", 1),
    Piece("card_used", (1,), 1, "it has played or discarded a card"),
    Piece("recovers", (2,), 1, "RECOVER: one or two cards to take back", 1),
    Piece("yellow", (len(YELLOW_FACES),), 1, "CHARM: the yellow die, one-hot by face", 1),
    Piece("red", (len(RED_FACES),), 1, "CHARM: the red die, one-hot by face", 1),
    Piece("victim", (SEATS,), 1, "SLOT: the target; CHARM: the one who suffers", 1),
    Piece("near", (1,), 1, "SLOT, CHARM: the item goes to the attacker"),
    Piece("candidates", (SEATS,), 1, "TARGET: the tied"),
    Piece("hunter", (MONSTERS,), 1, "TARGET: the servant whose target is chosen", 1),
    Piece("counter", (COUNTER + 1,), 1, "the Pharaoh's counter, one-hot", 1),
    Piece("colour", (3,), 1, "green, yellow, red", 1),
    Piece("power", (MOST_POWER + 1,), 1, "the servants' cells in the last Pharaoh's turn, one-hot", 1),
    Piece("trap", (TRAPS,), 1, "in force", 1),
    Piece("trap_red", (1,), 1, "drawn at red"),
    Piece("drawn", (TRAPS,), int(COPIES.max()), "traps drawn since the last shuffle"),
    Piece("temple_door", (1,), 1, "shut"),
    Piece("feather", (1,), 1, "counter-clockwise"),
)  # fmt: skip
HIDDEN = FeatureLayout(
    Piece("in_sarcophagi", (SARCOPHAGI, SARCOPHAGUS_WIDE), 1, "of all unopened ones, as if seen", 2 * SARCOPHAGI),
    Piece("in_chests", (CHESTS, RELICS), 1, "of all unopened ones, as if seen", CHESTS),
    Piece("next_traps", (DECK, TRAPS), 1, "the trap deck, next one first, one-hot; zeros past its end", DECK),
)

(
    O_PHASE, O_PLAYERS, O_ACTING, O_FIRST, O_TURN, O_COMPANY, O_AT, O_MONSTERS, O_LAID, O_DOORS, O_ROOMS, O_HERE,
    O_EDGES, O_BEYOND, O_STAIRS, O_HOME, O_SARCOPHAGI, O_CHESTS, O_INSIDE, O_RELICS, O_ANALYSED, O_PILE, O_PILE_HERE,
    O_WINDOW, O_BAG, O_WEALTH, O_HELD, O_TENT, O_CARDS, O_PLAYING, O_RUSH, O_IMMUNE, O_POINTS, O_TOKENS, O_STEPS,
    O_MOVING, O_TORCH, O_ADRENALINE, O_USED, O_RECOVERS, O_YELLOW, O_RED, O_VICTIM, O_NEAR, O_CANDIDATES, O_HUNTER,
    O_COUNTER, O_COLOUR, O_POWER, O_TRAP, O_TRAP_RED, O_DRAWN, O_DOOR, O_FEATHER,
) = (OBSERVATION.start(piece.name) for piece in OBSERVATION)  # fmt: skip
H_RELICS, H_TRAPS = HIDDEN.start("in_chests"), HIDDEN.start("next_traps")
W_SARCOPHAGI, W_CHESTS, W_PILES, W_SPECTRES, W_MUMMIES, W_PLAYERS = (O_WINDOW + k * len(WINDOW) for k in range(PLANES))
WINDOW_SIZE = len(WINDOW)
DOORS = len(BETWEEN) + len(ORDINARY)  # `doors` and `rooms`, which follow one another


@inlined
def colour_of(counter):
    """[3.9] The die: 0 green, 1 yellow, 2 red."""
    return 2 if counter <= RED_FROM else 1 if counter <= YELLOW_FROM else 0
