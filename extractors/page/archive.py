"""Reading of untrusted zip files: few entries, limited sizes, nothing written to disk.

Entry names are only looked up, never used as paths.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from typing import TYPE_CHECKING, Self

from boilerscope.extractors.errors import SnapshotError

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

MAX_FILE_BYTES = 512 * 2**20
"""Size of the largest file that is opened."""

MAX_UNPACKED_BYTES = 768 * 2**20
"""Limit on the total size of the entries that are read."""

MAX_ENTRIES = 10_000
MAX_DIRECTORY_BYTES = 4 * 2**20

_END = b"PK\x05\x06"
_END_SIZE = 22
_END_64 = b"PK\x06\x07"
_END_64_SIZE = 20
_LONGEST_COMMENT = 65_535
_PACKINGS = frozenset((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
_ENCRYPTED = 1


class Archive:
    """An open zip file; a context manager.

    Raises
    ------
    SnapshotError
        If it cannot be read, is not a zip file, or exceeds a limit.
    """

    def __init__(self, path: Path) -> None:
        self._name = path.name
        self._left = MAX_UNPACKED_BYTES
        try:
            _check_directory(path)
            self._zip = zipfile.ZipFile(path)
        except OSError as error:
            reason = error.strerror or str(error)
            raise SnapshotError(f"{path.name!r} cannot be read: {reason}.") from error
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise SnapshotError(f"{path.name!r} is damaged: {error}.") from error
        self._entries = {entry.filename: entry for entry in self._zip.infolist()}
        if len(self._entries) != len(self._zip.infolist()):
            self._zip.close()
            raise SnapshotError(f"{path.name!r} is damaged: an entry appears twice.")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._zip.close()

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def read(self, name: str, limit: int) -> bytes:
        """Return an entry, unpacked.

        Parameters
        ----------
        limit : int
            Maximum size in bytes.

        Raises
        ------
        SnapshotError
            If it is missing, too large or damaged, or if too much was read already.
        """
        entry = self._entries.get(name)
        if entry is None:
            raise SnapshotError(f"{self._name!r} is damaged: {name!r} is missing.")
        if entry.compress_type not in _PACKINGS or entry.flag_bits & _ENCRYPTED:
            raise SnapshotError(
                f"{self._name!r} is damaged: {name!r} has an unsupported compression."
            )
        limit = min(limit, self._left)
        try:
            with self._zip.open(entry) as stream:
                data = stream.read(limit + 1)
        except (OSError, EOFError, ValueError, zipfile.BadZipFile, zlib.error) as error:
            raise SnapshotError(f"{self._name!r} is damaged at {name!r}: {error}.") from error
        if len(data) > limit:
            raise SnapshotError(f"{self._name!r} is too large at {name!r}: over {limit:,} bytes.")
        self._left -= len(data)
        return data


def _check_directory(path: Path) -> None:
    """Raise if the list of entries is too large, before zipfile reads it."""
    with path.open("rb") as stream:
        size = stream.seek(0, os.SEEK_END)
        if size > MAX_FILE_BYTES:
            raise SnapshotError(
                f"{path.name!r} is larger than {MAX_FILE_BYTES // 2**20} MB, the limit."
            )
        stream.seek(max(size - _LONGEST_COMMENT - _END_SIZE - _END_64_SIZE, 0))
        tail = stream.read()
    offset = tail.rfind(_END)
    end = tail[offset : offset + _END_SIZE]
    if offset < 0 or len(end) < _END_SIZE:
        raise SnapshotError(
            f"{path.name!r} is not a snapshot: it is not a zip file. Open a .bscope file."
        )
    n_entries = int.from_bytes(end[10:12], "little")
    n_bytes = int.from_bytes(end[12:16], "little")
    extended = tail[max(offset - _END_64_SIZE, 0) :].startswith(_END_64)
    if extended or n_entries > MAX_ENTRIES or n_bytes > MAX_DIRECTORY_BYTES:
        raise SnapshotError(f"{path.name!r} has more than {MAX_ENTRIES:,} entries, the limit.")
