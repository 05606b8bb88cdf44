"""The rule of thumb of Nim, which happens to be perfect: leave heaps whose sizes add to zero without carrying."""

from __future__ import annotations

from nim_for_rush_envs.components import HEAPS, LARGEST
from rush_envs.kit import kernel


@kernel
def greedy(s, seat, mask):
    """An action of the mask. The record is imagined for the seat: it holds nothing that the seat may not know."""
    fallback = -1
    for action in range(HEAPS * LARGEST):
        if mask[action]:
            if leaves_a_lost_game(s, action):
                return action
            if fallback < 0:
                fallback = action  # take little and hope
    return fallback


@kernel
def leaves_a_lost_game(s, action):
    """Once no heap has more than one token, the misère game wants an odd number of heaps left."""
    total = 0
    highest = 0
    for heap in range(HEAPS):
        size = s.heap[heap] - (action % LARGEST + 1 if heap == action // LARGEST else 0)
        total ^= size
        highest = max(highest, size)
    return total == (s.misere if highest <= 1 else 0)
