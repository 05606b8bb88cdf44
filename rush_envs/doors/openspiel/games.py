"""What OpenSpiel knows of a game before it is played: parameters, players, bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any, ClassVar

import numpy as np
import pyspiel

from rush_envs import registry
from rush_envs.contract import Config, Game
from rush_envs.doors.openspiel.kernels import OneRecord
from rush_envs.doors.openspiel.states import RushObserver, RushState
from rush_envs.doors.options import config_of
from rush_envs.engine.edge import checked_seed

GIVEN_BY_THE_SYSTEM = -1  # as a seed
LARGEST_WINNINGS = 1.0  # of one seat: see `drivers.pay_outcomes`


def parameter(option: Field) -> Any:
    """An option's default as OpenSpiel can hold it; 0 or no word stands for what the game chooses itself."""
    if isinstance(option.default, tuple) or option.metadata["own"] or option.metadata["choices"]:
        default = option.default
        return "+".join(map(str, default)) if isinstance(default, tuple) else default or ""
    return 0 if option.default is None else option.default


def option_of(option: Field, value: Any) -> Any:
    """What a parameter means for the game's configuration."""
    if not isinstance(value, str) or isinstance(option.default, str):
        return value
    words = value.split("+")
    numbers = isinstance(option.default, tuple) and not option.metadata["choices"]
    return tuple(int(word) if word.lstrip("-").isdecimal() else word for word in words) if numbers else tuple(words)


def config_from(game: Game, parameters: Mapping[str, Any]) -> Config:
    """The configuration that parameters make; what was not given is left to the game."""
    known = {option.name: option for option in fields(game.config)}
    given = {
        name: option_of(known[name], value) if name in known else value
        for name, value in parameters.items()
        if name not in known or value != parameter(known[name])
    }
    return config_of(game, given)


def zero_sum(game: Game, config: Config) -> bool:
    """Where teams of several seats play, each member is paid whole."""
    teams = game.teams(config)
    return len(set(teams)) == len(teams)


def players(game: Game) -> tuple[int, int]:
    """The fewest and the most."""
    (option,) = (option for option in fields(game.config) if option.name == "num_players")
    return option.metadata["low"], option.metadata["high"]


def type_of(game: Game, fewest: int, most: int, *, alone: bool = False) -> Any:
    """A game's type for so many players; `alone` if every seat is a team of its own."""
    kind = pyspiel.GameType
    return kind(
        short_name=game.id,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.SAMPLED_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if alone else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: parameter(option) for option in fields(game.config)}
        | {"seed": GIVEN_BY_THE_SYSTEM},
    )


class RushGame(pyspiel.Game):
    """A game with its options; `kernels` and `rng`, which chance is drawn from, serve all of its states.

    Each game has a class of its own, made by `register_all`: the registry of OpenSpiel outlives the interpreter, where
    letting go of a function would crash; a class never goes.
    """

    game: ClassVar[Game]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        game, given = self.game, dict(parameters or {})
        seed = given.pop("seed", GIVEN_BY_THE_SYSTEM)
        config = config_from(game, given)
        alone = zero_sum(game, config)
        about = {"utility_sum": 0.0} if alone else {}
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.size,
            max_chance_outcomes=1,
            num_players=config.num_players,
            min_utility=-LARGEST_WINNINGS,
            max_utility=LARGEST_WINNINGS,
            max_game_length=config.max_steps,
            **about,
        )
        kind = type_of(game, *players(game), alone=alone)
        super().__init__(kind, info, dict(parameters or {}))
        self.config = config
        self.kernels = OneRecord(game, config)
        self.rng = np.random.default_rng(None if seed == GIVEN_BY_THE_SYSTEM else checked_seed(seed))

    def new_initial_state(self) -> RushState:
        """Nothing is dealt yet: that is the first chance node."""
        return RushState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The deal, and at most one after each answer."""
        return self.config.max_steps + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RushObserver:
        """What a player sees, by the names of the game's page."""
        return RushObserver(self, iig_obs_type, params)


def register_all() -> None:
    """Every game of the registry, under its id."""
    known = set(pyspiel.registered_names())
    for name in registry.games():
        game = registry.game(name)
        if game.id not in known:
            own = type(f"RushGame_{game.id}", (RushGame,), {"game": game})
            pyspiel.register_game(type_of(game, *players(game)), own)
