"""How a policy of Coffee Rush is trained: what differs from `training.recipe.Recipe`."""

RECIPE = {"reward": "shaped", "cap": 9.0}
EXPERT = {"margin": 0.5}
