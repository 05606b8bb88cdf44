"""What all nodes must have in common, so that it does not matter which of them computes something."""

from __future__ import annotations

import platform
import socket
import zlib
from collections.abc import Mapping

import numba
import numpy as np

from rush_envs.engine.kernels.sources import digest
from rush_envs.version import __version__

SOURCES = "sources"


def likeness(*modules: str) -> dict[str, str]:
    """Of this node, for what these modules can reach."""
    return {
        "rush_envs": __version__,
        SOURCES: digest(frozenset(modules)),
        "Python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "zlib": zlib.ZLIB_RUNTIME_VERSION,  # packs replays
    }


def unlikeness(wanted: Mapping[str, str], found: Mapping[str, str]) -> str:
    """In words, what a node has otherwise; empty if nothing."""
    return ", ".join(
        f"its {name} is {found.get(name)}, not {value}" for name, value in wanted.items() if found.get(name) != value
    )


def refusal(words: str) -> str:
    """This node by its name, and why it cannot take part."""
    return f"node {socket.gethostname()}: {words}; install the same on every node"
