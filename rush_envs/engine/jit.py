"""The only file that sets numba's flags: `kernel`, `inlined`, `entry`, `template`, `bind`.

A *kernel* is a compiled function of one game, called by other compiled functions. An *entry* is one that Python calls;
it is kept on disk (`cache`). A *template* is a plain function that calls `step`, `legal`, … by global name; `bind`
makes one compiled copy for each game by giving the same code object new globals and its own qualified name. So there
are no closures (numba's disk cache never hits for those), no text substitution (line numbers, coverage and debuggers
work), and direct calls that LLVM can inline.

With `NUMBA_DISABLE_JIT=1` the same sources run as plain Python on the proxies of `plain.py`.
"""

from __future__ import annotations

import ast
import hashlib
import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numba as typed_numba
import numpy as np

from rush_envs.engine.kernels import accelerator, sources
from rush_envs.engine.kernels import cache as kept_kernels
from rush_envs.engine.kernels.cache import KernelCache
from rush_envs.engine.kernels.plain import accept_records
from rush_envs.errors import BadGame, hint

numba: Any = typed_numba  # it does not type its settings

PLAIN = bool(numba.config.DISABLE_JIT)

# Division by zero is a broken rule that `check` must find, not an exception.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


@cache
def accelerated() -> bool:
    """Whether the accelerator is used. Asked when something is to be compiled: a look at a game costs no self-test."""
    return not PLAIN and accelerator.works(kept_kernels.root())


