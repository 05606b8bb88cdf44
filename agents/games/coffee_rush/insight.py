"""What a barista works out before the next step: what walks can still bring."""

from __future__ import annotations

from rush_envs.engine.changes import Insight
from rush_envs.games.coffee_rush.components import CUPS, DIAGONAL, SLOTS
from rush_envs.games.coffee_rush.multisets import BITS, DIGITS, NEED, SHIFT, beyond, count, fits, pack
from rush_envs.games.coffee_rush.state import EMPTY, MOVE
from rush_envs.games.coffee_rush.turn import other_pawns, pawns_each
from rush_envs.games.coffee_rush.view import OBSERVATION
from rush_envs.kit import inlined, kernel
from rush_envs.kit.features import put_bits
from rush_envs.layout import FeatureLayout, Piece

from ..grades import put_grades
from .greedy import (
    CARD,
    CARD_BITS,
    RECIPE_BITS,
    RECIPE_PART,
    ahead,
    best_step,
    doublings,
    judgement,
    list_orders,
    of_cup,
    plan,
)
from .walks import BRINGS, CELL, CELL_BITS, LONGEST, NEXT_BRINGS, NEXT_TURN, PATH, WALKS

FITS = 4  # a cup fits a card; lacks at most two tokens; at most one; none
URGENT, USE, MORE, BOTH = CUPS * (SLOTS - 1), 12, 2, CUPS + 2  # how far the thermometers of a plan go
PLANNED = CUPS + URGENT + USE + MORE + BOTH
# Of a promise, by greedy's scales.
GRADES, GRADE, FIFTIETH = 8, 50, 2
LAYOUT = FeatureLayout(
    Piece("walk", (CUPS, SLOTS, FITS), 1, "MOVE, own cup and slot: after a walk of the free steps: fits, lacks ≤ 2 …"),
    Piece("long_walk", (CUPS, SLOTS, FITS), 1, "the same with a rush token spent on one step more"),
    Piece("next_walk", (CUPS, SLOTS, FITS), 1, "the same of the next turn's walks, from where the pawn stands"),
    Piece("plan", (PLANNED,), 1, "thermometers: what the best walk, or else the hand, serves; its urgency; tokens …"),
    Piece("long_plan", (PLANNED,), 1, "the same with a rush token spent on one step more"),
    Piece("promise", (GRADES,), GRADE, "what cups, hand and the best walk promise, in fiftieths of a point"),
)  # fmt: skip
START = OBSERVATION.size
WALK, LONG_WALK, NEXT_WALK, PLAN, LONG_PLAN, PROMISE = (START + LAYOUT.start(piece.name) for piece in LAYOUT)
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
def served(cup0, cup1, cup2, tokens, orders, may_empty):
    """What a player makes of these tokens who serves what can be served, the most urgent first, and then fills the
    other cups as far as they go: drinks, the slots that they come from (from 0 on) added up, tokens in cups that are
    then of use, and what the other cups lack, as two multisets of tokens and none where a cup has no order."""
    free, made, urgent, shift = (1 << CUPS) - 1, 0, 0, 0
    left = orders
    while orders >> shift > 0 and free > 0:
        card = orders >> shift & CARD
        need, best, fullest = NEED[card & RECIPE_PART], -1, -1
        for k in range(CUPS):
            cup = of_cup(k, cup0, cup1, cup2)
            if free >> k & 1 and fits(cup, need) and beyond(need - cup, tokens) == 0 and count(cup) > fullest:
                best, fullest = k, count(cup)
        if best >= 0:
            tokens -= need - of_cup(best, cup0, cup1, cup2)
            free &= ~(1 << best)
            left &= ~(CARD << shift)
            made += 1
            urgent += card >> RECIPE_BITS
        shift += CARD_BITS
    use, lacks0, lacks1 = 0, 0, 0
    for k in range(CUPS):
        if not free >> k & 1:
            continue
        cup = of_cup(k, cup0, cup1, cup2)
        most, chosen, shift = 0, 0, 0
        while left >> shift > 0:
            card = left >> shift & CARD
            need = NEED[card & RECIPE_PART]
            if card > 0 and (may_empty or fits(cup, need)):
                content = cup if fits(cup, need) else 0
                missing = count(beyond(need - content, tokens))
                good = (count(need) - missing << BITS) - missing
                if good > most:
                    most, chosen = good, shift
            shift += CARD_BITS
        if most > 0:
            need = NEED[left >> chosen & RECIPE_PART]
            lacks = need - (cup if fits(cup, need) else 0)
            missing = beyond(lacks, tokens)
            tokens -= lacks - missing
            left &= ~(CARD << chosen)
            use += count(need) - count(missing)
            lacks0, lacks1 = missing, lacks0
    return made, urgent, use, lacks0, lacks1


@kernel
def ahead_of(diagonal, cell, lacks0, lacks1):
    """How many of two half made drinks the next turn's walk from a cell can complete."""
    most = 0
    if lacks0 > 0:
        for k in range(NEXT_TURN[diagonal, cell], NEXT_TURN[diagonal, cell + 1]):
            brings = NEXT_BRINGS[k]
            if beyond(lacks0, brings) == 0:
                most = max(most, 2 if lacks1 > 0 and beyond(lacks1, brings - lacks0) == 0 else 1)
            elif lacks1 > 0 and beyond(lacks1, brings) == 0:
                most = max(most, 1)
    return most


