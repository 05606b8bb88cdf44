"""TorchRL's door: `RushEnv("coffee_rush", 1024)` is an `EnvBase` with 1,024 games in its batch.

As in TorchRL's multi-agent environments, agents stand in groups: `("player", "observation")` has the shape (games,
agents of the group, features). At each step everybody answers who is asked, like at PettingZoo's parallel door; what
the others answer is ignored.

    observation   float32 in [0, 1]
    action_mask   bool, the legal actions; of whoever is not asked the one action `masks.IDLE`
    acting        bool, who is asked
    action        int64
    reward        float32, (…, 1): of this step

`done`, `terminated` and `truncated` are of the game, (games, 1). Ended games show their last position until they are
reset; TorchRL's collectors, and `rollout(break_when_any_done=False)`, do that at once, for just those rows.
"""

from __future__ import annotations

from rush_envs.errors import MissingExtra

try:
    import torchrl  # noqa: F401
except ImportError:
    raise MissingExtra("rush_envs.doors.torchrl", "torchrl") from None

from rush_envs.doors.torchrl.env import RushEnv

__all__ = ["RushEnv"]
