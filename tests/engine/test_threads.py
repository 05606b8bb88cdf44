"""Several threads for one step: safe against exceptions at any line, forks, and other Python threads."""

from __future__ import annotations

import copy
import os
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from attacks.interrupts import Interrupt

import rush_envs
from rush_envs.engine import batch as batch_module
from rush_envs.engine import threads
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import BatchInUse, NotReset, ThreadLost

SIZE = 512


def made(**more: Any) -> BatchEnv:
    batch = rush_envs.make_batch("coffee_rush", SIZE, seed=3, threads=2, features=False, **more)
    batch.reset()
    return batch


@pytest.mark.parametrize("job", ["step", "random_actions", "reset"])
def test_an_interrupt_at_any_line_leaves_a_batch_that_goes_on(job: str) -> None:
    """Whatever was done before it came, every row of the next step is done once: as in a batch with one thread."""
    batch = made()
    alone = rush_envs.make_batch("coffee_rush", SIZE, seed=3, features=False)
    alone.reset()
    interrupted, number = True, 0
    while interrupted:
        arguments = [batch.random_actions()] if job == "step" else []
        interrupted = Interrupt(number, threads, batch_module).during(partial(getattr(batch, job), *arguments))
        number += 1
        batch.random_actions()  # waits for what an interrupted call has left
        alone.load(batch.states)
        following = batch.mask.argmax(axis=1)
        batch.step(following)
        alone.step(following)
        assert (batch.mask == alone.mask).all(), number
        ongoing = ~(batch.done | batch.truncated)  # ended games go on with the next episode of the row
        assert batch.states[ongoing].tobytes() == alone.states[ongoing].tobytes(), number
    assert number > 15


ANY_CALL: dict[str, Callable[[BatchEnv], object]] = {
    "random_actions": lambda batch: batch.random_actions(),
    "random actions of few rows": lambda batch: batch.random_actions([0, 1]),
    "look": lambda batch: batch.look(0, 0),
    "reveal": lambda batch: batch.reveal(0),
    "view": lambda batch: batch.view([0], parts=()),
    "invariants": lambda batch: batch.broken_invariants(),
    "a copy": copy.deepcopy,
}


@pytest.mark.parametrize("use", ANY_CALL.values(), ids=ANY_CALL)
def test_an_interrupt_while_a_helper_is_at_work_is_waited_for(use: Callable[[BatchEnv], object]) -> None:
    """The caller comes up with a block still open; the next call must finish it before it looks at any row."""
    batch = made()
    team = batch._team
    assert team is not None
    real, calls = team._work, []

    def half_done(count: int, job: int, blocks: int, helper: bool, patience: int) -> bool:
        if count and not calls:
            calls.append(count)
            real(count, job, blocks, True, 0)  # offers, and leaves all of it on the desk
            raise KeyboardInterrupt
        return real(count, job, blocks, helper, patience)

    team._work = half_done
    with pytest.raises(KeyboardInterrupt):
        batch.step(batch.mask.argmax(axis=1))
    assert calls == [SIZE]
    use(batch)
    assert (batch.states["ply"] == 1).all(), "every row of the interrupted step was done once"
    batch.step(batch.random_actions())
    assert (batch.states["ply"] == 2).all()


def test_an_interrupt_while_another_seat_is_asked_leaves_no_mask_of_the_one_before() -> None:
    """An answer that one seat may give would be played for another."""
    batch = rush_envs.make_batch("silver_gold_pyramids", 4, seed=3, features=False)
    interrupted, number, stopped = True, 0, 0
    while interrupted:
        batch.reset(seed=3)
        while not (batch.states["active"] & 2).all():
            batch.step(batch.mask.argmax(axis=1))
        interrupted = Interrupt(number, batch_module).during(partial(batch.ask, [1] * 4))
        number += 1
        try:
            batch.require_reset()
        except NotReset:
            stopped += 1
            continue
        rows = np.arange(4)
        assert (batch.mask == batch.legal(rows, batch.seat)).all(), number
    assert stopped >= 2


def test_a_helper_that_is_gone_is_said_and_the_batch_can_begin_anew() -> None:
    batch = made()
    team = batch._team
    assert team is not None
    for helper in team._helpers:
        helper.dismiss()
        helper.thread.join()
    real, lost = team._work, []

    def lose_a_block(count: int, job: int, blocks: int, helper: bool, patience: int) -> bool:
        if count and not lost:
            lost.append(count)
            real(count, job, blocks, True, 0)
            team.desk[0] += 1  # claimed by a thread that is gone
        return real(0, job, blocks, helper, 1000) if lost else real(count, job, blocks, helper, patience)

    team._work = lose_a_block
    with pytest.raises(ThreadLost, match="reset"):
        batch.step(batch.mask.argmax(axis=1))
    team._work = real
    batch.reset(seed=3)
    again = made()
    assert batch.states.tobytes() == again.states.tobytes()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_child_goes_on_with_helpers_of_its_own() -> None:
    batch = made()
    actions = batch.random_actions()
    child = os.fork()
    if child == 0:
        try:
            batch.step(actions)
            os._exit(0)
        except BaseException:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    batch.step(actions)


def test_a_second_python_thread_is_refused_by_name() -> None:
    """Kernels run without the interpreter's lock, so without this rows would be torn apart."""
    batch = made()
    inside, leave = threading.Event(), threading.Event()

    def slow(rows: np.ndarray, actions: np.ndarray) -> None:
        inside.set()
        leave.wait()

    batch._advance = slow  # type: ignore[method-assign]
    other = threading.Thread(target=batch.step, args=(batch.random_actions(),))
    other.start()
    inside.wait()
    calls = (
        batch.reset, batch.random_actions, lambda: batch.step(np.zeros(SIZE, np.int64)), lambda: batch.look(0, 0),
        lambda: batch.reveal(0), batch.view, batch.broken_invariants, lambda: batch.load(batch.states),
        lambda: batch.ask(0), lambda: copy.deepcopy(batch),
    )  # fmt: skip
    for call in calls:
        with pytest.raises(BatchInUse, match="a batch for each thread"):
            call()
    leave.set()
    other.join()
    batch.random_actions()


def test_threads_by_turns_are_fine() -> None:
    batch, expected = made(), made()
    for _ in range(4):
        thread = threading.Thread(target=lambda: batch.step(batch.random_actions()))
        thread.start()
        thread.join()
        expected.step(expected.random_actions())
    assert batch.states.tobytes() == expected.states.tobytes()
