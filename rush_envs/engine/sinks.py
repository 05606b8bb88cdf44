"""Where `observe` writes: a row of dense features, or the list of those that are not zero.

A game has one `observe`, which says what it sees by `put` and its kin. What becomes of that follows from the type of
`out`: numba compiles `observe` for an array, and once more for an `Active` if somebody wants that. Most features are
zero, so a list of the others is shorter, costs no zeroing, and is what a first layer of an embedding bag takes.

Every feature is put at most once, and a zero may be put or left out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from rush_envs.engine.jit import entry

PAD = -1  # in place of an index: the list has ended
_GUIDE = np.uint64(0x03F79D71B4CB0A89)  # a de Bruijn sequence: every six bits of it differ
_TOP = np.uint64(58)
_ONE = np.uint64(1)


def _bit_places() -> np.ndarray:
    places = np.zeros(64, np.int64)
    for k in range(64):
        places[(int(_GUIDE) << k) % (1 << 64) >> 58] = k
    return places


_PLACES = _bit_places()


class Active(NamedTuple):
    """The features that are not zero, of one row or of many: the first `counts` places, PAD in those that follow."""

    indices: Any  # (…, W) int16
    values: Any  # (…, W) int8
    counts: Any  # (…) int64; for one row an array of one number


def empty_lists(rows: int, width: int) -> Active:
    """For so many rows, each with room for `width` features and a place for what is not kept (see `_put_active`)."""
    shape = (rows, width + 1)
    return Active(np.full(shape, PAD, np.int16), np.zeros(shape, np.int8), np.zeros(rows, np.int64))


def _is_list(out: Any) -> bool:
    return isinstance(out, tuple | types.BaseTuple)


# ------------------------------------------------------------------------------------------------------------------
# For the drivers


def row_of(features, i):
    """Where row i of a batch's features is written."""
    return _active_row(features, i) if _is_list(features) else _dense_row(features, i)


def _dense_row(features, i):
    return features[i]


def _active_row(features, i):
    return Active(features.indices[i], features.values[i], features.counts[i : i + 1])


@overload(row_of)
def _row_of(features, i):
    return _active_row if _is_list(features) else _dense_row


def clear(out):
    """Before an observation: all features are zero."""
    (_clear_active if _is_list(out) else _clear_dense)(out)


def _clear_dense(out):
    out[:] = 0


def _clear_active(out):
    count = out.counts[0]
    out.indices[:count] = PAD
    out.values[:count] = 0
    out.counts[0] = 0


@overload(clear)
def _clear(out):
    return _clear_active if _is_list(out) else _clear_dense


def close(out):
    """After an observation: a list ends where it ends."""
    (_close_active if _is_list(out) else _close_dense)(out)


def _close_dense(out):
    pass


def _close_active(out):
    out.indices[out.counts[0]] = PAD
    out.values[out.counts[0]] = 0


@overload(close)
def _close(out):
    return _close_active if _is_list(out) else _close_dense


@entry
def spread(active, rows, features):
    """Dense features of the given rows from their active lists."""
    for k in range(rows.shape[0]):
        i = rows[k]
        features[i, :] = 0
        for place in range(active.counts[i]):
            features[i, active.indices[i, place]] = active.values[i, place]


# ------------------------------------------------------------------------------------------------------------------
# For the games. An active list never grows past its end; a contract test holds layouts to what they declare. Whether a
# feature is zero cannot be foreseen, and a wrong guess costs more than a store: a zero is written like the others, and
# the next one takes its place.


def put(out, index, value):
    """A feature has this value."""
    (_put_active if _is_list(out) else _put_dense)(out, index, value)


def _put_dense(out, index, value):
    out[np.uint64(index)] = value  # no index is negative: nothing is spent on looking whether it is


def _put_active(out, index, value):
    count = out.counts[0]
    out.indices[count] = index
    out.values[count] = value
    out.counts[0] = min(count + (value != 0), out.indices.shape[0] - 1)


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
    count, left = out.counts[0], np.uint64(bits)
    while left != 0 and count < out.indices.shape[0] - 1:
        rest = left & (left - _ONE)
        out.indices[count] = start + _PLACES[((left ^ rest) * _GUIDE) >> _TOP]
        out.values[count] = 1
        count += 1
        left = rest
    out.counts[0] = count


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
    count, most = out.counts[0], out.indices.shape[0] - 1
    for k in range(counts.shape[0]):
        out.indices[count] = start + k
        out.values[count] = counts[k]
        count = min(count + (counts[k] != 0), most)
    out.counts[0] = count


@overload(put_counts)
def _put_counts(out, start, counts):
    return _put_counts_active if _is_list(out) else _put_counts_dense


def put_steps(out, start, steps):
    """A thermometer: the first `steps` features from `start` on are 1."""
    (_put_steps_active if _is_list(out) else _put_steps_dense)(out, start, steps)


def _put_steps_dense(out, start, steps):
    out[start : start + steps] = 1


def _put_steps_active(out, start, steps):
    count = out.counts[0]
    steps = min(steps, out.indices.shape[0] - 1 - count)
    for k in range(steps):
        out.indices[count + k] = start + k
        out.values[count + k] = 1
    out.counts[0] = count + max(steps, 0)


@overload(put_steps)
def _put_steps(out, start, steps):
    return _put_steps_active if _is_list(out) else _put_steps_dense
