"""How long dice take in Rush Out!, as both sides of the rule of thumb reckon: see `greedy`."""

from __future__ import annotations

from functools import cache

import numpy as np

from rush_envs.games.rush_out.components import DISSIPATIONS, FACES, FORBIDS, JOKER
from rush_envs.kit import kernel

TICK = 16  # expected ticks are counted in sixteenths
NEVER = 1 << 20
MOST_DICE = 6  # two heroes', one more than the wizard's
BITS, DIGIT = 4, 15  # a need is a number with so many bits for each symbol


def _rolls() -> np.ndarray:
    """(spaces, symbols, most of one symbol, dice, joker): expected rolls, in sixteenths, until dice in hand fill the
    spaces, all that fit being placed after each roll. Spaces, symbols and the most of one name the pattern: no two with
    up to six spaces have all three in common. A joker fits any space, or none."""

    @cache
    def thrown(need: tuple[int, ...], dice: int, joker: int) -> dict[tuple[int, ...], float]:
        """What a roll may leave of a need, by chance."""
        if dice == 0 or not need:
            return {need: 1.0}
        chances: dict[tuple[int, ...], float] = {}
        hits = [*range(len(need)), *[0] * joker]
        for hit in [*hits, *[-1] * (FACES - len(hits))]:
            rest = need if hit < 0 else tuple(sorted((n - (k == hit) for k, n in enumerate(need)), reverse=True))
            for left, chance in thrown(tuple(n for n in rest if n), dice - 1, joker).items():
                chances[left] = chances.get(left, 0.0) + chance / FACES
        return chances

    @cache
    def rolls(need: tuple[int, ...], dice: int, joker: int) -> float:
        """Rolls until nothing is left, by those that change something."""
        if not need:
            return 0.0
        chances = thrown(need, dice, joker)
        later = sum(p * rolls(left, dice - sum(need) + sum(left), joker) for left, p in chances.items() if left != need)
        return (1.0 + later) / (1.0 - chances.get(need, 0.0))

    def patterns(spaces: int, most: int) -> list[tuple[int, ...]]:
        if spaces == 0:
            return [()]
        return [(n, *rest) for n in range(min(spaces, most), 0, -1) for rest in patterns(spaces - n, n)]

    table = np.full((MOST_DICE + 1, FACES, MOST_DICE + 1, MOST_DICE + 1, 2), NEVER, np.int64)
    for spaces in range(MOST_DICE + 1):
        for need in patterns(spaces, spaces):
            for dice in range(spaces, MOST_DICE + 1) if len(need) < FACES else ():
                for joker in (0, 1):
                    table[spaces, len(need), max(need, default=0), dice, joker] = TICK * rolls(need, dice, joker)
    return table


ROLLS = _rolls()


@kernel
def pack(spaces):
    """The free spaces of a target as a need."""
    need = 0
    for symbol in range(spaces.shape[0]):
        need |= spaces[symbol] << BITS * symbol
    return need


@kernel
def count(need):
    spaces = 0
    while need:
        spaces += need & DIGIT
        need >>= BITS
    return spaces


@kernel
def rolls_for(need, dice, covers, mate_covers, rollers):
    """Expected sixteenths until so many dice in hand fill a need: between never and always using a joker, by how many
    of the spaces the jokers of those who roll cover."""
    spaces, symbols, most, covered = 0, 0, 0, 0
    symbol = 0
    while need:
        n = need & DIGIT
        if n:
            spaces += n
            symbols += 1
            most = max(most, n)
            covered += n * ((covers >> symbol & 1) + (mate_covers >> symbol & 1))
        need >>= BITS
        symbol += 1
    if spaces == 0:
        return 0
    if dice < spaces:
        return NEVER
    slow, fast = ROLLS[spaces, symbols, most, dice, 0], ROLLS[spaces, symbols, most, dice, 1]
    return slow - (slow - fast) * covered // (spaces * rollers)


@kernel
def after_hand(need, hand, covers, barred):
    """What is left of a need when the rolled dice that fit are placed, the natural faces before the jokers."""
    for symbol in range(hand.shape[0] - 1):
        if hand[symbol] and not barred >> symbol & 1:
            need -= min(hand[symbol], need >> BITS * symbol & DIGIT) << BITS * symbol
    jokers = hand[JOKER]
    symbol = 0
    while jokers > 0 and symbol < JOKER:
        if need >> BITS * symbol & DIGIT and covers >> symbol & 1:
            need -= 1 << BITS * symbol
            jokers -= 1
        else:
            symbol += 1
    return need


@kernel
def barred_for(s, hero):
    """The set of symbols that dissipations forbid a hero."""
    barred = 0
    for card in range(2, DISSIPATIONS):
        if s.dissipation[card] == hero:
            barred |= 1 << FORBIDS[card]
    return barred
