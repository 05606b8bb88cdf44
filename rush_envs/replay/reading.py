"""Replay files from outside: size-limited, with strict keys, every value checked, refused by name otherwise."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from rush_envs.contract import Config, Game
from rush_envs.errors import BadOption, BadReplay
from rush_envs.registry import game as find_game
from rush_envs.registry import homes

FORMAT = 1
MAX_BYTES = 4 << 20
KEYS = ("format", "game", "data", "config", "seed", "episode", "answers", "hashes")

Content = tuple[Game, Config, int, int, list[tuple[int, int]], dict[int, str]]


def read(path: Path) -> bytes:
    """What a file holds, if it can be a replay."""
    try:
        if path.exists() and not path.is_file():  # a pipe would keep us waiting
            raise BadReplay(f"{path}: that is no plain file; give another one")
        with path.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadReplay(f"{path}: cannot be read ({error.strerror}); give another file") from None
    if len(text) > MAX_BYTES:
        raise BadReplay(f"{path}: larger than {MAX_BYTES >> 20} MiB; that is no replay, give another file")
    return text


def parse(text: str | bytes) -> Content:
    """(game, config, seed, episode, answers, hashes), each of the right form."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadReplay(f"not JSON: {error}") from None
    if not isinstance(content, dict) or sorted(content) != sorted(KEYS):
        raise BadReplay(f"a replay has exactly the keys {', '.join(KEYS)}")
    if content["format"] != FORMAT:
        raise BadReplay(f"format {_brief(content['format'])}; this version reads format {FORMAT}")
    game = _find(content["game"])
    if content["data"] != game.data_digest:
        raise BadReplay(f"made with other component data of {game.title} than this installation has")
    if not isinstance(content["config"], dict):
        raise BadReplay("config: give an object of options")
    try:
        config = game.config.of(game.name, content["config"])
    except BadOption as error:
        raise BadReplay(f"config: {_cut(str(error))}") from None
    seed = _whole("seed", content["seed"], (1 << 64) - 1)
    episode = _whole("episode", content["episode"], (1 << 62) - 1)
    answers = _answers(content["answers"])
    return game, config, seed, episode, answers, _hashes(content["hashes"], len(answers))


def _cut(words: str) -> str:
    """What a file holds may be quoted, but not at length."""
    return words if len(words) <= 200 else words[:199] + "…"


def _brief(value: Any) -> str:
    return _cut(repr(value))


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{16}", value) is not None


def _find(given: Any) -> Game:
    """The game of an id such as `coffee_rush_v1`, if it still has that version."""
    name, _, version = given.rpartition("_v") if isinstance(given, str) else ("", "", "")
    if name not in homes() or not version.isdecimal():
        raise BadReplay(f"made by {_brief(given)}; this installation plays {', '.join(homes())}")
    game = find_game(name)
    if given != game.id:
        raise BadReplay(f"made by {given}; {game.title} is now {game.id}, whose rules, actions or observations differ")
    return game


def _whole(name: str, value: Any, high: int) -> int:
    if type(value) is not int or not 0 <= value <= high:
        raise BadReplay(f"{name} is {_brief(value)}; give a whole number from 0 to {high}")
    return value


def _answers(value: Any) -> list[tuple[int, int]]:
    if not isinstance(value, list) or any(not isinstance(pair, list) or len(pair) != 2 for pair in value):
        raise BadReplay("answers: give a list of [seat, action]")
    return [(_whole("seat", seat, 127), _whole("action", action, 1 << 31)) for seat, action in value]


def _hashes(value: Any, answers: int) -> dict[int, str]:
    numbers = {str(number) for number in range(1, answers + 1)}
    if not isinstance(value, dict) or not all(k in numbers and _is_hash(v) for k, v in value.items()):
        raise BadReplay(f'hashes: give {{"number of answers": "hex"}} with numbers from 1 to {answers}')
    return {int(number): text for number, text in value.items()}
