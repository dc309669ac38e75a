"""Environments of their own for what does not fit into ours: the proxy, versions of libraries."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import InstallError
from boilerscope.extractors.system.installing import installer_of
from boilerscope.extractors.system.interrupts import interruptible

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from typing import IO

_SAID = 400
"""Maximum length of the installer's own words in a message, characters."""

_LAST_LINES = 200

_QUIET = {
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_INPUT": "1",
    "PIP_PROGRESS_BAR": "off",
    "PYTHONUNBUFFERED": "1",
}


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment.

    Attributes
    ----------
    folder : Path
        Its folder, which need not exist.
    """

    folder: Path

    @property
    def python(self) -> Path:
        """Its Python program."""
        return self.folder / "bin" / "python"

    @property
    def packages(self) -> Path:
        """Folder of its packages; that of this Python's version if the environment is absent."""
        found = sorted(self.folder.glob("lib/python3*/site-packages"))
        name = f"python{sys.version_info.major}.{sys.version_info.minor}"
        return found[0] if found else self.folder / "lib" / name / "site-packages"

    def exists(self) -> bool:
        """Return whether it has a Python program."""
        return self.python.is_file()

    def command(self, requirement: str) -> str:
        """Return the commands that make it and install something, for a shell.

        Parameters
        ----------
        requirement : str
            Argument of pip, quoted for a shell.
        """
        return (
            f"{shlex.quote(sys.executable)} -m venv {shlex.quote(str(self.folder))} &&"
            f" {shlex.quote(str(self.python))} -m pip install {requirement}"
        )

    def remove(self) -> None:
        """Delete it with everything in it."""
        shutil.rmtree(self.folder, ignore_errors=True)


class Installation:
    """Makes an environment and installs packages into it.

    Parameters
    ----------
    environment : Environment
        An environment that does not exist; its folder appears when everything is in it.
    requirements : sequence of str
        Packages as pip takes them, such as ``trafilatura==2.0.0``.
    python : Path, optional
        Python of the environment, by default this one.
    """

    def __init__(
        self,
        environment: Environment,
        requirements: Sequence[str],
        python: Path = Path(sys.executable),
    ) -> None:
        self._environment, self._requirements = environment, tuple(requirements)
        self._python = python
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._is_cancelled = False

    def run(self) -> Generator[str, None, None]:
        """Install, and yield the lines of the installer.

        Nothing is left behind if it fails, or if the generator is closed.

        Raises
        ------
        InstallError
            If the installer fails, with what it said, or after `cancel`.
        """
        folder = self._environment.folder
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            temporary = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}-"))
        except OSError as error:
            raise InstallError(f"{folder.parent} cannot be written: {error.strerror}.") from error
        try:
            python = Environment(temporary).python
            yield from self._run([str(self._python), "-m", "venv", "--without-pip", str(temporary)])
            yield from self._run([*installer_of(python), *self._requirements])
            with suppress(OSError):  # another process has installed it meanwhile
                temporary.rename(folder)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
        if not self._environment.exists():
            raise InstallError(f"{folder} cannot be written: remove what is in its place.")

    def cancel(self) -> None:
        """End the installer; any thread may call it."""
        with self._lock:
            self._is_cancelled = True
            self._kill()

    def _run(self, command: list[str]) -> Generator[str, None, None]:
        process = self._started(command)
        lines: deque[str] = deque(maxlen=_LAST_LINES)
        assert process.stdout is not None  # noqa: S101 - a pipe
        try:
            for line in iter(partial(_read_line, process.stdout), ""):
                if line.strip():
                    lines.append(line.strip())
                    yield lines[-1]
            process.wait()
        finally:
            with self._lock:
                self._kill()
                self._process = None
            process.stdout.close()
        name = self._environment.folder.name
        if self._is_cancelled:
            raise InstallError(f"The installation of {name} was cancelled.")
        if process.returncode:
            raise InstallError(f"{name} cannot be installed. The installer says: {_errors(lines)}")

    def _started(self, command: list[str]) -> subprocess.Popen[str]:
        with self._lock:
            if self._is_cancelled:
                name = self._environment.folder.name
                raise InstallError(f"The installation of {name} was cancelled.")
            try:
                self._process = subprocess.Popen(  # noqa: S603 - our own Python, or uv
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    env={**os.environ, **_QUIET},
                    encoding="utf-8",
                    errors="replace",
                    start_new_session=True,  # with the compilers that it starts
                )
            except OSError as error:
                raise InstallError(f"{command[0]} cannot be started: {error.strerror}.") from error
            return self._process

    def _kill(self) -> None:
        process = self._process
        if process is not None and process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _read_line(stream: IO[str]) -> str:
    """Return the next line of an installer, empty at its end; Ctrl+C interrupts the wait."""
    with interruptible():
        return stream.readline()


def _errors(lines: Sequence[str]) -> str:
    """Return what an installer said was wrong, shortened in the middle."""
    errors = [line.partition("ERROR:")[2].strip() for line in lines if line.startswith("ERROR:")]
    text = " ".join(errors or [*lines][-3:]) or "nothing"
    half = _SAID // 2
    return text if len(text) <= _SAID else f"{text[:half]} … {text[-half:]}"
