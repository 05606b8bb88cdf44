"""The random stream of a record (splitmix64), written a second time; streams that will give wanted numbers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

GOLD, M1, M2, ALL = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, (1 << 64) - 1


class Stream:
    """Numbers from a record's stream, in Python's integers."""

    def __init__(self, word: int) -> None:
        self.word = int(word)

    def below(self, n: int) -> int:
        while True:
            self.word = (self.word + GOLD) & ALL
            z = self.word
            z = (z ^ z >> 30) * M1 & ALL
            z = (z ^ z >> 27) * M2 & ALL
            product = ((z ^ z >> 31) >> 32) * n
            if product & 0xFFFFFFFF >= ((1 << 32) - n) % n:
                return product >> 32

    def shuffled(self, pile: Iterable[int]) -> list[int]:
        """As the engine shuffles a pile."""
        order = list(pile)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


@cache
def stream_for(draws: tuple[tuple[int, ...], ...]) -> int:
    """A stream whose next numbers below n are these: n and the number, or n and the least and the most it may be."""
    words = np.random.default_rng(1).integers(0, 1 << 64, 1 << 17, np.uint64)
    while True:
        left = words
        for turn, (n, low, *high) in enumerate(draws, 1):
            z = left + np.uint64(turn * GOLD & ALL)
            z = (z ^ z >> np.uint64(30)) * np.uint64(M1)
            z = (z ^ z >> np.uint64(27)) * np.uint64(M2)
            number = ((z ^ z >> np.uint64(31)) >> np.uint64(32)) * np.uint64(n) >> np.uint64(32)
            left = left[(number >= low) & (number <= (high[0] if high else low))]
        for word in left.tolist():
            stream = Stream(word)
            if all(low <= stream.below(n) <= (high[0] if high else low) for n, low, *high in draws):
                return int(word)
        words = words + np.uint64(1)
