"""The smallest game there is, to know what a learner must learn: two players name 0, 1 or 2, the higher number wins.

Seat 0 answers first. Paid by outcome, the right answer is always 2; who learns from the other's reward names 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rush_envs import contract
from rush_envs.contract import Field, Game, option, record
from rush_envs.engine.jit import kernel
from rush_envs.kit.features import put
from rush_envs.layout import ActionLayout, FeatureLayout, Piece, Range


@dataclass(frozen=True)
class Config(contract.Config):
    num_players: int = option(2, "players", low=2, high=2)
    max_steps: int = option(2, "decisions", low=1, high=2)


STATE = record(2, Field("named", np.int8, (2,), low=0, high=2), fewest=2, score=(0, 2))
ACTIONS = ActionLayout(Range("name", "name {number}", number=("0", "1", "2")))
OBSERVATION = FeatureLayout(Piece("seat", (2,), 1, "one-hot: who is asked"))


@kernel
def init(s: Any, config: Any) -> None:
    s.active = 1


@kernel
def legal(s: Any, seat: Any, mask: Any) -> None:
    if s.active >> seat & 1:
        for number in range(3):
            mask[number] = 1


@kernel
def step(s: Any, seat: Any, action: Any) -> None:
    s.named[seat] = action
    s.score[seat] = action
    s.active = 2
    if seat == 1:
        s.done = 1


@kernel
def observe(s: Any, seat: Any, out: Any) -> None:
    put(out, seat, 1)


@kernel
def nothing(s: Any, more: Any) -> None:
    pass


@kernel
def outcome(s: Any) -> None:
    for seat in range(2):
        s.outcome[seat] = 1 if s.named[seat] >= s.named[1 - seat] else -1


@kernel
def check(s: Any) -> int:
    return 0


GAME = Game(
    name="tiny_game",
    title="Tiny",
    summary="Name a number.",
    folder=Path(__file__).parent,
    config=Config,
    variants=({},),
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    hidden=FeatureLayout(),
    score_scale=2.0,
    init=init,
    legal=legal,
    step=step,
    observe=observe,
    reveal=nothing,
    outcome=outcome,
    determinize=nothing,
    check=check,
    invariants={},
    draw=lambda state, viewer: None,  # type: ignore[arg-type, return-value]
)
