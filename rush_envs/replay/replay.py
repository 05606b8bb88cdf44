"""Replays: a seed, the answers, and a hash of the state now and then, small enough to mail and verify elsewhere.

A replay is JSON with exactly these keys: format, game, data, config, seed, episode, answers [[seat, action], …] and
hashes {"number of answers": "hex"}. Files are size-limited and every action is checked against the mask on the way.
"""

from __future__ import annotations

import hashlib
import html
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from rush_envs.contract import Config, Game
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.edge import allows, checked_count
from rush_envs.errors import BadOption, BadReplay
from rush_envs.kit.writing import write_safely
from rush_envs.replay import reading

HASH_EVERY = 32  # answers


def state_hash(state: np.ndarray) -> str:
    """Of a one-record array: its bytes are its value."""
    return hashlib.sha256(state.tobytes()).hexdigest()[:16]


@dataclass
class Replay:
    """One game from its first decision on."""

    game: Game
    config: Config
    seed: int
    episode: int
    answers: list[tuple[int, int]] = field(default_factory=list)
    hashes: dict[int, str] = field(default_factory=dict)
    origin: str = field(default="", compare=False)  # where it was read from, for whoever is told what is wrong with it

    @classmethod
    def of(cls, batch: BatchEnv, row: int = 0) -> Replay:
        """An empty replay of the game that a row has just begun."""
        batch.require_reset()
        checked_count("row", row, 0, batch.num_envs - 1)
        if batch.states["ply"][row]:
            raise BadOption(f"row {row} is in the middle of a game; record from its first decision")
        replay = cls(batch.game, batch.config, int(batch.seeds[row]), int(batch.episodes[row]))
        if replay.start().states.tobytes() != batch.states[row : row + 1].tobytes():
            raise BadOption(f"row {row} was loaded and does not follow from its seed; record after a reset")
        return replay

    def add(self, seat: int, action: int, state: np.ndarray) -> None:
        """Notes one answer and, now and then and at the end, the state it led to (a one-record array)."""
        self.answers.append((int(seat), int(action)))
        if len(self.answers) % HASH_EVERY == 0 or state["active"][0] == 0:
            self.hashes[len(self.answers)] = state_hash(state)

    # ---------------------------------------------------------------------------------------------------------------

    def start(self) -> BatchEnv:
        """A batch of one at the replay's first decision."""
        batch = BatchEnv(self.game, self.config, 1, autoreset=False)
        batch.reset(self.seed, episodes=self.episode)
        return batch

    def frames(self) -> Iterator[BatchEnv]:
        """The batch before the first answer and after each; raises `BadReplay` where the game diverges."""
        batch = self.start()
        yield batch
        for number, (seat, action) in enumerate(self.answers, start=1):
            self._answer(batch, number, seat, action)
            yield batch

    def _answer(self, batch: BatchEnv, number: int, seat: int, action: int) -> None:
        asked = int(batch.seat[0])
        if asked < 0:
            raise self._diverges(number, f"the game was over after {number - 1} answers")
        if seat != asked:
            raise self._diverges(number, f"seat {seat} answers, but seat {asked} is asked")
        if not allows(batch.mask[0], action):
            raise self._diverges(number, f"action {action} of seat {seat} is not legal")
        batch.step([action])
        expected = self.hashes.get(number)
        if expected is not None and expected != state_hash(batch.states):
            raise self._diverges(number, f"the state is {state_hash(batch.states)}, the replay says {expected}")

    def _diverges(self, number: int, words: str) -> BadReplay:
        origin = f"{self.origin}: " if self.origin else ""
        return BadReplay(f"{origin}answer {number}: {words}; it was altered, give another replay")

    def verify(self) -> BatchEnv:
        """Plays everything back; the batch at the end, or `BadReplay` naming the first divergence."""
        for batch in self.frames():
            last = batch
        return last

    # ---------------------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """The file's text."""
        return json.dumps(
            {
                "format": reading.FORMAT,
                "game": self.game.id,
                "data": self.game.data_digest,
                "config": self.config.options(),
                "seed": self.seed,
                "episode": self.episode,
                "answers": self.answers,
                "hashes": {str(number): value for number, value in self.hashes.items()},
            }
        )

    def to_html(self, viewer: int | None = None) -> str:
        """One HTML file that plays the game in any browser, from a seat's eyes or as an open table."""
        from rush_envs.replay.film import replay_html

        return replay_html(self, viewer)

    def _repr_html_(self) -> str:
        """In a notebook: the game, to be looked at."""
        page = html.escape(self.to_html(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:720px;border:0" title="{self.game.title}"></iframe>'

    def save(self, path: str | Path) -> None:
        """Whole or not at all."""
        write_safely(Path(path), (self.to_json() + "\n").encode())

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """Reads a file; anything but a well-formed replay of this version and data is refused with the reason."""
        return cls.from_json(reading.read(Path(path)), str(path))

    @classmethod
    def from_json(cls, text: str | bytes, origin: str = "") -> Replay:
        """The replay that a file's text describes; the origin is named where something is wrong with it."""
        try:
            return cls(*reading.parse(text), origin=origin)
        except BadReplay as error:
            raise BadReplay(f"{origin}: {error}; give another replay" if origin else str(error)) from None
