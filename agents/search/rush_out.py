"""Searching Rush Out!."""

from __future__ import annotations

from rush_envs.games.rush_out.components import (
    CURSES,
    DISSIPATIONS,
    DRAGON_WINS,
    FIRST_SUMMONED,
    ORDEALS,
    SPACES,
    SPELL_TYPE,
    SPELLS,
)
from rush_envs.games.rush_out.dice import wizard_covers
from rush_envs.games.rush_out.market import plays
from rush_envs.games.rush_out.state import TICK as TICK_PHASE
from rush_envs.games.rush_out.view import A_BACK, A_HERO_PLACE, A_WAIT
from rush_envs.jit import inlined, kernel

from ..heuristics.rush_out import choose_spell, wizard_pace, wizard_worth
from ..heuristics.rush_out_heroes import TICK, choose_target, ticks_for
from .settings import Settings

SETTINGS = Settings(trust=1.5, margin=0.8, scale=0.1)

SPELL, ORDEAL = 0.07, 0.08  # of a round: a card of each deck
FRESH = 14 * TICK  # a card that needs so long has not been begun
IDLE = 0.5  # of what a hero promises who has not placed a die yet
DRAGON = (0.0, 0.03, 0.08, 0.2, 1.0)  # to the wizard, by how far it has come
BURDEN = 0.02  # each dissipation and each curse


@kernel
def leads(s, seat):
    """In a tick one of the heroes searches, each in turn."""
    return seat == 0 or s.phase != TICK_PHASE or s.ticks % (s.seats - 1) == seat - 1


@kernel
def strike(s, seat, mask):
    """Time is what both sides race for: who waits or takes dice back against the rule of thumb only loses it, by less
    than a few hundred simulations can see."""
    if s.phase == TICK_PHASE:
        mask[A_WAIT] = 0
        mask[A_BACK:A_HERO_PLACE] = 0


@kernel
def standing(s, seat):
    """Rounds won before, and in this one the cards left, how soon those begun will be completed, and what lasts.

    The same in a round that is lost or won: how narrowly says more about an answer than that alone.
    """
    if s.phase != TICK_PHASE:
        return float(s.score[seat])
    rounds = 0 if s.done else s.score[seat]
    if seat == 0:
        begun = 0.0 if s.done else spell_begun(s)
        return rounds - SPELL * (s.spell_count - begun) + DRAGON[min(s.dragon, DRAGON_WINS)]
    burdens = 0
    for card in range(DISSIPATIONS):
        burdens += s.dissipation[card] >= 0
    for curse in range(CURSES):
        burdens += s.cursed[curse]
    begun = 0.0 if s.done else ordeals_begun(s)
    return rounds - ORDEAL * (s.ordeal_count - begun) - BURDEN * burdens


@inlined
def share(ticks):
    return max(FRESH - ticks, 0) / FRESH


@kernel
def spell_begun(s):
    """How much of a spell is done, by the expected ticks of the one that he goes for."""
    covers = wizard_covers(s)
    target = choose_spell(s, covers)
    pace = wizard_pace(s, target, covers)
    if target >= SPACES or pace <= 0:
        return 0.0
    return share((wizard_worth(s, target) << 8) // pace)


@kernel
def ordeals_begun(s):
    """The same for the heroes: cards with dice on them by those whose dice they are, and the plans of the others."""
    done = 0.0
    for space in range(SPACES):
        me, mate = 0, 0
        for seat in range(1, s.seats):
            if s.at[seat] == space:
                me, mate = seat, me
        if me > 0:
            done += share(ticks_for(s, me, space, me, mate))
    for seat in range(1, s.seats):
        if s.at[seat] < 0:
            target = choose_target(s, seat)
            if 0 <= target < SPACES:
                done += IDLE * share(ticks_for(s, seat, target, seat, 0))
    return done


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
