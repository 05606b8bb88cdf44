"""What must hold in every state of Coffin Rush! (CO-17), jitted so that millions of states can be checked."""

from __future__ import annotations

from rush_envs.games.coffin_rush.cards import count
from rush_envs.games.coffin_rush.components import (
    ALL_CARDS,
    BOMB,
    BOMB_STEPS,
    COPIES,
    COUNTER,
    DECK,
    ITEMS,
    KIND,
    KINDS,
    LATEST_BOMB,
    MUMMIES,
    SLOTS,
    SPECTRES,
    STAIRS_TILE,
    TRAPS,
    WITH_MUMMY,
)
from rush_envs.games.coffin_rush.decisions import (
    aggression_holds,
    asked_holds,
    card_holds,
    strikes_hold,
    targets_hold,
    waiting_holds,
)
from rush_envs.games.coffin_rush.pharaoh import in_order
from rush_envs.games.coffin_rush.state import HELD, IN_BAG, IN_TENT, IN_TILE, OVERFLOW
from rush_envs.games.coffin_rush.temple import (
    BEYOND,
    CELLS,
    OPEN,
    OUT,
    PLACES,
    RUSH,
    SARCOPHAGI,
    SOUTH,
    STONE_DOORS,
    TEMPLE_DOOR,
    WALL,
)
from rush_envs.games.coffin_rush.things import company_points
from rush_envs.kit import inlined, kernel

INVARIANTS = {
    1: "CO-17.1: every item is in exactly one place, and its place says so",
    2: "CO-17.1: five Looting cards of each player in hand, discards, removed or being played",
    3: "CO-17.1: thirteen traps, drawn or in the deck",
    4: "CO-17.2: no gaps in a backpack, at most six items, one more held only in OVERFLOW",
    5: "CO-17.3: as many mummies as were let out, no monster beyond the temple, spectres never come back",
    6: "CO-17.4: nobody is in the camp while the temple door is shut, everybody is on a cell",
    7: "CO-2.3: both sides of an edge agree, and there are 24 stone doors",
    8: "CO-11.2: scores follow from tents and backpacks",
    9: "CO-17.4: exactly one seat is asked, nobody once the game is over",
    10: "CO-4.1: every item and the blue stairs are the content of one place",
    11: "CO-1.5: whose turn it is follows from the turns taken in this round, the Pharaoh's comes last",
    12: "CO-16.1: rounds and counter fit together, and the game is done exactly when the counter is at 0",
    13: "CO-4.3: the bomb comes as the eighth trap or before",
    14: "CO-3.4: the numbers by which piles are ordered grow with the turns",
    15: "CO-17.4: the seat that is asked is the one that its phase is about",
    16: "CO-3.5: a pile is being taken and a mummy about to rise (CO-5.6) in OVERFLOW alone",
    17: "CO-7: a card is being played only while something that it asks for is decided",
    18: "CO-6.4: somebody suffers an Aggression in SLOT and CHARM alone, with dice and something to lose",
    19: "CO-10.7: a mummy strikes visible players on its cell, after its Movement",
    20: "CO-10.3: targets and candidates of servants on the board are visible players",
}

# More than a turn can add to the number of a pile's last item: nine tokens (RUSH! and borrowed ones included), each for
# a pile of 25 items that overflows, and some Aggressions. All turns of a game together stay within 32 bits.
MOST_FALLS = 270


@kernel
def check(s):
    if not items_hold(s):
        return 1
    for seat in range(s.seats):
        playing = 1 << s.playing if s.playing >= 0 and seat == s.turn else 0
        cards = s.hand[seat] | s.discards[seat] | s.removed[seat] | playing
        total = count(s.hand[seat]) + count(s.discards[seat]) + count(s.removed[seat]) + count(playing)
        if cards != ALL_CARDS or total != count(ALL_CARDS):
            return 2
    if not traps_hold(s):
        return 3
    if not bags_hold(s):
        return 4
    if not monsters_hold(s):
        return 5
    for seat in range(s.seats):
        outside = s.cell[seat] == OUT and s.edge[RUSH, SOUTH] == TEMPLE_DOOR
        if outside or s.cell[seat] < 0 or s.cell[seat] >= CELLS:
            return 6
    if not edges_hold(s):
        return 7
    for seat in range(s.seats):
        if s.score[seat] != company_points(s, s.team[seat]):
            return 8
    if not seats_hold(s):
        return 9
    return check_order(s)


