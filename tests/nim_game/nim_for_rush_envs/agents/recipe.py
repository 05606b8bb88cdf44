"""How a policy of Nim is trained: what differs from `rush_agents.training.recipe.Recipe`."""

RECIPE = {"hidden": (32,), "games": 256, "imitation": 0.2}  # a small game needs a small network and little time
