"""The contract as a kit: what every game must keep, to be run on a game of your own.

    rush_envs.testing.check_game(GAME)                                  # all of it; raises on the first failure

    @pytest.mark.parametrize("check", rush_envs.testing.checks(GAME), ids=str)      # or one test for each
    def test_contract(check):
        check()

The game must be known by its name: installed with an entry point of `rush_envs.games`, or made known by
`rush_envs.registry.add("nim", "my_nim:GAME")`. Nothing but this package is needed; what needs an extra that is not
there is passed over by name. What a check demands follows from what the game says of itself: a game that hides nothing
must not draw anything anew, a game of two moves is stopped after one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from unittest import SkipTest

from rush_envs import registry
from rush_envs.contract import Game
from rush_envs.doors import modules
from rush_envs.errors import BadGame
from rush_envs.testing import (
    copies,
    determinism,
    doors,
    edges,
    features,
    hidden,
    layouts,
    ranges,
    rules,
    sealed,
    words,
)
from rush_envs.testing.variants import Variant, variants

__all__ = ["Check", "Variant", "check_game", "checks", "variants"]

SUBJECTS = (layouts, features, ranges, rules, determinism, copies, hidden, words, sealed, doors, edges)


@dataclass(frozen=True)
class Check:
    """One thing the contract asks of a game, or of one of its variants; call it."""

    function: Callable[[Any], None]
    subject: Variant | Game

    def __str__(self) -> str:
        subject = self.subject.name if isinstance(self.subject, Game) else self.subject
        return f"{self.function.__name__.removeprefix('check_')}-{subject}"

    def __call__(self) -> None:
        game = self.subject if isinstance(self.subject, Game) else self.subject.game
        _make_known(game)
        self.function(self.subject)


def _make_known(game: Game) -> None:
    """Doors find games by name, and copies and other processes do."""
    if game.name not in registry.homes():
        raise BadGame(
            f"no game is registered as {game.name!r}: install its package with an entry point of {registry.GROUP!r}, "
            f'or call rush_envs.registry.add("{game.name}", "your_module:GAME") first'
        )
    if registry.game(game.name) is not game:
        raise BadGame(f"{registry.homes()[game.name]} is registered as {game.name!r}, and it is another object")
    modules.register(game.name)


def checks(game: Game) -> list[Check]:
    """Everything the contract asks of a game: one check a game or one a variant, as the check's parameter says."""
    if not __debug__:
        raise BadGame("python -O leaves out assertions: the checks would find nothing")
    found = []
    for subject in SUBJECTS:
        for name, function in vars(subject).items():
            if name.startswith("check_"):
                whole = next(iter(inspect.signature(function).parameters)) == "game"
                found += [Check(function, about) for about in ([game] if whole else variants(game))]
    return found


def check_game(game: Game, progress: Callable[[str], None] | None = None) -> None:
    """Runs every check; the first that fails raises AssertionError with its name. `progress` is told each name."""
    for check in checks(game):
        words = str(check)
        if progress:
            progress(words)
        try:
            check()
        except SkipTest as reason:
            if progress:
                progress(f"{words} is left out: {reason}")
        except AssertionError as error:
            raise AssertionError(f"{words}: {error}") from error
        except Exception as error:
            error.add_note(f"while checking {words}")
            raise
