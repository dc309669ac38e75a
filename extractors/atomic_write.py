"""Files that are written whole or not at all."""

from __future__ import annotations

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
    # A name of its own: two windows may write the same file at once.
    fresh = file.with_name(f"{file.name}.{uuid.uuid4().hex}.new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(content.encode() if isinstance(content, str) else content)
        fresh.replace(file)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink()
        raise SettingsError(f"{file} cannot be written: {error.strerror}") from error
