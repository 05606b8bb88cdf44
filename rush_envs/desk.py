"""The desk of a crew: an int64 array where threads find their next block of rows, inside compiled code.

Blocks are numbered for ever, so that a thread that was put aside by the system cannot take an old block for a new one.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from rush_envs.jit import kernel

PATIENCE = 300_000  # looks at an empty desk before a helper falls asleep: less than a millisecond

# Places on the desk; those that threads fight for lie on cache lines of their own.
CLAIMED, FINISHED, OFFERED, FIRST, SIZE, COUNT, JOB = 0, 8, 16, 17, 18, 19, 20
DESK = 24
PICK, ADVANCE = 0, 1  # jobs


def _address(context: Any, builder: Any, array_type: Any, array: Any, place: Any) -> Any:
    data = make_array(array_type)(context, builder, array).data
    return cgutils.gep(builder, data, place)


@intrinsic
def load(typing: Any, array: Any, place: Any) -> Any:
    """The value now, and everything its writer had written before."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.load_atomic(_address(context, builder, array, *values), "acquire", 8)

    return types.int64(array, types.int64), generate


@intrinsic
def add(typing: Any, array: Any, place: Any, amount: Any) -> Any:
    """Adds, and shows everything written before to whoever loads the sum; returns the value before."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        address = _address(context, builder, array, *values[:2])
        return builder.atomic_rmw("add", address, values[2], "seq_cst")

    return types.int64(array, types.int64, types.int64), generate


@intrinsic
def swap(typing: Any, array: Any, place: Any, old: Any, new: Any) -> Any:
    """Writes `new` if the value is still `old`, and says whether it was."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        address = _address(context, builder, array, *values[:2])
        found = builder.cmpxchg(address, values[2], values[3], "seq_cst", "seq_cst")
        return builder.extract_value(found, 1)

    return types.boolean(array, types.int64, types.int64, types.int64), generate


@kernel
def claim(desk):
    """The place of a block that now belongs to the caller, counted from the first on the desk, or -1."""
    block = load(desk, CLAIMED)
    if block < load(desk, OFFERED) and swap(desk, CLAIMED, block, block + 1):
        return block - desk[FIRST]
    return -1


@kernel
def finish(desk):
    """The block last claimed is done."""
    add(desk, FINISHED, 1)


@kernel
def released(desk, helper, looks):
    """Whether a thread may leave: a helper that has waited long enough, the caller when every block is finished."""
    return looks > PATIENCE if helper else load(desk, FINISHED) == desk[OFFERED]
