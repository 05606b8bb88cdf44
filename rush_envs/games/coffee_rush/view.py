"""What a player sees and says: observation pieces, action ids, words (CR-12, CR-13)."""

from __future__ import annotations

from rush_envs.games.coffee_rush.components import (
    CARDS,
    CELLS,
    CUPS,
    DIRECTION_NAMES,
    KIND_NAMES,
    KINDS,
    MAX_COPIES,
    PAWNS,
    RECIPES,
    SEATS,
    SLOTS,
    UPGRADE_NAMES,
    UPGRADES,
    cell_name,
)  # fmt: skip
from rush_envs.kit import kernel
from rush_envs.kit.features import copy, copy_rows
from rush_envs.layout import ActionLayout, FeatureLayout, Piece, Range

PAWN_WORDS = ("1", "2")
CUP_WORDS = ("1", "2", "3")
SLOT_WORDS = ("1", "2", "3", "4")

ACTIONS = ActionLayout(
    Range("place", "place on {cell}", cell=[cell_name(cell) for cell in range(CELLS)]),
    Range("upgrade", "upgrade {tile}", tile=UPGRADE_NAMES),
    Range("move", "move pawn {pawn} {direction}", pawn=PAWN_WORDS, direction=DIRECTION_NAMES),
    Range("empty", "empty cup {cup}", cup=CUP_WORDS),
    Range("pour", "pour {kind} into cup {cup}", kind=KIND_NAMES, cup=CUP_WORDS),
    Range("return", "return {kind}", kind=KIND_NAMES),
    Range("serve", "serve cup {cup} to slot {slot}", cup=CUP_WORDS, slot=SLOT_WORDS),
    Range("done", "done"),
)
A_PLACE, A_UPGRADE, A_MOVE = ACTIONS.start("place"), ACTIONS.start("upgrade"), ACTIONS.start("move")
A_EMPTY, A_POUR, A_RETURN = ACTIONS.start("empty"), ACTIONS.start("pour"), ACTIONS.start("return")
A_SERVE, A_DONE = ACTIONS.start("serve"), ACTIONS.start("done")

OBSERVATION = FeatureLayout(
    Piece("phase", (7,), 1, "one-hot PLACE, START, UPGRADE, MOVE, EMPTY, POUR, SERVE; zero when the game is over"),
    Piece("players", (3,), 1, "one-hot 2, 3, 4 players"),
    Piece("acting", (SEATS,), 1, "whose decision; zero when the game is over"),
    Piece("first", (SEATS,), 1, "where player_0 sits"),
    Piece("closed", (1,), 1, "the sign shows CLOSED"),
    Piece("pawns", (SEATS, PAWNS, CELLS), 1, "cell of each placed pawn"),
    Piece("moving", (PAWNS,), 1, "pawn moved this turn; zero before the first step"),
    Piece("free_steps", (1,), 3, "free steps left this turn; 3 outside MOVE"),
    Piece("hand", (KINDS,), 18, "tokens in the acting player's hand"),
    Piece("cups", (SEATS, CUPS, KINDS), 18, "contents of the cups"),
    Piece("supply", (KINDS,), 18, "tokens left"),
    Piece("rush", (SEATS,), 15, "rush tokens"),
    Piece("rush_supply", (1,), 15, "rush tokens left"),
    Piece("upgrades", (SEATS, UPGRADES), 1, "tiles face up: double pawns, diagonal, double corners, double specials"),
    Piece("upgraded_now", (1,), 4, "tiles flipped this turn"),
    Piece("completed", (SEATS,), 80, "completed orders held"),
    Piece("penalties", (SEATS,), 80, "penalties"),
    Piece("served_now", (1,), 3, "orders completed this turn"),
    Piece("orders", (SEATS, SLOTS, RECIPES), MAX_COPIES, "cards of each recipe in each slot"),
    Piece("deck_size", (1,), CARDS, "cards in the deck"),
    Piece("deck", (RECIPES,), MAX_COPIES, "cards of each recipe in the deck"),
)
HIDDEN = FeatureLayout(
    Piece("deck_order", (CARDS,), RECIPES, "recipe + 1 of each card of the deck, next card first; zero past the last"),
)

O_PHASE, O_PLAYERS, O_ACTING = OBSERVATION.start("phase"), OBSERVATION.start("players"), OBSERVATION.start("acting")
O_FIRST, O_CLOSED, O_PAWNS = OBSERVATION.start("first"), OBSERVATION.start("closed"), OBSERVATION.start("pawns")
O_MOVING, O_FREE, O_HAND = OBSERVATION.start("moving"), OBSERVATION.start("free_steps"), OBSERVATION.start("hand")
O_CUPS, O_SUPPLY, O_RUSH = OBSERVATION.start("cups"), OBSERVATION.start("supply"), OBSERVATION.start("rush")
O_RUSH_SUPPLY, O_UPGRADES = OBSERVATION.start("rush_supply"), OBSERVATION.start("upgrades")
O_UPGRADED_NOW, O_COMPLETED = OBSERVATION.start("upgraded_now"), OBSERVATION.start("completed")
O_PENALTIES, O_SERVED_NOW = OBSERVATION.start("penalties"), OBSERVATION.start("served_now")
O_ORDERS, O_DECK_SIZE, O_DECK = OBSERVATION.start("orders"), OBSERVATION.start("deck_size"), OBSERVATION.start("deck")
CUPS_SIZE, ORDERS_SIZE = CUPS * KINDS, SLOTS * RECIPES


@kernel
def observe(s, seat, out):
    out[O_PLAYERS + s.seats - 2] = 1
    if s.active != 0:
        out[O_PHASE + s.phase] = 1
        out[O_ACTING + (s.turn - seat + s.seats) % s.seats] = 1
    out[O_FIRST + (s.seats - seat) % s.seats] = 1
    out[O_CLOSED] = s.closed
    if s.moving >= 0:
        out[O_MOVING + s.moving] = 1
    out[O_FREE] = s.free_steps
    out[O_RUSH_SUPPLY] = s.rush_supply
    out[O_UPGRADED_NOW] = s.upgraded_now
    out[O_SERVED_NOW] = s.served_now
    out[O_DECK_SIZE] = s.deck_size
    copy(s.hand, out[O_HAND : O_HAND + KINDS])
    copy(s.supply, out[O_SUPPLY : O_SUPPLY + KINDS])
    copy(s.deck_count, out[O_DECK : O_DECK + RECIPES])
    for k in range(s.seats):
        observe_seat(s, (seat + k) % s.seats, k, out)


@kernel
def observe_seat(s, seat, place, out):
    """What lies before one player, `place` chairs after the viewer."""
    for pawn in range(PAWNS):
        cell = s.pawn[seat, pawn]
        if cell >= 0:
            out[O_PAWNS + (place * PAWNS + pawn) * CELLS + cell] = 1
    out[O_RUSH + place] = s.rush[seat]
    out[O_COMPLETED + place] = s.completed[seat]
    out[O_PENALTIES + place] = s.penalties[seat]
    copy(s.upgraded[seat], out[O_UPGRADES + place * UPGRADES : O_UPGRADES + (place + 1) * UPGRADES])
    copy_rows(s.cups[seat], out[O_CUPS + place * CUPS_SIZE : O_CUPS + (place + 1) * CUPS_SIZE])
    copy_rows(s.orders[seat], out[O_ORDERS + place * ORDERS_SIZE : O_ORDERS + (place + 1) * ORDERS_SIZE])


@kernel
def reveal(s, out):
    for k in range(s.deck_size):
        out[k] = s.deck[s.deck_size - 1 - k] + 1
