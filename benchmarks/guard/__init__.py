"""The regression guard for speed: see check.py."""
