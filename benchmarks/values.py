"""What a position is worth: a network fitted to the ends of greedy's games, against playouts of equal cost.

    python benchmarks/values.py
    python benchmarks/values.py --games coffee_rush --minutes 4 --save nets --json values.json

Greedy plays itself by the ten thousand games, now and then something random; positions are drawn from them, each with
what its asked seat got in the end, and a scoring network learns what came of it and, for some, what greedy did. Then,
in games that it has not seen, both judge the same positions: the network by one look, and greedy by the mean of k
playouts, each from the position as imagined for the asked seat. The table says which part of the variance of the end
either explains, by fifths of a game, and what a judgement costs in CPU time of one thread. Default number of players;
Rush Out! in its second training. `--save` keeps the networks as policy files.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from search import OPTIONS

import rush_agents
import rush_envs
from rush_agents.policies import files
from rush_agents.policies.scoring import ScoringNetwork, insight_of
from rush_agents.training.learner.memory import Memory
from rush_agents.training.learner.students import Adam, Plan, ScoringStudent
from rush_envs.contract import Game
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.changes import described
from rush_envs.engine.drivers import drivers_of
from rush_envs.engine.streams import derived
from rush_envs.engine.view import Sound
from rush_envs.layout import markdown

SIZE = 512  # games side by side
DRAWN = 48  # positions of a game, about
SHOWN = 0.2  # of these are shown with greedy's answer, which costs more than the end alone
HIDDEN = (128, 32)
BATCH = 1024
RATES = (2e-3, 1e-4)  # of learning, first and last
LONGEST = 0.5  # gradient
PARTS = 5  # of a game, in the table


@dataclass
class Positions:
    """Positions drawn from finished games, and what became of them."""

    memory: Memory
    seat: np.ndarray  # who was asked
    pay: np.ndarray  # (n, seats) what all seats got in the end
    part: np.ndarray  # from 0 to 1: how much of the game was over
    records: np.ndarray  # if they were kept

    def paid(self, seats: np.ndarray) -> np.ndarray:
        """What these seats got, one for each position."""
        found: np.ndarray = self.pay[np.arange(seats.size), seats]
        return found


def greedy_games(
    game: Game, seed: int, *, share: float, wild: float, shown: float = 0.0, keep: bool = False
) -> Positions:
    """Plays a batch of games to the end and draws each position with the probability `share`."""
    batch = BatchEnv.of(
        game.name, SIZE, seed=seed, features=False, active=True, autoreset=False, **OPTIONS.get(game.name, {})
    )
    batch.reset()
    rng = np.random.default_rng(derived(seed, "luck"))
    agent, memory = rush_agents.load("greedy", game), Memory(3 * SIZE * DRAWN)
    pay = np.zeros((SIZE, batch.num_seats))
    noted: list[tuple[np.ndarray, ...]] = []
    while (live := np.flatnonzero(batch.seat >= 0)).size:
        answers = agent.act(batch.view(live, rng, ("states",)))
        drawn = live[rng.random(live.size) < share]
        told = rng.random(drawn.size) < shown
        for rows in (drawn[~told], drawn[told]):
            noted.append((rows, batch.seat[rows], batch.states["ply"][rows], batch.states[rows if keep else rows[:0]]))
        note(memory, batch, drawn[~told], None, rng)
        note(memory, batch, drawn[told], answers[np.searchsorted(live, drawn[told])], rng)
        mistakes = rng.random(live.size) < wild
        batch.step(np.where(mistakes, batch.random_actions(live), answers), live)
        pay[live] += batch.reward[live]
    row, seat, ply, records = (np.concatenate(parts) for parts in zip(*noted, strict=True))
    found = Positions(memory, seat, pay[row], ply / batch.final_states["ply"][row], records)
    memory.arrays.paid[: memory.count] = found.paid(seat)
    memory.arrays.known[: memory.count] = batch.final_states["done"][row] == 1
    return found


def note(
    memory: Memory, batch: BatchEnv, rows: np.ndarray, answers: np.ndarray | None, rng: np.random.Generator
) -> None:
    """What the asked seats see and work out and, with greedy's answers, what they may do."""
    if not rows.size:
        return
    seen = batch.view(rows, rng, ("states",)).for_kernels(batch.game)
    assert seen.states is not None
    mask = seen.mask if answers is not None else np.zeros_like(seen.mask)
    table = described(batch.game, seen.states, seen.seat, mask, insight_of(batch.game))
    places = memory.note(table.seen, mask, np.arange(rows.size))
    if answers is not None:
        memory.note_changes(table)
        memory.point(places, answers)


def fit(game: Game, asked: argparse.Namespace, progress: Progress) -> tuple[ScoringNetwork, dict[str, Any]]:
    """A network that has learned for so many CPU minutes, and how."""
    network = ScoringNetwork(game, HIDDEN)
    network.begin(np.random.default_rng(derived(asked.seed, "network")))
    student, optimiser, gradient = ScoringStudent(network), Adam(network), ScoringNetwork(game, HIDDEN)
    rng = np.random.default_rng(derived(asked.seed, "order of decisions"))
    task = progress.add_task(f"{game.name}: learning", total=60 * asked.minutes)
    length = 50 * greedy_games(game, asked.seed, share=0.02, wild=asked.wild).memory.count / SIZE  # about
    begun, games = time.process_time(), 0
    while (spent := (time.process_time() - begun) / (60 * asked.minutes)) < 1:
        seed = derived(asked.seed, "training games", games)
        found = greedy_games(game, seed, share=min(1.0, DRAWN / length), wild=asked.wild, shown=SHOWN)
        order = rng.permutation(found.memory.known())
        rate = RATES[0] * (RATES[1] / RATES[0]) ** spent
        for first in range(0, order.size, BATCH):
            rows = order[first : first + BATCH]
            student.gradient(rows, found.memory.arrays, Plan(True, 0.0, 1.0, 0.0, 1 / rows.size), gradient)
            optimiser.step(gradient.whole, rate, LONGEST)
        games += SIZE
        progress.update(task, completed=60 * asked.minutes * spent, description=f"{game.name}: {games:,} games")
    progress.update(task, completed=60 * asked.minutes)
    return network, {"games": games, "minutes": asked.minutes, "reward": "outcome", "wild": asked.wild}


