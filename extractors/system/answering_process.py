"""A process that answers requests over a pipe, one after the other: started when first asked."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import ExtractorError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from multiprocessing.connection import Connection

_START_S = 60.0
"""Maximum time of a start: on a cold disk, numpy alone takes seconds."""


class AnsweringProcess:
    """A process that first sends a text, empty if it is ready, and then an answer to each request.

    It must end when the pipe is closed; so it ends with this process. The deadline of a request is
    that of the worker process that asks.

    Parameters
    ----------
    name : str
        Name in messages.
    command : function
        Returns the command from the number of the descriptor of its end of the pipe.
    environment : mapping of str to str, optional
        Variables that differ from those of this process.
    """

    def __init__(
        self,
        name: str,
        command: Callable[[int], Sequence[str]],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._name, self._command, self._environment = name, command, environment or {}
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection[Any, Any] | None = None

    @property
    def pid(self) -> int | None:
        """Identifier of the process, None if it does not run."""
        return None if self._process is None else self._process.pid

    def ask(self, request: bytes) -> bytes:
        """Return the answer to a request; start the process if necessary.

        Raises
        ------
        ExtractorError
            If it cannot be started or used, or ends without an answer.
        """
        pipe = self._pipe or self._start()
        try:
            pipe.send_bytes(request)
            return pipe.recv_bytes()
        except (EOFError, OSError) as error:
            code = self.end()
            raise ExtractorError(
                f"The process of {self._name} ended without a result (exit code {code})."
            ) from error
        except BaseException:
            self.end()  # an answer that comes later would be that to another request
            raise

    def end(self) -> int | None:
        """End the process, with those that it has started, and return its exit code."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        atexit.unregister(self.end)
        if pipe is not None:
            pipe.close()
        if process is None:
            return None
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        return process.wait()

    def _start(self) -> Connection[Any, Any]:
        ours, theirs = multiprocessing.Pipe()
        with theirs:
            number = theirs.fileno()
            command = [*self._command(number)]
            try:
                self._process = subprocess.Popen(  # noqa: S603 - our own program
                    command,
                    stdin=subprocess.DEVNULL,
                    pass_fds=(number,),
                    env={**os.environ, **self._environment},
                    start_new_session=True,
                )
            except OSError as error:
                raise ExtractorError(
                    f"{command[0]} cannot be started: {error.strerror}."
                ) from error
        self._pipe = ours
        atexit.register(self.end)
        try:
            problem = ours.recv() if ours.poll(_START_S) else f"no answer within {_START_S:g} s"
        except (EOFError, OSError):
            problem = "it ended at once"
        if problem:
            self.end()
            raise ExtractorError(f"{self._name} cannot be used: {problem}.")
        return ours
