"""What must hold of the cards, and of the spaces of everything that dice can lie on (RO-14.3, RO-14.4)."""

from __future__ import annotations

from rush_envs.games.rush_out.components import (
    COIN,
    CURSES,
    DISSIPATIONS,
    DRAGON_SPACES,
    DRAGON_TILE,
    FACES,
    FIRST_CURSE,
    FIRST_CURSE_TARGET,
    FIRST_DISSIPATION,
    FIRST_DISSIPATION_TARGET,
    FIRST_END,
    FIRST_SUMMONED,
    FIRST_SUMMONING,
    FIRST_TILE,
    LIGHTNING_SCROLL,
    LIGHTNING_TARGET,
    MOST_COLOURS,
    ORDEAL_ENDS,
    ORDEAL_KIND,
    ORDEAL_SPACES,
    ORDEALS,
    SCROLL_SPACES,
    SPACES,
    SPELL_HEROES,
    SPELL_MIX,
    SPELL_SPACES,
    SPELLS,
    SUMMONINGS,
    TARGETS,
    TILE_SPACES,
    TYPES,
    WIZARD_TARGETS,
)  # fmt: skip
from rush_envs.games.rush_out.dice import WIZARD_FACES, is_full
from rush_envs.games.rush_out.market import plays
from rush_envs.games.rush_out.rules import LEFT_OUT_BY_HANDICAP
from rush_envs.games.rush_out.state import MARKET, THE_HEROES, THE_WIZARD
from rush_envs.kit import kernel


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
    return TILE_SPACES[symbol] if s.wounded[target - FIRST_TILE] else 0


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
            bought = s.phase == MARKET and target >= LIGHTNING_TARGET and free + dice == 0  # of use in the next round
            if free < 0 or (free + dice != wizard_spaces(s, target, symbol) and not bought):
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
    return seen == s.spell_set and count == 0 and s.spell_gone & s.spell_unseen == 0


@kernel
def ordeals_hold(s):
    """Deck, spaces, discards and points are the ordeals of the match, each once; coins are held or spent.

    In the market a token, which is no card, counts as one coin more.
    """
    gone = s.ordeal_gone | s.ordeal_unseen
    spent = 1 if s.phase == MARKET else 0
    for card in range(ORDEALS):
        places = gone >> card & 1
        for space in range(SPACES):
            places += s.ordeal[space] == card
        for k in range(s.ordeal_count):
            places += s.ordeal_deck[k] == card
        wanted = s.ordeal_set >> card & 1
        if ORDEAL_KIND[card] == COIN:
            spent += wanted - places
            if places > wanted or s.ordeal_gone >> card & 1:
                return False
        elif places != wanted:
            return False
    return spent >= s.coins[THE_HEROES] + s.coins[THE_WIZARD] and s.ordeal_gone & s.ordeal_unseen == 0


@kernel
def spaces_of(s, target):
    """How many spaces a heroes' target has; none if it is not in play."""
    spaces = 0
    for symbol in range(FACES):
        spaces += hero_spaces(s, target, symbol)
    return spaces


@kernel
def wizard_spaces_of(s, target):
    spaces = 0
    for symbol in range(WIZARD_FACES):
        spaces += wizard_spaces(s, target, symbol)
    return spaces


@kernel
def nothing_full(s):
    """Only an ordeal under the dragon may be full, and then the hero who filled it has dice there."""
    for target in range(TARGETS):
        safe = target < SPACES and s.dragon == target + 1 and s.at[1 + s.last[target]] == target
        if spaces_of(s, target) > 0 and is_full(s.free[target]) and not safe:
            return False
    for target in range(WIZARD_TARGETS):
        if wizard_spaces_of(s, target) > 0 and is_full(s.wizard_free[target]):
            return False
    return True


@kernel
def match_holds(s):
    """As many spells as the setup plays, and its ordeals, all or all but those that the handicap leaves out."""
    spells, left_out = 0, 0
    for spell in range(SPELLS):
        spells += s.spell_set >> spell & 1
    for kind in range(TYPES):
        spells -= SPELL_MIX[s.scenario, kind]
    for card in range(ORDEALS):
        if plays(s, card):
            left_out += 1 - (s.ordeal_set >> card & 1)
        elif s.ordeal_set >> card & 1:
            return False
    return spells == 0 and (left_out == 0 or left_out == LEFT_OUT_BY_HANDICAP)


@kernel
def tops_hold(s):
    """What everybody knows of the decks is so: a swapped spell on top, and summoned cards on top of all others."""
    if s.known_spell >= 0 and (s.spell_count == 0 or s.spell_deck[s.spell_count - 1] != s.known_spell):
        return False
    top = s.ordeal_deck[s.ordeal_count - 1] if s.ordeal_count else 0
    if s.known_ordeal != (top if top >= FIRST_SUMMONED else -1):
        return False
    for k in range(1, s.ordeal_count):
        if s.ordeal_deck[k - 1] >= FIRST_SUMMONED and s.ordeal_deck[k] < FIRST_SUMMONED:
            return False
    return True
