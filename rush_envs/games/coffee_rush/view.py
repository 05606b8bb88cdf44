"""What a player sees and says: observation pieces, action ids, words (CR-12, CR-13)."""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffee_rush.components import (
    CARDS,
    CELLS,
    CUPS,
    DIAGONAL,
    DIRECTION_NAMES,
    DIRECTIONS,
    FREE_STEPS,
    KIND_NAMES,
    KINDS,
    MAX_COPIES,
    NEIGHBOUR,
    PAWNS,
    RECIPE,
    RECIPES,
    RUSH_TOKENS,
    SEATS,
    SLOTS,
    STRAIGHT,
    UPGRADE_NAMES,
    UPGRADES,
    cell_name,
)  # fmt: skip
from rush_envs.games.coffee_rush.multisets import BITS, NEED, SHIFT, beyond, count, fits, kinds_in, pack
from rush_envs.games.coffee_rush.state import MOST_PLACED
from rush_envs.kit import inlined, kernel
from rush_envs.kit.features import put, put_bits, put_counts, put_steps
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

RUSH_STEPS = max(RUSH_TOKENS, 1)
HAND_STEPS = 4  # tokens of a kind in hand that are told apart
CUP_STEPS = int(RECIPE.max()) + 1  # of a kind in an own cup: what a recipe takes at most, and too many
COMPLETED_STEPS, PENALTY_STEPS, DECK_STEPS = 20, 6, 8
WANTED_STEPS = min(int(RECIPE.max()), 7)  # so that the bits of a slot are one number
FITS = 4  # how near a cup is to a slot: it fits an order there, 2 tokens are missing or fewer, 1 or none, none
NEAR = 3  # what a kind is good for: an own order, one that lacks 2 tokens or fewer, one that lacks just this

OBSERVATION = FeatureLayout(
    Piece("phase", (7,), 1, "one-hot PLACE, START, UPGRADE, MOVE, EMPTY, POUR, SERVE; zero when the game is over", 1),
    Piece("players", (3,), 1, "one-hot 2, 3, 4 players", 1),
    Piece("acting", (SEATS,), 1, "whose decision; zero when the game is over", 1),
    Piece("first", (SEATS,), 1, "where player_0 sits", 1),
    Piece("closed", (1,), 1, "the sign shows CLOSED"),
    Piece("pawns", (SEATS, PAWNS, CELLS), 1, "cell of each placed pawn", MOST_PLACED),
    Piece("moving", (PAWNS,), 1, "pawn moved this turn; zero before the first step", 1),
    Piece("free_steps", (FREE_STEPS,), 1, "thermometer of the free steps left this turn; all outside MOVE"),
    Piece("hand", (KINDS, HAND_STEPS), 1, "thermometers of the tokens in the acting player's hand, up to 4"),
    Piece("own_cups", (CUPS, KINDS, CUP_STEPS), 1, "thermometers of what the own cups hold; the last step is too many"),
    Piece("other_cups", (SEATS - 1, CUPS, KINDS), 18, "contents of the others' cups"),
    Piece("supply", (KINDS,), 18, "tokens left"),
    Piece("rush", (SEATS, RUSH_STEPS), 1, "thermometers of rush tokens", RUSH_STEPS),
    Piece("rush_supply", (1,), 15, "rush tokens left"),
    Piece("upgrades", (SEATS, UPGRADES), 1, "tiles face up: double pawns, diagonal, double corners, double specials"),
    Piece("upgraded_now", (UPGRADES,), 1, "thermometer of the tiles flipped this turn"),
    Piece("completed", (SEATS, COMPLETED_STEPS), 1, "thermometers of completed orders held, up to 20"),
    Piece("penalties", (SEATS, PENALTY_STEPS), 1, "thermometers of penalties, up to 6"),
    Piece("served_now", (CUPS,), 1, "thermometer of the orders completed this turn"),
    Piece("orders", (SEATS, SLOTS, RECIPES), MAX_COPIES, "cards of each recipe in each slot", CARDS),
    Piece("deck_size", (1,), CARDS, "cards in the deck"),
    Piece("deck_end", (DECK_STEPS,), 1, "thermometer of the last 8 cards of the deck"),
    Piece("deck", (RECIPES,), MAX_COPIES, "cards of each recipe in the deck"),
    Piece("wanted", (SLOTS, WANTED_STEPS, KINDS), 1, "a card in the own slot wants 1, 2 … of the kind or more"),
    Piece("fits", (CUPS, SLOTS, FITS), 1, "own cup: it fits a card of the own slot; lacks ≤ 2 tokens; ≤ 1; none"),
    Piece("fits_with_hand", (CUPS, SLOTS, FITS), 1, "the same with all tokens in hand poured into that cup"),
    Piece("pours", (CUPS, KINDS, 2), 1, "the kind poured into the own cup: still fits an own order; completes one"),
    Piece("short", (KINDS, NEAR), 1, "a kind that a cup and the hand lack for an own order; of ≤ 2 tokens; alone"),
    Piece("near", (PAWNS, DIRECTIONS, NEAR), 1, "the same of the cell that an own pawn enters by a step"),
    Piece("reach", (PAWNS, FREE_STEPS, NEAR), 1, "the same of any cell that an own pawn enters within 1, 2, 3 steps"),
)
HIDDEN = FeatureLayout(
    Piece("deck_order", (CARDS,), RECIPES, "recipe + 1 of each card of the deck, next card first; zero past the last"),
)

