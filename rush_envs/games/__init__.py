"""One folder for each game; `rush_envs.registry` lists them."""
