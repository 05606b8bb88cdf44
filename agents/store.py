"""Policies as files that are safe to share: arrays in an npz, facts in a JSON card of the same name.

    policy = load("coffee_rush.npz", game)      # or the card's path
    save("mine.npz", policy)

Nothing is ever unpickled. A card names the game, its version and layouts, the network, how it was trained, how strong
it was measured to be, and the hash of the arrays: whatever does not match is refused.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rush_envs import __version__
from rush_envs.contract import Game
from rush_envs.errors import RushError

from .network import layer

FORMAT = 2
ADVISERS = (None, "greedy")
LARGEST = 64 << 20  # bytes of a file
KEYS = ("format", "game", "version", "layout", "components", "package", "network", "training", "strength", "sha256")
SHIPPED = Path(__file__).parent / "policies"


class BadPolicy(RushError):
    """A policy file that cannot or must not be used; the message says why."""


def layout_hash(game: Game) -> str:
    """Changes when an observation piece or an action does: weights would no longer mean the same."""
    pieces = [(piece.name, piece.shape, piece.maximum) for piece in game.observation]
    text = json.dumps([pieces, list(game.actions.starts), game.actions.size])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Policy:
    """A small network: scaled features through hidden layers of rectified units to one number for each action.

    With `advice`, the name of another agent, the last layer's inputs go on with one for each action: 1 for what that
    agent would do, 0 for the others.
    """

    game: Game
    layers: tuple[tuple[np.ndarray, np.ndarray], ...]  # (weights (in, out), biases (out,)), float32
    training: Mapping[str, Any]
    strength: Mapping[str, Any]
    advice: str | None = None

    @property
    def hidden(self) -> list[int]:
        return [biases.size for _, biases in self.layers[:-1]]

    def logits(self, features: np.ndarray, advised: np.ndarray | None = None) -> np.ndarray:
        """(n, F) int8 features, and with `advice` the (n,) actions advised -> (n, A) float32."""
        x, scale = features, self.game.observation.scale
        for k, (weights, biases) in enumerate(self.layers, start=1):
            y = np.empty((len(x), biases.size), np.float32)
            layer(x, scale, weights, biases, k < len(self.layers), y)
            x, scale = y, np.ones(biases.size, np.float32)
        if advised is None:
            return x
        by_advice = self.layers[-1][0][-self.game.actions.size :]
        return x + by_advice[advised]

    def card(self, digest: str) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "layout": layout_hash(self.game),
            "components": self.game.data_digest,
            "package": __version__,
            "network": {"hidden": self.hidden, "activation": "relu", "advice": self.advice},
            "training": dict(self.training),
            "strength": dict(self.strength),
            "sha256": digest,
        }


def write_safely(path: Path, content: bytes) -> None:
    """All of it or nothing: a full disk or a kill leaves the file that was there before."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise RushError(
            f"{path} could not be written: {error.strerror or error}; what was there before is kept"
        ) from None


def save(path: str | Path, policy: Policy) -> Path:
    """Writes the arrays and, last, the card; returns the npz file's path."""
    arrays = Path(path).with_suffix(".npz")
    buffer = io.BytesIO()
    named = {
        f"{kind}{k}": part for k, layer in enumerate(policy.layers) for kind, part in zip("wb", layer, strict=True)
    }
    np.savez_compressed(buffer, **named)  # type: ignore[arg-type]
    content = buffer.getvalue()
    write_safely(arrays, content)
    card = json.dumps(policy.card(hashlib.sha256(content).hexdigest()), indent=1)
    write_safely(arrays.with_suffix(".json"), (card + "\n").encode())
    return arrays


def shipped(game: Game) -> Path:
    """Where the baseline that comes with the package lies."""
    path = SHIPPED / f"{game.name}.npz"
    if not path.is_file():
        raise BadPolicy(
            f"no trained policy of {game.title} comes with this package; train one: rush-envs train {game.name}"
        )
    return path


