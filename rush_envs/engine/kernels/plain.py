"""Records for `NUMBA_DISABLE_JIT=1`: the same rules as plain Python, for debuggers, coverage and as an oracle.

numba computes with 64-bit integers, bare numpy records do not: `144 + np.int8(1)` raises under NumPy 2. These
proxies hand out Python ints, refuse a store that would wrap and an index that is negative: stricter than the jit.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from rush_envs.errors import BadGame, hint


def _out(value: Any) -> Any:
    kind = type(value)
    if kind is np.ndarray:
        return PlainArray(value)
    if kind is np.record:
        return PlainRecord(value)
    return value if kind is np.uint64 else value.item()  # the random stream must wrap as 64 bits do


def _check_index(index: Any) -> None:
    if type(index) is int and index >= 0:  # nearly always
        return
    for part in index if isinstance(index, tuple) else (index,):
        if not isinstance(part, slice) and part < 0:
            raise IndexError(f"negative index {index}: the jitted kernel would write elsewhere")


class PlainArray:
    """An array that counts in Python ints and knows no negative index."""

    __slots__ = ("array",)

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __getitem__(self, index: Any) -> Any:
        _check_index(index)
        return _out(self.array[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        _check_index(index)
        self.array[index] = _bare(value)

    def __len__(self) -> int:
        return len(self.array)

    def reshape(self, *shape: int) -> PlainArray:
        return PlainArray(self.array.reshape(*shape))

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def size(self) -> int:
        return self.array.size


_read = np.void.__getitem__  # that of np.record is written in Python


class PlainRecord:
    """One game: fields by name, as a kernel sees them."""

    __slots__ = ("record",)
    record: np.record

    def __init__(self, record: np.record) -> None:
        object.__setattr__(self, "record", record)

    def __getattr__(self, name: str) -> Any:
        try:
            return _out(_read(self.record, name))
        except ValueError:
            raise self._unknown(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in (self.record.dtype.names or ()):
            raise self._unknown(name)
        self.record[name] = value

    def _unknown(self, name: str) -> BadGame:
        kernel = sys._getframe(2)
        place = f"{kernel.f_code.co_name} ({kernel.f_code.co_filename}, line {kernel.f_lineno})"
        return BadGame(f"{place}: the record has no field {name!r}; {hint(name, self.record.dtype.names or ())}")


def _bare(value: Any) -> Any:
    if isinstance(value, PlainArray):
        return value.array
    return value.record if isinstance(value, PlainRecord) else value


def _wrapped(value: Any) -> Any:
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(_wrapped, value))
    return PlainArray(value) if isinstance(value, np.ndarray) else value


def accept_records(driver: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps the arrays given to a driver, so that everything below it counts in Python ints."""

    @functools.wraps(driver)
    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):  # the random stream wraps on purpose
            return driver(*map(_wrapped, arguments))

    return call
