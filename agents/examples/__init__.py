"""Learners of other people's making on top of our environments, each in one file."""
