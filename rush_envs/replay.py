"""Replays: a seed, the answers, and a hash of the state now and then, small enough to mail and verify elsewhere.

A replay is JSON with exactly these keys: format, game, data, config, seed, episode, answers [[seat, action], …] and
hashes {"number of answers": "hex"}. Files are size-limited and every action is checked against the mask on the way.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rush_envs.batch import BatchEnv
from rush_envs.contract import Config, Game
from rush_envs.errors import BadOption, BadReplay
from rush_envs.registry import game as find_game
from rush_envs.registry import games

FORMAT = 1
MAX_BYTES = 4 << 20
HASH_EVERY = 32  # answers
KEYS = ("format", "game", "data", "config", "seed", "episode", "answers", "hashes")


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

    @classmethod
    def of(cls, batch: BatchEnv, row: int = 0) -> Replay:
        """An empty replay of the game that a row has just begun."""
        batch.require_reset()
        if batch.states["ply"][row]:
            raise BadOption(f"row {row} is in the middle of a game; record from its first decision")
        return cls(batch.game, batch.config, int(batch.seeds[row]), int(batch.episodes[row]))

    def add(self, seat: int, action: int, state: np.ndarray) -> None:
        """Notes one answer and, now and then and at the end, the state it led to (a one-record array)."""
        self.answers.append((int(seat), int(action)))
        if len(self.answers) % HASH_EVERY == 0 or state["active"][0] == 0:
            self.hashes[len(self.answers)] = state_hash(state)

    # ---------------------------------------------------------------------------------------------------------------

    def start(self) -> BatchEnv:
        """A batch of one at the replay's first decision."""
        batch = BatchEnv(self.game, self.config, 1, seed=self.seed, autoreset=False)
        batch.reset()
        if self.episode:
            batch.episodes[0] = self.episode - 1
            batch.reset()
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
            raise BadReplay(f"answer {number}: the game was over after {number - 1} answers")
        if seat != asked:
            raise BadReplay(f"answer {number}: seat {seat} answers, but seat {asked} is asked")
        if not 0 <= action < self.game.actions.size or not batch.mask[0, action]:
            raise BadReplay(f"answer {number}: action {action} of seat {seat} is not legal")
        batch.step([action])
        expected = self.hashes.get(number)
        if expected is not None and expected != state_hash(batch.states):
            raise BadReplay(f"answer {number}: the state is {state_hash(batch.states)}, the replay says {expected}")

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
                "format": FORMAT,
                "game": self.game.id,
                "data": self.game.data_digest,
                "config": self.config.options(),
                "seed": self.seed,
                "episode": self.episode,
                "answers": self.answers,
                "hashes": {str(number): value for number, value in self.hashes.items()},
            }
        )

    def save(self, path: str | Path) -> None:
        Path(path).write_text(self.to_json() + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """Reads a file; anything but a well-formed replay of this version and data is refused with the reason."""
        path = Path(path)
        try:
            with path.open("rb") as file:
                text = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise BadReplay(f"{path}: cannot be read ({error.strerror})") from None
        if len(text) > MAX_BYTES:
            raise BadReplay(f"{path}: larger than {MAX_BYTES >> 20} MiB; that is no replay")
        return cls.from_json(text)

    @classmethod
    def from_json(cls, text: str | bytes) -> Replay:
        try:
            content = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadReplay(f"not JSON: {error}") from None
        if not isinstance(content, dict) or sorted(content) != sorted(KEYS):
            raise BadReplay(f"a replay has exactly the keys {', '.join(KEYS)}")
        if content["format"] != FORMAT:
            raise BadReplay(f"format {content['format']!r}; this version reads format {FORMAT}")
        game = _find(content["game"])
        if content["data"] != game.data_digest:
            raise BadReplay(f"made with other component data of {game.title} than this installation has")
        if not isinstance(content["config"], dict):
            raise BadReplay("config: give an object of options")
        try:
            config = game.config.of(game.name, content["config"])
        except BadOption as error:
            raise BadReplay(f"config: {error}") from None
        seed = _whole("seed", content["seed"], (1 << 64) - 1)
        episode = _whole("episode", content["episode"], 1 << 62)
        answers = _answers(content["answers"])
        return cls(game, config, seed, episode, answers, _hashes(content["hashes"], len(answers)))


def _find(name: Any) -> Game:
    ids = {find_game(known).id: known for known in games()}
    if not isinstance(name, str) or name not in ids:
        raise BadReplay(f"made by {name!r}; this version plays {', '.join(ids)}")
    return find_game(ids[name])


def _whole(name: str, value: Any, high: int) -> int:
    if type(value) is not int or not 0 <= value <= high:
        raise BadReplay(f"{name} is {value!r}; give a whole number from 0 to {high}")
    return value


def _answers(value: Any) -> list[tuple[int, int]]:
    if not isinstance(value, list) or any(not isinstance(pair, list) or len(pair) != 2 for pair in value):
        raise BadReplay("answers: give a list of [seat, action]")
    return [(_whole("seat", seat, 127), _whole("action", action, 1 << 31)) for seat, action in value]


def _hashes(value: Any, answers: int) -> dict[int, str]:
    numbers = {str(number) for number in range(1, answers + 1)}
    if not isinstance(value, dict) or not all(k in numbers and isinstance(v, str) for k, v in value.items()):
        raise BadReplay(f'hashes: give {{"number of answers": "hex"}} with numbers from 1 to {answers}')
    return {int(number): text for number, text in value.items()}
