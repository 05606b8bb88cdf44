"""Options by name, as Python's own functions take them: an unknown one is a `TypeError`, with a hint."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from rush_envs.contract import Config, Game
from rush_envs.errors import BadOption, hint, shown

ILLEGAL = ("raise", "lose", "random")


class UnknownOption(BadOption, TypeError):
    """No option has that name. Clients that try what an environment takes look for Python's own words."""


def own_options(*makers: Callable[..., Any]) -> set[str]:
    """The names that functions or classes take by keyword, besides those of the game's configuration."""
    every = (parameter for maker in makers for parameter in inspect.signature(maker).parameters.values())
    return {parameter.name for parameter in every if parameter.kind is inspect.Parameter.KEYWORD_ONLY}


def config_of(game: Game, options: Mapping[str, Any], *makers: Callable[..., Any]) -> Config:
    """The configuration that these options make; `makers` have taken theirs already and only help with the hint."""
    known = {field.name for field in fields(game.config)}
    for name in options:
        if name not in known:
            words = hint(name, known | own_options(*makers))
            raise UnknownOption(f"{game.name} got an unexpected keyword argument {shown(name)}; {words}")
    return game.config.of(game.name, options)
