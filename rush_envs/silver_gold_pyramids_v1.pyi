"""PettingZoo's doors of Silver & Gold Pyramids. Written by `make stubs` from the options: do not edit."""

from typing import Literal

from rush_envs.doors.aec import AECDoor
from rush_envs.doors.parallel import ParallelDoor

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
    # players at the table
    num_players: int = 4,
    # truncate after this many decisions; if not given, as many as a game can take
    max_steps: int | None = None,
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
    # players at the table
    num_players: int = 4,
    # truncate after this many decisions; if not given, as many as a game can take
    max_steps: int | None = None,
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
