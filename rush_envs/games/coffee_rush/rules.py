"""The rules of Coffee Rush: set-up, answers and which are legal, the end, what is hidden.

Numbers in brackets are rules of the page.
"""

from __future__ import annotations

from rush_envs.games.coffee_rush.components import (
    BEGINNER_COPIES,
    CELLS,
    COPIES,
    CUPS,
    DIAGONAL,
    DIRECTIONS,
    FREE_STEPS,
    KINDS,
    NEIGHBOUR,
    OTHER_COPIES,
    PAWNS,
    REACH,
    RECIPES,
    RUSH_TOKENS,
    SLOTS,
    STRAIGHT,
    TOKENS,
    UPGRADES,
)  # fmt: skip
from rush_envs.games.coffee_rush.config import BEGINNER_ORDERS, UPGRADES_PER_TURN
from rush_envs.games.coffee_rush.state import EMPTY, MOVE, PLACE, POUR, START, UPGRADE
from rush_envs.games.coffee_rush.turn import (
    ask,
    draw,
    empty_cup,
    end_move,
    end_turn,
    first_in_hand,
    is_filled,
    move,
    other_pawns,
    pawns_each,
    place,
    pour,
    recipe_in,
    serve,
    settle,
    upgrade,
)  # fmt: skip
from rush_envs.games.coffee_rush.view import A_DONE, A_EMPTY, A_MOVE, A_PLACE, A_POUR, A_RETURN, A_SERVE, A_UPGRADE
from rush_envs.kit import inlined, kernel
from rush_envs.kit.piles import fill, forget, shuffle


@kernel
def init(s, config):
    s.upgrades_per_turn = config[UPGRADES_PER_TURN]
    s.rush_supply = RUSH_TOKENS
    for kind in range(KINDS):
        s.supply[kind] = TOKENS[kind]
    for seat in range(s.pawn.shape[0]):
        for pawn in range(PAWNS):
            s.pawn[seat, pawn] = -1
    if config[BEGINNER_ORDERS]:
        deal_beginner_orders(s)
    else:
        deal_orders(s)
    s.moving = -1
    s.free_steps = FREE_STEPS
    ask(s, PLACE, s.seats - 1)


@kernel
def deal_orders(s):
    """[3.2]"""
    make_deck(s, COPIES)
    for seat in range(s.seats):
        for slot in range(2):
            for _ in range(2 if seat == 0 and slot == 0 else 1):
                draw(s, seat, slot)


@kernel
def deal_beginner_orders(s):
    """[3.3] The deck's own cells serve for the four cards shuffled apart."""
    cards = fill(s.deck, BEGINNER_COPIES)
    shuffle(s, s.deck, cards)
    for seat in range(s.seats):
        s.orders[seat, 0, s.deck[seat]] += 1
    s.removed = cards - s.seats
    make_deck(s, OTHER_COPIES)
    for k in range(s.seats + 1):
        draw(s, k % s.seats, 1 if k < s.seats else 0)


@kernel
def make_deck(s, copies):
    for recipe in range(RECIPES):
        s.deck_count[recipe] = copies[recipe]
    cards = fill(s.deck, copies)
    shuffle(s, s.deck, cards)
    s.deck_size = cards


