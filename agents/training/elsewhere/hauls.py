"""Decisions on their way: what a memory holds, without the room that is left in it, and several of them as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..learner.memory import STARTS, Decisions, Memory


class Haul(NamedTuple):
    """What one troupe has decided in one go."""

    phase: str  # of the lesson
    decisions: Decisions
    results: list[tuple[np.ndarray, ...]]  # for the league
    cpu: float  # seconds that it took
    refusal: str = ""  # why this node cannot take part; then there is nothing else


def trimmed(memory: Memory) -> Decisions:
    """Copies of what is in use."""
    return memory.only(np.ones(memory.count, np.bool_)).arrays


def merged(hauls: Sequence[Decisions]) -> Memory:
    """All of them one after the other, to learn from."""
    memory = Memory(0)
    memory.count = sum(len(haul.action) for haul in hauls)
    memory.arrays = Decisions(*(_one_after_the_other(name, hauls) for name in Decisions._fields))
    return memory


def _one_after_the_other(name: str, hauls: Sequence[Decisions]) -> np.ndarray:
    parts = [getattr(haul, name) for haul in hauls]
    if name not in STARTS:
        return np.concatenate(parts)
    before = np.cumsum([0, *(part[-1] for part in parts)])
    shifted = [part[:-1] + first for part, first in zip(parts, before, strict=False)]
    return np.concatenate([*shifted, before[-1:]])