@kernel
def check_order(s):
    """What is in the tiles, whose turn it is and how far the game has come; then the decision, while there is one."""
    found = 0
    for place in range(PLACES):
        found |= 1 << s.content[place]
    if found != (1 << PLACES) - 1:
        return 10
    if not turn_holds(s):
        return 11
    if not counter_holds(s):
        return 12
    if not bomb_holds(s):
        return 13
    most = MOST_FALLS * (s.rounds * s.seats + s.turns + 1)
    for item in range(ITEMS):
        if s.where[item] >= 0 and s.order[item] > most:
            return 14
    if s.taking > most:
        return 14
    return check_decision(s) if s.active else 0


@kernel
def check_decision(s):
    if not asked_holds(s):
        return 15
    if not waiting_holds(s):
        return 16
    if not card_holds(s):
        return 17
    if not aggression_holds(s):
        return 18
    if not strikes_hold(s):
        return 19
    return 0 if targets_hold(s) else 20


@kernel
def turn_holds(s):
    if s.turn < 0:
        return s.turns == s.seats
    return s.turns < s.seats and s.turn == in_order(s, s.turns)


@inlined
def pharaohs_turns(s):
    """As many as have begun: the one under way has drawn its trap and taken from the counter already."""
    return s.rounds + (1 if s.turn < 0 else 0)


@kernel
def counter_holds(s):
    """Every Pharaoh's turn takes one or more, and the bomb its own."""
    taken = pharaohs_turns(s) + (BOMB_STEPS if s.edge[RUSH, SOUTH] == OPEN else 0)
    return s.counter + taken <= COUNTER and (s.counter == 0) == (s.done == 1)


@kernel
def bomb_holds(s):
    """No round without a trap; the deck is made anew only after the bomb."""
    if s.edge[RUSH, SOUTH] == OPEN:
        return True
    for k in range(s.deck_count):
        if s.deck[k] == BOMB:
            return pharaohs_turns(s) <= DECK - s.deck_count and DECK - k <= LATEST_BOMB
    return False


@kernel
def items_hold(s):
    for item in range(ITEMS):
        where = s.where[item]
        inside, carried = 0, 0
        for place in range(PLACES):
            inside += s.closed[place] and s.content[place] == item
        for seat in range(s.seats):
            for k in range(s.bag_count[seat]):
                carried += s.bag[seat, k] == item
        if inside != (where == IN_TILE) or carried != (where == IN_BAG) or (s.held == item) != (where == HELD):
            return False
        if where >= CELLS or where <= IN_TENT - s.seats:
            return False
    for seat in range(s.seats):
        for kind in range(KINDS):
            stored = 0
            for item in range(ITEMS):
                stored += KIND[item] == kind and s.where[item] == IN_TENT - seat
            if stored != s.tent[seat, kind]:
                return False
    return True


@kernel
def traps_hold(s):
    """Once the deck was made anew the bomb is out of it."""
    total = s.deck_count
    for trap in range(TRAPS):
        total += s.drawn[trap]
    anew = 1 if total < DECK else 0
    for trap in range(TRAPS):
        copies = s.drawn[trap]
        for k in range(s.deck_count):
            copies += s.deck[k] == trap
        if copies != COPIES[trap] - (anew if trap == BOMB else 0):
            return False
    gone = anew or s.drawn[BOMB] == 1
    return gone == (s.edge[RUSH, SOUTH] == OPEN) and 0 <= s.counter <= COUNTER


@kernel
def bags_hold(s):
    for seat in range(s.seats):
        for k in range(SLOTS):
            if (s.bag[seat, k] >= 0) != (k < s.bag_count[seat]):
                return False
        if s.bag_count[seat] > SLOTS:
            return False
    return (s.held >= 0) == (s.phase == OVERFLOW and (s.active != 0 or s.truncated == 1))


@kernel
def monsters_hold(s):
    let_out = 1
    for place in range(SARCOPHAGI):
        content = s.content[place]
        let_out += not s.closed[place] and content != STAIRS_TILE and WITH_MUMMY[content]
    let_out -= s.surprise
    for k in range(MUMMIES):
        if (s.mummy[k] >= 0) != (k < let_out) or s.mummy[k] > RUSH:
            return False
    for k in range(SPECTRES):
        if s.spectre[k] > RUSH or (s.spectre[k] >= 0 and k >= s.spectres):
            return False
    return True


@kernel
def edges_hold(s):
    doors = 0
    for cell in range(CELLS):
        for way in range(4):
            other = BEYOND[cell, way]
            edge = s.edge[cell, way]
            if edge != (s.edge[other, (way + 2) % 4] if other >= 0 else WALL):
                return False
            doors += edge > OPEN and edge != TEMPLE_DOOR
    return doors == 2 * STONE_DOORS


@kernel
def seats_hold(s):
    if s.done or s.truncated:
        return s.active == 0
    asked = 0
    for seat in range(s.seats):
        asked += s.active >> seat & 1
    return asked == 1 and s.active >> s.seats == 0
