"""What a game is: read this first.

A game is data plus a few small kernels on one record. This file fixes the record's header, the shape of a
configuration, and the kernels' signatures; the engine knows nothing else of any game, and a game nothing of the engine.

    init(s, config)            full set-up from s.rng; the header is blank but for seats, max_steps and team
    legal(s, seat, mask)       int8 mask, zeroed by the engine; stays zero for a seat that is not active and never for
                               one that is
    step(s, seat, action)      a legal answer; runs chance and automatic parts until someone must decide or all is over
    observe(s, seat, out)      int8 features from that seat's eyes, zeroed by the engine, each 0 … its declared maximum
    reveal(s, out)             int8 features that no seat sees, for `state()`; may do nothing
    outcome(s)                 fills s.outcome once the game is done
    determinize(s, seat)       resamples what is hidden from seat; the engine has replaced the stream before
    check(s)                   0, or the number of the first broken invariant

`s` is a record, `seat` a number from 0. Kernels allocate nothing, raise nothing, print nothing. Turn, sealed choice
and real time are one mechanism: `s.active` holds one bit on a turn and several while a sealed choice is open; sealed
answers wait in a field of the game's own (`pending`) and are resolved when the last active seat has answered.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from rush_envs.errors import BadAction, BadOption, RushError, hint, shown
from rush_envs.layout import ActionLayout, FeatureLayout

if TYPE_CHECKING:
    from rush_envs.kit.scene import Scene

# ------------------------------------------------------------------------------------------------------------------
# The record

Hidden = Callable[[np.ndarray, int], np.ndarray]
"""A named visibility rule: (one-record array, viewer) -> bool array of the field's shape, true where hidden."""

Visibility = str | Hidden
"""`public`, `owner` (row k of the field belongs to seat k), `nobody`, or a named rule."""


Bound = int | Sequence[Any] | np.ndarray
"""A limit of a field: one number, or numbers that broadcast to the field's shape."""


@dataclass(frozen=True, eq=False)
class Field:
    """One field of the record: flat, signed, wide enough never to wrap.

    `low` and `high` are the smallest and the largest value that the record of any position of any configuration may
    hold, element by element, those of unused seats and places included. Kernels do not check indices, so what serves
    as one has exactly the range of what it points at, with its sentinel.
    """

    name: str
    dtype: type[np.signedinteger]
    shape: tuple[int, ...] = ()
    sees: Visibility = "public"
    low: Bound = field(kw_only=True)
    high: Bound = field(kw_only=True)
    fixed: bool = field(default=False, kw_only=True)  # the configuration settles it, for the whole game

    def __post_init__(self) -> None:
        low, high = self.whole(self.low), self.whole(self.high)
        if (low > high).any():
            raise ValueError(f"field {self.name}: low {self.low} is more than high {self.high}")

    def whole(self, bound: Bound) -> np.ndarray:
        """A bound as int64 numbers of the field's shape."""
        numbers, limits = np.asarray(bound), np.iinfo(self.dtype)
        if numbers.dtype.kind not in "iu" or numbers.min() < limits.min or numbers.max() > limits.max:
            raise ValueError(f"field {self.name}: {limits.dtype} cannot hold the bound {bound}")
        try:
            found = np.broadcast_to(numbers, self.shape).astype(np.int64)
        except ValueError:
            raise ValueError(
                f"field {self.name}: a bound of shape {numbers.shape} does not broadcast to {self.shape}"
            ) from None
        found.flags.writeable = False
        return found


@dataclass(frozen=True, eq=False)
class State:
    """The record of a game: its dtype (a batch is `np.zeros(n, dtype)`), who sees which field, what each may hold.

    `low` and `high` have every field but the stream, of which any number is good.
    """

    dtype: np.dtype
    sees: Mapping[str, Visibility]
    seats: int
    low: Mapping[str, np.ndarray]
    high: Mapping[str, np.ndarray]
    fixed: tuple[str, ...]

    def outside(self, records: np.ndarray) -> tuple[int, str, tuple[int, ...], int] | None:
        """The first value of an array of records that lies outside its range: row, field, index and value."""
        found = None
        for name, low in self.low.items():
            values = records[name]
            wrong = (values < low) | (values > self.high[name])
            if not wrong.any():
                continue
            row, *index = (int(k) for k in np.argwhere(wrong)[0])
            if found is None or row < found[0]:
                found = (row, name, tuple(index), int(values[(row, *index)]))
        return found


LONGEST_WORDS = 1000  # characters that can name an action
ANY_SCORE = (-(1 << 15), (1 << 15) - 1)  # as many points as the field can hold


