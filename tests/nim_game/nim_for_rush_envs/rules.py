"""The rules of Nim: kernels on one record. They allocate nothing, raise nothing and know nothing of any door."""

from __future__ import annotations

from nim_for_rush_envs.components import HEAPS, LARGEST, OPENINGS, SEATS
from nim_for_rush_envs.config import ANY, MISERE, OPENING
from rush_envs.kit import below, kernel

INVARIANTS = {
    1: "every token lies in a heap or counts for a player",
    2: "one player is asked while the game goes on, and nobody after it",
    3: "the game is over when no token is left",
}


@kernel
def init(s, config):
    """NI-2: the heaps are laid out; seat 0 begins. The record is blank but for its header's seats, limit and teams."""
    opening = config[OPENING]
    if opening == ANY:
        opening = below(s, OPENINGS.shape[0])  # all chance comes from the record's own stream
    for heap in range(HEAPS):
        s.heap[heap] = OPENINGS[opening, heap]
        s.tokens += OPENINGS[opening, heap]
    s.misere = config[MISERE]
    s.active = 1  # bit k: seat k may answer


@kernel
def legal(s, seat, mask):
    """NI-3.1: any number of tokens from one heap. A seat that is not asked has no legal action."""
    if s.active >> seat & 1:
        for heap in range(HEAPS):
            for more in range(s.heap[heap]):
                mask[heap * LARGEST + more] = 1


@kernel
def step(s, seat, action):
    """NI-3.2: the tokens are taken and the other player is asked. The engine has made sure that the action is legal."""
    count = action % LARGEST + 1
    s.heap[action // LARGEST] -= count
    s.score[seat] += count
    s.last = seat
    s.active = 1 << 1 - seat
    s.done = left(s) == 0  # the engine then asks nobody any more and calls `outcome`


@kernel
def left(s):
    total = 0
    for heap in range(HEAPS):
        total += s.heap[heap]
    return total


@kernel
def outcome(s):
    """NI-4.1: who took the last token wins, or loses the misère game."""
    for seat in range(SEATS):
        s.outcome[seat] = 1 if (seat == s.last) != (s.misere == 1) else -1


@kernel
def determinize(s, seat):
    """Nothing is hidden, so there is nothing to draw anew; the engine has replaced the stream of chance already."""


@kernel
def check(s):
    """The number of the first broken invariant, 0 if all hold. The kit breaks records to see that this finds it."""
    if left(s) + s.score[0] + s.score[1] != s.tokens:
        return 1
    if (s.active == 1 or s.active == 2) == (s.done or s.truncated):
        return 2
    if left(s) == 0 and not s.done:
        return 3
    return 0
