"""Searching Silver & Gold Pyramids."""

from __future__ import annotations

from rush_envs.games.silver_gold_pyramids.components import DRAWN, EXPEDITION
from rush_envs.games.silver_gold_pyramids.state import KEEP
from rush_envs.kit import kernel
from rush_envs.kit.piles import arrange

from ...search.settings import Settings

SETTINGS = Settings(ordered=True, margin=0.5, scale=0.2)
BY_NETWORK = Settings(depth=8)


@kernel
def settle(s, seat):
    if s.phase == KEEP:
        settle_deal(s, seat)
        return
    arrange(s.deck, s.deck_size)
    hidden = s.expedition[s.revealed :]
    arrange(hidden, EXPEDITION - s.revealed)


@kernel
def settle_deal(s, seat):
    """The cards of the others are as unknown as the deck: together in order, the highest to the others."""
    for other in range(s.seats):
        if other != seat:
            for k in range(DRAWN):
                s.deck[s.deck_size] = s.drawn[other, k]
                s.deck_size += 1
    arrange(s.deck, s.deck_size)
    for other in range(s.seats):
        if other != seat:
            for k in range(DRAWN):
                s.deck_size -= 1
                s.drawn[other, k] = s.deck[s.deck_size]
