"""Replays: files that play a game again and verify it."""

from rush_envs.replay.replay import HASH_EVERY, Replay, state_hash
from rush_envs.replay.story import everything_is_public, story, told

__all__ = ["HASH_EVERY", "Replay", "everything_is_public", "state_hash", "story", "told"]
