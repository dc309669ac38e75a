"""Functions that pack bytes, for pages, files and bodies of responses."""

from __future__ import annotations

import gzip
import io
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def brotli(data: bytes) -> bytes:
    """Return bytes packed with Brotli."""
    import brotli

    packed: bytes = brotli.compress(data, quality=5)
    return packed


def zstd(data: bytes) -> bytes:
    """Return bytes packed with zstd."""
    import zstandard

    packed: bytes = zstandard.ZstdCompressor().compress(data)
    return packed


def lz4(data: bytes) -> bytes:
    """Return bytes packed with LZ4."""
    from fastwarc.stream_io import Lz4Writer

    packed = io.BytesIO()
    with Lz4Writer(packed) as writer:
        writer.write(data)
    return packed.getvalue()


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli,
    "zstd": zstd,
}
"""Functions that pack a body, by ``Content-Encoding``."""
