"""One learner among others, for many games at once: what the Gymnasium and SB3 doors share.

After the learner's action the other seats act until the learner is asked again or its game is over; its reward is its
own, added up over all of that. A game that ends before the learner was ever asked is passed over.

Ended games restart within the step, or, with `autoreset=False`, wait for `restart`; until then their learner is not
asked, sees its last observation and has the one action `masks.IDLE`.

Opponents are agents for the chairs after the learner's, or a field to draw from: an object with `agents`, a list, and
`draw(count)`, the place in that list for the others of each of so many new games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from rush_envs.doors.masks import Masks, idle_mask, never_empty
from rush_envs.doors.options import ILLEGAL, config_of
from rush_envs.doors.rows import RowBatch
from rush_envs.drawing.painter import Painter
from rush_envs.engine.agents import Agent, ask, load, wanted
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.edge import checked_choice, checked_count, checked_seed, whole_numbers
from rush_envs.engine.jit import entry
from rush_envs.engine.rng import U64, mix, next_below
from rush_envs.engine.streams import derived
from rush_envs.engine.view import PARTS, View
from rush_envs.errors import BadAction, BadOption, BatchInUse, GameOver, NotReset, UnknownAgent, hint, shown
from rush_envs.registry import game as find_game

SEAT_STREAM = (1 << 63) + 2  # the stream that seats the learner; see batch.PICK_STREAM


PASSED_OVER = 1000  # games in a row that end before the learner is asked: then it never will be


def never_asked(batch: BatchEnv) -> BadOption:
    """The error for a learner that nobody ever asks."""
    return BadOption(
        f"{PASSED_OVER} games in a row were over before the learner was asked; "
        f"give more than max_steps={batch.config.max_steps}, or another seat"
    )


@entry
def _seat_learners(seeds, episodes, rows, seats, learner):  # type: ignore[no-untyped-def]
    """A chair for the learner in each row, from the seed and the episode alone."""
    for k in range(rows.shape[0]):
        i = rows[k]
        learner[i] = next_below(mix(mix(seeds[i], episodes[i]), U64(SEAT_STREAM)), seats)[1]


def drawn(field: Any, count: int) -> np.ndarray:
    """Places of a field's agents for so many new games."""
    places = whole_numbers("places that the field has drawn", field.draw(count), (count,))
    if count and not 0 <= places.min() <= places.max() < len(field.agents):
        raise BadAction(f"the field has drawn a place outside 0 to {len(field.agents) - 1}")
    return places


