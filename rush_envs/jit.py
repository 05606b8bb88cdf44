"""The only file that sets numba's flags or touches its cache: `kernel`, `template`, `bind`.

A *kernel* is a jitted function of one game. A *template* is a plain function that calls `step`, `legal`, … by
global name; `bind` makes one jitted copy for each game by giving the same code object new globals and its own
qualified name. So there are no closures (numba's disk cache never hits for those), no text substitution (line
numbers, coverage and debuggers work), and direct calls that LLVM can inline.

numba stamps a cached function with the content of *its own* file only, so an edited helper or data table would
leave callers playing the old rules. Our cache locator stamps every function with all sources and data files.

With `NUMBA_DISABLE_JIT=1` the same sources run as plain Python on the proxies of `plain.py`.
"""

from __future__ import annotations

import functools
import hashlib
import tempfile
import types
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numba as typed_numba
from numba.core import caching as typed_caching
from numba.core import codegen as typed_codegen
from numba.core import compiler as typed_compiler
from numba.core import config as typed_config
from numba.misc.appdirs import AppDirs

from rush_envs.errors import CacheWarning
from rush_envs.plain import accept_records

# numba types neither its settings nor its private parts.
numba: Any = typed_numba
caching: Any = typed_caching
codegen: Any = typed_codegen
compiler: Any = typed_compiler
config: Any = typed_config

PLAIN = bool(config.DISABLE_JIT)
HOME = Path(__file__).resolve().parent
_sources: set[str] = set()  # the files whose functions were compiled through this one


def package_of(path: Path) -> Path:
    """The outermost package a source file belongs to, or the file itself."""
    home = path
    while (home.parent / "__init__.py").exists():
        home = home.parent
    return home


@functools.cache
def stamp(home: Path) -> str:
    """A digest of all sources and data tables of a package and of this one."""
    digest = hashlib.sha256()
    for top in dict.fromkeys((HOME, home)):
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.suffix in {".py", ".txt"} and "__pycache__" not in path.parts:
                digest.update(str(path.relative_to(top)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def cache_folder() -> Path | None:
    """Where compiled kernels are kept, or None where no place can be written to.

    A folder named by NUMBA_CACHE_DIR is used or nothing is: whoever set it (say, for a run with bounds checks,
    which numba's cache key does not know) must not get kernels from elsewhere.
    """
    if config.CACHE_DIR:
        choices = [Path(config.CACHE_DIR)]
    else:
        choices = [HOME / "__pycache__" / "kernels", Path(AppDirs(appname="rush_envs", appauthor=False).user_cache_dir)]
    return next((folder for folder in choices if _writable(folder)), None)


_folder = cache_folder()
if _folder is None and not PLAIN:
    warnings.warn(
        "compiled kernels cannot be kept on disk, so every process compiles them again; "
        "set NUMBA_CACHE_DIR to a folder you can write to",
        CacheWarning,
        stacklevel=2,
    )


class PackageLocator(caching._CacheLocator):
    """Keeps our kernels in our folder, stale after any edit to any source or data file of their package."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        assert _folder is not None
        self._path = str(_folder / self.get_suitable_cache_subpath(py_file))
        self._line = py_func.__code__.co_firstlineno
        self._stamp = stamp(package_of(Path(py_file).resolve()))

    def get_cache_path(self) -> str:
        return self._path

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> PackageLocator | None:
        if py_file not in _sources:
            return None  # not ours: numba's own locators follow in its list
        self = cls(py_func, py_file)
        self.ensure_cache_path()
        return self


if _folder is not None:
    caching.CacheImpl._locator_classes.insert(0, PackageLocator)


# No kernel is a C callback, and division by zero is a broken rule that `check` must find, not an exception.
_OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


class _PartLibrary(codegen.JITCodeLibrary):
    """Code that is only ever linked into the entries that use it: it is optimised there, once, and nowhere else."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _PartCompiler(compiler.Compiler):
    """numba's own compiler without its last stage, the machine code of the function by itself."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        context = self.state.targetctx  # a copy that belongs to this compilation
        self.state.library = _PartLibrary(context.codegen(), "part")
        # Callers find the function by this object; any builtin will do, only its identity counts.
        context.get_executable = lambda library, description, environment: [].append


def kernel(function: Callable[..., Any]) -> Any:
    """A function that other kernels call: allocates nothing, raises nothing, touches one record.

    Python cannot call it, which saves most of what there is to compile; on disk it is part of the entries that use it.
    """
    compiled = numba.njit(**_OPTIONS, no_cpython_wrapper=True, pipeline_class=_PartCompiler)(function)
    if not PLAIN:
        compiled.get_call_template = functools.partial(_widened, compiled.get_call_template)
    return compiled


def _widened(get_call_template: Callable[..., Any], args: tuple[Any, ...], kws: Mapping[str, Any]) -> Any:
    """Every whole number reaches a kernel as int64: numba would compile it anew for each constant and each width."""
    wide = [numba.types.unliteral(kind) for kind in args]
    wide = [numba.int64 if isinstance(kind, numba.types.Integer) and kind.signed else kind for kind in wide]
    return get_call_template(tuple(wide), kws)


def inlined(function: Callable[..., Any]) -> Any:
    """A kernel of a few lines that must cost nothing, pasted into each of its callers."""
    return numba.njit(**_OPTIONS, no_cpython_wrapper=True, inline="always")(function)


def entry(function: Callable[..., Any], **options: Any) -> Any:
    """A compiled function that Python calls, with arrays, and that is kept on disk."""
    _sources.add(function.__code__.co_filename)
    compiled = numba.njit(**_OPTIONS, cache=_folder is not None, **options)(function)
    return accept_records(compiled) if PLAIN else compiled


def direct(compiled: Any, *examples: Any) -> Any:
    """The machine code of an entry for arguments like these, without numba's look at their types (1 µs of 3).

    Only for callers whose arguments always have the same types: a wrong one would be read as the right one.
    """
    if PLAIN:
        return compiled
    types = tuple(numba.typeof(example) for example in examples)
    compiled.compile(types)
    return compiled.overloads[types].entry_point


def template(make: Callable[..., Any] = entry, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Marks a plain function whose free names (`step`, `legal`, …) `bind` fills in for each game.

    `make` says what the copies are: an `entry`, or a `kernel` or `inlined` part of one.
    """

    def mark(function: Callable[..., Any]) -> Callable[..., Any]:
        function.template = lambda copy: make(copy, **options)  # type: ignore[attr-defined]
        return function

    return mark


def bind(module: types.ModuleType, game: str, names: Mapping[str, Any]) -> types.SimpleNamespace:
    """One jitted copy of every template of `module`, with `names` as its globals: the drivers of `game`."""
    scope = dict(vars(module)) | dict(names)
    bound = types.SimpleNamespace()
    for name, function in list(vars(module).items()):
        if hasattr(function, "template"):
            copy = types.FunctionType(function.__code__, scope, name, function.__defaults__)
            copy.__qualname__ = f"{game}.{name}"  # cache files of its own
            scope[name] = function.template(copy)
            setattr(bound, name, scope[name])
    return bound
