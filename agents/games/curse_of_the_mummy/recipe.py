"""How a policy of Curse of the Mummy is trained: what differs from `training.recipe.Recipe`."""

RECIPE = {"reward": "shaped", "cap": 9.0}
EXPERT = {"heed": 40.0}
