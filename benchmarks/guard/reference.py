"""The denominators of the ratios: two fixed pieces of work that know nothing of this package and must never change.

A faster machine does them faster, as it does ours; so what is stored are ratios, good for any machine of the kind.
Compiled doors are measured against `compiled`, those whose time goes into Python against `interpreted`.
"""

from __future__ import annotations

from collections.abc import Callable

import numba
import numpy as np

GAMES, CELLS, MOVES = 1024, 512, 20
Loop = Callable[[], int]


@numba.njit
def _move(boards: np.ndarray, seen: np.ndarray, streams: np.ndarray) -> None:
    """What games do, for every board: random numbers, choices that nobody can foresee, a few cells, a wide row anew."""
    for i in range(boards.shape[0]):
        board, row, word = boards[i], seen[i], streams[i]
        row[:] = 0
        for _ in range(4):
            word += np.uint64(0x9E3779B97F4A7C15)
            z = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            z ^= z >> np.uint64(31)
            cell = np.int64(z & np.uint64(CELLS - 1))
            if z & np.uint64(1 << 40):
                board[cell] = (board[cell] + 1) & 7
            else:
                board[CELLS - 1 - cell] = 0
            total = 0
            for k in range(CELLS // 8):
                total += board[8 * k + (cell & 7)] == board[cell]
            row[total] = 1
        for k in range(CELLS):
            row[2 * k] = board[k]
        streams[i] = word


def compiled() -> Loop:
    """A batch of made-up boards, moved by one kernel."""
    boards, seen = np.zeros((GAMES, CELLS), np.int8), np.zeros((GAMES, 2 * CELLS), np.int8)
    streams = np.arange(GAMES, dtype=np.uint64)

    def work() -> int:
        for _ in range(MOVES):
            _move(boards, seen, streams)
        return MOVES * GAMES

    return work


class _Board:
    """One made-up game as doors keep theirs: attributes, dictionaries, small arrays."""

    def __init__(self) -> None:
        self.cells, self.turn, self.agents = np.zeros(CELLS, np.int8), 0, ["first", "second"]
        self.rewards = dict.fromkeys(self.agents, 0.0)

    def move(self, action: int) -> dict[str, np.ndarray]:
        agent = self.agents[self.turn]
        self.cells[action] = (int(self.cells[action]) + 1) % 8
        self.rewards[agent] += 0.5
        self.turn = 1 - self.turn
        return {"observation": self.cells.astype(np.float32), "action_mask": (self.cells == 0).astype(np.int8)}


def interpreted() -> Loop:
    """One made-up board, moved by Python and small calls of numpy."""
    board, word = _Board(), 1

    def work() -> int:
        nonlocal word
        for _ in range(500):
            word = word * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
            seen = board.move((word >> 33) % CELLS)
            legal = np.flatnonzero(seen["action_mask"])
            if legal.size < CELLS // 2:
                board.cells[:] = 0
        return 500

    return work
