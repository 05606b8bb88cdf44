"""Ways in which files go wrong, drawn from a seed: bytes, JSON and archives that are not what they were."""

from __future__ import annotations

import io
import json
import pickle
import re
import struct
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from rush_envs.errors import RushError

Rng = np.random.Generator
FIX = re.compile(r"\b(give|get|start|choose|copy|leave|train)\b")

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 0.5, -0.0, 1e308, 10**9, 2**31, 2**63, 2**64, 10**30, float("nan"), float("inf"), "",
    "x", "\x1b[31m", "<script>", "‮", "\0", "é" * 5000, "coffee_rush", "[/]", [], [[]], [1, 2], {}, {"a": 1},
)  # fmt: skip


def mutated_bytes(content: bytes, rng: Rng) -> bytes:
    """Cut off, flipped, overwritten, repeated, or something else altogether."""
    place, width = int(rng.integers(len(content))), int(rng.integers(1, 60))
    return [
        lambda: content[:place],
        lambda: content[:place] + bytes([content[place] ^ (1 << int(rng.integers(8)))]) + content[place + 1 :],
        lambda: content[:place] + rng.bytes(width) + content[place + width :],
        lambda: content[:place] + content[place + width :],
        lambda: content[:place] + content[place : place + width] * 2 + content[place + width :],
        lambda: content[place:] + content[:place],
        lambda: rng.bytes(place),
        lambda: pickle.dumps([1, {"a": np.zeros(3)}]),
        lambda: b"",
    ][int(rng.integers(9))]()


def mutated_json(text: bytes, rng: Rng) -> bytes:
    """One value, somewhere, is another; keys go, come or change places; or nothing but brackets."""
    content = json.loads(text)
    kind = int(rng.integers(12))
    if kind == 0:
        return b"[" * 100_000
    if kind == 1:
        return text.replace(b"1", b"1" * 5000, 1)
    places = list(_places(content))
    home, key = places[int(rng.integers(len(places)))]
    other, other_key = places[int(rng.integers(len(places)))]
    if kind == 2:
        with suppress(TypeError):
            del home[key]
    elif kind == 3 and isinstance(home, dict):
        home["one more"] = home[key]
    elif kind == 4:
        home[key], other[other_key] = other[other_key], home[key]
    elif kind == 5:
        home[key] = [home[key]]
    elif kind == 6 and isinstance(home[key], list):
        home[key] = home[key] * 3
    else:
        home[key] = ODD[int(rng.integers(len(ODD)))]
    try:
        return json.dumps(content).encode()
    except (ValueError, RecursionError):  # swapped into itself
        return b"{" * 1000


def _places(content: Any) -> Any:
    """(container, key) of every value; few of a long list."""
    if isinstance(content, dict | list):
        keys = list(content) if isinstance(content, dict) else list(range(len(content)))[:4]
        for key in keys:
            yield content, key
            yield from _places(content[key])


def mutated_npz(content: bytes, rng: Rng) -> bytes:
    """A member of an archive is another array, none at all, a pickle, a bomb, or called otherwise."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = list(members)[int(rng.integers(len(members)))]
    array = np.load(io.BytesIO(members[name])) if name.endswith(".npy") else np.zeros(3, np.float32)
    changes: list[Callable[[], Any]] = [
        lambda: members.pop(name),
        lambda: members.update({"another.npy": members[name]}),
        lambda: members.update({f"../{name}": members.pop(name)}),
        lambda: members.update({name: members[name][:-3]}),
        lambda: members.update({name: pickle.dumps(array)}),
        lambda: members.update({name: npy(np.array([{"a": 1}], object))}),
        lambda: members.update({name: npy(array.astype(np.float64))}),
        lambda: members.update({name: npy(array.astype(">f4"))}),
        lambda: members.update({name: npy(np.asarray(array, np.int32))}),
        lambda: members.update({name: npy(array[..., None])}),
        lambda: members.update({name: npy(np.concatenate([array.ravel(), array.ravel()]))}),
        lambda: members.update({name: npy(np.full_like(array, np.nan, dtype=np.float32))}),
        lambda: members.update({name: npy(np.full_like(array, -1e30, dtype=np.float32))}),
        lambda: members.update({name: header(array.dtype.str, (10**12,)) + members[name][128:]}),
        lambda: members.update({name: header(array.dtype.str, (-1,)) + members[name][128:]}),
        lambda: members.update({name: header("(" * 300, array.shape)}),
        lambda: members.update({name: bytes(8 << 20)}),
        lambda: members.update({name: mutated_bytes(members[name], rng)}),
    ]
    changes[int(rng.integers(len(changes)))]()
    packing = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA][int(rng.integers(4))]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", packing) as archive:
        for each, data in members.items():
            archive.writestr(each, data)
    whole = buffer.getvalue()
    return whole if rng.random() < 0.7 else lying(whole, rng)


def lying(content: bytes, rng: Rng) -> bytes:
    """An archive whose directory declares another size for a member."""
    places = [found.start() for found in re.finditer(b"PK\x01\x02", content)]
    place = places[int(rng.integers(len(places)))] + (20 if rng.random() < 0.5 else 24)
    return content[:place] + struct.pack("<I", int(rng.integers(2**32))) + content[place + 4 :]


def npy(array: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


def header(dtype: str, shape: tuple[int, ...]) -> bytes:
    words = f"{{'descr': {dtype!r}, 'fortran_order': False, 'shape': {shape}, }}".encode()
    words += b" " * (117 - len(words)) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(words)) + words


def survived(use: Callable[[], Any], path: Path, seen: Counter[str]) -> None:
    """It works, or one of our errors names the file and the way out, in one printable line."""
    try:
        use()
    except RushError as error:
        words = str(error)
        assert path.stem in words, words
        assert FIX.search(words), words
        assert words.isprintable(), words
        assert len(words) < 1500, words
        seen[type(error).__name__] += 1
    else:
        seen["works"] += 1
