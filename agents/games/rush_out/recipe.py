"""How a policy of Rush Out! is trained: what differs from `training.recipe.Recipe`."""

RECIPE = {"reward": "shaped", "cap": 0.5, "gamma": 0.998, "options": {"scenario": "training_2"}}
