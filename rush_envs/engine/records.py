"""The one gate for records from outside: nothing passes it that a kernel could trip over.

numba does not check indices, so a record is looked at before any kernel sees it: first that every value lies within
the range its field declares, then that it belongs to a game of this configuration, then the engine's own header, and
only then by the game's `check`, which may rely on all of that.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rush_envs.contract import Config, Game
from rush_envs.engine.drivers import BEGIN, Buffers, drivers_of
from rush_envs.errors import BadRecord


def blank(game: Game, config: Config) -> np.ndarray:
    """One record that knows nothing but the teams: what every game begins with."""
    record = np.zeros(1, game.state.dtype)
    record["team"] = -1
    record["team"][0, : config.num_players] = game.teams(config)
    return record


def begun(game: Game, config: Config) -> np.ndarray:
    """One record of a game of this configuration that has just begun."""
    one, flag = np.zeros(1, np.int64), np.zeros(1, np.bool_)
    states, features = np.zeros(1, game.state.dtype), np.zeros((1, 0), np.int8)
    mask, reward = np.zeros((1, game.actions.size), np.int8), np.zeros((1, config.num_players), np.float32)
    buffers = Buffers(
        states, one.copy(), features, mask, reward, flag, flag.copy(), np.zeros_like(states), blank(game, config),
        config.pack(), np.zeros(1, np.uint64), one.copy(), 0, 1.0, False, False,
    )  # fmt: skip
    drivers_of(game).advance_rows(buffers, one, np.array([BEGIN]))
    return states


def admitted(game: Game, fresh: np.ndarray, records: Any, count: int) -> np.ndarray:
    """A copy of `count` records that are sound positions of this configuration, or `BadRecord`.

    `fresh` is one record of a game that has just begun (`begun`): its fixed fields are those of every position.
    """
    dtype = game.state.dtype
    if not isinstance(records, np.ndarray) or records.dtype != dtype or records.shape != (count,):
        raise BadRecord(f"give an array of {count} records of {game.name}, as `states` holds them")
    copy = np.empty(count, dtype)  # of our own type: kernels are compiled for that one
    copy[:] = records
    _check_ranges(game, copy)
    _check_configuration(game, fresh, copy)
    _check_header(copy)
    broken = broken_invariants(game, copy)
    if broken.any():
        row = int(np.flatnonzero(broken)[0])
        words = game.invariants.get(int(broken[row]), f"invariant {broken[row]}")
        raise BadRecord(f"row {row}: not a possible position: {words}")
    return copy


def _check_ranges(game: Game, records: np.ndarray) -> None:
    found = game.state.outside(records)
    if found is None:
        return
    row, name, index, value = found
    low, high = game.state.low[name][index], game.state.high[name][index]
    raise BadRecord(f"row {row}: {_element(name, index)} is {value}; it lies between {low} and {high}")


def _check_configuration(game: Game, fresh: np.ndarray, records: np.ndarray) -> None:
    for name in game.state.fixed:
        wrong = np.argwhere(records[name] != fresh[name])
        if len(wrong):
            row, *index = (int(k) for k in wrong[0])
            value, wanted = records[name][(row, *index)], fresh[name][(0, *index)]
            raise BadRecord(
                f"row {row}: {_element(name, tuple(index))} is {value}, but {wanted} in this batch's configuration"
            )


def _check_header(records: np.ndarray) -> None:
    done, over = records["done"] == 1, (records["done"] | records["truncated"]) == 1
    faults = {
        "done and truncated are never both 1": (records["done"] & records["truncated"]) == 1,
        "a seat that is active has no player": records["active"] >> records["seats"] != 0,
        "somebody is active exactly while the game goes on": over == (records["active"] != 0),
        "ply is less than max_steps while the game goes on": ~over & (records["ply"] >= records["max_steps"]),
        "there are outcomes exactly once a game is done": done != (records["outcome"] != 0).any(axis=1),
    }
    for words, wrong in faults.items():
        if wrong.any():
            raise BadRecord(f"row {int(wrong.argmax())}: {words}")


def _element(name: str, index: tuple[int, ...]) -> str:
    return name + (f"[{', '.join(map(str, index))}]" if index else "")


def broken_invariants(game: Game, records: np.ndarray) -> np.ndarray:
    """For each record 0, or the number of the first broken invariant (`game.invariants` has the words)."""
    broken = np.zeros(len(records), np.int64)
    drivers_of(game).inspect(records, broken)
    return broken
