"""Policies as files that are safe to share: arrays in an npz, facts in a JSON card of the same name.

    policy = load("coffee_rush.npz", game)      # or the card's path
    save("mine.npz", policy)

Nothing is ever unpickled. A card names the game, its version and layouts, the network, how it was trained, how strong
it was measured to be, and the hash of the arrays: whatever does not match is refused. The archive holds its card as
well: two files cannot be replaced at once, and where a save was stopped in between, what lies in one file counts.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, JsonValue

from rush_envs import __version__
from rush_envs.contract import Game
from rush_envs.errors import RushError
from rush_envs.kit.printable import printable

from ..games import folder
from ..storage import reading
from ..storage.arrays import Promise, read_arrays, read_text
from ..storage.reading import Damaged, Facts
from ..storage.writing import write_safely
from .kinds import KINDS
from .network import Network

FORMAT = 7
LARGEST = 64 << 20  # bytes of a file, packed or not
LARGEST_CARD = 1 << 20
INNER = "card.json"  # the card within the archive
SEAL = 64  # bytes at the end of an archive, the hash of all before
ANEW = "get the policy anew, or train one: rush-envs train"

MOST_LAYERS = 8
Units = Annotated[int, Field(ge=1, le=4096)]  # of a hidden layer


class NetworkFacts(Facts):
    """A card's words about the network."""

    kind: Literal["plain", "scoring"]
    hidden: Annotated[list[Units], Field(min_length=1, max_length=MOST_LAYERS)]
    activation: Literal["relu"]


class InnerCard(Facts):
    """What a card says of the policy."""

    format: int
    game: str
    version: int
    layout: str
    components: str
    package: str
    network: NetworkFacts
    training: dict[str, JsonValue]
    strength: dict[str, JsonValue]


class Card(InnerCard):
    """The card that lies beside the archive, and names it."""

    sha256: str


class BadPolicy(RushError):
    """A policy file that cannot or must not be used; the message says why."""


def layout_hash(game: Game) -> str:
    """Changes when an observation piece or an action does: weights would no longer mean the same."""
    pieces = [(piece.name, piece.shape, piece.maximum) for piece in game.observation]
    text = json.dumps([pieces, list(game.actions.starts), game.actions.size])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Policy:
    """A network, how it was trained, and how strong it was measured to be."""

    network: Network
    training: Mapping[str, Any]
    strength: Mapping[str, Any]

    @property
    def game(self) -> Game:
        return self.network.game

    def card(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "layout": layout_hash(self.game),
            "components": self.game.data_digest,
            "package": __version__,
            "network": {"kind": self.network.kind, "hidden": list(self.network.hidden), "activation": "relu"},
            "training": dict(self.training),
            "strength": dict(self.strength),
        }


def save(path: str | Path, policy: Policy) -> Path:
    """Writes the archive and the card beside it; returns the archive's path. Stopped at any moment, it leaves the
    policy of before or that of after."""
    arrays = Path(path).with_suffix(".npz")
    beside, content = arrays.with_suffix(".json"), _packed(policy)
    if max(len(content), policy.network.whole.nbytes) > LARGEST:
        raise BadPolicy(f"{arrays} would have more than {LARGEST >> 20} MB; give the network fewer hidden units")
    card = policy.card() | {"sha256": _digest(content)}
    files = {beside: (_json(card, indent=1) + "\n").encode(), arrays: content}
    # A first archive comes last, so that it never lacks its card; one that replaces another brings its own.
    for file in sorted(files, key=lambda file: (file == arrays) != arrays.exists()):
        write_safely(file, files[file])
    return arrays


def _packed(policy: Policy) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **policy.network.arrays)  # type: ignore[arg-type]
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED) as archive:
        member = zipfile.ZipInfo(INNER)  # of no date: the same policy makes the same file
        archive.writestr(member, _json(policy.card()))
        archive.comment = bytes(SEAL)  # makes room for the seal, at the very end
    content = buffer.getvalue()[:-SEAL]
    return content + _digest(content).encode()


def _json(card: dict[str, Any], **more: Any) -> str:
    try:
        return json.dumps(card, allow_nan=False, **more)
    except ValueError:  # such a card could not be read again
        raise BadPolicy("the card would hold infinity or what is no number; nothing is written") from None


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def shipped(game: Game) -> Path:
    """Where the baseline that comes with the package lies."""
    home = folder(game.name)
    path = home / "policy.npz" if home else None
    if path is None or not path.is_file():
        raise BadPolicy(
            f"no trained policy of {game.title} comes with this package; train one: rush-envs train {game.name}"
        )
    return path


