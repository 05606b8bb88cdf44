"""Curse of the Mummy: each invariant of `check` speaks up when its rule is broken."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import rush_envs

GAME = rush_envs.game("curse_of_the_mummy")


def forge_an_ankh(s: np.ndarray) -> None:
    s["ankhs"][:, 1] += 1


def copy_a_card(s: np.ndarray) -> None:
    s["laid"][:, 0] = s["hand"][:, 1]


def miscount_a_colour(s: np.ndarray) -> None:
    s["colours"][:, 2, 3] += 1


def share_a_corridor(s: np.ndarray) -> None:
    s["cell"][:, :2] = 40


def stand_on_the_mummy(s: np.ndarray) -> None:
    s["mummy"] = 40
    s["cell"][:, 0] = 40


def lose_a_die(s: np.ndarray) -> None:
    s["locked"] = 0
    s["shown"][:] = (1, 1, 1, 1, 0)


def be_nowhere(s: np.ndarray) -> None:
    s["possible"][:, 2] = 0


def be_in_two_places(s: np.ndarray) -> None:
    s["possible"][:, 0] = (1 << 40, 0)
    s["cell"][:, 0] = 41
    s["phase"] = 0


def inflate_a_score(s: np.ndarray) -> None:
    s["score"][:, 0] += 1


def ask_nobody(s: np.ndarray) -> None:
    s["active"] = 0


@pytest.mark.parametrize(
    ("number", "damage"),
    [
        (1, forge_an_ankh),
        (2, copy_a_card),
        (2, miscount_a_colour),
        (3, share_a_corridor),
        (3, stand_on_the_mummy),
        (4, lose_a_die),
        (5, be_nowhere),
        (6, be_in_two_places),
        (7, inflate_a_score),
        (8, ask_nobody),
    ],
)
def test_a_broken_rule_is_found(number: int, damage: Callable[[np.ndarray], None]) -> None:
    batch = rush_envs.make_batch("curse_of_the_mummy", 1, seed=2, autoreset=False)
    batch.reset()
    assert batch.broken_invariants()[0] == 0
    states = batch.states.copy()
    damage(states)
    batch.load(states)
    assert batch.broken_invariants()[0] == number
    assert number in GAME.invariants
