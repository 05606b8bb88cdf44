"""The proxies that stand for records when everything runs as plain Python."""

from __future__ import annotations

import subprocess
import sys

PROXY = """
import numpy as np
from rush_envs.engine.kernels.plain import PlainArray
array = PlainArray(np.zeros(3, np.int8))
array[2] = 127
assert type(array[2]) is int and array[2] + 144 == 271
for bad in (lambda: array[-1], lambda: array.__setitem__(-1, 0)):
    try:
        bad()
    except IndexError as error:
        assert "negative" in str(error)
    else:
        raise SystemExit("a negative index was taken")
try:
    array[0] = 128
except OverflowError:
    print("strict")
"""


def test_plain_arrays_refuse_what_a_kernel_would_get_wrong() -> None:
    done = subprocess.run([sys.executable, "-c", PROXY], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "strict"
