"""How a policy of Nim is trained: what differs from `rush_agents.training.recipe.Recipe`."""

RECIPE = {"hidden": (32,), "games": 256, "imitation": 50_000}  # a small game needs a small network and little time
