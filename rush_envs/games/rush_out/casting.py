"""What happens when a card or scroll is full of the wizard's dice (RO-7)."""

from __future__ import annotations

from rush_envs.games.rush_out.completing import complete_ordeals, know_top, move_dragon, replace_ordeal, win
from rush_envs.games.rush_out.components import (
    COIN,
    CONFUSION_ALL,
    CONFUSION_ONE,
    DAMNATION_1,
    DAMNATION_2,
    DRACOLOGY_1,
    DRACOLOGY_2,
    FACES,
    FIRST_CURSE,
    FIRST_CURSE_TARGET,
    FIRST_DISSIPATION,
    FIRST_DISSIPATION_TARGET,
    FIRST_END,
    FIRST_SUMMONED,
    FIRST_SUMMONING,
    FIRST_TILE,
    HEROES,
    JOKER,
    LIGHTNING_TARGET,
    ORDEAL_KIND,
    REGRESSION_ALL,
    REGRESSION_ONE,
    SILENCE,
    SPACES,
    SPELL_HEROES,
    SPELL_KIND,
    SPELL_SPACES,
    SUMMONING,
    TARGETS,
    TILE_SPACES,
    UNROLLED,
    VORTEX,
)  # fmt: skip
from rush_envs.games.rush_out.dice import WIZARD_FACES, clear_target, clear_wizard, is_full, lay_die, take_back
from rush_envs.games.rush_out.state import (
    ASK_DAMNATION,
    ASK_DIE,
    ASK_DISSIPATION,
    ASK_NOTHING,
    ASK_REGRESSION,
    ASK_TARGET,
    BY_DECK,
    BY_SOULS,
    THE_WIZARD,
)
from rush_envs.kit import kernel

SCROLL = SPACES  # in place of a spell's space: the lightning scroll


@kernel
def wizard_place(s, target, symbol, face):
    """A die that shows this face onto a target of the wizard, and all that follows if it was the last."""
    lay_die(s, 0, target, symbol, face)
    if not is_full(s.wizard_free[target]):
        return
    clear_wizard(s, target)
    if target < SPACES:
        cast(s, target)
    elif target < LIGHTNING_TARGET:
        win_ordeal(s, target - FIRST_END)
    elif target == LIGHTNING_TARGET:
        s.casting = SCROLL
        s.question = ASK_TARGET
        settle(s)
    else:
        steps = 1
        move_dragon(s, steps)
        complete_ordeals(s)


@kernel
def win_ordeal(s, space):
    """[6.5, 6.6] The wizard's end of a coin or a clash."""
    if ORDEAL_KIND[s.ordeal[space]] == COIN:
        s.coins[THE_WIZARD] += 1
    else:
        s.ordeal_gone |= 1 << s.ordeal[space]
    replace_ordeal(s, space)


@kernel
def cast(s, space):
    """[7.1] A full spell: its effect, or the question it asks."""
    spell = s.spell[space]
    kind = SPELL_KIND[spell]
    s.casting = space
    if kind == CONFUSION_ONE:
        s.question = ASK_DIE
    elif kind == CONFUSION_ALL:
        s.question = ASK_TARGET
    elif VORTEX <= kind < SILENCE:
        s.question = ASK_DISSIPATION
    elif DAMNATION_1 <= kind <= DAMNATION_2:
        s.question = ASK_DAMNATION
        s.wounds_due = 1 if kind == DAMNATION_1 else 2
    elif kind == REGRESSION_ONE:
        s.question = ASK_REGRESSION
    elif kind == SUMMONING:
        s.ordeal_deck[s.ordeal_count] = FIRST_SUMMONED + spell - FIRST_SUMMONING
        s.ordeal_count += 1
        know_top(s)
    elif DRACOLOGY_1 <= kind <= DRACOLOGY_2:
        move_dragon(s, 1 if kind == DRACOLOGY_1 else 2)
    elif kind == REGRESSION_ALL:
        for hero in range(s.seats - 1):
            s.experience[hero] = max(s.experience[hero] - 1, 0)
    else:
        lay_curse(s, spell - FIRST_CURSE)
    if s.question == ASK_NOTHING:
        next_spell(s)
        complete_ordeals(s)
    else:
        settle(s)


@kernel
def lay_curse(s, card):
    s.cursed[card] = 1
    for symbol in range(FACES):
        s.free[FIRST_CURSE_TARGET + card, symbol] = SPELL_HEROES[FIRST_CURSE + card, symbol]


@kernel
def next_spell(s):
    """[7.1] Steps 3 and 4 for the spell that was cast: discarded unless it has moved, the next one into its space."""
    if s.winner >= 0 or s.casting == SCROLL:
        return
    spell = s.spell[s.casting]
    moves = FIRST_SUMMONING <= spell < FIRST_SUMMONING + 7 or FIRST_DISSIPATION <= spell < FIRST_CURSE + 6
    if not moves:
        s.spell_gone |= 1 << spell
    lay_spell(s, s.casting)
    if s.spell_count == 0:
        win(s, THE_WIZARD, BY_DECK)


