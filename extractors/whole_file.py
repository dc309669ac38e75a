"""Files that are written whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractors.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path


def write_whole(file: Path, text: str) -> None:
    """Write a text file; a reader sees the old one or the new one, never a part.

    Raises
    ------
    SettingsError
        If the file cannot be written: it is as it was.
    """
    fresh = file.with_name(file.name + ".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(file)
    except OSError as error:
        raise SettingsError(f"{file} cannot be written: {error.strerror}") from error
