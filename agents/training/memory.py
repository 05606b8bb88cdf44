"""The decisions between two updates, as lists of the features that are not zero and of the actions that were legal."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rush_envs.engine.changes import ActionTable
from rush_envs.engine.jit import entry
from rush_envs.engine.sinks import Active

GROWTH = 1.5  # a list that is full becomes so many times as long


class Decisions(NamedTuple):
    """The arrays of a memory, as kernels take them. Row k's features lie in `start[k]` to `start[k + 1]`."""

    start: Any
    indices: Any
    values: Any
    legal_start: Any
    legal: Any
    change_start: Any  # of what the legal actions change, as in `scoring.Lists`; empty for networks that do not ask
    change_indices: Any
    change_values: Any
    action: Any
    chance: Any  # logarithm of the probability that it had
    value: Any  # what the critic thought
    advantage: Any
    paid: Any  # what followed, as far as it is known
    known: Any


@entry
def note(active, mask, rows, m, count):  # type: ignore[no-untyped-def]
    """Appends what the asked seats of these rows see and may do."""
    for k in range(rows.shape[0]):
        row, place, legal = rows[k], m.start[count], m.legal_start[count]
        for feature in range(active.counts[row]):
            m.indices[place + feature] = active.indices[row, feature]
            m.values[place + feature] = active.values[row, feature]
        for action in range(mask.shape[1]):
            if mask[row, action]:
                m.legal[legal] = action
                legal += 1
        count += 1
        m.start[count] = place + active.counts[row]
        m.legal_start[count] = legal


class Memory:
    """Room for so many decisions; its arrays are made once and filled again and again."""

    def __init__(self, room: int) -> None:
        self.count = 0
        self.arrays = Decisions(
            np.zeros(room + 1, np.int64), np.zeros(64 * room, np.int16), np.zeros(64 * room, np.int8),
            np.zeros(room + 1, np.int64), np.zeros(8 * room, np.int16),
            np.zeros(1, np.int64), np.zeros(0, np.int16), np.zeros(0, np.int8),
            *(np.zeros(room, kind) for kind in (np.int64, *[np.float32] * 4, np.bool_)),
        )  # fmt: skip

    def clear(self) -> None:
        self.count = 0

    def known(self) -> np.ndarray:
        """The places of decisions whose consequences are known."""
        return np.flatnonzero(self.arrays.known[: self.count])

    def note(self, active: Active, mask: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """What the asked seats of these rows see and may do; returns the decisions' places."""
        m = self.arrays
        self._grow("indices", int(m.start[self.count] + active.counts[rows].sum()))
        self._grow("values", len(self.arrays.indices))
        self._grow("legal", int(m.legal_start[self.count]) + int(np.count_nonzero(mask[rows])))
        note(active, mask, rows, self.arrays, self.count)
        self.count += rows.size
        return np.arange(self.count - rows.size, self.count)

    def note_changes(self, table: ActionTable) -> None:
        """What the legal actions of the decisions noted last change, in the same order."""
        m, count = self.arrays, table.action.size
        end = int(m.legal_start[self.count])
        before = int(m.change_start[end - count]) if end > count else 0
        self._grow("change_start", end + 1)
        self._grow("change_indices", before + table.indices.size)
        self._grow("change_values", len(self.arrays.change_indices))
        m = self.arrays
        m.change_start[end - count : end + 1] = table.start
        m.change_start[end - count : end + 1] += before
        m.change_indices[before : before + table.indices.size] = table.indices
        m.change_values[before : before + table.values.size] = table.values

    def _grow(self, name: str, needed: int) -> None:
        array = getattr(self.arrays, name)
        if needed > len(array):
            longer = np.zeros(max(needed, int(GROWTH * len(array))), array.dtype)
            longer[: len(array)] = array
            self.arrays = self.arrays._replace(**{name: longer})
