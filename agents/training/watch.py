"""What happens between two updates: the league is kept current, the policy measured, the run saved or stopped."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from rush_envs.engine.agents import load
from rush_envs.errors import RushError

from ..arena.duels import total
from ..policies import files
from ..policy import PolicyAgent
from ..results.shares import Share
from .league import League
from .measure import LOOK, RIVALS, Limit, Progress, Tell, meet
from .network import is_sound, policy_of
from .run import Run


class Diverged(RushError):
    """The network's numbers became infinite or undefined."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            "the network broke down (infinite or undefined weights); the last good checkpoint and policy are kept in "
            f"{folder}: continue with --resume and a smaller --learning-rate"
        )


class Watch(BaseCallback):
    """Keeps the league current, measures, saves checkpoints, and stops: in time, or before a broken network is kept."""

    def __init__(self, run: Run, league: League, limit: Limit, tell: Tell) -> None:
        super().__init__()
        self.model: MaskablePPO  # given by learn()
        self.run, self.league, self.limit, self.tell = run, league, limit, tell
        self.begun = time.monotonic() - run.seconds
        self.first_step = run.steps
        self.shares: dict[str, Share] = {}
        self.next_look = run.seconds + limit.look

    def _on_step(self) -> bool:
        solo = self.training_env.solo  # type: ignore[attr-defined]
        over = solo.ended()
        if over.size:
            won = solo.batch.final_states["outcome"][over, solo.final_learner[over]] > 0
            self.league.note(solo.final_opponent[over], won)
        return not self.limit.reached(self.run)

    def count(self) -> None:
        self.run.steps = self.first_step + self.num_timesteps
        self.run.seconds = time.monotonic() - self.begun

    def _on_rollout_start(self) -> None:
        """After an update and before the games that follow it."""
        run = self.run
        self.count()
        if not is_sound(self.model):
            raise Diverged(run.folder)
        policy = policy_of(self.model, run.game, {}, {})
        self.league.update(policy)
        if run.seconds >= self.next_look:
            self.look(policy)
            self.next_look = run.seconds + self.limit.look
        share = self.limit.share(run)
        rate = self.num_timesteps / max(1e-9, time.monotonic() - self.begun)
        left = run.seconds * (1 - share) / share if share > 0 else 0.0
        self.tell(
            Progress("learning", share, run.steps, rate, left, self.shares.get("greedy"), self.shares.get("random"))
        )

    def look(self, policy: files.Policy) -> None:
        """Measures, remembers a snapshot, saves; the policy is kept if none before won more against greedy."""
        run = self.run
        ours = PolicyAgent(policy)
        for name, games in zip(RIVALS, (self.limit.games, max(1, self.limit.games // 10)), strict=True):
            self.shares[name] = total(meet(run, ours, name, games, LOOK))
            self.model.logger.record(f"win/{name}", self.shares[name].rate)
        if run.even is None:
            run.even = round(total(meet(run, load("greedy", run.game), "greedy", self.limit.games, LOOK)).rate, 4)
        self.league.remember(policy)
        point = {
            name: [round(share.rate, 4), *(round(x, 4) for x in share.interval)] for name, share in self.shares.items()
        }
        run.history.append({"steps": run.steps, "seconds": round(run.seconds, 1), **point})
        if run.best is None or point["greedy"][0] >= run.best["greedy"][0]:
            run.best = run.history[-1]
            files.save(run.policy, replace(policy, training=run.training()))
        run.save(self.model, self.league)
