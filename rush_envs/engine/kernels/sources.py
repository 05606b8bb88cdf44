"""Which files a compiled function depends on, and their digest.

numba stamps a cached function with the content of *its own* file only, so an edited helper or data table would leave
callers playing the old rules. We stamp it with everything that its module can reach through imports, within our own
packages and the module's: all of these sources, and every `data/` folder beside one of them. An edit to one game leaves
the kernels of the others valid.
"""

from __future__ import annotations

import functools
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

OURS = ("rush_envs", "rush_agents")
# Imports are read as text: what looks like one in a comment only makes the digest cover more.
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<where>[.\w]+)[ \t]+import[ \t]+(?P<what>\([^)]*\)|(?:[^\n\\]|\\\n)+)"
    r"|import[ \t]+(?P<plain>(?:[^\n\\]|\\\n)+))",
    re.MULTILINE,
)
_FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+.*\n)+", re.MULTILINE)  # never run: a drawing is not compiled


def source_of(module: str) -> Path | None:
    """The file of a module, if its outermost package is loaded; nothing is imported."""
    top, *parts = module.split(".")
    found = getattr(sys.modules.get(top), "__file__", None)
    if found is None:
        return None
    path = Path(found)
    if path.name != "__init__.py":
        return path if not parts else None
    path = path.parent.joinpath(*parts)
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


@functools.cache
def _imported(module: str) -> frozenset[str]:
    """The modules that a module's source names in its imports, lazy ones among them."""
    source = source_of(module)
    if source is None:
        return frozenset()
    package = module if source.name == "__init__.py" else module.rpartition(".")[0]
    return frozenset(_named(_FOR_TYPES.sub("", source.read_text(encoding="utf-8")), package))


def _named(text: str, package: str) -> Iterator[str]:
    for found in _IMPORT.finditer(text):
        if found["plain"]:
            yield from (part.split()[0] for part in found["plain"].split(",") if part.split())
            continue
        where = found["where"]
        name = where.lstrip(".")
        if where != name:
            parents = package.split(".")
            above = parents[: len(parents) - (len(where) - len(name) - 1)]
            name = ".".join([*above, name] if name else above)
        inner = [f"{name}.{word}" for word in re.findall(r"\w+", re.sub(r"#.*|\bas\s+\w+", "", found["what"]))]
        modules = [one for one in inner if source_of(one) is not None]
        yield from modules
        if len(modules) < len(inner):
            yield name


def reach(modules: Iterable[str]) -> list[str]:
    """Everything these modules can get at through imports, they themselves included, in the order of names."""
    waiting = list(modules)
    tops = {*OURS, *(module.partition(".")[0] for module in waiting)}
    seen: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module not in seen and module.partition(".")[0] in tops and source_of(module) is not None:
            seen.add(module)
            waiting += _imported(module)
    return sorted(seen)


def files(modules: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """(name, path) of every source and data file in reach."""
    folders: set[tuple[str, Path]] = set()
    for module in reach(modules):
        source = source_of(module)
        assert source is not None
        yield module, source
        folders.add((module if source.name == "__init__.py" else module.rpartition(".")[0], source.parent / "data"))
    for package, folder in sorted(folders):
        if folder.is_dir():
            yield from ((f"{package}/{path.name}", path) for path in sorted(folder.iterdir()) if path.is_file())


@functools.cache
def digest(modules: frozenset[str]) -> str:
    """Changes when a source or data file in reach of these modules does."""
    found = hashlib.sha256()
    for name, path in files(modules):
        found.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


@functools.cache
def size(modules: frozenset[str]) -> int:
    """Bytes of the sources in reach: what there is to compile grows with it."""
    return sum(path.stat().st_size for name, path in files(modules) if path.suffix == ".py")
