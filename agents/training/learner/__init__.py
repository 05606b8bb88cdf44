"""One who learns: the memory of decisions (`memory`), networks that learn (`students`, with their inner loops in
`kernels` and `scoring`), the games they learn in (`player`), and what is learned from them: PPO, imitation, or what an
expert says (`lessons`, `expert`). `learner.Learner` puts it together.
"""
