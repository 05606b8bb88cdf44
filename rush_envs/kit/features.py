"""How `observe` says what is to be seen: `put` and its kin, which write features or the list of those not zero."""

from __future__ import annotations

from rush_envs.engine.jit import kernel
from rush_envs.engine.sinks import put, put_bits, put_counts, put_places, put_steps

__all__ = ["copy", "copy_rows", "put", "put_bits", "put_counts", "put_places", "put_steps"]


@kernel
def copy(source, piece):
    """A one-dimensional field."""
    for k in range(source.shape[0]):
        piece[k] = source[k]


@kernel
def copy_rows(source, piece):
    """A two-dimensional field, row after row."""
    width = source.shape[1]
    for row in range(source.shape[0]):
        copy(source[row], piece[row * width : (row + 1) * width])
