"""Self-play training: PPO over a thousand games at once, on two cores, against a league of opponents.

`train.train` puts it together: the recipe of a game (`recipe`), the run's folder (`run`), who learns and how
(`learner/`), opponents (`league`), what is measured and kept while it learns (`watch`, `measure`), and the curve at the
end (`curve`). `curves` are many runs from scratch.
"""
