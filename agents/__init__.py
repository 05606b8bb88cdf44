"""Agents for rush_envs, installed as `rush_agents`: `load("greedy", "coffee_rush").act(view)`."""

from __future__ import annotations

from pathlib import Path

from rush_envs import jit

jit.cover(Path(__file__).resolve().parent)

from .base import Agent, load, names

__all__ = ["Agent", "load", "names"]
