"""Blocks of a tournament as tasks of a cluster (`cluster`); the scorebook stays here.

A task plays some blocks and answers with a sheet of their results. A block is a function of the tournament and its
numbers, so it does not matter who plays it, how often or when: what is lost with a node is played again, and what comes
twice is written once. Before a process plays its first block, it compares all that results depend on with the facts of
the tournament: a node with other sources, libraries or policies is refused by name.
"""

from __future__ import annotations

import json
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from os.path import abspath
from typing import TYPE_CHECKING, Any, NamedTuple

from rush_envs.errors import RushError
from rush_envs.registry import homes

from ..cluster.joining import NoCluster, cores_of, joined
from ..cluster.likeness import likeness, refusal, unlikeness
from ..results.scorebook import Scorebook, changes
from ..results.scribe import Scribe
from ..results.sheets import sheet_of
from .luggage import packed
from .workers import WorkerLost

if TYPE_CHECKING:
    from .tournament import Tournament

TASK_SECONDS = (
    1.0  # a task has as many blocks as take about so long: less would be mostly post, more be lost with a node
)
MOST_BLOCKS = 64  # of a task
AHEAD = 2  # tasks for each core, so that none waits for us
BEAT = 0.05  # seconds between two looks at what is finished
CENSUS = 1.0  # between two looks at how many cores there are
PATIENCE = 10.0  # without any core before that is told
# How often the same blocks may take down a worker, and what is said then.
CRASH = 5, "a worker process ended {} times at {}"
BURST = 3, "a worker was out of memory {} times at {}; give the nodes more memory, or their Ray fewer cores"

Told = Callable[[range], None]
Noted = Callable[[str], None]


class Errand(NamedTuple):
    """What every task needs to know."""

    tournament: Tournament
    facts: str  # of the tournament, as JSON
    likeness: dict[str, str]  # of who has sent it


class Answer(NamedTuple):
    """Of a task; if there is a fault, that alone."""

    sheet: bytes
    seconds: float
    fault: str = ""


def errand_of(tournament: Tournament) -> Errand:
    """Paths are those of this machine: guests who play here must not see them either."""
    running = tournament.running and abspath(tournament.running)
    sent = replace(tournament, hidden=tuple(map(abspath, tournament.hidden)), running=running)
    return Errand(sent, json.dumps(tournament.facts()), likeness(*modules_of(tournament)))


def modules_of(tournament: Tournament) -> list[str]:
    """From these everything is in reach that plays games and writes them down; the facts answer for the agents."""
    return [__name__, type(tournament).__module__, homes()[tournament.game.name].partition(":")[0]]


def play_blocks(errand: Errand, blocks: list[range]) -> Answer:
    """A task's life, in a process of some node."""
    try:
        if fault := unlike(errand.tournament, errand.facts) or unlikeness(
            errand.likeness, likeness(*modules_of(errand.tournament))
        ):
            return Answer(b"", 0.0, refusal(fault))
        begun = time.perf_counter()
        sheet = sheet_of([result for block in blocks for result in errand.tournament.block(block).play()])
        return Answer(sheet, time.perf_counter() - begun)
    except Exception as error:  # told to the user where the tournament is held
        return Answer(b"", 0.0, f"a worker process failed: {type(error).__name__}: {error}")


@cache
def unlike(tournament: Tournament, wanted: str) -> str:
    """What is not here as it is where the tournament is held, in words; looked for once in each process."""
    there = json.loads(wanted)
    try:
        here = json.loads(json.dumps(tournament.facts()))
    except (RushError, OSError) as error:
        return str(error)
    if here["players"] != there["players"]:
        return next(changes(there["agents"], there["players"], here["players"]))
    return unlikeness(there, here)


def play(
    tournament: Tournament,
    waiting: list[range],
    book: Scorebook,
    where: str,
    cores: int,
    started: Told,
    finished: Told,
    noted: Noted,
) -> None:
    """Plays these blocks and writes them into the book."""
    with (
        packed(tournament.agents) as folder,
        joined(where, cores, folder) as ray,
        Scribe(book.path, tournament.facts()) as scribe,
    ):
        for blocks, sheet in Dispatch(ray, errand_of(tournament), waiting, started, noted).sheets():
            scribe.write(sheet)
            for block in blocks:
                finished(block)


