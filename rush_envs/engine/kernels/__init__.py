"""What kernels are compiled with and kept in: `jit` is the only file outside that needs to know."""
