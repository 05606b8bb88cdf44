"""What happens between two updates: the league is kept current, the policy measured, the run saved or stopped."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from rush_envs.engine.agents import load
from rush_envs.errors import RushError

from ..arena.duels import total
from ..policies import files
from ..policy import PolicyAgent
from ..results.shares import Share
from .league import League
from .learner.learner import Learner, Update
from .measure import LOOK, RIVALS, Limit, Progress, Tell, meet
from .run import Run


class Diverged(RushError):
    """The network's numbers became infinite or undefined."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            "the network broke down (infinite or undefined weights); the last good checkpoint and policy are kept in "
            f"{folder}: continue with --resume and a smaller --learning-rate"
        )


def clocks() -> tuple[float, float]:
    """Seconds of the clock on the wall, and of all cores."""
    return time.monotonic(), time.process_time()


class Watch:
    """Keeps the league current, measures, saves checkpoints, and stops before a broken network is kept."""

    def __init__(self, run: Run, learner: Learner, league: League, limit: Limit, tell: Tell, log: Any) -> None:
        self.run, self.learner, self.league, self.limit, self.tell, self.log = run, learner, league, limit, tell, log
        self.shares: dict[str, Share] = {}
        self.last = clocks()
        self.spent, self.made = 0.0, 0  # seconds and decisions since this start
        self.looked = limit.looks(run)

    def check(self) -> None:
        if not self.learner.student.is_sound():
            raise Diverged(self.run.folder)

    def count(self) -> float:
        """Time that was spent on learning since the last look at the clocks; returns its seconds."""
        seconds, cpu = (now - before for now, before in zip(clocks(), self.last, strict=True))
        cpu, self.learner.elsewhere = cpu + self.learner.elsewhere, 0.0
        self.run.seconds, self.run.cpu = self.run.seconds + seconds, self.run.cpu + cpu
        self.last = clocks()
        return seconds

    def after(self, phase: str, update: Update) -> None:
        """One lesson has been taken; looking is not learning, so its time does not count."""
        run = self.run
        self.check()
        self.spent, self.made = self.spent + self.count(), self.made + update.decisions
        run.steps += update.decisions
        for name, value in update._asdict().items():
            self.log.add_scalar(f"learning/{name}", value, run.steps)
        if self.limit.looks(run) > self.looked:
            self.look()
            self.looked = self.limit.looks(run)
        share = self.limit.share(run)
        left = run.seconds * (1 - share) / share if share > 0 else 0.0
        rate = self.made / max(1e-9, self.spent)
        shares = self.shares.get("greedy"), self.shares.get("random")
        self.tell(Progress(phase, share, run.steps, rate, left, update.sure, *shares))
        self.last = clocks()

    def look(self) -> None:
        """Measures, remembers a snapshot, saves; the policy is kept if none before won more."""
        run, policy = self.run, self.learner.policy()
        ours = PolicyAgent(policy)
        for name, games in zip(RIVALS, (self.limit.games, max(1, self.limit.games // 10)), strict=True):
            self.shares[name] = total(meet(run, ours, name, games, LOOK))
            self.log.add_scalar(f"win/{name}", self.shares[name].rate, run.steps)
        if run.even is None:
            run.even = round(total(meet(run, load("greedy", run.game), "greedy", self.limit.games, LOOK)).rate, 4)
        self.league.remember(policy)
        point = {
            name: [round(share.rate, 4), *(round(x, 4) for x in share.interval)] for name, share in self.shares.items()
        }
        times = {"seconds": round(run.seconds, 1), "cpu": round(run.cpu, 1)}
        run.history.append({"steps": run.steps, **times, **point})
        if run.best is None or _strength(run.history[-1]) >= _strength(run.best):
            run.best = run.history[-1]
            files.save(run.policy, self.learner.policy(run.training()))
        run.save(self.learner, self.league)


def _strength(point: dict[str, Any]) -> tuple[float, float]:
    """By victories against greedy; where there are as many, as at the beginning none, against random."""
    return point["greedy"][0], point["random"][0]
