"""What must hold in every state of Coffee Rush (CR-15), jitted so that millions of states can be checked."""

from __future__ import annotations

from rush_envs.games.coffee_rush.components import (
    CARDS,
    COPIES,
    CUPS,
    KINDS,
    ORDERS_PER_UPGRADE,
    RECIPES,
    RUSH_TOKENS,
    SLOTS,
    TOKENS,
    UPGRADES,
)  # fmt: skip
from rush_envs.games.coffee_rush.state import EMPTY, MOVE, POUR, START
from rush_envs.games.coffee_rush.turn import first_in_hand, pawns_each, points
from rush_envs.jit import kernel

INVARIANTS = {
    1: "CR-15.1: tokens of a kind in supply, cups and hand add up to its total, none negative",
    2: "CR-15.1: the hand is empty outside MOVE, EMPTY, POUR and START",
    3: "CR-15.2: cards in deck, slots, piles, discarded and removed are 80",
    4: "CR-15.2: deck and slots hold no more cards of a recipe than there are, and the deck is what its counts say",
    5: "CR-15.3: rush tokens add up to their total, none negative",
    6: "CR-15.4: no two pawns share a cell except during MOVE",
    7: "CR-10.1: score is completed orders + 2 x upgrades - penalties",
    8: "CR-15.5: exactly the acting seat is active, nobody once the game is over",
}


@kernel
def check(s):
    if not tokens_hold(s):
        return 1
    if first_in_hand(s) < KINDS and s.phase != MOVE and s.phase != EMPTY and s.phase != POUR and s.phase != START:
        return 2
    if not cards_hold(s):
        return 3
    if not recipes_hold(s):
        return 4
    rush = s.rush_supply
    for seat in range(s.seats):
        rush += s.rush[seat]
        if s.rush[seat] < 0:
            return 5
    if rush != RUSH_TOKENS or s.rush_supply < 0:
        return 5
    if s.phase != MOVE and pawns_meet(s):
        return 6
    for seat in range(s.seats):
        if s.score[seat] != points(s, seat):
            return 7
    over = s.done or s.truncated
    if s.active != (0 if over else 1 << s.turn):
        return 8
    return 0


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
def pawns_meet(s):
    for seat in range(s.seats):
        for pawn in range(pawns_each(s)):
            cell = s.pawn[seat, pawn]
            if cell >= 0:
                for other in range(s.seats):
                    for k in range(pawns_each(s)):
                        if (other != seat or k != pawn) and s.pawn[other, k] == cell:
                            return True
    return False