class Solo:
    """N games with one learner each; every row waits for the learner between calls, or is over."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Any = "random",
        seat: int | str = "random",
        seed: int | None = None,
        reward: str = "outcome",
        illegal: str = "raise",
        threads: int = 1,
        mask: str = "info",
        observation_key: str = "observation",
        mask_key: str = "action_mask",
        autoreset: bool = True,
        **options: Any,
    ) -> None:
        self.game = find_game(game)
        config = config_of(self.game, options, Solo)
        self.illegal = checked_choice("illegal", illegal, ILLEGAL)
        kind = "lose" if illegal == "lose" else "raise"  # to the batch a replaced action is one that was legal
        self.batch = RowBatch(
            self.game, config, num_envs, seed=seed, reward=reward, illegal=kind, threads=threads, autoreset=autoreset
        )
        self.shown = Masks(mask, observation_key, mask_key)
        n = self.batch.num_envs
        self._every = np.arange(n)
        self.replaced = np.zeros(n, np.bool_)  # rows whose action of the last step was not legal
        self.fixed_seat = self._seat_number(seat)
        self.field = opponents if callable(getattr(opponents, "draw", None)) else None
        self._given = self._each_opponent("random" if self.field else opponents)
        self._playing = np.zeros((n, self.batch.num_seats - 1), np.int64)  # who sits in each chair after the learner's
        self._seed_opponents(seed)
        self.learner = np.zeros(n, np.int64)  # the learner's seat in each game
        self.final_opponent = np.zeros(n, np.int64)  # the field's agent in the game that ended last
        self.reward = np.zeros(n, np.float32)  # the learner's, over everything until its next decision
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.final_learner = np.zeros(n, np.int64)  # the learner's seat in the game that ended last
        self._torn = False  # the others' play was broken off: some of them are asked, not the learner
        self._carry = np.zeros(n, np.float32)  # paid in a new game before the learner's first decision
        self.observation_space = self.shown.space(self.game)
        self.action_space = spaces.Discrete(self.game.actions.size)

    def _seat_number(self, seat: int | str) -> int | None:
        agents = self.batch.agents
        if isinstance(seat, str) and seat == "random":
            return None
        if isinstance(seat, str) and seat in agents:
            return agents.index(seat)
        if isinstance(seat, int | np.integer) and not isinstance(seat, bool) and 0 <= seat < len(agents):
            return int(seat)
        words = f"give 'random', a number from 0 to {len(agents) - 1}, or {hint(seat, agents)}"
        raise BadOption(f"seat={shown(seat)}: {words}")

    def _each_opponent(self, given: Any) -> list[Any]:
        """What was given for each chair after the learner's, checked."""
        others = self.batch.num_seats - 1
        each = [given] * others if isinstance(given, str) or not isinstance(given, Sequence) else list(given)
        if len(each) != others:
            raise BadOption(f"{len(each)} opponents; give one for all, or one for each of the {others} other seats")
        for agent in each:
            if not isinstance(agent, str) and not callable(getattr(agent, "act", None)):
                raise BadOption(f"opponent {shown(agent)}: give a name or an object with act(view)")
        return each

    def _seed_opponents(self, seed: int | None) -> None:
        """Loads the named ones, one for all chairs that share a name; a seed makes their play repeatable."""
        own = None if seed is None else derived(checked_seed(seed), "opponents")  # never the seed of the deals
        loaded = {name: load(name, self.game, seed=own) for name in self._given if isinstance(name, str)}
        self.opponents = [loaded[agent] if isinstance(agent, str) else agent for agent in self._given]
        self._distinct = list({id(agent): agent for agent in self.opponents}.values())
        self._playing[:] = [[agent is each for each in self._distinct].index(True) for agent in self.opponents]
        # For what opponents imagine.
        self._rng = np.random.default_rng(None if own is None else derived(own, "imagination"))

    def reset(self, seed: int | None = None) -> None:
        """New games, played on to the learner's first decision."""
        self._begin(self.batch.reset, seed)
        if seed is not None:
            self._seed_opponents(seed)
        self._start(self._every)

    def restart(self, rows: np.ndarray, seeds: Sequence[int | None] | None = None) -> None:
        """New games in some rows, played on to the learner's first decision: episode 0 of a seed, or the next one.

        Opponents serve all rows, so the seed of some does not make them begin anew; seeds for every row do.
        """
        self._require_turn()
        if rows.size == 0:
            return
        self._begin(lambda given: self.batch.restart(rows, given), seeds)
        if seeds is not None and len(seeds) == self.batch.num_envs:
            own = [checked_seed(seed) for seed in seeds if seed is not None]
            if len(own) == len(seeds):
                self._seed_opponents(derived(own[0], "rows", *own))
        self._start(rows)

    def _start(self, rows: np.ndarray) -> None:
        """Seats the learner in new games; one that is over before the learner was asked is passed over."""
        self._carry[rows] = self.reward[rows] = 0
        self.terminated[rows] = self.truncated[rows] = self.replaced[rows] = False
        fresh = np.zeros(self.batch.num_envs, np.bool_)
        fresh[rows] = True
        for _ in range(PASSED_OVER + 1):
            self._seat(rows)
            self._let_others_play(fresh)
            rows = rows[self.batch.seat[rows] < 0]
            if not rows.size:
                return
            self._begin(self.batch.restart, rows)
        raise never_asked(self.batch)

    def step(self, actions: Any, rows: np.ndarray | None = None) -> None:
        """The learner's action in every row, or in the given ones, then the others' until it is asked again.

        If one of the others fails, its error is raised and the games are given up: only a reset goes on.
        """
        self._require_turn()
        batch = self.batch
        rows = self._every if rows is None else rows
        replaced = None
        if self.illegal == "random":
            actions, replaced = batch.replaced(actions, rows)
        self._begin(lambda given: batch.step(given, rows), actions)
        self.replaced[:] = False
        if replaced is not None:
            self.replaced[rows] = replaced
        self.reward[:] = 0
        self.reward[rows] = self._carry[rows] + self._own_reward(rows)
        self._carry[rows] = 0
        self.terminated[:] = self.truncated[:] = False
        fresh = np.zeros(batch.num_envs, np.bool_)  # rows whose learner's game has ended in this call
        self._note_ends(rows, fresh)
        self._let_others_play(fresh)

    def _begin(self, call: Callable[[Any], None], argument: Any) -> None:
        """From here on until the others have played nobody knows who is asked, unless nothing was done at all."""
        torn, self._torn = self._torn, True
        try:
            call(argument)
        except (BadAction, BadOption, BatchInUse, GameOver, NotReset):
            self._torn = torn
            raise

    def _require_turn(self) -> None:
        """The learner is asked in every row: nobody else's eyes, masks or moves are ever its own."""
        if self._torn:
            raise GameOver("an opponent failed, or its play was interrupted; the games are given up: call reset()")

    def _let_others_play(self, fresh: np.ndarray) -> None:
        batch = self.batch
        begun = batch.episodes.copy()
        while True:
            rows = np.flatnonzero((batch.seat != self.learner) & (batch.seat >= 0))
            if not rows.size:
                self._torn = False
                return
            if (batch.episodes[rows] - begun[rows]).max() > PASSED_OVER:
                raise never_asked(batch)
            chair = (batch.seat[rows] - self.learner[rows] - 1) % batch.num_seats
            agents = self.field.agents if self.field else self._distinct
            batch.step(ask(batch, rows, agents, self._playing[rows, chair], self._rng), rows)
            paid = self._own_reward(rows)
            new = fresh[rows]
            self.reward[rows[~new]] += paid[~new]
            self._carry[rows[new]] += paid[new]
            self._note_ends(rows, fresh)

    def _own_reward(self, rows: np.ndarray) -> np.ndarray:
        return self.batch.reward[rows, self.learner[rows]]

    def _note_ends(self, rows: np.ndarray, fresh: np.ndarray) -> None:
        """Keeps how the learner's games ended and seats it in the new ones."""
        batch = self.batch
        over = rows[batch.done[rows] | batch.truncated[rows]]
        if not over.size:
            return
        first = over[~fresh[over]]
        self.terminated[first] = batch.done[first]
        self.truncated[first] = batch.truncated[first]
        self.final_learner[first] = self.learner[first]
        self.final_opponent[first] = self._playing[first, 0]
        self._carry[over] = 0
        fresh[over] = True
        if batch.autoreset:
            self._seat(over)

    def _seat(self, rows: np.ndarray) -> None:
        batch = self.batch
        if self.fixed_seat is not None:
            self.learner[rows] = self.fixed_seat
        else:
            _seat_learners(batch.seeds, batch.episodes, rows, batch.num_seats, self.learner)
        if self.field:
            self._playing[rows] = drawn(self.field, rows.size)[:, None]

    # ---------------------------------------------------------------------------------------------------------------
    # What the doors hand out

    def observations(self) -> np.ndarray:
        """(N, F) float32 in [0, 1], from the learner's eyes; of a game that is over the last."""
        self._require_turn()
        seen: np.ndarray = self.batch.features * self.game.observation.scale
        if not self.batch.autoreset:
            over = np.flatnonzero(self.batch.seat < 0)
            if over.size:
                seen[over] = self.final_observations(over)
        return seen

    def acting(self) -> np.ndarray:
        """(N,) bool: whether the learner is asked."""
        self._require_turn()
        return self.batch.seat >= 0

    def view(self, agent: Agent | None = None) -> View:
        """The learner's view of every row, with what the agent in its place would look at, or with all of it."""
        self._require_turn()
        return self.batch.view(rng=self._rng, parts=PARTS if agent is None else wanted(agent))

    def masks(self) -> np.ndarray:
        """(N, A) int8, a copy; never without a one."""
        self._require_turn()
        return never_empty(self.batch.mask.copy()) if not self.batch.autoreset else self.batch.mask.copy()

    def told(self, masks: np.ndarray) -> dict[str, np.ndarray]:
        """What infos say of every row: who is asked, on which chair the learner sits, which action was replaced."""
        told = self.shown.told(masks) | {"acting": self.acting(), "agent": self.learner.copy()}
        return told | {"illegal": self.replaced.copy()} if self.illegal == "random" else told

    def ended(self) -> np.ndarray:
        """Rows whose game ended in the last step."""
        return np.flatnonzero(self.terminated | self.truncated)

    def final_observations(self, rows: np.ndarray) -> np.ndarray:
        """(k, F): the learner's last look at the games that ended."""
        return self.batch.observe(rows, self.final_learner[rows], final=True) * self.game.observation.scale

    def final_seen(self, rows: np.ndarray) -> list[Any]:
        """The last observations of ended games, each as the observation space has it."""
        idle = idle_mask(self.game)
        return [self.shown.seen(last, idle.copy()) for last in self.final_observations(rows)]

    def results(self, rows: np.ndarray) -> list[dict[str, Any]]:
        """For each ended game: the learner's chair, outcome, score, and everybody's scores; that it is not asked."""
        final = self.batch.final_states
        idle = idle_mask(self.game)
        replaced = [{"illegal": bool(self.replaced[i])} if self.illegal == "random" else {} for i in rows]
        return [
            {
                "agent": int(self.final_learner[i]),
                "outcome": int(final["outcome"][i, self.final_learner[i]]),
                "score": int(final["score"][i, self.final_learner[i]]),
                "scores": final["score"][i, : self.batch.num_seats].astype(np.int64),
                "acting": False,
            }
            | self.shown.told(idle.copy())
            | flag
            for i, flag in zip(rows, replaced, strict=True)
        ]

    def drawings(self, painter: Painter) -> list[Any]:
        """Every row's table from its learner's eyes, by the painter's mode."""
        self._require_turn()
        self.batch.require_reset()
        drawn = []
        for row in range(self.batch.num_envs):
            painter.viewer = int(self.learner[row])
            drawn.append(painter.paint(self.batch.states[row : row + 1]))
        return drawn

    def agent_name(self, agent: int) -> str:
        """The name of the chair with that number, as infos have it."""
        try:
            return self.batch.agents[checked_count("agent", agent, 0, self.batch.num_seats - 1)]
        except BadOption as error:
            raise UnknownAgent(str(error)) from None
