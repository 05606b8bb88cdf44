"""What leans on numba's insides: faster compiling and shorter calls, and nothing that anything depends on.

- `part` compiles a kernel without machine code of its own: it is optimised once, inside the entries that use it.
- `widened` makes every whole number reach a kernel as int64: numba would compile it anew for each constant and width.
- `direct` calls an entry's machine code without numba's look at the types of its arguments.

`works` tries all of it out, once for each machine and version of numba; where it fails, or with
RUSH_ENVS_ACCELERATOR=0, `jit` uses plain `njit` instead: the same games, more seconds to compile.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numba as typed_numba
import numpy as np
from filelock import FileLock

numba: Any = typed_numba

try:
    from numba.core import codegen as typed_codegen
    from numba.core import compiler as typed_compiler

    Library: Any = typed_codegen.JITCodeLibrary
    Compiler: Any = typed_compiler.Compiler
except (ImportError, AttributeError):
    Library = Compiler = object  # `works` will say no


class PartLibrary(Library):
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


class PartCompiler(Compiler):
    """numba's own compiler without its last stage, the machine code of the function by itself."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        context = self.state.targetctx  # a copy that belongs to this compilation
        self.state.library = PartLibrary(context.codegen(), "part")
        # Callers find the function by this object; any builtin will do, only its identity counts.
        context.get_executable = lambda library, description, environment: [].append


# No kernel is a C callback.
ENTRY_OPTIONS = {"no_cfunc_wrapper": True}


def part(function: Callable[..., Any], **options: Any) -> Any:
    """A dispatcher of a function that only other compiled functions call."""
    compiled = numba.njit(**options, **ENTRY_OPTIONS, no_cpython_wrapper=True, pipeline_class=PartCompiler)(function)
    compiled.get_call_template = functools.partial(widened, compiled.get_call_template)
    return compiled


def widened(get_call_template: Callable[..., Any], args: tuple[Any, ...], kws: Mapping[str, Any]) -> Any:
    wide = [numba.types.unliteral(kind) for kind in args]
    wide = [numba.int64 if isinstance(kind, numba.types.Integer) and kind.signed else kind for kind in wide]
    return get_call_template(tuple(wide), kws)


def direct(dispatcher: Any, types: tuple[Any, ...]) -> Any:
    """The machine code that was compiled for these types; arguments of others would be read as these."""
    return dispatcher.overloads[types].entry_point


# ------------------------------------------------------------------------------------------------------------------
# The self-test


def _probe_part(s: Any, amount: Any) -> Any:
    s.value += amount
    return s.value


def _probe_entry(records: Any, row: Any, width: Any) -> Any:
    return probed(records[row], width) + probed(records[row], 3)


probed: Any = None  # set by the test


def _passes() -> bool:
    """Whether a part is compiled once for all integers, linked into its caller, and called directly."""
    global probed
    try:
        probed = part(_probe_part, nogil=True, error_model="numpy")
        entry = numba.njit(nogil=True, error_model="numpy", **ENTRY_OPTIONS)(_probe_entry)
        records = np.zeros(2, np.dtype((np.record, np.dtype([("value", np.int32)]))))
        arguments = (records, 1, np.int8(2))
        types = tuple(map(numba.typeof, arguments))
        entry.compile(types)
        results = [entry(*arguments), direct(entry, types)(*arguments)]
        return results == [2 + 5, 7 + 10] and len(probed.signatures) == 1 and records["value"].tolist() == [0, 10]
    except Exception:
        return False


def works(folder: Path | None) -> bool:
    """The self-test's verdict, kept in the folder: it costs as much as importing numba.

    A test that brought its process down is not tried again.
    """
    if os.environ.get("RUSH_ENVS_ACCELERATOR") == "0":
        return False
    if folder is None:
        return _passes()
    facts = repr((numba.__version__, np.__version__, sys.version, Path(__file__).read_bytes()))
    try:
        return _verdict(folder / f"accelerator-{hashlib.sha256(facts.encode()).hexdigest()[:16]}")
    except OSError:  # a full disk, or one that knows no locks
        return _passes()


def _verdict(path: Path) -> bool:
    """What the file says, after a test if it says nothing."""
    if _read(path) is None:
        begun = path.with_suffix(".begun")
        with FileLock(path.with_suffix(".lock")):
            if _read(path) is None:
                crashed = begun.exists()
                begun.touch()
                answer = "yes" if not crashed and _passes() else "no"
                try:
                    begun.write_text(answer)
                    begun.replace(path)  # whole or not at all, for those who look meanwhile
                except OSError:
                    begun.unlink(missing_ok=True)  # nothing has crashed
                    return answer == "yes"
    return _read(path) == "yes"


def _read(path: Path) -> str | None:
    """`yes` or `no`; None for a file that is missing or broken."""
    try:
        with path.open("rb") as file:
            return {b"yes": "yes", b"no": "no"}.get(file.read(4))
    except FileNotFoundError:
        return None
