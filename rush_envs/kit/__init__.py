"""What games are made of: `kernel` and `inlined` mark the functions of the rules, `below` draws from a record's stream,
`lowest_bit` takes sets apart;
`piles`, `features`, `datafile` and `scene` hold what several games need, `pages` writes the tables of their pages."""

from rush_envs.engine.jit import inlined, kernel
from rush_envs.engine.kernels.primitives import lowest_bit
from rush_envs.engine.rng import below

__all__ = ["below", "inlined", "kernel", "lowest_bit"]
