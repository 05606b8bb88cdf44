"""Nodes that are killed at random while a cluster works, and others that join in their place."""

from __future__ import annotations

import random
import time
from threading import Thread
from typing import Any, Self

KILLS = 20


class Killer:
    """Each time that so much more of the work is done, a node drawn by lot dies a moment later, raylet and workers, and
    a new one joins. The first node, which has no cores, stays."""

    def __init__(self, cluster: Any, work: int, *, seed: int = 0, kills: int = KILLS, **node: Any) -> None:
        self.cluster, self.node, self.kills = cluster, node, 0
        self._marks = [work * (k + 1) // (kills + 1) for k in range(kills)]
        self._done, self._luck = 0, random.Random(seed)
        self._thread: Thread | None = None

    def note(self, amount: int) -> None:
        """So much more is done. To be called by the main thread: Ray lets no other start nodes. Who is done sooner than
        nodes die waits for them, so that the number of kills depends on no clock."""
        self._done += amount
        self._replace(wait=False)
        while self._marks and self._done >= self._marks[0]:
            self._marks.pop(0)
            self._replace(wait=True)
            self._thread = Thread(target=self._kill, args=(self._luck.random(),))
            self._thread.start()

    def _replace(self, wait: bool) -> None:
        """A new node for the one that died."""
        if self._thread is not None and (wait or not self._thread.is_alive()):
            self._thread.join()
            self._thread = None
            self.cluster.add_node(**self.node)

    def _kill(self, delay: float) -> None:
        time.sleep(delay)
        victims = [node for node in self.cluster.list_all_nodes() if node is not self.cluster.head_node]
        self.cluster.remove_node(self._luck.choice(victims), allow_graceful=False)
        self.kills += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._thread is not None:
            self._thread.join()