(O_PHASE, O_PLAYERS, O_ACTING, O_FIRST, O_CLOSED, O_PAWNS, O_MOVING, O_FREE, O_HAND, O_OWN_CUPS, O_OTHER_CUPS, O_SUPPLY,
 O_RUSH, O_RUSH_SUPPLY, O_UPGRADES, O_UPGRADED_NOW, O_COMPLETED, O_PENALTIES, O_SERVED_NOW, O_ORDERS, O_DECK_SIZE,
 O_DECK_END, O_DECK, O_WANTED, O_FITS, O_FITS_WITH_HAND, O_POURS, O_SHORT, O_NEAR, O_REACH) = (
    OBSERVATION.start(piece.name) for piece in OBSERVATION
)  # fmt: skip

# ------------------------------------------------------------------------------------------------------------------
# Tables


def _wanted() -> np.ndarray:
    """(RECIPES,) bits of what is printed on a card, in the order of the piece `wanted`."""
    bits = [(step, kind) for step in range(WANTED_STEPS) for kind in range(KINDS)]
    return np.array([sum((row[kind] > step) << k for k, (step, kind) in enumerate(bits)) for row in RECIPE], np.int64)


def _reachable() -> np.ndarray:
    """(2, CELLS, FREE_STEPS): the kinds of the cells that can be entered within so many steps."""
    table = np.zeros((2, CELLS, FREE_STEPS), np.int64)
    for diagonal, ways in enumerate((STRAIGHT, DIRECTIONS)):
        for start in range(CELLS):
            entered = [start]
            for steps in range(FREE_STEPS):
                entered = [int(k) for cell in entered for k in NEIGHBOUR[cell, :ways] if k >= 0]
                for cell in entered:
                    table[diagonal, start, steps:] |= 1 << int(SHIFT[cell]) + BITS - 1
    return table


WANTED, REACHABLE = _wanted(), _reachable()
# What a cup shows that lacks so many tokens, as bits of the pieces `fits`
NEARNESS = np.array([0b1111, 0b0111, 0b0011] + [0b0001] * 6, np.int64)

# ------------------------------------------------------------------------------------------------------------------
# What is seen


@kernel
def observe(s, seat, out):
    put(out, O_PLAYERS + s.seats - 2, 1)
    if s.active != 0:
        put(out, O_PHASE + s.phase, 1)
        put(out, O_ACTING + (s.turn - seat + s.seats) % s.seats, 1)
    put(out, O_FIRST + (s.seats - seat) % s.seats, 1)
    put(out, O_CLOSED, s.closed)
    if s.moving >= 0:
        put(out, O_MOVING + s.moving, 1)
    put_steps(out, O_FREE, s.free_steps)
    for kind in range(KINDS):
        if s.hand[kind] > 0:
            put_steps(out, O_HAND + kind * HAND_STEPS, min(s.hand[kind], HAND_STEPS))
    put_counts(out, O_SUPPLY, s.supply)
    put(out, O_RUSH_SUPPLY, s.rush_supply)
    put_steps(out, O_UPGRADED_NOW, s.upgraded_now)
    put_steps(out, O_SERVED_NOW, s.served_now)
    put(out, O_DECK_SIZE, s.deck_size)
    put_steps(out, O_DECK_END, min(s.deck_size, DECK_STEPS))
    put_counts(out, O_DECK, s.deck_count)
    for place in range(s.seats):
        observe_seat(s, (seat + place) % s.seats, place, out)
    observe_own(s, seat, out)


