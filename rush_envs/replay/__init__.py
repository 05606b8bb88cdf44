"""Replays: files that play a game again and verify it."""

from rush_envs.replay.replay import HASH_EVERY, Replay, state_hash

__all__ = ["HASH_EVERY", "Replay", "state_hash"]
