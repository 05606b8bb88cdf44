"""A player's turn: tokens, Movements, doors, tiles, and what happens on entering a cell (CO-5, CO-6)."""

from __future__ import annotations

from rush_envs.games.coffin_rush.cards import is_open, terrify
from rush_envs.games.coffin_rush.components import (
    FIRST_SLOT,
    ITEMS,
    MUMMIES,
    QUICKSAND,
    SEALS,
    SPECTRES,
    STAIRS_TILE,
    STEPS,
    TOKENS,
    TORCH,
    TOXICITY,
    WITH_MUMMY,
)
from rush_envs.games.coffin_rush.state import DROP
from rush_envs.games.coffin_rush.temple import (
    BEYOND,
    BLUE_STAIRS,
    CLOSED_DOOR,
    DEBRIS,
    OPEN_DOOR,
    OUT,
    PESTILENCE,
    PLACES,
    RED_STAIRS,
    TRAP_CELL,
)
from rush_envs.games.coffin_rush.things import (
    ask,
    carries,
    fall,
    receive,
    slot_roll,
    start_taking,
    stow,
    suffer,
)
from rush_envs.games.coffin_rush.view import (
    A_BORROW,
    A_DONE,
    A_DOOR,
    A_DROP,
    A_END,
    A_OPEN,
    A_PASS,
    A_PICK_UP,
    A_STAIRS,
    A_STEP,
)
from rush_envs.kit import inlined, kernel

# ------------------------------------------------------------------------------------------------------------------
# Tokens


@inlined
def under(s, seat, trap):
    """Whether the seat is affected by this trap."""
    return s.trap == trap and s.affected[seat]


@kernel
def begin_turn(s, seat):
    """[5.1]"""
    s.turn = seat
    s.tokens = TOKENS - 1 if under(s, seat, TOXICITY) else TOKENS
    s.moving = s.steps = s.adrenaline = s.card_used = 0
    s.torch = 1


@inlined
def may_rush(s, seat):
    """[5.2] Whether the seat may spend RUSH! tokens, its own or borrowed."""
    return not (under(s, seat, TOXICITY) and s.trap_red)


@inlined
def funds(s, seat):
    return s.tokens + (s.rush[seat] if may_rush(s, seat) else 0)


@kernel
def close(s):
    s.moving = 0
    s.steps = 0


@kernel
def pay(s, seat, price):
    """[5.2] Base tokens first. Whatever is paid for closes an open Movement."""
    if price > s.tokens:
        s.rush[seat] = 0
    s.tokens = max(0, s.tokens - price)
    close(s)


@kernel
def can_borrow(s, seat, other):
    """[12.4]"""
    return other != seat and s.team[other] == s.team[seat] and s.rush[other] and s.tokens == 0 and may_rush(s, seat)


@kernel
def goes_on(s, seat):
    """[5.10] A Movement without steps is over [5.4]."""
    if s.moving and s.steps == 0 and torch_step(s, seat) == 0:
        s.moving = 0
    if s.moving or funds(s, seat) > 0 or (not s.card_used and s.hand[seat] != 0):
        return True
    for other in range(s.seats):
        if can_borrow(s, seat, other):
            return True
    return False


# ------------------------------------------------------------------------------------------------------------------
# Movement


@inlined
def pace(s, seat):
    """[9.2] Steps of a Movement."""
    return STEPS if not under(s, seat, QUICKSAND) else max(1, STEPS - 2) if s.trap_red else STEPS - 1


@inlined
def step_price(s, to):
    return 2 if s.ground[to] == DEBRIS and not s.adrenaline else 1


@kernel
def stairs_to(s, cell):
    """[2.6] The other end of the stairs on a cell, -1 if there is none."""
    colour = s.ground[cell] - RED_STAIRS
    if colour < 0 or colour > BLUE_STAIRS - RED_STAIRS:
        return -1
    return s.stairs[colour, 1] if s.stairs[colour, 0] == cell else s.stairs[colour, 0]


@kernel
def torch_step(s, seat):
    """The step that a torch can still add to a Movement."""
    return 1 if s.torch and carries(s, seat, TORCH) else 0


@kernel
def reach(s, seat):
    """[5.3] The steps that the next move may cost at most."""
    if s.moving:
        steps = s.steps
    elif funds(s, seat) > 0:
        steps = pace(s, seat)
    else:
        return 0
    return steps + torch_step(s, seat)


@kernel
def go(s, seat, to):
    """[5.3] [5.4]"""
    if not s.moving:
        pay(s, seat, 1)
        s.moving = 1
        s.steps = pace(s, seat)
    price = step_price(s, to)
    if s.steps < price:
        s.torch = 0
        s.steps += 1
    s.steps -= price
    s.cell[seat] = to
    enter(s, seat, to)


