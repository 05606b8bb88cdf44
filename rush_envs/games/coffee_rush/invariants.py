"""What must hold in every state of Coffee Rush (CR-15), jitted so that millions of states can be checked."""

from __future__ import annotations

from rush_envs.games.coffee_rush.components import (
    BOARD,
    CARDS,
    COPIES,
    CUPS,
    DIAGONAL,
    FREE_STEPS,
    KINDS,
    ORDERS_PER_UPGRADE,
    PAWNS,
    REACH,
    RECIPES,
    RUSH_TOKENS,
    SEATS,
    SLOTS,
    TOKENS,
    UPGRADES,
)  # fmt: skip
from rush_envs.games.coffee_rush.rules import can_get_free
from rush_envs.games.coffee_rush.state import EMPTY, MOVE, PLACE, POUR, SERVE, START, UPGRADE
from rush_envs.games.coffee_rush.turn import (
    any_filled,
    can_serve,
    can_upgrade,
    first_in_hand,
    is_filled,
    other_pawns,
    pawns_each,
    points,
)  # fmt: skip
from rush_envs.kit import kernel

INVARIANTS = {
    1: "CR-15.1: tokens of a kind in supply, cups and hand add up to its total, none negative",
    2: "CR-15.1: the hand is empty outside MOVE, EMPTY, POUR and START",
    3: "CR-15.2: cards in deck, slots, piles, discarded and removed are 80",
    4: "CR-15.2: deck and slots hold no more cards of a recipe than there are, and the deck is what its counts say",
    5: "CR-15.3: rush tokens add up to their total, none negative",
    6: "CR-15.4: no two pawns share a cell, but for the one that moves during MOVE",
    7: "CR-10.1: score is completed orders + 2 x upgrades - penalties",
    8: "CR-15.5: exactly the acting seat is active, nobody once the game is over",
    9: "CR-3.4: the pawns that stand are those placed so far, seat by seat, and PLACE lasts until all stand",
    10: "CR-3.5: before the first turn there are no tokens but those of the pawns' cells, and START has one in hand",
    11: "CR-6.1: a pawn moves from its first step of a turn on, and only MOVE has used up free steps",
    12: "CR-4.1: the seat that is asked has something to answer but `done`, and a move can end",
    13: "CR-5.1, CR-8.1: tiles flipped and orders completed this turn lie before the seat whose turn it is",
    14: "CR-2.5: nothing lies before a seat without a player",
}


@kernel
def check(s):
    """Later invariants may rely on earlier ones: from 9 on every pawn in the game that ought to stand has a cell."""
    if not tokens_hold(s):
        return 1
    if first_in_hand(s) < KINDS and s.phase != MOVE and s.phase != EMPTY and s.phase != POUR and s.phase != START:
        return 2
    if not cards_hold(s):
        return 3
    if not recipes_hold(s):
        return 4
    if not rush_holds(s):
        return 5
    if pawns_meet(s):
        return 6
    for seat in range(s.seats):
        if s.score[seat] != points(s, seat):
            return 7
    over = s.done or s.truncated
    if s.active != (0 if over else 1 << s.turn):
        return 8
    return check_turn(s)


@kernel
def check_turn(s):
    """The rest of `check`: phases against everything that belongs to them."""
    if not placing_holds(s):
        return 9
    if not start_holds(s):
        return 10
    if not moving_holds(s):
        return 11
    if not s.done and not question_holds(s):
        return 12
    if not counts_hold(s):
        return 13
    for seat in range(s.seats, SEATS):
        if not is_bare(s, seat):
            return 14
    return 0


# ------------------------------------------------------------------------------------------------------------------
# What is in the box (CR-2)


@kernel
def tokens_hold(s):
    for kind in range(KINDS):
        total = s.supply[kind] + s.hand[kind]
        low = min(s.supply[kind], s.hand[kind])
        for seat in range(s.seats):
            for cup in range(CUPS):
                total += s.cups[seat, cup, kind]
                low = min(low, s.cups[seat, cup, kind])
        if total != TOKENS[kind] or low < 0:
            return False
    return True


@kernel
def cards_hold(s):
    cards = s.deck_size + s.removed
    for seat in range(s.seats):
        cards += s.completed[seat] + s.penalties[seat]
        if s.completed[seat] < 0:
            return False
        for tile in range(UPGRADES):
            cards += ORDERS_PER_UPGRADE * s.upgraded[seat, tile]
        for slot in range(SLOTS):
            for recipe in range(RECIPES):
                cards += s.orders[seat, slot, recipe]
    return cards == CARDS


@kernel
def recipes_hold(s):
    for recipe in range(RECIPES):
        in_deck = 0
        for k in range(s.deck_size):
            in_deck += s.deck[k] == recipe
        if in_deck != s.deck_count[recipe]:
            return False
        known = in_deck
        for seat in range(s.seats):
            for slot in range(SLOTS):
                known += s.orders[seat, slot, recipe]
                if s.orders[seat, slot, recipe] < 0:
                    return False
        if known > COPIES[recipe]:
            return False
    return True


@kernel
def rush_holds(s):
    rush = s.rush_supply
    low = s.rush_supply
    for seat in range(s.seats):
        rush += s.rush[seat]
        low = min(low, s.rush[seat])
    return rush == RUSH_TOKENS and low >= 0


