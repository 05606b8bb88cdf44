"""Decisions on their way: what a memory holds, without the room that is left in it, and several of them as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..learner.memory import BY_ANSWER, BY_CHANGE, BY_FEATURE, STARTS, Decisions, Memory


class Haul(NamedTuple):
    """What one troupe has decided in one go."""

    phase: str  # of the lesson
    decisions: Decisions
    results: list[tuple[np.ndarray, ...]]  # for the league
    cpu: float  # seconds that it took
    refusal: str = ""  # why this node cannot take part; then there is nothing else


def trimmed(memory: Memory) -> Decisions:
    """Copies of what is in use."""
    m, count = memory.arrays, memory.count
    answers = int(m.legal_start[count])
    described = len(m.change_start) > answers  # networks that do not ask have no changes
    changes = int(m.change_start[answers]) if described else 0
    ends = dict.fromkeys(BY_FEATURE, int(m.start[count])) | dict.fromkeys(BY_ANSWER, answers)
    ends |= dict.fromkeys(BY_CHANGE, changes) | dict.fromkeys(("start", "legal_start"), count + 1)
    ends["change_start"] = answers + 1 if described else 1
    return Decisions(*(array[: ends.get(name, count)].copy() for name, array in m._asdict().items()))


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
