"""How a policy of Coffee Rush is trained: what differs from `training.recipe.Recipe`."""

RECIPE = {"reward": "shaped", "cap": 0.5, "trust": 3.0}
