"""Searching Nim: only settings, since nothing is hidden and every playout reaches the end of the game.

The other hooks (`settle`, `suppose`, `standing`, `strike`, `leads`) are described in `rush_agents.search`.
"""

from rush_agents.search.settings import Settings

SETTINGS = Settings(branch=1.0)  # no chance blurs what later answers are worth, so the tree may try many of them
