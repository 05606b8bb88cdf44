"""An npz archive of plain arrays whose names, shapes and types are known before it is opened.

Nothing is ever unpickled, and no memory is taken on the word of the file: every member is first compared with what was
promised, then unpacked up to that size and no further.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .reading import Damaged

HEADER = 1024  # bytes before the numbers of an array; numpy writes 128
PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the ways of packing whose unpacking can be limited


@dataclass(frozen=True)
class Promise:
    """What an array must be; numbers with a point must be finite as well."""

    shape: tuple[int, ...]
    dtype: str = "float32"

    @property
    def nbytes(self) -> int:
        return math.prod(self.shape) * np.dtype(self.dtype).itemsize

    def __str__(self) -> str:
        finite = "finite " if np.dtype(self.dtype).kind == "f" else ""
        return f"{finite}{self.dtype} array of shape {self.shape}"


Promises = Mapping[str, Promise]


def most_bytes(promised: Promises) -> int:
    """No archive of these is larger, packed or not."""
    return sum(promise.nbytes + 2 * HEADER for promise in promised.values()) + HEADER


def read_arrays(
    content: bytes, promised: Promises, groups: Sequence[Promises] = (), beside: Collection[str] = ()
) -> dict[str, np.ndarray]:
    """The arrays that are promised, and of each group all or none; members called as in `beside` are passed over."""
    with opened(content) as archive:
        names = [member.filename for member in archive.infolist() if member.filename not in beside]
        found = {name.removesuffix(".npy") for name in names if name.endswith(".npy")}
        wanted = dict(promised)
        for group in groups:
            if found & set(group):
                wanted |= group
        if sorted(names) != sorted(f"{name}.npy" for name in wanted):
            raise Damaged(f"holds {', '.join(names) or 'nothing'}, and not what it promises: {', '.join(wanted)}")
        return {name: _array(archive, name, promise) for name, promise in wanted.items()}


def read_text(content: bytes, name: str, most: int) -> bytes:
    """One member that is no array."""
    with opened(content) as archive:
        return _member(archive, name, most)


def opened(content: bytes) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(io.BytesIO(content))
    except Exception:  # a broken directory may raise nearly anything
        raise Damaged("is no archive of plain arrays; pickled objects are never read") from None


def _member(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Unpacked no further than its declared size, which is no more than `most`."""
    try:
        member = archive.getinfo(name)
        if member.file_size > most or member.compress_type not in PLAIN:
            raise Damaged(f"would unpack {name} to {member.file_size:,} bytes; it can have {most:,} at most")
        with archive.open(member) as file:
            return file.read(most + 1)  # past its end, where the checksum is compared
    except Damaged:
        raise
    except Exception:  # zipfile, zlib and struct have a dozen ways to say so
        raise Damaged(f"was altered or cut off ({name} cannot be unpacked)") from None


def _array(archive: zipfile.ZipFile, name: str, promise: Promise) -> np.ndarray:
    data = io.BytesIO(_member(archive, f"{name}.npy", promise.nbytes + HEADER))
    try:
        shape, by_columns, dtype = _header(data)
    except Exception:  # the header is Python in text, and its parser raises whatever it likes
        raise Damaged(f"has no plain array {name}; pickled objects are never read") from None
    numbers = data.read()
    if (shape, dtype, len(numbers)) == (promise.shape, np.dtype(promise.dtype), promise.nbytes):
        found = np.frombuffer(numbers, dtype).reshape(shape, order="F" if by_columns else "C").copy()
        if dtype.kind != "f" or np.isfinite(found).all():
            return found
    raise Damaged(f"{name} is not a {promise}; pickled objects are never read")


def _header(data: io.BytesIO) -> tuple[tuple[int, ...], bool, np.dtype]:
    version = np.lib.format.read_magic(data)
    readers = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
    return readers[version](data, max_header_size=HEADER)
