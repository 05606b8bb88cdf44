"""What an agent thinks of a position, and how a game is expected to end. Runs in a worker's process.

`ppo` says how likely it would choose each action, `mcts` how often it tried each and what that brought compared with
the rule of thumb's answer, any other agent only what it would do. How the game ends for every seat is estimated by
playing on from imagined copies with the rule of thumb.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rush_envs.contract import Config, Game
from rush_envs.engine.agents import Agent, load
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.view import View
from rush_envs.errors import UnknownAgent

from ...mcts import MctsAgent
from ...policy import PolicyAgent
from ...search.tree import FAVOURITE

PLAYOUTS = 48
SURE = 1.96  # standard errors: 95 % intervals
MOST_SHOWN = 40


def ranked(agent: Agent, view: View) -> dict[str, Any]:
    """The legal actions, the best first, with what the agent can say of them, and the one it would choose."""
    chosen = int(agent.act(view)[0])
    if isinstance(agent, PolicyAgent):
        kind, rows = "probability", _probabilities(agent, view)
    elif isinstance(agent, MctsAgent):
        kind, rows = "search", _searched(agent, view)
    else:
        kind, rows = "choice", []
    if not rows:
        kind, rows = "choice", [{"action": chosen}]
    rows.sort(key=lambda row: (row["action"] != chosen, -row.get("probability", row.get("value", 0.0))))
    return {"kind": kind, "chosen": chosen, "actions": rows[:MOST_SHOWN], "of": int(view.mask[0].sum())}


def _probabilities(agent: PolicyAgent, view: View) -> list[dict[str, Any]]:
    seen = view.for_kernels(agent.policy.game, *agent.sees)
    logits = np.nan_to_num(agent.policy.network.logits(seen))[0]
    legal = np.flatnonzero(seen.mask[0])
    weights = np.exp(logits[legal] - logits[legal].max())
    return [
        {"action": int(action), "probability": float(weight)}
        for action, weight in zip(legal, weights / weights.sum(), strict=True)
    ]


def _searched(agent: MctsAgent, view: View) -> list[dict[str, Any]]:
    """The root's children of the tree that the last decision has left."""
    if view.mask[0].sum() < 2:
        return []
    tree, rows = agent.workspaces[0].tree, []
    if tree[0]["visits"] < 1:
        return []
    child = int(tree[0]["first"])
    while child >= FAVOURITE:
        node = tree[child]
        visits = int(node["visits"])
        if visits and int(node["action"]) >= 0:
            mean = float(node["value"]) / visits
            variance = max(float(node["squares"]) / visits - mean * mean, 0.0)
            rows.append(
                {
                    "action": int(node["action"]),
                    "visits": visits,
                    "value": mean,
                    "error": SURE * math.sqrt(variance / visits),
                }
            )
        child = int(node["next"])
    return rows


# ------------------------------------------------------------------------------------------------------------------
# How it will end


class Playouts:
    """Plays games on from imagined copies with the rule of thumb, or at random where there is none."""

    def __init__(self, game: Game, config: Config, count: int = PLAYOUTS) -> None:
        self.batch = BatchEnv(game, config, count, seed=1, autoreset=False)
        self.batch.reset()
        try:
            self.agent: Agent = load("greedy", game, seed=1)
        except UnknownAgent:
            self.agent = load("random", game, seed=1)
        self.config, self.count = config, count

    def expected(self, state: np.ndarray, seat: int, open_table: bool, seed: int = 0) -> dict[str, list[float]]:
        """Each seat's expected outcome from -1 to 1, with intervals; imagined for a seat, or from the true record but
        for the luck to come."""
        rng = np.random.default_rng(seed)
        if state["active"][0] == 0:
            return {"mean": state["outcome"][0, : self.config.num_players].astype(float).tolist(),
                    "error": [0.0] * self.config.num_players}  # fmt: skip
        self.batch.load(np.repeat(state, self.count))
        if open_table:
            copies = self.batch.states.copy()
            copies["rng"] = rng.integers(0, 1 << 64, self.count, np.uint64)
        else:
            self.batch.ask(np.full(self.count, seat))
            copies = self.batch.view(rng=rng, parts=("states",)).states
        self.batch.load(copies)
        outcome = self._played_out(rng)
        spread = outcome.std(axis=0) / math.sqrt(self.count)
        return {"mean": outcome.mean(axis=0).tolist(), "error": (SURE * spread).tolist()}

    def _played_out(self, rng: np.random.Generator) -> np.ndarray:
        while (rows := np.flatnonzero(self.batch.seat >= 0)).size:
            self.batch.step(self.agent.act(self.batch.view(rows, rng)), rows)
        return self.batch.states["outcome"][:, : self.config.num_players].astype(float)