# ------------------------------------------------------------------------------------------------------------------
# Judging held-out positions


def look(network: ScoringNetwork, found: Positions, seats: np.ndarray) -> tuple[np.ndarray, float]:
    """What the network expects for these seats by their own views, and CPU seconds for a position, looking included."""
    mask = np.zeros((seats.size, network.game.actions.size), np.int8)  # no answers are asked for
    seen = Sound(seats.astype(np.int64), mask, None, found.records)
    network.worths(Sound(seen.seat[:1], mask[:1], None, found.records[:1]))  # compiles
    begun = time.process_time()
    worths = network.worths(seen)
    return worths, (time.process_time() - begun) / seats.size


def play_on(game: Game, found: Positions, count: int, seed: int, progress: Progress) -> tuple[np.ndarray, float]:
    """(count, positions): what greedy's playouts from imagined positions end with, and CPU seconds for one."""
    size = len(found.records)
    batch = BatchEnv.of(game.name, size, features=False, autoreset=False, **OPTIONS.get(game.name, {}))
    agent, ends = rush_agents.load("greedy", game), np.zeros((count, size))
    rng = np.random.default_rng(derived(seed, "imagination"))
    task = progress.add_task(f"{game.name}: playouts", total=count)
    spent = 0.0
    for k in range(count):
        states = found.records.copy()
        drivers_of(game).imagine(states, found.seat, rng.integers(0, 1 << 64, size, np.uint64))
        batch.load(states)
        begun = time.process_time()
        while (live := np.flatnonzero(batch.seat >= 0)).size:
            batch.step(agent.act(batch.view(live, rng, ("states",))), live)
            ends[k, live] += batch.reward[live, found.seat[live]]
        spent += time.process_time() - begun
        progress.advance(task)
    return ends, spent / (count * size)


def explained(paid: np.ndarray, judged: np.ndarray) -> float:
    """The part of the variance of the end; less than nothing where a guess is worse than the mean."""
    return 1.0 - float(np.mean((paid - judged) ** 2) / np.var(paid))


def compare(game: Game, network: ScoringNetwork, asked: argparse.Namespace, progress: Progress) -> list[dict[str, Any]]:
    """A row for the network and for each number of playouts."""
    seed = derived(asked.seed, "held-out games")
    found = greedy_games(game, seed, share=asked.share, wild=0.0, keep=True)
    ends, dear = play_on(game, found, max(asked.playouts), derived(seed, "playouts"), progress)
    other = (found.seat + 1) % found.pay.shape[1]
    judges = [("network", found.seat, *look(network, found, found.seat))]
    judges += [("network, a seat not asked", other, *look(network, found, other))]
    judges += [(f"{k} playouts", found.seat, ends[:k].mean(axis=0), k * dear) for k in asked.playouts]
    parts = [np.minimum(PARTS * found.part, PARTS - 1).astype(int) == k for k in range(PARTS)]
    return [
        {
            "game": game.name,
            "judge": word,
            "positions": int(found.memory.count),
            "microseconds": round(1e6 * spent, 1),
            "explained": round(explained(found.paid(seats), judged), 4),
            "by_part": [round(explained(found.paid(seats)[part], judged[part]), 4) for part in parts],
        }
        for word, seats, judged, spent in judges
    ]


def measure(name: str, asked: argparse.Namespace, progress: Progress) -> list[dict[str, Any]]:
    game = rush_envs.game(name)
    if asked.nets:
        network = files.load(asked.nets / f"{name}.npz", game).network
        assert isinstance(network, ScoringNetwork)
    else:
        network, training = fit(game, asked, progress)
        if asked.save:
            files.save(asked.save / f"{name}.npz", files.Policy(network, training, {}))
    return compare(game, network, asked, progress)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=lambda text: text.split(","), default=rush_envs.games())
    parser.add_argument("--minutes", type=float, default=5.0, help="CPU minutes of learning for each game")
    parser.add_argument("--wild", type=float, default=0.05, help="share of random answers in games to learn from")
    parser.add_argument("--playouts", type=lambda text: [int(k) for k in text.split(",")], default=[1, 4, 16, 64])
    parser.add_argument("--share", type=float, default=0.02, help="of the held-out games' positions are judged")
    parser.add_argument("--nets", type=Path, help="folder of networks to judge by, instead of learning")
    parser.add_argument("--save", type=Path, help="folder to keep the networks in")
    parser.add_argument("--seed", type=int, default=52_000)
    parser.add_argument("--json", type=Path, help="write the rows here")
    asked = parser.parse_args()
    if asked.save:
        asked.save.mkdir(parents=True, exist_ok=True)
    with Progress() as progress:
        rows = [row for name in asked.games for row in measure(name, asked, progress)]
    head = ("Game", "Judge", "Cost, µs", "Explained", *(f"Part {k + 1} of {PARTS}" for k in range(PARTS)))
    body = [
        (row["game"], row["judge"], f"{row['microseconds']:,.1f}", f"{row['explained']:.1%}",
         *(f"{part:.1%}" for part in row["by_part"]))
        for row in rows
    ]  # fmt: skip
    Console().print(markdown(head, body), markup=False, soft_wrap=True)
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
