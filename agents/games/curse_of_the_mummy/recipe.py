"""How a policy of Curse of the Mummy is trained: what differs from `training.recipe.Recipe`."""

RECIPE = {"games": 1024, "rollout": 32, "gamma": 0.998, "smoothing": 0.95, "learning_rate": 2e-3}
