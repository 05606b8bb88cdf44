"""How a policy of Coffin Rush! is trained: what differs from `training.recipe.Recipe`."""

RECIPE = {"reward": "shaped", "cap": 9.0, "hidden": (64, 64), "gamma": 1.0, "learning_rate": 1.5e-3}