@inlined
def ranked(made, urgent, use, more):
    """What a walk brings as one number: drinks count most, then their urgency, then tokens of use."""
    return ((made << BITS | urgent) << BITS | use) << BITS | more


@kernel
def walks_of(s, seat, pawn, steps, hand, cup0, cup1, cup2, orders, may_empty, known, best, both):
    """`lacking` over all walks of so many steps; what the best of them brings (see `ranked`); and the most drinks of
    this turn and the next together."""
    others = other_pawns(s, seat, pawn)
    twice = doublings(s, seat, others)
    supply = pack(s.supply)
    diagonal, start = s.upgraded[seat, DIAGONAL], s.pawn[seat, pawn]
    for walk in range(WALKS[diagonal, start, steps], WALKS[diagonal, start, steps + 1]):
        cell = PATH[walk] & CELL
        if not others >> cell & 1:
            found = brought(walk, steps, twice)
            tokens = hand + found - beyond(found, supply)
            known = lacking(cup0, cup1, cup2, tokens, orders, known)
            made, urgent, use, lacks0, lacks1 = served(cup0, cup1, cup2, tokens, orders, may_empty)
            rank = ranked(made, urgent, use, 0)
            if rank >> BITS >= best >> BITS or made + 2 > both:
                more = ahead_of(diagonal, cell, lacks0, lacks1)
                best = max(best, rank | more)
                both = max(both, made + more)
    return known, best, both


@inlined
def put_plan(out, start, best, both):
    """Thermometers of what the best walk brings."""
    put_bits(out, start, (1 << (best >> 3 * BITS)) - 1, CUPS)
    put_bits(out, start + CUPS, (1 << (best >> 2 * BITS & DIGITS)) - 1, URGENT)
    put_bits(out, start + CUPS + URGENT, (1 << min(best >> BITS & DIGITS, USE)) - 1, USE)
    put_bits(out, start + CUPS + URGENT + USE, (1 << (best & DIGITS)) - 1, MORE)
    put_bits(out, start + CUPS + URGENT + USE + MORE, (1 << both) - 1, BOTH)


@kernel
def promise(s, seat, cup0, cup1, cup2, hand, orders, may_empty, judge):
    """What this turn's walk promises, or after it cups and hand and the next turn's walk."""
    if s.active >> seat & 1 and s.phase == MOVE:
        return best_step(s, seat, cup0, cup1, cup2, hand, orders, may_empty, judge)[0]
    value, _, slots, lacks0, lacks1, lacks2 = plan(cup0, cup1, cup2, hand, orders, may_empty, judge, 0)
    more = 0
    for pawn in range(pawns_each(s)):
        if s.pawn[seat, pawn] >= 0:
            diagonal = s.upgraded[seat, DIAGONAL]
            more = max(more, ahead(diagonal, s.pawn[seat, pawn], slots, lacks0, lacks1, lacks2, 0))
    return value + more


@kernel
def observe(s, seat, out):
    cup0, cup1, cup2 = pack(s.cups[seat, 0]), pack(s.cups[seat, 1]), pack(s.cups[seat, 2])
    orders, hand = list_orders(s, seat), 0
    own = s.active >> seat & 1
    if own:
        hand = pack(s.hand)
    may_empty = s.phase <= EMPTY
    worth = promise(s, seat, cup0, cup1, cup2, hand, orders, may_empty, judgement(s, seat))
    put_grades(out, PROMISE, worth // FIFTIETH, GRADES, GRADE)
    near, far, soon, best, both, best_far, both_far = 0, 0, 0, 0, 0, 0, 0
    for pawn in range(pawns_each(s)):
        cell = s.pawn[seat, pawn]
        if cell < 0:
            continue
        diagonal = s.upgraded[seat, DIAGONAL]
        for k in range(NEXT_TURN[diagonal, cell], NEXT_TURN[diagonal, cell + 1]):
            soon = lacking(cup0, cup1, cup2, hand + NEXT_BRINGS[k], orders, soon)
        if own and s.phase == MOVE:
            if s.moving < 0 or s.moving == pawn:
                near, best, both = walks_of(
                    s, seat, pawn, s.free_steps, hand, cup0, cup1, cup2, orders, True, near, best, both
                )
                if s.rush[seat] > 0 and s.free_steps < LONGEST[diagonal]:
                    far, best_far, both_far = walks_of(
                        s, seat, pawn, s.free_steps + 1, hand, cup0, cup1, cup2, orders, True, far, best_far, both_far
                    )
        else:
            made, urgent, use, lacks0, lacks1 = served(cup0, cup1, cup2, hand, orders, may_empty)
            more = ahead_of(diagonal, cell, lacks0, lacks1)
            best = max(best, ranked(made, urgent, use, more))
            both = max(both, made + more)
    put_bits(out, WALK, near, CUPS * SLOT_BITS)
    put_bits(out, LONG_WALK, far, CUPS * SLOT_BITS)
    put_bits(out, NEXT_WALK, soon, CUPS * SLOT_BITS)
    put_plan(out, PLAN, best, both)
    put_plan(out, LONG_PLAN, best_far, both_far)


INSIGHT = Insight(LAYOUT, observe)
