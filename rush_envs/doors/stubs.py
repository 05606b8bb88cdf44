"""What editors and mypy know of `rush_envs.coffee_rush_v1`: a stub for each of our games, written from its options.

`python -m rush_envs.doors.stubs` (`make stubs`) writes them; a test keeps them equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

from rush_envs import registry
from rush_envs.contract import Game
from rush_envs.doors.masks import PLACES
from rush_envs.doors.options import ILLEGAL
from rush_envs.drawing.painter import RENDER_MODES
from rush_envs.engine.batch import REWARDS

FOLDER = Path(__file__).parent.parent
# Of every door: name, type, default, help.
DOOR = (
    ("reward", REWARDS, "'outcome'", "what is paid, and when"),
    ("illegal", ILLEGAL, "'raise'", "what becomes of an action that is not legal"),
    ("render_mode", RENDER_MODES, "None", "what render() gives"),
    ("mask", PLACES, "'observation'", "where the mask of legal actions is"),
    ("observation_key", "str", "'observation'", "its name in an observation with a mask"),
    ("mask_key", "str", "'action_mask'", "the name of the mask"),
    ("max_cycles", "int | None", "None", "truncate after so many steps (parallel) or answers of an agent"),
)


def ours() -> list[Game]:
    """The games of this package; guests bring stubs of their own, if they like."""
    return [registry.game(name) for name, home in registry.homes().items() if home.startswith("rush_envs.games.")]


def path(game: Game) -> Path:
    return FOLDER / f"{game.id}.pyi"


def text(game: Game) -> str:
    """The stub of a game's module, as the formatter leaves it."""
    head = [
        f'"""PettingZoo\'s doors of {game.title}. Written by `make stubs` from the options: do not edit."""',
        "", "from collections.abc import Sequence", "from typing import Literal", "",
        "from rush_envs.doors.aec import AECDoor", "from rush_envs.doors.parallel import ParallelDoor", "",
    ]  # fmt: skip
    words, parameters = [], []
    for name, kind, default, help in [*_game_options(game), *DOOR]:
        if isinstance(kind, tuple):
            alias = name.title().replace("_", "")
            words += [f"{alias} = Literal[", *(f'    "{word}",' for word in kind), "]"]
            kind = _of(game, name, alias) if default != "None" else f"{_of(game, name, alias)} | None"
        parameters += [f"    # {help}", f"    {name}: {kind} = {default},".replace("'", '"')]
    if "Sequence[" not in "".join(parameters):
        head.remove("from collections.abc import Sequence")
    makers = (("env", "AECDoor"), ("parallel_env", "ParallelDoor"))
    doors = [line for name, door in makers for line in (f"def {name}(", "    *,", *parameters, f") -> {door}: ...")]
    return "\n".join([*head, *words, "", *doors, "", "raw_env = env", ""])


def _of(game: Game, name: str, alias: str) -> str:
    """One of the words, or several where the option takes several."""
    several = {field.name for field in fields(game.config) if "tuple" in str(field.type)}
    return f"Sequence[{alias}]" if name in several else alias


def _game_options(game: Game) -> Iterator[tuple[str, Any, str, str]]:
    for field in fields(game.config):
        default = "None" if field.default in (None, MISSING) else repr(field.default)
        yield field.name, _kind(field), default, field.metadata["help"]


def _kind(field: Field[Any]) -> Any:
    """An option's words, or its type as mypy reads it."""
    if field.metadata["choices"]:
        return field.metadata["choices"]
    kind = str(field.type).removesuffix(" | None").replace("tuple[", "Sequence[").replace(", ...]", "]")
    return f"{kind} | None" if field.default is None else kind


def write() -> None:
    """All stubs anew; those of old versions go."""
    for old in FOLDER.glob("*_v*.pyi"):
        old.unlink()
    for game in ours():
        path(game).write_text(text(game), encoding="utf-8")


if __name__ == "__main__":
    write()
