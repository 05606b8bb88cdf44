"""Reads a file of limited size, and JSON whose keys and types a schema promises.

Whatever is wrong with a file is a `Damaged` with the reason; whoever reads it adds the file's name and the way out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic_core import from_json

from rush_envs.kit.printable import printable

LONGEST = 200  # characters of a reason: it may quote the file

Schema = TypeVar("Schema")
_adapters: dict[Any, TypeAdapter[Any]] = {}


class Damaged(ValueError):
    """A file does not hold what was promised; the message says where, in printable words."""

    def __init__(self, reason: object) -> None:
        words = printable(reason)
        super().__init__(words if len(words) <= LONGEST else words[: LONGEST - 1] + "…")


class Facts(BaseModel):
    """What a file in JSON holds: exactly these keys, of exactly these types, every number finite."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)


def read_bytes(path: Path, most: int) -> bytes:
    """The content of a plain file that has no more than so many bytes; an OSError where there is none to read."""
    if path.exists() and not path.is_file():
        raise Damaged("is no plain file")
    with path.open("rb") as file:
        content = file.read(most + 1)  # rather than asking first: the file may grow meanwhile
    if len(content) > most:
        raise Damaged(f"has more than {most >> 20} MB")
    return content


def any_json(content: bytes | str) -> Any:
    """What a text in JSON says, of whatever form; nesting and numbers are limited by the parser."""
    try:
        return from_json(content, allow_inf_nan=False)
    except ValueError as error:
        raise Damaged(f"is no JSON ({error})") from None


def facts(content: bytes | str, schema: type[Schema]) -> Schema:
    """A text in JSON as the schema wants it."""
    any_json(content)
    try:
        return _adapter(schema).validate_json(content, strict=True)
    except ValidationError as error:
        raise Damaged(first_problem(error)) from None


def checked(value: object, schema: type[Schema]) -> Schema:
    """The same for what is no JSON any more."""
    try:
        return _adapter(schema).validate_python(value, strict=True)
    except ValidationError as error:
        raise Damaged(first_problem(error)) from None


def _adapter(schema: Any) -> TypeAdapter[Any]:
    """Made once: it compiles the schema."""
    if schema not in _adapters:
        _adapters[schema] = TypeAdapter(schema)
    return _adapters[schema]


def first_problem(error: ValidationError) -> str:
    """`network.hidden.0: Input should be greater than or equal to 1`."""
    found = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, found["loc"]))
    return f"{place}: {found['msg']}" if place else found["msg"]
