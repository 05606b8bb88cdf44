"""How a policy of Silver & Gold Pyramids is trained: what differs from `training.recipe.Recipe`."""

RECIPE = {"reward": "shaped", "cap": 9.0}