def record(seats: int, *own: Field, fewest: int = 1, score: tuple[Bound, Bound] = ANY_SCORE) -> State:
    """The record of a game for `fewest` to `seats` players: the common header, then the game's own fields.

    `score` gives the fewest and the most points. Fields are laid widest first, so the record has no hidden padding:
    its bytes are its value.
    """
    header = (
        Field("ply", np.int32, (), "nobody", low=0, high=(1 << 31) - 1),  # answers given
        Field("max_steps", np.int32, low=1, high=(1 << 31) - 1, fixed=True),  # truncate when ply gets there
        Field("active", np.int32, low=0, high=(1 << seats) - 1),  # bit k: seat k may answer now
        Field("done", np.int16, low=0, high=1),  # over by the rules
        Field("truncated", np.int16, low=0, high=1),  # stopped; never together with done
        # players in this game; 64 bits, so that loops over seats count as kernels do
        Field("seats", np.int64, low=fewest, high=seats, fixed=True),
        # team of each seat, -1 of one without a player
        Field("team", np.int16, (seats,), low=-1, high=seats - 1, fixed=True),
        Field("score", np.int16, (seats,), low=score[0], high=score[1]),
        Field("outcome", np.int16, (seats,), low=-1, high=1),  # +1 won, -1 lost, 0 none
    )
    every = sorted((*header, *own), key=lambda f: -np.dtype(f.dtype).itemsize)
    size = np.dtype(np.uint64).itemsize + sum(np.dtype((f.dtype, f.shape)).itemsize for f in every)
    sees: dict[str, Visibility] = {f.name: f.sees for f in every}
    if size % 8:
        every.append(Field("spare", np.int8, (-size % 8,), low=0, high=0))
    parts: list[tuple[str, type[np.generic], tuple[int, ...]]] = [("rng", np.uint64, ())]
    parts += [(f.name, f.dtype, f.shape) for f in every]
    return State(
        np.dtype((np.record, np.dtype(parts, align=True))),
        sees | {"rng": "nobody"},
        seats,
        {f.name: f.whole(f.low) for f in every},
        {f.name: f.whole(f.high) for f in every},
        tuple(f.name for f in every if f.fixed),
    )


# ------------------------------------------------------------------------------------------------------------------
# The configuration


def option(
    default: Any,
    help: str,
    *,
    low: int | None = None,
    high: int | None = None,
    choices: tuple[str, ...] = (),
    own: Callable[[Any], Any] | None = None,
) -> Any:
    """A dataclass field of a configuration with its range (or its words) and one line of help.

    An option with a check of its `own` (value in, value as it is kept out) is for `Game.teams` and its like: it does
    not reach the kernels.
    """
    facts = {"help": help, "low": low, "high": high, "choices": choices, "own": own}
    return field(default=default, metadata=facts)


