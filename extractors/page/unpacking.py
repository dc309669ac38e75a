"""Compressed bodies of responses, unpacked in parts of limited size."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import FetchError

if TYPE_CHECKING:
    from collections.abc import Iterator

_PIECE = 1024 * 1024
_ANY_HEADER = zlib.MAX_WBITS | 32
_GZIP = b"\x1f\x8b"


class Inflater:
    """Unpack a gzip or deflate body.

    Parameters
    ----------
    url : str
        Address of the body, for messages.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._zip = zlib.decompressobj(_ANY_HEADER)
        self._untouched = True

    @property
    def complete(self) -> bool:
        """Whether the body has ended or not yet started."""
        return self._untouched or self._zip.eof

    def unpack(self, packed: bytes) -> Iterator[bytes]:
        """Yield the content of the next part of the body, at most one megabyte at a time.

        Raises
        ------
        FetchError
            If the body is damaged.
        """
        while packed:
            yield self._inflate(packed)
            packed = self._zip.unconsumed_tail
            if self._zip.eof and self._zip.unused_data.startswith(_GZIP):
                packed = self._zip.unused_data
                self._zip = zlib.decompressobj(_ANY_HEADER)

    def _inflate(self, packed: bytes) -> bytes:
        first, self._untouched = self._untouched, False
        try:
            return self._zip.decompress(packed, _PIECE)
        except zlib.error as error:
            if not first:
                raise FetchError(f"{self._url} has a damaged body: {error}.") from error
        # Some servers send deflate without its header.
        self._zip = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            return self._zip.decompress(packed, _PIECE)
        except zlib.error as error:
            raise FetchError(f"{self._url} has a damaged body: {error}.") from error
