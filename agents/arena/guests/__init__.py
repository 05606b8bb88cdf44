"""Agents from outside, each in a process of its own behind walls: what is promised stands in `sandbox`."""