class Dispatch:
    """Hands out blocks and takes results, in whatever order they come."""

    def __init__(self, ray: Any, errand: Errand, waiting: list[range], started: Told, noted: Noted) -> None:
        self._ray, self._started, self._noted = ray, started, noted
        self._task = ray.remote(num_cpus=1, max_retries=0)(play_blocks)  # what is lost is handed out again here
        self._errand = ray.put(errand)
        self._rest = deque(waiting)
        self._going: dict[Any, list[range]] = {}
        self._borne: Counter[tuple[int, str]] = Counter()
        self._blocks = 1  # of a task
        self._cores = cores_of(ray)
        self._counted = self._seen = time.monotonic()

    def sheets(self) -> Iterator[tuple[list[range], bytes]]:
        """The blocks of each task, and their results."""
        try:
            while self._rest or self._going:
                self._hand_out()
                waited = list(self._going)
                done, _ = self._ray.wait(waited, num_returns=len(waited), timeout=BEAT)
                yield from self._taken(done)
        except ConnectionError as error:
            raise NoCluster(f"the cluster is not there any more ({error}); all finished games are kept") from None

    def _hand_out(self) -> None:
        cores = self._census()
        while self._rest and len(self._going) < max(1, AHEAD * cores):
            most = max(1, min(self._blocks, len(self._rest) // max(1, AHEAD * cores)))  # towards the end less
            blocks = [self._rest.popleft() for _ in range(min(most, len(self._rest)))]
            for block in blocks:
                self._started(block)
            self._going[self._task.remote(self._errand, blocks)] = blocks

    def _census(self) -> int:
        """How many cores there are; nodes come and go."""
        now = time.monotonic()
        if now - self._counted > CENSUS:
            self._cores, self._counted = cores_of(self._ray), now
        if self._cores:
            self._seen = now
        elif now - self._seen > PATIENCE:
            self._noted("No node has a core to play on; waiting for one.")
            self._seen = now
        return self._cores

    def _taken(self, done: list[Any]) -> Iterator[tuple[list[range], bytes]]:
        lost = 0
        for task in done:
            blocks = self._going.pop(task)
            answer = self._answer(task, blocks)
            if answer is None:
                self._rest.extendleft(reversed(blocks))
                lost += len(blocks)
                continue
            if answer.fault:
                raise WorkerLost(f"{answer.fault}; all finished games are kept")
            self._blocks = max(1, min(MOST_BLOCKS, int(TASK_SECONDS * len(blocks) / max(answer.seconds, 1e-6))))
            yield blocks, answer.sheet
        if lost:
            self._noted(f"A node or a worker was lost; {lost} block{'s' * (lost > 1)} it had are played again.")

    def _answer(self, task: Any, blocks: list[range]) -> Answer | None:
        """None if it was lost on the way and is to be asked for again."""
        errors = self._ray.exceptions
        try:
            answer: Answer = self._ray.get(task)
            return answer
        except (errors.NodeDiedError, errors.ObjectLostError, errors.LocalRayletDiedError):
            return None
        except errors.OutOfMemoryError:
            self._bear(blocks, *BURST)
            return None
        except errors.WorkerCrashedError:
            self._bear(blocks, *CRASH)
            return None
        except errors.RayError as error:
            words = next((line for line in reversed(str(error).splitlines()) if line.strip()), "")
            raise WorkerLost(f"Ray: {type(error).__name__}: {words}; all finished games are kept") from None

    def _bear(self, blocks: list[range], most: int, words: str) -> None:
        """The same blocks may take down so many workers."""
        kind = blocks[0].start, words
        self._borne[kind] += 1
        if self._borne[kind] >= most:
            games = f"games {blocks[0].start} to {blocks[-1].stop - 1}"
            raise WorkerLost(f"{words.format(most, games)}; all finished games are kept, run again")
