"""Agents for rush_envs, installed as `rush_agents`: `load("greedy", "coffee_rush").act(view)`."""

from rush_envs.engine.agents import Agent, load, names

__all__ = ["Agent", "load", "names"]
