"""Files at addresses such as ``s3://bucket/results``, read and written by fsspec.

fsspec and what it needs for a protocol are asked for only when an address is used; paths of this
machine never need them. Whatever a protocol raises arrives as `OSError`, which names the address.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from extractors.errors import CorpusError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+(::[a-z][a-z0-9+.-]+)*://", re.IGNORECASE)
_MISSING = (
    "addresses need fsspec, which is not installed. Install it with: pip install"
    " 'boilerscope[cluster]'"
)


def is_storage_address(word: str) -> bool:
    """Return whether a word is an address with a protocol, not a path of this machine."""
    return _ADDRESS.match(word) is not None


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file or folder at an address. It can be pickled.

    Attributes
    ----------
    address : str
        With its protocol.
    """

    address: str

    def __str__(self) -> str:
        return self.address

    def joined(self, name: str) -> StoredFile:
        """Return the file of a relative name in this folder."""
        return StoredFile(f"{self.address.rstrip('/')}/{name}")

    def open(self, mode: str = "rb") -> BinaryIO:
        """Open the file, to read or to write it.

        Raises
        ------
        OSError
            If it cannot be opened.
        CorpusError
            If fsspec, or what it needs for the protocol, is not installed.
        """
        system, path = _opened(self.address)
        with _as_os_errors(self.address):
            if mode == "wb":
                _make_folder(system, path)
            return cast("BinaryIO", system.open(path, mode))

    def read_bytes(self) -> bytes:
        """Return the contents."""
        with _as_os_errors(self.address), self.open() as stream:
            return stream.read()

    def is_file(self) -> bool:
        """Return whether there is a file."""
        system, path = _opened(self.address)
        with _as_os_errors(self.address):
            return bool(system.isfile(path))


def _make_folder(system: Any, path: str) -> None:
    """Create the folder of a file; in an object store there is nothing to create."""
    folder = path.rpartition("/")[0]
    if folder and not system.isdir(folder):
        system.makedirs(folder, exist_ok=True)


@cache
def _opened(address: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path in it."""
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise CorpusError(f"{address}: {_MISSING}") from error
    try:
        system, path = url_to_fs(address)
    except ImportError as error:  # fsspec says which package the protocol needs
        raise CorpusError(f"{address} cannot be opened: {error}.") from error
    except ValueError as error:
        raise CorpusError(f"{address}: {error}. Expected: s3://bucket/file or the like.") from error
    except Exception as error:
        raise OSError(f"{type(error).__name__}: {error}") from error
    return system, str(path)


@contextmanager
def _as_os_errors(address: str) -> Iterator[None]:
    """Raise errors of a protocol, which are of any class, as `OSError`."""
    try:
        yield
    except (OSError, CorpusError):
        raise
    except Exception as error:
        raise OSError(f"{address}: {type(error).__name__}: {error}") from error
