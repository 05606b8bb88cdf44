"""The decisions between two updates, as lists of the features that are not zero and of the actions that were legal."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rush_envs.engine.changes import ActionTable
from rush_envs.engine.jit import entry
from rush_envs.engine.sinks import Active

from ...policies.scoring import starts

GROWTH = 1.5  # a list that is full becomes so many times as long
UNWEIGHED = np.float32(-1e9)  # in place of a gain


class Decisions(NamedTuple):
    """The arrays of a memory, as kernels take them. Row k's features lie in `start[k]` to `start[k + 1]`."""

    start: Any
    indices: Any
    values: Any
    legal_start: Any
    legal: Any
    target: Any  # beside every legal action how likely it should become; all zero where nobody has said that
    gain: Any  # and what it brings more than that, or UNWEIGHED
    change_start: Any  # of what the legal actions change, as in `scoring.Lists`; empty for networks that do not ask
    change_indices: Any
    change_values: Any
    action: Any
    chance: Any  # logarithm of the probability that it had
    value: Any  # what the critic thought
    advantage: Any
    paid: Any  # what followed, as far as it is known
    known: Any


# What the arrays go on by: a decision, a feature of one, a legal answer, a change of an answer.
BY_DECISION = ("action", "chance", "value", "advantage", "paid", "known")
BY_FEATURE = ("indices", "values")
BY_ANSWER = ("legal", "target", "gain")
BY_CHANGE = ("change_indices", "change_values")
STARTS = ("start", "legal_start", "change_start")  # where those of the next one begin


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
                m.target[legal] = 0.0
                m.gain[legal] = UNWEIGHED
                legal += 1
        count += 1
        m.start[count] = place + active.counts[row]
        m.legal_start[count] = legal


@entry
def find_shown(m, found):  # type: ignore[no-untyped-def]
    """Which decisions have a target."""
    for row in range(found.shape[0]):
        for place in range(m.legal_start[row], m.legal_start[row + 1]):
            if m.target[place] > 0.0:
                found[row] = True


@entry
def point(places, actions, m):  # type: ignore[no-untyped-def]
    """At each of these decisions one action alone is right."""
    for k in range(places.shape[0]):
        for place in range(m.legal_start[places[k]], m.legal_start[places[k] + 1]):
            m.target[place] = m.legal[place] == actions[k]


@entry
def find_weighed(m, found):  # type: ignore[no-untyped-def]
    """Which decisions have a gain."""
    for row in range(found.shape[0]):
        for place in range(m.legal_start[row], m.legal_start[row + 1]):
            found[row] = found[row] or m.gain[place] > UNWEIGHED


def part_of(start: np.ndarray, kept: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of lists that follow one another, of which some are kept: where these begin now, and which of all parts stay."""
    counts = np.diff(start)
    return starts(counts[kept]), np.repeat(kept, counts)


class Memory:
    """Room for so many decisions; its arrays are made once and filled again and again."""

    def __init__(self, room: int) -> None:
        self.count = 0
        self.arrays = Decisions(
            np.zeros(room + 1, np.int64), np.zeros(64 * room, np.int16), np.zeros(64 * room, np.int8),
            np.zeros(room + 1, np.int64), np.zeros(8 * room, np.int16),
            np.zeros(8 * room, np.float32), np.zeros(8 * room, np.float32),
            np.zeros(1, np.int64), np.zeros(0, np.int16), np.zeros(0, np.int8),
            *(np.zeros(room, kind) for kind in (np.int64, *[np.float32] * 4, np.bool_)),
        )  # fmt: skip

    def clear(self) -> None:
        self.count = 0

    def known(self) -> np.ndarray:
        """The places of decisions whose consequences are known."""
        return np.flatnonzero(self.arrays.known[: self.count])

    def shown(self) -> np.ndarray:
        """The places of decisions of which somebody has said what is right."""
        found = np.zeros(self.count, np.bool_)
        find_shown(self.arrays, found)
        return np.flatnonzero(found)

    def weighed(self) -> Memory:
        """The decisions that were weighed."""
        found = np.zeros(self.count, np.bool_)
        find_weighed(self.arrays, found)
        return self.only(found)

    def only(self, rows: np.ndarray) -> Memory:
        """A copy of some decisions, in no more room than they need."""
        m, count = self.arrays, self.count
        start, features = part_of(m.start[: count + 1], rows)
        legal_start, answers = part_of(m.legal_start[: count + 1], rows)
        described = answers[: len(m.change_start) - 1]  # none, for networks that do not ask
        change_start, changes = part_of(m.change_start[: described.size + 1], described)
        parts = {"start": start, "legal_start": legal_start, "change_start": change_start}
        for names, kept in ((BY_DECISION, rows), (BY_FEATURE, features), (BY_ANSWER, answers), (BY_CHANGE, changes)):
            parts |= {name: getattr(m, name)[: kept.size][kept] for name in names}
        found = Memory(0)
        found.count, found.arrays = int(rows.sum()), m._replace(**parts)
        return found

    def note(self, active: Active, mask: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """What the asked seats of these rows see and may do; returns the decisions' places."""
        m = self.arrays
        self._grow("indices", int(m.start[self.count] + active.counts[rows].sum()))
        self._grow("values", len(self.arrays.indices))
        self._grow("legal", int(m.legal_start[self.count]) + int(np.count_nonzero(mask[rows])))
        self._grow("target", len(self.arrays.legal))
        self._grow("gain", len(self.arrays.legal))
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

    def point(self, places: np.ndarray, actions: np.ndarray) -> None:
        """One action alone is right at each of these decisions."""
        point(places, actions, self.arrays)

    def _grow(self, name: str, needed: int) -> None:
        array = getattr(self.arrays, name)
        if needed > len(array):
            longer = np.zeros(max(needed, int(GROWTH * len(array))), array.dtype)
            longer[: len(array)] = array
            self.arrays = self.arrays._replace(**{name: longer})
