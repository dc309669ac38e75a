"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import uuid
from contextlib import suppress
from typing import TYPE_CHECKING

from extractors.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path


def atomic_write(file: Path, content: str | bytes) -> None:
    """Write a file, a text in UTF-8; a reader sees the old one or the new one, never a part.

    Raises
    ------
    SettingsError
        If the file cannot be written: it is as it was.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise SettingsError(f"{file} cannot be written: {error.strerror}") from error


def replace_file(file: Path, data: bytes) -> None:
    """Write a file as `atomic_write` does, into a folder that exists.

    The bytes are on the disk before the name is theirs, so that a crash leaves one of both whole.

    Raises
    ------
    OSError
        If the file cannot be written: it is as it was.
    """
    # A name of its own: two programs may write the same file at once.
    temporary = file.with_name(f".{uuid.uuid4().hex}.new")
    try:
        with temporary.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(file)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
    folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
