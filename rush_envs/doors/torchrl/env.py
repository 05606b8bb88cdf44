"""The environment itself: arrays of `Joint` as TensorDicts."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from tensordict import TensorDict, TensorDictBase
from torchrl.data import Bounded, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from rush_envs.doors.options import config_of
from rush_envs.doors.torchrl.joint import Joint, checked_groups
from rush_envs.engine.edge import checked_flag, checked_seed, whole_numbers
from rush_envs.engine.pick import pick
from rush_envs.layout import FeatureLayout
from rush_envs.registry import game as find_game

MOST = 127  # of any feature


class RushEnv(EnvBase):
    """`num_envs` games. `groups` is "role" (wizard and heroes), "team", "all", "each", or a dict of lists of agents.

    With `state=True` there is besides `state`, everything, for centralised critics. `illegal="random"` replaces actions
    that are not legal, for policies without masks. `scaled=False` leaves features the whole numbers that they are, in
    a quarter of the memory: multiply by `game.observation.scale` where they are used. Other options are the game's.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        groups: Any = "role",
        seed: int | None = None,
        reward: str = "outcome",
        illegal: str = "raise",
        threads: int = 1,
        state: bool = False,
        scaled: bool = True,
        device: Any = "cpu",
        **options: Any,
    ) -> None:
        found = find_game(game)
        config = config_of(found, options, RushEnv)
        self._joint = Joint(found, config, num_envs, seed=seed, reward=reward, illegal=illegal, threads=threads)
        batch = self._joint.batch
        super().__init__(device=device, batch_size=[batch.num_envs])
        self._next_seed: int | None = None
        self._shows_state, self._scaled = checked_flag("state", state), checked_flag("scaled", scaled)
        self.group_map = checked_groups(groups, batch.agents, found.teams(config))
        self._seats = {
            group: [batch.agents.index(agent) for agent in agents] for group, agents in self.group_map.items()
        }
        self._make_specs()

    @property
    def agents(self) -> list[str]:
        """By seat."""
        return self._joint.batch.agents

    def _make_specs(self) -> None:
        n, game, device = self.batch_size[0], self._joint.batch.game, self.device
        seen, actions, rewards = {}, {}, {}
        for group, seats in self._seats.items():
            shape = (n, len(seats))
            parts = {
                "observation": self._bounded(game.observation.size, *shape),
                "action_mask": Categorical(2, (*shape, game.actions.size), device, torch.bool),
                "acting": Categorical(2, shape, device, torch.bool),
            }
            seen[group] = Composite(parts, shape=shape, device=device)
            action = {"action": Categorical(game.actions.size, shape, device, torch.int64)}
            actions[group] = Composite(action, shape=shape, device=device)
            reward = {"reward": Unbounded((*shape, 1), device, torch.float32)}
            rewards[group] = Composite(reward, shape=shape, device=device)
        if self._shows_state:
            size = len(self.agents) * game.observation.size + game.hidden.size
            seen["state"] = self._bounded(size, n)
        self.observation_spec = Composite(seen, shape=(n,), device=device)
        self.full_action_spec = Composite(actions, shape=(n,), device=device)
        self.full_reward_spec = Composite(rewards, shape=(n,), device=device)
        flags = {name: Categorical(2, (n, 1), device, torch.bool) for name in ("done", "terminated", "truncated")}
        self.full_done_spec = Composite(flags, shape=(n,), device=device)

    def _bounded(self, features: int, *shape: int) -> Bounded:
        most, kind = (1.0, torch.float32) if self._scaled else (MOST, torch.int8)
        return Bounded(0, most, (*shape, features), self.device, kind)

    def _set_seed(self, seed: int | None) -> None:
        """The next reset of all games begins with episode 0 of this seed."""
        self._next_seed = None if seed is None else checked_seed(seed)

    def _reset(self, tensordict: TensorDictBase | None = None, **kwargs: Any) -> TensorDictBase:
        """New games everywhere, or in the rows of `_reset`; without a seed the next episode of each."""
        asked = None if tensordict is None else tensordict.get("_reset", None)
        if asked is None or bool(asked.all()):
            seed, self._next_seed = self._next_seed, None
            features = self._joint.reset(seed)
        else:
            features = self._joint.restart(np.flatnonzero(asked.reshape(-1).cpu().numpy()))
        return self._shown(features)

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        """The answers of all that are asked, in every row."""
        joint = self._joint
        answers = np.zeros(joint.acting.shape, np.int64)
        for group, seats in self._seats.items():
            given = tensordict.get((group, "action")).reshape(-1).cpu().numpy()
            numbers = whole_numbers(f"actions of the group {group}", given, (len(answers) * len(seats),))
            answers[:, seats] = numbers.reshape(len(answers), len(seats))
        features = joint.step(answers)
        found = self._shown(features)
        rewards = self._tensor(joint.reward)[..., None]
        for group, seats in self._seats.items():
            found.get(group).set("reward", self._of(rewards, seats))
        return found

    def rand_action(self, tensordict: TensorDictBase | None = None) -> TensorDictBase:
        """A legal action for everybody, by torch's chance; the specs, which know the masks too, would take several
        times as long as the games."""
        found = TensorDict({}, self.batch_size, device=self.device) if tensordict is None else tensordict
        masks = self._joint.masks.reshape(-1, self._joint.masks.shape[2])
        actions, every = np.zeros(len(masks), np.int64), np.arange(len(masks))
        pick(masks, every, torch.randint(1 << 62, (len(masks),)).numpy().view(np.uint64), actions)
        drawn = self._tensor(actions).reshape(self._joint.acting.shape)
        for group, seats in self._seats.items():
            found.set((group, "action"), self._of(drawn, seats))
        return found

    def _shown(self, features: np.ndarray) -> TensorDict:
        """Everything but rewards: what was looked at, who is asked, which games are over."""
        joint, batch = self._joint, self._joint.batch
        views = self._views(features, batch.game.observation)
        masks, acting = self._tensor(joint.masks).view(torch.bool), self._tensor(joint.acting)
        found = {}
        for group, seats in self._seats.items():
            mask = self._of(masks, seats)
            parts = {"observation": self._of(views, seats), "action_mask": mask, "acting": self._of(acting, seats)}
            found[group] = TensorDict(parts, (*self.batch_size, len(seats)), device=self.device)
            self.full_action_spec[group, "action"].update_mask(mask)  # for rand_action and the like
        flags = {"terminated": batch.done, "truncated": batch.truncated, "done": batch.done | batch.truncated}
        found |= {name: self._tensor(flag.copy())[:, None] for name, flag in flags.items()}
        if self._shows_state:
            hidden = self._views(batch.reveal(np.arange(batch.num_envs)), batch.game.hidden)
            found["state"] = torch.cat([views.flatten(1), hidden], dim=1)
        return TensorDict(found, self.batch_size, device=self.device)

    def _views(self, features: np.ndarray, layout: FeatureLayout) -> torch.Tensor:
        views = self._tensor(features)
        return views * self._tensor(layout.scale) if self._scaled else views

    def _tensor(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(array).to(self.device)

    def _of(self, values: torch.Tensor, seats: list[int]) -> torch.Tensor:
        """The part of a group, without a copy where its seats lie side by side."""
        first, last = seats[0], seats[-1] + 1
        return values[:, first:last] if seats == list(range(first, last)) else values[:, seats]
