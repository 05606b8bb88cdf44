"""The engine: one driver for all games. Games are records and kernels here, and none is known by name."""
