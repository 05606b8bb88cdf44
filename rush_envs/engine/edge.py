"""What comes from outside is checked here, before any kernel sees it: numba does not check indices."""

from __future__ import annotations

import operator
import os
from typing import Any

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.drivers import FORFEIT
from rush_envs.engine.jit import entry, inlined
from rush_envs.errors import BadAction, BadOption, IllegalAction, hint, shown

GOOD, BAD_ROW, ENDED, NOT_LEGAL = 0, 1, 2, 3


def allows(mask, action):  # type: ignore[no-untyped-def]
    """Whether a mask, the legal actions of one seat, holds an action."""
    return 0 <= action < mask.shape[0] and mask[action] != 0


_allows = inlined(allows)


@entry
def examine(actions, rows, seen, tick, seat, mask, out):  # type: ignore[no-untyped-def]
    """The first fault of a step as (kind, position); legal actions go to `out`, FORFEIT for the others."""
    fault, place = GOOD, -1
    for k in range(rows.shape[0]):
        i = rows[k]
        if i < 0 or i >= seat.shape[0] or seen[i] == tick:
            return BAD_ROW, k
        seen[i] = tick
        if seat[i] < 0:
            return ENDED, k
        if _allows(mask[i], actions[k]):
            out[k] = actions[k]
        else:
            out[k] = FORFEIT
            if fault == GOOD:
                fault, place = NOT_LEGAL, k
    return fault, place


def checked_seed(seed: Any) -> int:
    """A seed as a 64-bit word; None takes one from the system."""
    if seed is None:
        return int.from_bytes(os.urandom(8), "little")
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 1 << 64:
        raise BadOption(f"seed={shown(seed)}: give a whole number from 0 to 2**64 - 1, or None")
    return int(seed)


def checked_words(name: str, values: Any, count: int, most: int = (1 << 64) - 1) -> np.ndarray:
    """So many whole numbers from 0 to `most`, uint64; a single one stands for all."""
    given = values.tolist() if isinstance(values, np.ndarray) else values
    each = list(given) if isinstance(given, list | tuple) else [given] * count
    if len(each) != count:
        raise BadOption(f"{len(each)} {name}; give one for each of the {count} rows")
    for value in each:
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 0 <= value <= most:
            raise BadOption(f"{name} holds {shown(value)}; give whole numbers from 0 to {most}")
    return np.array([int(value) for value in each], np.uint64)


def checked_count(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
        raise BadOption(f"{name}={shown(value)}: give a whole number from {low} to {high}")
    return int(value)


def checked_choice(name: str, value: Any, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise BadOption(f"{name}={shown(value)}: {hint(value, known)}")
    return str(value)


def checked_flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool | np.bool_):
        raise BadOption(f"{name}={shown(value)}: give True or False")
    return bool(value)


def whole_numbers(name: str, values: Any, shape: tuple[int, ...] | None, *, ndmin: int = 0) -> np.ndarray:
    """An int64 array of the given shape, or `BadAction` with what was wrong; `ndmin=1` also takes a single number."""
    try:
        array = np.array(values, copy=None, ndmin=ndmin)
    except Exception as error:  # an object may say what it likes when it is asked for an array
        raise BadAction(f"{name} are no array of whole numbers ({type(error).__name__})") from None
    if array.dtype.kind not in "iu" or (array.dtype == np.uint64 and array.size and array.max() >= 1 << 63):
        raise BadAction(f"{name} have dtype {array.dtype}; give whole numbers (an integer dtype) within int64")
    if array.ndim != 1 or (shape is not None and array.shape != shape):
        wanted = f"shape {shape}" if shape is not None else "one dimension"
        raise BadAction(f"{name} have shape {array.shape}; give {wanted}, one for each row")
    return array.astype(np.int64)


def whole_number(action: Any) -> int:
    """One action as a Python int, or `BadAction`."""
    if type(action) is int:
        return action
    if isinstance(action, bool | np.bool_):
        raise BadAction(f"action {shown(action)} is a truth value; give the action's number")
    try:
        return operator.index(action)
    except Exception:
        raise BadAction(f"action {shown(action)} is a {type(action).__name__}; give a whole number") from None


def read_only(array: np.ndarray) -> np.ndarray:
    """A view that cannot be written, nor made writable, nor resized."""
    bare: Any = array.view(np.uint8).reshape(-1)
    return np.frombuffer(memoryview(bare).toreadonly(), array.dtype).reshape(array.shape)


def checked_answer(game: Game, action: Any, mask: np.ndarray, where: str, illegal: str) -> int:
    """One answer as a number; one that the rules do not allow is an error, or with `lose` FORFEIT."""
    number = whole_number(action)
    if allows(mask, number):
        return number
    if illegal == "raise":
        raise illegal_action(game, number, mask, where)
    return FORFEIT


def illegal_action(game: Game, action: int, mask: np.ndarray, where: str) -> IllegalAction:
    """The error for an action the rules do not allow: in words, with some that they do."""
    size = game.actions.size
    words = (
        f"{action} ({game.describe(action)})"
        if 0 <= action < size
        else f"{shown(action)} (ids run from 0 to {size - 1})"
    )
    legal = np.flatnonzero(mask)
    some = ", ".join(f"{a} ({game.describe(a)})" for a in legal[:3])
    more = f" and {legal.size - 3} more" if legal.size > 3 else ""
    return IllegalAction(f"{where}: action {words} is not legal now; legal: {some}{more}. The state is unchanged.")


class Shown:
    """A public array of a batch, which a step trusts: read only, not to be resized, and not to be replaced."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, batch: Any, owner: type) -> np.ndarray:
        shown: np.ndarray = batch._shown[self.name]
        return shown

    def __set__(self, batch: Any, value: Any) -> None:
        raise AttributeError(f"{self.name} belongs to the batch; change games by step, reset, ask and load")
