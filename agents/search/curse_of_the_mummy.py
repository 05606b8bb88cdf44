"""Searching Curse of the Mummy, whose `determinize` deals hands, pawns and dice without looking at the old ones."""

from __future__ import annotations

from .settings import Settings

SETTINGS = Settings()
