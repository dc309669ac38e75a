"""Rows of small numbers, compressed while they are kept, so that many pages cost little memory."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

PART_BYTES = 2**16
"""Size of the rows that are compressed together, bytes."""

_NUMBER_BYTES = 4


class PackedRows:
    """Rows of numbers, to which one thread adds others while other threads read.

    Full parts are compressed. Equal bytes of equal numbers are next to one another there, because
    most high bytes are 0 and neighbouring rows are alike.

    Parameters
    ----------
    width : int
        Numbers of a row.
    """

    def __init__(self, width: int) -> None:
        n_rows = max(1, PART_BYTES // (_NUMBER_BYTES * width))
        self._held: _Held = (), np.empty((n_rows, width), dtype=np.int32), 0

    def extend(self, rows: NDArray[np.int32]) -> None:
        """Add rows at the end."""
        packed, last, n_last = self._held
        while len(rows):
            fitting, rows = np.split(rows, [len(last) - n_last])
            last[n_last : n_last + len(fitting)] = fitting
            n_last += len(fitting)
            if n_last == len(last):
                packed, last, n_last = (*packed, _packed(last)), np.empty_like(last), 0
        self._held = packed, last, n_last  # at once, for readers

    def rows(self) -> NDArray[np.int32]:
        """Return the rows so far, shape (n_rows, width)."""
        packed, last, n_last = self._held
        return np.concatenate([*(_unpacked(part, last.shape) for part in packed), last[:n_last]])

    def snapshot(self) -> PackedRows:
        """Return the rows so far, to which other rows can be added."""
        packed, last, n_last = self._held
        taken = PackedRows(last.shape[1])
        taken._held = packed, last.copy(), n_last
        return taken


_Held = tuple[tuple[bytes, ...], "NDArray[np.int32]", int]
"""Packed parts, the last part, and the number of its rows so far."""


def _packed(rows: NDArray[np.int32]) -> bytes:
    return zlib.compress(rows.view(np.uint8).T.tobytes())


def _unpacked(packed: bytes, shape: tuple[int, ...]) -> NDArray[np.int32]:
    planes = np.frombuffer(zlib.decompress(packed), dtype=np.uint8).reshape(-1, shape[0])
    return np.ascontiguousarray(planes.T).view(np.int32)
