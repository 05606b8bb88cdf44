"""Writes the golden playthroughs: `python tests/golden/make.py [game …]`.

A playthrough is a whole game of every variant as readable text: who was asked, what was legal, what was chosen, the
score and a hash of the state; so a change of the rules is a change of text that a person can review.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import rush_envs
from rush_envs.replay import state_hash

FOLDER = Path(__file__).parent
SEED = 2026
# Of long games the first decisions, then some, then few: a hash stands for all decisions before it.
WHOLE, LONG, SOME, FEW = 150, 1000, 25, 500


def playthrough(name: str) -> str:
    return "\n".join(line for options in rush_envs.game(name).variants for line in _lines(name, options)) + "\n"


def _lines(name: str, options: dict) -> Iterator[str]:
    game = rush_envs.game(name)
    batch = rush_envs.make_batch(name, 1, seed=SEED, autoreset=False, **options)
    batch.reset()
    yield f"# {game.title} {batch.config.options()}"
    number = 0
    while batch.seat[0] >= 0:
        legal = np.flatnonzero(batch.mask[0])
        seat, action = int(batch.seat[0]), int(batch.random_actions()[0])
        batch.step([action])
        number += 1
        scores = " ".join(map(str, batch.states["score"][0, : batch.num_seats]))
        if number > WHOLE and number % (SOME if number < LONG else FEW):
            continue
        chosen = f"{batch.agents[seat]}: {game.describe(action)} (of {legal.size})"
        yield f"{number:4} {chosen} | {scores} | {state_hash(batch.states)}"
    yield from _picture(batch)
    for agent, reward, outcome in zip(batch.agents, batch.reward[0], batch.states["outcome"][0], strict=False):
        yield f"end {agent}: outcome {outcome:+d}, reward {reward:+.3f}"
    yield ""


def _picture(batch) -> Iterator[str]:
    for line in batch.game.draw(batch.states, None).to_ansi(colour=False).splitlines():
        yield f"   | {line}".rstrip()


def main() -> None:
    for name in sys.argv[1:] or rush_envs.games():
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
        print(f"wrote {name}.txt")


if __name__ == "__main__":
    main()
