"""View: what an agent gets to decide by."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np

from rush_envs.contract import Config, Game
from rush_envs.engine.drivers import drivers_of
from rush_envs.engine.records import admitted, begun
from rush_envs.errors import BadOption, shown

PARTS = ("features", "states")


def checked_parts(parts: Any, whose: str = "parts") -> tuple[str, ...]:
    """Some of PARTS, as they were given."""
    if not isinstance(parts, list | tuple | set | frozenset) or not all(
        isinstance(part, str) and part in PARTS for part in parts
    ):
        raise BadOption(f"{whose}={shown(parts)}: give a tuple of some of {', '.join(PARTS)}")
    return tuple(parts)


class Sound(NamedTuple):
    """The arrays of a view that kernels may work on: nobody else has written them, and nobody else gets them."""

    seat: np.ndarray  # (k,) int64
    mask: np.ndarray  # (k, A) int8
    features: np.ndarray | None  # (k, F) int8
    states: np.ndarray | None  # (k,) records


class View:
    """The asked seats' own eyes on some games of a batch: plain arrays, and nothing that leads back to the truth.

    `features` and `states`, copies of the records with everything hidden from the asked seat drawn anew, are made for
    those that want them: an agent may say which in an attribute `sees`, a tuple of these names.

    What is handed out is the agent's own, to be written as it likes; our agents go by what a batch has put in. Who
    wants them to go by something else makes a view of it, `View(game, config, seat, mask, …)`: it is looked at first.
    """

    def __init__(
        self,
        game: Game,
        config: Config,
        seat: np.ndarray,
        mask: np.ndarray,
        features: np.ndarray | None = None,
        states: np.ndarray | None = None,
    ) -> None:
        self.game, self.config = game, config
        self._sound = looked_at(game, config, Sound(seat, mask, features, states))

    @classmethod
    def sound(
        cls,
        game: Game,
        config: Config,
        seat: np.ndarray,
        mask: np.ndarray,
        features: np.ndarray | None = None,
        states: np.ndarray | None = None,
    ) -> Self:
        """For those who have made these arrays themselves, from games that they know to be in order."""
        view = cls.__new__(cls)
        view.game, view.config = game, config
        view._sound = Sound(seat, mask, features, states)
        return view

    def __len__(self) -> int:
        return len(self._sound.seat)

    @cached_property
    def seat(self) -> np.ndarray:
        """(k,) int64."""
        return self._sound.seat.copy()

    @cached_property
    def mask(self) -> np.ndarray:
        """(k, A) int8."""
        return self._sound.mask.copy()

    @cached_property
    def features(self) -> np.ndarray:
        """(k, F) int8."""
        return self._wanted("features").copy()

    @cached_property
    def states(self) -> np.ndarray:
        """(k,) records, determinized for the asked seats."""
        return self._wanted("states").copy()

    def _wanted(self, name: str) -> np.ndarray:
        part: np.ndarray | None = getattr(self._sound, name)
        if part is None:
            raise BadOption(f"this view was made without {name}; name it in the agent's `sees` or in view(parts=…)")
        return part

    def for_kernels(self, game: Game, *parts: str) -> Sound:
        """The arrays as they were made, for kernels of that game that need these parts; they are not to be written."""
        if game is not self.game:
            raise BadOption(
                f"an agent of {game.title} was asked about {self.game.title}; load one for {self.game.name}"
            )
        for name in parts:
            self._wanted(name)
        return self._sound


# ------------------------------------------------------------------------------------------------------------------
# Views that somebody else has made: nothing in them reaches a kernel unseen


def looked_at(game: Game, config: Config, given: Sound) -> Sound:
    """Copies of the arrays, if they go together and could be a view; otherwise `BadOption`."""
    if not isinstance(game, Game) or not isinstance(config, game.config):
        raise BadOption("a view is made of a game and a configuration of that game")
    rows = len(given.seat) if isinstance(given.seat, np.ndarray) and given.seat.ndim == 1 else 0
    seat = _array("seat", given.seat, np.int64, (rows,))
    mask = _array("mask", given.mask, np.int8, (rows, game.actions.size))
    if ((seat < 0) | (seat >= config.num_players)).any():
        raise BadOption(f"seat: seats lie between 0 and {config.num_players - 1}")
    if ((mask != 0) & (mask != 1)).any() or not mask.any(axis=1).all():
        raise BadOption("mask: give 1 for what is legal and 0 for all else, and something legal in every row")
    features = given.features
    if features is not None:
        features = _array("features", features, np.int8, (rows, game.observation.size))
    states = given.states
    if states is not None:
        states = admitted(game, begun(game, config), states, rows)
        _check_masks(game, states, seat, mask)
    return Sound(seat, mask, features, states)


def _array(name: str, given: Any, dtype: type, shape: tuple[int, ...]) -> np.ndarray:
    if not isinstance(given, np.ndarray) or given.dtype != dtype or given.shape != shape:
        raise BadOption(f"{name}: give an array of {np.dtype(dtype)} with shape {shape}")
    return np.array(given, dtype, order="C", subok=False)


def _check_masks(game: Game, states: np.ndarray, seat: np.ndarray, mask: np.ndarray) -> None:
    """A search plays what a mask holds: it may be less than what is legal, never more."""
    rows, legal = np.arange(len(states)), np.zeros_like(mask)
    features = np.zeros((len(states), 0), np.int8)
    drivers_of(game).show_rows(states, rows, rows, seat, features, legal, False)
    wrong = (mask > legal).any(axis=1)
    if wrong.any():
        raise BadOption(f"mask: row {int(wrong.argmax())} holds what is not legal in its record")
