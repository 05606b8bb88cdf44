"""Searching Coffee Rush."""

from __future__ import annotations

from rush_envs.jit import kernel

from .piles import arrange
from .settings import Settings

SETTINGS = Settings(depth=2)


@kernel
def settle(s, seat):
    arrange(s.deck, s.deck_size)
