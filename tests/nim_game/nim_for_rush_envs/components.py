"""What lies in the box: the openings, read from data/ and checked, as constant tables for the kernels."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rush_envs.kit.datafile import read_table

FOLDER = Path(__file__).parent
SEATS, HEAPS, LARGEST = 2, 3, 5  # players; heaps on the table; tokens that a heap may hold

_rows = read_table(FOLDER / "data" / "openings.txt", ["name", "first", "second", "third"])
OPENING_NAMES = tuple(row["name"] for row in _rows)
# (openings, HEAPS). Tables are int64: kernels count in 64 bits, and any other width would be compiled for anew.
OPENINGS = np.array([[row.number(c, 0, LARGEST) for c in ("first", "second", "third")] for row in _rows], np.int64)
MOST_TOKENS = int(OPENINGS.sum(axis=1).max())
