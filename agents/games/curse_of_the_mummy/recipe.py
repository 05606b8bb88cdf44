"""How a policy of Curse of the Mummy is trained: what differs from `training.recipe.Recipe`."""

RECIPE = {"reward": "shaped", "cap": 9.0}
EXPERT = {"hidden": (128, 32), "learning_rate": 2e-3, "depth": 6}
