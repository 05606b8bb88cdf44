"""What the start page needs to know of the games: their options as a form, and who can play them."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

from rush_envs import registry
from rush_envs.contract import Game

SUGGESTED = ("greedy", "random", "mcts:50ms", "mcts:400", "ppo")


def games() -> list[dict[str, Any]]:
    return [game_facts(registry.game(name)) for name in registry.homes()]


def game_facts(game: Game) -> dict[str, Any]:
    """Title, rules in short, options with their kinds and ranges, seats for each number of players."""
    options = [_option(f) for f in fields(game.config)]
    players = next(option for option in options if option["name"] == "num_players")
    counts = range(players["low"], players["high"] + 1)
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "options": options,
        "seats": {str(count): _names(game, count) for count in counts},
        "agents": list(SUGGESTED),
    }


def _names(game: Game, count: int) -> list[str]:
    return list(game.agent_names(game.config.of(game.name, {"num_players": count})))


def _option(f: Any) -> dict[str, Any]:
    """`kind`: a number, yes or no, one of some words, several of them, or what a form cannot ask for."""
    default = None if f.default is MISSING else f.default
    facts = f.metadata
    found = {"name": f.name, "help": facts.get("help", ""), "default": default}
    if isinstance(default, bool):
        return found | {"kind": "bool"}
    if facts.get("choices"):
        kind = "choice" if isinstance(default, str) else "words"
        return found | {"kind": kind, "choices": list(facts["choices"])}
    if (default is None or isinstance(default, int)) and facts.get("low") is not None:
        return found | {"kind": "number", "low": facts["low"], "high": facts["high"]}
    return found | {"kind": "fixed", "default": str(default)}
