"""The one place that decompresses: bodies of responses, page files, JSON lines.

- `unpack` returns the content of packed bytes, never more than a limit allows.
- `open_unpacked` opens a packed file as a stream of its content, for files of any size.
- `Inflater` takes a body in the parts in which it arrives.

Each holds at most about a megabyte of content that nobody has taken yet, however small the packed
bytes are. The caller compares what it takes with its limit.
"""

from __future__ import annotations

import io
import zlib
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from boilerscope.extractors.system.storage import KeptStream

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from _typeshed import WriteableBuffer

    from boilerscope.extractors.system.storage import AnyFile

PACKED_SUFFIXES = (".gz", ".lz4", ".zst")
"""Suffixes of packed files."""

_MAGIC = {b"\x1f\x8b\x08": "gzip", b"\x04\x22\x4d\x18": "lz4", b"\x28\xb5\x2f\xfd": "zstd"}
_GZIP = b"\x1f\x8b"
_ANY_HEADER = zlib.MAX_WBITS | 32
_PIECE = 1024 * 1024
_READ = 64 * 1024


class PackingError(OSError):
    """Packed bytes are damaged, or end early.

    Parameters
    ----------
    ends_early : bool
        Whether the rest of the packed bytes is missing.
    """

    def __init__(self, message: str, *, ends_early: bool = False) -> None:
        super().__init__(message)
        self.ends_early = ends_early


def packing_of(start: bytes) -> str | None:
    """Return how a file is packed, by its first bytes: gzip, lz4, zstd or None."""
    return next((packing for magic, packing in _MAGIC.items() if start.startswith(magic)), None)


def unpack(data: bytes, packing: str, *, limit: int, is_strict: bool = True) -> bytes:
    """Return the content of packed bytes, cut off after ``limit + 1`` bytes.

    Parameters
    ----------
    data : bytes
        Packed bytes; no bytes have no content.
    packing : str
        gzip, deflate (with or without its header), br, zstd or lz4.
    limit : int
        Maximum size of the content, bytes. A longer result means that the content is larger.
    is_strict : bool
        Whether bytes after the end of gzip or deflate are damage; else they are ignored.

    Raises
    ------
    PackingError
        If the data is damaged or ends early.
    ValueError
        If the packing is unknown.
    """
    content = bytearray()
    if data:
        for part in _parts(io.BytesIO(data), packing, is_strict=is_strict):
            content += part
            if len(content) > limit:
                break
    return bytes(content[: limit + 1])


def open_unpacked(file: AnyFile) -> BinaryIO:
    """Open a file to read its content, unpacked if its first bytes are those of gzip, LZ4 or zstd.

    The stream reads line by line or in parts and is never in memory as a whole. Its positions are
    those of the content. It can go back to any of them: a packed file is then read from its start,
    so read in order where the order is free. Give `readline` a limit: a line may be of any length,
    however small the file is.

    Raises
    ------
    OSError
        If the file cannot be opened; the stream raises it if it cannot be read, and `PackingError`,
        which is one, if it is damaged or ends early.
    """
    stream = file.open("rb")
    try:
        packing = packing_of(stream.read(4))
        stream.seek(0)
    except BaseException:
        stream.close()
        raise
    if packing is None:
        return stream
    return cast("BinaryIO", io.BufferedReader(_Unpacked(stream, packing), _READ))


@contextmanager
def open_unpacked_at(file: AnyFile, offset: int) -> Iterator[BinaryIO]:
    """Yield a stream of the content of a file, positioned at an offset of the content.

    The last file of a thread stays open for the next read, so that a file which is read in order is
    unpacked once.

    Raises
    ------
    OSError
        If it cannot be read; `PackingError` if it is damaged or ends early.
    """
    state = file.stat() if isinstance(file, Path) else None
    key = file, state and (state.st_size, state.st_mtime_ns)
    with _KEPT.at(key, partial(open_unpacked, file), offset) as stream:
        yield stream


_KEPT = KeptStream()


