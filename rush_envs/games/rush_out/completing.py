"""What happens when a card or tile is full of heroes' dice, and the dragon (RO-6, RO-9)."""

from __future__ import annotations

from rush_envs.games.rush_out.components import (
    CLASH,
    COIN,
    DRAGON_SPACES,
    DRAGON_TILE,
    DRAGON_WINS,
    EXPERIENCE_FROM,
    FACES,
    FIRST_CURSE,
    FIRST_CURSE_TARGET,
    FIRST_DISSIPATION,
    FIRST_DISSIPATION_TARGET,
    FIRST_END,
    FIRST_SUMMONED,
    FIRST_TILE,
    JOKER,
    ORDEAL_ENDS,
    ORDEAL_KIND,
    ORDEAL_SPACES,
    SPACES,
    UNROLLED,
)  # fmt: skip
from rush_envs.games.rush_out.dice import (
    WIZARD_FACES,
    clear_target,
    clear_wizard,
    is_full,
    lay_die,
    natural_face,
    remove_target,
    shut_aims,
)
from rush_envs.games.rush_out.state import BY_DECK, BY_DRAGON, BY_LIVES, THE_HEROES, THE_WIZARD
from rush_envs.kit import kernel


@kernel
def win(s, side, reason):
    """A side has won the round; whatever would follow is dropped."""
    s.winner = side
    s.round_winner[s.round_now] = side
    s.round_reason[s.round_now] = reason


@kernel
def know_top(s):
    """[13.1] Everybody knows a summoned card on top of the ordeals."""
    top = s.ordeal_deck[s.ordeal_count - 1] if s.ordeal_count else 0
    s.known_ordeal = top if top >= FIRST_SUMMONED else -1


@kernel
def lay_ordeal(s, space):
    """The top ordeal comes into a space."""
    s.ordeal_count -= 1
    card = s.ordeal_deck[s.ordeal_count]
    know_top(s)
    s.ordeal[space] = card
    for symbol in range(FACES):
        s.free[space, symbol] = ORDEAL_SPACES[card, symbol]
    for symbol in range(WIZARD_FACES):
        s.wizard_free[FIRST_END + space, symbol] = ORDEAL_ENDS[card, symbol]


@kernel
def replace_ordeal(s, space):
    """[6.4, 6.5] All dice on an ordeal return, the next one comes into its space; an empty deck wins."""
    clear_target(s, space)
    shut_aims(s, space)
    clear_wizard(s, FIRST_END + space)
    lay_ordeal(s, space)
    if s.ordeal_count == 0:
        win(s, THE_HEROES, BY_DECK)


@kernel
def helpers_on(s, target):
    """[6.2] The set of heroes with dice on a target; they are remembered for high fives."""
    helpers = 0
    for seat in range(1, s.seats):
        if s.at[seat] == target:
            helpers |= 1 << (seat - 1)
    s.helped |= helpers
    return helpers


@kernel
def complete_ordeals(s):
    """[6.1, 6.9] Every ordeal that is full and not under the dragon."""
    for space in range(SPACES):
        if s.winner < 0 and s.dragon != space + 1 and is_full(s.free[space]):
            complete_ordeal(s, space)


@kernel
def complete_ordeal(s, space):
    """[6.3, 6.5, 6.6]"""
    helpers = helpers_on(s, space)
    kind = ORDEAL_KIND[s.ordeal[space]]
    if kind == CLASH:
        clear_target(s, space)
        shut_aims(s, space)
        s.lives -= 1
        if s.lives == 0:
            win(s, THE_HEROES, BY_LIVES)
        return
    if kind == COIN:
        s.coins[THE_HEROES] += 1
    else:
        s.ordeal_gone |= 1 << s.ordeal[space]
        if s.scenario >= EXPERIENCE_FROM:
            give_point(s, helpers, s.last[space])
    replace_ordeal(s, space)


@kernel
def give_point(s, helpers, last):
    """[9.4, 9.5]"""
    if helpers & (helpers - 1):
        s.owners[last] = helpers
    else:
        for hero in range(s.seats - 1):
            s.experience[hero] += helpers >> hero & 1


@kernel
def hero_place(s, seat, target, symbol):
    """A die onto a heroes' target, and all that follows if it was the last."""
    lay_die(s, seat, target, symbol, natural_face(s, seat, symbol))
    if target < SPACES:
        s.last[target] = seat - 1
        complete_ordeals(s)
    elif is_full(s.free[target]):
        helpers_on(s, target)
        clear_target(s, target)
        shut_aims(s, target)
        if target == DRAGON_TILE:
            push_back(s)
        elif target < FIRST_CURSE_TARGET:
            lift_dissipation(s, target - FIRST_DISSIPATION_TARGET)
        elif target < FIRST_TILE:
            lift_curse(s, target - FIRST_CURSE_TARGET)
        else:
            heal(s, target - FIRST_TILE)


@kernel
def push_back(s):
    """[6.7, 6.9] The dragon goes one back; a full ordeal that it leaves completes at once."""
    s.dragon -= 1
    if s.dragon == 0:
        remove_target(s, DRAGON_TILE)
    complete_ordeals(s)


@kernel
def move_dragon(s, steps):
    """[7.7] Towards the deck; the ordeal that it leaves completes when the spell is wholly resolved."""
    if s.dragon == 0:
        s.free[DRAGON_TILE, JOKER] = DRAGON_SPACES[s.seats - 3, JOKER]
    s.dragon = min(s.dragon + steps, DRAGON_WINS)
    if s.dragon == DRAGON_WINS:
        win(s, THE_WIZARD, BY_DRAGON)


@kernel
def lift_dissipation(s, card):
    """[6.8, 8.3]"""
    hero = s.dissipation[card]
    s.dissipation[card] = -1
    s.spell_gone |= 1 << (FIRST_DISSIPATION + card)
    remove_target(s, FIRST_DISSIPATION_TARGET + card)
    if card < 2 and s.dissipation[1 - card] != hero:  # his last vortex
        s.hand[hero + 1, UNROLLED] += s.locked[hero]
        s.locked[hero] = 0
        s.owes[hero] = 0


@kernel
def lift_curse(s, card):
    s.cursed[card] = 0
    s.spell_gone |= 1 << (FIRST_CURSE + card)
    remove_target(s, FIRST_CURSE_TARGET + card)


@kernel
def heal(s, hero):
    s.wounded[hero] = 0
    remove_target(s, FIRST_TILE + hero)
