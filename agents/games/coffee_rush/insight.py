"""What a barista works out before the next step: what walks can still bring."""

from __future__ import annotations

from rush_envs.engine.changes import Insight
from rush_envs.games.coffee_rush.components import CUPS, DIAGONAL, SLOTS
from rush_envs.games.coffee_rush.multisets import NEED, SHIFT, beyond, count, fits, pack
from rush_envs.games.coffee_rush.state import MOVE
from rush_envs.games.coffee_rush.turn import other_pawns, pawns_each
from rush_envs.games.coffee_rush.view import OBSERVATION
from rush_envs.kit import inlined, kernel
from rush_envs.kit.features import put_bits
from rush_envs.layout import FeatureLayout, Piece

from .greedy import CARD, CARD_BITS, RECIPE_BITS, RECIPE_PART, doublings, list_orders
from .walks import BRINGS, CELL, CELL_BITS, LONGEST, NEXT_BRINGS, NEXT_TURN, PATH, WALKS

FITS = 4  # a cup fits a card; lacks at most two tokens; at most one; none
LAYOUT = FeatureLayout(
    Piece("walk", (CUPS, SLOTS, FITS), 1, "MOVE, own cup and slot: after a walk of the free steps: fits, lacks ≤ 2 …"),
    Piece("long_walk", (CUPS, SLOTS, FITS), 1, "the same with a rush token spent on one step more"),
    Piece("next_walk", (CUPS, SLOTS, FITS), 1, "the same of the next turn's walks, from where the pawn stands"),
    Piece("drinks", (2, CUPS), 1, "thermometer of the orders that one walk completes; with a rush token"),
)  # fmt: skip
START = OBSERVATION.size
WALK, LONG_WALK, NEXT_WALK, DRINKS = (START + LAYOUT.start(piece.name) for piece in LAYOUT)
SLOT_BITS = FITS * SLOTS


@inlined
def brought(walk, steps, twice):
    """What a walk brings, with what is doubled."""
    found = BRINGS[walk]
    if twice:
        found = 0
        for k in range(steps):
            entered = PATH[walk] >> CELL_BITS * k & CELL
            found += 1 << SHIFT[entered] + (twice >> 2 * entered & 3)
    return found


@kernel
def lacking(cup0, cup1, cup2, tokens, orders, known):
    """Which cups fit which slots and how little they lack with these tokens, a bit for each, added to what is known."""
    for k in range(CUPS):
        cup = cup0 if k == 0 else cup1 if k == 1 else cup2
        shift = 0
        while orders >> shift > 0:
            card = orders >> shift & CARD
            need = NEED[card & RECIPE_PART]
            if fits(cup, need):
                missing = min(count(beyond(need - cup, tokens)), FITS - 1)
                fulfilled = (1 << FITS - missing) - 1
                known |= fulfilled << SLOT_BITS * k + FITS * (card >> RECIPE_BITS)
            shift += CARD_BITS
    return known


@kernel
def completed(cup0, cup1, cup2, tokens, orders):
    """How many orders these tokens complete, the most urgent first."""
    free, made, shift = (1 << CUPS) - 1, 0, 0
    while orders >> shift > 0 and free > 0:
        need = NEED[orders >> shift & RECIPE_PART]
        for k in range(CUPS):
            cup = cup0 if k == 0 else cup1 if k == 1 else cup2
            if free >> k & 1 and fits(cup, need) and beyond(need - cup, tokens) == 0:
                tokens -= need - cup
                free &= ~(1 << k)
                made += 1
                break
        shift += CARD_BITS
    return made


@kernel
def walks_of(s, seat, pawn, steps, hand, cup0, cup1, cup2, orders, known, most):
    """`lacking` and `completed` over all walks of so many steps."""
    others = other_pawns(s, seat, pawn)
    twice = doublings(s, seat, others)
    supply = pack(s.supply)
    diagonal, start = s.upgraded[seat, DIAGONAL], s.pawn[seat, pawn]
    for walk in range(WALKS[diagonal, start, steps], WALKS[diagonal, start, steps + 1]):
        if not others >> (PATH[walk] & CELL) & 1:
            found = brought(walk, steps, twice)
            tokens = hand + found - beyond(found, supply)
            known = lacking(cup0, cup1, cup2, tokens, orders, known)
            most = max(most, completed(cup0, cup1, cup2, tokens, orders))
    return known, most


@kernel
def observe(s, seat, out):
    cup0, cup1, cup2 = pack(s.cups[seat, 0]), pack(s.cups[seat, 1]), pack(s.cups[seat, 2])
    orders, hand = list_orders(s, seat), 0
    own = s.active >> seat & 1
    if own:
        hand = pack(s.hand)
    near, far, drinks, more, ahead = 0, 0, 0, 0, 0
    for pawn in range(pawns_each(s)):
        cell = s.pawn[seat, pawn]
        if cell < 0:
            continue
        diagonal = s.upgraded[seat, DIAGONAL]
        for k in range(NEXT_TURN[diagonal, cell], NEXT_TURN[diagonal, cell + 1]):
            ahead = lacking(cup0, cup1, cup2, hand + NEXT_BRINGS[k], orders, ahead)
        if own and s.phase == MOVE and (s.moving < 0 or s.moving == pawn):
            near, drinks = walks_of(s, seat, pawn, s.free_steps, hand, cup0, cup1, cup2, orders, near, drinks)
            if s.rush[seat] > 0 and s.free_steps < LONGEST[diagonal]:
                far, more = walks_of(s, seat, pawn, s.free_steps + 1, hand, cup0, cup1, cup2, orders, far, more)
    put_bits(out, WALK, near, CUPS * SLOT_BITS)
    put_bits(out, LONG_WALK, far, CUPS * SLOT_BITS)
    put_bits(out, NEXT_WALK, ahead, CUPS * SLOT_BITS)
    put_bits(out, DRINKS, (1 << drinks) - 1, CUPS)
    put_bits(out, DRINKS + CUPS, (1 << more) - 1, CUPS)


INSIGHT = Insight(LAYOUT, observe)
