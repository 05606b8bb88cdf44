"""Pictures one after the other in one PNG that browsers and READMEs play: an APNG, in which each picture holds no more
than the part that differs from the one before, and is transparent where that does not."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MILLISECONDS = 1000
COLOURS_AND_ALPHA = 6
COPY, OVER = 0, 1  # a picture takes the place of what was there, or lies over it
UP = 2  # a row of pixels is told by what differs from the row above


def apng(pictures: Iterable[np.ndarray], seconds: float = 0.7, pause: float = 3.0) -> bytes:
    """Pictures (height, width, 3) uint8 of one size, each for so long, the last longer; then from the start again."""
    frames: list[tuple[int, int, np.ndarray]] = []
    before: np.ndarray | None = None
    for picture in pictures:
        if before is not None and picture.shape != before.shape:
            raise ValueError(f"a picture of {picture.shape[:2]} among pictures of {before.shape[:2]}")
        frames.append(_part(before, picture))
        before = picture
    if before is None:
        raise ValueError("no picture is no film")
    chunks, number = [], 0
    for place, (left, top, piece) in enumerate(frames):
        chunks.append(_control(number, left, top, piece, seconds if place < len(frames) - 1 else pause))
        chunks.append(
            _chunk(b"fdAT", struct.pack(">I", number + 1) + _packed(piece))
            if place
            else _chunk(b"IDAT", _packed(piece))
        )
        number += 2 if place else 1
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", before.shape[1], before.shape[0], 8, COLOURS_AND_ALPHA, 0, 0, 0))
    count = _chunk(b"acTL", struct.pack(">II", len(frames), 0))
    return b"".join([SIGNATURE, head, count, *chunks, _chunk(b"IEND", b"")])


def _part(before: np.ndarray | None, after: np.ndarray) -> tuple[int, int, np.ndarray]:
    """The smallest piece of a picture that holds all that differs, with its corner; one pixel where nothing does.
    Its pixels have a fourth number, 0 where the one before shows through."""
    differs = np.ones(after.shape[:2], np.bool_) if before is None else (before != after).any(axis=2)
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not rows.size:
        return 0, 0, np.zeros((1, 1, 4), np.uint8)
    top, left = int(rows[0]), int(columns[0])
    place = slice(top, rows[-1] + 1), slice(left, columns[-1] + 1)
    opaque = differs[place].astype(np.uint8)[..., None]
    return left, top, np.concatenate([after[place] * opaque, 255 * opaque], axis=2)


def _packed(piece: np.ndarray) -> bytes:
    """Rows of pixels, squeezed: as they are, or as what differs from the row above, whichever is shorter."""
    above = np.zeros_like(piece)
    above[1:] = piece[:-1]
    told = ((0, piece), (UP, piece - above))
    rows = (np.insert(pixels.reshape(piece.shape[0], -1), 0, way, axis=1) for way, pixels in told)
    return min((zlib.compress(row.tobytes(), 9) for row in rows), key=len)


def _control(number: int, left: int, top: int, piece: np.ndarray, seconds: float) -> bytes:
    sizes = struct.pack(">IIIII", number, piece.shape[1], piece.shape[0], left, top)
    blend = OVER if number else COPY
    return _chunk(b"fcTL", sizes + struct.pack(">HHBB", round(seconds * MILLISECONDS), MILLISECONDS, 0, blend))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
