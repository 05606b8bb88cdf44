"""Damage to a record, for tests of `check`: each invariant must speak up when its rule is broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from games.by_hand import Table
from rush_envs.contract import Game
from rush_envs.engine.records import broken_invariants

Damage = Callable[[np.record], object]


def store(name: str, value: Any) -> Damage:
    """Sets a whole field."""

    def damage(s: np.record) -> None:
        s[name] = value

    return damage


def put(name: str, place: Any, value: Any) -> Damage:
    """Sets one number of a field, or one row."""

    def damage(s: np.record) -> None:
        s[name][place] = value

    return damage


def add(name: str, place: Any, value: int) -> Damage:
    def damage(s: np.record) -> None:
        s[name][place] += value

    return damage


def both(*damages: Damage) -> Damage:
    """One after the other."""

    def damage(s: np.record) -> None:
        for one in damages:
            one(s)

    return damage


def assert_found(table: Table, damage: Damage, number: int) -> None:
    """All is well, and after the damage `check` gives the number of the invariant.

    The damaged record goes to `check` alone: other kernels need not cope with it.
    """
    table.check("before")
    records = table.batch.states.copy()
    damage(records[0])
    assert broken_invariants(table.game, records)[0] == number
    assert number in table.game.invariants


def rules_of(game: Game) -> dict[int, str]:
    """The rule that each invariant names."""
    return {number: words.split(":")[0] for number, words in game.invariants.items()}
