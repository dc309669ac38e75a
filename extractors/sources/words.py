"""Words that name inputs: files and folders, globs, addresses, standard input."""

from __future__ import annotations

import glob
import re
import stat
from itertools import takewhile
from pathlib import Path

from boilerscope.extractors.errors import PageError

STDIN = "-"

_DESCRIPTOR = re.compile(r"/dev/(?:stdin|fd/\d+)|/proc/self/fd/\d+")


def is_address(text: str) -> bool:
    """Return whether a text is an http or https address."""
    return re.match(r"https?://", text, re.IGNORECASE) is not None


def existing_path(text: str) -> Path | None:
    """Return the file or folder that a text names, None if it does not name one.

    An empty text names nothing; as a path it would be the working folder.
    """
    if not text:
        return None
    path = Path(text)
    try:
        return path if path.exists() else None
    except (OSError, ValueError):  # for example, too long
        return None


def is_stream(path: Path) -> bool:
    """Return whether a path is a pipe, device or descriptor, such as ``/dev/fd/63``.

    It can be read once, and a descriptor only by the process that has it.
    """
    if _DESCRIPTOR.fullmatch(str(path)):
        return True
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def paths_matching(pattern: str) -> list[Path]:
    """Return the files and folders that match a glob pattern, sorted.

    Raises
    ------
    PageError
        If the pattern is not valid, or a folder cannot be read.
    """
    base = fixed_part(pattern)
    try:
        return sorted(base.glob(str(Path(pattern).relative_to(base))))
    except OSError as error:
        raise PageError(f"{pattern}: {error.strerror}") from error
    except ValueError as error:
        raise PageError(f"{pattern}: {error}") from error


def fixed_part(pattern: str) -> Path:
    """Return the folders of a pattern before the first part with a wildcard."""
    parts = Path(pattern).parts
    fixed = takewhile(lambda part: not glob.has_magic(part), parts[:-1])
    return Path(*fixed)
