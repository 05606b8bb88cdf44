"""Self-play training: MaskablePPO over thousands of games at once, against a league of opponents.

    rush-envs train coffee_rush --minutes 10

From top to bottom: the recipe of a game, the run's folder, the model, a head start by imitating the game's rule of
thumb, what is watched while it learns, and `train`, which puts it together.

With advice, the usual way, the network is told what greedy would do and at first mostly does it: it learns when to
deviate. Without, it imitates greedy for some minutes and then plays on its own.
"""

from __future__ import annotations

import io
import itertools
import json
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from rush_envs.contract import Game
from rush_envs.errors import BadOption, MissingExtra, RushError
from rush_envs.registry import game as find_game
from rush_envs.registry import make_batch

from . import store
from .base import Agent, load
from .duels import Share, duel, total
from .league import SHARES, League
from .policy import NEVER, PolicyAgent

try:
    import torch
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.logger import configure

    from rush_envs.sb3 import RushVecEnv
except ImportError:
    raise MissingExtra("training", "train") from None

# ------------------------------------------------------------------------------------------------------------------
# The recipe


@dataclass(frozen=True)
class Recipe:
    """Everything that shapes a run besides its length."""

    seed: int = 0
    reward: str = "outcome"
    cap: float = 1.0  # no single reward counts more
    advice: bool = True  # the network is told what greedy would do
    trust: float = 4.0  # how much the untrained network prefers the advised action: its logit, the others' being near 0
    hidden: tuple[int, ...] = (128, 64)
    games: int = 2048  # side by side
    rollout: int = 16  # decisions of the learner in each game between two updates
    batch: int = 2048
    epochs: int = 2
    learning_rate: float = 3e-3  # at first; falls to nothing at the end
    gamma: float = 0.99
    smoothing: float = 0.9  # lambda of the advantage estimate
    entropy: float = 0.0
    league: Mapping[str, float] = field(default_factory=lambda: dict(SHARES))  # how often each kind is met
    imitation: float = 2.0  # minutes of imitating greedy first, without advice
    options: Mapping[str, Any] = field(default_factory=dict)  # of the game


RECIPES: Mapping[str, Mapping[str, Any]] = {
    "coffee_rush": {"reward": "shaped", "cap": 0.5, "trust": 3.0},
    "curse_of_the_mummy": {"games": 1024, "rollout": 32, "gamma": 0.998, "smoothing": 0.95, "learning_rate": 2e-3},
    "silver_gold_pyramids": {"reward": "shaped", "cap": 0.3, "hidden": (64, 64), "learning_rate": 2e-3},
    "rush_out": {"reward": "shaped", "cap": 0.5, "gamma": 0.998, "options": {"scenario": "training_2"}},
    "coffin_rush": {"reward": "shaped", "cap": 9.0, "hidden": (64, 64), "gamma": 1.0, "learning_rate": 1.5e-3},
}


def recipe_of(game: str, **changes: Any) -> Recipe:
    """The game's own recipe with these changes; those that are None stay as they are."""
    base = dict(RECIPES.get(game, {}))
    given = {name: value for name, value in changes.items() if value is not None}
    given["options"] = {**base.get("options", {}), **given.get("options", {})}
    return Recipe(**(base | given))


# ------------------------------------------------------------------------------------------------------------------
# The run's folder