@kernel
def lay_spell(s, space):
    """The top spell comes into a space."""
    s.spell_count -= 1
    s.spell[space] = s.spell_deck[s.spell_count]
    s.known_spell = -1
    for symbol in range(WIZARD_FACES):
        s.wizard_free[space, symbol] = SPELL_SPACES[s.spell[space], symbol]


@kernel
def may_choose(s, choice):
    """[7.3] Whether an answer to the open question is possible now."""
    if s.question == ASK_TARGET:
        return holds_dice(s, choice) and not is_full(s.free[choice])
    if s.question == ASK_DIE:
        seat = choice // FACES + 1
        return seat < s.seats and s.placed[seat, choice % FACES] > 0 and not is_full(s.free[s.at[seat]])
    if choice >= s.seats - 1:
        return False
    if s.question == ASK_DAMNATION:
        return s.wounded[choice] == 0
    return s.question == ASK_DISSIPATION or s.experience[choice] > 0


@kernel
def holds_dice(s, target):
    found = False
    for seat in range(1, s.seats):
        found |= s.at[seat] == target
    return found


@kernel
def answers_to(question):
    """How many answers a question could have."""
    return TARGETS if question == ASK_TARGET else HEROES * FACES if question == ASK_DIE else HEROES


@kernel
def settle(s):
    """[7.4] A question without an answer is dropped, one with a single answer is answered."""
    count, only = 0, 0
    for choice in range(answers_to(s.question)):
        if may_choose(s, choice):
            count += 1
            only = choice
    if s.question == ASK_DAMNATION:
        if count <= s.wounds_due:
            for hero in range(s.seats - 1):
                wound(s, hero)
            close_question(s)
    elif count < 2:
        if count == 1:
            take_effect(s, only)
        close_question(s)


@kernel
def choose(s, choice):
    """The wizard's answer."""
    if s.question == ASK_DAMNATION:
        wound(s, choice)
        s.wounds_due -= 1
        if s.wounds_due > 0:
            settle(s)
            return
    else:
        take_effect(s, choice)
    close_question(s)


@kernel
def take_effect(s, choice):
    """[7.5, 7.8, 7.10]"""
    if s.question == ASK_TARGET:
        clear_target(s, choice)
    elif s.question == ASK_DIE:
        take_back(s, choice // FACES + 1, choice % FACES)
    elif s.question == ASK_REGRESSION:
        s.experience[choice] -= 1
    else:
        lay_dissipation(s, s.spell[s.casting] - FIRST_DISSIPATION, choice)


@kernel
def close_question(s):
    """The spell goes on after its question."""
    if s.question == ASK_DAMNATION and SPELL_KIND[s.spell[s.casting]] == DAMNATION_1:
        take_souls(s)
    s.question = ASK_NOTHING
    s.wounds_due = 0
    next_spell(s)


@kernel
def wound(s, hero):
    if s.wounded[hero] == 0:
        s.wounded[hero] = 1
        for symbol in range(FACES):
            s.free[FIRST_TILE + hero, symbol] = TILE_SPACES[symbol]


@kernel
def take_souls(s):
    """[7.9]"""
    for hero in range(s.seats - 1):
        s.souls -= s.wounded[hero]
    s.souls = max(s.souls, 0)
    if s.souls == 0:
        win(s, THE_WIZARD, BY_SOULS)


@kernel
def lay_dissipation(s, card, hero):
    """[8.1, 8.2]"""
    s.dissipation[card] = hero
    for symbol in range(FACES):
        s.free[FIRST_DISSIPATION_TARGET + card, symbol] = SPELL_HEROES[FIRST_DISSIPATION + card, symbol]
    if card < 2 and not s.locked[hero] and not s.owes[hero]:
        lock_die(s, hero)


@kernel
def lock_die(s, hero):
    """An unrolled die first, else the first rolled one; with all dice placed it is owed."""
    seat = hero + 1
    face = UNROLLED
    if s.hand[seat, UNROLLED] == 0:
        face = 0
        while face <= JOKER and s.hand[seat, face] == 0:
            face += 1
    if face > JOKER and s.hand[seat, UNROLLED] == 0:
        s.owes[hero] = 1
    else:
        s.hand[seat, face] -= 1
        s.locked[hero] = 1


@kernel
def swap_spell(s, space):
    """[7.13]"""
    clear_wizard(s, space)
    spell = s.spell[space]
    lay_spell(s, space)
    s.spell_deck[s.spell_count] = spell
    s.spell_count += 1
    s.known_spell = spell
