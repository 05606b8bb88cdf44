"""A game of Coffee Rush from the first pawn to the last turn, phase by phase.

Numbers in brackets are rules of the page.
"""

from __future__ import annotations

from rush_envs.games.coffee_rush.components import (
    BOARD,
    CORNER_CELL,
    CUPS,
    DIAGONAL,
    DOUBLE_CORNERS,
    DOUBLE_PAWNS,
    DOUBLE_SPECIALS,
    FREE_STEPS,
    KINDS,
    NEIGHBOUR,
    ORDERS_PER_UPGRADE,
    PAWNS,
    PENALTIES_TO_CLOSE,
    REACH,
    RECIPE_KEY,
    RECIPES,
    SLOTS,
    SPECIAL,
    SPECIAL_CELL,
    UPGRADE_POINTS,
    UPGRADES,
)  # fmt: skip
from rush_envs.games.coffee_rush.state import EMPTY, MOVE, PLACE, POUR, SERVE, START, UPGRADE
from rush_envs.kit import inlined, kernel

# ------------------------------------------------------------------------------------------------------------------
# The table and the set-up (CR-3)


@kernel
def draw(s, seat, slot):
    """The top card of the deck, if there is one, into a slot."""
    if s.deck_size > 0:
        s.deck_size -= 1
        recipe = s.deck[s.deck_size]
        s.deck_count[recipe] -= 1
        s.orders[seat, slot, recipe] += 1


@inlined
def ask(s, phase, seat):
    s.phase = phase
    s.turn = seat
    s.active = 1 << seat


@inlined
def pawns_each(s):
    return PAWNS if s.seats == 2 else 1


