"""PufferLib: two of its Ocean environments in C, called as their Python classes call them; without masks."""

from __future__ import annotations

import importlib.util
import os
import sys
from functools import partial
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from typing import Any

import numpy as np

from peers.protocol import Game, Work, serve

NO_MASK = "no mask: illegal moves are played, too"


def compiled(name: str) -> Any:
    """An environment's extension module; the wheel lacks the Python class around it.

    Its C function is called `step`, as one of the C library's: with DEEPBIND its own comes first.
    """
    (home,) = importlib.util.find_spec("pufferlib").submodule_search_locations  # type: ignore[union-attr]
    (path,) = (Path(home) / "ocean" / name).glob(f"cy_{name}.*.so")
    loader = ExtensionFileLoader(f"cy_{name}", str(path))
    sys.setdlopenflags(os.RTLD_NOW | os.RTLD_DEEPBIND)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))  # type: ignore[arg-type]
    loader.exec_module(module)
    return module


def batch(name: str, make: str, numbers: int, actions: int, size: int) -> Work:
    seen, chosen = np.zeros((size, numbers), np.float32), np.zeros(size, np.int32)
    rewards, ends = np.zeros(size, np.float32), np.zeros(size, np.uint8)
    env = getattr(compiled(name), make)(seen, chosen, rewards, ends, size, 100, 100, 10, 10)
    held = seen, rewards, ends  # the environment keeps addresses only
    env.reset()
    rng = np.random.default_rng(0)
    rounds = max(1, 1024 // size)

    def play() -> int:
        for _ in range(rounds):
            chosen[:] = rng.integers(0, actions, size, np.int32)
            env.step()
        assert len(held[0]) == size
        return rounds * size

    return play


def entry(name: str, make: str, numbers: int, actions: int, note: str) -> Game:
    work = partial(batch, name, make, numbers, actions)
    return Game(numbers, 0, partial(work, 1), work, note)


if __name__ == "__main__":
    serve(
        {
            "connect four": entry("connect4", "CyConnect4", 42, 7, f"{NO_MASK}; the opponent inside searches"),
            "triple triad": entry("tripletriad", "CyTripleTriad", 114, 15, f"{NO_MASK}; an opponent plays inside"),
        }
    )
