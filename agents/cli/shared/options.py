"""What the commands share: options that mean the same everywhere, and how they are read."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from rush_envs.errors import BadOption

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name that `rush-envs list` shows.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option that `show` lists; repeatable."),
]

HOW_MANY = "How many play; short for --option num_players=N."
Players = Annotated[int | None, typer.Option(help=HOW_MANY)]


def examples(*lines: str) -> str:
    """The end of a help page."""
    return "\n".join(["Examples:", *(f"[cyan]rush-envs {line}[/]" for line in lines)])


def print_json(value: Any) -> None:
    """Readable, but for what a terminal would obey: that is escaped."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    print("".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text))


def game_options(given: Sequence[str]) -> dict[str, Any]:
    """`num_players=2` and the like as values; the game's configuration checks them."""
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not name or not equals:
            raise BadOption(f"--option {text!r}: write it as name=value, for example num_players=2")
        options[name] = _value(value)
    return options


def chosen_options(given: Sequence[str] | None, **short: Any) -> dict[str, Any]:
    """What `--option` says, and the options that have a word of their own where it was used."""
    return game_options(given or []) | {name: value for name, value in short.items() if value is not None}


def _value(text: str) -> Any:
    """A number, yes or no, a word, several of these with commas between, or brackets as Python writes them."""
    if text.startswith(("(", "[")):
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError):
            raise BadOption(f"{text!r}: the brackets do not match or hold no numbers; write ((0, 3), (1, 2))") from None
    if "," in text:
        return tuple(_value(part.strip()) for part in text.split(","))
    truths = {"true": True, "yes": True, "false": False, "no": False, "none": None}
    try:
        return truths[text.lower()] if text.lower() in truths else int(text)
    except ValueError:
        return text


def check_files(*paths: Path | None) -> None:
    """Refuses a file that cannot be written before a long game is played for it."""
    for path in paths:
        if path and path.is_dir():
            raise BadOption(f"{path} is a folder; give a file name")
        if path and not path.parent.is_dir():
            raise BadOption(f"{path}: there is no folder {path.parent}")


def check_folder(path: Path | None) -> None:
    """Refuses what is no folder and cannot become one."""
    if path and path.exists() and not path.is_dir():
        raise BadOption(f"{path} is a file; give a folder")