@kernel
def place(s, seat, cell):
    """[3.4] Seats n−1, …, 0, with two players twice."""
    s.pawn[seat, s.placed // s.seats] = cell
    s.placed += 1
    if s.placed < s.seats * pawns_each(s):
        ask(s, PLACE, s.seats - 1 - s.placed % s.seats)
        return
    for other in range(s.seats):
        kind = BOARD[s.pawn[other, 0]]
        s.cups[other, 0, kind] += take(s, kind, 1)
    if s.seats == 2:
        begin_start(s, 1)
    else:
        begin_turn(s, 0)


@inlined
def begin_start(s, seat):
    """[3.5] The second pawn's token waits in the hand for its cup."""
    kind = BOARD[s.pawn[seat, 1]]
    s.hand[kind] = take(s, kind, 1)
    ask(s, START, seat)


@inlined
def take(s, kind, amount):
    """Tokens from the supply, or what it has left [2.1]."""
    taken = min(amount, s.supply[kind])
    s.supply[kind] -= taken
    return taken


# ------------------------------------------------------------------------------------------------------------------
# The phases of a turn (CR-4). An answer sets the phase that follows; `settle` passes those with nothing to ask.


@inlined
def begin_turn(s, seat):
    ask(s, UPGRADE if can_upgrade(s, seat) else MOVE, seat)


@kernel
def can_upgrade(s, seat):
    """[5.1]"""
    if s.completed[seat] < ORDERS_PER_UPGRADE or s.upgraded_now >= s.upgrades_per_turn:
        return False
    for tile in range(UPGRADES):
        if s.upgraded[seat, tile] == 0:
            return True
    return False


@kernel
def upgrade(s, seat, tile):
    """[5.2]"""
    s.completed[seat] -= ORDERS_PER_UPGRADE
    s.upgraded[seat, tile] = 1
    s.upgraded_now += 1
    s.score[seat] = points(s, seat)
    if not can_upgrade(s, seat):
        s.phase = MOVE


@kernel
def other_pawns(s, seat, pawn):
    """Bit set of the cells with a pawn other than this one."""
    cells = 0
    for other in range(s.seats):
        for k in range(pawns_each(s)):
            if other != seat or k != pawn:
                cells |= 1 << s.pawn[other, k]
    return cells


@kernel
def move(s, seat, pawn, direction):
    """[6.1] [6.3]"""
    cell = NEIGHBOUR[s.pawn[seat, pawn], direction]
    if s.free_steps > 0:
        s.free_steps -= 1
    else:
        s.rush[seat] -= 1
        s.rush_supply += 1
    s.moving = pawn
    s.pawn[seat, pawn] = cell
    others = other_pawns(s, seat, pawn)
    amount = 1
    if s.upgraded[seat, DOUBLE_PAWNS] and others >> cell & 1:
        amount *= 2
    if s.upgraded[seat, DOUBLE_CORNERS] and CORNER_CELL[cell]:
        amount *= 2
    if s.upgraded[seat, DOUBLE_SPECIALS] and SPECIAL_CELL[cell]:
        amount *= 2
    kind = BOARD[cell]
    s.hand[kind] += take(s, kind, amount)
    budget = s.free_steps + s.rush[seat]
    if budget == 0 or (budget == 1 and not REACH[s.upgraded[seat, DIAGONAL], cell] & ~others):  # [6.5] [4.1]
        end_move(s)


@inlined
def end_move(s):
    s.free_steps = FREE_STEPS
    s.phase = EMPTY


@kernel
def is_filled(s, seat, cup):
    for kind in range(KINDS):
        if s.cups[seat, cup, kind] > 0:
            return True
    return False


@inlined
def any_filled(s, seat):
    for cup in range(CUPS):
        if is_filled(s, seat, cup):
            return True
    return False


@kernel
def empty_cup(s, seat, cup):
    """All its tokens go back to the supply [7.1] [8.2]."""
    for kind in range(KINDS):
        s.supply[kind] += s.cups[seat, cup, kind]
        s.cups[seat, cup, kind] = 0


@kernel
def first_in_hand(s):
    """The kind to deal with next: the lowest [7.2]; KINDS for an empty hand."""
    for kind in range(KINDS):
        if s.hand[kind] > 0:
            return kind
    return KINDS


@kernel
def pour(s, seat, kind, cup):
    s.hand[kind] -= 1
    s.cups[seat, cup, kind] += 1
    if s.phase == START:
        if seat == 1:
            begin_start(s, 0)
        else:
            begin_turn(s, 0)


@kernel
def recipe_in(s, seat, cup):
    """The recipe that a cup holds exactly [8.1], or -1."""
    key = 0
    for kind in range(KINDS):
        key |= s.cups[seat, cup, kind] << (8 * kind)
    if key > 0:
        for recipe in range(RECIPES):
            if RECIPE_KEY[recipe] == key:
                return recipe
    return -1


@kernel
def can_serve(s, seat):
    for cup in range(CUPS):
        recipe = recipe_in(s, seat, cup)
        if recipe >= 0:
            for slot in range(SLOTS):
                if s.orders[seat, slot, recipe] > 0:
                    return True
    return False


@kernel
def serve(s, seat, cup, slot):
    """[8.2]"""
    recipe = recipe_in(s, seat, cup)
    empty_cup(s, seat, cup)
    s.orders[seat, slot, recipe] -= 1
    s.completed[seat] += 1
    s.served_now += 1
    if SPECIAL[recipe]:
        take_rush(s, seat, 1)
    s.score[seat] = points(s, seat)


@inlined
def take_rush(s, seat, amount):
    """[2.4]"""
    taken = min(amount, s.rush_supply)
    s.rush_supply -= taken
    s.rush[seat] += taken


@kernel
def points(s, seat):
    """[10.1]"""
    tiles = 0
    for tile in range(UPGRADES):
        tiles += s.upgraded[seat, tile]
    return s.completed[seat] + UPGRADE_POINTS * tiles - s.penalties[seat]


@kernel
def settle(s, seat):
    """[4.1] Passes the phases in which `done` would be the only answer."""
    if s.done:
        return
    if s.phase == EMPTY and not any_filled(s, seat):
        s.phase = POUR
    if s.phase == POUR and first_in_hand(s) == KINDS:
        s.phase = SERVE
    if s.phase == SERVE and not can_serve(s, seat):
        end_turn(s, seat)


# ------------------------------------------------------------------------------------------------------------------
# End of turn (CR-9)


@kernel
def end_turn(s, seat):
    for ahead in range(1, 2 if s.seats == 2 else 3):  # [9.1]
        for _ in range(s.served_now):
            draw(s, (seat + ahead) % s.seats, 0)
    if s.deck_size == 0:  # [9.2]
        s.closed = 1
    pass_time(s, seat)
    if s.penalties[seat] >= PENALTIES_TO_CLOSE:  # [9.4]
        s.closed = 1
    if s.seats == 2:  # [9.5]
        draw(s, seat, 0)
        if s.deck_size == 0:
            s.closed = 1
    if not orders_left(s):  # [9.6]
        s.closed = 1
    s.moving = -1
    s.upgraded_now = 0
    s.served_now = 0
    if s.closed and seat == s.seats - 1:  # [9.7]
        s.done = 1
        s.active = 0
    else:
        begin_turn(s, (seat + 1) % s.seats)


@kernel
def pass_time(s, seat):
    """[9.3]"""
    expired = 0
    for recipe in range(RECIPES):
        expired += s.orders[seat, SLOTS - 1, recipe]
        for slot in range(SLOTS - 1, 0, -1):
            s.orders[seat, slot, recipe] = s.orders[seat, slot - 1, recipe]
        s.orders[seat, 0, recipe] = 0
    if expired > 0:
        s.penalties[seat] += expired
        take_rush(s, seat, expired)
        s.score[seat] = points(s, seat)


@kernel
def orders_left(s):
    for seat in range(s.seats):
        for slot in range(SLOTS):
            for recipe in range(RECIPES):
                if s.orders[seat, slot, recipe] > 0:
                    return True
    return False
