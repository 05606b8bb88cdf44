"""PettingZoo's doors of Rush Out!. Written by `make stubs` from the options: do not edit."""

from collections.abc import Sequence
from typing import Literal

from rush_envs.doors.aec import AECDoor
from rush_envs.doors.parallel import ParallelDoor

Scenario = Literal[
    "training_1",
    "training_2",
    "scenario_1",
    "scenario_2",
    "scenario_3",
    "scenario_4",
    "scenario_5",
    "scenario_6",
]
Heroes = Literal[
    "bard",
    "sentinel",
    "warrior",
    "cleric",
]
Reward = Literal[
    "outcome",
    "score",
    "shaped",
]
Illegal = Literal[
    "raise",
    "lose",
    "random",
]
RenderMode = Literal[
    "ansi",
    "svg",
    "rgb_array",
    "human",
]
Mask = Literal[
    "observation",
    "info",
    "both",
]

def env(
    *,
    # the wizard and two to four heroes
    num_players: int = 4,
    # truncate after this many answers; if not given, as many as max_ticks allow
    max_steps: int | None = None,
    # which cards and rules are in play
    scenario: Scenario = "scenario_1",
    # the heroes' characters by seat; the first ones if not given
    heroes: Sequence[Heroes] | None = None,
    # two random ordeals leave the deck unseen: an experienced wizard against beginners
    handicap: bool = False,
    # truncate after this many ticks
    max_ticks: int = 6000,
    # what is paid, and when
    reward: Reward = "outcome",
    # what becomes of an action that is not legal
    illegal: Illegal = "raise",
    # what render() gives
    render_mode: RenderMode | None = None,
    # where the mask of legal actions is
    mask: Mask = "observation",
    # its name in an observation with a mask
    observation_key: str = "observation",
    # the name of the mask
    mask_key: str = "action_mask",
    # truncate after so many steps (parallel) or answers of an agent
    max_cycles: int | None = None,
) -> AECDoor: ...
def parallel_env(
    *,
    # the wizard and two to four heroes
    num_players: int = 4,
    # truncate after this many answers; if not given, as many as max_ticks allow
    max_steps: int | None = None,
    # which cards and rules are in play
    scenario: Scenario = "scenario_1",
    # the heroes' characters by seat; the first ones if not given
    heroes: Sequence[Heroes] | None = None,
    # two random ordeals leave the deck unseen: an experienced wizard against beginners
    handicap: bool = False,
    # truncate after this many ticks
    max_ticks: int = 6000,
    # what is paid, and when
    reward: Reward = "outcome",
    # what becomes of an action that is not legal
    illegal: Illegal = "raise",
    # what render() gives
    render_mode: RenderMode | None = None,
    # where the mask of legal actions is
    mask: Mask = "observation",
    # its name in an observation with a mask
    observation_key: str = "observation",
    # the name of the mask
    mask_key: str = "action_mask",
    # truncate after so many steps (parallel) or answers of an agent
    max_cycles: int | None = None,
) -> ParallelDoor: ...

raw_env = env
