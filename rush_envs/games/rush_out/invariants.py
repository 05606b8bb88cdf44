"""What must hold in every state of Rush Out! (RO-14), jitted so that millions of states can be checked."""

from __future__ import annotations

from rush_envs.games.rush_out.components import (
    COIN,
    CURSES,
    DISSIPATIONS,
    DRAGON_SPACES,
    DRAGON_TILE,
    DRAGON_WINS,
    FACES,
    FIRST_CURSE,
    FIRST_CURSE_TARGET,
    FIRST_DISSIPATION,
    FIRST_DISSIPATION_TARGET,
    FIRST_END,
    FIRST_SUMMONED,
    FIRST_SUMMONING,
    FIRST_TILE,
    HERO_DICE,
    LIGHTNING_SCROLL,
    LIGHTNING_TARGET,
    MOST_COINS,
    MOST_COLOURS,
    MOST_POINTS,
    ORDEAL_CARDS,
    ORDEAL_ENDS,
    ORDEAL_KIND,
    ORDEAL_SPACES,
    ORDEALS,
    SCROLL_SPACES,
    SPACES,
    SPELL_HEROES,
    SPELL_SPACES,
    SPELLS,
    SUMMONINGS,
    TARGETS,
    TILE_SPACES,
    TROPHIES,
    UNROLLED,
    WIZARD_DICE,
    WIZARD_TARGETS,
)  # fmt: skip
from rush_envs.games.rush_out.dice import WIZARD_FACES, in_hand, is_full
from rush_envs.games.rush_out.state import ASK_NOTHING, MARKET, THE_HEROES, THE_WIZARD, TICK
from rush_envs.jit import kernel

INVARIANTS = {
    1: "RO-14.3: three dice a hero and five for the wizard, each in one place, no count negative",
    2: "RO-14.3: dice and free spaces of a target are its spaces, at most two heroes on one",
    3: "RO-14.4: every spell of the match is in one place",
    4: "RO-14.4: every ordeal of the match is in one place",
    5: "RO-14.4: nothing full lies out between movements, but ordeals under the dragon",
    6: "RO-14.5: the dragon is in play, tokens, coins, points and busy counts lie in their ranges",
    7: "RO-10.2: the score is the trophies of the seat's team",
    8: "RO-4.7: the wizard and every hero who is not busy are asked in a tick, one alone in the market",
}


@kernel
def check(s):
    if not dice_hold(s):
        return 1
    over = s.done or s.truncated or s.phase == MARKET
    if not over and not spells_hold(s):
        return 3
    if not over and not ordeals_hold(s):
        return 4
    if not tokens_hold(s, over):
        return 6
    if not over and not spaces_hold(s):
        return 2
    if not over and not nothing_full(s):
        return 5
    for seat in range(s.seats):
        if s.score[seat] != s.trophies[THE_WIZARD if seat == 0 else THE_HEROES]:
            return 7
    if not activity_holds(s):
        return 8
    return 0


@kernel
def dice_hold(s):
    for seat in range(s.seats):
        dice, low = in_hand(s, seat), 0
        for face in range(FACES):
            dice += s.placed[seat, face]
            low = min(low, s.placed[seat, face], s.hand[seat, face])
        if seat > 0:
            dice += s.locked[seat - 1]
            if s.owes[seat - 1] and (s.locked[seat - 1] or in_hand(s, seat)):
                return False
        if low < 0 or s.hand[seat, UNROLLED] < 0 or dice != (WIZARD_DICE if seat == 0 else HERO_DICE):
            return False
    return True


@kernel
def hero_spaces(s, target, symbol):
    """The spaces a heroes' target has by the rules: none where it is not in play."""
    if target < SPACES:
        return ORDEAL_SPACES[s.ordeal[target], symbol]
    if target == DRAGON_TILE:
        return DRAGON_SPACES[s.seats - 3, symbol] if s.dragon > 0 else 0
    if target < FIRST_CURSE_TARGET:
        card = target - FIRST_DISSIPATION_TARGET
        return SPELL_HEROES[FIRST_DISSIPATION + card, symbol] if s.dissipation[card] >= 0 else 0
    if target < FIRST_TILE:
        card = target - FIRST_CURSE_TARGET
        return SPELL_HEROES[FIRST_CURSE + card, symbol] if s.cursed[card] else 0
    return TILE_SPACES[s.seats - 3, symbol] if s.wounded[target - FIRST_TILE] else 0


@kernel
def wizard_spaces(s, target, symbol):
    if target < SPACES:
        return SPELL_SPACES[s.spell[target], symbol]
    if target < LIGHTNING_TARGET:
        return ORDEAL_ENDS[s.ordeal[target - FIRST_END], symbol]
    scroll = LIGHTNING_SCROLL + target - LIGHTNING_TARGET
    return SCROLL_SPACES[scroll, symbol] if s.scrolls >> scroll & 1 else 0


