"""How `observe` says what is to be seen: `put` and its kin, which write features or the list of those not zero."""

from rush_envs.engine.sinks import put, put_bits, put_counts, put_steps

__all__ = ["put", "put_bits", "put_counts", "put_steps"]
