"""Coffee Rush: each invariant of `check` speaks up when its rule is broken."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import rush_envs

GAME = rush_envs.game("coffee_rush")


def lose_a_token(s: np.ndarray) -> None:
    s["supply"][:, 3] -= 1


def keep_a_hand(s: np.ndarray) -> None:
    s["phase"] = 2
    s["hand"][:, 0] += 1
    s["supply"][:, 0] -= 1


def lose_a_card(s: np.ndarray) -> None:
    s["deck_size"] -= 1


def miscount_the_deck(s: np.ndarray) -> None:
    s["deck_count"][:, 5] += 1


def forge_a_recipe(s: np.ndarray) -> None:
    s["orders"][:, 0, 0, 0] += 3
    s["removed"] -= 3


def forge_a_rush_token(s: np.ndarray) -> None:
    s["rush"][:, 1] += 1


def stack_two_pawns(s: np.ndarray) -> None:
    s["phase"] = 4
    s["pawn"][:, 1, 0] = s["pawn"][:, 0, 0]


def inflate_a_score(s: np.ndarray) -> None:
    s["score"][:, 2] += 1


def ask_two_seats(s: np.ndarray) -> None:
    s["active"] = 3


@pytest.mark.parametrize(
    ("number", "damage"),
    [
        (1, lose_a_token),
        (2, keep_a_hand),
        (3, lose_a_card),
        (4, miscount_the_deck),
        (4, forge_a_recipe),
        (5, forge_a_rush_token),
        (6, stack_two_pawns),
        (7, inflate_a_score),
        (8, ask_two_seats),
    ],
)
def test_a_broken_rule_is_found(number: int, damage: Callable[[np.ndarray], None]) -> None:
    batch = rush_envs.make_batch("coffee_rush", 1, seed=2, autoreset=False)
    batch.reset()
    while batch.states["phase"][0] != 3:  # the first move: pawns stand, the hand is empty
        batch.step(batch.random_actions())
    assert batch.broken_invariants()[0] == 0
    states = batch.states.copy()
    damage(states)
    batch.load(states)
    assert batch.broken_invariants()[0] == number
    assert number in GAME.invariants
