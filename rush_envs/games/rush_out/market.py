"""Between rounds: the end of a round, the market, the next round (RO-3, RO-9)."""

from __future__ import annotations

from rush_envs.games.rush_out.casting import lay_spell
from rush_envs.games.rush_out.completing import lay_ordeal
from rush_envs.games.rush_out.components import (
    BASIC,
    CLASH,
    COIN,
    COINS_FROM,
    CURSES,
    DISSIPATIONS,
    EQUIPMENT,
    EQUIPMENT_COVERS,
    EQUIPMENT_PRICE,
    FACES,
    HERO_DICE,
    HEROES,
    LIGHTNING_SCROLL,
    LIGHTNING_TARGET,
    LIVES,
    LIVES_FROM,
    ORDEAL_BACK,
    ORDEAL_KIND,
    ORDEALS,
    SCROLL_PRICE,
    SCROLL_SPACES,
    SCROLLS,
    SOULS,
    SOULS_FROM,
    SPACES,
    SPELLS,
    TARGETS,
    TROPHIES,
    TROPHIES_FROM,
    UNROLLED,
    WIZARD_DICE,
    WIZARD_TARGETS,
)  # fmt: skip
from rush_envs.games.rush_out.dice import WIZARD_FACES, roll
from rush_envs.games.rush_out.state import ASK_NOTHING, FREE, MARKET, THE_HEROES, THE_WIZARD, TICK
from rush_envs.games.rush_out.view import A_EQUIPMENT, A_PASS, A_SCROLL
from rush_envs.kit import kernel
from rush_envs.kit.piles import shuffle


@kernel
def end_round(s):
    """[9.1, 10.2] A trophy for the winner; the match is over, or the market opens, or the next round begins."""
    s.trophies[s.winner] += 1
    drop_questions(s)
    for seat in range(s.seats):
        s.score[seat] = s.trophies[THE_WIZARD if seat == 0 else THE_HEROES]
    if s.scenario < TROPHIES_FROM or s.trophies[s.winner] == TROPHIES:
        s.done = 1
    elif s.ticks >= s.max_ticks:
        s.truncated = 1
    elif s.scenario >= COINS_FROM:
        s.coins[1 - s.winner] += 1
        s.phase = MARKET
        s.shopper = 0
        s.passes = 0
    else:
        s.round_now += 1
        set_up_round(s)


@kernel
def drop_questions(s):
    s.question = ASK_NOTHING
    s.wounds_due = 0
    for hero in range(HEROES):
        s.owners[hero] = 0


@kernel
def may_buy(s, seat, item):
    """[9.3]"""
    if seat == 0:
        return item < SCROLLS and not s.scrolls >> item & 1 and s.coins[THE_WIZARD] >= SCROLL_PRICE[item]
    if item >= EQUIPMENT or s.equipment[seat - 1] >> item & 1 or s.equipment_left[item] == 0:
        return False
    return s.coins[THE_HEROES] >= EQUIPMENT_PRICE[item]


@kernel
def legal_market(s, seat, mask):
    first = A_SCROLL if seat == 0 else A_EQUIPMENT
    for item in range(SCROLLS):
        if may_buy(s, seat, item):
            mask[first + item] = 1
    mask[A_PASS] = 1


@kernel
def ask_shopper(s):
    """[9.2] Asks who is next to buy; when all are through, the next round begins."""
    while s.passes < s.seats - 1:
        for item in range(SCROLLS):
            if may_buy(s, s.shopper, item):
                s.active = 1 << s.shopper
                return
        next_shopper(s, False)
    s.coins[THE_HEROES] = 0
    s.coins[THE_WIZARD] = 0
    s.round_now += 1
    set_up_round(s)


@kernel
def next_shopper(s, bought):
    """The wizard goes on until he passes, then the heroes buy by turns."""
    if s.shopper == 0:
        s.shopper = 0 if bought else 1
    else:
        s.passes = 0 if bought else s.passes + 1
        s.shopper = s.shopper % (s.seats - 1) + 1


