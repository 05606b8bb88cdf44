"""Our games beside those of other libraries, what growth costs, and the distance to plain C: see run.py."""
