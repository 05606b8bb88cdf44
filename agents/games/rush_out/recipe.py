"""How a policy of Rush Out! is trained: what differs from `training.recipe.Recipe`."""

RECIPE = {"reward": "shaped", "cap": 9.0, "options": {"scenario": "training_2"}}
EXPERT = {"hidden": (128, 32), "learning_rate": 2e-3, "depth": 8, "options": {"scenario": "training_2"}}
