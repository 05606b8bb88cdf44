"""Whether stored games are what they say: each is played again from its replay and compared with its row.

Compared are the seed and the line-up, which follow from the tournament's facts and the game's number, and the outcome,
the scores, the length and the truncation, which follow from the replay. So a row cannot be rewritten without a replay
of legal moves from the right deal that leads to it. Whether those were the agents' own moves, and whether an agent was
at fault when its row says so, is not in a replay; for agents that always play alike, hold the tournament again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from rush_envs.engine.drivers import FORFEIT
from rush_envs.errors import BadOption, BadReplay
from rush_envs.replay import Replay

from ..results.scorebook import BadScorebook, Scorebook
from .block import round_seed
from .lineups import Plan

SHOWN = 5  # games that are named


def verify(book: Scorebook) -> int:
    """The number of games, if all are what their replays give; otherwise `BadScorebook` names those that are not."""
    games, facts = book.games(), book.facts
    try:
        plan = Plan(facts["format"], len(facts["agents"]), max(facts["sides"]) + 1)
    except BadOption as error:
        raise BadScorebook(f"{book.path} is of no tournament: {error}; give another file") from None
    wrong = [f"game {game['number']}: {words}" for game in games if (words := "; ".join(_faults(book, plan, game)))]
    if wrong:
        more = f", and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
        raise BadScorebook(
            f"{book.path}: {len(wrong)} of {len(games)} games are not what their replays give; do not trust this file "
            f"({'. '.join(wrong[:SHOWN])}{more})"
        )
    return len(games)


def _faults(book: Scorebook, plan: Plan, game: dict[str, Any]) -> Iterator[str]:
    """In words, what a row says and what it should."""
    try:
        replay = book.replay(game["number"])
        expected = _by_number(book.facts, plan, game["number"])
        if replay.seed != expected["seed"]:
            raise BadReplay(f"its replay has seed {replay.seed}, its round {expected['seed']}")
        expected |= _by_replay(book.facts, replay, game["fault_seat"])
    except (BadReplay, BadScorebook) as error:
        yield str(error)
        return
    for name, value in expected.items():
        if game[name] != value:
            yield f"{name} {game[name]!r} should be {value!r}"


def _by_number(facts: dict[str, Any], plan: Plan, number: int) -> dict[str, Any]:
    lineup, turn = plan.lineup(number), plan.round_of(number)
    seats = [lineup[side] for side in facts["sides"]]
    return {"round": turn, "seed": round_seed(facts["seed"], turn), "agents": seats}


def _by_replay(facts: dict[str, Any], replay: Replay, fault_seat: int | None) -> dict[str, Any]:
    config = json.loads(json.dumps(replay.config.options()))  # as facts are kept
    if (replay.game.id, config, replay.episode) != (facts["game"], facts["config"], 0):
        raise BadReplay("its replay is of another game, configuration or episode")
    batch = replay.verify()
    asked = int(batch.seat[0])
    if fault_seat is None and asked >= 0:
        raise BadReplay(f"its replay stops after {len(replay.answers)} answers, before the end")
    if fault_seat is not None:
        if asked != fault_seat:
            asked_last = f"seat {asked} was asked last" if asked >= 0 else "the game was played to its end"
            raise BadReplay(f"fault_seat {fault_seat}, but {asked_last}")
        batch._step_checked(np.zeros(1, np.int64), np.array([FORFEIT]))
    state, count = batch.states[0], replay.config.num_players
    return {
        "scores": state["score"][:count].tolist(),
        "outcome": state["outcome"][:count].tolist(),
        "length": len(replay.answers),
        "truncated": bool(state["truncated"]),
    }