@kernel
def step(s, seat, action):
    if action < A_UPGRADE:
        place(s, seat, action - A_PLACE)
    elif action < A_MOVE:
        upgrade(s, seat, action - A_UPGRADE)
    elif action < A_EMPTY:
        move(s, seat, (action - A_MOVE) // DIRECTIONS, (action - A_MOVE) % DIRECTIONS)
    elif action < A_POUR:
        empty_cup(s, seat, action - A_EMPTY)
    elif action < A_RETURN:
        pour(s, seat, (action - A_POUR) // CUPS, (action - A_POUR) % CUPS)
    elif action < A_SERVE:
        s.hand[action - A_RETURN] -= 1
        s.supply[action - A_RETURN] += 1
    elif action < A_DONE:
        serve(s, seat, (action - A_SERVE) // SLOTS, (action - A_SERVE) % SLOTS)
    else:
        end_phase(s, seat)
    settle(s, seat)


@inlined
def end_phase(s, seat):
    """`done`"""
    if s.phase == UPGRADE:
        s.phase = MOVE
    elif s.phase == MOVE:
        end_move(s)
    elif s.phase == EMPTY:
        s.phase = POUR
    else:
        end_turn(s, seat)


@kernel
def legal(s, seat, mask):
    if not s.active >> seat & 1:
        return
    if s.phase == PLACE:
        legal_places(s, mask)
    elif s.phase == START:
        kind = first_in_hand(s)
        mask[A_POUR + CUPS * kind] = 1
        mask[A_POUR + CUPS * kind + 1] = 1
    elif s.phase == UPGRADE:
        for tile in range(UPGRADES):
            mask[A_UPGRADE + tile] = 1 - s.upgraded[seat, tile]
        mask[A_DONE] = 1
    elif s.phase == MOVE:
        legal_moves(s, seat, mask)
    elif s.phase == EMPTY:
        for cup in range(CUPS):
            mask[A_EMPTY + cup] = is_filled(s, seat, cup)
        mask[A_DONE] = 1
    elif s.phase == POUR:
        kind = first_in_hand(s)
        for cup in range(CUPS):
            mask[A_POUR + CUPS * kind + cup] = 1
        mask[A_RETURN + kind] = 1
    else:
        legal_serves(s, seat, mask)


@kernel
def legal_places(s, mask):
    for cell in range(CELLS):
        mask[A_PLACE + cell] = 1
    for seat in range(s.seats):
        for pawn in range(pawns_each(s)):
            if s.pawn[seat, pawn] >= 0:
                mask[A_PLACE + s.pawn[seat, pawn]] = 0


@kernel
def legal_moves(s, seat, mask):
    """[6.2] [6.4] [6.5]"""
    diagonal = s.upgraded[seat, DIAGONAL]
    ways = DIRECTIONS if diagonal else STRAIGHT
    budget = s.free_steps + s.rush[seat]
    for pawn in range(pawns_each(s)):
        if s.moving >= 0 and s.moving != pawn:
            continue
        others = other_pawns(s, seat, pawn)
        for direction in range(ways):
            cell = NEIGHBOUR[s.pawn[seat, pawn], direction]
            if cell >= 0 and can_get_free(cell, others, diagonal, budget - 1):
                mask[A_MOVE + DIRECTIONS * pawn + direction] = 1
        if s.moving == pawn and not others >> s.pawn[seat, pawn] & 1:
            mask[A_DONE] = 1


@kernel
def can_get_free(cell, others, diagonal, steps):
    """Whether a cell without another pawn can be reached in at most `steps`; past the three others it always is."""
    reach = 1 << cell
    for _ in range(min(steps, 3)):
        if reach & ~others:
            return True
        grown = reach
        for k in range(CELLS):
            if reach >> k & 1:
                grown |= REACH[diagonal, k]
        reach = grown
    return reach & ~others != 0


@kernel
def legal_serves(s, seat, mask):
    """[8.1]"""
    for cup in range(CUPS):
        recipe = recipe_in(s, seat, cup)
        if recipe >= 0:
            for slot in range(SLOTS):
                if s.orders[seat, slot, recipe] > 0:
                    mask[A_SERVE + SLOTS * cup + slot] = 1
    mask[A_DONE] = 1


@inlined
def rank(s, seat):
    """[10.2] Score, then completed orders held, then rush tokens, as one number."""
    return (s.score[seat] * 100 + s.completed[seat]) * 100 + s.rush[seat]


@kernel
def outcome(s):
    best = -1_000_000
    for seat in range(s.seats):
        best = max(best, rank(s, seat))
    for seat in range(s.seats):
        s.outcome[seat] = 1 if rank(s, seat) == best else -1


@kernel
def determinize(s, seat):
    """[11.2] The order of the deck is all that is hidden."""
    shuffle(s, s.deck, s.deck_size)
    forget(s.deck, s.deck_size)
