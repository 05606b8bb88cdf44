"""One learner among others, for many games at once: what the Gymnasium and SB3 doors share.

After the learner's action the other seats act until the learner is asked again or its game is over; its reward is its
own, added up over all of that. A game that ends before the learner was ever asked is passed over.

Opponents are agents for the chairs after the learner's, or a field to draw from: an object with `agents`, a list, and
`draw(count)`, the place in that list for the others of each of so many new games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from rush_envs.engine.agents import Agent, ask, load, wanted
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.edge import checked_seed, whole_numbers
from rush_envs.engine.jit import entry
from rush_envs.engine.rng import U64, mix, next_below
from rush_envs.engine.streams import derived
from rush_envs.engine.view import PARTS, View
from rush_envs.errors import BadAction, BadOption, BatchInUse, GameOver, NotReset, hint, shown

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
    """N games with one learner each; every row waits for the learner between calls."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Any = "random",
        seat: int | str = "random",
        seed: int | None = None,
        autoreset: bool = True,
        **options: Any,
    ) -> None:
        self.batch = BatchEnv.of(game, num_envs, seed=seed, autoreset=autoreset, **options)
        self.game = self.batch.game
        n = self.batch.num_envs
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
        layout = self.game.observation
        self.observation_space = spaces.Box(0.0, 1.0, (layout.size,), np.float32)
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
        batch = self.batch
        self._begin(batch.reset, seed)
        if seed is not None:
            self._seed_opponents(seed)
        self._carry[:] = 0
        self.terminated[:] = self.truncated[:] = False
        self._seat(np.arange(batch.num_envs))
        self._let_others_play(np.ones(batch.num_envs, np.bool_))

    def step(self, actions: Any) -> None:
        """The learner's action in every row, then the others' until it is asked again.

        If one of the others fails, its error is raised and the games are given up: only a reset goes on.
        """
        self._require_turn()
        batch = self.batch
        self._begin(batch.step, actions)
        self.reward[:] = self._carry + self._own_reward(np.arange(batch.num_envs))
        self._carry[:] = 0
        self.terminated[:] = self.truncated[:] = False
        fresh = np.zeros(batch.num_envs, np.bool_)  # rows whose learner's game has ended in this call
        self._note_ends(np.arange(batch.num_envs), fresh)
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
        """(N, F) float32 in [0, 1], from the learner's eyes."""
        self._require_turn()
        return self.batch.features * self.game.observation.scale

    def view(self, agent: Agent | None = None) -> View:
        """The learner's view of every row, with what the agent in its place would look at, or with all of it."""
        self._require_turn()
        return self.batch.view(rng=self._rng, parts=PARTS if agent is None else wanted(agent))

    def masks(self) -> np.ndarray:
        """(N, A) int8, a copy."""
        self._require_turn()
        return self.batch.mask.copy()

    def ended(self) -> np.ndarray:
        """Rows whose game ended in the last step."""
        return np.flatnonzero(self.terminated | self.truncated)

    def final_observations(self, rows: np.ndarray) -> np.ndarray:
        """(k, F): the learner's last look at the games that ended."""
        return self.batch.observe(rows, self.final_learner[rows], final=True) * self.game.observation.scale

    def results(self, rows: np.ndarray) -> list[dict[str, Any]]:
        """For each ended game: the learner's agent name, outcome, score, and everybody's scores."""
        final = self.batch.final_states
        return [
            {
                "agent": self.batch.agents[self.final_learner[i]],
                "outcome": int(final["outcome"][i, self.final_learner[i]]),
                "score": int(final["score"][i, self.final_learner[i]]),
                "scores": final["score"][i, : self.batch.num_seats].tolist(),
            }
            for i in rows
        ]
