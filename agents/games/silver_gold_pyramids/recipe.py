"""How a policy of Silver & Gold Pyramids is trained: what differs from `training.recipe.Recipe`."""

RECIPE = {"reward": "shaped", "cap": 0.3, "hidden": (64, 64), "learning_rate": 2e-3}