@kernel
def is_bare(s, seat):
    """Whether a seat has nothing at all."""
    if s.rush[seat] or s.completed[seat] or s.penalties[seat] or s.score[seat] or s.outcome[seat]:
        return False
    for tile in range(UPGRADES):
        if s.upgraded[seat, tile]:
            return False
    for slot in range(SLOTS):
        for recipe in range(RECIPES):
            if s.orders[seat, slot, recipe]:
                return False
    return not any_filled(s, seat)


# ------------------------------------------------------------------------------------------------------------------
# Pawns and the first turn (CR-3)


@kernel
def pawns_meet(s):
    """Whether two pawns share a cell; the one that moves may, until its move is over."""
    cells = 0
    for seat in range(s.seats):
        for pawn in range(pawns_each(s)):
            moves = s.phase == MOVE and seat == s.turn and pawn == s.moving
            if s.pawn[seat, pawn] >= 0 and not moves:
                cell = 1 << s.pawn[seat, pawn]
                if cells & cell:
                    return True
                cells |= cell
    return False


@kernel
def placing_holds(s):
    """Seats n−1, …, 0 place their pawns, with two players twice."""
    pawns = s.seats * pawns_each(s)
    if s.turn >= s.seats or s.placed > pawns or (s.phase == PLACE) != (s.placed < pawns):
        return False
    if s.phase == PLACE and s.turn != s.seats - 1 - s.placed % s.seats:
        return False
    for seat in range(SEATS):
        for pawn in range(PAWNS):
            stands = s.pawn[seat, pawn] >= 0
            placed = s.seats * pawn + s.seats - 1 - seat < s.placed
            if stands != (seat < s.seats and pawn < pawns_each(s) and placed):
                return False
    return True


@kernel
def start_holds(s):
    """The set-up gives a token for each pawn's cell and nothing else."""
    if s.phase != PLACE and s.phase != START:
        return True
    if s.phase == START and s.seats != 2:
        return False
    if s.closed or s.rush_supply != RUSH_TOKENS:
        return False
    for kind in range(KINDS):
        if s.phase == START and s.hand[kind] != (kind == BOARD[s.pawn[s.turn, 1]]):
            return False
    for seat in range(s.seats):
        if s.completed[seat] or s.penalties[seat] or not start_cups_hold(s, seat):
            return False
        for tile in range(UPGRADES):
            if s.upgraded[seat, tile]:
                return False
    return True


@kernel
def start_cups_hold(s, seat):
    """Pawn 1's token lies in cup 1 once all stand; pawn 2's in cup 1 or 2 once its owner has answered."""
    if s.phase == PLACE:
        return not any_filled(s, seat)
    first, second = BOARD[s.pawn[seat, 0]], BOARD[s.pawn[seat, 1]]
    answered = seat > s.turn
    for kind in range(KINDS):
        wanted = 1 if kind == first else 0
        if answered and kind == second:
            wanted += 1
        if s.cups[seat, 0, kind] + s.cups[seat, 1, kind] != wanted or s.cups[seat, 2, kind]:
            return False
    return s.cups[seat, 0, first] > 0


# ------------------------------------------------------------------------------------------------------------------
# Phases of a turn (CR-4)


@kernel
def moving_holds(s):
    if s.moving >= pawns_each(s):
        return False
    if s.phase != MOVE:
        walked = s.phase == EMPTY or s.phase == POUR or s.phase == SERVE
        # A game that is over by the rules has put everything of its last turn back.
        return s.free_steps == FREE_STEPS and ((s.moving >= 0) == walked or (s.done and s.moving < 0))
    if s.moving < 0:
        return s.free_steps == FREE_STEPS and first_in_hand(s) == KINDS
    return s.free_steps < FREE_STEPS


@kernel
def question_holds(s):
    """A phase with `done` as its only answer is passed [4.1]; a step that leads to a dead end is not legal [6.4]."""
    if s.phase == UPGRADE:
        return can_upgrade(s, s.turn)
    if s.phase == EMPTY:
        return any_filled(s, s.turn)
    if s.phase == POUR:
        return first_in_hand(s) < KINDS
    if s.phase == SERVE:
        return can_serve(s, s.turn)
    if s.phase == MOVE and s.moving >= 0:
        cell, others = s.pawn[s.turn, s.moving], other_pawns(s, s.turn, s.moving)
        diagonal = s.upgraded[s.turn, DIAGONAL]
        budget = s.free_steps + s.rush[s.turn]
        if budget < 2:
            return budget == 1 and REACH[diagonal, cell] & ~others != 0
        return can_get_free(cell, others, diagonal, budget)
    return True


@kernel
def counts_hold(s):
    """Orders are completed in SERVE only, each from a cup that is empty since."""
    tiles, empty = 0, 0
    for tile in range(UPGRADES):
        tiles += s.upgraded[s.turn, tile]
    for cup in range(CUPS):
        empty += 0 if is_filled(s, s.turn, cup) else 1
    if s.upgraded_now > min(tiles, s.upgrades_per_turn):
        return False
    return s.served_now <= (min(empty, s.completed[s.turn]) if s.phase == SERVE else 0)
