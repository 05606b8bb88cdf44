"""PettingZoo's doors of Curse of the Mummy. Written by `make stubs` from the options: do not edit."""

from collections.abc import Sequence
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
    # the mummy and its explorers; two players: one explorer with two pawns
    num_players: int = 4,
    # truncate after this many decisions; 100 × max_rounds if not given
    max_steps: int | None = None,
    # the six numbers of the mummy's die
    mummy_die: Sequence[int] = (1, 2, 2, 3, 3, 4),
    # show where each pawn may stand; the announcements are always shown
    belief: bool = True,
    # truncate after this many rounds
    max_rounds: int = 300,
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
    # the mummy and its explorers; two players: one explorer with two pawns
    num_players: int = 4,
    # truncate after this many decisions; 100 × max_rounds if not given
    max_steps: int | None = None,
    # the six numbers of the mummy's die
    mummy_die: Sequence[int] = (1, 2, 2, 3, 3, 4),
    # show where each pawn may stand; the announcements are always shown
    belief: bool = True,
    # truncate after this many rounds
    max_rounds: int = 300,
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
