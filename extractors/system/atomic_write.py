"""Atomic writing of files: completely or not at all."""

from __future__ import annotations

import os
import uuid
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO


def atomic_write(file: Path, content: str | bytes) -> None:
    """Write a file (text as UTF-8); readers see the old or the new content, never a part.

    Raises
    ------
    SettingsError
        If the file cannot be written; its content is unchanged.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise SettingsError(f"{file} cannot be written: {error.strerror}") from error


def replace_file(file: Path, data: bytes) -> None:
    """Write a file as `atomic_write` does, into an existing folder.

    The data is on the disk before the file is renamed, so it is complete even after a crash.

    Raises
    ------
    OSError
        If the file cannot be written; its content is unchanged.
    """
    with replacement(file) as stream:
        stream.write(data)


@contextmanager
def replacement(file: Path) -> Iterator[BinaryIO]:
    """Yield a stream whose contents replace those of a file at the end, as in `replace_file`.

    Raises
    ------
    OSError
        If the file cannot be written; its content is unchanged, as after any other error.
    """
    # The name is unique, since two programs may write the same file at once.
    temporary = file.with_name(f".{uuid.uuid4().hex}.new")
    try:
        with temporary.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(file)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
