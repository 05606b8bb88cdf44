"""Where `observe` writes: a row of dense features, or the list of those that are not zero.

A game has one `observe`, which says what it sees by `put` and its kin. What becomes of that follows from the type of
`out`: numba compiles `observe` for an array, and once more for a list if somebody wants that. Most features are zero,
so a list of the others is shorter, costs no zeroing, and is what a first layer of an embedding bag takes.

A list is a record, as a game is: a kernel gets one address, and numba counts no references to it.

Every feature is put at most once, and a zero may be put or left out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from rush_envs.engine.jit import entry, inlined
from rush_envs.engine.kernels.plain import PlainRecord
from rush_envs.engine.kernels.primitives import RUN, length, lowest_bit, set_length, write, write_run

PAD = -1  # in place of an index: the list has ended
_INLINE: Any = {"forceinline": True}


class Active(NamedTuple):
    """The features that are not zero, row by row: the first `counts` places, PAD in those that follow."""

    indices: np.ndarray  # (N, W) int16
    values: np.ndarray  # (N, W) int8
    counts: np.ndarray  # (N,) int64


def empty_lists(rows: int, width: int) -> np.ndarray:
    """(rows,) lists with room for `width` features each."""
    places = ((1 << width.bit_length()) + RUN,)  # see `_place`
    numbers = [(name, np.int64) for name in ("count", "former", "width")]
    features = [("indices", np.int16, places), ("values", np.int8, places)]
    lists = np.zeros(rows, np.dtype((np.record, np.dtype([*numbers, *features], align=True))))
    lists["width"], lists["indices"] = width, PAD
    return lists


def read(lists: np.ndarray, width: int) -> Active:
    """What is in lists of such a width, as it changes."""
    return Active(lists["indices"][:, :width], lists["values"][:, :width], lists["count"])


def _is_list(out: Any) -> bool:
    return isinstance(out, types.Record | PlainRecord)


# ------------------------------------------------------------------------------------------------------------------
# For the drivers


def clear(out):
    """Before an observation: all features are zero."""
    (_clear_active if _is_list(out) else _clear_dense)(out)


def _clear_dense(out):
    out[:] = 0


def _clear_active(out):
    out.former = out.count
    set_length(out, 0)


@overload(clear)
def _clear(out):
    return _clear_active if _is_list(out) else _clear_dense


def close(out):
    """After an observation: a list ends where it ends."""
    (_close_active if _is_list(out) else _close_dense)(out)


def _close_dense(out):
    pass


def _close_active(out):
    """What was put has overwritten the former list; what is left of that goes, and what was put in excess."""
    count = min(length(out), out.width)
    set_length(out, count)
    for place in range(count, count + RUN):
        write(out, place, PAD, 0)
    for place in range(count + RUN, out.former):
        write(out, place, PAD, 0)


@overload(close)
def _close(out):
    return _close_active if _is_list(out) else _close_dense


@entry
def spread(lists, rows, features):
    """Dense features of the given rows from their lists."""
    for k in range(rows.shape[0]):
        i = rows[k]
        features[i, :] = 0
        for place in range(lists[i].count):
            features[i, lists[i].indices[place]] = lists[i].values[place]


# ------------------------------------------------------------------------------------------------------------------
# For the games. Whether a feature is zero cannot be foreseen, and a wrong guess costs more than a store: a zero is
# written like the others, and the next one takes its place.


@inlined
def _place(count, places):
    """Where the next feature of a list is written. There are a power of two of places, more than the list may have, and
    room for a run: a list that outgrows them begins anew, and `close` cuts it. A contract test holds layouts to what
    they declare."""
    return count & (places - RUN - 1)


def put(out, index, value):
    """A feature has this value."""
    (_put_active if _is_list(out) else _put_dense)(out, index, value)


def _put_dense(out, index, value):
    out[np.uint64(index)] = value  # no index is negative: nothing is spent on looking whether it is


def _put_active(out, index, value):
    count = length(out)
    write(out, _place(count, out.indices.shape[0]), index, value)
    set_length(out, count + (value != 0))


@overload(put)
def _put(out, index, value):
    return _put_active if _is_list(out) else _put_dense


def put_bits(out, start, bits, width):
    """Feature `start + k` is bit k of `bits`, for k below `width` (at most 63); no bit is set from there on."""
    (_put_bits_active if _is_list(out) else _put_bits_dense)(out, start, bits, width)


def _put_bits_dense(out, start, bits, width):
    piece = out[start : start + width]
    for k in range(width):
        piece[k] = bits >> k & 1


def _put_bits_active(out, start, bits, width):
    count, left = length(out), np.int64(bits)
    while left != 0:
        write(out, _place(count, out.indices.shape[0]), start + lowest_bit(left), 1)
        count += 1
        left &= left - 1
    set_length(out, count)


@overload(put_bits)
def _put_bits(out, start, bits, width):
    return _put_bits_active if _is_list(out) else _put_bits_dense


def put_counts(out, start, counts):
    """Feature `start + k` is `counts[k]`: a one-dimensional field."""
    (_put_counts_active if _is_list(out) else _put_counts_dense)(out, start, counts)


def _put_counts_dense(out, start, counts):
    piece = out[start : start + counts.shape[0]]
    for k in range(counts.shape[0]):
        piece[k] = counts[k]


def _put_counts_active(out, start, counts):
    count = length(out)
    for k in range(counts.shape[0]):
        write(out, _place(count, out.indices.shape[0]), start + k, counts[k])
        count += counts[k] != 0
    set_length(out, count)


@overload(put_counts, jit_options=_INLINE)
def _put_counts(out, start, counts):
    return _put_counts_active if _is_list(out) else _put_counts_dense


def put_steps(out, start, steps):
    """A thermometer: the first `steps` features from `start` on are 1."""
    (_put_steps_active if _is_list(out) else _put_steps_dense)(out, start, steps)


def _put_steps_dense(out, start, steps):
    out[start : start + steps] = 1


def _put_steps_active(out, start, steps):
    count = length(out)
    for k in range(steps):
        write(out, _place(count + k, out.indices.shape[0]), start + k, 1)
    set_length(out, count + max(steps, 0))


@overload(put_steps)
def _put_steps(out, start, steps):
    return _put_steps_active if _is_list(out) else _put_steps_dense


def put_ones(out, start, places, number):
    """The features `start + places[k]` are 1, for k below `number`: of an int16 array of RUN numbers."""
    (_put_ones_active if _is_list(out) else _put_ones_dense)(out, start, places, number)


def _put_ones_dense(out, start, places, number):
    for k in range(number):
        out[np.uint64(start + places[k])] = 1


def _put_ones_active(out, start, places, number):
    count = length(out)
    write_run(out, _place(count, out.indices.shape[0]), start, places)  # what is too much is overwritten
    set_length(out, count + number)


@overload(put_ones, jit_options=_INLINE)
def _put_ones(out, start, places, number):
    return _put_ones_active if _is_list(out) else _put_ones_dense


def put_each(out, start, places, values):
    """Feature `start + places[k]` is `values[k]`."""
    (_put_each_active if _is_list(out) else _put_each_dense)(out, start, places, values)


def _put_each_dense(out, start, places, values):
    for k in range(places.shape[0]):
        out[np.uint64(start + places[k])] = values[k]


def _put_each_active(out, start, places, values):
    count = length(out)
    for k in range(places.shape[0]):
        write(out, _place(count, out.indices.shape[0]), start + places[k], values[k])
        count += values[k] != 0
    set_length(out, count)


@overload(put_each, jit_options=_INLINE)
def _put_each(out, start, places, values):
    return _put_each_active if _is_list(out) else _put_each_dense
