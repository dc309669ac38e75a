"""Files at addresses such as ``s3://bucket/results``, read and written by fsspec.

fsspec and the packages that it needs for a protocol are imported only when an address is used;
local paths never need them. Any error of a protocol is raised as an `OSError` with the address.

universal-pathlib 0.3.10 was tried in place of `StoredFile` and not taken. Its path keeps the
connection of the thread that made it: of 36 reads of an FTP server in six threads, 29 failed. It
raises the errors of each protocol as they are, takes a query as part of a name, and needs 41 us to
make a path (here 3 us) and 0.2 s to be imported.
"""

from __future__ import annotations

import io
import re
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from boilerscope.extractors.errors import BoilerscopeError, CorpusError
from boilerscope.extractors.system.installing import extra_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+(::[a-z][a-z0-9+.-]+)*://", re.IGNORECASE)


_MAX_TRIES = 10
"""Maximum number of attempts to create a folder."""


def is_storage_address(word: str) -> bool:
    """Return whether a word is an address with a protocol, not a local path."""
    return _ADDRESS.match(word) is not None


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file or folder at an address. It can be pickled.

    Members that `Path` has too have the same names.

    Attributes
    ----------
    address : str
        With its protocol.
    """

    address: str

    def __str__(self) -> str:
        return self.address

    def __truediv__(self, name: str) -> StoredFile:
        return StoredFile(f"{self.address.rstrip('/')}/{name}")

    @property
    def name(self) -> str:
        """The part of the address after the last slash, without a query."""
        return _last(self.address.partition("?")[0])

    @property
    def stem(self) -> str:
        """The name without its last suffix."""
        return PurePosixPath(self.name).stem

    @property
    def parent(self) -> StoredFile:
        """The folder that contains it."""
        return StoredFile(self.address.partition("?")[0].rstrip("/").rpartition("/")[0])

    def open(self, mode: str = "rb", buffering: int = io.DEFAULT_BUFFER_SIZE) -> BinaryIO:
        """Open the file to write it, or to read it with a buffer of `buffering` bytes.

        Raises
        ------
        OSError
            If it cannot be opened.
        CorpusError
            If fsspec, or a package that it needs for the protocol, is not installed.
        """
        system, path = _opened(self.address)
        with _as_os_errors(self.address):
            if mode == "wb":
                _make_folder(system, path)
                return cast("BinaryIO", system.open(path, mode))
            # Streams of some protocols lack features, such as a limit of readline.
            return io.BufferedReader(system.open(path, mode), buffering)

    def read_bytes(self) -> bytes:
        """Return the contents."""
        with _as_os_errors(self.address), self.open() as stream:
            return stream.read()

    def is_file(self) -> bool:
        """Return whether there is a file."""
        system, path = _opened(self.address)
        with _as_os_errors(self.address):
            return bool(system.isfile(path))

    def is_dir(self) -> bool:
        """Return whether there is a folder."""
        system, path = _opened(self.address)
        with _as_os_errors(self.address):
            return bool(system.isdir(path))

    def files(self) -> Iterator[tuple[StoredFile, int | None]]:
        """Yield each file of this folder and its subfolders, and its size in bytes if known.

        The files of a folder come first, sorted by name, then the files of its subfolders.

        Raises
        ------
        OSError
            If a folder cannot be listed.
        """
        system, path = _opened(self.address)
        with _as_os_errors(self.address):
            listed = sorted(system.ls(path, detail=True), key=lambda entry: str(entry["name"]))
        inside = [entry for entry in listed if _last(entry["name"]) != _last(path)]
        for entry in inside:
            if entry["type"] == "file":
                yield self / _last(entry["name"]), entry.get("size")
        for entry in inside:
            if entry["type"] == "directory":
                yield from (self / _last(entry["name"])).files()

    def matching(self) -> list[StoredFile]:
        """Return the files and folders that match the address as a glob pattern, sorted."""
        system, path = _opened(self.address)
        with _as_os_errors(self.address):
            paths = sorted(map(str, system.glob(path)))
        before = self.address.removesuffix(path)
        return [StoredFile(f"{before}{name}") for name in paths]


AnyFile: TypeAlias = Path | StoredFile
"""A local file or a file at an address."""


def folder_name(file: AnyFile) -> str:
    """Return the name of the folder that a file is in."""
    return (file.resolve() if isinstance(file, Path) else file).parent.name


@contextmanager
def open_at(file: AnyFile, offset: int) -> Iterator[BinaryIO]:
    """Yield a stream of a file, positioned at an offset.

    The last file at an address stays open for the next read: its stream reads ahead, so that
    consecutive pages are fetched together.

    Raises
    ------
    OSError
        If it cannot be read.
    """
    if isinstance(file, Path):
        with file.open("rb") as local:
            local.seek(offset)
            yield local
        return
    with _as_os_errors(file.address), _KEPT.at(file, file.open, offset) as stream:
        yield stream


class KeptStream(threading.local):
    """The stream that each thread keeps open for its next read.

    Attributes
    ----------
    key : object
        Name of its file and, if the file may change, its state.
    stream : BinaryIO or None
        The stream.
    """

    key: object = None
    stream: BinaryIO | None = None

    @contextmanager
    def at(self, key: object, opened: Callable[[], BinaryIO], offset: int) -> Iterator[BinaryIO]:
        """Yield the stream at an offset, opened if that of another file is kept.

        Any error inside closes it.
        """
        try:
            if self.stream is None or self.key != key:
                self._close()
                self.stream, self.key = opened(), key
            self.stream.seek(offset)
            yield self.stream
        except BaseException:
            self._close()
            raise

    def _close(self) -> None:
        stream, self.stream, self.key = self.stream, None, None
        if stream is not None:
            with suppress(Exception):  # the stream is discarded in any case
                stream.close()


_KEPT = KeptStream()


def _last(path: str) -> str:
    return str(path).rstrip("/").rpartition("/")[2]


def _make_folder(system: Any, path: str) -> None:
    """Create the folder of a file; an object store has no folders to create."""
    folder = path.rpartition("/")[0]
    if not folder or system.isdir(folder):
        return
    for n_tries in range(1, _MAX_TRIES + 1):
        try:
            system.makedirs(folder, exist_ok=True)
        except Exception:
            # Another worker may have created it meanwhile, or one of the folders above it.
            if system.isdir(folder):
                return
            if n_tries == _MAX_TRIES:
                raise
        else:
            return


def _opened(address: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path in it.

    fsspec keeps the file systems of each thread: a connection serves one thread at a time.
    """
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise CorpusError(
            f"{address}: addresses need fsspec, which is not installed. Install it with:"
            f" {extra_command('cluster')}"
        ) from error
    try:
        # Other processes write there as well, so listings must not be cached.
        system, path = url_to_fs(address, use_listings_cache=False)
    except ImportError as error:  # the message names the package that the protocol needs
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
    except (OSError, BoilerscopeError):
        raise
    except Exception as error:
        raise OSError(f"{address}: {type(error).__name__}: {error}") from error
