"""A game in which one sees who will win: two players add 0, 1 or 2 to their score by turns, four times each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import tiny_game
from tiny_game import ACTIONS, check, legal, nothing

from rush_envs import contract
from rush_envs.contract import option, record
from rush_envs.engine.jit import kernel
from rush_envs.kit.features import put
from rush_envs.layout import FeatureLayout, Piece


@dataclass(frozen=True)
class Config(contract.Config):
    num_players: int = option(2, "players", low=2, high=2)
    max_steps: int = option(8, "decisions", low=1, high=8)


@kernel
def init(s: Any, config: Any) -> None:
    s.active = 1


@kernel
def step(s: Any, seat: Any, action: Any) -> None:
    s.score[seat] += action
    s.active = 2 >> seat
    if seat == 1 and s.ply == 7:
        s.done = 1


@kernel
def observe(s: Any, seat: Any, out: Any) -> None:
    put(out, 0, s.score[seat])
    put(out, 1, s.score[1 - seat])


@kernel
def outcome(s: Any) -> None:
    for seat in range(2):
        s.outcome[seat] = 1 if s.score[seat] >= s.score[1 - seat] else -1


@kernel
def greedy(s: Any, seat: Any, mask: Any) -> int:
    """Not a good one."""
    return 0


GAME = replace(
    tiny_game.GAME,
    name="race_game",
    title="Race",
    config=Config,
    state=record(2, fewest=2, score=(0, 8)),
    actions=ACTIONS,
    observation=FeatureLayout(Piece("scores", (2,), 8, "own, and the other's")),
    init=init,
    legal=legal,
    step=step,
    observe=observe,
    reveal=nothing,
    outcome=outcome,
    determinize=nothing,
    check=check,
)