def load(path: str | Path, game: Game) -> Policy:
    """The policy of that file, if it is whole and fits the game as it is now."""
    arrays = Path(path).with_suffix(".npz")
    beside = arrays.with_suffix(".json")
    text, content = _read(beside, LARGEST_CARD), _read(arrays, LARGEST)
    outer = _card(text, beside)
    card: InnerCard = outer if outer.sha256 == _digest(content) else _inner_card(content, arrays)
    _check_card(card, arrays, game)
    return Policy(_network(content, arrays, card.network, game), card.training, card.strength)


def check_size(game: Game, kind: str, hidden: Sequence[int]) -> None:
    """Refuses a network that could not be kept, before it is made."""
    fewest, most = KINDS[kind].layers
    if not fewest <= len(hidden) <= most:
        layers = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise BadPolicy(f"a {kind} network has {layers} hidden layers, not {len(hidden)}")
    if sum(promise.nbytes for promise in promises(game, kind, hidden).values()) > LARGEST:
        raise BadPolicy(f"the policy would have more than {LARGEST >> 20} MB; give the network fewer hidden units")


def promises(game: Game, kind: str, hidden: Sequence[int]) -> dict[str, Promise]:
    """The arrays of a network."""
    return {name: Promise(shape) for name, shape in KINDS[kind].shapes(game, hidden).items()}


def _read(path: Path, most: int) -> bytes:
    try:
        return reading.read_bytes(path, most)
    except FileNotFoundError:
        raise BadPolicy(f"there is no policy file {path}; {ANEW}") from None
    except OSError as error:
        raise BadPolicy(f"{path} cannot be read ({error.strerror}); {ANEW}") from None
    except Damaged as damage:
        raise BadPolicy(f"{path} {damage}: this is no policy; {ANEW}") from None


def _card(text: bytes, path: Path) -> Card:
    try:
        found = reading.any_json(text)
    except Damaged as damage:
        raise BadPolicy(f"{path} {damage}: the card was altered or cut off; {ANEW}") from None
    form = found.get("format") if isinstance(found, dict) else FORMAT
    if type(form) is int and form != FORMAT:
        raise BadPolicy(f"{path} has format {form}; this version reads {FORMAT}; {ANEW}")
    try:
        return reading.facts(text, Card)
    except Damaged as damage:
        raise BadPolicy(f"{path} is no policy's card ({damage}); {ANEW}") from None


def _inner_card(content: bytes, path: Path) -> InnerCard:
    """Of an archive that another save has just replaced; its card beside tells of the one before."""
    try:
        if content[-SEAL:] != _digest(content[:-SEAL]).encode():
            raise Damaged("has no seal")
        return reading.facts(read_text(content, INNER, LARGEST_CARD), InnerCard)
    except Damaged:
        raise BadPolicy(f"{path} is not the file its card describes: it was altered or cut off; {ANEW}") from None


def _check_card(card: InnerCard, path: Path, game: Game) -> None:
    if card.game != game.name:
        raise BadPolicy(f"{path} was trained for {printable(card.game)[:80]}, not for {game.name}; give another file")
    if card.version != game.version:
        trained = f"{game.name}_v{card.version}"
        raise BadPolicy(f"{path} was trained for {trained}; {game.title} is now {game.id}; {ANEW}")
    if card.layout != layout_hash(game):
        raise BadPolicy(
            f"{path} was trained for another version of {game.title}: actions or observation differ; {ANEW}"
        )
    if card.components != game.data_digest:
        raise BadPolicy(f"{path} was trained with other components of {game.title} (its data files differ); {ANEW}")


def _network(content: bytes, path: Path, facts: NetworkFacts, game: Game) -> Network:
    """Arrays of exactly the names, shapes and type that the card promises."""
    try:
        check_size(game, facts.kind, facts.hidden)
    except BadPolicy as error:
        raise BadPolicy(f"{path}: {error}: this is no policy; {ANEW}") from None
    try:
        found = read_arrays(content, promises(game, facts.kind, facts.hidden), beside=(INNER,))
    except Damaged as damage:
        raise BadPolicy(f"{path} {damage}; {ANEW}") from None
    network = KINDS[facts.kind](game, facts.hidden)
    for name, part in found.items():
        network.arrays[name][:] = part
    return network