@kernel
def observe_seat(s, seat, place, out):
    """What lies before one player, `place` chairs after the viewer."""
    for pawn in range(PAWNS):
        cell = s.pawn[seat, pawn]
        if cell >= 0:
            put(out, O_PAWNS + (place * PAWNS + pawn) * CELLS + cell, 1)
    put_steps(out, O_RUSH + place * RUSH_STEPS, s.rush[seat])
    put_steps(out, O_COMPLETED + place * COMPLETED_STEPS, min(s.completed[seat], COMPLETED_STEPS))
    put_steps(out, O_PENALTIES + place * PENALTY_STEPS, min(s.penalties[seat], PENALTY_STEPS))
    put_counts(out, O_UPGRADES + place * UPGRADES, s.upgraded[seat])
    for slot in range(SLOTS):
        put_counts(out, O_ORDERS + (place * SLOTS + slot) * RECIPES, s.orders[seat, slot])
    if place > 0:
        for cup in range(CUPS):
            put_counts(out, O_OTHER_CUPS + ((place - 1) * CUPS + cup) * KINDS, s.cups[seat, cup])


@kernel
def observe_own(s, seat, out):
    """What the viewer's own cards, cups and hand come to."""
    for cup in range(CUPS):
        for kind in range(KINDS):
            held = s.cups[seat, cup, kind]
            if held > 0:
                put_steps(out, O_OWN_CUPS + (cup * KINDS + kind) * CUP_STEPS, min(held, CUP_STEPS))
    cups = pack(s.cups[seat, 0]), pack(s.cups[seat, 1]), pack(s.cups[seat, 2])
    hand = pack(s.hand) if s.turn == seat else 0
    fits_now, fits_soon = 0, 0  # bits of the pieces
    short, short_two, short_one = 0, 0, 0  # kinds
    pours0, pours1, pours2, last0, last1, last2 = 0, 0, 0, 0, 0, 0  # kinds, of each cup
    for slot in range(SLOTS):
        wanted = 0
        for recipe in range(RECIPES):
            if s.orders[seat, slot, recipe] > 0:
                wanted |= WANTED[recipe]
                need = NEED[1 + recipe]
                for cup in range(CUPS):
                    content = cups[cup]
                    if not fits(content, need):
                        continue
                    lacks = need - content
                    rest = beyond(lacks, hand)
                    missing, after = count(lacks), count(rest)
                    place = (cup * SLOTS + slot) * FITS
                    fits_now |= NEARNESS[missing] << place
                    fits_soon |= NEARNESS[after] << place
                    kinds = kinds_in(rest)
                    short |= kinds
                    short_two |= kinds if after <= 2 else 0
                    short_one |= kinds if after == 1 else 0
                    kinds = kinds_in(lacks)
                    last = kinds if missing == 1 else 0
                    if cup == 0:
                        pours0, last0 = pours0 | kinds, last0 | last
                    elif cup == 1:
                        pours1, last1 = pours1 | kinds, last1 | last
                    else:
                        pours2, last2 = pours2 | kinds, last2 | last
        put_bits(out, O_WANTED + slot * WANTED_STEPS * KINDS, wanted, WANTED_STEPS * KINDS)
    put_bits(out, O_FITS, fits_now, CUPS * SLOTS * FITS)
    put_bits(out, O_FITS_WITH_HAND, fits_soon, CUPS * SLOTS * FITS)
    put_pours(out, 0, pours0, last0)
    put_pours(out, 1, pours1, last1)
    put_pours(out, 2, pours2, last2)
    for kind in range(KINDS):
        put_near(out, O_SHORT + kind * NEAR, 1 << BITS * kind + BITS - 1, short, short_two, short_one)
    diagonal = s.upgraded[seat, DIAGONAL]
    for pawn in range(PAWNS):
        cell = s.pawn[seat, pawn]
        if cell >= 0:
            for direction in range(DIRECTIONS if diagonal else STRAIGHT):
                to = NEIGHBOUR[cell, direction]
                if to >= 0:
                    place = O_NEAR + (pawn * DIRECTIONS + direction) * NEAR
                    put_near(out, place, 1 << SHIFT[to] + BITS - 1, short, short_two, short_one)
            for steps in range(FREE_STEPS):
                place = O_REACH + (pawn * FREE_STEPS + steps) * NEAR
                put_near(out, place, REACHABLE[diagonal, cell, steps], short, short_two, short_one)


@inlined
def put_pours(out, cup, pours, last):
    for kind in range(KINDS):
        place, shift = O_POURS + (cup * KINDS + kind) * 2, BITS * kind + BITS - 1
        put(out, place, pours >> shift & 1)
        put(out, place + 1, last >> shift & 1)


@inlined
def put_near(out, place, kinds, short, short_two, short_one):
    put(out, place, 1 if kinds & short else 0)
    put(out, place + 1, 1 if kinds & short_two else 0)
    put(out, place + 2, 1 if kinds & short_one else 0)


@kernel
def reveal(s, out):
    for k in range(s.deck_size):
        out[k] = s.deck[s.deck_size - 1 - k] + 1