@dataclass(frozen=True)
class Config:
    """Variants of a game, checked on construction. The first two options are common to all games."""

    num_players: int
    max_steps: int

    def __post_init__(self) -> None:
        for f in fields(self):
            object.__setattr__(self, f.name, self._checked(f.name, getattr(self, f.name), f.default, f.metadata))

    @staticmethod
    def _checked(name: str, value: Any, default: Any, facts: Mapping[str, Any]) -> Any:
        """The value as it is kept: a word, some words, a bool, a whole number or as many as the default has."""
        if facts.get("own"):
            return facts["own"](value)
        if facts.get("choices"):
            if isinstance(value, list | tuple) and not isinstance(default, str):  # a default word: one is wanted
                return tuple(Config._checked(name, part, "", facts) for part in value)
            if not isinstance(value, str) or value not in facts["choices"]:
                raise BadOption(f"{name}={shown(value)}: {hint(value, facts['choices'])}")
            return str(value)
        if isinstance(default, bool):
            if not isinstance(value, bool | np.bool_):
                raise BadOption(f"{name}={shown(value)}: give True or False")
            return bool(value)
        if isinstance(default, tuple):
            given = value.tolist() if isinstance(value, np.ndarray) else value
            if not isinstance(given, list | tuple) or len(given) != len(default):
                raise BadOption(f"{name}={shown(value)}: give {len(default)} whole numbers")
            return tuple(Config._checked(name, part, 0, facts) for part in given)
        low, high = facts["low"], facts["high"]
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
            raise BadOption(f"{name}={shown(value)}: give a whole number from {low} to {high}")
        return int(value)

    @classmethod
    def of(cls, game: str, options: Mapping[str, Any]) -> Self:
        """A configuration from keyword options, with a helpful error for a name that does not exist."""
        known = [f.name for f in fields(cls)]
        for name in options:
            if name not in known:
                raise BadOption(f"{game} has no option {shown(name)}; {hint(name, known)}")
        try:
            return cls(**options)
        except RushError:
            raise
        except Exception as error:  # the game's own checks have met a value that they cannot even look at
            given = ", ".join(f"{name}={shown(value)}" for name, value in options.items())
            raise BadOption(f"{game} cannot be played with {given} ({type(error).__name__})") from None

    def pack(self) -> np.ndarray:
        """The int32 vector that `init` gets: num_players, max_steps, then the game's own options in order.

        A word is its place among the choices; a list of words takes as many places as there are choices, -1 at its end.
        """
        packed = [f for f in fields(self) if not f.metadata["own"]]
        return np.concatenate([self._numbers(f.metadata["choices"], getattr(self, f.name)) for f in packed])

    @staticmethod
    def _numbers(choices: tuple[str, ...], value: Any) -> np.ndarray:
        if isinstance(value, tuple) and choices:
            numbers = [choices.index(part) for part in value]
            return np.array(numbers + [-1] * (len(choices) - len(numbers)), np.int32)
        return np.atleast_1d(choices.index(value) if choices else value).astype(np.int32)

    def options(self) -> dict[str, Any]:
        """The options as JSON can hold them; `of` takes them back."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @classmethod
    def table(cls) -> list[tuple[str, str, str, str]]:
        """(name, default, range, help) of every option, for pages and `--help`."""
        rows = []
        for f in fields(cls):
            low, high = f.metadata.get("low"), f.metadata.get("high")
            span = "True, False" if isinstance(f.default, bool) else f"{low}–{high}" if low is not None else ""
            span = ", ".join(f.metadata["choices"]) or span
            default = "" if f.default is MISSING else str(f.default)
            rows.append((f.name, default, span, f.metadata.get("help", "")))
        return rows


def numbered(config: Config) -> list[str]:
    """`player_0`, `player_1`, …: the agents of a game without roles."""
    return [f"player_{seat}" for seat in range(config.num_players)]


def alone(config: Config) -> list[int]:
    """Every seat is a team of its own."""
    return list(range(config.num_players))


# ------------------------------------------------------------------------------------------------------------------
# The game


def gym_id(name: str, version: int) -> str:
    """`rush_envs/CoffeeRush-v1`."""
    return f"rush_envs/{name.title().replace('_', '')}-v{version}"


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """Everything the engine knows of a game."""

    KERNELS: ClassVar[tuple[str, ...]] = (
        "init", "legal", "step", "observe", "reveal", "outcome", "determinize", "check",
    )  # fmt: skip

    name: str  # "coffee_rush"
    title: str  # "Coffee Rush"
    summary: str  # the rules in a few sentences of our own
    folder: Path  # holds data/ and the page
    config: type[Config]
    variants: Sequence[Mapping[str, Any]]  # the configurations that every contract test runs
    state: State
    actions: ActionLayout
    observation: FeatureLayout
    hidden: FeatureLayout  # what `reveal` writes
    score_scale: float  # a margin of this many points is a reward of 1
    init: Callable[..., Any]
    legal: Callable[..., Any]
    step: Callable[..., Any]
    observe: Callable[..., Any]
    reveal: Callable[..., Any]
    outcome: Callable[..., Any]
    determinize: Callable[..., Any]
    check: Callable[..., Any]
    invariants: Mapping[int, str]  # what each number of `check` means
    draw: Callable[[np.ndarray, int | None], Scene]  # (one-record array, viewer or None for an open table)
    # (record before, record after, seat, action, viewer or None for an open table) -> what the viewer may be told about
    # an answer and all that followed from it, in sentences; nothing for what it may not know
    tell: Callable[[np.ndarray, np.ndarray, int, int, int | None], list[str]] | None = None
    agent_names: Callable[[Any], list[str]] = numbered
    teams: Callable[[Any], list[int]] = alone  # the team of each seat
    version: int = 0
    # progress(s, seat): what reward="shaped" pays the changes of, where scores change too seldom to learn from; public
    # facts only. A margin of `progress_scale` is a reward of 1. Without it that is the score, by its own scale.
    progress: Callable[..., Any] | None = None
    progress_scale: float = 1.0
    simultaneous: bool = False  # some choices are sealed: the parallel door is the natural one

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    @property
    def id(self) -> str:
        """`coffee_rush_v1`: the name of the PettingZoo module and of replays."""
        return f"{self.name}_v{self.version}"

    @property
    def gym_id(self) -> str:
        """`rush_envs/CoffeeRush-v1`: in Gymnasium's and PettingZoo's registries."""
        return gym_id(self.name, self.version)

    @property
    def shaped_scale(self) -> float:
        """The margin, of progress or of scores, that is a reward of 1 while a game goes on."""
        return self.progress_scale if self.progress else self.score_scale

    @cached_property
    def data_digest(self) -> str:
        """Changes when a component value changes: replays made with other components are refused."""
        digest = hashlib.sha256()
        for path in sorted((self.folder / "data").iterdir()):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()[:16]

    def describe(self, action: int) -> str:
        """An action in a player's words."""
        if isinstance(action, bool | np.bool_) or not isinstance(action, int | np.integer):
            raise BadAction(f"action {shown(action)} is a {type(action).__name__}; give a whole number")
        if not 0 <= action < self.actions.size:
            raise BadAction(f"there is no action {shown(action)}; ids run from 0 to {self.actions.size - 1}")
        return self.actions.describe(int(action))

    def parse(self, text: str) -> int:
        """The action that these words mean."""
        if not isinstance(text, str) or len(text) > LONGEST_WORDS:
            raise BadAction(f"no action is called {shown(text)}; give its words or its number")
        return self.actions.parse(text)
