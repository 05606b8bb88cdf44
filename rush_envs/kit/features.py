"""How `observe` says what is to be seen: `put` and its kin, which write features or the list of those not zero."""

from rush_envs.engine.kernels.primitives import RUN
from rush_envs.engine.sinks import put, put_bits, put_counts, put_each, put_ones, put_steps

__all__ = ["RUN", "put", "put_bits", "put_counts", "put_each", "put_ones", "put_steps"]
