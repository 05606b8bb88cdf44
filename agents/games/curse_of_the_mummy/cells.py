"""How many cells a set has, for rules of thumb of Curse of the Mummy."""

from __future__ import annotations

from rush_envs.kit import inlined


@inlined
def count(word):
    """How many bits a word of at most 62 has."""
    pairs = word - (word >> 1 & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    bytes_ = fours + (fours >> 4) & 0x0F0F0F0F0F0F0F0F
    bytes_ += bytes_ >> 32
    bytes_ += bytes_ >> 16
    return bytes_ + (bytes_ >> 8) & 63
