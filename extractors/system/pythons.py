"""Other installed versions of Python, for libraries that do not run on this one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_NEWER = 8
"""Minor versions above the minimum that are looked for."""

_SECONDS = 10.0
_NAME = re.compile(r"3\.\d+")


@cache
def python_from(minimum: tuple[int, int]) -> Path | None:
    """Return a Python of a minimum version, this one if it will do; None if none is found.

    Programs on the path come first, then what pyenv and uv have installed; of these the oldest
    version that will do, since libraries have wheels for it.
    """
    if sys.version_info >= minimum:
        return Path(sys.executable)
    return next(filter(None, map(_working, _candidates(minimum))), None)


def is_this_version(python: Path) -> bool:
    """Return whether a Python has the version of this one, so that it can load our packages."""
    return python == Path(sys.executable) or _version(python) == sys.version_info[:2]


def _candidates(minimum: tuple[int, int]) -> Iterator[str]:
    """Yield programs that may be a Python of a minimum version."""
    major, first = minimum
    folders = (
        Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions",
        Path(os.environ.get("UV_PYTHON_INSTALL_DIR", Path.home() / ".local/share/uv/python")),
    )
    for minor in range(first, first + _NEWER):
        name = f"python{major}.{minor}"
        found = shutil.which(name)
        if found:
            yield found
        for folder in folders:
            yield from map(str, sorted(folder.glob(f"*/bin/{name}")))


def _working(program: str) -> Path | None:
    """Return the Python that a program starts; None if it does not, as some shims of pyenv."""
    said = _answer(program, "import sys, venv; print(sys.executable)")
    return Path(said) if said else None


@cache
def _version(python: Path) -> tuple[int, int] | None:
    said = _answer(str(python), "import sys; print('%d.%d' % sys.version_info[:2])")
    if not _NAME.fullmatch(said):
        return None
    major, minor = map(int, said.split("."))
    return major, minor


def _answer(program: str, code: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - a Python that is installed here
            [program, "-I", "-c", code],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return "" if done.returncode else done.stdout.strip()
