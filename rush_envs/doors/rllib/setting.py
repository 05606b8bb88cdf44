"""From the name of a game to RLlib's configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv
from ray.tune.registry import register_env

from rush_envs.doors import modules
from rush_envs.doors.base import Door
from rush_envs.doors.options import config_of, own_options
from rush_envs.doors.rllib.league import LEARNER, League, Pairing
from rush_envs.doors.rllib.network import MaskedNetwork
from rush_envs.engine.edge import checked_choice
from rush_envs.errors import BadOption
from rush_envs.registry import game as find_game

NAME = "rush_envs"  # of all our environments, in RLlib's registry
DOORS = ("aec", "parallel")
SHARED = ("all", "role")


def make_env(setting: Mapping[str, Any]) -> Any:
    """RLlib calls this, in each of its processes: `game`, `door`, and the options of the door."""
    game, door = setting["game"], checked_choice("door", setting.get("door", "aec"), DOORS)
    module = modules.module(game)
    options = setting.get("options", {})
    return (
        PettingZooEnv(module.env(**options)) if door == "aec" else ParallelPettingZooEnv(module.parallel_env(**options))
    )


def role_of(agent: str) -> str:
    """`hero` of `hero_1`."""
    return agent.rpartition("_")[0]


def by_role(agent: str, episode: Any, **more: Any) -> str:
    return role_of(agent)


def configure(
    game: str,
    *,
    door: str = "aec",
    share: str = "all",
    league: Callable[[], League] | None = None,
    runners: int = 0,
    games: int = 8,
    decisions: int = 4096,
    seed: int = 0,
    network: type = MaskedNetwork,
    model: Mapping[str, Any] | None = None,
    reward: str = "shaped",
    **options: Any,
) -> PPOConfig:
    """PPO with `games` side by side in each of `runners` processes (0: in this one), `decisions` between two updates.

    `network` with its `model_config` serves all seats (`share="all"`, the module LEARNER) or each role has its own.
    `options` are those of the door and of the game. Everything can be changed afterwards, as always in RLlib.
    """
    found = find_game(game)
    of_the_door = own_options(Door)
    config = config_of(found, {name: value for name, value in options.items() if name not in of_the_door}, Door)
    agents = found.agent_names(config)
    checked_choice("door", door, DOORS)
    roles = checked_choice("share", share, SHARED) == "role"
    if roles and league is not None:
        raise BadOption("share='role' goes without a league, whose rivals are copies of one learner; give share='all'")
    names = sorted({role_of(agent) for agent in agents}) if roles else [LEARNER]
    pairing = Pairing.of(agents, found.teams(config))
    spec = {name: RLModuleSpec(module_class=network, model_config=dict(model or {})) for name in names}
    register_env(NAME, make_env)
    made = (
        PPOConfig()
        # RLlib's check of an environment would try actions that the mask forbids.
        .environment(
            NAME,
            env_config={"game": game, "door": door, "options": {"reward": reward, **options}},
            disable_env_checking=True,
        )
        .multi_agent(
            policies=set(names), policy_mapping_fn=by_role if roles else pairing, policies_to_train=list(names)
        )
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=spec))
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=games)
        .training(
            train_batch_size_per_learner=decisions,
            minibatch_size=min(512, decisions),
            num_epochs=3,
            lr=3e-4,
            gamma=0.999,
            lambda_=0.95,
            entropy_coeff=0.01,
            grad_clip=0.5,
        )
        .debugging(seed=seed)
    )
    return made.callbacks(league) if league else made
