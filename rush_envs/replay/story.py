"""What happened in a game, in words: what the game tells, or the answers themselves where it tells nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rush_envs.contract import Game


def everything_is_public(game: Game) -> bool:
    """Nothing is known to some seats only, so neither is what a player answers."""
    return all(sees in ("public", "nobody") for sees in game.state.sees.values())


def told(
    game: Game, names: Sequence[str], before: np.ndarray, after: np.ndarray, answer: tuple[int, int], viewer: int | None
) -> list[str]:
    """Sentences for a viewer, or for an open table, about an answer (seat and action) and what followed from it."""
    seat, action = answer
    if game.tell is not None:
        return game.tell(before, after, seat, action, viewer)
    if viewer is None or viewer == seat or everything_is_public(game):
        return [f"{names[seat]}: {game.describe(action)}."]
    return []  # the table shows what this seat may know of it


def story(
    game: Game,
    names: Sequence[str],
    states: Sequence[np.ndarray],
    answers: Sequence[tuple[int, int]],
    viewer: int | None = None,
) -> list[list[str]]:
    """What is told about each answer of a game; `states` holds the record before the first and after each."""
    return [told(game, names, states[k], states[k + 1], answer, viewer) for k, answer in enumerate(answers)]
