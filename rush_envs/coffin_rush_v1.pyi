"""PettingZoo's doors of Coffin Rush!. Written by `make stubs` from the options: do not edit."""

from collections.abc import Sequence
from typing import Literal

from rush_envs.doors.aec import AECDoor
from rush_envs.doors.parallel import ParallelDoor

Layout = Literal[
    "standard",
    "random",
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
    # looters
    num_players: int = 4,
    # truncate after this many decisions
    max_steps: int = 60000,
    # where the quadrants lie: as drawn, or dealt and turned anew
    layout: Layout = "standard",
    # companies of seats that win together, such as ((0, 3), (1, 4), (2, 5)); None: each alone
    teams: Sequence[Sequence[int]] | None = None,
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
    # looters
    num_players: int = 4,
    # truncate after this many decisions
    max_steps: int = 60000,
    # where the quadrants lie: as drawn, or dealt and turned anew
    layout: Layout = "standard",
    # companies of seats that win together, such as ((0, 3), (1, 4), (2, 5)); None: each alone
    teams: Sequence[Sequence[int]] | None = None,
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