class Inflater:
    """Unpacks gzip or deflate in the parts in which it arrives.

    Some servers send deflate without its header, and gzip with more bytes behind it.

    Parameters
    ----------
    is_strict : bool
        Whether bytes after the end are damage, unless they are zeros or gzip again; else they are
        ignored.
    """

    def __init__(self, *, is_strict: bool = False) -> None:
        self._zip = zlib.decompressobj(_ANY_HEADER)
        self._is_strict = is_strict
        self._is_new, self._is_over = True, False
        self._held = b""

    @property
    def is_complete(self) -> bool:
        """Whether the packed bytes have ended, or none has arrived yet."""
        return self._zip.eof or (self._is_new and not self._held)

    def unpack(self, packed: bytes) -> Iterator[bytes]:
        """Yield the content of the next part, at most one megabyte at a time.

        Raises
        ------
        PackingError
            If the part is damaged.
        """
        data, self._held = self._held + packed, b""
        while data:
            if self._zip.eof and not self._begins_again(data := data.lstrip(b"\0")):
                return
            if self._is_new and len(data) < 2:  # too short to recognise its header
                self._held = data
                return
            yield from self._member(data)
            data = self._zip.unused_data

    def _begins_again(self, data: bytes) -> bool:
        """Return whether gzip follows after the end; hold what is too short to decide."""
        if self._is_over:
            return False
        if data.startswith(_GZIP):
            self._zip, self._is_new = zlib.decompressobj(_ANY_HEADER), True
            return True
        if _GZIP.startswith(data):
            self._held = data
        elif self._is_strict:
            raise PackingError("other data follows its end")
        else:
            self._is_over = True
        return False

    def _member(self, data: bytes) -> Iterator[bytes]:
        piece = self._first(data) if self._is_new else self._inflate(data)
        self._is_new = False
        yield piece
        # A full piece may not be all of the content of the bytes that were taken.
        while self._zip.unconsumed_tail or (len(piece) == _PIECE and not self._zip.eof):
            piece = self._inflate(self._zip.unconsumed_tail)
            yield piece

    def _first(self, data: bytes) -> bytes:
        try:
            return self._zip.decompress(data, _PIECE)
        except zlib.error:
            self._zip = zlib.decompressobj(-zlib.MAX_WBITS)
            return self._inflate(data)

    def _inflate(self, data: bytes) -> bytes:
        try:
            return self._zip.decompress(data, _PIECE)
        except zlib.error as error:
            raise PackingError(str(error)) from error


class _Unpacked(io.RawIOBase):
    """The content of a packed stream; closing it closes the stream."""

    def __init__(self, stream: BinaryIO, packing: str) -> None:
        self._stream, self._packing = stream, packing
        self._rewind()

    def _rewind(self) -> None:
        self._stream.seek(0)
        self._parts = _parts(self._stream, self._packing, is_strict=True)
        self._part, self._position = memoryview(b""), 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        room = memoryview(buffer).cast("B")
        taken = self._take(len(room))
        room[: len(taken)] = taken
        return len(taken)

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        if whence == io.SEEK_END:
            raise io.UnsupportedOperation("the size of the content is not known")
        target = offset + (self._position if whence == io.SEEK_CUR else 0)
        if target < self._position:
            self._rewind()
        while self._position < target and self._take(target - self._position):
            pass
        return self._position

    def close(self) -> None:
        self._stream.close()
        super().close()

    def _take(self, most: int) -> memoryview:
        """Return at most so many bytes; none at the end."""
        while not self._part and (part := next(self._parts, None)) is not None:
            self._part = memoryview(part)
        taken, self._part = self._part[:most], self._part[most:]
        self._position += len(taken)
        return taken


def _parts(stream: BinaryIO, packing: str, *, is_strict: bool) -> Iterator[bytes]:
    """Yield the content of a packed stream in parts of limited size."""
    if packing in {"gzip", "deflate"}:
        return _inflated(stream, packing, is_strict=is_strict)
    if packing in {"br", "lz4", "zstd"}:
        return _from_reader(stream, packing)
    raise ValueError(f"unknown packing {packing!r}")


def _inflated(stream: BinaryIO, packing: str, *, is_strict: bool) -> Iterator[bytes]:
    inflater = Inflater(is_strict=is_strict)
    for packed in iter(partial(stream.read, _READ), b""):
        yield from inflater.unpack(packed)
    if not inflater.is_complete:
        raise _ends_early(packing)


def _from_reader(stream: BinaryIO, packing: str) -> Iterator[bytes]:
    from fastwarc.stream_io import BrotliReader, Lz4Reader, ZstdReader

    readers = {"br": BrotliReader, "lz4": Lz4Reader, "zstd": ZstdReader}
    source = _Source(stream)
    reader = readers[packing](source)
    while True:
        try:
            part: bytes = reader.read(_READ)
        except OSError as error:
            if source.has_failed:
                raise
            raise _ends_early(packing) if source.has_ended else PackingError(str(error)) from error
        if not part:
            return
        yield part


class _Source:
    """A stream that keeps in mind how its last reading went.

    Attributes
    ----------
    has_ended : bool
        Whether more was read than there is: the reader misses the rest.
    has_failed : bool
        Whether it cannot be read.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.has_ended = self.has_failed = False

    def read(self, size: int = -1) -> bytes:
        try:
            packed = self._stream.read(size)
        except OSError:
            self.has_failed = True
            raise
        self.has_ended = not packed
        return packed

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def close(self) -> None:
        self._stream.close()


def _ends_early(packing: str) -> PackingError:
    return PackingError(f"ends early: the rest of its {packing} data is missing", ends_early=True)