class Kernel:
    """A compiled function as other compiled functions see it; Python cannot call it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self.__name__, self.__doc__ = function.__name__, function.__doc__

    @cached_property
    def _dispatcher(self) -> Any:
        if accelerated():
            return accelerator.part(self.py_func, **_OPTIONS)
        return numba.njit(**_OPTIONS)(self.py_func)

    @cached_property
    def _numba_type_(self) -> Any:
        """By this numba knows what a global name stands for."""
        return numba.typeof(self._dispatcher)

    @property
    def signatures(self) -> list[Any]:
        return list(self._dispatcher.signatures)

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError(
            f"{where(self.py_func)} is a kernel, which only compiled code can call. Play through a batch "
            "(rush_envs.make_batch), or set NUMBA_DISABLE_JIT=1 to run everything as plain Python."
        )


def kernel(function: Callable[..., Any]) -> Any:
    """A function that other kernels call: allocates nothing, raises nothing, touches one record."""
    return function if PLAIN else Kernel(function)


def inlined(function: Callable[..., Any]) -> Any:
    """A kernel of a few lines that must cost nothing, pasted into each of its callers."""
    return function if PLAIN else numba.njit(**_OPTIONS, inline="always")(function)


class Entry:
    """A compiled function that Python calls, with arrays; compiled or loaded from disk at its first call."""

    def __init__(
        self, function: Callable[..., Any], name: str, modules: frozenset[str], words: str = "", **options: Any
    ) -> None:
        self.py_func = function
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self._name = function.__qualname__
        self._home, self._words, self._given = (name, modules), words, options
        self._kinds = 0  # of arguments that it is compiled for; none before its first call

    @cached_property
    def _kept(self) -> KernelCache:
        return KernelCache(*self._home, accelerated())

    @cached_property
    def _dispatcher(self) -> Any:
        try:
            with self._kept.building(self._name) as keeps:
                return self._made(keeps)
        except (OSError, RuntimeError) as error:  # what numba says where it finds no place
            self._kept.fails(error)
            return self._made(False)

    def _made(self, keeps: bool) -> Any:
        more = accelerator.ENTRY_OPTIONS if accelerated() else {}
        return numba.njit(**_OPTIONS, **more, **self._given, cache=keeps)(self.py_func)

    @property
    def signatures(self) -> list[Any]:
        return list(self._dispatcher.signatures)

    @property
    def stats(self) -> Any:
        """How often numba found it on disk, and how often not."""
        return self._dispatcher.stats

    def __call__(self, *arguments: Any) -> Any:
        if not self._kinds:
            self.prepare(arguments)
        try:
            result = self._dispatcher(*arguments)
        except OSError as error:  # kernels raise nothing: one for other arguments was compiled and could not be kept
            self._kept.fails(error, self._name)
            result = self._dispatcher(*arguments)
        if len(self._dispatcher.overloads) != self._kinds:
            self._kinds = len(self._dispatcher.overloads)
            self._kept.keep(self._name)
        return result

    def prepare(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Compiles it for arguments like these, or finds it on disk; returns their types."""
        types = tuple(map(numba.typeof, arguments))
        with explained(self._kept.modules, arguments):
            try:
                kind = hashlib.sha256(repr(types).encode()).hexdigest()[:16]
                with self._kept.compiling(self._name, self._words, kind):
                    self._dispatcher.compile(types)
            except numba.NumbaError:
                raise
            except Exception as error:  # a pickle that cannot be read may raise anything, a full disk an OSError
                self._kept.fails(error, self._name)
                if types not in self._dispatcher.overloads:
                    self._dispatcher = self._made(False)
                    self._dispatcher.compile(types)
        self._kinds = len(self._dispatcher.overloads)
        return types

    def direct(self, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        types = self.prepare(arguments)
        return accelerator.direct(self._dispatcher, types) if accelerated() else self._dispatcher


def entry(function: Callable[..., Any], **options: Any) -> Any:
    """A compiled function that Python calls, with arrays, and that is kept on disk."""
    if PLAIN:
        return accept_records(function)
    name = function.__module__.rpartition(".")[2]
    return Entry(function, name, frozenset([function.__module__]), **options)


def direct(compiled: Any, *examples: Any) -> Any:
    """The machine code of an entry for arguments like these, without numba's look at their types (1 µs of 3).

    Only for callers whose arguments always have the same types: a wrong one would be read as the right one.
    """
    return compiled if PLAIN else compiled.direct(examples)


# ------------------------------------------------------------------------------------------------------------------
# Templates


def template(make: Callable[..., Any] = entry, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Marks a plain function whose free names (`step`, `legal`, …) `bind` fills in for each game.

    `make` says what the copies are: an `entry`, or a `kernel` or `inlined` part of one.
    """

    def mark(function: Callable[..., Any]) -> Callable[..., Any]:
        function.template = make, options  # type: ignore[attr-defined]
        return function

    return mark


def bind(module: types.ModuleType, game: str, names: Mapping[str, Any], purpose: str = "") -> types.SimpleNamespace:
    """One compiled copy of every template of `module`, with `names` as its globals.

    The purpose is what is told to whoever waits for them, `the rules`, and part of the name of their folder on disk.
    """
    scope = dict(vars(module)) | dict(names)
    bound = types.SimpleNamespace()
    homes = {module.__name__, *(function.py_func.__module__ for function in names.values() if is_compiled(function))}
    purpose = purpose or module.__name__.rpartition(".")[2]
    for name, function in list(vars(module).items()):
        if isinstance(function, types.FunctionType) and hasattr(function, "template"):
            make, options = function.template
            copy = types.FunctionType(function.__code__, scope, name, function.__defaults__)
            copy.__qualname__ = f"{game}.{name}"  # cache files of its own
            copy.__doc__ = function.__doc__
            if make is entry and not PLAIN:
                scope[name] = Entry(copy, f"{game}-{purpose}", frozenset(homes), f"the {purpose} of {game}", **options)
            else:
                scope[name] = make(copy, **options)
            setattr(bound, name, scope[name])
    return bound


def is_compiled(function: Any) -> bool:
    return hasattr(function, "py_func")


# ------------------------------------------------------------------------------------------------------------------
# Errors


def where(function: Callable[..., Any]) -> str:
    """`step (rules.py, line 40)`."""
    code = function.__code__
    return f"{function.__name__} ({code.co_filename}, line {code.co_firstlineno})"


@contextmanager
def explained(modules: Iterable[str], arguments: Iterable[Any]) -> Iterator[None]:
    """What numba says of a mistake in a kernel fills pages, or is a bare KeyError; here it is a place and a sentence.

    The modules are where the kernels live, the arguments what the entry is compiled for, records among them.
    """
    try:
        yield
    except (numba.NumbaError, KeyError) as error:
        words = _explanation(error, modules, arguments)
        if words is None:
            raise
        raise BadGame(words) from error


def _explanation(error: Exception, modules: Iterable[str], arguments: Iterable[Any]) -> str | None:
    text = str(error)
    unknown = re.findall(r"Unknown attribute '(\w+)' of type [Rr]ecord", text)
    name = error.args[0] if isinstance(error, KeyError) else unknown[-1] if unknown else None
    if name is not None:
        place = _use_of(name, modules)
        fields = _fields(arguments)
        if place is None or name in fields:
            return None if isinstance(error, KeyError) else text
        return f"{place}: the record has no field {name!r}; {hint(name, fields)}"
    reason = [line for line in text.split("During:")[0].splitlines() if line and not line.startswith("Failed in")]
    return f"{_innermost(text)}: {chr(10).join(reason)}"


def _fields(arguments: Iterable[Any]) -> set[str]:
    """The names of all fields of the records among some arguments and in tuples of them."""
    found: set[str] = set()
    for argument in arguments:
        if isinstance(argument, tuple):
            found |= _fields(argument)
        elif isinstance(argument, np.ndarray):
            found |= set(argument.dtype.names or ())
    return found


def _use_of(name: str, modules: Iterable[str]) -> str | None:
    """The first function that uses an attribute of that name, in everything the modules can reach."""
    for _, path in sources.files(modules):
        if path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and node.attr == name:
                    return _place(path, node.lineno)
    return None


def _innermost(text: str) -> str:
    """numba names the call in which a mistake was met first, then the calls around it."""
    places = [(Path(file), int(line)) for file, line in re.findall(r'File "([^"]+)", line (\d+)', text)]
    own = [place for place in places if place[0].is_file() and "numba" not in place[0].parts]
    return _place(*own[0]) if own else "a kernel"


def _place(path: Path, line: int) -> str:
    """`step (rules.py, line 41)`: the function around a line."""
    name = ""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or line):
            name = node.name  # functions within functions come later
    return f"{name} ({path}, line {line})"
