"""Standard streams of the program: each usable, whatever the shell has closed or filled.

Cron and service managers close streams, and disks are full. A result that cannot be written is an
`OutputError`; a message that cannot be written is lost.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_INPUT, _OUTPUT, _ERROR = 0, 1, 2


class OutputError(OSError):
    """Results cannot be written to standard output."""


def keep() -> None:
    """Make the standard streams usable, and reserve standard output for results.

    Libraries and processes print to standard error: this redirects the file descriptor;
    `boilerscope.extractors.system.printing` redirects `print`.
    """
    # A stream that is closed gets a descriptor that fails as a closed one does; else the next file
    # that is opened would get its number.
    if _opened(_INPUT, os.O_WRONLY):
        sys.stdin = open(_INPUT, encoding="utf-8")  # noqa: SIM115 - open until the program ends; a descriptor, not a path
    is_new = _opened(_OUTPUT, os.O_RDONLY)
    _opened(_ERROR, os.O_WRONLY)
    sys.stderr = _text(_Messages(_ERROR, "w", closefd=False), sys.stderr, "backslashreplace")
    results = _Results(os.dup(_OUTPUT), "w")
    os.dup2(_ERROR, _OUTPUT)
    sys.stdout = _text(results, None if is_new else sys.stdout, "strict")


def discard_output() -> None:
    """Discard what is still to be written to standard output: Python writes it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _opened(descriptor: int, flags: int) -> bool:
    """Open a descriptor that is closed; return whether it was."""
    try:
        os.fstat(descriptor)
    except OSError:
        new = os.open(os.devnull, flags)
        if new != descriptor:
            os.dup2(new, descriptor)
            os.close(new)
        os.set_inheritable(descriptor, True)
        return True
    return False


def _text(raw: io.FileIO, earlier: TextIO | None, errors: str) -> io.TextIOWrapper:
    """Return a stream of text with the encoding of an earlier one."""
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=getattr(earlier, "encoding", None) or "utf-8",
        errors=getattr(earlier, "errors", None) or errors,
        line_buffering=isinstance(raw, _Messages) or raw.isatty(),
    )


class _Results(io.FileIO):
    """Standard output."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            reason = "it is closed" if error.errno == errno.EBADF else error.strerror
            raise OutputError(f"Standard output cannot be written: {reason}.") from error


class _Messages(io.FileIO):
    """Standard error."""

    def write(self, data: ReadableBuffer, /) -> int:
        written = memoryview(data).nbytes
        with suppress(OSError):
            written = super().write(data)
        return written
