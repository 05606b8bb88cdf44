"""Three operations on an int64 array that several threads may use at once, inside compiled code."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array


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
