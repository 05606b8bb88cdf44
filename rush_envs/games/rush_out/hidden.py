"""What a viewer cannot know, drawn anew (RO-13.4)."""

from __future__ import annotations

from rush_envs.games.rush_out.components import (
    FACES,
    FIRST_SUMMONED,
    ORDEALS,
    SPELL_TYPE,
    SPELLS,
)  # fmt: skip
from rush_envs.games.rush_out.dice import hears
from rush_envs.games.rush_out.market import plays
from rush_envs.games.rush_out.state import TICK
from rush_envs.kit import below, kernel
from rush_envs.kit.piles import shuffle


@kernel
def determinize(s, seat):
    spells = s.spell_count - (1 if s.known_spell >= 0 else 0)
    ordeals = s.ordeal_count
    while ordeals > 0 and s.ordeal_deck[ordeals - 1] >= FIRST_SUMMONED:
        ordeals -= 1
    mix_spells(s, spells)
    mix_ordeals(s, ordeals)
    shuffle(s, s.spell_deck, spells)
    shuffle(s, s.ordeal_deck, ordeals)
    forget(s.spell_deck, s.spell_count)
    forget(s.ordeal_deck, s.ordeal_count)
    if seat > 0 and not hears(s):
        for other in range(1, s.seats):
            if other != seat:
                reroll(s, other)
    if s.phase == TICK and s.active != 0:
        unanswer(s, seat)


@kernel
def forget(deck, count):
    """Cells past the end of a deck still hold the cards that left it, those discarded unseen among them."""
    for k in range(count, deck.shape[0]):
        deck[k] = 0


@kernel
def unanswer(s, seat):
    """In an open tick nobody knows who else has named a movement."""
    for other in range(s.seats):
        if other != seat and (other == 0 or s.busy[other - 1] == 0):
            s.pending[other] = -1
            for symbol in range(FACES):
                s.taken[other, symbol] = 0
            s.active |= 1 << other


@kernel
def reroll(s, seat):
    """Faces that silence hides; how many dice are rolled is seen."""
    dice = 0
    for face in range(FACES):
        dice += s.hand[seat, face]
        s.hand[seat, face] = 0
    for _ in range(dice):
        s.hand[seat, below(s, FACES)] += 1


@kernel
def mix_spells(s, deck):
    """Which spells of a type are in the match, and which of the unknown ones lie in the deck or were discarded unseen.

    The k-th newcomer takes the place of one of the cards before it or, as likely as any of the k, stays out: every set
    is then equally likely.
    """
    newcomers, chosen = 0, s.spell_set
    for spell in range(SPELLS):
        if spell > 0 and SPELL_TYPE[spell] != SPELL_TYPE[spell - 1]:
            newcomers = 0
        if not chosen >> spell & 1:
            newcomers += 1
            mix_in_spell(s, spell, newcomers, deck)
    newcomers, unseen = 0, s.spell_unseen
    for spell in range(SPELLS):
        if unseen >> spell & 1:
            newcomers += 1
            place = below(s, deck + newcomers)
            if place < deck:
                s.spell_unseen ^= 1 << spell | 1 << s.spell_deck[place]
                s.spell_deck[place] = spell


@kernel
def mix_in_spell(s, spell, newcomers, deck):
    """A spell that was left out against one of its type that nobody has seen."""
    alike = 0
    for k in range(deck):
        alike += SPELL_TYPE[s.spell_deck[k]] == SPELL_TYPE[spell]
    for other in range(SPELLS):
        alike += s.spell_unseen >> other & 1 and SPELL_TYPE[other] == SPELL_TYPE[spell]
    skip = below(s, alike + newcomers)
    for k in range(deck):
        former = s.spell_deck[k]
        if SPELL_TYPE[former] == SPELL_TYPE[spell]:
            if skip == 0:
                s.spell_set ^= 1 << spell | 1 << former
                s.spell_deck[k] = spell
            skip -= 1
    for other in range(SPELLS):
        if s.spell_unseen >> other & 1 and SPELL_TYPE[other] == SPELL_TYPE[spell]:
            if skip == 0:
                s.spell_set ^= 1 << spell | 1 << other
                s.spell_unseen ^= 1 << spell | 1 << other
            skip -= 1


@kernel
def mix_ordeals(s, deck):
    """The same for ordeals discarded unseen and those left out by the handicap."""
    unseen = 0
    for card in range(ORDEALS):
        unseen += s.ordeal_unseen >> card & 1
    newcomers, chosen = 0, s.ordeal_set
    for card in range(ORDEALS):
        if plays(s, card) and not chosen >> card & 1:
            newcomers += 1
            place = below(s, deck + unseen + newcomers)
            if place < deck + unseen:
                mix_in_ordeal(s, card, place, deck)
    newcomers, former = 0, s.ordeal_unseen
    for card in range(ORDEALS):
        if former >> card & 1:
            newcomers += 1
            place = below(s, deck + newcomers)
            if place < deck:
                s.ordeal_unseen ^= 1 << card | 1 << s.ordeal_deck[place]
                s.ordeal_deck[place] = card


@kernel
def mix_in_ordeal(s, card, place, deck):
    """An ordeal that was left out takes a place of the deck, or past its end that of one discarded unseen."""
    former = card
    if place < deck:
        former = s.ordeal_deck[place]
        s.ordeal_deck[place] = card
    else:
        skip = place - deck
        for other in range(ORDEALS):
            if s.ordeal_unseen >> other & 1:
                former = other if skip == 0 else former
                skip -= 1
        s.ordeal_unseen ^= 1 << card | 1 << former
    s.ordeal_set ^= 1 << card | 1 << former
