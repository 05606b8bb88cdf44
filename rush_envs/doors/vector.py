"""Gymnasium's vector door, batched in the engine: `gymnasium.make_vec("rush_envs/CoffeeRush-v1", num_envs=256)`.

What happens to an ended game is Gymnasium's `autoreset_mode`: it restarts in the same step and leaves `final_obs` and
`final_info` (SAME_STEP, the default), in the next step, whose action for it is ignored (NEXT_STEP, which most of
Gymnasium's vector wrappers ask for), or when `reset(options={"reset_mask": …})` names it (DISABLED).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from rush_envs.doors.masks import Observation
from rush_envs.doors.solo import Solo
from rush_envs.drawing.painter import RENDER_MODES, Painter
from rush_envs.engine.edge import checked_seed, whole_numbers
from rush_envs.engine.rng import row_seeds
from rush_envs.errors import BadOption, GameOver, hint, shown

DRAWN = tuple(mode for mode in RENDER_MODES if mode != "human")
Infos = dict[str, Any]


def _mode(given: Any) -> AutoresetMode:
    """Gymnasium's own object, or its word."""
    try:
        return AutoresetMode(given)
    except ValueError:
        words = hint(given, [mode.value for mode in AutoresetMode])
        raise BadOption(f"autoreset_mode={shown(given)}: {words}") from None


class SoloVectorEnv(VectorEnv[Any, np.ndarray, np.ndarray]):
    """N games with one learner each. Infos hold arrays over the rows: the mask, `acting`, `agent` (the chair)."""

    def __init__(
        self,
        num_envs: int,
        game: str,
        *,
        opponents: Any = "random",
        seat: int | str = "random",
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **options: Any,
    ) -> None:
        if render_mode == "human":
            raise BadOption("a vector of games has no window of its own; give render_mode='rgb_array' and wrap it")
        self.autoreset_mode = _mode(autoreset_mode)
        same = self.autoreset_mode is AutoresetMode.SAME_STEP
        self.solo = Solo(game, num_envs, opponents=opponents, seat=seat, autoreset=same, **options)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": list(DRAWN), "render_fps": 2}
        self.num_envs = self.solo.batch.num_envs
        self.render_mode = render_mode
        self._painter = Painter(self.solo.game, render_mode)
        self.single_observation_space = self.solo.observation_space
        self.single_action_space = self.solo.action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Observation, Infos]:
        """New games in all rows, or in those of `options["reset_mask"]`; without a seed the next episode of each.

        One seed serves the whole batch (row i then has `batch.seeds[i]`), a list gives every row its own or None.
        """
        rows = self._rows_of((options or {}).get("reset_mask"))
        many = isinstance(seed, list | tuple | np.ndarray)
        seeds = self._seeds_of(seed) if many else None
        if rows is None:
            self.solo.reset(None if many else seed)
            if seeds is not None:
                self._sow(np.array([row for row, own in enumerate(seeds) if own is not None], np.int64), seeds)
        else:
            if seed is not None and seeds is None:
                seeds = row_seeds(checked_seed(seed), self.num_envs).tolist()
            self._sow(rows, seeds)
        return self._look()

    def _sow(self, rows: np.ndarray, seeds: list[int | None] | None) -> None:
        self.solo.restart(rows, None if seeds is None else [seeds[row] for row in rows])

    def _seeds_of(self, given: Any) -> list[int | None]:
        seeds = [None if seed is None else checked_seed(seed) for seed in given]
        if len(seeds) != self.num_envs:
            raise BadOption(f"{len(seeds)} seeds; give one for each of the {self.num_envs} rows, or one for all")
        return seeds

    def _rows_of(self, mask: Any) -> np.ndarray | None:
        """The rows that a reset is for; None for all of them."""
        if mask is None:
            return None
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise BadOption(f"reset_mask={shown(mask)}: give a numpy array of {self.num_envs} truth values")
        if not mask.any():
            raise BadOption("reset_mask names no row at all; name one, or leave it out to reset all")
        return None if mask.all() else np.flatnonzero(mask)

    def step(self, actions: Any) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, Infos]:
        """The learner's action in every row; where a game was over, see `autoreset_mode`."""
        solo = self.solo
        same = self.autoreset_mode is AutoresetMode.SAME_STEP
        over = np.zeros(0, np.int64) if same else np.flatnonzero(~solo.acting())
        if not over.size:
            solo.step(actions)
        else:
            self._step_the_living(actions, over)
        observation, infos = self._look()
        ended = solo.ended()
        if ended.size and same:
            self._add_final(infos, ended)
        elif ended.size:
            self._add_results(infos, ended)
        return observation, solo.reward.copy(), solo.terminated.copy(), solo.truncated.copy(), infos

    def _step_the_living(self, actions: Any, over: np.ndarray) -> None:
        """Some games are over: they begin anew, and their actions are ignored."""
        self.solo.batch.require_reset()
        if self.autoreset_mode is AutoresetMode.DISABLED:
            some = ", ".join(str(row) for row in over[:5])
            raise GameOver(f"rows {some}: the game has ended; call reset(options={{'reset_mask': …}}) for them first")
        numbers = whole_numbers("actions", actions, (self.num_envs,))
        living = np.flatnonzero(self.solo.acting())
        self.solo.step(numbers[living], living)
        self.solo.restart(over)

    def _look(self) -> tuple[Observation, Infos]:
        masks = self.solo.masks()
        infos: Infos = {}
        for key, values in self.solo.told(masks).items():
            infos |= {key: values, f"_{key}": np.ones(self.num_envs, np.bool_)}
        return self.solo.shown.seen(self.solo.observations(), masks), infos

    def _add_results(self, infos: Infos, ended: np.ndarray) -> None:
        for i, result in zip(ended, self.solo.results(ended), strict=True):
            self._add_info(infos, result, i)

    def _add_final(self, infos: Infos, ended: np.ndarray) -> None:
        there = np.zeros(self.num_envs, np.bool_)
        there[ended] = True
        observations = np.full(self.num_envs, None, object)
        for i, observation in zip(ended, self.solo.final_seen(ended), strict=True):
            observations[i] = observation
        final: Infos = {}
        self._add_results(final, ended)
        infos |= {"final_obs": observations, "_final_obs": there, "final_info": final, "_final_info": there.copy()}

    def action_masks(self) -> np.ndarray:
        """(N, A) int8; never without a one: after the end of a game the first action, which is ignored."""
        self.solo.batch.require_reset()
        return self.solo.masks()

    def agent_name(self, agent: int) -> str:
        """The name of a chair that `infos["agent"]` gives."""
        return self.solo.agent_name(agent)

    def render(self) -> tuple[Any, ...]:
        """Every row's table from its learner's eyes."""
        return tuple(self.solo.drawings(self._painter))

    def close_extras(self, **kwargs: Any) -> None:
        self._painter.close()
