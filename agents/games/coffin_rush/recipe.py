"""How a policy of Coffin Rush! is trained: what differs from `training.recipe.Recipe`."""

RECIPE = {"reward": "shaped", "cap": 9.0, "gamma": 1.0}