@kernel
def shop(s, seat, action):
    """One answer in the market."""
    if action < A_SCROLL:
        item = action - A_EQUIPMENT
        s.coins[THE_HEROES] -= EQUIPMENT_PRICE[item]
        s.equipment[seat - 1] |= 1 << item
        s.equipment_left[item] -= 1
        s.covers[seat - 1] |= EQUIPMENT_COVERS[item]
    elif action < A_PASS:
        item = action - A_SCROLL
        s.coins[THE_WIZARD] -= SCROLL_PRICE[item]
        s.scrolls |= 1 << item
    next_shopper(s, action != A_PASS)


@kernel
def set_up_round(s):
    """[3.2 to 3.4]"""
    s.phase = TICK
    s.winner = -1
    s.dragon = 0
    s.known_spell = -1
    s.known_ordeal = -1
    s.spell_gone = 0
    s.spell_unseen = 0
    s.ordeal_gone = 0
    s.ordeal_unseen = 0
    s.souls = SOULS[s.seats - 3] if s.scenario >= SOULS_FROM else 0
    s.lives = LIVES[s.seats - 3] if s.scenario >= LIVES_FROM else 0
    clear_table(s)
    lay_out_spells(s)
    lay_out_ordeals(s)
    roll(s, 0)


@kernel
def clear_table(s):
    for card in range(DISSIPATIONS):
        s.dissipation[card] = -1
    for card in range(CURSES):
        s.cursed[card] = 0
    for target in range(TARGETS):
        for symbol in range(FACES):
            s.free[target, symbol] = 0
    for target in range(WIZARD_TARGETS):
        for symbol in range(WIZARD_FACES):
            s.wizard_free[target, symbol] = 0
    for scroll in range(LIGHTNING_SCROLL, SCROLLS):
        for symbol in range(WIZARD_FACES):
            owned = s.scrolls >> scroll & 1
            s.wizard_free[LIGHTNING_TARGET + scroll - LIGHTNING_SCROLL, symbol] = owned * SCROLL_SPACES[scroll, symbol]
    for hero in range(HEROES):
        s.locked[hero] = 0
        s.owes[hero] = 0
        s.busy[hero] = 0
        s.wounded[hero] = 0
        s.experience[hero] = 0
    for seat in range(s.seats):
        s.pending[seat] = -1
        s.at[seat] = -1
        s.aim[seat] = FREE
        for face in range(FACES):
            s.placed[seat, face] = 0
            s.taken[seat, face] = 0
            s.hand[seat, face] = 0
        s.hand[seat, UNROLLED] = WIZARD_DICE if seat == 0 else HERO_DICE


@kernel
def plays(s, card):
    """[3.1] Whether an ordeal belongs to this number of players and this scenario."""
    kind = ORDEAL_KIND[card]
    if (kind == COIN and s.scenario < COINS_FROM) or (kind == CLASH and s.scenario < LIVES_FROM):
        return False
    return ORDEAL_BACK[card] <= s.seats


@kernel
def lay_out_spells(s):
    s.spell_count = 0
    for spell in range(SPELLS):
        if s.spell_set >> spell & 1:
            s.spell_deck[s.spell_count] = spell
            s.spell_count += 1
    shuffle(s, s.spell_deck, s.spell_count)
    for space in range(SPACES):
        lay_spell(s, space)


@kernel
def lay_out_ordeals(s):
    """[3.2] With coins in play the first three must be basic: the others drawn are shuffled back."""
    s.ordeal_count = 0
    for card in range(ORDEALS):
        if s.ordeal_set >> card & 1:
            s.ordeal_deck[s.ordeal_count] = card
            s.ordeal_count += 1
    shuffle(s, s.ordeal_deck, s.ordeal_count)
    others = 0
    for space in range(SPACES):
        top = s.ordeal_count - 1
        below_top = top
        while ORDEAL_KIND[s.ordeal_deck[below_top]] != BASIC:
            below_top -= 1
            others += 1
        basic = s.ordeal_deck[below_top]
        s.ordeal_deck[below_top] = s.ordeal_deck[top]
        s.ordeal_deck[top] = basic
        lay_ordeal(s, space)
    if others > 0:
        shuffle(s, s.ordeal_deck, s.ordeal_count)