class Run:
    """Files of one training run: the recipe and history, a checkpoint, snapshots, the policy, the curve."""

    def __init__(self, folder: Path, game: Game, recipe: Recipe) -> None:
        self.folder, self.game, self.recipe = folder, game, recipe
        self.commands: list[str] = []  # that made it, one for each start
        self.steps = 0
        self.seconds = 0.0
        self.even: float | None = None  # what greedy wins in our place, once measured
        self.history: list[dict[str, Any]] = []
        self.best: dict[str, Any] | None = None  # the point of the history whose policy is kept

    @property
    def policy(self) -> Path:
        return self.folder / "policy.npz"

    def facts(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "recipe": asdict(self.recipe),
            "commands": self.commands,
            "steps": self.steps,
            "seconds": round(self.seconds, 1),
            "even": self.even,
            "history": self.history,
            "best": self.best,
        }

    def save(self, model: MaskablePPO, league: League) -> None:
        """The checkpoint first: whatever stops us in between, `run.json` never promises more than there is."""
        buffer = io.BytesIO()
        np.savez(buffer, **_arrays(model, league))  # type: ignore[arg-type]
        store.write_safely(self.folder / "checkpoint.npz", buffer.getvalue())
        store.write_safely(self.folder / "run.json", (json.dumps(self.facts(), indent=1) + "\n").encode())

    @classmethod
    def resume(cls, folder: Path, game: Game) -> Run:
        """A run as its last checkpoint left it."""
        try:
            facts = json.loads((folder / "run.json").read_text())
            trained = facts["game"]
            if trained == game.name:
                recipe = Recipe(**(facts["recipe"] | {"hidden": tuple(facts["recipe"]["hidden"])}))
                run = cls(folder, game, recipe)
                run.commands, run.steps, run.seconds = facts["commands"], facts["steps"], facts["seconds"]
                run.even, run.history, run.best = facts["even"], facts["history"], facts["best"]
                return run
        except FileNotFoundError:
            raise BadOption(f"{folder} has no run to resume (no run.json); leave out --resume to start one") from None
        except (ValueError, KeyError, TypeError):
            raise BadOption(f"{folder / 'run.json'} is damaged; start anew in another folder") from None
        raise BadOption(f"{folder} holds a run of {trained}, not of {game.name}")

    def restore(self, model: MaskablePPO, league: League) -> None:
        """Weights, the optimiser's memory and the league's snapshots, from plain arrays."""
        path = self.folder / "checkpoint.npz"
        try:
            with np.load(path, allow_pickle=False) as file:
                found = {name: file[name] for name in file.files}
            weights = {name[2:]: torch.as_tensor(part) for name, part in found.items() if name.startswith("p.")}
            model.policy.load_state_dict(weights)
            memory = model.policy.optimizer.state_dict()
            for name, part in found.items():
                if name.startswith("o."):
                    _, number, key = name.split(".")
                    memory["state"].setdefault(int(number), {})[key] = torch.as_tensor(part)
            model.policy.optimizer.load_state_dict(memory)
            snapshots = {name[2:]: part for name, part in found.items() if name.startswith("l.")}
            league.restore(snapshots, policy_of(model, self.game, {}, {}))
        except (OSError, ValueError, KeyError, RuntimeError, EOFError, zipfile.BadZipFile) as error:
            raise BadOption(f"{path} does not fit this run ({error}); start anew in another folder") from None


def _arrays(model: MaskablePPO, league: League) -> dict[str, np.ndarray]:
    arrays = {f"p.{name}": part.numpy() for name, part in model.policy.state_dict().items()}
    for number, memory in model.policy.optimizer.state_dict()["state"].items():
        arrays |= {f"o.{number}.{key}": np.asarray(part) for key, part in memory.items()}
    return arrays | {f"l.{name}": part for name, part in league.arrays().items()}


# ------------------------------------------------------------------------------------------------------------------
# The model


class Body(torch.nn.Module):
    """The hidden layers, for raw observations. Actor and critic share the first, which costs the most; advice skips all
    and goes straight to the actor's last layer."""

    scale: torch.Tensor

    def __init__(self, scale: np.ndarray, advice: int, hidden: tuple[int, ...]) -> None:
        super().__init__()
        self.register_buffer("scale", torch.as_tensor(scale), persistent=False)
        self.latent_dim_pi = hidden[-1] + advice
        self.latent_dim_vf = hidden[-1]
        self.first = torch.nn.Linear(scale.size, hidden[0])
        self.actor, self.critic = _rectified(hidden), _rectified(hidden)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features, advice = seen[:, : self.scale.numel()], seen[:, self.scale.numel() :]
        # Weights are scaled rather than features: there are far fewer of them.
        first = torch.relu(torch.nn.functional.linear(features, self.first.weight * self.scale, self.first.bias))
        return torch.cat([self.actor(first), advice], dim=1), self.critic(first)

    def forward_actor(self, seen: torch.Tensor) -> torch.Tensor:
        return self.forward(seen)[0]

    def forward_critic(self, seen: torch.Tensor) -> torch.Tensor:
        return self.forward(seen)[1]


def _rectified(sizes: tuple[int, ...]) -> torch.nn.Sequential:
    layers = [(torch.nn.Linear(inputs, outputs), torch.nn.ReLU()) for inputs, outputs in itertools.pairwise(sizes)]
    return torch.nn.Sequential(*itertools.chain.from_iterable(layers))


