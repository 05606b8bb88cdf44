"""Self-play against the past: every so often the learner is copied, and copies sit on some of the chairs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ray.rllib.callbacks.callbacks import RLlibCallback
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from rush_envs.engine.edge import checked_count

LEARNER = "learner"  # the module that learns


@dataclass(frozen=True)
class Pairing:
    """Which module plays an agent: the learner one team (its own, in games without teams), of the other chairs the
    learner all or a copy from the past all, drawn anew for every episode."""

    team_of: dict[str, int]
    past: tuple[str, ...] = ()

    @classmethod
    def of(cls, agents: Sequence[str], teams: Sequence[int]) -> Pairing:
        return cls(dict(zip(agents, teams, strict=True)))

    def __call__(self, agent: str, episode: Any, **more: Any) -> str:
        drawn = int.from_bytes(hashlib.blake2b(str(episode.id_).encode(), digest_size=8).digest(), "little")
        teams = sorted(set(self.team_of.values()))
        drawn, place = divmod(drawn, len(teams))
        rivals = (LEARNER, *self.past)
        return LEARNER if self.team_of[agent] == teams[place] else rivals[drawn % len(rivals)]


class League(RLlibCallback):
    """After `every` training results the learner as it is becomes one more rival; of them the last `size` stay.

    `configure(…, league=League.of(every=5))` puts it in place.
    """

    def __init__(self, every: int = 10, size: int = 4) -> None:
        super().__init__()
        self.every, self.size = checked_count("every", every, 1, 1 << 20), checked_count("size", size, 1, 1 << 10)
        self._copies = 0

    @classmethod
    def of(cls, every: int = 10, size: int = 4) -> Callable[[], League]:
        """As RLlib takes it: something that makes one in each process."""
        cls(every, size)  # so that a wrong number is an error here, not in another process
        return partial(cls, every, size)

    def on_train_result(self, *, algorithm: Any, result: dict[str, Any], **more: Any) -> None:
        pairing = algorithm.config.policy_mapping_fn
        if algorithm.iteration % self.every == 0:
            pairing = self._admit(algorithm, pairing)
        result["league"] = len(pairing.past)

    def _admit(self, algorithm: Any, pairing: Pairing) -> Pairing:
        """A copy of the learner takes part from the next episode on."""
        self._copies += 1
        name = f"past_{self._copies}"
        gone = pairing.past[: max(0, len(pairing.past) + 1 - self.size)]
        pairing = replace(pairing, past=(*pairing.past[len(gone) :], name))
        learner = algorithm.get_module(LEARNER)
        algorithm.add_module(name, RLModuleSpec.from_module(learner), new_agent_to_module_mapping_fn=pairing)
        weights = learner.get_state()
        algorithm.set_state({"learner_group": {"learner": {"rl_module": {name: weights}}}})
        # RLlib sends new weights only of what learns, and not to the runner in this process.
        algorithm.env_runner_group.foreach_env_runner(partial(_take, name=name, weights=weights))
        for old in gone:
            algorithm.remove_module(old, new_agent_to_module_mapping_fn=pairing)
        return pairing


def _take(runner: Any, name: str, weights: dict[str, Any]) -> None:
    """In each process that plays."""
    runner.module[name].set_state(weights)
