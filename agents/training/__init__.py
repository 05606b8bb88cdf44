"""Self-play training: MaskablePPO over thousands of games at once, against a league of opponents.

`train.train` puts it together: the recipe of a game (`recipe`), the run's folder (`run`), the network (`network`), the
games it learns in (`games`), a head start by imitation (`imitation`), opponents (`league`), what is measured and kept
while it learns (`watch`, `measure`), and the curve at the end (`curve`).
"""
