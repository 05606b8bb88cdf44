"""Many games of which all open decisions are answered at a time: PettingZoo's parallel door in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rush_envs.contract import Config, Game
from rush_envs.doors.masks import never_empty
from rush_envs.doors.options import ILLEGAL
from rush_envs.doors.rows import RowBatch
from rush_envs.engine.drivers import FORFEIT
from rush_envs.engine.edge import checked_choice, illegal_action
from rush_envs.errors import BadAction


class Joint:
    """N games, S seats. Ended games wait for `restart`; nobody is asked there.

    `reward` (N, S) is of the last step, `acting` (N, S) says who is asked, `masks` (N, S, A) what each may do.
    """

    def __init__(
        self,
        game: Game,
        config: Config,
        num_envs: int,
        *,
        seed: int | None = None,
        reward: str = "outcome",
        illegal: str = "raise",
        threads: int = 1,
    ) -> None:
        self.illegal = checked_choice("illegal", illegal, ILLEGAL)
        # Every seat is looked at once, after all have answered: features of the one that is asked would be for nothing.
        self.batch = RowBatch(
            game, config, num_envs, seed=seed, reward=reward, threads=threads, features=False, autoreset=False
        )
        n, seats = self.batch.num_envs, self.batch.num_seats
        self._rows, self._seats = (places.ravel() for places in np.indices((n, seats)))
        self._shape = (n, seats)
        self.reward = np.zeros(self._shape, np.float32)
        self.acting = np.zeros(self._shape, np.bool_)
        self.masks = np.zeros((*self._shape, game.actions.size), np.int8)

    def reset(self, seed: int | None = None) -> np.ndarray:
        """New games everywhere, and what all seats see of them: (N, S, F) int8."""
        self.batch.reset(seed)
        return self._look()

    def restart(self, rows: np.ndarray, seeds: Sequence[int | None] | None = None) -> np.ndarray:
        """New games in some rows, and what all seats see in all of them."""
        self.batch.restart(rows, seeds)
        return self._look()

    def step(self, numbers: np.ndarray) -> np.ndarray:
        """The answers (N, S) int64 of all that are asked, and what all seats see then. All are checked before any is
        played."""
        batch = self.batch
        batch.require_reset()
        numbers[self._illegal(numbers)] = FORFEIT
        self.reward[:] = 0
        for seat in range(batch.num_seats):
            # A game can have ended, by an earlier answer, before this one came up.
            rows = np.flatnonzero(self.acting[:, seat] & (batch.seat >= 0))
            if rows.size:
                self._answer(rows, seat, numbers[rows, seat])
        return self._look()

    def _answer(self, rows: np.ndarray, seat: int, numbers: np.ndarray) -> None:
        batch = self.batch
        others = rows[batch.seat[rows] != seat]
        if others.size:
            batch.ask(np.full(others.size, seat), others)
        replaced = numbers == FORFEIT
        if self.illegal == "random" and replaced.any():
            numbers[replaced] = batch.random_actions(rows[replaced])
        batch._step_checked(rows, numbers)
        self.reward[rows] += batch.reward[rows]

    def _illegal(self, numbers: np.ndarray) -> np.ndarray:
        """(N, S) bool: answers that are due and not legal; with `illegal="raise"` an error, and nothing has changed."""
        within = (numbers >= 0) & (numbers < self.masks.shape[2])
        places = np.where(within, numbers, 0)[..., None]
        wrong: np.ndarray = self.acting & ~(within & (np.take_along_axis(self.masks, places, 2)[..., 0] != 0))
        if self.illegal == "raise" and wrong.any():
            row, seat = (int(place) for place in np.argwhere(wrong)[0])
            where = f"row {row}, {self.batch.agents[seat]}"
            raise illegal_action(self.batch.game, int(numbers[row, seat]), self.masks[row, seat], where)
        return wrong

    def _look(self) -> np.ndarray:
        batch = self.batch
        features, masks = batch.look(self._rows, self._seats)
        self.acting = batch.states["active"][:, None] >> np.arange(batch.num_seats) & 1 == 1
        self.masks = never_empty(masks).reshape(*self._shape, -1)
        return features.reshape(*self._shape, -1)


def checked_groups(groups: Any, agents: Sequence[str], teams: Sequence[int]) -> dict[str, list[str]]:
    """The agents of every group, by its name: everybody in exactly one."""
    kinds = {
        "role": [agent.rpartition("_")[0] for agent in agents],
        "team": [f"team_{team}" for team in teams],
        "all": ["agents"] * len(agents),
        "each": list(agents),
    }
    if isinstance(groups, dict):
        given = [agent for group in groups.values() for agent in group]
        if sorted(given) != sorted(agents):
            raise BadAction(f"groups: put each of {', '.join(agents)} into exactly one")
        return {name: list(group) for name, group in groups.items()}
    found: dict[str, list[str]] = {}
    for name, agent in zip(kinds[checked_choice("groups", groups, tuple(kinds))], agents, strict=True):
        found.setdefault(name, []).append(agent)
    return found
