"""Where observations are written: whatever is put, a list says what dense features say, and stays within its row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from rush_envs.engine.kernels.plain import accept_records
from rush_envs.engine.sinks import PAD, clear, close, empty_lists, read
from rush_envs.kit import lowest_bit
from rush_envs.kit.features import RUN, put, put_bits, put_counts, put_each, put_ones, put_steps

SIZE, WIDTH = 400, 75
FORMS: dict[str, Callable[..., Any]] = {"jit": numba.njit, "plain": accept_records}
forms = pytest.mark.parametrize("form", FORMS)


def look(rows, row, numbers, few, places, bits):
    """Every kind of put, each into features of its own; nothing of it can be foreseen."""
    out = rows[row]
    clear(out)
    put(out, 3, numbers[0])
    put(out, 7, 1)
    put_bits(out, 10, bits, 63)
    put_counts(out, 80, numbers)
    put_steps(out, 100, few)
    put_each(out, 120, places, numbers)
    put_ones(out, 200, places, few)
    close(out)


def look_at_nothing(rows, row):
    clear(rows[row])
    close(rows[row])


def put_too_much(rows, row, places):
    out = rows[row]
    clear(out)
    for _ in range(50):
        put(out, 5, 2)
        put_steps(out, 20, 7)
        put_ones(out, 40, places, RUN)
    close(out)


def inputs(generator: np.random.Generator) -> tuple[Any, ...]:
    numbers = (generator.integers(1, 100, RUN) * generator.integers(0, 2, RUN)).astype(np.int8)
    places = generator.permutation(40)[:RUN].astype(np.int16)
    members = generator.permutation(63)[: generator.integers(0, 40)]
    return numbers, int(generator.integers(0, RUN + 1)), places, sum(1 << int(k) for k in members)


@forms
def test_a_list_says_what_dense_features_say(form: str) -> None:
    """In one place after the other, so that each list replaces a longer or a shorter one."""
    show, generator = FORMS[form](look), np.random.default_rng(0)
    lists, dense = empty_lists(2, WIDTH), np.zeros((2, SIZE), np.int8)
    active, lengths = read(lists, WIDTH), set()
    for _ in range(200):
        given = inputs(generator)
        show(lists, 1, *given)
        show(dense, 1, *given)
        count = int(active.counts[1])
        told = np.zeros(SIZE, np.int8)
        told[active.indices[1, :count]] = active.values[1, :count]
        assert (told == dense[1]).all()
        assert count == np.count_nonzero(dense[1])
        assert (active.indices[1, count:] == PAD).all()
        assert not active.values[1, count:].any()
        lengths.add(count)
    assert len(lengths) > 20
    assert active.counts[0] == 0
    assert (active.indices[0] == PAD).all()


@forms
def test_where_nothing_is_seen_nothing_is_left(form: str) -> None:
    lists = empty_lists(1, WIDTH)
    FORMS[form](look)(lists, 0, np.ones(RUN, np.int8), RUN, np.arange(RUN, dtype=np.int16), (1 << 40) - 1)
    active = read(lists, WIDTH)
    assert active.counts[0] > 60
    FORMS[form](look_at_nothing)(lists, 0)
    assert active.counts[0] == 0
    assert (active.indices == PAD).all()
    assert not active.values.any()


@forms
@pytest.mark.parametrize("width", [0, 1, 31, 32, WIDTH])
def test_what_is_too_much_stays_within_its_row(form: str, width: int) -> None:
    lists = empty_lists(3, width)
    around = lists[[0, 2]].tobytes()
    FORMS[form](put_too_much)(lists, 1, np.arange(RUN, dtype=np.int16))
    assert lists[[0, 2]].tobytes() == around
    assert read(lists, width).counts[1] == width


@forms
def test_the_lowest_bit_of_a_set(form: str) -> None:
    found = FORMS[form](lambda bits: lowest_bit(bits))
    for place in range(63):
        for above in (0, 1 << 62, (1 << 62) - 1):
            assert found(above >> place << place | 1 << place) == place
