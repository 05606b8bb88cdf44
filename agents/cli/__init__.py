"""`rush-envs`: what there is, how it is played, a game in the terminal, replays, throughput, tournaments, training."""

from .app import app, main

__all__ = ["app", "main"]
