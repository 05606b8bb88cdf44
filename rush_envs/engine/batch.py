"""BatchEnv: many games in one array. Every other door stands on this one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, Self

import numpy as np

from rush_envs.contract import Config, Game
from rush_envs.engine import threads as threading
from rush_envs.engine.changes import ActionTable, described
from rush_envs.engine.drivers import BEGIN, Buffers, drivers_of
from rush_envs.engine.edge import (
    BAD_ROW,
    ENDED,
    NOT_LEGAL,
    Shown,
    checked_choice,
    checked_count,
    checked_flag,
    checked_seed,
    checked_words,
    examine,
    illegal_action,
    read_only,
    whole_numbers,
)
from rush_envs.engine.jit import PLAIN, direct
from rush_envs.engine.pick import pick
from rush_envs.engine.records import admitted, begun, blank, broken_invariants
from rush_envs.engine.rng import mixed, row_seeds
from rush_envs.engine.sinks import empty_lists, read, spread
from rush_envs.engine.threads import exclusive
from rush_envs.engine.threads.desk import ADVANCE_JOB, PICK_JOB
from rush_envs.engine.view import PARTS, View, checked_parts
from rush_envs.errors import BadAction, BadOption, GameOver, NotReset, shown
from rush_envs.registry import game as find_game

PICK_STREAM = (1 << 63) + 1  # numbers far above any episode name the streams for other purposes
ILLEGAL = ("raise", "lose")
REWARDS = ("outcome", "score", "shaped")  # in the order of the drivers' PAY_ numbers
# Options of a batch; all others are the game's.
_OPTIONS = ("seed", "reward", "illegal", "threads", "features", "active", "autoreset")


class BatchEnv:
    """N games in one array: `reset`, then `step(actions)` with one action for the asked seat of each game.

    The arrays `features` (N, F), `mask` (N, A), `seat` (N,), `reward` (N, seats), `done` and `truncated` (N,) are
    filled in place by every step; copy what you keep. `active=True` adds the list of the features that are not zero:
    `active.indices` (N, W) int16, padded with -1, `active.values` (N, W) int8, and how many, `active.counts` (N,);
    with `features=False` besides, nothing is spent on the zeros.

    An ended game is kept in `final_states` and restarted in the same step (`autoreset=False`: it stays, with `seat`
    -1). What a step trusts is read only.
    """

    states = Shown()  # (N,) the records
    final_states = Shown()  # (N,) the game of each row that ended last
    mask = Shown()  # (N, A) int8, what the asked seat may do
    seat = Shown()  # (N,) int64, who is asked; -1 when the game is over
    seeds = Shown()  # (N,) uint64, of each row
    episodes = Shown()  # (N,) int64, of the row's seed, from 0
    # What rows, seats and records are measured by: not to be replaced either.
    game: Game = property(attrgetter("_game"))  # type: ignore[assignment]
    config: Config = property(attrgetter("_config"))  # type: ignore[assignment]
    num_envs: int = property(attrgetter("_num_envs"))  # type: ignore[assignment]
    num_seats: int = property(attrgetter("_num_seats"))  # type: ignore[assignment]

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
        active: bool = False,
        autoreset: bool = True,
    ) -> None:
        self._game = game
        self._config = config
        self._num_envs = n = checked_count("num_envs", num_envs, 1, 1 << 24)
        self._num_seats = config.num_players
        self.reward_mode = checked_choice("reward", reward, REWARDS)
        self.illegal = checked_choice("illegal", illegal, ILLEGAL)
        self.threads = checked_count("threads", threads, 1, threading.MOST)
        self.agents = game.agent_names(config)
        self.autoreset = checked_flag("autoreset", autoreset)
        self._dense, self._listed = checked_flag("features", features), checked_flag("active", active)
        self._seed = seed if seed is None else checked_seed(seed)
        self._ready = False
        dtype = game.state.dtype
        self._states = np.zeros(n, dtype)
        self._final_states = np.zeros(n, dtype)
        self._features = np.zeros((n, game.observation.size if features else 0), np.int8)
        self._active = empty_lists(n, game.observation.width if active else 0)
        self._mask = np.zeros((n, game.actions.size), np.int8)
        self._seat = np.full(n, -1, np.int64)
        self._reward = np.zeros((n, self.num_seats), np.float32)
        self._done = np.zeros(n, np.bool_)
        self._truncated = np.zeros(n, np.bool_)
        self._seeds = np.zeros(n, np.uint64)
        self._episodes = np.zeros(n, np.int64)
        self._hand_out()
        self._picks = np.zeros(n, np.uint64)
        self._rows = np.arange(n)
        self._actions = np.zeros(n, np.int64)
        self._seen = np.full(n, -1, np.int64)
        self._tick = 0
        self._user: dict[str, int] = {}  # the Python thread that is inside
        self._blank = blank(game, config)
        self._packed = config.pack()

    def _hand_out(self) -> None:
        """What a step only writes may be written by anybody; views, because an array that is resized would move."""
        self.features, self.reward = self._features[:], self._reward[:]
        self.done, self.truncated = self._done[:], self._truncated[:]
        self.active = read(read_only(self._active), self._game.observation.width if self._listed else 0)

    @classmethod
    def of(cls, name: str, num_envs: int = 1, **options: Any) -> Self:
        """A batch of the game of that name; `options` are those of this class and of the game's configuration."""
        game = find_game(name)
        own = {key: options.pop(key) for key in _OPTIONS if key in options}
        return cls(game, game.config.of(name, options), num_envs, **own)

    @exclusive
    def reset(self, seed: int | None = None, *, seeds: Any = None, episodes: Any = None) -> None:
        """New games: episode 0 of `seed`, or without one the next episode of every row.

        `seeds` gives every row a seed of its own instead, and `episodes` says which episode of its seed each row (or,
        as one number, all of them) begins with. After an error everything is as it was.
        """
        sown = None
        if seeds is not None:
            if seed is not None:
                raise BadOption("give seed or seeds, not both")
            sown = checked_words("seeds", seeds, self.num_envs)
        elif seed is not None or not self._ready:
            sown = row_seeds(checked_seed(self._seed if seed is None else seed), self.num_envs)
        if episodes is not None:
            episodes = checked_words("episodes", episodes, self.num_envs, (1 << 62) - 1)
        if sown is not None:
            self._sow(sown)
        self._episodes[:] = episodes if episodes is not None else 0 if sown is not None else self._episodes + 1
        self._actions[:] = BEGIN
        self._advance(self._rows, self._actions)
        self._done[:] = self._truncated[:] = False  # of games that were over before
        self._ready = True

    def _sow(self, seeds: np.ndarray) -> None:
        """These are the rows' seeds from now on; every row begins with episode 0."""
        self._seeds[:] = seeds
        self._picks[:] = mixed(self._seeds, [PICK_STREAM])
        self._episodes[:] = 0

    @exclusive
    def step(self, actions: Any, rows: Any = None) -> None:
        """Answers for `seat` in all rows, or in the given ones (each at most once).

        Everything is checked before any game moves: after an error all games are as they were.
        """
        self.require_reset()
        rows = self._rows if rows is None else whole_numbers("rows", rows, None)
        actions = whole_numbers("actions", actions, rows.shape)
        self._tick += 1
        fault, place = examine(actions, rows, self._seen, self._tick, self._seat, self._mask, self._actions)
        if fault == BAD_ROW:
            raise BadAction(f"row {rows[place]} is named twice or lies outside 0 to {self.num_envs - 1}")
        if fault == ENDED:
            raise GameOver(f"row {rows[place]}: the game has ended; call reset() first")
        if fault == NOT_LEGAL and self.illegal == "raise":
            raise illegal_action(self.game, int(actions[place]), self._mask[rows[place]], f"row {rows[place]}")
        self._advance(rows, self._actions[: len(rows)])

    @exclusive
    def _step_checked(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """`step` for int64 arrays that were checked before; for the doors that stand on this class."""
        self._advance(rows, actions)

    def _advance(self, rows: np.ndarray, actions: np.ndarray) -> None:
        if self._team is None or len(rows) < threading.WORTH_SHARING:
            self._advance_rows(self._buffers, rows, actions)
        else:
            self._team.share(ADVANCE_JOB, rows, actions)
        self._spread(rows)

    def _spread(self, rows: np.ndarray) -> None:
        """Dense features from active ones, where both are wanted."""
        if self._dense and self._listed:
            spread(self._active, rows, self._features)

    @cached_property
    def _shown(self) -> dict[str, np.ndarray]:
        names = ("states", "final_states", "mask", "seat", "seeds", "episodes")
        return {name: read_only(getattr(self, f"_{name}")) for name in names}

    @property
    def _written(self) -> np.ndarray:
        """Where a step writes what is seen."""
        return self._active if self._listed else self._features

    @cached_property
    def _buffers(self) -> Buffers:
        scale = self.game.shaped_scale if self.reward_mode == "shaped" else self.game.score_scale
        return Buffers(
            self._states, self._seat, self._written, self._mask, self._reward, self._done, self._truncated,
            self._final_states, self._blank, self._packed, self._seeds, self._episodes,
            REWARDS.index(self.reward_mode), float(scale), self.autoreset, self._dense or self._listed,
        )  # fmt: skip

    @cached_property
    def _drivers(self) -> SimpleNamespace:
        return drivers_of(self.game)

    @cached_property
    def _advance_rows(self) -> Callable[..., None]:
        return direct(self._drivers.advance_rows, self._buffers, self._rows, self._actions)

    def _settle(self) -> None:
        """Before anything else is done: helpers have finished what an interrupted call has left them."""
        team = self.__dict__.get("_team")
        if team is not None:
            team.settle()

    @cached_property
    def _team(self) -> threading.ThreadTeam | None:
        if self.threads == 1 or PLAIN:
            return None
        team = threading.ThreadTeam(self.threads, self.num_envs)
        tools = (team.desk, self._picks, self._buffers, team.rows, team.actions)
        team.start(partial(direct(self._drivers.advance_blocks, *tools, 0, 0, 0, True, 0), *tools))
        return team

    @exclusive
    def __getstate__(self) -> dict[str, Any]:
        made_anew = {"_advance_rows", "_buffers", "_drivers", "_team", "_shown", "_fresh"}
        made_anew |= {"features", "active", "reward", "done", "truncated"}
        return {name: value for name, value in self.__dict__.items() if name not in made_anew} | {"_user": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._hand_out()

    @exclusive
    def ask(self, seats: Any, rows: Any = None) -> None:
        """While several seats may answer: these are asked instead of the lowest, in all rows or in the given ones."""
        self.require_reset()
        rows, seats = self._pairs(self._rows if rows is None else rows, seats)
        idle = self._states["active"][rows] >> seats & 1 == 0
        if idle.any():
            row, seat = int(rows[idle.argmax()]), int(seats[idle.argmax()])
            raise BadAction(f"row {row}: {self.agents[seat]} (seat {seat}) has nothing to answer now")
        self._ready = False  # should anything interrupt what follows, seats and masks do not belong together
        self._seat[rows] = seats
        self._show(rows)
        self._ready = True

    def _show(self, rows: np.ndarray) -> None:
        """What the asked seats of these rows see and may do."""
        watch = self._dense or self._listed
        self._drivers.show_rows(self._states, rows, rows, self._seat, self._written, self._mask, watch)
        self._spread(rows)

    @exclusive
    def random_actions(self, rows: Any = None) -> np.ndarray:
        """A legal action for every row, each equally likely, from a stream of the row's own."""
        self.require_reset()
        rows = self._rows if rows is None else self._places(rows, self.num_envs)
        if self._team is not None and len(rows) >= threading.WORTH_SHARING:
            return self._team.share(PICK_JOB, rows).copy()
        actions = np.empty(len(rows), np.int64)
        pick(self._mask, rows, self._picks, actions)
        return actions

    def observe(self, rows: Any, seats: Any, *, final: bool = False) -> np.ndarray:
        """Features (k, F) of seat `seats[k]` in row `rows[k]`; `final` looks at the row's last ended game."""
        return self.look(rows, seats, final=final)[0]

    def legal(self, rows: Any, seats: Any) -> np.ndarray:
        """Masks (k, A) of seat `seats[k]` in row `rows[k]`; zero for a seat that is not active."""
        return self.look(rows, seats)[1]

    @exclusive
    def look(self, rows: Any, seats: Any, *, final: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """`observe` and `legal` at once."""
        self.require_reset()
        return self._look(*self._pairs(rows, seats), checked_flag("final", final))

    def _look(self, rows: np.ndarray, seats: np.ndarray, final: bool = False) -> tuple[np.ndarray, np.ndarray]:
        features = np.empty((len(rows), self.game.observation.size), np.int8)
        mask = np.empty((len(rows), self.game.actions.size), np.int8)
        places = np.arange(len(rows))
        self._drivers.show_rows(self._looked_at(rows, final), rows, places, seats, features, mask, True)
        return features, mask

    @exclusive
    def reveal(self, rows: Any, *, final: bool = False) -> np.ndarray:
        """Features (k, H) that no seat sees: for centralised critics, never for players."""
        self.require_reset()
        rows = self._places(rows, self.num_envs)
        out = np.empty((len(rows), self.game.hidden.size), np.int8)
        self._drivers.uncover(self._looked_at(rows, checked_flag("final", final)), rows, out)
        return out

    def _looked_at(self, rows: np.ndarray, final: bool) -> np.ndarray:
        if final and not self._final_states["seats"][rows].all():
            row = int(rows[self._final_states["seats"][rows].argmin()])
            raise BadAction(f"row {row}: no game has ended there yet")
        return self._final_states if final else self._states

    def _pairs(self, rows: Any, seats: Any) -> tuple[np.ndarray, np.ndarray]:
        rows, seats = self._places(rows, self.num_envs), self._places(seats, self.num_seats)
        if rows.shape != seats.shape:
            raise BadAction(f"{len(rows)} rows and {len(seats)} seats; give as many of each")
        return rows, seats

    @staticmethod
    def _places(values: Any, limit: int) -> np.ndarray:
        array = whole_numbers("rows and seats", values, None, ndmin=1)
        if array.size and not 0 <= array.min() <= array.max() < limit:
            raise BadAction(f"a row or seat lies outside 0 to {limit - 1}")
        return array

    @exclusive
    def view(self, rows: Any = None, rng: np.random.Generator | None = None, parts: Sequence[str] = PARTS) -> View:
        """The asked seats' view of some rows, for `Agent.act`; `rng` draws the imagined states.

        Nothing in it leads back to the batch; `parts` says what is made.
        """
        self.require_reset()
        parts = checked_parts(parts)
        if rng is not None and not isinstance(rng, np.random.Generator):
            raise BadOption(f"rng={shown(rng)}: give a numpy Generator, or None")
        rows = self._rows if rows is None else self._places(rows, self.num_envs)
        seat = self._seat[rows]
        if seat.size and seat.min() < 0:
            raise GameOver(f"row {rows[seat.argmin()]}: the game has ended; nobody is asked there")
        features = states = None
        if "features" in parts:
            features = self._features[rows] if self._dense else self._look(rows, seat)[0]
        if "states" in parts:
            states = self._states[rows]
            streams = (rng or np.random.default_rng()).integers(0, 1 << 64, len(rows), np.uint64)
            self._drivers.imagine(states, seat, streams)
        return View.sound(self.game, self.config, seat, self._mask[rows], features, states)

    def describe_actions(self, rows: Any = None, rng: np.random.Generator | None = None) -> ActionTable:
        """Every legal action of the asked seats of some rows: its parts, and what it changes in the seat's features.

        Each is tried on an imagined copy, so it tells nothing that the seat does not know; `rng` draws the copies.
        """
        found = self.view(rows, rng, ("states",)).for_kernels(self.game, "states")
        return described(self.game, found.states, found.seat, found.mask)

    @exclusive
    def load(self, states: np.ndarray) -> None:
        """Goes on from copies of these records: a saved batch, or positions made by hand.

        They must be possible positions of this batch's configuration; otherwise the batch stays as it was. Rows that
        were never dealt get seeds from the constructor's, for random actions and for the games that follow.
        """
        records = admitted(self.game, self._fresh, states, self.num_envs)
        if not self._ready:
            self._sow(row_seeds(checked_seed(self._seed), self.num_envs))
        self._take(records)

    def _take(self, states: np.ndarray) -> None:
        """`load` for records that were looked at before."""
        self._ready = False  # should anything interrupt what follows, records and masks do not belong together
        self._states[:] = states
        self._seat[:] = -1
        for seat in reversed(range(self.num_seats)):
            self._seat[states["active"] >> seat & 1 == 1] = seat
        self._done[:] = states["done"]
        self._truncated[:] = states["truncated"]
        self._show(self._rows)
        self._ready = True

    @cached_property
    def _fresh(self) -> np.ndarray:
        return begun(self.game, self.config)

    @exclusive
    def broken_invariants(self) -> np.ndarray:
        """For each row 0, or the number of the first broken invariant (`game.invariants` has the words)."""
        return broken_invariants(self.game, self._states)

    def require_reset(self) -> None:
        if not self._ready:
            raise NotReset("call reset() first")
