"""How a policy of Rush Out! is trained: what differs from `training.recipe.Recipe`."""

RECIPE = {"reward": "shaped", "cap": 9.0, "options": {"scenario": "training_2"}}
EXPERT = {"options": {"scenario": "training_2"}}
