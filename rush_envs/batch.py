"""BatchEnv: many games in one array. Every other door stands on this one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

import numpy as np

from rush_envs import crew, desk
from rush_envs.contract import Config, Game
from rush_envs.drivers import BEGIN
from rush_envs.edge import (
    BAD_ROW,
    ENDED,
    NOT_LEGAL,
    checked_choice,
    checked_count,
    checked_seed,
    examine,
    illegal_action,
    whole_numbers,
)
from rush_envs.errors import BadAction, BadOption, GameOver, NotReset
from rush_envs.jit import PLAIN, direct
from rush_envs.pick import pick
from rush_envs.rng import mixed

PICK = (1 << 63) + 1  # numbers far above any episode name the streams for other purposes
ILLEGAL = ("raise", "lose")
REWARDS = ("outcome", "score", "shaped")  # in the order of the drivers' PAY_ numbers


class View:
    """What an agent gets: the asked seats' own eyes on some games of a batch, and never the truth.

    Each part is made when first used. `states` are copies of the records with everything hidden from the asked seat
    drawn anew.
    """

    def __init__(
        self,
        game: Game,
        config: Config,
        seat: np.ndarray,
        mask: np.ndarray,
        features: Callable[[], np.ndarray],
        states: Callable[[], np.ndarray],
    ) -> None:
        self.game = game
        self.config = config
        self.seat = seat  # (k,) int64
        self.mask = mask  # (k, A) int8
        self._features = features
        self._states = states

    def __len__(self) -> int:
        return len(self.seat)

    @cached_property
    def features(self) -> np.ndarray:
        """(k, F) int8."""
        return self._features()

    @cached_property
    def states(self) -> np.ndarray:
        """(k,) records, determinized for the asked seats."""
        return self._states()


class BatchEnv:
    """N games in one array: `reset`, then `step(actions)` with one action for the asked seat of each game.

    The arrays `features` (N, F), `mask` (N, A), `seat` (N,), `reward` (N, seats), `done` and `truncated` (N,) are
    filled in place by every step; copy what you keep. An ended game is kept in `final_states` and restarted in the
    same step (`autoreset=False`: it stays, with `seat` -1).
    """

    def __init__(
        self,
        game: Game,
        config: Config,
        num_envs: int = 1,
        *,
        seed: int | None = None,
        reward: str = "outcome",
        illegal: str = "raise",
        threads: int = 1,
        features: bool = True,
        autoreset: bool = True,
    ) -> None:
        self.game = game
        self.config = config
        self.num_envs = n = checked_count("num_envs", num_envs, 1, 1 << 24)
        self.num_seats = config.num_players
        self.reward_mode = checked_choice("reward", reward, REWARDS)
        self.illegal = checked_choice("illegal", illegal, ILLEGAL)
        self.threads = checked_count("threads", threads, 1, crew.MOST)
        self.agents = game.agent_names(config)
        self.autoreset = bool(autoreset)
        self._watch = bool(features)
        self._seed = seed if seed is None else checked_seed(seed)
        self._ready = False
        dtype = game.state.dtype
        self.states = np.zeros(n, dtype)
        self.final_states = np.zeros(n, dtype)
        self.features = np.zeros((n, game.observation.size if features else 0), np.int8)
        self.mask = np.zeros((n, game.actions.size), np.int8)
        self.seat = np.full(n, -1, np.int64)
        self.reward = np.zeros((n, self.num_seats), np.float32)
        self.done = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.seeds = np.zeros(n, np.uint64)
        self.episodes = np.zeros(n, np.int64)
        self._picks = np.zeros(n, np.uint64)
        self._rows = np.arange(n)
        self._actions = np.zeros(n, np.int64)
        self._seen = np.full(n, -1, np.int64)
        self._tick = 0
        self._blank = np.zeros(1, dtype)
        self._blank["team"] = -1
        self._blank["team"][0, : self.num_seats] = game.teams(config)
        self._packed = config.pack()

    def reset(self, seed: int | None = None) -> None:
        """New games: episode 0 of `seed`, or without one the next episode of every row."""
        if seed is not None or not self._ready:
            word = checked_seed(self._seed if seed is None else seed)
            # Row 0 has the given seed itself, so that row i equals a batch of one made with `seeds[i]`.
            self.seeds[:] = mixed(np.array([word], np.uint64), self._rows)
            self.seeds[0] = word
            self._picks[:] = mixed(self.seeds, [PICK])
            self.episodes[:] = 0
        else:
            self.episodes += 1
        self.states[:] = self._blank
        self._actions[:] = BEGIN
        self.advance(self._rows, self._actions)
        self._ready = True

    def step(self, actions: Any, rows: Any = None) -> None:
        """Answers for `seat` in all rows, or in the given ones (each at most once).

        Everything is checked before any game moves: after an error all games are as they were.
        """
        self.require_reset()
        rows = self._rows if rows is None else whole_numbers("rows", rows, None)
        actions = whole_numbers("actions", actions, rows.shape)
        self._tick += 1
        fault, place = examine(actions, rows, self._seen, self._tick, self.seat, self.mask, self._actions)
        if fault == BAD_ROW:
            raise BadAction(f"row {rows[place]} is named twice or lies outside 0 to {self.num_envs - 1}")
        if fault == ENDED:
            raise GameOver(f"row {rows[place]}: the game has ended; call reset() first")
        if fault == NOT_LEGAL and self.illegal == "raise":
            raise illegal_action(self.game, int(actions[place]), self.mask[rows[place]], f"row {rows[place]}")
        self.advance(rows, self._actions[: len(rows)])

    def advance(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """`step` for int64 arrays that were checked before; for the doors that stand on this class."""
        if self._crew is None or len(rows) < crew.WORTH_SHARING:
            self._advance_rows(self.states, rows, actions, *self._rest)
        else:
            self._crew.share(desk.ADVANCE, rows, actions)

    @cached_property
    def _rest(self) -> tuple[Any, ...]:
        """What the driver takes besides states, rows and actions: always the same arrays and settings."""
        return (
            self.seat, self.features, self.mask, self.reward, self.done, self.truncated, self.final_states,
            self._blank, self._packed, self.seeds, self.episodes,
            REWARDS.index(self.reward_mode), float(self.game.score_scale), self.autoreset, self._watch,
        )  # fmt: skip

    @cached_property
    def _advance_rows(self) -> Callable[..., None]:
        return direct(self.game.drivers.advance_rows, self.states, self._rows, self._actions, *self._rest)

    @cached_property
    def _crew(self) -> crew.Crew | None:
        if self.threads == 1 or PLAIN:
            return None
        made = crew.Crew(self.threads, self.num_envs)
        tools = (made.desk, self._picks, self.states, made.rows, made.actions, *self._rest)
        made.hire(partial(direct(self.game.drivers.labour, *tools, True), *tools))
        return made

    def __getstate__(self) -> dict[str, Any]:
        made_anew = {"_advance_rows", "_rest", "_crew"}
        return {name: value for name, value in self.__dict__.items() if name not in made_anew}

    def random_actions(self, rows: np.ndarray | None = None) -> np.ndarray:
        """A legal action for every row, each equally likely, from a stream of the row's own."""
        self.require_reset()
        rows = self._rows if rows is None else rows
        if self._crew is not None and len(rows) >= crew.WORTH_SHARING:
            return self._crew.share(desk.PICK, rows).copy()
        actions = np.empty(len(rows), np.int64)
        pick(self.mask, rows, self._picks, actions)
        return actions

    def observe(self, rows: Any, seats: Any, *, final: bool = False) -> np.ndarray:
        """Features (k, F) of seat `seats[k]` in row `rows[k]`; `final` looks at the row's last ended game."""
        return self.look(rows, seats, final=final)[0]

    def legal(self, rows: Any, seats: Any) -> np.ndarray:
        """Masks (k, A) of seat `seats[k]` in row `rows[k]`; zero for a seat that is not active."""
        return self.look(rows, seats)[1]

    def look(self, rows: Any, seats: Any, *, final: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """`observe` and `legal` at once."""
        self.require_reset()
        rows, seats = self._places(rows, self.num_envs), self._places(seats, self.num_seats)
        if rows.shape != seats.shape:
            raise BadAction(f"{len(rows)} rows and {len(seats)} seats; give as many of each")
        features = np.empty((len(rows), self.game.observation.size), np.int8)
        mask = np.empty((len(rows), self.game.actions.size), np.int8)
        places = np.arange(len(rows))
        states = self.final_states if final else self.states
        self.game.drivers.show_rows(states, rows, places, seats, features, mask, True)
        return features, mask

    def reveal(self, rows: Any, *, final: bool = False) -> np.ndarray:
        """Features (k, H) that no seat sees: for centralised critics, never for players."""
        self.require_reset()
        rows = self._places(rows, self.num_envs)
        out = np.empty((len(rows), self.game.hidden.size), np.int8)
        self.game.drivers.uncover(self.final_states if final else self.states, rows, out)
        return out

    @staticmethod
    def _places(values: Any, limit: int) -> np.ndarray:
        array = whole_numbers("rows and seats", np.atleast_1d(values), None)
        if array.size and not 0 <= array.min() <= array.max() < limit:
            raise BadAction(f"a row or seat lies outside 0 to {limit - 1}")
        return array

    def view(self, rows: np.ndarray | None = None, rng: np.random.Generator | None = None) -> View:
        """The asked seats' view of some rows, for `Agent.act`; `rng` draws the imagined states."""
        self.require_reset()
        rows = self._rows if rows is None else rows
        seat = self.seat[rows]

        def features() -> np.ndarray:
            return self.features[rows] if self._watch else self.observe(rows, seat)

        def states() -> np.ndarray:
            imagined = self.states[rows]
            streams = (rng or np.random.default_rng()).integers(0, 1 << 64, len(rows), np.uint64)
            self.game.drivers.imagine(imagined, seat, streams)
            return imagined

        return View(self.game, self.config, seat, self.mask[rows], features, states)

    def load(self, states: np.ndarray) -> None:
        """Goes on from copies of these records: a saved batch, or positions made by hand."""
        if states.dtype != self.states.dtype or states.shape != self.states.shape:
            raise BadOption(f"give {self.num_envs} records of {self.game.name}, as `states` holds them")
        self._ready = True
        self.states[:] = states
        self.seat[:] = -1
        for seat in reversed(range(self.num_seats)):
            self.seat[states["active"] >> seat & 1 == 1] = seat
        self.done[:] = states["done"]
        self.truncated[:] = states["truncated"]
        self.game.drivers.show_rows(
            self.states, self._rows, self._rows, self.seat, self.features, self.mask, self._watch
        )

    def broken_invariants(self) -> np.ndarray:
        """For each row 0, or the number of the first broken invariant (`game.invariants` has the words)."""
        broken = np.zeros(self.num_envs, np.int64)
        self.game.drivers.inspect(self.states, broken)
        return broken

    def require_reset(self) -> None:
        if not self._ready:
            raise NotReset("call reset() first")
