"""The desk of a team of threads: an int64 array where they find their next block of rows, inside compiled code.

Blocks are numbered for ever, so that a thread that was put aside by the system cannot take an old block for a new one.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from rush_envs.engine.jit import kernel

# Places on the desk; those that threads fight for lie on cache lines of their own.
CLAIMED, FINISHED, OFFERED, FIRST, SIZE, COUNT, JOB = 0, 8, 16, 17, 18, 19, 20
DESK = 24
PICK_JOB, ADVANCE_JOB = 0, 1


def _place(builder: Any, address: Any, place: Any) -> Any:
    """A pointer to one of the desk's numbers."""
    return builder.gep(builder.inttoptr(address, ir.IntType(64).as_pointer()), [place])


@intrinsic
def load(typing: Any, address: Any, place: Any) -> Any:
    """The value now, and everything its writer had written before."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.load_atomic(_place(builder, *values), "acquire", 8)

    return types.int64(types.uintp, types.int64), generate


@intrinsic
def add(typing: Any, address: Any, place: Any, amount: Any) -> Any:
    """Adds, and shows everything written before to whoever loads the sum; returns the value before."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.atomic_rmw("add", _place(builder, *values[:2]), values[2], "seq_cst")

    return types.int64(types.uintp, types.int64, types.int64), generate


@intrinsic
def swap(typing: Any, address: Any, place: Any, old: Any, new: Any) -> Any:
    """Writes `new` if the value is still `old`, and says whether it was."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        found = builder.cmpxchg(_place(builder, *values[:2]), values[2], values[3], "seq_cst", "seq_cst")
        return builder.extract_value(found, 1)

    return types.boolean(types.uintp, types.int64, types.int64, types.int64), generate


@kernel
def offer(desk, count, job, blocks):
    """Puts `count` rows on the desk, in so many blocks; all that was offered before must be finished."""
    desk[FIRST] = desk[OFFERED]
    desk[SIZE] = (count + blocks - 1) // blocks
    desk[COUNT] = count
    desk[JOB] = job
    add(desk.ctypes.data, OFFERED, blocks)


@kernel
def claim(desk):
    """The place of a block that now belongs to the caller, counted from the first on the desk, or -1."""
    address = desk.ctypes.data
    block = load(address, CLAIMED)
    if block < load(address, OFFERED) and swap(address, CLAIMED, block, block + 1):
        return block - desk[FIRST]
    return -1


@kernel
def finish(desk):
    """The block last claimed is done."""
    add(desk.ctypes.data, FINISHED, 1)


@kernel
def is_clear(desk):
    """Whether every block that was ever offered is done."""
    address = desk.ctypes.data
    return load(address, FINISHED) == load(address, OFFERED)