class Brain(MaskableActorCriticPolicy):
    """Actor and critic; before any training the actor mostly follows the advice, if it gets any."""

    def __init__(self, *given: Any, scale: np.ndarray, recipe: Recipe, **more: Any) -> None:
        self.plan = scale, recipe
        super().__init__(*given, **more)

    def _build_mlp_extractor(self) -> None:
        scale, recipe = self.plan
        self.mlp_extractor = Body(scale, self.features_dim - scale.size, recipe.hidden)  # type: ignore[assignment]

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        scale, recipe = self.plan
        advice = self.features_dim - scale.size
        last: Any = self.action_net
        if advice:
            with torch.no_grad():
                last.weight[:, -advice:] = recipe.trust * torch.eye(advice)

    def logits(self, latent: torch.Tensor) -> torch.Tensor:
        """The last layer. Advice is a single 1 among zeros: its column is looked up, not multiplied."""
        last: Any = self.action_net
        units = self.mlp_extractor.latent_dim_vf
        found = torch.nn.functional.linear(latent[:, :units], last.weight[:, :units], last.bias)
        if latent.shape[1] > units:
            found = found + torch.nn.functional.embedding(latent[:, units:].argmax(1), last.weight[:, units:].T)
        return found

    def _look(self, seen: torch.Tensor, masks: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the probabilities of all actions, and the value."""
        latent, worth = self.mlp_extractor(seen.float())
        allowed = torch.as_tensor(masks, dtype=torch.bool)
        return self.logits(latent).masked_fill(~allowed, float(NEVER)).log_softmax(1), self.value_net(worth)

    # The two methods that PPO calls for every decision; SB3's own normalise a distribution three times on the way.

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        likely, values = self._look(obs, action_masks)
        luck = 0 if deterministic else torch.rand_like(likely).log_().neg_().log_()
        actions = (likely - luck).argmax(1)  # the largest is a draw from the softmax
        return actions, values, likely.gather(1, actions[:, None]).flatten()

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        likely, values = self._look(obs, action_masks)
        entropy = -(likely.exp() * likely).sum(1) if self.plan[1].entropy else None
        return values, likely.gather(1, actions[:, None]).flatten(), entropy

    def _get_action_dist_from_latent(self, latent_pi: torch.Tensor) -> Any:
        return self.action_dist.proba_distribution(action_logits=self.logits(latent_pi))


class Memory(MaskableRolloutBuffer):
    """The decisions between two updates. Its large arrays are made once and never copied as a whole: memory that is
    touched for the first time costs more than the games that fill it."""

    def reset(self) -> None:
        super(MaskableRolloutBuffer, self).reset()
        if not hasattr(self, "large"):
            self.mask_dims = int(self.action_space.n)  # type: ignore[attr-defined]
            self.large = self.observations, np.zeros((self.buffer_size, self.n_envs, self.mask_dims), np.bool_)
        self.observations, self.action_masks = self.large

    @staticmethod
    def swap_and_flatten(arr: np.ndarray) -> np.ndarray:
        """In the order of time: minibatches are drawn at random anyway."""
        return arr.reshape(-1, *arr.shape[2:])


class Table(RushVecEnv):
    """The learner's games. A cap keeps what a game pays in the end, much of it luck, from drowning what led there."""

    def __init__(self, *given: Any, cap: float, **more: Any) -> None:
        super().__init__(*given, **more)
        self.cap = cap

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        seen, paid, over, infos = super().step_wait()
        return seen, np.clip(paid, -self.cap, self.cap), over, infos


def make_model(run: Run, env: RushVecEnv, left: Callable[[], float] = lambda: 1.0) -> MaskablePPO:
    """For an environment of raw observations; `left` is the share of the run that is still to come."""
    recipe = run.recipe
    return MaskablePPO(
        Brain,
        env,
        n_steps=recipe.rollout,
        batch_size=recipe.batch,
        n_epochs=recipe.epochs,
        learning_rate=lambda _: recipe.learning_rate * left(),
        gamma=recipe.gamma,
        gae_lambda=recipe.smoothing,
        ent_coef=recipe.entropy,
        seed=recipe.seed,
        device="cpu",
        policy_kwargs={"scale": run.game.observation.scale, "recipe": recipe},
        rollout_buffer_class=Memory,
    )


def policy_of(model: MaskablePPO, game: Game, training: Mapping[str, Any], strength: Mapping[str, Any]) -> store.Policy:
    """The actor alone, as numpy plays it."""
    body: Any = model.policy.mlp_extractor
    parts: list[Any] = [body.first, *body.actor, model.policy.action_net]
    linear = [part for part in parts if isinstance(part, torch.nn.Linear)]
    layers = tuple((part.weight.detach().numpy().T.copy(), part.bias.detach().numpy().copy()) for part in linear)
    advised = layers[-1][0].shape[0] > body.latent_dim_vf
    return store.Policy(game, layers, training, strength, "greedy" if advised else None)


# ------------------------------------------------------------------------------------------------------------------
# A head start: do what the rule of thumb does, and learn who wins then


@dataclass(frozen=True)
class Lesson:
    """Decisions of the rule of thumb, and what the game paid in the end where it ended in time."""

    features: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    paid: np.ndarray
    ended: np.ndarray


WILD = 0.1  # of the moves are random ones, so that the learner also sees what follows mistakes
LESSON = 40_000  # decisions


def lessons(game: Game, recipe: Recipe) -> Iterator[Lesson]:
    """The rule of thumb in all seats, for ever."""
    size = 256
    rng = np.random.default_rng(recipe.seed + 1)
    batch = make_batch(game.name, size, seed=recipe.seed + 1, **recipe.options)
    batch.reset()
    teacher = load("greedy", game)
    while True:
        paid: dict[tuple[int, int], np.ndarray] = {}
        features, masks, actions, who = [], [], [], []
        for _ in range(LESSON // size):
            view = batch.view(rng=rng)
            chosen = teacher.act(view)
            features.append(batch.features.copy())
            masks.append(batch.mask.copy())
            actions.append(chosen)
            who.append(np.stack([np.arange(size), batch.episodes, batch.seat], axis=1))
            before = batch.episodes.copy()
            batch.step(np.where(rng.random(size) < WILD, batch.random_actions(), chosen))
            for row in np.flatnonzero(batch.done):
                paid[int(row), int(before[row])] = batch.reward[row].copy()
        keys = np.concatenate(who)
        known = [paid.get((int(row), int(episode))) for row, episode, _ in keys]
        ended = np.array([value is not None for value in known])
        value = np.array([0.0 if v is None else v[seat] for v, seat in zip(known, keys[:, 2], strict=True)], np.float32)
        yield Lesson(np.concatenate(features), np.concatenate(masks), np.concatenate(actions), value, ended)


def imitate(model: MaskablePPO, game: Game, recipe: Recipe, tell: Callable[[float, float], None]) -> None:
    """Trains actor and critic on lessons for the recipe's minutes; tells (share of time, agreement)."""
    begun, end = time.monotonic(), time.monotonic() + 60 * recipe.imitation
    policy = model.policy
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    draw = np.random.default_rng(recipe.seed + 2)
    policy.set_training_mode(True)
    for lesson in lessons(game, recipe):
        agreed = 0.0
        for part in np.array_split(draw.permutation(lesson.actions.size), max(1, lesson.actions.size // 1024)):
            seen = torch.as_tensor(lesson.features[part])
            wanted = torch.as_tensor(lesson.actions[part])
            values, likely, _ = policy.evaluate_actions(seen, wanted, torch.as_tensor(lesson.masks[part] != 0))
            missed = (values.flatten() - torch.as_tensor(lesson.paid[part])) ** 2
            loss = -likely.mean() + 0.5 * (missed * torch.as_tensor(lesson.ended[part])).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            agreed = float(likely.detach().exp().mean())
        tell(min(1.0, (time.monotonic() - begun) / (60 * recipe.imitation)), agreed)
        if time.monotonic() > end:
            return


# ------------------------------------------------------------------------------------------------------------------
# Watching


@dataclass
class Progress:
    """What is told after every update."""

    phase: str
    share: float  # of the whole run
    steps: int
    rate: float  # decisions of the learner a second
    left: float  # seconds
    greedy: Share | None = None
    random: Share | None = None


Tell = Callable[[Progress], None]
RIVALS = ("greedy", "random")
LOOK, FINAL = 77_000_000, 99_000_000  # where the seeds of measurements begin


class Watch(BaseCallback):
    """Keeps the league current, measures, saves checkpoints, and stops: in time, or before a broken network is kept."""

    def __init__(self, run: Run, league: League, limit: Limit, tell: Tell) -> None:
        super().__init__()
        self.model: MaskablePPO  # given by learn()
        self.run, self.league, self.limit, self.tell = run, league, limit, tell
        self.begun = time.monotonic() - run.seconds
        self.first_step = run.steps
        self.shares: dict[str, Share] = {}
        self.next_look = run.seconds + limit.look

    def _on_step(self) -> bool:
        solo = self.training_env.solo  # type: ignore[attr-defined]
        over = solo.ended()
        if over.size:
            won = solo.batch.final_states["outcome"][over, solo.final_learner[over]] > 0
            self.league.note(solo.final_opponent[over], won)
        return not self.limit.reached(self.run)

    def count(self) -> None:
        self.run.steps = self.first_step + self.num_timesteps
        self.run.seconds = time.monotonic() - self.begun

    def _on_rollout_start(self) -> None:
        """After an update and before the games that follow it."""
        run = self.run
        self.count()
        if not is_sound(self.model):
            raise Diverged(run.folder)
        policy = policy_of(self.model, run.game, {}, {})
        self.league.update(policy)
        if run.seconds >= self.next_look:
            self.look(policy)
            self.next_look = run.seconds + self.limit.look
        share = self.limit.share(run)
        rate = self.num_timesteps / max(1e-9, time.monotonic() - self.begun)
        left = run.seconds * (1 - share) / share if share > 0 else 0.0
        self.tell(
            Progress("learning", share, run.steps, rate, left, self.shares.get("greedy"), self.shares.get("random"))
        )

    def look(self, policy: store.Policy) -> None:
        """Measures, remembers a snapshot, saves; the policy is kept if none before won more against greedy."""
        run = self.run
        ours = PolicyAgent(policy)
        for name, games in zip(RIVALS, (self.limit.games, max(1, self.limit.games // 10)), strict=True):
            self.shares[name] = total(meet(run, ours, name, games, LOOK))
            self.model.logger.record(f"win/{name}", self.shares[name].rate)
        if run.even is None:
            run.even = round(total(meet(run, load("greedy", run.game), "greedy", self.limit.games, LOOK)).rate, 4)
        self.league.remember(policy)
        point = {
            name: [round(share.rate, 4), *(round(x, 4) for x in share.interval)] for name, share in self.shares.items()
        }
        run.history.append({"steps": run.steps, "seconds": round(run.seconds, 1), **point})
        if run.best is None or point["greedy"][0] >= run.best["greedy"][0]:
            run.best = run.history[-1]
            store.save(run.policy, policy)
        run.save(self.model, self.league)


def meet(run: Run, ours: Agent, rival: str, games: int, stream: int) -> dict[str, Share]:
    """Our victories by role against a rival, in games that training never sees."""
    seed, options = run.recipe.seed, run.recipe.options
    return duel(run.game, ours, load(rival, run.game, seed=seed), games, seed=seed + stream, options=options)


@dataclass(frozen=True)
class Limit:
    """When to stop, and how often to look."""

    minutes: float | None
    steps: int | None
    look: float  # seconds between two looks
    games: int  # of each look, against greedy

    def share(self, run: Run) -> float:
        by_time = run.seconds / (60 * self.minutes) if self.minutes else 0.0
        return max(by_time, run.steps / self.steps if self.steps else 0.0)

    def reached(self, run: Run) -> bool:
        return self.share(run) >= 1.0


class Diverged(RushError):
    """The network's numbers became infinite or undefined."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            "the network broke down (infinite or undefined weights); the last good checkpoint and policy are kept in "
            f"{folder}: continue with --resume and a smaller --learning-rate"
        )


def is_sound(model: MaskablePPO) -> bool:
    return all(bool(torch.isfinite(part).all()) for part in model.policy.parameters())


# ------------------------------------------------------------------------------------------------------------------
# Training


def train(
    game_name: str,
    folder: Path,
    *,
    recipe: Recipe | None = None,
    minutes: float | None = 10.0,
    steps: int | None = None,
    look_every: float = 60.0,
    look_games: int = 2000,
    final_games: int = 2000,
    resume: bool = False,
    learning_rate: float | None = None,
    command: str = "",
    tell: Tell = lambda progress: None,
) -> Run:
    """Trains a policy and leaves it in the folder; Ctrl-C ends the training early and keeps what was learned."""
    game = find_game(game_name)
    folder.mkdir(parents=True, exist_ok=True)
    run = Run.resume(folder, game) if resume else Run(folder, game, recipe or recipe_of(game_name))
    if learning_rate is not None:
        run.recipe = replace(run.recipe, learning_rate=learning_rate)
    run.commands.append(command)
    limit = Limit(minutes, steps, look_every, look_games)
    league = League(game, seed=run.recipe.seed, shares=run.recipe.league)
    model = make_model(run, sit_down(run, league), lambda: max(0.0, 1.0 - limit.share(run)))
    model.set_logger(configure(str(folder / "tensorboard"), ["tensorboard"]))
    if resume:
        run.restore(model, league)
    else:
        take_lessons(run, model, tell)
        league.remember(policy_of(model, game, {}, {}))
    watch = Watch(run, league, limit, tell)
    learn(model, watch)
    watch.count()
    watch.look(policy_of(model, game, {}, {}))
    finish(run, final_games)
    return run


def sit_down(run: Run, league: League) -> Table:
    """The games that a run learns in."""
    chosen = run.recipe
    return Table(
        run.game.name,
        chosen.games,
        opponents=league,
        raw=True,
        adviser=load("greedy", run.game) if chosen.advice else None,
        seed=chosen.seed,
        reward=chosen.reward,
        cap=chosen.cap,
        **chosen.options,
    )


def take_lessons(run: Run, model: MaskablePPO, tell: Tell) -> None:
    """The head start of a network that gets no advice."""
    minutes = run.recipe.imitation
    if minutes > 0 and not run.recipe.advice:
        begun = time.monotonic()
        imitate(
            model,
            run.game,
            run.recipe,
            lambda share, agreed: tell(Progress("imitating", 0.0, 0, agreed, 60 * minutes * (1 - share))),
        )
        run.seconds = time.monotonic() - begun


def learn(model: MaskablePPO, watch: Watch) -> None:
    """Until the watch says that it is enough, or Ctrl-C: what was learned is kept."""
    try:
        model.learn(1 << 62, callback=watch)
    except KeyboardInterrupt:
        pass
    except ValueError:  # torch refuses to draw from what is not a distribution
        if is_sound(model):
            raise
        raise Diverged(watch.run.folder) from None


def finish(run: Run, games: int) -> None:
    """The best policy with its whole card, and the curve. It is measured anew, in games that did not choose it; `even`
    is what greedy wins against greedy in the same games."""
    best = store.load(run.policy, run.game)
    strength: dict[str, Any] = {"games": games}
    if games:
        ours, greedy = PolicyAgent(best), load("greedy", run.game)
        for word, agent, rival in (("greedy", ours, "greedy"), ("random", ours, "random"), ("even", greedy, "greedy")):
            shares = meet(run, agent, rival, games, FINAL)
            strength[word] = {
                role: [round(s.rate, 4), *(round(x, 4) for x in s.interval), s.games] for role, s in shares.items()
            }
    training = {
        "command": " && ".join(run.commands),
        "recipe": asdict(run.recipe),
        "steps": run.steps,
        "minutes": round(run.seconds / 60, 1),
        "kept": run.best,
    }
    store.save(run.policy, replace(best, training=training, strength=strength))
    draw_curve(run)


def draw_curve(run: Run) -> Path | None:
    """Win rates over time as a picture; nothing if matplotlib is not installed."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return None
    figure = Figure(figsize=(7, 4), layout="constrained")
    minutes = [point["seconds"] / 60 for point in run.history]
    for name, axes in zip(RIVALS, figure.subplots(2, sharex=True, height_ratios=(2, 1)), strict=True):
        rate, low, high = (np.array([100 * point[name][k] for point in run.history]) for k in range(3))
        axes.plot(minutes, rate, marker=".")
        axes.fill_between(minutes, low, high, alpha=0.2)
        axes.set(ylabel=f"% won against {name}")
        if name == "greedy" and run.even is not None:
            axes.axhline(100 * run.even, color="grey", linestyle=":", label="greedy against greedy")
            axes.legend()
    figure.suptitle(run.game.title)
    axes.set(xlabel="minutes")
    path = run.folder / "curve.png"
    figure.savefig(path, dpi=80)
    return path