@kernel
def spaces_hold(s):
    for target in range(TARGETS):
        colours = 0
        for seat in range(1, s.seats):
            colours += s.at[seat] == target
        if colours > MOST_COLOURS:
            return False
        for symbol in range(FACES):
            dice = s.free[target, symbol]
            for seat in range(1, s.seats):
                dice += s.placed[seat, symbol] if s.at[seat] == target else 0
            if s.free[target, symbol] < 0 or dice != hero_spaces(s, target, symbol):
                return False
    for target in range(WIZARD_TARGETS):
        for symbol in range(WIZARD_FACES):
            free = s.wizard_free[target, symbol]
            dice = s.placed[0, symbol] if s.at[0] == target else 0
            if free < 0 or free + dice != wizard_spaces(s, target, symbol):
                return False
    return True


@kernel
def spells_hold(s):
    """Deck, spaces, discards, cards before heroes, curses and summoned cards are the spells of the match, each once."""
    seen, count = s.spell_gone | s.spell_unseen, s.spell_count
    for k in range(s.spell_count):
        seen |= 1 << s.spell_deck[k]
    for space in range(SPACES):
        seen |= 1 << s.spell[space]
        count += 1
        if s.ordeal[space] >= FIRST_SUMMONED:
            seen |= 1 << (s.ordeal[space] - FIRST_SUMMONED + FIRST_SUMMONING)
            count += 1
    for k in range(s.ordeal_count):
        if s.ordeal_deck[k] >= FIRST_SUMMONED:
            seen |= 1 << (s.ordeal_deck[k] - FIRST_SUMMONED + FIRST_SUMMONING)
            count += 1
    for k in range(SUMMONINGS):
        if s.ordeal_gone >> (FIRST_SUMMONED + k) & 1:
            seen |= 1 << (FIRST_SUMMONING + k)
            count += 1
    for card in range(DISSIPATIONS):
        if s.dissipation[card] >= 0:
            seen |= 1 << (FIRST_DISSIPATION + card)
            count += 1
    for card in range(CURSES):
        if s.cursed[card]:
            seen |= 1 << (FIRST_CURSE + card)
            count += 1
    for spell in range(SPELLS):
        count += ((s.spell_gone | s.spell_unseen) >> spell & 1) - (s.spell_set >> spell & 1)
    return seen == s.spell_set and count == 0


@kernel
def ordeals_hold(s):
    """Deck, spaces, discards and points are the ordeals of the match, each once; coins are held or spent."""
    gone = s.ordeal_gone | s.ordeal_unseen
    spent = 0
    for card in range(ORDEALS):
        places = gone >> card & 1
        for space in range(SPACES):
            places += s.ordeal[space] == card
        for k in range(s.ordeal_count):
            places += s.ordeal_deck[k] == card
        wanted = s.ordeal_set >> card & 1
        if ORDEAL_KIND[card] == COIN:
            spent += wanted - places
            if places > wanted:
                return False
        elif places != wanted:
            return False
    return spent >= s.coins[THE_HEROES] + s.coins[THE_WIZARD]


@kernel
def nothing_full(s):
    """Only an ordeal under the dragon may be full."""
    for target in range(TARGETS):
        spaces = 0
        for symbol in range(FACES):
            spaces += hero_spaces(s, target, symbol)
        if spaces > 0 and is_full(s.free[target]) and not (target < SPACES and s.dragon == target + 1):
            return False
    for target in range(SPACES):
        if is_full(s.wizard_free[target]):
            return False
    return True


@kernel
def tokens_hold(s, over):
    if s.dragon < 0 or s.dragon > DRAGON_WINS or (s.dragon == DRAGON_WINS and not over):
        return False
    for side in range(2):
        if s.coins[side] < 0 or s.coins[side] > MOST_COINS or s.trophies[side] > TROPHIES:
            return False
    for hero in range(s.seats - 1):
        if s.busy[hero] < 0 or s.busy[hero] > 2 or s.experience[hero] < 0 or s.experience[hero] > MOST_POINTS:
            return False
    if not over and (s.spell_count < 1 or s.ordeal_count < 1 or s.ordeal_count > ORDEAL_CARDS):
        return False
    return s.souls >= 0 and s.lives >= 0 and s.ticks <= s.max_ticks


@kernel
def activity_holds(s):
    if s.done or s.truncated:
        return s.active == 0
    wanted = 0
    if s.phase == MARKET:
        wanted = 1 << s.shopper
    else:
        for seat in range(s.seats):
            asked = seat == 0 or s.busy[seat - 1] == 0
            wanted |= 1 << seat if asked and s.pending[seat] < 0 else 0
    return s.active == wanted and wanted != 0 and (s.phase == TICK or s.question == ASK_NOTHING)