def load(path: str | Path, game: Game) -> Policy:
    """The policy of that file, if it is whole and fits the game as it is now."""
    arrays = Path(path).with_suffix(".npz")
    card = _read_card(arrays.with_suffix(".json"))
    _check_card(card, arrays, game)
    content = _read(arrays)
    if hashlib.sha256(content).hexdigest() != card["sha256"]:
        raise BadPolicy(f"{arrays} is not the file its card describes: it was altered or cut off")
    network = card["network"]
    shapes = list(itertools.pairwise([game.observation.size, *network["hidden"], game.actions.size]))
    if network["advice"]:
        shapes[-1] = (shapes[-1][0] + game.actions.size, game.actions.size)
    return Policy(game, _layers(content, arrays, shapes), card["training"], card["strength"], network["advice"])


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST:
            raise BadPolicy(f"{path} has more than {LARGEST >> 20} MB: this is no policy")
        return path.read_bytes()
    except FileNotFoundError:
        raise BadPolicy(f"there is no policy file {path}") from None
    except OSError as error:
        raise BadPolicy(f"{path} cannot be read: {error.strerror}") from None


def _read_card(path: Path) -> dict[str, Any]:
    try:
        card = json.loads(_read(path))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise BadPolicy(f"{path} is no JSON: the card was altered or cut off") from None
    if not isinstance(card, dict) or sorted(card) != sorted(KEYS):
        raise BadPolicy(f"{path} is no policy's card: it must have exactly {', '.join(KEYS)}")
    if card["format"] != FORMAT:
        raise BadPolicy(f"{path} has format {card['format']!r}; this version reads {FORMAT}")
    if not _fine_network(card["network"]) or not all(isinstance(card[key], dict) for key in ("training", "strength")):
        raise BadPolicy(f"{path}: network, training or strength is not what a card holds")
    return card


def _fine_network(network: Any) -> bool:
    hidden = network.get("hidden") if isinstance(network, dict) else None
    return (
        isinstance(hidden, list)
        and all(type(size) is int and 1 <= size <= 4096 for size in hidden)
        and len(hidden) <= 8
        and network.get("activation") == "relu"
        and network.get("advice", "") in ADVISERS
    )


def _check_card(card: Mapping[str, Any], path: Path, game: Game) -> None:
    if card["game"] != game.name:
        raise BadPolicy(f"{path} was trained for {card['game']}, not for {game.name}")
    if card["version"] != game.version or card["layout"] != layout_hash(game):
        raise BadPolicy(f"{path} was trained for another version of {game.title}: actions or observation differ")
    if card["components"] != game.data_digest:
        raise BadPolicy(f"{path} was trained with other components of {game.title} (its data files differ)")


def _layers(content: bytes, path: Path, sizes: list[tuple[int, int]]) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
    """Arrays of exactly the names, shapes and type that the card promises."""
    shapes: dict[str, tuple[int, ...]] = {}
    for k, (inputs, outputs) in enumerate(sizes):
        shapes |= {f"w{k}": (inputs, outputs), f"b{k}": (outputs,)}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(member.file_size for member in archive.infolist()) > LARGEST:
                raise BadPolicy(f"{path} would unpack to more than {LARGEST >> 20} MB: this is no policy")
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            if sorted(file.files) != sorted(shapes):
                raise BadPolicy(f"{path} holds {', '.join(file.files)}; its card promises {', '.join(shapes)}")
            found = {name: file[name] for name in shapes}
    except (ValueError, EOFError, OSError, zipfile.BadZipFile):
        raise BadPolicy(f"{path} is no archive of plain arrays; pickled objects are never read") from None
    for name, shape in shapes.items():
        if found[name].shape != shape or found[name].dtype != np.float32 or not np.isfinite(found[name]).all():
            raise BadPolicy(f"{path}: {name} is not a finite float32 array of shape {shape}")
    return tuple((found[f"w{k}"], found[f"b{k}"]) for k in range(len(sizes)))