@kernel
def enter(s, seat, cell):
    """[6] The Aggressions of mummies follow one by one."""
    ground = s.ground[cell]
    if not s.adrenaline and PESTILENCE <= ground <= TRAP_CELL:
        close(s)
        if ground == TRAP_CELL:
            slot_roll(s, seat)
    if s.adrenaline == 2:
        return
    for k in range(SPECTRES):
        if s.spectre[k] == cell:
            close(s)
            terrify(s, seat)
            s.spectre[k] = -1
    for k in range(MUMMIES):
        if s.mummy[k] == cell:
            close(s)
            s.strikes += 1


# ------------------------------------------------------------------------------------------------------------------
# Doors, tiles, piles


@inlined
def door_price(s, seat, edge):
    """[5.5]"""
    return 2 if edge == CLOSED_DOOR and under(s, seat, SEALS) and s.trap_red else 1


@kernel
def set_door(s, cell, way, state):
    """Both sides of the edge."""
    s.edge[cell, way] = state
    s.edge[BEYOND[cell, way], (way + 2) % 4] = state


@kernel
def turn_door(s, seat, way):
    here = s.cell[seat]
    edge = s.edge[here, way]
    pay(s, seat, door_price(s, seat, edge))
    set_door(s, here, way, OPEN_DOOR if edge == CLOSED_DOOR else CLOSED_DOOR)


@kernel
def closed_tile(s, cell):
    """The unopened sarcophagus or chest of a cell, -1 if there is none."""
    for place in range(PLACES):
        if s.closed[place] and s.spot[place] == cell:
            return place
    return -1


@kernel
def open_tile(s, seat):
    """[5.6] The mummy rises once the treasure has found its place."""
    pay(s, seat, 1)
    place = closed_tile(s, s.cell[seat])
    s.closed[place] = 0
    content = s.content[place]
    if content == STAIRS_TILE:
        s.ground[s.cell[seat]] = BLUE_STAIRS
        s.stairs[BLUE_STAIRS - RED_STAIRS, 1] = s.cell[seat]
    else:
        s.surprise = WITH_MUMMY[content]
        receive(s, seat, content)


@kernel
def rise(s, seat):
    """[5.6] [3.10]"""
    s.surprise = 0
    for k in range(MUMMIES):
        if s.mummy[k] < 0:
            s.mummy[k] = s.cell[seat]
            break
    suffer(s, seat)


@kernel
def lies_something(s, cell):
    for item in range(ITEMS):
        if s.where[item] == cell:
            return True
    return False


@kernel
def drop(s, seat, slot):
    """[5.8] More may follow for nothing."""
    if s.cell[seat] == OUT:
        stow(s, seat, slot)
    else:
        fall(s, seat, slot)
    if s.bag_count[seat] > 0:
        ask(s, seat, DROP)


# ------------------------------------------------------------------------------------------------------------------
# Answers in TURN that are no cards


@kernel
def act(s, seat, action):
    if action < A_STAIRS:
        go(s, seat, BEYOND[s.cell[seat], action - A_STEP])
    elif action == A_STAIRS:
        go(s, seat, stairs_to(s, s.cell[seat]))
    elif action == A_END:
        close(s)
    elif action < A_OPEN:
        turn_door(s, seat, action - A_DOOR)
    elif action == A_OPEN:
        open_tile(s, seat)
    elif action == A_PICK_UP:
        pay(s, seat, 1)
        start_taking(s, s.cell[seat])
    elif action < A_DONE:
        pay(s, seat, 1)
        drop(s, seat, action - A_DROP + FIRST_SLOT)
    else:
        s.rush[(seat + 1 + action - A_BORROW) % s.seats] = 0
        s.tokens += 1


@kernel
def legal_moves(s, seat, mask):
    here = s.cell[seat]
    steps = reach(s, seat)
    for way in range(4):
        if is_open(s.edge[here, way]) and step_price(s, BEYOND[here, way]) <= steps:
            mask[A_STEP + way] = 1
    if steps > 0 and stairs_to(s, here) >= 0:
        mask[A_STAIRS] = 1
    mask[A_END] = s.moving


@kernel
def legal_acts(s, seat, mask):
    here = s.cell[seat]
    means = funds(s, seat)
    mask[A_PASS] = 1
    for other in range(1, s.seats):
        if can_borrow(s, seat, (seat + other) % s.seats):
            mask[A_BORROW + other - 1] = 1
    if means == 0:
        return
    for way in range(4):
        edge = s.edge[here, way]
        if OPEN_DOOR <= edge <= CLOSED_DOOR and door_price(s, seat, edge) <= means:
            mask[A_DOOR + way] = 1
    if closed_tile(s, here) >= 0:
        mask[A_OPEN] = 1
    if lies_something(s, here):
        mask[A_PICK_UP] = 1
    for k in range(s.bag_count[seat]):
        mask[A_DROP + k] = 1
