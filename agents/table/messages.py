"""The form of everything that comes in; what has another form is refused and changes nothing."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from rush_envs.errors import BadOption

LARGEST = 64 << 10  # bytes of a message
LARGEST_REPLAY = 4 << 20
MOST_SEATS = 16

Name = Annotated[str, Field(min_length=1, max_length=200)]
Key = Annotated[str, Field(max_length=64)]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


M = TypeVar("M", bound=Message)


class Sit(Message):
    type: Literal["sit"]
    key: Key = ""


class Answer(Message):
    type: Literal["answer"]
    action: Annotated[int, Field(ge=0, le=1 << 20)]
    given: Annotated[int, Field(ge=0, le=1 << 30)]  # answers of this seat so far: one that comes twice is too late


class Undo(Message):
    type: Literal["undo"]


class Resign(Message):
    type: Literal["resign"]


class Hint(Message):
    type: Literal["hint"]
    agent: Name = "greedy"


class Analyse(Message):
    type: Literal["analyse"]
    agent: Name


Told = Annotated[Sit | Answer | Undo | Resign | Hint | Analyse, Field(discriminator="type")]


class NewTable(Message):
    """A table to be laid: options of the game, a player for each seat (`me`, `person` or an agent), a seed or none."""

    game: Name
    options: Annotated[dict[Name, Any], Field(max_length=32)] = {}
    seats: Annotated[list[Name], Field(min_length=1, max_length=MOST_SEATS)]
    seed: Annotated[int, Field(ge=0, le=(1 << 64) - 1)] | None = None


class AnalyseReplay(Message):
    """A position of a replay, or all of it (`ply` none), for an agent; seen by the seat asked there or open."""

    agent: Name
    ply: Annotated[int, Field(ge=0, le=1 << 20)] | None = None
    open: bool = False


_TOLD: TypeAdapter[Sit | Answer | Undo | Resign | Hint | Analyse] = TypeAdapter(Told)


def heard(text: str) -> Sit | Answer | Undo | Resign | Hint | Analyse:
    """A message of a page."""
    if len(text) > LARGEST:
        raise BadOption(f"a message has at most {LARGEST} characters")
    try:
        return _TOLD.validate_json(text)
    except (ValidationError, RecursionError) as error:
        raise BadOption(f"no message: {_brief(error)}") from None


def read(kind: type[M], body: bytes) -> M:
    """A request of a page."""
    try:
        return kind.model_validate_json(body)
    except (ValidationError, RecursionError) as error:
        raise BadOption(f"no request: {_brief(error)}") from None


def _brief(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return "nested too deeply"
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"]))[:80]
    return f"{place}: {first['msg'][:160]}" if place else first["msg"][:160]
