"""`mcts:400`: information-set Monte-Carlo tree search for every game; `search/` has the tree and the simulations.

    mcts                  400 simulations for each decision
    mcts:2000             that many
    mcts:50ms             as many as fit into 50 milliseconds
    mcts:400:playout=random:depth=3:threads=2
    mcts:net:50ms         by a network: the policy that comes with the game
    mcts:net=FILE:50ms    or another, of kind `scoring`; `net` may stand anywhere, a budget need not

Options (each game has defaults of its own in `games/<game>/search.py`): `playout` greedy or random; `depth` cuts
playouts after so many own turns, 0 never; `explore`, `trust`, `widen`, `branch`, `margin`, `scale`, `rivals` as in
`search/settings.py`; `threads` search that many games of a batch at a time. `trees=8` grows eight trees for a decision,
each with the whole budget and luck of its own, and adds up what they say of the answers. With `on=ray` (a Ray of our
own with so many `threads`) or `on=auto` (the cluster that Ray finds, or RAY_ADDRESS names) they grow on a cluster, for
analysis and strong play. With a budget in simulations the same seed gives the same actions, for any number of threads
and nodes.

By a network, playouts are cut early, `depth` own turns after the present one, and judged by what the network expects
(`policies/judging.py`); answers are tried in the order in which it likes them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.agents import Agent
from rush_envs.engine.drivers import drivers_of
from rush_envs.engine.edge import checked_seed
from rush_envs.engine.jit import PLAIN, bind, kernel
from rush_envs.engine.rng import mixed
from rush_envs.engine.view import Sound, View
from rush_envs.errors import BadOption
from rush_envs.kit.printable import printable

from .games import part
from .greedy import rule_of_thumb
from .plantation import Plantation, Seedling
from .policies import files, judging
from .policies.scoring import ScoringNetwork, insight_of
from .search import driver, forest, margins
from .search.driver import Roots, Workspace
from .search.settings import Budget, Settings, parse, take_net
from .search.tree import NODE

NODES = 1 << 18  # for a budget in milliseconds; the search ends when they are used up
ALONE = ("trees=", "on=", "threads=")  # options that who grows a single tree does not have
FEW = 8  # simulations between two looks at the clock, at first


@kernel
def nothing(s, seat):  # type: ignore[no-untyped-def]
    pass


@kernel
def no_answer(s, seat, mask):  # type: ignore[no-untyped-def]
    pass


@kernel
def always(s, seat):  # type: ignore[no-untyped-def]
    return True


@kernel
def score_of(s, seat):  # type: ignore[no-untyped-def]
    return float(s.score[seat])


# What a game may bring in its `search.py`, and what stands in for it.
HOOKS = {"settle": nothing, "suppose": nothing, "standing": score_of, "leads": always, "strike": no_answer}


@cache
def kernels(game: Game, by_network: bool = False) -> SimpleNamespace:
    """The search bound to a game, once: every agent of a tournament uses the same."""
    own, drivers = part(game.name, "search"), drivers_of(game)
    purpose = "search by network" if by_network else "search"
    names = {name: getattr(drivers, name) for name in ("play", "pay_outcomes")}
    names |= {name: getattr(game, name) for name in ("legal", "determinize", "observe")}
    names |= {"greedy": rule_of_thumb(game), "insight": insight_of(game).observe}
    names |= {name: getattr(own, name, default) for name, default in HOOKS.items()}
    names |= vars(bind(judging if by_network else margins, game.name, names, purpose))
    bound = bind(driver, game.name, names, purpose)
    vars(bound).update(names)
    return bound


def workspace(game: Game, nodes: int, network: ScoringNetwork | None) -> Workspace:
    """What one thread needs."""
    return Workspace(
        work=np.zeros(1, game.state.dtype),
        tree=np.zeros(nodes, NODE),
        path=np.zeros(nodes, np.int64),
        mask=np.zeros(game.actions.size, np.int8),
        reward=np.zeros(game.state.seats, np.float64),
        favourites=np.zeros(nodes, np.float64),
        priors=np.zeros(game.actions.size, np.float32),
        judging=judging.judging(network) if network else np.zeros((3, game.state.seats), np.float64),
        picks=np.zeros(1, np.uint64),
        used=np.zeros(1, np.int64),
    )


class MctsAgent:
    """Searches every row of a view on its own; sees nothing but what the asked seat knows."""

    def __init__(
        self,
        game: Game,
        budget: Budget,
        settings: Settings,
        threads: int = 1,
        seed: int | None = None,
        network: ScoringNetwork | None = None,
        argument: str = "",
    ) -> None:
        self.game, self.network, self.kernels = game, network, kernels(game, network is not None)
        self.sees = network.sees if network else ("states",)
        self.budget, self.argument = budget, argument
        self.settings = settings
        self.threads = 1 if PLAIN else threads
        self.plan = settings.packed(game.score_scale, by_network=network is not None)
        nodes = budget.simulations + 1 if budget.simulations else NODES
        self.workspaces = [workspace(game, nodes, network) for _ in range(self.threads)]
        self._seed = np.array([checked_seed(seed)], np.uint64)
        self._calls = 0

    @property
    def memory(self) -> int:
        """Bytes, all of them taken when the agent was made."""
        return sum(map(size_of, self.workspaces))

    def act(self, view: View) -> np.ndarray:
        mask = view.for_kernels(self.game, *self.sees).mask
        actions = mask.argmax(axis=1).astype(np.int64)
        rows = np.flatnonzero(mask.sum(axis=1, dtype=np.int64) > 1)
        if rows.size and (self.budget.trees > 1 or self.budget.on):
            self._grow_forest(rows, view, actions)
        elif rows.size:
            roots = self.roots(view, actions)
            self._in_threads(rows.tolist(), lambda row, space: self._serve(row, space, roots, view))
        self._calls += 1
        return actions

    def _in_threads(self, jobs: list[Any], do: Callable[[Any, Workspace], object]) -> None:
        """Each thread does the next job until there is none; kernels do not hold the interpreter."""
        waiting = iter(jobs)

        def work(space: Workspace) -> None:
            for job in waiting:
                do(job, space)

        if self.threads == 1:
            work(self.workspaces[0])
        else:
            for thread in [self._pool.submit(work, space) for space in self.workspaces]:
                thread.result()

    def _grow_forest(self, rows: np.ndarray, view: View, actions: np.ndarray) -> None:
        """Several trees for each of these rows; what they have learned counts in the order of their numbers."""
        streams = [self._streams(len(view), tree) for tree in range(self.budget.trees)]
        jobs = [(row, tree) for row in rows.tolist() for tree in range(self.budget.trees)]
        found = np.zeros((len(view), self.budget.trees, self.game.actions.size, forest.TOLD))
        ones = {row: self._one(view, row) for row in rows.tolist()}
        if self.budget.on:
            seedlings = [Seedling.of(ones[row], int(streams[tree][row])) for row, tree in jobs]
            for job, told in zip(jobs, self._plantation.grown(seedlings), strict=True):
                found[job] = told
        else:

            def grow(job: tuple[int, int], space: Workspace) -> None:
                found[job] = self.grown(ones[job[0]], streams[job[1]][job[0]], space)

            self._in_threads(jobs, grow)
        room = forest.room(self.game.actions.size)
        for row in rows.tolist():
            actions[row] = forest.choose(found[row], self.settings.trust, room)

    def _one(self, view: View, row: int) -> View:
        """One row of a view, of what a search looks at."""
        seen, one = view.for_kernels(self.game, *self.sees), slice(row, row + 1)
        assert seen.states is not None
        features = None if self.network is None or seen.features is None else seen.features[one]
        return View.sound(self.game, view.config, seen.seat[one], seen.mask[one], features, seen.states[one])

    def grown(self, one: View, stream: np.uint64, space: Workspace | None = None) -> np.ndarray:
        """What a tree learns of the answers to the only decision of a view."""
        space, found = space or self.workspaces[0], np.zeros((self.game.actions.size, forest.TOLD))
        roots = self.roots(one, np.zeros(1, np.int64), np.array([stream], np.uint64))
        if self._serve(0, space, roots, one):
            forest.survey(space.tree, found)
        else:
            found[roots.actions[0], -1] = 1.0  # the rule of thumb's answer, which nothing was compared with
        return found

    @cached_property
    def _plantation(self) -> Plantation:
        name = ":".join(["mcts", *(word for word in self.argument.split(":") if word and not word.startswith(ALONE))])
        return Plantation(self.budget.on, self.threads, name, self.game.name)

    def _streams(self, rows: int, tree: int = 0) -> np.ndarray:
        """One for each row, call and tree."""
        streams = mixed(mixed(self._seed, [self._calls]), np.arange(rows))
        return mixed(streams, np.full(rows, tree)) if tree else streams

    def roots(self, view: View, actions: np.ndarray, streams: np.ndarray | None = None) -> Roots:
        """What a search works on: copies of imagined states and masks, and a stream for each row and call."""
        streams = self._streams(len(view)) if streams is None else streams
        seen = view.for_kernels(self.game, "states")
        assert seen.states is not None
        return Roots(seen.states.copy(), seen.seat, seen.mask.copy(), streams, actions)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, "mcts")

    def _serve(self, row: int, space: Workspace, roots: Roots, view: View) -> bool:
        """Searches a row; false if its seat does not search now."""
        begun = time.perf_counter()
        if self.network:
            space.priors[:] = self._priors(self.network, row, roots, view)
        if self.budget.simulations:
            return self.grow(row, self.budget.simulations, True, space, roots)
        return self._grow_in_time(begun, row, space, roots)

    def _priors(self, network: ScoringNetwork, row: int, roots: Roots, view: View) -> np.ndarray:
        """What the network thinks of the answers. Their effects are tried on a record that `roots` alone settles, so
        that it thinks the same whatever is hidden."""
        seen, one = view.for_kernels(self.game, *self.sees), slice(row, row + 1)
        states = np.zeros(1, self.game.state.dtype)
        self.kernels.imagine_root(roots, row, states)
        thought = network.logits(Sound(seen.seat[one], seen.mask[one], None, states))
        return np.nan_to_num(thought[0])

    def _grow_in_time(self, begun: float, row: int, space: Workspace, roots: Roots) -> bool:
        """Goes on while the simulations of the next call, at the pace so far, fit into the time."""
        total, count, left = 0, FEW, 1.0
        while left > 0 and count > 0:
            if not self.grow(row, count, total == 0, space, roots):
                return False
            total += count
            passed = time.perf_counter() - begun
            left = self.budget.milliseconds / 1000 - passed
            count = min(total, int(left * total / passed), NODES - 1 - total)
        return True

    def grow(self, row: int, count: int, fresh: bool, space: Workspace, roots: Roots) -> bool:
        """More simulations for a row; false if its seat does not search now."""
        searched: bool = self.kernels.search(roots, row, count, fresh, space, self.plan)
        return searched


def size_of(part: Any) -> int:
    """Bytes of an array, or of all arrays in a tuple of tuples."""
    return part.nbytes if isinstance(part, np.ndarray) else sum(map(size_of, part))


def network_of(game: Game, file: str) -> ScoringNetwork:
    """The network of a file, or the one that comes with the game."""
    policy = files.load(file or files.shipped(game), game)
    if not isinstance(policy.network, ScoringNetwork):
        raise BadOption(f"mcts:net={file}: give a network of kind scoring; this one is {policy.network.kind}")
    recipe = policy.training.get("recipe")
    reward = recipe.get("reward", "outcome") if isinstance(recipe, dict) else "outcome"
    if reward != "outcome":
        raise BadOption(
            f"mcts:net={file}: this network expects rewards that are {printable(reward)}, not outcomes; train one with "
            "--reward outcome, or with --method expert"
        )
    return policy.network


def make(game: Game, argument: str, seed: int | None) -> Agent:
    own = part(game.name, "search")
    file, rest = take_net(argument)
    network = None if file is None else network_of(game, file)
    settings = getattr(own, "SETTINGS", Settings()) if network is None else getattr(own, "BY_NETWORK", Settings())
    return MctsAgent(game, *parse(rest, settings), seed, network, argument)
