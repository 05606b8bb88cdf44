"""Kernels that write pieces of features. Slices are indexed from 0: an index that might be negative, as in
`out[start + k]`, keeps LLVM from vectorising the copy."""

from __future__ import annotations

from rush_envs.engine.jit import kernel


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
