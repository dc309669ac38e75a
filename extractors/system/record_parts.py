"""Contents of records as bytes, for digests: which records are equal, and which files changed."""

from __future__ import annotations

import dataclasses
import hashlib
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


def record_parts(value: Any) -> Iterator[bytes]:
    """Yield the contents of a record as bytes; for a path, the state of the file."""
    if isinstance(value, Path):
        yield from _state(value)
    elif isinstance(value, bytes):
        yield hashlib.sha256(value).digest()
    elif dataclasses.is_dataclass(value):
        yield type(value).__qualname__.encode()
        for field in dataclasses.fields(value):
            yield from record_parts(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        yield f"[{len(value)}]".encode()
        for item in value:
            yield from record_parts(item)
    elif hasattr(value, "tobytes"):
        yield hashlib.sha256(value.tobytes()).digest()
    else:
        text = value.value if isinstance(value, Enum) else value
        yield f"{text!r}\0".encode("utf-8", "surrogatepass")


def _state(path: Path) -> Iterator[bytes]:
    """Yield path, size and modification time of a file, or of the files in a folder."""
    try:
        stat = path.stat()
        inner = sorted(path.iterdir()) if path.is_dir() else []
    except OSError:
        yield f"{path} absent\0".encode("utf-8", "surrogateescape")
        return
    state = f"{path.absolute()}\0{stat.st_size}\0{stat.st_mtime_ns}\0"
    yield state.encode("utf-8", "surrogateescape")
    for path_inside in inner:
        if path_inside.is_file():
            yield from _state(path_inside)
