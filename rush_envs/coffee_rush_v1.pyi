"""PettingZoo's doors of Coffee Rush. Written by `make stubs` from the options: do not edit."""

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
    # players at the table; two players move two pawns each
    num_players: int = 4,
    # truncate after this many decisions
    max_steps: int = 5300,
    # everybody starts with a Ristretto or an Espresso
    beginner_orders: bool = False,
    # how many tiles may be flipped in one turn
    upgrades_per_turn: int = 4,
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
    # players at the table; two players move two pawns each
    num_players: int = 4,
    # truncate after this many decisions
    max_steps: int = 5300,
    # everybody starts with a Ristretto or an Espresso
    beginner_orders: bool = False,
    # how many tiles may be flipped in one turn
    upgrades_per_turn: int = 4,
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
