"""Searching Rush Out!."""

from __future__ import annotations

from rush_envs.games.rush_out.components import FACES, FIRST_SUMMONED, ORDEALS, SPACES, SPELL_TYPE, SPELLS
from rush_envs.games.rush_out.dice import WIZARD_FACES
from rush_envs.games.rush_out.market import plays
from rush_envs.jit import kernel

from .settings import Settings

SETTINGS = Settings(depth=12, scale=0.5, explore=0.3)

CARD = 0.1  # of a round: a card of the own deck
BEGUN = 0.7  # of a card, with all its spaces but none filled
DRAGON = (0.0, 0.03, 0.08, 0.2, 1.0)  # to the wizard, by how far it has come


@kernel
def standing(s, seat):
    """Rounds won, and in this one cards left, cards begun and the dragon."""
    if seat == 0:
        return s.score[0] - CARD * (s.spell_count - BEGUN * wizard_begun(s)) + DRAGON[s.dragon]
    begun = 0.0
    for space in range(SPACES):
        begun += heroes_begun(s, space)
    return s.score[seat] - CARD * (s.ordeal_count - BEGUN * begun)


@kernel
def wizard_begun(s):
    """The share of the spaces of his spell that are filled."""
    target = s.at[0]
    if target < 0 or target >= SPACES:
        return 0.0
    filled, free = 0, 0
    for symbol in range(WIZARD_FACES):
        filled += s.placed[0, symbol]
        free += s.wizard_free[target, symbol]
    return filled / max(filled + free, 1)


@kernel
def heroes_begun(s, space):
    filled, free = 0, 0
    for symbol in range(FACES):
        free += s.free[space, symbol]
        for seat in range(1, s.seats):
            if s.at[seat] == space:
                filled += s.placed[seat, symbol]
    return filled / max(filled + free, 1)


@kernel
def settle(s, seat):
    """Of the cards that may lie in a deck or were discarded unseen, the lowest do, and the lowest of these lie in the
    deck."""
    settle_spells(s, s.spell_count - (1 if s.known_spell >= 0 else 0))
    ordeals = s.ordeal_count
    while ordeals > 0 and s.ordeal_deck[ordeals - 1] >= FIRST_SUMMONED:
        ordeals -= 1
    settle_ordeals(s, ordeals)


@kernel
def settle_spells(s, deck):
    """How many there are of each type is known."""
    unknown = s.spell_unseen
    for k in range(deck):
        unknown |= 1 << s.spell_deck[k]
    known = s.spell_set & ~unknown
    s.spell_set = known
    s.spell_unseen = 0
    place = 0
    for spell in range(SPELLS):
        left = 0
        if not known >> spell & 1:
            for other in range(SPELLS):
                if SPELL_TYPE[other] == SPELL_TYPE[spell]:
                    left += unknown >> other & 1
                    left -= other < spell and not known >> other & 1
        if left > 0:
            s.spell_set |= 1 << spell
            if place < deck:
                s.spell_deck[place] = spell
                place += 1
            else:
                s.spell_unseen |= 1 << spell


@kernel
def settle_ordeals(s, deck):
    unknown = s.ordeal_unseen
    for k in range(deck):
        unknown |= 1 << s.ordeal_deck[k]
    left = 0
    for card in range(ORDEALS):
        left += unknown >> card & 1
    known = s.ordeal_set & ~unknown
    s.ordeal_set = known
    s.ordeal_unseen = 0
    place = 0
    for card in range(ORDEALS):
        if left > 0 and plays(s, card) and not known >> card & 1:
            left -= 1
            s.ordeal_set |= 1 << card
            if place < deck:
                s.ordeal_deck[place] = card
                place += 1
            else:
                s.ordeal_unseen |= 1 << card
