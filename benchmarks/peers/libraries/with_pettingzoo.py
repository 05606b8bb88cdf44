"""PettingZoo: its classic games by `agent_iter`, as its documentation plays them, and without its wrappers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pettingzoo.classic import chess_v6, connect_four_v3, texas_holdem_no_limit_v6

from peers.libraries import loops
from peers.protocol import Game, Work, serve

MADE: dict[str, Callable[[], Any]] = {
    "connect four": connect_four_v3.env,
    "connect four, raw_env": connect_four_v3.raw_env,
    "Texas hold'em, no limit": texas_holdem_no_limit_v6.env,
    "chess": chess_v6.env,
}


def entry(make: Callable[[], Any]) -> Game:
    env = make()
    env.reset(seed=0)
    seen = env.observe(env.agent_selection)

    def single() -> Work:
        return loops.aec(make())

    return Game(seen["observation"].size, seen["action_mask"].size, single)


if __name__ == "__main__":
    serve({name: entry(make) for name, make in MADE.items()})
